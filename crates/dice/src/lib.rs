//! Seeded random choices: the same seed gives the same choices on every machine.
//!
//! For bots, tests and benchmarks. The shuffle of a game, which players can verify, is the core's.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// A source of random choices that is determined by its seed.
#[derive(Debug, Clone)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Dice with a numeric seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Dice with a seed of 32 bytes.
    #[must_use]
    pub fn from_bytes(seed: [u8; 32]) -> Dice {
        Dice(ChaCha8Rng::from_seed(seed))
    }

    /// A number below the limit; 0 if the limit is 0. The bias is at most the limit divided by 2^32.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u64::from(self.0.next_u32()) * limit as u64) >> 32) as usize
    }

    /// True with a probability of this many percent.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// A random item; none if there are no items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// 32 random bytes, such as the seed of a game.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_follow_from_the_seed_and_are_even() {
        let throw = |seed| {
            let mut dice = Dice::new(seed);
            (0..6000).map(|_| dice.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(throw(3), throw(3));
        assert_ne!(throw(3), throw(4));
        for face in 0..6 {
            let count = throw(5).iter().filter(|&&thrown| thrown == face).count();
            assert!((880..1120).contains(&count), "{face}: {count}");
        }
        assert_eq!(Dice::new(1).below(0), 0);
        assert!(!Dice::new(1).chance(0) && Dice::new(1).chance(100));
        assert_eq!(Dice::new(1).pick::<u8>(&[]), None);
        assert_eq!(Dice::new(1).pick(&[7]), Some(7));
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..50).collect();
        Dice::new(2).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert!(items.into_iter().eq(0..50));
    }
}
