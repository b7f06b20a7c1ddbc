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

use trinta_core::{Command, View};

use crate::instead::instead;

pub use crate::instead::position;

/// What a player who knows the game does without a play: asks for a new deal where that can be done (N9), because pairs
/// make no sets and nobody else has gained anything yet; otherwise draws or passes.
fn without_a_play(view: &View) -> Command {
    if view.may_ask_for_a_new_deal() { Command::NewDeal } else { instead(view) }
}
