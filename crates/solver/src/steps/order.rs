//! In which order the steps are taken.

use super::plan::{Plan, Standing};

/// Up to so many deeds every order is weighed.
const MOST_EXACT: usize = 12;

/// What an unfinished set on the way costs, compared with two steps in an unusual order.
const UNFINISHED: usize = 1_000;

/// What a muddled one costs.
const MUDDLED: usize = 10_000;

/// The order of the deeds in which the fewest sets on the way are unfinished; among those, tiles on the table move
/// before tiles from the rack come, and what is only put in order comes last.
pub(super) fn order(plan: &Plan) -> Vec<usize> {
    let usual = usual_order(plan);
    if usual.len() <= MOST_EXACT { exact(plan, &usual) } else { step_by_step(plan, &usual) }
}

fn usual_order(plan: &Plan) -> Vec<usize> {
    let carried = |deed: usize| plan.carries.iter().filter(move |(_, by)| *by == deed).map(|(carry, _)| carry);
    let rank = |deed: usize| match carried(deed).map(|carry| carry.from.is_some()).max() {
        Some(true) => 0,
        Some(false) => 1,
        None => 2,
    };
    let mut deeds: Vec<usize> = (0..plan.deeds.len()).collect();
    deeds.sort_by_key(|&deed| rank(deed));
    deeds
}

const fn trouble(standing: Standing) -> usize {
    match standing {
        Standing::Good => 0,
        Standing::Unfinished => UNFINISHED,
        Standing::Muddled => MUDDLED,
    }
}

/// What is done decides how the table lies, in whatever order it was done: so the best way to each choice of deeds is
/// the best way to the same but one, and that one.
fn exact(plan: &Plan, usual: &[usize]) -> Vec<usize> {
    let all = (1_usize << usual.len()) - 1;
    let troubles = troubles(plan, usual);
    let mut best = vec![(usize::MAX, 0); all + 1];
    best[0] = (0, 0);
    for done in 1..=all {
        for last in (0..usual.len()).filter(|last| done >> last & 1 == 1) {
            let before = done & !(1 << last);
            let skipped = (!before & ((1 << last) - 1)).count_ones() as usize;
            best[done] = best[done].min((best[before].0 + skipped + troubles[done], last));
        }
    }
    let mut order = Vec::with_capacity(usual.len());
    let mut done = all;
    while done != 0 {
        let last = best[done].1;
        order.push(usual[last]);
        done &= !(1 << last);
    }
    order.reverse();
    order
}

/// What each choice of deeds costs when it is done.
fn troubles(plan: &Plan, usual: &[usize]) -> Vec<usize> {
    let mut troubles = vec![0; 1 << usual.len()];
    for &place in &plan.busy {
        // A set lies as the few deeds that touch it have left it: look at it once for each choice of those.
        let touching = (0..usual.len()).filter(|&at| plan.touches(usual[at], place));
        let mask = touching.fold(0, |mask, at| mask | 1 << at);
        let mut seen = vec![None; troubles.len()];
        for (done, sum) in troubles.iter_mut().enumerate() {
            let is_done =
                |deed: usize| usual.iter().position(|&other| other == deed).is_some_and(|at| done >> at & 1 == 1);
            *sum += *seen[done & mask].get_or_insert_with(|| trouble(plan.standing(place, &is_done)));
        }
    }
    troubles
}

/// For the rare play with very many steps: always the one that leaves the fewest sets unfinished.
fn step_by_step(plan: &Plan, usual: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(usual.len());
    let mut left = usual.to_vec();
    while !left.is_empty() {
        let cost = |&at: &usize| -> usize {
            let done = |deed: usize| deed == left[at] || order.contains(&deed);
            plan.busy.iter().map(|&place| trouble(plan.standing(place, &done))).sum()
        };
        let Some(next) = (0..left.len()).min_by_key(cost) else { break };
        order.push(left.remove(next));
    }
    order
}
