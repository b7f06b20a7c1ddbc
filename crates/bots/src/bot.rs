//! What a bot is: somebody at a seat who sees what that seat may see, and decides.

use std::time::Duration;

use trinta_core::{Command, SeenEvent, View};

use crate::budget::{Budget, Clock};
use crate::dice::Dice;

/// A player.
///
/// Everything that a bot knows comes through a [`View`] and [`SeenEvent`]s, which the core makes for its seat. A bot
/// that wants to remember what happened (who drew, who opened with what) takes it from [`Bot::observe`].
///
/// A command that the rules refuse loses the turn; [`instead`](crate::instead) is always legal.
pub trait Bot: Send {
    /// A game begins, before the lots: whatever is remembered of earlier ones must not matter any more.
    fn begin(&mut self, _view: &View) {}

    /// Something happened, the bot's own doing included; `after` is the game as the event left it.
    fn observe(&mut self, _event: &SeenEvent, _after: &View) {}

    /// It is the bot's turn: play, draw or pass, or ask for a new deal where that is possible (N9).
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command;

    /// Whether to challenge the last play, which is an opponent's (W8).
    fn challenges(&mut self, _view: &View, _thinking: &mut Thinking<'_>) -> bool {
        false
    }
}

/// One turn's budget as it is used up, and the chance that the bot may use.
pub struct Thinking<'a> {
    /// Chance, decided by the seed of the game.
    pub dice: &'a mut Dice,
    budget: Budget,
    clock: &'a dyn Clock,
    started: Duration,
    spent: u64,
}

impl<'a> Thinking<'a> {
    /// Thinking begins now.
    pub fn new(budget: Budget, clock: &'a dyn Clock, dice: &'a mut Dice) -> Thinking<'a> {
        Thinking { dice, budget, clock, started: clock.now(), spent: 0 }
    }

    /// The budget of the whole turn.
    #[must_use]
    pub const fn budget(&self) -> Budget {
        self.budget
    }

    /// So many situations were looked at.
    pub const fn spend(&mut self, effort: u64) {
        self.spent = self.spent.saturating_add(effort);
    }

    /// How many situations were looked at.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// How many more situations may be looked at.
    #[must_use]
    pub const fn effort_left(&self) -> u64 {
        self.budget.effort.saturating_sub(self.spent)
    }

    /// How much time has gone by.
    #[must_use]
    pub fn taken(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// How much time is left.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.budget.time.saturating_sub(self.taken())
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

    struct Stepping(Cell<u64>);

    impl Clock for Stepping {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.replace(self.0.get() + 1))
        }
    }

    #[test]
    fn thinking_is_over_when_effort_or_time_is() {
        let clock = Stepping(Cell::new(7));
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
