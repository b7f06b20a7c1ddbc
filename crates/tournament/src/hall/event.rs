//! What has happened in the hall.

use serde::{Deserialize, Serialize};

use crate::hall::command::{StaffMember, Step};
use crate::hall::details::Details;
use crate::hall::incident::Incident;
use crate::people::Number;
use crate::place::{GameId, Seat};
use crate::public_name::Publicity;
use crate::time::{Date, HallTime};

/// Something that has happened around the games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "hall", rename_all = "kebab-case")]
pub enum HallEvent {
    /// Venue, timetable or notices changed.
    DetailsChanged {
        /// All details from now on.
        details: Details,
    },
    /// A table got a judge, or has none any more.
    JudgeAssigned {
        /// The table.
        table: u32,
        /// The judge.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The first round in which this holds.
        round: u32,
    },
    /// The staff was listed.
    StaffListed {
        /// Everybody.
        staff: Vec<StaffMember>,
    },
    /// A device got the judge's screen of a table.
    DeviceClaimed {
        /// The table.
        table: u32,
        /// What the device calls itself.
        device: String,
    },
    /// The public sees a player in another way.
    Shown {
        /// The player.
        number: Number,
        /// How much of the name is shown.
        publicity: Publicity,
        /// The name that is shown in its place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        public_name: Option<String>,
    },
    /// A game came a step further.
    StepTaken {
        /// The game.
        #[serde(flatten)]
        game: GameId,
        /// The step.
        step: Step,
        /// The time of day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<HallTime>,
    },
    /// Something happened that is worth writing down.
    Incident {
        /// The incident.
        incident: Incident,
    },
    /// Players agreed with a result.
    Signed {
        /// The game.
        #[serde(flatten)]
        game: GameId,
        /// Those who agreed.
        numbers: Vec<Number>,
    },
    /// The head judge was called.
    Called {
        /// The table.
        #[serde(flatten)]
        seat: Seat,
        /// The time of day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<HallTime>,
        /// The question, if it was said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// Somebody came.
    CallAnswered {
        /// The call, from 1.
        call: u32,
        /// The time of day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<HallTime>,
    },
    /// A player was accompanied.
    Escorted {
        /// The table.
        #[serde(flatten)]
        seat: Seat,
        /// The player.
        number: Number,
        /// Who accompanied the player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The time of day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<HallTime>,
    },
    /// The players of a table may leave.
    Dismissed {
        /// The table.
        #[serde(flatten)]
        seat: Seat,
    },
    /// Everything stopped.
    Postponed {
        /// The time of day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<HallTime>,
        /// The reason that was given.
        why: String,
    },
    /// It goes on.
    Continued {
        /// The time of day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<HallTime>,
        /// The new day, if it is another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        date: Option<Date>,
    },
    /// An earlier entry of the log was taken back; folding a log leaves it out.
    Undone {
        /// The entry.
        seq: u64,
    },
    /// A table is played at the server, or in the hall after all.
    OnlineSet {
        /// The table.
        #[serde(flatten)]
        seat: Seat,
        /// Whether it is played at the server.
        on: bool,
    },
    /// Names, schools and free texts were erased from everything before this entry.
    Forgotten,
}
