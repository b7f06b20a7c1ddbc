//! The trait of a bot: it sees what its seat may see, and decides.

use std::time::Duration;

use trinta_core::{Command, SeenEvent, View};

use crate::budget::{Budget, Clock};
use trinta_dice::Dice;

/// A player.
///
/// Everything that a bot knows comes from the [`View`] and the [`SeenEvent`]s of its seat, which the core makes. A bot
/// that keeps a history (who drew, who opened with what) collects it in [`Bot::observe`].
///
/// A command that the rules refuse costs the turn; [`fallback_command`](crate::fallback_command) is always legal.
pub trait Bot: Send {
    /// A game begins, before the lots are drawn. The bot drops everything it remembers of earlier games.
    fn begin(&mut self, _view: &View) {}

    /// An event happened, perhaps caused by the bot itself; `after` is the view after the event.
    fn observe(&mut self, _event: &SeenEvent, _after: &View) {}

    /// It is the bot's turn: play, draw or pass, or ask for a new deal where that is possible (N9).
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command;

    /// Whether to challenge the last play, which is an opponent's (W8).
    fn challenges(&mut self, _view: &View, _thinking: &mut Thinking<'_>) -> bool {
        false
    }
}

/// The budget of one turn as it is used up, and the random numbers that the bot may use.
pub struct Thinking<'a> {
    /// Random numbers, determined by the seed of the game.
    pub dice: &'a mut Dice,
    budget: Budget,
    clock: &'a dyn Clock,
    started: Duration,
    spent: u64,
}

impl<'a> Thinking<'a> {
    /// Starts the clock of a turn.
    pub fn new(budget: Budget, clock: &'a dyn Clock, dice: &'a mut Dice) -> Thinking<'a> {
        Thinking { dice, budget, clock, started: clock.now(), spent: 0 }
    }

    /// The budget of the whole turn.
    #[must_use]
    pub const fn budget(&self) -> Budget {
        self.budget
    }

    /// Records that a search expanded this many nodes.
    pub const fn spend(&mut self, effort: u64) {
        self.spent = self.spent.saturating_add(effort);
    }

    /// The number of nodes expanded so far.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// The number of nodes that may still be expanded.
    #[must_use]
    pub const fn effort_left(&self) -> u64 {
        self.budget.effort.saturating_sub(self.spent)
    }

    /// The time since the turn began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// The time that is left.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.budget.time.saturating_sub(self.elapsed())
    }

    /// Whether effort or time has run out.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.effort_left() == 0 || self.time_left() == Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    struct SteppingClock(Cell<u64>);

    impl Clock for SteppingClock {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.replace(self.0.get() + 1))
        }
    }

    #[test]
    fn thinking_is_over_when_effort_or_time_is() {
        let clock = SteppingClock(Cell::new(7));
        let budget = Budget { effort: 10, time: Duration::from_millis(3) };
        let mut dice = Dice::new(1);
        let mut thinking = Thinking::new(budget, &clock, &mut dice);
        assert!(!thinking.is_over());
        assert_eq!(thinking.time_left(), Duration::from_millis(1));
        assert!(thinking.is_over());
        thinking = Thinking::new(budget, &clock, &mut dice);
        thinking.spend(9);
        assert!(!thinking.is_over());
        thinking.spend(9);
        assert!(thinking.is_over());
        assert_eq!((thinking.effort_left(), thinking.spent()), (0, 18));
    }
}
