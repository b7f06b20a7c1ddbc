//! What the projector shows, as the organiser chose it.

use serde::{Deserialize, Serialize};

use crate::stored::Stored;

/// The state of the projector.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Screen {
    /// The picture shown now.
    #[serde(default)]
    pub show: Show,
    /// The order of lists of players.
    #[serde(default)]
    pub order: ListOrder,
    /// The page of a long list; none: the pages turn by themselves.
    #[serde(default)]
    pub page: Option<u32>,
    /// How many of the winners are revealed, from the fourth to the first.
    #[serde(default)]
    pub revealed: u8,
    /// The language; none: that of the device.
    #[serde(default)]
    pub language: Option<String>,
    /// Whether the lists stand still while results come in.
    #[serde(default)]
    pub frozen: bool,
}

/// What the projector shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Show {
    /// Whatever fits the state of the tournament.
    #[default]
    Auto,
    /// The clock of the round.
    Clock,
    /// The seats of the round, by number or name.
    Seats,
    /// The moves to the next round.
    Moves,
    /// The standings.
    Standings,
    /// The rules in short.
    Rules,
    /// The winners, one by one.
    Ceremony,
    /// The organiser's notice.
    Notice,
}

/// The order of a list of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ListOrder {
    /// By number.
    #[default]
    Number,
    /// By name.
    Name,
}

/// As many winners as a ceremony reveals.
const MOST_REVEALED: u8 = 4;
/// Longer names of languages are none.
const LONGEST_LANGUAGE: usize = 16;

impl Screen {
    /// The nearest state that can be shown.
    #[must_use]
    pub fn checked(mut self) -> Screen {
        self.revealed = self.revealed.min(MOST_REVEALED);
        self.language = self.language.filter(|language| language.len() <= LONGEST_LANGUAGE);
        self
    }
}

impl Stored for Screen {}
