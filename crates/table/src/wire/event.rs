//! What happened, as a viewer may see it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use trinta_core::{Score, Seat, SeenEvent};

use crate::wire::view::OccupantView;

/// Something that happened at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "table", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SeenTableEvent {
    /// The commitment to the next game's seed.
    Committed {
        /// SHA-256, as hexadecimal digits.
        commitment: String,
    },
    /// A seat is taken.
    #[serde(rename = "sat")]
    SeatTaken {
        /// The seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// Its occupant from now on.
        who: OccupantView,
    },
    /// A seat is free again.
    #[serde(rename = "rose")]
    SeatLeft {
        /// The seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// A player is known by another name or face from now on.
    Renamed {
        /// The player's seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The player as they are known now.
        who: OccupantView,
    },
    /// A player added entropy to the next shuffle.
    Mixed {
        /// The player's seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// A match begins.
    MatchBegun,
    /// A game begins.
    GameBegun,
    /// Something happened in the game.
    Game {
        /// The event, as the core shows it to the viewer.
        event: SeenEvent,
    },
    /// What the game was shuffled from, now that it is over.
    Revealed {
        /// The number of the game at this table, counted from 1.
        number: u32,
        /// The seed, as hexadecimal digits.
        seed: String,
        /// What each seat added, as hexadecimal digits.
        entropy: Vec<String>,
    },
    /// Somebody is a judge of the table from now on, and sees every rack.
    JudgeAppointed {
        /// The name that others see.
        name: String,
    },
    /// A judge's ruling on the game that is over: a rack was pushed over (F12).
    RackPushed {
        /// The player's seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The scores of the game from now on, by seat.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        scores: Vec<Score>,
        /// The seats that have won it.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        winners: Vec<Seat>,
    },
    /// The clock is stopped.
    Paused,
    /// The clock runs again.
    Unpaused,
    /// The server was away; the time was given back.
    Resumed {
        /// The time that was given back, in milliseconds.
        #[serde(with = "trinta_time::millis")]
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        lost: Duration,
    },
    /// A bot plays for an absent player.
    Away {
        /// The player's seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The player is back.
    Back {
        /// The player's seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The table is closed for good.
    Closed,
}
