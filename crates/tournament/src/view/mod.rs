//! What each person may see: the one door from the state of a tournament to screens (X21).
//!
//! Every view is a type of its own that names what it shows; nothing is shown and then cut away. Whole names are for
//! those who run the tournament and, of their own table, for judges and staff. The public and the players see numbers
//! with the names of [`Player::public_name`](crate::Player::public_name).

mod build;
mod director;
mod people;
mod play_offs;
mod rules;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trinta_core::Score;

use crate::command::Ended;
use crate::event::Seat;
use crate::hall::{Agenda, Incident, Step, StepTaken};
use crate::people::{Number, Status};
use crate::place::GameId;
use crate::points::Points;
use crate::public_name::Publicity;
use crate::random::Seed;
use crate::result::{Flag, ScoredRack};
use crate::settings::Key;
use crate::state::{Offence, Tournament};
use crate::table_state::{TableState, TableStatus};
use crate::time::{Date, HallTime};

pub use director::{CallView, CaseView, DirectorView, TableGames, Undoable};
pub use play_offs::{DrawView, PlayOffTable, PlayOffView};
pub use rules::{ReasonView, RulesView, UnopenedView};

/// Somebody who looks at a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Runs the tournament.
    Organiser,
    /// Decides on cases.
    HeadJudge,
    /// Judges one table.
    Judge {
        /// The table.
        table: u32,
    },
    /// Helps in the hall.
    Staff,
    /// Plays.
    Player {
        /// The player's number.
        number: Number,
    },
    /// Anybody.
    Public,
}

/// The role of a viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ViewerRole {
    /// [`Viewer::Organiser`].
    Organiser,
    /// [`Viewer::HeadJudge`].
    HeadJudge,
    /// [`Viewer::Judge`].
    Judge,
    /// [`Viewer::Staff`].
    Staff,
    /// [`Viewer::Player`].
    Player,
    /// [`Viewer::Public`].
    Public,
}

/// What a viewer may see.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "as", rename_all = "kebab-case")]
pub enum View {
    /// The organiser sees everything.
    Organiser(Box<DirectorView>),
    /// So does the head judge.
    HeadJudge(Box<DirectorView>),
    /// A judge sees one table.
    Judge(Box<JudgeView>),
    /// Staff sees where people are.
    Staff(StaffView),
    /// A player sees what the public sees, and the own games.
    Player(Box<PlayerView>),
    /// The public sees seating and standings.
    Public(PublicView),
}

/// What everybody may know about the day.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Notice {
    /// The title.
    pub title: String,
    /// The day.
    pub date: Date,
    /// The day of the week: 1 is Monday.
    pub weekday: u8,
    /// The venue (A02).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub venue: Option<String>,
    /// Where the tables stand in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hall_map: Option<String>,
    /// What the organiser announces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// The timetable.
    pub agenda: Agenda,
    /// Whether players may still check in.
    pub check_in_open: bool,
    /// The newest round that has started; 0 before the first.
    pub round: u32,
    /// When its play ends, without the credit of single tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<HallTime>,
    /// The newest round whose seating is published or started; 0 before the first.
    pub published: u32,
    /// Whether all results of all rounds are in.
    pub complete: bool,
    /// Whether the tournament is postponed. The reason is for those who run it.
    pub postponed: bool,
    /// Whether the final list stands.
    pub finished: bool,
}

/// A player at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct SeatView {
    /// The number.
    pub number: Number,
    /// The name that the viewer may know; none is the number alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoundView {
    /// The round.
    pub round: u32,
    /// `proposed`, `published`, `started` or `stale`.
    #[cfg_attr(feature = "ts", ts(type = "\"proposed\" | \"published\" | \"started\" | \"stale\""))]
    pub state: &'static str,
    /// Its tables.
    pub tables: Vec<TableView>,
    /// Who moves to which table, as far as it is decided and nobody has moved.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub moves: BTreeMap<Number, u32>,
}

/// A table of a round.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct TableView {
    /// The table.
    pub table: u32,
    /// Who sits there, clockwise.
    pub players: Vec<SeatView>,
    /// The numbers of those who were seated there, from seat A on: a seat keeps its letter when somebody leaves.
    pub seats: Vec<Number>,
    /// How far it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<TableState>,
    /// The same for the board, where what needs a person stands out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<TableStatus>,
    /// Since when it is in that state, if the times were said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<HallTime>,
    /// Whether it is played at the server.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub online: bool,
    /// When its play ends, with the credit of its pauses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<HallTime>,
}

/// A line of the standings for everybody.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct StandingView {
    /// The rank; none for whoever is not ranked, for whatever reason.
    #[cfg_attr(feature = "ts", ts(optional = false))]
    pub rank: Option<u32>,
    /// The number and the name that the viewer may know.
    #[serde(flatten)]
    pub who: SeatView,
    /// Games won.
    pub wins: Points,
    /// The average score.
    pub average: String,
    /// The sum of all scores.
    pub total: Points,
    /// Games played.
    pub games: u32,
    /// Whether a result of the player is under protest (G17).
    pub provisional: bool,
    /// Whether the rank is a winning one (B10).
    pub wins_a_place: bool,
    /// The round after which the player did not go on (X20).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_after: Option<u32>,
    /// Whether the player is one of the house (B13).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub house: bool,
}

/// What the public sees.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct PublicView {
    /// The day.
    #[serde(flatten)]
    pub notice: Notice,
    /// The rounds that are published or started.
    pub rounds: Vec<RoundView>,
    /// The standings.
    pub standings: Vec<StandingView>,
    /// How many win (B10).
    pub cut: u32,
    /// What players are ranked by, the most important first.
    pub keys: Vec<Key>,
    /// The play-offs, with the names that the public may know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<PlayOffView>>", optional))]
    pub play_offs: Vec<PlayOffView>,
    /// The winners in the order of their ranks, once the final list stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Number>>", optional))]
    pub winners: Vec<Number>,
    /// Whether the winners have an order: all ties among them are decided (B10).
    pub ordered: bool,
    /// The edition that is played.
    pub edition: String,
    /// What differs from it.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string | number>"))]
    pub rules: BTreeMap<String, serde_json::Value>,
    /// The minutes of play in a round.
    pub play: u32,
    /// The seed of everything that was drawn, once nothing will be drawn any more; not while it tells codes that open names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
}

/// What a player sees.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct PlayerView {
    /// What the public sees.
    #[serde(flatten)]
    pub public: PublicView,
    /// The player's number.
    pub number: Number,
    /// The player's whole name.
    pub name: String,
    /// The player's school.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub school: Option<String>,
    /// The player's status.
    pub status: Status,
    /// The table in the newest round that is published or started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Seat>,
    /// The table that the player moves to after this round, once that is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_table: Option<u32>,
    /// The player's own games.
    pub games: Vec<OwnGame>,
}

/// A game of the viewer's own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnGame {
    /// The round.
    pub round: u32,
    /// The table.
    pub table: u32,
    /// The game of the round.
    pub game: u32,
    /// The way it ended.
    pub ended: Ended,
    /// The scores of all who played it.
    #[cfg_attr(feature = "ts", ts(as = "BTreeMap<Number, String>"))]
    pub scores: BTreeMap<Number, Score>,
    /// The viewer's own rack, with the verdict on it.
    pub rack: ScoredRack,
}

/// What the staff sees (A17).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StaffView {
    /// The day.
    #[serde(flatten)]
    pub notice: Notice,
    /// The rounds that are published or started, with whole names.
    pub rounds: Vec<RoundView>,
    /// Tables that stand still, with the time since when.
    pub paused: Vec<PausedView>,
    /// Tables whose scores are recorded and whose players still sit: to be dismissed in this order.
    pub to_dismiss: Vec<Seat>,
}

/// A table that stands still.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PausedView {
    /// The table.
    #[serde(flatten)]
    pub seat: Seat,
    /// Since when.
    pub since: HallTime,
    /// Players who are being accompanied.
    pub escorted: Vec<Number>,
}

/// What a judge sees of the own table (A11).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct JudgeView {
    /// The day.
    #[serde(flatten)]
    pub notice: Notice,
    /// The table.
    pub table: u32,
    /// The game that is on, or the last one of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_on: Option<GameId>,
    /// The state of that round: `published` or `started`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "\"published\" | \"started\"", optional))]
    pub round_state: Option<&'static str>,
    /// The figures of the rules.
    pub rules: RulesView,
    /// The device that has this screen (A11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The judge's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
    /// The newest round that is published or started at this table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seating: Option<TableView>,
    /// The players' offences so far: they travel with the player (G09, X18).
    pub players: Vec<PlayerLine>,
    /// The games of that round.
    pub games: Vec<GameView>,
    /// Incidents at this table in that round.
    pub incidents: Vec<Incident>,
    /// Whether a call for the head judge is open.
    pub called: bool,
    /// When the oldest of them was made, if that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called_at: Option<HallTime>,
    /// Whether the result waits for the head judge, under protest or with a second one beside it (G17).
    pub contested: bool,
    /// The draws that wait for tiles.
    pub draws: Vec<DrawView>,
    /// The play-offs, with the names that the public may know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<PlayOffView>>", optional))]
    pub play_offs: Vec<PlayOffView>,
    /// Who moves to which table.
    pub moves: BTreeMap<Number, u32>,
    /// Who has to draw for moving on.
    pub to_draw: Vec<Number>,
}

/// A player, for those who watch over the players.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct PlayerLine {
    /// The number.
    pub number: Number,
    /// The whole name.
    pub name: String,
    /// The school.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub school: Option<String>,
    /// The status.
    pub status: Status,
    /// Warnings so far (G09).
    pub warnings: u32,
    /// The offences, in order.
    pub offences: Vec<Offence>,
    /// How the public sees the player (X21).
    pub publicity: Publicity,
    /// Whether the player is one of the house (B13).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub house: bool,
}

/// A game, for its judge.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct GameView {
    /// The game of the round.
    pub game: u32,
    /// The players clockwise from the starter on, once the starter is known (C03).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<Number>>,
    /// The steps so far (C10).
    pub steps: Vec<StepTaken>,
    /// The next step, while there is no result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_step: Option<Step>,
    /// The way it ended, once there is a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// Those who asked for a new deal (C08).
    pub redeals: Vec<Number>,
    /// Whether it was annulled.
    pub annulled: bool,
    /// The racks with their scores, once there is a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub racks: Option<Vec<ScoredRack>>,
    /// What people should look at.
    pub flags: Vec<Flag>,
    /// Those who have not agreed with the result (X17).
    pub unsigned: Vec<Number>,
}

impl Tournament {
    /// What somebody may see.
    #[must_use]
    pub fn view(&self, viewer: &Viewer) -> View {
        match *viewer {
            Viewer::Organiser => View::Organiser(Box::new(self.director_view())),
            Viewer::HeadJudge => View::HeadJudge(Box::new(self.director_view())),
            Viewer::Judge { table } => View::Judge(Box::new(self.judge_view(table))),
            Viewer::Staff => View::Staff(self.staff_view()),
            Viewer::Player { number } => match self.people().get(number) {
                Some(player) => View::Player(Box::new(self.player_view(player))),
                None => View::Public(self.public_view()),
            },
            Viewer::Public => View::Public(self.public_view()),
        }
    }
}
