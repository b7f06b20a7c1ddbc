//! The cover search: can a pool of letters be laid in words, with a limited number of tiles left over?
//!
//! A node is a pool of letters and jokers, with the number of tiles that may be left over. No more tiles of a letter
//! may be left over than the rack has, because tiles of the table stay there (W5). The search branches on the letter
//! with the fewest words per tile: either one of those words is laid, or all tiles of the letter are left over. Dual
//! prices of the letters prune pools that can't be laid (see [`LetterPrices`]), and a memo keeps those that were proved
//! infeasible.
//!
//! Jokers need no branching: a word takes real letters first and jokers for the missing ones. Which piece of a word is
//! the joker makes no difference to what can be laid, except for jokers that the table already reads as a letter (W7);
//! [`Accept`] takes care of those.

use super::book::{Class, WordBook};
use super::letter_prices::{LetterPrices, PositiveWords};
use super::letters::Letters;
use super::memo::{Key, Memo, class_hash};
use super::pool::Pool;
use super::spell_index::{classes_in, exceeds};

/// The outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A cover was found and accepted.
    Found,
    /// The search space is exhausted: there is no cover that would be accepted.
    Exhausted,
    /// The node budget ran out before either was known.
    OutOfNodes,
}

/// Decides about complete covers.
pub(super) trait Accept {
    /// Whether words of these classes make the play that is wanted. The search continues until a cover is accepted.
    fn accept(&mut self, classes: &[Class]) -> bool;
}

/// In larger pools, which can spell nearly every word of the book, only the words with the rarest letter are listed.
const MAX_TILES_FOR_FULL_LIST: u32 = 40;

/// Longer candidate lists are not filtered: scanning the index of the book is faster.
const MAX_FILTERED_LIST: usize = 2000;

/// In longer candidate lists only the words with the rarest letters are counted.
const MAX_FULLY_COUNTED_LIST: usize = 400;

/// The number of letters counted in a long candidate list.
const COUNTED_LETTERS: usize = 6;

/// The letters by increasing frequency in English, roughly. The order only affects speed.
const RAREST_FIRST: &[u8; 26] = b"QJXZVWKFYBHGMPUDCOLTNARISE";

/// Words have at least three letters, so that a smaller pool has at most one more word.
const MIN_TILES_FOR_TWO_WORDS: u32 = 6;

/// In smaller pools searching is faster than pricing.
const MIN_TILES_FOR_PRICES: u32 = 12;

/// How much work goes into a proof by dual prices that a pool can't be laid (see [`LetterPrices`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pricing {
    /// A few subgradient steps at the root only.
    Shallow,
    /// As many steps as have proved worthwhile, at every node.
    Deep,
}

impl Pricing {
    /// The number of subgradient steps at a node.
    const fn steps(self, is_root: bool) -> u32 {
        match (self, is_root) {
            (Pricing::Shallow, true) => 3,
            (Pricing::Shallow, false) => 0,
            (Pricing::Deep, true) => 12,
            (Pricing::Deep, false) => 4,
        }
    }
}

/// Which covers the search visits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Enumeration {
    /// Covers until one is accepted; at most `spare` tiles are left over.
    First,
    /// Every cover that leaves exactly `spare` tiles over, each once except for what jokers stand for.
    All,
}

/// Added to the usage of a class while none of its words may be laid.
const BLOCKED: u8 = 128;

/// The words that may be laid at a node.
#[derive(Debug, Clone, Copy)]
enum Candidates {
    /// Any word of the book: nothing has been listed yet.
    Book,
    /// Those listed by the parent node, from a start to an end in [`Cover::lists`].
    Listed(usize, usize),
}

/// The cover search with its memo.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    book: &'a WordBook,
    /// The letters of the rack, the only ones that may be left over.
    rack: Letters,
    /// A stack of candidate lists: the list of a node lies above those of its ancestors.
    lists: Vec<Class>,
    /// The number of words of each class that are kept or laid, plus [`BLOCKED`] if the class is blocked.
    usage: Vec<u8>,
    /// The classes in use: those of the kept words, then those laid by the search.
    laid: Vec<Class>,
    /// The number of kept words.
    kept: usize,
    enumeration: Enumeration,
    /// Classes whose covers have all been visited.
    blocked: Vec<Class>,
    memo: Memo,
    /// Whether a cover was found but not accepted: then exhaustion proves nothing about the same pool elsewhere.
    refused: bool,
    nodes_left: u64,
    pricing: Pricing,
    /// The last prices, with which the next node starts: they are often good for related pools.
    prices: LetterPrices,
    /// With 0, words are tried from the longest to the shortest. Other numbers start elsewhere in the list and wrap
    /// around.
    restart: u32,
}

impl<'a> Cover<'a> {
    pub(super) fn new(book: &'a WordBook, rack: Letters, nodes: u64) -> Cover<'a> {
        Cover {
            book,
            rack,
            lists: Vec::new(),
            usage: vec![0; book.class_count()],
            laid: Vec::new(),
            kept: 0,
            enumeration: Enumeration::First,
            blocked: Vec::new(),
            memo: Memo::default(),
            refused: false,
            nodes_left: nodes,
            pricing: Pricing::Shallow,
            prices: LetterPrices::new(),
            restart: 0,
        }
    }

    /// The number of nodes that may still be expanded.
    pub(super) const fn nodes_left(&self) -> u64 {
        self.nodes_left
    }

    pub(super) const fn set_nodes_left(&mut self, nodes: u64) {
        self.nodes_left = nodes;
    }

    /// Selects the order in which words are tried; 0 is the default.
    pub(super) const fn set_restart(&mut self, restart: u32) {
        self.restart = restart;
    }

    pub(super) const fn set_pricing(&mut self, pricing: Pricing) {
        self.pricing = pricing;
    }

    pub(super) const fn set_enumeration(&mut self, enumeration: Enumeration) {
        self.enumeration = enumeration;
    }

    /// Sets the words that are kept on the table: no word may be laid a second time (W3).
    pub(super) fn set_kept(&mut self, classes: impl Iterator<Item = Class>) {
        while let Some(class) = self.laid.pop() {
            self.usage[class as usize] -= 1;
        }
        for class in classes {
            self.push(class);
        }
        self.kept = self.laid.len();
    }

    /// Searches for words that cover the pool except for what may be left over.
    pub(super) fn search(&mut self, pool: Pool, accept: &mut impl Accept) -> Outcome {
        self.expand(pool, Candidates::Book, accept)
    }

    /// Like [`Cover::search`], with the first word given.
    pub(super) fn search_with(&mut self, pool: Pool, class: Class, accept: &mut impl Accept) -> Outcome {
        match pool.spell(self.book, class) {
            Some(rest) if self.is_available(class) => self.lay(class, rest, Candidates::Book, accept),
            _ => Outcome::Exhausted,
        }
    }

    /// Whether another word of the class can be laid.
    fn is_available(&self, class: Class) -> bool {
        let used = self.usage[class as usize];
        used == 0 || usize::from(used) < self.book.word_count(class)
    }

    fn push(&mut self, class: Class) {
        self.usage[class as usize] += 1;
        self.laid.push(class);
    }

    fn lay(&mut self, class: Class, rest: Pool, candidates: Candidates, accept: &mut impl Accept) -> Outcome {
        self.push(class);
        let outcome = self.expand(rest, candidates, accept);
        self.laid.pop();
        self.usage[class as usize] -= 1;
        outcome
    }

    /// Whether everything that remains may be left over.
    fn is_complete(&self, pool: Pool) -> bool {
        let few_enough = match self.enumeration {
            Enumeration::First => pool.tiles <= pool.spare,
            Enumeration::All => pool.tiles == pool.spare,
        };
        few_enough && pool.letters.is_subset_of(self.rack)
    }

    /// Submits the words laid so far as a complete cover.
    fn submit(&mut self, accept: &mut impl Accept) -> Outcome {
        if accept.accept(&self.laid[self.kept..]) {
            return Outcome::Found;
        }
        self.refused = true;
        Outcome::Exhausted
    }

    fn expand(&mut self, pool: Pool, candidates: Candidates, accept: &mut impl Accept) -> Outcome {
        if self.is_complete(pool) {
            return self.submit(accept);
        }
        if pool.tiles < 3 || (self.enumeration == Enumeration::All && pool.tiles < pool.spare + 3) {
            return Outcome::Exhausted;
        }
        if self.nodes_left == 0 {
            return Outcome::OutOfNodes;
        }
        self.nodes_left -= 1;
        let start = self.lists.len();
        if pool.tiles < MIN_TILES_FOR_TWO_WORDS {
            let outcome = self.lay_last_word(pool, candidates, accept);
            self.lists.truncate(start);
            return outcome;
        }
        let key = Key::new(pool.letters, pool.jokers, self.hash_of_taken(pool));
        if self.memo.is_infeasible(&key, pool.spare) {
            return Outcome::Exhausted;
        }
        let refused_before = std::mem::replace(&mut self.refused, false);
        let outcome = if pool.tiles > MAX_TILES_FOR_FULL_LIST {
            self.branch_on_rarest_letter(pool, accept)
        } else {
            self.branch_on_most_constrained_letter(pool, candidates, accept)
        };
        self.lists.truncate(start);
        if outcome == Outcome::Exhausted && !self.refused {
            self.memo.record_infeasible(key, pool.spare);
        }
        self.refused |= refused_before;
        outcome
    }

    /// A hash of the taken words, which tells nodes with the same pool apart. Only words that the pool could spell
    /// again matter.
    fn hash_of_taken(&self, pool: Pool) -> u64 {
        let spellable = |class: &&Class| pool.can_spell(self.book, **class);
        let taken = self.laid.iter().filter(spellable).fold(0, |sum: u64, &class| sum.wrapping_add(class_hash(class)));
        if self.enumeration == Enumeration::First {
            return taken;
        }
        // Leaving exactly `spare` tiles over is a different subproblem from leaving at most `spare`.
        let blocked = self.blocked.iter().filter(spellable);
        blocked.fold(taken ^ class_hash(!pool.spare), |sum, &class| sum.wrapping_add(class_hash(class).rotate_left(32)))
    }

    /// Pushes the available candidates that the pool can spell, and returns their range in [`Cover::lists`]. If the
    /// book is scanned for them, only those with the letter `with`, if there is one.
    fn list(&mut self, pool: Pool, candidates: Candidates, with: Option<usize>) -> (usize, usize) {
        let start = self.lists.len();
        match candidates {
            Candidates::Listed(from, to) if to - from <= MAX_FILTERED_LIST => {
                let absent = !pool.letters.mask();
                for index in from..to {
                    let class = self.lists[index];
                    if !exceeds(self.book.mask(class) & absent, pool.jokers)
                        && pool.can_spell(self.book, class)
                        && self.is_available(class)
                    {
                        self.lists.push(class);
                    }
                }
            }
            _ => {
                let (book, lists, usage) = (self.book, &mut self.lists, &self.usage);
                let from = book.first_class_with_at_most(pool.tiles) as usize;
                book.index().scan(pool.letters, pool.jokers, with, from, |first, bits| {
                    lists.extend(classes_in(first, bits).filter(|&class| {
                        let used = usage[class as usize];
                        used == 0 || usize::from(used) < book.word_count(class)
                    }));
                    true
                });
            }
        }
        (start, self.lists.len())
    }

    /// Lays a single word: the pool is too small for two.
    fn lay_last_word(&mut self, pool: Pool, candidates: Candidates, accept: &mut impl Accept) -> Outcome {
        if pool.spare == 0 && pool.jokers == 0 {
            let class = self.book.class_of(pool.letters).filter(|&class| self.is_available(class));
            return class.map_or(Outcome::Exhausted, |class| self.submit_with(class, accept));
        }
        let (from, to) = self.list(pool, candidates, None);
        for index in from..to {
            let class = self.lists[index];
            let left = pool.tiles - self.book.length(class);
            if (left == pool.spare || (left < pool.spare && self.enumeration == Enumeration::First))
                && pool.spell(self.book, class).is_some_and(|rest| rest.letters.is_subset_of(self.rack))
                && self.submit_with(class, accept) == Outcome::Found
            {
                return Outcome::Found;
            }
        }
        Outcome::Exhausted
    }

    /// Submits the words laid so far and one more.
    fn submit_with(&mut self, class: Class, accept: &mut impl Accept) -> Outcome {
        self.push(class);
        let outcome = self.submit(accept);
        self.laid.pop();
        self.usage[class as usize] -= 1;
        outcome
    }

    /// Improves the dual prices for the candidates from `from` on. Returns none if they prove that these can't cover
    /// the pool. Otherwise drops the candidates that the prices rule out, and returns the new end of the list.
    fn prune_by_prices(&mut self, pool: Pool, from: usize, steps: u32) -> Option<usize> {
        let mut prices = self.prices;
        let mut best: Option<(f32, i64, LetterPrices)> = None;
        for _ in 0..steps {
            let bound = prices.evaluate(pool, self.rack, &self.positive_words(&prices, from));
            if bound.slack < 0 {
                self.prices = prices;
                return None;
            }
            let slack = prices.relative_slack(&bound);
            if best.is_none_or(|(least, ..)| slack < least) {
                best = Some((slack, bound.slack, prices));
            }
            prices = prices.subgradient_step(&bound);
        }
        if let Some((_, slack, prices)) = best {
            self.prices = prices;
            let mut end = from;
            for index in from..self.lists.len() {
                let class = self.lists[index];
                if i64::from(prices.worth(self.book.any_word(class))) >= -slack {
                    self.lists[end] = class;
                    end += 1;
                }
            }
            self.lists.truncate(end);
        }
        Some(self.lists.len())
    }

    fn positive_words(&self, prices: &LetterPrices, from: usize) -> PositiveWords {
        let mut words = PositiveWords::default();
        for &class in &self.lists[from..] {
            let word = self.book.any_word(class);
            let worth = prices.worth(word);
            if worth > 0 {
                let available = self.book.word_count(class) as i32 - i32::from(self.usage[class as usize]);
                words.add(worth, word, available);
            }
        }
        words
    }

    /// The number of candidates with each letter. In a long list only those with the rarest letters of the pool are
    /// counted, and the others are `u32::MAX`.
    fn count_by_letter(&self, pool: Pool, from: usize, to: usize) -> [u32; 26] {
        let mut counted = u32::MAX;
        if to - from > MAX_FULLY_COUNTED_LIST {
            let letters = RAREST_FIRST.iter().map(|byte| usize::from(byte - b'A'));
            let rarest = letters.filter(|&letter| pool.letters.count(letter) > 0).take(COUNTED_LETTERS);
            counted = rarest.fold(0, |mask, letter| mask | 1 << letter);
        }
        let mut counts = std::array::from_fn(|letter| if counted >> letter & 1 == 1 { 0 } else { u32::MAX });
        for &class in &self.lists[from..to] {
            let mut mask = self.book.mask(class) & counted;
            while mask != 0 {
                counts[mask.trailing_zeros() as usize] += 1;
                mask &= mask - 1;
            }
        }
        counts
    }

    /// Branches on the letter with the fewest candidates per tile.
    fn branch_on_most_constrained_letter(
        &mut self,
        mut pool: Pool,
        candidates: Candidates,
        accept: &mut impl Accept,
    ) -> Outcome {
        let (from, mut to) = self.list(pool, candidates, None);
        if pool.tiles >= MIN_TILES_FOR_PRICES {
            let is_root = matches!(candidates, Candidates::Book);
            match self.prune_by_prices(pool, from, self.pricing.steps(is_root)) {
                Some(end) => to = end,
                None => return Outcome::Exhausted,
            }
        }
        // The letter, the number of candidates with it, and the number of its tiles.
        let mut best: Option<(usize, u32, u32)> = None;
        for (letter, words) in self.count_by_letter(pool, from, to).into_iter().enumerate() {
            let tiles = pool.letters.count(letter);
            if tiles == 0 || words == u32::MAX {
                continue;
            }
            if words == 0 {
                // No candidate has the letter: it has to be left over.
                if tiles > pool.spare || tiles > self.rack.count(letter) {
                    return Outcome::Exhausted;
                }
                pool = pool.leave_over(letter);
            } else if best.is_none_or(|(_, fewest_words, their_tiles)| words * their_tiles < fewest_words * tiles) {
                best = Some((letter, words, tiles));
            }
        }
        if self.is_complete(pool) {
            return self.submit(accept);
        }
        match best {
            Some((letter, ..)) => self.branch(pool, letter, (from, to), Candidates::Listed(from, to), accept),
            None => Outcome::Exhausted,
        }
    }

    /// Branches on the rarest letter of a large pool, listing only the words that have it.
    fn branch_on_rarest_letter(&mut self, pool: Pool, accept: &mut impl Accept) -> Outcome {
        let mut rarest = RAREST_FIRST.iter().map(|byte| usize::from(byte - b'A'));
        let Some(letter) = rarest.find(|&letter| pool.letters.count(letter) > 0) else {
            return Outcome::Exhausted;
        };
        let words = self.list(pool, Candidates::Book, Some(letter));
        self.branch(pool, letter, words, Candidates::Book, accept)
    }

    /// Lays each of the listed words that have the letter in turn, then leaves all its tiles over.
    fn branch(
        &mut self,
        pool: Pool,
        letter: usize,
        (from, to): (usize, usize),
        candidates: Candidates,
        accept: &mut impl Accept,
    ) -> Outcome {
        let first = match self.restart {
            0 => from,
            restart => from + class_hash(restart ^ pool.letters.bits() as u32) as usize % (to - from).max(1),
        };
        let blocked_before = self.blocked.len();
        let mut outcome = Outcome::Exhausted;
        for index in (first..to).chain(from..first) {
            let class = self.lists[index];
            if self.book.mask(class) >> letter & 1 == 0 {
                continue;
            }
            if let Some(rest) = pool.spell(self.book, class) {
                outcome = self.lay(class, rest, candidates, accept);
                if outcome != Outcome::Exhausted {
                    break;
                }
                if self.enumeration == Enumeration::All {
                    self.usage[class as usize] += BLOCKED;
                    self.blocked.push(class);
                }
            }
        }
        let tiles = pool.letters.count(letter);
        if outcome == Outcome::Exhausted && tiles <= pool.spare && tiles <= self.rack.count(letter) {
            outcome = self.expand(pool.leave_over(letter), candidates, accept);
        }
        for class in self.blocked.drain(blocked_before..) {
            self.usage[class as usize] -= BLOCKED;
        }
        outcome
    }
}

#[cfg(test)]
mod tests;
