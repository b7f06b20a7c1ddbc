//! What each colour can do by itself: for every number the states its runs can be in, and the choices in each state.
//!
//! A colour knows nothing of the others. What it gives to groups is a count; whether the colours' offers make groups
//! is for the search to see. States from which no way leads to a good end are left without choices, so that the
//! search never goes there.

use trinta_core::{HIGHEST, Kind};

use crate::numbers::moves::{Place, Runs, each_move};
use crate::numbers::supply::{NUMBERS, OldSet, Supply};
use crate::numbers::worth::Worth;

/// The columns of a colour: one before each number, and one for the end.
const COLUMNS: usize = HIGHEST as usize + 1;

/// What a colour's runs look like before a number.
#[derive(Debug, Clone, Copy)]
struct State {
    runs: Runs,
    /// The runs of the table that are kept and under way, by their place among those of the colour.
    kept: u16,
    /// Where its choices are.
    first: u32,
    count: u32,
    /// The next state of the same column whose runs are the same.
    same_runs: u16,
}

/// One thing that a colour can do at a number.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Choice {
    /// The state it leads to, by its place in the next column.
    pub(super) next: u16,
    /// The runs of the table that it keeps from here on, by their place among those of the colour.
    pub(super) keeps: u16,
    /// The move, packed.
    pub(super) way: u16,
    /// Tiles for groups.
    pub(super) in_groups: u8,
    /// Jokers in its runs.
    pub(super) jokers: u8,
    /// Points of its tiles, and of the jokers in its runs, for an opening.
    pub(super) points: u8,
    /// Tiles of the rack that it places.
    pub(super) added: u8,
    /// Whether a run begins that is not one of the table that is kept.
    pub(super) begins: bool,
    /// What it is worth.
    pub(super) gain: i32,
    /// What it is worth where hopes are counted.
    pub(super) lure: i32,
    /// By how much it falls short of the best that its state can hope for.
    pub(super) loss: i32,
}

/// What the columns are made for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan<'a> {
    pub(super) supply: &'a Supply,
    pub(super) worth: &'a Worth,
    /// The sets of the table, if keeping them is worth something.
    pub(super) old: &'a [OldSet],
    /// Whether jokers are tried everywhere; else those that nothing needs are left over for the end.
    pub(super) thorough: bool,
    /// Whether tiles may stay on the rack that could be placed without harm, and plays that take different tiles from
    /// it are told apart: for plays that are not the best.
    pub(super) holding: bool,
    /// What tiles are worth where hopes are counted, if not the same.
    pub(super) lure: Option<Lure>,
}

/// Hopes for sets that are kept while what is placed is known: tiles need not be worth more than many sets there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lure {
    /// What a tile is worth, by its number.
    pub(super) tile: [i32; NUMBERS],
    /// What all that is to be placed is worth.
    pub(super) sum: i32,
}

impl Lure {
    /// What a tile in the middle is worth.
    pub(super) const fn middling(&self) -> u32 {
        self.tile[7] as u32
    }
}

/// All states and choices of a position.
#[derive(Debug, Default)]
pub(super) struct Columns {
    states: Vec<State>,
    choices: Vec<Choice>,
    /// Where the states of each column begin, colour by colour; one more for the end.
    starts: Vec<u32>,
    /// What each state can hope for.
    hopes: Vec<i32>,
    /// The best way to each state.
    reached: Vec<i32>,
    /// The runs of the table, by colour.
    runs: [Vec<usize>; 4],
    index: Index,
}

/// Finds a state of the column that is being made.
#[derive(Debug)]
struct Index([u16; Runs::ALL]);

impl Default for Index {
    fn default() -> Index {
        Index([NONE; Runs::ALL])
    }
}

const NONE: u16 = u16::MAX;

/// The worth of what is not possible: far below everything that is, and far from what can't be counted.
pub(super) const NEVER: i32 = -(1 << 30);

impl Columns {
    /// The number of the first state of a column: places count from there.
    pub(super) fn base(&self, colour: usize, number: usize) -> usize {
        self.starts[colour * COLUMNS + number - 1] as usize
    }

    fn states(&self, colour: usize, number: usize) -> std::ops::Range<usize> {
        self.base(colour, number)..self.starts[colour * COLUMNS + number] as usize
    }

    /// The choices in a state.
    pub(super) fn choices(&self, state: usize) -> &[Choice] {
        self.states[state].choices(&self.choices)
    }

    /// What a state can hope for.
    pub(super) fn hope(&self, state: usize) -> i32 {
        self.hopes[state]
    }

    /// The set of the table that a colour counts as one of its runs.
    pub(super) fn run(&self, colour: usize, place: usize) -> usize {
        self.runs[colour][place]
    }

    /// Whether every colour has a way through.
    pub(super) fn possible(&self) -> bool {
        (0..4).all(|colour| self.states[self.base(colour, 1)].count > 0)
    }

    /// Works out all states and choices.
    pub(super) fn make(&mut self, plan: &Plan<'_>) {
        self.states.clear();
        self.choices.clear();
        self.starts.clear();
        for colour in 0..4 {
            let own = |set: &OldSet| matches!(set.kind, Kind::Run { colour: own, .. } if own as usize == colour);
            self.runs[colour].clear();
            self.runs[colour].extend((0..plan.old.len()).filter(|&set| own(&plan.old[set])));
            self.make_colour(plan, colour);
            self.leave_dead_ends_out(colour);
        }
        self.starts.push(self.states.len() as u32);
        self.hopes.clear();
        self.hopes.resize(self.states.len(), 0);
        self.reached.clear();
        self.reached.resize(self.states.len(), 0);
    }

    fn make_colour(&mut self, plan: &Plan<'_>, colour: usize) {
        self.starts.push(self.states.len() as u32);
        self.states.push(State { runs: Runs::default(), kept: 0, first: 0, count: 0, same_runs: NONE });
        let mut column = self.states.len() - 1;
        for number in 1..=HIGHEST {
            let next = self.states.len();
            self.starts.push(next as u32);
            for state in column..next {
                self.make_state(plan, colour, number, state, next);
            }
            for state in next..self.states.len() {
                self.index.0[self.states[state].runs.place()] = NONE;
            }
            column = next;
        }
    }

    /// Works out the choices of a state: first which runs of the table that begin here are kept, then what is done
    /// with the other tiles.
    fn make_state(&mut self, plan: &Plan<'_>, colour: usize, number: u8, state: usize, next: usize) {
        let State { runs, kept, .. } = self.states[state];
        let first = self.choices.len();
        let begin = self.runs[colour].iter().enumerate().filter(|(_, set)| plan.old[**set].first() == number);
        let begin = begin.fold(0_u16, |bits, (place, _)| bits | 1 << place);
        let mut keeps = begin;
        loop {
            if self.first_of_equals(plan, colour, keeps, begin) {
                self.make_choices(plan, Spot { colour, number, runs, keeps, kept: kept | keeps, next }, first);
            }
            if keeps == 0 {
                break;
            }
            keeps = (keeps - 1) & begin;
        }
        self.states[state].first = first as u32;
        self.states[state].count = (self.choices.len() - first) as u32;
    }

    /// Of sets that are the same, the later ones are taken apart first: any other choice is the same once more.
    fn first_of_equals(&self, plan: &Plan<'_>, colour: usize, keeps: u16, begin: u16) -> bool {
        let place = |bits: u16| &plan.old[self.runs[colour][bits.trailing_zeros() as usize]];
        let mut kept = keeps;
        while kept != 0 {
            let lower = begin & !keeps & ((kept & kept.wrapping_neg()) - 1);
            let mut others = lower;
            while others != 0 {
                if place(others).same_tiles(place(kept)) {
                    return false;
                }
                others &= others - 1;
            }
            kept &= kept - 1;
        }
        true
    }

    fn make_choices(&mut self, plan: &Plan<'_>, spot: Spot, first: usize) {
        let Plan { supply, worth, .. } = *plan;
        let Spot { colour, number, kept, .. } = spot;
        let at = usize::from(number);
        let (mut held, mut under_way, mut kept_jokers) = (0, 0_u16, 0);
        let mut bits = kept;
        while bits != 0 {
            let set = &plan.old[self.runs[colour][bits.trailing_zeros() as usize]];
            held += set.holds(number, colour);
            if set.last() > number {
                under_way |= bits & bits.wrapping_neg();
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
        let Some(all) = supply.all[at][colour].checked_sub(held) else { return };
        let must = supply.must[at][colour].saturating_sub(held);
        let held_of_rack = held.saturating_sub(supply.must[at][colour]);
        let place = Place {
            all,
            must,
            jokers: supply.jokers - kept_jokers,
            ahead: [supply.all[at + 1][colour], supply.all[at + 2][colour]],
            last: number == HIGHEST,
            lead: leads(number, plan.thorough),
            most_in_groups: supply.most_in_groups[at],
            thorough: plan.thorough,
            holding: plan.holding,
        };
        each_move(spot.runs, place, |way| {
            let next = self.find_or_add(way.runs, under_way, spot.next);
            let placed = way.in_runs + way.in_groups;
            let added = placed - must + held_of_rack;
            let jokers = way.all_jokers();
            let of_jokers = way.joker_points(number);
            let mut gain = u32::from(added) * worth.tile[at] + spot.keeps.count_ones() * worth.kept;
            gain += worth.of_joker_points(of_jokers);
            if plan.thorough {
                gain += u32::from(jokers + kept_jokers) * worth.joker;
            }
            let choice = Choice {
                next,
                keeps: spot.keeps,
                way: way.pack(),
                in_groups: way.in_groups,
                jokers: jokers + kept_jokers,
                points: (u32::from(placed) * u32::from(number) + of_jokers).min(255) as u8,
                added,
                begins: way.in_runs + way.jokers > spot.runs.one() + spot.runs.two() + way.longer,
                gain: gain as i32,
                lure: match &plan.lure {
                    None => gain as i32,
                    Some(lure) => i32::from(added) * lure.tile[at] + (spot.keeps.count_ones() * worth.kept) as i32,
                },
                loss: 0,
            };
            let same = |other: &&mut Choice| {
                (other.next, other.in_groups, other.jokers, other.begins)
                    == (choice.next, choice.in_groups, choice.jokers, choice.begins)
                    && !plan.thorough
                    && !plan.holding
            };
            match self.choices[first..].iter_mut().find(same) {
                Some(other) if other.gain < choice.gain => *other = choice,
                Some(_) => (),
                None => self.choices.push(choice),
            }
        });
    }

    /// The place in the next column of a state.
    fn find_or_add(&mut self, runs: Runs, kept: u16, column: usize) -> u16 {
        let mut place = self.index.0[runs.place()];
        while place != NONE {
            let state = &self.states[column + usize::from(place)];
            if state.kept == kept {
                return place;
            }
            place = state.same_runs;
        }
        let place = (self.states.len() - column) as u16;
        let same_runs = std::mem::replace(&mut self.index.0[runs.place()], place);
        self.states.push(State { runs, kept, first: 0, count: 0, same_runs });
        place
    }

    /// Takes out the choices that lead to states without choices.
    fn leave_dead_ends_out(&mut self, colour: usize) {
        for number in (1..usize::from(HIGHEST)).rev() {
            let here = self.states(colour, number);
            let (before, later) = self.states.split_at_mut(self.starts[colour * COLUMNS + number] as usize);
            for state in &mut before[here] {
                retain(state, &mut self.choices, |choice| later[usize::from(choice.next)].count > 0);
            }
        }
    }

    /// What each colour may offer for groups at each number, a bit for each count.
    pub(super) fn offered(&self) -> [[u8; 4]; NUMBERS] {
        let mut offered = [[0; 4]; NUMBERS];
        for colour in 0..4 {
            for number in 1..=usize::from(HIGHEST) {
                for state in self.states(colour, number) {
                    for choice in self.choices(state) {
                        offered[number][colour] |= 1 << choice.in_groups;
                    }
                }
            }
        }
        offered
    }

    /// Takes out the choices that offer anything else.
    pub(super) fn keep_offers(&mut self, offered: &[[u8; 4]; NUMBERS]) {
        for colour in 0..4 {
            for number in 1..=usize::from(HIGHEST) {
                let offered = offered[number][colour];
                let here = self.states(colour, number);
                for state in &mut self.states[here] {
                    retain(state, &mut self.choices, |choice| offered >> choice.in_groups & 1 == 1);
                }
            }
            self.leave_dead_ends_out(colour);
        }
    }

    /// For each count of tiles for groups, the best that a colour can hope for with it at a number.
    pub(super) fn best_with(&self, colour: usize, number: usize, tiles: &[i32; 4], joker: i32) -> [i32; 4] {
        let (here, next) = (self.states(colour, number), self.states(colour, number + 1));
        let hopes = &self.hopes[next];
        let mut best = [NEVER; 4];
        for (state, &reached) in self.states[here.clone()].iter().zip(&self.reached[here]) {
            if reached == NEVER {
                continue;
            }
            for choice in state.choices(&self.choices) {
                let hope = reached + choice.lure - i32::from(choice.jokers) * joker + hopes[usize::from(choice.next)];
                let best = &mut best[usize::from(choice.in_groups & 3)];
                *best = hope.max(*best);
            }
        }
        for (best, price) in best.iter_mut().zip(tiles).filter(|(best, _)| **best != NEVER) {
            *best -= price;
        }
        best
    }

    /// Works out the best ways to the states after a number.
    pub(super) fn go_on(&mut self, colour: usize, number: usize, tiles: &[i32; 4], joker: i32) {
        let (here, next) = (self.states(colour, number), self.states(colour, number + 1));
        let (before, after) = self.reached[..next.end].split_at_mut(next.start);
        after.fill(NEVER);
        for (state, &reached) in self.states[here.clone()].iter().zip(&before[here]) {
            if reached == NEVER {
                continue;
            }
            for choice in state.choices(&self.choices) {
                let worth = reached + choice.hope(tiles, joker);
                let known = &mut after[usize::from(choice.next)];
                *known = worth.max(*known);
            }
        }
    }

    /// Works out what each state of a colour before a number can hope for when tiles for groups and a joker have these
    /// prices.
    pub(super) fn price(&mut self, colour: usize, number: usize, tiles: &[i32; 4], joker: i32) {
        let (here, next) = (self.states(colour, number), self.states(colour, number + 1));
        let (before, after) = self.hopes[..next.end].split_at_mut(next.start);
        for (state, hope) in self.states[here.clone()].iter().zip(&mut before[here]) {
            *hope = NEVER;
            for choice in state.choices(&self.choices) {
                *hope = (choice.hope(tiles, joker) + after[usize::from(choice.next)]).max(*hope);
            }
        }
    }

    /// Works out by how much each choice falls short.
    pub(super) fn measure_losses(&mut self, tiles: &[[[i32; 4]; 4]], joker: i32) {
        for colour in 0..4 {
            for number in 1..=usize::from(HIGHEST) {
                let next = self.base(colour, number + 1);
                for state in self.states(colour, number) {
                    let State { first, count, .. } = self.states[state];
                    for choice in &mut self.choices[first as usize..(first + count) as usize] {
                        let hope =
                            choice.hope(&tiles[number][colour], joker) + self.hopes[next + usize::from(choice.next)];
                        choice.loss = self.hopes[state] - hope;
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
    /// What it brings by itself at these prices.
    fn hope(&self, tiles: &[i32; 4], joker: i32) -> i32 {
        self.lure - tiles[usize::from(self.in_groups & 3)] - i32::from(self.jokers) * joker
    }
}

/// Takes choices out of a state.
fn retain(state: &mut State, choices: &mut [Choice], keep: impl Fn(&Choice) -> bool) {
    let (first, mut kept) = (state.first as usize, state.first as usize);
    for place in first..first + state.count as usize {
        if keep(&choices[place]) {
            choices[kept] = choices[place];
            kept += 1;
        }
    }
    state.count = (kept - first) as u32;
}

/// A state for which choices are made.
#[derive(Clone, Copy)]
struct Spot {
    colour: usize,
    number: u8,
    runs: Runs,
    /// The runs of the table that are kept from here on, and all that are kept.
    keeps: u16,
    kept: u16,
    /// Where the next column begins.
    next: usize,
}

/// How many jokers may stand in front of the first tile of a run. A run that does not reach the highest number can have
/// them behind its last tile instead, and a long one can be parted, so only high numbers need them there.
const fn leads(number: u8, thorough: bool) -> u8 {
    if thorough || number >= 10 { number - 1 } else { 0 }
}
