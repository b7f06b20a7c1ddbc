//! The golden games as the wire tells them: what viewers fold from messages is what a fresh view shows, after every one.
//!
//! The same messages and views are written to `web/src/room/golden.json`, where a test of the page folds them too. With
//! `TRINTA_WRITE=1` this test writes the file instead of comparing it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use trinta_core::record::Record;
use trinta_core::{Event, Seat, SeenEvent, View, Viewer};
use trinta_table::chance::FixedChance;
use trinta_table::ids::PlayerId;
use trinta_table::library::Library;
use trinta_table::wire::{GameView, SeenTableEvent, ServerMessage, see_clock, see_entry, see_status, see_table};
use trinta_table::{Occupant, Plan, Table, TableEvent};
use trinta_time::Timestamp;

/// When every entry is made: the clock shows the same in each run.
const NOW: Timestamp = Timestamp::from_millis(1_700_000_000_000);

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The golden records of a folder, by name.
fn records(folder: &str) -> Vec<(String, Record)> {
    let mut found = Vec::new();
    for path in fs::read_dir(workspace().join(folder)).unwrap().flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|ending| ending == "trinta" || ending == "jsonl") {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            found.push((name, Record::read(&text).unwrap().record));
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    assert!(found.len() >= 8);
    found
}

/// The log of a table at which a record's game is played: one entry a turn, as commands would have made them.
fn log(record: &Record) -> Vec<Vec<TableEvent>> {
    let players = record.header.players.len() as u8;
    let mut plan = Plan::new(&record.header.edition, players);
    plan.settings.clone_from(&record.header.settings);
    let chance = FixedChance::new(1);
    let opened = TableEvent::Opened {
        plan,
        host: PlayerId::new(&chance),
        code: "ABCDEF".to_owned(),
        rules: record.header.rules,
    };
    let mut opening = vec![opened];
    opening.extend(record.header.players.iter().zip(0..).map(|(name, seat)| TableEvent::SeatTaken {
        seat: Seat(seat),
        who: Occupant::Player { id: PlayerId::new(&chance), name: name.clone(), face: None },
        invite: None,
    }));
    let mut entries = vec![opening, vec![TableEvent::GameBegun]];
    for event in &record.events {
        let entry = TableEvent::Game { events: vec![event.clone()] };
        // What goes together in one command comes in one message.
        match entries.last_mut() {
            Some(last) if goes_with_the_last(event) => last.push(entry),
            _ => entries.push(vec![entry]),
        }
    }
    entries
}

fn goes_with_the_last(event: &Event) -> bool {
    !matches!(
        event,
        Event::Played { .. }
            | Event::Passed { .. }
            | Event::Drew { .. }
            | Event::Refused { .. }
            | Event::NewDeal { .. }
    )
}

fn happened(table: &Table, events: &[TableEvent], viewer: Viewer) -> ServerMessage {
    let status = see_status(table);
    ServerMessage::Happened {
        version: table.version(),
        at: NOW,
        events: see_entry(table, events, viewer),
        clock: table.clock().countdown(NOW).map(see_clock),
        phase: status.phase,
        counts: status.counts,
    }
}

/// What is new in a view, for views differ little from one to the next: fields of the table, its game and the state of
/// that are left out where they are as they were, and seats are null.
fn changes(before: &Value, after: &Value) -> Value {
    let (Value::Object(before), Value::Object(after)) = (before, after) else { return after.clone() };
    assert!(before.keys().eq(after.keys()), "a view always has the same fields");
    let change = |key: &String, value: &Value| match key.as_str() {
        "game" | "state" => changes(&before[key], value),
        "seats" => before[key].as_array().unwrap().iter().zip(value.as_array().unwrap()).map(changed_seat).collect(),
        _ => value.clone(),
    };
    let changed = after.iter().filter(|(key, value)| before[*key] != **value);
    Value::Object(changed.map(|(key, value)| (key.clone(), change(key, value))).collect())
}

fn changed_seat((before, after): (&Value, &Value)) -> Option<Value> {
    (before != after).then(|| after.clone())
}

/// What a viewer of a game is told, and what they have seen after each message.
fn told(record: &Record, viewer: Viewer, library: &Library) -> Value {
    let log = log(record);
    let mut table = Table::open(NOW, &log[0], library).unwrap();
    let mut shown = serde_json::to_value(see_table(&table, viewer, NOW)).unwrap();
    let first = shown.clone();
    let mut steps = Vec::new();
    for entry in &log[1..] {
        table.apply(NOW, entry);
        let message = serde_json::to_value(happened(&table, entry, viewer)).unwrap();
        let after = serde_json::to_value(see_table(&table, viewer, NOW)).unwrap();
        let mut change = changes(&shown, &after);
        // What lies on the table after a play is long, and said in the message already.
        let laid = message["events"].as_array().unwrap().iter().rev().find_map(|event| event["event"].get("table"));
        if let Some(state) = change.pointer_mut("/game/state").and_then(Value::as_object_mut)
            && state.get("table") == laid
        {
            state.remove("table");
        }
        let last_circle = table.current().is_some_and(|current| current.game.is_last_circle());
        steps.push(json!({ "message": message, "change": change, "last_circle": last_circle }));
        shown = after;
    }
    json!({ "view": first, "steps": steps })
}

#[test]
fn a_view_that_came_over_the_wire_folds_on_as_the_games_own() {
    let library = Library::default();
    for (name, record) in records("records").into_iter().chain(records("records/v1")) {
        let setup = record.header.setup().unwrap();
        let seats = setup.seats().map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator, Viewer::Judge]) {
            let log = log(&record);
            let mut table = Table::open(NOW, &log[0], &library).unwrap();
            let mut view = View::new(viewer, setup.clone());
            for entry in &log[1..] {
                table.apply(NOW, entry);
                let text = serde_json::to_string(&happened(&table, entry, viewer)).unwrap();
                let ServerMessage::Happened { events, .. } = serde_json::from_str(&text).unwrap() else { panic!() };
                for event in &events {
                    let SeenTableEvent::Game { event } = event else { continue };
                    view.follow(event).unwrap();
                }
                let text = serde_json::to_string(&see_table(&table, viewer, NOW).game).unwrap();
                let fresh: GameView = serde_json::from_str(&text).unwrap();
                let rules = see_table(&table, viewer, NOW).plan.settings().unwrap();
                assert!(rules == *setup.settings(), "{name}: the plan does not say what is played by");
                let fresh = View::from_state(viewer, setup.clone(), fresh.state).unwrap();
                let game = table.current().unwrap().game.view(viewer);
                assert!(fresh == game, "{name}, {viewer:?}: a fresh view is not the game's");
                assert!(view == game, "{name}, {viewer:?}: folded otherwise than the game after {events:?}");
            }
            assert!(view.state.outcome().is_some(), "{name}");
        }
    }
}

#[test]
fn a_view_of_another_table_is_refused() {
    let (_, record) = records("records").remove(0);
    let setup = record.header.setup().unwrap();
    let state = || View::new(Viewer::Spectator, setup.clone()).into();
    let mut fewer: trinta_core::SeenState = state();
    fewer.seats.pop();
    assert!(View::from_state(Viewer::Spectator, setup.clone(), fewer).is_err());
    let mut elsewhere: trinta_core::SeenState = state();
    elsewhere.phase = trinta_core::Phase::Turn(Seat(6));
    assert!(View::from_state(Viewer::Spectator, setup.clone(), elsewhere).is_err());
    let mut view = View::new(Viewer::Spectator, setup);
    let before = view.clone();
    assert!(view.follow(&SeenEvent::ChallengeClosed { seat: Seat(6) }).is_err());
    assert!(view == before);
}

#[test]
fn the_page_is_given_the_golden_games() {
    let library = Library::default();
    let mut games = Map::new();
    for (name, record) in records("records") {
        for (who, viewer) in [("seat 0", Viewer::Seat(Seat(0))), ("spectator", Viewer::Spectator)] {
            games.insert(format!("{name}, {who}"), told(&record, viewer, &library));
        }
    }
    // One line a message: a change in a game shows where it is.
    let mut text = String::from("{");
    for (number, (name, game)) in games.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        text += &format!("{comma}\n{}: {{\"view\": {}, \"steps\": [", json!(name), game["view"]);
        for (number, step) in game["steps"].as_array().unwrap().iter().enumerate() {
            text += &format!("{}\n{step}", if number == 0 { "" } else { "," });
        }
        text += "\n]}";
    }
    text += "\n}\n";
    let path = workspace().join("web/src/room/golden.json");
    if std::env::var_os("TRINTA_WRITE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == text, "web/src/room/golden.json is old: TRINTA_WRITE=1 cargo test -p trinta-table --test golden");
}
