//! The greedy bot: always the most tiles, proved by the solver.

use trinta_core::{Command, View};
use trinta_solver::Objective;

use crate::bot::{Bot, Thinking};
use crate::fallback::fallback_command;
use crate::numbers::position;
use crate::numbers::turn_solver::TurnSolver;

/// Plays the most tiles in every turn, by the exact solver; the baseline for all other bots.
#[derive(Debug)]
pub struct Greedy(TurnSolver);

impl Greedy {
    /// A greedy bot.
    #[must_use]
    pub fn new() -> Greedy {
        Greedy(TurnSolver::new(1))
    }
}

impl Default for Greedy {
    fn default() -> Greedy {
        Greedy::new()
    }
}

impl Bot for Greedy {
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        let best = position(view).and_then(|position| self.0.best(&position, Objective::Tiles, thinking));
        best.map_or_else(|| fallback_command(view), |best| Command::Play { layout: best.table.into_layout() })
    }
}
