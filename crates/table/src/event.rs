//! What happens at a table: the entries of its log.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use trinta_core::edition::RulesVersion;
use trinta_core::{Event, Score, Seat};
use trinta_time::Timestamp;

use crate::face::Face;
use crate::ids::PlayerId;
use crate::plan::Plan;

/// Something that happened at a table. One entry of the log is a list of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "table", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TableEvent {
    /// The table is opened.
    Opened {
        /// What it is opened with.
        plan: Plan,
        /// The player who opens it.
        host: PlayerId,
        /// The short code by which it is found.
        code: String,
        /// The version of the rules that all its games are played by; logs from before versions name none.
        #[serde(default = "RulesVersion::unnamed", skip_serializing_if = "RulesVersion::is_unnamed")]
        rules: RulesVersion,
    },
    /// The seed of the next game is chosen; its commitment is shown from now on.
    Committed {
        /// The seed, as hexadecimal digits.
        seed: String,
    },
    /// Somebody may sit down with this invitation.
    Invited {
        /// The hash of the secret, which is all that is kept of it.
        hash: String,
        /// None: any seat that is free.
        seat: Option<Seat>,
        /// The time at which it expires.
        until: Timestamp,
    },
    /// Somebody may become a judge with this invitation.
    JudgeInvited {
        /// The hash of the secret, which is all that is kept of it.
        hash: String,
        /// The time at which it expires.
        until: Timestamp,
    },
    /// Somebody is a judge of the table from now on.
    JudgeAppointed {
        /// The same at every table.
        id: PlayerId,
        /// The name, as it was then.
        name: String,
        /// The hash of the invitation that was used up.
        invite: String,
    },
    /// A seat is taken.
    #[serde(rename = "sat")]
    SeatTaken {
        /// The seat.
        seat: Seat,
        /// Its occupant from now on.
        who: Occupant,
        /// The hash of the invitation that was used up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invite: Option<String>,
    },
    /// A seat is free again.
    #[serde(rename = "rose")]
    SeatLeft {
        /// The seat.
        seat: Seat,
    },
    /// A player is known by another name or face from now on.
    Renamed {
        /// The player's seat.
        seat: Seat,
        /// The name that others see.
        name: String,
        /// The face that others see.
        face: Face,
    },
    /// A player adds entropy to the next shuffle.
    Mixed {
        /// The player's seat.
        seat: Seat,
        /// As hexadecimal digits.
        entropy: String,
    },
    /// A match begins: the sheet is empty.
    MatchBegun,
    /// A game begins.
    GameBegun,
    /// What happened in the game.
    Game {
        /// One command's events.
        events: Vec<Event>,
    },
    /// A game is over, and what it was shuffled from is nobody's secret any more.
    Revealed {
        /// The number of the game at this table, counted from 1.
        number: u32,
        /// The seed, as hexadecimal digits.
        seed: String,
        /// What each seat added to it, as hexadecimal digits.
        entropy: Vec<String>,
    },
    /// A ruling on the game that is over: a rack was pushed over (F12).
    RackPushed {
        /// The player's seat.
        seat: Seat,
        /// The scores of the game from now on, by seat.
        scores: Vec<Score>,
        /// The seats that have won it.
        winners: Vec<Seat>,
    },
    /// The clock is stopped.
    Paused,
    /// The clock runs again.
    Unpaused,
    /// The server was away, and nobody is charged for it.
    Resumed {
        /// The time that is credited to whoever is on turn.
        #[serde(with = "trinta_time::millis")]
        lost: Duration,
    },
    /// A player is away: a bot plays for them.
    Away {
        /// The player's seat.
        seat: Seat,
    },
    /// The player is back.
    Back {
        /// The player's seat.
        seat: Seat,
    },
    /// The table is closed for good.
    Closed,
}

/// The player or bot at a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Occupant {
    /// A person.
    Player {
        /// The same at every table.
        id: PlayerId,
        /// The name that others see.
        name: String,
        /// The face that others see; logs from before there were faces name none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<Face>,
    },
    /// A bot.
    Bot {
        /// Its name in the roster.
        level: String,
    },
}

impl Occupant {
    /// The player, if it is a person.
    #[must_use]
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Occupant::Player { id, .. } => Some(id),
            Occupant::Bot { .. } => None,
        }
    }

    /// The face, if it is a person's.
    #[must_use]
    pub fn face(&self) -> Option<Face> {
        match self {
            Occupant::Player { id, face, .. } => Some(face.unwrap_or_else(|| Face::of_player(id))),
            Occupant::Bot { .. } => None,
        }
    }

    /// The name that records and others see.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Occupant::Player { name, .. } => name,
            Occupant::Bot { level } => level,
        }
    }
}
