//! How many sit at the table, and by which rules they play.

use std::ops::RangeInclusive;

use crate::edition::Settings;
use crate::seat::Seat;
use crate::tile_set::TileSet;

/// What a game needs to begin: the settings and the number of players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    settings: Settings,
    players: u8,
}

/// Why a table can't be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Too few or too many players.
    #[error("edition {edition} is for {} to {} players, not {players}", range.start(), range.end())]
    Players {
        /// How many there are.
        players: u8,
        /// The edition.
        edition: String,
        /// How many there can be.
        range: RangeInclusive<u8>,
    },
}

/// The tiles that each player starts with (N7, W2).
pub(super) const DEALT: usize = 14;

impl Setup {
    /// A table for so many players.
    ///
    /// # Errors
    /// When the edition has no room for so many players.
    pub fn new(settings: Settings, players: u8) -> Result<Setup, SetupError> {
        if !settings.players.contains(&players) {
            return Err(SetupError::Players { players, edition: settings.edition, range: settings.players });
        }
        Ok(Setup { settings, players })
    }

    /// The rules in force.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many players.
    #[must_use]
    pub const fn players(&self) -> u8 {
        self.players
    }

    /// The tiles in the box.
    #[must_use]
    pub const fn tile_set(&self) -> TileSet {
        self.settings.tile_set(self.players)
    }

    /// All seats, clockwise from the first.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        (0..self.players).map(Seat)
    }
}
