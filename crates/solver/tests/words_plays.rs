//! All plays in order of merit against exhaustive search: each of them once, none missing.

mod words_exhaustive;

use std::collections::BTreeMap;

use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::words::spelling;
use trinta_core::{Laid, Proposal, Table, check_play};
use trinta_solver::{Budget, Count, Objective, Position, Proof, RatedPlay, Rules, Solver, WordBook};
use words_exhaustive::{Exhaustive, Merits, Scene, scene};

/// What plays are ordered by.
fn merit(objective: Objective, opened: bool, (score, tiles, kept, longest): Merits) -> (u32, u32, u32) {
    match objective {
        Objective::Score => (score, tiles, kept),
        _ if opened => (tiles, kept, 0),
        _ => (tiles, kept, longest),
    }
}

fn words(best: &RatedPlay) -> Vec<String> {
    let mut words: Vec<String> = best.table.sets().map(|set| spelling(set).unwrap()).collect();
    words.sort();
    words
}

fn merits(scene: &Scene, best: &RatedPlay) -> Merits {
    let is_old = |set: &[Laid]| scene.table.sets().any(|old| old == set);
    let longest = best.table.sets().filter(|set| !is_old(set)).map(<[Laid]>::len).max().unwrap_or(0) as u32;
    (best.score.unwrap(), best.tiles, best.kept, longest)
}

fn compare(seed: u64, max_tiles: usize) -> Option<usize> {
    let scene = scene(seed, max_tiles)?;
    let exhaustive = Exhaustive::new(&scene);
    let book = WordBook::new(&scene.dictionary);
    let (rules, opened) = (Rules::new(&scene.settings, Some(&book)).unwrap(), scene.opened);
    let position = Position { rules, table: &scene.table, rack: &scene.rack, opened };
    let mut solver = Solver::new();
    let what = || format!("seed {seed}: {} + {} (opened: {opened})", scene.table, scene.rack);
    for objective in [Objective::Tiles, Objective::Score, Objective::Any] {
        let by_words = |objective: Objective| {
            let mut expected: BTreeMap<Vec<String>, (u32, u32, u32)> = BTreeMap::new();
            for (merits, words) in &exhaustive.plays {
                let merit = merit(objective, opened, *merits);
                expected.entry(words.clone()).and_modify(|best| *best = merit.max(*best)).or_insert(merit);
            }
            expected
        };
        let expected = by_words(objective);
        let mut plays = solver.plays(&position, objective, Budget::UNLIMITED);
        let found: Vec<RatedPlay> = plays.by_ref().collect();
        assert_eq!(plays.proof(), Proof::Optimal);
        for best in &found {
            let proposal = Proposal { before: &scene.table, rack: &scene.rack, opened, after: best.table.layout() };
            let play =
                check_play(&scene.settings, &scene.dictionary, proposal).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((&play.placed, play.placed.len() as u32), (&best.placed, best.tiles));
            assert_eq!(expected.get(&words(best)), Some(&merit(objective, opened, merits(&scene, best))), "{}", what());
        }
        assert_eq!(found.len(), expected.len(), "{objective:?} {}", what());
        let merits: Vec<_> = found.iter().map(|best| merit(objective, opened, merits(&scene, best))).collect();
        assert!(merits.is_sorted_by(|one, other| one >= other), "{objective:?} {}", what());
        let mut distinct: Vec<_> = found.iter().map(words).collect();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), found.len(), "{}", what());
        let optimal = merits.iter().take_while(|&merit| Some(merit) == merits.first()).count();
        let count = solver.count_best(&position, objective, 1000, Budget::UNLIMITED);
        assert_eq!(count, Count { plays: optimal, all: true }, "{objective:?} {}", what());
        let capped = solver.count_best(&position, objective, 1, Budget::UNLIMITED);
        assert_eq!(capped, Count { plays: optimal.min(1), all: optimal < 2 });
        let mut limited = solver.plays(&position, objective, Budget::nodes(30));
        let some: Vec<RatedPlay> = limited.by_ref().collect();
        assert!(limited.proof() == Proof::Bound || some.len() == found.len(), "{}", what());
    }
    Some(exhaustive.plays.len())
}

#[test]
fn every_play_is_given_once_in_order_of_merit() {
    let plays: Vec<usize> = (0..1500).filter_map(|seed| compare(seed, 11)).collect();
    println!("{} positions, {} plays at most", plays.len(), plays.iter().max().unwrap());
    assert!(plays.len() > 1000 && plays.iter().any(|&plays| plays > 100));
}

#[test]
fn w14_next_best_plays_use_words_of_the_theme_or_the_own_list() {
    let food = Dictionary::new(Lexicon::shipped(Tier::Standard)).with_theme(Lexicon::theme(Theme::Food));
    let own = Dictionary::new(Lexicon::from_text("own", "pear\npeas\nreap\nspare\npears\npare\nrasp\n").unwrap());
    let table = Table::read("PEA | RICE".parse().unwrap()).unwrap();
    let small = Table::read("PARE".parse().unwrap()).unwrap();
    for (dictionary, table, rack) in [(&food, &table, "SRTNAELM*"), (&own, &small, "SPEARAEP")] {
        let mut builder = SettingsBuilder::edition("word-a").unwrap();
        builder.set("opening_letters", Value::read("4"));
        let settings = builder.build().unwrap();
        let (book, rack) = (WordBook::new(dictionary), rack.parse().unwrap());
        for (opened, objective) in [(true, Objective::Tiles), (true, Objective::Score), (false, Objective::Opening)] {
            let rules = Rules::new(&settings, Some(&book)).unwrap();
            let position = Position { rules, table, rack: &rack, opened };
            let mut solver = Solver::new();
            let mut found = solver.plays(&position, objective, Budget::UNLIMITED);
            let plays: Vec<RatedPlay> = found.by_ref().take(100).collect();
            assert!(plays.len() > 1, "{objective:?} {rack}");
            for best in &plays {
                let proposal = Proposal { before: table, rack: &rack, opened, after: best.table.layout() };
                check_play(&settings, dictionary, proposal).unwrap_or_else(|error| panic!("{}: {error}", best.table));
            }
            let merit = |best: &RatedPlay| if objective == Objective::Score { best.score } else { Some(best.tiles) };
            assert!(plays.is_sorted_by_key(|best| std::cmp::Reverse(merit(best))));
            assert_eq!(found.proof(), Proof::Optimal);
        }
    }
}
