//! What happens at a table: the entries of its log.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use trinta_core::edition::RulesVersion;
use trinta_core::record::DealStage;
use trinta_core::{Event, Score, Seat};
use trinta_time::Timestamp;

use crate::face::Face;
use crate::ids::PlayerId;
use crate::plan::Plan;

/// Something that happened at a table. One entry of the log is a list of these.
///
/// A field that is not known here is left out, and a kind becomes [`Skipped`](TableEvent::Skipped): an entry has a version
/// that is too high for this program if it must not be read like that ([`format_version`](TableEvent::format_version)).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "table", rename_all = "kebab-case")]
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
    /// The seed of the next game is chosen. Only logs from before players committed to their entropy have this.
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
    /// A deal is being prepared: the server has chosen a seed, and its commitment is shown from now on.
    DealAnnounced {
        /// The seed, as hexadecimal digits.
        seed: String,
        /// The seats of those who have withheld their entropy too often: bots play them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sits_out: Vec<Seat>,
    },
    /// A seat commits to its entropy.
    EntropyCommitted {
        /// The seat.
        seat: Seat,
        /// The commitment, as hexadecimal digits.
        commitment: String,
    },
    /// All commitments are known; the entropy behind them may be revealed.
    CommitmentsClosed {
        /// The deal, by the commitment to its seed.
        deal: String,
        /// The commitments by seat; none: the seat adds nothing.
        commitments: Vec<Option<String>>,
    },
    /// A seat reveals its entropy.
    EntropyRevealed {
        /// The seat.
        seat: Seat,
        /// As hexadecimal digits.
        entropy: String,
    },
    /// A deal has come to nothing, because something did not come in time.
    DealAborted {
        /// The seed of the deal, which is not used.
        seed: String,
        /// The stage in which it ended.
        stage: DealStage,
        /// The seats from which it was missing, and those of the same people: bots play them in this game. None: the
        /// server gave the deal up.
        missing: Vec<Seat>,
        /// The seed of the deal that follows; none: too many were aborted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<String>,
    },
    /// A player adds entropy to the next shuffle. Only logs from before players committed to their entropy have this.
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
        /// What kept the server away: a field that a version before may leave out.
        #[cfg(feature = "next-version")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<String>,
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
    /// The command before it was the move of this number at the table: a kind that a version before may skip.
    #[cfg(feature = "next-version")]
    MoveCounted {
        /// The number, counted from 1. Moves that a version before has served are not counted.
        number: u64,
    },
    /// The clock is stopped, in place of [`Paused`](TableEvent::Paused): a kind that a version before must not skip.
    #[cfg(feature = "next-version")]
    PausedBy {
        /// The name of whoever asked for it.
        name: String,
    },
    /// Something that a newer server wrote, and that this one may skip.
    #[serde(other, skip_serializing)]
    Skipped,
}

/// The player or bot at a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
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
