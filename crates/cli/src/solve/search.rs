//! Asks the solver, and takes the time.

use std::sync::Arc;
use std::time::Instant;

use trinta_core::{Settings, Table, Tiles};
use trinta_solver::{Best, Budget, Objective, Position, Proof, Rules, Solver, WordBook};

use crate::solve::answer::Solved;

/// A position that makes sense, and what is asked about it.
pub(super) struct Asked {
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
    /// A searcher that may expand this many nodes for each position; none is no limit.
    pub(crate) fn new(budget: Option<u64>) -> Searcher {
        Searcher { budget, solver: Solver::new() }
    }

    /// Finds the best plays, as many as wanted. A position may bring a smaller budget of its own.
    pub(super) fn search(&mut self, asked: Asked, wanted: u32, budget: Option<u64>) -> Solved {
        let budget = Budget { nodes: [budget, self.budget].into_iter().flatten().min() };
        let Some(rules) = Rules::new(&asked.settings, asked.book.as_deref()) else {
            unreachable!("a question about words has its word book")
        };
        let position = Position { rules, table: &asked.table, rack: &asked.rack, opened: asked.opened };
        let start = Instant::now();
        let (plays, proof) = self.best_plays(&position, asked.objective, wanted, budget);
        let time = start.elapsed();
        Solved { asked, plays, proof, time }
    }

    /// A single play needs no enumeration.
    fn best_plays(
        &mut self,
        position: &Position<'_>,
        objective: Objective,
        wanted: u32,
        budget: Budget,
    ) -> (Vec<Best>, Proof) {
        if wanted == 1 {
            let answer = self.solver.solve(position, objective, budget);
            return (answer.best.into_iter().collect(), answer.proof);
        }
        let mut plays = self.solver.plays(position, objective, budget);
        (plays.by_ref().take(wanted as usize).collect(), plays.proof())
    }
}
