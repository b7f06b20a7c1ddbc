//! A word on the table (W3, W7).

use crate::codes::codes;
use crate::tile::{Face, Laid, Tile};

/// The fewest letters of a word on the table (W3).
pub(super) const MIN_WORD_LETTERS: usize = 3;

/// A reason for which pieces are not a word, whatever a word list says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordFault {
    /// Fewer than three letters.
    #[error("a word on the table has at least 3 letters")]
    TooShort,
    /// A joker that does not say its letter.
    #[error("say which letter the joker stands for, as a small letter")]
    JokerUnread,
    /// Numbers among the letters.
    #[error("number tiles do not belong in the word game")]
    Numbers,
}

codes!(WordFault {
    TooShort => "word-too-short",
    JokerUnread => "joker-unread",
    Numbers => "numbers",
});

/// Whether these pieces are letters rather than numbers.
#[must_use]
pub fn is_word(set: &[Laid]) -> bool {
    set.iter().any(|piece| piece.reading().is_some_and(Tile::is_letter))
}

/// The word that a set spells, in capitals.
///
/// # Errors
/// The reason for which it is not a word.
pub fn spelling(set: &[Laid]) -> Result<String, WordFault> {
    let letter = |piece: &Laid| match piece.reading().map(Tile::face) {
        Some(Face::Letter(letter)) => Ok(letter),
        Some(Face::Number(..)) => Err(WordFault::Numbers),
        Some(Face::Joker) | None => Err(WordFault::JokerUnread),
    };
    let word: String = set.iter().map(letter).collect::<Result<_, _>>()?;
    if word.len() < MIN_WORD_LETTERS { Err(WordFault::TooShort) } else { Ok(word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(text: &str) -> Result<String, WordFault> {
        spelling(&crate::notation::read_set(text).unwrap())
    }

    #[test]
    fn w03_a_word_has_three_letters_or_more_read_in_order() {
        assert_eq!(spelt("TOY"), Ok("TOY".into()));
        assert_eq!(spelt("TO"), Err(WordFault::TooShort));
        assert_eq!(spelt("r7 r8 r9"), Err(WordFault::Numbers));
    }

    #[test]
    fn w07_a_joker_stands_for_a_letter_and_says_which() {
        assert_eq!(spelt("REcOVER"), Ok("RECOVER".into()));
        assert_eq!(spelt("RE*OVER"), Err(WordFault::JokerUnread));
        assert_eq!(spelt("***"), Err(WordFault::JokerUnread));
    }
}
