//! Which words a bot thinks of.
//!
//! People who look at letters don't see all words in them. In each turn a bot thinks of a random part of the word list:
//! of everyday words more often than of others, and most often of words that extend one on the table.

use trinta_core::{Table, Tiles};
use trinta_solver::WordBook;

use super::Vocabulary;

/// How many words a bot thinks of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attention {
    /// The expected number of everyday words in a turn at a table for two, out of all everyday words.
    pub(super) everyday_words: usize,
    /// The chance of a rare word, in percent of that of an everyday word.
    pub(super) rare: u32,
}

/// A word that contains a word of the table is this many times as likely.
const EXTENSION_FACTOR: u64 = 8;

/// Looking through this many words costs as much effort as one node.
const WORDS_PER_NODE: u64 = 512;

/// The words that a bot thinks of in one turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Recall<'a> {
    attention: Attention,
    vocabulary: &'a Vocabulary,
    turn: u64,
}

impl Attention {
    /// The words of a turn; `turn` is a random number that differs from turn to turn. With twice the players it is a
    /// quarter of the words: more lies on the table and more of it has changed since the last turn, and otherwise
    /// somebody would go out before the last player has had three turns.
    pub(super) fn recall(self, vocabulary: &Vocabulary, players: u8, turn: u64) -> Recall<'_> {
        let everyday_words = self.everyday_words * 4 / usize::from(players.max(2)).pow(2);
        Recall { attention: Attention { everyday_words, ..self }, vocabulary, turn }
    }
}

impl Recall<'_> {
    /// An upper bound of the effort of looking through the words.
    pub(super) fn effort(&self) -> u64 {
        let rare = if self.attention.rare == 0 { 0 } else { self.vocabulary.rare().len() };
        (self.vocabulary.everyday().len() + rare) as u64 / WORDS_PER_NODE + 1
    }

    /// The words of this turn that a rack and some words of the table can spell, and those words themselves; at most
    /// `limit`, the longest first. Words elsewhere on the table are left out, as no word may be laid twice (W3).
    pub(super) fn book(&self, rack: &Tiles, table: &Table, elsewhere: &[String], limit: u64) -> WordBook {
        let mut tiles = rack.clone();
        tiles.add(table.layout().tiles());
        let on_table: Vec<String> = table.sets().filter_map(|word| trinta_core::words::spelling(word).ok()).collect();
        let mut words: Vec<&str> =
            on_table.iter().map(String::as_str).filter(|word| self.vocabulary.book().contains(word)).collect();
        let everyday = self.vocabulary.everyday();
        // Chances are in units of 2^-32.
        let everyday_chance = ((self.attention.everyday_words as u64) << 32) / everyday.len().max(1) as u64;
        let rare_chance = everyday_chance * u64::from(self.attention.rare) / 100;
        let books = [(everyday, everyday_chance), (self.vocabulary.rare(), rare_chance)];
        for (book, chance) in books.into_iter().filter(|(_, chance)| *chance > 0) {
            book.for_each_spellable(&tiles, |word| {
                let random = u64::from(self.random(word));
                let extends = || on_table.iter().any(|old| word.contains(old.as_str()));
                let recalled = random < chance || (random < chance.saturating_mul(EXTENSION_FACTOR) && extends());
                let is_new = || on_table.iter().chain(elsewhere).all(|old| old != word);
                if recalled && (words.len() as u64) < limit && is_new() {
                    words.push(word);
                }
            });
        }
        WordBook::from_words(words)
    }

    /// A random number for a word in this turn.
    fn random(&self, word: &str) -> u32 {
        let mut mixed = self.turn;
        for byte in word.bytes() {
            mixed = (mixed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        // Mixes the bits once more, so that the last letters matter as much as the first.
        mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as u32
    }
}
