//! A position taken apart: the words that lie there and the rack, as letters.

use trinta_core::edition::SpellingRule;
use trinta_core::words::spelling;
use trinta_core::{Laid, Tile, TileSet};

use super::Position;
use super::book::{Class, WordBook};
use super::letters::{Letters, letter_of};
use super::pool::Pool;

/// Letters and jokers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hand {
    pub(super) letters: Letters,
    pub(super) jokers: u32,
    pub(super) tiles: u32,
}

impl Hand {
    pub(super) fn of(tiles: impl Iterator<Item = Tile>) -> Hand {
        tiles.fold(Hand::default(), |hand, tile| match letter_of(tile) {
            Some(letter) => Hand { letters: hand.letters.with(letter), tiles: hand.tiles + 1, ..hand },
            None => Hand { jokers: hand.jokers + 1, tiles: hand.tiles + 1, ..hand },
        })
    }

    /// Both together.
    #[must_use]
    pub(super) fn and(self, other: Hand) -> Hand {
        Hand {
            letters: self.letters.and(other.letters),
            jokers: self.jokers + other.jokers,
            tiles: self.tiles + other.tiles,
        }
    }

    /// These tiles to be laid, but for so many.
    pub(super) fn pool(self, spare: u32) -> Pool {
        Pool { letters: self.letters, jokers: self.jokers, tiles: self.tiles, spare }
    }
}

/// A word that lies on the table.
#[derive(Debug, Clone)]
pub(super) struct Old<'a> {
    pub(super) pieces: &'a [Laid],
    pub(super) word: String,
    pub(super) hand: Hand,
    /// Its class; none for a word that the book does not have.
    pub(super) class: Option<Class>,
    /// Whether it may stay: a misspelt one may not where plays are checked (W8).
    pub(super) may_stay: bool,
}

impl Old<'_> {
    /// Whether there is a joker in it.
    pub(super) const fn has_joker(&self) -> bool {
        self.hand.jokers > 0
    }
}

/// A set of words on the table, a bit for each. The box has tiles for 37 words.
pub(super) type Words = u64;

/// The position.
#[derive(Debug, Clone)]
pub(super) struct Ground<'a> {
    pub(super) position: Position<'a>,
    pub(super) old: Vec<Old<'a>>,
    pub(super) rack: Hand,
    /// Words that may not stay.
    pub(super) doomed: Words,
}

impl<'a> Ground<'a> {
    /// Takes a position apart; none if it has tiles that the box does not have (W1).
    pub(super) fn new(book: &WordBook, position: Position<'a>) -> Option<Ground<'a>> {
        let everything = position.table.layout().tiles().chain(position.rack.iter());
        if TileSet::Letters.excess(everything).is_some() {
            return None;
        }
        let checked = position.rules.spelling != SpellingRule::Challenge;
        let read = |pieces: &'a [Laid]| {
            let word = spelling(pieces).ok()?;
            let known = book.contains(&word);
            let class = Letters::of_word(&word).filter(|_| known).and_then(|letters| book.class_of(letters));
            let hand = Hand::of(pieces.iter().map(|piece| piece.tile()));
            Some(Old { pieces, word, hand, class, may_stay: known || !checked })
        };
        let old: Vec<Old<'a>> = position.table.sets().map(read).collect::<Option<_>>()?;
        let doomed = old.iter().enumerate().filter(|(_, old)| !old.may_stay).fold(0, |all, (at, _)| all | 1 << at);
        Some(Ground { position, old, rack: Hand::of(position.rack.iter()), doomed })
    }

    /// All words on the table.
    pub(super) fn all(&self) -> Words {
        (1 << self.old.len()) - 1
    }

    /// Words that no book has, but that may stay (W8).
    pub(super) fn misspelt(&self) -> Words {
        let words = self.old.iter().enumerate().filter(|(_, old)| old.may_stay && old.class.is_none());
        words.fold(0, |all, (at, _)| all | 1 << at)
    }

    /// The words of a set of them.
    pub(super) fn of(&self, words: Words) -> impl Iterator<Item = &Old<'a>> + Clone {
        self.old.iter().enumerate().filter(move |(at, _)| words >> at & 1 == 1).map(|(_, old)| old)
    }

    /// All tiles that a play can use, if it may touch the table or if it may not.
    pub(super) fn everything(&self, touches: bool) -> Hand {
        if touches { self.rack.and(self.hand(self.all())) } else { self.rack }
    }

    /// The classes of the words that stay when others are broken.
    pub(super) fn staying(&self, broken: Words) -> impl Iterator<Item = Class> + '_ {
        self.of(!broken & self.all()).filter_map(|old| old.class)
    }

    /// The tiles of some of the words.
    pub(super) fn hand(&self, words: Words) -> Hand {
        self.of(words).fold(Hand::default(), |hand, old| hand.and(old.hand))
    }

    /// Whether a word lies on the table.
    pub(super) fn has(&self, word: &str) -> bool {
        self.old.iter().any(|old| old.word == word)
    }
}
