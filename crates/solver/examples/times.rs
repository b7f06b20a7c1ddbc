//! How long best plays take on positions of random games: `cargo run --release -p trinta-solver --example times -- 40`.

use std::time::Instant;

use trinta_core::Game;
use trinta_solver::numbers::{Objective, Position, Solver};
use trinta_testkit::{Case, Library, play_game};

/// A question that takes more situations than this is given up.
const BUDGET: u64 = 1_000_000;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(20);
    let library = Library::everyday();
    let mut solver = Solver::with_budget(BUDGET);
    let mut times: Vec<(f64, u64)> = Vec::new();
    for seed in 0..games {
        let case = Case::numbers(seed);
        let Ok(report) = play_game(&case, &library) else { continue };
        let mut game = Game::new(case.setup.clone());
        for event in &report.watched.events {
            game.apply(event);
            let Some(seat) = game.turn().filter(|&seat| game.has_opened(seat) && !game.table().is_empty()) else {
                continue;
            };
            let (Some(player), Some(rules)) = (game.seat(seat), game.settings().numbers()) else { continue };
            let joker_left = game.settings().joker_left;
            let position = Position { rules, joker_left, table: game.table(), rack: &player.rack, opened: true };
            let start = Instant::now();
            solver.solve(&position, Objective::Tiles);
            times.push((start.elapsed().as_secs_f64() * 1e6, solver.looked_at()));
        }
    }
    times.sort_by(|one, other| one.0.total_cmp(&other.0));
    println!("{} positions of {games} games", times.len());
    for share in [0.5, 0.9, 0.99, 1.0] {
        if let Some((time, situations)) = times.get(((times.len().max(1) - 1) as f64 * share) as usize) {
            println!("{:>5} %  {time:>10.1} µs  {situations:>8} situations", share * 100.0);
        }
    }
}
