//! The nodes of the branch and bound, and the goal that bounds and prunes them.

use trinta_core::HIGHEST_NUMBER;

use crate::numbers::colour_graph::{Choice, Model};
use crate::numbers::groupings::Grouping;
use crate::numbers::supply::NUMBERS;

/// What a search looks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<'a> {
    pub(super) model: Model<'a>,
    /// The opening points that the sets need together (N10).
    pub(super) points: u8,
    /// Only plays with a larger objective value are wanted.
    pub(super) above: i32,
    /// If given, the placed tiles have exactly this weight, and only the number of kept sets is maximised.
    pub(super) placed: Option<u32>,
    /// Whether any wanted play will do, instead of the best one.
    pub(super) any: bool,
    /// The number of nodes that may be expanded.
    pub(super) budget: u64,
}

/// The identity of a node: nodes with equal keys have the same completions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeKey {
    /// The states of the colours by their indices in their layers.
    pub(super) states: [u16; 4],
    /// The number to be decided next.
    pub(super) number: u8,
    /// Jokers used.
    pub(super) jokers: u8,
    /// Opening points, capped at those needed.
    pub(super) points: u8,
    /// The numbers of unneeded jokers that the sets that are not kept can take, one bit per number.
    pub(super) capacities: u8,
    /// A hash of the rack tiles placed, if plays are told apart by them.
    pub(super) placed: u64,
}

impl NodeKey {
    pub(super) fn hash(&self) -> usize {
        let states = self.states.map(u64::from);
        let states = states[0] | states[1] << 16 | states[2] << 32 | states[3] << 48;
        let rest = [self.number, self.jokers, self.points, self.capacities];
        let rest = u64::from(u32::from_le_bytes(rest));
        let mixed =
            (states ^ self.placed ^ rest.wrapping_mul(0xd6e8_feb8_6659_fd93)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize
    }
}

/// The parent of the root.
pub(super) const NO_PARENT: u32 = u32::MAX;

/// A node of the search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) key: NodeKey,
    /// The largest known objective value of the decisions up to here.
    pub(super) gain: i32,
    /// The upper bound of the relaxation for its completions.
    pub(super) relaxed: i32,
    /// Children with a smaller loss than this have been generated (partial expansion).
    pub(super) expanded: i32,
    pub(super) parent: u32,
}

/// The search space of a goal: root, children, bounds and priorities of its nodes.
pub(super) struct SearchSpace<'a> {
    pub(super) goal: &'a Goal<'a>,
    /// Nodes whose upper bound is not above this are pruned.
    pub(super) cutoff: i32,
    /// For each number, how many sets of the table begin there or later.
    sets_ahead: [u32; NUMBERS],
}

/// The bits of a queue entry that hold the index of the node, below its priority.
pub(super) const INDEX_MASK: u64 = (1 << 28) - 1;

impl<'a> SearchSpace<'a> {
    pub(super) fn new(goal: &'a Goal<'a>) -> SearchSpace<'a> {
        let cutoff = goal.above + goal.model.weights.unit() as i32 - 1;
        SearchSpace { goal, cutoff, sets_ahead: sets_ahead(goal) }
    }

    /// The node before the first number, given the upper bound of the relaxation.
    pub(super) fn root(&self, relaxed: i32) -> Node {
        let key = NodeKey { states: [0; 4], number: 1, jokers: 0, points: 0, capacities: 1, placed: 0 };
        Node { key, gain: self.joker_gain(), relaxed, expanded: 0, parent: NO_PARENT }
    }

    /// What has to be added to the relaxed objective so that it bounds what the goal maximises: constants that the
    /// relaxation does not know, less the weight of placed tiles that are known in advance.
    pub(super) fn bound_offset(&self) -> i32 {
        match (self.goal.placed, self.goal.model.bounding) {
            (None, _) => self.joker_gain(),
            (Some(placed), None) => self.joker_gain() - placed as i32,
            (Some(_), Some(bounding)) => -bounding.placed,
        }
    }

    /// Raises the cutoff to the objective value of the incumbent.
    pub(super) fn raise_cutoff(&mut self, incumbent: i32) {
        self.cutoff = self.maximised(incumbent) + self.goal.model.weights.unit() as i32 - 1;
    }

    /// The gain of the jokers that does not depend on their sets. Unless they are explicit, all jokers are assumed to be
    /// placed, and leaves are corrected for those that are not.
    fn joker_gain(&self) -> i32 {
        let Model { supply, weights, explicit_jokers, .. } = self.goal.model;
        let placed = if explicit_jokers { 0 } else { i32::from(supply.jokers) };
        (placed - i32::from(supply.jokers_on_table)) * weights.joker as i32
    }

    /// The node after these decisions at the next number, unless it is pruned.
    pub(super) fn child(&self, node: &Node, choices: [&Choice; 4], grouping: &Grouping) -> Option<Node> {
        let Goal { model, points, .. } = self.goal;
        let mut key = NodeKey {
            states: choices.map(|choice| choice.next),
            number: node.key.number + 1,
            jokers: node.key.jokers + choices.iter().map(|choice| choice.jokers).sum::<u8>() + grouping.jokers,
            points: 0,
            capacities: 1,
            placed: 0,
        };
        if !model.explicit_jokers && model.supply.jokers > 0 {
            let begins_run = choices.iter().any(|choice| choice.begins_run);
            key.capacities =
                if begins_run { ANY_NUMBER } else { sum_capacities(node.key.capacities, grouping.capacities) };
        }
        if model.may_hold_back {
            key.placed = node.key.placed.wrapping_add(hash_placed(node.key.number, choices));
        }
        if *points > 0 {
            let added: u32 = choices.iter().map(|choice| u32::from(choice.points)).sum();
            let sum = u32::from(node.key.points) + added + u32::from(grouping.points);
            key.points = sum.min(u32::from(*points)) as u8;
        }
        let mut gain = node.gain + choices.iter().map(|choice| choice.gain).sum::<i32>() + grouping.gain;
        let mut relaxed = node.relaxed - choices.iter().map(|choice| choice.loss).sum::<i32>() - grouping.loss;
        if key.number > HIGHEST_NUMBER {
            let mut placed = key.jokers;
            if !model.explicit_jokers {
                let left = model.supply.jokers - key.jokers;
                let unplaced = (key.capacities & ((2 << left) - 1)).leading_zeros() as u8 + left - 7;
                gain -= i32::from(unplaced) * model.weights.joker as i32;
                placed = model.supply.jokers - unplaced;
            }
            relaxed = self.maximised(gain);
            let places_too_little = self.goal.placed.is_some_and(|placed| (gain as u32) < placed);
            let is_infeasible = places_too_little || placed < model.supply.jokers_on_table || key.points < *points;
            // At a leaf points make no difference any more, and jokers only if plays are told apart by their tiles.
            (key.points, key.capacities) = (0, 1);
            if !model.may_hold_back {
                key.jokers = 0;
            }
            if is_infeasible {
                return None;
            }
        }
        let child = Node { key, gain, relaxed, expanded: 0, parent: NO_PARENT };
        (self.bound(&child) > self.cutoff).then_some(child)
    }

    /// The part of an objective value that the goal maximises.
    fn maximised(&self, objective: i32) -> i32 {
        match self.goal.placed {
            None => objective,
            Some(_) => self.goal.model.weights.kept_part(objective as u32) as i32,
        }
    }

    /// The upper bound of a node's remaining completions.
    pub(super) fn bound(&self, node: &Node) -> i32 {
        let relaxed = node.relaxed - node.expanded;
        match self.goal.placed {
            None => relaxed,
            Some(_) => {
                let weights = self.goal.model.weights;
                let sets_ahead = self.sets_ahead[usize::from(node.key.number)] * weights.kept;
                relaxed.min((weights.kept_part(node.gain as u32) + sets_ahead) as i32)
            }
        }
    }

    /// The priority in the queue, above the bits of [`INDEX_MASK`]: the largest bound first, then the node nearest to
    /// a leaf. If any play will do, depth comes before the bound.
    pub(super) fn priority(&self, node: &Node) -> u64 {
        let (bound, number) = (self.bound(node) as u64, u64::from(node.key.number));
        if self.goal.any { number << 60 | bound << 28 } else { bound << 32 | number << 28 }
    }
}

/// A run can take any number of jokers: at its ends, or in the middle when it is split.
const ANY_NUMBER: u8 = 0b11111;

/// The numbers of jokers that two places can take together, one bit per number.
const fn sum_capacities(one: u8, other: u8) -> u8 {
    let (mut sum, mut count) = (0, 0);
    while count < 5 {
        if other >> count & 1 == 1 {
            sum |= one << count & ANY_NUMBER;
        }
        count += 1;
    }
    sum
}

/// A hash of the rack tiles that these choices place. Hashes of all numbers are added up; with 64 bits, collisions
/// between the plays of a position are not to be expected.
fn hash_placed(number: u8, choices: [&Choice; 4]) -> u64 {
    let mut hash = 0_u64;
    for (colour, choice) in (1_u64..).zip(choices) {
        let kind = (u64::from(number) << 3 | colour).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let kind = (kind ^ kind >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash = hash.wrapping_add((kind ^ kind >> 29).wrapping_mul(u64::from(choice.added)));
    }
    hash
}

/// For each number, how many sets of the table begin there or later.
fn sets_ahead(goal: &Goal<'_>) -> [u32; NUMBERS] {
    let mut counts = [0; NUMBERS];
    for set in goal.model.table_sets {
        for count in &mut counts[..=usize::from(set.first())] {
            *count += 1;
        }
    }
    counts
}
