//! Prices for letters, to prove that a pool can't be laid without laying anything.
//!
//! Give every letter a price, which may be below nothing, and let a word be worth what its letters cost. If the
//! letters to be laid cost more than all the words together that are worth anything, no choice of words uses them up:
//! that is a proof, whatever the prices are. Good prices are found by mending bad ones: letters that good words have
//! too much of get cheaper, letters that they leave over get dearer.
//!
//! If there is no proof, the prices still help. A word so bad that with it there would be a proof can't be laid.

use super::letters::Letters;
use super::pool::Pool;

/// A price for each letter.
///
/// Proofs are reckoned in whole numbers. How the prices came about does not matter to them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prices([i32; 26]);

/// How large prices are, so that rounding does no harm.
const LARGE: f32 = 2000.0;

/// The letters of which nearly every word has one.
const VOWELS: &[u8] = b"AEIOUY";

/// What a set of words is worth at some prices.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Worth {
    /// All words that are worth something, together.
    total: i64,
    /// Their letters.
    letters: [i32; 26],
}

impl Worth {
    /// Adds a word that is worth something, as often as it may be laid.
    pub(super) fn add(&mut self, value: i32, word: &[u8], times: i32) {
        self.total += i64::from(value) * i64::from(times);
        for &letter in word {
            self.letters[usize::from(letter - b'A')] += times;
        }
    }
}

/// What prices say about a pool.
#[derive(Debug, Clone, Copy)]
pub(super) struct Verdict {
    /// What the words are worth beyond what the pool costs; below 0 the pool can't be laid.
    pub(super) slack: i64,
    /// What is left over of each letter when all good words are laid; below 0, what is lacking.
    left: [i32; 26],
}

impl Prices {
    /// Something to begin with: consonants have to be got rid of, vowels are needed for that.
    pub(super) fn new() -> Prices {
        let mut prices = [LARGE as i32 / 8; 26];
        VOWELS.iter().for_each(|vowel| prices[usize::from(vowel - b'A')] *= -3);
        Prices(prices)
    }

    /// What a word is worth.
    pub(super) fn value(&self, word: &[u8]) -> i32 {
        word.iter().map(|&letter| self.0[usize::from(letter - b'A')]).sum()
    }

    /// What these prices say, given what the words are worth. A rack may keep its dearest tiles, jokers may be the
    /// cheapest letter.
    pub(super) fn judge(&self, pool: Pool, rack: Letters, worth: &Worth) -> Verdict {
        let mut left: [i32; 26] = std::array::from_fn(|letter| pool.letters.count(letter) as i32);
        let mut cost: i64 = self.0.iter().zip(&left).map(|(&price, &count)| i64::from(price) * i64::from(count)).sum();
        if pool.spare > 0 {
            let kept: Vec<usize> = self.dearest(pool, rack);
            for letter in kept {
                cost -= i64::from(self.0[letter]);
                left[letter] -= 1;
            }
        }
        if pool.jokers > 0 {
            let cheapest = (0..26).min_by_key(|&letter| self.0[letter]).unwrap_or(0);
            // A joker of the rack may be left over too.
            if pool.spare == 0 || self.0[cheapest] < 0 {
                cost += i64::from(self.0[cheapest]) * i64::from(pool.jokers);
                left[cheapest] += pool.jokers as i32;
            }
        }
        left.iter_mut().zip(&worth.letters).for_each(|(left, good)| *left -= good);
        Verdict { slack: worth.total - cost, left }
    }

    /// The dearest tiles that may stay on the rack, as far as they cost anything.
    fn dearest(&self, pool: Pool, rack: Letters) -> Vec<usize> {
        let copies = |letter: usize| pool.letters.count(letter).min(rack.count(letter)) as usize;
        let mut tiles: Vec<usize> =
            (0..26).filter(|&letter| self.0[letter] > 0).flat_map(|letter| vec![letter; copies(letter)]).collect();
        tiles.sort_unstable_by_key(|&letter| std::cmp::Reverse(self.0[letter]));
        tiles.truncate(pool.spare as usize);
        tiles
    }

    /// How far from a proof, compared with the prices themselves.
    pub(super) fn distance(&self, verdict: &Verdict) -> f32 {
        verdict.slack as f32 / self.length()
    }

    fn length(&self) -> f32 {
        self.0.iter().map(|&price| price as f32 * price as f32).sum::<f32>().sqrt()
    }

    /// Better prices: a step towards a proof as long as it would take if all words stayed as good as they are.
    pub(super) fn mended(&self, verdict: &Verdict) -> Prices {
        let squares: f32 = verdict.left.iter().map(|&left| left as f32 * left as f32).sum();
        let step = (verdict.slack as f32 + 0.3 * self.length()) / squares.max(1.0);
        let prices: [f32; 26] =
            std::array::from_fn(|letter| self.0[letter] as f32 + step * verdict.left[letter] as f32);
        let length = prices.iter().map(|price| price * price).sum::<f32>().sqrt();
        Prices(prices.map(|price| (price * LARGE / length.max(1.0)).round() as i32))
    }
}
