//! Calls the solver and measures its time.

use std::sync::Arc;
use std::time::Instant;

use trinta_core::{Settings, Table, Tiles};
use trinta_solver::{Budget, Objective, Position, Proof, RatedPlay, Rules, Solver, WordBook};

use crate::solve::answer::Solved;

/// A valid position and its objective.
pub(super) struct Problem {
    pub(super) settings: Settings,
    /// The words that may be laid, in the word game.
    pub(super) book: Option<Arc<WordBook>>,
    pub(super) objective: Objective,
    pub(super) table: Table,
    pub(super) rack: Tiles,
    pub(super) opened: bool,
}

/// A solver with a budget for each position. It reuses its memory, so each thread has one of its own.
#[derive(Debug)]
pub(crate) struct Searcher {
    budget: Option<u64>,
    solver: Solver,
}

impl Searcher {
    /// A searcher that may expand this many nodes for each position; `None` means no limit.
    pub(crate) fn new(budget: Option<u64>) -> Searcher {
        Searcher { budget, solver: Solver::new() }
    }

    /// Finds the best plays. A position may have a smaller budget of its own.
    pub(super) fn search(&mut self, problem: Problem, wanted: u32, budget: Option<u64>) -> Solved {
        let budget = Budget { nodes: [budget, self.budget].into_iter().flatten().min() };
        let Some(rules) = Rules::new(&problem.settings, problem.book.as_deref()) else {
            unreachable!("a request about words has its word book")
        };
        let position = Position { rules, table: &problem.table, rack: &problem.rack, opened: problem.opened };
        let start = Instant::now();
        let (plays, proof) = self.best_plays(&position, problem.objective, wanted, budget);
        let time = start.elapsed();
        Solved { problem, plays, proof, time }
    }

    /// The `wanted` best plays, best first. A single one is solved for directly, without enumerating plays.
    fn best_plays(
        &mut self,
        position: &Position<'_>,
        objective: Objective,
        wanted: u32,
        budget: Budget,
    ) -> (Vec<RatedPlay>, Proof) {
        if wanted == 1 {
            let answer = self.solver.solve(position, objective, budget);
            return (answer.best.into_iter().collect(), answer.proof);
        }
        let mut plays = self.solver.plays(position, objective, budget);
        (plays.by_ref().take(wanted as usize).collect(), plays.proof())
    }
}
