//! What is left to do for a player who doesn't play.

use trinta_core::{Command, View, Viewer};
use trinta_solver::{Budget, Objective, Position, Rules, WordBook, solve};

/// Draws; where there is nothing to draw, makes any play that there is, and passes only if there is none (N12, N15). Of
/// words it knows nothing: there it passes.
///
/// With the pool empty this asks the solver, without a limit, whether there is a play. That is so in no more than a
/// few turns of a game, and takes the solver thousandths of a second.
#[must_use]
pub fn instead(view: &View) -> Command {
    instead_with(view, None)
}

/// The same with the words that may be laid in the word game.
#[must_use]
pub fn instead_with(view: &View, book: Option<&WordBook>) -> Command {
    if view.state.pool_size() > 0 {
        return Command::Draw;
    }
    if let Some(position) = position_with(view, book)
        && let Some(best) = solve(&position, Objective::Any, Budget::UNLIMITED).best
    {
        return Command::Play { layout: best.table.into_layout() };
    }
    Command::Pass
}

/// The position of the viewer in the number game; none in the word game, or if the viewer has no rack.
#[must_use]
pub fn position(view: &View) -> Option<Position<'_>> {
    position_with(view, None)
}

/// The position of the viewer, in the word game with the words that may be laid; none without them, or if the viewer has
/// no rack.
pub(crate) fn position_with<'a>(view: &'a View, book: Option<&'a WordBook>) -> Option<Position<'a>> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    Some(Position {
        rules: Rules::new(view.state.settings(), book)?,
        table: view.state.table(),
        rack: view.own_rack()?,
        opened: view.state.has_opened(seat),
    })
}
