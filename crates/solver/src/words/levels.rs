//! The shell around the core search: take as few words of the table apart as possible.
//!
//! Level k takes k words apart and lets the others stay. Nearly always level 0 or 1 has a best play already, and
//! their pools are small. When they have none, the complete search, in which no word has to stay, tells whether there
//! is such a play at all before the dearer levels are tried.

use super::Objective;
use super::book::{Class, WordBook};
use super::cover::{Cover, Ended};
use super::ground::{Ground, Hand, Words};
use super::lay::Layer;

/// What a play has to reach.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<'g> {
    /// If given, one of these words must be formed.
    pub(super) one_of: Option<&'g [Class]>,
    /// How many tiles of the rack may stay there.
    pub(super) spare: u32,
}

/// Levels up to this one are tried before the complete search.
const FIRST_LEVELS: u32 = 1;

/// The nodes of the complete search, to be multiplied by 4 for each level that has been tried in vain. It may go
/// astray at a large table where the next level would have found a play in no time.
const COMPLETE_NODES: u64 = 500;

/// The nodes of one attempt of the complete search.
const ATTEMPT_NODES: u64 = 300;

/// The levels of a position.
#[derive(Debug)]
pub(super) struct Levels<'a> {
    pub(super) book: &'a WordBook,
    pub(super) ground: &'a Ground<'a>,
    pub(super) cover: Cover<'a>,
    pub(super) layer: Layer<'a>,
    /// Whether the table may be touched at all.
    pub(super) touches: bool,
}

impl<'a> Levels<'a> {
    /// Levels for a play that may touch the table, or one that comes from the rack alone.
    pub(super) fn new(
        book: &'a WordBook,
        ground: &'a Ground<'a>,
        objective: Objective,
        touches: bool,
        nodes: u64,
    ) -> Levels<'a> {
        let everything = if touches { ground.rack.and(ground.hand(ground.all())) } else { ground.rack };
        let cover = Cover::new(book, ground.rack.letters, everything.pool(0), nodes);
        Levels { book, ground, cover, layer: Layer::new(book, ground, objective), touches }
    }

    /// The most words that may be broken.
    fn most(&self) -> u32 {
        if self.touches { self.ground.old.len() as u32 } else { 0 }
    }

    /// Whether the goal can be reached, and if so, reaches it with as few words broken as possible.
    pub(super) fn attain(&mut self, goal: Goal<'_>) -> Ended {
        self.climb(goal, true)
    }

    /// Whether the goal can be reached at all.
    pub(super) fn reach(&mut self, goal: Goal<'_>) -> Ended {
        self.climb(goal, false)
    }

    /// Level after level until one reaches the goal, or until the complete search shows that none will.
    ///
    /// Of several words that would do, each gets its own complete search; those that can't be formed are dropped.
    fn climb(&mut self, goal: Goal<'_>, fewest_broken: bool) -> Ended {
        let mut open = goal.one_of.map(<[Class]>::to_vec);
        let mut most = self.most();
        let mut complete = Ended::Stopped;
        let mut level = 0;
        while level <= most {
            match self.level(level, Goal { one_of: open.as_deref(), ..goal }) {
                Ended::Exhausted => level += 1,
                ended => return ended,
            }
            if level > FIRST_LEVELS && level < most && complete == Ended::Stopped {
                complete = self.complete(goal.spare, &mut open, COMPLETE_NODES << (2 * level));
                match complete {
                    Ended::Exhausted => return complete,
                    // What was found may break fewer words than all: only the levels below it are of interest.
                    Ended::Found if fewest_broken => most = self.broken().saturating_sub(1),
                    Ended::Found => return complete,
                    Ended::Stopped => {}
                }
            }
        }
        if complete == Ended::Found { complete } else { Ended::Exhausted }
    }

    /// How many words the best play breaks.
    fn broken(&self) -> u32 {
        self.layer.best.as_ref().map_or(0, |best| self.ground.old.len() as u32 - best.kept)
    }

    /// The complete search, for each of the words that would do.
    fn complete(&mut self, spare: u32, open: &mut Option<Vec<Class>>, nodes: u64) -> Ended {
        let Some(words) = open else { return self.break_all(Goal { one_of: None, spare }, nodes) };
        let share = nodes / words.len().max(1) as u64 + ATTEMPT_NODES;
        let mut index = 0;
        while index < words.len() {
            match self.break_all(Goal { one_of: Some(&words[index..=index]), spare }, share) {
                Ended::Exhausted => {
                    words.remove(index);
                }
                Ended::Stopped => index += 1,
                Ended::Found => return Ended::Found,
            }
        }
        if words.is_empty() { Ended::Exhausted } else { Ended::Stopped }
    }

    /// Whether the goal can be reached when no word has to stay, as far as so many nodes tell.
    fn break_all(&mut self, goal: Goal<'_>, nodes: u64) -> Ended {
        let all_nodes = self.cover.nodes_left();
        let share = nodes.min(all_nodes);
        self.cover.set_nodes_left(share);
        let all = self.ground.all();
        let mut ended = Ended::Stopped;
        let mut order = 0;
        // Half of the nodes in short attempts, each with another order of words: a search that took a wrong turn early
        // would not come back from it for long. The other half in one attempt that may finish.
        while ended == Ended::Stopped && self.cover.nodes_left() > share / 2 {
            order += 1;
            let before = self.cover.nodes_left();
            let attempt = ATTEMPT_NODES.min(before);
            self.cover.set_order(order);
            self.cover.set_nodes_left(attempt);
            ended = self.with_broken(all, self.ground.hand(all), goal);
            self.cover.set_nodes_left(before - attempt + self.cover.nodes_left());
        }
        self.cover.set_order(0);
        if ended == Ended::Stopped {
            ended = self.with_broken(all, self.ground.hand(all), goal);
        }
        self.cover.set_nodes_left(all_nodes - share + self.cover.nodes_left());
        ended
    }

    /// Tries all ways to break so many words, those that may not stay among them.
    pub(super) fn level(&mut self, broken: u32, goal: Goal<'_>) -> Ended {
        let doomed = self.ground.doomed;
        match broken.checked_sub(doomed.count_ones()) {
            Some(more) => self.break_more(more, 0, doomed, self.ground.hand(doomed), goal),
            None => Ended::Exhausted,
        }
    }

    fn break_more(&mut self, more: u32, from: usize, broken: Words, freed: Hand, goal: Goal<'_>) -> Ended {
        if more == 0 {
            return self.with_broken(broken, freed, goal);
        }
        for at in from..self.ground.old.len() {
            let old = &self.ground.old[at];
            if old.may_stay {
                match self.break_more(more - 1, at + 1, broken | 1 << at, freed.and(old.hand), goal) {
                    Ended::Exhausted => {}
                    ended => return ended,
                }
            }
        }
        Ended::Exhausted
    }

    fn with_broken(&mut self, broken: Words, freed: Hand, goal: Goal<'_>) -> Ended {
        let pool = self.ground.rack.and(freed).pool(goal.spare);
        let book = self.book;
        if goal.one_of.is_some_and(|words| words.iter().all(|&class| pool.spell(book, class).is_none())) {
            return Ended::Exhausted;
        }
        let staying = self.ground.of(!broken & self.ground.all());
        self.cover.stay(staying.filter_map(|old| old.class));
        self.layer.broken = broken;
        self.layer.first_is_new = goal.one_of.is_some();
        let Some(words) = goal.one_of else { return self.cover.find(pool, &mut self.layer) };
        (words.iter())
            .map(|&class| self.cover.find_with(pool, class, &mut self.layer))
            .find(|&ended| ended != Ended::Exhausted)
            .unwrap_or(Ended::Exhausted)
    }
}
