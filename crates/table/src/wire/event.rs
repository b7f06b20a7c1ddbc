//! What happened, as a viewer may see it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use trinta_core::record::DealStage;
use trinta_core::{Score, Seat, SeenEvent};

use crate::wire::view::OccupantView;

/// Something that happened at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "table", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SeenTableEvent {
    /// A deal is being prepared. Everybody who plays commits to their entropy now.
    DealAnnounced {
        /// The commitment to the server's seed, which is also the name of the deal.
        deal: String,
        /// The seats that bots play in this game, because their players have withheld their entropy too often.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(type = "number[]", optional))]
        sits_out: Vec<Seat>,
    },
    /// A seat has committed to its entropy.
    EntropyCommitted {
        /// The seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The commitment.
        commitment: String,
    },
    /// All commitments are known. Everybody who has committed reveals their entropy now.
    CommitmentsClosed {
        /// The commitment to the server's seed.
        deal: String,
        /// The commitments by seat; none: the seat adds nothing.
        commitments: Vec<Option<String>>,
    },
    /// A seat has revealed its entropy.
    EntropyRevealed {
        /// The seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The entropy, which fits the commitment.
        entropy: String,
    },
    /// A deal has come to nothing, because something did not come in time.
    DealAborted {
        /// The commitment to the server's seed.
        deal: String,
        /// The stage in which it ended.
        #[cfg_attr(feature = "ts", ts(type = "\"commit\" | \"reveal\""))]
        stage: DealStage,
        /// The seats from which it was missing, and others of the same players: bots play them in this game. None: the
        /// server gave the deal up.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        missing: Vec<Seat>,
        /// The seed of that deal, which is not used.
        seed: String,
        /// The commitment to the seed of the deal that follows, for which everybody commits anew; none: too many were
        /// aborted, and the table is closed.
        next: Option<String>,
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
