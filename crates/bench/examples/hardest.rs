//! Looks for positions that are hard for the number solver, and prints them as `hardest.jsonl` keeps them.
//!
//! `cargo run --release -p trinta-bench --no-default-features --example hardest [HOW MANY OF EACH BOX [CHANGES [SEED]]]`

use trinta_bench::look_for_a_hard_one;
use trinta_core::TileSet;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let number = |place: usize, otherwise| numbers.get(place).copied().unwrap_or(otherwise);
    let (count, changes, seed) = (number(0, 10), number(1, 400) as usize, number(2, 1));
    for tile_set in [TileSet::Classic, TileSet::Large] {
        for start in 0..count {
            let (question, time) = look_for_a_hard_one(seed * 1_000 + start, tile_set, changes);
            println!("{question}");
            eprintln!("{time:.0} µs");
        }
    }
}
