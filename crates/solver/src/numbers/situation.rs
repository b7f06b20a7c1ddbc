//! How far a play has been made, number by number, and all that the rest of it needs to know of that.

use trinta_core::HIGHEST;

use crate::numbers::columns::{Choice, Plan};
use crate::numbers::offers::Deal;
use crate::numbers::supply::NUMBERS;

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<'a> {
    pub(super) plan: Plan<'a>,
    /// Points that the sets must be worth together (N10).
    pub(super) points: u8,
    /// Only what is worth more than this is of interest.
    pub(super) above: i32,
    /// What is to be placed is worth just this, and it is sets that are kept which are looked for.
    pub(super) at_most: Option<u32>,
    /// Whether anything of interest will do.
    pub(super) any: bool,
    /// Situations to look at before giving up.
    pub(super) budget: u64,
}

/// A situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Situation {
    /// The states of the colours, by their places in their columns.
    pub(super) states: [u16; 4],
    /// The number that comes next.
    pub(super) number: u8,
    pub(super) jokers: u8,
    pub(super) points: u8,
    /// How many jokers that nothing needs would have a place in sets that are not kept, a bit for each count.
    pub(super) homes: u8,
    /// A number that stands for the tiles of the rack that were placed, if they matter.
    pub(super) placed: u64,
}

impl Situation {
    pub(super) fn hash(&self) -> usize {
        let states = self.states.map(u64::from);
        let states = states[0] | states[1] << 16 | states[2] << 32 | states[3] << 48;
        let rest = [self.number, self.jokers, self.points, self.homes];
        let rest = u64::from(u32::from_le_bytes(rest));
        let mixed =
            (states ^ self.placed ^ rest.wrapping_mul(0xd6e8_feb8_6659_fd93)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize
    }
}

/// The parent of the first situation.
pub(super) const NOBODY: u32 = u32::MAX;

/// A situation, the best way to it, and what it can hope for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) situation: Situation,
    pub(super) worth: i32,
    pub(super) hope: i32,
    /// What follows with smaller losses than this has been looked at.
    pub(super) passed: i32,
    pub(super) parent: u32,
}

/// A goal, and what is the same for all its situations.
pub(super) struct Task<'a> {
    pub(super) goal: &'a Goal<'a>,
    /// Only what is worth more than this is of interest.
    pub(super) floor: i32,
    /// For each number, how many sets of the table begin there or later.
    pub(super) to_begin: [u32; NUMBERS],
}

/// Where the parts of a place in the queue are: what a situation can hope for, how far it has come, and its index.
pub(super) const INDEX: u64 = (1 << 28) - 1;

impl<'a> Task<'a> {
    pub(super) fn new(goal: &'a Goal<'a>) -> Task<'a> {
        Task { goal, floor: goal.above + goal.plan.worth.unit() as i32 - 1, to_begin: sets_to_begin(goal) }
    }

    /// The situation before the first number, with what nobody can exceed.
    pub(super) fn start(&self, most: i32) -> Node {
        let situation = Situation { states: [0; 4], number: 1, jokers: 0, points: 0, homes: 1, placed: 0 };
        Node { situation, worth: self.worth_of_jokers(), hope: most, passed: 0, parent: NOBODY }
    }

    /// What hopes are to be counted from: what is known to come in any case is not hoped for.
    pub(super) fn beyond(&self) -> i32 {
        match (self.goal.at_most, self.goal.plan.lure) {
            (None, _) => self.worth_of_jokers(),
            (Some(worth), None) => self.worth_of_jokers() - worth as i32,
            (Some(_), Some(lure)) => -lure.sum,
        }
    }

    /// Raises the floor to what has been found.
    pub(super) fn raise(&mut self, worth: i32) {
        self.floor = self.end_hope(worth) + self.goal.plan.worth.unit() as i32 - 1;
    }

    /// What the jokers are worth apart from where they lie.
    fn worth_of_jokers(&self) -> i32 {
        let Plan { supply, worth, thorough, .. } = self.goal.plan;
        // Jokers that nothing needs find a place in the end.
        let placed = if thorough { 0 } else { i32::from(supply.jokers) };
        (placed - i32::from(supply.jokers_must)) * worth.joker as i32
    }

    /// The situation after these choices, if it is of interest.
    pub(super) fn child(&self, node: &Node, choices: [&Choice; 4], deal: &Deal) -> Option<Node> {
        let Goal { plan, points, .. } = self.goal;
        let mut situation = Situation {
            states: choices.map(|choice| choice.next),
            number: node.situation.number + 1,
            jokers: node.situation.jokers + choices.iter().map(|choice| choice.jokers).sum::<u8>() + deal.jokers,
            points: 0,
            homes: 1,
            placed: 0,
        };
        if !plan.thorough && plan.supply.jokers > 0 {
            let run = choices.iter().any(|choice| choice.begins);
            situation.homes = if run { ALL_HOMES } else { both(node.situation.homes, deal.homes) };
        }
        if plan.holding {
            situation.placed = node.situation.placed.wrapping_add(mark(node.situation.number, choices));
        }
        if *points > 0 {
            let more: u32 = choices.iter().map(|choice| u32::from(choice.points)).sum();
            let sum = u32::from(node.situation.points) + more + u32::from(deal.points);
            situation.points = sum.min(u32::from(*points)) as u8;
        }
        let mut worth = node.worth + choices.iter().map(|choice| choice.gain).sum::<i32>() + deal.gain;
        let mut hope = node.hope - choices.iter().map(|choice| choice.loss).sum::<i32>() - deal.loss;
        if situation.number > HIGHEST {
            let mut placed = situation.jokers;
            if !plan.thorough {
                let left = plan.supply.jokers - situation.jokers;
                let homeless = (situation.homes & ((2 << left) - 1)).leading_zeros() as u8 + left - 7;
                worth -= i32::from(homeless) * plan.worth.joker as i32;
                placed = plan.supply.jokers - homeless;
            }
            hope = self.end_hope(worth);
            let short = self.goal.at_most.is_some_and(|at_most| (worth as u32) < at_most);
            let wanting = short || placed < plan.supply.jokers_must || situation.points < *points;
            // At the end nothing tells points apart any more, and jokers only if what is placed matters.
            (situation.points, situation.homes) = (0, 1);
            if !plan.holding {
                situation.jokers = 0;
            }
            if wanting {
                return None;
            }
        }
        let child = Node { situation, worth, hope, passed: 0, parent: NOBODY };
        (self.merit(&child) > self.floor).then_some(child)
    }

    /// What is hoped for when the end is reached: what was looked for.
    fn end_hope(&self, worth: i32) -> i32 {
        match self.goal.at_most {
            None => worth,
            Some(_) => self.goal.plan.worth.kept_of(worth as u32) as i32,
        }
    }

    /// What a situation can hope for, seeing what is known already.
    pub(super) fn merit(&self, node: &Node) -> i32 {
        let hope = node.hope - node.passed;
        match self.goal.at_most {
            None => hope,
            Some(_) => {
                let worth = self.goal.plan.worth;
                let to_begin = self.to_begin[usize::from(node.situation.number)] * worth.kept;
                hope.min((worth.kept_of(node.worth as u32) + to_begin) as i32)
            }
        }
    }

    /// The place in the queue, without the index: best hope first, then whoever is nearest to the end; if anything will
    /// do, the other way round.
    pub(super) fn rank(&self, node: &Node) -> u64 {
        let (merit, number) = (self.merit(node) as u64, u64::from(node.situation.number));
        if self.goal.any { number << 60 | merit << 28 } else { merit << 32 | number << 28 }
    }
}

/// A run has room for all the jokers there are: at its ends, or between its halves.
const ALL_HOMES: u8 = 0b11111;

/// How many jokers have a place when some have one here and some there, a bit for each count.
const fn both(here: u8, there: u8) -> u8 {
    let (mut sum, mut count) = (0, 0);
    while count < 5 {
        if there >> count & 1 == 1 {
            sum |= here << count & ALL_HOMES;
        }
        count += 1;
    }
    sum
}

/// A number that stands for the tiles of the rack that these choices place: with 64 bits, no two plays that anybody
/// will ever look at have the same.
fn mark(number: u8, choices: [&Choice; 4]) -> u64 {
    let mut mark = 0_u64;
    for (colour, choice) in (1_u64..).zip(choices) {
        let kind = (u64::from(number) << 3 | colour).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let kind = (kind ^ kind >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mark = mark.wrapping_add((kind ^ kind >> 29).wrapping_mul(u64::from(choice.added)));
    }
    mark
}

/// For each number, how many sets of the table begin there or later.
fn sets_to_begin(goal: &Goal<'_>) -> [u32; NUMBERS] {
    let mut counts = [0; NUMBERS];
    for set in goal.plan.old {
        for count in &mut counts[..=usize::from(set.first())] {
            *count += 1;
        }
    }
    counts
}
