//! Chance that can be repeated.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Random choices, all of them decided by the seed.
#[derive(Debug, Clone)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Dice that always fall the same way for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below the limit; 0 if the limit is 0. The tiny unfairness does not matter in a test.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u64::from(self.0.next_u32()) * limit as u64) >> 32) as usize
    }

    /// True so many times in a hundred.
    pub fn chance(&mut self, in_hundred: usize) -> bool {
        self.below(100) < in_hundred
    }

    /// One of the items; none if there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// 32 random bytes: the seed of a game.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}
