//! The opening: N10 (D01, D02, D06, D09).

mod common;

use common::{A, B, Bench, C, faults, judge, opened, played, settings, tiles};
use trinta_core::numbers::SetFault;
use trinta_core::{CommandError, DrawReason, Fault};

/// The opening's points and the table after it, all tiles coming from the rack.
fn opening(text: &str) -> Result<(u32, String), Vec<Fault>> {
    let rack = text.replace('|', " ");
    let bare: Vec<&str> = rack.split_whitespace().map(|tile| if tile.starts_with('*') { "*" } else { tile }).collect();
    judge(&settings("hk", &[]), false, "", &bare.join(" "), text)
        .map(|play| (play.opening.unwrap(), play.table.to_string()))
        .map_err(|error| error.faults)
}

fn below(points: u32) -> Vec<Fault> {
    vec![Fault::BelowOpening { points, needed: 30 }]
}

#[test]
fn n10_an_opening_needs_thirty_points() {
    assert_eq!(opening("r10 b10 k10"), Ok((30, "r10 b10 k10".into())));
    assert_eq!(opening("r9 b9 k9"), Err(below(27)));
    assert_eq!(opening("r8 r9 r10 r11"), Ok((38, "r8 r9 r10 r11".into())));
    assert_eq!(opening("r7 b7 k7 y7"), Err(below(28)));
    for edition in ["cn", "pt", "school"] {
        let error = judge(&settings(edition, &[]), false, "", "r9 b9 k9", "r9 b9 k9").unwrap_err();
        assert_eq!(error.to_string(), "the opening is worth 27 points, and 30 are needed");
    }
}

#[test]
fn n10_several_sets_count_together() {
    assert_eq!(opening("r1 r2 r3 | b8 b9 b10").unwrap().0, 33);
    assert_eq!(opening("r1 r2 r3 | k1 b1 y1 | b6 b7 b8").unwrap().0, 30);
    assert_eq!(opening("r1 r2 r3 | k1 b1 y1 | b5 b6 b7"), Err(below(27)));
    // Every one of them must be complete.
    assert_eq!(opening("r1 r2 | b9 b10 b11"), Err(vec![Fault::NotASet { set: 0, why: SetFault::TooShort }]));
}

#[test]
fn n10_pt_opens_with_one_or_more_sets_and_a_setting_asks_for_one() {
    let (rack, two, one) = ("r1 r2 r3 b8 b9 b10 b11", "r1 r2 r3 | b8 b9 b10", "b8 b9 b10 b11");
    assert_eq!(judge(&settings("pt", &[]), false, "", rack, two).unwrap().opening, Some(33));
    let strict = settings("pt", &[("opening_sets", "one")]);
    assert_eq!(faults(&strict, false, "", rack, two), [Fault::OpeningTooManySets { sets: 2 }]);
    assert_eq!(judge(&strict, false, "", rack, one).unwrap().opening, Some(38));
    // The sets that lie there already are not the player's.
    assert!(judge(&strict, false, "k1 k2 k3 | y1 y2 y3", rack, "k1 k2 k3 | y1 y2 y3 | b8 b9 b10 b11").is_ok());
    // After the opening the limit is gone.
    assert!(judge(&strict, true, "", rack, two).is_ok());
}

#[test]
fn n10_a_joker_counts_as_the_number_it_stands_for() {
    assert_eq!(opening("r12 r13 *"), Ok((36, "* r12 r13".into())));
    assert_eq!(opening("r9 b9 *"), Err(below(27)));
    assert_eq!(opening("r9 b9 * *"), Ok((36, "r9 b9 * *".into())));
    assert_eq!(opening("r9 * r11"), Ok((30, "r9 * r11".into())));
    assert_eq!(opening("k10 r10 *"), Ok((30, "k10 r10 *".into())));
}

#[test]
fn n10_where_points_fall_short_jokers_are_read_as_is_worth_most() {
    assert_eq!(opening("* r9 r10"), Ok((30, "r9 r10 *".into())));
    assert_eq!(opening("* r2 r3 | k7 b7 y7"), Ok((30, "r2 r3 * | k7 b7 y7".into())));
    // One natural tile: 9-10-11 is worth more than the group of nines that fits the order.
    assert_eq!(opening("* * r9"), Ok((30, "r9 * *".into())));
}

#[test]
fn n10_where_points_suffice_the_order_laid_stands() {
    assert_eq!(opening("* r10 r11"), Ok((30, "* r10 r11".into())));
    assert_eq!(opening("* r5 r6 | k10 b10 y10"), Ok((45, "* r5 r6 | k10 b10 y10".into())));
    assert_eq!(opening("* * r9 r10"), Ok((34, "* * r9 r10".into())));
}

#[test]
fn n10_where_even_the_best_reading_falls_short_it_is_named() {
    assert_eq!(opening("* r8 r9"), Err(below(27)));
    assert_eq!(opening("* r3 r4"), Err(below(12)));
}

#[test]
fn n10_no_table_tile_is_used_moved_or_added_to() {
    let hk = settings("hk", &[]);
    let touched = |before: &str, rack: &str, after: &str| faults(&hk, false, before, rack, after);
    let rack = "r13 k10 b10 y10 k9";
    // Added to.
    assert_eq!(touched("r10 r11 r12", rack, "r10 r11 r12 r13 | k10 b10 y10"), [Fault::TableTouched { set: 0 }]);
    // Used.
    assert_eq!(
        touched("k1 k2 k3 | r9 r10 r11 r12", rack, "k1 k2 k3 | r10 k10 b10 | r9 r11 r12"),
        [Fault::NotASet { set: 2, why: SetFault::Gap }, Fault::TableTouched { set: 1 }]
    );
    assert_eq!(touched("r10 r11 r12 r13", rack, "r11 r12 r13 | r10 k10 b10 y10"), [Fault::TableTouched { set: 0 }]);
    // Moved: split without need.
    assert_eq!(
        touched("r1 r2 r3 r4 r5 r6", rack, "r1 r2 r3 | r4 r5 r6 | k10 b10 y10"),
        [Fault::TableTouched { set: 0 }]
    );
    // Points can't come from tiles of the table.
    assert_eq!(touched("r10 r11 r12", "r13", "r10 r11 r12 r13"), [Fault::TableTouched { set: 0 }]);
}

#[test]
fn n10_no_joker_is_taken_before_the_opening() {
    let hk = settings("hk", &[]);
    assert_eq!(faults(&hk, false, "r3 * r5", "r4 k10 b10", "r3 r4 r5 | k10 b10 *"), [Fault::TableTouched { set: 0 }]);
    // Moving it within its run changes what it stands for.
    assert_eq!(faults(&hk, false, "* r5 r6", "k10 b10 y10", "r5 r6 * | k10 b10 y10"), [Fault::TableTouched { set: 0 }]);
    // The same once the player has opened is fine.
    assert!(judge(&hk, true, "r3 * r5", "r4 k10 b10", "r3 r4 r5 | k10 b10 *").is_ok());
}

#[test]
fn n10_the_order_of_sets_and_of_tiles_in_a_group_is_free() {
    let hk = settings("hk", &[]);
    let play =
        judge(&hk, false, "k7 r7 b7 | * r5 r6 | k2 r2 *", "k10 b10 y10", "k10 b10 y10 | * r5 r6 | * k2 r2 | b7 k7 r7");
    assert_eq!(play.unwrap().placed, tiles("k10 b10 y10"));
    assert!(judge(&hk, false, "k7 r7 b7 y7", "k10 b10 y10", "y7 b7 k7 r7 | k10 b10 y10").is_ok());
    // Two equal sets must both be there.
    let twice = "r3 r4 r5 | r3 r4 r5";
    assert!(judge(&hk, false, twice, "k10 b10 y10", "r3 r4 r5 | k10 b10 y10 | r3 r4 r5").is_ok());
    assert_eq!(
        faults(&hk, false, twice, "k10 b10 y10", "r3 r4 r5 | k10 b10 y10"),
        [Fault::TableTileMissing { tiles: tiles("r3 r4 r5") }, Fault::TableTouched { set: 1 }]
    );
}

#[test]
fn n10_a_set_of_jokers_keeps_its_reading_when_it_is_left_alone() {
    // A group of sevens, said to be one; laid again with bare jokers it is still that and not the run 7-8-9.
    let hk = settings("hk", &[]);
    let play = judge(&hk, false, "r7 *k7 *b7", "k10 b10 y10", "r7 * * | k10 b10 y10").unwrap();
    assert_eq!(play.table, common::table("r7 *k7 *b7 | k10 b10 y10"));
    let play = judge(&hk, false, "r7 *k7 *b7 *y7", "k10 b10 y10", "r7 * * * | k10 b10 y10").unwrap();
    assert_eq!(play.table, common::table("r7 *k7 *b7 *y7 | k10 b10 y10"));
}

#[test]
fn n10_a_run_and_a_group_of_the_same_tiles_keep_their_readings() {
    // Only with four jokers; a screen sends back the table as it lies, so open jokers in groups stay open.
    let hk = settings("hk", &[]);
    let before = common::table("r7 *r8 *r9 | r7 *k7 *b7");
    let mut after = before.layout().clone();
    after.push(common::layout("k10 b10 y10").set(0).to_vec());
    let rack = tiles("k10 b10 y10");
    let proposal = trinta_core::Proposal { before: &before, rack: &rack, opened: false, after: &after };
    let play = trinta_core::check_play(&hk, &trinta_core::AnyWord, proposal).unwrap();
    assert_eq!(play.table, common::table("r7 *r8 *r9 | r7 *k7 *b7 | k10 b10 y10"));
}

#[test]
fn n10_opening_points_are_a_setting() {
    let fifty = settings("hk", &[("opening_points", "50")]);
    assert_eq!(
        faults(&fifty, false, "", "r12 b12 k12 y12", "r12 b12 k12 y12"),
        [Fault::BelowOpening { points: 48, needed: 50 }]
    );
    assert_eq!(judge(&fifty, false, "", "r13 b13 k13 y13", "r13 b13 k13 y13").unwrap().opening, Some(52));
}

#[test]
fn n10_without_opening_points_the_table_may_be_used_from_the_first_turn() {
    let free = || settings("hk", &[("opening_points", "0")]);
    let mut bench = Bench::dealt(free(), &["r3 r4 r5", "r6"], "");
    assert!(bench.game.has_opened(A) && bench.game.has_opened(B), "nobody counts as unopened");
    assert_eq!(bench.play(A, "r3 r4 r5").unwrap(), [played(A, "r3 r4 r5", "r3 r4 r5")]);
    assert_eq!(bench.play(B, "r3 r4 r5 r6").unwrap(), [played(B, "r3 r4 r5 r6", "r6")]);
}

#[test]
fn n10_the_table_is_free_from_the_turn_after_the_opening() {
    let racks = ["k10 r10 b10 y10 k1", "k13 r13 b13 y3", "k9"];
    let mut bench = Bench::dealt(settings("hk", &[]), &racks, "");
    assert_eq!(bench.play(A, "k10 r10 b10").unwrap(), [opened(A, "k10 r10 b10", "k10 r10 b10", 30)]);
    // B opens and may not add anything to A's group in that turn.
    let touched = "k10 r10 b10 y3 | k13 r13 b13";
    assert_eq!(
        bench.refused(B, touched),
        [Fault::NotASet { set: 0, why: SetFault::Neither }, Fault::TableTouched { set: 0 }]
    );
    bench.play(B, "k10 r10 b10 | k13 r13 b13").unwrap();
    // C has not opened: one tile on a set of the table is no opening.
    assert_eq!(
        bench.refused(C, "k9 k10 | r10 b10 | k13 r13 b13").last(),
        Some(&Fault::BelowOpening { points: 0, needed: 30 })
    );
    bench.draw(C).unwrap();
    assert_eq!(
        bench.play(A, "k10 r10 b10 y10 | k13 r13 b13").unwrap(),
        [played(A, "k10 r10 b10 y10 | k13 r13 b13", "y10")]
    );
}

#[test]
fn n10_a_player_who_cannot_open_draws() {
    let mut bench = Bench::dealt(settings("hk", &[]), &["r3 r4 r5", ""], "y9");
    assert_eq!(bench.refused(A, "r3 r4 r5"), below(12));
    assert_eq!(bench.draw(A).unwrap(), [common::drew(A, "y9", DrawReason::Choice)]);
    assert_eq!(bench.play(A, "r3 r4 r5"), Err(CommandError::NotYourTurn { turn: B }));
    assert!(!bench.game.has_opened(A));
}

#[test]
fn n10_an_opening_of_nothing_is_refused() {
    let hk = settings("hk", &[]);
    assert_eq!(
        faults(&hk, false, "r3 r4 r5", "k1", "r3 r4 r5"),
        [Fault::NothingPlayed, Fault::BelowOpening { points: 0, needed: 30 }]
    );
}
