//! The solver as a word bot uses it: within the budget of its turn.

use trinta_solver::{Best, Budget, Objective, Position, Proof, solve};

use crate::bot::Thinking;

/// How often a question is asked at the most, each time with so many times the effort of the time before: the solver
/// does not look at a clock, so the bot does in between.
const TRIES: u32 = 3;
const LONGER: u64 = 4;

/// The best play that is found with so many situations at the most. None if there is none, or no time to look.
pub(super) fn best(asked: &Position<'_>, objective: Objective, most: u64, thinking: &mut Thinking<'_>) -> Option<Best> {
    let mut found: Option<Best> = None;
    for number in 0..TRIES {
        // All tries together cost no more than a third beyond the last one.
        let limit = most * 3 / 4 / LONGER.pow(TRIES - 1 - number);
        let started = thinking.taken();
        if thinking.is_over() {
            break;
        }
        let answer = solve(asked, objective, Budget::nodes(limit.max(1)));
        thinking.spend(answer.nodes);
        found = answer.best.or(found);
        let next = thinking.taken().saturating_sub(started) * LONGER as u32;
        if answer.proof == Proof::Optimal || next > thinking.time_left() {
            break;
        }
    }
    found
}
