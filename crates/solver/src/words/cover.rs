//! The core search: can these letters be laid in words, with only so many left over?
//!
//! A state is a pool of letters and jokers and the number of tiles that may be left over; of each letter at most as
//! many as the rack has, for what was on the table stays there (W5). It takes the letter with the fewest words for
//! each of its tiles: either one of those words is laid, or all tiles of that letter are left over.
//!
//! Jokers need no guessing: a word takes real letters first and jokers for what is missing. Which piece is the joker
//! in the end makes no difference to what can be laid, but for the letters of jokers that lie on the table (W7);
//! whoever accepts a finished set of words looks after that.

use super::book::{Class, WordBook};
use super::fits::{classes, more_than};
use super::letters::Letters;
use super::memo::{Key, Memo, mark};
use super::pool::Pool;
use super::prices::{Prices, Worth};

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// Words were found and accepted.
    Found,
    /// There are none.
    Exhausted,
    /// The nodes ran out.
    Stopped,
}

/// Looks at finished sets of words.
pub(super) trait Accept {
    /// Whether these words, one of each class, are what was looked for; the search goes on until they are.
    fn accept(&mut self, classes: &[Class]) -> bool;
}

/// With more tiles than this, only the words with the rarest letter are looked at: nearly every word fits.
const MANY_TILES: u32 = 40;

/// A list longer than this is not gone through: the book finds what fits sooner.
const LONG_LIST: usize = 2000;

/// In a list longer than this only the rarest letters are counted.
const MANY_WORDS: usize = 400;

/// How many of the rarest letters.
const RAREST: usize = 6;

/// Letters from the one in fewest words to the one in most, by and large. It only matters for speed.
const RAREST_FIRST: &[u8; 26] = b"QJXZVWKFYBHGMPUDCOLTNARISE";

/// One word needs three tiles, two need six: below that only one more can be laid.
const TWO_WORDS: u32 = 6;

/// With fewer tiles than this, laying them is sooner done than pricing them.
const PRICED_TILES: u32 = 12;

/// How hard to look for a proof that a pool can't be laid (see [`Prices`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// A little, and only before anything is laid.
    Shallow,
    /// As hard as it has proved worth while, and again after each word.
    Deep,
}

impl Effort {
    /// How often prices are tried, before the first word of a pool or after it.
    const fn rounds(self, first: bool) -> u32 {
        match (self, first) {
            (Effort::Shallow, true) => 3,
            (Effort::Shallow, false) => 0,
            (Effort::Deep, true) => 12,
            (Effort::Deep, false) => 4,
        }
    }
}

/// Which sets of words are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Any that leaves at most so many tiles over.
    One,
    /// All that leave just so many tiles over, each of them once but for what jokers can stand for.
    Every,
}

/// What the use of a class is counted up by while none of its words may be laid.
const BLOCKED: u8 = 128;

/// Where the words that may fit are listed.
#[derive(Debug, Clone, Copy)]
enum Listed {
    /// Nowhere: any word of the book may.
    Nowhere,
    /// From here to there in the lists.
    At(usize, usize),
}

/// The search, with what it has learned so far.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    book: &'a WordBook,
    /// The letters of the rack: what may be left over.
    rack: Letters,
    /// Lists of the classes that fit, those of a node behind those of the nodes above it.
    lists: Vec<Class>,
    /// How many words of each class are on the table.
    usage: Vec<u8>,
    /// The classes in use: those of words that stay, then those laid by the search.
    laid: Vec<Class>,
    /// How many of them stay.
    staying: usize,
    aim: Aim,
    /// Classes whose every use has been looked at.
    blocked: Vec<Class>,
    memo: Memo,
    /// Whether words were found but not accepted, which is no proof that the same letters can't be laid elsewhere.
    refused: bool,
    /// How many nodes may still be searched.
    nodes_left: u64,
    effort: Effort,
    /// The prices that the last proof or attempt at one ended with.
    prices: Prices,
    /// Words are tried from the longest to the shortest; with an order other than 0, from somewhere in between.
    order: u32,
}

impl<'a> Cover<'a> {
    /// A search that may leave over what the rack has.
    pub(super) fn new(book: &'a WordBook, rack: Letters, nodes: u64) -> Cover<'a> {
        Cover {
            book,
            rack,
            lists: Vec::new(),
            usage: vec![0; book.classes()],
            laid: Vec::new(),
            staying: 0,
            aim: Aim::One,
            blocked: Vec::new(),
            memo: Memo::default(),
            refused: false,
            nodes_left: nodes,
            effort: Effort::Shallow,
            prices: Prices::new(),
            order: 0,
        }
    }

    /// How many nodes may still be searched.
    pub(super) const fn nodes_left(&self) -> u64 {
        self.nodes_left
    }

    /// Sets how many nodes may still be searched.
    pub(super) const fn set_nodes_left(&mut self, nodes: u64) {
        self.nodes_left = nodes;
    }

    /// Sets the order in which words are tried.
    pub(super) const fn set_order(&mut self, order: u32) {
        self.order = order;
    }

    /// Sets how hard to look for proofs.
    pub(super) const fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// Sets which sets of words are looked for.
    pub(super) const fn set_aim(&mut self, aim: Aim) {
        self.aim = aim;
    }

    /// Says which words stay on the table.
    pub(super) fn stay(&mut self, classes: impl Iterator<Item = Class>) {
        while let Some(class) = self.laid.pop() {
            self.usage[class as usize] -= 1;
        }
        for class in classes {
            self.put(class);
        }
        self.staying = self.laid.len();
    }

    /// Searches for words that use up the pool, but for what may be left over.
    pub(super) fn find(&mut self, pool: Pool, accept: &mut impl Accept) -> Ended {
        self.node(pool, Listed::Nowhere, accept)
    }

    /// The same with one word given.
    pub(super) fn find_with(&mut self, pool: Pool, class: Class, accept: &mut impl Accept) -> Ended {
        match pool.spell(self.book, class) {
            Some(rest) if self.is_free(class) => self.lay(class, rest, Listed::Nowhere, accept),
            _ => Ended::Exhausted,
        }
    }

    fn is_free(&self, class: Class) -> bool {
        let used = self.usage[class as usize];
        used == 0 || usize::from(used) < self.book.word_count(class)
    }

    fn put(&mut self, class: Class) {
        self.usage[class as usize] += 1;
        self.laid.push(class);
    }

    fn lay(&mut self, class: Class, rest: Pool, listed: Listed, accept: &mut impl Accept) -> Ended {
        self.put(class);
        let ended = self.node(rest, listed, accept);
        self.laid.pop();
        self.usage[class as usize] -= 1;
        ended
    }

    /// Whether everything that remains may be left over.
    fn is_done(&self, pool: Pool) -> bool {
        let enough = match self.aim {
            Aim::One => pool.tiles <= pool.spare,
            Aim::Every => pool.tiles == pool.spare,
        };
        enough && pool.letters.within(self.rack)
    }

    /// Offers the words laid so far.
    fn offer(&mut self, accept: &mut impl Accept) -> Ended {
        if accept.accept(&self.laid[self.staying..]) {
            return Ended::Found;
        }
        self.refused = true;
        Ended::Exhausted
    }

    fn node(&mut self, pool: Pool, listed: Listed, accept: &mut impl Accept) -> Ended {
        if self.is_done(pool) {
            return self.offer(accept);
        }
        if pool.tiles < 3 || (self.aim == Aim::Every && pool.tiles < pool.spare + 3) {
            return Ended::Exhausted;
        }
        if self.nodes_left == 0 {
            return Ended::Stopped;
        }
        self.nodes_left -= 1;
        let start = self.lists.len();
        if pool.tiles < TWO_WORDS {
            let ended = self.last_word(pool, listed, accept);
            self.lists.truncate(start);
            return ended;
        }
        let key = Key::new(pool.letters, pool.jokers, self.words_taken(pool));
        if self.memo.fails(&key, pool.spare) {
            return Ended::Exhausted;
        }
        let refused_before = std::mem::replace(&mut self.refused, false);
        let ended = if pool.tiles > MANY_TILES {
            self.rarest_letter(pool, accept)
        } else {
            self.fewest_words(pool, listed, accept)
        };
        self.lists.truncate(start);
        if ended == Ended::Exhausted && !self.refused {
            self.memo.remember(key, pool.spare);
        }
        self.refused |= refused_before;
        ended
    }

    /// Tells apart states with the same letters in which other words are taken. Only words that could be laid again
    /// matter.
    fn words_taken(&self, pool: Pool) -> u64 {
        let again = |class: &&Class| pool.can_spell(self.book, **class);
        let taken = self.laid.iter().filter(again).fold(0, |sum: u64, &class| sum.wrapping_add(mark(class)));
        if self.aim == Aim::One {
            return taken;
        }
        // Just so many left over is another question than at most so many.
        let blocked = self.blocked.iter().filter(again);
        blocked.fold(taken ^ mark(!pool.spare), |sum, &class| sum.wrapping_add(mark(class).rotate_left(32)))
    }

    /// Lists the words that fit and are free, from a list or from the book; if a letter is given, those that have it.
    fn list(&mut self, pool: Pool, listed: Listed, with: Option<usize>) -> (usize, usize) {
        let start = self.lists.len();
        match listed {
            Listed::At(from, to) if to - from <= LONG_LIST => {
                let absent = !pool.letters.mask();
                for index in from..to {
                    let class = self.lists[index];
                    if !more_than(self.book.mask(class) & absent, pool.jokers)
                        && pool.can_spell(self.book, class)
                        && self.is_free(class)
                    {
                        self.lists.push(class);
                    }
                }
            }
            _ => {
                let (book, lists, usage) = (self.book, &mut self.lists, &self.usage);
                let from = book.not_longer_than(pool.tiles) as usize;
                book.fits().scan(pool.letters, pool.jokers, with, from, |first, bits| {
                    lists.extend(classes(first, bits).filter(|&class| {
                        let used = usage[class as usize];
                        used == 0 || usize::from(used) < book.word_count(class)
                    }));
                    true
                });
            }
        }
        (start, self.lists.len())
    }

    /// Only one more word can be laid.
    fn last_word(&mut self, pool: Pool, listed: Listed, accept: &mut impl Accept) -> Ended {
        if pool.spare == 0 && pool.jokers == 0 {
            let class = self.book.class_of(pool.letters).filter(|&class| self.is_free(class));
            return class.map_or(Ended::Exhausted, |class| self.offer_with(class, accept));
        }
        let (from, to) = self.list(pool, listed, None);
        for index in from..to {
            let class = self.lists[index];
            let left = pool.tiles - self.book.length(class);
            if (left == pool.spare || (left < pool.spare && self.aim == Aim::One))
                && pool.spell(self.book, class).is_some_and(|rest| rest.letters.within(self.rack))
                && self.offer_with(class, accept) == Ended::Found
            {
                return Ended::Found;
            }
        }
        Ended::Exhausted
    }

    /// Offers the words laid so far and one more.
    fn offer_with(&mut self, class: Class, accept: &mut impl Accept) -> Ended {
        self.put(class);
        let ended = self.offer(accept);
        self.laid.pop();
        self.usage[class as usize] -= 1;
        ended
    }

    /// Looks for prices that prove that the pool can't be laid with the words at the end of the lists; none if there
    /// are. Otherwise drops the words that can't be laid and says where the list ends now.
    fn price(&mut self, pool: Pool, from: usize, rounds: u32) -> Option<usize> {
        let mut prices = self.prices;
        let mut best: Option<(f32, i64, Prices)> = None;
        for _ in 0..rounds {
            let verdict = prices.judge(pool, self.rack, &self.worth(&prices, from));
            if verdict.slack < 0 {
                self.prices = prices;
                return None;
            }
            let distance = prices.distance(&verdict);
            if best.is_none_or(|(least, ..)| distance < least) {
                best = Some((distance, verdict.slack, prices));
            }
            prices = prices.mended(&verdict);
        }
        if let Some((_, slack, prices)) = best {
            self.prices = prices;
            let mut end = from;
            for index in from..self.lists.len() {
                let class = self.lists[index];
                if i64::from(prices.value(self.book.sample(class))) >= -slack {
                    self.lists[end] = class;
                    end += 1;
                }
            }
            self.lists.truncate(end);
        }
        Some(self.lists.len())
    }

    /// What the words at the end of the lists are worth.
    fn worth(&self, prices: &Prices, from: usize) -> Worth {
        let mut worth = Worth::default();
        for &class in &self.lists[from..] {
            let word = self.book.sample(class);
            let value = prices.value(word);
            if value > 0 {
                let free = self.book.word_count(class) as i32 - i32::from(self.usage[class as usize]);
                worth.add(value, word, free);
            }
        }
        worth
    }

    /// How many words of a list have each letter; of a long list only those with the rarest letters are counted, and
    /// the others are taken to be without end.
    fn words_with(&self, pool: Pool, from: usize, to: usize) -> [u32; 26] {
        let mut counted = u32::MAX;
        if to - from > MANY_WORDS {
            let letters = RAREST_FIRST.iter().map(|byte| usize::from(byte - b'A'));
            let rarest = letters.filter(|&letter| pool.letters.count(letter) > 0).take(RAREST);
            counted = rarest.fold(0, |mask, letter| mask | 1 << letter);
        }
        let mut words_with = std::array::from_fn(|letter| if counted >> letter & 1 == 1 { 0 } else { u32::MAX });
        for &class in &self.lists[from..to] {
            let mut mask = self.book.mask(class) & counted;
            while mask != 0 {
                words_with[mask.trailing_zeros() as usize] += 1;
                mask &= mask - 1;
            }
        }
        words_with
    }

    /// Branches on the letter with the fewest words for each of its tiles.
    fn fewest_words(&mut self, mut pool: Pool, listed: Listed, accept: &mut impl Accept) -> Ended {
        let (from, mut to) = self.list(pool, listed, None);
        if pool.tiles >= PRICED_TILES {
            match self.price(pool, from, self.effort.rounds(matches!(listed, Listed::Nowhere))) {
                Some(shorter) => to = shorter,
                None => return Ended::Exhausted,
            }
        }
        // Letters without a word are left over, if they may be.
        let mut best: Option<(usize, u32, u32)> = None;
        for (letter, words) in self.words_with(pool, from, to).into_iter().enumerate() {
            let tiles = pool.letters.count(letter);
            if tiles == 0 || words == u32::MAX {
                continue;
            }
            if words == 0 {
                if tiles > pool.spare || tiles > self.rack.count(letter) {
                    return Ended::Exhausted;
                }
                pool = pool.leave(letter);
            } else if best.is_none_or(|(_, fewest, over)| words * over < fewest * tiles) {
                best = Some((letter, words, tiles));
            }
        }
        if self.is_done(pool) {
            return self.offer(accept);
        }
        match best {
            Some((letter, ..)) => self.branch(pool, letter, (from, to), Listed::At(from, to), accept),
            None => Ended::Exhausted,
        }
    }

    /// Branches on the rarest of the letters, without looking at all words.
    fn rarest_letter(&mut self, pool: Pool, accept: &mut impl Accept) -> Ended {
        let mut rarest = RAREST_FIRST.iter().map(|byte| usize::from(byte - b'A'));
        let Some(letter) = rarest.find(|&letter| pool.letters.count(letter) > 0) else {
            return Ended::Exhausted;
        };
        let words = self.list(pool, Listed::Nowhere, Some(letter));
        self.branch(pool, letter, words, Listed::Nowhere, accept)
    }

    /// Lays each of the words that have the letter, or leaves all its tiles over.
    fn branch(
        &mut self,
        pool: Pool,
        letter: usize,
        (from, to): (usize, usize),
        listed: Listed,
        accept: &mut impl Accept,
    ) -> Ended {
        let first = match self.order {
            0 => from,
            order => from + mark(order ^ pool.letters.bits() as u32) as usize % (to - from).max(1),
        };
        let blocked = self.blocked.len();
        let mut ended = Ended::Exhausted;
        for index in (first..to).chain(from..first) {
            let class = self.lists[index];
            if self.book.mask(class) >> letter & 1 == 0 {
                continue;
            }
            if let Some(rest) = pool.spell(self.book, class) {
                ended = self.lay(class, rest, listed, accept);
                if ended != Ended::Exhausted {
                    break;
                }
                if self.aim == Aim::Every {
                    self.usage[class as usize] += BLOCKED;
                    self.blocked.push(class);
                }
            }
        }
        let tiles = pool.letters.count(letter);
        if ended == Ended::Exhausted && tiles <= pool.spare && tiles <= self.rack.count(letter) {
            ended = self.node(pool.leave(letter), listed, accept);
        }
        for class in self.blocked.drain(blocked..) {
            self.usage[class as usize] -= BLOCKED;
        }
        ended
    }
}

#[cfg(test)]
mod tests;
