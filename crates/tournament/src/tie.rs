//! Ties in the standings, and which of them need deciding.

use serde::Serialize;

use crate::people::Number;
use crate::settings::PlayOffs;

/// Players with equal wins and averages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tie {
    /// The rank they share.
    pub rank: u32,
    /// The players, in the order of their numbers.
    pub numbers: Vec<Number>,
}

/// The places that players compete for, and which ties for them need deciding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stake {
    pub(crate) places: u32,
    pub(crate) play_off: PlayOffs,
}

impl Stake {
    /// Whether a tie of this many players at a rank needs deciding (B10, B11).
    pub(crate) const fn needs_deciding(self, rank: u32, players: u32) -> bool {
        rank <= self.places
            && match self.play_off {
                PlayOffs::Cut => rank + players - 1 > self.places,
                PlayOffs::Ranks => true,
            }
    }
}
