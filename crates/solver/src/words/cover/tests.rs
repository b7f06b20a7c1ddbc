//! The core search against a plain one.

use super::*;
use trinta_core::lexicon::{Dictionary, Lexicon};
use trinta_testkit::Dice;

struct Anything;

impl Accept for Anything {
    fn accept(&mut self, _classes: &[Class]) -> bool {
        true
    }
}

/// Whether the words from one on can use up the pool: all choices, one word after another.
fn plainly(book: &WordBook, rack: Letters, pool: Pool, from: Class, times: u32) -> bool {
    if pool.tiles <= pool.spare && pool.letters.within(rack) {
        return true;
    }
    if from as usize == book.classes() {
        return false;
    }
    let laid = (times < book.word_count(from) as u32).then(|| pool.spell(book, from)).flatten();
    laid.is_some_and(|rest| plainly(book, rack, rest, from, times + 1)) || plainly(book, rack, pool, from + 1, 0)
}

/// Pools beyond what the naive search of whole plays can do, so that prices come into play.
#[test]
fn prices_rule_out_only_what_can_not_be_laid() {
    let (mut can, mut can_not) = (0, 0);
    for seed in 0..3000 {
        let mut dice = Dice::new(seed);
        let letters: &[u8] = [&b"AENST"[..], b"AEIRSTLD", b"AIDGOTRNE"][dice.below(3)];
        let any = |dice: &mut Dice, count: usize| -> String {
            (0..count).map(|_| char::from(letters[dice.below(letters.len())])).collect()
        };
        let mut words: Vec<String> = (0..8 + dice.below(14))
            .map(|_| {
                let count = 3 + dice.below(3);
                any(&mut dice, count)
            })
            .collect();
        words.sort();
        words.dedup();
        let book = WordBook::new(&Dictionary::new(Lexicon::from_text("own", &words.join("\n")).unwrap()));
        // Half of the pools are words with a letter or two changed.
        let mut text = if dice.chance(50) { any(&mut dice, 16) } else { String::new() };
        while text.len() < 14 {
            text.push_str(&words[dice.below(words.len())]);
        }
        if dice.chance(50) {
            let changed = any(&mut dice, 1);
            let at = dice.below(text.len());
            text.replace_range(at..=at, &changed);
        }
        let jokers = [0, 0, 0, 1, 2][dice.below(5)];
        let spare = [0, 0, 1, 3][dice.below(4)];
        let Some(everything) = Letters::of_word(&text) else { continue };
        let rack = Letters::of_word(&text[..5]).unwrap();
        let pool = Pool { letters: everything, jokers, tiles: text.len() as u32 + jokers, spare };
        let expected = if plainly(&book, rack, pool, 0, 0) { Ended::Found } else { Ended::Exhausted };
        for effort in [Effort::Shallow, Effort::Deep] {
            let mut cover = Cover::new(&book, rack, u64::MAX);
            cover.set_effort(effort);
            assert_eq!(cover.find(pool, &mut Anything), expected, "seed {seed}: {text} {jokers} {spare}: {words:?}");
        }
        *(if expected == Ended::Found { &mut can } else { &mut can_not }) += 1;
    }
    assert!(can > 300 && can_not > 1000, "{can} can be laid, {can_not} can't");
}
