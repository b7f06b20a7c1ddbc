//! The pool of letters: what the search has to lay in words.

use super::book::{Class, WordBook};
use super::letters::Letters;

/// Letters and jokers that are to be laid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pool {
    pub(super) letters: Letters,
    pub(super) jokers: u32,
    /// Letters and jokers together.
    pub(super) tiles: u32,
    /// The number of tiles that may be left over.
    pub(super) spare: u32,
}

impl Pool {
    /// What remains after laying a word of the class; none if the pool can't spell it.
    pub(super) fn spell(self, book: &WordBook, class: Class) -> Option<Pool> {
        let (letters, jokers) = self.letters.spell(book.letters(class), self.jokers)?;
        Some(Pool { letters, jokers, tiles: self.tiles - book.length(class), spare: self.spare })
    }

    /// What remains after all tiles of a letter are left over.
    pub(super) fn leave_over(self, letter: usize) -> Pool {
        let count = self.letters.count(letter);
        let letters = self.letters.without(letter);
        Pool { letters, tiles: self.tiles - count, spare: self.spare - count, ..self }
    }

    pub(super) fn can_spell(self, book: &WordBook, class: Class) -> bool {
        let word = book.letters(class);
        if self.jokers == 0 { word.is_subset_of(self.letters) } else { self.letters.spell(word, self.jokers).is_some() }
    }
}
