//! What the search has already found to be impossible.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::letters::Letters;

/// The most states kept: about 25 MB. When there are more, all are forgotten, which costs time but changes no answer.
const MOST: usize = 450_000;

/// States that can't be finished, each with the most tiles left over for which that is known.
#[derive(Debug, Default)]
pub(super) struct Memo(HashMap<Key, u8, BuildHasherDefault<Mixer>>);

/// Letters and jokers to place, and which words are no longer free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pool: u128,
    used: u64,
}

impl Key {
    /// The jokers go where no lane is.
    pub(super) fn new(pool: Letters, jokers: u32, used: u64) -> Key {
        Key { pool: pool.bits() | u128::from(jokers) << 120, used }
    }
}

impl Memo {
    /// Whether it is known that this state can't be finished with so many tiles left over.
    pub(super) fn fails(&self, key: &Key, spare: u32) -> bool {
        self.0.get(key).is_some_and(|&known| spare <= u32::from(known))
    }

    /// Remembers that it can't.
    pub(super) fn remember(&mut self, key: Key, spare: u32) {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        let spare = u8::try_from(spare).unwrap_or(u8::MAX);
        let known = self.0.entry(key).or_insert(spare);
        *known = spare.max(*known);
    }
}

/// Mixes words well enough for keys that nobody chooses in order to do harm: multiplication and rotation.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Mixer(u64);

impl Mixer {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(Mixer::FACTOR);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// A number for a word class that is in use, spread over all bits: sums of them tell sets of classes apart.
pub(super) fn mark(class: u32) -> u64 {
    let mut mixed = u64::from(class).wrapping_add(1).wrapping_mul(Mixer::FACTOR);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_left_over_is_harder() {
        let mut memo = Memo::default();
        let pool = Letters::of_word("QQQ").unwrap();
        let key = Key::new(pool, 1, 0);
        assert!(!memo.fails(&key, 0));
        memo.remember(key, 2);
        memo.remember(key, 1);
        assert!(memo.fails(&key, 0) && memo.fails(&key, 2) && !memo.fails(&key, 3));
        assert!(!memo.fails(&Key::new(pool, 0, 0), 0) && !memo.fails(&Key::new(pool, 1, mark(0)), 0));
    }
    #[test]
    fn there_is_an_end_to_what_is_kept() {
        let mut memo = Memo::default();
        let pool = Letters::of_word("TEA").unwrap();
        for used in 0..2 * MOST as u64 {
            memo.remember(Key::new(pool, 0, used), 0);
        }
        assert!(memo.0.len() <= MOST && memo.fails(&Key::new(pool, 0, 2 * MOST as u64 - 1), 0));
    }
}
