//! The seed of a tournament that was not given one.

use trinta_tournament::Seed;

/// 16 bytes of the system's own randomness.
pub(super) fn generate() -> Seed {
    let mut bytes = [0; 16];
    // Without it the time of day must do: a draw by lot is still one, and its seed is shown all the same.
    if getrandom::fill(&mut bytes).is_err() {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        bytes = now.as_nanos().to_be_bytes();
    }
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.parse().unwrap_or_else(|_| unreachable!("these are hexadecimal digits"))
}
