//! The words that a bot may think of.

use std::sync::Arc;

use trinta_core::lexicon::{Dictionary, Lexicon, Tier, may_suggest};
use trinta_core::{Table, Tiles};
use trinta_solver::WordBook;

/// A list in which fewer than one word in this many is an everyday word is a special one, and all its words count as
/// equally well known.
const SPECIAL_LIST: usize = 8;

/// The words of a list, split into everyday and rare words. Built once and shared by all bots of a table.
///
/// ```
/// use trinta_bots::words::Vocabulary;
/// use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
///
/// let words = Vocabulary::new(&Dictionary::new(Lexicon::shipped(Tier::Standard)));
/// assert!(words.book().contains("CAPSTAN"));
/// ```
#[derive(Debug, Clone)]
pub struct Vocabulary {
    all: Arc<WordBook>,
    /// The words that may be suggested; the same as all if that is every one.
    suggested: Arc<WordBook>,
    everyday: WordBook,
    rare: WordBook,
}

impl Vocabulary {
    /// The words of a dictionary.
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> Vocabulary {
        Vocabulary::with_book(dictionary, Arc::new(WordBook::new(dictionary)))
    }

    /// The words of a dictionary whose index exists already.
    #[must_use]
    pub fn with_book(dictionary: &Dictionary, book: Arc<WordBook>) -> Vocabulary {
        let common = Lexicon::shipped(Tier::Everyday);
        let words = dictionary.lexicon().words().filter(|word| book.contains(&word.to_ascii_uppercase()));
        let words: Vec<String> = words.filter(|word| may_suggest(word)).collect();
        let is_all = words.len() == book.len();
        let suggested = if is_all { Arc::clone(&book) } else { Arc::new(WordBook::from_words(&words)) };
        let (everyday, rare): (Vec<String>, Vec<String>) = words.into_iter().partition(|word| common.contains(word));
        let is_special = everyday.len() * SPECIAL_LIST < everyday.len() + rare.len();
        let (everyday, rare) = if is_special { ([everyday, rare].concat(), Vec::new()) } else { (everyday, rare) };
        Vocabulary { all: book, suggested, everyday: WordBook::from_words(everyday), rare: WordBook::from_words(rare) }
    }

    /// All words of the list.
    #[must_use]
    pub fn book(&self) -> &WordBook {
        &self.all
    }

    /// Whether the list has words that are never suggested.
    #[must_use]
    pub fn withholds_words(&self) -> bool {
        !Arc::ptr_eq(&self.all, &self.suggested)
    }

    /// The words that may be suggested in a position: those of the list that bots, hints and puzzles may say, and the
    /// words that lie on the table, whatever they are, so that they can stay there.
    #[must_use]
    pub fn suggestions(&self, table: &Table, rack: &Tiles) -> Arc<WordBook> {
        let on_table = table.sets().filter_map(|word| trinta_core::words::spelling(word).ok());
        let laid: Vec<String> =
            on_table.filter(|word| self.all.contains(word) && !self.suggested.contains(word)).collect();
        if laid.is_empty() {
            return Arc::clone(&self.suggested);
        }
        let mut tiles = rack.clone();
        tiles.add(table.layout().tiles());
        let mut words: Vec<&str> = laid.iter().map(String::as_str).collect();
        self.suggested.for_each_spellable(&tiles, |word| words.push(word));
        Arc::new(WordBook::from_words(words))
    }

    /// The everyday words that may be suggested.
    pub(super) const fn everyday(&self) -> &WordBook {
        &self.everyday
    }

    /// The other words that may be suggested.
    pub(super) const fn rare(&self) -> &WordBook {
        &self.rare
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_and_rare_words_are_the_whole_list() {
        let dictionary = Dictionary::new(Lexicon::shipped(Tier::Standard));
        let words = Vocabulary::new(&dictionary);
        assert_eq!(words.everyday().len() + words.rare().len(), words.suggested.len());
        assert!(words.withholds_words() && words.suggested.len() < words.book().len());
        assert!(words.everyday().contains("TEA") && !words.rare().contains("TEA"));
        assert!(words.everyday().len() > 30_000 && words.rare().len() > 30_000);
    }

    #[test]
    fn r12_words_that_nobody_should_hear_are_never_suggested() {
        for tier in Tier::ALL {
            let words = Vocabulary::new(&Dictionary::new(Lexicon::shipped(tier)));
            let empty = words.suggestions(&Table::default(), &Tiles::default());
            for book in [&words.everyday, &words.rare, &*empty] {
                assert!(!book.contains("DAMN") && !book.contains("ASS"), "{tier}");
            }
            assert!(words.book().contains("DAMN"), "people may lay it with {tier}");
            assert!(words.withholds_words());
        }
    }

    #[test]
    fn r12_a_word_that_somebody_laid_may_stay() {
        let words = Vocabulary::new(&Dictionary::new(Lexicon::shipped(Tier::Standard)));
        let table = Table::read("DAMN".parse().unwrap()).unwrap();
        let book = words.suggestions(&table, &"PATES".parse().unwrap());
        assert!(book.contains("DAMN") && book.contains("TAPES"));
        assert!(!book.contains("DAMNS") && !book.contains("ASSET"), "only what the tiles spell and may be said");
    }

    #[test]
    fn a_list_without_such_words_withholds_nothing() {
        let words = Vocabulary::new(&Dictionary::new(Lexicon::from_text("own", "tea\neat\n").unwrap()));
        assert!(!words.withholds_words());
    }

    #[test]
    fn all_words_of_a_special_list_are_everyday_words() {
        let own: String = (0..26).map(|letter| format!("{0}{0}{0}\n", char::from(b'a' + letter))).collect();
        let dictionary = Dictionary::new(Lexicon::from_text("own", &(own + "tea\n")).unwrap());
        let words = Vocabulary::new(&dictionary);
        assert_eq!((words.everyday().len(), words.rare().len()), (words.book().len(), 0));
    }
}
