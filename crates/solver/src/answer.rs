//! Plays, and what is proved about them.

use trinta_core::{Laid, Layout, Table, Tiles, words};

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
pub struct RatedPlay {
    /// The whole table after the play.
    pub table: Table,
    /// The tiles that come from the rack.
    pub placed: Tiles,
    /// Their number, a joker counting as one.
    pub tiles: u32,
    /// The sum of their numbers, a joker counting 0; in the word game the same as [`tiles`](RatedPlay::tiles).
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

/// For each set of the table after a play, whether the table before has it too: a run or a group with exactly the same
/// tiles, a word exactly as it is. Each set of the table before is matched once.
///
/// ```
/// use trinta_core::Table;
/// use trinta_solver::kept_sets;
///
/// let before = Table::read("r3 r4 r5 | k7 r7 b7".parse()?).unwrap();
/// let after = Table::read("b7 k7 r7 | r3 r4 r5 r6".parse()?).unwrap();
/// assert_eq!(kept_sets(&before, &after), [true, false]);
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[must_use]
pub fn kept_sets(before: &Table, after: &Table) -> Vec<bool> {
    kept_in(before.layout(), after.layout()).collect()
}

/// The number of sets that a play keeps.
pub(crate) fn count_kept(before: &Layout, after: &Layout) -> u32 {
    kept_in(before, after).map(u32::from).sum()
}

fn kept_in(before: &Layout, after: &Layout) -> impl Iterator<Item = bool> {
    let mut unmatched: Vec<Vec<Laid>> = before.sets().map(normal_form).collect();
    after.sets().map(normal_form).map(move |set| {
        let index = unmatched.iter().position(|other| *other == set);
        index.map(|index| unmatched.swap_remove(index)).is_some()
    })
}

/// A word as it is; the tiles of a run or a group in a fixed order, without the readings of its jokers.
fn normal_form(set: &[Laid]) -> Vec<Laid> {
    if words::is_word(set) {
        return set.to_vec();
    }
    let mut tiles: Vec<Laid> = set.iter().map(|piece| piece.tile().into()).collect();
    tiles.sort_unstable();
    tiles
}

/// The answer to a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The best play; none if there is no play, or none was found within the budget.
    pub best: Option<RatedPlay>,
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
