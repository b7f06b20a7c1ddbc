//! Versions of the seating code, so that a log is verified with the one it began with.

use serde::{Deserialize, Serialize};

/// The seating code that a tournament began with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum SeatingVersion {
    /// Schedules from affine spaces, otherwise a search.
    #[default]
    V1,
    /// Also schedules from transversal designs. Swiss tables of players who have won every game stay together before
    /// somebody is spared a second short table.
    V2,
}

impl SeatingVersion {
    /// What a new tournament begins with.
    pub const CURRENT: SeatingVersion = SeatingVersion::V2;
}

/// A version that this program does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no seating version {0}")]
pub struct UnknownVersion(u8);

impl TryFrom<u8> for SeatingVersion {
    type Error = UnknownVersion;

    fn try_from(version: u8) -> Result<SeatingVersion, UnknownVersion> {
        match version {
            1 => Ok(SeatingVersion::V1),
            2 => Ok(SeatingVersion::V2),
            _ => Err(UnknownVersion(version)),
        }
    }
}

impl From<SeatingVersion> for u8 {
    fn from(version: SeatingVersion) -> u8 {
        match version {
            SeatingVersion::V1 => 1,
            SeatingVersion::V2 => 2,
        }
    }
}
