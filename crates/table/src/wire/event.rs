//! What happened, as a viewer may see it.

use serde::{Deserialize, Serialize};
use trinta_core::{Seat, SeenEvent};

use crate::wire::view::SitterView;

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
    Sat {
        /// Which.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// By whom.
        who: SitterView,
    },
    /// A seat is free again.
    Rose {
        /// Which.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// A player added entropy to the next shuffle.
    Mixed {
        /// Who.
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
        /// Which game.
        number: u32,
        /// The seed, as hexadecimal digits.
        seed: String,
        /// What each seat added, as hexadecimal digits.
        entropy: Vec<String>,
    },
    /// Everybody agreed to stop the clock.
    Paused,
    /// The clock goes on.
    Unpaused,
    /// The server was away; the time was given back.
    Resumed {
        /// For how long, in milliseconds.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        lost: i64,
    },
    /// A bot plays for an absent player.
    Away {
        /// For whom.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The player is back.
    Back {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The table is closed for good.
    Closed,
}
