//! Taking entries back, second results as cases, and tables that are played at the server.

mod common;

use common::{Desk, begin, briefed, play, sums};
use serde_json::{Value, json};
use trinta_dice::Dice;
use trinta_tournament::{Entry, Log, LogError, Role, Seat, Tournament, Viewer};

fn newest(desk: &Desk) -> u64 {
    desk.0.entries().len() as u64
}

/// The log opened again from what would be on disk.
fn reopened(desk: &Desk) -> Log {
    let lines: Vec<String> = desk.0.entries().iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
    let entries: Vec<Entry> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    Log::open(entries).unwrap()
}

#[test]
fn an_entry_that_nothing_rests_on_is_taken_back() {
    let mut desk = briefed(8, &json!({}));
    let before = desk.0.tournament().unwrap().people().clone();
    desk.done(&json!({"do": "withdraw", "number": 3, "why": "unwell"}));
    let seq = newest(&desk);
    desk.done(&json!({"do": "details", "venue": "Gym"}));
    let answer = desk.done(&json!({"do": "undo", "seq": seq}));
    assert_eq!(answer["seq"], seq);
    let tournament = desk.0.tournament().unwrap();
    assert_eq!((tournament.people(), tournament.venue()), (&before, Some("Gym")), "only that one is gone");
    let log = desk.done(&json!({"do": "ask", "what": "log"}));
    assert_eq!((&log["log"][4]["undone"], &log["log"][5]["undone"]), (&json!(true), &Value::Null));
    desk.refused(&json!({"do": "undo", "seq": seq}), "status");
    desk.refused(&json!({"do": "undo", "seq": 99}), "unknown");
    desk.refused(&json!({"do": "undo", "seq": 0}), "unknown");
    assert_eq!(desk.0.verify(), Ok(()));
    assert_eq!(reopened(&desk).tournament(), desk.0.tournament());
}

#[test]
fn what_others_rest_on_stays_until_they_are_taken_back_themselves() {
    let mut desk = briefed(8, &json!({}));
    begin(&mut desk, 1);
    // 5 is `seat`, 6 `publish`, 7 `start`.
    let refused = desk.refused(&json!({"do": "undo", "seq": 6}), "needed-later");
    assert_eq!(refused["seq"], 7, "a round starts after it is published");
    desk.refused(&json!({"do": "undo", "seq": 5}), "needed-later");
    desk.refused(&json!({"do": "undo", "seq": 3}), "needed-later");
    desk.done(&json!({"do": "undo", "seq": 7}));
    assert!(!desk.0.tournament().unwrap().has_started(1));
    desk.done(&json!({"do": "undo", "seq": 6}));
    desk.refused(&json!({"do": "publish", "round": 2}), "not-seated");
    desk.done(&json!({"do": "publish", "round": 1}));
    desk.done(&json!({"do": "start", "round": 1}));
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn step_by_step_the_way_back_is_offered_also_past_a_seating() {
    let mut desk = briefed(8, &json!({}));
    begin(&mut desk, 1);
    // `start`, `publish`, `seat`, `briefing`.
    for seq in [7, 6, 5, 4] {
        assert_eq!(desk.0.undoable(Role::Organiser, 5).first().map(|one| one.seq), Some(seq));
        desk.done(&json!({"do": "undo", "seq": seq}));
    }
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn some_entries_stay_whatever_comes_after_them() {
    let mut desk = briefed(4, &json!({"rounds": 1, "winners": 1}));
    desk.done(&json!({"do": "printed", "what": ["cards"], "address": "http://10.0.0.7:3930"}));
    let printed = newest(&desk);
    desk.done(&json!({"do": "details", "venue": "Gym"}));
    desk.done(&json!({"do": "undo", "seq": newest(&desk)}));
    for seq in [1, printed, newest(&desk)] {
        desk.refused(&json!({"do": "undo", "seq": seq}), "not-undoable");
    }
    play(&mut desk, 1, &[0, 5, 20, 30]);
    desk.done(&json!({"do": "finish"}));
    desk.refused(&json!({"do": "undo", "seq": newest(&desk)}), "finished");
}

#[test]
fn signatures_and_protests_keep_the_result_they_are_about() {
    let mut desk = briefed(8, &json!({}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    let players = desk.0.tournament().unwrap().table(1, 1).unwrap().players.clone();
    let racks = sums(&json!(players), &[0, 6, 20, 30]);
    let correct = json!({"do": "correct", "round": 1, "table": 1, "ended": "out", "racks": racks, "why": "misread"});
    desk.done(&correct);
    let corrected = newest(&desk);
    desk.done(&json!({"do": "sign", "round": 1, "table": 1, "numbers": players}));
    desk.refused(&json!({"do": "undo", "seq": corrected}), "needed-later");
    desk.done(&json!({"do": "undo", "seq": newest(&desk)}));
    desk.done(&json!({"do": "protest", "round": 1, "table": 1, "why": "no"}));
    let protest = newest(&desk);
    desk.refused(&json!({"do": "undo", "seq": corrected}), "needed-later");
    desk.done(&json!({"do": "protest", "round": 1, "table": 2, "why": "no"}));
    desk.refused(&json!({"do": "undo", "seq": protest}), "needed-later");
    desk.done(&json!({"do": "undo", "seq": newest(&desk)}));
    desk.done(&json!({"do": "undo", "seq": protest}));
    desk.done(&json!({"do": "undo", "seq": corrected}));
    let stored = &desk.0.tournament().unwrap().table(1, 1).unwrap().results().next().unwrap().racks;
    assert!(stored.iter().any(|rack| rack.sum == Some(5)), "the first result stands again");
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn a_ruling_is_taken_back_by_the_head_judge() {
    let mut desk = briefed(8, &json!({}));
    begin(&mut desk, 1);
    desk.done(&json!({"do": "rule", "number": 2, "decision": "disqualify", "by": "head-judge", "why": "cheated"}));
    let seq = newest(&desk);
    desk.refused(&json!({"do": "undo", "seq": seq}), "role");
    assert!(desk.0.undoable(Role::Organiser, 5).iter().all(|one| one.seq != seq));
    assert_eq!(desk.0.undoable(Role::HeadJudge, 5)[0].seq, seq);
    desk.done(&json!({"do": "undo", "seq": seq, "by": "head-judge"}));
    assert_eq!(desk.0.tournament().unwrap().people().present().len(), 8);
}

#[test]
fn the_preview_of_an_undo_shows_who_would_stand_where() {
    let mut desk = briefed(4, &json!({"rounds": 1}));
    play(&mut desk, 1, &[0, 5, 20, 30]);
    let seq = newest(&desk);
    let preview = desk.done(&json!({"do": "ask", "what": "what-if", "command": {"do": "undo", "seq": seq}}));
    assert_eq!(preview["standings"].as_array().unwrap().len(), 4);
    desk.refused(&json!({"do": "ask", "what": "what-if", "command": {"do": "undo", "seq": 1}}), "not-undoable");
}

#[test]
fn a_second_result_is_a_case_and_makes_its_players_provisional() {
    let mut desk = briefed(8, &json!({}));
    let seating = begin(&mut desk, 1);
    let players = seating["tables"][0]["players"].clone();
    let result =
        |pays: &[u32]| json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": sums(&players, pays)});
    let conflict = |result: Value| json!({"do": "conflict", "round": 1, "table": 1, "result": result, "device": "phone", "by": "judge"});
    desk.refused(&conflict(result(&[0, 6, 20, 30])), "no-result");
    desk.done(&result(&[0, 5, 20, 30]));
    desk.refused(&conflict(result(&[0, 5, 20, 30])), "status");
    desk.refused(&conflict(json!({"do": "publish", "round": 1})), "malformed");
    desk.refused(&conflict(json!({"do": "result", "round": 1, "table": 2, "ended": "out", "racks": []})), "malformed");
    desk.refused(&json!({"do": "conflict", "round": 1, "table": 1, "game": 9, "result": {"do": "result", "round": 1, "table": 1, "game": 9, "ended": "out", "racks": []}}), "unknown");
    assert_eq!(desk.done(&conflict(result(&[0, 6, 20, 30])))["case"], 1);
    let cases = desk.done(&json!({"do": "ask", "what": "cases"}));
    assert_eq!((&cases["cases"][0]["kind"], &cases["cases"][0]["device"]), (&json!("conflict"), &json!("phone")));
    let provisional =
        |desk: &Desk| desk.0.tournament().unwrap().standings().rows.iter().filter(|row| row.provisional).count();
    assert_eq!(provisional(&desk), 4);
    desk.refused(
        &json!({"do": "rule", "case": 1, "decision": "disqualify", "by": "head-judge", "why": "x"}),
        "malformed",
    );
    desk.done(&json!({"do": "rule", "case": 1, "decision": "uphold", "by": "head-judge", "why": "the sheet says 6"}));
    assert_eq!(provisional(&desk), 0);
    let sum = |desk: &Desk| {
        desk.0
            .tournament()
            .unwrap()
            .table(1, 1)
            .unwrap()
            .results()
            .next()
            .unwrap()
            .racks
            .iter()
            .filter_map(|rack| rack.sum)
            .sum::<u32>()
    };
    assert_eq!(sum(&desk), 56, "the other result takes the place of the stored one");
    desk.done(&conflict(result(&[0, 7, 20, 30])));
    desk.done(&json!({"do": "rule", "case": 2, "decision": "dismiss", "by": "head-judge", "why": "stays"}));
    assert_eq!(sum(&desk), 56);
    assert_eq!(desk.0.verify(), Ok(()));
    assert_eq!(reopened(&desk).tournament(), desk.0.tournament());
}

#[test]
fn a_table_is_online_from_before_its_first_result_on() {
    let mut desk = briefed(8, &json!({}));
    let online = |table: u32, on: bool| json!({"do": "online", "round": 1, "table": table, "on": on});
    desk.refused(&online(1, true), "not-seated");
    desk.done(&json!({"do": "seat", "round": 1}));
    desk.refused(&online(3, true), "unknown");
    desk.done(&online(1, true));
    desk.done(&json!({"do": "seat", "round": 1}));
    assert_eq!(desk.0.tournament().unwrap().hall().online().count(), 0, "others may sit there now");
    desk.done(&online(1, true));
    desk.done(&online(2, true));
    desk.done(&online(2, false));
    desk.done(&json!({"do": "publish", "round": 1}));
    desk.done(&json!({"do": "start", "round": 1, "at": "10:20"}));
    let tournament = desk.0.tournament().unwrap();
    assert_eq!(tournament.hall().online().collect::<Vec<_>>(), [Seat { round: 1, table: 1 }]);
    let players = tournament.table(1, 1).unwrap().players.clone();
    let view = serde_json::to_value(tournament.view(&Viewer::Public)).unwrap();
    assert_eq!(view["rounds"][0]["tables"][0]["online"], true);
    let racks = sums(&json!(players), &[0, 5, 20, 30]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
    desk.refused(&online(1, false), "result-exists");
}

#[test]
fn the_board_says_since_when_a_table_is_in_its_state() {
    let mut desk = briefed(8, &json!({}));
    let seating = begin(&mut desk, 1);
    let table = |desk: &Desk| {
        let view = serde_json::to_value(desk.0.view(&Viewer::Organiser).unwrap()).unwrap();
        let table = view["rounds"][0]["tables"][0].clone();
        (table["status"].as_str().unwrap().to_owned(), table["since"].as_str().unwrap_or("-").to_owned())
    };
    let is = |desk: &Desk, status: &str, since: &str| assert_eq!(table(desk), (status.to_owned(), since.to_owned()));
    is(&desk, "playing", "10:20:00");
    desk.done(&json!({"do": "pause", "round": 1, "table": 1, "at": "10:30"}));
    is(&desk, "paused", "10:30:00");
    desk.done(&json!({"do": "resume", "round": 1, "table": 1, "at": "10:32"}));
    is(&desk, "playing", "10:32:00");
    desk.done(&json!({"do": "step", "round": 1, "table": 1, "step": "end", "at": "10:40"}));
    is(&desk, "counting", "10:40:00");
    let racks = sums(&seating["tables"][0]["players"], &[0, 5, 20, 30]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks, "at": "10:42"}));
    is(&desk, "final", "10:42:00");
    desk.done(&json!({"do": "protest", "round": 1, "table": 1, "why": "no", "at": "10:43"}));
    is(&desk, "flagged", "10:42:00");
    assert_eq!(reopened(&desk).tournament(), desk.0.tournament(), "the times come from the log");
}

/// A tournament with commands of all kinds, most of them possible at the moment.
fn random_command(desk: &Desk, dice: &mut Dice) -> Value {
    let tournament = desk.0.tournament().unwrap();
    let round = tournament.newest_started();
    let number = 1 + dice.below(12);
    let table = 1 + dice.below(3);
    let entries = desk.0.entries().len();
    match dice.below(20) {
        0..=4 => json!({"do": "undo", "seq": 1 + entries - dice.below(6.min(entries))}),
        5 => json!({"do": "undo", "seq": dice.below(entries + 2), "by": "head-judge"}),
        6 => json!({"do": "warn", "number": number, "why": "noise"}),
        7 => json!({"do": "withdraw", "number": number, "why": "unwell"}),
        8 => json!({"do": "pause", "round": round, "table": table, "at": "10:30"}),
        9 => json!({"do": "resume", "round": round, "table": table, "at": "10:31"}),
        10 => json!({"do": "call", "round": round, "table": table}),
        11 => json!({"do": "protest", "round": round, "table": table, "why": "no"}),
        12 => json!({"do": "rule", "case": 1 + dice.below(2), "decision": "dismiss", "by": "head-judge", "why": "no"}),
        13 => json!({"do": "draw", "for": "start", "round": round, "table": table}),
        14 => json!({"do": "annul", "round": round, "table": table, "why": "alarm"}),
        15 => {
            let step = ["seat", "publish", "start"][dice.below(3)];
            json!({"do": step, "round": round + 1})
        }
        _ => next_step(tournament, round, dice),
    }
}

fn next_step(tournament: &Tournament, round: u32, dice: &mut Dice) -> Value {
    let (tables, draws) = tournament.missing(round);
    if let Some(table) = dice.pick(&draws) {
        return json!({"do": "draw", "round": round, "table": table});
    }
    if let Some(table) = dice.pick(&tables) {
        let racks = sums(&json!(tournament.table(round, table).unwrap().players), &[0, 7, 7, 9]);
        return json!({"do": "result", "round": round, "table": table, "ended": "out", "racks": racks});
    }
    let state = tournament.round(round + 1).map(|next| next.state);
    let step = match state {
        None => "seat",
        Some(trinta_tournament::RoundState::Proposed) => "publish",
        Some(_) => "start",
    };
    json!({"do": step, "round": round + 1})
}

/// The state that folding only the entries that were not taken back gives. What was taken back still counts for chance.
fn folded_without_the_undone(log: &Log) -> Tournament {
    let undone: Vec<u64> = log
        .entries()
        .iter()
        .filter(|entry| entry.command["do"] == "undo")
        .map(|entry| entry.command["seq"].as_u64().unwrap())
        .collect();
    let mut folded: Option<Tournament> = None;
    for entry in log.entries().iter().filter(|entry| !undone.contains(&entry.seq)) {
        for event in &entry.events {
            match &mut folded {
                Some(tournament) => tournament.apply(event).unwrap(),
                None => folded = Some(Tournament::create(event).unwrap()),
            }
        }
    }
    folded.unwrap()
}

#[test]
fn an_undo_leaves_the_state_without_that_entry_and_replay_equals_live() {
    let mut undone = 0;
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let format = ["ring", "no-repeat", "swiss"][dice.below(3)];
        let mut desk = briefed(12, &json!({"format": format}));
        for step in 0..60 {
            let line = random_command(&desk, &mut dice);
            let done = desk.say(&line)["ok"] == true;
            if done && line["do"] == "undo" {
                undone += 1;
                let folded = folded_without_the_undone(&desk.0);
                let live = desk.0.tournament().unwrap();
                assert_eq!(live.standings(), folded.standings(), "seed {seed}, step {step}");
                assert_eq!(
                    (live.people(), live.cases()),
                    (folded.people(), folded.cases()),
                    "seed {seed}, step {step}"
                );
                let states = |tournament: &Tournament| {
                    let round = tournament.newest_started();
                    let tables = tournament.rounds().iter().map(|round| (round.state, round.stale, round.tables.len()));
                    (round, tables.collect::<Vec<_>>(), tournament.hall().calls().len(), tournament.missing(round))
                };
                assert_eq!(states(live), states(&folded), "seed {seed}, step {step}");
            }
            let offered = if step % 10 == 0 { desk.0.undoable(Role::HeadJudge, 3) } else { Vec::new() };
            for offered in offered {
                let preview = json!({"do": "ask", "what": "what-if", "command": {"do": "undo", "seq": offered.seq, "by": "head-judge"}});
                desk.done(&preview);
            }
        }
        assert_eq!(reopened(&desk).tournament(), desk.0.tournament(), "seed {seed}");
        assert_eq!(desk.0.verify(), Ok(()), "seed {seed}");
    }
    assert!(undone > 200, "{undone} entries were taken back");
}

#[test]
fn a_log_with_an_undo_that_was_never_allowed_does_not_verify() {
    let mut desk = briefed(8, &json!({}));
    begin(&mut desk, 1);
    let mut entries = desk.0.entries().to_vec();
    let event = serde_json::from_value(json!({"event": "hall", "hall": "undone", "seq": 6})).unwrap();
    let command = json!({"do": "undo", "seq": 6}).as_object().unwrap().clone();
    let seq = entries.len() as u64 + 1;
    entries.push(Entry { seq, by: Role::Organiser, at: None, why: None, command, events: vec![event] });
    let log = Log::open(entries).unwrap();
    assert!(matches!(log.verify(), Err(LogError::Refused { seq: 8, .. })), "{:?}", log.verify());
}

#[test]
fn names_are_erased_also_where_entries_were_taken_back() {
    let mut desk = briefed(4, &json!({"rounds": 1, "winners": 1}));
    begin(&mut desk, 1);
    desk.done(&json!({"do": "warn", "number": 1, "why": "Secret text"}));
    desk.done(&json!({"do": "undo", "seq": newest(&desk), "why": "Secret reason"}));
    let players = desk.0.tournament().unwrap().table(1, 1).unwrap().players.clone();
    let racks = sums(&json!(players), &[0, 5, 20, 30]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
    desk.done(&json!({"do": "finish"}));
    desk.done(&json!({"do": "forget"}));
    assert!(!serde_json::to_string(desk.0.entries()).unwrap().contains("Secret"));
    assert_eq!(desk.0.verify(), Ok(()));
}
