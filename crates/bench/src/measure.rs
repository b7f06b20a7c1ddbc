//! Times of our solver and of an oracle on the same positions.

use std::time::Duration;

use serde::Serialize;
use trinta_solver::{Budget, Proof, Solver};

use crate::class::Class;
use crate::memory::peak_memory;
use crate::merit::Merit;
use crate::oracle::{Oracle, OracleAnswer};
use crate::position::BenchPosition;
use crate::ranking::Ranking;
use crate::stopwatch::timed;
use crate::times::{Summary, Times};

/// The options of a measurement.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The order of plays.
    pub ranking: Ranking,
    /// The budget of our solver for each position.
    pub budget: Budget,
    /// The number of positions of a class on which the oracle is timed too. Fewer than all, because it may be slow.
    pub compared: usize,
}

/// The figures of all classes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The name of the ranking.
    pub objective: &'static str,
    /// The figures of each class.
    pub classes: Vec<Row>,
    /// The memory of the process.
    pub memory: Memory,
}

/// Peak memory of the process in bytes, where the system reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Before our solver ran.
    pub before: Option<u64>,
    /// After our solver had solved all positions, and before the oracle ran.
    pub ours: Option<u64>,
}

/// The figures of one class, times in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The name of the class.
    pub class: String,
    /// Our times.
    pub ours: Summary,
    /// The number of our answers that were not proved.
    pub unproved: usize,
    /// The position that took our solver longest, for further analysis.
    pub slowest: String,
    /// The times of the oracle.
    pub reference: Option<Comparison>,
}

/// The oracle on a class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Its times, those until the limit included.
    pub times: Summary,
    /// The number of positions for which it ran out of time.
    pub out_of_time: usize,
    /// The number of positions in which it disagreed with a proved answer of ours.
    pub different: usize,
    /// The ratio of its median to ours, on the positions that both solved.
    pub median_ratio: f64,
    /// The same for the 99th percentile.
    pub p99_ratio: f64,
}

/// Times our solver on every position and the oracle on some, in turn.
///
/// Our solver solves everything once before that, as a warm-up and so that its memory can be told from the oracle's.
/// `progress` is called with the number of answers so far, of two for every position.
pub fn measure(
    classes: &[(Class, Vec<BenchPosition>)],
    options: Options,
    oracle: Option<&dyn Oracle>,
    mut progress: impl FnMut(usize),
) -> Report {
    let mut solver = Solver::new();
    let mut answered = 0;
    let mut tick = || {
        answered += 1;
        progress(answered);
    };
    let before = peak_memory();
    for position in classes.iter().flat_map(|(_, positions)| positions) {
        let _ = solver.solve(&position.position(), options.ranking.objective(), options.budget);
        tick();
    }
    let memory = Memory { before, ours: peak_memory() };
    let rows = classes.iter().filter(|(_, positions)| !positions.is_empty()).map(|(class, positions)| {
        let mut samples = Samples::default();
        // The compared positions are spread over the class.
        let step = positions.len().div_ceil(options.compared.max(1));
        for (number, position) in positions.iter().enumerate() {
            let compared = if number % step == 0 { oracle } else { None };
            samples.measure(position, options, &mut solver, compared);
            tick();
        }
        samples.row(class)
    });
    Report { objective: options.ranking.name(), classes: rows.collect(), memory }
}

/// The measurements of one class.
#[derive(Debug, Default)]
struct Samples {
    ours: Times,
    unproved: usize,
    slowest: Option<(Duration, String)>,
    /// Our times and the oracle's on the positions that both solved.
    both: (Times, Times),
    out_of_time: usize,
    different: usize,
}

impl Samples {
    fn measure(
        &mut self,
        position: &BenchPosition,
        Options { ranking, budget, .. }: Options,
        solver: &mut Solver,
        oracle: Option<&dyn Oracle>,
    ) {
        let (answer, time) = timed(|| solver.solve(&position.position(), ranking.objective(), budget));
        self.ours.add(time);
        self.unproved += usize::from(answer.proof == Proof::Bound);
        if self.slowest.as_ref().is_none_or(|(slowest, _)| time > *slowest) {
            self.slowest = Some((time, position.to_string()));
        }
        let Some(oracle) = oracle else { return };
        let (oracle_answer, their_time) = timed(|| oracle.solve(position, ranking));
        self.both.0.add(time);
        self.both.1.add(their_time);
        let theirs = match oracle_answer {
            OracleAnswer::OutOfTime => {
                self.out_of_time += 1;
                return;
            }
            OracleAnswer::NoPlay => None,
            OracleAnswer::Best(_, merit) => Some(merit),
        };
        let ours = answer.best.map(|best| Merit::of(position, best.table.layout()));
        let same = match (ours, theirs) {
            (None, None) => true,
            (Some(Ok(ours)), Some(theirs)) => ours.by(ranking) == theirs.by(ranking),
            _ => false,
        };
        self.different += usize::from(!same && answer.proof == Proof::Optimal);
    }

    fn row(self, class: &Class) -> Row {
        let ours = self.ours.summary().expect("a class has positions");
        let reference = self.both.0.summary().zip(self.both.1.summary()).map(|(ours, times)| Comparison {
            times,
            out_of_time: self.out_of_time,
            different: self.different,
            median_ratio: times.median / ours.median,
            p99_ratio: times.p99 / ours.p99,
        });
        let slowest = self.slowest.map_or_else(String::new, |(_, position)| position);
        Row { class: class.to_string(), ours, unproved: self.unproved, slowest, reference }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use trinta_core::{Layout, Table, TileSet};

    use super::*;

    /// Never finds a play, and runs out of time on every other position.
    struct Failing(Cell<usize>);

    impl Oracle for Failing {
        fn solve(&self, _position: &BenchPosition, _ranking: Ranking) -> OracleAnswer {
            self.0.set(self.0.get() + 1);
            if self.0.get().is_multiple_of(2) { OracleAnswer::OutOfTime } else { OracleAnswer::NoPlay }
        }
    }

    #[test]
    fn both_solvers_are_timed_and_compared() {
        let table = |text: &str| Table::read(text.parse::<Layout>().unwrap()).unwrap();
        let position = |rack: &str| BenchPosition {
            tile_set: TileSet::Classic,
            table: table("r3 r4 r5"),
            rack: rack.parse().unwrap(),
        };
        let classes = [(Class::ALL[0].clone(), vec![position("r6"), position("r6"), position("k6"), position("r6")])];
        let mut last = 0;
        let options = Options { ranking: Ranking::Tiles, budget: Budget::UNLIMITED, compared: 4 };
        let report = measure(&classes, options, Some(&Failing(Cell::new(0))), |answered| last = answered);
        assert_eq!(last, 8);
        let row = &report.classes[0];
        let reference = row.reference.as_ref().unwrap();
        assert_eq!((row.ours.count, row.unproved, reference.times.count), (4, 0, 4));
        assert_eq!((reference.out_of_time, reference.different), (2, 1));
        assert!(row.slowest.contains(r#""table":["r3 r4 r5"]"#));
        let half = measure(&classes, Options { compared: 2, ..options }, Some(&Failing(Cell::new(0))), |_| {});
        assert_eq!(half.classes[0].reference.as_ref().unwrap().times.count, 2);
        assert_eq!(measure(&classes, options, None, |_| {}).classes[0].reference, None);
    }
}
