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
fn a_byte_order_mark_before_the_first_line_is_skipped_and_what_is_not_text_is_refused() {
    let ran = trinta_fed(&["tournament", "run"], b"\xef\xbb\xbf{\"do\":\"dance\"}\n{\"do\":\"d\xff\"}\n");
    let answers = self::answers(&ran);
    let codes: Vec<&str> = answers.iter().map(|answer| answer["error"]["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["unknown-command", "bad-json"]);
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
    for broken in [format!("nonsense\n{whole}"), missing, "{}\n".to_owned(), format!("{whole}\n")] {
        fs::write(&event, &broken).unwrap();
        let ran = run(&event, "{\"do\":\"ask\",\"what\":\"players\"}\n");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("cup.event"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&event).unwrap(), broken);
    }
    let ran = run(folder.path(), SETUP);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
}

#[test]
fn forgetting_people_replaces_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let event = folder.path().join("cup.event");
    let end =
        "{\"do\":\"postpone\",\"why\":\"Ana is ill\"}\n{\"do\":\"forget\"}\n{\"do\":\"ask\",\"what\":\"players\"}\n";
    let ran = run(&event, &format!("{SETUP}{end}"));
    assert_eq!((ran.code, answers(&ran).len()), (0, 7), "{}", ran.err);
    let kept = fs::read_to_string(&event).unwrap();
    assert_eq!(kept.lines().count(), 6);
    for name in ["Ana", "Bea", "Cat", "Dan"] {
        assert!(!kept.contains(name) && !ran.out.lines().last().unwrap().contains(name), "{name}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
    let again = run(&event, "{\"do\":\"ask\",\"what\":\"log\"}\n");
    assert_eq!(answers(&again)[0]["log"].as_array().unwrap().len(), 6);
}

/// A tournament moves between a file and the server's store unchanged: an entry is the same text in both.
#[test]
fn a_tournament_moves_from_a_file_to_the_store_and_back() {
    use trinta_store::{Append, LeaseStore as _, LogId, LogStore as _, MemoryStore, NodeId, Payload};
    use trinta_time::Timestamp;
    use trinta_tournament::{Entry, Log};

    let folder = tempfile::tempdir().unwrap();
    let event = folder.path().join("cup.event");
    let more = r#"{"do":"judges","judges":[{"table":1,"name":"Lei"}]}
{"do":"seat","round":1}
{"do":"publish","round":1}
{"do":"start","round":1,"at":"10:20"}
{"do":"draw","for":"start","round":1,"table":1}
{"do":"incident","kind":"timeout","round":1,"table":1,"number":2,"unrestorable":1}
{"do":"result","round":1,"table":1,"ended":"out","racks":[{"number":1,"tiles":""},{"number":2,"tiles":"k5"},{"number":3,"sum":5},{"number":4,"tiles":"r9 b9 k9 *","opened":false}]}
"#;
    let ran = run(&event, &format!("{SETUP}{more}"));
    assert!(answers(&ran).iter().all(|answer| answer["ok"] == true), "{}", ran.out);
    let file = fs::read_to_string(&event).unwrap();

    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let back: String = runtime.block_on(async {
        let store = MemoryStore::new();
        let (log, node, now) = (LogId::new("cup").unwrap(), NodeId::new("hall").unwrap(), Timestamp::from_millis(0));
        store.create(&log, Payload::new(1, "")).await.unwrap();
        let epoch = store.claim(&log, &node, now).await.unwrap().epoch;
        for (seq, line) in (1..).zip(file.lines()) {
            store.append(Append::new(&log, epoch, seq, now, Payload::new(1, line))).await.unwrap();
        }
        let entries = store.read(&log, 1, 1000).await.unwrap();
        entries.iter().map(|entry| format!("{}\n", entry.body.text)).collect()
    });
    assert_eq!(back, file);
    let entries = |text: &str| -> Vec<Entry> { text.lines().map(|line| serde_json::from_str(line).unwrap()).collect() };
    let log = Log::open(entries(&back)).unwrap();
    assert_eq!(log.verify(), Ok(()));
    let written: String = log.entries().iter().map(|entry| serde_json::to_string(entry).unwrap() + "\n").collect();
    assert_eq!(written, file, "whoever reads an entry writes the same text again");
}
