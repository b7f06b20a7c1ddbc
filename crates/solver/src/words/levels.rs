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

/// The nodes of a short attempt.
const ATTEMPT_NODES: u64 = 300;

/// A way to reach a goal that was not finished: the words to break, and the word to form if one was asked for.
type Way = (Words, Option<Class>);

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
    ///
    /// A misspelt word that may stay (W8) is in no book: the search can't lay it again, so it is tried both ways.
    fn break_all(&mut self, goal: Goal<'_>, nodes: u64) -> Ended {
        let (all, misspelt) = (self.ground.all(), self.ground.misspelt());
        let mut stay = misspelt;
        let mut ended = Ended::Exhausted;
        loop {
            match self.break_all_of(all & !stay, goal, nodes) {
                Ended::Found => return Ended::Found,
                Ended::Stopped => ended = Ended::Stopped,
                Ended::Exhausted => {}
            }
            if stay == 0 {
                return ended;
            }
            stay = (stay - 1) & misspelt;
        }
    }

    /// Half of the nodes go into short attempts, each with another order of words: a search that took a wrong turn
    /// early would not come back from it for long. The other half go into one attempt that may finish.
    fn break_all_of(&mut self, broken: Words, goal: Goal<'_>, nodes: u64) -> Ended {
        let freed = self.ground.hand(broken);
        for order in 1..=nodes.div_ceil(2 * ATTEMPT_NODES) {
            self.cover.set_order(order as u32);
            let ended = self.within(ATTEMPT_NODES, |levels| levels.with_broken(broken, freed, goal));
            self.cover.set_order(0);
            if ended != Ended::Stopped || self.cover.nodes_left() == 0 {
                return ended;
            }
        }
        self.within(nodes / 2, |levels| levels.with_broken(broken, freed, goal))
    }

    /// Tries all ways to break so many words, those that may not stay among them.
    ///
    /// Each way gets a short attempt, and only when none of them finds a play do those that were not finished get
    /// longer ones: a single hard way does not hold up the easy ones behind it.
    pub(super) fn level(&mut self, broken: u32, goal: Goal<'_>) -> Ended {
        let doomed = self.ground.doomed;
        let Some(more) = broken.checked_sub(doomed.count_ones()) else { return Ended::Exhausted };
        let mut open = Vec::new();
        let mut ended = self.break_more(more, 0, doomed, self.ground.hand(doomed), goal, &mut open);
        let mut nodes = ATTEMPT_NODES;
        while ended == Ended::Exhausted && !open.is_empty() {
            nodes *= 4;
            for (broken, class) in std::mem::take(&mut open) {
                let one = class.as_ref().map(std::slice::from_ref);
                let freed = self.ground.hand(broken);
                ended = self.attempt(broken, freed, Goal { one_of: one, ..goal }, nodes, &mut open);
                if ended != Ended::Exhausted {
                    break;
                }
            }
        }
        ended
    }

    fn break_more(
        &mut self,
        more: u32,
        from: usize,
        broken: Words,
        freed: Hand,
        goal: Goal<'_>,
        open: &mut Vec<Way>,
    ) -> Ended {
        if more == 0 {
            return self.attempt(broken, freed, goal, ATTEMPT_NODES, open);
        }
        let within_reach: Option<Vec<Class>> = goal.one_of.map(|words| {
            let pool = self.ground.rack.and(freed);
            words.iter().copied().filter(|&class| self.can_supply(class, pool, from, more)).collect()
        });
        if within_reach.as_ref().is_some_and(Vec::is_empty) {
            return Ended::Exhausted;
        }
        let goal = Goal { one_of: within_reach.as_deref(), ..goal };
        for at in from..self.ground.old.len() {
            let old = &self.ground.old[at];
            if old.may_stay {
                match self.break_more(more - 1, at + 1, broken | 1 << at, freed.and(old.hand), goal, open) {
                    Ended::Exhausted => {}
                    ended => return ended,
                }
            }
        }
        Ended::Exhausted
    }

    /// Whether so many more words, of those from one on, could have what a word lacks. A quick test that lets through
    /// what it can't decide.
    fn can_supply(&self, class: Class, pool: Hand, from: usize, more: u32) -> bool {
        let lacking = self.book.letters(class).beyond(pool.letters);
        let Some(needed) = lacking.total().checked_sub(pool.jokers + 1) else { return true };
        let old = self.ground.old[from..].iter().filter(|old| old.may_stay);
        let mut gives: Vec<u32> =
            old.map(|old| (lacking.total() - lacking.beyond(old.hand.letters).total()) + old.hand.jokers).collect();
        gives.sort_unstable_by(|one, other| other.cmp(one));
        gives.iter().take(more as usize).sum::<u32>() > needed
    }

    /// Tries one way to break words, for each of the words that would do; what is not finished stays open.
    fn attempt(&mut self, broken: Words, freed: Hand, goal: Goal<'_>, nodes: u64, open: &mut Vec<Way>) -> Ended {
        let pool = self.ground.rack.and(freed).pool(goal.spare);
        let book = self.book;
        let Some(words) = goal.one_of else {
            return match self.within(nodes, |levels| levels.with_broken(broken, freed, goal)) {
                Ended::Stopped if self.cover.nodes_left() > 0 => {
                    open.push((broken, None));
                    Ended::Exhausted
                }
                ended => ended,
            };
        };
        for class in words.iter().copied().filter(|&class| pool.spell(book, class).is_some()) {
            let one = Goal { one_of: Some(&[class]), ..goal };
            match self.within(nodes, |levels| levels.with_broken(broken, freed, one)) {
                Ended::Stopped if self.cover.nodes_left() > 0 => open.push((broken, Some(class))),
                Ended::Exhausted => {}
                ended => return ended,
            }
        }
        Ended::Exhausted
    }

    /// Searches with at most so many nodes.
    fn within(&mut self, nodes: u64, search: impl FnOnce(&mut Self) -> Ended) -> Ended {
        let before = self.cover.nodes_left();
        let share = nodes.min(before);
        self.cover.set_nodes_left(share);
        let ended = search(self);
        self.cover.set_nodes_left(before - share + self.cover.nodes_left());
        ended
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
