//! Formats beyond one ring of rounds: stages, knock-out, leagues, schools, ranking keys, and players who join later.

mod common;

use common::{Desk, begin, briefed, sums};
use serde_json::{Value, json};
use trinta_tournament::{Entry, Log};

/// Plays a round in which the lower number of a table always is better.
fn play(desk: &mut Desk, round: u32, games: u32) -> Value {
    let seating = begin(desk, round);
    for table in seating["tables"].as_array().unwrap() {
        for game in 1..=games {
            let mut players: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
            players.sort_unstable();
            let racks = sums(&json!(players), &[0, 5, 10, 20]);
            desk.done(&json!({"do": "result", "round": round, "table": table["table"], "game": game, "ended": "out",
                "racks": racks}));
        }
    }
    seating
}

fn standings(desk: &mut Desk) -> Vec<Value> {
    desk.done(&json!({"do": "ask", "what": "standings"}))["standings"].as_array().unwrap().clone()
}

fn row(desk: &mut Desk, number: u32) -> Value {
    standings(desk).into_iter().find(|row| row["number"] == number).unwrap()
}

/// One table of four with a result of these sums, the first of whom is out.
fn one_game(desk: &mut Desk, round: u32, order: &[u32], left: &[u32]) {
    begin(desk, round);
    let racks = sums(&json!(order), left);
    desk.done(&json!({"do": "result", "round": round, "table": 1, "ended": "out", "racks": racks}));
}

#[test]
fn b14_a_game_of_three_may_count_four_thirds() {
    let mut desk = briefed(3, &json!({"normalise": "four-thirds", "rounds": 1}));
    one_game(&mut desk, 1, &[1, 2, 3], &[0, 6, 10]);
    assert_eq!((&row(&mut desk, 1)["total"], &row(&mut desk, 3)["total"]), (&json!("64/3"), &json!("-40/3")));
    let mut desk = briefed(4, &json!({"normalise": "four-thirds", "rounds": 1}));
    one_game(&mut desk, 1, &[1, 2, 3, 4], &[0, 6, 10, 1]);
    assert_eq!(row(&mut desk, 1)["total"], "17", "a game of four counts as it is");
}

#[test]
fn f13_the_total_of_won_games_only_is_a_key() {
    // P: +10, +10, −100; Q: +9, +8, −5, in games that others fill up.
    let place = |keys: Value| {
        let mut desk = briefed(4, &json!({"keys": keys, "rounds": 6, "format": "random"}));
        for (round, order, left) in [
            (1, [1, 3, 4, 2], [0, 5, 5, 0]),
            (2, [1, 3, 4, 2], [0, 5, 5, 0]),
            (3, [3, 1, 4, 2], [0, 100, 1, 0]),
            (4, [2, 3, 4, 1], [0, 4, 5, 0]),
            (5, [2, 3, 4, 1], [0, 4, 4, 0]),
            (6, [3, 2, 4, 1], [0, 5, 1, 0]),
        ] {
            begin(&mut desk, round);
            let missing = order[3];
            let racks: Value = sums(&json!(order), &left)
                .as_array()
                .unwrap()
                .iter()
                .map(|rack| if rack["number"] == missing { json!({"number": missing, "sum": 1}) } else { rack.clone() })
                .collect();
            desk.done(&json!({"do": "result", "round": round, "table": 1, "ended": "out", "racks": racks}));
        }
        (row(&mut desk, 1)["rank"].as_u64().unwrap(), row(&mut desk, 2)["rank"].as_u64().unwrap())
    };
    let (p, q) = place(json!(["wins", "total"]));
    assert!(q < p, "Q is ahead on the total");
    let (p, q) = place(json!(["wins", "won-total"]));
    assert!(p < q, "P is ahead on won games only");
}

#[test]
fn a_win_may_have_points_of_its_own() {
    let mut desk = briefed(4, &json!({"win_bonus": 100, "rounds": 1, "keys": ["total"]}));
    one_game(&mut desk, 1, &[1, 2, 3, 4], &[0, 6, 10, 1]);
    assert_eq!((&row(&mut desk, 1)["total"], &row(&mut desk, 2)["total"]), (&json!("117"), &json!("-6")));
}

#[test]
fn x03_e09_where_games_are_played_to_the_end_none_ends_by_time() {
    let mut desk = briefed(4, &json!({"time_up": "play-on"}));
    begin(&mut desk, 1);
    let racks = sums(&json!([1, 2, 3, 4]), &[3, 5, 10, 20]);
    let result = json!({"do": "result", "round": 1, "table": 1, "ended": "time", "racks": racks});
    desk.refused(&result, "ended");
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    desk.done(&result);
}

#[test]
fn g09_the_number_of_warnings_is_a_setting() {
    let mut desk = briefed(4, &json!({"warnings": 1}));
    let warn = json!({"do": "warn", "number": 1, "why": "noise"});
    assert_eq!(desk.done(&warn)["warnings"], 1);
    let again = desk.done(&warn);
    assert_eq!((&again["warnings"], &again["case"]), (&json!(1), &json!(1)));
}

#[test]
fn x20_the_best_go_on_to_the_next_stage_and_begin_anew() {
    let stages =
        json!([{"rounds": 2, "format": "random", "advance": {"best": 4}}, {"rounds": 1, "games_per_round": 2}]);
    let mut desk = briefed(16, &json!({"stages": stages, "play_off": "ranks", "winners": 1}));
    play(&mut desk, 1, 1);
    play(&mut desk, 2, 1);
    let before = standings(&mut desk);
    let best: Vec<u64> = before[..4].iter().map(|row| row["number"].as_u64().unwrap()).collect();
    let open = desk.done(&json!({"do": "ask", "what": "standings"}))["ties"].clone();
    if !open.as_array().unwrap().is_empty() {
        desk.refused(&json!({"do": "seat", "round": 3}), "ties-open");
        for tie in open.as_array().unwrap() {
            desk.done(&json!({"do": "play-off", "rank": tie["rank"], "order": tie["numbers"], "by": "head-judge",
                "why": "for the test"}));
        }
    }
    let seating = play(&mut desk, 3, 2);
    let mut seated: Vec<u64> = serde_json::from_value(seating["tables"][0]["players"].clone()).unwrap();
    seated.sort_unstable();
    assert_eq!((seating["tables"].as_array().unwrap().len(), seated.len()), (1, 4));
    assert!(seated.iter().filter(|number| best.contains(number)).count() >= 3);
    let rows = standings(&mut desk);
    assert_eq!((&rows[0]["number"], &rows[0]["wins"], &rows[0]["games"]), (&json!(seated[0]), &json!("2"), &json!(2)));
    assert!(rows[4..].iter().all(|row| row["out_after"] == 2 && row["games"] == 2));
    assert_eq!(rows[4]["rank"], 5, "whoever is cut ranks below those who went on");
    desk.done(&json!({"do": "finish"}));
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn x20_results_may_be_carried_over() {
    for (carry_over, wins, total, games) in [("none", "1", "35", 1), ("all", "2", "70", 2), ("half", "3/2", "105/2", 1)]
    {
        let stages = json!([{"rounds": 1, "advance": {"best": 4}}, {"rounds": 1, "carry_over": carry_over}]);
        let mut desk = briefed(4, &json!({"stages": stages, "keys": ["total"], "format": "random"}));
        play(&mut desk, 1, 1);
        play(&mut desk, 2, 1);
        let first = row(&mut desk, 1);
        assert_eq!((&first["wins"], &first["total"]), (&json!(wins), &json!(total)), "{carry_over}");
        assert_eq!(first["games"], games, "{carry_over}");
    }
}

#[test]
fn x20_a_tie_across_the_cut_of_a_stage_is_played_off() {
    let stages = json!([{"rounds": 1, "advance": {"best": 3}}, {"rounds": 1}]);
    let mut desk = briefed(8, &json!({"stages": stages, "format": "ring"}));
    let seating = begin(&mut desk, 1);
    for table in seating["tables"].as_array().unwrap() {
        let racks = sums(&table["players"], &[0, 5, 10, 20]);
        desk.done(&json!({"do": "result", "round": 1, "table": table["table"], "ended": "out", "racks": racks}));
    }
    // 1 and 5 have won; 2 and 6 are tied for the third place.
    let refused = desk.refused(&json!({"do": "seat", "round": 2}), "ties-open");
    assert_eq!(refused["ties"], json!([{"rank": 3, "numbers": [2, 6]}]));
    let opened = desk.done(&json!({"do": "play-off"}));
    assert_eq!(opened["play_offs"][0]["rank"], 3);
    desk.done(
        &json!({"do": "result", "play_off": 3, "table": 1, "ended": "out", "racks": sums(&json!([6, 2]), &[0, 9])}),
    );
    let seating = begin(&mut desk, 2);
    assert_eq!(seating["tables"], json!([{"table": 1, "players": [1, 5, 6]}]));
    let rank_of_2 = row(&mut desk, 2)["rank"].clone();
    desk.refused(&json!({"do": "withdraw", "number": 2, "why": "home"}), "status");
    assert_eq!(rank_of_2, 4, "the loser of the play-off is the best of the others");
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn x20_a_correction_before_the_next_stage_makes_its_seating_stale() {
    let stages = json!([{"rounds": 2, "format": "random", "advance": {"best": 4}}, {"rounds": 1}]);
    let mut desk = briefed(4, &json!({"stages": stages}));
    play(&mut desk, 1, 1);
    play(&mut desk, 2, 1);
    desk.done(&json!({"do": "seat", "round": 3}));
    let racks = sums(&json!([2, 1, 3, 4]), &[0, 5, 10, 20]);
    desk.done(&json!({"do": "correct", "round": 1, "table": 1, "ended": "out", "racks": racks, "why": "swapped",
        "by": "head-judge"}));
    desk.refused(&json!({"do": "publish", "round": 3}), "stale");
    desk.done(&json!({"do": "seat", "round": 3}));
    desk.done(&json!({"do": "publish", "round": 3}));
}

#[test]
fn in_a_knock_out_the_best_of_each_table_go_on() {
    let mut desk = briefed(16, &json!({"format": "knock-out", "move": 1, "rounds": 3, "winners": 1}));
    play(&mut desk, 1, 1);
    let moves = desk.done(&json!({"do": "ask", "what": "moves", "round": 1}));
    assert_eq!(moves["go_on"].as_array().unwrap().len(), 4);
    let seating = play(&mut desk, 2, 1);
    assert_eq!(seating["tables"].as_array().unwrap().len(), 1);
    desk.refused(&json!({"do": "seat", "round": 3}), "rounds-over");
    let rows = standings(&mut desk);
    assert_eq!((&rows[0]["rank"], &rows[0]["number"], &rows[4]["out_after"]), (&json!(1), &json!(1), &json!(1)));
    desk.done(&json!({"do": "finish"}));
}

#[test]
fn the_keys_of_the_ranking_choose_who_goes_on_from_a_table() {
    // The winner of most games has also left most points on the rack.
    let stages = json!([{"rounds": 1, "games_per_round": 3, "advance": {"per_table": 1}}, {"rounds": 1}]);
    let mut desk = briefed(8, &json!({"stages": stages, "keys": ["least-lost"], "format": "ring"}));
    begin(&mut desk, 1);
    for (game, order, left) in
        [(1, [1, 2, 3, 4], [0, 1, 9, 9]), (2, [1, 2, 3, 4], [0, 1, 9, 9]), (3, [2, 1, 3, 4], [0, 50, 9, 9])]
    {
        let racks = sums(&json!(order), &left);
        let answer = desk.done(&json!({"do": "result", "round": 1, "table": 1, "game": game, "ended": "out",
            "racks": racks}));
        if game == 3 {
            assert_eq!(answer["go_on"], json!([2]));
        }
    }
}

#[test]
fn interval_seating_spreads_the_strengths() {
    let mut desk = briefed(8, &json!({"format": "interval", "interval": 2, "rounds": 2, "keys": ["total"]}));
    play(&mut desk, 1, 1);
    let order: Vec<u64> = standings(&mut desk).iter().map(|row| row["number"].as_u64().unwrap()).collect();
    let seating = begin(&mut desk, 2);
    let first: Vec<u64> = serde_json::from_value(seating["tables"][0]["players"].clone()).unwrap();
    let places: Vec<usize> = first.iter().map(|n| order.iter().position(|m| m == n).unwrap()).collect();
    assert!(places.iter().sum::<usize>().abs_diff(14) <= 4, "neither the best nor the last are together: {places:?}");
}

#[test]
fn by_places_the_winners_meet_at_the_first_table() {
    let mut desk = briefed(16, &json!({"format": "places", "rounds": 2}));
    let seating = play(&mut desk, 1, 1);
    let place = |at: usize| -> Vec<u64> {
        let tables = seating["tables"].as_array().unwrap().iter();
        let mut players: Vec<u64> = tables
            .map(|table| {
                let mut players: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
                players.sort_unstable();
                players[at]
            })
            .collect();
        players.sort_unstable();
        players
    };
    let next = begin(&mut desk, 2);
    for at in 0..4 {
        let mut players: Vec<u64> = serde_json::from_value(next["tables"][at]["players"].clone()).unwrap();
        players.sort_unstable();
        assert_eq!(players, place(at));
    }
}

#[test]
fn in_a_league_the_best_dates_count() {
    let league = json!({"dates": 3, "rounds": 1, "best": 2});
    let mut desk = briefed(4, &json!({"league": league, "format": "random"}));
    one_game(&mut desk, 1, &[1, 2, 3, 4], &[0, 5, 10, 20]);
    one_game(&mut desk, 2, &[2, 1, 3, 4], &[0, 90, 10, 20]);
    desk.refused(&json!({"do": "sit-out", "date": 2, "numbers": [4]}), "started");
    desk.refused(&json!({"do": "sit-out", "date": 4, "numbers": [4]}), "unknown");
    desk.done(&json!({"do": "sit-out", "date": 3, "numbers": [4]}));
    one_game(&mut desk, 3, &[1, 2, 3], &[0, 5, 10]);
    let first = row(&mut desk, 1);
    assert_eq!((&first["wins"], &first["total"], &first["games"]), (&json!("2"), &json!("50"), &json!(2)));
    assert_eq!(row(&mut desk, 4)["games"], 2, "whoever misses a date is ranked by the others");
    assert!(row(&mut desk, 4)["rank"].is_u64());
}

#[test]
fn schools_are_ranked_by_their_best_players() {
    let mut desk = Desk::default();
    let set = json!({"team_best": 2, "rounds": 1});
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": set}));
    let school = |at: usize| ["North", "South", "North", "South", "North", "East", "South", "South"][at];
    let people: Vec<Value> = (0..8).map(|at| json!({"name": format!("P{at}"), "school": school(at)})).collect();
    desk.done(&json!({"do": "add", "players": people}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    desk.done(&json!({"do": "briefing"}));
    play(&mut desk, 1, 1);
    let teams = desk.done(&json!({"do": "ask", "what": "teams"}));
    let teams = teams["teams"].as_array().unwrap();
    assert_eq!(
        (&teams[0]["school"], &teams[0]["counted"], &teams[0]["wins"]),
        (&json!("North"), &json!([1, 5]), &json!("2"))
    );
    assert_eq!((&teams[1]["school"], &teams[1]["rank"]), (&json!("South"), &json!(2)));
    assert_eq!((&teams[2]["school"], &teams[2]["rank"]), (&json!("East"), &Value::Null), "one player is not two");
}

#[test]
fn a14_late_entries_and_re_entries_are_rulings() {
    let mut desk = briefed(7, &json!({"format": "random"}));
    play(&mut desk, 1, 1);
    let late = json!({"do": "enter-late", "player": {"name": "Late"}, "by": "head-judge", "why": "the ferry"});
    let mut by_organiser = late.clone();
    by_organiser["by"] = json!("organiser");
    desk.refused(&by_organiser, "role");
    desk.done(&json!({"do": "seat", "round": 2}));
    let entered = desk.done(&late);
    assert_eq!(
        (&entered["number"], &entered["status"], &entered["seating"]),
        (&json!(8), &json!("present"), &json!("stale"))
    );
    desk.refused(&json!({"do": "publish", "round": 2}), "stale");
    play(&mut desk, 2, 1);
    desk.done(&json!({"do": "withdraw", "number": 2, "why": "unwell"}));
    let again = desk.done(&json!({"do": "re-enter", "number": 2, "by": "head-judge", "why": "well again"}));
    assert_eq!(again["status"], "present");
    desk.refused(&json!({"do": "re-enter", "number": 2, "by": "head-judge", "why": "again"}), "status");
    play(&mut desk, 3, 1);
    desk.refused(&late, "rounds-over");
    assert_eq!(row(&mut desk, 8)["games"], 2);
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn b13_a_player_of_the_house_fills_a_seat_and_has_no_rank() {
    let mut desk = briefed(7, &json!({}));
    play(&mut desk, 1, 1);
    let house = desk.done(&json!({"do": "substitute", "player": {"name": "House"}, "why": "an empty seat"}));
    assert_eq!(house["number"], 8);
    let seating = begin(&mut desk, 2);
    assert_eq!(seating["short"], json!([]), "the ring has no empty seat any more");
    desk.refused(&json!({"do": "substitute", "player": {"name": "Another"}, "why": "no seat"}), "closed");
    let house = row(&mut desk, 8);
    assert_eq!((&house["rank"], &house["house"]), (&Value::Null, &json!(true)));
}

#[test]
fn g13_forfeits_may_be_ranked_last() {
    let mut desk = briefed(8, &json!({"forfeits": "last", "format": "random"}));
    play(&mut desk, 1, 1);
    desk.done(&json!({"do": "withdraw", "number": 1, "why": "home"}));
    assert_eq!(row(&mut desk, 1)["rank"], 8);
}

#[test]
fn logs_from_before_stages_existed_open_go_on_and_verify() {
    for text in [
        include_str!("logs/ring.jsonl"),
        include_str!("logs/swiss.jsonl"),
        include_str!("logs/no-repeat.jsonl"),
        include_str!("logs/random.jsonl"),
    ] {
        let entries: Vec<Entry> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let log = Log::open(entries).unwrap();
        assert_eq!(log.verify(), Ok(()));
        let mut desk = Desk(log);
        assert_eq!(desk.done(&json!({"do": "ask", "what": "standings"}))["complete"], true);
        desk.done(&json!({"do": "play-off"}));
        assert_eq!(desk.0.verify(), Ok(()));
    }
}
