//! From letters to a table: which words of each class, and which pieces are the jokers.

use trinta_core::words::turn_score;
use trinta_core::{Laid, Layout, Table, Tile, Tiles};

use super::book::{Class, WordBook};
use super::cover::Accept;
use super::ground::{Ground, Old, Words};
use super::{Found, Objective};

/// Lays the words that the search finds, and keeps the best play.
#[derive(Debug)]
pub(super) struct Layer<'a> {
    book: &'a WordBook,
    ground: &'a Ground<'a>,
    objective: Objective,
    /// The words that are taken apart at the moment.
    pub(super) broken: Words,
    /// Whether the first word must not have lain on the table before: it is the one that scores (W9).
    pub(super) first_is_new: bool,
    /// The best play so far.
    pub(super) best: Option<Found>,
}

/// A piece of a word to be laid: which word, where in it, which letter.
#[derive(Debug, Clone, Copy)]
struct Place {
    word: usize,
    at: usize,
    letter: usize,
}

/// How many jokers may and must stand for each letter.
#[derive(Debug)]
struct Share {
    least: [u32; 26],
    most: [u32; 26],
}

impl<'a> Layer<'a> {
    /// Nothing laid yet.
    pub(super) fn new(book: &'a WordBook, ground: &'a Ground<'a>, objective: Objective) -> Layer<'a> {
        Layer { book, ground, objective, broken: 0, first_is_new: false, best: None }
    }

    /// W7: whether the letters of jokers that lie there restrict what can be laid.
    fn is_strict(&self) -> bool {
        self.ground.position.opened && self.ground.of(self.broken).any(Old::has_joker)
    }

    /// The words of a class that can be laid beside others, those that lay there first: an anagram of one breaks more.
    fn free(&self, class: Class, words: &[&'a str]) -> impl Iterator<Item = &'a str> + use<'a> {
        let stays = |word: &str| self.ground.of(!self.broken & self.ground.all()).any(|old| old.word == word);
        let free = self.book.words(class).filter(|word| !words.contains(word) && !stays(word));
        let (old, new): (Vec<&str>, Vec<&str>) = free.partition(|word| self.ground.has(word));
        let must_be_new = words.is_empty() && self.first_is_new;
        old.into_iter().filter(move |_| !must_be_new).chain(new)
    }

    /// Every play with a word of each class: calls back with each until the answer is true.
    pub(super) fn each(&self, classes: &[Class], found: &mut impl FnMut(Found) -> bool) -> bool {
        self.each_from(classes, &mut Vec::with_capacity(classes.len()), found)
    }

    fn each_from(&self, classes: &[Class], words: &mut Vec<&'a str>, found: &mut impl FnMut(Found) -> bool) -> bool {
        let Some(&class) = classes.get(words.len()) else {
            let play = self.place_jokers(words).and_then(|sets| self.play(&sets));
            return play.is_some_and(found);
        };
        for word in self.free(class, words) {
            words.push(word);
            if self.each_from(classes, words, found) {
                return true;
            }
            words.pop();
        }
        false
    }

    /// Chooses a word for each class from here on, then the jokers.
    fn choose(&self, classes: &[Class], words: &mut Vec<&'a str>) -> Option<Vec<Vec<Laid>>> {
        let Some(&class) = classes.get(words.len()) else { return self.place_jokers(words) };
        let choice_matters = self.is_strict()
            && self
                .ground
                .of(self.broken)
                .any(|old| old.has_joker() && old.word.len() == self.book.length(class) as usize);
        let tries = if choice_matters { usize::MAX } else { 1 };
        for word in self.free(class, words).take(tries) {
            words.push(word);
            let laid = self.choose(classes, words);
            if laid.is_some() {
                return laid;
            }
            words.pop();
        }
        None
    }

    /// Lays the words with jokers for the letters that are missing; a joker of the table is always laid again.
    fn place_jokers(&self, words: &[&str]) -> Option<Vec<Vec<Laid>>> {
        let table = self.ground.hand(self.broken);
        let supply = self.ground.rack.and(table);
        let place = |word: usize, at: usize, byte: u8| Place { word, at, letter: usize::from(byte - b'A') };
        let places: Vec<Place> = (words.iter().enumerate())
            .flat_map(|(word, text)| text.bytes().enumerate().map(move |(at, byte)| place(word, at, byte)))
            .collect();
        let mut share = Share { least: [0; 26], most: [0; 26] };
        for letter in 0..26 {
            let wanted = places.iter().filter(|place| place.letter == letter).count() as u32;
            share.least[letter] = wanted.saturating_sub(supply.letters.count(letter));
            share.most[letter] = wanted.checked_sub(table.letters.count(letter))?;
        }
        let fewest = share.least.iter().sum::<u32>().max(table.jokers);
        let most = if self.is_strict() { supply.jokers } else { fewest };
        (fewest..=most).find_map(|jokers| self.jokers_at(words, &places, jokers, &mut share, &mut Vec::new()))
    }

    /// Tries all ways to make so many of the places jokers.
    fn jokers_at(
        &self,
        words: &[&str],
        places: &[Place],
        jokers: u32,
        share: &mut Share,
        chosen: &mut Vec<Place>,
    ) -> Option<Vec<Vec<Laid>>> {
        if jokers == 0 {
            return self.pieces(words, chosen);
        }
        for (index, place) in places.iter().enumerate() {
            let letter = place.letter;
            let needed: u32 = share.least.iter().sum();
            // Every joker that is left goes to a letter that needs it, if there are no more jokers than that.
            if share.most[letter] == 0 || (share.least[letter] == 0 && needed >= jokers) {
                continue;
            }
            let (least, most) = (share.least[letter], share.most[letter]);
            share.least[letter] = least.saturating_sub(1);
            share.most[letter] = most - 1;
            chosen.push(*place);
            let laid = self.jokers_at(words, &places[index + 1..], jokers - 1, share, chosen);
            chosen.pop();
            (share.least[letter], share.most[letter]) = (least, most);
            if laid.is_some() {
                return laid;
            }
        }
        None
    }

    /// The words as pieces, unless a joker would change its letter in a word that stays as it is (W7).
    fn pieces(&self, words: &[&str], jokers: &[Place]) -> Option<Vec<Vec<Laid>>> {
        let piece = |word: usize, at: usize, letter: char| {
            let tile = Tile::letter(letter)?;
            let joker = jokers.iter().any(|place| (place.word, place.at) == (word, at));
            Some(if joker { Laid::joker_as(tile) } else { tile.into() })
        };
        let sets: Vec<Vec<Laid>> = (words.iter().enumerate())
            .map(|(word, text)| text.chars().enumerate().map(|(at, letter)| piece(word, at, letter)).collect())
            .collect::<Option<_>>()?;
        (!self.is_strict() || !self.rereads(&sets)).then_some(sets)
    }

    /// W7: whether one of the sets is a broken word tile by tile, but for what its jokers are said to be.
    fn rereads(&self, sets: &[Vec<Laid>]) -> bool {
        let is_old = |set: &[Laid]| self.ground.old.iter().any(|old| old.pieces == set);
        let tiles = |set: &[Laid]| set.iter().map(|piece| piece.tile()).collect::<Vec<Tile>>();
        self.ground.of(self.broken).filter(|old| old.has_joker()).any(|old| {
            !sets.iter().any(|set| set == old.pieces)
                && sets.iter().any(|set| tiles(set) == tiles(old.pieces) && !is_old(set))
        })
    }

    /// The play as a whole.
    fn play(&self, new: &[Vec<Laid>]) -> Option<Found> {
        let ground = self.ground;
        let before = ground.position.table;
        let stay = ground.of(!self.broken & ground.all()).map(|old| old.pieces);
        let layout: Layout = stay.chain(new.iter().map(Vec::as_slice)).map(|set| set.iter().copied()).collect();
        let mut placed: Tiles = layout.tiles().collect();
        placed.take(&before.tiles()).ok()?;
        let table = Table::read(layout).ok()?;
        let tiles = placed.len() as u32;
        let score = turn_score(before, &table, placed.len() == ground.position.rack.len());
        let kept = ground.old.iter().filter(|old| table.sets().any(|set| set == old.pieces)).count() as u32;
        let longest = new.iter().map(Vec::len).max().unwrap_or(0) as u32;
        Some(Found { table, placed, tiles, score, kept, longest })
    }
}

impl Accept for Layer<'_> {
    fn accept(&mut self, classes: &[Class]) -> bool {
        let Some(sets) = self.choose(classes, &mut Vec::with_capacity(classes.len())) else { return false };
        let Some(play) = self.play(&sets) else { return false };
        if self.best.as_ref().is_none_or(|best| play.worth(self.objective) > best.worth(self.objective)) {
            self.best = Some(play);
        }
        true
    }
}
