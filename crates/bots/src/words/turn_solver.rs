//! The solver within the budget of a turn.

use trinta_solver::{Budget, Objective, Position, Proof, RatedPlay, solve};

use crate::bot::Thinking;

/// A search is tried at most this many times, each time with [`EFFORT_GROWTH`] times the effort: the solver does not look at
/// the clock, so the bot does between the tries.
const MAX_TRIES: u32 = 3;
const EFFORT_GROWTH: u64 = 4;

/// The best play found with at most this many nodes; none if there is no play or no time to search.
pub(super) fn solve_within(
    position: &Position<'_>,
    objective: Objective,
    nodes: u64,
    thinking: &mut Thinking<'_>,
) -> Option<RatedPlay> {
    let mut found: Option<RatedPlay> = None;
    for number in 0..MAX_TRIES {
        // All tries together cost at most a third more than the last one.
        let limit = nodes * 3 / 4 / EFFORT_GROWTH.pow(MAX_TRIES - 1 - number);
        let started = thinking.elapsed();
        if thinking.is_over() {
            break;
        }
        let answer = solve(position, objective, Budget::nodes(limit.max(1)));
        thinking.spend(answer.nodes);
        found = answer.best.or(found);
        let next = thinking.elapsed().saturating_sub(started) * EFFORT_GROWTH as u32;
        if answer.proof == Proof::Optimal || next > thinking.time_left() {
            break;
        }
    }
    found
}
