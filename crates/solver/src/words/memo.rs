//! The memo of the search: subproblems that are known to be infeasible.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::letters::Letters;

/// The number of entries before the memo is cleared: about 25 MB. Clearing costs time but changes no answer.
const MAX_ENTRIES: usize = 450_000;

/// Infeasible subproblems, each with the largest number of tiles left over for which that is proved.
#[derive(Debug, Default)]
pub(super) struct Memo(HashMap<Key, u8, BuildHasherDefault<FastHasher>>);

/// A subproblem: the pool, and the words that are already taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pool: u128,
    taken: u64,
}

impl Key {
    /// The jokers are stored in bits that no letter's lane uses.
    pub(super) fn new(pool: Letters, jokers: u32, taken: u64) -> Key {
        Key { pool: pool.bits() | u128::from(jokers) << 120, taken }
    }
}

impl Memo {
    /// Whether the subproblem is known to be infeasible with at most `spare` tiles left over.
    pub(super) fn is_infeasible(&self, key: &Key, spare: u32) -> bool {
        self.0.get(key).is_some_and(|&known| spare <= u32::from(known))
    }

    pub(super) fn record_infeasible(&mut self, key: Key, spare: u32) {
        if self.0.len() >= MAX_ENTRIES {
            self.0.clear();
        }
        let spare = u8::try_from(spare).unwrap_or(u8::MAX);
        let known = self.0.entry(key).or_insert(spare);
        *known = spare.max(*known);
    }
}

/// Multiply and rotate: fast, and sufficient because no adversary chooses the keys.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct FastHasher(u64);

impl FastHasher {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
}

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(FastHasher::FACTOR);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// A 64-bit hash of a class. The sum over a set of classes is a hash of the set that does not depend on their order.
pub(super) fn class_hash(class: u32) -> u64 {
    let mut mixed = u64::from(class).wrapping_add(1).wrapping_mul(FastHasher::FACTOR);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infeasible_with_more_left_over_implies_infeasible_with_fewer() {
        let mut memo = Memo::default();
        let pool = Letters::from_word("QQQ").unwrap();
        let key = Key::new(pool, 1, 0);
        assert!(!memo.is_infeasible(&key, 0));
        memo.record_infeasible(key, 2);
        memo.record_infeasible(key, 1);
        assert!(memo.is_infeasible(&key, 0) && memo.is_infeasible(&key, 2) && !memo.is_infeasible(&key, 3));
        assert!(
            !memo.is_infeasible(&Key::new(pool, 0, 0), 0) && !memo.is_infeasible(&Key::new(pool, 1, class_hash(0)), 0)
        );
    }

    #[test]
    fn the_memo_never_exceeds_its_capacity() {
        let mut memo = Memo::default();
        let pool = Letters::from_word("TEA").unwrap();
        for taken in 0..2 * MAX_ENTRIES as u64 {
            memo.record_infeasible(Key::new(pool, 0, taken), 0);
        }
        assert!(memo.0.len() <= MAX_ENTRIES && memo.is_infeasible(&Key::new(pool, 0, 2 * MAX_ENTRIES as u64 - 1), 0));
    }
}
