//! Who and what is meant: players, tables, commands, secrets.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::chance::Chance;

/// A player, guest or not: 128 random bits as 32 hexadecimal digits. Never shown to other players.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(String);

impl PlayerId {
    /// A player nobody has met before.
    #[must_use]
    pub fn new(chance: &dyn Chance) -> PlayerId {
        PlayerId(hex(&chance.bytes::<16>()))
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

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

/// Letters of a code to say aloud or type: none that looks like another.
const CODE_LETTERS: &[u8; 31] = b"ABCDEFGHJKLMNPQRSTUVWXYZ2345678";
/// How many letters a code has: with limits on guessing, 887 million are enough.
const CODE_LENGTH: usize = 6;

/// A short code for a table.
#[must_use]
pub fn new_code(chance: &dyn Chance) -> String {
    // 256 is not a multiple of 31: the first letters are a little likelier, which helps nobody to guess.
    chance.bytes::<CODE_LENGTH>().iter().map(|byte| char::from(CODE_LETTERS[usize::from(byte % 31)])).collect()
}

/// A code as somebody typed it, in capitals; none if it can't be one.
#[must_use]
pub fn read_code(text: &str) -> Option<String> {
    let code: String = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').collect();
    let code = code.to_ascii_uppercase();
    let fits = code.len() == CODE_LENGTH && code.bytes().all(|byte| CODE_LETTERS.contains(&byte));
    fits.then_some(code)
}

/// Whether two secrets are the same, in a time that does not tell how much of them is.
#[must_use]
pub fn same_secret(one: &str, other: &str) -> bool {
    Sha256::digest(one.as_bytes()) == Sha256::digest(other.as_bytes())
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes from hexadecimal digits; none if they are not.
#[must_use]
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(pair[1])?);
    text.len().is_multiple_of(2).then(|| text.as_bytes().chunks_exact(2).map(pair).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Fixed;

    #[test]
    fn codes_are_read_as_people_type_them() {
        let code = new_code(&Fixed::new(3));
        assert_eq!(read_code(&code), Some(code.clone()));
        let spaced = format!(" {}-{} ", &code[..3].to_lowercase(), &code[3..]);
        assert_eq!(read_code(&spaced), Some(code));
        for wrong in ["", "ABC", "ABCDEFG", "ABCDE0", "ABCDEé"] {
            assert_eq!(read_code(wrong), None);
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        let secret = Secret::new(&Fixed::new(1));
        assert_eq!(Secret::read(secret.reveal()), Some(secret.clone()));
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        assert_ne!(secret.hash(), secret.reveal());
        assert_eq!(Secret::read("../../etc/passwd"), None);
    }

    #[test]
    fn hexadecimal_digits_round_trip() {
        assert_eq!(unhex("00ff7a").as_deref(), Some([0, 255, 0x7a].as_slice()));
        assert_eq!((unhex("0"), unhex("zz"), unhex("é1")), (None, None, None));
    }
}
