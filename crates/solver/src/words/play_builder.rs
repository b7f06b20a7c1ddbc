//! Turns a cover into a play: a word for each class, and the pieces that are jokers.

use trinta_core::words::turn_score;
use trinta_core::{Laid, Layout, Table, Tile, Tiles};

use super::Candidate;
use super::book::{Class, WordBook};
use super::cover::Accept;
use super::problem::{Problem, TableWord, WordSet};
use crate::answer::count_kept;
use crate::objective::Objective;

/// Builds plays from the covers that the search finds, and keeps the incumbent.
#[derive(Debug)]
pub(super) struct PlayBuilder<'a> {
    book: &'a WordBook,
    problem: &'a Problem<'a>,
    objective: Objective,
    /// The words broken by the current subproblem.
    pub(super) broken: WordSet,
    /// Whether the first word must not be on the table already, because it is the one that scores (W9).
    pub(super) first_is_new: bool,
    /// The best play so far.
    pub(super) incumbent: Option<Candidate>,
}

/// One letter of the words to be laid.
#[derive(Debug, Clone, Copy)]
struct Slot {
    /// The index of the word.
    word: usize,
    /// The index within the word.
    at: usize,
    letter: usize,
}

/// The number of jokers that must and may stand for each letter.
#[derive(Debug)]
struct JokerBounds {
    min: [u32; 26],
    max: [u32; 26],
}

impl<'a> PlayBuilder<'a> {
    pub(super) fn new(book: &'a WordBook, problem: &'a Problem<'a>, objective: Objective) -> PlayBuilder<'a> {
        PlayBuilder { book, problem, objective, broken: 0, first_is_new: false, incumbent: None }
    }

    /// W7: whether the readings of jokers on the table restrict what can be laid.
    fn readings_matter(&self) -> bool {
        self.problem.position.opened && self.problem.members(self.broken).any(TableWord::has_joker)
    }

    /// The words of a class that can be laid beside others. Words of the table come first: laying one again keeps it,
    /// while an anagram would break it.
    fn available(&self, class: Class, words: &[&'a str]) -> impl Iterator<Item = &'a str> + use<'a> {
        let is_kept = |word: &str| {
            self.problem.members(!self.broken & self.problem.all()).any(|table_word| table_word.word == word)
        };
        let available = self.book.words(class).filter(|word| !words.contains(word) && !is_kept(word));
        let (old, new): (Vec<&str>, Vec<&str>) = available.partition(|word| self.problem.has(word));
        let must_be_new = words.is_empty() && self.first_is_new;
        old.into_iter().filter(move |_| !must_be_new).chain(new)
    }

    /// Visits every play with a word of each class until `visit` returns true; returns whether it did.
    pub(super) fn for_each_play(&self, classes: &[Class], visit: &mut impl FnMut(Candidate) -> bool) -> bool {
        self.extend_plays(classes, &mut Vec::with_capacity(classes.len()), visit)
    }

    fn extend_plays(
        &self,
        classes: &[Class],
        words: &mut Vec<&'a str>,
        visit: &mut impl FnMut(Candidate) -> bool,
    ) -> bool {
        let Some(&class) = classes.get(words.len()) else {
            let play = self.place_jokers(words).and_then(|sets| self.play(&sets));
            return play.is_some_and(visit);
        };
        for word in self.available(class, words) {
            words.push(word);
            if self.extend_plays(classes, words, visit) {
                return true;
            }
            words.pop();
        }
        false
    }

    /// Chooses a word for each remaining class, then places the jokers.
    fn choose_words(&self, classes: &[Class], words: &mut Vec<&'a str>) -> Option<Vec<Vec<Laid>>> {
        let Some(&class) = classes.get(words.len()) else { return self.place_jokers(words) };
        let choice_matters = self.readings_matter()
            && self
                .problem
                .members(self.broken)
                .any(|table_word| table_word.has_joker() && table_word.word.len() == self.book.length(class) as usize);
        let tries = if choice_matters { usize::MAX } else { 1 };
        for word in self.available(class, words).take(tries) {
            words.push(word);
            let laid = self.choose_words(classes, words);
            if laid.is_some() {
                return laid;
            }
            words.pop();
        }
        None
    }

    /// Lays the words with jokers for the missing letters. Every joker of a broken word is laid again (W5).
    fn place_jokers(&self, words: &[&str]) -> Option<Vec<Vec<Laid>>> {
        let from_table = self.problem.counts(self.broken);
        let pool = self.problem.rack.plus(from_table);
        let slot = |word: usize, at: usize, byte: u8| Slot { word, at, letter: usize::from(byte - b'A') };
        let slots: Vec<Slot> = (words.iter().enumerate())
            .flat_map(|(word, text)| text.bytes().enumerate().map(move |(at, byte)| slot(word, at, byte)))
            .collect();
        let mut bounds = JokerBounds { min: [0; 26], max: [0; 26] };
        for letter in 0..26 {
            let needed = slots.iter().filter(|slot| slot.letter == letter).count() as u32;
            bounds.min[letter] = needed.saturating_sub(pool.letters.count(letter));
            bounds.max[letter] = needed.checked_sub(from_table.letters.count(letter))?;
        }
        let fewest = bounds.min.iter().sum::<u32>().max(from_table.jokers);
        let most = if self.readings_matter() { pool.jokers } else { fewest };
        (fewest..=most).find_map(|jokers| self.assign_jokers(words, &slots, jokers, &mut bounds, &mut Vec::new()))
    }

    /// Tries every choice of `jokers` more slots that respects the bounds.
    fn assign_jokers(
        &self,
        words: &[&str],
        slots: &[Slot],
        jokers: u32,
        bounds: &mut JokerBounds,
        chosen: &mut Vec<Slot>,
    ) -> Option<Vec<Vec<Laid>>> {
        if jokers == 0 {
            return self.pieces(words, chosen);
        }
        for (index, slot) in slots.iter().enumerate() {
            let letter = slot.letter;
            let needed: u32 = bounds.min.iter().sum();
            // If every remaining joker is needed, it goes to a letter that needs it.
            if bounds.max[letter] == 0 || (bounds.min[letter] == 0 && needed >= jokers) {
                continue;
            }
            let (min, max) = (bounds.min[letter], bounds.max[letter]);
            bounds.min[letter] = min.saturating_sub(1);
            bounds.max[letter] = max - 1;
            chosen.push(*slot);
            let laid = self.assign_jokers(words, &slots[index + 1..], jokers - 1, bounds, chosen);
            chosen.pop();
            (bounds.min[letter], bounds.max[letter]) = (min, max);
            if laid.is_some() {
                return laid;
            }
        }
        None
    }

    /// The words as pieces, unless a joker would get another reading in a word that is otherwise unchanged (W7).
    fn pieces(&self, words: &[&str], jokers: &[Slot]) -> Option<Vec<Vec<Laid>>> {
        let piece = |word: usize, at: usize, letter: char| {
            let tile = Tile::letter(letter)?;
            let joker = jokers.iter().any(|slot| (slot.word, slot.at) == (word, at));
            Some(if joker { Laid::joker_as(tile) } else { tile.into() })
        };
        let sets: Vec<Vec<Laid>> = (words.iter().enumerate())
            .map(|(word, text)| text.chars().enumerate().map(|(at, letter)| piece(word, at, letter)).collect())
            .collect::<Option<_>>()?;
        (!self.readings_matter() || !self.rereads(&sets)).then_some(sets)
    }

    /// W7: whether one of the sets has the tiles of a broken word in the same order, but other readings of its jokers.
    fn rereads(&self, sets: &[Vec<Laid>]) -> bool {
        let is_on_table = |set: &[Laid]| self.problem.table_words.iter().any(|word| word.pieces == set);
        let tiles = |set: &[Laid]| set.iter().map(|piece| piece.tile()).collect::<Vec<Tile>>();
        self.problem.members(self.broken).filter(|word| word.has_joker()).any(|word| {
            !sets.iter().any(|set| set == word.pieces)
                && sets.iter().any(|set| tiles(set) == tiles(word.pieces) && !is_on_table(set))
        })
    }

    /// The play that keeps the words that are not broken and lays these new ones.
    fn play(&self, new: &[Vec<Laid>]) -> Option<Candidate> {
        let problem = self.problem;
        let before = problem.position.table;
        let kept = problem.members(!self.broken & problem.all()).map(|word| word.pieces);
        let layout: Layout = kept.chain(new.iter().map(Vec::as_slice)).map(|set| set.iter().copied()).collect();
        let mut placed: Tiles = layout.tiles().collect();
        placed.take(&before.tiles()).ok()?;
        let table = Table::read(layout).ok()?;
        let tiles = placed.len() as u32;
        let score = turn_score(before, &table, placed.len() == problem.position.rack.len());
        let kept = count_kept(before.layout(), table.layout());
        let longest = new.iter().map(Vec::len).max().unwrap_or(0) as u32;
        Some(Candidate { table, placed, tiles, score, kept, longest })
    }
}

impl Accept for PlayBuilder<'_> {
    fn accept(&mut self, classes: &[Class]) -> bool {
        let Some(sets) = self.choose_words(classes, &mut Vec::with_capacity(classes.len())) else { return false };
        let Some(play) = self.play(&sets) else { return false };
        if self.incumbent.as_ref().is_none_or(|best| play.merit(self.objective) > best.merit(self.objective)) {
            self.incumbent = Some(play);
        }
        true
    }
}
