//! Every code of the contract, each with a clear message, and with state and log unchanged.

mod common;

use common::{Desk, begin, briefed, sums};
use serde_json::{Value, json};

/// The codes of the contract.
const CODES: [&str; 39] = [
    "bad-json",
    "unknown-command",
    "malformed",
    "no-event",
    "event-exists",
    "finished",
    "role",
    "reason",
    "unknown",
    "bad-setting",
    "closed",
    "barred",
    "no-briefing",
    "status",
    "started",
    "not-started",
    "not-seated",
    "not-published",
    "stale",
    "impossible",
    "too-few",
    "bad-seating",
    "results-missing",
    "result-exists",
    "no-result",
    "wrong-players",
    "bad-tile",
    "too-many-tiles",
    "bad-sum",
    "contradiction",
    "tiles-needed",
    "ended",
    "no-draw",
    "no-right",
    "paused",
    "not-paused",
    "rounds-over",
    "cases-open",
    "ties-open",
];

fn nothing() -> Desk {
    Desk::default()
}

fn made() -> Desk {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"capacity": 8}}));
    desk.done(&json!({"do": "add", "players": (1..=9).map(|n| json!({"name": format!("P{n}")})).collect::<Vec<_>>()}));
    desk
}

fn withdrawn() -> Desk {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18"}));
    desk.done(&json!({"do": "add", "players": [{"name": "Ana"}, {"name": "Bea"}]}));
    desk.done(&json!({"do": "withdraw", "number": 2, "why": "unwell"}));
    desk.done(&json!({"do": "check-in", "numbers": [1]}));
    desk
}

fn ready() -> Desk {
    briefed(8, &json!({}))
}

fn one_barred() -> Desk {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18"}));
    desk.done(&json!({"do": "add", "players": (1..=9).map(|n| json!({"name": format!("P{n}")})).collect::<Vec<_>>()}));
    desk.done(&json!({"do": "check-in", "numbers": [1, 2, 3, 4, 5, 6, 7, 8]}));
    desk.done(&json!({"do": "briefing"}));
    desk.done(&json!({"do": "seat", "round": 1}));
    desk
}

fn admitted_late() -> Desk {
    let mut desk = one_barred();
    desk.done(&json!({"do": "admit", "number": 9, "by": "head-judge", "why": "bus"}));
    desk
}

fn playing() -> Desk {
    let mut desk = ready();
    begin(&mut desk, 1);
    desk
}

fn paused() -> Desk {
    let mut desk = playing();
    desk.done(&json!({"do": "pause", "round": 1, "table": 1, "at": "10:30"}));
    desk
}

fn one_result() -> Desk {
    let mut desk = playing();
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": sums(&json!([1, 2, 3, 4]), &[0, 1, 2, 3])}));
    desk
}

fn nearly_all_gone() -> Desk {
    let mut desk = playing();
    for number in [1, 2, 3] {
        desk.done(&json!({"do": "withdraw", "number": number, "why": "unwell"}));
    }
    desk
}

/// The only round of an event with one winner, tied by a game in which all were equal.
fn tied() -> Desk {
    let mut desk = briefed(4, &json!({"rounds": 1, "winners": 1}));
    begin(&mut desk, 1);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "pool", "racks": sums(&json!([1, 2, 3, 4]), &[5, 5, 9, 9])}));
    desk
}

fn with_a_case() -> Desk {
    let mut desk = tied();
    desk.done(&json!({"do": "protest", "round": 1, "table": 1, "why": "miscounted"}));
    desk
}

fn finished() -> Desk {
    let mut desk = tied();
    desk.done(&json!({"do": "play-off", "rank": 1, "order": [2, 1], "by": "head-judge", "why": "agreed"}));
    desk.done(&json!({"do": "finish"}));
    desk
}

fn five() -> Desk {
    briefed(5, &json!({}))
}

fn hk() -> Desk {
    let mut desk = briefed(4, &json!({"edition": "hk", "rules": {}}));
    begin(&mut desk, 1);
    desk
}

fn result(racks: &Value) -> Value {
    json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks})
}

/// A result of table 1 with player 1 out and another rack for player 2.
fn with_rack(rack: &Value) -> Value {
    let mut second = rack.clone();
    second["number"] = json!(2);
    result(&json!([{"number": 1, "tiles": ""}, second, {"number": 3, "sum": 5}, {"number": 4, "sum": 5}]))
}

/// What is refused, from which state, with which fields besides code and message.
type Case = (&'static str, fn() -> Desk, Value, Value);

fn cases() -> Vec<Case> {
    let fine = result(
        &json!([{"number": 1, "sum": 0}, {"number": 2, "sum": 1}, {"number": 3, "sum": 2}, {"number": 4, "sum": 3}]),
    );
    let mut pushed = with_rack(&json!({"pushed": true}));
    pushed["by"] = json!("judge");
    let mut pool = fine.clone();
    pool["ended"] = json!("pool");
    let dealt = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 *";
    let redeal = json!({"do": "redeal", "round": 1, "table": 1, "number": 1, "tiles": dealt});
    let finish = json!({"do": "finish"});
    vec![
        ("unknown-command", nothing, json!({"do": "fly"}), json!({})),
        ("unknown-command", nothing, json!({"round": 1}), json!({})),
        ("malformed", made, json!({"do": "seat"}), json!({})),
        ("malformed", made, json!({"do": "seat", "round": "one"}), json!({})),
        ("malformed", made, json!({"do": "seat", "round": 1, "rounds": 1}), json!({})),
        ("malformed", made, json!({"do": "seat", "round": 1, "by": "player"}), json!({})),
        ("malformed", made, json!({"do": "seat", "round": 1, "at": "25:00"}), json!({})),
        ("malformed", made, json!({"do": "add", "players": []}), json!({})),
        ("malformed", made, json!({"do": "add", "players": [{"name": " "}]}), json!({})),
        ("malformed", nothing, json!({"do": "new", "title": "Cup", "date": "2017-02-29"}), json!({})),
        ("malformed", nothing, json!({"do": "new", "title": "Cup", "date": "2017-01-18", "seed": "xyz"}), json!({})),
        ("malformed", playing, with_rack(&json!({})), json!({})),
        ("malformed", playing, with_rack(&json!({"sum": 3, "opend": false})), json!({})),
        ("malformed", playing, json!({"do": "redeal", "round": 1, "table": 1, "number": 1, "tiles": "r1"}), json!({})),
        ("malformed", playing, json!({"do": "pause", "round": 1, "table": 1}), json!({})),
        ("malformed", paused, json!({"do": "resume", "round": 1, "table": 1, "at": "10:29"}), json!({})),
        (
            "malformed",
            with_a_case,
            json!({"do": "rule", "case": 1, "decision": "disqualify", "by": "head-judge", "why": "x"}),
            json!({}),
        ),
        ("no-event", nothing, json!({"do": "briefing"}), json!({})),
        ("no-event", nothing, json!({"do": "ask", "what": "standings"}), json!({})),
        ("event-exists", made, json!({"do": "new", "title": "Cup", "date": "2017-01-18"}), json!({})),
        ("finished", finished, json!({"do": "warn", "number": 1, "why": "noise"}), json!({})),
        ("role", ready, json!({"do": "seat", "round": 1, "by": "judge"}), json!({})),
        ("role", one_barred, json!({"do": "admit", "number": 9, "why": "bus"}), json!({})),
        ("role", playing, pushed, json!({})),
        ("reason", ready, json!({"do": "withdraw", "number": 1}), json!({})),
        ("reason", ready, json!({"do": "withdraw", "number": 1, "why": "  "}), json!({})),
        ("reason", ready, json!({"do": "seat", "round": 1, "tables": [[1, 2, 3, 4], [5, 6, 7, 8]]}), json!({})),
        ("unknown", ready, json!({"do": "withdraw", "number": 9, "why": "unwell"}), json!({"field": "number"})),
        ("unknown", ready, json!({"do": "seat", "round": 4}), json!({"field": "round"})),
        ("unknown", playing, json!({"do": "protest", "round": 1, "table": 3, "why": "x"}), json!({"field": "table"})),
        (
            "unknown",
            playing,
            json!({"do": "annul", "round": 1, "table": 1, "game": 2, "why": "x"}),
            json!({"field": "game"}),
        ),
        (
            "unknown",
            playing,
            json!({"do": "rule", "case": 1, "decision": "dismiss", "by": "head-judge", "why": "x"}),
            json!({"field": "case"}),
        ),
        ("unknown", tied, json!({"do": "draw", "play_off": 1}), json!({"field": "play_off"})),
        ("malformed", nothing, json!({"do": "new", "title": "Cup", "date": "2017-01-18", "preset": "fide"}), json!({})),
        (
            "bad-setting",
            nothing,
            json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"rounds": 0}}),
            json!({"field": "rounds"}),
        ),
        (
            "bad-setting",
            nothing,
            json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"tables": 4}}),
            json!({"field": "tables"}),
        ),
        ("closed", ready, json!({"do": "add", "players": [{"name": "Late"}]}), json!({})),
        ("closed", ready, json!({"do": "briefing"}), json!({})),
        ("closed", ready, json!({"do": "numbers", "how": "draw"}), json!({})),
        ("barred", one_barred, json!({"do": "check-in", "numbers": [9]}), json!({})),
        ("no-briefing", made, json!({"do": "seat", "round": 1}), json!({})),
        ("status", withdrawn, json!({"do": "check-in", "numbers": [2]}), json!({})),
        ("status", one_barred, json!({"do": "warn", "number": 9, "why": "noise"}), json!({})),
        ("status", ready, json!({"do": "admit", "number": 1, "by": "head-judge", "why": "bus"}), json!({})),
        ("started", playing, json!({"do": "seat", "round": 1}), json!({})),
        ("started", playing, json!({"do": "start", "round": 1}), json!({})),
        ("not-started", ready, fine.clone(), json!({})),
        ("not-started", one_barred, json!({"do": "ask", "what": "moves", "round": 1}), json!({})),
        ("not-started", ready, json!({"do": "seat", "round": 2}), json!({})),
        ("not-seated", ready, json!({"do": "publish", "round": 1}), json!({})),
        ("not-seated", ready, json!({"do": "ask", "what": "seating", "round": 1}), json!({})),
        ("not-published", one_barred, json!({"do": "start", "round": 1}), json!({})),
        ("stale", admitted_late, json!({"do": "publish", "round": 1}), json!({})),
        ("impossible", five, json!({"do": "seat", "round": 1}), json!({})),
        ("too-few", nearly_all_gone, result(&json!([{"number": 4, "sum": 1}])), json!({"tables": [1]})),
        (
            "bad-seating",
            ready,
            json!({"do": "seat", "round": 1, "tables": [[1, 2, 3, 4], [5, 6, 7]], "why": "x"}),
            json!({}),
        ),
        (
            "bad-seating",
            ready,
            json!({"do": "seat", "round": 1, "tables": [[1, 2, 3, 4, 5], [6, 7, 8]], "why": "x"}),
            json!({}),
        ),
        ("results-missing", one_result, json!({"do": "seat", "round": 2}), json!({"round": 1, "tables": [2]})),
        ("results-missing", one_result, finish.clone(), json!({"round": 1, "tables": [2]})),
        ("result-exists", one_result, fine.clone(), json!({})),
        ("no-result", playing, json!({"do": "protest", "round": 1, "table": 1, "why": "x"}), json!({})),
        (
            "wrong-players",
            playing,
            result(&json!([{"number": 1, "sum": 0}, {"number": 2, "sum": 1}, {"number": 5, "sum": 2}])),
            json!({"missing": [3, 4], "extra": [5]}),
        ),
        ("bad-tile", playing, with_rack(&json!({"tiles": "r14"})), json!({})),
        ("too-many-tiles", playing, with_rack(&json!({"tiles": "r5 r5 r5"})), json!({})),
        ("bad-sum", playing, with_rack(&json!({"sum": -1})), json!({})),
        ("bad-sum", playing, with_rack(&json!({"sum": 2.5})), json!({})),
        ("contradiction", playing, with_rack(&json!({"tiles": "r5", "sum": 6})), json!({"number": 2, "field": "sum"})),
        (
            "contradiction",
            playing,
            with_rack(&json!({"tiles": "r5", "opened": false, "could": true})),
            json!({"number": 2, "field": "could"}),
        ),
        (
            "contradiction",
            playing,
            with_rack(&json!({"tiles": "r5", "opened": false, "last_drawn": "r6"})),
            json!({"number": 2, "field": "last_drawn"}),
        ),
        ("tiles-needed", playing, with_rack(&json!({"sum": 40, "opened": false})), json!({"number": 2})),
        ("ended", playing, with_rack(&json!({"sum": 0})), json!({})),
        ("ended", playing, pool, json!({})),
        ("no-draw", one_result, json!({"do": "draw", "round": 1, "table": 1, "tiles": {"1": "r5"}}), json!({})),
        ("no-right", playing, redeal.clone(), json!({})),
        ("no-right", hk, redeal, json!({})),
        ("paused", paused, fine, json!({})),
        ("paused", paused, json!({"do": "pause", "round": 1, "table": 1, "at": "10:31"}), json!({})),
        ("not-paused", playing, json!({"do": "resume", "round": 1, "table": 1, "at": "10:31"}), json!({})),
        ("rounds-over", tied, json!({"do": "withdraw", "number": 1, "why": "unwell"}), json!({})),
        ("cases-open", with_a_case, finish.clone(), json!({"cases": [1]})),
        ("ties-open", tied, finish, json!({"ties": [{"rank": 1, "numbers": [1, 2]}]})),
    ]
}

#[test]
fn every_code_has_a_case_a_message_and_changes_nothing() {
    let mut seen = vec!["bad-json"];
    for (code, state, line, fields) in cases() {
        let mut desk = state();
        let before = format!("{:?}", desk.0);
        let error = desk.refused(&line, code);
        let message = error["message"].as_str().unwrap();
        assert!(message.len() > 5 && !message.ends_with('.') && !message.contains('\n'), "{line}: {message}");
        for (field, value) in fields.as_object().unwrap() {
            assert_eq!(error[field], *value, "{line}: {error}");
        }

        assert_eq!(format!("{:?}", desk.0), before, "state and log after {line}");
        seen.push(code);
    }
    for code in CODES {
        assert!(seen.contains(&code), "no case for {code}");
    }
}

#[test]
fn a_line_that_is_no_object_is_refused() {
    let mut desk = made();
    let entries = desk.0.entries().len();
    for line in ["", "nonsense", "[1]", "7", "{\"do\":\"seat\"", "\"seat\"", "{\"do\":\"seat\"} {}", "\u{0}"] {
        let reply = desk.0.answer(line, || "00ff".parse().unwrap());
        let answer = serde_json::to_value(reply.answer).unwrap();
        assert_eq!(answer["error"]["code"], "bad-json", "{line}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
    let not_utf8 =
        desk.0.answer_bytes(b"{\"do\":\"add\",\"players\":[{\"name\":\"An\xff\"}]}", || "00ff".parse().unwrap());
    assert_eq!(serde_json::to_value(not_utf8.answer).unwrap()["error"]["code"], "bad-json");
    assert_eq!(desk.0.entries().len(), entries);
}

#[test]
fn a_wrong_field_is_named() {
    let mut desk = playing();
    for (line, expected) in [
        (json!({"do": "withdraw", "number": 2.5, "why": "x"}), "number: invalid type"),
        (json!({"do": "check-in", "numbers": "ALL"}), "numbers: this is a list of numbers, or \"all\""),
        (json!({"do": "add", "players": [{"name": "Ana", "age": 9}]}), "players: unknown field `age`"),
        (json!({"do": "add", "players": [{"school": "North"}]}), "players: missing field `name`"),
        (json!({"do": "seat", "round": 2, "tables": 3, "why": "x"}), "tables: invalid type"),
        (json!({"do": "ask", "what": "seating", "round": "two"}), "round: invalid type"),
        (json!({"do": "incident", "kind": "other", "number": [], "note": "x"}), "number: invalid type"),
        (json!({"do": "start", "round": 1, "at": 10}), "at: invalid type"),
        (json!({"do": "start"}), "missing field `round`"),
        (json!({"do": "start", "round": 1, "opend": true}), "unknown field `opend`"),
    ] {
        let message = desk.refused(&line, "malformed")["message"].as_str().unwrap().to_owned();
        assert!(message.starts_with(expected), "{line}: {message}");
    }
}

#[test]
fn a_number_that_nothing_can_have_is_unknown_and_not_malformed() {
    let mut desk = playing();
    for huge in ["9223372036854775808", "-9223372036854775809", "10000000000000000000000000"] {
        for (line, code) in [
            (r#"{"do":"seat","round":#}"#, "unknown"),
            (r#"{"do":"withdraw","number":#,"why":"x"}"#, "unknown"),
            (r#"{"do":"ask","what":"where","number":#}"#, "unknown"),
            (r#"{"do":"seat","round":2.5}"#, "malformed"),
            (r#"{"do":"result","round":1,"table":1,"ended":"out","racks":[{"number":#,"sum":0}]}"#, "wrong-players"),
        ] {
            let answer = desk.0.answer(&line.replace('#', huge), || "00ff".parse().unwrap()).answer;
            let answer = serde_json::to_value(answer).unwrap();
            assert_eq!(answer["error"]["code"], code, "{line} with {huge}: {answer}");
        }
    }
}

#[test]
fn a_tie_that_does_not_exist_is_unknown_also_while_results_are_missing() {
    let mut desk = playing();
    let ruling = |rank: u32| json!({"do": "play-off", "rank": rank, "order": [1], "by": "head-judge", "why": "x"});
    assert_eq!(desk.refused(&ruling(9), "unknown")["field"], "play_off");
    desk.refused(&ruling(1), "results-missing");
}

#[test]
fn a_correction_of_a_play_off_is_malformed_whoever_asks_for_it() {
    let mut desk = tied();
    let correction = json!({"do": "correct", "play_off": 1, "table": 1, "ended": "out", "racks": []});
    desk.refused(&correction, "malformed");
}

#[test]
fn the_first_fault_is_answered() {
    let mut desk = playing();
    // Form before role, role before reason, reason before what does not exist, that before the state, players before tiles.
    desk.refused(&json!({"do": "withdraw", "by": "judge", "number": 99, "size": 1}), "malformed");
    desk.refused(&json!({"do": "withdraw", "by": "judge", "number": 99}), "role");
    desk.refused(&json!({"do": "withdraw", "number": 99}), "reason");
    desk.refused(&json!({"do": "seat", "round": 9, "tables": [[1]], "why": "x"}), "unknown");
    desk.refused(
        &json!({"do": "redeal", "round": 2, "table": 1, "game": 9, "number": 1, "tiles": "r1 ".repeat(14)}),
        "unknown",
    );
    let racks = json!([{"number": 1, "tiles": "x"}, {"number": 5, "tiles": ""}]);
    desk.refused(
        &json!({"do": "result", "round": 2, "table": 1, "game": 2, "ended": "out", "racks": racks}),
        "unknown",
    );
    let racks = json!([{"number": 1, "tiles": "x"}, {"number": 5, "tiles": ""}]);
    desk.refused(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}), "wrong-players");
    let racks = json!([{"number": 1, "tiles": "x"}, {"number": 2, "sum": -1}, {"number": 3, "tiles": "r1", "sum": 2}, {"number": 4, "sum": 1}]);
    desk.refused(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}), "bad-tile");
    let racks = json!([{"number": 1, "sum": 1}, {"number": 2, "sum": 1.5}, {"number": 3, "tiles": "r1", "sum": 2}, {"number": 4, "sum": 1}]);
    desk.refused(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}), "bad-sum");
    let mut pushed = with_rack(&json!({"pushed": true}));
    pushed["round"] = json!(9);
    desk.refused(&pushed, "role");
}
