//! Letters and jokers on their way to the table.

use super::book::{Class, WordBook};
use super::letters::Letters;

/// What is still to be laid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pool {
    /// The letters.
    pub(super) letters: Letters,
    /// The jokers.
    pub(super) jokers: u32,
    /// Letters and jokers together.
    pub(super) tiles: u32,
    /// How many may be left over.
    pub(super) spare: u32,
}

impl Pool {
    /// What is left when a word is laid; none if it can't be.
    pub(super) fn spell(self, book: &WordBook, class: Class) -> Option<Pool> {
        let (letters, jokers) = self.letters.spell(book.letters(class), self.jokers)?;
        Some(Pool { letters, jokers, tiles: self.tiles - book.length(class), spare: self.spare })
    }

    /// What is left when all tiles of a letter are left over.
    pub(super) fn leave(self, letter: usize) -> Pool {
        let count = self.letters.count(letter);
        let letters = self.letters.without(letter);
        Pool { letters, tiles: self.tiles - count, spare: self.spare - count, ..self }
    }

    /// Whether a word can be laid.
    pub(super) fn can_spell(self, book: &WordBook, class: Class) -> bool {
        let word = book.letters(class);
        if self.jokers == 0 { word.within(self.letters) } else { self.letters.spell(word, self.jokers).is_some() }
    }
}
