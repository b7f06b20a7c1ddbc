//! Choosing an opening: few tiles, and no joker if possible.

use std::cmp::Reverse;

use trinta_solver::{Budget, Objective, Position, RatedPlay, Solver};

use crate::bot::Thinking;

/// At most this many openings are compared; hardly any rack has more.
const MAX_OPENINGS: usize = 200;
/// Comparing them may cost one part in this many of the turn's effort.
const EFFORT_SHARE: u64 = 4;

/// Finds the opening that gives away least. Reuses the memory of its solver.
#[derive(Debug, Default)]
pub(super) struct OpeningFinder(Solver);

impl OpeningFinder {
    /// The opening with the fewest jokers, then the fewest tiles, then the most points: the known one, or a better one
    /// found within the budget.
    pub(super) fn smallest(
        &mut self,
        position: &Position<'_>,
        known: RatedPlay,
        thinking: &mut Thinking<'_>,
    ) -> RatedPlay {
        let effort = thinking.budget().effort / EFFORT_SHARE;
        if thinking.is_over() || effort == 0 {
            return known;
        }
        let mut plays = self.0.plays(position, Objective::Opening, Budget::nodes(effort));
        let smallest = plays
            .by_ref()
            .take(MAX_OPENINGS)
            .fold(known, |one, other| if cost(&other) < cost(&one) { other } else { one });
        thinking.spend(plays.nodes());
        smallest
    }
}

/// What an opening gives away, most important first.
fn cost(opening: &RatedPlay) -> (usize, u32, Reverse<Option<u32>>) {
    (opening.placed.jokers(), opening.tiles, Reverse(opening.points))
}
