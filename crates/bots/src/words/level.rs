//! The levels, from a child's first game to a strong player of a club.

use std::sync::Arc;

use super::attention::Attention;
use super::casual::{Casual, Habits};
use super::vocabulary::Vocabulary;
use crate::bot::Bot;

/// How well somebody plays with words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A child's first game: words of the own rack, then two words of the table, one of which it may change.
    One,
    /// Somebody who plays at home now and then: more of the rack, more looks at the table, a rarer word at times.
    Two,
    /// A regular player: takes two words of the table apart at once.
    Three,
    /// A strong player of a club: overlooks few tiles, thinks of more words, and looks more often.
    Four,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::One, Level::Two, Level::Three, Level::Four];

    /// A player of this level with these words.
    #[must_use]
    pub fn player(self, vocabulary: Arc<Vocabulary>) -> Box<dyn Bot> {
        Box::new(Casual::new(self.habits(), vocabulary))
    }

    const fn habits(self) -> Habits {
        match self {
            Level::One => Habits {
                noticed: 78,
                attention: Attention { in_mind: 900, rare: 0 },
                window: 1,
                looks: 2,
                dares: 1,
                catches: 30,
                doubts: 10,
            },
            Level::Two => Habits {
                noticed: 87,
                attention: Attention { in_mind: 1000, rare: 10 },
                window: 1,
                looks: 4,
                dares: 1,
                catches: 60,
                doubts: 5,
            },
            Level::Three => Habits {
                noticed: 89,
                attention: Attention { in_mind: 900, rare: 15 },
                window: 2,
                looks: 2,
                dares: 2,
                catches: 90,
                doubts: 2,
            },
            Level::Four => Habits {
                noticed: 95,
                attention: Attention { in_mind: 1300, rare: 20 },
                window: 2,
                looks: 3,
                dares: 2,
                catches: 100,
                doubts: 0,
            },
        }
    }
}
