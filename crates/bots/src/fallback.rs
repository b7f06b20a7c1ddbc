//! The fallback command of a turn, and the solver's position of a view.

use trinta_core::{Command, View, Viewer};
use trinta_solver::{Budget, Objective, Position, Rules, WordBook, solve};

/// A command that is always legal: draw; if the pool is empty, any play, and pass if there is none (N12, N15). In the
/// word game, where plays need a word list, it passes at once.
///
/// With an empty pool this asks the solver for a play, without a limit. That happens in a few turns of a game and takes
/// a few milliseconds.
#[must_use]
pub fn fallback_command(view: &View) -> Command {
    fallback_with_words(view, None)
}

/// The same for both games; the word book is that of the word game.
#[must_use]
pub fn fallback_with_words(view: &View, book: Option<&WordBook>) -> Command {
    if view.state.pool_size() > 0 {
        return Command::Draw;
    }
    if let Some(position) = position_with_words(view, book)
        && let Some(best) = solve(&position, Objective::Any, Budget::UNLIMITED).best
    {
        return Command::Play { layout: best.table.into_layout() };
    }
    Command::Pass
}

/// The viewer's position in the number game; none in the word game, or if the viewer has no rack.
#[must_use]
pub fn position(view: &View) -> Option<Position<'_>> {
    position_with_words(view, None)
}

/// The viewer's position in either game; none in the word game without a word book, or if the viewer has no rack.
pub(crate) fn position_with_words<'a>(view: &'a View, book: Option<&'a WordBook>) -> Option<Position<'a>> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    Some(Position {
        rules: Rules::new(view.state.settings(), book)?,
        table: view.state.table(),
        rack: view.own_rack()?,
        opened: view.state.has_opened(seat),
    })
}
