//! Records of games: a header and the events, as text or as JSON lines.
//!
//! Both forms hold the same and round-trip. [`replay`] folds a record back into a game and refuses one that the rules
//! could not have produced; [`verify`] also asks the word list and the search, and redoes the shuffle from its seed.

mod deal;
mod error;
mod event_text;
mod header;
#[cfg(feature = "serde")]
mod json;
mod parse;
mod replay;
mod text;
mod trust;
mod verify;

pub use deal::{AbortedDeal, DealStage};
pub use error::{RecordError, RecordFault};
pub use event_text::EventText;
pub use header::{Header, ListId};
#[cfg(feature = "serde")]
pub use json::to_json_lines;
pub use replay::{ReplayError, ReplayFault, replay};
pub use text::to_text;
pub use verify::{ShuffleProof, Verified, VerifyError, verify};

use crate::game::Event;

/// A game on paper: a header and its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The players, the rules, the seed.
    pub header: Header,
    /// The events of the game.
    pub events: Vec<Event>,
}

/// A record as read, with the line on which each event stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The record.
    pub record: Record,
    /// The line of each event, counted from 1.
    pub lines: Vec<usize>,
}

impl Located {
    /// Folds the record back into a game, or says on which line it can't be right.
    ///
    /// # Errors
    /// Line, column and reason.
    pub fn replay(&self) -> Result<crate::Game, RecordError> {
        replay(&self.record).map_err(|error| self.locate(error))
    }

    /// Where in the text an error of a replay is.
    #[must_use]
    pub fn locate(&self, error: ReplayError) -> RecordError {
        let line = self.lines.get(error.event).or(self.lines.last()).copied().unwrap_or(1);
        RecordError { line, column: 1, fault: RecordFault::Rules(error.fault) }
    }
}

impl Record {
    /// Reads a record in either form: JSON lines if it begins with `{`, which takes the feature `serde`, else text.
    ///
    /// # Errors
    /// Line, column and reason.
    pub fn read(text: &str) -> Result<Located, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') { read_json_lines(text) } else { parse::read(text) }
    }
}

#[cfg(feature = "serde")]
use json::read as read_json_lines;

#[cfg(not(feature = "serde"))]
fn read_json_lines(_text: &str) -> Result<Located, RecordError> {
    Err(RecordError { line: 1, column: 1, fault: RecordFault::JsonUnsupported })
}
