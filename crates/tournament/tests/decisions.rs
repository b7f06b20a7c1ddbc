//! Cases on which the contract is silent, as `docs/tournament.md` decides them.

mod common;

use common::{Desk, begin, briefed, sums};
use serde_json::json;

#[test]
fn g09_whoever_takes_a_number_over_has_no_warnings() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"capacity": 4}, "seed": "00ff"}));
    let names: Vec<_> = (1..=5).map(|number| json!({"name": format!("Player {number}")})).collect();
    desk.done(&json!({"do": "add", "players": names}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    for number in [2, 3] {
        desk.done(&json!({"do": "warn", "number": number, "why": "noise"}));
        desk.done(&json!({"do": "withdraw", "number": number, "why": "unwell"}));
    }
    // Number 2 went to the first who waited, number 3 goes to whoever is added next.
    assert_eq!(desk.done(&json!({"do": "add", "players": [{"name": "Player 6"}]}))["numbers"], json!([3]));
    desk.done(&json!({"do": "check-in", "numbers": [2, 3]}));
    for number in [2, 3] {
        assert_eq!(desk.done(&json!({"do": "warn", "number": number, "why": "noise"}))["warnings"], 1);
    }
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn g09_a_case_stays_with_the_person_who_withdrew() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"capacity": 4}, "seed": "00ff"}));
    let names: Vec<_> = (1..=5).map(|number| json!({"name": format!("Player {number}")})).collect();
    desk.done(&json!({"do": "add", "players": names}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    let warn = json!({"do": "warn", "number": 2, "why": "noise"});
    for _ in 0..3 {
        desk.done(&warn);
    }
    desk.done(&json!({"do": "incident", "kind": "aid-found", "number": 2, "note": "a list"}));
    assert_eq!(desk.done(&json!({"do": "withdraw", "number": 2, "why": "ashamed"}))["replaced_by"], "Player 5");
    desk.done(&json!({"do": "check-in", "numbers": [2]}));
    let cases = desk.done(&json!({"do": "ask", "what": "cases"}))["cases"].clone();
    assert_eq!((&cases[0]["former"], &cases[1]["former"]), (&json!("Player 2"), &json!("Player 2")));
    assert_eq!(cases[0]["history"].as_array().unwrap().len(), 3, "what Player 2 did");
    let rule = |case: u32, decision: &str| json!({"do": "rule", "case": case, "decision": decision, "by": "head-judge", "why": "heard"});
    for case in [1, 2] {
        desk.refused(&rule(case, "disqualify"), "status");
    }
    // Player 5 has a record of their own, and a ruling on it leaves the older cases open.
    assert!((1..=2).all(|count| desk.done(&warn)["warnings"] == count));
    assert_eq!(desk.done(&warn)["case"], 3);
    assert_eq!(desk.done(&rule(3, "disqualify"))["number"], 2);
    desk.done(&rule(1, "dismiss"));
    desk.done(&rule(2, "dismiss"));
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn c03_the_next_player_begins_when_the_starter_leaves() {
    let mut desk = briefed(8, &json!({}));
    begin(&mut desk, 1);
    let tiles = json!({"1": "r3", "2": "r11", "3": "b7", "4": "k9"});
    let draw = json!({"do": "draw", "for": "start", "round": 1, "table": 1, "tiles": tiles, "by": "judge"});
    assert_eq!(desk.done(&draw)["order"], json!([2, 3, 4, 1]));
    desk.done(&json!({"do": "withdraw", "number": 2, "why": "unwell"}));
    let turns = |number: u32| json!({"do": "ask", "what": "last-turns", "round": 1, "table": 1, "number": number});
    assert_eq!(desk.done(&turns(3))["numbers"], json!([3, 4, 1]));
    desk.done(&json!({"do": "step", "round": 1, "table": 1, "step": "play", "by": "judge"}));
}

#[test]
fn g09_a_late_entrant_has_no_warnings_of_whoever_had_the_number() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"format": "random"}}));
    let names: Vec<_> = (1..=8).map(|number| json!({"name": format!("Player {number}")})).collect();
    desk.done(&json!({"do": "add", "players": names}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    let warn = json!({"do": "warn", "number": 8, "why": "noise"});
    desk.done(&warn);
    desk.done(&json!({"do": "withdraw", "number": 8, "why": "unwell"}));
    desk.done(&json!({"do": "briefing"}));
    let late = json!({"do": "enter-late", "player": {"name": "Zoe"}, "by": "head-judge", "why": "the bus"});
    assert_eq!(desk.done(&late)["number"], 8);
    assert_eq!(desk.done(&warn)["warnings"], 1);
}

#[test]
fn whoever_misses_a_date_misses_it_under_another_number_too_and_nobody_in_their_place() {
    let mut desk = Desk::default();
    let league = json!({"dates": 2, "rounds": 1, "best": 1});
    let set = json!({"format": "random", "league": league, "capacity": 8});
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": set, "seed": "00ff"}));
    let names: Vec<_> = (1..=9).map(|number| json!({"name": format!("Player {number}")})).collect();
    desk.done(&json!({"do": "add", "players": names}));
    desk.done(&json!({"do": "sit-out", "date": 1, "numbers": [1, 2]}));
    let players = desk.done(&json!({"do": "numbers", "how": "draw"}))["players"].clone();
    let number_of = |name: &str| {
        let found = players.as_array().unwrap().iter().find(|player| player["name"] == name);
        found.unwrap()["number"].as_u64().unwrap()
    };
    let (one, two) = (number_of("Player 1"), number_of("Player 2"));
    desk.done(&json!({"do": "withdraw", "number": two, "why": "unwell"}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    desk.done(&json!({"do": "briefing"}));
    let playing: Vec<u64> = desk.0.tournament().unwrap().in_play(1).iter().map(|number| number.0.into()).collect();
    assert!(!playing.contains(&one) && playing.contains(&two), "{playing:?}");
}

#[test]
fn b06_nobody_who_has_left_gets_a_place_in_a_new_draw() {
    let mut desk = briefed(7, &json!({}));
    let seating = begin(&mut desk, 1);
    let racks = sums(&seating["tables"][1]["players"], &[0, 5, 10]);
    desk.done(&json!({"do": "result", "round": 1, "table": 2, "ended": "out", "racks": racks}));
    for number in [6, 5] {
        desk.done(&json!({"do": "withdraw", "number": number, "why": "unwell"}));
    }
    // All three draw for two places, but two of them have gone home.
    let answer = desk.done(&json!({"do": "annul", "round": 1, "table": 2, "why": "fire alarm"}));
    assert_eq!(answer["moves"], json!({"7": 1}));
}

#[test]
fn b11_a_tie_that_is_ruled_on_has_no_deciding_game() {
    let mut desk = briefed(4, &json!({"rounds": 1, "winners": 1}));
    let seating = begin(&mut desk, 1);
    let racks = sums(&seating["tables"][0]["players"], &[5, 5, 9, 9]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "pool", "racks": racks}));
    let ruling = json!({"do": "play-off", "rank": 1, "order": [2, 1], "by": "head-judge", "why": "agreed"});
    let ranks = json!({"2": 1, "1": 2});
    assert_eq!(desk.done(&ruling)["ranks"], ranks);
    let play_offs = &desk.done(&json!({"do": "play-off"}))["play_offs"];
    assert_eq!(play_offs[0]["ranks"], ranks);
    assert_eq!(play_offs[0]["tables"].as_array().map_or(0, Vec::len), 0);
}

#[test]
fn e10_a_table_is_paused_until_its_results_are_in_even_if_everybody_has_left_it() {
    let mut desk = briefed(8, &json!({"games_per_round": 2}));
    begin(&mut desk, 1);
    let racks = |numbers: &serde_json::Value| sums(numbers, &[0, 1, 2, 3]);
    let result = |table: u32, game: u32, numbers: &serde_json::Value| json!({"do": "result", "round": 1, "table": table, "game": game, "ended": "out", "racks": racks(numbers)});
    let pause = |table: u32| json!({"do": "pause", "round": 1, "table": table, "at": "10:30"});
    desk.done(&result(1, 1, &json!([1, 2, 3, 4])));
    for number in 1..=4 {
        desk.done(&json!({"do": "withdraw", "number": number, "why": "home"}));
    }
    desk.done(&pause(1));
    desk.done(&result(2, 1, &json!([5, 6, 7, 8])));
    desk.done(&result(2, 2, &json!([5, 6, 7, 8])));
    desk.refused(&pause(2), "result-exists");
}

#[test]
fn f12_a_wrong_rack_is_refused_before_a_push_that_costs_nothing() {
    let mut desk = briefed(4, &json!({"edition": "hk", "rules": {}}));
    begin(&mut desk, 1);
    let result = |tiles: &str| {
        json!({"do": "result", "round": 1, "table": 1, "ended": "out", "by": "head-judge", "racks": [
            {"number": 1, "tiles": ""}, {"number": 2, "pushed": true}, {"number": 3, "tiles": tiles}, {"number": 4, "sum": 3}
        ]})
    };
    desk.refused(&result("r5 r5 r5"), "too-many-tiles");
    desk.refused(&result("r5"), "no-right");
}

#[test]
fn x19_a_seating_by_older_standings_is_named_and_stays_until_it_is_asked_for_again() {
    let mut desk = briefed(16, &json!({"format": "swiss", "rounds": 3}));
    for round in [1, 2] {
        common::play(&mut desk, round, &[0, 5, 20, 30]);
    }
    desk.done(&json!({"do": "seat", "round": 3}));
    let table = desk.done(&json!({"do": "ask", "what": "seating", "round": 1}))["tables"][0].clone();
    let racks = sums(&table["players"], &[30, 20, 5, 0]);
    let correct = json!({"do": "correct", "round": 1, "table": 1, "ended": "out", "racks": racks, "by": "head-judge", "why": "recount"});
    let answer = desk.done(&correct);
    assert_eq!((&answer["seating"], &answer["outdated"]), (&json!("started"), &json!(3)));
    desk.done(&json!({"do": "publish", "round": 3}));
    desk.done(&json!({"do": "seat", "round": 3}));
    // A correction of the last round makes it stale, and nothing is left to be named.
    let racks = json!({"do": "annul", "round": 2, "table": 1, "why": "alarm"});
    let answer = desk.done(&racks);
    assert_eq!((&answer["seating"], answer.get("outdated")), (&json!("stale"), None));
}
