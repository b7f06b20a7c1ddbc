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

    /// Dice from 32 bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Dice {
        Dice(ChaCha8Rng::from_seed(bytes))
    }

    /// A number below the limit; 0 if the limit is 0. For the limits of a game the unfairness is below one in a billion.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.0.next_u64()) * limit as u128) >> 64) as usize
    }

    /// True so many times in a hundred.
    pub fn chance(&mut self, in_hundred: u32) -> bool {
        self.below(100) < in_hundred as usize
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// 32 random bytes.
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
    fn dice_fall_as_the_seed_says_and_evenly() {
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
    }

    #[test]
    fn a_shuffle_keeps_everything() {
        let mut items: Vec<u32> = (0..50).collect();
        Dice::new(2).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert!(items.into_iter().eq(0..50));
    }
}
