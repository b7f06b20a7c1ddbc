//! What the organiser and the head judge see.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::command::Decision;
use crate::event::{CaseSubject, Seat};
use crate::hall::{Incident, StaffMember};
use crate::people::{Number, Role};
use crate::random::Seed;
use crate::settings::Settings;
use crate::tie::Tie;
use crate::time::HallTime;
use crate::view::{
    DrawView, GameView, Notice, PausedView, PlayOffView, PlayerLine, RoundView, RulesView, StandingView,
};

/// What the organiser and the head judge see.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct DirectorView {
    /// The day.
    #[serde(flatten)]
    pub notice: Notice,
    /// The reason of a postponement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postponed_because: Option<String>,
    /// The settings.
    pub settings: Settings,
    /// The figures of the rules.
    pub rules: RulesView,
    /// The seed of everything that is drawn.
    pub seed: Seed,
    /// All rounds, also those only proposed, with whole names.
    pub rounds: Vec<RoundView>,
    /// The standings, with whole names.
    pub standings: Vec<StandingView>,
    /// How many win (B10).
    pub cut: u32,
    /// The games of all tables of rounds that have started.
    pub games: Vec<TableGames>,
    /// Everybody who was entered.
    pub players: Vec<PlayerLine>,
    /// Names on the waiting list.
    pub waiting: Vec<String>,
    /// Tables of the newest round without a result.
    pub missing: Vec<u32>,
    /// Tables of that round with an open draw.
    pub draws: Vec<u32>,
    /// The draws of that round that wait for tiles.
    pub to_draw: Vec<DrawView>,
    /// Ties that need deciding and are not decided (B11).
    pub ties: Vec<Tie>,
    /// The play-offs with their tables and results.
    pub play_offs: Vec<PlayOffView>,
    /// The winners in the order of their ranks, once the final list stands.
    pub winners: Vec<Number>,
    /// The devices that have the judges' screens, by table (A11).
    pub devices: BTreeMap<u32, String>,
    /// The addresses that were printed in QR codes, each once.
    pub printed: Vec<String>,
    /// The newest entries of the log that can be taken back, the newest first.
    pub undoable: Vec<Undoable>,
    /// The judges of that round, by table, or of the first one.
    pub judges: BTreeMap<u32, String>,
    /// Tables without a judge (A16).
    pub without_judge: Vec<u32>,
    /// The staff.
    pub staff: Vec<StaffMember>,
    /// Cases for the head judge.
    pub cases: Vec<CaseView>,
    /// Calls that wait for the head judge, with the time of the call.
    pub calls: Vec<CallView>,
    /// All incidents.
    pub incidents: Vec<Incident>,
    /// Tables that stand still.
    pub paused: Vec<PausedView>,
    /// Tables to be dismissed.
    pub to_dismiss: Vec<Seat>,
}

/// The games of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableGames {
    /// The table.
    #[serde(flatten)]
    pub seat: Seat,
    /// Its games.
    pub games: Vec<GameView>,
}

/// A case, for those who decide on it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct CaseView {
    /// The case, from 1.
    pub case: u32,
    /// What it is about.
    #[serde(flatten)]
    pub subject: CaseSubject,
    /// The decision, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// The name of the player whom it is about, if the number is somebody else's now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former: Option<String>,
}

/// A call that waits for the head judge (G08).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct CallView {
    /// The call, from 1.
    pub call: u32,
    /// The table.
    #[serde(flatten)]
    pub seat: Seat,
    /// When it called, if that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<HallTime>,
    /// The question, if it was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// An entry that can be taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Undoable {
    /// Its place in the log.
    pub seq: u64,
    /// The role that gave the command.
    pub by: Role,
    /// The time, if it was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<HallTime>,
    /// The command as it was given.
    #[cfg_attr(feature = "ts", ts(type = "Request"))]
    pub command: serde_json::Map<String, Value>,
}
