//! Prints the times of the engine and of the naive implementation, measured in the same run.
//!
//! `cargo run --release -p trinta-testkit --example ratios`

use std::hint::black_box;
use std::time::Instant;

use trinta_testkit::scenes::{FullTable, LongGame, random_games};
use trinta_testkit::{Case, Library};

/// Seconds per call: the best of several rounds, because the machine may be busy.
fn seconds<T>(calls: u32, mut call: impl FnMut() -> T) -> f64 {
    let round = |call: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(call());
        }
        start.elapsed().as_secs_f64() / f64::from(calls)
    };
    (0..7).map(|_| round(&mut call)).fold(f64::INFINITY, f64::min)
}

fn main() {
    let library = Library::everyday();
    let table = FullTable::new();
    let long = LongGame::new(&library);
    let events = long.events.len() as f64;

    println!("{:<34} {:>14} {:>14} {:>8}", "", "ours", "naive", "ratio");
    let (ours, naive) = (seconds(2000, || table.check()), seconds(20, || table.check_naively()));
    let micro = |seconds: f64| format!("{:.2} µs", seconds * 1e6);
    println!("{:<34} {:>14} {:>14} {:>8.1}", "check a play on 25 sets", micro(ours), micro(naive), naive / ours);

    let (ours, naive) = (seconds(200, || long.fold()), seconds(50, || long.fold_naively()));
    let rate = |seconds: f64| format!("{:.0}/s", events / seconds);
    println!("{:<34} {:>14} {:>14} {:>8.1}", "fold events", rate(ours), rate(naive), naive / ours);

    let watched = seconds(10, || long.fold_watched());
    println!("{:<34} {:>14}", "fold events, every law checked", rate(watched));

    for (name, case_of) in [("number", Case::numbers as fn(u64) -> Case), ("word", Case::words)] {
        let start = Instant::now();
        let events = random_games(0..300, case_of, &library);
        let per_second = events as f64 / start.elapsed().as_secs_f64();
        println!("{:<34} {:>14}", format!("random {name} games, laws checked"), format!("{per_second:.0}/s"));
    }
}
