//! Players of the word game.

mod attention;
mod casual;
mod draft;
mod level;
mod mind;
mod vocabulary;

pub use level::Level;
pub use vocabulary::Vocabulary;

use trinta_core::{Command, Seat, View, Viewer};
use trinta_solver::{Position, WordBook};

use crate::instead::{instead_with, position_with};

/// The position of the viewer in the word game, with the words that may be laid; none in the number game, or if the
/// viewer has no rack.
#[must_use]
pub fn position<'a>(view: &'a View, book: &'a WordBook) -> Option<Position<'a>> {
    view.state.settings().words().and_then(|_| position_with(view, Some(book)))
}

/// The seat of a player who may play, and not only draw (W12).
fn may_play(view: &View) -> Option<Seat> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    (!view.state.draws_only(seat)).then_some(seat)
}

/// Draws; where there is nothing to draw, makes any play that there is, and passes only if there is none (W6, N15). The
/// solver takes the time it needs for that: it is so in no more than a few turns of a game.
fn instead(view: &View, book: &WordBook) -> Command {
    instead_with(view, Some(book))
}
