//! The settings of a game and its number of players.

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

/// A number of players that the edition is not for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Too few or too many players.
    #[error("edition {edition} is for {} to {} players, not {players}", range.start(), range.end())]
    Players {
        /// The number of players.
        players: u8,
        /// The name of the edition.
        edition: String,
        /// The numbers of players that the edition is for.
        range: RangeInclusive<u8>,
    },
}

/// The tiles that each player starts with (N7, W2).
pub(super) const TILES_DEALT: usize = 14;

impl Setup {
    /// A game of this number of players.
    ///
    /// # Errors
    /// If the edition is not for this number of players.
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

    /// The number of players.
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
