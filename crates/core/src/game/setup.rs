//! Who sits at the table, and by which rules they play.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::edition::Settings;
use crate::tile_set::TileSet;

/// A seat at the table, counted from 0, clockwise (N7). In text it is a letter from `A`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat of an index.
    #[must_use]
    pub const fn at(index: usize) -> Seat {
        Seat(index as u8)
    }

    /// The next seat clockwise, at a table of so many (N7).
    #[must_use]
    pub const fn next(self, players: u8) -> Seat {
        Seat((self.0 + 1) % players)
    }

    /// The seat of a letter from `A`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Seat> {
        match letter {
            'A'..='F' => Some(Seat(letter as u8 - b'A')),
            _ => None,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // There are no more than six seats, but a command may name any.
        if self.0 < 26 { write!(f, "{}", char::from(b'A' + self.0)) } else { write!(f, "{}", self.0) }
    }
}

/// What a game needs to begin: the settings and the number of players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    settings: Settings,
    players: u8,
}

/// Why a table can't be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many players.
    #[error("edition {edition} is for {} to {} players, not {players}", range.0, range.1)]
    Players {
        /// How many there are.
        players: u8,
        /// The edition.
        edition: String,
        /// How many there can be.
        range: (u8, u8),
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
        let range = settings.players;
        if players < range.0 || players > range.1 {
            return Err(SetupError::Players { players, edition: settings.edition, range });
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
