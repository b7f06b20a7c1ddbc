//! Which words of the table have to be taken apart so that a given word can be formed.
//!
//! What the rack lacks of the word has to come from the table. Of the lacking letters the one that fewest words of
//! the table have is taken first: one of those words is broken, or a joker stands in. No set of words is met twice.

use super::book::{Class, WordBook};
use super::ground::{Ground, Words};

/// A count for each of 16 letters, 8 bits each. If a word lacks more kinds of letters than that, the others are not
/// looked at here.
type Lanes = u128;

const LANES: usize = 16;
const ONES: Lanes = u128::from_le_bytes([1; LANES]);
const GUARDS: Lanes = ONES << 7;

/// The smaller of two counts, letter for letter. Counts stay below 128.
const fn smaller(one: Lanes, other: Lanes) -> Lanes {
    let at_least = (((one | GUARDS) - other) & GUARDS) >> 7;
    // All bits of the lanes in which the other is not larger.
    let lanes = (at_least << 8).wrapping_sub(at_least);
    (other & lanes) | (one & !lanes)
}

/// A one for each letter that is there.
const fn present(lanes: Lanes) -> Lanes {
    (((lanes | GUARDS) - ONES) & GUARDS) >> 7
}

/// All counts together.
const fn sum(lanes: Lanes) -> u32 {
    let halves = (lanes as u64 as u128 + (lanes >> 64)) as u64;
    (halves.wrapping_mul(ONES as u64) >> 56) as u32
}

/// A word to be formed, and what the words on the table have of it.
#[derive(Debug, Clone)]
pub(super) struct Supply {
    /// The word.
    pub(super) class: Class,
    /// What the rack lacks.
    lacking: Lanes,
    /// What each word on the table has of that.
    gives: Vec<Lanes>,
    /// The jokers of each word on the table.
    jokers: Vec<i32>,
    /// The jokers of the rack.
    rack_jokers: i32,
}

/// A state of the search.
#[derive(Debug, Clone, Copy)]
struct Choice {
    lacking: Lanes,
    /// The jokers in hand; below 0, those that words still to be broken must have.
    jokers: i32,
    /// Words that may still be broken.
    free: Words,
    broken: Words,
    /// How many more to break.
    more: u32,
}

impl Supply {
    /// What a word needs from the table.
    pub(super) fn new(book: &WordBook, ground: &Ground<'_>, class: Class) -> Supply {
        let lacking = book.letters(class).beyond(ground.rack.letters);
        let letters: Vec<usize> = (0..26).filter(|&letter| lacking.count(letter) > 0).take(LANES).collect();
        let lanes = |of: super::letters::Letters| {
            let counts = letters.iter().enumerate().map(|(lane, &letter)| u128::from(of.count(letter)) << (8 * lane));
            counts.fold(0, |all, count| all | count)
        };
        let lacking = lanes(lacking);
        Supply {
            class,
            lacking,
            gives: ground.old.iter().map(|old| smaller(lanes(old.hand.letters), lacking)).collect(),
            jokers: ground.old.iter().map(|old| old.hand.jokers as i32).collect(),
            rack_jokers: ground.rack.jokers as i32,
        }
    }

    /// Calls back with every set of so many words, some of them given and the others among those that are free, that
    /// has what the word lacks. Stops with the first answer that is not none.
    pub(super) fn each<T>(
        &self,
        given: Words,
        free: Words,
        more: u32,
        tried: &mut impl FnMut(Words) -> Option<T>,
    ) -> Option<T> {
        let mut choice = Choice { lacking: self.lacking, jokers: self.rack_jokers, free, broken: given, more };
        for word in bits(given) {
            choice = self.with(choice, word);
        }
        choice.more = more;
        self.choose(choice, tried)
    }

    /// One more word broken.
    fn with(&self, choice: Choice, word: usize) -> Choice {
        Choice {
            lacking: choice.lacking - smaller(choice.lacking, self.gives[word]),
            jokers: choice.jokers + self.jokers[word],
            free: choice.free & !(1 << word),
            broken: choice.broken | 1 << word,
            more: choice.more.wrapping_sub(1),
        }
    }

    fn choose<T>(&self, choice: Choice, tried: &mut impl FnMut(Words) -> Option<T>) -> Option<T> {
        let need = sum(choice.lacking) as i32 - choice.jokers;
        if need <= 0 {
            return combinations(choice.free, choice.broken, choice.more, tried);
        }
        if choice.more == 0 {
            return None;
        }
        let give = |word: usize| sum(smaller(choice.lacking, self.gives[word])) as i32 + self.jokers[word];
        if choice.more == 1 {
            return bits(choice.free)
                .filter(|&word| give(word) >= need)
                .find_map(|word| tried(choice.broken | 1 << word));
        }
        let mut by_give = [0u32; 128];
        let (mut suppliers, mut supplies, mut jokers) = (0, 0, choice.jokers);
        for word in bits(choice.free) {
            by_give[give(word) as usize] += 1;
            let given = smaller(choice.lacking, self.gives[word]);
            suppliers += present(given);
            supplies += given;
            jokers += self.jokers[word];
        }
        if !can_give(&by_give, choice.more, need as u32) {
            return None;
        }
        let lane = rarest(choice.lacking, suppliers);
        let count = |lanes: Lanes| lane.map_or(0, |lane| (lanes >> (8 * lane)) as i32 & 0xff);
        let missing = count(choice.lacking);
        if count(supplies) + jokers < missing {
            return None;
        }
        // When no letter is lacking, but jokers are, it takes the words with jokers.
        let helps = |word: usize| if lane.is_some() { count(self.gives[word]) > 0 } else { self.jokers[word] > 0 };
        let mut rest = choice;
        for word in bits(choice.free).filter(|&word| helps(word)) {
            let found = self.choose(self.with(rest, word), tried);
            if found.is_some() {
                return found;
            }
            rest.free &= !(1 << word);
        }
        // Without any of them, jokers stand in.
        if jokers < missing {
            return None;
        }
        rest.jokers -= missing;
        rest.lacking &= !(0xff << (8 * lane?));
        self.choose(rest, tried)
    }
}

/// Whether so many words, those that give most, give enough.
fn can_give(by_give: &[u32], words: u32, need: u32) -> bool {
    let (mut left, mut given) = (words, 0);
    for (give, &count) in by_give.iter().enumerate().rev() {
        let taken = count.min(left);
        given += taken * give as u32;
        left -= taken;
        if given >= need {
            return true;
        }
        if left == 0 {
            return false;
        }
    }
    false
}

/// The lane of the lacking letter that fewest words have; none if no letter is lacking.
fn rarest(lacking: Lanes, suppliers: Lanes) -> Option<usize> {
    let count = |lanes: Lanes, lane: usize| (lanes >> (8 * lane)) as u8;
    let lanes = (0..LANES).filter(|&lane| count(lacking, lane) > 0);
    lanes.min_by_key(|&lane| count(suppliers, lane))
}

/// Calls back with some words and every choice of so many more.
pub(super) fn combinations<T>(
    free: Words,
    chosen: Words,
    more: u32,
    tried: &mut impl FnMut(Words) -> Option<T>,
) -> Option<T> {
    if more == 0 {
        return tried(chosen);
    }
    let mut rest = free;
    while rest.count_ones() >= more {
        let word = rest & rest.wrapping_neg();
        rest &= !word;
        let found = combinations(rest, chosen | word, more - 1, tried);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The words of a set, by their places.
pub(super) fn bits(words: Words) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(words), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Position;
    use trinta_core::lexicon::{Dictionary, Lexicon};
    use trinta_core::{Settings, Table};
    use trinta_testkit::Dice;

    #[test]
    fn counts_are_compared_lane_by_lane() {
        let (one, other) = (0x7f_00_05_03_u128 | 9 << 120, 0x01_02_05_04_u128 | 8 << 120);
        assert_eq!(smaller(one, other), 0x01_00_05_03 | 8 << 120);
        assert_eq!(present(one), 0x01_00_01_01 | 1 << 120);
        assert_eq!(sum(one), 0x7f + 5 + 3 + 9);
    }

    /// Every set of words is tried against the letters themselves.
    #[test]
    fn every_set_that_has_what_is_lacking_is_met_once() {
        let settings = Settings::edition("word-b").unwrap();
        for seed in 0..300 {
            let mut dice = Dice::new(seed);
            let any = |dice: &mut Dice, letters: usize, jokers: usize| -> String {
                let letter = |dice: &mut Dice| char::from(b"AEST"[dice.below(4)]);
                let mut word: String = (0..letters).map(|_| letter(dice)).collect();
                if jokers > 0 {
                    let at = dice.below(letters);
                    word.replace_range(at..=at, "a");
                }
                word
            };
            let (two, four) = (dice.below(3), 4 + dice.below(3));
            let table: Vec<String> = (0..four).map(|index| any(&mut dice, 3, usize::from(index < two))).collect();
            let Ok(table) = Table::read(table.join(" | ").parse().unwrap()) else { continue };
            let wanted = any(&mut dice, 8, 0);
            let mut rack = any(&mut dice, 1 + seed as usize % 3, 0);
            if two < 2 && dice.chance(30) {
                rack.push('*');
            }
            let book = WordBook::new(&Dictionary::new(Lexicon::from_text("own", &wanted).unwrap()));
            let rules = settings.words().unwrap();
            let rack = rack.parse().unwrap();
            let position = Position { rules, table: &table, rack: &rack, opened: true };
            let Some(ground) = Ground::new(&book, position) else { continue };
            let supply = Supply::new(&book, &ground, 0);
            let given = Words::from(dice.chance(20));
            for more in 0..=(four as u32 - given.count_ones()) {
                let mut met: Vec<Words> = Vec::new();
                let none: Option<()> = supply.each(given, ground.all() & !given, more, &mut |broken| {
                    met.push(broken);
                    None
                });
                assert_eq!(none, None);
                met.sort_unstable();
                let enough = |&broken: &Words| {
                    let hand = ground.rack.and(ground.hand(broken));
                    broken & given == given
                        && broken.count_ones() == more + given.count_ones()
                        && hand.letters.spell(book.letters(0), hand.jokers).is_some()
                };
                let expected: Vec<Words> = (0..1 << four).filter(enough).collect();
                assert_eq!(met, expected, "seed {seed}: {wanted} from {table} + {rack}");
            }
        }
    }
}
