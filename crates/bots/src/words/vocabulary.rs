//! The words that a bot can think of.

use std::sync::Arc;

use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_solver::WordBook;

/// If not even one word in so many of a list is an everyday one, it is a list of another kind, and all its words are
/// taken as equally well known.
const OTHER_KIND: usize = 8;

/// The words of a table's list, the everyday ones and the others apart. Made once, shared by all bots of a table.
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
    other: WordBook,
}

impl Vocabulary {
    /// The words of a dictionary.
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> Vocabulary {
        Vocabulary::with_book(dictionary, Arc::new(WordBook::new(dictionary)))
    }

    /// The same where somebody has the index over the dictionary already.
    #[must_use]
    pub fn with_book(dictionary: &Dictionary, book: Arc<WordBook>) -> Vocabulary {
        let common = Lexicon::shipped(Tier::Everyday);
        let words = dictionary.lexicon().words().filter(|word| book.contains(&word.to_ascii_uppercase()));
        let (everyday, other): (Vec<String>, Vec<String>) = words.partition(|word| common.contains(word));
        let other_kind = everyday.len() * OTHER_KIND < everyday.len() + other.len();
        let (everyday, other) = if other_kind { ([everyday, other].concat(), Vec::new()) } else { (everyday, other) };
        Vocabulary { all: book, everyday: WordBook::from_words(everyday), other: WordBook::from_words(other) }
    }

    /// All words of the table's list.
    #[must_use]
    pub fn book(&self) -> &WordBook {
        &self.all
    }

    /// The words that everybody knows.
    pub(super) const fn everyday(&self) -> &WordBook {
        &self.everyday
    }

    /// The others.
    pub(super) const fn other(&self) -> &WordBook {
        &self.other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_words_and_others_are_the_whole_list() {
        let dictionary = Dictionary::new(Lexicon::shipped(Tier::Standard));
        let words = Vocabulary::new(&dictionary);
        assert_eq!(words.everyday().len() + words.other().len(), words.book().len());
        assert!(words.everyday().contains("TEA") && !words.other().contains("TEA"));
        assert!(words.everyday().len() > 30_000 && words.other().len() > 30_000);
    }

    #[test]
    fn a_list_of_another_kind_is_known_as_a_whole() {
        let own: String = (0..26).map(|letter| format!("{0}{0}{0}\n", char::from(b'a' + letter))).collect();
        let dictionary = Dictionary::new(Lexicon::from_text("own", &(own + "tea\n")).unwrap());
        let words = Vocabulary::new(&dictionary);
        assert_eq!((words.everyday().len(), words.other().len()), (words.book().len(), 0));
    }
}
