//! The order of the steps.

use super::rearrangement::{Rearrangement, Validity};

/// The largest number of tasks for which the optimal order is computed.
const MAX_EXACT: usize = 12;

/// The penalty for an incomplete set between two steps, relative to one pair of tasks out of the default order.
const INCOMPLETE_PENALTY: usize = 1_000;

/// The penalty for a jumbled set, on the same scale.
const JUMBLED_PENALTY: usize = 10_000;

/// The order of the tasks with the fewest incomplete sets in between. Among those, tiles of the table move before
/// tiles of the rack are added, and sets that are only reordered come last.
pub(super) fn order(rearrangement: &Rearrangement) -> Vec<usize> {
    let default = default_order(rearrangement);
    if default.len() <= MAX_EXACT { exact(rearrangement, &default) } else { greedy(rearrangement, &default) }
}

fn default_order(rearrangement: &Rearrangement) -> Vec<usize> {
    let transfers =
        |task: usize| rearrangement.transfers.iter().filter(move |(_, by)| *by == task).map(|(transfer, _)| transfer);
    let rank = |task: usize| match transfers(task).map(|transfer| transfer.from.is_some()).max() {
        Some(true) => 0,
        Some(false) => 1,
        None => 2,
    };
    let mut tasks: Vec<usize> = (0..rearrangement.tasks.len()).collect();
    tasks.sort_by_key(|&task| rank(task));
    tasks
}

const fn penalty(validity: Validity) -> usize {
    match validity {
        Validity::Valid => 0,
        Validity::Incomplete => INCOMPLETE_PENALTY,
        Validity::Jumbled => JUMBLED_PENALTY,
    }
}

/// Dynamic programming over the subsets of the tasks that are done: the table depends on the subset, not on the order
/// in which its tasks were done.
fn exact(rearrangement: &Rearrangement, default: &[usize]) -> Vec<usize> {
    let all = (1_usize << default.len()) - 1;
    let penalties = penalties(rearrangement, default);
    // The lowest cost of each subset, and its last task.
    let mut best = vec![(usize::MAX, 0); all + 1];
    best[0] = (0, 0);
    for done in 1..=all {
        for last in (0..default.len()).filter(|last| done >> last & 1 == 1) {
            let before = done & !(1 << last);
            let skipped = (!before & ((1 << last) - 1)).count_ones() as usize;
            best[done] = best[done].min((best[before].0 + skipped + penalties[done], last));
        }
    }
    let mut order = Vec::with_capacity(default.len());
    let mut done = all;
    while done != 0 {
        let last = best[done].1;
        order.push(default[last]);
        done &= !(1 << last);
    }
    order.reverse();
    order
}

/// The penalty of the table after each subset of the tasks.
fn penalties(rearrangement: &Rearrangement, default: &[usize]) -> Vec<usize> {
    let mut penalties = vec![0; 1 << default.len()];
    for &set in &rearrangement.changed {
        // A set depends only on the few tasks that touch it: its validity is computed once for each subset of those.
        let touching = (0..default.len()).filter(|&index| rearrangement.touches(default[index], set));
        let mask = touching.fold(0, |mask, index| mask | 1 << index);
        let mut memo = vec![None; penalties.len()];
        for (done, sum) in penalties.iter_mut().enumerate() {
            let is_done = |task: usize| {
                default.iter().position(|&other| other == task).is_some_and(|index| done >> index & 1 == 1)
            };
            *sum += *memo[done & mask].get_or_insert_with(|| penalty(rearrangement.validity(set, &is_done)));
        }
    }
    penalties
}

/// For the rare play with many steps: the next task is always the one that leaves the lowest penalty.
fn greedy(rearrangement: &Rearrangement, default: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(default.len());
    let mut left = default.to_vec();
    while !left.is_empty() {
        let cost = |&index: &usize| -> usize {
            let is_done = |task: usize| task == left[index] || order.contains(&task);
            rearrangement.changed.iter().map(|&set| penalty(rearrangement.validity(set, &is_done))).sum()
        };
        let Some(next) = (0..left.len()).min_by_key(cost) else { break };
        order.push(left.remove(next));
    }
    order
}
