//! Which words come to mind.
//!
//! Somebody who looks at letters does not see all words in them. In each turn every word of the list comes to mind or it
//! does not, decided by chance; everyday words sooner than others, and words that go on from one that lies there soonest.

use trinta_core::{Table, Tiles};
use trinta_solver::WordBook;

use super::vocabulary::Vocabulary;

/// How well words come to mind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attention {
    /// How many everyday words come to mind in a turn at a table for two, of all that there are.
    pub(super) in_mind: usize,
    /// The others come to mind so many times in a hundred where an everyday word would.
    pub(super) rare: u32,
}

/// A word that has a word of the table in it comes to mind so many times as easily.
const GOES_ON: u64 = 8;

/// So many words are glanced at with the effort of one situation.
const GLANCES: u64 = 512;

/// The words that come to mind in one turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Recall<'a> {
    attention: Attention,
    vocabulary: &'a Vocabulary,
    turn: u64,
}

impl Attention {
    /// What comes to mind in a turn, which a random number tells from other turns. With twice the players a quarter of the words do: more
    /// lies there to look at, more of it has changed since the last turn, and without this somebody would be out before
    /// the last has had three turns.
    pub(super) fn recall(self, vocabulary: &Vocabulary, players: u8, turn: u64) -> Recall<'_> {
        let in_mind = self.in_mind * 4 / usize::from(players.max(2)).pow(2);
        Recall { attention: Attention { in_mind, ..self }, vocabulary, turn }
    }
}

impl Recall<'_> {
    /// The effort that looking for words takes at the most.
    pub(super) fn effort(&self) -> u64 {
        let rare = if self.attention.rare == 0 { 0 } else { self.vocabulary.other().len() };
        (self.vocabulary.everyday().len() + rare) as u64 / GLANCES + 1
    }

    /// The words in mind that a rack and some words of the table can spell, and those words themselves. Words that lie
    /// elsewhere on the table are left out: no word stands there twice (W3). So many words at the most, the longest.
    pub(super) fn book(&self, rack: &Tiles, table: &Table, elsewhere: &[String], most: u64) -> WordBook {
        let mut tiles = rack.clone();
        tiles.add(table.layout().tiles());
        let lying: Vec<String> = table.sets().filter_map(|word| trinta_core::words::spelling(word).ok()).collect();
        let mut words: Vec<&str> =
            lying.iter().map(String::as_str).filter(|word| self.vocabulary.book().contains(word)).collect();
        let everyday = self.vocabulary.everyday();
        let often = (self.attention.in_mind as u64) << 32;
        let often = often / everyday.len().max(1) as u64;
        let rarely = often * u64::from(self.attention.rare) / 100;
        let books = [(everyday, often), (self.vocabulary.other(), rarely)];
        for (book, chance) in books.into_iter().filter(|(_, chance)| *chance > 0) {
            book.for_each_spellable(&tiles, |word| {
                let thrown = u64::from(self.throw(word));
                let goes_on = || lying.iter().any(|old| word.contains(old.as_str()));
                let comes = thrown < chance || (thrown < chance.saturating_mul(GOES_ON) && goes_on());
                let room = (words.len() as u64) < most;
                if comes && room && !lying.iter().any(|old| old == word) && !elsewhere.iter().any(|old| old == word) {
                    words.push(word);
                }
            });
        }
        WordBook::from_words(words)
    }

    /// A random number for each word and turn.
    fn throw(&self, word: &str) -> u32 {
        let mut mixed = self.turn;
        for byte in word.bytes() {
            mixed = (mixed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        // The last letters have to matter as much as the first.
        mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as u32
    }
}
