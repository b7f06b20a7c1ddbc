//! The perfect greedy player: always the most tiles, proved.

use trinta_core::{Command, View};
use trinta_solver::numbers::{Objective, Solver};

use crate::bot::{Bot, Thinking};
use crate::instead::instead;
use crate::numbers::position;

/// Lays the most tiles it can in every turn, as early as it can, by the exact solver; the measure for all others.
#[derive(Debug, Default)]
pub struct Greedy {
    solver: Solver,
    /// The effort that the solver was made for.
    effort: u64,
}

impl Greedy {
    /// A greedy player.
    #[must_use]
    pub fn new() -> Greedy {
        Greedy { solver: Solver::new(), effort: u64::MAX }
    }
}

impl Bot for Greedy {
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        // A new solver forgets the memory it has gathered; budgets hardly ever change.
        if self.effort != thinking.budget().effort {
            self.effort = thinking.budget().effort;
            self.solver = Solver::with_budget(self.effort);
        }
        let Some(position) = position(view) else { return instead(view) };
        let answer = self.solver.solve(&position, Objective::Tiles);
        thinking.spend(self.solver.looked_at());
        answer.best.map_or_else(|| instead(view), |best| Command::Play { layout: best.table.into_layout() })
    }
}
