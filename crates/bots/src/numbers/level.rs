//! The levels, from a child's first game to the strongest bot.

use crate::bot::Bot;
use crate::numbers::careful::Careful;
use crate::numbers::casual::{Casual, Habits};
use crate::numbers::strongest::Strongest;

/// A level of strength in the number game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A child's first game: at most three sets or tiles a turn, and some tiles of the rack are overlooked.
    One,
    /// An occasional player: lays sets from the rack and rearranges one set of the table at a time.
    Two,
    /// A regular player: rearranges a few sets of the table at a time.
    Three,
    /// A strong club player: sees every play, saves jokers, and watches for the end of the game.
    Four,
    /// The strongest: holds its tiles back until it can go out in one turn.
    Five,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level::One, Level::Two, Level::Three, Level::Four, Level::Five];

    /// Builds a bot of this level.
    #[must_use]
    pub fn build(self) -> Box<dyn Bot> {
        match self {
            Level::One => Box::new(Casual::new(Habits { noticed: 80, steps: Some(3), window: 0, looks: 0 })),
            Level::Two => Box::new(Casual::new(Habits { noticed: 88, steps: None, window: 1, looks: 4 })),
            Level::Three => Box::new(Casual::new(Habits { noticed: 96, steps: None, window: 5, looks: 4 })),
            Level::Four => Box::new(Careful::new()),
            Level::Five => Box::new(Strongest::new()),
        }
    }
}
