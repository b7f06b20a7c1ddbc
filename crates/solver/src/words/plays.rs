//! All plays in order of merit.
//!
//! Plays of equal merit (tiles, words kept and so on) form a stage. A stage is searched lazily, when its first play is
//! requested: for a small batch of plays at first, then from the start again for batches that double in size.

use std::cmp::Reverse;
use std::collections::{HashSet, VecDeque};

use trinta_core::edition::OpeningWords;
use trinta_core::words::spelling;

use super::book::{Class, WordBook};
use super::cover::{Accept, Cover, Enumeration, Outcome, Pricing};
use super::goal::{find_best, longest_new, new_words, target_words};
use super::levels::{Subproblem, for_each_subproblem};
use super::play_builder::PlayBuilder;
use super::problem::Problem;
use super::target_word::TargetWord;
use super::{Candidate, WordPosition};
use crate::answer::{Count, Proof, RatedPlay};
use crate::objective::Objective;

/// The size of the first batch of plays of a stage.
const FIRST_BATCH: usize = 16;

/// What the plays of some consecutive stages have in common.
#[derive(Debug, Clone, Copy)]
struct Target {
    /// The length of the longest new word, if the objective depends on it.
    longest: Option<u32>,
    /// The number of tiles left on the rack.
    spare: u32,
}

/// The plays of a position in order of merit; see [`crate::Plays`].
#[derive(Debug)]
pub(crate) struct Plays<'a> {
    book: &'a WordBook,
    problem: Option<Problem<'a>>,
    objective: Objective,
    may_rearrange: bool,
    nodes: u64,
    nodes_left: u64,
    /// The remaining targets in order of merit; none before the best play is known.
    targets: Option<std::vec::IntoIter<Target>>,
    /// The current stage: its target and the number of words broken.
    stage: Option<(Target, u32)>,
    /// The number of plays of this stage found so far.
    found_in_stage: usize,
    /// [`words_of`] each play found so far.
    seen: HashSet<String>,
    /// Plays found but not yet requested.
    ready: VecDeque<RatedPlay>,
    out_of_budget: bool,
}

impl<'a> Plays<'a> {
    pub(crate) fn new(book: &'a WordBook, position: &WordPosition<'a>, objective: Objective, nodes: u64) -> Plays<'a> {
        // If any play will do, the order by tiles is as good as another.
        let objective = if objective == Objective::Any { Objective::Tiles } else { objective };
        Plays {
            book,
            problem: Problem::new(book, *position),
            objective,
            may_rearrange: !position.must_open(objective),
            nodes,
            nodes_left: nodes,
            targets: None,
            stage: None,
            found_in_stage: 0,
            seen: HashSet::new(),
            ready: VecDeque::new(),
            out_of_budget: false,
        }
    }

    /// [`Proof::Bound`] once the budget has run out: then there may be more plays.
    pub(crate) const fn proof(&self) -> Proof {
        if self.out_of_budget { Proof::Bound } else { Proof::Optimal }
    }

    /// The number of nodes expanded so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes - self.nodes_left
    }

    /// Counts the plays of the best stage up to a cap.
    pub(crate) fn count_best(mut self, cap: usize) -> Count {
        // One more than the cap tells whether there are more.
        let all =
            if self.start() { self.search(cap.saturating_add(1)) == Outcome::Exhausted } else { !self.out_of_budget };
        Count { plays: self.ready.len().min(cap), all }
    }

    /// Finds the best play and with it the first stage; false if there is no stage to search.
    fn start(&mut self) -> bool {
        self.targets = Some(Vec::new().into_iter());
        let Some(problem) = &self.problem else { return false };
        let (found, proof, left) = find_best(self.book, problem, self.objective, self.nodes_left);
        self.nodes_left = left;
        self.out_of_budget = proof == Proof::Bound;
        let Some(found) = found else { return false };
        if self.out_of_budget {
            self.ready.push_back(found.into_best(problem, self.objective));
            return false;
        }
        let mut targets = self.all_targets(problem).into_iter();
        let merit = self.merit_of(&found);
        let target = targets.find(|target| self.merit(problem, target) == merit);
        self.stage = target.map(|target| (target, problem.table_words.len() as u32 - found.kept));
        self.targets = Some(targets);
        self.stage.is_some()
    }

    /// Every target that might be reached, in order of merit.
    fn all_targets(&self, problem: &Problem<'_>) -> Vec<Target> {
        let (rack, rules) = (problem.rack.tiles, problem.position.rules);
        if self.may_rearrange && self.objective != Objective::Score {
            return (0..rack).map(|spare| Target { longest: None, spare }).collect();
        }
        let longest = longest_new(self.book, problem, self.may_rearrange);
        let shortest = if self.may_rearrange { 3 } else { rules.opening_letters as u32 };
        let mut targets: Vec<Target> = (shortest..=longest)
            .flat_map(|length| (0..rack).map(move |spare| Target { longest: Some(length), spare }))
            .collect();
        if !self.may_rearrange && rules.opening_words == OpeningWords::One {
            targets.retain(|target| target.longest == Some(rack - target.spare));
        }
        targets.sort_by_key(|target| Reverse(self.merit(problem, target)));
        targets
    }

    /// The merit of the plays with a target, regardless of the words they keep.
    fn merit(&self, problem: &Problem<'_>, target: &Target) -> (u32, u32) {
        let (tiles, longest) = (problem.rack.tiles - target.spare, target.longest.unwrap_or(0));
        match self.objective {
            Objective::Score => (if target.spare == 0 { 2 * longest } else { longest }, tiles),
            _ => (tiles, longest),
        }
    }

    /// The same for a play.
    fn merit_of(&self, found: &Candidate) -> (u32, u32) {
        match self.objective {
            Objective::Score => (found.score, found.tiles),
            _ if self.may_rearrange => (found.tiles, 0),
            _ => (found.tiles, found.longest),
        }
    }

    /// Searches the stage for a batch of plays that have not been seen; exhausted if there are fewer.
    fn search(&mut self, batch: usize) -> Outcome {
        let (Some(problem), Some((target, broken))) = (&self.problem, self.stage) else { return Outcome::Exhausted };
        let words = target.longest.map(|length| {
            let classes = new_words(self.book, problem, self.may_rearrange, length..=length);
            target_words(self.book, problem, &classes)
        });
        let words: Option<Vec<&TargetWord>> = words.as_ref().map(|words| words.iter().collect());
        let merit = self.merit(problem, &target);
        let kept = problem.table_words.len() as u32 - broken;
        let seen = std::mem::take(&mut self.seen);
        let mut collector = Collector {
            builder: PlayBuilder::new(self.book, problem, self.objective),
            is_in_stage: |found: &Candidate| self.merit_of(found) == merit && found.kept == kept,
            seen,
            found: Vec::new(),
            batch,
        };
        let mut cover = Cover::new(self.book, problem.rack.letters, self.nodes_left);
        cover.set_enumeration(Enumeration::All);
        cover.set_pricing(Pricing::Deep);
        let mut search_subproblem = |(broken, word): Subproblem<'_>| {
            cover.set_kept(problem.kept_classes(broken));
            collector.builder.broken = broken;
            collector.builder.first_is_new = word.is_some();
            let pool = problem.rack.plus(problem.counts(broken)).pool(target.spare);
            let outcome = match word {
                Some(word) => cover.search_with(pool, word.class, &mut collector),
                None => cover.search(pool, &mut collector),
            };
            (outcome != Outcome::Exhausted).then_some(outcome)
        };
        let outcome =
            for_each_subproblem(problem, self.may_rearrange, broken, words.as_deref(), &mut search_subproblem);
        let Collector { seen, found, .. } = collector;
        self.seen = seen;
        self.nodes_left = cover.nodes_left();
        self.found_in_stage += found.len();
        let objective = self.objective;
        self.ready.extend(found.into_iter().map(|found| found.into_best(problem, objective)));
        outcome.unwrap_or(Outcome::Exhausted)
    }

    /// Moves on to the next stage, if there is one.
    fn next_stage(&mut self) {
        let breakable = self.problem.as_ref().filter(|_| self.may_rearrange);
        let max_broken = breakable.map_or(0, |problem| problem.table_words.len() as u32);
        self.stage = match self.stage {
            Some((target, broken)) if broken < max_broken => Some((target, broken + 1)),
            _ => self.targets.as_mut().and_then(Iterator::next).map(|target| (target, 0)),
        };
        self.found_in_stage = 0;
    }
}

impl Iterator for Plays<'_> {
    type Item = RatedPlay;

    fn next(&mut self) -> Option<RatedPlay> {
        if self.targets.is_none() {
            self.start();
        }
        while self.ready.is_empty() && self.stage.is_some() {
            match self.search(self.found_in_stage.max(FIRST_BATCH)) {
                Outcome::Found => {}
                Outcome::Exhausted => self.next_stage(),
                Outcome::OutOfNodes => {
                    self.out_of_budget = true;
                    self.stage = None;
                }
            }
        }
        self.ready.pop_front()
    }
}

/// Collects plays of one stage.
struct Collector<'a, F> {
    builder: PlayBuilder<'a>,
    is_in_stage: F,
    seen: HashSet<String>,
    /// The plays that had not been seen before.
    found: Vec<Candidate>,
    /// The number of plays after which the search stops.
    batch: usize,
}

impl<F: Fn(&Candidate) -> bool> Accept for Collector<'_, F> {
    fn accept(&mut self, classes: &[Class]) -> bool {
        let Collector { builder, is_in_stage, seen, found, batch } = self;
        builder.for_each_play(classes, &mut |play| {
            if is_in_stage(&play) && seen.insert(words_of(&play)) {
                found.push(play);
            }
            found.len() >= *batch
        })
    }
}

/// The words that a play leaves on the table, sorted: plays are equal if these are.
fn words_of(play: &Candidate) -> String {
    let mut words: Vec<String> = play.table.sets().filter_map(|set| spelling(set).ok()).collect();
    words.sort_unstable();
    words.join(" ")
}
