//! `new`: the settings of an event.

use serde_json::{Map, Value, json};

use super::score::Rules;
use super::{Event, Fault, Outcome, fault_with, form};

type Command = Map<String, Value>;

pub fn new_event(command: &Command, first: &Value) -> Result<(Event, Value), Fault> {
    let mut settings = json!({
        "capacity": 64, "rounds": 3, "games_per_round": 1, "format": "ring", "move": 2, "winners": 4,
        "play_off": "cut", "edition": "school", "rules": {"pool_empty": "end"}, "absent": "hole",
        "co_winners": "one", "check_in": "09:50:00", "start": "10:20:00", "slot": 30, "play": 25,
    });
    if command.get("preset").is_some_and(|preset| preset == "4x4") {
        let differences =
            json!({"rounds": 4, "games_per_round": 4, "format": "no-repeat", "play_off": "ranks", "rules": {}});
        for (field, value) in differences.as_object().unwrap() {
            settings[field] = value.clone();
        }
    }
    for (field, value) in command.get("set").and_then(Value::as_object).into_iter().flatten() {
        if !allowed(field, value) {
            return Err(fault_with("bad-setting", &json!({"field": field})));
        }
        let is_time = field == "check_in" || field == "start";
        settings[field] = if is_time { json!(form::clock(time(value).unwrap())) } else { value.clone() };
    }
    let start = time(&settings["start"]).unwrap();
    let slot = settings["slot"].as_i64().unwrap() * 60;
    let rounds = settings["rounds"].as_i64().unwrap();
    let plan: Vec<String> = (0..rounds).map(|round| form::clock(start + slot * round)).collect();
    let seed = command.get("seed").cloned().unwrap_or_else(|| first["seed"].clone());
    let mut shown = settings.clone();
    for field in ["check_in", "start"] {
        shown.as_object_mut().unwrap().remove(field); // May be shown with seconds or without.
    }
    let answer = json!({
        "settings": shown, "weekday": form::weekday(command["date"].as_str().unwrap()), "plan": plan,
        "ends": form::clock(start + slot * rounds), "seed": seed,
    });
    let event = Event {
        rules: rules(&settings),
        settings: settings.as_object().unwrap().clone(),
        people: Vec::new(),
        checked_in: false,
        briefed: false,
        rounds: Vec::new(),
        cases: Vec::new(),
        play_offs: Vec::new(),
        finished: false,
        log: Vec::new(),
    };
    Ok((event, answer))
}

fn time(value: &Value) -> Option<i64> {
    value.as_str().and_then(form::seconds)
}

fn allowed(field: &str, value: &Value) -> bool {
    let between = |low: u64, high: u64| value.as_u64().is_some_and(|number| (low..=high).contains(&number));
    let one_of = |words: &[&str]| value.as_str().is_some_and(|word| words.contains(&word));
    match field {
        "capacity" => between(3, 20_000),
        "rounds" => between(1, 99),
        "games_per_round" => between(1, 20),
        "format" => one_of(&["ring", "no-repeat", "random", "swiss"]),
        "move" => between(1, 3),
        "winners" => between(1, 100),
        "play_off" => one_of(&["cut", "ranks"]),
        "edition" => one_of(&["school", "hk", "cn", "pt"]),
        "rules" => value.as_object().is_some_and(|rules| rules.iter().all(|(field, value)| rule_allowed(field, value))),
        "absent" => one_of(&["hole", "close"]),
        "co_winners" => one_of(&["one", "share"]),
        "check_in" | "start" => time(value).is_some(),
        "slot" | "play" => between(1, 600),
        _ => false,
    }
}

/// The rules that matter for scores; the tests use no others.
fn rule_allowed(field: &str, value: &Value) -> bool {
    match field {
        "pool_empty" => ["end", "pass"].iter().any(|word| value == word),
        "unopened" => ["rack-sum", "100-200", "100-200-always"].iter().any(|word| value == word),
        "unopened_rack" => ["at-end", "last-turn"].iter().any(|word| value == word),
        "opening_sets" => ["any", "one"].iter().any(|word| value == word),
        "joker_left" => [25, 30, 50, 100].iter().any(|points| value == points),
        "opening_points" => value.as_u64().is_some_and(|points| points <= 50),
        "new_deal" => ["no", "before-a-play"].iter().any(|word| value == word),
        _ => false,
    }
}

fn rules(settings: &Value) -> Rules {
    let school = settings["edition"] == "school";
    let text = |field: &str, usual: &str| settings["rules"][field].as_str().unwrap_or(usual).to_owned();
    let number = |field: &str, usual: i64| i128::from(settings["rules"][field].as_i64().unwrap_or(usual));
    Rules {
        joker: number("joker_left", 30),
        opening_points: number("opening_points", 30),
        one_set: text("opening_sets", "any") == "one",
        unopened: text("unopened", if school { "100-200" } else { "rack-sum" }),
        last_turn: text("unopened_rack", "at-end") == "last-turn",
        redeal: text("new_deal", if school { "before-a-play" } else { "no" }) != "no",
        pushed: school,
        share_wins: settings["co_winners"] == "share",
    }
}

impl Event {
    pub fn finish(&mut self) -> Outcome {
        self.all_results_in()?;
        let open: Vec<usize> = (1..=self.cases.len()).filter(|case| self.cases[case - 1].decision.is_none()).collect();
        if !open.is_empty() {
            return Err(fault_with("cases-open", &json!({"cases": open})));
        }
        let ties = self.open_ties();
        if !ties.is_empty() {
            return Err(fault_with("ties-open", &json!({"ties": ties})));
        }
        self.finished = true;
        let mut rows = self.standings();
        let winners: Vec<Value> = rows
            .iter()
            .filter(|row| row["rank"].as_u64().is_some_and(|rank| rank <= u64::from(self.number("winners"))))
            .map(|row| row["number"].clone())
            .collect();
        for row in &mut rows {
            let number = row["number"].as_u64().unwrap() as u32;
            row["school"] = json!(self.person(number).unwrap().school);
        }
        Ok(json!({"final": rows, "winners": winners}))
    }
}
