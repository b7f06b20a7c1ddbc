//! A table as a viewer may see it: all that a client needs to draw it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trinta_core::edition::{RulesVersion, SettingError, SettingsBuilder, Value};
use trinta_core::record::DealStage;
use trinta_core::{Score, Seat, SeenState, Settings};

use crate::face::Face;
use crate::plan::{Chat, Spectators};
use crate::roles::Powers;
use crate::wire::server::ClockView;

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableView {
    /// What the table was opened with.
    pub plan: PlanView,
    /// By seat.
    pub seats: Vec<SeatView>,
    /// The match and its sheet.
    #[serde(rename = "match")]
    pub sheet: MatchView,
    /// The deal that is being prepared.
    pub deal: Option<DealView>,
    /// The game that is on, or the last one.
    pub game: Option<GameView>,
    /// The clock, while a game is on.
    pub clock: Option<ClockView>,
    /// Whether the clock is stopped.
    pub paused: bool,
    /// Whether the table is closed for good.
    pub closed: bool,
    /// The names of those who judge, and see every rack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub judges: Vec<String>,
}

/// What a table was opened with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlanView {
    /// What the host calls it.
    pub name: String,
    /// The edition.
    pub edition: String,
    /// `numbers` or `words`.
    pub game: String,
    /// The version of the rules that the table was opened with, and keeps.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub rules: RulesVersion,
    /// Every setting in force, by name.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string | number>"))]
    pub settings: BTreeMap<String, Value>,
    /// The names of the settings that differ from the edition.
    pub changed: Vec<String>,
    /// The number of seats.
    pub players: u8,
    /// Whether anybody may sit down.
    pub open: bool,
    /// Whether spectators are admitted, and which.
    pub spectators: Spectators,
    /// Whether players may ask the solver.
    pub hints: bool,
    /// Whether others see a play while it is being made.
    pub open_drafts: bool,
    /// Whether one player may take several seats.
    pub hot_seat: bool,
    /// The seconds after which a bot stands in for an absent player.
    pub stand_in_after: Option<u32>,
    /// What may be said.
    pub chat: Chat,
    /// Who may begin, pause, seat and rule; left out if nothing differs from the defaults.
    #[serde(default, skip_serializing_if = "Powers::is_default")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Powers>", optional))]
    pub powers: Powers,
}

impl PlanView {
    /// The rules in force.
    ///
    /// # Errors
    /// When this program does not know the edition, or one of its settings.
    pub fn settings(&self) -> Result<Settings, SettingError> {
        let mut builder = SettingsBuilder::edition_at(&self.edition, self.rules)?;
        for (name, value) in &self.settings {
            builder.set(name, value.clone());
        }
        builder.build()
    }
}

/// A seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatView {
    /// Its occupant.
    pub who: Option<OccupantView>,
    /// Whether a bot plays for them.
    pub away: bool,
    /// Whether a bot plays the current game for them, because they did not take part in its deal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub sits_out: bool,
}

/// A deal that is being prepared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DealView {
    /// The commitment to the server's seed, which is also the name of the deal.
    pub deal: String,
    /// What the deal waits for.
    #[cfg_attr(feature = "ts", ts(type = "\"commit\" | \"reveal\""))]
    pub stage: DealStage,
    /// The commitments by seat, as far as they have come.
    pub commitments: Vec<Option<String>>,
    /// The entropy by seat, as far as it has been revealed.
    pub entropy: Vec<Option<String>>,
    /// The deals of the same game that came to nothing before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<AbortedView>>", optional))]
    pub aborted: Vec<AbortedView>,
}

/// A deal that came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AbortedView {
    /// The commitment to the server's seed.
    pub deal: String,
    /// The stage in which it ended.
    #[cfg_attr(feature = "ts", ts(type = "\"commit\" | \"reveal\""))]
    pub stage: DealStage,
    /// The seats from which it was missing; none: the server gave the deal up.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub missing: Vec<Seat>,
}

/// The player or bot at a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "SitterView"))]
pub struct OccupantView {
    /// The name; of a bot, its level.
    pub name: String,
    /// Whether it is a bot.
    pub bot: bool,
    /// Whether they are the host.
    pub host: bool,
    /// The face of a person: three digits for shape, colour and something worn; none: a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "string", optional))]
    pub face: Option<Face>,
}

/// A match and its sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchView {
    /// The number of games; none: as many as the players like.
    pub length: Option<u32>,
    /// The scores of each game so far.
    #[cfg_attr(feature = "ts", ts(type = "string[][]"))]
    pub games: Vec<Vec<Score>>,
    /// Each seat's sum.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub totals: Vec<Score>,
    /// The games that each seat has won.
    pub wins: Vec<u32>,
    /// Who leads or has won.
    #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
    pub winners: Vec<Seat>,
    /// Whether it is over.
    pub over: bool,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameView {
    /// Its number at this table.
    pub number: u32,
    /// What the viewer may know of it. With the plan of the table it is a view that folds on by itself.
    pub state: SeenState,
    /// N9: whether you may ask for a new deal now.
    pub new_deal: bool,
    /// The commitment to its seed.
    pub commitment: String,
    /// The commitments of the seats to their entropy; left out in games of early versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Option<String>>>", optional))]
    pub commitments: Vec<Option<String>>,
    /// The entropy of each seat; left out in games of early versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Option<String>>>", optional))]
    pub entropy: Vec<Option<String>>,
    /// The deals of this game that came to nothing before it was dealt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<AbortedView>>", optional))]
    pub aborted: Vec<AbortedView>,
    /// Its seed, once it is over.
    pub seed: Option<String>,
    /// What a judge made of its scores, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ruling: Option<RulingView>,
}

/// The scores of a game after a ruling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RulingView {
    /// The seats whose racks were pushed over (F12).
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub pushed: Vec<Seat>,
    /// The scores, by seat.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub scores: Vec<Score>,
    /// The seats that won.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub winners: Vec<Seat>,
}
