//! People are forgotten after the tournament: names, schools and texts go from the log, results stay by number.

mod common;

use common::{Desk, begin, sums};
use serde_json::{Value, json};
use trinta_tournament::{Entry, Log, LogError};

/// Texts that must be gone afterwards.
const SECRETS: [&str; 14] = [
    "Silva",
    "陳大文",
    "Lopes",
    "Reis",
    "Nunes",
    "North College",
    "South College",
    "Ms Lei",
    "Wong",
    "Nana",
    "asthma",
    "talked to Bea",
    "phone of Ana",
    "Rosa Pereira",
];

/// A tournament of one round with everything that can name somebody.
fn finished() -> Desk {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Spring cup", "date": "2017-01-18", "set": {"rounds": 1, "winners": 1}}));
    desk.done(&json!({"do": "add", "id": "from Silva", "players": [
        {"name": "Ana Silva", "school": "North College"}, {"name": "陳大文", "school": "South College"},
        {"name": "Bea Lopes", "school": "South College"}, {"name": "Caio Reis"}, {"name": "Davi Nunes", "school": "North College"},
        {"name": "Eva Silva", "school": "South College"}, {"name": "Fio Silva", "school": "North College"}, {"name": "Gil Silva"},
    ]}));
    desk.done(&json!({"do": "numbers", "how": "spread"}));
    desk.done(&json!({"do": "details", "venue": "Hall", "notice": "Rosa Pereira lost a jacket"}));
    desk.done(&json!({"do": "judges", "judges": [{"table": 1, "name": "Ms Lei"}]}));
    desk.done(&json!({"do": "staff", "staff": [{"name": "Wong", "task": "escorts Nunes"}]}));
    desk.done(&json!({"do": "claim", "table": 1, "device": "phone of Ana", "by": "judge"}));
    desk.done(&json!({"do": "show", "number": 1, "public_name": "Nana"}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    desk.done(&json!({"do": "briefing"}));
    let seating = begin(&mut desk, 1);
    desk.done(&json!({"do": "warn", "number": 2, "why": "noise"}));
    desk.done(&json!({"do": "warn", "number": 2, "why": "talked to Bea"}));
    desk.done(&json!({"do": "incident", "kind": "medical", "number": 3, "note": "asthma spray of Bea Lopes"}));
    desk.done(&json!({"do": "call", "round": 1, "table": 1, "why": "Reis asks"}));
    desk.done(&json!({"do": "pause", "round": 1, "table": 1, "at": "10:30"}));
    let escorted = &seating["tables"][0]["players"][0];
    desk.done(&json!({"do": "escort", "round": 1, "table": 1, "number": escorted, "name": "Wong", "by": "staff"}));
    desk.done(&json!({"do": "resume", "round": 1, "table": 1, "at": "10:31"}));
    for (table, pays) in seating["tables"].as_array().unwrap().iter().zip([[0, 5, 20, 30], [0, 1, 2, 3]]) {
        let racks = sums(&table["players"], &pays);
        desk.done(&json!({"do": "result", "round": 1, "table": table["table"], "ended": "out", "racks": racks}));
    }
    desk.done(&json!({"do": "protest", "round": 1, "table": 1, "why": "Lopes says so"}));
    desk.done(&json!({"do": "rule", "case": 1, "decision": "dismiss", "by": "head-judge", "why": "Lopes was wrong"}));
    desk.done(&json!({"do": "finish"}));
    desk
}

/// The rows of the standings without the names.
fn results(desk: &mut Desk) -> Vec<Value> {
    let rows = desk.done(&json!({"do": "ask", "what": "standings"}))["standings"].clone();
    let mut rows = rows.as_array().unwrap().clone();
    for row in &mut rows {
        row.as_object_mut().unwrap().remove("name");
    }
    rows
}

#[test]
fn after_the_end_people_are_forgotten_and_results_stay_by_number() {
    let mut desk = finished();
    let before = results(&mut desk);
    let old: Vec<Entry> = desk.0.entries().to_vec();
    assert!(SECRETS.iter().all(|secret| serde_json::to_string(&old).unwrap().contains(secret)));
    let reply = desk.0.answer(r#"{"do":"forget"}"#, || unreachable!());
    assert!(reply.rewritten, "the whole log must be kept anew");
    let text = serde_json::to_string(desk.0.entries()).unwrap();
    for secret in SECRETS {
        assert!(!text.contains(secret), "{secret}");
    }
    assert!(text.contains("noise"), "a point of the code of conduct names nobody");
    assert!(text.contains("\"do\":\"forget\""), "the log says that it was done");
    assert_eq!(results(&mut desk), before);
    assert_eq!(desk.0.verify(), Ok(()), "deciding again gives the same events, schools apart included");
    let reopened = Log::open(desk.0.entries().to_vec()).unwrap();
    assert_eq!(reopened.tournament(), desk.0.tournament());
    let view = desk.done(&json!({"do": "ask", "what": "view", "as": "organiser"})).to_string();
    assert!(SECRETS.iter().all(|secret| !view.contains(secret)));
    desk.refused(&json!({"do": "forget"}), "finished");

    let mut kept = old;
    kept.extend(reply.entry);
    assert_eq!(
        Log::open(kept).unwrap().verify(),
        Err(LogError::NotErased { seq: 2 }),
        "a log that was only appended to"
    );
}

#[test]
fn a_text_that_was_left_blank_stays_blank_and_the_log_still_verifies() {
    let mut desk = briefed_and(|desk| {
        desk.done(&json!({"do": "show", "number": 1, "public_name": "Nana"}));
        desk.done(&json!({"do": "show", "number": 1, "public_name": " "}));
        desk.done(&json!({"do": "details", "notice": "Lunch"}));
        desk.done(&json!({"do": "details", "notice": ""}));
        desk.done(&json!({"do": "incident", "kind": "medical", "number": 3, "note": ""}));
        desk.done(&json!({"do": "postpone", "why": "rain"}));
        desk.done(&json!({"do": "continue", "why": "  "}));
    });
    desk.done(&json!({"do": "postpone", "why": "for good"}));
    desk.done(&json!({"do": "forget"}));
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn a_blank_school_is_no_school_before_and_after() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"team_best": 1}}));
    let schools = ["", " ", "North", "", "North", "South", "", "South"];
    let people: Vec<Value> = (0..8).map(|at| json!({"name": format!("P{at}"), "school": schools[at]})).collect();
    desk.done(&json!({"do": "add", "players": people}));
    desk.done(&json!({"do": "numbers", "how": "spread"}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    desk.done(&json!({"do": "briefing"}));
    desk.done(&json!({"do": "postpone", "why": "for good"}));
    let teams = |desk: &mut Desk| desk.done(&json!({"do": "ask", "what": "teams"}))["teams"].as_array().unwrap().len();
    assert_eq!(teams(&mut desk), 2);
    desk.done(&json!({"do": "forget"}));
    assert_eq!(teams(&mut desk), 2);
    assert_eq!(desk.0.verify(), Ok(()));
}

/// A tournament before its first round, with something said besides.
fn briefed_and(say: impl FnOnce(&mut Desk)) -> Desk {
    let mut desk = common::briefed(4, &json!({}));
    say(&mut desk);
    desk
}

#[test]
fn people_are_forgotten_only_after_the_end_or_a_postponement_and_by_the_organiser() {
    let mut desk = common::briefed(4, &json!({}));
    desk.refused(&json!({"do": "forget"}), "not-finished");
    desk.refused(&json!({"do": "forget", "by": "judge"}), "role");
    desk.done(&json!({"do": "postpone", "why": "typhoon"}));
    desk.done(&json!({"do": "forget"}));
    desk.refused(&json!({"do": "continue"}), "finished");
    assert_eq!(desk.0.verify(), Ok(()));
}
