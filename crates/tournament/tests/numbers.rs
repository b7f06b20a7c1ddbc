//! More requirements named after their numbers: rounds, co-winners, players who leave, Swiss seating.

mod common;

use common::{Desk, begin, briefed, play, sums};
use serde_json::{Value, json};

fn standings(desk: &mut Desk) -> Vec<Value> {
    desk.done(&json!({"do": "ask", "what": "standings"}))["standings"].as_array().unwrap().clone()
}

fn row(desk: &mut Desk, number: u32) -> Value {
    standings(desk).into_iter().find(|row| row["number"] == number).unwrap()
}

fn result(desk: &mut Desk, round: u32, table: u32, numbers: &[u32], left: &[u32], ended: &str) -> Value {
    let racks = sums(&json!(numbers), left);
    desk.done(&json!({"do": "result", "round": round, "table": table, "ended": ended, "racks": racks}))
}

#[test]
fn b05_a_round_waits_for_the_last_of_sixteen_tables() {
    let mut desk = briefed(64, &json!({}));
    let seating = begin(&mut desk, 1);
    for table in &seating["tables"].as_array().unwrap()[..15] {
        let racks = sums(&table["players"], &[0, 5, 10, 20]);
        desk.done(&json!({"do": "result", "round": 1, "table": table["table"], "ended": "out", "racks": racks}));
    }
    let refused = desk.refused(&json!({"do": "seat", "round": 2}), "results-missing");
    assert_eq!((&refused["round"], &refused["tables"], &refused["draws"]), (&json!(1), &json!([16]), &json!([])));
    assert_eq!(refused["message"], "round 1: table 16 has no result yet");
    let missing = desk.done(&json!({"do": "ask", "what": "missing", "round": 1}));
    assert_eq!((&missing["tables"], &missing["draws"]), (&json!([16]), &json!([])));
    // A tie across the cut at the last table is waited for as well.
    result(&mut desk, 1, 16, &[61, 62, 63, 64], &[0, 5, 5, 20], "out");
    let refused = desk.refused(&json!({"do": "seat", "round": 2}), "results-missing");
    assert_eq!((&refused["tables"], &refused["draws"]), (&json!([]), &json!([16])));
}

#[test]
fn b08_x07_co_winners_have_a_win_each_unless_they_share_one() {
    for (co_winners, wins) in [("one", "1"), ("share", "1/2")] {
        let mut desk = briefed(4, &json!({"co_winners": co_winners}));
        begin(&mut desk, 1);
        let answer = result(&mut desk, 1, 1, &[1, 2, 3, 4], &[1, 1, 10, 6], "pool");
        assert_eq!(answer["scores"], json!({"1": "7", "2": "7", "3": "-9", "4": "-5"}), "example 2 of the document");
        assert_eq!(answer["wins"], json!({"1": wins, "2": wins, "3": "0", "4": "0"}));
        assert_eq!((&row(&mut desk, 1)["wins"], &row(&mut desk, 2)["wins"]), (&json!(wins), &json!(wins)));
    }
}

#[test]
fn b09_x05_g13a_the_average_is_over_the_games_that_were_played() {
    let mut desk = briefed(8, &json!({"format": "random"}));
    let tables = json!([[1, 2, 3, 4], [5, 6, 7, 8]]);
    for (round, first, second) in
        [(1, [0, 10, 10, 10], [0, 4, 4, 4]), (2, [5, 0, 3, 3], [1, 0, 3, 3]), (3, [10, 3, 0, 3], [9, 3, 0, 3])]
    {
        desk.done(&json!({"do": "seat", "round": round, "tables": tables, "why": "two tables that stay together"}));
        desk.done(&json!({"do": "publish", "round": round}));
        desk.done(&json!({"do": "start", "round": round}));
        result(&mut desk, round, 1, &[1, 2, 3, 4], &first, "out");
        result(&mut desk, round, 2, &[5, 6, 7, 8], &second, "out");
    }
    desk.done(&json!({"do": "annul", "round": 3, "table": 2, "why": "fire alarm"}));
    let (one, other) = (row(&mut desk, 1), row(&mut desk, 5));
    assert_eq!(
        (&one["wins"], &one["average"], &one["total"], &one["games"]),
        (&json!("1"), &json!("5"), &json!("15"), &json!(3))
    );
    assert_eq!(
        (&other["wins"], &other["average"], &other["total"], &other["games"]),
        (&json!("1"), &json!("11/2"), &json!("11"), &json!(2))
    );
    assert!(
        other["rank"].as_u64() < one["rank"].as_u64(),
        "equal wins: the better average is ahead of the better total"
    );
    // Whoever leaves has no rank, whatever the average.
    let mut left = briefed(8, &json!({}));
    play(&mut left, 1, &[0, 5, 20, 30]);
    left.done(&json!({"do": "withdraw", "number": 1, "why": "unwell"}));
    assert_eq!((&row(&mut left, 1)["rank"], &row(&mut left, 1)["average"]), (&Value::Null, &json!("55")));
}

#[test]
fn c03_turns_go_clockwise_from_the_starter() {
    let mut desk = briefed(4, &json!({}));
    let seats: Vec<u64> = serde_json::from_value(begin(&mut desk, 1)["tables"][0]["players"].clone()).unwrap();
    let tiles: serde_json::Map<String, Value> =
        seats.iter().zip(["r3", "b7", "k11", "y9"]).map(|(number, tile)| (number.to_string(), json!(tile))).collect();
    let drawn = desk.done(&json!({"do": "draw", "for": "start", "round": 1, "table": 1, "tiles": tiles}));
    assert_eq!(drawn["starts"], json!(seats[2]));
    assert_eq!(drawn["order"], json!([seats[2], seats[3], seats[0], seats[1]]), "C, D, A, B");
}

#[test]
fn f01_f14_whoever_empties_the_rack_has_won_and_nobody_types_who() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let answer = result(&mut desk, 1, 1, &[3, 1, 2, 4], &[0, 5, 16, 3], "out");
    assert_eq!((&answer["winners"], &answer["scores"]["3"]), (&json!([3]), &json!("24")));
    assert_eq!(answer["wins"], json!({"1": "0", "2": "0", "3": "1", "4": "0"}));
}

#[test]
fn f04_f06_f07_the_solver_says_whether_a_rack_could_have_opened_and_shows_the_sets() {
    let verdict = |tiles: &str| {
        let mut desk = briefed(4, &json!({}));
        begin(&mut desk, 1);
        let racks = json!([
            {"number": 1, "sum": 0}, {"number": 2, "sum": 5}, {"number": 3, "sum": 7},
            {"number": 4, "opened": false, "tiles": tiles},
        ]);
        let answer = desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
        (answer["scores"]["4"].clone(), answer["verdicts"]["4"].clone())
    };
    assert_eq!(verdict("r9 b9 k9 y1 y2"), (json!("-100"), json!({"could": false})));
    let (score, proof) = verdict("r9 b9 k9 y1 y2 *");
    assert_eq!((score, &proof["could"]), (json!("-200"), &json!(true)), "a joker is inside the 200");
    let sets: Vec<String> = serde_json::from_value(proof["sets"].clone()).unwrap();
    let has_nines = sets.iter().any(|set| ["r9", "b9", "k9"].iter().all(|tile| set.contains(tile)));
    assert!(proof["points"].as_u64() >= Some(30) && has_nines, "{proof}");
}

#[test]
fn g14_whoever_leaves_during_a_game_leaves_a_table_of_three() {
    let mut desk = briefed(8, &json!({"rounds": 2}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    let seating = begin(&mut desk, 2);
    let players: Vec<u32> = serde_json::from_value(seating["tables"][0]["players"].clone()).unwrap();
    let left = desk.done(&json!({"do": "withdraw", "number": players[1], "why": "unwell"}));
    assert_eq!(left["status"], "forfeit");
    let racks = |numbers: &[u32]| sums(&json!(numbers), &[0, 5, 10, 20]);
    let line = |racks: Value| json!({"do": "result", "round": 2, "table": 1, "ended": "out", "racks": racks});
    let refused = desk.refused(&line(racks(&players)), "wrong-players");
    assert_eq!((&refused["missing"], &refused["extra"]), (&json!([]), &json!([players[1]])));
    let answer = desk.done(&line(racks(&[players[0], players[2], players[3]])));
    assert_eq!(answer["flags"], json!(["short"]));
    assert_eq!(answer["scores"].as_object().unwrap().len(), 3, "nothing is scored for whoever left");
    desk.refused(&json!({"do": "check-in", "numbers": [players[1]]}), "barred");
}

#[test]
fn f13_points_that_were_won_are_no_points_lost() {
    let mut desk = briefed(4, &json!({"rounds": 2, "keys": ["least-lost"], "format": "random"}));
    begin(&mut desk, 1);
    result(&mut desk, 1, 1, &[1, 2, 3, 4], &[0, 5, 10, 20], "out");
    begin(&mut desk, 2);
    result(&mut desk, 2, 1, &[1, 2, 3, 4], &[9, 0, 10, 20], "out");
    let lost = [1, 2, 3, 4].map(|number| row(&mut desk, number)["lost_total"].clone());
    assert_eq!(lost, ["-9", "-5", "-20", "-40"].map(|text| json!(text)));
    let order: Vec<Value> = standings(&mut desk).iter().map(|row| row["number"].clone()).collect();
    assert_eq!(order, [2, 1, 3, 4]);
}

#[test]
fn x15_in_swiss_winners_meet_winners_at_the_first_tables() {
    let mut desk = briefed(64, &json!({"format": "swiss"}));
    let mut undefeated: Vec<u64> = (1..=64).collect();
    for (round, tables) in [(1, 16), (2, 4), (3, 1)] {
        let seating = begin(&mut desk, round);
        let mut winners = Vec::new();
        for (at, table) in seating["tables"].as_array().unwrap().iter().enumerate() {
            let players: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
            let here = players.iter().filter(|number| undefeated.contains(number)).count();
            assert_eq!(here, if at < tables { 4 } else { 0 }, "round {round}, table {}", at + 1);
            winners.push(players[0]);
            let racks = sums(&json!(players), &[0, 5, 10, 20]);
            desk.done(
                &json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}),
            );
        }
        undefeated.retain(|number| winners.contains(number));
    }
    assert_eq!(undefeated.len(), 1);
}
