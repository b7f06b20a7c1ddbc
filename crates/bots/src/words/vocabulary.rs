//! The words that a bot may think of.

use std::sync::Arc;

use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
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
        let (everyday, rare): (Vec<String>, Vec<String>) = words.partition(|word| common.contains(word));
        let is_special = everyday.len() * SPECIAL_LIST < everyday.len() + rare.len();
        let (everyday, rare) = if is_special { ([everyday, rare].concat(), Vec::new()) } else { (everyday, rare) };
        Vocabulary { all: book, everyday: WordBook::from_words(everyday), rare: WordBook::from_words(rare) }
    }

    /// All words of the list.
    #[must_use]
    pub fn book(&self) -> &WordBook {
        &self.all
    }

    /// The everyday words.
    pub(super) const fn everyday(&self) -> &WordBook {
        &self.everyday
    }

    /// The other words.
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
        assert_eq!(words.everyday().len() + words.rare().len(), words.book().len());
        assert!(words.everyday().contains("TEA") && !words.rare().contains("TEA"));
        assert!(words.everyday().len() > 30_000 && words.rare().len() > 30_000);
    }

    #[test]
    fn all_words_of_a_special_list_are_everyday_words() {
        let own: String = (0..26).map(|letter| format!("{0}{0}{0}\n", char::from(b'a' + letter))).collect();
        let dictionary = Dictionary::new(Lexicon::from_text("own", &(own + "tea\n")).unwrap());
        let words = Vocabulary::new(&dictionary);
        assert_eq!((words.everyday().len(), words.rare().len()), (words.book().len(), 0));
    }
}
