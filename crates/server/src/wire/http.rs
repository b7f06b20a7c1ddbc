//! The bodies of HTTP requests and answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trinta_core::edition::Value;
use trinta_core::{Layout, Score, Seat, Table, Tiles};
use utoipa::ToSchema;

use crate::table::{Code, Plan};
use crate::wire::server::FaultView;

/// The value of a setting, as documents for programs describe it; the core reads and checks it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only what it looks like is wanted")]
pub(crate) enum SettingValue {
    /// A word.
    Text(String),
    /// A number.
    Number(i64),
}

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorBody {
    /// The reason, for programs.
    pub code: Code,
    /// The reason, in English.
    pub message: String,
    /// The faults of an illegal play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<FaultView>>", optional))]
    pub faults: Vec<FaultView>,
}

/// What a server is and has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerView {
    /// The version of the program.
    pub version: String,
    /// The version of the protocol.
    pub protocol: u32,
    /// The editions that can be played.
    pub editions: Vec<EditionView>,
    /// The bots that can be seated.
    pub bots: Vec<BotView>,
    /// The word lists, smallest first.
    pub lexicons: Vec<String>,
    /// The themes of the word game.
    pub themes: Vec<String>,
    /// The server's time.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: i64,
}

/// An edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EditionView {
    /// Its name.
    pub name: String,
    /// `numbers` or `words`.
    pub game: String,
    /// The fewest and the most players.
    pub players: (u8, u8),
    /// Every setting, by name.
    #[cfg_attr(test, ts(type = "Record<string, string | number>"))]
    #[schema(value_type = BTreeMap<String, SettingValue>)]
    pub settings: BTreeMap<String, Value>,
}

/// A bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotView {
    /// Its name.
    pub level: String,
    /// Whether it plays with numbers.
    pub numbers: bool,
    /// Whether it plays with words.
    pub words: bool,
}

/// Who somebody is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionView {
    /// The name that others see.
    pub name: String,
    /// The name of the account; none: a guest.
    pub account: Option<String>,
    /// The rating of the account, once a game has counted for it.
    pub rating: Option<i32>,
}

/// A name to be known by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NameBody {
    /// 1 to 24 characters.
    pub name: String,
}

/// A new account for the guest who asks.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountBody {
    /// 3 to 24 letters, digits, `-` or `_`.
    pub account: String,
    /// 10 to 200 characters.
    pub password: String,
}

/// Name and password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LoginBody {
    /// The name of the account.
    pub account: String,
    /// The password.
    pub password: String,
}

/// A new table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CreateTable {
    /// What is agreed.
    pub plan: Plan,
    /// Whether whoever opens it takes the first free seat.
    #[serde(default = "yes")]
    pub sit: bool,
    /// Bots to seat, by seat.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "Record<string, string>"))]
    #[schema(value_type = BTreeMap<String, String>)]
    pub bots: BTreeMap<u8, String>,
    /// Whether the first game begins at once.
    #[serde(default)]
    pub begin: bool,
}

fn yes() -> bool {
    true
}

/// A table that was opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableCreated {
    /// The name of the table.
    pub table: String,
    /// Its short code.
    pub code: String,
    /// The seat of whoever opened it.
    #[cfg_attr(test, ts(type = "number | null"))]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
}

/// What lists say about a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableSummary {
    /// The name of the table.
    pub table: String,
    /// What the host calls it.
    pub name: String,
    /// The edition.
    pub edition: String,
    /// How many seats.
    pub players: u8,
    /// Who sits where.
    pub seats: Vec<Option<String>>,
    /// Whether a match is on.
    pub playing: bool,
    /// Whether anybody may sit down.
    pub open: bool,
    /// Whether anybody may watch.
    pub watch: bool,
    /// When something happened last, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: i64,
}

/// How somebody comes to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JoinBody {
    /// Which seat; none: any.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "number", optional))]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
    /// The secret of an invitation.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub invite: Option<String>,
    /// The code of the table.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub code: Option<String>,
    /// The name to be known by at this seat, where one device plays for several.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
}

/// A seat that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JoinedView {
    /// The name of the table.
    pub table: String,
    /// The seat.
    #[cfg_attr(test, ts(type = "number"))]
    #[schema(value_type = u8)]
    pub seat: Seat,
}

/// A code that somebody typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CodeBody {
    /// The code.
    pub code: String,
}

/// An invitation to be made.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InviteBody {
    /// For which seat; none: any that is free.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "number", optional))]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InviteView {
    /// The secret. In a link it stands behind `#`, where no server logs it.
    pub invite: String,
    /// Until when it is good.
    #[cfg_attr(test, ts(type = "number"))]
    pub until: i64,
}

/// A play to be judged, without a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgeBody {
    /// The edition.
    pub edition: String,
    /// What differs from it.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "Record<string, string | number>"))]
    #[schema(value_type = BTreeMap<String, SettingValue>)]
    pub settings: BTreeMap<String, Value>,
    /// How many players.
    pub players: u8,
    /// Whether the player has opened.
    pub opened: bool,
    /// The table at the start of the turn.
    #[cfg_attr(test, ts(type = "string[]"))]
    #[schema(value_type = Vec<String>)]
    pub before: Layout,
    /// The rack at the start of the turn.
    #[cfg_attr(test, ts(type = "string"))]
    #[schema(value_type = String)]
    pub rack: Tiles,
    /// The table as the player wants to leave it.
    #[cfg_attr(test, ts(type = "string[]"))]
    #[schema(value_type = Vec<String>)]
    pub after: Layout,
}

/// A turn of a finished game, and what could have been played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnView {
    /// Which event of the record, counted from 0.
    pub event: usize,
    /// Whose turn.
    #[cfg_attr(test, ts(type = "number"))]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// How many tiles were laid.
    pub played: usize,
    /// A play with the most tiles; none: there was none.
    pub best: Option<BestView>,
    /// Whether that is proved.
    pub proved: bool,
}

/// The best play of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BestView {
    /// How many tiles it lays.
    pub tiles: usize,
    /// Which.
    #[cfg_attr(test, ts(type = "string"))]
    #[schema(value_type = String)]
    pub placed: Tiles,
    /// The table afterwards.
    #[cfg_attr(test, ts(type = "string[]"))]
    #[schema(value_type = Vec<String>)]
    pub table: Table,
}

/// A finished game in somebody's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FinishedGame {
    /// The table.
    pub table: String,
    /// The number of the game there.
    pub number: u32,
    /// When it ended.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: i64,
    /// The edition.
    pub edition: String,
    /// Who played.
    pub players: Vec<String>,
    /// The scores.
    #[cfg_attr(test, ts(type = "string[]"))]
    #[schema(value_type = Vec<String>)]
    pub scores: Vec<Score>,
    /// Who won.
    #[cfg_attr(test, ts(type = "number[]"))]
    #[schema(value_type = Vec<u8>)]
    pub winners: Vec<Seat>,
    /// Which seat was yours.
    #[cfg_attr(test, ts(type = "number"))]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// Your rating after it; none: it did not count for it.
    #[serde(default)]
    pub rating: Option<i32>,
}

/// The form of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RecordKind {
    /// Text.
    #[default]
    Text,
    /// JSON lines.
    Jsonl,
}
