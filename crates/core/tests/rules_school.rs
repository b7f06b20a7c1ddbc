//! How the school tournament is played: D01 to D09, with the examples of its document, in the edition `school`.
//! What they mean is decided with the rules of the box: N01, N10 to N14.

mod common;

use common::{A, B, Bench, can_play, faults, judge, settings};
use trinta_core::{CommandError, Fault, Settings, Tile};

fn school() -> Settings {
    settings("school", &[])
}

/// The points of an opening that lays all of these sets, or what is wrong with it.
fn opening(sets: &str) -> Result<u32, Vec<Fault>> {
    let rack = sets.replace('|', " ");
    judge(&school(), false, "", &rack, sets).map(|play| play.opening.unwrap()).map_err(|error| error.faults)
}

#[test]
fn d01_the_first_play_is_worth_thirty_from_one_set_or_several() {
    assert_eq!(opening("r10 b10 k10"), Ok(30));
    assert_eq!(opening("r9 b9 k9"), Err(vec![Fault::BelowOpening { points: 27, needed: 30 }]));
    assert_eq!(opening("r1 r2 r3 | b8 b9 b10"), Ok(33));
    // In that turn the table is not touched.
    let touched = faults(&school(), false, "r5 r6 r7", "r8 k10 b10 y10", "r5 r6 r7 r8 | k10 b10 y10");
    assert_eq!(touched, [Fault::TableTouched { set: 0 }]);
}

#[test]
fn d02_the_table_may_be_used_from_the_turn_after_the_opening() {
    let racks = ["k10 r10 b10 y10 k1", "k13 r13 b13 y3"];
    let mut bench = Bench::dealt(school(), &racks, "");
    bench.play(A, "k10 r10 b10").unwrap();
    bench.play(B, "k10 r10 b10 | k13 r13 b13").unwrap();
    bench.play(A, "k10 r10 b10 y10 | k13 r13 b13").unwrap();
}

#[test]
fn d03_whoever_does_not_play_draws_one_tile_even_with_a_play_on_the_rack() {
    let mut bench = Bench::dealt(school(), &["k10 r10 b10", "k13"], "y9 y8");
    let before = bench.game.seats()[0].rack.len();
    bench.draw(A).unwrap();
    assert_eq!((bench.game.turn(), bench.game.seats()[0].rack.len()), (Some(B), before + 1));
    assert_eq!(bench.pass(B), Err(CommandError::PoolNotEmpty));
}

#[test]
fn d04_the_box_has_106_tiles_with_two_jokers() {
    let bench = Bench::dealt(school(), &["", "", "", ""], "");
    let all: Vec<Tile> = bench.game.all_tiles().collect();
    assert_eq!((all.len(), all.iter().filter(|tile| tile.is_joker()).count()), (106, 2));
}

#[test]
fn d06_a_joker_counts_in_the_opening_as_the_number_it_stands_for() {
    assert_eq!(opening("r12 r13 *"), Ok(36));
    assert_eq!(opening("r9 b9 *"), Err(vec![Fault::BelowOpening { points: 27, needed: 30 }]));
    assert_eq!(opening("r9 b9 * *"), Ok(36));
}

#[test]
fn d07_a_joker_stands_for_any_tile_if_every_set_is_valid_afterwards() {
    for (rack, after) in [("b3 k11 k13", "b1 b2 b3 b4 b5 | k11 * k13"), ("b3 r7 y7", "b1 b2 b3 b4 b5 | r7 y7 *")] {
        assert!(judge(&school(), true, "b1 b2 * b4 b5", rack, after).is_ok(), "{after}");
    }
    assert!(judge(&school(), true, "b1 b2 * b4 b5", "b3 k11 k12", "b1 b2 b3 b4 b5 | k11 k12 r1 *").is_err());
}

#[test]
fn d09_no_joker_is_taken_before_the_opening() {
    let (before, rack, after) = ("r3 * r5", "r4 k10 b10", "r3 r4 r5 | k10 b10 *");
    assert_eq!(faults(&school(), false, before, rack, after), [Fault::TableTouched { set: 0 }]);
    assert!(judge(&school(), true, before, rack, after).is_ok() && can_play(&school(), true, before, rack));
}
