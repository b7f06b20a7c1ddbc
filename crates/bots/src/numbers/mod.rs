//! Players of the number game.

mod careful;
mod casual;
mod draft;
mod greedy;
mod level;
mod mind;
mod strongest;

pub use careful::Careful;
pub use greedy::Greedy;
pub use level::Level;
pub use strongest::Strongest;

use trinta_core::{View, Viewer};
use trinta_solver::numbers::Position;

/// What the solver is asked about a view: none in a game of words, or if the viewer has no rack.
#[must_use]
pub fn position(view: &View) -> Option<Position<'_>> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    let settings = view.state.settings();
    Some(Position {
        rules: settings.numbers()?,
        joker_left: settings.joker_left,
        table: view.state.table(),
        rack: view.own_rack()?,
        opened: view.state.has_opened(seat),
    })
}
