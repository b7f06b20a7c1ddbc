//! Compares our answers with those of an oracle.

use std::fmt;

use trinta_core::Layout;
use trinta_solver::{Budget, Proof, Solver};

use crate::merit::Merit;
use crate::oracle::{Oracle, OracleAnswer};
use crate::position::BenchPosition;
use crate::ranking::Ranking;

/// The outcome of a comparison.
#[derive(Debug)]
pub enum Outcome {
    /// Both answers have the same merit.
    Same,
    /// Our budget ran out, and our play is worse than the oracle's.
    Unproved,
    /// The oracle's time limit was reached.
    OutOfTime,
    /// One of the two is wrong.
    Different(Box<Disagreement>),
}

/// Two answers to one position of which at least one is wrong.
#[derive(Debug)]
pub struct Disagreement {
    /// The position solved.
    pub position: BenchPosition,
    /// The order of plays.
    pub ranking: Ranking,
    /// Our play, and its merit or what is wrong with it.
    pub ours: Option<(Layout, Result<Merit, String>)>,
    /// The oracle's play.
    pub theirs: Option<(Layout, Merit)>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "best by {}: {}", self.ranking.name(), self.position)?;
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

/// Solves a position with both. Our play must also be legal and have the merit that our solver says it has.
pub fn compare(
    position: &BenchPosition,
    ranking: Ranking,
    solver: &mut Solver,
    budget: Budget,
    oracle: &dyn Oracle,
) -> Outcome {
    let answer = solver.solve(&position.position(), ranking.objective(), budget);
    let ours = answer.best.map(|best| {
        let layout = best.table.into_layout();
        let merit = Merit::of(position, &layout).map_err(|error| error.to_string()).and_then(|merit| {
            let said = (best.tiles, best.value, best.kept);
            let is = (merit.tiles, merit.value, merit.kept);
            if said == is { Ok(merit) } else { Err(format!("our solver says {said:?}, but the play has {is:?}")) }
        });
        (layout, merit)
    });
    let theirs = match oracle.solve(position, ranking) {
        OracleAnswer::OutOfTime => return Outcome::OutOfTime,
        OracleAnswer::NoPlay => None,
        OracleAnswer::Best(layout, merit) => Some((layout, merit)),
    };
    let best = theirs.as_ref().map(|(_, merit)| merit.by(ranking));
    let found = match &ours {
        None => Ok(None),
        Some((_, merit)) => merit.as_ref().map(|merit| Some(merit.by(ranking))),
    };
    match found {
        Ok(found) if found == best => Outcome::Same,
        Ok(found) if is_acceptable(found, best, answer.proof) => Outcome::Unproved,
        _ => Outcome::Different(Box::new(Disagreement { position: position.clone(), ranking, ours, theirs })),
    }
}

/// An unproved answer may be worse than the best, but not better.
fn is_acceptable(found: Option<(u32, u32, u32)>, best: Option<(u32, u32, u32)>, proof: Proof) -> bool {
    proof == Proof::Bound && found < best
}

/// The outcomes of many comparisons.
#[derive(Debug, Default)]
pub struct Tally {
    /// The number of equal answers.
    pub same: usize,
    /// The number of answers for which our budget ran out.
    pub unproved: usize,
    /// The number of positions for which the oracle ran out of time.
    pub out_of_time: usize,
    /// Pairs of answers of which at least one is wrong.
    pub different: Vec<Disagreement>,
}

impl Tally {
    /// Counts an outcome.
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

    /// Always gives the same answer.
    struct Fixed(OracleAnswer);

    impl Oracle for Fixed {
        fn solve(&self, _position: &BenchPosition, _ranking: Ranking) -> OracleAnswer {
            self.0.clone()
        }
    }

    fn position() -> BenchPosition {
        let table = Table::read("r3 r4 r5 | k7 r7 b7".parse().unwrap()).unwrap();
        BenchPosition { tile_set: TileSet::Classic, table, rack: "r6 y7 k13".parse().unwrap() }
    }

    fn answer(after: &str) -> OracleAnswer {
        let layout: Layout = after.parse().unwrap();
        let merit = Merit::of(&position(), &layout).unwrap();
        OracleAnswer::Best(layout, merit)
    }

    #[test]
    fn outcomes_are_told_apart() {
        let outcome = |answer: OracleAnswer| {
            compare(&position(), Ranking::Tiles, &mut Solver::new(), Budget::UNLIMITED, &Fixed(answer))
        };
        assert!(matches!(outcome(answer("r3 r4 r5 r6 | k7 r7 b7 y7")), Outcome::Same));
        assert!(matches!(outcome(OracleAnswer::OutOfTime), Outcome::OutOfTime));
        let Outcome::Different(different) = outcome(answer("r3 r4 r5 r6 | k7 r7 b7")) else { panic!("one is worse") };
        let said = different.to_string();
        for part in [r#""rack":"k13 r6 y7"}"#, "ours:   2 tiles, value 13, 0 sets", "theirs: 1 tiles, value 6, 1 sets"]
        {
            assert!(said.contains(part), "{said}");
        }
        let Outcome::Different(different) = outcome(OracleAnswer::NoPlay) else { panic!("there is a play") };
        assert!(different.to_string().contains("theirs: no play"));
        let mut tally = Tally::default();
        for outcome in [Outcome::Same, Outcome::Same, Outcome::OutOfTime, Outcome::Different(different)] {
            tally.add(outcome);
        }
        assert_eq!(tally.to_string(), "2 the same, 1 different, 0 unproved, 1 out of time");
    }

    #[test]
    fn an_unproved_answer_may_be_worse_but_not_better() {
        let (less, more) = (Some((1, 6, 1)), Some((2, 13, 0)));
        assert!(is_acceptable(less, more, Proof::Bound) && is_acceptable(None, less, Proof::Bound));
        assert!(!is_acceptable(less, more, Proof::Optimal));
        assert!(!is_acceptable(more, less, Proof::Bound));
    }
}
