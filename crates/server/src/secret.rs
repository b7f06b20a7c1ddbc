//! Secrets that open something: sessions and invitations.

use std::fmt;

use sha2::{Digest, Sha256};
use trinta_table::chance::Chance;
use trinta_table::ids::hex;

/// A secret that opens something: a session or an invitation. Kept only as its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// 256 random bits.
    #[must_use]
    pub fn new(chance: &dyn Chance) -> Secret {
        Secret(hex(&chance.bytes::<32>()))
    }

    /// 128 random bits, for links that people send each other.
    #[must_use]
    pub fn short(chance: &dyn Chance) -> Secret {
        Secret(hex(&chance.bytes::<16>()))
    }

    /// What somebody says is a secret; none if it can't be one.
    #[must_use]
    pub fn read(text: &str) -> Option<Secret> {
        let fits = matches!(text.len(), 32 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Secret(text.to_ascii_lowercase()))
    }

    /// What is kept of it. Whoever reads the store can't open anything with it.
    #[must_use]
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }

    /// The secret itself, for the one person who may have it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Not shown in logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Whether two secrets are the same, in a time that does not tell how much of them is.
#[must_use]
pub fn same_secret(one: &str, other: &str) -> bool {
    Sha256::digest(one.as_bytes()) == Sha256::digest(other.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use trinta_table::chance::FixedChance;

    #[test]
    fn secrets_are_not_shown() {
        let secret = Secret::new(&FixedChance::new(1));
        assert_eq!(Secret::read(secret.reveal()), Some(secret.clone()));
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        assert_ne!(secret.hash(), secret.reveal());
        assert_eq!(Secret::read("../../etc/passwd"), None);
    }
}
