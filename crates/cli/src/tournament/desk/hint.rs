//! Refusals for people at the desk: what is wrong, and what to type instead.

use serde_json::Value;

/// The message of a refusal, and what to do about it on the next line.
pub(super) fn explain(command: &str, error: &Value) -> String {
    let text = |name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default();
    let message = match (text("code"), text("field")) {
        // The message speaks of the field of the JSON form.
        ("reason", _) => "this needs a reason".to_owned(),
        ("malformed", _) => text("message").replace('`', ""),
        // Only a result can be corrected; for anything else it is too late.
        ("result-exists", _) if command != "result" => {
            text("message").split(": ").next().unwrap_or_default().to_owned()
        }
        _ => text("message").to_owned(),
    };
    let is_empty = |name: &str| error.get(name).and_then(Value::as_array).is_none_or(Vec::is_empty);
    let was_played = !(is_empty("tables") && is_empty("draws"));
    let field = if text("message").starts_with("preset: ") { "preset" } else { text("field") };
    match advice(command, text("code"), field, was_played) {
        Some(advice) => format!("{message}\n  {advice}"),
        None => message,
    }
}

fn advice(command: &str, code: &str, field: &str, was_played: bool) -> Option<&'static str> {
    Some(match (code, field) {
        ("reason", _) => "add --why \"the reason\"",
        ("role", _) if command == "draw" => {
            "this draw is decided; the head judge may replace it: add --by head-judge --why \"the reason\""
        }
        ("role", _) if command == "correct" => {
            "the next round has started: add --by head-judge if the head judge agrees"
        }
        ("role", _) => "add --by head-judge if the head judge has decided this",
        ("malformed", "preset") => "`trinta tournament presets` lists them",
        ("bad-setting", _) => "docs/tournament-run.md lists the settings and their values",
        ("event-exists", _) => "take another file for another tournament: --event FILE",
        ("barred", _) => "trinta tournament admit NUMBER --why \"the reason\"",
        ("no-briefing", _) => "trinta tournament briefing",
        ("not-seated", _) => "trinta tournament seat",
        ("not-published", _) => "trinta tournament publish",
        ("not-started", _) => "trinta tournament start",
        ("stale", _) => "trinta tournament seat, and publish it again",
        ("results-missing", _) if !was_played => "trinta tournament seat, publish and start",
        ("results-missing", _) => "enter them with `result`, and draws with `draw`; `missing` lists them",
        ("result-exists", _) if command != "result" => return None,
        ("result-exists", _) => "trinta tournament correct …, with the same words and --why \"the reason\"",
        ("no-result", _) if command == "correct" => "enter it with `result`",
        ("wrong-players", _) => "`trinta tournament seating` shows who sits where",
        ("tiles-needed", _) => {
            "after the player, type the tiles and `u`, or `no` (could not open) or `could` (could have)"
        }
        ("ties-open", _) => "trinta tournament play-off",
        ("cases-open", _) => "`trinta tournament cases` shows them; the head judge decides with `rule`",
        ("unknown", "number") => "`trinta tournament players list` shows the numbers",
        ("too-few", _) if command == "result" || command == "correct" => {
            "trinta tournament annul TABLE --why \"the reason\" ends this game"
        }
        ("too-few", _) => "seat by hand: seat --table 1,2,7,8 for each table, and --why \"the reason\"",
        ("impossible", _) => "three, four or at least six players are needed",
        ("unknown", "table") => "`trinta tournament seating` shows the tables",
        ("unknown", "seq") => "`trinta tournament log` numbers the entries",
        ("unknown", "case") => "`trinta tournament cases` lists them",
        ("paused", _) => "trinta tournament resume TABLE --at TIME",
        ("contradiction", "sum") => "count again, or leave one of the two out",
        ("contradiction", "could") => "leave the word out: with the tiles, the program decides",
        _ => return None,
    })
}
