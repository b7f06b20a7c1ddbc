//! The times of our solver alone on every class of positions; needs no C++ compiler.
//!
//! `cargo run --release -p trinta-bench --no-default-features --example timings [POSITIONS [SEED [BUDGET]]]`

use trinta_bench::{Options, Ranking, collect, measure};
use trinta_solver::Budget;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let (count, seed) = (numbers.first().map_or(100, |&count| count as usize), numbers.get(1).copied().unwrap_or(1));
    let options = Options { ranking: Ranking::Tiles, budget: Budget { nodes: numbers.get(2).copied() }, compared: 0 };
    println!("{}", measure(&collect(seed, count, |_| true), options, None, |_| {}));
}
