//! `trinta tournament run`: lines in, answers out, and the event in a file.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, trinta_fed};
use serde_json::Value;

const SETUP: &str = r#"{"do":"new","title":"Cup","date":"2017-01-18","seed":"00ff"}
{"do":"add","players":[{"name":"Ana"},{"name":"Bea"},{"name":"Cat"},{"name":"Dan"}]}

{"do":"check-in","numbers":"all"}
{"do":"briefing"}
"#;

fn run(event: &Path, lines: &str) -> Ran {
    trinta_fed(&["tournament", "run", "--event", event.to_str().unwrap()], lines.as_bytes())
}

fn answers(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_line_is_answered_in_order_and_an_empty_one_is_skipped() {
    let lines = "[]\n{\"do\":\"dance\",\"id\":7}\n{\"do\":\"briefing\",\"opend\":1}\n{\"do\":\"briefing\"}\n";
    let ran = trinta_fed(&["tournament", "run"], format!("{lines}{SETUP}").as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let answers = answers(&ran);
    let codes: Vec<&str> = answers[..4].iter().map(|answer| answer["error"]["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["bad-json", "unknown-command", "malformed", "no-event"]);
    assert_eq!(answers[1]["id"], 7);
    assert_eq!(answers.len(), 8);
    assert!(answers[4..].iter().all(|answer| answer["ok"] == true));
}

#[test]
fn an_event_goes_on_where_its_file_ends() {
    let folder = tempfile::tempdir().unwrap();
    let event = folder.path().join("cup.event");
    assert_eq!(run(&event, SETUP).code, 0);
    // What a crash in the middle of a line left behind is dropped.
    let kept = fs::read_to_string(&event).unwrap();
    fs::write(&event, format!("{kept}{{\"seq\":5,\"by\":\"orga")).unwrap();
    let ran = run(&event, "{\"do\":\"ask\",\"what\":\"log\"}\n{\"do\":\"seat\",\"round\":1}\n");
    let answers = answers(&ran);
    assert_eq!(answers[0]["log"].as_array().unwrap().len(), 4);
    assert_eq!(answers[1]["tables"][0]["players"], serde_json::json!([1, 2, 3, 4]));
    let written = fs::read_to_string(&event).unwrap();
    assert!(written.starts_with(&kept) && written.lines().count() == 5, "{written}");
}

#[test]
fn the_commands_of_a_log_give_the_same_event_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first.event");
    let unseeded = SETUP.replace(r#","seed":"00ff""#, "") + "{\"do\":\"ask\",\"what\":\"log\"}\n";
    let log = answers(&run(&first, &unseeded)).pop().unwrap();
    let commands: String =
        log["log"].as_array().unwrap().iter().map(|entry| format!("{}\n", entry["command"])).collect();
    let second = folder.path().join("second.event");
    assert_eq!(run(&second, &commands).code, 0);
    assert_eq!(fs::read_to_string(&first).unwrap(), fs::read_to_string(&second).unwrap());
}

#[test]
fn a_file_that_can_not_be_used_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let event = folder.path().join("cup.event");
    run(&event, SETUP);
    let whole = fs::read_to_string(&event).unwrap();
    let missing = whole.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>();
    for broken in [format!("nonsense\n{whole}"), missing, "{}\n".to_owned()] {
        fs::write(&event, &broken).unwrap();
        let ran = run(&event, "{\"do\":\"ask\",\"what\":\"players\"}\n");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("cup.event"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&event).unwrap(), broken);
    }
    let ran = run(folder.path(), SETUP);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
}
