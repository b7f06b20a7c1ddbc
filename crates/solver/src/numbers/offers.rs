//! What the four colours can make together of the tiles they offer for groups at one number.

use trinta_core::{HIGHEST, Kind};

use crate::numbers::columns::{NEVER, Plan};
use crate::numbers::moves::Groups;
use crate::numbers::supply::NUMBERS;

static GROUPS: Groups = Groups::new();

/// Offers of the four colours, two bits each.
pub(super) type Offer = u8;

/// One way to make groups of all that is offered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deal {
    /// What is offered.
    pub(super) offer: Offer,
    /// Jokers in the groups.
    pub(super) jokers: u8,
    /// Of these, those in groups that are not kept.
    pub(super) new_jokers: u8,
    /// How many more jokers would have a place in the groups that are not kept, a bit for each count.
    pub(super) homes: u8,
    /// Points of the jokers, for an opening.
    pub(super) points: u8,
    /// The groups of the table that are kept, by their place among those of the number.
    pub(super) keeps: u8,
    /// The tiles in these groups.
    pub(super) kept: Offer,
    /// What it is worth.
    pub(super) gain: i32,
    /// What it is worth where hopes are counted.
    lure: i32,
    /// By how much it falls short of the best that this number can hope for.
    pub(super) loss: i32,
    /// What it brings at the present prices.
    hope: i32,
}

/// All deals of a position.
#[derive(Debug)]
pub(super) struct Offers {
    /// The deals of each number, in the order of what is offered.
    deals: [Vec<Deal>; NUMBERS],
    /// For each number, where the deals of each offer begin, and how many there are.
    places: Box<[[(u16, u16); 256]; NUMBERS]>,
    /// For each number and offer of the first three colours, what the fourth may offer, a bit for each count.
    welcome: [[u8; 64]; NUMBERS],
    /// The groups of the table, by number.
    groups: [Vec<usize>; NUMBERS],
    /// Whether a colour may offer one count or another at a number.
    open: [[bool; 4]; NUMBERS],
    /// What the deals of a number can hope for.
    here: [i32; NUMBERS],
}

impl Default for Offers {
    fn default() -> Offers {
        Offers {
            deals: Default::default(),
            places: Box::new([[(0, 0); 256]; NUMBERS]),
            welcome: [[0; 64]; NUMBERS],
            groups: Default::default(),
            open: [[false; 4]; NUMBERS],
            here: [0; NUMBERS],
        }
    }
}

/// Offers of the four colours, apart.
pub(super) const fn unpack(offer: Offer) -> [u8; 4] {
    [offer & 3, offer >> 2 & 3, offer >> 4 & 3, offer >> 6]
}

/// How many more jokers have a place in groups of these tiles and so many jokers, a bit for each count.
pub(super) fn homes(counts: [u8; 4], jokers: u8) -> u8 {
    GROUPS.jokers(usize::from(pack(counts))) >> jokers
}

const fn pack(offers: [u8; 4]) -> Offer {
    offers[0] | offers[1] << 2 | offers[2] << 4 | offers[3] << 6
}

impl Offers {
    /// The deals of an offer at a number.
    pub(super) fn deals(&self, number: usize, offer: Offer) -> &[Deal] {
        let (first, count) = self.places[number][usize::from(offer)];
        &self.deals[number][usize::from(first)..usize::from(first + count)]
    }

    /// What the fourth colour may offer beside the others, a bit for each count.
    pub(super) const fn welcome(&self, number: usize, offer: Offer) -> u8 {
        self.welcome[number][offer as usize & 63]
    }

    /// The set of the table that a number counts as one of its groups.
    pub(super) fn group(&self, number: usize, place: usize) -> usize {
        self.groups[number][place]
    }

    /// Looks where the groups of the table are.
    pub(super) fn begin(&mut self, plan: &Plan<'_>) {
        self.groups.iter_mut().for_each(Vec::clear);
        for (set, old) in plan.old.iter().enumerate() {
            if let Kind::Group { number } = old.kind {
                self.groups[usize::from(number)].push(set);
            }
        }
    }

    /// Works out the deals of a number from what each colour may offer there, a bit for each count; and takes out of it
    /// what no deal has.
    pub(super) fn make(&mut self, plan: &Plan<'_>, number: usize, offered: &mut [u8; 4]) {
        for deal in self.deals[number].drain(..) {
            self.places[number][usize::from(deal.offer)] = (0, 0);
            self.welcome[number][usize::from(deal.offer & 63)] = 0;
        }
        if self.groups[number].is_empty() {
            self.add_deals(plan, number, [0; 4], 0, offered);
        } else {
            for keeps in 0..1_u16 << self.groups[number].len() {
                self.keep(plan, number, keeps as u8, offered);
            }
            self.deals[number].sort_unstable_by_key(|deal| (deal.offer, -deal.gain, deal.jokers));
            self.leave_worse_out(number);
        }
        let mut used = [0; 4];
        for (place, deal) in self.deals[number].iter().enumerate() {
            let (first, count) = &mut self.places[number][usize::from(deal.offer)];
            if *count == 0 {
                *first = place as u16;
            }
            *count += 1;
            self.welcome[number][usize::from(deal.offer & 63)] |= 1 << (deal.offer >> 6);
            for (used, count) in used.iter_mut().zip(unpack(deal.offer)) {
                *used |= 1 << count;
            }
        }
        for (offered, used) in offered.iter_mut().zip(used) {
            *offered &= used;
        }
        self.open[number] = offered.map(|offered| offered.count_ones() > 1);
    }

    fn keep(&mut self, plan: &Plan<'_>, number: usize, keeps: u8, offered: &[u8; 4]) {
        let mut base = [0; 4];
        for (place, &set) in self.groups[number].iter().enumerate() {
            if keeps >> place & 1 == 1 {
                for (colour, base) in base.iter_mut().enumerate() {
                    *base += (plan.old[set].tiles >> colour & 1) as u8;
                }
            }
        }
        self.add_deals(plan, number, base, keeps, offered);
    }

    /// Adds the deals with certain groups kept, which take these tiles.
    fn add_deals(&mut self, plan: &Plan<'_>, number: usize, base: [u8; 4], keeps: u8, offered: &[u8; 4]) {
        let kept_jokers: u8 = (self.groups[number].iter().enumerate())
            .filter(|(place, _)| keeps >> place & 1 == 1)
            .map(|(_, &set)| plan.old[set].jokers)
            .sum();
        if kept_jokers > plan.supply.jokers {
            return;
        }
        let most = plan.supply.all[number];
        if (0..4).any(|colour| base[colour] > most[colour]) {
            return;
        }
        let gain = keeps.count_ones() * plan.worth.kept;
        let fits = |colour: usize, count: u8| offered[colour] >> (base[colour] + count) & 1 == 1;
        let counts = |colour: usize| (0..=most[colour] - base[colour]).filter(move |&count| fits(colour, count));
        for d in counts(3) {
            for c in counts(2) {
                for b in counts(1) {
                    for a in counts(0) {
                        let fitting = GROUPS.jokers(usize::from(pack([a, b, c, d])));
                        let fitting = fitting & ((2 << (plan.supply.jokers - kept_jokers)) - 1) as u8;
                        // More jokers than the groups need are left over for the end.
                        let all_fitting = fitting;
                        let fitting = if plan.thorough { fitting } else { fitting & fitting.wrapping_neg() };
                        for jokers in (0..8).filter(|jokers| fitting >> jokers & 1 == 1) {
                            let points = u32::from(jokers) * number as u32;
                            let mut gain = gain + plan.worth.of_joker_points(points);
                            if plan.thorough {
                                gain += u32::from(jokers + kept_jokers) * plan.worth.joker;
                            }
                            self.deals[number].push(Deal {
                                offer: pack([base[0] + a, base[1] + b, base[2] + c, base[3] + d]),
                                jokers: jokers + kept_jokers,
                                new_jokers: jokers,
                                homes: all_fitting >> jokers,
                                points: points as u8,
                                keeps,
                                kept: pack(base),
                                gain: gain as i32,
                                lure: if plan.lure.is_some() {
                                    (keeps.count_ones() * plan.worth.kept) as i32
                                } else {
                                    gain as i32
                                },
                                loss: 0,
                                hope: 0,
                            });
                        }
                    }
                }
            }
        }
    }

    /// Of deals of the same offer, leaves out those that gain no more with no fewer jokers.
    fn leave_worse_out(&mut self, number: usize) {
        let deals = &mut self.deals[number];
        let mut kept = 0;
        for place in 0..deals.len() {
            let deal = deals[place];
            let better = deals[..kept].iter().rev().take_while(|other| other.offer == deal.offer);
            if !{ better }.any(|other| other.jokers <= deal.jokers && deal.homes & !other.homes == 0) {
                deals[kept] = deal;
                kept += 1;
            }
        }
        deals.truncate(kept);
    }

    /// Works out what the deals of a number bring at these prices.
    pub(super) fn price(&mut self, number: usize, tiles: &[[i32; 4]; 4], joker: i32) {
        for deal in &mut self.deals[number] {
            let offers = unpack(deal.offer);
            let paid: i32 = (0..4).map(|colour| tiles[colour][usize::from(offers[colour])]).sum();
            deal.hope = deal.lure + paid - i32::from(deal.jokers) * joker;
        }
    }

    /// Whether a colour may offer one count or another at a number, so that its price matters.
    pub(super) const fn is_open(&self, number: usize, colour: usize) -> bool {
        self.open[number][colour]
    }

    /// For each count of a colour, the best that a number can hope for with it.
    pub(super) fn best_with(&self, number: usize, colour: usize) -> [i32; 4] {
        let mut best = [NEVER; 4];
        for deal in &self.deals[number] {
            let best = &mut best[usize::from(deal.offer >> (2 * colour) & 3)];
            *best = deal.hope.max(*best);
        }
        best
    }

    /// Prices of a colour's tiles at a number have changed by so much.
    pub(super) fn change(&mut self, number: usize, colour: usize, by: &[i32; 4]) {
        for deal in &mut self.deals[number] {
            deal.hope += by[usize::from(deal.offer >> (2 * colour) & 3)];
        }
    }

    /// What all numbers together can hope for.
    pub(super) fn sum_up(&mut self) -> i32 {
        for number in 1..=usize::from(HIGHEST) {
            self.here[number] = self.deals[number].iter().map(|deal| deal.hope).max().unwrap_or(0);
        }
        self.here.iter().sum()
    }

    /// Works out by how much each deal falls short.
    pub(super) fn measure_losses(&mut self) {
        for number in 1..=usize::from(HIGHEST) {
            for deal in &mut self.deals[number] {
                deal.loss = self.here[number] - deal.hope;
            }
        }
    }
}
