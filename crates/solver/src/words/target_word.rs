//! The sets of table words that have to be broken so that a given word can be formed.
//!
//! The letters that the rack lacks have to come from the table. The search branches on the lacking letter that the
//! fewest table words can supply: one of those words is broken, or a joker stands for the letter. Every set of words is
//! visited at most once.

use super::book::{Class, WordBook};
use super::problem::{Problem, WordSet};

/// Counts of up to 16 letters, 8 bits each. If a word lacks more different letters, the others are ignored here and
/// left to the cover search.
type Lanes = u128;

const LANES: usize = 16;
const ONES: Lanes = u128::from_le_bytes([1; LANES]);
const GUARDS: Lanes = ONES << 7;

/// The minimum of two counts, lane by lane. Counts stay below 128.
const fn lane_min(one: Lanes, other: Lanes) -> Lanes {
    let at_least = (((one | GUARDS) - other) & GUARDS) >> 7;
    // All bits of the lanes in which `other` is the minimum.
    let lanes = (at_least << 8).wrapping_sub(at_least);
    (other & lanes) | (one & !lanes)
}

/// 1 in each lane that is not 0.
const fn nonzero(lanes: Lanes) -> Lanes {
    (((lanes | GUARDS) - ONES) & GUARDS) >> 7
}

/// The sum of all lanes.
const fn lane_sum(lanes: Lanes) -> u32 {
    let halves = (lanes as u64 as u128 + (lanes >> 64)) as u64;
    (halves.wrapping_mul(ONES as u64) >> 56) as u32
}

/// A word that a play has to form, and what the words on the table can supply to it.
#[derive(Debug, Clone)]
pub(super) struct TargetWord {
    pub(super) class: Class,
    /// The letters that the rack lacks.
    lacking: Lanes,
    /// How many of the lacking letters each table word can supply.
    supply: Vec<Lanes>,
    /// The jokers of each table word.
    jokers: Vec<i32>,
    rack_jokers: i32,
}

/// A node of the enumeration.
#[derive(Debug, Clone, Copy)]
struct Node {
    lacking: Lanes,
    /// The jokers in hand; negative if words still to be broken have to supply them.
    jokers: i32,
    /// The words that may still be broken.
    free: WordSet,
    broken: WordSet,
    /// The number of words still to be broken.
    remaining: u32,
}

impl TargetWord {
    pub(super) fn new(book: &WordBook, problem: &Problem<'_>, class: Class) -> TargetWord {
        let lacking = book.letters(class).saturating_sub(problem.rack.letters);
        let letters: Vec<usize> = (0..26).filter(|&letter| lacking.count(letter) > 0).take(LANES).collect();
        let lanes = |of: super::letters::Letters| {
            let counts = letters.iter().enumerate().map(|(lane, &letter)| u128::from(of.count(letter)) << (8 * lane));
            counts.fold(0, |all, count| all | count)
        };
        let lacking = lanes(lacking);
        TargetWord {
            class,
            lacking,
            supply: problem.table_words.iter().map(|word| lane_min(lanes(word.counts.letters), lacking)).collect(),
            jokers: problem.table_words.iter().map(|word| word.counts.jokers as i32).collect(),
            rack_jokers: problem.rack.jokers as i32,
        }
    }

    /// Visits every set of words that supplies what the word lacks: the given words and `more` of the free ones. Stops
    /// when `visit` returns something.
    pub(super) fn for_each_breakage<T>(
        &self,
        given: WordSet,
        free: WordSet,
        more: u32,
        visit: &mut impl FnMut(WordSet) -> Option<T>,
    ) -> Option<T> {
        let mut root = Node { lacking: self.lacking, jokers: self.rack_jokers, free, broken: given, remaining: more };
        for word in members(given) {
            root = self.break_word(root, word);
        }
        root.remaining = more;
        self.expand(root, visit)
    }

    fn break_word(&self, node: Node, word: usize) -> Node {
        Node {
            lacking: node.lacking - lane_min(node.lacking, self.supply[word]),
            jokers: node.jokers + self.jokers[word],
            free: node.free & !(1 << word),
            broken: node.broken | 1 << word,
            remaining: node.remaining.wrapping_sub(1),
        }
    }

    fn expand<T>(&self, node: Node, visit: &mut impl FnMut(WordSet) -> Option<T>) -> Option<T> {
        let need = lane_sum(node.lacking) as i32 - node.jokers;
        if need <= 0 {
            return combinations(node.free, node.broken, node.remaining, visit);
        }
        if node.remaining == 0 {
            return None;
        }
        let supply = |word: usize| lane_sum(lane_min(node.lacking, self.supply[word])) as i32 + self.jokers[word];
        if node.remaining == 1 {
            return members(node.free)
                .filter(|&word| supply(word) >= need)
                .find_map(|word| visit(node.broken | 1 << word));
        }
        let mut words_by_supply = [0u32; 128];
        let (mut suppliers, mut supplies, mut jokers) = (0, 0, node.jokers);
        for word in members(node.free) {
            words_by_supply[supply(word) as usize] += 1;
            let supplied = lane_min(node.lacking, self.supply[word]);
            suppliers += nonzero(supplied);
            supplies += supplied;
            jokers += self.jokers[word];
        }
        if !can_supply(&words_by_supply, node.remaining, need as u32) {
            return None;
        }
        let lane = scarcest_lane(node.lacking, suppliers);
        let count = |lanes: Lanes| lane.map_or(0, |lane| (lanes >> (8 * lane)) as i32 & 0xff);
        let missing = count(node.lacking);
        if count(supplies) + jokers < missing {
            return None;
        }
        // If no letter is lacking but jokers are, words with jokers have to be broken.
        let helps = |word: usize| if lane.is_some() { count(self.supply[word]) > 0 } else { self.jokers[word] > 0 };
        let mut rest = node;
        for word in members(node.free).filter(|&word| helps(word)) {
            let found = self.expand(self.break_word(rest, word), visit);
            if found.is_some() {
                return found;
            }
            rest.free &= !(1 << word);
        }
        // If none of them is broken, jokers stand for the letter.
        if jokers < missing {
            return None;
        }
        rest.jokers -= missing;
        rest.lacking &= !(0xff << (8 * lane?));
        self.expand(rest, visit)
    }
}

/// A relaxation that ignores which letters are supplied: whether the `words` words with the largest supply together
/// supply `need` letters.
fn can_supply(words_by_supply: &[u32], words: u32, need: u32) -> bool {
    let (mut left, mut supplied) = (words, 0);
    for (supply, &count) in words_by_supply.iter().enumerate().rev() {
        let taken = count.min(left);
        supplied += taken * supply as u32;
        left -= taken;
        if supplied >= need {
            return true;
        }
        if left == 0 {
            return false;
        }
    }
    false
}

/// The lane of the lacking letter with the fewest suppliers; none if no letter is lacking.
fn scarcest_lane(lacking: Lanes, suppliers: Lanes) -> Option<usize> {
    let count = |lanes: Lanes, lane: usize| (lanes >> (8 * lane)) as u8;
    let lanes = (0..LANES).filter(|&lane| count(lacking, lane) > 0);
    lanes.min_by_key(|&lane| count(suppliers, lane))
}

/// Visits the union of `chosen` with every subset of `free` that has `more` members.
pub(super) fn combinations<T>(
    free: WordSet,
    chosen: WordSet,
    more: u32,
    visit: &mut impl FnMut(WordSet) -> Option<T>,
) -> Option<T> {
    if more == 0 {
        return visit(chosen);
    }
    let mut rest = free;
    while rest.count_ones() >= more {
        let word = rest & rest.wrapping_neg();
        rest &= !word;
        let found = combinations(rest, chosen | word, more - 1, visit);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The indices of the words of a set.
fn members(set: WordSet) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::WordPosition;
    use trinta_core::lexicon::{Dictionary, Lexicon};
    use trinta_core::{Settings, Table};
    use trinta_testkit::Dice;

    #[test]
    fn lanes_do_not_leak_into_each_other() {
        let (one, other) = (0x7f_00_05_03_u128 | 9 << 120, 0x01_02_05_04_u128 | 8 << 120);
        assert_eq!(lane_min(one, other), 0x01_00_05_03 | 8 << 120);
        assert_eq!(nonzero(one), 0x01_00_01_01 | 1 << 120);
        assert_eq!(lane_sum(one), 0x7f + 5 + 3 + 9);
    }

    /// Compares with checking every set of words against the letters themselves.
    #[test]
    fn every_sufficient_set_of_words_is_visited_once() {
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
            let (with_jokers, words) = (dice.below(3), 4 + dice.below(3));
            let table: Vec<String> =
                (0..words).map(|index| any(&mut dice, 3, usize::from(index < with_jokers))).collect();
            let Ok(table) = Table::read(table.join(" | ").parse().unwrap()) else { continue };
            let target = any(&mut dice, 8, 0);
            let mut rack = any(&mut dice, 1 + seed as usize % 3, 0);
            if with_jokers < 2 && dice.chance(30) {
                rack.push('*');
            }
            let book = WordBook::new(&Dictionary::new(Lexicon::from_text("own", &target).unwrap()));
            let rules = settings.words().unwrap();
            let rack = rack.parse().unwrap();
            let position = WordPosition { rules, table: &table, rack: &rack, opened: true };
            let Some(problem) = Problem::new(&book, position) else { continue };
            let target_word = TargetWord::new(&book, &problem, 0);
            let given = WordSet::from(dice.chance(20));
            for more in 0..=(words as u32 - given.count_ones()) {
                let mut visited: Vec<WordSet> = Vec::new();
                let none: Option<()> =
                    target_word.for_each_breakage(given, problem.all() & !given, more, &mut |broken| {
                        visited.push(broken);
                        None
                    });
                assert_eq!(none, None);
                visited.sort_unstable();
                let is_sufficient = |&broken: &WordSet| {
                    let counts = problem.rack.plus(problem.counts(broken));
                    broken & given == given
                        && broken.count_ones() == more + given.count_ones()
                        && counts.letters.spell(book.letters(0), counts.jokers).is_some()
                };
                let expected: Vec<WordSet> = (0..1 << words).filter(is_sufficient).collect();
                assert_eq!(visited, expected, "seed {seed}: {target} from {table} + {rack}");
            }
        }
    }
}
