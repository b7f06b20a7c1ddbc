//! The objective and the budget of a search.

use trinta_core::Settings;

/// What makes a play the best. Each objective is lexicographic: the criteria count in the order in which they are named.
///
/// Games that lack the first criterion of an objective are solved with [`Objective::Tiles`]: turns of the number game
/// do not score, and in the word game every letter left on the rack counts the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Objective {
    /// Most rack tiles placed; in the number game most value; most table sets kept; in an opening of the word game the
    /// longest word.
    Tiles,
    /// In the number game: least left on the rack, a joker counting what the edition charges; most tiles; most sets kept.
    Value,
    /// In the word game: the highest score of a turn in play A (W9); most tiles; most words kept.
    Score,
    /// An opening (N10, W4), from the rack alone, whether the player has opened or not: most tiles; most points, or in
    /// the word game the longest word.
    Opening,
    /// Any play at all, found as early as possible.
    Any,
}

impl Objective {
    /// The usual objective of an edition: the score of the turn in play A of the word game, otherwise tiles.
    ///
    /// ```
    /// # use trinta_core::Settings;
    /// # use trinta_solver::Objective;
    /// assert_eq!(Objective::default_for(&Settings::edition("hk").unwrap()), Objective::Tiles);
    /// assert_eq!(Objective::default_for(&Settings::edition("word-a").unwrap()), Objective::Score);
    /// ```
    #[must_use]
    pub fn default_for(settings: &Settings) -> Objective {
        if settings.is_play_a() { Objective::Score } else { Objective::Tiles }
    }
}

/// A limit on the effort of a search. The same budget gives the same answer on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Budget {
    /// The number of nodes that may be expanded; `None` means no limit.
    pub nodes: Option<u64>,
}

impl Budget {
    /// No limit: answers are always proved.
    pub const UNLIMITED: Budget = Budget { nodes: None };

    /// At most this many nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes) }
    }

    /// The limit as a number; `u64::MAX` if there is none.
    pub(crate) fn max_nodes(self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }
}
