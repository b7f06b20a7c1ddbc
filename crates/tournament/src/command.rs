//! The commands of an event, in the JSON form of the command line and of the log.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number as JsonNumber, Value};

use crate::address::Address;
use crate::hall::HallCommand;
use crate::people::{Person, Role};
use crate::random::Seed;
use crate::refusal::Refusal;
use crate::time::{Date, HallTime};

/// A command with the role of its author, its time and its reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The role of the person who gives it.
    pub by: Role,
    /// The time by the hall's clock.
    pub at: Option<HallTime>,
    /// The reason (A14).
    pub why: Option<String>,
    /// The command.
    pub command: Command,
}

/// What can be asked of an event. Numbers of rounds, tables and players are unchecked: whether
/// they exist is checked when the command is decided.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Creates the event.
    New {
        /// The preset it starts from.
        preset: Option<String>,
        /// Its title.
        title: String,
        /// Its day.
        date: Date,
        /// What differs from the preset.
        #[serde(default, deserialize_with = "null_is_absent")]
        #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>", optional))]
        set: BTreeMap<String, Value>,
        /// The seed of everything random; if it is left out, the caller generates one.
        seed: Option<Seed>,
        /// What printed codes follow from; if it is left out, the seed, which everybody is told after the end.
        code_seed: Option<Seed>,
    },
    /// Enters players (A10).
    Add {
        /// The people to enter.
        players: Vec<Person>,
    },
    /// Assigns all player numbers again (B01).
    Numbers {
        /// The order in which they are assigned.
        how: Numbering,
    },
    /// Checks players in (A03).
    CheckIn {
        /// The players who have come.
        numbers: Numbers,
    },
    /// Begins the briefing, which closes check-in (A08).
    Briefing {},
    /// Lets a barred player in (A08).
    Admit {
        /// The player.
        number: i64,
    },
    /// Lets somebody in after the briefing by a ruling, also when rounds have been played.
    EnterLate {
        /// A barred player.
        number: Option<i64>,
        /// Somebody who was not entered.
        player: Option<Person>,
    },
    /// Lets a player back in by a ruling who has left, or is out after a cut.
    ReEnter {
        /// The player.
        number: i64,
    },
    /// Fills an empty seat with a player of the house, whose results do not rank (B13).
    Substitute {
        /// Name and school.
        player: Person,
    },
    /// Says who misses a date of a league, in place of what was said before.
    SitOut {
        /// The date, from 1.
        date: i64,
        /// The players.
        numbers: Vec<i64>,
    },
    /// A player leaves (G13, G14).
    Withdraw {
        /// The player.
        number: i64,
    },
    /// Proposes the seating of a round.
    Seat {
        /// The round.
        round: i64,
        /// The organiser's own seating.
        tables: Option<Vec<Vec<i64>>>,
    },
    /// Publishes the seating of a round.
    Publish {
        /// The round.
        round: i64,
    },
    /// Starts a round.
    Start {
        /// The round.
        round: i64,
    },
    /// Enters the number tiles that players drew, or draws them by program.
    Draw(DrawCommand),
    /// Records that a table deals again (C07).
    Redeal {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
        /// The game of the round; the first if left out.
        game: Option<i64>,
        /// The player who asks for it.
        number: i64,
        /// The tiles that were dealt to that player.
        tiles: String,
    },
    /// Stops a table's clock (E10).
    Pause {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
    },
    /// Starts a table's clock again after a pause (E10).
    Resume {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
    },
    /// Enters the result of a game.
    Result(ResultCommand),
    /// Changes the result of a game (X17, X19).
    Correct(ResultCommand),
    /// Makes a game count for nobody (A13).
    Annul {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
        /// The game of the round; the first if left out.
        game: Option<i64>,
    },
    /// Objects to a table's result (G17).
    Protest {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
    },
    /// Warns a player (G09).
    Warn {
        /// The player.
        number: i64,
        /// The round in which it was given; left out: the newest that has started.
        round: Option<i64>,
    },
    /// Decides on a case or disqualifies a player (G04, G09).
    Rule {
        /// The case; left out for a disqualification without one.
        case: Option<i64>,
        /// The player, where there is no case.
        number: Option<i64>,
        /// The decision.
        decision: Decision,
    },
    /// Opens play-offs, or decides one by a ruling (B11).
    PlayOff {
        /// The rank of the tie that is decided by a ruling.
        rank: Option<i64>,
        /// Its players, the best first.
        order: Option<Vec<i64>>,
    },
    /// Ends the event (B15).
    Finish {},
    /// Records that sheets with QR codes were printed, so that a later change of the address is noticed.
    Printed {
        /// The kinds of sheets, such as `cards`.
        what: Vec<String>,
        /// The address in their QR codes.
        address: Address,
    },
    /// A command about the hall, which has its own names.
    #[serde(skip)]
    Hall(HallCommand),
}

/// The order in which player numbers are assigned (B01).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// In the order in which players were entered.
    Order,
    /// By lot.
    Draw,
    /// By lot, but with the players of each school at different tables.
    Spread,
}

/// Players by their numbers, or all who have entered and not checked in yet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged, expecting = "this is a list of numbers, or \"all\"")]
pub enum Numbers {
    /// The players with these numbers.
    These(Vec<i64>),
    /// All who have entered and not checked in yet.
    All(All),
}

/// The word `all`, as a type of its own because [`Numbers`] is untagged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum All {
    /// The only value.
    All,
}

/// A draw for places at the next table, for the start of a game, or in a play-off.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct DrawCommand {
    /// `start` if players draw for who begins a game (C01); left out for all other draws.
    #[serde(rename = "for")]
    pub purpose: Option<DrawPurpose>,
    /// The round.
    pub round: Option<i64>,
    /// The table.
    pub table: Option<i64>,
    /// The game of the round; the first if left out.
    pub game: Option<i64>,
    /// The play-off, by its rank.
    pub play_off: Option<i64>,
    /// The tile that each player drew, by the player's number; if left out, the program draws.
    pub tiles: Option<BTreeMap<String, String>>,
}

/// The purpose of a draw that is not for places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DrawPurpose {
    /// Who begins a game (C01).
    Start,
}

/// The result of a game of a round, or of a play-off.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ResultCommand {
    /// The round.
    pub round: Option<i64>,
    /// The table.
    pub table: i64,
    /// The game of the round; the first if left out.
    pub game: Option<i64>,
    /// The play-off, by its rank.
    pub play_off: Option<i64>,
    /// How the game ended.
    pub ended: Ended,
    /// What each player has left.
    pub racks: Vec<RackEntry>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// Somebody emptied the rack (N21).
    Out,
    /// The pool is empty and nobody is out (F08).
    Pool,
    /// Time is up (E09, X03).
    Time,
}

/// A rack as a judge writes it down.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct RackEntry {
    /// The player's number.
    pub number: i64,
    /// The tiles left on the rack.
    pub tiles: Option<String>,
    /// The sum of the tiles left on the rack.
    #[cfg_attr(feature = "ts", ts(type = "number", optional))]
    pub sum: Option<JsonNumber>,
    /// Whether the player has opened.
    #[serde(default = "opened_by_default", deserialize_with = "opened_unless_said")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub opened: bool,
    /// The tiles of an unopened rack that were drawn in the last turn (N23).
    pub last_drawn: Option<String>,
    /// The judge's own verdict on whether an unopened rack could have opened.
    pub could: Option<bool>,
    /// Whether the rack was pushed over on purpose (F12).
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub pushed: bool,
}

const fn opened_by_default() -> bool {
    true
}

fn opened_unless_said<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(opened_by_default()))
}

/// Reads a field that may be left out: `null` says the same.
fn null_is_absent<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// What the head judge decides on a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The case has no consequences.
    Dismiss,
    /// The player is disqualified.
    Disqualify,
    /// The protest is justified.
    Uphold,
}

impl Command {
    /// The names of all commands but `ask` and those of the hall.
    pub const NAMES: [&'static str; 27] = [
        "new",
        "add",
        "numbers",
        "check-in",
        "briefing",
        "admit",
        "withdraw",
        "seat",
        "publish",
        "start",
        "draw",
        "redeal",
        "pause",
        "resume",
        "result",
        "correct",
        "annul",
        "protest",
        "warn",
        "rule",
        "play-off",
        "finish",
        "enter-late",
        "re-enter",
        "substitute",
        "sit-out",
        "printed",
    ];
}

impl Request {
    /// Reads a command from its JSON form, without its `id`.
    ///
    /// # Errors
    /// `unknown-command` or `malformed`.
    pub fn read(mut fields: Map<String, Value>) -> Result<Request, Refusal> {
        let name = fields.get("do").and_then(Value::as_str).unwrap_or_default();
        let in_hall = HallCommand::NAMES.contains(&name);
        if !Command::NAMES.contains(&name) && !in_hall {
            let names = [Command::NAMES.as_slice(), HallCommand::NAMES.as_slice()].concat().join(", ");
            return Err(Refusal::UnknownCommand(format!("`do` names the command: {names} or ask")));
        }
        let by = take_field(&mut fields, "by")?.unwrap_or_default();
        let at = take_field(&mut fields, "at")?;
        let why: Option<String> = take_field(&mut fields, "why")?;
        let command = if in_hall {
            read_fields::<HallCommand>(fields).map(Command::Hall)?
        } else {
            read_fields::<Command>(fields)?
        };
        Ok(Request { by, at, why: why.filter(|why| !why.trim().is_empty()), command })
    }
}

/// Reads fields; a refusal names the field that is wrong.
pub(crate) fn read_fields<T: for<'de> Deserialize<'de>>(fields: Map<String, Value>) -> Result<T, Refusal> {
    let mut fields = Value::Object(fields);
    clamp(&mut fields);
    let read = |fields: &Value| T::deserialize(fields).map_err(|error| error.to_string());
    read(&fields).map_err(|message| {
        let field = fields.as_object().and_then(|fields| field_at_fault(fields, &message, |rest| read(rest).err()));
        Refusal::Malformed(field.map_or_else(|| message.clone(), |field| format!("{field}: {message}")))
    })
}

/// Brings whole numbers beyond `i64` back to its limits: nothing has such a number, but it is one all the same, and
/// must be refused as unknown, not as malformed.
fn clamp(value: &mut Value) {
    const LIMIT: f64 = i64::MAX as f64;
    match value {
        Value::Number(number) if !number.is_i64() => {
            let limit = number.as_f64().and_then(|number| match number {
                LIMIT.. => Some(i64::MAX),
                _ if number <= -LIMIT => Some(i64::MIN),
                _ => None,
            });
            if let Some(limit) = limit {
                *value = limit.into();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(clamp),
        Value::Object(fields) => fields.values_mut().for_each(clamp),
        _ => {}
    }
}

/// More fields than any command has are not looked through.
const MOST_FIELDS: usize = 16;
/// Fields that say what the others are: without them everything is wrong.
const TAGS: [&str; 3] = ["do", "what", "kind"];

/// The field without which the message would be another one, unless the message names its field itself.
fn field_at_fault<'a>(
    fields: &'a Map<String, Value>,
    message: &str,
    fault: impl Fn(&Value) -> Option<String>,
) -> Option<&'a str> {
    if fields.len() > MOST_FIELDS {
        return None;
    }
    let is_missing = message.starts_with("missing field");
    let candidates = fields.iter().filter(|(_, value)| !is_missing || value.is_array() || value.is_object());
    let names = candidates.map(|(name, _)| name.as_str()).filter(|name| !TAGS.contains(name));
    let mut names = names.filter(|name| !message.contains(&format!("`{name}`")));
    names.find(|name| {
        let mut rest = fields.clone();
        rest.remove(*name);
        fault(&Value::Object(rest)).is_none_or(|other| other != message)
    })
}

/// Removes a field that every command may have, and reads it.
pub(crate) fn take_field<T: for<'de> Deserialize<'de>>(
    fields: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<T>, Refusal> {
    let Some(value) = fields.remove(name) else { return Ok(None) };
    Option::deserialize(value).map_err(|error| Refusal::Malformed(format!("{name}: {error}")))
}
