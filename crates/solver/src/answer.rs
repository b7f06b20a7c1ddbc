//! Plays, and what is proved about them.

use trinta_core::{Table, Tiles};

/// Whether an answer is proved optimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// No play is better.
    Optimal,
    /// The budget ran out: there may be better plays.
    Bound,
}

impl Proof {
    /// The name in JSON: `optimal` or `bound`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Proof::Optimal => "optimal",
            Proof::Bound => "bound",
        }
    }
}

/// A play and its merits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Best {
    /// The whole table after the play.
    pub table: Table,
    /// The tiles that come from the rack.
    pub placed: Tiles,
    /// Their number, a joker counting as one.
    pub tiles: u32,
    /// The sum of their numbers, a joker counting 0; in the word game the same as [`tiles`](Best::tiles).
    pub value: u32,
    /// The points of an opening (N10), or in the word game the length of its longest word (W4).
    pub points: Option<u32>,
    /// In the word game, the score of the turn in play A (W9).
    pub score: Option<u32>,
    /// The number of table sets that stay with exactly the tiles they had; in the word game, of words that stay exactly
    /// as they are.
    pub kept: u32,
    /// The number of the other table sets.
    pub broken: u32,
}

/// The answer to a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The best play; none if there is no play, or none was found within the budget.
    pub best: Option<Best>,
    /// Whether that is proved.
    pub proof: Proof,
    /// The number of nodes expanded: how much of the budget was used.
    pub nodes: u64,
}

/// A count of optimal plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The number of plays counted.
    pub plays: usize,
    /// Whether these are all of them; otherwise the cap or the budget ended the count.
    pub all: bool,
}
