//! The best play of a number position, how to lay it, and the alternatives.
//!
//! `cargo run -p trinta-solver --example numbers ["r3 r4 r5 | k7 r7 b7" "r6 y7 k13"]`

use std::error::Error;

use trinta_core::{Settings, Table, Tiles};
use trinta_solver::{Budget, Objective, Position, Rules, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let table = Table::read(argument("k7 r7 b7 y7 | r3 r4 r5 | b1 b2 * b4 b5").parse()?)?;
    let rack: Tiles = argument("r6 y5 y6 b3 k11 k13").parse()?;

    let settings = Settings::edition("hk")?;
    let rules = Rules::numbers(&settings).ok_or("hk is an edition of the number game")?;
    let position = Position { rules, table: &table, rack: &rack, opened: true };

    let mut solver = Solver::new();
    let answer = solver.solve(&position, Objective::Tiles, Budget::UNLIMITED);
    match &answer.best {
        None => println!("There is no play."),
        Some(best) => {
            println!("{} of {} tiles, value {}: {}", best.tiles, rack.len(), best.value, best.table);
            for (number, step) in (1..).zip(best.steps(&table)) {
                println!("{number}. {step}");
            }
        }
    }
    println!("{} after {} nodes", answer.proof.name(), answer.nodes);
    for play in solver.plays(&position, Objective::Tiles, Budget::nodes(10_000)).skip(1).take(3) {
        println!("next best: {}", play.placed);
    }
    Ok(())
}
