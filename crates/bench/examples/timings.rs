//! Our own times on every class of positions; needs no C++ compiler.
//!
//! `cargo run --release -p trinta-bench --no-default-features --example timings [POSITIONS [SEED [BUDGET]]]`

use trinta_bench::{Aim, Plan, collect, measure};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let (count, seed) = (numbers.first().map_or(100, |&count| count as usize), numbers.get(1).copied().unwrap_or(1));
    let plan = Plan { aim: Aim::Tiles, budget: numbers.get(2).copied(), most_asked: 0 };
    println!("{}", measure(&collect(seed, count, |_| true), plan, None, |_| {}));
}
