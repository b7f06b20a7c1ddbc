//! A second, naive tournament, written from the requirements and the contract alone. It shares nothing with the first:
//! own tiles, own fractions, own everything, plain and slow. It reads the contract's lines and answers with the fields
//! that the contract names. Where the contract leaves a choice (who sits where, which tiles the program draws), it
//! takes the choice from the first program's answer, checks that the contract allows it, and goes on from there.
#![allow(dead_code, unreachable_pub, missing_docs)] // Each test file uses a part of it.

mod ask;
mod conduct;
mod draws;
mod form;
mod fraction;
mod hints;
mod people;
mod play_off;
mod results;
mod rounds;
mod score;
mod seating;
mod setup;
mod standings;
mod tiles;

pub mod compare;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use self::draws::Draw;
use self::fraction::Fraction;
use self::play_off::PlayOff;
use self::score::Scored;

pub struct Fault {
    code: &'static str,
    fields: Value,
}

pub fn fault(code: &'static str) -> Fault {
    Fault { code, fields: json!({}) }
}

pub fn fault_with(code: &'static str, fields: &Value) -> Fault {
    Fault { code, fields: fields.clone() }
}

pub fn unknown(field: &str) -> Fault {
    fault_with("unknown", &json!({"field": field}))
}

type Outcome = Result<Value, Fault>;

#[derive(Clone)]
pub struct Person {
    name: String,
    school: Option<String>,
    /// None on the waiting list, and after somebody else has taken the number over.
    number: Option<u32>,
    status: &'static str,
    was_present: bool,
    offences: Vec<Value>,
}

#[derive(Clone, Default)]
pub struct Game {
    annulled: bool,
    scored: Option<Scored>,
    /// Those who played it.
    players: Vec<u32>,
    start: Option<Draw>,
    redeals: u32,
}

impl Game {
    fn is_in(&self) -> bool {
        self.annulled || self.scored.is_some()
    }
}

#[derive(Clone)]
pub struct Table {
    /// Clockwise. Whoever leaves before all games are in leaves this list.
    seats: Vec<u32>,
    games: Vec<Game>,
    paused: Option<i64>,
    credit: i64,
    /// The tie across the cut that this draw decides, with its places.
    draw: Option<(Vec<u32>, usize, Draw)>,
}

impl Table {
    fn is_in(&self) -> bool {
        self.games.iter().all(Game::is_in)
    }
}

#[derive(Clone)]
pub struct Round {
    state: &'static str,
    stale: bool,
    /// Tables without players are not among them.
    tables: BTreeMap<u32, Table>,
    /// How many tables the ring has, with those left out.
    ring: u32,
    started_at: Option<i64>,
    own_seating: bool,
}

#[derive(Clone)]
pub struct Case {
    /// Of a conduct case: the number, and whose it was, as a place among the people.
    number: Option<u32>,
    person: Option<usize>,
    /// Of a protest: round, table and reason.
    protest: Option<(u32, u32, String)>,
    decision: Option<String>,
}

#[derive(Clone)]
pub struct Event {
    settings: Map<String, Value>,
    rules: score::Rules,
    /// In the order in which they were added.
    people: Vec<Person>,
    checked_in: bool,
    briefed: bool,
    rounds: Vec<Round>,
    cases: Vec<Case>,
    play_offs: Vec<PlayOff>,
    finished: bool,
    log: Vec<Value>,
}

#[derive(Clone, Default)]
pub struct Naive {
    event: Option<Event>,
}

impl Naive {
    /// The answer to a line; `first` is what the first program answered to it.
    pub fn answer(&mut self, line: &str, first: &Value) -> Value {
        let Ok(Value::Object(command)) = serde_json::from_str(line) else {
            return json!({"error": {"code": "bad-json"}});
        };
        let mut event = self.event.clone();
        let mut answer = match obey(&mut event, &command, first) {
            Ok(mut fields) => {
                if command["do"] != "ask" {
                    self.event = event;
                    self.event.as_mut().unwrap().write_down(&command, first);
                }
                fields["ok"] = json!(true);
                fields
            }
            Err(Fault { code, mut fields }) => {
                fields["code"] = json!(code);
                json!({"error": fields})
            }
        };
        if let Some(id) = command.get("id") {
            answer["id"] = id.clone();
        }
        answer
    }

    pub fn has_event(&self) -> bool {
        self.event.is_some()
    }
}

fn obey(event: &mut Option<Event>, command: &Map<String, Value>, first: &Value) -> Outcome {
    let Some(name) = command.get("do").and_then(Value::as_str).filter(|name| form::COMMANDS.contains(name)) else {
        return Err(fault("unknown-command"));
    };
    form::check(command)?;
    if name == "new" {
        if event.is_some() {
            return Err(fault("event-exists"));
        }
        if command.get("by").is_some_and(|by| by == "judge") {
            return Err(fault("role"));
        }
        let (made, answer) = setup::new_event(command, first)?;
        *event = Some(made);
        return Ok(answer);
    }
    let event = event.as_mut().ok_or(fault("no-event"))?;
    if event.finished && name != "ask" {
        return Err(fault("finished"));
    }
    let command = &Value::Object(command.clone());
    let by = command["by"].as_str().unwrap_or("organiser");
    let judges = ["result", "correct", "draw", "redeal", "warn", "protest", "pause", "resume", "ask"];
    if by == "judge" && !judges.contains(&name) || by != "head-judge" && event.only_head_judge(command) {
        return Err(fault("role"));
    }
    if event.needs_reason(command) && command["why"].as_str().unwrap_or("").trim().is_empty() {
        return Err(fault("reason"));
    }
    match name {
        "add" => event.add(command),
        "numbers" => event.give_numbers(command, first),
        "check-in" => event.check_in(command),
        "briefing" => event.briefing(),
        "admit" => event.admit(command),
        "withdraw" => event.withdraw(command),
        "seat" => event.seat(command, first),
        "publish" => event.publish(command),
        "start" => event.start(command),
        "pause" | "resume" => event.pause(command),
        "redeal" => event.redeal(command),
        "draw" if command.get("play_off").is_some() => event.draw_in_play_off(command, first),
        "draw" if command.get("for").is_some() => event.draw_for_start(command, first),
        "draw" => event.draw_for_moving(command, first),
        "result" if command.get("play_off").is_some() => event.play_off_result(command, first),
        "result" | "correct" => event.result(command, first),
        "annul" => event.annul(command),
        "protest" => event.protest(command),
        "warn" => event.warn(command),
        "rule" => event.rule(command),
        "play-off" => event.play_off(command),
        "finish" => event.finish(),
        _ => event.ask(command),
    }
}

impl Event {
    fn only_head_judge(&self, command: &Value) -> bool {
        let pushed = |racks: &Value| racks.as_array().unwrap().iter().any(|rack| rack["pushed"] == true);
        match command["do"].as_str().unwrap() {
            "admit" | "rule" => true,
            "play-off" => command.get("rank").is_some(),
            "result" => pushed(&command["racks"]),
            "correct" => {
                let next = command["round"].as_u64().map(|round| round as u32 + 1);
                pushed(&command["racks"]) || next.is_some_and(|next| self.has_started(next))
            }
            "draw" => self.replaces_a_draw(command),
            _ => false,
        }
    }

    fn needs_reason(&self, command: &Value) -> bool {
        match command["do"].as_str().unwrap() {
            "admit" | "withdraw" | "correct" | "annul" | "protest" | "warn" | "rule" => true,
            "play-off" => command.get("rank").is_some(),
            "seat" => command.get("tables").is_some(),
            "draw" => self.replaces_a_draw(command),
            _ => false,
        }
    }

    fn write_down(&mut self, command: &Map<String, Value>, first: &Value) {
        let mut command = command.clone();
        if command["do"] == "new" && !command.contains_key("seed") {
            command.insert("seed".to_owned(), first["seed"].clone());
        }
        let by = command.get("by").cloned().unwrap_or(json!("organiser"));
        let mut entry = json!({"seq": self.log.len() + 1, "by": by, "command": command});
        let why = command.get("why").filter(|why| !why.as_str().unwrap().trim().is_empty());
        entry["why"] = why.cloned().unwrap_or(Value::Null);
        if let Some(at) = command.get("at").and_then(Value::as_str) {
            entry["at"] = json!(form::clock(form::seconds(at).unwrap()));
        }
        self.log.push(entry);
    }

    fn number(&self, setting: &str) -> u32 {
        self.settings[setting].as_u64().unwrap() as u32
    }

    fn is(&self, setting: &str, value: &str) -> bool {
        self.settings[setting] == value
    }

    fn person(&self, number: u32) -> Option<&Person> {
        self.people.iter().find(|person| person.number == Some(number))
    }

    fn is_present(&self, number: u32) -> bool {
        self.person(number).is_some_and(|person| person.status == "present")
    }

    /// Numbers of those with this status, ascending.
    fn with_status(&self, status: &str) -> Vec<u32> {
        let those = self.people.iter().filter(|person| person.status == status);
        let mut numbers: Vec<u32> = those.filter_map(|person| person.number).collect();
        numbers.sort_unstable();
        numbers
    }

    fn has_started(&self, round: u32) -> bool {
        self.round(round).is_some_and(|round| round.state == "started")
    }

    fn round(&self, round: u32) -> Option<&Round> {
        self.rounds.get((round as usize).wrapping_sub(1))
    }

    fn round_mut(&mut self, round: u32) -> &mut Round {
        &mut self.rounds[round as usize - 1]
    }

    fn table_mut(&mut self, round: u32, table: u32) -> &mut Table {
        self.round_mut(round).tables.get_mut(&table).unwrap()
    }

    /// The round of a command, if the event has it.
    fn known_round(&self, command: &Value) -> Result<u32, Fault> {
        let round = whole(&command["round"]);
        if round == 0 || round > u64::from(self.number("rounds")) {
            return Err(unknown("round"));
        }
        Ok(round as u32)
    }

    fn known_number(&self, number: &Value) -> Result<u32, Fault> {
        let number = number.as_u64().and_then(|number| u32::try_from(number).ok());
        number.filter(|number| self.person(*number).is_some()).ok_or(unknown("number"))
    }

    /// Round, table and game of a command; the round has started.
    fn place(&self, command: &Value) -> Result<(u32, u32, usize), Fault> {
        let round = self.known_round(command)?;
        let table = whole(&command["table"]);
        let game = command.get("game").map_or(1, whole);
        let seated = self.round(round);
        let tables = seated.map(|seated| &seated.tables);
        if tables.is_some_and(|tables| !tables.keys().any(|number| u64::from(*number) == table)) {
            return Err(unknown("table"));
        }
        if game == 0 || game > u64::from(self.number("games_per_round")) {
            return Err(unknown("game"));
        }
        if !self.has_started(round) {
            return Err(fault("not-started"));
        }
        Ok((round, table as u32, game as usize - 1))
    }
}

/// A number in a command; there is nothing with the number 0, nor with a negative one.
pub fn whole(number: &Value) -> u64 {
    number.as_u64().unwrap_or(0)
}

pub fn by_player(values: &BTreeMap<u32, Fraction>) -> Value {
    values.iter().map(|(number, value)| (number.to_string(), json!(value.to_string()))).collect::<Map<_, _>>().into()
}
