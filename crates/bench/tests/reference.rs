//! The number solver agrees with HiGHS. `cargo xtask reference` compares many more positions.

use std::time::Duration;

use trinta_bench::{Class, Outcome, Ranking, Reference, Source, collect, compare};
use trinta_core::TileSet;
use trinta_solver::{Budget, Solver};

/// Positions of each class.
const POSITIONS: usize = 16;

/// Full tables take too long for a test.
fn is_fast(class: &Class) -> bool {
    class.source == Source::Game || class.source == Source::Random && class.tile_set == TileSet::Classic
}

#[test]
fn merits_are_those_of_integer_programming() {
    let mut solver = Solver::new();
    let reference = Reference::with_limit(Duration::from_secs(60));
    let mut compared = 0;
    for (class, positions) in collect(30, POSITIONS, is_fast) {
        for (number, position) in positions.iter().enumerate() {
            let ranking = if number % 4 == 3 { Ranking::Value } else { Ranking::Tiles };
            match compare(position, ranking, &mut solver, Budget::UNLIMITED, &reference) {
                Outcome::Same => compared += 1,
                Outcome::Different(disagreement) => panic!("{class}: {disagreement}"),
                other => panic!("{class}: {other:?} on {position}"),
            }
        }
    }
    assert_eq!(compared, 8 * POSITIONS);
}
