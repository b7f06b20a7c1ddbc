//! What has happened in an event. Folding these gives its state; nothing else changes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use trinta_core::Tile;
use trinta_core::edition::RulesVersion;

use crate::address::Address;
use crate::command::Decision;
use crate::hall::HallEvent;
use crate::people::{Number, Person, Status};
use crate::random::Seed;
use crate::result::GameResult;
use crate::seating_version::SeatingVersion;
use crate::settings::Settings;
use crate::time::{Date, HallTime};

pub use crate::place::{GameId, Seat};

/// The tiles that players drew at one time.
pub type Drawn = BTreeMap<Number, Tile>;

/// Something that has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The event was made.
    Created {
        /// Its title.
        title: String,
        /// Its day.
        date: Date,
        /// Its settings.
        settings: Box<Settings>,
        /// The version of the rules of the game it began with.
        rules_version: RulesVersion,
        /// The version of the seating code it began with.
        #[serde(default)]
        seating_version: SeatingVersion,
        /// What everything random follows from.
        seed: Seed,
        /// What printed codes follow from; none: the seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code_seed: Option<Seed>,
    },
    /// Somebody was entered, with a number or on the waiting list.
    Entered {
        /// Name and school.
        #[serde(flatten)]
        person: Person,
        /// The number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<Number>,
    },
    /// Numbers were given out anew: the old ones in the order of the new ones, from 1.
    Renumbered {
        /// The old numbers.
        order: Vec<Number>,
    },
    /// Players came.
    CheckedIn {
        /// Their numbers.
        numbers: Vec<Number>,
    },
    /// The briefing began, and who was not there is barred.
    BriefingBegan {
        /// Their numbers.
        barred: Vec<Number>,
    },
    /// A barred player was let in.
    Admitted {
        /// The player.
        number: Number,
    },
    /// Somebody joined after the briefing, by a ruling or as a player of the house.
    Joined {
        /// Name and school.
        #[serde(flatten)]
        person: Person,
        /// The number.
        number: Number,
        /// Whether it is a player of the house (B13).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        house: bool,
    },
    /// A player who had left, or had not gone on after a cut, plays again by a ruling.
    Reinstated {
        /// The player.
        number: Number,
    },
    /// Just these players miss a date of a league.
    SatOut {
        /// The date, from 1.
        date: u32,
        /// The players.
        numbers: Vec<Number>,
    },
    /// Players did not go on after the cut that follows a round (X20).
    Eliminated {
        /// The last round before the cut.
        round: u32,
        /// The players.
        numbers: Vec<Number>,
    },
    /// A player left.
    Left {
        /// The player.
        number: Number,
        /// The status from then on.
        status: Status,
    },
    /// The first on the waiting list took over a number.
    Replaced {
        /// The number.
        number: Number,
    },
    /// A seating was proposed.
    Seated {
        /// The round.
        round: u32,
        /// The players of each table, from table 1; in the ring some may be empty.
        tables: Vec<Vec<Number>>,
    },
    /// A seating no longer rests on the results as they are (X19).
    SeatingStale {
        /// The round.
        round: u32,
    },
    /// A seating was published.
    Published {
        /// The round.
        round: u32,
    },
    /// A round started.
    Started {
        /// The round.
        round: u32,
        /// The time of day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<HallTime>,
    },
    /// Players drew for the start of a game.
    StartDrawn {
        /// The game.
        #[serde(flatten)]
        game: GameId,
        /// The tiles that were drawn.
        tiles: Drawn,
    },
    /// A table dealt anew.
    Redealt {
        /// The game.
        #[serde(flatten)]
        game: GameId,
        /// Who asked for it.
        number: Number,
    },
    /// A table's clock was stopped.
    Paused {
        /// The round.
        round: u32,
        /// The table.
        table: u32,
        /// The time of day.
        at: HallTime,
    },
    /// It runs again.
    Resumed {
        /// The round.
        round: u32,
        /// The table.
        table: u32,
        /// The time of day.
        at: HallTime,
    },
    /// A game got a result, its first or a corrected one.
    Scored {
        /// The game.
        #[serde(flatten)]
        game: GameId,
        /// The result.
        result: GameResult,
    },
    /// A game counts for nobody.
    Annulled {
        /// The game.
        #[serde(flatten)]
        game: GameId,
    },
    /// Players drew for places in the next table of the ring.
    MoveDrawn {
        /// The round.
        round: u32,
        /// The table.
        table: u32,
        /// The tiles that were drawn.
        tiles: Drawn,
    },
    /// A decided draw for moving on was opened again by a ruling.
    MoveDrawReopened {
        /// The round.
        round: u32,
        /// The table.
        table: u32,
    },
    /// A player was warned, or offended once more after two warnings.
    Offended {
        /// The player.
        number: Number,
        /// The table in the newest round started.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The offence.
        why: String,
    },
    /// A case was opened for the head judge.
    CaseOpened {
        /// The subject of the case.
        #[serde(flatten)]
        subject: CaseSubject,
    },
    /// A case was decided.
    CaseClosed {
        /// The case, from 1.
        case: u32,
        /// The decision.
        decision: Decision,
    },
    /// A play-off was opened.
    PlayOffOpened {
        /// The shared rank.
        rank: u32,
        /// The players.
        numbers: Vec<Number>,
    },
    /// A game of a play-off got its result.
    PlayOffScored {
        /// The play-off.
        rank: u32,
        /// The table.
        table: u32,
        /// The result.
        result: GameResult,
    },
    /// Players drew in a play-off.
    PlayOffDrawn {
        /// The play-off.
        rank: u32,
        /// The tiles that were drawn.
        tiles: Drawn,
    },
    /// A tie was decided by a ruling.
    PlayOffRuled {
        /// The shared rank.
        rank: u32,
        /// The players, the best first.
        order: Vec<Number>,
    },
    /// The event ended.
    Finished,
    /// Sheets with QR codes were printed.
    Printed {
        /// The kinds of sheets.
        what: Vec<String>,
        /// The address in their QR codes.
        address: Address,
    },
    /// Something around the tables: people who help, incidents, calls, a postponement.
    Hall(HallEvent),
}

/// What a case is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CaseSubject {
    /// A player's conduct, after two warnings (G09).
    Conduct {
        /// The player.
        number: Number,
    },
    /// An aid to the game was found on a player (G03): cheating, without any warning before it.
    Cheating {
        /// The player.
        number: Number,
        /// A description of the aid.
        why: String,
    },
    /// A table's result (G17).
    Protest {
        /// The table.
        #[serde(flatten)]
        seat: Seat,
        /// The objection.
        why: String,
    },
    /// Two results of one game that differ, or one that came when its round was over.
    Conflict {
        /// The table.
        #[serde(flatten)]
        seat: Seat,
        /// The game of the round.
        game: u32,
        /// The result that is not stored, as the command that would have entered it.
        #[cfg_attr(feature = "ts", ts(type = "{ do: \"result\" } & ResultCommand"))]
        result: Map<String, Value>,
        /// The device that it came from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        device: Option<String>,
    },
}

impl CaseSubject {
    /// The table whose result it is about; none if it is about a player.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            CaseSubject::Protest { seat, .. } | CaseSubject::Conflict { seat, .. } => Some(*seat),
            CaseSubject::Conduct { .. } | CaseSubject::Cheating { .. } => None,
        }
    }
}
