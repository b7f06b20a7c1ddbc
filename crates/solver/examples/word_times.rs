//! How long a proved answer takes in the word game, on positions from random games with the standard list.
//!
//! `cargo run --release -p trinta-solver --example word_times [games [first seed]]`

use std::time::{Duration, Instant};

use trinta_core::edition::WordSettings;
use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_core::{Game, Phase, Table, Tiles};
use trinta_solver::words::{Budget, Objective, Position, Proof, WordBook, solve};
use trinta_testkit::{Case, Library, play_game};

/// One player's turn.
struct Scene {
    rules: WordSettings,
    table: Table,
    rack: Tiles,
    opened: bool,
}

/// Every turn of some random games. Games settled by challenge are left out: their tables hold misspelt words.
fn scenes(seeds: std::ops::Range<u64>) -> Vec<Scene> {
    let library = Library::everyday();
    let mut scenes = Vec::new();
    for seed in seeds {
        let case = Case::words(seed);
        let report = play_game(&case, &library).unwrap_or_else(|broken| panic!("seed {seed}: {broken:?}"));
        let mut game = Game::new(case.setup.clone());
        for event in &report.watched.events {
            if let Phase::Turn(seat) = *game.phase()
                && let (Some(player), Some(rules)) = (game.seat(seat), game.settings().words())
            {
                let (table, rack) = (game.table().clone(), player.rack.clone());
                scenes.push(Scene { rules: rules.clone(), table, rack, opened: game.has_opened(seat) });
            }
            game.apply(event);
        }
    }
    scenes
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let games = arguments.next().unwrap_or(200);
    let first = arguments.next().unwrap_or(0);
    let started = Instant::now();
    let book = WordBook::new(&Dictionary::new(Lexicon::shipped(Tier::Standard)));
    println!("index of {} words in {:.0?}", book.len(), started.elapsed());
    let scenes = scenes(first..first + games);
    println!("{} positions of {games} games", scenes.len());
    for objective in [Objective::Tiles, Objective::Score, Objective::Any] {
        let mut times: Vec<(Duration, usize)> = Vec::with_capacity(scenes.len());
        let (mut emptied, mut kept, mut none) = (0, 0, 0);
        for (index, scene) in scenes.iter().enumerate() {
            let position =
                Position { rules: &scene.rules, table: &scene.table, rack: &scene.rack, opened: scene.opened };
            let started = Instant::now();
            let answer = solve(&book, &position, objective, Budget::default());
            times.push((started.elapsed(), index));
            assert_eq!(answer.proof, Proof::Optimal);
            match answer.best {
                Some(best) => {
                    emptied += usize::from(best.tiles as usize == scene.rack.len());
                    kept += usize::from(best.broken == 0);
                }
                None => none += 1,
            }
        }
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].0;
        let within = |limit: u64| {
            let fast = times.partition_point(|&(time, _)| time <= Duration::from_millis(limit));
            100.0 * fast as f64 / times.len() as f64
        };
        println!(
            "{objective:?}: p50 {:.2?}, p95 {:.2?}, p99 {:.2?}, max {:.2?}; {:.2} % within 10 ms, {:.2} % within 100 ms; \
             {emptied} racks emptied, {kept} with all words kept, {none} without a play",
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0),
            within(10),
            within(100)
        );
        for &(time, index) in times.iter().rev().take(3) {
            let Scene { table, rack, opened, .. } = &scenes[index];
            println!("  {time:.2?}: {table} + {rack}{}", if *opened { "" } else { " (opening)" });
        }
    }
}
