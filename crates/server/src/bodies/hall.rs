//! The bodies of requests about tournaments.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// How far a tournament is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TournamentState {
    /// No round has started.
    Setup,
    /// A round has started.
    Running,
    /// The final list stands.
    Finished,
}

/// What lists say of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentSummary {
    /// Its name in addresses.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its day, such as `2027-01-18`.
    pub date: String,
    /// The newest round that has started; 0 before the first.
    pub round: u32,
    /// How many rounds it has.
    pub rounds: u32,
    /// How far it is.
    pub state: TournamentState,
}

/// The tournaments of a server, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentList {
    /// The tournaments.
    pub tournaments: Vec<TournamentSummary>,
    /// The address by which phones in the hall reach this server, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub address: Option<String>,
}

/// A new tournament: the command that makes it, or the file of one that exists.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewTournament {
    /// The command `new`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "Record<string, unknown>"))]
    #[schema(value_type = Option<Object>)]
    pub command: Option<Map<String, Value>>,
    /// The lines of an exported log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub file: Option<String>,
    /// The hall's minutes ahead of UTC.
    #[serde(default)]
    pub utc_offset: i32,
}

/// Who wants to go to a table that is played at the server.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnlineBody {
    /// The code of the player's card or of the judge's sheet.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub code: Option<String>,
    /// The token of organiser or head judge, if there is no code.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub token: Option<String>,
    /// The table, for those who run the tournament.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub table: Option<u32>,
    /// Whether another device loses the seat by this.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub take_over: bool,
}

/// A table that is played at the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnlineView {
    /// The name of the table in addresses.
    pub table: String,
    /// Whether the visitor is one of its judges, and not a player.
    pub judge: bool,
}

/// A tournament that has come to this server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentCreated {
    /// Its name in addresses.
    pub id: String,
    /// The organiser's token.
    pub token: String,
    /// The recovery code, to be printed and kept: without it no backup can be read.
    pub recovery: String,
    /// How many entries its log has.
    pub seq: u64,
}

/// A printed code, as it was scanned or typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HallCodeBody {
    /// The code.
    pub code: String,
}

/// What a printed code stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum HallCodeTarget {
    /// A player's card.
    Player {
        /// The player's number.
        number: u32,
    },
    /// A table's sign.
    Table {
        /// The table.
        table: u32,
    },
    /// A judge's sheet.
    Sheet {
        /// The round.
        round: u32,
        /// The table.
        table: u32,
    },
}

/// The tournament of a printed code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HallCodeView {
    /// The tournament.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What the code stands for.
    pub target: HallCodeTarget,
}

/// The role that a token gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TokenRole {
    /// Runs the tournament.
    Organiser,
    /// Decides on cases.
    HeadJudge,
    /// Helps in the hall.
    Staff,
}

/// A token to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewToken {
    /// The role that it gives.
    pub role: TokenRole,
    /// The person or device that it was made for.
    #[serde(default)]
    pub name: String,
}

/// A token, once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenMade {
    /// The token.
    pub token: String,
}

/// A token in the list, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenView {
    /// What it is taken back by.
    pub key: String,
    /// The role that it gives.
    pub role: TokenRole,
    /// The person or device that it was made for.
    pub name: String,
}

/// The error of a request about a tournament: those of `ErrorBody`, and those of the tournament's own refusals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HallErrorBody {
    /// The name of the error, for programs.
    pub code: String,
    /// The error, for people.
    pub message: String,
    /// What it is about, as the tournament's refusals say it.
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    #[schema(value_type = Object)]
    pub about: Map<String, Value>,
}

/// A preset of tournaments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PresetView {
    /// Its name.
    pub name: String,
    /// What it is for, in English.
    pub about: String,
    /// Its settings.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub settings: Map<String, Value>,
}

/// The presets of tournaments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PresetsView {
    /// The presets.
    pub presets: Vec<PresetView>,
}

/// The sheets to print, and on what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PrintBody {
    /// The kinds of sheets, such as `cards`.
    pub documents: Vec<String>,
    /// The language: `en`, `pt-PT`, `zh-Hant` or `zh-Hans`.
    pub language: String,
    /// The paper: `a4` or `letter`.
    pub paper: String,
    /// The round of sheets that belong to one; none: the newest that fits.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub round: Option<u32>,
    /// The address in QR codes; none: no QR codes.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub address: Option<String>,
    /// The head judge's name.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub head_judge: Option<String>,
}

/// The list or log to export, and its format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// The log or a list.
    #[param(inline)]
    pub what: ExportWhat,
    /// The form of a list.
    #[serde(rename = "as", default)]
    #[param(inline)]
    pub format: ExportFormat,
}

/// What can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExportWhat {
    /// The log, as the file of the tournament has it.
    Log,
    /// The players.
    Players,
    /// The seating of every round.
    Seating,
    /// The results.
    Results,
    /// The standings.
    Standings,
    /// All lists, with settings.
    All,
}

/// The form of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExportFormat {
    /// For programs.
    #[default]
    Json,
    /// For spreadsheets.
    Csv,
}

/// A backup to be restored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RestoreBody {
    /// The backup, in base64.
    pub backup: String,
    /// The recovery code that was printed.
    pub recovery: String,
    /// The hall's minutes ahead of UTC; none: as before.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub utc_offset: Option<i32>,
}

/// What the format advisor is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdviceBody {
    /// The preset; none: the usual one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub preset: Option<String>,
    /// What differs from it.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    #[schema(value_type = Object)]
    pub set: Map<String, Value>,
    /// How many players there are.
    pub players: u32,
    /// The mean time of a turn in seconds; none: as usual.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub seconds: Option<f64>,
}

/// What the format advisor answers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdviceView {
    /// Minutes for all rounds.
    pub available: u32,
    /// Minutes after which nine in ten tournaments have ended.
    pub nine_in_ten: f64,
    /// The share of tournaments that run over.
    pub overrun: f64,
    /// How many of the best players are among the winners, on average.
    pub best: f64,
    /// The number of winners.
    pub winners: u32,
}
