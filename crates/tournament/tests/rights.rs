//! Who may do what: the table of docs/tournament.md, each command by each role.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::{Desk, begin, briefed, play, sums};
use serde_json::{Value, json};
use trinta_tournament::{Command, HallCommand};

const ROLES: [&str; 4] = ["organiser", "head-judge", "judge", "staff"];

/// The rows of the table: the command or the special case, and whether each role may.
fn table() -> BTreeMap<String, [bool; 4]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tournament.md");
    let text = fs::read_to_string(path).unwrap();
    let section = text.split("\n## Rights").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let may = [1, 2, 3, 4].map(|at| match cells[at] {
            "yes" => true,
            "no" => false,
            other => panic!("{line}: {other}"),
        });
        (cells[0].replace('`', ""), may)
    })
    .collect()
}

/// A tournament in its first round, with a result at table 1 and a pause at table 2.
fn hall() -> Desk {
    let mut desk = briefed(12, &json!({}));
    let seating = begin(&mut desk, 1);
    let racks = sums(&seating["tables"][0]["players"], &[0, 5, 20, 30]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
    desk
}

fn example(command: &str) -> Value {
    let racks = json!([{"number": 1, "sum": 0}, {"number": 2, "sum": 5}]);
    let game = json!({"round": 1, "table": 1});
    let result = json!({"round": 1, "table": 2, "ended": "out", "racks": racks});
    let fields = match command {
        "new" => json!({"title": "Cup", "date": "2017-01-18"}),
        "add" => json!({"players": [{"name": "Ana"}]}),
        "numbers" => json!({"how": "draw"}),
        "check-in" => json!({"numbers": "all"}),
        "admit" | "withdraw" | "re-enter" | "warn" | "enter-late" => json!({"number": 1}),
        "substitute" => json!({"player": {"name": "Ana"}}),
        "sit-out" => json!({"date": 1, "numbers": [1]}),
        "seat" | "publish" | "start" => json!({"round": 2}),
        "annul-round" => json!({"round": 1}),
        "redeal" => {
            json!({"round": 1, "table": 2, "number": 5, "tiles": "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 b1"})
        }
        "result" | "correct" => result,
        "result with a rack pushed over" => {
            json!({"round": 1, "table": 2, "ended": "out", "racks": [{"number": 5, "pushed": true}]})
        }
        "rule" => json!({"number": 1, "decision": "disqualify"}),
        "play-off with an order" => json!({"rank": 1, "order": [1]}),
        "printed" => json!({"what": ["cards"], "address": "http://10.0.0.7:3930"}),
        "judges" => json!({"judges": [{"table": 1, "name": "Lei"}]}),
        "staff" => json!({"staff": [{"name": "Wong"}]}),
        "claim" => json!({"table": 1, "device": "phone"}),
        "show" => json!({"number": 1, "as": "number"}),
        "step" => json!({"round": 1, "table": 2, "step": "shuffle"}),
        "incident" => json!({"kind": "other"}),
        "sign" => json!({"round": 1, "table": 1, "numbers": [1]}),
        "answer-call" => json!({"call": 1}),
        "escort" => json!({"round": 1, "table": 1, "number": 1}),
        "undo" => json!({"seq": 2}),
        "conflict" => {
            json!({"round": 1, "table": 1, "result": {"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}})
        }
        "online" => json!({"round": 1, "table": 2, "on": true}),
        "draw" | "annul" | "pause" | "resume" | "protest" | "call" | "dismiss" => game,
        "briefing" | "play-off" | "finish" | "details" | "postpone" | "continue" | "forget" => json!({}),
        other => panic!("an example of {other} is missing"),
    };
    let mut line = json!({"do": command.split(' ').next().unwrap(), "why": "because", "at": "10:30"});
    line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    line
}

#[test]
fn every_command_by_every_role_is_as_the_table_of_rights_says() {
    let table = table();
    for name in Command::NAMES.iter().chain(&HallCommand::NAMES) {
        assert!(table.contains_key(*name), "docs/tournament.md: who may `{name}`?");
    }
    let special = [
        "correct once the next round has started",
        "draw that replaces a decided one",
        "undo of what the head judge gave",
    ];
    for (command, may) in table.iter().filter(|(command, _)| !special.contains(&command.as_str())) {
        for (role, may) in ROLES.into_iter().zip(may) {
            let mut desk = if command == "new" { Desk::default() } else { hall() };
            let mut line = example(command);
            line["by"] = json!(role);
            let answer = desk.say(&line);
            assert_ne!(answer["error"]["code"], "malformed", "{line}: {answer}");
            assert_eq!(answer["error"]["code"] != "role", *may, "{command} by {role}: {answer}");
        }
    }
    for case in special {
        assert_eq!(table[case], [false, true, false, false], "{case}");
    }
}

#[test]
fn some_commands_become_the_head_judges_by_what_has_happened() {
    for role in ROLES {
        let code = if role == "head-judge" { Value::Null } else { json!("role") };
        let mut desk = briefed(8, &json!({}));
        play(&mut desk, 1, &[0, 5, 5, 30]);
        for table in [1, 2] {
            desk.done(&json!({"do": "draw", "round": 1, "table": table}));
        }
        let entrants: Vec<u32> = desk
            .0
            .tournament()
            .unwrap()
            .table(1, 1)
            .unwrap()
            .draw
            .as_ref()
            .unwrap()
            .entrants()
            .iter()
            .map(|number| number.0)
            .collect();
        let tiles: BTreeMap<String, &str> = entrants.iter().map(ToString::to_string).zip(["r9", "k12"]).collect();
        let replaced =
            desk.say(&json!({"do": "draw", "round": 1, "table": 1, "tiles": tiles, "why": "miscounted", "by": role}));
        assert_eq!(replaced["error"]["code"], code, "{role}: {replaced}");
        let players = json!(desk.0.tournament().unwrap().table(1, 1).unwrap().players);
        begin(&mut desk, 2);
        let racks = sums(&players, &[0, 6, 20, 30]);
        let corrected = desk.say(&json!({"do": "correct", "round": 1, "table": 1, "ended": "out", "racks": racks, "why": "misread", "by": role}));
        assert_eq!(corrected["error"]["code"], code, "{role}: {corrected}");
        desk.done(&json!({"do": "rule", "number": 1, "decision": "disqualify", "why": "cheated", "by": "head-judge"}));
        let seq = desk.0.entries().len();
        let undone = desk.say(&json!({"do": "undo", "seq": seq, "by": role}));
        assert_eq!(undone["error"]["code"], code, "{role}: {undone}");
    }
}

#[test]
fn whoever_has_no_role_gives_no_command() {
    let mut desk = hall();
    for nobody in ["player", "public", "parent"] {
        desk.refused(&json!({"do": "call", "round": 1, "table": 1, "by": nobody}), "malformed");
    }
}
