//! A random player of the word game.

use std::collections::HashSet;

use trinta_core::edition::OpeningWords;
use trinta_core::{Face, HandKnowledge, Laid, Layout, PoolKnowledge, Seat, StateOf, Tile, Tiles};

use trinta_dice::Dice;

/// Words by the letters that they need, so that thousands can be tried against a rack in microseconds.
#[derive(Debug)]
pub struct WordIndex {
    words: Vec<Entry>,
    known: HashSet<String>,
}

#[derive(Debug)]
struct Entry {
    letters: Letters,
    word: String,
}

/// The maximum number of words that are tried with a rack.
const TRIES: usize = 2500;

impl WordIndex {
    /// An index of these words, in any case. They are shuffled, so that any part of them is a fair sample.
    pub fn new(words: impl Iterator<Item = String>) -> WordIndex {
        let mut words: Vec<Entry> = words
            .filter(|word| word.len() <= 14)
            .map(|word| word.to_ascii_uppercase())
            .map(|word| Entry { letters: Letters::of(&word), word })
            .collect();
        let known = words.iter().map(|entry| entry.word.clone()).collect();
        Dice::new(1).shuffle(&mut words);
        WordIndex { words, known }
    }

    /// A word of these lengths that the letters and jokers can spell, and that the filter accepts.
    fn find(
        &self,
        hand: &Letters,
        lengths: std::ops::RangeInclusive<usize>,
        dice: &mut Dice,
        filter: impl Fn(&Entry) -> bool,
    ) -> Option<&str> {
        let start = dice.below(self.words.len());
        let sample = self.words[start..].iter().chain(&self.words[..start]).take(TRIES);
        let mut fitting = sample
            .filter(|entry| lengths.contains(&entry.word.len()) && hand.can_spell(&entry.letters) && filter(entry));
        fitting.next().map(|entry| entry.word.as_str())
    }
}

/// The letters of a rack or a word.
#[derive(Debug, Clone, Default)]
struct Letters {
    /// One bit for each letter that occurs.
    mask: u32,
    counts: [u8; 26],
    jokers: u8,
}

impl Letters {
    fn of(word: &str) -> Letters {
        let mut letters = Letters::default();
        word.bytes().for_each(|letter| letters.add(letter));
        letters
    }

    fn add(&mut self, letter: u8) {
        let index = usize::from(letter - b'A');
        self.counts[index] += 1;
        self.mask |= 1 << index;
    }

    /// Takes a letter, or a joker in its place; none if there is neither.
    fn take(&mut self, letter: u8) -> Option<Laid> {
        let index = usize::from(letter - b'A');
        let tile = Tile::letter(char::from(letter))?;
        if self.counts[index] > 0 {
            self.counts[index] -= 1;
            if self.counts[index] == 0 {
                self.mask &= !(1 << index);
            }
            return Some(tile.into());
        }
        self.jokers = self.jokers.checked_sub(1)?;
        Some(Laid::joker_as(tile))
    }

    fn can_spell(&self, word: &Letters) -> bool {
        let jokers = u32::from(self.jokers);
        if (word.mask & !self.mask).count_ones() > jokers {
            return false;
        }
        let missing = self.counts.iter().zip(&word.counts).map(|(&have, &need)| u32::from(need.saturating_sub(have)));
        missing.sum::<u32>() <= jokers
    }

    fn spell(&mut self, word: &str) -> Option<Vec<Laid>> {
        word.bytes().map(|letter| self.take(letter)).collect()
    }
}

fn hand(rack: &Tiles) -> Letters {
    let mut letters = Letters::default();
    for tile in rack.iter() {
        match tile.face() {
            Face::Letter(letter) => letters.add(letter as u8),
            _ => letters.jokers += 1,
        }
    }
    letters
}

fn spelt(set: &[Laid]) -> String {
    let letter = |piece: &Laid| match piece.reading().map(Tile::face) {
        Some(Face::Letter(letter)) => letter,
        _ => '?',
    };
    set.iter().map(letter).collect()
}

pub(super) fn propose<H: HandKnowledge, P: PoolKnowledge>(
    state: &StateOf<H, P>,
    seat: Seat,
    rack: &Tiles,
    index: &WordIndex,
    dice: &mut Dice,
) -> Option<Layout> {
    let rules = state.settings().words()?;
    let mut hand = hand(rack);
    let table: Vec<String> = state.table().sets().map(spelt).collect();
    let mut sets: Vec<Vec<Laid>> = state.table().sets().map(<[Laid]>::to_vec).collect();
    let is_new = |entry: &Entry| !table.contains(&entry.word);
    if !state.has_opened(seat) {
        if dice.chance(2) {
            sets.push(nonsense(rack, rules.opening_letters, dice)?);
            return Some(sets.into_iter().collect());
        }
        let word = index.find(&hand, rules.opening_letters..=14, dice, is_new)?;
        sets.push(hand.spell(word)?);
        if rules.opening_words == OpeningWords::More
            && let Some(more) = index.find(&hand, 3..=6, dice, |entry| is_new(entry) && entry.word != word)
        {
            sets.push(hand.spell(more)?);
        }
        return Some(sets.into_iter().collect());
    }
    let before = state.table().layout().tile_count();
    if dice.chance(2) {
        sets.push(nonsense(rack, 3, dice)?);
        return Some(sets.into_iter().collect());
    }
    if dice.chance(50)
        && let Some(word) = index.find(&hand, 3..=9, dice, is_new)
    {
        sets.push(hand.spell(word)?);
    }
    if dice.chance(70) {
        hook(&mut sets, &mut hand, index, dice);
    }
    if dice.chance(30) {
        unhook(&mut sets, &mut hand, index, dice);
    }
    if sets.iter().map(Vec::len).sum::<usize>() == before {
        rebuild(&mut sets, &mut hand, index, dice);
    }
    (sets.iter().map(Vec::len).sum::<usize>() > before).then(|| sets.into_iter().collect())
}

/// Tiles of the rack in a random order, hardly ever a word.
fn nonsense(rack: &Tiles, letters: usize, dice: &mut Dice) -> Option<Vec<Laid>> {
    let mut tiles = rack.as_slice().to_vec();
    dice.shuffle(&mut tiles);
    tiles.truncate(letters);
    let e = Tile::letter('E')?;
    Some(tiles.into_iter().map(|tile| if tile.is_joker() { Laid::joker_as(e) } else { tile.into() }).collect())
}

/// Adds letters in front of or behind words on the table.
fn hook(sets: &mut [Vec<Laid>], hand: &mut Letters, index: &WordIndex, dice: &mut Dice) {
    const ENDINGS: [&str; 6] = ["S", "D", "ED", "ER", "ING", "LY"];
    const FRONTS: [&str; 4] = ["RE", "UN", "IN", "DE"];
    let start = dice.below(sets.len());
    for place in 0..sets.len() {
        let place = (start + place) % sets.len();
        let word = spelt(&sets[place]);
        let single = char::from(b'A' + dice.below(26) as u8).to_string();
        let endings = ENDINGS.into_iter().chain([single.as_str()]).map(|ending| ("", ending));
        let fronts = FRONTS.into_iter().chain([single.as_str()]).map(|front| (front, ""));
        for (front, ending) in endings.chain(fronts) {
            let longer = format!("{front}{word}{ending}");
            let added = Letters::of(&format!("{front}{ending}"));
            let twice = || sets.iter().any(|set| spelt(set) == longer);
            if !hand.can_spell(&added) || !index.known.contains(&longer) || twice() {
                continue;
            }
            if let (Some(mut front), Some(ending)) = (hand.spell(front), hand.spell(ending)) {
                front.append(&mut sets[place]);
                front.extend(ending);
                sets[place] = front;
                return;
            }
        }
    }
}

/// Takes the first or last letter off a word that stays one, and uses it in a new word.
fn unhook(sets: &mut Vec<Vec<Laid>>, hand: &mut Letters, index: &WordIndex, dice: &mut Dice) {
    let start = dice.below(sets.len());
    for place in 0..sets.len() {
        let place = (start + place) % sets.len();
        let word = spelt(&sets[place]);
        if word.len() < 4 {
            continue;
        }
        for at in [0, word.len() - 1] {
            let shorter = if at == 0 { &word[1..] } else { &word[..at] };
            let twice = || sets.iter().any(|set| spelt(set) == shorter);
            if sets[place][at].is_joker() || !index.known.contains(shorter) || twice() {
                continue;
            }
            let freed = word.as_bytes()[at];
            let mut richer = hand.clone();
            richer.add(freed);
            let has_it = |entry: &Entry| {
                entry.letters.mask >> (freed - b'A') & 1 == 1
                    && entry.word != shorter
                    && !sets.iter().any(|set| spelt(set) == entry.word)
            };
            // Only if the new word takes tiles of the rack too and uses the freed letter.
            if let Some(found) = index.find(&richer, 3..=8, dice, has_it)
                && let Some(new) = richer.spell(found)
            {
                sets[place].remove(at);
                sets.push(new);
                *hand = richer;
                return;
            }
        }
    }
}

/// Makes a longer word of all letters of a word on the table and some of the rack.
fn rebuild(sets: &mut [Vec<Laid>], hand: &mut Letters, index: &WordIndex, dice: &mut Dice) {
    let Some(place) = (0..sets.len()).find(|_| dice.chance(30)) else { return };
    let word = spelt(&sets[place]);
    if sets[place].iter().any(|piece| piece.is_joker()) {
        return;
    }
    let old = Letters::of(&word);
    let mut richer = hand.clone();
    word.bytes().for_each(|letter| richer.add(letter));
    let uses_all = |entry: &Entry| {
        old.counts.iter().zip(&entry.letters.counts).all(|(old, new)| old <= new)
            && !sets.iter().any(|set| spelt(set) == entry.word)
    };
    if let Some(found) = index.find(&richer, word.len() + 1..=14, dice, uses_all)
        && let Some(new) = richer.spell(found)
    {
        sets[place] = new;
        *hand = richer;
    }
}
