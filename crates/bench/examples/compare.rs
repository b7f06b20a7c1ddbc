//! Compares the number solver with HiGHS on many positions; fails when they differ.
//!
//! `cargo run --release -p trinta-bench --example compare [POSITIONS [SEED [BUDGET]]] [CLASS]`, which
//! is what `cargo xtask reference` runs. With a budget our answers may be unproved; these are counted separately.
//! `CLASS` selects the classes that have this text in their name.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use trinta_bench::{Class, Ranking, Reference, Tally, collect, compare};
use trinta_solver::{Budget, Solver};

/// One position in this many is also compared by value.
const VALUE_ONE_IN: usize = 5;

fn main() -> ExitCode {
    let (mut numbers, mut part) = (Vec::new(), String::new());
    for argument in std::env::args().skip(1) {
        match argument.parse::<u64>() {
            Ok(number) => numbers.push(number),
            Err(_) => part = argument,
        }
    }
    let wanted = |class: &Class| class.to_string().contains(&part);
    let classes = Class::ALL.iter().filter(|class| wanted(class)).count();
    if classes == 0 {
        eprintln!("no class has `{part}` in its name");
        return ExitCode::from(2);
    }
    let (positions, seed) = (numbers.first().copied().unwrap_or(5_000), numbers.get(1).copied().unwrap_or(1));
    let start = Instant::now();
    let classes = collect(seed, (positions as usize).div_ceil(classes), wanted);
    println!("positions of seed {seed} in {:.0} s", start.elapsed().as_secs_f64());
    let (mut solver, budget) = (Solver::new(), Budget { nodes: numbers.get(2).copied() });
    let reference = Reference::with_limit(Duration::from_secs(120));
    let mut all = Tally::default();
    for (class, positions) in &classes {
        let began = Instant::now();
        let mut tally = Tally::default();
        for (number, position) in positions.iter().enumerate() {
            show(&format!("{class}: {number} of {}", positions.len()));
            let mut compare_by = |ranking| tally.add(compare(position, ranking, &mut solver, budget, &reference));
            compare_by(Ranking::Tiles);
            if number % VALUE_ONE_IN == 0 {
                compare_by(Ranking::Value);
            }
        }
        show("");
        println!("{class}: {tally} ({:.0} s)", began.elapsed().as_secs_f64());
        for disagreement in &tally.different {
            println!("{disagreement}");
        }
        all.same += tally.same;
        all.unproved += tally.unproved;
        all.out_of_time += tally.out_of_time;
        all.different.append(&mut tally.different);
    }
    println!("\nAll classes: {all}, in {:.0} s.", start.elapsed().as_secs_f64());
    if all.different.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Shows the progress on a terminal.
fn show(text: &str) {
    let mut screen = std::io::stderr();
    if screen.is_terminal() {
        // Progress that can't be shown is no error.
        let _ = write!(screen, "\r\x1b[K{text}");
    }
}
