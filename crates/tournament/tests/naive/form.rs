//! The form of a command: which fields it has and what they may hold. Everything else is `malformed`.

use serde_json::{Map, Value};

use super::{Fault, fault};

#[derive(Clone, Copy)]
enum Kind {
    Whole,
    Text,
    Dealt,
    Object,
    OneOf(&'static [&'static str]),
    Players,
    Numbers,
    NumbersOrAll,
    Tables,
    DrawnTiles,
    Racks,
    Date,
    Hex,
}

use Kind::{Date, Dealt, DrawnTiles, Hex, Numbers, NumbersOrAll, Object, OneOf, Players, Racks, Tables, Text, Whole};

/// The fields that a command needs, and those that it may have.
type Form = (&'static [(&'static str, Kind)], &'static [(&'static str, Kind)]);

pub const COMMANDS: [&str; 23] = [
    "new", "add", "numbers", "check-in", "briefing", "admit", "withdraw", "seat", "publish", "start", "draw", "redeal",
    "pause", "resume", "result", "correct", "annul", "protest", "warn", "rule", "ask", "play-off", "finish",
];
const ENDED: Kind = OneOf(&["out", "pool", "time"]);
const DECISION: Kind = OneOf(&["dismiss", "disqualify", "uphold"]);

fn form(command: &Map<String, Value>) -> Form {
    let has = |field: &str| command.contains_key(field);
    match command["do"].as_str().unwrap() {
        "new" => (
            &[("title", Text), ("date", Date)],
            &[("preset", OneOf(&["plk-2017", "4x4"])), ("set", Object), ("seed", Hex)],
        ),
        "add" => (&[("players", Players)], &[]),
        "numbers" => (&[("how", OneOf(&["order", "draw", "spread"]))], &[]),
        "check-in" => (&[("numbers", NumbersOrAll)], &[]),
        "admit" | "withdraw" | "warn" => (&[("number", Whole)], &[]),
        "seat" => (&[("round", Whole)], &[("tables", Tables)]),
        "publish" | "start" => (&[("round", Whole)], &[]),
        "draw" if has("play_off") => (&[("play_off", Whole)], &[("tiles", DrawnTiles)]),
        "draw" if has("for") => (
            &[("round", Whole), ("table", Whole)],
            &[("for", OneOf(&["start"])), ("game", Whole), ("tiles", DrawnTiles)],
        ),
        "draw" => (&[("round", Whole), ("table", Whole)], &[("tiles", DrawnTiles)]),
        "redeal" => (&[("round", Whole), ("table", Whole), ("number", Whole), ("tiles", Dealt)], &[("game", Whole)]),
        "pause" | "resume" => (&[("round", Whole), ("table", Whole), ("at", Text)], &[]),
        "result" if has("play_off") => {
            (&[("play_off", Whole), ("table", Whole), ("ended", ENDED), ("racks", Racks)], &[])
        }
        "result" | "correct" => {
            (&[("round", Whole), ("table", Whole), ("ended", ENDED), ("racks", Racks)], &[("game", Whole)])
        }
        "annul" => (&[("round", Whole), ("table", Whole)], &[("game", Whole)]),
        "protest" => (&[("round", Whole), ("table", Whole)], &[]),
        "rule" if has("number") => (&[("number", Whole), ("decision", OneOf(&["disqualify"]))], &[]),
        "rule" => (&[("case", Whole), ("decision", DECISION)], &[]),
        "play-off" if has("rank") || has("order") => (&[("rank", Whole), ("order", Numbers)], &[]),
        "ask" => match command.get("what").and_then(Value::as_str) {
            Some("standings" | "players" | "cases" | "log") => (&[("what", Text)], &[]),
            Some("seating" | "moves" | "missing") => (&[("what", Text), ("round", Whole)], &[]),
            Some("where") => (&[("what", Text), ("number", Whole)], &[]),
            _ => (&[("what", OneOf(&[]))], &[]),
        },
        _ => (&[], &[]),
    }
}

pub fn check(command: &Map<String, Value>) -> Result<(), Fault> {
    let (needed, optional) = form(command);
    let common = |field: &str, value: &Value| match field {
        "do" | "id" => true,
        "by" => ["organiser", "head-judge", "judge"].contains(&value.as_str().unwrap_or("")),
        "at" => value.as_str().is_some_and(|text| seconds(text).is_some()),
        "why" => value.is_string(),
        _ => false,
    };
    let own = |field: &str, value: &Value| {
        needed.iter().chain(optional).any(|(name, kind)| *name == field && holds(*kind, value))
    };
    let fields_good = command.iter().all(|(field, value)| common(field, value) || own(field, value));
    let at_good = command.get("at").is_none_or(|at| common("at", at));
    if fields_good && at_good && needed.iter().all(|(name, _)| command.contains_key(*name)) {
        Ok(())
    } else {
        Err(fault("malformed"))
    }
}

fn holds(kind: Kind, value: &Value) -> bool {
    let list = |good: &dyn Fn(&Value) -> bool| value.as_array().is_some_and(|items| items.iter().all(good));
    match kind {
        Whole => value.is_i64() || value.is_u64(),
        Text => value.is_string(),
        Dealt => value.as_str().is_some_and(|tiles| tiles.split_whitespace().count() == 14),
        Object => value.is_object(),
        OneOf(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Players => list(&|player| player.as_object().is_some_and(player_good)) && value != &serde_json::json!([]),
        Numbers => list(&Value::is_u64),
        NumbersOrAll => value == "all" || holds(Numbers, value),
        Tables => list(&|table| holds(Numbers, table)),
        DrawnTiles => value
            .as_object()
            .is_some_and(|tiles| tiles.iter().all(|(number, tile)| number.parse::<u32>().is_ok() && tile.is_string())),
        Racks => list(&|rack| rack.as_object().is_some_and(rack_good)),
        Date => value.as_str().is_some_and(|text| weekday(text).is_some()),
        Hex => value.as_str().is_some_and(|text| text.chars().all(|sign| sign.is_ascii_hexdigit())),
    }
}

fn player_good(player: &Map<String, Value>) -> bool {
    player.get("name").and_then(Value::as_str).is_some_and(|name| !name.trim().is_empty())
        && player.iter().all(|(field, value)| ["name", "school"].contains(&field.as_str()) && value.is_string())
}

fn rack_good(rack: &Map<String, Value>) -> bool {
    let has = |field: &str| rack.contains_key(field);
    let fields = rack.iter().all(|(field, value)| match field.as_str() {
        "number" => value.is_u64(),
        "tiles" | "last_drawn" => value.is_string(),
        "sum" => value.is_number(),
        "opened" | "could" | "pushed" => value.is_boolean(),
        _ => false,
    });
    let pushed = rack.get("pushed") == Some(&Value::Bool(true));
    fields && has("number") && (has("tiles") || has("sum") || has("could") || pushed)
}

/// `HH:MM` or `HH:MM:SS` as seconds of the day.
pub fn seconds(text: &str) -> Option<i64> {
    let parts: Vec<&str> = text.split(':').collect();
    let digits = |part: &&str| part.len() == 2 && part.chars().all(|sign| sign.is_ascii_digit());
    if !(parts.len() == 2 || parts.len() == 3) || !parts.iter().all(digits) {
        return None;
    }
    let numbers: Vec<i64> = parts.iter().map(|part| part.parse().unwrap()).collect();
    let second = numbers.get(2).copied().unwrap_or(0);
    (numbers[0] < 24 && numbers[1] < 60 && second < 60).then(|| numbers[0] * 3600 + numbers[1] * 60 + second)
}

pub fn clock(seconds: i64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
}

/// 1 is Monday; `None` if there is no such day. Counts the days since 1 January 1900, a Monday.
pub fn weekday(date: &str) -> Option<u64> {
    let parts: Vec<&str> = date.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    if lengths != [4, 2, 2] || !date.chars().all(|sign| sign == '-' || sign.is_ascii_digit()) {
        return None;
    }
    let numbers: Vec<u64> = parts.iter().map(|part| part.parse().unwrap()).collect();
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let month_days = |year: u64, month: u64| match month {
        2 => 28 + u64::from(leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let (year, month, day) = (numbers[0], numbers[1], numbers[2]);
    if !(1..=12).contains(&month) || day < 1 || day > month_days(year, month) || year < 1900 {
        return None;
    }
    let years: u64 = (1900..year).map(|year| 365 + u64::from(leap(year))).sum();
    let months: u64 = (1..month).map(|month| month_days(year, month)).sum();
    Some((years + months + day - 1) % 7 + 1)
}
