//! The bots of the word game.

mod attention;
mod casual;
mod draft;
mod level;
mod turn_solver;

pub use crate::vocabulary::Vocabulary;
pub use level::Level;

use trinta_core::{Command, Seat, View, Viewer};
use trinta_solver::{Position, WordBook};

use crate::fallback::{fallback_with_words, position_with_words};

/// The viewer's position in the word game, with the words that may be laid; none in the number game, or if the viewer
/// has no rack.
#[must_use]
pub fn position<'a>(view: &'a View, book: &'a WordBook) -> Option<Position<'a>> {
    view.state.settings().words().and_then(|_| position_with_words(view, Some(book)))
}

/// The viewer's seat if the viewer may play, and not only draw (W12).
fn may_play(view: &View) -> Option<Seat> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    (!view.state.draws_only(seat)).then_some(seat)
}

/// The fallback command with a word list: draw; if the pool is empty, any play, and pass if there is none (W6, N15). The
/// search for a play has no limit; it happens in a few turns of a game.
fn fallback_command(view: &View, vocabulary: &Vocabulary) -> Command {
    fallback_with_words(view, Some(vocabulary))
}
