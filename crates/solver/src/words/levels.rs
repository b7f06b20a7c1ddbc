//! The shell around the core search: take as few words of the table apart as possible.
//!
//! Level k takes k words apart and lets the others stay. Nearly always one of the first levels at which there is
//! anything to try has a best play already, and the pools of these are small. When they have none, the complete
//! search, in which no word has to stay, tells whether there is such a play at all before the dearer levels are tried.

use super::Objective;
use super::book::WordBook;
use super::cover::{Cover, Effort, Ended};
use super::ground::{Ground, Words};
use super::lay::Layer;
use super::supply::{Supply, combinations};

/// What a play has to reach.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<'g> {
    /// If given, one of these words must be formed.
    pub(super) one_of: Option<&'g [Supply]>,
    /// How many tiles of the rack may stay there.
    pub(super) spare: u32,
}

/// Levels with something to try, before the complete search is asked.
const FIRST_LEVELS: u32 = 2;

/// The nodes of the complete search, to be multiplied by 4 for each level that has been tried in vain. It may go
/// astray at a large table where the next level would have found a play in no time.
const COMPLETE_NODES: u64 = 500;

/// The nodes of a first, shallow attempt: most ways that lead anywhere do so at once.
const SHALLOW_NODES: u64 = 40;

/// The nodes of a short attempt.
const ATTEMPT_NODES: u64 = 300;

/// A way to reach a goal: the words to break, and the word to form if one was asked for.
pub(super) type Way<'g> = (Words, Option<&'g Supply>);

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
        let cover = Cover::new(book, ground.rack.letters, nodes);
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
        let mut open: Option<Vec<&Supply>> = goal.one_of.map(|words| words.iter().collect());
        let mut most = self.most();
        let mut complete = Ended::Stopped;
        let (mut level, mut tried) = (0, 0);
        while level <= most {
            let (ended, ways) = self.try_level(level, open.as_deref(), goal.spare);
            if ended != Ended::Exhausted {
                return ended;
            }
            level += 1;
            tried += u32::from(ways > 0);
            if tried >= FIRST_LEVELS && level < most && complete == Ended::Stopped {
                complete = self.complete(goal.spare, &mut open, COMPLETE_NODES << (2 * tried));
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
    fn complete(&mut self, spare: u32, open: &mut Option<Vec<&Supply>>, nodes: u64) -> Ended {
        let Some(words) = open else { return self.break_all(None, spare, nodes) };
        let share = nodes / words.len().max(1) as u64 + ATTEMPT_NODES;
        let mut index = 0;
        while index < words.len() {
            match self.break_all(Some(words[index]), spare, share) {
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
    fn break_all(&mut self, word: Option<&Supply>, spare: u32, nodes: u64) -> Ended {
        self.cover.set_effort(Effort::Deep);
        let (all, misspelt) = (self.ground.all(), self.ground.misspelt());
        let mut stay = misspelt;
        let mut ended = Ended::Exhausted;
        loop {
            match self.break_all_of((all & !stay, word), spare, nodes) {
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
    fn break_all_of(&mut self, way: Way<'_>, spare: u32, nodes: u64) -> Ended {
        for order in 1..=nodes.div_ceil(2 * ATTEMPT_NODES) {
            self.cover.set_order(order as u32);
            let ended = self.within(ATTEMPT_NODES, |levels| levels.go(way, spare));
            self.cover.set_order(0);
            if ended != Ended::Stopped || self.cover.nodes_left() == 0 {
                return ended;
            }
        }
        self.within(nodes / 2, |levels| levels.go(way, spare))
    }

    /// Tries all ways to break so many words, those that may not stay among them.
    pub(super) fn level(&mut self, broken: u32, goal: Goal<'_>) -> Ended {
        let words: Option<Vec<&Supply>> = goal.one_of.map(|words| words.iter().collect());
        self.try_level(broken, words.as_deref(), goal.spare).0
    }

    /// The same; also how many ways there were.
    ///
    /// Each way gets a shallow attempt, and only when none of them finds a play do those that were not finished get
    /// deeper and longer ones: a single hard way does not hold up the easy ones behind it.
    fn try_level(&mut self, broken: u32, one_of: Option<&[&Supply]>, spare: u32) -> (Ended, u32) {
        let mut open: Vec<Way<'_>> = Vec::new();
        let mut ways = 0;
        self.cover.set_effort(Effort::Shallow);
        let ended = each_way(self.ground, self.touches, broken, one_of, &mut |way| {
            ways += 1;
            let tried = self.attempt(way, spare, SHALLOW_NODES);
            put_off(tried, way, &mut open)
        });
        let mut ended = ended.unwrap_or(Ended::Exhausted);
        let mut nodes = ATTEMPT_NODES;
        self.cover.set_effort(Effort::Deep);
        while ended == Ended::Exhausted && !open.is_empty() {
            for way in std::mem::take(&mut open) {
                let tried = self.attempt(way, spare, nodes);
                if let Some(stop) = put_off(tried, way, &mut open) {
                    ended = stop;
                    break;
                }
            }
            nodes *= 4;
        }
        (ended, ways)
    }

    /// Tries one way with so many nodes; none if they were too few.
    fn attempt(&mut self, way: Way<'_>, spare: u32, nodes: u64) -> Option<Ended> {
        match self.within(nodes, |levels| levels.go(way, spare)) {
            Ended::Stopped if self.cover.nodes_left() > 0 => None,
            ended => Some(ended),
        }
    }

    /// Searches with at most so many nodes.
    pub(super) fn within(&mut self, nodes: u64, search: impl FnOnce(&mut Self) -> Ended) -> Ended {
        let before = self.cover.nodes_left();
        let share = nodes.min(before);
        self.cover.set_nodes_left(share);
        let ended = search(self);
        self.cover.set_nodes_left(before - share + self.cover.nodes_left());
        ended
    }

    /// Goes one way to its end.
    fn go(&mut self, (broken, word): Way<'_>, spare: u32) -> Ended {
        let pool = self.ground.rack.and(self.ground.hand(broken)).pool(spare);
        self.cover.stay(self.ground.staying(broken));
        self.layer.broken = broken;
        self.layer.first_is_new = word.is_some();
        match word {
            Some(word) => self.cover.find_with(pool, word.class, &mut self.layer),
            None => self.cover.find(pool, &mut self.layer),
        }
    }
}

/// Calls back with every way to break so many words, those that may not stay among them. Stops with the first answer
/// that is not none.
pub(super) fn each_way<'g, T>(
    ground: &Ground<'_>,
    touches: bool,
    broken: u32,
    one_of: Option<&[&'g Supply]>,
    tried: &mut impl FnMut(Way<'g>) -> Option<T>,
) -> Option<T> {
    let doomed = ground.doomed;
    let more = broken.checked_sub(doomed.count_ones())?;
    let free = if touches { ground.all() & !doomed } else { 0 };
    match one_of {
        None => combinations(free, doomed, more, &mut |broken| tried((broken, None))),
        Some(words) => {
            words.iter().find_map(|word| word.each(doomed, free, more, &mut |broken| tried((broken, Some(*word)))))
        }
    }
}

/// Keeps a way that was not finished for later; otherwise, what stops the level.
fn put_off<'g>(tried: Option<Ended>, way: Way<'g>, open: &mut Vec<Way<'g>>) -> Option<Ended> {
    match tried {
        None => {
            open.push(way);
            None
        }
        Some(Ended::Exhausted) => None,
        stop => stop,
    }
}
