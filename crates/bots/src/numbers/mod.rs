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

use trinta_core::{Command, View, Viewer};
use trinta_solver::numbers::Position;

use crate::instead::instead;

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

/// What a player who knows the game does without a play: asks for a new deal where that can be done (N9), because pairs
/// make no sets and nobody else has gained anything yet; otherwise draws or passes.
fn without_a_play(view: &View) -> Command {
    if view.may_ask_for_a_new_deal() { Command::NewDeal } else { instead(view) }
}
