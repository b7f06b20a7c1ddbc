//! The solver against exhaustive search: tiny word lists, small tables and racks, with and without jokers.

mod words_exhaustive;

use trinta_core::words::turn_score;
use trinta_core::{Laid, Proposal, check_play};
use trinta_solver::{Budget, Objective, Position, Proof, RatedPlay, Rules, WordBook, solve};
use words_exhaustive::{Exhaustive, Merits, Scene, scene};

fn merit(objective: Objective, (score, tiles, kept, longest): Merits) -> (u32, u32, u32) {
    match objective {
        Objective::Score => (score, tiles, kept),
        _ => (tiles, kept, longest),
    }
}

fn merits(scene: &Scene, best: &RatedPlay) -> Merits {
    let is_old = |set: &[Laid]| scene.table.sets().any(|old| old == set);
    let longest = best.table.sets().filter(|set| !is_old(set)).map(<[Laid]>::len).max().unwrap_or(0) as u32;
    (best.score.unwrap(), best.tiles, best.kept, longest)
}

fn assert_legal(scene: &Scene, opened: bool, best: &RatedPlay) {
    let after = best.table.layout();
    let proposal = Proposal { before: &scene.table, rack: &scene.rack, opened, after };
    let play = check_play(&scene.settings, &scene.dictionary, proposal).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((play.placed.len() as u32, &play.placed), (best.tiles, &best.placed));
    assert_eq!(best.kept + best.broken, scene.table.len() as u32);
    let empties = play.placed.len() == scene.rack.len();
    assert_eq!(Some(turn_score(&scene.table, &play.table, empties)), best.score);
}

fn compare(seed: u64, max_tiles: usize) -> Option<bool> {
    let scene = scene(seed, max_tiles)?;
    let exhaustive = Exhaustive::new(&scene);
    let book = WordBook::new(&scene.dictionary);
    let position = Position {
        rules: Rules::new(&scene.settings, Some(&book)).unwrap(),
        table: &scene.table,
        rack: &scene.rack,
        opened: scene.opened,
    };
    let what = || format!("seed {seed}: {} + {} (opened: {})", scene.table, scene.rack, scene.opened);
    for objective in [Objective::Tiles, Objective::Score, Objective::Any, Objective::Opening] {
        if scene.opened && objective == Objective::Opening {
            continue;
        }
        let answer = solve(&position, objective, Budget::UNLIMITED);
        assert_eq!(answer.proof, Proof::Optimal, "{}", what());
        let expected = exhaustive.plays.iter().map(|(play, _)| merit(objective, *play)).max();
        if let Some(best) = &answer.best {
            assert_legal(&scene, scene.opened, best);
        }
        let found = answer.best.map(|best| merit(objective, merits(&scene, &best)));
        match objective {
            Objective::Any => assert_eq!(found.is_some(), expected.is_some(), "{}", what()),
            // The longest word only counts in openings.
            Objective::Tiles if scene.opened => {
                let first_two = |(tiles, kept, _): (u32, u32, u32)| (tiles, kept);
                assert_eq!(found.map(first_two), expected.map(first_two), "{}", what());
            }
            _ => assert_eq!(found, expected, "{objective:?} {}", what()),
        }
        for nodes in [1, 5, 20] {
            let limited = solve(&position, objective, Budget::nodes(nodes));
            if let Some(best) = &limited.best {
                assert_legal(&scene, scene.opened, best);
            }
            let value = limited.best.map(|best| merit(objective, merits(&scene, &best)));
            if limited.proof == Proof::Optimal && objective == Objective::Score {
                assert_eq!(value, expected, "{}", what());
            }
            let first_two = |(first, second, _): (u32, u32, u32)| (first, second);
            assert!(objective == Objective::Any || value.map(first_two) <= found.map(first_two), "{}", what());
        }
    }
    Some(!exhaustive.plays.is_empty())
}

fn compare_all(seeds: std::ops::Range<u64>, max_tiles: usize) -> usize {
    let (mut compared, mut with_plays) = (0, 0);
    for seed in seeds {
        if let Some(plays) = compare(seed, max_tiles) {
            compared += 1;
            with_plays += usize::from(plays);
        }
    }
    println!("{compared} positions compared, {with_plays} of them with a play");
    assert!(3 * with_plays > compared);
    compared
}

// In two parts, which run in parallel.

#[test]
fn merits_are_those_of_exhaustive_search_part_1() {
    assert!(compare_all(0..6500, 12) > 5000);
}

#[test]
fn merits_are_those_of_exhaustive_search_part_2() {
    assert!(compare_all(6500..13_000, 12) > 5000);
}

#[test]
fn merits_are_those_of_exhaustive_search_with_more_tiles() {
    assert!(compare_all(20_000..20_300, 16) > 200);
}

/// `cargo test --release -p trinta-solver --test words_reference -- --ignored`
#[test]
#[ignore = "takes ten minutes: the other tests compare a part of it"]
fn merits_are_those_of_exhaustive_search_in_many_positions() {
    assert!(compare_all(100_000..150_000, 14) > 40_000);
}
