//! The solver as a bot uses it: within the budget of its turn, and with the memory of earlier questions.

use trinta_solver::{Best, Budget, Objective, Position, Proof, Solver};

use crate::bot::Thinking;

/// How often a question is asked at the most, each time with so many times the effort of the time before. Hardly one in
/// a hundred needs the second; but situations are not equally dear, and the solver does not look at a clock.
const TRIES: u32 = 3;
const LONGER: u64 = 4;
/// How many times longer than foreseen the next try may take and still be in time: the fuller the table, the dearer the
/// last situations, and a bot that asks this first has more to do.
const CAUTION: u64 = 4;

/// A solver for a bot that asks a few questions a turn, each of which may cost its part of the budget.
#[derive(Debug)]
pub(super) struct Mind {
    questions: u64,
    solver: Solver,
}

impl Mind {
    /// For so many questions a turn at the most.
    pub(super) fn new(questions: u64) -> Mind {
        Mind { questions: questions.max(1), solver: Solver::new() }
    }

    /// The best play that is found within the budget. None if there is none, or no time to look.
    pub(super) fn best(
        &mut self,
        asked: &Position<'_>,
        objective: Objective,
        thinking: &mut Thinking<'_>,
    ) -> Option<Best> {
        // All tries together cost no more than a third beyond the last one.
        let limit = thinking.budget().effort / self.questions * 3 / 4;
        let mut found = None;
        for number in 0..TRIES {
            let effort = (limit / LONGER.pow(TRIES - 1 - number)).max(1);
            let started = thinking.taken();
            if thinking.is_over() {
                break;
            }
            let answer = self.solver.solve(asked, objective, Budget::nodes(effort));
            thinking.spend(answer.nodes);
            found = answer.best.or(found);
            let next = thinking.taken().saturating_sub(started) * (LONGER * CAUTION) as u32;
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
    use crate::dice::Dice;

    /// A clock on which every look takes a millisecond.
    struct Slow(Cell<u64>);

    impl Clock for Slow {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.replace(self.0.get() + 1))
        }
    }

    /// How many tiles are laid of a rack that takes the solver some situations, and what that cost.
    fn ask(effort: u64, millis: u64, clock: &dyn Clock) -> (Option<u32>, u64) {
        let settings = Settings::edition("hk").unwrap();
        let table = "k1 k2 k3 k4 k5 | r3 r4 r5 r6 r7 | b3 b4 b5 b6 | y5 y6 y7 y8 | k9 r9 b9 y9 | k10 r10 b10 y10";
        let table = Table::read(table.parse().unwrap()).unwrap();
        let rack: Tiles = "k3 r5 b7 y9 k11 r11 b12 y12 k13 r1 b2 *".parse().unwrap();
        let rules = Rules::numbers(&settings).unwrap();
        let asked = Position { rules, table: &table, rack: &rack, opened: true };
        let mut dice = Dice::new(1);
        let budget = budget::Budget { effort, time: Duration::from_millis(millis) };
        let mut thinking = Thinking::new(budget, clock, &mut dice);
        let best = Mind::new(1).best(&asked, Objective::Tiles, &mut thinking);
        (best.map(|best| best.tiles), thinking.spent())
    }

    #[test]
    fn more_effort_finds_more_and_costs_no_more_than_it_may() {
        let most = ask(1_000_000, 1000, &NoClock);
        let mut before = None;
        for effort in [100, 300, 1000, 3000, 10_000, 1_000_000] {
            let (tiles, spent) = ask(effort, 1000, &NoClock);
            assert!(tiles >= before, "{effort}: {tiles:?} after {before:?}");
            assert!(spent <= effort + effort / 5 + 100, "{effort}: {spent}");
            before = tiles;
        }
        assert_eq!(before, most.0);
        assert!(most.0.is_some());
    }

    #[test]
    fn no_new_try_is_begun_that_time_would_not_suffice_for() {
        let spent = |millis| ask(400, millis, &Slow(Cell::new(0))).1;
        assert_eq!(spent(1), 0, "there is no time to begin with");
        assert!(spent(5) > 0 && spent(5) < spent(1000), "{} {}", spent(5), spent(1000));
    }
}
