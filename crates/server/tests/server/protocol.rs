//! `docs/protocol.md` against the code: every example is read by the type it is of, and no message is missing.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use trinta_core::{AnyWord, CommandError, Layout, Proposal, Settings, Table, Tiles, check_play};
use trinta_server::bodies::{
    AccountBody, AppointedView, CodeBody, FinishedGame, InviteBody, InviteView, JudgeBody, JudgeInvite, LoginBody,
    SeatedTable, ServerView, TableSummary, TurnView,
};
use trinta_table::Powers;
use trinta_table::wire::{
    ClientMessage, CreateTable, ErrorBody, JoinBody, JoinedView, JudgementView, NameBody, SeenTableEvent,
    ServerMessage, SessionView, TableCreated, see_fault,
};

const DOCUMENT: &str = include_str!("../../../../docs/protocol.md");

/// The examples of a kind: each line of each block that is marked with it.
fn examples(kind: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in DOCUMENT.lines() {
        if let Some(mark) = line.strip_prefix("```") {
            inside = mark == format!("json {kind}");
        } else if inside {
            found.push(line);
        }
    }
    assert!(!found.is_empty(), "docs/protocol.md has no example of {kind}");
    found
}

/// Reads an example and writes it again: it must say the same.
fn read<T: DeserializeOwned + Serialize>(text: &str) -> Value {
    let message: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let (written, example): (Value, Value) =
        (serde_json::to_value(message).unwrap(), serde_json::from_str(text).unwrap());
    // What an example leaves out is none.
    fn same(written: &Value, example: &Value) -> bool {
        match (written, example) {
            (Value::Object(written), Value::Object(example)) => {
                written.iter().all(|(key, value)| match example.get(key) {
                    Some(other) => same(value, other),
                    None => value.is_null(),
                }) && example.keys().all(|key| written.contains_key(key) || example[key].is_null())
            }
            (Value::Array(written), Value::Array(example)) => {
                written.len() == example.len() && written.iter().zip(example).all(|(one, other)| same(one, other))
            }
            _ => written == example,
        }
    }
    assert!(same(&written, &example), "{written}\nis not\n{example}");
    written
}

fn tags<T: DeserializeOwned + Serialize>(kind: &str, path: &[&str]) -> BTreeSet<String> {
    let tag = |text: &str| {
        let value = read::<T>(text);
        path.iter().try_fold(&value, |value, key| value.get(key)).and_then(Value::as_str).map(str::to_owned)
    };
    examples(kind).into_iter().filter_map(tag).collect()
}

/// The names of all variants of a tagged enum, as serde lists them when it meets one that it does not know.
fn all<T: DeserializeOwned>(unknown: &str) -> BTreeSet<String> {
    let Err(error) = serde_json::from_str::<T>(unknown) else { panic!("{unknown} is known") };
    let error = error.to_string();
    let list = error.split("expected one of ").nth(1).unwrap_or_else(|| panic!("{error}"));
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_message_has_an_example_that_the_server_understands() {
    assert_eq!(tags::<ClientMessage>("client", &["type"]), all::<ClientMessage>(r#"{"type":"?"}"#));
    let unknown = r#"{"type":"command","id":"a","version":1,"action":{"do":"?"}}"#;
    assert_eq!(tags::<ClientMessage>("client", &["action", "do"]), all::<ClientMessage>(unknown));
    assert_eq!(tags::<ServerMessage>("server", &["type"]), all::<ServerMessage>(r#"{"type":"?"}"#));
    assert_eq!(tags::<SeenTableEvent>("event", &["table"]), all::<SeenTableEvent>(r#"{"table":"?"}"#));
    let unknown = r#"{"table":"game","event":{"event":"?"}}"#;
    assert_eq!(tags::<SeenTableEvent>("event", &["event", "event"]), all::<SeenTableEvent>(unknown));
}

/// The faults of the refused play and of the judgement are those of a play whose second set has two tiles; a command that
/// a rule forbids is named and explained as the core does it.
#[test]
fn the_faults_of_the_examples_are_those_that_the_rules_report() {
    let settings = Settings::edition("hk").unwrap();
    let before = Table::read("r3 r4 r5".parse().unwrap()).unwrap();
    let (rack, after): (Tiles, Layout) = ("k7 r7".parse().unwrap(), "r3 r4 r5 | k7 r7".parse().unwrap());
    let proposal = Proposal { before: &before, rack: &rack, opened: true, after: &after };
    let error = check_play(&settings, &AnyWord, proposal).unwrap_err();
    let expected = serde_json::to_value(error.faults.iter().map(see_fault).collect::<Vec<_>>()).unwrap();
    let mut compared = 0;
    for text in examples("server") {
        let example: Value = serde_json::from_str(text).unwrap();
        for faults in [example.get("faults"), example.pointer("/judgement/faults")].into_iter().flatten() {
            assert_eq!(*faults, expected, "{text}");
            compared += 1;
        }
        let forbidden = CommandError::PoolNotEmpty;
        match example["rule"].as_str() {
            Some(rule) => assert_eq!((rule, &example["message"]), (forbidden.code(), &forbidden.to_string().into())),
            None if example["type"] == "refused" => assert_eq!(example["message"], error.to_string(), "{text}"),
            None => {}
        }
    }
    assert_eq!(compared, 2);
}

#[test]
fn every_body_has_an_example_that_the_server_understands() {
    fn check<T: DeserializeOwned + Serialize>(kind: &str) {
        for text in examples(kind) {
            read::<T>(text);
        }
    }
    check::<ErrorBody>("ErrorBody");
    check::<NameBody>("NameBody");
    check::<SessionView>("SessionView");
    check::<AccountBody>("AccountBody");
    check::<LoginBody>("LoginBody");
    check::<CreateTable>("CreateTable");
    check::<TableCreated>("TableCreated");
    check::<TableSummary>("TableSummary");
    check::<SeatedTable>("SeatedTable");
    check::<CodeBody>("CodeBody");
    check::<JoinBody>("JoinBody");
    check::<JoinedView>("JoinedView");
    check::<InviteBody>("InviteBody");
    check::<InviteView>("InviteView");
    check::<JudgeInvite>("JudgeInvite");
    check::<Powers>("Powers");
    check::<AppointedView>("AppointedView");
    check::<FinishedGame>("FinishedGame");
    check::<ServerView>("ServerView");
    check::<JudgeBody>("JudgeBody");
    check::<JudgementView>("JudgementView");
    check::<TurnView>("TurnView");
}
