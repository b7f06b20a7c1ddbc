//! What is left to do for a player who doesn't play.

use trinta_core::edition::PoolEmpty;
use trinta_core::{Command, View, Viewer};
use trinta_solver::numbers::{Objective, Position, Solver};

/// Draws, or passes where there is nothing to draw (N12, N15). Where a player who can play must, any play, if the game
/// is one of numbers.
///
/// With the pool empty this asks the solver, without a limit, whether there is a play. That is so in no more than a
/// few turns of a game, and takes the solver thousandths of a second.
#[must_use]
pub fn instead(view: &View) -> Command {
    if view.state.pool_size() > 0 {
        return Command::Draw;
    }
    if view.state.settings().pool_empty == PoolEmpty::MustPlay
        && let Some(position) = position(view)
        && let Some(best) = Solver::new().solve(&position, Objective::Any).best
    {
        return Command::Play { layout: best.table.into_layout() };
    }
    Command::Pass
}

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
