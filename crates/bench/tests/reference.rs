//! The number solver and HiGHS agree. `cargo xtask reference` asks about many more positions.

use std::time::Duration;

use trinta_bench::{Aim, Class, Outcome, Reference, Source, collect, compare};
use trinta_core::TileSet;
use trinta_solver::numbers::Solver;

/// Positions of each class.
const POSITIONS: usize = 16;

/// The fullest tables take longer than a test may.
fn is_for_a_test(class: &Class) -> bool {
    class.source == Source::Game || class.source == Source::Random && class.tile_set == TileSet::Classic
}

#[test]
fn best_plays_are_those_of_integer_programming() {
    let mut solver = Solver::new();
    let reference = Reference::with_limit(Duration::from_secs(60));
    let mut asked = 0;
    for (class, questions) in collect(30, POSITIONS, is_for_a_test) {
        for (number, question) in questions.iter().enumerate() {
            let aim = if number % 4 == 3 { Aim::Value } else { Aim::Tiles };
            match compare(question, aim, &mut solver, &reference) {
                Outcome::Same => asked += 1,
                Outcome::Different(disagreement) => panic!("{class}: {disagreement}"),
                other => panic!("{class}: {other:?} on {question}"),
            }
        }
    }
    assert_eq!(asked, 8 * POSITIONS);
}
