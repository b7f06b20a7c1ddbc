//! When time runs out: N16 to N20 (E01 to E07).

mod common;

use common::{A, B, Bench, C, D, drew, layout, row, settings, table, tiles};
use trinta_core::{Actor, Command, CommandError, DrawReason, Event, PassReason, Pool, Settings};

const A_RACK: &str = "k10 r10 b10 y10 r3 r4 r5 *";
const B_RACK: &str = "k13 r13 b13 y13 r6 k2 k7 y2";
const POOL: &str = "y9 k9 b9 r9 y8 k8 b8";

/// A has opened with the group of tens, and it is B's turn.
fn b_to_open(settings: Settings) -> Bench {
    let mut bench = Bench::dealt(settings, &[A_RACK, B_RACK, "", ""], POOL);
    bench.play(A, "k10 r10 b10").unwrap();
    bench
}

/// A and B have opened, C and D have drawn y9 and k9, and it is A's turn.
fn a_to_play(settings: Settings) -> Bench {
    let mut bench = b_to_open(settings);
    bench.play(B, "k10 r10 b10 | k13 r13 b13").unwrap();
    bench.draw(C).unwrap();
    bench.draw(D).unwrap();
    bench
}

const TABLE: &str = "k10 r10 b10 | k13 r13 b13";

#[test]
fn n16_a_turn_has_one_minute() {
    for edition in ["hk", "cn", "pt", "school"] {
        assert_eq!(settings(edition, &[]).turn_seconds, Some(60));
        for seconds in ["15", "30", "40", "90", "120"] {
            let other = settings(edition, &[("turn_time", seconds)]);
            assert_eq!(other.turn_seconds.map(|time| time.to_string()).as_deref(), Some(seconds));
        }
    }
}

#[test]
fn n16_without_a_limit_time_never_runs_out() {
    let mut bench = Bench::dealt(settings("hk", &[("turn_time", "none")]), &["", ""], "");
    assert_eq!(bench.time_up(None), Err(CommandError::NoTimeLimit));
    assert_eq!(bench.game.turn(), Some(A));
}

#[test]
fn n16_only_the_host_watches_the_clock() {
    let mut bench = Bench::dealt(settings("hk", &[]), &["", ""], "");
    let time_up = Command::TimeUp { draft: None, restored: None };
    assert_eq!(bench.run(Actor::Seat(B), &time_up), Err(CommandError::HostOnly));
}

#[test]
fn n17_with_nothing_begun_one_tile_is_drawn() {
    for edition in ["hk", "cn", "pt"] {
        let mut bench = a_to_play(settings(edition, &[]));
        assert_eq!(bench.time_up(None).unwrap(), [drew(A, "b9", DrawReason::TimeUp)], "{edition}");
        assert_eq!((bench.game.turn(), bench.on_table()), (Some(B), TABLE.into()));
    }
}

#[test]
fn n17_a_draft_like_the_table_is_nothing_begun() {
    // The order of sets, and of tiles in a group, is no difference.
    for draft in [TABLE, "k13 r13 b13 | k10 r10 b10", "b10 k10 r10 | r13 b13 k13"] {
        let mut bench = a_to_play(settings("hk", &[]));
        assert_eq!(bench.time_up(Some(draft)).unwrap(), [drew(A, "b9", DrawReason::TimeUp)], "{draft}");
    }
}

#[test]
fn n17_a_play_that_is_not_valid_goes_back_and_costs_three() {
    let drafts = [
        // A tile from the rack beside the sets.
        "k10 r10 b10 | k13 r13 b13 | y10",
        // A tile of the table moved away, nothing from the rack.
        "k10 r10 | b10 | k13 r13 b13",
        // A tile that is missing.
        "k10 r10 b10 | k13 r13",
        // A tile from nowhere.
        "k10 r10 b10 | k13 r13 b13 y13",
    ];
    for edition in ["hk", "cn", "pt"] {
        for draft in drafts {
            let mut bench = a_to_play(settings(edition, &[]));
            let rack = bench.game.seats()[0].rack.clone();
            assert_eq!(bench.time_up(Some(draft)).unwrap(), [drew(A, "b9 r9 y8", DrawReason::Penalty)], "{draft}");
            assert_eq!((bench.game.turn(), bench.on_table()), (Some(B), TABLE.into()));
            let mut after = rack;
            after.add(row("b9 r9 y8"));
            assert_eq!(bench.game.seats()[0].rack, after, "its own tiles and three more");
        }
    }
}

#[test]
fn n17_a_joker_moved_within_its_run_is_a_play_begun() {
    let mut bench = Bench::dealt(settings("hk", &[]), &["r12 r13 * k1", "k13 r13 b13 y13"], "y9 k9 b9");
    bench.play(A, "* r12 r13").unwrap();
    let mut other = Bench::dealt(settings("hk", &[]), &["r10 r11 * k1", "k13 r13 b13 y13"], "y9 k9 b9");
    other.play(A, "* r10 r11").unwrap();
    assert_eq!(other.time_up(Some("* r10 r11")).unwrap(), [drew(B, "y9", DrawReason::TimeUp)]);
    assert_eq!(bench.time_up(Some("r12 r13 * k13")).unwrap(), [drew(B, "y9 k9 b9", DrawReason::Penalty)]);
    let mut moved = Bench::dealt(settings("hk", &[]), &["r10 r11 * k1", "k13 r13 b13 y13"], "y9 k9 b9");
    moved.play(A, "* r10 r11").unwrap();
    assert_eq!(moved.time_up(Some("r10 r11 *")).unwrap(), [drew(B, "y9 k9 b9", DrawReason::Penalty)]);
}

#[test]
fn n17_a_complete_valid_play_counts_as_played() {
    for edition in ["hk", "cn", "pt"] {
        let mut bench = a_to_play(settings(edition, &[]));
        let draft = "k10 r10 b10 y10 | k13 r13 b13 | r3 r4 r5";
        let event = Event::Played {
            seat: A,
            table: table(draft),
            placed: tiles("y10 r3 r4 r5"),
            opening: None,
            score: None,
            time_up: true,
        };
        assert_eq!(bench.time_up(Some(draft)).unwrap(), [event], "{edition}");
        assert_eq!(bench.game.turn(), Some(B));
    }
}

#[test]
fn n17_an_opening_lying_there_counts_if_it_is_worth_enough() {
    let mut bench = b_to_open(settings("hk", &[]));
    let events = bench.time_up(Some("k10 r10 b10 | k13 r13 b13")).unwrap();
    let Event::Played { opening: Some(39), time_up: true, .. } = events[0] else { panic!("{events:?}") };
    assert!(bench.game.has_opened(B));
    // One that is not worth enough is not valid.
    let mut bench = Bench::dealt(settings("hk", &[]), &[A_RACK, ""], POOL);
    assert_eq!(bench.time_up(Some("r3 r4 r5")).unwrap(), [drew(A, "y9 k9 b9", DrawReason::Penalty)]);
    assert!(!bench.game.has_opened(A));
    assert!(bench.on_table().is_empty());
}

#[test]
fn n17_a_valid_rearrangement_without_a_tile_from_the_rack_is_no_play() {
    let mut bench = Bench::dealt(settings("hk", &[]), &["r1 r2 r3 r4 r5 r6 r7 r8", "k13 r13 b13"], "y9 k9 b9 r9");
    bench.play(A, "r1 r2 r3 r4 r5 r6 r7 r8").unwrap();
    bench.play(B, "r1 r2 r3 r4 r5 r6 r7 r8 | k13 r13 b13").unwrap();
    let draft = "r1 r2 r3 r4 | r5 r6 r7 r8 | k13 r13 b13";
    assert_eq!(bench.time_up(Some(draft)).unwrap(), [drew(A, "y9 k9 b9", DrawReason::Penalty)]);
    assert_eq!(bench.on_table(), "r1 r2 r3 r4 r5 r6 r7 r8 | k13 r13 b13");
}

#[test]
fn n17_the_penalty_is_a_setting() {
    let mut bench = a_to_play(settings("hk", &[("time_up_invalid", "1")]));
    assert_eq!(bench.time_up(Some("k10 r10 b10 | k13 r13 b13 | y10")).unwrap(), [drew(A, "b9", DrawReason::Penalty)]);
}

#[test]
fn n17_going_out_as_time_runs_out_wins() {
    let rack = "k1 k2 k3 k4 k5 k6 k7 k8 k9 * k10 r10 b10 y10";
    let all = "k1 k2 k3 k4 k5 k6 k7 k8 k9 * | k10 r10 b10 y10";
    let mut bench = Bench::dealt(settings("cn", &[]), &[rack, ""], "");
    let events = bench.time_up(Some(all)).unwrap();
    assert!(matches!(events[0], Event::Played { time_up: true, .. }));
    assert_eq!(bench.game.outcome().unwrap().winners, [A]);
}

#[test]
fn n18_at_school_the_player_must_finish_in_time() {
    let draws = |draft: Option<&str>| {
        let mut bench = a_to_play(settings("school", &[]));
        let events = bench.time_up(draft).unwrap();
        assert_eq!((bench.game.turn(), bench.on_table()), (Some(B), TABLE.into()));
        assert_eq!(bench.game.seats()[0].rack.len(), 14 - 3 + 3);
        events
    };
    assert_eq!(draws(None), [drew(A, "b9 r9 y8", DrawReason::TimeUp)]);
    assert_eq!(draws(Some(TABLE)), [drew(A, "b9 r9 y8", DrawReason::TimeUp)]);
    assert_eq!(draws(Some("k10 r10 b10 | k13 r13 b13 | y10")), [drew(A, "b9 r9 y8", DrawReason::Penalty)]);
    // Even a valid play goes back.
    assert_eq!(draws(Some("k10 r10 b10 y10 | k13 r13 b13")), [drew(A, "b9 r9 y8", DrawReason::Penalty)]);
}

#[test]
fn n18_at_school_an_opening_that_was_not_finished_is_none() {
    let mut bench = b_to_open(settings("school", &[]));
    bench.time_up(Some("k10 r10 b10 | k13 r13 b13")).unwrap();
    assert!(!bench.game.has_opened(B));
}

/// The pool after tiles went back to it: the shuffle of these tests leaves them at the end.
fn pool_with(bench: &Bench, lost: &str) -> Pool {
    bench.game.pool().iter().chain(row(lost)).collect::<Vec<_>>().into()
}

#[test]
fn n19_tiles_that_nobody_can_place_go_to_the_pool() {
    for edition in ["hk", "pt"] {
        let mut bench = a_to_play(settings(edition, &[]));
        let pool = pool_with(&bench, "k13 r13 b13");
        let events = bench.restored("k10 r10 b10").unwrap();
        let returned = Event::Returned { seat: A, table: table("k10 r10 b10"), tiles: tiles("k13 r13 b13"), pool };
        assert_eq!(events, [returned, drew(A, "b9 r9 y8", DrawReason::Penalty)], "{edition}");
        assert_eq!((bench.game.turn(), bench.on_table()), (Some(B), "k10 r10 b10".into()));
    }
}

#[test]
fn n19_the_strict_option_of_hk_and_school_draw_as_many_besides_the_three() {
    for (edition, strict) in [("hk", &[("unrestorable", "draw-as-many")][..]), ("school", &[])] {
        let mut bench = a_to_play(settings(edition, strict));
        let pool = pool_with(&bench, "k13 r13 b13");
        let first_six = pool.next(6).to_string();
        let events = bench.restored("k10 r10 b10").unwrap();
        let returned = Event::Returned { seat: A, table: table("k10 r10 b10"), tiles: tiles("k13 r13 b13"), pool };
        assert_eq!(events, [returned, drew(A, &first_six, DrawReason::Penalty)], "{edition}");
    }
}

#[test]
fn e07_four_lost_tiles_cost_seven_and_the_pool_of_twenty_has_seventeen() {
    let racks = ["k10 r10 b10 y10", "", "", ""];
    let mut bench = Bench::dealt(settings("school", &[]), &racks, "");
    bench.play(A, "k10 r10 b10 y10").unwrap();
    bench.draw_down_to(20);
    let seat = bench.game.turn().unwrap();
    let before = bench.game.seat(seat).unwrap().rack.len();
    let events = bench.restored("").unwrap();
    assert!(matches!(&events[..], [Event::Returned { .. }, Event::Drew { tiles, .. }] if tiles.len() == 7));
    assert_eq!(bench.game.seat(seat).unwrap().rack.len(), before + 7);
    assert_eq!(bench.game.pool_size(), 17);
}

#[test]
fn n19_where_everything_is_put_back_the_three_remain() {
    for edition in ["hk", "cn", "pt", "school"] {
        let mut bench = a_to_play(settings(edition, &[]));
        assert_eq!(bench.restored(TABLE).unwrap(), [drew(A, "b9 r9 y8", DrawReason::Penalty)], "{edition}");
    }
}

#[test]
fn n19_in_cn_everything_must_be_put_back() {
    let mut bench = a_to_play(settings("cn", &[]));
    assert_eq!(bench.restored("k10 r10 b10"), Err(CommandError::MustRestore));
    assert_eq!(bench.on_table(), TABLE);
}

#[test]
fn n19_what_is_restored_must_be_valid_and_must_have_lain_there() {
    let mut bench = a_to_play(settings("hk", &[]));
    assert_eq!(
        bench.restored("k10 r10 b10 | k13 r13").unwrap_err().to_string(),
        "the restored table is not valid: set 2: a set has at least 3 tiles"
    );
    assert_eq!(bench.restored("k10 r10 b10 y10"), Err(CommandError::RestoredForeign { tiles: tiles("y10") }));
    assert_eq!(bench.game.turn(), Some(A));
}

#[test]
fn n20_with_fewer_tiles_than_the_penalty_the_player_takes_what_is_there() {
    for (left, taken) in [(3, 3), (2, 2), (1, 1)] {
        let mut bench = Bench::dealt(settings("school", &[]), &["k1 k2 k3", "", "", ""], "");
        bench.draw_down_to(left);
        let seat = bench.game.turn().unwrap();
        let events = bench.time_up(Some("k1 k2")).unwrap();
        assert!(
            matches!(&events[0], Event::Drew { seat: who, tiles, why: DrawReason::Penalty }
                if *who == seat && tiles.len() == taken),
            "{events:?}"
        );
        assert_eq!(bench.game.pool_size(), 0);
    }
}

#[test]
fn n20_from_an_empty_pool_nothing_is_drawn() {
    let mut bench = Bench::dealt(settings("hk", &[]), &["", "", "", ""], "").search(common::Says(None));
    bench.draw_down_to(0);
    let seat = bench.game.turn().unwrap();
    assert_eq!(bench.time_up(None).unwrap(), [common::passed(seat, PassReason::TimeUp)]);
}

#[test]
fn time_up_leaves_nothing_behind_of_a_refused_draft() {
    let mut bench = a_to_play(settings("hk", &[]));
    bench.time_up(Some("k10 r10 b10 | k13 r13 b13 | y10")).unwrap();
    // B's turn starts from the table as it was.
    let b_adds = "k10 r10 b10 | k13 r13 b13 y13";
    assert_eq!(bench.play(B, b_adds).unwrap(), [common::played(B, b_adds, "y13")]);
    assert_eq!(bench.game.table().layout(), &layout(b_adds), "the sets lie as they were laid");
}
