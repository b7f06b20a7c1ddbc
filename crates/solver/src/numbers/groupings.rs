//! The group subproblems: for each number the groups that the tiles offered by the four colours can make.

use trinta_core::{HIGHEST_NUMBER, Kind};

use crate::numbers::allocation::JokersForGroups;
use crate::numbers::colour_graph::{INFEASIBLE, Model};
use crate::numbers::supply::NUMBERS;

static JOKERS_FOR_GROUPS: JokersForGroups = JokersForGroups::new();

/// The numbers of tiles that the four colours offer to groups of a number, two bits each.
pub(super) type Offer = u8;

/// One way to make groups of all tiles of an offer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grouping {
    pub(super) offer: Offer,
    /// Jokers in the groups.
    pub(super) jokers: u8,
    /// Of these, the jokers in groups that are not kept ones.
    pub(super) new_jokers: u8,
    /// The numbers of further jokers that the groups that are not kept can take, one bit per number.
    pub(super) capacities: u8,
    /// The opening points of the jokers.
    pub(super) points: u8,
    /// The table groups that are kept, one bit for each of the number's table groups.
    pub(super) keeps: u8,
    /// The tiles in the kept groups.
    pub(super) kept: Offer,
    /// What it adds to the objective.
    pub(super) gain: i32,
    /// What it adds to the objective of the relaxation.
    bound_gain: i32,
    /// The reduced loss: by how much it falls short of the best grouping of the number at the current prices.
    pub(super) loss: i32,
    /// The gain plus the price of the tiles offered, less the price of the jokers.
    reduced_gain: i32,
}

/// The groupings of all numbers.
#[derive(Debug)]
pub(super) struct Groupings {
    /// The groupings of each number, sorted by offer.
    all: [Vec<Grouping>; NUMBERS],
    /// For each number and offer, the index of its first grouping and their number.
    ranges: Box<[[(u16, u16); 256]; NUMBERS]>,
    /// For each number and offer of the first three colours, the counts that the fourth may offer, one bit per count.
    fourth_counts: [[u8; 64]; NUMBERS],
    /// The groups of the table by number, as indices of table sets.
    groups: [Vec<usize>; NUMBERS],
    /// Whether a colour may offer more than one count at a number.
    is_priced: [[bool; 4]; NUMBERS],
    /// The optimum of each number at the current prices.
    optima: [i32; NUMBERS],
}

impl Default for Groupings {
    fn default() -> Groupings {
        Groupings {
            all: Default::default(),
            ranges: Box::new([[(0, 0); 256]; NUMBERS]),
            fourth_counts: [[0; 64]; NUMBERS],
            groups: Default::default(),
            is_priced: [[false; 4]; NUMBERS],
            optima: [0; NUMBERS],
        }
    }
}

/// The count of each colour.
pub(super) const fn unpack(offer: Offer) -> [u8; 4] {
    [offer & 3, offer >> 2 & 3, offer >> 4 & 3, offer >> 6]
}

/// The numbers of further jokers that groups of these tiles and jokers can take, one bit per number.
pub(super) fn capacities(counts: [u8; 4], jokers: u8) -> u8 {
    JOKERS_FOR_GROUPS.of(usize::from(pack(counts))) >> jokers
}

const fn pack(offers: [u8; 4]) -> Offer {
    offers[0] | offers[1] << 2 | offers[2] << 4 | offers[3] << 6
}

impl Groupings {
    /// The groupings of an offer at a number.
    pub(super) fn of(&self, number: usize, offer: Offer) -> &[Grouping] {
        let (first, count) = self.ranges[number][usize::from(offer)];
        &self.all[number][usize::from(first)..usize::from(first + count)]
    }

    /// The counts that the fourth colour may offer beside the others, one bit per count.
    pub(super) const fn fourth_counts(&self, number: usize, offer: Offer) -> u8 {
        self.fourth_counts[number][offer as usize & 63]
    }

    /// The table set that is a number's table group with this index.
    pub(super) fn table_set(&self, number: usize, group: usize) -> usize {
        self.groups[number][group]
    }

    /// Sorts the groups of the table by number.
    pub(super) fn set_table(&mut self, model: &Model<'_>) {
        self.groups.iter_mut().for_each(Vec::clear);
        for (index, set) in model.table_sets.iter().enumerate() {
            if let Kind::Group { number } = set.kind {
                self.groups[usize::from(number)].push(index);
            }
        }
    }

    /// Builds the groupings of a number from the counts that each colour may offer there, one bit per count; removes the
    /// counts that are in no grouping.
    pub(super) fn build(&mut self, model: &Model<'_>, number: usize, offered: &mut [u8; 4]) {
        for grouping in self.all[number].drain(..) {
            self.ranges[number][usize::from(grouping.offer)] = (0, 0);
            self.fourth_counts[number][usize::from(grouping.offer & 63)] = 0;
        }
        if self.groups[number].is_empty() {
            self.add_with_kept(model, number, [0; 4], 0, offered);
        } else {
            for keeps in 0..1_u16 << self.groups[number].len() {
                self.add_keeping(model, number, keeps as u8, offered);
            }
            self.all[number].sort_unstable_by_key(|grouping| (grouping.offer, -grouping.gain, grouping.jokers));
            self.remove_dominated(number);
        }
        let mut used = [0; 4];
        for (index, grouping) in self.all[number].iter().enumerate() {
            let (first, count) = &mut self.ranges[number][usize::from(grouping.offer)];
            if *count == 0 {
                *first = index as u16;
            }
            *count += 1;
            self.fourth_counts[number][usize::from(grouping.offer & 63)] |= 1 << (grouping.offer >> 6);
            for (used, count) in used.iter_mut().zip(unpack(grouping.offer)) {
                *used |= 1 << count;
            }
        }
        for (offered, used) in offered.iter_mut().zip(used) {
            *offered &= used;
        }
        self.is_priced[number] = offered.map(|offered| offered.count_ones() > 1);
    }

    /// Adds the groupings that keep these table groups.
    fn add_keeping(&mut self, model: &Model<'_>, number: usize, keeps: u8, offered: &[u8; 4]) {
        let mut kept = [0; 4];
        for (group, &set) in self.groups[number].iter().enumerate() {
            if keeps >> group & 1 == 1 {
                for (colour, kept) in kept.iter_mut().enumerate() {
                    *kept += (model.table_sets[set].tiles >> colour & 1) as u8;
                }
            }
        }
        self.add_with_kept(model, number, kept, keeps, offered);
    }

    /// The same, given the tiles of the kept groups.
    fn add_with_kept(&mut self, model: &Model<'_>, number: usize, kept: [u8; 4], keeps: u8, offered: &[u8; 4]) {
        let kept_jokers: u8 = (self.groups[number].iter().enumerate())
            .filter(|(group, _)| keeps >> group & 1 == 1)
            .map(|(_, &set)| model.table_sets[set].jokers)
            .sum();
        if kept_jokers > model.supply.jokers {
            return;
        }
        let all = model.supply.all[number];
        if (0..4).any(|colour| kept[colour] > all[colour]) {
            return;
        }
        let gain = keeps.count_ones() * model.weights.kept;
        let is_offered = |colour: usize, count: u8| offered[colour] >> (kept[colour] + count) & 1 == 1;
        let counts = |colour: usize| (0..=all[colour] - kept[colour]).filter(move |&count| is_offered(colour, count));
        for d in counts(3) {
            for c in counts(2) {
                for b in counts(1) {
                    for a in counts(0) {
                        let possible = JOKERS_FOR_GROUPS.of(usize::from(pack([a, b, c, d])));
                        let possible = possible & ((2 << (model.supply.jokers - kept_jokers)) - 1) as u8;
                        // Jokers beyond those that the groups need are placed at the end.
                        let tried = if model.explicit_jokers { possible } else { possible & possible.wrapping_neg() };
                        for jokers in (0..8).filter(|jokers| tried >> jokers & 1 == 1) {
                            let points = u32::from(jokers) * number as u32;
                            let mut gain = gain + model.weights.of_joker_points(points);
                            if model.explicit_jokers {
                                gain += u32::from(jokers + kept_jokers) * model.weights.joker;
                            }
                            self.all[number].push(Grouping {
                                offer: pack([kept[0] + a, kept[1] + b, kept[2] + c, kept[3] + d]),
                                jokers: jokers + kept_jokers,
                                new_jokers: jokers,
                                capacities: possible >> jokers,
                                points: points as u8,
                                keeps,
                                kept: pack(kept),
                                gain: gain as i32,
                                bound_gain: if model.bounding.is_some() {
                                    (keeps.count_ones() * model.weights.kept) as i32
                                } else {
                                    gain as i32
                                },
                                loss: 0,
                                reduced_gain: 0,
                            });
                        }
                    }
                }
            }
        }
    }

    /// Dominance: of groupings of the same offer, removes those that gain no more, need no fewer jokers and can take no
    /// other numbers of further jokers.
    fn remove_dominated(&mut self, number: usize) {
        let all = &mut self.all[number];
        let mut kept = 0;
        for index in 0..all.len() {
            let grouping = all[index];
            let better = all[..kept].iter().rev().take_while(|other| other.offer == grouping.offer);
            if !{ better }.any(|other| other.jokers <= grouping.jokers && grouping.capacities & !other.capacities == 0)
            {
                all[kept] = grouping;
                kept += 1;
            }
        }
        all.truncate(kept);
    }

    /// Computes the reduced gains of a number at these prices.
    pub(super) fn set_prices(&mut self, number: usize, tiles: &[[i32; 4]; 4], joker: i32) {
        for grouping in &mut self.all[number] {
            let counts = unpack(grouping.offer);
            let received: i32 = (0..4).map(|colour| tiles[colour][usize::from(counts[colour])]).sum();
            grouping.reduced_gain = grouping.bound_gain + received - i32::from(grouping.jokers) * joker;
        }
    }

    /// Whether a colour may offer more than one count at a number, so that its prices matter.
    pub(super) const fn is_priced(&self, number: usize, colour: usize) -> bool {
        self.is_priced[number][colour]
    }

    /// The max-marginals of a number for a colour: its optimum with each count that the colour may offer.
    pub(super) fn max_marginals(&self, number: usize, colour: usize) -> [i32; 4] {
        let mut best = [INFEASIBLE; 4];
        for grouping in &self.all[number] {
            let best = &mut best[usize::from(grouping.offer >> (2 * colour) & 3)];
            *best = grouping.reduced_gain.max(*best);
        }
        best
    }

    /// Updates the reduced gains of a number for a change of one colour's prices.
    pub(super) fn change_prices(&mut self, number: usize, colour: usize, by: &[i32; 4]) {
        for grouping in &mut self.all[number] {
            grouping.reduced_gain += by[usize::from(grouping.offer >> (2 * colour) & 3)];
        }
    }

    /// The sum of the optima of all numbers at the current prices.
    pub(super) fn optimum(&mut self) -> i32 {
        for number in 1..=usize::from(HIGHEST_NUMBER) {
            let gains = self.all[number].iter().map(|grouping| grouping.reduced_gain);
            self.optima[number] = gains.max().unwrap_or(0);
        }
        self.optima.iter().sum()
    }

    /// Computes the reduced loss of every grouping.
    pub(super) fn compute_losses(&mut self) {
        for number in 1..=usize::from(HIGHEST_NUMBER) {
            for grouping in &mut self.all[number] {
                grouping.loss = self.optima[number] - grouping.reduced_gain;
            }
        }
    }
}
