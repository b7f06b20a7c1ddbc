//! The search: number after number, always from the situation with the best hope.
//!
//! A situation is what the rest of the search needs to know of what was done so far: the state of each colour, the
//! jokers used, and the points of an opening. What a situation can hope for never grows from step to step, so that the
//! first one to come to the end is the best (A*).

use std::collections::BinaryHeap;
use std::ops::Range;

use trinta_core::HIGHEST;

use crate::numbers::columns::{Choice, Columns, Plan};
use crate::numbers::moves::Move;
use crate::numbers::offers::{Deal, Offers, unpack};
use crate::numbers::prices::Market;
use crate::numbers::supply::NUMBERS;

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<'a> {
    pub(super) plan: Plan<'a>,
    /// Points that the sets must be worth together (N10).
    pub(super) points: u8,
    /// Only what is worth more than this is of interest.
    pub(super) above: u32,
    /// Nothing is worth more than this, but for sets that are kept.
    pub(super) at_most: Option<u32>,
    /// Whether anything of interest will do.
    pub(super) any: bool,
    /// Situations to look at before giving up.
    pub(super) budget: u64,
}

/// What was chosen at one number, for rebuilding the sets.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Chosen {
    pub(super) number: u8,
    pub(super) moves: [Move; 4],
    pub(super) group_jokers: u8,
    /// The sets of the table that are kept from here on.
    pub(super) keeps: u64,
}

/// What a search found.
#[derive(Debug)]
pub(super) enum Found {
    /// The best, and how.
    Best(u32, Vec<Chosen>),
    /// There is nothing of interest.
    Nothing,
    /// The budget ran out; this is the best so far.
    OutOfBudget(Option<(u32, Vec<Chosen>)>),
}

/// Where a search stopped.
enum Reached {
    /// At this situation, which has come to the end.
    End(u32),
    /// Everything has been looked at.
    Nothing,
    /// The budget ran out.
    Budget,
}

/// A situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Situation {
    /// The states of the colours, by their places in their columns.
    states: [u16; 4],
    /// The number that comes next.
    number: u8,
    jokers: u8,
    points: u8,
    /// How many jokers that nothing needs would have a place in sets that are not kept, a bit for each count.
    homes: u8,
    /// A number that stands for the tiles of the rack that were placed, if they matter.
    placed: u64,
}

impl Situation {
    fn hash(&self) -> usize {
        let states = self.states.map(u64::from);
        let states = states[0] | states[1] << 16 | states[2] << 32 | states[3] << 48;
        let rest = u64::from(self.number) | u64::from(self.jokers) << 4 | u64::from(self.points) << 8 | u64::from(self.homes) << 16;
        let mixed =
            (states ^ self.placed ^ rest.wrapping_mul(0xd6e8_feb8_6659_fd93)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize
    }
}

/// A situation, the best way to it, and what it can hope for.
#[derive(Debug, Clone, Copy)]
struct Node {
    situation: Situation,
    worth: i32,
    hope: i32,
    /// What follows with smaller losses than this has been looked at.
    passed: i32,
    parent: u32,
}

/// The search with its memory, which is used again from question to question.
#[derive(Debug, Default)]
pub(super) struct Engine {
    columns: Columns,
    offers: Offers,
    market: Market,
    nodes: Vec<Node>,
    children: Vec<Node>,
    slots: Vec<u32>,
    heap: BinaryHeap<u64>,
    /// What nobody could exceed, as the last search found it.
    most: i32,
    /// How many situations the last search looked at.
    pub(super) looked_at: u64,
}

const EMPTY: u32 = u32::MAX;

/// Price changes, then situations to look at with those prices: what is easy is done before prices are right, and what
/// is hard needs good ones.
const ROUNDS: [(u32, u64); 4] = [(4, 400), (12, 1_000), (36, 4_000), (72, u64::MAX)];
const WARM: [(u32, u64); 5] = [(1, 200), (4, 400), (12, 1_000), (36, 4_000), (72, u64::MAX)];

/// Where the bands of losses end. Of a situation those that follow with little loss are looked at first; the others only
/// when nothing better is left, which is hardly ever.
const BANDS: [i32; 5] = [16, 1 << 9, 1 << 13, 1 << 17, i32::MAX];

/// The bands of losses.
fn bands() -> impl Iterator<Item = Range<i32>> {
    (0..BANDS.len()).map(|band| if band == 0 { 0 } else { BANDS[band - 1] }..BANDS[band])
}

/// Price changes before plays are found one after the other.
const CHANGES_FOR_PLAYS: u32 = 10;

impl Engine {
    /// Finds the best.
    pub(super) fn search(&mut self, goal: &Goal<'_>) -> Found {
        self.looked_at = 0;
        let mut goal = *goal;
        match goal.at_most {
            None => self.market.begin(goal.plan.worth.middling()),
            Some(worth) => {
                let supply = goal.plan.supply;
                if self.most >= (worth + goal.plan.worth.larger_unit()) as i32 {
                    let lure = goal.plan.worth.lure(worth, supply.jokers - supply.jokers_must);
                    self.market.scale(goal.plan.worth.middling() as i32, lure.tile[7]);
                    goal.plan.lure = Some(lure);
                }
            }
        }
        let goal = &goal;
        if !self.prepare(&goal.plan) {
            return Found::Nothing;
        }
        let mut task = Task::new(goal);
        let mut known = None;
        for (changes, situations) in rounds(goal.at_most.is_some()) {
            let most = self.improve(&task, changes);
            self.most = most;
            let start = task.start(most);
            if std::env::var("TRACE").is_ok() {
                eprintln!("  keep {} round {changes}: most {most} merit {} floor {} states {} choices {}", goal.plan.worth.kept > 0, task.merit(&start), task.floor, self.columns.size().0, self.columns.size().1);
            }
            if most <= task.floor {
                break;
            }
            // A first find tells what need not be looked at.
            if let Some((worth, chosen)) = self.dive(&task, start) {
                if std::env::var("TRACE").is_ok() {
                    eprintln!("    dive {worth}");
                }
                task.floor = task.end_hope(worth) + goal.plan.worth.unit() as i32 - 1;
                known = Some((worth as u32, chosen));
                if goal.any || task.merit(&start) <= task.floor {
                    break;
                }
            }
            let budget = situations.min(goal.budget.saturating_sub(self.looked_at));
            self.begin(&task, start);
            let r = self.next_end(&task, budget);
            if std::env::var("TRACE").is_ok() {
                eprintln!("    nodes {} looked {} top {}", self.nodes.len(), self.looked_at, self.heap.peek().copied().unwrap_or(0)>>32);
            }
            match r {
                Reached::End(node) => {
                    known = Some((self.nodes[node as usize].worth as u32, self.chosen(&task, node)));
                    break;
                }
                Reached::Nothing => break,
                Reached::Budget if self.looked_at >= goal.budget => {
                    return Found::OutOfBudget(known);
                }
                Reached::Budget => (),
            }
        }
        known.map_or(Found::Nothing, |(worth, chosen)| Found::Best(worth, chosen))
    }

    /// Gets ready to find plays one after the other, the best first; says whether there is any.
    pub(super) fn begin_plays(&mut self, goal: &Goal<'_>) -> bool {
        self.looked_at = 0;
        if !self.prepare(&goal.plan) {
            return false;
        }
        let task = Task::new(goal);
        self.market.begin(goal.plan.worth.middling());
        let most = self.improve(&task, CHANGES_FOR_PLAYS);
        self.begin(&task, task.start(most));
        true
    }

    /// The next play.
    pub(super) fn next_play(&mut self, goal: &Goal<'_>) -> Found {
        let task = Task::new(goal);
        match self.next_end(&task, goal.budget.saturating_sub(self.looked_at)) {
            Reached::End(node) => Found::Best(self.nodes[node as usize].worth as u32, self.chosen(&task, node)),
            Reached::Nothing => Found::Nothing,
            Reached::Budget => Found::OutOfBudget(None),
        }
    }

    /// Works out what the colours can do, and what groups they can make; says whether there is any way.
    pub(super) fn prepare(&mut self, plan: &Plan<'_>) -> bool {
        self.columns.make(plan);
        self.columns.possible() && self.match_offers(plan)
    }

    /// Changes prices, and gives what nobody can exceed.
    fn improve(&mut self, task: &Task<'_>, changes: u32) -> i32 {
        let beyond = match (task.goal.at_most, task.goal.plan.lure) {
            (None, _) => task.worth_of_jokers(),
            (Some(worth), None) => task.worth_of_jokers() - worth as i32,
            (Some(_), Some(lure)) => -lure.sum,
        };
        let jokers = task.goal.plan.supply.jokers;
        let least = task.goal.plan.worth.unit() as i32 / (i32::from(jokers) + 1);
        self.market.improve(&mut self.columns, &mut self.offers, jokers, if jokers > 0 { least } else { 0 }, changes) + beyond
    }

    /// Goes straight for the end, always on with the best hope; none if that leads nowhere.
    fn dive(&mut self, task: &Task<'_>, start: Node) -> Option<(i32, Vec<Chosen>)> {
        let mut chosen = Vec::with_capacity(usize::from(HIGHEST));
        let mut node = start;
        while node.situation.number <= HIGHEST {
            self.looked_at += 1;
            let mut best: Option<(Node, Chosen)> = None;
            for losses in bands() {
                self.each_child(task, &node, losses, |child, choices, deal| {
                    if best.as_ref().is_none_or(|(known, _)| task.merit(&child) > task.merit(known)) {
                        best = Some((child, self.chosen_at(node.situation.number, choices, deal)));
                    }
                });
                if best.is_some() {
                    break;
                }
            }
            let (next, choice) = best?;
            chosen.push(choice);
            node = next;
        }
        Some((node.worth, chosen))
    }

    /// Takes out of the columns what no deal has, and out of the deals what no column offers, until they agree.
    fn match_offers(&mut self, plan: &Plan<'_>) -> bool {
        self.offers.begin(plan);
        let mut dealt = [[0; 4]; NUMBERS];
        loop {
            let mut offered = self.columns.offered();
            let mut agreed = true;
            for number in 1..=usize::from(HIGHEST) {
                if offered[number] != dealt[number] {
                    let before = offered[number];
                    self.offers.make(plan, number, &mut offered[number]);
                    agreed &= offered[number] == before;
                    dealt[number] = offered[number];
                }
            }
            if agreed {
                return true;
            }
            self.columns.keep_offers(&offered);
            if !self.columns.possible() {
                return false;
            }
        }
    }

    /// Forgets all situations but the first.
    fn begin(&mut self, task: &Task<'_>, start: Node) {
        self.nodes.clear();
        self.heap.clear();
        self.slots.clear();
        self.slots.resize(512, EMPTY);
        self.add(task, start);
    }

    /// Goes on from the situation with the best hope until one has come to the end.
    fn next_end(&mut self, task: &Task<'_>, budget: u64) -> Reached {
        let mut children = std::mem::take(&mut self.children);
        let mut looked_at = 0;
        let reached = loop {
            let Some(best) = self.heap.pop() else { break Reached::Nothing };
            let index = (best & INDEX) as u32;
            let node = self.nodes[index as usize];
            if task.rank(&node) != best & !INDEX {
                continue;
            }
            if node.situation.number > HIGHEST {
                break Reached::End(index);
            }
            looked_at += 1;
            if looked_at > budget {
                break Reached::Budget;
            }
            children.clear();
            let losses = bands().find(|losses| losses.start == node.passed).unwrap_or(0..i32::MAX);
            let end = losses.end;
            self.each_child(task, &node, losses, |child, _, _| children.push(Node { parent: index, ..child }));
            if end < node.hope - task.floor {
                let rest = Node { passed: end, ..node };
                self.nodes[index as usize] = rest;
                self.heap.push(task.rank(&rest) | u64::from(index));
            }
            children.iter().for_each(|&child| self.add(task, child));
        };
        self.looked_at += looked_at;
        self.children = children;
        reached
    }

    /// Calls back for everything that can be done at the next number with these losses and is of interest.
    fn each_child(
        &self,
        task: &Task<'_>,
        node: &Node,
        losses: Range<i32>,
        mut found: impl FnMut(Node, [&Choice; 4], &Deal),
    ) {
        let Situation { states, number, .. } = node.situation;
        let at = usize::from(number);
        let choices: [&[Choice]; 4] = std::array::from_fn(|colour| {
            self.columns.choices(self.columns.base(colour, at) + usize::from(states[colour]))
        });
        let all_slack = (node.hope - task.floor).min(losses.end) - 1;
        let slack = all_slack;
        let jokers = task.goal.plan.supply.jokers - node.situation.jokers;
        let fits = |choice: &&Choice, slack: i32, jokers: u8| choice.loss <= slack && choice.jokers <= jokers;
        for a in choices[0].iter().filter(|choice| fits(choice, slack, jokers)) {
            let (slack, jokers) = (slack - a.loss, jokers - a.jokers);
            for b in choices[1].iter().filter(|choice| fits(choice, slack, jokers)) {
                let (slack, jokers) = (slack - b.loss, jokers - b.jokers);
                for c in choices[2].iter().filter(|choice| fits(choice, slack, jokers)) {
                    let (slack, jokers) = (slack - c.loss, jokers - c.jokers);
                    let offer = a.in_groups | b.in_groups << 2 | c.in_groups << 4;
                    let welcome = self.offers.welcome(at, offer);
                    for d in choices[3].iter().filter(|choice| fits(choice, slack, jokers)) {
                        if welcome >> d.in_groups & 1 == 0 {
                            continue;
                        }
                        let (slack, jokers) = (slack - d.loss, jokers - d.jokers);
                        let offer = offer | d.in_groups << 6;
                        for deal in self.offers.deals(at, offer) {
                            if deal.loss <= slack
                                && deal.jokers <= jokers
                                && all_slack - slack + deal.loss >= losses.start
                            {
                                let chosen = [a, b, c, d];
                                if let Some(child) = task.child(node, chosen, deal) {
                                    found(child, chosen, deal);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Takes a situation in, unless it is known with the same worth or more.
    fn add(&mut self, task: &Task<'_>, node: Node) {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = node.situation.hash() & mask;
        let index = loop {
            match self.slots[slot] {
                EMPTY => {
                    self.slots[slot] = self.nodes.len() as u32;
                    self.nodes.push(node);
                    break self.nodes.len() - 1;
                }
                index => {
                    let known = &mut self.nodes[index as usize];
                    if known.situation == node.situation {
                        if node.worth <= known.worth {
                            return;
                        }
                        *known = node;
                        break index as usize;
                    }
                }
            }
            slot = (slot + 1) & mask;
        };
        self.heap.push(task.rank(&node) | index as u64);
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for (index, node) in self.nodes.iter().enumerate() {
            let mut slot = node.situation.hash() & (size - 1);
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = index as u32;
        }
    }

    /// The choices that led to a situation at the end, from the first number on.
    fn chosen(&self, task: &Task<'_>, end: u32) -> Vec<Chosen> {
        let mut path = Vec::with_capacity(usize::from(HIGHEST));
        let mut index = end;
        while self.nodes[index as usize].parent != EMPTY {
            let node = &self.nodes[index as usize];
            index = node.parent;
            let mut best: Option<(i32, Chosen)> = None;
            let parent = &self.nodes[index as usize];
            self.each_child(task, parent, 0..i32::MAX, |child, choices, deal| {
                if child.situation == node.situation && best.as_ref().is_none_or(|(worth, _)| child.worth > *worth) {
                    best = Some((child.worth, self.chosen_at(node.situation.number - 1, choices, deal)));
                }
            });
            path.extend(best.map(|(_, chosen)| chosen));
        }
        path.reverse();
        path
    }

    fn chosen_at(&self, number: u8, choices: [&Choice; 4], deal: &Deal) -> Chosen {
        let mut keeps = 0_u64;
        for (colour, choice) in choices.iter().enumerate() {
            keeps |= bits(choice.keeps.into()).fold(0, |keeps, place| keeps | 1 << self.columns.run(colour, place));
        }
        let at = usize::from(number);
        keeps |= bits(deal.keeps.into()).fold(0, |keeps, place| keeps | 1 << self.offers.group(at, place));
        let mut moves = choices.map(|choice| Move::unpack(choice.way));
        for (way, kept) in moves.iter_mut().zip(unpack(deal.kept)) {
            way.in_groups -= kept;
        }
        Chosen { number, moves, group_jokers: deal.new_jokers, keeps }
    }
}

/// A goal, and what is the same for all its situations.
struct Task<'a> {
    goal: &'a Goal<'a>,
    /// Only what is worth more than this is of interest.
    floor: i32,
    /// For each number, how many sets of the table begin there or later.
    to_begin: [u32; NUMBERS],
}

/// Where the parts of a place in the queue are: what a situation can hope for, how far it has come, and its index.
const INDEX: u64 = (1 << 28) - 1;

impl<'a> Task<'a> {
    fn new(goal: &'a Goal<'a>) -> Task<'a> {
        Task { goal, floor: (goal.above + goal.plan.worth.unit()) as i32 - 1, to_begin: sets_to_begin(goal) }
    }

    /// The situation before the first number, with what nobody can exceed.
    fn start(&self, most: i32) -> Node {
        let situation = Situation { states: [0; 4], number: 1, jokers: 0, points: 0, homes: 1, placed: 0 };
        Node { situation, worth: self.worth_of_jokers(), hope: most, passed: 0, parent: EMPTY }
    }

    /// What the jokers are worth apart from where they lie.
    fn worth_of_jokers(&self) -> i32 {
        let Plan { supply, worth, thorough, .. } = self.goal.plan;
        // Jokers that nothing needs find a place in the end.
        let placed = if thorough { 0 } else { i32::from(supply.jokers) };
        (placed - i32::from(supply.jokers_must)) * worth.joker as i32
    }

    /// The situation after these choices, if it is of interest.
    fn child(&self, node: &Node, choices: [&Choice; 4], deal: &Deal) -> Option<Node> {
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
        let child = Node { situation, worth, hope, passed: 0, parent: EMPTY };
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
    fn merit(&self, node: &Node) -> i32 {
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
    fn rank(&self, node: &Node) -> u64 {
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

/// The places of the bits that are set.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            place
        })
    })
}

fn rounds(warm: bool) -> Vec<(u32, u64)> {
    match std::env::var(if warm { "WARM" } else { "ROUNDS" }) {
        Ok(s) => s.split(';').map(|p| { let (a, b) = p.split_once(',').unwrap(); (a.parse().unwrap(), b.parse().unwrap_or(u64::MAX)) }).collect(),
        Err(_) => if warm { WARM.to_vec() } else { ROUNDS.to_vec() },
    }
}
