//! The order of the standings where players have left, were cut, or stand in for others.

mod common;

use common::{Desk, begin, briefed, play, sums};
use serde_json::{Value, json};
use trinta_tournament::{List, Listing};

fn row(desk: &mut Desk, number: u32) -> Value {
    let answer = desk.done(&json!({"do": "ask", "what": "standings"}));
    answer["standings"].as_array().unwrap().iter().find(|row| row["number"] == number).unwrap().clone()
}

const PAYS: [u32; 4] = [0, 5, 10, 20];

/// Eight players, the best four of whom go on to a second stage.
fn two_stages() -> Desk {
    let stages = json!([{"rounds": 1, "advance": {"best": 4}}, {"rounds": 1}]);
    let mut desk = briefed(8, &json!({"stages": stages, "format": "ring", "winners": 1}));
    play(&mut desk, 1, &PAYS);
    desk
}

#[test]
fn b13_g13_a_player_of_the_house_who_leaves_has_no_rank_where_forfeits_rank_last() {
    let mut desk = briefed(7, &json!({"forfeits": "last", "rounds": 3}));
    play(&mut desk, 1, &PAYS);
    desk.done(&json!({"do": "substitute", "player": {"name": "House"}, "why": "an empty seat"}));
    play(&mut desk, 2, &PAYS);
    desk.done(&json!({"do": "withdraw", "number": 8, "why": "tired"}));
    desk.done(&json!({"do": "withdraw", "number": 7, "why": "tired too"}));
    assert_eq!((&row(&mut desk, 8)["rank"], &row(&mut desk, 7)["rank"]), (&Value::Null, &json!(7)));
}

#[test]
fn x20_whoever_goes_on_begins_the_next_stage_with_nothing() {
    let mut desk = two_stages();
    begin(&mut desk, 2);
    for number in [1, 2, 5, 6] {
        assert_eq!(row(&mut desk, number)["games"], 0, "player {number} has not played in the second stage");
    }
    for number in [3, 4, 7, 8] {
        assert_eq!(row(&mut desk, number)["games"], 1, "player {number} is shown with the first stage");
    }
}

#[test]
fn x20_whoever_leaves_is_shown_with_the_stage_in_which_they_played_last() {
    let stages = json!([{"rounds": 1, "advance": {"best": 4}}, {"rounds": 2}]);
    let mut desk = briefed(8, &json!({"stages": stages, "format": "random", "winners": 1}));
    play(&mut desk, 1, &PAYS);
    let best: Vec<u64> = desk.done(&json!({"do": "ask", "what": "standings"}))["standings"].as_array().unwrap()[..4]
        .iter()
        .map(|row| row["number"].as_u64().unwrap())
        .collect();
    let [before, after] = [best[0], best[3]].map(|number| u32::try_from(number).unwrap());
    let first = row(&mut desk, before);
    begin(&mut desk, 2);
    desk.done(&json!({"do": "withdraw", "number": before, "why": "home"}));
    let left = row(&mut desk, before);
    assert_eq!(
        (&left["games"], &left["total"]),
        (&json!(1), &first["total"]),
        "nothing was played in the second stage"
    );
    let racks = sums(&json!(best), &[20, 10, 5, 0]);
    let racks: Vec<Value> = racks.as_array().unwrap().iter().filter(|rack| rack["number"] != before).cloned().collect();
    desk.done(&json!({"do": "result", "round": 2, "table": 1, "ended": "out", "racks": racks}));
    desk.done(&json!({"do": "withdraw", "number": after, "why": "home"}));
    let left = row(&mut desk, after);
    assert_eq!((&left["games"], &left["total"]), (&json!(1), &json!("15")), "the second stage counts");
}

#[test]
fn x20_those_who_lose_a_play_off_for_the_next_stage_rank_by_it() {
    let stages = json!([{"rounds": 1, "advance": {"best": 4}}, {"rounds": 1}]);
    let mut desk = briefed(12, &json!({"stages": stages, "format": "ring"}));
    play(&mut desk, 1, &PAYS);
    let refused = desk.refused(&json!({"do": "seat", "round": 2}), "ties-open");
    let tied: Vec<u32> = serde_json::from_value(refused["ties"][0]["numbers"].clone()).unwrap();
    assert_eq!((refused["ties"][0]["rank"].clone(), tied.len()), (json!(4), 3));
    desk.done(&json!({"do": "play-off"}));
    let order = json!([tied[1], tied[2], tied[0]]);
    desk.done(&json!({"do": "result", "play_off": 4, "table": 1, "ended": "out", "racks": sums(&order, &[0, 3, 9])}));
    begin(&mut desk, 2);
    assert_eq!((&row(&mut desk, tied[2])["rank"], &row(&mut desk, tied[0])["rank"]), (&json!(5), &json!(6)));
}

#[test]
fn f13_every_key_that_ranks_is_a_column_of_the_standings() {
    let table = |keys: Value| {
        let mut desk = briefed(4, &json!({"keys": keys, "rounds": 1, "co_winners": "share"}));
        let seating = begin(&mut desk, 1);
        let racks = sums(&seating["tables"][0]["players"], &[5, 5, 10, 20]);
        desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "pool", "racks": racks}));
        Listing::of(List::Standings, desk.0.tournament().unwrap()).to_csv(',')
    };
    let usual = table(json!(["wins", "average"]));
    assert_eq!(usual.lines().next(), Some("rank,number,name,school,wins,average,total,games,status,provisional"));
    let all = table(json!(["least-lost", "wins", "best-game", "won-total"]));
    let rows: Vec<&str> = all.lines().collect();
    assert!(rows[0].ends_with(",provisional,best_game,won_total,lost_total"), "{all}");
    assert!(rows[1].ends_with(",0,10,10,0") && rows[4].ends_with(",0,-15,0,-15"), "{all}");
    let mut before = briefed(4, &json!({"keys": ["best-game"]}));
    begin(&mut before, 1);
    let none = Listing::of(List::Standings, before.0.tournament().unwrap()).to_csv(',');
    assert!(none.lines().nth(1).unwrap().ends_with(",present,0,"), "no game, no best one: {none}");
}
