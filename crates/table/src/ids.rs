//! Names of players and tables.

use serde::{Deserialize, Serialize};

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

/// The longest name of a player, in characters.
pub const MAX_NAME_LENGTH: usize = 24;

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
    use crate::chance::FixedChance;

    #[test]
    fn codes_are_read_as_people_type_them() {
        let code = new_code(&FixedChance::new(3));
        assert_eq!(read_code(&code), Some(code.clone()));
        let spaced = format!(" {}-{} ", &code[..3].to_lowercase(), &code[3..]);
        assert_eq!(read_code(&spaced), Some(code));
        for wrong in ["", "ABC", "ABCDEFG", "ABCDE0", "ABCDEé"] {
            assert_eq!(read_code(wrong), None);
        }
    }

    #[test]
    fn hexadecimal_digits_round_trip() {
        assert_eq!(unhex("00ff7a").as_deref(), Some([0, 255, 0x7a].as_slice()));
        assert_eq!((unhex("0"), unhex("zz"), unhex("é1")), (None, None, None));
    }
}
