//! The best play of a word position, for tiles and for the score, and how to lay it.
//!
//! `cargo run --release -p trinta-solver --example words ["APPEAR | CLaP" "DISTHE"]`

use std::error::Error;

use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_core::{Settings, Table, Tiles};
use trinta_solver::{Budget, Objective, Position, Rules, Solver, WordBook};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let table = Table::read(argument("APPEAR | CLaP").parse()?)?;
    let rack: Tiles = argument("DISTHE").parse()?;

    let book = WordBook::new(&Dictionary::new(Lexicon::shipped(Tier::Everyday)));
    let settings = Settings::edition("word-a")?;
    let rules = Rules::new(&settings, Some(&book)).ok_or("word-a is an edition of the word game")?;
    let position = Position { rules, table: &table, rack: &rack, opened: true };

    let mut solver = Solver::new();
    for objective in [Objective::Tiles, Objective::Score] {
        let answer = solver.solve(&position, objective, Budget::nodes(100_000));
        let Some(best) = answer.best else {
            println!("{objective:?}: no play, {}", answer.proof.name());
            continue;
        };
        let score = best.score.unwrap_or(0);
        println!("{objective:?}: {} of {} tiles, score {score}, {}", best.tiles, rack.len(), answer.proof.name());
        for (number, step) in (1..).zip(best.steps(&table)) {
            println!("{number}. {step}");
        }
    }
    Ok(())
}
