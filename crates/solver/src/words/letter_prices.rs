//! Dual prices of letters, which prove that a pool can't be laid without searching.
//!
//! Laying a pool is an exact cover of its letters by words. Give every letter a price, possibly negative, and let a
//! word be worth the sum of its letters' prices. If the letters that have to be laid are worth more than all words of
//! positive worth together, no choice of words covers them: weak duality, valid for any prices. Good prices are found
//! by subgradient steps: letters of which the positive words have too many become cheaper, letters that they leave
//! over become more expensive.
//!
//! Prices that give no proof still prune: a word whose negative worth would complete the proof can't be laid.

use super::letters::Letters;
use super::pool::Pool;

/// A dual price for each letter.
///
/// Prices are integers, so that proofs are exact whatever floating-point steps led to the prices.
#[derive(Debug, Clone, Copy)]
pub(super) struct LetterPrices([i32; 26]);

/// The Euclidean norm that prices are scaled to, large enough for rounding not to matter.
const TARGET_NORM: f32 = 2000.0;

/// Nearly every word has at least one of these letters.
const VOWELS: &[u8] = b"AEIOUY";

/// The words of positive worth at some prices.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PositiveWords {
    /// The sum of their worths.
    total: i64,
    /// The letters that laying all of them would take.
    letters: [i32; 26],
}

impl PositiveWords {
    /// Adds a class of positive worth of which `available` words can still be laid.
    pub(super) fn add(&mut self, worth: i32, word: &[u8], available: i32) {
        self.total += i64::from(worth) * i64::from(available);
        for &letter in word {
            self.letters[usize::from(letter - b'A')] += available;
        }
    }
}

/// The value of the dual at some prices.
#[derive(Debug, Clone, Copy)]
pub(super) struct DualBound {
    /// What the positive words are worth beyond the letters that have to be laid; negative if the pool can't be laid.
    pub(super) slack: i64,
    /// The subgradient: copies of each letter left over when all positive words are laid, negative if some are lacking.
    residual: [i32; 26],
}

impl LetterPrices {
    /// Initial prices. Consonants are hard to place, and vowels are what it takes to place them.
    pub(super) fn new() -> LetterPrices {
        let mut prices = [TARGET_NORM as i32 / 8; 26];
        VOWELS.iter().for_each(|vowel| prices[usize::from(vowel - b'A')] *= -3);
        LetterPrices(prices)
    }

    /// The sum of a word's prices.
    pub(super) fn worth(&self, word: &[u8]) -> i32 {
        word.iter().map(|&letter| self.0[usize::from(letter - b'A')]).sum()
    }

    /// The dual bound for a pool. To stay valid it assumes the best case: the dearest tiles that may stay on the rack
    /// do, and every joker stands for the cheapest letter.
    pub(super) fn evaluate(&self, pool: Pool, rack: Letters, words: &PositiveWords) -> DualBound {
        let mut residual: [i32; 26] = std::array::from_fn(|letter| pool.letters.count(letter) as i32);
        let mut cost: i64 =
            self.0.iter().zip(&residual).map(|(&price, &count)| i64::from(price) * i64::from(count)).sum();
        if pool.spare > 0 {
            for letter in self.dearest_leftovers(pool, rack) {
                cost -= i64::from(self.0[letter]);
                residual[letter] -= 1;
            }
        }
        if pool.jokers > 0 {
            let cheapest = (0..26).min_by_key(|&letter| self.0[letter]).unwrap_or(0);
            // A joker of the rack may be left over too.
            if pool.spare == 0 || self.0[cheapest] < 0 {
                cost += i64::from(self.0[cheapest]) * i64::from(pool.jokers);
                residual[cheapest] += pool.jokers as i32;
            }
        }
        residual.iter_mut().zip(&words.letters).for_each(|(residual, used)| *residual -= used);
        DualBound { slack: words.total - cost, residual }
    }

    /// The letters of the dearest tiles that may stay on the rack, of those with a positive price.
    fn dearest_leftovers(&self, pool: Pool, rack: Letters) -> Vec<usize> {
        let copies = |letter: usize| pool.letters.count(letter).min(rack.count(letter)) as usize;
        let mut tiles: Vec<usize> =
            (0..26).filter(|&letter| self.0[letter] > 0).flat_map(|letter| vec![letter; copies(letter)]).collect();
        tiles.sort_unstable_by_key(|&letter| std::cmp::Reverse(self.0[letter]));
        tiles.truncate(pool.spare as usize);
        tiles
    }

    /// The slack relative to the norm of the prices: how far they are from a proof.
    pub(super) fn relative_slack(&self, bound: &DualBound) -> f32 {
        bound.slack as f32 / self.norm()
    }

    fn norm(&self) -> f32 {
        self.0.iter().map(|&price| price as f32 * price as f32).sum::<f32>().sqrt()
    }

    /// One subgradient step with the Polyak step length: as far as a proof would take if the set of positive words did
    /// not change on the way.
    pub(super) fn subgradient_step(&self, bound: &DualBound) -> LetterPrices {
        let squares: f32 = bound.residual.iter().map(|&residual| residual as f32 * residual as f32).sum();
        let step = (bound.slack as f32 + 0.3 * self.norm()) / squares.max(1.0);
        let prices: [f32; 26] =
            std::array::from_fn(|letter| self.0[letter] as f32 + step * bound.residual[letter] as f32);
        let norm = prices.iter().map(|price| price * price).sum::<f32>().sqrt();
        LetterPrices(prices.map(|price| (price * TARGET_NORM / norm.max(1.0)).round() as i32))
    }
}
