//! The choice among the ways to get from the table before a play to the table after it.

use trinta_core::Table;

use super::matching::Constraint;
use super::order::order;
use super::rearrangement::{Rearrangement, Validity};

/// The cost of a jumbled set between two steps, relative to one more tile moved or one more step.
const JUMBLED_COST: usize = 4;

/// A rearrangement and the order of its tasks.
#[derive(Debug)]
pub(super) struct Schedule {
    pub(super) rearrangement: Rearrangement,
    pub(super) order: Vec<usize>,
    /// The constraints under which the sets of the two tables were matched.
    constraints: Vec<Constraint>,
    /// The sets that are jumbled between two steps: index on the table before, index on the table after.
    jumbled: Vec<(usize, usize)>,
    cost: usize,
}

impl Schedule {
    /// At first, every new set grows out of the old set that it has most in common with, so that few tiles move. Where
    /// two sets need tiles from each other, one of them would be jumbled for a while. Local search then lets it grow
    /// out of another set, or lays it from scratch, if that does not cost too many moves.
    pub(super) fn find(before: &Table, after: &Table) -> Schedule {
        let mut best = Schedule::with_constraints(before, after, Vec::new());
        loop {
            let added = best
                .jumbled
                .iter()
                .flat_map(|&(old, new)| [Constraint::NotFrom { old, new }, Constraint::Anew { new }]);
            let neighbours = added.map(|constraint| {
                Schedule::with_constraints(before, after, [best.constraints.as_slice(), &[constraint]].concat())
            });
            match neighbours.min_by_key(|schedule| schedule.cost) {
                Some(schedule) if schedule.cost < best.cost => best = schedule,
                _ => return best,
            }
        }
    }

    fn with_constraints(before: &Table, after: &Table, constraints: Vec<Constraint>) -> Schedule {
        let rearrangement = Rearrangement::new(before, after, &constraints);
        let order = order(&rearrangement);
        let mut jumbled = Vec::new();
        for done in 1..order.len() {
            let is_done = |task: usize| order[..done].contains(&task);
            let is_jumbled = |&&set: &&usize| rearrangement.validity(set, &is_done) == Validity::Jumbled;
            let pair = |&set: &usize| Some((set, rearrangement.transitions[set].after_index?));
            jumbled.extend(rearrangement.changed.iter().filter(is_jumbled).filter_map(pair));
        }
        let cost = JUMBLED_COST * jumbled.len() + rearrangement.moved() + order.len();
        jumbled.sort_unstable();
        jumbled.dedup();
        Schedule { rearrangement, order, constraints, jumbled, cost }
    }
}
