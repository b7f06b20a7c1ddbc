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
use trinta_solver::words::{Budget, Objective, Position, WordBook, solve};

/// What the solver is asked about a view: none in a game of numbers, or if the viewer has no rack.
#[must_use]
pub fn position(view: &View) -> Option<Position<'_>> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    Some(Position {
        rules: view.state.settings().words()?,
        table: view.state.table(),
        rack: view.own_rack()?,
        opened: view.state.has_opened(seat),
    })
}

/// The seat of a player who may play, and not only draw (W12).
fn may_play(view: &View) -> Option<Seat> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    (!view.state.draws_only(seat)).then_some(seat)
}

/// Draws; where there is nothing to draw, makes any play that there is, and passes only if there is none (W6, N15). The
/// solver takes the time it needs for that: it is so in no more than a few turns of a game.
fn instead(view: &View, book: &WordBook) -> Command {
    if view.state.pool_size() > 0 {
        return Command::Draw;
    }
    if let Some(position) = position(view)
        && let Some(best) = solve(book, &position, Objective::Any, Budget::default()).best
    {
        return Command::Play { layout: best.table.into_layout() };
    }
    Command::Pass
}

/// What makes a play the best: the score of the turn in play A, tiles in play B.
fn objective(view: &View) -> Objective {
    if view.state.settings().is_play_a() { Objective::Score } else { Objective::Tiles }
}
