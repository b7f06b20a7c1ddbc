//! The bodies of HTTP requests and answers.

mod hall;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trinta_core::edition::Value;
use trinta_core::{Layout, Score, Seat, Table, Tiles};
use trinta_table::{Face, SettingValue};
use trinta_time::Timestamp;
use utoipa::ToSchema;

pub use hall::*;

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
    /// The server's time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    #[schema(value_type = i64)]
    pub now: Timestamp,
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
    /// The number of seats.
    pub players: u8,
    /// The names of the occupants, by seat.
    pub seats: Vec<Option<String>>,
    /// Whether a match is on.
    pub playing: bool,
    /// Whether anybody may sit down.
    pub open: bool,
    /// Whether anybody may watch.
    pub watch: bool,
    /// When something happened last, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    #[schema(value_type = i64)]
    pub at: Timestamp,
}

/// A table at which you have a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatedTable {
    /// The table.
    pub table: TableSummary,
    /// The faces of the people, by seat; none: a bot, or nobody.
    #[cfg_attr(test, ts(type = "(string | null)[]"))]
    #[schema(value_type = Vec<Option<String>>)]
    pub faces: Vec<Option<Face>>,
    /// Your seats: several where people share a device.
    #[cfg_attr(test, ts(type = "number[]"))]
    #[schema(value_type = Vec<u8>)]
    pub seats: Vec<Seat>,
    /// The player on turn; none: no game is on.
    #[cfg_attr(test, ts(type = "number | null"))]
    #[schema(value_type = Option<u8>)]
    pub turn: Option<Seat>,
    /// Whether turns have a time limit.
    pub timed: bool,
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
    /// None: any seat that is free.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "number", optional))]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
    /// Whether it is for a judge, where the plan has judges; then there is no seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub judge: bool,
}

/// An invitation to judge that somebody brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgeInvite {
    /// The secret.
    pub invite: String,
}

/// A judge of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AppointedView {
    /// The name of the table.
    pub table: String,
    /// The name by which the others know the judge.
    pub name: String,
}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InviteView {
    /// The secret. In a link it stands behind `#`, where no server logs it.
    pub invite: String,
    /// When it expires, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    #[schema(value_type = i64)]
    pub until: Timestamp,
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
    /// The number of players.
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
    /// The index of its event in the record.
    pub event: usize,
    /// The player on turn.
    #[cfg_attr(test, ts(type = "number"))]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// The number of tiles that were laid.
    pub played: usize,
    /// A play with the most tiles; none: there was none.
    pub best: Option<BestView>,
    /// Whether that is proved.
    pub proved: bool,
    /// What the strongest bot would have done in the player's place; none: no bot plays this game.
    pub bot: Option<BotTurnView>,
}

/// What a bot would have done in a turn, seeing only what the player saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotTurnView {
    /// The name of the bot.
    pub level: String,
    /// What it would have done.
    pub action: BotActionView,
}

/// The action of a bot in a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum BotActionView {
    /// Lay tiles.
    Play(BestView),
    /// Draw, although there may be a play.
    Draw,
    /// Pass, the pool being empty.
    Pass,
    /// Ask for a new deal (N9).
    NewDeal,
    /// Challenge the play before (W8).
    Challenge,
}

/// A play of a turn: the one with the most tiles, or a bot's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BestView {
    /// The number of tiles that it lays.
    pub tiles: usize,
    /// The tiles from the rack.
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
    /// When it ended, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    #[schema(value_type = i64)]
    pub at: Timestamp,
    /// The edition.
    pub edition: String,
    /// The names of the players, by seat.
    pub players: Vec<String>,
    /// The scores.
    #[cfg_attr(test, ts(type = "string[]"))]
    #[schema(value_type = Vec<String>)]
    pub scores: Vec<Score>,
    /// The seats that won.
    #[cfg_attr(test, ts(type = "number[]"))]
    #[schema(value_type = Vec<u8>)]
    pub winners: Vec<Seat>,
    /// Your seat.
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
