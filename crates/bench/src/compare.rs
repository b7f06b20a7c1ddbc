//! Our answer beside a second opinion.

use std::fmt;

use trinta_core::Layout;
use trinta_solver::numbers::{Proof, Solver};

use crate::aim::Aim;
use crate::merit::Merit;
use crate::opinion::{SecondOpinion, Verdict};
use crate::question::Question;

/// What a comparison came to.
#[derive(Debug)]
pub enum Outcome {
    /// Both say the same.
    Same,
    /// Our solver gave up before its answer was proved; what it found is no better than the truth.
    Unproved,
    /// The second opinion took too long.
    OutOfTime,
    /// One of the two is wrong.
    Different(Box<Disagreement>),
}

/// Two answers to one question of which one must be wrong.
#[derive(Debug)]
pub struct Disagreement {
    /// What was asked.
    pub question: Question,
    /// What the best play is.
    pub aim: Aim,
    /// What our solver says, and what the rules say of it.
    pub ours: Option<(Layout, Result<Merit, String>)>,
    /// What the second opinion says.
    pub theirs: Option<(Layout, Merit)>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "best by {}: {}", self.aim.name(), self.question)?;
        match &self.ours {
            None => writeln!(f, "  ours:   no play")?,
            Some((layout, Ok(merit))) => writeln!(f, "  ours:   {merit}: {layout}")?,
            Some((layout, Err(error))) => writeln!(f, "  ours:   {layout}\n          {error}")?,
        }
        match &self.theirs {
            None => write!(f, "  theirs: no play"),
            Some((layout, merit)) => write!(f, "  theirs: {merit}: {layout}"),
        }
    }
}

/// Asks both. Our answer must be allowed by the rules and be worth what they say it is.
pub fn compare(question: &Question, aim: Aim, solver: &mut Solver, other: &dyn SecondOpinion) -> Outcome {
    let answer = solver.solve(&question.position(), aim.objective());
    let ours = answer.best.map(|best| {
        let layout = best.table.into_layout();
        let merit = Merit::of(question, &layout).map_err(|error| error.to_string()).and_then(|merit| {
            let said = (best.tiles, best.value, best.kept);
            let is = (merit.tiles, merit.value, merit.kept);
            if said == is { Ok(merit) } else { Err(format!("said to be worth {said:?}, but is worth {is:?}")) }
        });
        (layout, merit)
    });
    let theirs = match other.ask(question, aim) {
        Verdict::OutOfTime => return Outcome::OutOfTime,
        Verdict::NoPlay => None,
        Verdict::Best(layout, merit) => Some((layout, merit)),
    };
    let worth = theirs.as_ref().map(|(_, merit)| merit.by(aim));
    let found = match &ours {
        None => Ok(None),
        Some((_, merit)) => merit.as_ref().map(|merit| Some(merit.by(aim))),
    };
    match found {
        Ok(found) if found == worth => Outcome::Same,
        Ok(found) if may_fall_short(found, worth, answer.proof) => Outcome::Unproved,
        _ => Outcome::Different(Box::new(Disagreement { question: question.clone(), aim, ours, theirs })),
    }
}

/// What is not proved may be worse than the best, but not better.
fn may_fall_short(found: Option<(u32, u32, u32)>, best: Option<(u32, u32, u32)>, proof: Proof) -> bool {
    proof == Proof::Bound && found < best
}

/// What many comparisons came to.
#[derive(Debug, Default)]
pub struct Tally {
    /// How often both said the same.
    pub same: usize,
    /// How often our solver gave up before its answer was proved.
    pub unproved: usize,
    /// How often the second opinion took too long.
    pub out_of_time: usize,
    /// Answers of which one must be wrong.
    pub different: Vec<Disagreement>,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Same => self.same += 1,
            Outcome::Unproved => self.unproved += 1,
            Outcome::OutOfTime => self.out_of_time += 1,
            Outcome::Different(disagreement) => self.different.push(*disagreement),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { same, unproved, out_of_time, different } = self;
        let different = different.len();
        write!(f, "{same} the same, {different} different, {unproved} unproved, {out_of_time} out of time")
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::{Table, TileSet};

    use super::*;

    /// Says what it was told to say.
    struct Parrot(Verdict);

    impl SecondOpinion for Parrot {
        fn ask(&self, _question: &Question, _aim: Aim) -> Verdict {
            self.0.clone()
        }
    }

    fn question() -> Question {
        let table = Table::read("r3 r4 r5 | k7 r7 b7".parse().unwrap()).unwrap();
        Question { tile_set: TileSet::Classic, table, rack: "r6 y7 k13".parse().unwrap() }
    }

    fn told(after: &str) -> Verdict {
        let layout: Layout = after.parse().unwrap();
        let merit = Merit::of(&question(), &layout).unwrap();
        Verdict::Best(layout, merit)
    }

    #[test]
    fn answers_are_the_same_or_not() {
        let ask = |verdict: Verdict| compare(&question(), Aim::Tiles, &mut Solver::new(), &Parrot(verdict));
        assert!(matches!(ask(told("r3 r4 r5 r6 | k7 r7 b7 y7")), Outcome::Same));
        assert!(matches!(ask(Verdict::OutOfTime), Outcome::OutOfTime));
        let Outcome::Different(different) = ask(told("r3 r4 r5 r6 | k7 r7 b7")) else { panic!("one is worse") };
        let said = different.to_string();
        for part in [r#""rack":"k13 r6 y7"}"#, "ours:   2 tiles, value 13, 0 sets", "theirs: 1 tiles, value 6, 1 sets"]
        {
            assert!(said.contains(part), "{said}");
        }
        let Outcome::Different(different) = ask(Verdict::NoPlay) else { panic!("there is a play") };
        assert!(different.to_string().contains("theirs: no play"));
        let mut tally = Tally::default();
        for outcome in [Outcome::Same, Outcome::Same, Outcome::OutOfTime, Outcome::Different(different)] {
            tally.add(outcome);
        }
        assert_eq!(tally.to_string(), "2 the same, 1 different, 0 unproved, 1 out of time");
    }

    #[test]
    fn what_is_not_proved_may_be_worse_but_not_better() {
        let (less, more) = (Some((1, 6, 1)), Some((2, 13, 0)));
        assert!(may_fall_short(less, more, Proof::Bound) && may_fall_short(None, less, Proof::Bound));
        assert!(!may_fall_short(less, more, Proof::Optimal));
        assert!(!may_fall_short(more, less, Proof::Bound));
    }
}
