//! Searches for positions that are hard for the number solver, and prints them in the format of `hardest.jsonl`.
//!
//! `cargo run --release -p trinta-bench --no-default-features --example hardest [COUNT PER BOX [CHANGES [SEED]]]`

use trinta_bench::find_hard_position;
use trinta_core::TileSet;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let number = |index: usize, default| numbers.get(index).copied().unwrap_or(default);
    let (count, changes, seed) = (number(0, 10), number(1, 400) as usize, number(2, 1));
    for tile_set in [TileSet::Classic, TileSet::Large] {
        for start in 0..count {
            let (position, time) = find_hard_position(seed * 1_000 + start, tile_set, changes);
            println!("{position}");
            eprintln!("{time:.0} µs");
        }
    }
}
