//! The core search: can these letters be laid in words, with only so many left over?
//!
//! A state is a pool of letters and jokers and the number of tiles that may be left over; of each letter at most as
//! many as the rack has, for what was on the table stays there (W5). It takes the letter with the fewest words for
//! each of its tiles: either one of those words is laid, or all tiles of that letter are left over.
//!
//! Jokers need no guessing: a word takes real letters first and jokers for what is missing. Which piece is the joker
//! in the end makes no difference to what can be laid, but for the letters of jokers that lie on the table (W7);
//! whoever accepts a finished set of words looks after that.

use std::ops::Range;

use super::book::{Class, WordBook};
use super::letters::Letters;
use super::memo::{Key, Memo, mark};

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

/// What is still to be laid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pool {
    /// The letters.
    pub(super) letters: Letters,
    /// The jokers.
    pub(super) jokers: u32,
    /// Letters and jokers together.
    pub(super) tiles: u32,
    /// How many may be left over.
    pub(super) spare: u32,
}

impl Pool {
    /// What is left when a word is laid; none if it can't be.
    pub(super) fn spell(self, book: &WordBook, class: Class) -> Option<Pool> {
        let (letters, jokers) = self.letters.spell(book.letters(class), self.jokers)?;
        Some(Pool { letters, jokers, tiles: self.tiles - book.length(class), spare: self.spare })
    }

    /// What is left when all tiles of a letter are left over.
    fn leave(self, letter: usize) -> Pool {
        let count = self.letters.count(letter);
        let letters = self.letters.without(letter);
        Pool { letters, tiles: self.tiles - count, spare: self.spare - count, ..self }
    }
}

/// Looks at finished sets of words and takes one.
pub(super) trait Accept {
    /// Whether the words, one of each class, can be laid.
    fn accept(&mut self, classes: &[Class]) -> bool;
}

/// With more tiles than this, only the rarest letters' own lists are looked at: nearly every word fits.
const MANY_TILES: u32 = 40;

/// Letters from the one in fewest words to the one in most, by and large. It only matters for speed.
const RAREST_FIRST: &[u8; 26] = b"QJXZVWKFYBHGMPUDCOLTNARISE";

/// One word needs three tiles, two need six: below that only one more can be laid.
const TWO_WORDS: u32 = 6;

/// The search, with what it has learned so far.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    book: &'a WordBook,
    /// The letters of the rack: what may be left over.
    rack: Letters,
    /// Lists of classes, one behind another: first all that could ever be laid, then those of each node.
    lists: Vec<Class>,
    /// How many of the classes could ever be laid.
    base: usize,
    /// How many words of each class are on the table.
    usage: Vec<u8>,
    /// The classes in use: those of words that stay, then those laid by the search.
    laid: Vec<Class>,
    /// How many of them stay.
    staying: usize,
    memo: Memo,
    /// Whether words were found but not accepted, which is no proof that the same letters can't be laid elsewhere.
    refused: bool,
    /// How many nodes may still be searched.
    nodes_left: u64,
    /// Words are tried from the longest to the shortest; with an order other than 0, from somewhere in between.
    order: u32,
}

impl<'a> Cover<'a> {
    /// A search over the words that the pool of everything can spell.
    pub(super) fn new(book: &'a WordBook, rack: Letters, everything: Pool, nodes: u64) -> Cover<'a> {
        let absent = !everything.letters.mask();
        let can_spell = |&class: &Class| {
            (book.mask(class) & absent).count_ones() <= everything.jokers
                && everything.letters.spell(book.letters(class), everything.jokers).is_some()
        };
        let lists: Vec<Class> = (0..book.classes() as Class).filter(can_spell).collect();
        Cover {
            book,
            rack,
            base: lists.len(),
            lists,
            usage: vec![0; book.classes()],
            laid: Vec::new(),
            staying: 0,
            memo: Memo::default(),
            refused: false,
            nodes_left: nodes,
            order: 0,
        }
    }

    /// All classes that could ever be laid, the longest first.
    pub(super) fn classes(&self) -> &[Class] {
        &self.lists[..self.base]
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
        self.node(pool, 0..self.base, accept)
    }

    /// The same with one word given.
    pub(super) fn find_with(&mut self, pool: Pool, class: Class, accept: &mut impl Accept) -> Ended {
        match pool.spell(self.book, class) {
            Some(rest) if self.is_free(class) => self.lay(class, rest, 0..self.base, accept),
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

    fn lay(&mut self, class: Class, rest: Pool, list: Range<usize>, accept: &mut impl Accept) -> Ended {
        self.put(class);
        let ended = self.node(rest, list, accept);
        self.laid.pop();
        self.usage[class as usize] -= 1;
        ended
    }

    /// Whether everything that remains may be left over.
    fn is_done(&self, pool: Pool) -> bool {
        pool.tiles <= pool.spare && pool.letters.within(self.rack)
    }

    /// Offers the words laid so far.
    fn offer(&mut self, accept: &mut impl Accept) -> Ended {
        if accept.accept(&self.laid[self.staying..]) {
            return Ended::Found;
        }
        self.refused = true;
        Ended::Exhausted
    }

    fn node(&mut self, pool: Pool, list: Range<usize>, accept: &mut impl Accept) -> Ended {
        if self.is_done(pool) {
            return self.offer(accept);
        }
        if pool.tiles < 3 {
            return Ended::Exhausted;
        }
        if self.nodes_left == 0 {
            return Ended::Stopped;
        }
        self.nodes_left -= 1;
        if pool.tiles < TWO_WORDS {
            return self.last_word(pool, list, accept);
        }
        let key = Key::new(pool.letters, pool.jokers, self.words_taken(pool));
        if self.memo.fails(&key, pool.spare) {
            return Ended::Exhausted;
        }
        let refused_before = std::mem::replace(&mut self.refused, false);
        let ended = if pool.tiles > MANY_TILES {
            self.rarest_letter(pool, list, accept)
        } else {
            self.fewest_words(pool, list, accept)
        };
        if ended == Ended::Exhausted && !self.refused {
            self.memo.remember(key, pool.spare);
        }
        self.refused |= refused_before;
        ended
    }

    /// Tells apart states with the same letters in which other words are taken. Only words that could be laid again
    /// matter.
    fn words_taken(&self, pool: Pool) -> u64 {
        let again = self.laid.iter().filter(|&&class| pool.spell_fits(self.book, class));
        again.fold(0, |sum: u64, &class| sum.wrapping_add(mark(class)))
    }

    /// Only one more word can be laid.
    fn last_word(&mut self, pool: Pool, list: Range<usize>, accept: &mut impl Accept) -> Ended {
        for index in list {
            let class = self.lists[index];
            let length = self.book.length(class);
            if length > pool.tiles || pool.tiles - length > pool.spare {
                continue;
            }
            if let Some(rest) = pool.spell(self.book, class)
                && rest.letters.within(self.rack)
                && self.is_free(class)
            {
                self.put(class);
                let ended = self.offer(accept);
                self.laid.pop();
                self.usage[class as usize] -= 1;
                if ended == Ended::Found {
                    return ended;
                }
            }
        }
        Ended::Exhausted
    }

    /// Branches on the letter with the fewest words for each of its tiles.
    fn fewest_words(&mut self, mut pool: Pool, list: Range<usize>, accept: &mut impl Accept) -> Ended {
        let start = self.lists.len();
        let mut words_with = [0u32; 26];
        let absent = !pool.letters.mask();
        for index in list {
            let class = self.lists[index];
            let mut mask = self.book.mask(class);
            if (mask & absent).count_ones() <= pool.jokers && pool.spell_fits(self.book, class) && self.is_free(class) {
                self.lists.push(class);
                while mask != 0 {
                    words_with[mask.trailing_zeros() as usize] += 1;
                    mask &= mask - 1;
                }
            }
        }
        let here = start..self.lists.len();
        // Letters without a word are left over, if they may be.
        let mut best: Option<(usize, u32, u32)> = None;
        for (letter, &words) in words_with.iter().enumerate() {
            let tiles = pool.letters.count(letter);
            if tiles == 0 {
                continue;
            }
            if words == 0 {
                if tiles > pool.spare || tiles > self.rack.count(letter) {
                    self.lists.truncate(start);
                    return Ended::Exhausted;
                }
                pool = pool.leave(letter);
            } else if best.is_none_or(|(_, fewest, over)| words * over < fewest * tiles) {
                best = Some((letter, words, tiles));
            }
        }
        let ended = match best {
            _ if self.is_done(pool) => self.offer(accept),
            Some((letter, ..)) => self.branch(pool, letter, here.clone(), here, accept),
            None => Ended::Exhausted,
        };
        self.lists.truncate(start);
        ended
    }

    /// Branches on the rarest of the letters, without looking at all words.
    fn rarest_letter(&mut self, pool: Pool, list: Range<usize>, accept: &mut impl Accept) -> Ended {
        let start = self.lists.len();
        let mut rarest = RAREST_FIRST.iter().map(|byte| usize::from(byte - b'A'));
        let Some(letter) = rarest.find(|&letter| pool.letters.count(letter) > 0) else {
            return Ended::Exhausted;
        };
        let fitting = self.book.with_letter(letter).iter().copied();
        let fitting: Vec<Class> =
            fitting.filter(|&class| pool.spell_fits(self.book, class) && self.is_free(class)).collect();
        self.lists.extend(fitting);
        let here = start..self.lists.len();
        let ended = self.branch(pool, letter, here, list, accept);
        self.lists.truncate(start);
        ended
    }

    /// Lays each of the words that have the letter, or leaves all its tiles over.
    fn branch(
        &mut self,
        pool: Pool,
        letter: usize,
        words: Range<usize>,
        list: Range<usize>,
        accept: &mut impl Accept,
    ) -> Ended {
        let first = match self.order {
            0 => words.start,
            order => words.start + mark(order ^ pool.letters.bits() as u32) as usize % words.len().max(1),
        };
        for index in (first..words.end).chain(words.start..first) {
            let class = self.lists[index];
            if self.book.mask(class) >> letter & 1 == 0 {
                continue;
            }
            if let Some(rest) = pool.spell(self.book, class) {
                match self.lay(class, rest, list.clone(), accept) {
                    Ended::Exhausted => {}
                    ended => return ended,
                }
            }
        }
        let tiles = pool.letters.count(letter);
        if tiles <= pool.spare && tiles <= self.rack.count(letter) {
            return self.node(pool.leave(letter), list, accept);
        }
        Ended::Exhausted
    }
}

impl Pool {
    /// Whether a word can be laid.
    fn spell_fits(self, book: &WordBook, class: Class) -> bool {
        let word = book.letters(class);
        if self.jokers == 0 { word.within(self.letters) } else { self.letters.spell(word, self.jokers).is_some() }
    }
}
