//! What is left to do for a player who doesn't play.

use trinta_core::{Command, View};
use trinta_solver::numbers::{Objective, Solver};

use crate::numbers::position;

/// Draws; where there is nothing to draw, makes any play that there is, and passes only if there is none (N12, N15). Of
/// words it knows nothing: there it passes.
///
/// With the pool empty this asks the solver, without a limit, whether there is a play. That is so in no more than a
/// few turns of a game, and takes the solver thousandths of a second.
#[must_use]
pub fn instead(view: &View) -> Command {
    if view.state.pool_size() > 0 {
        return Command::Draw;
    }
    if let Some(position) = position(view)
        && let Some(best) = Solver::new().solve(&position, Objective::Any).best
    {
        return Command::Play { layout: best.table.into_layout() };
    }
    Command::Pass
}
