//! The past and what may come: earlier states, effects of commands before they are given, chances, statistics.

mod common;

use std::collections::BTreeSet;

use common::{Desk, begin, briefed, play, sums};
use serde_json::{Value, json};
use trinta_dice::Dice;
use trinta_tournament::{Ended, Event, GameId, GameResult, Number, ScoredRack, Tournament};

#[test]
fn any_past_moment_can_be_asked_about_and_is_as_it_was() {
    let mut desk = briefed(8, &json!({}));
    let question = json!({"do": "ask", "what": "view", "as": "organiser"});
    let mut then: Vec<(usize, Option<Tournament>, Value)> = Vec::new();
    for round in 1..=2 {
        play(&mut desk, round, &[0, 5, 20, 30]);
        let answer = desk.done(&question);
        then.push((desk.0.entries().len(), desk.0.tournament().cloned(), answer));
    }
    desk.done(&json!({"do": "warn", "number": 1, "why": "noise"}));
    for (seq, state, answer) in then {
        assert_eq!(desk.0.state_after(seq as u64).unwrap(), state);
        let mut past = question.clone();
        past["seq"] = json!(seq);
        assert_eq!(desk.done(&past), answer);
        let log = desk.done(&json!({"do": "ask", "what": "log", "seq": seq}))["log"].clone();
        assert_eq!(log.as_array().unwrap().len(), seq);
    }
    let end = desk.0.entries().len();
    assert_eq!(desk.refused(&json!({"do": "ask", "what": "players", "seq": end + 1}), "unknown")["field"], "seq");
    desk.refused(&json!({"do": "ask", "what": "players", "seq": 0}), "unknown");
    desk.refused(&json!({"do": "ask", "what": "players", "seq": "all"}), "malformed");
}

#[test]
fn x19_the_effect_of_a_correction_is_shown_before_it_is_made() {
    let mut desk = briefed(8, &json!({}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    desk.done(&json!({"do": "seat", "round": 2}));
    let correct = json!({"do": "correct", "round": 1, "table": 1, "ended": "out", "why": "recount",
        "racks": sums(&json!([1, 2, 3, 4]), &[0, 25, 20, 30])});
    let before = desk.0.tournament().cloned();
    let effect = desk.done(&json!({"do": "ask", "what": "what-if", "command": correct}));
    assert_eq!(desk.0.tournament().cloned(), before, "nothing is changed");
    assert_eq!((&effect["answer"]["seating"], &effect["answer"]["was"]["2"]), (&json!("stale"), &json!("-5")));
    let changed: Vec<&Value> = effect["standings"].as_array().unwrap().iter().map(|row| &row["number"]).collect();
    assert_eq!(changed.len(), effect["standings"].as_array().unwrap().len());
    let second = effect["standings"].as_array().unwrap().iter().find(|row| row["number"] == 2).unwrap();
    assert_eq!((&second["total"], &second["was"]["total"]), (&json!("-25"), &json!("-5")));
    assert_eq!(effect["seatings"][0]["round"], 2);
    let promised = effect["seatings"][0]["tables"].clone();

    assert_eq!(desk.done(&correct)["seating"], "stale");
    let rows = desk.done(&json!({"do": "ask", "what": "standings"}))["standings"].clone();
    for row in effect["standings"].as_array().unwrap() {
        let now = rows.as_array().unwrap().iter().find(|now| now["number"] == row["number"]).unwrap();
        assert_eq!((&now["rank"], &now["total"]), (&row["rank"], &row["total"]));
    }
    assert_eq!(desk.done(&json!({"do": "seat", "round": 2}))["tables"], promised);

    desk.refused(&json!({"do": "ask", "what": "what-if", "command": {"do": "finish"}}), "results-missing");
    desk.refused(&json!({"do": "ask", "what": "what-if", "command": {"do": "dance"}}), "unknown-command");
    desk.refused(&json!({"do": "ask", "what": "what-if"}), "malformed");
}

/// Every way in which a game can end, as far as wins matter, each with small and with large losses.
fn endings(players: &[Number]) -> Vec<GameResult> {
    let mut all = Vec::new();
    for winner in players {
        for large in 0..1_u32 << players.len() {
            let pays = |(at, number): (usize, &Number)| -> i64 {
                if number == winner {
                    0
                } else if large >> at & 1 == 1 {
                    200
                } else {
                    1
                }
            };
            let won: i64 = players.iter().enumerate().map(pays).sum();
            let rack = |(at, number): (usize, &Number)| {
                let wins = number == winner;
                let score = if wins { won } else { -pays((at, number)) };
                let whole = trinta_core::Score::whole;
                ScoredRack {
                    number: *number,
                    tiles: None,
                    sum: None,
                    opened: true,
                    pushed: false,
                    verdict: None,
                    score: whole(score),
                    wins: whole(i64::from(wins)),
                    winner: wins,
                }
            };
            all.push(GameResult { ended: Ended::Out, racks: players.iter().enumerate().map(rack).collect() });
        }
    }
    all
}

/// Plays a round that has started to its end in every way, and calls back with each end.
fn every_end(tournament: &Tournament, seen: &mut impl FnMut(&Tournament)) {
    let round = tournament.newest_started();
    let (tables, _) = tournament.missing(round);
    let Some(&table) = tables.first() else { return seen(tournament) };
    let players = tournament.table(round, table).unwrap().players.clone();
    for result in endings(&players) {
        let mut after = tournament.clone();
        after.apply(&Event::Scored { game: GameId { round, table, game: 1 }, result }).unwrap();
        every_end(&after, seen);
    }
}

#[test]
fn n9_nobody_who_can_still_win_is_called_out_and_nobody_who_can_miss_it_certain() {
    let (mut out, mut certain) = (0, 0);
    for seed in 0..12 {
        let mut dice = Dice::new(seed);
        let winners = 1 + dice.below(4);
        let rounds = 2 + dice.below(2) as u32;
        let format = ["random", "ring"][dice.below(2)];
        let set = json!({"rounds": rounds, "winners": winners, "format": format});
        let mut desk = briefed(8 - dice.below(2), &set);
        for round in 1..=rounds {
            let seating = begin(&mut desk, round);
            // In the last round one table is in, so that one is left to be tried out in every way.
            let tables = seating["tables"].as_array().unwrap();
            let played = if round == rounds { dice.below(2) } else { tables.len() };
            for table in &tables[..played] {
                let mut players: Vec<Value> = table["players"].as_array().unwrap().clone();
                let winner = dice.below(players.len());
                players.swap(0, winner);
                let pays = [0, 1 + dice.below(9) as u32, 10 + dice.below(9) as u32, 20 + dice.below(90) as u32];
                let racks = sums(&json!(players), &pays);
                desk.done(
                    &json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}),
                );
            }
            let moves = desk.0.tournament().unwrap().missing(round).1;
            assert!(moves.is_empty(), "all losses differ");
        }
        let now = desk.0.tournament().unwrap();
        let (mut reached, mut missed) = (BTreeSet::new(), BTreeSet::new());
        every_end(now, &mut |end| {
            let standings = end.standings();
            let tied: BTreeSet<Number> =
                standings.open_ties.iter().flat_map(|tie| tie.numbers.iter().copied()).collect();
            for row in &standings.rows {
                let inside = row.rank.unwrap() as usize <= winners;
                if inside {
                    reached.insert(row.number);
                }
                if !inside || tied.contains(&row.number) {
                    missed.insert(row.number);
                }
            }
        });
        for chance in now.chances() {
            let number = chance.number;
            assert!(chance.possible || !reached.contains(&number), "seed {seed}: {number} can still win");
            assert!(!chance.certain || !missed.contains(&number), "seed {seed}: {number} can still miss it");
            out += usize::from(!chance.possible);
            certain += usize::from(chance.certain);
        }
    }
    assert!(out > 10 && certain > 0, "{out} called out, {certain} certain");
}

#[test]
fn n9_wins_decide_who_is_out_before_the_last_round() {
    let mut desk = briefed(16, &json!({"rounds": 3, "winners": 4, "format": "swiss"}));
    let chances = |desk: &mut Desk, field: &str| -> usize {
        let rows = desk.done(&json!({"do": "ask", "what": "chances"}))["chances"].clone();
        rows.as_array().unwrap().iter().filter(|row| row[field] == true).count()
    };
    assert_eq!((chances(&mut desk, "possible"), chances(&mut desk, "certain")), (16, 0));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    play(&mut desk, 2, &[0, 5, 20, 30]);
    assert_eq!(chances(&mut desk, "possible"), 16, "four tables are left to be won by the four who have won nothing");
    play(&mut desk, 3, &[0, 5, 20, 30]);
    assert_eq!(chances(&mut desk, "possible"), chances(&mut desk, "certain"));
    assert_eq!(chances(&mut desk, "possible"), 4);
}

#[test]
fn statistics_of_players_and_schools_and_ratings() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"rounds": 2}}));
    desk.done(&json!({"do": "add", "players": [
        {"name": "A", "school": "North"}, {"name": "B", "school": "South"}, {"name": "C", "school": "North"}, {"name": "D"},
    ]}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    desk.done(&json!({"do": "briefing"}));
    begin(&mut desk, 1);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": [
        {"number": 1, "sum": 0}, {"number": 2, "sum": 5}, {"number": 3, "opened": false, "could": false}, {"number": 4, "sum": 7},
    ]}));
    desk.done(&json!({"do": "withdraw", "number": 4, "why": "ill"}));
    begin(&mut desk, 2);
    desk.done(&json!({"do": "result", "round": 2, "table": 1, "ended": "pool", "racks": sums(&json!([1, 2, 3]), &[10, 4, 9])}));
    let statistics = desk.done(&json!({"do": "ask", "what": "statistics"}));
    let of = |number: usize| statistics["players"][number - 1].clone();
    let first = of(1);
    let facts = |player: &Value, names: &[&str]| names.iter().map(|name| player[*name].clone()).collect::<Vec<_>>();
    assert_eq!(
        facts(&first, &["games", "wins", "total", "average", "best", "worst"]),
        [json!(2), json!("1"), json!("106"), json!("53"), json!("112"), json!("-6"),]
    );
    assert_eq!(facts(&first, &["went_out", "opened", "short_tables", "opponents", "repeats"]), [1, 2, 1, 3, 2]);
    assert_eq!(facts(&of(3), &["opened", "unopened", "games"]), [1, 1, 2]);
    assert_eq!(facts(&of(4), &["games", "opponents", "repeats"]), [1, 3, 0]);
    let rating = |number: usize| of(number)["rating"].as_i64().unwrap();
    assert!(rating(2) > rating(3), "one win and one third place beat one last place and one second");
    let north = &statistics["schools"][0];
    assert_eq!(
        facts(north, &["school", "players", "games", "wins", "total", "average", "best_rank"]),
        [json!("North"), json!(2), json!(4), json!("1"), json!("1"), json!("1/4"), json!(1),]
    );
    assert_eq!(statistics["schools"].as_array().unwrap().len(), 2, "who has no school is in none");
}
