//! Seats at a table.

use std::fmt;

/// A seat at the table, counted from 0, clockwise (N7). In text it is a letter from `A`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Seat(pub u8);

impl Seat {
    /// The index of the seat in lists that have an entry for each seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat with this index.
    #[must_use]
    pub const fn at(index: usize) -> Seat {
        Seat(index as u8)
    }

    /// The next seat clockwise at a table of this many players (N7).
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
        // There are at most six seats, but a command may name any.
        if self.0 < 26 { write!(f, "{}", char::from(b'A' + self.0)) } else { write!(f, "{}", self.0) }
    }
}
