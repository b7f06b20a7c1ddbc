//! The joker examples of the school tournament, and what they do not allow: H01 to H10.

mod common;

use common::{can_play, faults, judge, settings, tiles};
use trinta_core::Fault;
use trinta_core::numbers::SetFault;

/// Legal, placing all of the rack.
fn legal(before: &str, rack: &str, after: &str) {
    let school = settings("school", &[]);
    let play = judge(&school, true, before, rack, after).unwrap_or_else(|error| panic!("{after}: {error}"));
    assert_eq!(play.placed, tiles(rack));
    assert!(can_play(&school, true, before, rack));
    // Not before the opening.
    let error = judge(&school, false, before, rack, after).unwrap_err();
    assert!(error.faults.iter().any(|fault| matches!(fault, Fault::TableTouched { .. })), "{error}");
}

fn wrong(before: &str, rack: &str, after: &str) -> Vec<Fault> {
    faults(&settings("school", &[]), true, before, rack, after)
}

fn nothing_playable(before: &str, rack: &str) {
    assert!(!can_play(&settings("school", &[]), true, before, rack), "{before} + {rack}");
}

fn not_a_set(set: usize, why: SetFault) -> Fault {
    Fault::NotASet { set, why }
}

#[test]
fn h01_a_joker_is_replaced_and_goes_to_a_new_run() {
    legal("b1 b2 * b4 b5", "b3 k11 k13", "b1 b2 b3 b4 b5 | k11 * k13");
}

#[test]
fn h02_a_joker_moves_from_the_low_end_to_a_gap_of_the_same_run() {
    legal("* r6 r7", "r9", "r6 r7 * r9");
}

#[test]
fn h03_the_same_with_a_longer_run() {
    legal("* r6 r7 r8", "r10", "r6 r7 r8 * r10");
}

#[test]
fn h04_a_joker_leaves_a_run_that_is_complete_without_it() {
    legal("* b6 b7 b8", "y2 y3", "b6 b7 b8 | * y2 y3");
    legal("* b6 b7 b8", "y2 y3", "b6 b7 b8 | y2 y3 *");
}

#[test]
fn h05_a_joker_leaves_a_group_that_is_complete_without_it() {
    legal("* b4 k4 y4", "k11 k13", "b4 k4 y4 | k11 * k13");
}

#[test]
fn h06_groups_become_runs_and_set_a_joker_free() {
    legal("r2 k2 b2 | r3 k3 b3 | r4 k4 *", "b5", "r2 r3 r4 | k2 k3 k4 | b2 b3 * b5");
}

#[test]
fn h07_runs_are_joined_and_set_a_joker_free() {
    let (before, rack) = ("r6 * r8 | r9 r10 r11", "r4 r5 b9 b10");
    legal(before, rack, "r4 r5 r6 | r8 r9 r10 r11 | b9 b10 *");
    legal(before, rack, "r4 r5 r6 | r8 r9 r10 r11 | * b9 b10");
    // The joker can't serve both the red run and the blue tiles.
    assert_eq!(wrong(before, rack, "r4 r5 r6 * r8 r9 r10 r11 | b9 b10"), [not_a_set(1, SetFault::TooShort)]);
}

#[test]
fn h08_a_gap_of_two_is_too_wide_and_another_colour_does_not_fit() {
    nothing_playable("* r6 r7", "r10");
    nothing_playable("* r6 r7", "b9");
    assert_eq!(wrong("* r6 r7", "r10", "r6 r7 * r10"), [not_a_set(0, SetFault::Gap)]);
    assert_eq!(wrong("* r6 r7", "b9", "r6 r7 * b9"), [not_a_set(0, SetFault::Neither)]);
    assert_eq!(
        wrong("* r6 r7", "r10", "r6 r7 | * r10"),
        [not_a_set(0, SetFault::TooShort), not_a_set(1, SetFault::TooShort)]
    );
}

#[test]
fn h09_a_joker_does_not_leave_a_set_of_three_without_replacement() {
    nothing_playable("* b6 b7", "y2 y3");
    nothing_playable("* b4 k4", "k11 k13");
    assert_eq!(wrong("* b6 b7", "y2 y3", "b6 b7 | * y2 y3"), [not_a_set(0, SetFault::TooShort)]);
    assert_eq!(wrong("* b4 k4", "k11 k13", "b4 k4 | k11 * k13"), [not_a_set(0, SetFault::TooShort)]);
    // With the fourth tile there it may (H04, H05).
    assert!(can_play(&settings("school", &[]), true, "* b6 b7 b8", "y2 y3"));
}

#[test]
fn h10_without_the_tile_it_stands_for_a_joker_stays_in_the_middle() {
    nothing_playable("b1 b2 * b4 b5", "k11 k13");
    assert_eq!(wrong("b1 b2 * b4 b5", "k11 k13", "b1 b2 b4 b5 | k11 * k13"), [not_a_set(0, SetFault::Gap)]);
    assert_eq!(
        wrong("b1 b2 * b4 b5", "k11 k13", "b1 b2 | b4 b5 | k11 * k13"),
        [not_a_set(0, SetFault::TooShort), not_a_set(1, SetFault::TooShort)]
    );
}

#[test]
fn d05_x11_a_joker_stays_on_the_table_in_all_examples() {
    assert_eq!(wrong("b1 b2 * b4 b5", "b3", "b1 b2 b3 b4 b5"), [Fault::TableTileMissing { tiles: tiles("*") }]);
}

#[test]
fn d08_moving_a_joker_takes_a_tile_from_the_rack() {
    assert_eq!(wrong("* b6 b7 b8 | y2 y3 y4", "k1", "b6 b7 b8 | * y2 y3 y4"), [Fault::NothingPlayed]);
}
