//! The solver within the budget of a turn, reusing its memory from one search to the next.

use trinta_solver::{Budget, Objective, Position, Proof, RatedPlay, Solver};

use crate::bot::Thinking;

/// A search is tried at most this many times, each time with [`EFFORT_GROWTH`] times the effort. The solver does not look at
/// the clock, so the bot does between the tries. Hardly one search in a hundred needs the second.
const MAX_TRIES: u32 = 3;
const EFFORT_GROWTH: u64 = 4;
/// The next try is expected to take this many times longer than its effort suggests: the fuller the table, the more
/// expensive the last nodes, and the bot may have more to do afterwards.
const SAFETY_FACTOR: u64 = 4;

/// A solver for a bot that searches a few times a turn, each time for an equal share of the budget.
#[derive(Debug)]
pub(super) struct TurnSolver {
    searches: u64,
    solver: Solver,
}

impl TurnSolver {
    /// A solver for at most this many searches a turn.
    pub(super) fn new(searches: u64) -> TurnSolver {
        TurnSolver { searches: searches.max(1), solver: Solver::new() }
    }

    /// The best play found within the budget; none if there is no play or no time to search.
    pub(super) fn best(
        &mut self,
        position: &Position<'_>,
        objective: Objective,
        thinking: &mut Thinking<'_>,
    ) -> Option<RatedPlay> {
        // All tries together cost at most a third more than the last one.
        let limit = thinking.budget().effort / self.searches * 3 / 4;
        let mut found = None;
        for number in 0..MAX_TRIES {
            let effort = (limit / EFFORT_GROWTH.pow(MAX_TRIES - 1 - number)).max(1);
            let started = thinking.elapsed();
            if thinking.is_over() {
                break;
            }
            let answer = self.solver.solve(position, objective, Budget::nodes(effort));
            thinking.spend(answer.nodes);
            found = answer.best.or(found);
            let next = thinking.elapsed().saturating_sub(started) * (EFFORT_GROWTH * SAFETY_FACTOR) as u32;
            if answer.proof == Proof::Optimal || next > thinking.time_left() {
                break;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use trinta_core::{Settings, Table, Tiles};
    use trinta_solver::Rules;

    use super::*;
    use crate::budget::{self, Clock, NoClock};
    use trinta_dice::Dice;

    /// A clock that advances by a millisecond whenever it is read.
    struct SlowClock(Cell<u64>);

    impl Clock for SlowClock {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.replace(self.0.get() + 1))
        }
    }

    /// The number of tiles placed from a rack that takes the solver a while, and the nodes that this took.
    fn search(effort: u64, millis: u64, clock: &dyn Clock) -> (Option<u32>, u64) {
        let settings = Settings::edition("hk").unwrap();
        let table = "k1 k2 k3 k4 k5 | r3 r4 r5 r6 r7 | b3 b4 b5 b6 | y5 y6 y7 y8 | k9 r9 b9 y9 | k10 r10 b10 y10";
        let table = Table::read(table.parse().unwrap()).unwrap();
        let rack: Tiles = "k3 r5 b7 y9 k11 r11 b12 y12 k13 r1 b2 *".parse().unwrap();
        let rules = Rules::numbers(&settings).unwrap();
        let position = Position { rules, table: &table, rack: &rack, opened: true };
        let mut dice = Dice::new(1);
        let budget = budget::Budget { effort, time: Duration::from_millis(millis) };
        let mut thinking = Thinking::new(budget, clock, &mut dice);
        let best = TurnSolver::new(1).best(&position, Objective::Tiles, &mut thinking);
        (best.map(|best| best.tiles), thinking.spent())
    }

    #[test]
    fn more_effort_finds_more_and_stays_within_the_budget() {
        let most = search(1_000_000, 1000, &NoClock);
        let mut before = None;
        for effort in [100, 300, 1000, 3000, 10_000, 1_000_000] {
            let (tiles, spent) = search(effort, 1000, &NoClock);
            assert!(tiles >= before, "{effort}: {tiles:?} after {before:?}");
            assert!(spent <= effort + effort / 5 + 100, "{effort}: {spent}");
            before = tiles;
        }
        assert_eq!(before, most.0);
        assert!(most.0.is_some());
    }

    #[test]
    fn a_try_that_would_take_too_long_is_not_begun() {
        let spent = |millis| search(400, millis, &SlowClock(Cell::new(0))).1;
        assert_eq!(spent(1), 0, "there is no time at all");
        assert!(spent(5) > 0 && spent(5) < spent(1000), "{} {}", spent(5), spent(1000));
    }
}
