//! The reasons for refusing a command. A refused command changes nothing and is not logged.

use serde::Serialize;

use crate::people::{Number, Role, Status};
use crate::settings::SettingError;
use crate::tie::Tie;

/// The kind of thing that a command names although it does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A player's number.
    Number,
    /// A table of a round.
    Table,
    /// A round.
    Round,
    /// A game of a round.
    Game,
    /// A case.
    Case,
    /// A play-off.
    PlayOff,
    /// A date of a league.
    Date,
    /// A call for the head judge.
    Call,
    /// An entry of the log.
    Seq,
}

impl Named {
    /// What people call it.
    const fn word(self) -> &'static str {
        match self {
            Named::PlayOff => "play-off",
            Named::Seq => "entry",
            _ => self.as_str(),
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Named::Number => "number",
            Named::Table => "table",
            Named::Round => "round",
            Named::Game => "game",
            Named::Case => "case",
            Named::PlayOff => "play_off",
            Named::Date => "date",
            Named::Call => "call",
            Named::Seq => "seq",
        }
    }
}

/// The reason for refusing a command.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The line is not a JSON object.
    #[error("this is not a JSON object: {0}")]
    BadJson(String),
    /// There is no such command.
    #[error("{0}")]
    UnknownCommand(String),
    /// A field is unknown, missing, of the wrong type, or has a value it can't have.
    #[error("{0}")]
    Malformed(String),
    /// A command before `new`.
    #[error("there is no event yet: begin with `new`")]
    NoEvent,
    /// A second `new`.
    #[error("this event exists already")]
    EventExists,
    /// A command after `finish`.
    #[error("the event is finished; only `ask` is answered now")]
    Finished,
    /// The command needs another role.
    #[error("the {by} can't do this: only the {needed} can")]
    Role {
        /// The role that gave the command.
        by: Role,
        /// The role that may give it.
        needed: Role,
    },
    /// The command needs a reason.
    #[error("say why: this command needs a reason in `why`")]
    Reason,
    /// Something named does not exist.
    #[error("there is no {} {value}", field.word())]
    Unknown {
        /// The kind of thing.
        field: Named,
        /// The number that was given.
        value: i64,
    },
    /// A setting that is impossible.
    #[error("{0}")]
    BadSetting(#[from] SettingError),
    /// The command comes too late.
    #[error("{0}")]
    Closed(&'static str),
    /// Check-in after the briefing (A08).
    #[error("the briefing has begun: players who were not here by then are barred; the head judge may `admit` them")]
    Barred,
    /// Seating before the briefing.
    #[error("hold the briefing first: until then players may still come")]
    NoBriefing,
    /// The state of the player or case does not allow the command.
    #[error("{0}")]
    Status(String),
    /// The round has started.
    #[error("round {0} has started")]
    Started(u32),
    /// The round, or the one before it, has not started.
    #[error("round {0} has not started")]
    NotStarted(u32),
    /// The round has no seating.
    #[error("round {0} has no seating yet")]
    NotSeated(u32),
    /// The seating was not published.
    #[error("the seating of round {0} is not published")]
    NotPublished(u32),
    /// The seating is based on results that have changed since (X19).
    #[error("results have changed since round {0} was seated: seat it again")]
    Stale(u32),
    /// This many players can't be seated (B12).
    #[error("{0} players can't sit at tables of four and three")]
    Impossible(usize),
    /// Tables with too few players.
    #[error("too few players are left at {}", tables(.0))]
    TooFew(Vec<u32>),
    /// The organiser's own seating is invalid.
    #[error("{0}")]
    BadSeating(String),
    /// Results or draws of a round are missing (B05).
    #[error("round {round}: {}", missing(tables, draws))]
    ResultsMissing {
        /// The round.
        round: u32,
        /// Tables with a game that has no result.
        tables: Vec<u32>,
        /// Tables with an open draw.
        draws: Vec<u32>,
    },
    /// The game has a result, or was annulled.
    #[error("game {game} at table {table} has a result already: `correct` changes it")]
    ResultExists {
        /// The table.
        table: u32,
        /// The game of the round.
        game: u32,
    },
    /// The game has no result.
    #[error("there is no result yet at table {0}")]
    NoResult(u32),
    /// The players named are not the expected ones.
    #[error("the players do not match: {}", players(missing, extra))]
    WrongPlayers {
        /// Players who should have been named.
        missing: Vec<Number>,
        /// Players who should not have been named.
        extra: Vec<Number>,
    },
    /// Not a tile of the number game.
    #[error("{0}")]
    BadTile(String),
    /// More of a tile than the box has.
    #[error("there are more {0} than the box has")]
    TooManyTiles(String),
    /// A sum that no rack can have.
    #[error("the sum of player {0} must be a whole number, 0 or more")]
    BadSum(Number),
    /// Two statements about a rack contradict each other.
    #[error("player {number}: {reason}")]
    Contradiction {
        /// The player.
        number: Number,
        /// The field that contradicts another one.
        field: &'static str,
        /// The contradiction, in words.
        reason: String,
    },
    /// N23: the points of an unopened rack depend on its tiles.
    #[error("player {0} has not opened: write down the tiles, or `could` as the judge sees it")]
    TilesNeeded(Number),
    /// The racks do not fit the way the game ended.
    #[error("{0}")]
    Ended(String),
    /// There is nothing to draw for, or the draw is already decided.
    #[error("there is no draw to make here")]
    NoDraw,
    /// The rules give no such right.
    #[error("{0}")]
    NoRight(String),
    /// The table is paused.
    #[error("table {0} is paused")]
    Paused(u32),
    /// The table is not paused.
    #[error("table {0} is not paused")]
    NotPaused(u32),
    /// All results of all rounds are in.
    #[error("all rounds are over")]
    RoundsOver,
    /// Cases wait for the head judge.
    #[error("cases wait for the head judge: {}", list(.0))]
    CasesOpen(Vec<u32>),
    /// Ties need deciding.
    #[error("ties need deciding: {}", ties(.0))]
    TiesOpen(Vec<Tie>),
    /// The tournament is postponed (A13).
    #[error("the tournament is postponed: `continue` goes on")]
    Postponed,
    /// The tournament is not postponed.
    #[error("the tournament is not postponed")]
    NotPostponed,
    /// The tournament has not come to its end.
    #[error("names are erased after the end: `finish` or `postpone` first")]
    NotFinished,
    /// The entry is of a kind that stays.
    #[error("entry {seq} can't be taken back: `{command}` stays, whatever comes after it")]
    NotUndoable {
        /// The entry.
        seq: u64,
        /// Its command.
        command: String,
    },
    /// Something later would not be the same without the entry.
    #[error("entry {later} (`{command}`) rests on entry {seq}: take that one back first")]
    NeededLater {
        /// The entry that was to be taken back.
        seq: u64,
        /// The first entry that needs it.
        later: u64,
        /// The command of that entry.
        command: String,
    },
    /// Another device has the judge's screen of the table (A11).
    #[error("another device judges table {0}: say \"take_over\":true to take it over")]
    Taken(u32),
}

/// Gives [`Refusal`] its codes from one list, and the compiler refuses a list that leaves one out.
macro_rules! codes {
    ($($variant:ident => $code:literal,)+) => {
        impl Refusal {
            /// Every code that there is.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// The stable name of the refusal, for programs.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $(Refusal::$variant { .. } => $code,)+
                }
            }
        }
    };
}

codes! {
    BadJson => "bad-json",
    UnknownCommand => "unknown-command",
    Malformed => "malformed",
    NoEvent => "no-event",
    EventExists => "event-exists",
    Finished => "finished",
    Role => "role",
    Reason => "reason",
    Unknown => "unknown",
    BadSetting => "bad-setting",
    Closed => "closed",
    Barred => "barred",
    NoBriefing => "no-briefing",
    Status => "status",
    Started => "started",
    NotStarted => "not-started",
    NotSeated => "not-seated",
    NotPublished => "not-published",
    Stale => "stale",
    Impossible => "impossible",
    TooFew => "too-few",
    BadSeating => "bad-seating",
    ResultsMissing => "results-missing",
    ResultExists => "result-exists",
    NoResult => "no-result",
    WrongPlayers => "wrong-players",
    BadTile => "bad-tile",
    TooManyTiles => "too-many-tiles",
    BadSum => "bad-sum",
    Contradiction => "contradiction",
    TilesNeeded => "tiles-needed",
    Ended => "ended",
    NoDraw => "no-draw",
    NoRight => "no-right",
    Paused => "paused",
    NotPaused => "not-paused",
    RoundsOver => "rounds-over",
    CasesOpen => "cases-open",
    TiesOpen => "ties-open",
    Postponed => "postponed",
    NotPostponed => "not-postponed",
    NotFinished => "not-finished",
    NotUndoable => "not-undoable",
    NeededLater => "needed-later",
    Taken => "taken",
}

/// A refusal for programs: its code, its message, and the fields that it is about.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct RefusalBody {
    /// Its stable name, one of [`Refusal::CODES`].
    #[cfg_attr(feature = "ts", ts(type = "RefusalCode"))]
    pub code: &'static str,
    /// What is wrong and what to do, in English.
    pub message: String,
    /// The field of the command or the setting that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Tables that lack a result or have too few players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<Vec<u32>>,
    /// Tables with an open draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<Vec<u32>>,
    /// Players who should have been named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<Number>>,
    /// Players who should not have been named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<Vec<Number>>,
    /// The player whose rack is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<Number>,
    /// Cases that wait for the head judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cases: Option<Vec<u32>>,
    /// The entry of the log that is in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// Ties that need deciding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ties: Option<Vec<Tie>>,
}

impl Refusal {
    /// The refusal for programs.
    #[must_use]
    pub fn body(&self) -> RefusalBody {
        let plain = RefusalBody { code: self.code(), message: self.to_string(), ..RefusalBody::default() };
        match self.clone() {
            Refusal::Unknown { field, .. } => RefusalBody { field: Some(field.as_str().to_owned()), ..plain },
            Refusal::BadSetting(error) => RefusalBody { field: Some(error.field), ..plain },
            Refusal::TooFew(tables) => RefusalBody { tables: Some(tables), ..plain },
            Refusal::ResultsMissing { round, tables, draws } => {
                RefusalBody { round: Some(round), tables: Some(tables), draws: Some(draws), ..plain }
            }
            Refusal::WrongPlayers { missing, extra } => {
                RefusalBody { missing: Some(missing), extra: Some(extra), ..plain }
            }
            Refusal::BadSum(number) | Refusal::TilesNeeded(number) => RefusalBody { number: Some(number), ..plain },
            Refusal::Contradiction { number, field, .. } => {
                RefusalBody { number: Some(number), field: Some(field.to_owned()), ..plain }
            }
            Refusal::NotUndoable { seq, .. } | Refusal::NeededLater { later: seq, .. } => {
                RefusalBody { seq: Some(seq), ..plain }
            }
            Refusal::CasesOpen(cases) => RefusalBody { cases: Some(cases), ..plain },
            Refusal::TiesOpen(ties) => RefusalBody { ties: Some(ties), ..plain },
            _ => plain,
        }
    }

    pub(crate) fn unknown(field: Named, value: impl Into<i64>) -> Refusal {
        Refusal::Unknown { field, value: value.into() }
    }

    pub(crate) fn status(number: Number, status: Status) -> Refusal {
        Refusal::Status(format!("player {number} is {status}"))
    }
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn tables(tables: &[u32]) -> String {
    format!("{} {}", if tables.len() == 1 { "table" } else { "tables" }, list(tables))
}

fn missing(without_result: &[u32], draws: &[u32]) -> String {
    let has = |tables: &[u32]| if tables.len() == 1 { "has" } else { "have" };
    let mut parts = Vec::new();
    if !without_result.is_empty() {
        parts.push(format!("{} {} no result yet", tables(without_result), has(without_result)));
    }
    if !draws.is_empty() {
        parts.push(format!("{} {} an open draw", tables(draws), has(draws)));
    }
    if parts.is_empty() { "it has not been played".to_owned() } else { parts.join("; ") }
}

fn players(missing: &[Number], extra: &[Number]) -> String {
    let mut parts = Vec::new();
    if !missing.is_empty() {
        parts.push(format!("{} {} missing", list(missing), are(missing.len())));
    }
    if !extra.is_empty() {
        parts.push(format!("{} {} not expected", list(extra), are(extra.len())));
    }
    parts.join("; ")
}

const fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn ties(ties: &[Tie]) -> String {
    let each = ties.iter().map(|tie| format!("rank {} ({})", tie.rank, list(&tie.numbers)));
    each.collect::<Vec<_>>().join("; ")
}
