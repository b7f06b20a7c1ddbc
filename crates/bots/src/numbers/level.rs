//! The levels, from a child's first game to a player nobody beats.

use crate::bot::Bot;
use crate::numbers::careful::Careful;
use crate::numbers::casual::{Casual, Habits};
use crate::numbers::strongest::Strongest;

/// How well somebody plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A child's first game: a set or a tile at a time, a few a turn, and not everything on the rack is noticed.
    One,
    /// Somebody who plays at home now and then: everything from the own rack, and one set of the table at a time.
    Two,
    /// A regular player: rearranges a few sets of the table at a time.
    Three,
    /// A strong player of a club: sees everything, keeps jokers for when they matter, and minds the end.
    Four,
    /// The strongest: keeps everything back until it is out in one turn.
    Five,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level::One, Level::Two, Level::Three, Level::Four, Level::Five];

    /// A player of this level.
    #[must_use]
    pub fn player(self) -> Box<dyn Bot> {
        match self {
            Level::One => Box::new(Casual::new(Habits { noticed: 80, steps: Some(3), window: 0, looks: 0 })),
            Level::Two => Box::new(Casual::new(Habits { noticed: 88, steps: None, window: 1, looks: 4 })),
            Level::Three => Box::new(Casual::new(Habits { noticed: 96, steps: None, window: 5, looks: 4 })),
            Level::Four => Box::new(Careful::new()),
            Level::Five => Box::new(Strongest::new()),
        }
    }
}
