//! Iterative deepening on the number of table words that a play breaks.
//!
//! Level k breaks k words of the table and keeps the others. Nearly always one of the first levels with anything to try
//! has a best play, and its pools are small. If they have none, the complete search, which may break every word, tells
//! whether there is such a play at all before the more expensive levels are tried.

use super::book::WordBook;
use super::cover::{Cover, Outcome, Pricing};
use super::play_builder::PlayBuilder;
use super::problem::{Problem, WordSet};
use super::target_word::{TargetWord, combinations};
use crate::objective::Objective;

/// What a play has to achieve.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<'g> {
    /// If given, one of these words must be formed.
    pub(super) one_of: Option<&'g [TargetWord]>,
    /// The number of tiles that may stay on the rack.
    pub(super) spare: u32,
}

/// The number of levels with anything to try before the complete search.
const LEVELS_BEFORE_COMPLETE: u32 = 2;

/// The nodes of the complete search, times 4 for each level tried in vain. The limit matters: on a large table the
/// complete search may get lost where the next level would find a play at once.
const COMPLETE_NODES: u64 = 500;

/// The nodes of a first, shallow attempt: most subproblems with a solution have one that is found at once.
const SHALLOW_NODES: u64 = 40;

/// The nodes of a short attempt.
const ATTEMPT_NODES: u64 = 300;

/// The number of unfinished subproblems that may be deferred; beyond that each is searched to its end at once.
const MAX_DEFERRED: usize = 100_000;

/// The words to break, and the word to form if the goal asks for one.
pub(super) type Subproblem<'g> = (WordSet, Option<&'g TargetWord>);

/// The search over levels, with its incumbent in the builder.
#[derive(Debug)]
pub(super) struct Levels<'a> {
    pub(super) book: &'a WordBook,
    pub(super) problem: &'a Problem<'a>,
    pub(super) cover: Cover<'a>,
    pub(super) builder: PlayBuilder<'a>,
    /// Whether the play may break words of the table, or comes from the rack alone.
    pub(super) may_rearrange: bool,
}

impl<'a> Levels<'a> {
    pub(super) fn new(
        book: &'a WordBook,
        problem: &'a Problem<'a>,
        objective: Objective,
        may_rearrange: bool,
        nodes: u64,
    ) -> Levels<'a> {
        let cover = Cover::new(book, problem.rack.letters, nodes);
        Levels { book, problem, cover, builder: PlayBuilder::new(book, problem, objective), may_rearrange }
    }

    /// The last level.
    fn max_level(&self) -> u32 {
        if self.may_rearrange { self.problem.table_words.len() as u32 } else { 0 }
    }

    /// Reaches the goal with as few words broken as possible, if it can be reached.
    pub(super) fn reach_with_fewest_broken(&mut self, goal: Goal<'_>) -> Outcome {
        self.deepen(goal, true)
    }

    /// Reaches the goal by any play, if it can be reached.
    pub(super) fn reach(&mut self, goal: Goal<'_>) -> Outcome {
        self.deepen(goal, false)
    }

    /// Searches level after level until one reaches the goal, or the complete search proves that none can.
    ///
    /// Each target word gets a complete search of its own; those that can't be formed are dropped.
    fn deepen(&mut self, goal: Goal<'_>, fewest_broken: bool) -> Outcome {
        let mut targets: Option<Vec<&TargetWord>> = goal.one_of.map(|words| words.iter().collect());
        let mut max_level = self.max_level();
        let mut complete = Outcome::OutOfNodes;
        let (mut level, mut tried) = (0, 0);
        while level <= max_level {
            let (outcome, subproblems) = self.try_level(level, targets.as_deref(), goal.spare);
            if outcome != Outcome::Exhausted {
                return outcome;
            }
            level += 1;
            tried += u32::from(subproblems > 0);
            if tried >= LEVELS_BEFORE_COMPLETE && level < max_level && complete == Outcome::OutOfNodes {
                complete = self.search_complete(goal.spare, &mut targets, COMPLETE_NODES << (2 * tried));
                match complete {
                    Outcome::Exhausted => return complete,
                    // The incumbent may keep some words: only the levels below its own can improve on it.
                    Outcome::Found if fewest_broken => max_level = self.broken_by_incumbent().saturating_sub(1),
                    Outcome::Found => return complete,
                    Outcome::OutOfNodes => {}
                }
            }
        }
        if complete == Outcome::Found { complete } else { Outcome::Exhausted }
    }

    fn broken_by_incumbent(&self) -> u32 {
        self.builder.incumbent.as_ref().map_or(0, |best| self.problem.table_words.len() as u32 - best.kept)
    }

    /// The complete search for each of the target words.
    fn search_complete(&mut self, spare: u32, targets: &mut Option<Vec<&TargetWord>>, nodes: u64) -> Outcome {
        let Some(targets) = targets else { return self.search_all_broken(None, spare, nodes) };
        let share = nodes / targets.len().max(1) as u64 + ATTEMPT_NODES;
        let mut index = 0;
        while index < targets.len() {
            match self.search_all_broken(Some(targets[index]), spare, share) {
                Outcome::Exhausted => {
                    targets.remove(index);
                }
                Outcome::OutOfNodes => index += 1,
                Outcome::Found => return Outcome::Found,
            }
        }
        if targets.is_empty() { Outcome::Exhausted } else { Outcome::OutOfNodes }
    }

    /// Whether the goal can be reached when every word may be broken, as far as the nodes go.
    ///
    /// The search can't lay a misspelt word again, because it is in no book. Where such words may stay (W8), every
    /// choice of those that do is tried.
    fn search_all_broken(&mut self, target: Option<&TargetWord>, spare: u32, nodes: u64) -> Outcome {
        self.cover.set_pricing(Pricing::Deep);
        let (all, unlisted) = (self.problem.all(), self.problem.unlisted());
        let mut kept = unlisted;
        let mut outcome = Outcome::Exhausted;
        loop {
            match self.search_with_restarts((all & !kept, target), spare, nodes) {
                Outcome::Found => return Outcome::Found,
                Outcome::OutOfNodes => outcome = Outcome::OutOfNodes,
                Outcome::Exhausted => {}
            }
            if kept == 0 {
                return outcome;
            }
            // The next smaller subset.
            kept = (kept - 1) & unlisted;
        }
    }

    /// Half of the nodes go into short attempts, each with another order of words, because a search that takes a wrong
    /// turn early does not recover from it for a long time. The other half go into one attempt that may finish.
    fn search_with_restarts(&mut self, subproblem: Subproblem<'_>, spare: u32, nodes: u64) -> Outcome {
        for restart in 1..=nodes.div_ceil(2 * ATTEMPT_NODES) {
            self.cover.set_restart(restart as u32);
            let outcome = self.within(ATTEMPT_NODES, |levels| levels.search(subproblem, spare));
            self.cover.set_restart(0);
            if outcome != Outcome::OutOfNodes || self.cover.nodes_left() == 0 {
                return outcome;
            }
        }
        self.within(nodes / 2, |levels| levels.search(subproblem, spare))
    }

    /// Searches a single level.
    pub(super) fn search_level(&mut self, broken: u32, goal: Goal<'_>) -> Outcome {
        let targets: Option<Vec<&TargetWord>> = goal.one_of.map(|words| words.iter().collect());
        self.try_level(broken, targets.as_deref(), goal.spare).0
    }

    /// Searches a level; returns also its number of subproblems.
    ///
    /// Each subproblem gets a shallow attempt. Only if none of them finds a play do the unfinished ones get deeper and
    /// longer attempts, so that a single hard subproblem does not hold up the easy ones after it.
    fn try_level(&mut self, broken: u32, targets: Option<&[&TargetWord]>, spare: u32) -> (Outcome, u32) {
        let mut unfinished: Vec<Subproblem<'_>> = Vec::new();
        let mut count = 0;
        self.cover.set_pricing(Pricing::Shallow);
        let outcome = for_each_subproblem(self.problem, self.may_rearrange, broken, targets, &mut |subproblem| {
            count += 1;
            let nodes = if unfinished.len() < MAX_DEFERRED { SHALLOW_NODES } else { u64::MAX };
            let outcome = self.attempt(subproblem, spare, nodes);
            defer_unfinished(outcome, subproblem, &mut unfinished)
        });
        let mut outcome = outcome.unwrap_or(Outcome::Exhausted);
        let mut nodes = ATTEMPT_NODES;
        self.cover.set_pricing(Pricing::Deep);
        while outcome == Outcome::Exhausted && !unfinished.is_empty() {
            for subproblem in std::mem::take(&mut unfinished) {
                let attempted = self.attempt(subproblem, spare, nodes);
                if let Some(end) = defer_unfinished(attempted, subproblem, &mut unfinished) {
                    outcome = end;
                    break;
                }
            }
            nodes *= 4;
        }
        (outcome, count)
    }

    /// Searches a subproblem with a limited number of nodes; none if these were too few.
    fn attempt(&mut self, subproblem: Subproblem<'_>, spare: u32, nodes: u64) -> Option<Outcome> {
        match self.within(nodes, |levels| levels.search(subproblem, spare)) {
            Outcome::OutOfNodes if self.cover.nodes_left() > 0 => None,
            outcome => Some(outcome),
        }
    }

    /// Runs a search with at most this many of the remaining nodes.
    pub(super) fn within(&mut self, nodes: u64, search: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let before = self.cover.nodes_left();
        let share = nodes.min(before);
        self.cover.set_nodes_left(share);
        let outcome = search(self);
        self.cover.set_nodes_left(before - share + self.cover.nodes_left());
        outcome
    }

    fn search(&mut self, (broken, target): Subproblem<'_>, spare: u32) -> Outcome {
        let pool = self.problem.rack.plus(self.problem.counts(broken)).pool(spare);
        self.cover.set_kept(self.problem.kept_classes(broken));
        self.builder.broken = broken;
        self.builder.first_is_new = target.is_some();
        match target {
            Some(word) => self.cover.search_with(pool, word.class, &mut self.builder),
            None => self.cover.search(pool, &mut self.builder),
        }
    }
}

/// Visits every subproblem that breaks exactly `broken` words, the words that must be broken among them. Stops when
/// `visit` returns something.
pub(super) fn for_each_subproblem<'g, T>(
    problem: &Problem<'_>,
    may_rearrange: bool,
    broken: u32,
    targets: Option<&[&'g TargetWord]>,
    visit: &mut impl FnMut(Subproblem<'g>) -> Option<T>,
) -> Option<T> {
    let must_break = problem.must_break;
    let more = broken.checked_sub(must_break.count_ones())?;
    let free = if may_rearrange { problem.all() & !must_break } else { 0 };
    match targets {
        None => combinations(free, must_break, more, &mut |broken| visit((broken, None))),
        Some(words) => words.iter().find_map(|word| {
            word.for_each_breakage(must_break, free, more, &mut |broken| visit((broken, Some(*word))))
        }),
    }
}

/// Defers an unfinished subproblem; otherwise returns the outcome if it ends the level.
fn defer_unfinished<'g>(
    outcome: Option<Outcome>,
    subproblem: Subproblem<'g>,
    unfinished: &mut Vec<Subproblem<'g>>,
) -> Option<Outcome> {
    match outcome {
        None => {
            unfinished.push(subproblem);
            None
        }
        Some(Outcome::Exhausted) => None,
        end => end,
    }
}
