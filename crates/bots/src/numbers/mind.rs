//! The solver as a bot uses it: within the budget of its turn, and with the memory of earlier questions.

use trinta_solver::numbers::{Best, Objective, Position, Solver};

use crate::bot::Thinking;

/// A solver for a bot that asks a few questions a turn, each of which may cost its part of the budget.
#[derive(Debug)]
pub(super) struct Mind {
    questions: u64,
    /// Situations that one question may cost, for which the solver was made.
    limit: u64,
    solver: Solver,
}

impl Mind {
    /// For so many questions a turn at the most.
    pub(super) fn new(questions: u64) -> Mind {
        Mind { questions: questions.max(1), limit: u64::MAX, solver: Solver::new() }
    }

    /// The best play that is found within the budget. None if there is none, or no time to look.
    pub(super) fn best(
        &mut self,
        asked: &Position<'_>,
        objective: Objective,
        thinking: &mut Thinking<'_>,
    ) -> Option<Best> {
        let limit = (thinking.budget().effort / self.questions).max(1);
        // A new solver has to gather its memory again; budgets hardly ever change.
        if self.limit != limit {
            (self.limit, self.solver) = (limit, Solver::with_budget(limit));
        }
        if thinking.is_over() {
            return None;
        }
        let best = self.solver.solve(asked, objective).best;
        thinking.spend(self.solver.looked_at());
        best
    }
}
