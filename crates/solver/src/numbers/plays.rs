//! Plays one after the other, in order of merit.

use trinta_core::Layout;
use trinta_core::edition::{NumberSettings, OpeningSets};

use crate::Count;
use crate::numbers::another_set::{freely, obeys};
use crate::numbers::columns::Plan;
use crate::numbers::opening::{order, single_sets};
use crate::numbers::rebuild::rebuild;
use crate::numbers::search::Found;
use crate::numbers::situation::Goal;
use crate::numbers::supply::{OldSet, Supply, old_sets};
use crate::numbers::worth::Worth;
use crate::numbers::{Best, Objective, Position, Proof, Solver};

/// Plays in order of merit, from [`Solver::plays`].
///
/// Plays are told apart by the tiles that they take from the rack; for each choice of tiles there is one play, one that
/// keeps as many sets of the table as any with these tiles.
#[derive(Debug)]
pub struct Plays<'a> {
    solver: &'a mut Solver,
    position: Position<'a>,
    source: Source,
    proof: Proof,
    /// What it takes to obey the rule about jokers (N14), where there is one.
    another_set: Option<Box<AnotherSet>>,
}

/// Plays that obey the rule about jokers, from those in which jokers move freely.
///
/// For each choice of tiles the free play keeps at least as many sets. So a play that obeys the rule is next in order
/// when no free play that is still to come is better.
#[derive(Debug)]
struct AnotherSet {
    free: NumberSettings,
    objective: Objective,
    solver: Solver,
    /// Plays that obey the rule and are not given yet, the best last, with what they are worth.
    waiting: Vec<(u32, Best)>,
}

/// Where plays come from.
#[derive(Debug)]
enum Source {
    /// From the search.
    Search(Box<Question>),
    /// Openings of one set, the best last.
    SingleSets(Vec<Layout>),
    /// There are no more.
    Done,
}

/// What the search is asked, again for each play.
#[derive(Debug)]
struct Question {
    supply: Supply,
    worth: Worth,
    old: Vec<OldSet>,
    points: u8,
    budget: u64,
}

impl Question {
    fn goal(&self) -> Goal<'_> {
        let plan = Plan {
            supply: &self.supply,
            worth: &self.worth,
            old: &self.old,
            thorough: true,
            holding: true,
            lure: None,
        };
        Goal { plan, points: self.points, above: self.least() as i32, at_most: None, any: false, budget: self.budget }
    }

    /// What every play exceeds, whatever it keeps: a play places a tile.
    fn least(&self) -> u32 {
        self.old.len() as u32 * self.worth.kept
    }
}

impl Solver {
    /// All plays in order of merit, the best first, each worked out when it is asked for.
    ///
    /// ```
    /// use trinta_core::{Settings, Table};
    /// use trinta_solver::numbers::{Objective, Position, Solver};
    ///
    /// let settings = Settings::edition("hk").unwrap();
    /// let table = Table::read("r3 r4 r5 | k7 r7 b7".parse()?).unwrap();
    /// let position = Position {
    ///     rules: settings.numbers().unwrap(),
    ///     joker_left: settings.joker_left,
    ///     table: &table,
    ///     rack: &"r6 y7 k13".parse()?,
    ///     opened: true,
    /// };
    /// let mut solver = Solver::new();
    /// let plays = solver.plays(&position, Objective::Tiles);
    /// let placed: Vec<String> = plays.map(|play| play.placed.to_string()).collect();
    /// assert_eq!(placed, ["r6 y7", "y7", "r6"]);
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    pub fn plays<'a>(&'a mut self, position: &Position<'a>, objective: Objective) -> Plays<'a> {
        self.looked_at = 0;
        let opening = objective == Objective::Opening || position.rules.must_open() && !position.opened;
        let order = order(position, objective);
        let worth = Worth::new(order, position.rack, if opening { 0 } else { position.table.len() });
        let budget = self.budget.unwrap_or(u64::MAX);
        let question = match (opening, position.rules.opening_sets) {
            (true, OpeningSets::One) => Err(single_sets(position, objective)),
            (true, OpeningSets::Any) => {
                let points = position.rules.opening_points.max(1) as u8;
                Ok(Question { supply: Supply::rack(position.rack), worth, old: Vec::new(), points, budget })
            }
            (false, _) => {
                let supply = Supply::new(&position.table.layout().counts(), &position.rack.counts());
                Ok(Question { supply, worth: worth.keeping(), old: old_sets(position.table), points: 0, budget })
            }
        };
        let source = match question {
            Err(sets) => Source::SingleSets(sets),
            Ok(question) if self.engine.begin_plays(&question.goal()) => Source::Search(Box::new(question)),
            Ok(_) => Source::Done,
        };
        let another_set = (!opening && position.restricts_jokers()).then(|| {
            let solver = Solver { budget: self.budget, ..Solver::default() };
            Box::new(AnotherSet { free: freely(position.rules), objective, solver, waiting: Vec::new() })
        });
        let position = Position { opened: !opening, ..*position };
        Plays { solver: self, position, source, proof: Proof::Optimal, another_set }
    }
}

impl Solver {
    /// Counts the best plays, which are all worth the same and keep as many sets of the table; at most so many. Plays
    /// are told apart as [`Plays`] does.
    pub fn count_best(&mut self, position: &Position<'_>, objective: Objective, cap: usize) -> Count {
        let mut plays = self.plays(position, objective);
        let mut best = None;
        let mut counted = 0;
        for play in plays.by_ref() {
            let merit = (play.tiles, play.value, play.points, play.kept);
            if best.is_some_and(|best| best != merit) {
                return Count { plays: counted, all: true };
            }
            if counted == cap {
                return Count { plays: cap, all: false };
            }
            best = Some(merit);
            counted += 1;
        }
        Count { plays: counted, all: plays.proof() == Proof::Optimal }
    }
}

impl Plays<'_> {
    /// Whether the plays end because there are no more, or because the budget ran out.
    #[must_use]
    pub const fn proof(&self) -> Proof {
        self.proof
    }
}

impl Iterator for Plays<'_> {
    type Item = Best;

    fn next(&mut self) -> Option<Best> {
        match self.another_set.take() {
            None => self.next_free(),
            Some(mut rule) => {
                let next = self.next_that_obeys(&mut rule);
                self.another_set = Some(rule);
                next
            }
        }
    }
}

impl Plays<'_> {
    /// The next play that obeys the rule about jokers.
    fn next_that_obeys(&mut self, rule: &mut AnotherSet) -> Option<Best> {
        loop {
            let Source::Search(question) = &self.source else { return rule.waiting.pop().map(|(_, best)| best) };
            let worth = question.worth.clone();
            let merit =
                |best: &Best| best.placed.iter().map(|tile| worth.of(tile)).sum::<u32>() + best.kept * worth.kept;
            let free = Position { rules: &rule.free, ..self.position };
            let Some(best) = self.next_layout().map(|layout| self.solver.best(&free, &layout)) else { continue };
            let bound = merit(&best);
            let found = if obeys(&self.position, &best) {
                Some(best)
            } else {
                let position = Position { rack: &best.placed, ..self.position };
                let answer = rule.solver.place_all(&position, rule.objective, best.kept);
                if answer.proof == Proof::Bound {
                    (self.source, self.proof) = (Source::Done, Proof::Bound);
                }
                answer.best
            };
            self.solver.looked_at = self.solver.engine.looked_at + rule.solver.looked_at;
            if let Some(best) = found {
                let place = rule.waiting.partition_point(|(other, _)| *other < merit(&best));
                rule.waiting.insert(place, (merit(&best), best));
            }
            if rule.waiting.last().is_some_and(|(merit, _)| *merit >= bound) {
                return rule.waiting.pop().map(|(_, best)| best);
            }
        }
    }

    fn next_free(&mut self) -> Option<Best> {
        let layout = self.next_layout()?;
        Some(if self.position.opened {
            self.solver.best(&self.position, &layout)
        } else {
            self.solver.opening(&self.position, &layout)
        })
    }

    fn next_layout(&mut self) -> Option<Layout> {
        let Source::Search(question) = &mut self.source else {
            let Source::SingleSets(sets) = &mut self.source else { return None };
            return sets.pop();
        };
        let found = self.solver.engine.next_play(&question.goal());
        self.solver.looked_at = self.solver.engine.looked_at;
        match found {
            Found::Best(_, chosen) => Some(rebuild(self.position.table.layout(), &chosen, 0)),
            Found::Nothing => {
                self.source = Source::Done;
                None
            }
            Found::OutOfBudget(_) => {
                (self.source, self.proof) = (Source::Done, Proof::Bound);
                None
            }
        }
    }
}
