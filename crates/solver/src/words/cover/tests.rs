//! The cover search against exhaustive search.

use super::*;
use trinta_core::lexicon::{Dictionary, Lexicon};
use trinta_testkit::Dice;

struct AcceptAny;

impl Accept for AcceptAny {
    fn accept(&mut self, _classes: &[Class]) -> bool {
        true
    }
}

/// Whether words of the classes from `from` on can cover the pool, by trying every choice; `laid` words of the first
/// of these classes are already laid.
fn is_coverable(book: &WordBook, rack: Letters, pool: Pool, from: Class, laid: u32) -> bool {
    if pool.tiles <= pool.spare && pool.letters.is_subset_of(rack) {
        return true;
    }
    if from as usize == book.class_count() {
        return false;
    }
    let with = (laid < book.word_count(from) as u32).then(|| pool.spell(book, from)).flatten();
    with.is_some_and(|rest| is_coverable(book, rack, rest, from, laid + 1))
        || is_coverable(book, rack, pool, from + 1, 0)
}

/// These pools are larger than exhaustive search over whole plays can handle, so that dual prices come into play.
#[test]
fn prices_rule_out_only_what_can_not_be_laid() {
    let (mut feasible, mut infeasible) = (0, 0);
    for seed in 0..3000 {
        let mut dice = Dice::new(seed);
        let letters: &[u8] = [&b"AENST"[..], b"AEIRSTLD", b"AIDGOTRNE"][dice.below(3)];
        let random = |dice: &mut Dice, count: usize| -> String {
            (0..count).map(|_| char::from(letters[dice.below(letters.len())])).collect()
        };
        let mut words: Vec<String> = (0..8 + dice.below(14))
            .map(|_| {
                let count = 3 + dice.below(3);
                random(&mut dice, count)
            })
            .collect();
        words.sort();
        words.dedup();
        let book = WordBook::new(&Dictionary::new(Lexicon::from_text("own", &words.join("\n")).unwrap()));
        // Half of the pools are words, some of them with one letter changed.
        let mut text = if dice.chance(50) { random(&mut dice, 16) } else { String::new() };
        while text.len() < 14 {
            text.push_str(&words[dice.below(words.len())]);
        }
        if dice.chance(50) {
            let changed = random(&mut dice, 1);
            let at = dice.below(text.len());
            text.replace_range(at..=at, &changed);
        }
        let jokers = [0, 0, 0, 1, 2][dice.below(5)];
        let spare = [0, 0, 1, 3][dice.below(4)];
        let Some(all_letters) = Letters::from_word(&text) else { continue };
        let rack = Letters::from_word(&text[..5]).unwrap();
        let pool = Pool { letters: all_letters, jokers, tiles: text.len() as u32 + jokers, spare };
        let expected = if is_coverable(&book, rack, pool, 0, 0) { Outcome::Found } else { Outcome::Exhausted };
        for pricing in [Pricing::Shallow, Pricing::Deep] {
            let mut cover = Cover::new(&book, rack, u64::MAX);
            cover.set_pricing(pricing);
            let outcome = cover.search(pool, &mut AcceptAny);
            assert_eq!(outcome, expected, "seed {seed}: {text} {jokers} {spare}: {words:?}");
        }
        *(if expected == Outcome::Found { &mut feasible } else { &mut infeasible }) += 1;
    }
    assert!(feasible > 300 && infeasible > 1000, "{feasible} pools can be laid, {infeasible} can't");
}
