//! The solver as the rules ask for it: can this player still play, could this rack have opened.

use std::cell::RefCell;

use trinta_core::Search;

use crate::numbers::{Objective, Position, Proof, Solver};

/// Answers the questions of the rules (N15, N23) with proof.
///
/// Of the word game it knows nothing yet, and says so.
#[derive(Debug, Default)]
pub struct Referee {
    solver: RefCell<Solver>,
}

impl Referee {
    /// A referee who takes all the time it needs.
    #[must_use]
    pub fn new() -> Referee {
        Referee::default()
    }

    fn ask(&self, position: &trinta_core::Position<'_>, objective: Objective) -> Option<bool> {
        let rules = position.settings.numbers()?;
        let question = Position {
            rules,
            joker_left: position.settings.joker_left,
            table: position.table,
            rack: position.rack,
            opened: position.opened,
        };
        let answer = self.solver.borrow_mut().solve(&question, objective);
        match answer.proof {
            Proof::Optimal => Some(answer.best.is_some()),
            Proof::Bound => answer.best.map(|_| true),
        }
    }
}

impl Search for Referee {
    fn can_play(&self, position: &trinta_core::Position<'_>) -> Option<bool> {
        self.ask(position, Objective::Any)
    }

    fn could_open(&self, position: &trinta_core::Position<'_>) -> bool {
        self.ask(position, Objective::Opening).unwrap_or(false)
    }
}
