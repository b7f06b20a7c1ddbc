//! A position in the terms of the search: the words on the table and the rack as letter counts.

use trinta_core::edition::SpellingRule;
use trinta_core::words::spelling;
use trinta_core::{Laid, Tile, TileSet};

use super::WordPosition;
use super::book::{Class, WordBook};
use super::letters::{Letters, letter_of};
use super::pool::Pool;

/// A multiset of tiles.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TileCounts {
    pub(super) letters: Letters,
    pub(super) jokers: u32,
    /// Letters and jokers together.
    pub(super) tiles: u32,
}

impl TileCounts {
    pub(super) fn of(tiles: impl Iterator<Item = Tile>) -> TileCounts {
        tiles.fold(TileCounts::default(), |counts, tile| match letter_of(tile) {
            Some(letter) => TileCounts { letters: counts.letters.with(letter), tiles: counts.tiles + 1, ..counts },
            None => TileCounts { jokers: counts.jokers + 1, tiles: counts.tiles + 1, ..counts },
        })
    }

    #[must_use]
    pub(super) fn plus(self, other: TileCounts) -> TileCounts {
        TileCounts {
            letters: self.letters.plus(other.letters),
            jokers: self.jokers + other.jokers,
            tiles: self.tiles + other.tiles,
        }
    }

    /// These tiles as a pool of which at most `spare` may be left over.
    pub(super) fn pool(self, spare: u32) -> Pool {
        Pool { letters: self.letters, jokers: self.jokers, tiles: self.tiles, spare }
    }
}

/// A word on the table.
#[derive(Debug, Clone)]
pub(super) struct TableWord<'a> {
    pub(super) pieces: &'a [Laid],
    pub(super) word: String,
    pub(super) counts: TileCounts,
    /// Its class; none for a word that is not in the book.
    pub(super) class: Option<Class>,
    /// Whether a play may keep it. Where plays are checked, a misspelt word has to be broken (W8).
    pub(super) may_stay: bool,
}

impl TableWord<'_> {
    pub(super) const fn has_joker(&self) -> bool {
        self.counts.jokers > 0
    }
}

/// A set of words on the table, one bit per word. The tiles of the box suffice for at most 37 words.
pub(super) type WordSet = u64;

/// A position prepared for the search.
#[derive(Debug, Clone)]
pub(super) struct Problem<'a> {
    pub(super) position: WordPosition<'a>,
    pub(super) table_words: Vec<TableWord<'a>>,
    pub(super) rack: TileCounts,
    /// The words that no play may keep.
    pub(super) must_break: WordSet,
}

impl<'a> Problem<'a> {
    /// Prepares a position; none if it has more copies of a tile than the box (W1).
    pub(super) fn new(book: &WordBook, position: WordPosition<'a>) -> Option<Problem<'a>> {
        let everything = position.table.layout().tiles().chain(position.rack.iter());
        if TileSet::Letters.excess(everything).is_some() {
            return None;
        }
        let checked = position.rules.spelling != SpellingRule::Challenge;
        let read = |pieces: &'a [Laid]| {
            let word = spelling(pieces).ok()?;
            let known = book.contains(&word);
            let class = Letters::from_word(&word).filter(|_| known).and_then(|letters| book.class_of(letters));
            let counts = TileCounts::of(pieces.iter().map(|piece| piece.tile()));
            Some(TableWord { pieces, word, counts, class, may_stay: known || !checked })
        };
        let table_words: Vec<TableWord<'a>> = position.table.sets().map(read).collect::<Option<_>>()?;
        let mut problem = Problem { position, table_words, rack: TileCounts::of(position.rack.iter()), must_break: 0 };
        problem.must_break = problem.set_of(|word| !word.may_stay);
        Some(problem)
    }

    fn set_of(&self, is_member: impl Fn(&TableWord<'a>) -> bool) -> WordSet {
        let members = self.table_words.iter().enumerate().filter(|(_, word)| is_member(word));
        members.fold(0, |set, (index, _)| set | 1 << index)
    }

    /// All words on the table.
    pub(super) fn all(&self) -> WordSet {
        (1 << self.table_words.len()) - 1
    }

    /// The words that are not in the book but may stay (W8): the search can keep them, but can't lay them again.
    pub(super) fn unlisted(&self) -> WordSet {
        self.set_of(|word| word.may_stay && word.class.is_none())
    }

    pub(super) fn members(&self, set: WordSet) -> impl Iterator<Item = &TableWord<'a>> + Clone {
        self.table_words.iter().enumerate().filter(move |(index, _)| set >> index & 1 == 1).map(|(_, word)| word)
    }

    /// All tiles that a play can use.
    pub(super) fn available(&self, may_rearrange: bool) -> TileCounts {
        if may_rearrange { self.rack.plus(self.counts(self.all())) } else { self.rack }
    }

    /// The classes of the words that are kept when the given ones are broken.
    pub(super) fn kept_classes(&self, broken: WordSet) -> impl Iterator<Item = Class> + '_ {
        self.members(!broken & self.all()).filter_map(|word| word.class)
    }

    /// The tiles of some of the words.
    pub(super) fn counts(&self, set: WordSet) -> TileCounts {
        self.members(set).fold(TileCounts::default(), |counts, word| counts.plus(word.counts))
    }

    /// Whether the table has this word.
    pub(super) fn has(&self, word: &str) -> bool {
        self.table_words.iter().any(|other| other.word == word)
    }
}
