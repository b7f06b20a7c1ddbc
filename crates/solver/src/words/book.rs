//! The index over a word list: words by their letters.

use std::cmp::Reverse;

use trinta_core::lexicon::{Dictionary, Verdict};
use trinta_core::{Tile, TileSet, Tiles};

use super::fits::{Fits, classes};
use super::ground::Hand;
use super::letters::Letters;

/// A word list made ready for searching: its words by the letters they need.
///
/// Making one takes a fraction of a second; it can then be shared by any number of searches. Words that the tiles of
/// the box can't spell, even with both jokers, are left out.
///
/// ```
/// use trinta_core::lexicon::{Dictionary, Lexicon};
/// use trinta_solver::words::WordBook;
///
/// let list = Lexicon::from_text("own", "tea\neat\nate\nzzzz\n").unwrap();
/// let book = WordBook::new(&Dictionary::new(list));
/// assert_eq!(book.len(), 3, "one Z and two jokers don't make four");
/// assert!(book.contains("EAT") && !book.contains("ZZZZ"));
/// ```
#[derive(Debug, Clone)]
pub struct WordBook {
    /// What each class of anagrams needs, the longest first.
    letters: Vec<Letters>,
    /// A bit for each letter that a class has.
    masks: Vec<u32>,
    /// How many letters the words of a class have.
    lengths: Vec<u8>,
    /// How many classes have more letters than so many.
    longer: Vec<u32>,
    /// Where the words of each class start in `text`, and where the last ends.
    starts: Vec<u32>,
    /// All words in capitals, class after class.
    text: String,
    /// Classes in the order of their letters, to look one up.
    lookup: Vec<u32>,
    fits: Fits,
}

/// Words with the same letters: an index into the [`WordBook`].
pub(super) type Class = u32;

impl WordBook {
    /// The index over a dictionary: the words of its list that are also of its theme, if it has one (W8, W14).
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> WordBook {
        let words = dictionary.lexicon().words();
        let good = words.filter(|word| dictionary.theme().is_none() || dictionary.judge(word) == Verdict::Good);
        WordBook::of(good)
    }

    /// The index over some words, each given once, in small letters or capitals.
    ///
    /// ```
    /// # use trinta_solver::words::WordBook;
    /// let book = WordBook::of(["TEA", "eat"]);
    /// assert!(book.contains("TEA") && book.contains("EAT") && !book.contains("ATE"));
    /// ```
    #[must_use]
    pub fn of<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> WordBook {
        let mut entries: Vec<Entry> = words.into_iter().filter_map(|word| Entry::new(word.as_ref())).collect();
        let rank = ranks(&entries);
        // Longest first: a search that takes them in order places most tiles soonest. Words with the same common
        // letters lie together, so that a pool without those letters passes over all of them at once.
        entries.sort_by_cached_key(|entry| {
            (Reverse(entry.word.len()), ranked(entry.letters, &rank), entry.letters, entry.word.clone())
        });
        let mut book = WordBook {
            letters: Vec::new(),
            masks: Vec::new(),
            lengths: Vec::new(),
            longer: Vec::new(),
            starts: Vec::new(),
            text: String::with_capacity(entries.iter().map(|entry| entry.word.len()).sum()),
            lookup: Vec::new(),
            fits: Fits::default(),
        };
        for Entry { letters, word } in entries {
            if book.letters.last() != Some(&letters) {
                book.add_class(word.len() as u8, letters);
            }
            book.text.push_str(&word);
        }
        book.starts.push(book.text.len() as u32);
        let longest = book.lengths.first().copied().unwrap_or(0);
        book.longer =
            (0..=longest).map(|letters| book.lengths.partition_point(|&length| length > letters) as u32).collect();
        book.lookup = (0..book.letters.len() as u32).collect();
        book.lookup.sort_unstable_by_key(|&class| book.letters[class as usize]);
        book.fits = Fits::new(&book.letters);
        book
    }

    fn add_class(&mut self, length: u8, letters: Letters) {
        self.letters.push(letters);
        self.masks.push(letters.mask());
        self.lengths.push(length);
        self.starts.push(self.text.len() as u32);
    }

    /// How many words it has.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
    /// # use trinta_solver::words::WordBook;
    /// let dictionary = Dictionary::new(Lexicon::shipped(Tier::Everyday));
    /// assert!(WordBook::new(&dictionary).len() > 30_000);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        (0..self.letters.len() as u32).map(|class| self.word_count(class)).sum()
    }

    /// Whether it has no words at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Whether it has a word, given in capitals.
    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        let class = Letters::of_word(word).and_then(|letters| self.class_of(letters));
        class.is_some_and(|class| self.words(class).any(|known| known == word))
    }

    /// Gives every word that can be spelt from some tiles, in capitals, the longest first; a joker is any letter.
    ///
    /// ```
    /// # use trinta_solver::words::WordBook;
    /// let book = WordBook::of(["TEA", "EAT", "SEAT", "TOE"]);
    /// let mut words = Vec::new();
    /// book.each_spellable(&"AET*".parse()?, |word| words.push(word));
    /// words.sort_unstable();
    /// assert_eq!(words, ["EAT", "SEAT", "TEA", "TOE"]);
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    pub fn each_spellable<'a>(&'a self, tiles: &Tiles, mut each: impl FnMut(&'a str)) {
        let hand = Hand::of(tiles.iter());
        let from = self.not_longer_than(hand.tiles);
        self.fits.scan(hand.letters, hand.jokers, None, from as usize, |first, bits| {
            for class in classes(first, bits).filter(|&class| class >= from) {
                self.words(class).for_each(&mut each);
            }
            true
        });
    }

    /// The class of words with just these letters.
    pub(super) fn class_of(&self, letters: Letters) -> Option<Class> {
        let place = self.lookup.binary_search_by_key(&letters, |&class| self.letters[class as usize]).ok()?;
        Some(self.lookup[place])
    }

    /// One word of a class, in capitals.
    pub(super) fn sample(&self, class: Class) -> &[u8] {
        &self.text.as_bytes()[self.starts[class as usize] as usize..][..usize::from(self.lengths[class as usize])]
    }

    /// How many classes there are.
    pub(super) const fn classes(&self) -> usize {
        self.letters.len()
    }

    /// The classes of words with at most so many letters: all from this one on.
    pub(super) fn not_longer_than(&self, letters: u32) -> Class {
        self.longer.get(letters as usize).copied().unwrap_or(0)
    }

    /// The letters of the longest word.
    pub(super) fn longest(&self) -> u32 {
        self.lengths.first().map_or(0, |&length| u32::from(length))
    }

    /// What can be spelt from what.
    pub(super) const fn fits(&self) -> &Fits {
        &self.fits
    }

    /// What the words of a class need.
    pub(super) fn letters(&self, class: Class) -> Letters {
        self.letters[class as usize]
    }

    /// A bit for each letter that the words of a class have.
    pub(super) fn mask(&self, class: Class) -> u32 {
        self.masks[class as usize]
    }

    /// The letters of each word of a class.
    pub(super) fn length(&self, class: Class) -> u32 {
        u32::from(self.lengths[class as usize])
    }

    /// How many words a class has.
    pub(super) fn word_count(&self, class: Class) -> usize {
        let class = class as usize;
        (self.starts[class + 1] - self.starts[class]) as usize / usize::from(self.lengths[class])
    }

    /// The words of a class.
    pub(super) fn words(&self, class: Class) -> impl Iterator<Item = &str> + Clone {
        let (start, length) = (self.starts[class as usize] as usize, self.length(class) as usize);
        (0..self.word_count(class)).map(move |index| &self.text[start + index * length..][..length])
    }
}

/// A word and what it needs.
struct Entry {
    letters: Letters,
    word: String,
}

impl Entry {
    /// What the index keeps of a word; none if the box can't spell it.
    fn new(word: &str) -> Option<Entry> {
        let letters = Letters::of_word(word)?;
        let short = |letter: u8| {
            let tile = Tile::letter(char::from(b'A' + letter)).map_or(0, |tile| TileSet::Letters.copies(tile));
            letters.count(usize::from(letter)).saturating_sub(u32::from(tile))
        };
        let missing: u32 = (0..26).map(short).sum();
        let spellable = missing <= u32::from(TileSet::Letters.copies(Tile::JOKER)) && u8::try_from(word.len()).is_ok();
        spellable.then(|| Entry { letters, word: word.to_ascii_uppercase() })
    }
}

/// The place of each letter among the others, the one in most words first.
fn ranks(entries: &[Entry]) -> [u32; 26] {
    let holders = |letter: usize| entries.iter().filter(|entry| entry.letters.count(letter) > 0).count();
    let mut letters: Vec<(Reverse<usize>, usize)> = (0..26).map(|letter| (Reverse(holders(letter)), letter)).collect();
    letters.sort_unstable();
    let mut ranks = [0; 26];
    letters.iter().zip(0..).for_each(|(&(_, letter), rank)| ranks[letter] = rank);
    ranks
}

/// Which letters are there, as a number in which those in most words weigh most.
fn ranked(letters: Letters, ranks: &[u32; 26]) -> u32 {
    (0..26).filter(|&letter| letters.count(letter) > 0).fold(0, |bits, letter| bits | 1 << (25 - ranks[letter]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trinta_core::lexicon::{Lexicon, Theme, Tier};

    #[test]
    fn every_word_is_found_in_its_class() {
        let lexicon = Lexicon::shipped(Tier::Everyday);
        let book = WordBook::new(&Dictionary::new(lexicon.clone()));
        assert!(book.len() > lexicon.len() - 20, "hardly any word is beyond the box");
        let tea = book.class_of(Letters::of_word("TEA").unwrap()).unwrap();
        assert_eq!(book.words(tea).collect::<Vec<_>>(), ["ATE", "EAT", "TEA"]);
        assert_eq!(book.word_count(tea), 3);
        for word in lexicon.words().step_by(97) {
            let word = word.to_ascii_uppercase();
            assert!(book.contains(&word), "{word}");
        }
        assert!(!book.contains("XYZZY") && !book.contains("AE"));
        for letters in [0, 3, 4, 9, 60] {
            let from = book.not_longer_than(letters);
            assert!((0..from).all(|class| book.length(class) > letters));
            assert!((from..book.classes() as Class).all(|class| book.length(class) <= letters));
        }
        assert_eq!(book.length(0), book.longest());
    }

    #[test]
    fn w14_a_theme_leaves_its_own_words() {
        let dictionary = Dictionary::new(Lexicon::shipped(Tier::Standard)).with_theme(Lexicon::theme(Theme::Food));
        let book = WordBook::new(&dictionary);
        assert!(book.contains("PEAR") && !book.contains("EAR"));
    }
}
