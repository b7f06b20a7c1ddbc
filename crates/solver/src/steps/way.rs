//! The choice among ways to get from one table to the other.

use trinta_core::Table;

use super::order::order;
use super::pairs::Apart;
use super::plan::{Plan, Standing};

/// What a muddled set on the way costs, compared with one more tile moved or one more step.
const MUDDLED: usize = 4;

/// What is to be done, and in which order.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) plan: Plan,
    pub(super) order: Vec<usize>,
    /// What was kept apart for it.
    apart: Vec<Apart>,
    /// The sets that are muddled on the way: the old set and what it becomes.
    muddled: Vec<(usize, usize)>,
    cost: usize,
}

impl Way {
    /// Lets new sets grow out of what they have most in common with, so that few tiles move. Where two sets want tiles
    /// of each other, one of them would be a muddle for a while; that is better laid anew, if it does not cost too many
    /// moves.
    pub(super) fn find(before: &Table, after: &Table) -> Way {
        let mut best = Way::with(before, after, Vec::new());
        loop {
            let others = best.muddled.iter().flat_map(|&(old, new)| [Apart::From { old, new }, Apart::Anew { new }]);
            let ways = others.map(|other| Way::with(before, after, [best.apart.as_slice(), &[other]].concat()));
            match ways.min_by_key(|way| way.cost) {
                Some(way) if way.cost < best.cost => best = way,
                _ => return best,
            }
        }
    }

    fn with(before: &Table, after: &Table, apart: Vec<Apart>) -> Way {
        let plan = Plan::new(before, after, &apart);
        let order = order(&plan);
        let mut muddled = Vec::new();
        for turn in 1..order.len() {
            let done = |deed: usize| order[..turn].contains(&deed);
            let is_muddled = |&&place: &&usize| plan.standing(place, &done) == Standing::Muddled;
            let pair = |&place: &usize| Some((place, plan.places[place].becomes?));
            muddled.extend(plan.busy.iter().filter(is_muddled).filter_map(pair));
        }
        let cost = MUDDLED * muddled.len() + plan.moved() + order.len();
        muddled.sort_unstable();
        muddled.dedup();
        Way { plan, order, apart, muddled, cost }
    }
}
