//! The levels, from a child's first game to a strong club player.

use std::sync::Arc;

use super::Vocabulary;
use super::attention::Attention;
use super::casual::{Casual, Habits};
use crate::bot::Bot;

/// A level of strength in the word game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A child's first game: words from the rack, then looks at two words of the table, one of which it may change.
    One,
    /// An occasional player: notices more tiles, looks at more words, and sometimes thinks of a rare one.
    Two,
    /// A regular player: rearranges two words of the table at once.
    Three,
    /// A strong club player: overlooks few tiles, thinks of more words, and looks more often.
    Four,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::One, Level::Two, Level::Three, Level::Four];

    /// Builds a bot of this level with this vocabulary.
    #[must_use]
    pub fn build(self, vocabulary: Arc<Vocabulary>) -> Box<dyn Bot> {
        Box::new(Casual::new(self.habits(), vocabulary))
    }

    const fn habits(self) -> Habits {
        match self {
            Level::One => Habits {
                noticed: 78,
                attention: Attention { everyday_words: 900, rare: 0 },
                window: 1,
                looks: 2,
                max_changed: 1,
                catches: 30,
                doubts: 10,
            },
            Level::Two => Habits {
                noticed: 87,
                attention: Attention { everyday_words: 1000, rare: 10 },
                window: 1,
                looks: 4,
                max_changed: 1,
                catches: 60,
                doubts: 5,
            },
            Level::Three => Habits {
                noticed: 89,
                attention: Attention { everyday_words: 900, rare: 15 },
                window: 2,
                looks: 2,
                max_changed: 2,
                catches: 90,
                doubts: 2,
            },
            Level::Four => Habits {
                noticed: 95,
                attention: Attention { everyday_words: 1300, rare: 20 },
                window: 2,
                looks: 3,
                max_changed: 2,
                catches: 100,
                doubts: 0,
            },
        }
    }
}
