//! The fallback command of a turn, and the solver's position of a view.

use trinta_core::edition::PoolEmpty;
use trinta_core::{Command, Layout, View, Viewer};
use trinta_solver::{Budget, Objective, Position, Rules, WordBook, solve};

use crate::vocabulary::Vocabulary;

/// A command that is always legal: draw; if the pool is empty, any play, and pass if there is none (N12, N15). In the
/// word game, where plays need a word list, it passes at once.
///
/// With an empty pool this asks the solver for a play, without a limit. That happens in a few turns of a game and takes
/// a few milliseconds.
#[must_use]
pub fn fallback_command(view: &View) -> Command {
    fallback_with_words(view, None)
}

/// The same for both games; the vocabulary is that of the word game. The play has only words that may be suggested,
/// unless the rules force an able player to play (`must-play`) and there is no such play.
#[must_use]
pub fn fallback_with_words(view: &View, vocabulary: Option<&Vocabulary>) -> Command {
    if view.state.pool_size() > 0 {
        return Command::Draw;
    }
    let suggested = vocabulary.zip(view.own_rack()).map(|(words, rack)| words.suggestions(view.state.table(), rack));
    let is_forced = view.state.settings().pool_empty == PoolEmpty::MustPlay;
    let play = any_play(view, suggested.as_deref()).or_else(|| {
        let forced = vocabulary.filter(|words| is_forced && words.withholds_words())?;
        any_play(view, Some(forced.book()))
    });
    play.map_or(Command::Pass, |layout| Command::Play { layout })
}

fn any_play(view: &View, book: Option<&WordBook>) -> Option<Layout> {
    let position = position_with_words(view, book)?;
    let best = solve(&position, Objective::Any, Budget::UNLIMITED).best?;
    Some(best.table.into_layout())
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
