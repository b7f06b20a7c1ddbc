//! The bots of the number game.

mod careful;
mod casual;
mod draft;
mod greedy;
mod level;
mod strongest;
mod turn_solver;

pub use careful::Careful;
pub use greedy::Greedy;
pub use level::Level;
pub use strongest::Strongest;

use trinta_core::{Command, View};

use crate::fallback::fallback_command;

pub use crate::fallback::position;

/// The command of a stronger bot that does not play: a new deal if it may ask for one (N9), because pairs make no sets
/// and nobody has gained anything yet; otherwise the fallback command.
fn new_deal_or_fallback(view: &View) -> Command {
    if view.may_ask_for_a_new_deal() { Command::NewDeal } else { fallback_command(view) }
}
