//! Compares the number solver with HiGHS on many positions; fails when they differ.
//!
//! `cargo run --release -p trinta-bench --example compare [POSITIONS [SEED [BUDGET]]] [CLASS]`, which
//! is what `cargo xtask reference` does. Within a budget our solver may leave answers unproved, which are counted apart.
//! A text stands for the classes that have it in their name.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use trinta_bench::{Aim, Class, Reference, Tally, collect, compare};
use trinta_solver::numbers::Solver;

/// One position in so many is asked about by value too.
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
    let mut solver = numbers.get(2).map_or_else(Solver::new, |&budget| Solver::with_budget(budget));
    let reference = Reference::with_limit(Duration::from_secs(120));
    let mut all = Tally::default();
    for (class, questions) in &classes {
        let began = Instant::now();
        let mut tally = Tally::default();
        for (number, question) in questions.iter().enumerate() {
            show(&format!("{class}: {number} of {}", questions.len()));
            let mut ask = |aim| tally.add(compare(question, aim, &mut solver, &reference));
            ask(Aim::Tiles);
            if number % VALUE_ONE_IN == 0 {
                ask(Aim::Value);
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

/// Shows how far it is, where somebody is looking.
fn show(text: &str) {
    let mut screen = std::io::stderr();
    if screen.is_terminal() {
        // If it can't be shown nobody is looking.
        let _ = write!(screen, "\r\x1b[K{text}");
    }
}
