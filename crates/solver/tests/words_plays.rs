//! All plays in order: each of them once, none missing, as a naive search finds them.

mod words_naive;

use std::collections::BTreeMap;

use trinta_core::edition::{Draft, Value};
use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::words::spelling;
use trinta_core::{Laid, Proposal, Table, check_play};
use trinta_solver::words::{Best, Budget, Count, Objective, Position, Proof, Solver, WordBook};
use words_naive::{Naive, Scene, Worth, scene};

/// What puts a play before others.
fn merit(objective: Objective, opened: bool, (score, tiles, kept, longest): Worth) -> (u32, u32, u32) {
    match objective {
        Objective::Score => (score, tiles, kept),
        _ if opened => (tiles, kept, 0),
        _ => (tiles, kept, longest),
    }
}

fn words(best: &Best) -> Vec<String> {
    let mut words: Vec<String> = best.table.sets().map(|set| spelling(set).unwrap()).collect();
    words.sort();
    words
}

fn worth(scene: &Scene, best: &Best) -> Worth {
    let is_old = |set: &[Laid]| scene.table.sets().any(|old| old == set);
    let longest = best.table.sets().filter(|set| !is_old(set)).map(<[Laid]>::len).max().unwrap_or(0) as u32;
    (best.score, best.tiles, best.kept, longest)
}

fn compare(seed: u64, most_tiles: usize) -> Option<usize> {
    let scene = scene(seed, most_tiles)?;
    let naive = Naive::new(&scene);
    let book = WordBook::new(&scene.dictionary);
    let (rules, opened) = (scene.settings.words().unwrap(), scene.opened);
    let position = Position { rules, table: &scene.table, rack: &scene.rack, opened };
    let solver = Solver::new(&book);
    let what = || format!("seed {seed}: {} + {} (opened: {opened})", scene.table, scene.rack);
    for objective in [Objective::Tiles, Objective::Score, Objective::Any] {
        let by_words = |objective: Objective| {
            let mut expected: BTreeMap<Vec<String>, (u32, u32, u32)> = BTreeMap::new();
            for (worth, words) in &naive.plays {
                let merit = merit(objective, opened, *worth);
                expected.entry(words.clone()).and_modify(|best| *best = merit.max(*best)).or_insert(merit);
            }
            expected
        };
        let expected = by_words(objective);
        let mut plays = solver.plays(&position, objective);
        let found: Vec<Best> = plays.by_ref().collect();
        assert_eq!((plays.is_cut_short(), plays.proof()), (false, Proof::Optimal));
        for best in &found {
            let proposal = Proposal { before: &scene.table, rack: &scene.rack, opened, after: best.table.layout() };
            let play =
                check_play(&scene.settings, &scene.dictionary, proposal).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((&play.placed, play.placed.len() as u32), (&best.placed, best.tiles));
            assert_eq!(expected.get(&words(best)), Some(&merit(objective, opened, worth(&scene, best))), "{}", what());
        }
        assert_eq!(found.len(), expected.len(), "{objective:?} {}", what());
        let merits: Vec<_> = found.iter().map(|best| merit(objective, opened, worth(&scene, best))).collect();
        assert!(merits.is_sorted_by(|one, other| one >= other), "{objective:?} {}", what());
        let mut distinct: Vec<_> = found.iter().map(words).collect();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), found.len(), "{}", what());
        let optimal = merits.iter().take_while(|&merit| Some(merit) == merits.first()).count();
        let count = solver.count_best(&position, objective, 1000);
        assert_eq!(count, Count { plays: optimal, all: true }, "{objective:?} {}", what());
        let capped = solver.count_best(&position, objective, 1);
        assert_eq!(capped, Count { plays: optimal.min(1), all: optimal < 2 });
        // With a budget: the same plays, as far as it goes.
        let mut hurried = Solver::with_budget(&book, Budget { nodes: Some(30) }).plays(&position, objective);
        let some: Vec<Best> = hurried.by_ref().collect();
        assert!(hurried.is_cut_short() || some.len() == found.len(), "{}", what());
    }
    Some(naive.plays.len())
}

#[test]
fn every_play_is_given_once_in_the_order_of_worth() {
    let plays: Vec<usize> = (0..1500).filter_map(|seed| compare(seed, 11)).collect();
    println!("{} positions, {} plays at most", plays.len(), plays.iter().max().unwrap());
    assert!(plays.len() > 1000 && plays.iter().any(|&plays| plays > 100));
}

#[test]
fn w14_next_best_plays_belong_to_the_theme_or_the_own_list() {
    let food = Dictionary::new(Lexicon::shipped(Tier::Standard)).with_theme(Lexicon::theme(Theme::Food));
    let own = Dictionary::new(Lexicon::from_text("own", "pear\npeas\nreap\nspare\npears\npare\nrasp\n").unwrap());
    let table = Table::read("PEA | RICE".parse().unwrap()).unwrap();
    let small = Table::read("PARE".parse().unwrap()).unwrap();
    for (dictionary, table, rack) in [(&food, &table, "SRTNAELM*"), (&own, &small, "SPEARAEP")] {
        let mut draft = Draft::edition("word-a").unwrap();
        draft.set("opening_letters", Value::read("4"));
        let settings = draft.build().unwrap();
        let (book, rack) = (WordBook::new(dictionary), rack.parse().unwrap());
        for (opened, objective) in [(true, Objective::Tiles), (true, Objective::Score), (false, Objective::Opening)] {
            let position = Position { rules: settings.words().unwrap(), table, rack: &rack, opened };
            let plays: Vec<Best> = Solver::new(&book).plays(&position, objective).take(100).collect();
            assert!(plays.len() > 1, "{objective:?} {rack}");
            for best in &plays {
                let proposal = Proposal { before: table, rack: &rack, opened, after: best.table.layout() };
                check_play(&settings, dictionary, proposal).unwrap_or_else(|error| panic!("{}: {error}", best.table));
            }
            let worth = |best: &Best| if objective == Objective::Score { best.score } else { best.tiles };
            assert!(plays.is_sorted_by_key(|best| std::cmp::Reverse(worth(best))));
            assert!(plays.iter().all(|best| best.proof == Proof::Optimal));
        }
    }
}
