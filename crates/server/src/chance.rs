//! Randomness from the operating system.

use trinta_table::chance::Chance;

/// The randomness of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemChance;

impl Chance for SystemChance {
    /// # Panics
    /// When the system has no randomness to give: then nothing here would be safe.
    fn fill(&self, buffer: &mut [u8]) {
        getrandom::fill(buffer).expect("the operating system gives random bytes");
    }
}
