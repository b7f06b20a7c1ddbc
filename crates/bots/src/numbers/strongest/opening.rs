//! With what to open: as little as possible, and no joker if it can be helped.

use std::cmp::Reverse;

use trinta_solver::{Best, Budget, Objective, Position, Solver};

use crate::bot::Thinking;

/// Openings to look at: hardly a rack has more.
const MOST: usize = 200;
/// The part of a turn's effort that looking at them may cost.
const PART: u64 = 4;

/// Finds the opening that gives away least. Keeps the memory of its solver.
#[derive(Debug, Default)]
pub(super) struct Opening(Solver);

impl Opening {
    /// The opening with the fewest jokers, of those with the fewest tiles, of those with the most points: one that is
    /// known, or a better one that is found within the budget.
    pub(super) fn smallest(&mut self, asked: &Position<'_>, known: Best, thinking: &mut Thinking<'_>) -> Best {
        let effort = thinking.budget().effort / PART;
        if thinking.is_over() || effort == 0 {
            return known;
        }
        let mut plays = self.0.plays(asked, Objective::Opening, Budget::nodes(effort));
        let smallest =
            plays.by_ref().take(MOST).fold(known, |one, other| if cost(&other) < cost(&one) { other } else { one });
        thinking.spend(plays.nodes());
        smallest
    }
}

/// What an opening gives away.
fn cost(opening: &Best) -> (usize, u32, Reverse<Option<u32>>) {
    (opening.placed.jokers(), opening.tiles, Reverse(opening.points))
}
