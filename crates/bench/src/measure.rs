//! Taking times.

use std::time::Duration;

use serde::Serialize;
use trinta_solver::numbers::{Proof, Solver};

use crate::aim::Aim;
use crate::class::Class;
use crate::memory::peak;
use crate::merit::Merit;
use crate::opinion::{SecondOpinion, Verdict};
use crate::question::Question;
use crate::stopwatch::timed;
use crate::times::{Figures, Times};

/// What to measure.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// What the best play is.
    pub aim: Aim,
    /// Situations that our solver may look at for each position; none: as many as it takes.
    pub budget: Option<u64>,
    /// The most positions of a class on which the second opinion is timed too: it may be slow.
    pub most_asked: usize,
}

/// The figures of all classes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// What the best play was.
    pub objective: &'static str,
    /// The figures of each class.
    pub classes: Vec<Row>,
    /// The memory of the process.
    pub memory: Memory,
}

/// The most memory that the process had taken, in bytes, where the system tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Before our solver was asked.
    pub before: Option<u64>,
    /// When our solver had answered everything, and nobody else had been asked yet.
    pub ours: Option<u64>,
}

/// The figures of one class, times in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Its name.
    pub class: String,
    /// Our times.
    pub ours: Figures,
    /// How many of our answers were not proved.
    pub unproved: usize,
    /// The position that took our solver longest, for whoever wants to know why.
    pub slowest: String,
    /// The second opinion.
    pub reference: Option<Against>,
}

/// The second opinion on a class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Against {
    /// Its times; where it gave up, the time until then.
    pub times: Figures,
    /// How often it gave up.
    pub out_of_time: usize,
    /// How often it said something else than a proved answer of ours.
    pub different: usize,
    /// How many times longer its median was than ours, on the positions that both were asked about.
    pub median_ratio: f64,
    /// The same for the 99th percentile.
    pub p99_ratio: f64,
}

/// Asks our solver about every position and the other about some, in turn, and takes the times of both.
///
/// Our solver is asked about everything once before that: so both find their memory warm, and its own can be told from
/// the other's. `progress` is told how many questions have been answered, of two for every position.
pub fn measure(
    classes: &[(Class, Vec<Question>)],
    plan: Plan,
    other: Option<&dyn SecondOpinion>,
    mut progress: impl FnMut(usize),
) -> Report {
    let mut solver = plan.budget.map_or_else(Solver::new, Solver::with_budget);
    let mut answered = 0;
    let mut tick = || {
        answered += 1;
        progress(answered);
    };
    let before = peak();
    for question in classes.iter().flat_map(|(_, questions)| questions) {
        solver.solve(&question.position(), plan.aim.objective());
        tick();
    }
    let memory = Memory { before, ours: peak() };
    let rows = classes.iter().filter(|(_, questions)| !questions.is_empty()).map(|(class, questions)| {
        let mut taken = Taken::default();
        // Spread over the class, not its beginning.
        let step = questions.len().div_ceil(plan.most_asked.max(1));
        for (number, question) in questions.iter().enumerate() {
            let asked = if number % step == 0 { other } else { None };
            taken.ask(question, plan.aim, &mut solver, asked);
            tick();
        }
        taken.row(class)
    });
    Report { objective: plan.aim.name(), classes: rows.collect(), memory }
}

/// Times taken on one class.
#[derive(Debug, Default)]
struct Taken {
    ours: Times,
    unproved: usize,
    slowest: Option<(Duration, String)>,
    /// Ours and theirs, on the positions that both were asked about.
    both: (Times, Times),
    out_of_time: usize,
    different: usize,
}

impl Taken {
    fn ask(&mut self, question: &Question, aim: Aim, solver: &mut Solver, other: Option<&dyn SecondOpinion>) {
        let position = question.position();
        let (answer, time) = timed(|| solver.solve(&position, aim.objective()));
        self.ours.add(time);
        self.unproved += usize::from(answer.proof == Proof::Bound);
        if self.slowest.as_ref().is_none_or(|(slowest, _)| time > *slowest) {
            self.slowest = Some((time, question.to_string()));
        }
        let Some(other) = other else { return };
        let (verdict, their_time) = timed(|| other.ask(question, aim));
        self.both.0.add(time);
        self.both.1.add(their_time);
        let theirs = match verdict {
            Verdict::OutOfTime => {
                self.out_of_time += 1;
                return;
            }
            Verdict::NoPlay => None,
            Verdict::Best(_, merit) => Some(merit),
        };
        let ours = answer.best.map(|best| Merit::of(question, best.table.layout()));
        let same = match (ours, theirs) {
            (None, None) => true,
            (Some(Ok(ours)), Some(theirs)) => ours.by(aim) == theirs.by(aim),
            _ => false,
        };
        self.different += usize::from(!same && answer.proof == Proof::Optimal);
    }

    fn row(self, class: &Class) -> Row {
        let ours = self.ours.figures().expect("a class has positions");
        let reference = self.both.0.figures().zip(self.both.1.figures()).map(|(ours, times)| Against {
            times,
            out_of_time: self.out_of_time,
            different: self.different,
            median_ratio: times.median / ours.median,
            p99_ratio: times.p99 / ours.p99,
        });
        let slowest = self.slowest.map_or_else(String::new, |(_, question)| question);
        Row { class: class.to_string(), ours, unproved: self.unproved, slowest, reference }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use trinta_core::{Layout, Table, TileSet};

    use super::*;

    /// Never finds a play, and gives up on every other question.
    struct Pessimist(Cell<usize>);

    impl SecondOpinion for Pessimist {
        fn ask(&self, _question: &Question, _aim: Aim) -> Verdict {
            self.0.set(self.0.get() + 1);
            if self.0.get().is_multiple_of(2) { Verdict::OutOfTime } else { Verdict::NoPlay }
        }
    }

    #[test]
    fn both_are_asked_and_what_they_say_is_compared() {
        let table = |text: &str| Table::read(text.parse::<Layout>().unwrap()).unwrap();
        let question =
            |rack: &str| Question { tile_set: TileSet::Classic, table: table("r3 r4 r5"), rack: rack.parse().unwrap() };
        let classes = [(Class::ALL[0].clone(), vec![question("r6"), question("r6"), question("k6"), question("r6")])];
        let mut last = 0;
        let plan = Plan { aim: Aim::Tiles, budget: None, most_asked: 4 };
        let report = measure(&classes, plan, Some(&Pessimist(Cell::new(0))), |answered| last = answered);
        assert_eq!(last, 8);
        let row = &report.classes[0];
        let reference = row.reference.as_ref().unwrap();
        assert_eq!((row.ours.count, row.unproved, reference.times.count), (4, 0, 4));
        assert_eq!((reference.out_of_time, reference.different), (2, 1));
        assert!(row.slowest.contains(r#""table":["r3 r4 r5"]"#));
        let half = measure(&classes, Plan { most_asked: 2, ..plan }, Some(&Pessimist(Cell::new(0))), |_| {});
        assert_eq!(half.classes[0].reference.as_ref().unwrap().times.count, 2);
        assert_eq!(measure(&classes, plan, None, |_| {}).classes[0].reference, None);
    }
}
