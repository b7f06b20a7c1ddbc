//! The word book: the index over a word list.

use std::cmp::Reverse;

use trinta_core::lexicon::{Dictionary, Verdict};
use trinta_core::{Tile, TileSet, Tiles};

use super::letters::Letters;
use super::problem::TileCounts;
use super::spell_index::{SpellIndex, classes_in};

/// A word list indexed for the search: words with the same letters form one class.
///
/// Building one takes a fraction of a second; after that any number of searches can share it. Words that the tiles of
/// the box can't spell, even with both jokers, are left out.
///
/// ```
/// use trinta_core::lexicon::{Dictionary, Lexicon};
/// use trinta_solver::WordBook;
///
/// let list = Lexicon::from_text("own", "tea\neat\nate\nzzzz\n").unwrap();
/// let book = WordBook::new(&Dictionary::new(list));
/// assert_eq!(book.len(), 3, "one Z and two jokers don't make four");
/// assert!(book.contains("EAT") && !book.contains("ZZZZ"));
/// ```
#[derive(Debug, Clone)]
pub struct WordBook {
    /// The letters of each class, the longest words first.
    letters: Vec<Letters>,
    /// [`Letters::mask`] of each class.
    masks: Vec<u32>,
    /// The word length of each class.
    lengths: Vec<u8>,
    /// `longer_than[n]` is the number of classes with words of more than `n` letters.
    longer_than: Vec<u32>,
    /// The offset of each class in `text`; the last element is its length.
    starts: Vec<u32>,
    /// All words in capitals, class after class.
    text: String,
    /// The classes sorted by their letters, for binary search.
    sorted: Vec<u32>,
    index: SpellIndex,
}

/// WordSet with the same letters: an index into the [`WordBook`].
pub(super) type Class = u32;

impl WordBook {
    /// The index over a dictionary: the words of its list that are also of its theme, if it has one (W8, W14).
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> WordBook {
        let words = dictionary.lexicon().words();
        let good = words.filter(|word| dictionary.theme().is_none() || dictionary.judge(word) == Verdict::Good);
        WordBook::from_words(good)
    }

    /// The index over some distinct words in either case.
    ///
    /// ```
    /// # use trinta_solver::WordBook;
    /// let book = WordBook::from_words(["TEA", "eat"]);
    /// assert!(book.contains("TEA") && book.contains("EAT") && !book.contains("ATE"));
    /// ```
    #[must_use]
    pub fn from_words<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> WordBook {
        let mut entries: Vec<Entry> = words.into_iter().filter_map(|word| Entry::new(word.as_ref())).collect();
        let ranks = frequency_ranks(&entries);
        // Longest first: a search that takes them in order places most tiles soonest. Words with the same frequent
        // letters are neighbours, so that a pool without those letters skips all of them at once.
        entries.sort_by_cached_key(|entry| {
            (Reverse(entry.word.len()), ranked_mask(entry.letters, &ranks), entry.letters, entry.word.clone())
        });
        let mut book = WordBook {
            letters: Vec::new(),
            masks: Vec::new(),
            lengths: Vec::new(),
            longer_than: Vec::new(),
            starts: Vec::new(),
            text: String::with_capacity(entries.iter().map(|entry| entry.word.len()).sum()),
            sorted: Vec::new(),
            index: SpellIndex::default(),
        };
        for Entry { letters, word } in entries {
            if book.letters.last() != Some(&letters) {
                book.add_class(word.len() as u8, letters);
            }
            book.text.push_str(&word);
        }
        book.starts.push(book.text.len() as u32);
        let longest = book.lengths.first().copied().unwrap_or(0);
        book.longer_than =
            (0..=longest).map(|letters| book.lengths.partition_point(|&length| length > letters) as u32).collect();
        book.sorted = (0..book.letters.len() as u32).collect();
        book.sorted.sort_unstable_by_key(|&class| book.letters[class as usize]);
        book.index = SpellIndex::new(&book.letters);
        book
    }

    fn add_class(&mut self, length: u8, letters: Letters) {
        self.letters.push(letters);
        self.masks.push(letters.mask());
        self.lengths.push(length);
        self.starts.push(self.text.len() as u32);
    }

    /// The number of words.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
    /// # use trinta_solver::WordBook;
    /// let dictionary = Dictionary::new(Lexicon::shipped(Tier::Everyday));
    /// assert!(WordBook::new(&dictionary).len() > 30_000);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        (0..self.letters.len() as u32).map(|class| self.word_count(class)).sum()
    }

    /// Whether there are no words at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Whether a word, given in capitals, is in the book.
    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        let class = Letters::from_word(word).and_then(|letters| self.class_of(letters));
        class.is_some_and(|class| self.words(class).any(|known| known == word))
    }

    /// Visits every word that can be spelt from some tiles, in capitals, the longest first. A joker is any letter.
    ///
    /// ```
    /// # use trinta_solver::WordBook;
    /// let book = WordBook::from_words(["TEA", "EAT", "SEAT", "TOE"]);
    /// let mut words = Vec::new();
    /// book.for_each_spellable(&"AET*".parse()?, |word| words.push(word));
    /// words.sort_unstable();
    /// assert_eq!(words, ["EAT", "SEAT", "TEA", "TOE"]);
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    pub fn for_each_spellable<'a>(&'a self, tiles: &Tiles, mut visit: impl FnMut(&'a str)) {
        let counts = TileCounts::of(tiles.iter());
        let from = self.first_class_with_at_most(counts.tiles);
        self.index.scan(counts.letters, counts.jokers, None, from as usize, |first, bits| {
            for class in classes_in(first, bits).filter(|&class| class >= from) {
                self.words(class).for_each(&mut visit);
            }
            true
        });
    }

    /// The class of the words with exactly these letters.
    pub(super) fn class_of(&self, letters: Letters) -> Option<Class> {
        let index = self.sorted.binary_search_by_key(&letters, |&class| self.letters[class as usize]).ok()?;
        Some(self.sorted[index])
    }

    /// Any word of a class, in capitals.
    pub(super) fn any_word(&self, class: Class) -> &[u8] {
        &self.text.as_bytes()[self.starts[class as usize] as usize..][..usize::from(self.lengths[class as usize])]
    }

    /// The number of classes.
    pub(super) const fn class_count(&self) -> usize {
        self.letters.len()
    }

    /// The first class whose words have at most this many letters; so have all classes after it.
    pub(super) fn first_class_with_at_most(&self, letters: u32) -> Class {
        self.longer_than.get(letters as usize).copied().unwrap_or(0)
    }

    /// The length of the longest word.
    pub(super) fn longest(&self) -> u32 {
        self.lengths.first().map_or(0, |&length| u32::from(length))
    }

    pub(super) const fn index(&self) -> &SpellIndex {
        &self.index
    }

    pub(super) fn letters(&self, class: Class) -> Letters {
        self.letters[class as usize]
    }

    /// A bit for each letter that a class has.
    pub(super) fn mask(&self, class: Class) -> u32 {
        self.masks[class as usize]
    }

    /// The word length of a class.
    pub(super) fn length(&self, class: Class) -> u32 {
        u32::from(self.lengths[class as usize])
    }

    /// The number of words in a class.
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

/// A word and its letters.
struct Entry {
    letters: Letters,
    word: String,
}

impl Entry {
    /// The entry of a word; none if the box can't spell it.
    fn new(word: &str) -> Option<Entry> {
        let letters = Letters::from_word(word)?;
        let missing = |letter: u8| {
            let copies = Tile::letter(char::from(b'A' + letter)).map_or(0, |tile| TileSet::Letters.copies(tile));
            letters.count(usize::from(letter)).saturating_sub(u32::from(copies))
        };
        let missing: u32 = (0..26).map(missing).sum();
        let spellable = missing <= u32::from(TileSet::Letters.copies(Tile::JOKER)) && u8::try_from(word.len()).is_ok();
        spellable.then(|| Entry { letters, word: word.to_ascii_uppercase() })
    }
}

/// The rank of each letter by the number of words that have it, the most frequent letter being 0.
fn frequency_ranks(entries: &[Entry]) -> [u32; 26] {
    let words_with = |letter: usize| entries.iter().filter(|entry| entry.letters.count(letter) > 0).count();
    let mut letters: Vec<(Reverse<usize>, usize)> =
        (0..26).map(|letter| (Reverse(words_with(letter)), letter)).collect();
    letters.sort_unstable();
    let mut ranks = [0; 26];
    letters.iter().zip(0..).for_each(|(&(_, letter), rank)| ranks[letter] = rank);
    ranks
}

/// A bit for each letter, the most frequent letters in the most significant bits.
fn ranked_mask(letters: Letters, ranks: &[u32; 26]) -> u32 {
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
        assert!(book.len() > lexicon.len() - 20, "the box can spell nearly every word");
        let tea = book.class_of(Letters::from_word("TEA").unwrap()).unwrap();
        assert_eq!(book.words(tea).collect::<Vec<_>>(), ["ATE", "EAT", "TEA"]);
        assert_eq!(book.word_count(tea), 3);
        for word in lexicon.words().step_by(97) {
            let word = word.to_ascii_uppercase();
            assert!(book.contains(&word), "{word}");
        }
        assert!(!book.contains("XYZZY") && !book.contains("AE"));
        for letters in [0, 3, 4, 9, 60] {
            let from = book.first_class_with_at_most(letters);
            assert!((0..from).all(|class| book.length(class) > letters));
            assert!((from..book.class_count() as Class).all(|class| book.length(class) <= letters));
        }
        assert_eq!(book.length(0), book.longest());
    }

    #[test]
    fn w14_a_theme_restricts_the_book_to_its_words() {
        let dictionary = Dictionary::new(Lexicon::shipped(Tier::Standard)).with_theme(Lexicon::theme(Theme::Food));
        let book = WordBook::new(&dictionary);
        assert!(book.contains("PEAR") && !book.contains("EAR"));
    }
}
