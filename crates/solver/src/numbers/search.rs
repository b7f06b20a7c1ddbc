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
use crate::numbers::prices::{Market, Stall};
use crate::numbers::situation::{Goal, INDEX, NOBODY, Node, Situation, Task};
use crate::numbers::supply::NUMBERS;

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
    /// There is no room for more situations.
    Full,
}

/// The search with its memory, which is used again from question to question.
#[derive(Debug)]
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
    /// How many situations have room; with more, the search goes on without remembering them.
    pub(super) room: usize,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine {
            columns: Columns::default(),
            offers: Offers::default(),
            market: Market::default(),
            nodes: Vec::new(),
            children: Vec::new(),
            slots: Vec::new(),
            heap: BinaryHeap::new(),
            most: 0,
            looked_at: 0,
            room: ROOM,
        }
    }
}

/// Room for situations: with all that belongs to them, some 40 MB.
const ROOM: usize = 300_000;

const EMPTY: u32 = u32::MAX;

/// Sweeps over all prices, then situations to look at with those prices: what is easy is done before prices are right, and what
/// is hard needs good ones.
///
/// With prices to begin with, the first round needs hardly any.
const ROUNDS: [(u32, u64); 5] = [(1, 200), (4, 400), (12, 1_000), (36, 4_000), (72, u64::MAX)];

/// Where the bands of losses end. Of a situation those that follow with little loss are looked at first; the others only
/// when nothing better is left, which is hardly ever.
const BANDS: [i32; 5] = [16, 1 << 9, 1 << 13, 1 << 17, i32::MAX];

/// The bands of losses.
fn bands() -> impl Iterator<Item = Range<i32>> {
    (0..BANDS.len()).map(|band| if band == 0 { 0 } else { BANDS[band - 1] }..BANDS[band])
}

/// Sweeps over all prices before plays are found one after the other.
const SWEEPS_FOR_PLAYS: u32 = 10;

impl Engine {
    /// Finds the best.
    pub(super) fn search(&mut self, goal: &Goal<'_>) -> Found {
        self.looked_at = 0;
        let goal = &self.set_prices(goal);
        if !self.prepare(&goal.plan) {
            return Found::Nothing;
        }
        let mut task = Task::new(goal);
        let mut known = None;
        let rounds = if goal.at_most.is_none() { &ROUNDS[1..] } else { &ROUNDS };
        for &(sweeps, situations) in rounds {
            self.most = self.improve(&task, sweeps);
            let start = task.start(self.most);
            if self.most <= task.floor {
                break;
            }
            // A first find tells what need not be looked at.
            if let Some((worth, chosen)) = self.dive(&task, start) {
                task.raise(worth);
                known = Some((worth as u32, chosen));
                if goal.any || task.merit(&start) <= task.floor {
                    break;
                }
            }
            let budget = situations.min(goal.budget.saturating_sub(self.looked_at));
            self.begin(&task, start);
            match self.next_end(&task, budget) {
                Reached::End(node) => {
                    known = Some((self.nodes[node as usize].worth as u32, self.chosen(&task, node)));
                    break;
                }
                Reached::Nothing => break,
                Reached::Full => return self.search_deep(&mut task, start, known),
                Reached::Budget if self.looked_at >= goal.budget => return Found::OutOfBudget(known),
                Reached::Budget => (),
            }
        }
        known.map_or(Found::Nothing, |(worth, chosen)| Found::Best(worth, chosen))
    }

    /// Prices to begin with. For sets that are kept they are those of what is placed; where these left a gap between
    /// what was hoped for and what was found, tiles count for less, so that the gap does too.
    fn set_prices<'a>(&mut self, goal: &Goal<'a>) -> Goal<'a> {
        let mut goal = *goal;
        let Plan { supply, worth, .. } = goal.plan;
        match goal.at_most {
            None => self.market = Market::new(worth.middling()),
            Some(placed) if self.most >= (placed + worth.larger_unit()) as i32 => {
                let lure = worth.lure(placed, supply.jokers - supply.jokers_must);
                self.market.scale(worth.middling(), lure.middling());
                goal.plan.lure = Some(lure);
            }
            Some(_) => (),
        }
        goal
    }

    /// Gets ready to find plays one after the other, the best first; says whether there is any.
    pub(super) fn begin_plays(&mut self, goal: &Goal<'_>) -> bool {
        self.looked_at = 0;
        if !self.prepare(&goal.plan) {
            return false;
        }
        let task = Task::new(goal);
        self.market = Market::new(goal.plan.worth.middling());
        let most = self.improve(&task, SWEEPS_FOR_PLAYS);
        self.begin(&task, task.start(most));
        true
    }

    /// The next play.
    pub(super) fn next_play(&mut self, goal: &Goal<'_>) -> Found {
        let task = Task::new(goal);
        match self.next_end(&task, goal.budget.saturating_sub(self.looked_at)) {
            Reached::End(node) => Found::Best(self.nodes[node as usize].worth as u32, self.chosen(&task, node)),
            Reached::Nothing => Found::Nothing,
            Reached::Budget | Reached::Full => Found::OutOfBudget(None),
        }
    }

    /// Works out what the colours can do, and what groups they can make; says whether there is any way.
    pub(super) fn prepare(&mut self, plan: &Plan<'_>) -> bool {
        self.columns.make(plan);
        self.columns.possible() && self.match_offers(plan)
    }

    /// Changes prices, and gives what nobody can exceed.
    fn improve(&mut self, task: &Task<'_>, sweeps: u32) -> i32 {
        let Plan { supply, worth, .. } = task.goal.plan;
        let enough = task.floor - task.beyond();
        let (columns, offers) = (&mut self.columns, &mut self.offers);
        let mut stall = Stall { columns, offers, jokers: supply.jokers, enough };
        self.market.improve(&mut stall, worth.unit(), sweeps) + task.beyond()
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
            if self.nodes.len() > self.room {
                break Reached::Full;
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
    pub(super) fn each_child(
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
        while self.nodes[index as usize].parent != NOBODY {
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

    pub(super) fn chosen_at(&self, number: u8, choices: [&Choice; 4], deal: &Deal) -> Chosen {
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
