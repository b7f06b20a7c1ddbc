//! Answers to positions of random games are legal plays.

use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_core::words::turn_score;
use trinta_core::{Game, Phase, Proposal, Settings, Spelling, Table, Tiles, check_play};
use trinta_solver::{Budget, Objective, Position, Proof, Rules, WordBook, solve};
use trinta_testkit::{Case, Library, play_game};

struct Scene {
    seed: u64,
    settings: Settings,
    table: Table,
    rack: Tiles,
    opened: bool,
}

/// Every `every`-th turn of random games that use a certain book of the library.
fn scenes(
    library: &Library,
    seeds: std::ops::Range<u64>,
    every: usize,
    has_book: impl Fn(usize) -> bool,
) -> Vec<Scene> {
    let mut scenes = Vec::new();
    let mut turn = 0;
    for seed in seeds {
        let case = Case::words(seed);
        if !has_book(case.word_list) {
            continue;
        }
        let report = play_game(&case, library).unwrap();
        let mut game = Game::new(case.setup.clone());
        for event in &report.watched.events {
            if let Phase::Turn(seat) = *game.phase()
                && let Some(player) = game.seat(seat)
            {
                turn += 1;
                if turn % every == 0 {
                    let (settings, table, rack) = (game.settings().clone(), game.table().clone(), player.rack.clone());
                    scenes.push(Scene { seed, settings, table, rack, opened: game.has_opened(seat) });
                }
            }
            game.apply(event);
        }
    }
    scenes
}

/// Checks the answer to a scene.
fn check(scene: &Scene, spelling: &dyn Spelling, book: &WordBook, objective: Objective, budget: Budget) {
    let Scene { seed, settings, table, rack, opened } = scene;
    let opened = *opened;
    let rules = Rules::new(settings, Some(book)).unwrap();
    let answer = solve(&Position { rules, table, rack, opened }, objective, budget);
    let what = || format!("seed {seed}, {objective:?}: {table} + {rack} (opened: {opened})");
    assert!(answer.proof == Proof::Optimal || budget.nodes.is_some(), "{}", what());
    let Some(best) = answer.best else { return };
    let proposal = Proposal { before: table, rack, opened, after: best.table.layout() };
    let play = check_play(settings, spelling, proposal).unwrap_or_else(|error| panic!("{}: {error}", what()));
    assert_eq!((&play.placed, play.placed.len() as u32), (&best.placed, best.tiles), "{}", what());
    let score = turn_score(table, &play.table, play.placed.len() == rack.len());
    assert_eq!(best.score, Some(score), "{}", what());
    let kept = table.sets().filter(|old| play.table.sets().any(|set| set == *old)).count() as u32;
    assert_eq!((best.kept, best.kept + best.broken), (kept, table.len() as u32), "{}", what());
}

/// Small, so that unproved answers are checked too.
const BUDGET: Budget = Budget::nodes(200);

fn check_all(tier: Tier, seeds: std::ops::Range<u64>, every: usize) {
    let library = Library::everyday();
    let dictionary = Dictionary::new(Lexicon::shipped(tier));
    let book = WordBook::new(&dictionary);
    let scenes = scenes(&library, seeds, every, |book| book == 0);
    assert!(scenes.len() > 100);
    for scene in &scenes {
        for objective in [Objective::Tiles, Objective::Score, Objective::Opening, Objective::Any] {
            check(scene, &dictionary, &book, objective, BUDGET);
        }
    }
}

#[test]
fn answers_are_legal_with_the_everyday_list() {
    check_all(Tier::Everyday, 0..40, 13);
}

#[test]
fn answers_are_legal_with_the_standard_list() {
    check_all(Tier::Standard, 100..140, 13);
}

#[test]
fn w14_answers_are_legal_with_themes() {
    let library = Library::everyday();
    for (book, (dictionary, _)) in library.0.iter().enumerate().skip(1).step_by(3) {
        let index = WordBook::new(dictionary);
        for scene in scenes(&library, 0..120, 5, |other| other == book) {
            for objective in [Objective::Tiles, Objective::Score, Objective::Any] {
                check(&scene, dictionary, &index, objective, BUDGET);
            }
        }
    }
}

#[test]
fn best_plays_are_proved_without_a_budget() {
    let library = Library::everyday();
    let (dictionary, _) = &library.0[0];
    let book = WordBook::new(dictionary);
    for scene in scenes(&library, 200..220, 23, |book| book == 0) {
        for objective in [Objective::Tiles, Objective::Score, Objective::Any] {
            check(&scene, dictionary, &book, objective, Budget::UNLIMITED);
        }
    }
}
