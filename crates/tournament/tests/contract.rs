//! The sample session of the contract, and what it says beside it.

mod common;

use common::{Desk, begin, briefed, sums};
use serde_json::{Value, json};

#[test]
fn the_sample_session_is_answered_as_the_contract_says() {
    let mut desk = Desk::default();
    let made = desk.done(&json!({"do": "new", "title": "Spring cup", "date": "2017-01-18", "seed": "00ff"}));
    assert_eq!(made["settings"]["capacity"], 64);
    assert_eq!(made["weekday"], 3);
    assert_eq!(made["plan"], json!(["10:20:00", "10:50:00", "11:20:00"]));
    assert_eq!((&made["ends"], &made["seed"]), (&json!("11:50:00"), &json!("00ff")));
    let names: Vec<Value> = "ABCDEFGH".chars().map(|name| json!({"name": name})).collect();
    let added = desk.done(&json!({"do": "add", "players": names}));
    assert_eq!(added, json!({"ok": true, "numbers": [1, 2, 3, 4, 5, 6, 7, 8], "waiting": 0}));
    let here = desk.done(&json!({"do": "check-in", "numbers": "all", "at": "09:52"}));
    assert_eq!(here, json!({"ok": true, "present": 8, "entered": 0, "early": []}));
    let briefed = desk.done(&json!({"do": "briefing", "at": "10:10"}));
    assert_eq!(briefed, json!({"ok": true, "present": 8, "barred": []}));
    let seated = desk.done(&json!({"do": "seat", "round": 1}));
    let tables = json!([{"table": 1, "players": [1, 2, 3, 4]}, {"table": 2, "players": [5, 6, 7, 8]}]);
    assert_eq!(seated["tables"], tables);
    assert_eq!((&seated["state"], &seated["short"], &seated["repeats"]), (&json!("proposed"), &json!([]), &json!(0)));
    assert_eq!(desk.done(&json!({"do": "publish", "round": 1}))["state"], "published");
    let started = desk.done(&json!({"do": "start", "round": 1, "at": "10:20"}));
    assert_eq!(started, json!({"ok": true, "round": 1, "state": "started", "deadline": "10:45:00"}));
    let result = desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "by": "judge", "racks": [
        {"number": 1, "tiles": ""}, {"number": 2, "tiles": "k5"}, {"number": 3, "sum": 5},
        {"number": 4, "tiles": "r9 b9 k9 *", "opened": false},
    ]}));
    assert_eq!(result["scores"], json!({"1": "210", "2": "-5", "3": "-5", "4": "-200"}));
    assert_eq!(result["wins"], json!({"1": "1", "2": "0", "3": "0", "4": "0"}));
    assert_eq!(result["winners"], json!([1]));
    assert_eq!(result["verdicts"]["4"]["could"], true);
    assert_eq!(result["verdicts"]["4"]["points"], 36);
    assert_eq!(result["moves"], json!({"1": 2}));
    assert_eq!(result["draw"], json!({"numbers": [2, 3], "places": 1}));
    let drawn =
        desk.done(&json!({"do": "draw", "round": 1, "table": 1, "tiles": {"2": "r9", "3": "k12"}, "by": "judge"}));
    assert_eq!(drawn, json!({"ok": true, "moves": {"1": 2, "3": 2}}));
    let missing = desk.refused(&json!({"do": "seat", "round": 2}), "results-missing");
    assert_eq!(missing["message"], "round 1: table 2 has no result yet");
    assert_eq!((&missing["round"], &missing["tables"], &missing["draws"]), (&json!(1), &json!([2]), &json!([])));
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn b04_the_ring_closes() {
    let mut desk = briefed(64, &json!({}));
    for round in 1..=3 {
        let seating = begin(&mut desk, round);
        for table in seating["tables"].as_array().unwrap() {
            let mut players: Vec<u64> =
                table["players"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
            players.sort_unstable();
            let racks = sums(&json!(players), &[0, 5, 10, 20]);
            desk.done(
                &json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}),
            );
        }
        let at = |table: usize| {
            let mut players: Vec<u64> = seating["tables"][table - 1]["players"]
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_u64().unwrap())
                .collect();
            players.sort_unstable();
            players
        };
        match round {
            1 => assert_eq!((at(1), at(16)), (vec![1, 2, 3, 4], vec![61, 62, 63, 64])),
            2 => assert_eq!((at(1), at(2), at(16)), (vec![3, 4, 61, 62], vec![1, 2, 7, 8], vec![57, 58, 63, 64])),
            _ => assert_eq!((at(1), at(2), at(3)), (vec![57, 58, 61, 62], vec![3, 4, 7, 8], vec![1, 2, 11, 12])),
        }
    }
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn x14_nobody_meets_twice_in_three_rounds_from_twenty_players_on() {
    for format in ["no-repeat", "random", "swiss"] {
        for players in [20, 21, 22, 23, 24, 29, 33, 47, 63, 64] {
            let mut desk = briefed(players, &json!({"format": format}));
            for round in 1..=3 {
                let seating = begin(&mut desk, round);
                assert_eq!(seating["repeats"], 0, "{format}, {players} players, round {round}");
                for table in seating["tables"].as_array().unwrap() {
                    let racks = sums(&table["players"], &[0, 5, 10, 20]);
                    desk.done(&json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}));
                }
            }
            desk.done(&json!({"do": "ask", "what": "standings"}));
        }
    }
}

#[test]
fn b12_sizes_of_tables() {
    use trinta_tournament::sizes;
    let count = |players: usize| {
        sizes(players).map(|sizes| {
            (sizes.iter().filter(|size| **size == 4).count(), sizes.iter().filter(|size| **size == 3).count())
        })
    };
    assert_eq!(count(63), Some((15, 1)));
    assert_eq!(count(62), Some((14, 2)));
    assert_eq!(count(61), Some((13, 3)));
    assert_eq!(count(65), Some((14, 3)));
    assert_eq!(count(6), Some((0, 2)));
    for players in [0, 1, 2, 5] {
        assert_eq!(count(players), None);
    }
}

#[test]
fn b11_a_draw_goes_on_when_whoever_drew_a_joker_then_draws_a_tile_that_another_holds() {
    let mut desk = briefed(4, &json!({"rounds": 1, "winners": 1}));
    let seating = begin(&mut desk, 1);
    let racks = sums(&seating["tables"][0]["players"], &[5, 5, 9, 9]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "pool", "racks": racks}));
    desk.done(&json!({"do": "play-off"}));
    let racks = sums(&json!([1, 2]), &[3, 3]);
    let level = desk.done(&json!({"do": "result", "play_off": 1, "table": 1, "ended": "pool", "racks": racks}));
    assert_eq!(level["draw"], json!({"numbers": [1, 2], "places": 1}));
    let draw = |tiles: Value| json!({"do": "draw", "play_off": 1, "tiles": tiles});
    let joker = desk.done(&draw(json!({"1": "r3", "2": "*"})));
    assert_eq!(joker["again"], json!({"numbers": [2], "places": 1}));
    let equal = desk.done(&draw(json!({"2": "b3"})));
    assert_eq!((&equal["again"], equal.get("draw")), (&json!({"numbers": [1, 2], "places": 1}), None));
    assert_eq!(desk.done(&draw(json!({"1": "r4", "2": "b5"})))["ranks"], json!({"2": 1, "1": 2}));
}

#[test]
fn b11_co_winners_draw_when_all_tables_of_their_stage_are_in() {
    let mut desk = briefed(6, &json!({"rounds": 1}));
    let seating = begin(&mut desk, 1);
    for table in seating["tables"].as_array().unwrap() {
        let racks = sums(&table["players"], &[5, 5, 5]);
        desk.done(&json!({"do": "result", "round": 1, "table": table["table"], "ended": "pool", "racks": racks}));
    }
    desk.done(&json!({"do": "play-off"}));
    let result = |table: u32, players: Value, pays: [u32; 3]| json!({"do": "result", "play_off": 1, "table": table, "ended": "pool", "racks": sums(&players, &pays)});
    let first = desk.done(&result(1, json!([1, 2, 3]), [4, 4, 9]));
    assert!(["tables", "draw", "ranks"].iter().all(|news| first.get(news).is_none()), "table 2 is out: {first}");
    desk.refused(&json!({"do": "draw", "play_off": 1}), "no-draw");
    let second = desk.done(&result(2, json!([4, 5, 6]), [4, 4, 9]));
    assert_eq!(second["draw"], json!({"numbers": [1, 2], "places": 1}));
    let drawn = desk.done(&json!({"do": "draw", "play_off": 1, "tiles": {"1": "r3", "2": "r4"}}));
    assert_eq!(drawn["draw"], json!({"numbers": [4, 5], "places": 1}));
    let drawn = desk.done(&json!({"do": "draw", "play_off": 1, "tiles": {"4": "r3", "5": "r4"}}));
    assert_eq!(drawn["tables"], json!([{"table": 3, "players": [2, 5]}]));
}

#[test]
fn what_may_be_left_out_may_be_null() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "preset": null, "set": null, "seed": null}));
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let rack = |number: u32, tiles: Value, sum: Value| {
        json!({"number": number, "tiles": tiles, "sum": sum, "opened": null, "last_drawn": null, "could": null,
               "pushed": null})
    };
    let racks: Vec<Value> = (1..=4)
        .map(|number| rack(number, json!((number == 1).then_some("")), json!((number > 1).then_some(5))))
        .collect();
    let line = json!({"do": "result", "round": 1, "table": 1, "game": null, "play_off": null, "ended": "out",
                      "racks": racks, "by": null, "at": null, "why": null});
    assert_eq!(desk.done(&line)["scores"]["1"], "15");
}

#[test]
fn an_id_is_repeated_to_the_letter() {
    let mut desk = briefed(4, &json!({}));
    for id in ["18446744073709551617", "1.10", "null", r#"{"b": 1e3, "a": [123456789012345678901234567890]}"#] {
        for line in [r#"{"do":"ask","what":"missing","round":1,"id":#}"#, r#"{"id":#,"do":"ask","what":"players"}"#] {
            let reply = desk.0.answer(&line.replace('#', id), || "00ff".parse().unwrap());
            let answer = serde_json::to_string(&reply.answer).unwrap();
            assert!(answer.contains(&format!("\"id\":{id}")), "{answer}");
        }
    }
    let twice = desk.0.answer(r#"{"do":"ask","what":"players","id":1,"id":2}"#, || "00ff".parse().unwrap());
    assert!(serde_json::to_string(&twice.answer).unwrap().contains("\"id\":2"), "the last one counts");
}
