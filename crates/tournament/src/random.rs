//! Chance that anybody can check: everything random in an event follows from its public seed (N7 of the features).
//!
//! Each use has a stream of its own: ChaCha20 with the SHA-256 of `trinta-event-1`, the seed and the use's name as key.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The seed of an event: any number of hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "string"))]
#[serde(into = "String", try_from = "String")]
pub struct Seed(String);

/// Text that is not a seed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a seed is made of hexadecimal digits (0 to 9, a to f), such as 00ff")]
pub struct SeedError;

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        let hex = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hex { Ok(Seed(text.to_owned())) } else { Err(SeedError) }
    }
}

impl TryFrom<String> for Seed {
    type Error = SeedError;

    fn try_from(text: String) -> Result<Seed, SeedError> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        seed.0
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Chance for one use.
pub(crate) struct Chance(ChaCha20Rng);

impl Chance {
    /// For one use of an event's seed; another name is another stream.
    pub(crate) fn new(seed: &Seed, used_for: &str) -> Chance {
        let mut hash = Sha256::new();
        hash.update(b"trinta-event-1");
        hash.update((seed.0.len() as u64).to_be_bytes());
        hash.update(seed.0.to_ascii_lowercase());
        hash.update(used_for);
        Chance(ChaCha20Rng::from_seed(hash.finalize().into()))
    }

    /// A number from 0 to `limit` - 1, each as likely as any other.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        let rejected = (u64::MAX % limit + 1) % limit;
        loop {
            let word = self.0.next_u64();
            if word <= u64::MAX - rejected {
                return (word % limit) as usize;
            }
        }
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_order_and_another_use_another() {
        let order = |seed: &str, used_for: &str| {
            let mut items: Vec<u32> = (0..50).collect();
            Chance::new(&seed.parse().unwrap(), used_for).shuffle(&mut items);
            items
        };
        assert_eq!(order("00ff", "numbers"), order("00FF", "numbers"));
        assert_ne!(order("00ff", "numbers"), order("00ff", "seating"));
        assert_ne!(order("00ff", "numbers"), order("00fe", "numbers"));
    }

    #[test]
    fn what_is_no_seed_is_refused() {
        for text in ["", "xyz", "0 1", "0x1"] {
            assert!(text.parse::<Seed>().is_err(), "{text}");
        }
    }
}
