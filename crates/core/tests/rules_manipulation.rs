//! Turns after the opening: N11 to N14, with the manipulations that the rulebooks work through.

mod common;

use common::{A, B, Bench, can_play, drew, faults, judge, layout, opened, played, settings, tiles};
use trinta_core::numbers::SetFault;
use trinta_core::{CommandError, DrawReason, Fault};

/// A play that must be legal in every edition, placing these tiles.
fn legal(before: &str, rack: &str, after: &str, placed: &str) {
    for edition in ["hk", "cn", "pt", "school"] {
        let settings = settings(edition, &[]);
        let play = judge(&settings, true, before, rack, after)
            .unwrap_or_else(|error| panic!("{edition}: {before} + {rack} -> {after}: {error}"));
        assert_eq!(play.placed, tiles(placed));
        assert_eq!(play.opening, None);
        assert!(play.table.layout().same_sets(common::table(after).layout()), "{} is not {after}", play.table);
        assert!(can_play(&settings, true, before, rack), "the search does not see {after}");
    }
}

fn wrong(before: &str, rack: &str, after: &str) -> Vec<Fault> {
    faults(&settings("hk", &[]), true, before, rack, after)
}

#[test]
fn n11_sets_may_be_added_to_split_rebuilt_and_combined_without_limit() {
    // Three runs become groups and three groups become runs, all in one turn.
    legal(
        "k1 r1 b1 | k2 r2 b2 | k3 r3 b3 | y7 y8 y9 | k7 k8 k9 | b7 b8 b9",
        "k4 r9",
        "k1 k2 k3 k4 | r1 r2 r3 | b1 b2 b3 | y7 k7 b7 | y8 k8 b8 | y9 k9 b9 r9",
        "k4 r9",
    );
}

#[test]
fn n11_every_tile_on_the_table_is_in_a_valid_set() {
    assert_eq!(wrong("r3 r4 r5", "r9", "r3 r4 r5 | r9"), [Fault::NotASet { set: 1, why: SetFault::TooShort }]);
    assert_eq!(wrong("r3 r4 r5 r6", "k6", "r3 r4 r5 | r6 k6"), [Fault::NotASet { set: 1, why: SetFault::TooShort }]);
    assert_eq!(wrong("r3 r4 r5", "b6", "r3 r4 r5 b6"), [Fault::NotASet { set: 0, why: SetFault::Neither }]);
}

#[test]
fn n11_every_tile_that_was_on_the_table_is_still_there() {
    assert_eq!(
        wrong("r3 r4 r5 r6", "k1 k2 k3", "r3 r4 r5 | k1 k2 k3"),
        [Fault::TableTileMissing { tiles: tiles("r6") }]
    );
    assert_eq!(
        wrong("r3 r4 r5 | k7 b7 y7", "r6", "r3 r4 r5 r6"),
        [Fault::TableTileMissing { tiles: tiles("k7 b7 y7") }]
    );
    // Not even in exchange for an equal number of others.
    assert_eq!(wrong("r3 r4 r5", "r6", "r4 r5 r6"), [Fault::TableTileMissing { tiles: tiles("r3") }]);
}

#[test]
fn n11_at_least_one_tile_comes_from_the_rack() {
    assert_eq!(wrong("r1 r2 r3 r4 r5 r6", "k1", "r1 r2 r3 | r4 r5 r6"), [Fault::NothingPlayed]);
    assert_eq!(wrong("r3 r4 r5", "k1", "r3 r4 r5"), [Fault::NothingPlayed]);
    assert_eq!(wrong("", "k1", ""), [Fault::NothingPlayed]);
}

#[test]
fn n11_only_tiles_of_the_own_rack_can_be_laid() {
    assert_eq!(wrong("r3 r4 r5", "r7", "r3 r4 r5 r6"), [Fault::NotOnRack { tiles: tiles("r6") }]);
    // One r6 on the rack is not two.
    assert_eq!(wrong("r3 r4 r5", "r6 r7 r8", "r3 r4 r5 r6 | r6 r7 r8"), [Fault::NotOnRack { tiles: tiles("r6") }]);
}

#[test]
fn n12_who_does_not_play_draws_one_tile_and_the_turn_ends() {
    let mut bench = Bench::dealt(settings("hk", &[]), &["k10 r10 b10", "k13"], "y9 y8");
    // A could open and would rather not.
    assert_eq!(bench.draw(A).unwrap(), [drew(A, "y9", DrawReason::Choice)]);
    assert_eq!((bench.game.turn(), bench.game.seats()[0].rack.len()), (Some(B), 15));
    assert_eq!(bench.draw(B).unwrap(), [drew(B, "y8", DrawReason::Choice)]);
    assert_eq!(bench.pass(A), Err(CommandError::PoolNotEmpty));
}

#[test]
fn n12_a_tile_just_drawn_cannot_be_played_in_that_turn() {
    let mut bench = Bench::dealt(settings("hk", &[]), &["k10 r10 b10", "k13 r13 b13"], "y10 k1 k2");
    bench.play(A, "k10 r10 b10").unwrap();
    bench.play(B, "k10 r10 b10 | k13 r13 b13").unwrap();
    bench.draw(A).unwrap();
    let with_it = "k10 r10 b10 y10 | k13 r13 b13";
    assert_eq!(bench.play(A, with_it), Err(CommandError::NotYourTurn { turn: B }));
    bench.draw(B).unwrap();
    assert_eq!(bench.play(A, with_it).unwrap(), [played(A, with_it, "y10")]);
}

#[test]
fn n13_tiles_are_added_to_sets() {
    legal("b4 b5 b6 | k8 r8 y8", "b3 b8", "b3 b4 b5 b6 | k8 r8 b8 y8", "b3 b8");
    // Either of them alone, too.
    legal("b4 b5 b6 | k8 r8 y8", "b3 b8", "b3 b4 b5 b6 | k8 r8 y8", "b3");
}

#[test]
fn n13_the_fourth_tile_of_a_group_is_taken() {
    legal("k4 r4 b4 y4", "b3 b5 b6", "k4 r4 y4 | b3 b4 b5 b6", "b3 b5 b6");
    // From a group of three nothing can be taken.
    assert_eq!(
        wrong("k4 r4 b4", "b3 b5 b6", "k4 r4 | b3 b4 b5 b6"),
        [Fault::NotASet { set: 0, why: SetFault::TooShort }]
    );
    assert!(!can_play(&settings("hk", &[]), true, "k4 r4 b4", "b3 b5 b6"));
}

#[test]
fn n13_a_tile_is_added_to_a_set_of_three_to_free_another() {
    legal("b8 b9 b10", "b11 k8 y8", "b9 b10 b11 | b8 k8 y8", "b11 k8 y8");
}

#[test]
fn n13_a_run_is_split() {
    legal("r4 r5 r6 r7 r8", "r6", "r4 r5 r6 | r6 r7 r8", "r6");
    // A run of four is too short for that.
    assert!(!can_play(&settings("hk", &[]), true, "r4 r5 r6 r7", "r5"));
}

#[test]
fn n13_splits_are_combined() {
    legal("y1 y2 y3 y4 | k1 r1 b1 y1", "b1", "y2 y3 y4 | k1 b1 y1 | r1 b1 y1", "b1");
}

#[test]
fn n13_several_sets_are_split() {
    // Two tiles of the rack and three sets make three groups and a run.
    legal(
        "k4 r4 b4 y4 | r6 b6 y6 | r10 b10 y10",
        "k10 b5 k6",
        "k4 r4 y4 | k6 r6 y6 | k10 r10 b10 y10 | b4 b5 b6",
        "k10 b5 k6",
    );
    legal(
        "k4 r4 b4 y4 | k6 r6 b6 y6 | r10 b10 y10",
        "k10 b5",
        "k4 r4 y4 | k6 r6 y6 | k10 r10 b10 y10 | b4 b5 b6",
        "k10 b5",
    );
}

#[test]
fn n14_first_way_a_missing_colour_takes_the_place_of_a_joker_in_a_group() {
    let (before, rack) = ("r3 b3 *", "k3 y3 r8 r9");
    legal(before, rack, "r3 b3 k3 | r8 r9 *", "k3 r8 r9");
    legal(before, rack, "r3 b3 y3 | * r8 r9", "y3 r8 r9");
    legal(before, rack, "r3 b3 k3 y3 | r8 r9 *", "k3 y3 r8 r9");
    // A colour that is there already does not, nor another number.
    assert_eq!(
        wrong(before, "r3 r8 r9", "r3 b3 r3 | r8 r9 *"),
        [Fault::NotASet { set: 0, why: SetFault::ColourTwice }]
    );
    assert_eq!(wrong(before, "k4 r8 r9", "r3 b3 k4 | r8 r9 *"), [Fault::NotASet { set: 0, why: SetFault::Neither }]);
}

#[test]
fn n14_second_way_a_run_is_split_around_its_joker() {
    let (before, rack) = ("r2 r3 * r5 r6", "r1 r7 k12 k13");
    legal(before, rack, "r1 r2 r3 | r5 r6 r7 | * k12 k13", "r1 r7 k12 k13");
    legal(before, "r1 r7", "r1 r2 r3 | r5 r6 r7 *", "r1 r7");
}

#[test]
fn n14_third_way_the_tile_that_the_joker_stands_for_takes_its_place() {
    legal("b3 b4 * b6", "b5 k12 k13", "b3 b4 b5 b6 | * k12 k13", "b5 k12 k13");
    // That tile may also come from the table.
    legal("b3 b4 * b6 | k5 r5 b5 y5", "k12 k13", "b3 b4 b5 b6 | k5 r5 y5 | * k12 k13", "k12 k13");
}

#[test]
fn n14_fourth_way_a_joker_is_freed_by_taking_its_set_apart() {
    legal("k1 k2 * | r1 b1 y1 | r2 b2 y2", "r12 r13", "k1 r1 b1 y1 | k2 r2 b2 y2 | * r12 r13", "r12 r13");
}

#[test]
fn n14_a_freed_joker_must_be_in_a_set_and_never_returns_to_a_rack() {
    let before = "b3 b4 * b6";
    assert_eq!(wrong(before, "b5", "b3 b4 b5 b6"), [Fault::TableTileMissing { tiles: tiles("*") }]);
    assert_eq!(wrong(before, "b5", "b3 b4 b5 b6 | *"), [Fault::NotASet { set: 1, why: SetFault::TooShort }]);
    assert_eq!(wrong(before, "b5 k9", "b3 b4 b5 b6 | * k9"), [Fault::NotASet { set: 1, why: SetFault::TooShort }]);
    // And it is not taken without a tile from the rack.
    assert_eq!(wrong("b3 b4 b5 * | k1 k2 k3", "", "b3 b4 b5 | k1 k2 k3 *"), [Fault::NothingPlayed]);
}

#[test]
fn n14_not_before_the_opening() {
    let hk = settings("hk", &[]);
    assert_eq!(
        faults(&hk, false, "b3 b4 * b6", "b5 k12 k13", "b3 b4 b5 b6 | * k12 k13"),
        [Fault::TableTouched { set: 0 }]
    );
    // Not even beside an opening of one's own.
    assert_eq!(
        faults(&hk, false, "b3 b4 * b6", "b5 r12 r13 k10 r10 y10", "b3 b4 b5 b6 | * r12 r13 | k10 r10 y10"),
        [Fault::TableTouched { set: 0 }]
    );
}

#[test]
fn n14_a_joker_may_be_moved_in_any_way_that_leaves_a_valid_table() {
    // Within its own run, where the books would ask for another set.
    legal("b1 b2 * b4 b5", "b3", "b1 b2 b3 b4 b5 *", "b3");
    // To the other end, with nothing in its place.
    legal("* r6 r7 r8", "k1 k2 k3", "r6 r7 r8 * | k1 k2 k3", "k1 k2 k3");
    // From a run into a group.
    legal("* r6 r7 r8", "k9 b9", "r6 r7 r8 | k9 b9 *", "k9 b9");
}

#[test]
fn n14_a_joker_in_play_through_whole_turns() {
    let racks = ["b3 b4 b6 * k10 r10 y10", "b5 k12 k13 k9 r9 b9 y9"];
    let mut bench = Bench::dealt(settings("cn", &[]), &racks, "");
    bench.play(A, "b3 b4 * b6 | k10 r10 y10").unwrap();
    // B opens, and may take the joker only in the turn after.
    let taken = "b3 b4 b5 b6 | k10 r10 y10 | * k12 k13";
    assert_eq!(bench.refused(B, &format!("{taken} | k9 r9 b9 y9")), [Fault::TableTouched { set: 0 }]);
    let opening = "b3 b4 * b6 | k10 r10 y10 | k9 r9 b9 y9";
    assert_eq!(bench.play(B, opening).unwrap(), [opened(B, opening, "k9 r9 b9 y9", 36)]);
    bench.draw(A).unwrap();
    let all = format!("{taken} | k9 r9 b9 y9");
    assert_eq!(bench.play(B, &all).unwrap(), [played(B, &all, "b5 k12 k13")]);
    assert_eq!(bench.game.table().layout().set(2)[0].reading(), layout("k11").pieces()[0].reading());
}
