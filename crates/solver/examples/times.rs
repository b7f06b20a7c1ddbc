//! How long the best play takes on positions of random games.
use std::time::Instant;
use trinta_core::{Event, Game, Phase};
use trinta_solver::numbers::{Objective, Position, Solver};
use trinta_testkit::{Case, Library, play_game};

fn main() {
    let library = Library::everyday();
    let mut solver = Solver::with_budget(300_000);
    let mut times: Vec<(f64, u64, String)> = Vec::new();
    let games: u64 = std::env::args().nth(1).map_or(20, |games| games.parse().unwrap());
    for seed in 0..games {
        let case = Case::numbers(seed);
        let report = play_game(&case, &library).unwrap();
        let mut game = Game::new(case.setup.clone());
        for event in &report.watched.events {
            game.apply(event);
            if let (Phase::Turn(seat), false) = (game.phase(), matches!(event, Event::Lot { .. })) {
                let player = game.seat(*seat).unwrap();
                if !game.has_opened(*seat) || game.table().is_empty() {
                    continue;
                }
                let position = Position {
                    rules: game.settings().numbers().unwrap(),
                    joker_left: game.settings().joker_left,
                    table: game.table(),
                    rack: &player.rack,
                    opened: true,
                };
                let start = Instant::now();
                let answer = solver.solve(&position, Objective::Tiles);
                let time = start.elapsed().as_secs_f64() * 1e6;
                let best =
                    answer.best.map_or(String::new(), |best| format!("{} tiles {} broken", best.tiles, best.broken));
                times.push((time, solver.looked_at(), format!("{} | {} -> {best}", game.table(), player.rack)));
            }
        }
    }
    times.sort_by(|one, other| one.0.total_cmp(&other.0));
    let at = |share: f64| &times[((times.len() - 1) as f64 * share) as usize];
    for share in [0.5, 0.9, 0.99, 0.999, 1.0] {
        let (time, looked_at, text) = at(share);
        println!("{share}: {time:.1} µs, {looked_at} situations  {}", if share > 0.98 { text } else { "" });
    }
    println!("{} positions", times.len());
}
