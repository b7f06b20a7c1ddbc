//! Randomness, passed in.

use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

/// Where random bytes come from.
pub trait Chance: Send + Sync {
    /// Fills a buffer with random bytes.
    fn fill(&self, buffer: &mut [u8]);
}

impl dyn Chance + '_ {
    /// `N` random bytes.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }
}

/// Bytes that are the same in every run: for tests and benchmarks, never for people.
#[derive(Debug)]
pub struct FixedChance {
    seed: u64,
    count: AtomicU64,
}

impl FixedChance {
    /// Bytes decided by a number.
    #[must_use]
    pub const fn new(seed: u64) -> FixedChance {
        FixedChance { seed, count: AtomicU64::new(0) }
    }
}

impl Chance for FixedChance {
    fn fill(&self, buffer: &mut [u8]) {
        for chunk in buffer.chunks_mut(32) {
            let count = self.count.fetch_add(1, Ordering::Relaxed);
            let block =
                Sha256::new().chain_update(self.seed.to_le_bytes()).chain_update(count.to_le_bytes()).finalize();
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
    }
}
