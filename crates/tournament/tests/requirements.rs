//! A test for each requirement that the crate meets, named after it.

mod common;

use common::{Desk, begin, briefed, play, sums};
use serde_json::{Value, json};

/// The scores of one game of four with these racks, the players being 1 to 4.
#[track_caller]
fn scored(ended: &str, racks: &Value, by: &str, set: &Value) -> Value {
    let mut desk = briefed(4, set);
    begin(&mut desk, 1);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": ended, "racks": racks, "by": by}))
}

#[test]
fn a03_who_comes_early_is_checked_in_and_marked() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18"}));
    desk.done(&json!({"do": "add", "players": [{"name": "Ana"}, {"name": "Bea"}]}));
    let early = desk.done(&json!({"do": "check-in", "numbers": [1], "at": "09:49"}));
    assert_eq!((&early["present"], &early["early"]), (&json!(1), &json!([1])));
    let on_time = desk.done(&json!({"do": "check-in", "numbers": [2], "at": "09:50"}));
    assert_eq!((&on_time["present"], &on_time["early"]), (&json!(2), &json!([])));
}

#[test]
fn a04_everybody_finds_the_table() {
    let mut desk = briefed(64, &json!({}));
    assert_eq!(desk.done(&json!({"do": "ask", "what": "where", "number": 37})), json!({"ok": true}));
    desk.done(&json!({"do": "seat", "round": 1}));
    desk.done(&json!({"do": "publish", "round": 1}));
    let place = desk.done(&json!({"do": "ask", "what": "where", "number": 37}));
    assert_eq!((&place["round"], &place["table"]), (&json!(1), &json!(10)));
}

#[test]
fn a08_g05_x16_who_is_not_there_when_the_briefing_begins_is_barred_unless_the_head_judge_admits_them() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18"}));
    let names: Vec<Value> = (1..=8).map(|number| json!({"name": format!("P{number}")})).collect();
    desk.done(&json!({"do": "add", "players": names}));
    desk.done(&json!({"do": "check-in", "numbers": [1, 2, 3, 4, 5, 6, 7], "at": "10:09:59"}));
    assert_eq!(desk.done(&json!({"do": "briefing", "at": "10:10"}))["barred"], json!([8]));
    desk.refused(&json!({"do": "check-in", "numbers": [8], "at": "10:10"}), "barred");
    desk.refused(&json!({"do": "admit", "number": 8, "why": "bus"}), "role");
    desk.refused(&json!({"do": "admit", "number": 8, "by": "head-judge"}), "reason");
    assert_eq!(desk.done(&json!({"do": "seat", "round": 1}))["tables"][1]["players"], json!([5, 6, 7]));
    let admitted = desk.done(&json!({"do": "admit", "number": 8, "by": "head-judge", "why": "bus"}));
    assert_eq!((&admitted["status"], &admitted["seating"]), (&json!("present"), &json!("stale")));
    desk.refused(&json!({"do": "publish", "round": 1}), "stale");
    assert_eq!(desk.done(&json!({"do": "seat", "round": 1}))["tables"][1]["players"], json!([5, 6, 7, 8]));
}

#[test]
fn a10_who_finds_no_number_waits_and_takes_one_over() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"capacity": 3}}));
    let names: Vec<Value> = ["Ana", "Bea", "Cat", "Dan"].iter().map(|name| json!({"name": name})).collect();
    let added = desk.done(&json!({"do": "add", "players": names}));
    assert_eq!((&added["numbers"], &added["waiting"]), (&json!([1, 2, 3, null]), &json!(1)));
    let left = desk.done(&json!({"do": "withdraw", "number": 2, "why": "ill"}));
    assert_eq!((&left["status"], &left["replaced_by"]), (&json!("withdrawn"), &json!("Dan")));
    let players = desk.done(&json!({"do": "ask", "what": "players"}));
    assert_eq!((&players["players"][1]["name"], &players["waiting"]), (&json!("Dan"), &json!([])));
}

#[test]
fn a12_a_judge_can_not_disqualify_and_the_head_judge_can() {
    let mut desk = briefed(4, &json!({}));
    let ruling = |by: &str| json!({"do": "rule", "number": 2, "decision": "disqualify", "by": by, "why": "an aid"});
    desk.refused(&ruling("judge"), "role");
    desk.refused(&ruling("organiser"), "role");
    assert_eq!(desk.done(&ruling("head-judge"))["status"], "disqualified");
    desk.refused(&ruling("head-judge"), "status");
}

#[test]
fn b01_schools_are_spread_over_the_tables() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "seed": "77"}));
    let names: Vec<Value> =
        (0..63).map(|number| json!({"name": format!("P{number}"), "school": format!("S{}", number % 5)})).collect();
    desk.done(&json!({"do": "add", "players": names}));
    let players = desk.done(&json!({"do": "numbers", "how": "spread"}))["players"].clone();
    let schools: Vec<&str> =
        players.as_array().unwrap().iter().map(|player| player["school"].as_str().unwrap()).collect();
    assert_eq!(schools.len(), 63);
    for table in schools.chunks(4) {
        let mut here = table.to_vec();
        here.sort_unstable();
        here.dedup();
        assert_eq!(here.len(), table.len(), "{table:?}");
    }
}

#[test]
fn b03_x13_after_the_last_game_nobody_moves() {
    let mut desk = briefed(4, &json!({"rounds": 1}));
    let seating = begin(&mut desk, 1);
    let racks = sums(&seating["tables"][0]["players"], &[0, 1, 2, 3]);
    let result = desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
    assert!(result.get("moves").is_none() && result.get("draw").is_none(), "{result}");
}

#[test]
fn b06_x06_a_tie_is_drawn_for_only_where_it_crosses_the_cut() {
    let racks = |pays: [u32; 4]| sums(&json!([1, 2, 3, 4]), &pays);
    let crossing = scored("out", &racks([0, 5, 5, 30]), "judge", &json!({}));
    assert_eq!(crossing["draw"], json!({"numbers": [2, 3], "places": 1}));
    let below = scored("out", &racks([0, 5, 30, 30]), "judge", &json!({}));
    assert!(below.get("draw").is_none());
    assert_eq!(below["moves"], json!({"1": 1, "2": 1}));
}

#[test]
fn b06_only_the_head_judge_replaces_a_draw() {
    let mut desk = briefed(4, &json!({}));
    let seating = begin(&mut desk, 1);
    let racks = sums(&seating["tables"][0]["players"], &[0, 5, 5, 30]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
    let draw = |two: &str, three: &str| json!({"do": "draw", "round": 1, "table": 1, "tiles": {"2": two, "3": three}});
    let again = desk.done(&draw("r9", "b9"));
    assert_eq!(again["again"], json!({"numbers": [2, 3], "places": 1}));
    desk.refused(&draw("r9", "r14"), "bad-tile");
    desk.refused(&json!({"do": "draw", "round": 1, "table": 1, "tiles": {"2": "r9"}}), "wrong-players");
    assert_eq!(desk.done(&draw("r9", "k12"))["moves"], json!({"1": 1, "3": 1}));
    desk.refused(&draw("r9", "k1"), "role");
    let mut ruled = draw("r9", "k1");
    ruled["by"] = json!("head-judge");
    desk.refused(&ruled, "reason");
    ruled["why"] = json!("the wrong box");
    assert_eq!(desk.done(&ruled)["moves"], json!({"1": 1, "2": 1}));
}

#[test]
fn b10_winners_who_are_equal_share_a_rank_unless_ranks_are_played_for() {
    for (play_off, ties) in
        [("cut", json!([])), ("ranks", json!([{"rank": 1, "numbers": [1, 5]}, {"rank": 3, "numbers": [2, 6]}]))]
    {
        let mut desk = briefed(8, &json!({"rounds": 1, "play_off": play_off}));
        play(&mut desk, 1, &[0, 5, 20, 30]);
        let standings = desk.done(&json!({"do": "ask", "what": "standings"}));
        let ranks: Vec<&Value> =
            standings["standings"].as_array().unwrap().iter().take(4).map(|row| &row["rank"]).collect();
        assert_eq!(ranks, [1, 1, 3, 3]);
        assert_eq!(standings["ties"], ties, "{play_off}");
        assert_eq!(standings["complete"], true);
        if play_off == "cut" {
            let finished = desk.done(&json!({"do": "finish"}));
            assert_eq!(finished["winners"], json!([1, 5, 2, 6]));
            desk.refused(&json!({"do": "finish"}), "finished");
        } else {
            desk.refused(&json!({"do": "finish"}), "ties-open");
        }
    }
}

#[test]
fn b11_a_tie_across_the_cut_is_played_off() {
    // Twelve players, one round: three winners are equal, and three seconds for the fourth seat.
    let mut desk = briefed(12, &json!({"rounds": 1}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    desk.refused(&json!({"do": "finish"}), "ties-open");
    let opened = desk.done(&json!({"do": "play-off"}));
    assert_eq!(opened["play_offs"][0]["rank"], 4);
    assert_eq!(opened["play_offs"][0]["tables"], json!([{"table": 1, "players": [2, 6, 10]}]));
    let racks = json!([{"number": 2, "sum": 3}, {"number": 6, "sum": 0}, {"number": 10, "sum": 9}]);
    let result = desk.done(&json!({"do": "result", "play_off": 4, "table": 1, "ended": "out", "racks": racks}));
    assert_eq!(result["ranks"], json!({"6": 4, "2": 5, "10": 6}));
    desk.refused(&json!({"do": "result", "play_off": 4, "table": 1, "ended": "out", "racks": racks}), "unknown");
    let ruled =
        json!({"do": "play-off", "rank": 4, "order": [10, 6, 2], "by": "head-judge", "why": "the sheet was wrong"});
    assert_eq!(desk.done(&ruled)["ranks"], json!({"10": 4, "6": 5, "2": 6}));
    assert_eq!(desk.done(&json!({"do": "finish"}))["winners"], json!([1, 5, 9, 10]));
}

#[test]
fn b11_more_than_four_play_at_several_tables_and_then_on() {
    // Twenty players: the winners of five tables are equal for four seats.
    let mut desk = briefed(20, &json!({"rounds": 1}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    let opened = desk.done(&json!({"do": "play-off"}));
    let tables = json!([{"table": 1, "players": [1, 5, 9]}, {"table": 2, "players": [13, 17]}]);
    assert_eq!(opened["play_offs"][0]["tables"], tables);
    let result = |table: u32, racks: Value, ended: &str| json!({"do": "result", "play_off": 1, "table": table, "ended": ended, "racks": racks});
    let first = desk.done(&result(1, sums(&json!([1, 5, 9]), &[4, 4, 20]), "pool"));
    assert!(["tables", "draw", "ranks"].iter().all(|news| first.get(news).is_none()), "table 2 is out: {first}");
    let second = desk.done(&result(2, sums(&json!([13, 17]), &[0, 2]), "out"));
    assert_eq!(second["draw"], json!({"numbers": [1, 5], "places": 1}), "co-winners draw for the one place");
    let drawn = desk.done(&json!({"do": "draw", "play_off": 1, "tiles": {"1": "r3", "5": "r4"}}));
    assert_eq!(drawn["tables"], json!([{"table": 3, "players": [5, 13]}]));
    let last = desk.done(&result(3, sums(&json!([5, 13]), &[9, 0]), "out"));
    // 1 has 8 points of the last game played, 17 has -2, 9 has -16.
    assert_eq!(last["ranks"], json!({"13": 1, "5": 2, "1": 3, "17": 4, "9": 5}));
}

#[test]
fn b13_a_hole_stays_where_it_is() {
    let mut desk = briefed(64, &json!({}));
    desk.done(&json!({"do": "withdraw", "number": 20, "why": "ill"}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    let seating = desk.done(&json!({"do": "seat", "round": 2}));
    let size = |table: usize| seating["tables"][table - 1]["players"].as_array().unwrap().len();
    assert_eq!((size(4), size(5), size(6)), (4, 3, 4));
}

#[test]
fn c01_c02_x06_the_largest_number_starts_and_ties_and_jokers_draw_again() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let draw = |tiles: Value| json!({"do": "draw", "for": "start", "round": 1, "table": 1, "tiles": tiles});
    let again = desk.done(&draw(json!({"1": "r11", "2": "b11", "3": "k7", "4": "y9"})));
    assert_eq!(again["again"], json!({"numbers": [1, 2], "places": 1}));
    let joker = desk.done(&draw(json!({"1": "*", "2": "r2"})));
    assert_eq!(joker["again"]["numbers"], json!([1]));
    let starts = desk.done(&draw(json!({"1": "r1"})));
    assert_eq!((&starts["starts"], &starts["order"]), (&json!(2), &json!([2, 3, 4, 1])));
    desk.refused(&draw(json!({"1": "r1"})), "no-draw");
    desk.refused(&json!({"do": "draw", "for": "start", "round": 1, "table": 9, "tiles": {}}), "unknown");
}

#[test]
fn c07_three_pairs_of_number_tiles_give_a_right_to_a_new_deal() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let redeal = |tiles: &str| json!({"do": "redeal", "round": 1, "table": 1, "number": 3, "tiles": tiles});
    let rest = "k1 k2 k3 k4 k5 k6 k7 k8";
    assert_eq!(desk.done(&redeal(&format!("r3 r3 b8 b8 y10 y10 {rest}")))["redeals"], 1);
    desk.refused(&redeal(&format!("r3 r3 b8 b8 * * {rest}")), "no-right");
    desk.refused(&redeal("r3 r3 b8 b8"), "malformed");
    let other = json!({"do": "redeal", "round": 1, "table": 1, "number": 99, "tiles": "r1 ".repeat(14)});
    desk.refused(&other, "unknown");
    let mut without = briefed(4, &json!({"edition": "hk", "rules": {}}));
    begin(&mut without, 1);
    without.refused(&redeal(&format!("r3 r3 b8 b8 y10 y10 {rest}")), "no-right");
}

#[test]
fn e10_g06_a_pause_is_credited_and_a_long_one_called_out() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let pause = |step: &str, at: &str| json!({"do": step, "round": 1, "table": 1, "at": at});
    desk.refused(&pause("resume", "10:30"), "not-paused");
    desk.done(&pause("pause", "10:31:00"));
    desk.refused(&pause("pause", "10:32"), "paused");
    desk.refused(&pause("resume", "10:30"), "malformed");
    let racks = sums(&json!([1, 2, 3, 4]), &[0, 1, 2, 3]);
    desk.refused(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}), "paused");
    let on = desk.done(&pause("resume", "10:34:20"));
    assert_eq!((&on["credit"], &on["deadline"], &on["alert"]), (&json!(200), &json!("10:48:20"), &json!(false)));
    desk.done(&pause("pause", "10:35"));
    assert_eq!(desk.done(&pause("resume", "10:41"))["alert"], true);
}

#[test]
fn f02_f03_f15_racks_are_paid_to_the_winner() {
    let racks = json!([
        {"number": 1, "tiles": ""},
        {"number": 2, "tiles": "* r5"},
        {"number": 3, "opened": false, "tiles": "r1 r1 b2 b2 k4 k4 y5 y5 r7 r7 b9 b9 k11 y13"},
        {"number": 4, "opened": false, "tiles": "r9 y9 k9 y1 k2 *"},
    ]);
    let result = scored("out", &racks, "judge", &json!({}));
    assert_eq!(result["scores"], json!({"1": "335", "2": "-35", "3": "-100", "4": "-200"}));
    assert_eq!(result["verdicts"]["3"], json!({"could": false}));
    assert_eq!(result["verdicts"]["4"]["points"], 36);
}

#[test]
fn f05_with_the_last_turn_the_tile_drawn_last_does_not_count() {
    let racks = json!([
        {"number": 1, "sum": 0}, {"number": 2, "sum": 1}, {"number": 3, "sum": 1},
        {"number": 4, "opened": false, "tiles": "r10 b10 k10 y1", "last_drawn": "k10"},
    ]);
    assert_eq!(scored("out", &racks, "judge", &json!({}))["scores"]["4"], "-200");
    let last_turn = json!({"rules": {"unopened_rack": "last-turn"}});
    assert_eq!(scored("out", &racks, "judge", &last_turn)["scores"]["4"], "-100");
}

#[test]
fn f09_f10_with_the_pool_empty_the_lowest_rack_wins_and_shares() {
    let pool = |pays: [u32; 4]| scored("pool", &sums(&json!([1, 2, 3, 4]), &pays), "judge", &json!({}));
    assert_eq!(pool([5, 10, 15, 20])["scores"], json!({"1": "30", "2": "-5", "3": "-10", "4": "-15"}));
    let shared = pool([1, 1, 10, 7]);
    assert_eq!(shared["scores"], json!({"1": "15/2", "2": "15/2", "3": "-9", "4": "-6"}));
    assert_eq!(shared["wins"], json!({"1": "1", "2": "1", "3": "0", "4": "0"}));
    assert_eq!(pool([4, 4, 4, 14])["scores"]["1"], "10/3");
    assert_eq!(pool([9, 9, 9, 9])["winners"], json!([1, 2, 3, 4]));
    let share = scored("pool", &sums(&json!([1, 2, 3, 4]), &[1, 1, 1, 7]), "judge", &json!({"co_winners": "share"}));
    assert_eq!(share["wins"], json!({"1": "1/3", "2": "1/3", "3": "1/3", "4": "0"}));
}

#[test]
fn f11_a_winner_who_never_opened_is_flagged() {
    let racks = json!([
        {"number": 1, "sum": 20}, {"number": 2, "sum": 5, "opened": false}, {"number": 3, "sum": 30}, {"number": 4, "sum": 40},
    ]);
    assert_eq!(scored("time", &racks, "judge", &json!({}))["flags"], json!(["unopened-winner"]));
}

/// What the settings of a tournament make of a game, to be compared with what the document makes of it.
fn scores_and_winners(ended: &str, racks: &Value, set: &Value) -> (Value, Value) {
    let result = scored(ended, racks, "head-judge", set);
    (result["scores"].clone(), result["winners"].clone())
}

#[test]
fn f11_whoever_never_opened_can_be_kept_from_winning() {
    let never = json!({"unopened_wins": "never"});
    let always = json!({"unopened_wins": "never", "rules": {"unopened": "100-200-always"}});
    // The example of the requirement: 120, 100 unopened, 130, 140.
    let unopened = json!({"number": 2, "opened": false, "could": false});
    let racks = json!([{"number": 1, "sum": 120}, unopened, {"number": 3, "sum": 130}, {"number": 4, "sum": 140}]);
    let allowed = json!({"rules": {"unopened": "100-200-always"}});
    let scores = |one: &str, two: &str, three: &str, four: &str| json!({"1": one, "2": two, "3": three, "4": four});
    assert_eq!(scores_and_winners("pool", &racks, &allowed), (scores("-20", "90", "-30", "-40"), json!([2])));
    assert_eq!(scores_and_winners("pool", &racks, &always), (scores("30", "0", "-10", "-20"), json!([1])));
    // Several of those who have opened share, and one who has not is no winner beside them.
    let racks = |sums: [u32; 4], opened: [bool; 4]| -> Value {
        let each = (1..).zip(sums).zip(opened);
        each.map(|((number, sum), opened)| json!({"number": number, "sum": sum, "opened": opened})).collect()
    };
    let level = racks([5, 5, 5, 9], [true, false, true, true]);
    assert_eq!(scores_and_winners("pool", &level, &never), (scores("2", "0", "2", "-4"), json!([1, 3])));
    let alone = racks([5, 1, 2, 3], [true, false, false, false]);
    assert_eq!(scores_and_winners("time", &alone, &never), (scores("0", "0", "0", "0"), json!([1])));
    // If nobody has opened, nobody else could win.
    let nobody = racks([5, 1, 2, 3], [false; 4]);
    assert_eq!(scores_and_winners("pool", &nobody, &never), scores_and_winners("pool", &nobody, &json!({})));
}

#[test]
fn f12_a_pushed_rack_can_be_paid_to_nobody() {
    let racks = json!([
        {"number": 1, "sum": 0}, {"number": 2, "pushed": true}, {"number": 3, "sum": 10}, {"number": 4, "sum": 7},
    ]);
    let nobody = json!({"pushed_rack": "to-nobody"});
    let (scores, winners) = scores_and_winners("out", &racks, &nobody);
    assert_eq!((scores, winners), (json!({"1": "17", "2": "-200", "3": "-10", "4": "-7"}), json!([1])));
    let racks = json!([
        {"number": 1, "sum": 4}, {"number": 2, "pushed": true}, {"number": 3, "sum": 4}, {"number": 4, "sum": 7},
    ]);
    let (scores, winners) = scores_and_winners("pool", &racks, &nobody);
    assert_eq!((scores, winners), (json!({"1": "3/2", "2": "-200", "3": "3/2", "4": "-3"}), json!([1, 3])));
    // Together with F11: the pushed rack pays in full and neither wins nor is paid.
    let racks = json!([
        {"number": 1, "sum": 9}, {"number": 2, "pushed": true}, {"number": 3, "sum": 4, "opened": false},
        {"number": 4, "sum": 12},
    ]);
    let both = json!({"pushed_rack": "to-nobody", "unopened_wins": "never"});
    let (scores, winners) = scores_and_winners("pool", &racks, &both);
    assert_eq!((scores, winners), (json!({"1": "3", "2": "-200", "3": "0", "4": "-3"}), json!([1])));
}

#[test]
fn c08_new_deals_of_a_player_can_be_limited_in_each_game() {
    let mut desk = briefed(4, &json!({"redeals": 1, "games_per_round": 2}));
    begin(&mut desk, 1);
    let redeal = |game: u32, number: u32| {
        let tiles = "r3 r3 b8 b8 y10 y10 k1 k2 k3 k4 k5 k6 k7 k8";
        json!({"do": "redeal", "round": 1, "table": 1, "game": game, "number": number, "tiles": tiles})
    };
    assert_eq!(desk.done(&redeal(1, 3))["redeals"], 1);
    desk.refused(&redeal(1, 3), "no-right");
    assert_eq!(desk.done(&redeal(1, 4))["redeals"], 2);
    assert_eq!(desk.done(&redeal(2, 3))["redeals"], 1);
    let mut unlimited = briefed(4, &json!({}));
    begin(&mut unlimited, 1);
    assert_eq!([1, 2, 3].map(|_| unlimited.done(&redeal(1, 3))["redeals"].clone()), [1, 2, 3]);
}

#[test]
fn c08_f11_f12_settings_about_what_the_rules_do_not_have_are_refused() {
    for (field, value, rules) in [
        ("redeals", json!(1), json!({"new_deal": "no"})),
        ("unopened_wins", json!("never"), json!({"opening_points": 0, "unopened": "rack-sum"})),
        ("pushed_rack", json!("to-nobody"), json!({"pushed": "no"})),
    ] {
        let mut desk = Desk::default();
        let new = json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {field: value, "rules": rules}});
        assert_eq!(desk.refused(&new, "bad-setting")["field"], field, "{new}");
    }
}

#[test]
fn f12_g11_a_pushed_rack_costs_200_and_takes_the_head_judge() {
    let racks = json!([
        {"number": 1, "sum": 0}, {"number": 2, "pushed": true}, {"number": 3, "sum": 10}, {"number": 4, "sum": 7},
    ]);
    let result = scored("out", &racks, "head-judge", &json!({}));
    assert_eq!(result["scores"], json!({"1": "217", "2": "-200", "3": "-10", "4": "-7"}));
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    desk.refused(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}), "role");
}

#[test]
fn f12_what_is_written_of_a_pushed_rack_does_not_count() {
    for pushed in [
        json!({"number": 2, "pushed": true, "sum": 3}),
        json!({"number": 2, "pushed": true, "tiles": "r5", "opened": false}),
        json!({"number": 2, "pushed": true, "tiles": "", "opened": false}),
    ] {
        let racks = json!([{"number": 1, "sum": 0}, pushed, {"number": 3, "sum": 10}, {"number": 4, "sum": 7}]);
        let result = scored("out", &racks, "head-judge", &json!({}));
        assert_eq!(result["scores"]["2"], "-200", "{racks}");
    }
}

#[test]
fn f_a_result_that_can_not_be_says_which_rack_is_wrong() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let mut refused = |ended: &str, first: Value, last: Value| {
        let racks = json!([first, {"number": 2, "sum": 2}, {"number": 3, "sum": 3}, last]);
        let line = json!({"do": "result", "round": 1, "table": 1, "ended": ended, "racks": racks});
        desk.refused(&line, "ended")["message"].as_str().unwrap().to_owned()
    };
    let (out, other) = (json!({"number": 1, "sum": 0}), json!({"number": 4, "sum": 4}));
    assert!(refused("out", out.clone(), json!({"number": 4, "sum": 0})).contains("just one rack is empty, not 2"));
    assert!(refused("out", json!({"number": 1, "sum": 1}), other.clone()).contains("just one rack is empty, not 0"));
    assert!(refused("pool", out, other.clone()).contains("the rack of player 1 is empty"));
    for empty in [
        json!({"number": 1, "sum": 0, "opened": false, "could": false}),
        json!({"number": 1, "tiles": "", "opened": false}),
    ] {
        assert!(refused("out", empty, other.clone()).contains("player 1 has not opened"));
    }
}

#[test]
fn f_what_a_judge_can_not_have_seen_is_refused() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let mut refused = |ended: &str, racks: Value, code: &str| {
        desk.refused(&json!({"do": "result", "round": 1, "table": 1, "ended": ended, "racks": racks}), code)
    };
    let with = |rack: Value| json!([{"number": 1, "sum": 0}, {"number": 2, "sum": 2}, {"number": 3, "sum": 3}, rack]);
    assert_eq!(refused("out", json!([{"number": 1, "sum": 0}]), "wrong-players")["missing"], json!([2, 3, 4]));
    assert_eq!(refused("out", with(json!({"number": 5, "sum": 1})), "wrong-players")["extra"], json!([5]));
    refused("out", with(json!({"number": 4, "tiles": "r14"})), "bad-tile");
    refused("out", with(json!({"number": 4, "tiles": "A"})), "bad-tile");
    refused("out", with(json!({"number": 4, "tiles": "r1 r1 r1"})), "too-many-tiles");
    refused("out", with(json!({"number": 4, "sum": -1})), "bad-sum");
    refused("out", with(json!({"number": 4, "sum": 1.5})), "bad-sum");
    assert_eq!(refused("out", with(json!({"number": 4, "tiles": "r5", "sum": 6})), "contradiction")["field"], "sum");
    let could = json!({"number": 4, "tiles": "r5", "opened": false, "could": true});
    assert_eq!(refused("out", with(could), "contradiction")["field"], "could");
    let drawn = json!({"number": 4, "tiles": "r5", "opened": false, "last_drawn": "k1"});
    assert_eq!(refused("out", with(drawn), "contradiction")["field"], "last_drawn");
    assert_eq!(refused("out", with(json!({"number": 4, "sum": 5, "opened": false})), "tiles-needed")["number"], 4);
    refused("out", with(json!({"number": 4, "sum": 0})), "ended");
    refused("pool", with(json!({"number": 4, "sum": 1})), "ended");
    refused("out", with(json!({"number": 4})), "malformed");
    refused("out", with(json!({"number": 4, "sum": 1, "opend": false})), "malformed");
    refused("won", with(json!({"number": 4, "sum": 1})), "malformed");
}

#[test]
fn g09_the_third_offence_opens_a_case() {
    let mut desk = briefed(4, &json!({}));
    let warn = json!({"do": "warn", "number": 2, "why": "noise", "by": "judge"});
    assert_eq!(desk.done(&warn)["warnings"], 1);
    assert_eq!(desk.done(&warn)["warnings"], 2);
    begin(&mut desk, 1);
    let third = desk.done(&warn);
    assert_eq!((&third["warnings"], &third["case"]), (&json!(2), &json!(1)));
    assert_eq!(desk.done(&warn)["case"], 1, "one case at a time");
    let cases = desk.done(&json!({"do": "ask", "what": "cases"}))["cases"].clone();
    let history = cases[0]["history"].as_array().unwrap();
    assert_eq!(history.len(), 4);
    assert_eq!((history[0].get("round"), &history[2]["table"]), (None, &json!(1)));
    let rule =
        |decision: &str| json!({"do": "rule", "case": 1, "decision": decision, "by": "head-judge", "why": "heard"});
    desk.refused(&rule("uphold"), "malformed");
    desk.done(&rule("dismiss"));
    desk.refused(&rule("dismiss"), "status");
    assert_eq!(desk.done(&warn)["case"], 2);
}

#[test]
fn g09_a_warning_that_comes_after_its_round_counts_at_the_table_where_it_was_given() {
    let mut desk = briefed(8, &json!({}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    begin(&mut desk, 2);
    // The winner of table 1 sits at table 2 by now.
    let warn = |round: Value| json!({"do": "warn", "number": 1, "round": round, "why": "noise", "by": "judge"});
    desk.refused(&warn(json!(3)), "not-started");
    desk.refused(&warn(json!(9)), "unknown");
    assert_eq!(desk.done(&warn(json!(1)))["warnings"], 1);
    desk.done(&warn(json!(2)));
    desk.done(&warn(Value::Null));
    let cases = desk.done(&json!({"do": "ask", "what": "cases"}))["cases"].clone();
    let seats: Vec<(&Value, &Value)> =
        cases[0]["history"].as_array().unwrap().iter().map(|one| (&one["round"], &one["table"])).collect();
    assert_eq!(seats, [(&json!(1), &json!(1)), (&json!(2), &json!(2)), (&json!(2), &json!(2))]);
}

#[test]
fn g12_g13_who_leaves_is_not_ranked_and_what_was_played_counts_for_the_others() {
    let mut desk = briefed(8, &json!({"rounds": 2}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    desk.done(&json!({"do": "rule", "number": 1, "decision": "disqualify", "by": "head-judge", "why": "an aid"}));
    desk.done(&json!({"do": "withdraw", "number": 5, "why": "ill"}));
    play(&mut desk, 2, &[0, 5, 20]);
    let rows = desk.done(&json!({"do": "ask", "what": "standings"}))["standings"].clone();
    let rows = rows.as_array().unwrap();
    let last: Vec<(&Value, &Value)> = rows[6..].iter().map(|row| (&row["number"], &row["rank"])).collect();
    assert_eq!(last, [(&json!(1), &Value::Null), (&json!(5), &Value::Null)]);
    assert_eq!(rows[6]["total"], "55");
    desk.refused(&json!({"do": "withdraw", "number": 2, "why": "ill"}), "rounds-over");
}

#[test]
fn g13a_an_annulled_game_counts_for_nobody() {
    let mut desk = briefed(4, &json!({"rounds": 2}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    desk.done(&json!({"do": "annul", "round": 1, "table": 1, "why": "fire alarm"}));
    let standings = desk.done(&json!({"do": "ask", "what": "standings"}));
    assert!(standings["standings"].as_array().unwrap().iter().all(|row| row["games"] == 0 && row["average"] == "0"));
    let moves = desk.done(&json!({"do": "ask", "what": "moves", "round": 1}));
    assert_eq!(moves["draws"], json!([{"table": 1, "numbers": [1, 2, 3, 4], "places": 2}]), "all draw");
    let racks = sums(&json!([1, 2, 3, 4]), &[0, 1, 2, 3]);
    desk.refused(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}), "result-exists");
    let corrected =
        json!({"do": "correct", "round": 1, "table": 1, "ended": "out", "racks": racks, "why": "it counts"});
    assert!(desk.done(&corrected).get("was").is_none());
}

#[test]
fn g17_a_protest_makes_a_result_provisional() {
    let mut desk = briefed(8, &json!({"rounds": 1, "winners": 1, "play_off": "ranks"}));
    let protest = json!({"do": "protest", "round": 1, "table": 1, "why": "miscounted", "by": "judge"});
    desk.refused(&protest, "not-started");
    play(&mut desk, 1, &[0, 5, 20, 30]);
    assert_eq!(desk.done(&protest)["case"], 1);
    let rows = desk.done(&json!({"do": "ask", "what": "standings"}))["standings"].clone();
    let provisional: Vec<&Value> =
        rows.as_array().unwrap().iter().filter(|row| row["provisional"] == true).map(|row| &row["number"]).collect();
    assert_eq!(provisional, [1, 2, 3, 4]);
    desk.refused(&json!({"do": "finish"}), "cases-open");
}

#[test]
fn x17_x19_a_correction_is_shown_with_its_effect_and_never_moves_a_started_round() {
    let mut desk = briefed(8, &json!({}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    let correct = |pays: &[u32], by: &str| {
        let racks = sums(&json!([1, 2, 3, 4]), pays);
        json!({"do": "correct", "round": 1, "table": 1, "ended": "out", "racks": racks, "by": by, "why": "recount"})
    };
    assert_eq!(desk.done(&correct(&[0, 6, 20, 30], "judge"))["seating"], "none");
    desk.done(&json!({"do": "seat", "round": 2}));
    let kept = desk.done(&correct(&[0, 7, 20, 30], "judge"));
    assert_eq!((&kept["seating"], &kept["was"]["1"]), (&json!("kept"), &json!("56")));
    assert_eq!(desk.done(&correct(&[0, 21, 20, 30], "judge"))["seating"], "stale");
    desk.refused(&json!({"do": "publish", "round": 2}), "stale");
    begin(&mut desk, 2);
    desk.refused(&correct(&[0, 1, 2, 3], "judge"), "role");
    let late = desk.done(&correct(&[0, 1, 2, 3], "head-judge"));
    assert_eq!(late["seating"], "started");
    assert!(late.get("moves").is_none());
}

#[test]
fn the_state_at_any_past_moment_can_be_shown() {
    let mut desk = briefed(8, &json!({}));
    let before = desk.0.tournament().cloned();
    let entries = desk.0.entries().len() as u64;
    play(&mut desk, 1, &[0, 5, 20, 30]);
    assert_eq!(desk.0.state_after(entries).unwrap(), before);
}

#[test]
fn x19_a_correction_after_the_rotation_opens_no_draw() {
    let mut desk = briefed(8, &json!({"rounds": 2}));
    let seating = begin(&mut desk, 1);
    let result = |command: &str, round: u32, table: &Value, scores: &[u32]| {
        let racks = sums(&table["players"], scores);
        json!({"do": command, "round": round, "table": table["table"], "ended": "out", "racks": racks})
    };
    for table in seating["tables"].as_array().unwrap() {
        desk.done(&result("result", 1, table, &[0, 5, 9, 30]));
    }
    let next = begin(&mut desk, 2);
    let mut correct = result("correct", 1, &seating["tables"][0], &[0, 5, 5, 30]);
    correct["by"] = json!("head-judge");
    correct["why"] = json!("a wrong sum");
    let corrected = desk.done(&correct);
    assert_eq!((&corrected["seating"], corrected.get("draw")), (&json!("started"), None));
    assert_eq!(desk.done(&json!({"do": "ask", "what": "missing", "round": 1}))["draws"], json!([]));
    assert_eq!(desk.done(&json!({"do": "ask", "what": "moves", "round": 1}))["draws"], json!([]));
    desk.refused(&json!({"do": "draw", "round": 1, "table": 1, "tiles": {"2": "r9", "3": "k1"}}), "no-draw");
    for table in next["tables"].as_array().unwrap() {
        desk.done(&result("result", 2, table, &[0, 5, 9, 30]));
    }
    assert_eq!(desk.done(&json!({"do": "ask", "what": "standings"}))["complete"], true);
}
