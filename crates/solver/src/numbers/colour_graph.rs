//! The colour subproblems: for each colour a layered graph of the states of its runs.
//!
//! A layer holds the states before a number, and the choices of a state lead to states of the next layer. A colour is
//! independent of the others: of the tiles that it offers to groups only their number matters here, and whether the
//! offers of all colours make groups is left to the group subproblems. At given prices the best play of a colour is a
//! longest path through its graph. Dead ends are pruned, so that the search never enters them.

use trinta_core::{HIGHEST_NUMBER, Kind};

use crate::numbers::allocation::{Availability, OpenRuns, for_each_allocation};
use crate::numbers::supply::{NUMBERS, Supply, TableSet};
use crate::numbers::weights::{BoundingWeights, Weights};

/// The number of layers of a colour: one before each number, and a last one.
const LAYERS: usize = HIGHEST_NUMBER as usize + 1;

/// What matters of a colour's past before a number.
#[derive(Debug, Clone, Copy)]
struct State {
    runs: OpenRuns,
    /// The kept table runs that are not finished, one bit for each of the colour's table runs.
    kept: u16,
    /// The index of the first choice.
    first: u32,
    /// The number of choices.
    count: u32,
    /// The next state of the layer with the same open runs: a chain of the hash index.
    same_runs: u16,
}

/// One way for a colour to go on from a state.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Choice {
    /// The state it leads to, by its index in the next layer.
    pub(super) next: u16,
    /// The table runs that it begins to keep, one bit for each of the colour's table runs.
    pub(super) keeps: u16,
    /// The packed allocation of the tiles.
    pub(super) allocation: u16,
    /// Tiles offered to groups.
    pub(super) in_groups: u8,
    /// Jokers in runs.
    pub(super) jokers: u8,
    /// The opening points of the tiles and of the jokers in runs.
    pub(super) points: u8,
    /// Rack tiles placed.
    pub(super) added: u8,
    /// Whether a run begins that is not a kept one.
    pub(super) begins_run: bool,
    /// What it adds to the objective.
    pub(super) gain: i32,
    /// What it adds to the objective of the relaxation.
    pub(super) bound_gain: i32,
    /// The reduced loss: by how much it falls short of the best choice of its state at the current prices.
    pub(super) loss: i32,
}

/// What is to be optimised.
#[derive(Debug, Clone, Copy)]
pub(super) struct Model<'a> {
    pub(super) supply: &'a Supply,
    pub(super) weights: &'a Weights,
    /// The sets of the table, if kept sets count.
    pub(super) table_sets: &'a [TableSet],
    /// Whether every joker gets its place in the search. Otherwise those that no set needs are placed at the end.
    pub(super) explicit_jokers: bool,
    /// Whether tiles may be held back on the rack that could be placed at no cost, and plays are told apart by the
    /// tiles they place. For plays that are not optimal.
    pub(super) may_hold_back: bool,
    /// The weights of the relaxation, if they differ from the others.
    pub(super) bounding: Option<BoundingWeights>,
}

/// The graphs of the four colours.
#[derive(Debug, Default)]
pub(super) struct ColourGraphs {
    states: Vec<State>,
    choices: Vec<Choice>,
    /// The index of the first state of each layer, colour by colour; the last element is the number of states.
    starts: Vec<u32>,
    /// The length of the longest path from each state to the end, at the current prices.
    backward: Vec<i32>,
    /// The length of the longest path from the start to each state, at the current prices.
    forward: Vec<i32>,
    /// The runs of the table by colour, as indices of table sets.
    runs: [Vec<usize>; 4],
    index: Index,
}

/// Finds states of the layer under construction by their open runs.
#[derive(Debug)]
struct Index([u16; OpenRuns::COUNT]);

impl Default for Index {
    fn default() -> Index {
        Index([NO_STATE; OpenRuns::COUNT])
    }
}

const NO_STATE: u16 = u16::MAX;

/// The value of an infeasible subproblem: below every feasible value, with headroom for sums.
pub(super) const INFEASIBLE: i32 = -(1 << 30);

impl ColourGraphs {
    /// The index of the first state of a layer.
    pub(super) fn layer_start(&self, colour: usize, number: usize) -> usize {
        self.starts[colour * LAYERS + number - 1] as usize
    }

    fn states(&self, colour: usize, number: usize) -> std::ops::Range<usize> {
        self.layer_start(colour, number)..self.starts[colour * LAYERS + number] as usize
    }

    pub(super) fn choices(&self, state: usize) -> &[Choice] {
        self.states[state].choices(&self.choices)
    }

    /// The optimum of a colour at the current prices.
    pub(super) fn optimum(&self, colour: usize) -> i32 {
        self.backward[self.layer_start(colour, 1)]
    }

    /// The table set that is a colour's table run with this index.
    pub(super) fn table_set(&self, colour: usize, run: usize) -> usize {
        self.runs[colour][run]
    }

    /// Whether every colour has a path to the end.
    pub(super) fn is_feasible(&self) -> bool {
        (0..4).all(|colour| self.states[self.layer_start(colour, 1)].count > 0)
    }

    /// Builds all states and choices.
    pub(super) fn build(&mut self, model: &Model<'_>) {
        self.states.clear();
        self.choices.clear();
        self.starts.clear();
        for colour in 0..4 {
            let is_own_run =
                |set: &TableSet| matches!(set.kind, Kind::Run { colour: own, .. } if own as usize == colour);
            self.runs[colour].clear();
            self.runs[colour].extend((0..model.table_sets.len()).filter(|&set| is_own_run(&model.table_sets[set])));
            self.build_colour(model, colour);
            self.prune_dead_ends(colour);
        }
        self.starts.push(self.states.len() as u32);
        self.backward.clear();
        self.backward.resize(self.states.len(), 0);
        self.forward.clear();
        self.forward.resize(self.states.len(), 0);
    }

    fn build_colour(&mut self, model: &Model<'_>, colour: usize) {
        self.starts.push(self.states.len() as u32);
        self.states.push(State { runs: OpenRuns::default(), kept: 0, first: 0, count: 0, same_runs: NO_STATE });
        let mut layer = self.states.len() - 1;
        for number in 1..=HIGHEST_NUMBER {
            let next_layer = self.states.len();
            self.starts.push(next_layer as u32);
            for state in layer..next_layer {
                self.build_state(model, colour, number, state, next_layer);
            }
            for state in next_layer..self.states.len() {
                self.index.0[self.states[state].runs.index()] = NO_STATE;
            }
            layer = next_layer;
        }
    }

    /// Builds the choices of a state: for each choice of the table runs to keep that begin here, the allocations of the
    /// other tiles.
    fn build_state(&mut self, model: &Model<'_>, colour: usize, number: u8, state: usize, next_layer: usize) {
        let State { runs, kept, .. } = self.states[state];
        let first = self.choices.len();
        let table_runs = self.runs[colour].iter().enumerate();
        let starting = table_runs.filter(|(_, set)| model.table_sets[**set].first() == number);
        let starting = starting.fold(0_u16, |bits, (run, _)| bits | 1 << run);
        let mut keeps = starting;
        loop {
            if self.is_canonical(model, colour, keeps, starting) {
                let origin = Origin { colour, number, runs, keeps, kept: kept | keeps, next_layer };
                self.build_choices(model, origin, first);
            }
            if keeps == 0 {
                break;
            }
            // The next smaller subset.
            keeps = (keeps - 1) & starting;
        }
        self.states[state].first = first as u32;
        self.states[state].count = (self.choices.len() - first) as u32;
    }

    /// Breaks the symmetry of equal table runs: of those, the later ones are broken first.
    fn is_canonical(&self, model: &Model<'_>, colour: usize, keeps: u16, starting: u16) -> bool {
        let lowest = |bits: u16| &model.table_sets[self.runs[colour][bits.trailing_zeros() as usize]];
        let mut kept = keeps;
        while kept != 0 {
            // The broken runs with a lower index.
            let mut broken = starting & !keeps & ((kept & kept.wrapping_neg()) - 1);
            while broken != 0 {
                if lowest(broken).same_tiles(lowest(kept)) {
                    return false;
                }
                broken &= broken - 1;
            }
            kept &= kept - 1;
        }
        true
    }

    fn build_choices(&mut self, model: &Model<'_>, origin: Origin, first: usize) {
        let Model { supply, weights, .. } = *model;
        let Origin { colour, number, kept, .. } = origin;
        let at = usize::from(number);
        let (mut in_kept, mut unfinished, mut kept_jokers) = (0, 0_u16, 0);
        let mut bits = kept;
        while bits != 0 {
            let set = &model.table_sets[self.runs[colour][bits.trailing_zeros() as usize]];
            in_kept += set.count(number, colour);
            if set.last() > number {
                unfinished |= bits & bits.wrapping_neg();
            }
            if set.first() == number {
                kept_jokers += set.jokers;
            }
            bits &= bits - 1;
        }
        if kept_jokers > supply.jokers {
            return;
        }
        // Beside sets that are chosen already (N14) there may be too few tiles to keep a set, or only those of the rack.
        let Some(all) = supply.all[at][colour].checked_sub(in_kept) else { return };
        let on_table = supply.on_table[at][colour].saturating_sub(in_kept);
        let kept_from_rack = in_kept.saturating_sub(supply.on_table[at][colour]);
        let availability = Availability {
            all,
            on_table,
            jokers: supply.jokers - kept_jokers,
            ahead: [supply.all[at + 1][colour], supply.all[at + 2][colour]],
            last: number == HIGHEST_NUMBER,
            max_leading: max_leading(number, model.explicit_jokers),
            max_in_groups: supply.max_in_groups[at],
            explicit_jokers: model.explicit_jokers,
            may_hold_back: model.may_hold_back,
        };
        for_each_allocation(origin.runs, availability, |allocation| {
            let next = self.find_or_add(allocation.runs, unfinished, origin.next_layer);
            let placed = allocation.in_runs + allocation.in_groups;
            let added = placed - on_table + kept_from_rack;
            let jokers = allocation.all_jokers();
            let joker_points = allocation.joker_points(number);
            let mut gain = u32::from(added) * weights.tile[at] + origin.keeps.count_ones() * weights.kept;
            gain += weights.of_joker_points(joker_points);
            if model.explicit_jokers {
                gain += u32::from(jokers + kept_jokers) * weights.joker;
            }
            let extended = origin.runs.one() + origin.runs.two() + allocation.extended;
            let choice = Choice {
                next,
                keeps: origin.keeps,
                allocation: allocation.pack(),
                in_groups: allocation.in_groups,
                jokers: jokers + kept_jokers,
                points: (u32::from(placed) * u32::from(number) + joker_points).min(255) as u8,
                added,
                begins_run: allocation.in_runs + allocation.jokers > extended,
                gain: gain as i32,
                bound_gain: match &model.bounding {
                    None => gain as i32,
                    Some(bounding) => {
                        i32::from(added) * bounding.tile[at] + (origin.keeps.count_ones() * weights.kept) as i32
                    }
                },
                loss: 0,
            };
            // Of choices that differ only in their gain, the largest gain dominates.
            let is_comparable = |other: &&mut Choice| {
                (other.next, other.in_groups, other.jokers, other.begins_run)
                    == (choice.next, choice.in_groups, choice.jokers, choice.begins_run)
                    && !model.explicit_jokers
                    && !model.may_hold_back
            };
            match self.choices[first..].iter_mut().find(is_comparable) {
                Some(other) if other.gain < choice.gain => *other = choice,
                Some(_) => (),
                None => self.choices.push(choice),
            }
        });
    }

    /// The index of a state in the next layer.
    fn find_or_add(&mut self, runs: OpenRuns, kept: u16, layer: usize) -> u16 {
        let mut index = self.index.0[runs.index()];
        while index != NO_STATE {
            let state = &self.states[layer + usize::from(index)];
            if state.kept == kept {
                return index;
            }
            index = state.same_runs;
        }
        let index = (self.states.len() - layer) as u16;
        let same_runs = std::mem::replace(&mut self.index.0[runs.index()], index);
        self.states.push(State { runs, kept, first: 0, count: 0, same_runs });
        index
    }

    /// Removes the choices that lead to states without choices.
    fn prune_dead_ends(&mut self, colour: usize) {
        for number in (1..usize::from(HIGHEST_NUMBER)).rev() {
            let here = self.states(colour, number);
            let (before, later) = self.states.split_at_mut(self.starts[colour * LAYERS + number] as usize);
            for state in &mut before[here] {
                retain(state, &mut self.choices, |choice| later[usize::from(choice.next)].count > 0);
            }
        }
    }

    /// The numbers of tiles that each colour may offer to groups of each number, one bit per count.
    pub(super) fn offered(&self) -> [[u8; 4]; NUMBERS] {
        let mut offered = [[0; 4]; NUMBERS];
        for colour in 0..4 {
            for number in 1..=usize::from(HIGHEST_NUMBER) {
                for state in self.states(colour, number) {
                    for choice in self.choices(state) {
                        offered[number][colour] |= 1 << choice.in_groups;
                    }
                }
            }
        }
        offered
    }

    /// Removes the choices with any other offer.
    pub(super) fn restrict_offers(&mut self, offered: &[[u8; 4]; NUMBERS]) {
        for colour in 0..4 {
            for number in 1..=usize::from(HIGHEST_NUMBER) {
                let offered = offered[number][colour];
                let here = self.states(colour, number);
                for state in &mut self.states[here] {
                    retain(state, &mut self.choices, |choice| offered >> choice.in_groups & 1 == 1);
                }
            }
            self.prune_dead_ends(colour);
        }
    }

    /// The max-marginals of a colour at a number: its optimum with each number of tiles offered to groups.
    pub(super) fn max_marginals(&self, colour: usize, number: usize, tiles: &[i32; 4], joker: i32) -> [i32; 4] {
        let (here, next) = (self.states(colour, number), self.states(colour, number + 1));
        let backward = &self.backward[next];
        let mut best = [INFEASIBLE; 4];
        for (state, &forward) in self.states[here.clone()].iter().zip(&self.forward[here]) {
            if forward == INFEASIBLE {
                continue;
            }
            for choice in state.choices(&self.choices) {
                let path =
                    forward + choice.bound_gain - i32::from(choice.jokers) * joker + backward[usize::from(choice.next)];
                let best = &mut best[usize::from(choice.in_groups & 3)];
                *best = path.max(*best);
            }
        }
        for (best, price) in best.iter_mut().zip(tiles).filter(|(best, _)| **best != INFEASIBLE) {
            *best -= price;
        }
        best
    }

    /// Updates the longest paths to the states after a number.
    pub(super) fn update_forward(&mut self, colour: usize, number: usize, tiles: &[i32; 4], joker: i32) {
        let (here, next) = (self.states(colour, number), self.states(colour, number + 1));
        let (before, after) = self.forward[..next.end].split_at_mut(next.start);
        after.fill(INFEASIBLE);
        for (state, &forward) in self.states[here.clone()].iter().zip(&before[here]) {
            if forward == INFEASIBLE {
                continue;
            }
            for choice in state.choices(&self.choices) {
                let path = forward + choice.reduced_gain(tiles, joker);
                let longest = &mut after[usize::from(choice.next)];
                *longest = path.max(*longest);
            }
        }
    }

    /// Updates the longest paths from the states before a number.
    pub(super) fn update_backward(&mut self, colour: usize, number: usize, tiles: &[i32; 4], joker: i32) {
        let (here, next) = (self.states(colour, number), self.states(colour, number + 1));
        let (before, after) = self.backward[..next.end].split_at_mut(next.start);
        for (state, longest) in self.states[here.clone()].iter().zip(&mut before[here]) {
            *longest = INFEASIBLE;
            for choice in state.choices(&self.choices) {
                *longest = (choice.reduced_gain(tiles, joker) + after[usize::from(choice.next)]).max(*longest);
            }
        }
    }

    /// Computes the reduced loss of every choice.
    pub(super) fn compute_losses(&mut self, tiles: &[[[i32; 4]; 4]], joker: i32) {
        for colour in 0..4 {
            for number in 1..=usize::from(HIGHEST_NUMBER) {
                let next = self.layer_start(colour, number + 1);
                for state in self.states(colour, number) {
                    let State { first, count, .. } = self.states[state];
                    for choice in &mut self.choices[first as usize..(first + count) as usize] {
                        let path = choice.reduced_gain(&tiles[number][colour], joker)
                            + self.backward[next + usize::from(choice.next)];
                        choice.loss = self.backward[state] - path;
                    }
                }
            }
        }
    }
}

impl State {
    #[inline]
    fn choices<'a>(&self, all: &'a [Choice]) -> &'a [Choice] {
        &all[self.first as usize..(self.first + self.count) as usize]
    }
}

impl Choice {
    /// The gain less the price of the tiles offered to groups and of the jokers.
    fn reduced_gain(&self, tiles: &[i32; 4], joker: i32) -> i32 {
        self.bound_gain - tiles[usize::from(self.in_groups & 3)] - i32::from(self.jokers) * joker
    }
}

/// Removes choices from a state.
fn retain(state: &mut State, choices: &mut [Choice], keep: impl Fn(&Choice) -> bool) {
    let (first, mut kept) = (state.first as usize, state.first as usize);
    for index in first..first + state.count as usize {
        if keep(&choices[index]) {
            choices[kept] = choices[index];
            kept += 1;
        }
    }
    state.count = (kept - first) as u32;
}

/// A state for which choices are built.
#[derive(Clone, Copy)]
struct Origin {
    colour: usize,
    number: u8,
    runs: OpenRuns,
    /// The table runs that begin to be kept here.
    keeps: u16,
    /// All table runs that are kept and not finished.
    kept: u16,
    /// The index of the first state of the next layer.
    next_layer: usize,
}

/// The number of jokers that may lead a run. A run that ends below the highest number can have them behind its last
/// tile instead, and a long one can be split, so that only high numbers need leading jokers.
const fn max_leading(number: u8, explicit_jokers: bool) -> u8 {
    if explicit_jokers || number >= 10 { number - 1 } else { 0 }
}
