//! Best-first branch and bound (A*) over the numbers from 1 to 13, with partial expansion.
//!
//! A node is what matters of the decisions up to a number: the state of each colour, the jokers used, and the points of
//! an opening. Its upper bound comes from the relaxation and never grows from parent to child, so that the first leaf
//! that is taken from the queue is optimal.

use std::collections::BinaryHeap;
use std::ops::Range;

use trinta_core::HIGHEST_NUMBER;

use crate::numbers::allocation::Allocation;
use crate::numbers::colour_graph::{Choice, ColourGraphs, Model};
use crate::numbers::dual_prices::{PriceOptimizer, Relaxation};
use crate::numbers::groupings::{Grouping, Groupings, unpack};
use crate::numbers::node::{Goal, INDEX_MASK, NO_PARENT, Node, NodeKey, SearchSpace};
use crate::numbers::supply::NUMBERS;

/// What was decided at one number, for rebuilding the sets.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Decision {
    pub(super) number: u8,
    pub(super) allocations: [Allocation; 4],
    /// Jokers in groups that are not kept ones.
    pub(super) group_jokers: u8,
    /// The table sets kept that begin at this number, one bit per set.
    pub(super) keeps: u64,
}

/// The result of a search: an objective value and the decisions that reach it.
#[derive(Debug)]
pub(super) enum Found {
    /// The optimum.
    Best(u32, Vec<Decision>),
    /// No play satisfies the goal.
    Nothing,
    /// The budget ran out with this incumbent.
    OutOfBudget(Option<(u32, Vec<Decision>)>),
}

/// Why the search stopped.
enum StopReason {
    /// It took a leaf from the queue, the node with this index.
    Leaf(u32),
    /// The queue is empty.
    Exhausted,
    OutOfBudget,
    /// There are more nodes than may be stored.
    OutOfMemory,
}

/// The search with its buffers, which are reused from search to search.
#[derive(Debug)]
pub(super) struct Engine {
    graphs: ColourGraphs,
    groupings: Groupings,
    prices: PriceOptimizer,
    nodes: Vec<Node>,
    /// A buffer for the children of the node that is being expanded.
    children: Vec<Node>,
    /// An open-addressing hash table of node indices, by key.
    slots: Vec<u32>,
    /// Priorities with node indices in their low bits.
    queue: BinaryHeap<u64>,
    /// The upper bound of the last search.
    upper_bound: i32,
    /// The number of nodes that the last search expanded.
    pub(super) nodes_expanded: u64,
    /// The number of nodes that may be stored; beyond that the search continues depth first.
    pub(super) capacity: usize,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine {
            graphs: ColourGraphs::default(),
            groupings: Groupings::default(),
            prices: PriceOptimizer::default(),
            nodes: Vec::new(),
            children: Vec::new(),
            slots: Vec::new(),
            queue: BinaryHeap::new(),
            upper_bound: 0,
            nodes_expanded: 0,
            capacity: DEFAULT_CAPACITY,
        }
    }
}

/// With hash table and queue, some 40 MB.
const DEFAULT_CAPACITY: usize = 300_000;

/// Marks an empty slot of the hash table.
const EMPTY_SLOT: u32 = u32::MAX;

/// Sweeps of the price optimisation, each followed by a search that may expand this many nodes: easy positions are
/// solved before the prices are good, and hard ones need good prices.
///
/// The first round is for searches that start with the prices of an earlier one.
const ROUNDS: [(u32, u64); 5] = [(1, 200), (4, 400), (12, 1_000), (36, 4_000), (72, u64::MAX)];

/// The ends of the loss bands of partial expansion. Children with a small loss are generated first, the others only if
/// the node reaches the front of the queue again, which is rare.
const LOSS_BANDS: [i32; 5] = [16, 1 << 9, 1 << 13, 1 << 17, i32::MAX];

fn loss_bands() -> impl Iterator<Item = Range<i32>> {
    (0..LOSS_BANDS.len()).map(|band| if band == 0 { 0 } else { LOSS_BANDS[band - 1] }..LOSS_BANDS[band])
}

/// The sweeps before an enumeration of plays.
const SWEEPS_FOR_PLAYS: u32 = 10;

impl Engine {
    /// Finds the optimum of a goal.
    pub(super) fn search(&mut self, goal: &Goal<'_>) -> Found {
        self.nodes_expanded = 0;
        let goal = &self.initialise_prices(goal);
        if !self.build(&goal.model) {
            return Found::Nothing;
        }
        let mut space = SearchSpace::new(goal);
        let mut incumbent = None;
        let rounds = if goal.placed.is_none() { &ROUNDS[1..] } else { &ROUNDS };
        for &(sweeps, nodes) in rounds {
            self.upper_bound = self.improve_bound(&space, sweeps);
            let root = space.root(self.upper_bound);
            if self.upper_bound <= space.cutoff {
                break;
            }
            // An early incumbent raises the cutoff, and may already be proved optimal.
            if let Some((objective, decisions)) = self.dive(&space, root) {
                space.raise_cutoff(objective);
                incumbent = Some((objective as u32, decisions));
                if goal.any || space.bound(&root) <= space.cutoff {
                    break;
                }
            }
            let budget = nodes.min(goal.budget.saturating_sub(self.nodes_expanded));
            self.restart(&space, root);
            match self.next_leaf(&space, budget) {
                StopReason::Leaf(leaf) => {
                    incumbent = Some((self.nodes[leaf as usize].gain as u32, self.decisions(&space, leaf)));
                    break;
                }
                StopReason::Exhausted => break,
                StopReason::OutOfMemory => return self.search_depth_first(&mut space, root, incumbent),
                StopReason::OutOfBudget if self.nodes_expanded >= goal.budget => return Found::OutOfBudget(incumbent),
                StopReason::OutOfBudget => (),
            }
        }
        incumbent.map_or(Found::Nothing, |(objective, decisions)| Found::Best(objective, decisions))
    }

    /// Sets the initial prices. A search for kept sets starts with those of the search for placed tiles. If that left a
    /// duality gap, smaller weights for tiles make the gap smaller too.
    fn initialise_prices<'a>(&mut self, goal: &Goal<'a>) -> Goal<'a> {
        let mut goal = *goal;
        let Model { supply, weights, .. } = goal.model;
        match goal.placed {
            None => self.prices = PriceOptimizer::new(weights.typical_tile()),
            Some(placed) if self.upper_bound >= (placed + weights.unit_without_kept()) as i32 => {
                let bounding = weights.bounding(placed, supply.jokers - supply.jokers_on_table);
                self.prices.scale(weights.typical_tile(), bounding.typical_tile());
                goal.model.bounding = Some(bounding);
            }
            Some(_) => (),
        }
        goal
    }

    /// Prepares an enumeration of plays in order of merit; returns whether there is any.
    pub(super) fn begin_plays(&mut self, goal: &Goal<'_>) -> bool {
        self.nodes_expanded = 0;
        if !self.build(&goal.model) {
            return false;
        }
        let space = SearchSpace::new(goal);
        self.prices = PriceOptimizer::new(goal.model.weights.typical_tile());
        let upper_bound = self.improve_bound(&space, SWEEPS_FOR_PLAYS);
        self.restart(&space, space.root(upper_bound));
        true
    }

    /// The next play of the enumeration.
    pub(super) fn next_play(&mut self, goal: &Goal<'_>) -> Found {
        let space = SearchSpace::new(goal);
        match self.next_leaf(&space, goal.budget.saturating_sub(self.nodes_expanded)) {
            StopReason::Leaf(leaf) => Found::Best(self.nodes[leaf as usize].gain as u32, self.decisions(&space, leaf)),
            StopReason::Exhausted => Found::Nothing,
            StopReason::OutOfBudget | StopReason::OutOfMemory => Found::OutOfBudget(None),
        }
    }

    /// Builds the subproblems; returns whether they are feasible.
    pub(super) fn build(&mut self, model: &Model<'_>) -> bool {
        self.graphs.build(model);
        self.graphs.is_feasible() && self.propagate_offers(model)
    }

    /// Improves the prices and returns the upper bound.
    fn improve_bound(&mut self, space: &SearchSpace<'_>, sweeps: u32) -> i32 {
        let Model { supply, weights, .. } = space.goal.model;
        let target = space.cutoff - space.bound_offset();
        let (graphs, groupings) = (&mut self.graphs, &mut self.groupings);
        let mut relaxation = Relaxation { graphs, groupings, jokers: supply.jokers, target };
        self.prices.improve(&mut relaxation, weights.unit(), sweeps) + space.bound_offset()
    }

    /// A dive: always on to the child with the largest bound, without backtracking. None if that ends nowhere.
    fn dive(&mut self, space: &SearchSpace<'_>, root: Node) -> Option<(i32, Vec<Decision>)> {
        let mut decisions = Vec::with_capacity(usize::from(HIGHEST_NUMBER));
        let mut node = root;
        while node.key.number <= HIGHEST_NUMBER {
            self.nodes_expanded += 1;
            let mut best: Option<(Node, Decision)> = None;
            for losses in loss_bands() {
                self.for_each_child(space, &node, losses, |child, choices, grouping| {
                    if best.as_ref().is_none_or(|(known, _)| space.bound(&child) > space.bound(known)) {
                        best = Some((child, self.decision(node.key.number, choices, grouping)));
                    }
                });
                if best.is_some() {
                    break;
                }
            }
            let (child, decision) = best?;
            decisions.push(decision);
            node = child;
        }
        Some((node.gain, decisions))
    }

    /// Constraint propagation: removes choices whose offer is in no grouping, and groupings whose offer is in no choice,
    /// until nothing changes. Returns whether the problem is still feasible.
    fn propagate_offers(&mut self, model: &Model<'_>) -> bool {
        self.groupings.set_table(model);
        let mut built = [[0; 4]; NUMBERS];
        loop {
            let mut offered = self.graphs.offered();
            let mut is_stable = true;
            for number in 1..=usize::from(HIGHEST_NUMBER) {
                if offered[number] != built[number] {
                    let before = offered[number];
                    self.groupings.build(model, number, &mut offered[number]);
                    is_stable &= offered[number] == before;
                    built[number] = offered[number];
                }
            }
            if is_stable {
                return true;
            }
            self.graphs.restrict_offers(&offered);
            if !self.graphs.is_feasible() {
                return false;
            }
        }
    }

    /// Discards all nodes and queues the root.
    fn restart(&mut self, space: &SearchSpace<'_>, root: Node) {
        self.nodes.clear();
        self.queue.clear();
        self.slots.clear();
        self.slots.resize(512, EMPTY_SLOT);
        self.insert(space, root);
    }

    /// Expands nodes best first until a leaf is taken from the queue.
    fn next_leaf(&mut self, space: &SearchSpace<'_>, budget: u64) -> StopReason {
        let mut children = std::mem::take(&mut self.children);
        let mut expanded = 0;
        let stop = loop {
            let Some(entry) = self.queue.pop() else { break StopReason::Exhausted };
            let index = (entry & INDEX_MASK) as u32;
            let node = self.nodes[index as usize];
            // The entry is stale if the node has been improved since.
            if space.priority(&node) != entry & !INDEX_MASK {
                continue;
            }
            if node.key.number > HIGHEST_NUMBER {
                break StopReason::Leaf(index);
            }
            if self.nodes.len() > self.capacity {
                break StopReason::OutOfMemory;
            }
            expanded += 1;
            if expanded > budget {
                break StopReason::OutOfBudget;
            }
            children.clear();
            let losses = loss_bands().find(|losses| losses.start == node.expanded).unwrap_or(0..i32::MAX);
            let end = losses.end;
            self.for_each_child(space, &node, losses, |child, _, _| children.push(Node { parent: index, ..child }));
            if end < node.relaxed - space.cutoff {
                let rest = Node { expanded: end, ..node };
                self.nodes[index as usize] = rest;
                self.queue.push(space.priority(&rest) | u64::from(index));
            }
            children.iter().for_each(|&child| self.insert(space, child));
        };
        self.nodes_expanded += expanded;
        self.children = children;
        stop
    }

    /// Visits the children of a node whose losses are in a range and that are not pruned.
    pub(super) fn for_each_child(
        &self,
        space: &SearchSpace<'_>,
        node: &Node,
        losses: Range<i32>,
        mut visit: impl FnMut(Node, [&Choice; 4], &Grouping),
    ) {
        let NodeKey { states, number, .. } = node.key;
        let at = usize::from(number);
        let choices: [&[Choice]; 4] = std::array::from_fn(|colour| {
            self.graphs.choices(self.graphs.layer_start(colour, at) + usize::from(states[colour]))
        });
        let all_slack = (node.relaxed - space.cutoff).min(losses.end) - 1;
        let slack = all_slack;
        let jokers = space.goal.model.supply.jokers - node.key.jokers;
        let fits = |choice: &&Choice, slack: i32, jokers: u8| choice.loss <= slack && choice.jokers <= jokers;
        for a in choices[0].iter().filter(|choice| fits(choice, slack, jokers)) {
            let (slack, jokers) = (slack - a.loss, jokers - a.jokers);
            for b in choices[1].iter().filter(|choice| fits(choice, slack, jokers)) {
                let (slack, jokers) = (slack - b.loss, jokers - b.jokers);
                for c in choices[2].iter().filter(|choice| fits(choice, slack, jokers)) {
                    let (slack, jokers) = (slack - c.loss, jokers - c.jokers);
                    let offer = a.in_groups | b.in_groups << 2 | c.in_groups << 4;
                    let fourth_counts = self.groupings.fourth_counts(at, offer);
                    for d in choices[3].iter().filter(|choice| fits(choice, slack, jokers)) {
                        if fourth_counts >> d.in_groups & 1 == 0 {
                            continue;
                        }
                        let (slack, jokers) = (slack - d.loss, jokers - d.jokers);
                        let offer = offer | d.in_groups << 6;
                        for grouping in self.groupings.of(at, offer) {
                            if grouping.loss <= slack
                                && grouping.jokers <= jokers
                                && all_slack - slack + grouping.loss >= losses.start
                            {
                                let chosen = [a, b, c, d];
                                if let Some(child) = space.child(node, chosen, grouping) {
                                    visit(child, chosen, grouping);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Queues a node, unless one with the same key and at least the same gain is known.
    fn insert(&mut self, space: &SearchSpace<'_>, node: Node) {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow_slots();
        }
        let mask = self.slots.len() - 1;
        let mut slot = node.key.hash() & mask;
        let index = loop {
            match self.slots[slot] {
                EMPTY_SLOT => {
                    self.slots[slot] = self.nodes.len() as u32;
                    self.nodes.push(node);
                    break self.nodes.len() - 1;
                }
                index => {
                    let known = &mut self.nodes[index as usize];
                    if known.key == node.key {
                        if node.gain <= known.gain {
                            return;
                        }
                        *known = node;
                        break index as usize;
                    }
                }
            }
            slot = (slot + 1) & mask;
        };
        self.queue.push(space.priority(&node) | index as u64);
    }

    fn grow_slots(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, EMPTY_SLOT);
        for (index, node) in self.nodes.iter().enumerate() {
            let mut slot = node.key.hash() & (size - 1);
            while self.slots[slot] != EMPTY_SLOT {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = index as u32;
        }
    }

    /// The decisions on the path to a leaf. Nodes do not store them: they are found again by expanding the path.
    fn decisions(&self, space: &SearchSpace<'_>, leaf: u32) -> Vec<Decision> {
        let mut path = Vec::with_capacity(usize::from(HIGHEST_NUMBER));
        let mut index = leaf;
        while self.nodes[index as usize].parent != NO_PARENT {
            let node = &self.nodes[index as usize];
            index = node.parent;
            let mut best: Option<(i32, Decision)> = None;
            let parent = &self.nodes[index as usize];
            self.for_each_child(space, parent, 0..i32::MAX, |child, choices, grouping| {
                if child.key == node.key && best.as_ref().is_none_or(|(gain, _)| child.gain > *gain) {
                    best = Some((child.gain, self.decision(node.key.number - 1, choices, grouping)));
                }
            });
            path.extend(best.map(|(_, decision)| decision));
        }
        path.reverse();
        path
    }

    pub(super) fn decision(&self, number: u8, choices: [&Choice; 4], grouping: &Grouping) -> Decision {
        let mut keeps = 0_u64;
        for (colour, choice) in choices.iter().enumerate() {
            keeps |=
                set_bits(choice.keeps.into()).fold(0, |keeps, run| keeps | 1 << self.graphs.table_set(colour, run));
        }
        let at = usize::from(number);
        keeps |=
            set_bits(grouping.keeps.into()).fold(0, |keeps, group| keeps | 1 << self.groupings.table_set(at, group));
        let mut allocations = choices.map(|choice| Allocation::unpack(choice.allocation));
        for (allocation, kept) in allocations.iter_mut().zip(unpack(grouping.kept)) {
            allocation.in_groups -= kept;
        }
        Decision { number, allocations, group_jokers: grouping.new_jokers, keeps }
    }
}

/// The indices of the bits that are set.
pub(super) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            index
        })
    })
}
