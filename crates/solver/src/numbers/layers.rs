//! The search: number after number and colour after colour, every situation once.
//!
//! A situation is what the rest of the search needs to know of what was done so far: the open runs of each colour, the
//! jokers left, the tiles of the present number set aside for groups, and which sets of the table are kept as they
//! are. The situations after each step form a layer. Each is reached in the best way only, and those that can't beat
//! what is known already are dropped.

use trinta_core::{HIGHEST, Kind};

use crate::numbers::bound::Bound;
use crate::numbers::moves::{Groups, Move, Place, Runs, each_move};
use crate::numbers::supply::{NUMBERS, OldSet, Supply};
use crate::numbers::worth::Worth;

static GROUPS: Groups = Groups::new();

/// Four colours at each of thirteen numbers.
pub(super) const STEPS: usize = 4 * HIGHEST as usize;

/// The open runs of the four colours, the jokers left, and what is set aside for groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Situation {
    /// Nine bits of runs a colour, three of jokers, then two bits a colour of tiles set aside.
    packed: u64,
    /// The sets of the table that are kept, a bit each, as long as their tiles are still to come.
    kept: u64,
    /// What the opening is worth so far.
    points: u8,
}

const JOKERS: u32 = 36;
const ASIDE: u32 = 39;

impl Situation {
    const fn start(jokers: u8) -> Situation {
        Situation { packed: (jokers as u64) << JOKERS, kept: 0, points: 0 }
    }

    const fn runs(&self, colour: usize) -> Runs {
        Runs((self.packed >> (9 * colour) & 0x1ff) as u16)
    }

    const fn jokers(&self) -> u8 {
        (self.packed >> JOKERS & 7) as u8
    }

    /// The tiles set aside for groups, two bits a colour.
    const fn aside(&self) -> usize {
        (self.packed >> ASIDE) as usize
    }

    /// Whether every run is complete.
    const fn is_closed(&self) -> bool {
        let unfinished = 0x3f | 0x3f << 9 | 0x3f << 18 | 0x3f << 27;
        self.packed & unfinished == 0
    }

    const fn moved(mut self, colour: usize, way: &Move) -> Situation {
        let shift = 9 * colour;
        self.packed = self.packed & !(0x1ff << shift) | (way.runs.0 as u64) << shift;
        self.packed |= (way.in_groups as u64) << (ASIDE as usize + 2 * colour);
        self.without_jokers(way.all_jokers())
    }

    const fn without_jokers(mut self, jokers: u8) -> Situation {
        self.packed -= (jokers as u64) << JOKERS;
        self
    }

    const fn with_groups_made(mut self, jokers: u8) -> Situation {
        self.packed &= (1 << ASIDE) - 1;
        self.without_jokers(jokers)
    }

    fn hash(&self) -> usize {
        let mixed = (self.packed ^ self.kept.rotate_left(47) ^ u64::from(self.points) << 57)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize
    }
}

/// A situation, the best way to it, and where it came from.
#[derive(Debug, Clone, Copy)]
struct Node {
    situation: Situation,
    worth: u32,
    parent: u32,
    /// The move, and above it the jokers in groups.
    choice: u32,
    /// The sets of the table that are kept from this number on.
    keeps: u64,
}

/// What was chosen at one number, for rebuilding the sets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chosen {
    pub(super) number: u8,
    pub(super) moves: [Move; 4],
    pub(super) group_jokers: u8,
    pub(super) keeps: u64,
}

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<'a> {
    pub(super) supply: &'a Supply,
    pub(super) worth: &'a Worth,
    /// The sets of the table, if some shall be kept.
    pub(super) old: &'a [OldSet],
    /// Whether sets of the table that are kept are worth something.
    pub(super) keep: bool,
    /// Whether jokers are tried everywhere; else those that nothing needs are left over for the end.
    pub(super) thorough: bool,
    /// Points that the sets must be worth together (N10).
    pub(super) points: u8,
    /// Only what is worth more than this is of interest.
    pub(super) above: Option<u32>,
    /// Situations to look at before giving up.
    pub(super) budget: u64,
}

/// What a search found.
#[derive(Debug)]
pub(super) enum Found {
    /// The best, and how.
    Best(u32, Vec<Chosen>),
    /// There is nothing of interest.
    Nothing,
    /// The budget ran out.
    OutOfBudget,
}

/// The search with its memory, which is used again from question to question.
#[derive(Debug, Default)]
pub(super) struct Layers {
    layers: Vec<Vec<Node>>,
    slots: Vec<u32>,
    bound: Bound,
    /// How many situations the last search looked at.
    pub(super) looked_at: u64,
}

const EMPTY: u32 = u32::MAX;

impl Layers {
    pub(super) fn search(&mut self, goal: &Goal<'_>) -> Found {
        self.layers.resize_with(STEPS + 1, Vec::new);
        self.layers.iter_mut().for_each(Vec::clear);
        self.looked_at = 0;
        let start = Situation::start(goal.supply.jokers);
        self.layers[0].push(Node { situation: start, worth: 0, parent: 0, choice: 0, keeps: 0 });
        let rest = goal.worth.rest(goal.supply);
        self.bound.begin(goal.supply, goal.thorough);
        for step in 0..STEPS {
            let (number, colour) = ((step / 4 + 1) as u8, step % 4);
            let (done, open) = self.layers.split_at_mut(step + 1);
            let mut next = Next::new(&mut open[0], &mut self.slots);
            next.at_least = goal.above.map_or(0, |above| (above + 1).saturating_sub(rest[step + 1]));
            for (index, node) in done[step].iter().enumerate() {
                let bound = &mut self.bound;
                Turn { goal, number, colour, node, parent: index as u32, next: &mut next, bound }.each_keeping();
            }
            self.looked_at += self.layers[step + 1].len() as u64;
            if self.looked_at > goal.budget {
                return Found::OutOfBudget;
            }
            if self.layers[step + 1].is_empty() {
                return Found::Nothing;
            }
        }
        self.best_end(goal)
    }

    /// What no play can exceed.
    pub(super) fn most(&mut self, supply: &Supply, worth: &Worth) -> u32 {
        self.bound.begin(supply, false);
        let of_colour = |colour| self.bound.of(supply, worth, colour, 1, Runs::default(), supply.jokers).unwrap_or(0);
        let tiles: u32 = (0..4).map(of_colour).sum();
        tiles + u32::from(supply.jokers - supply.jokers_must) * worth.joker
    }

    /// The best of the situations after the last number in which everything is complete.
    fn best_end(&self, goal: &Goal<'_>) -> Found {
        let complete = |situation: &Situation| {
            let used = goal.supply.jokers - situation.jokers();
            situation.is_closed()
                && (!goal.thorough || used >= goal.supply.jokers_must)
                && (goal.points == 0 || situation.points >= goal.points)
        };
        let mut best: Option<(u32, usize)> = None;
        for (index, node) in self.layers[STEPS].iter().enumerate() {
            if complete(&node.situation) {
                // Jokers left over find a place in the end.
                let left = if goal.thorough { node.situation.jokers() } else { 0 };
                let jokers = goal.supply.jokers - left - goal.supply.jokers_must;
                let worth = node.worth + u32::from(jokers) * goal.worth.joker;
                if goal.above.is_none_or(|above| worth > above) && best.is_none_or(|(best, _)| worth > best) {
                    best = Some((worth, index));
                }
            }
        }
        match best {
            Some((worth, index)) => Found::Best(worth, self.chosen(index)),
            None => Found::Nothing,
        }
    }

    /// The choices that led to a situation of the last layer, from the first number on.
    fn chosen(&self, mut index: usize) -> Vec<Chosen> {
        let mut chosen: Vec<Chosen> = (1..=HIGHEST)
            .map(|number| Chosen { number, moves: [Move::default(); 4], group_jokers: 0, keeps: 0 })
            .collect();
        for step in (0..STEPS).rev() {
            let node = &self.layers[step + 1][index];
            let at = &mut chosen[step / 4];
            at.moves[step % 4] = Move::unpack(u64::from(node.choice) & ((1 << Move::BITS) - 1));
            at.group_jokers += (node.choice >> Move::BITS) as u8;
            at.keeps |= node.keeps;
            index = node.parent as usize;
        }
        chosen
    }
}

/// The layer that is being made.
struct Next<'a> {
    nodes: &'a mut Vec<Node>,
    slots: &'a mut Vec<u32>,
    /// What a situation must be worth to be of interest.
    at_least: u32,
}

impl<'a> Next<'a> {
    fn new(nodes: &'a mut Vec<Node>, slots: &'a mut Vec<u32>) -> Next<'a> {
        slots.clear();
        slots.resize(256, EMPTY);
        Next { nodes, slots, at_least: 0 }
    }

    fn add(&mut self, node: Node) {
        if node.worth < self.at_least {
            return;
        }
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = node.situation.hash() & mask;
        loop {
            match self.slots[slot] {
                EMPTY => {
                    self.slots[slot] = self.nodes.len() as u32;
                    self.nodes.push(node);
                    return;
                }
                index => {
                    let known = &mut self.nodes[index as usize];
                    if known.situation == node.situation {
                        if node.worth > known.worth {
                            *known = node;
                        }
                        return;
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
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
}

/// One situation and one step: everything that can be done.
struct Turn<'a, 'b> {
    goal: &'a Goal<'a>,
    number: u8,
    colour: usize,
    node: &'a Node,
    parent: u32,
    next: &'a mut Next<'b>,
    bound: &'a mut Bound,
}

impl Turn<'_, '_> {
    /// At the first colour of a number, tries every way to keep or take apart the sets of the table that begin here.
    fn each_keeping(&mut self) {
        let situation = self.node.situation;
        if !self.goal.keep || self.colour != 0 {
            return self.each_way(situation, 0);
        }
        let number = self.number;
        let begin: Vec<usize> = (0..self.goal.old.len()).filter(|&set| self.goal.old[set].first() == number).collect();
        for broken in 0..1_u32 << begin.len() {
            let keeps = begin.iter().enumerate().filter(|(place, _)| broken >> place & 1 == 0);
            let keeps: u64 = keeps.fold(0, |bits, (_, &set)| bits | 1 << set);
            let jokers: u8 = bits(keeps).map(|set| self.goal.old[set].jokers).sum();
            // A joker that was used before can't lie in a kept set.
            if jokers > situation.jokers() || !canonical(self.goal.old, &begin, broken) {
                continue;
            }
            let mut keeping = situation.without_jokers(jokers);
            keeping.kept = situation.kept | keeps;
            self.each_way(keeping, keeps);
        }
    }

    /// Tries every use of the tiles of this number and colour that are not in kept sets.
    fn each_way(&mut self, situation: Situation, keeps: u64) {
        let Goal { supply, old, worth, .. } = *self.goal;
        let (number, colour, at) = (self.number, self.colour, usize::from(self.number));
        let held = |ahead: u8| -> u8 {
            if situation.kept == 0 {
                0
            } else {
                bits(situation.kept).map(|set| old[set].holds(number + ahead, colour)).sum()
            }
        };
        let here = held(0);
        let must = supply.must[at][colour] - here;
        let place = Place {
            all: supply.all[at][colour] - here,
            must,
            jokers: situation.jokers(),
            ahead: [supply.all[at + 1][colour] - held(1), supply.all[at + 2][colour] - held(2)],
            lead: leads(number, self.goal.thorough),
            thorough: self.goal.thorough,
        };
        each_move(situation.runs(colour), place, |way| {
            let mut next = situation.moved(colour, &way);
            let placed = way.in_runs + way.in_groups;
            let mut gain = u32::from(placed - must) * worth.tile[at];
            if self.goal.points > 0 {
                let of_jokers = way.joker_points(number);
                next.points = self.points(next.points, u32::from(placed) * u32::from(number) + of_jokers);
                gain += worth.of_joker_points(of_jokers);
            }
            let node = Node {
                situation: next,
                worth: self.node.worth + gain + keeps.count_ones(),
                parent: self.parent,
                choice: way.pack() as u32,
                keeps,
            };
            if colour == 3 {
                self.with_groups(node);
            } else {
                self.add(node);
            }
        });
    }

    /// Makes groups of the tiles set aside for them, with every number of jokers that does.
    fn with_groups(&mut self, node: Node) {
        let fitting = GROUPS.jokers(node.situation.aside());
        for jokers in 0..=node.situation.jokers() {
            if fitting >> jokers & 1 == 0 {
                continue;
            }
            // More jokers than the groups need are left over for the end.
            if !self.goal.thorough && fitting & ((1 << jokers) - 1) != 0 {
                break;
            }
            let of_jokers = u32::from(jokers) * u32::from(self.number);
            let mut made = node;
            made.situation = node.situation.with_groups_made(jokers);
            made.choice |= u32::from(jokers) << Move::BITS;
            if self.goal.points > 0 {
                made.situation.points = self.points(made.situation.points, of_jokers);
                made.worth += self.goal.worth.of_joker_points(of_jokers);
            }
            // A kept set is looked at until its last number.
            if made.situation.kept != 0 {
                let still = bits(made.situation.kept).filter(|&set| self.goal.old[set].last() > self.number);
                made.situation.kept = still.fold(0, |bits, set| bits | 1 << set);
            }
            self.add(made);
        }
    }

    /// Takes a situation into the next layer unless it can't come to anything.
    fn add(&mut self, node: Node) {
        let Goal { supply, worth, old, .. } = *self.goal;
        let situation = &node.situation;
        let kept_jokers: u8 = bits(situation.kept).map(|set| old[set].jokers).sum();
        let jokers = situation.jokers() + kept_jokers;
        let mut most = node.worth;
        for colour in 0..4 {
            let number = self.number + u8::from(colour <= self.colour);
            let runs = self.with_kept_runs(situation, colour, number, jokers);
            match self.bound.of(supply, worth, colour, number, runs, jokers) {
                Some(more) => most += more,
                None => return,
            }
        }
        let joker = worth.joker + worth.of_joker_points(u32::from(HIGHEST));
        most += u32::from(supply.jokers - supply.jokers_must) * joker;
        if self.goal.keep {
            most = Worth::with_all_kept(most);
        }
        if self.goal.above.is_none_or(|above| most > above) {
            self.next.add(node);
        }
    }

    /// The open runs of a colour, and with them the kept sets that are under way: for the bound they are runs like any
    /// other.
    fn with_kept_runs(&self, situation: &Situation, colour: usize, number: u8, jokers: u8) -> Runs {
        let runs = situation.runs(colour);
        if situation.kept == 0 {
            return runs;
        }
        let mut lengths = [runs.one(), runs.two(), runs.more()];
        for set in bits(situation.kept) {
            let OldSet { kind, .. } = self.goal.old[set];
            if let Kind::Run { colour: own, first } = kind
                && own as usize == colour
                && first < number
                && self.goal.old[set].last() >= number
            {
                lengths[usize::from(number - first).min(3) - 1] += 1;
            }
        }
        let ahead = self.goal.supply.all[usize::from(number)][colour] + jokers;
        Runs::new(lengths[0].min(7), lengths[1].min(7), lengths[2].min(ahead).min(7))
    }

    /// Points count up to what is needed: beyond it all are equal.
    fn points(&self, so_far: u8, more: u32) -> u8 {
        (u32::from(so_far) + more).min(u32::from(self.goal.points)) as u8
    }
}

/// How many jokers may stand in front of the first tile of a run. A run that does not reach the highest number can have
/// them behind its last tile instead, and a long one can be parted, so only high numbers need them there.
pub(super) const fn leads(number: u8, thorough: bool) -> u8 {
    if thorough || number >= 10 { number - 1 } else { 0 }
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

/// Of sets that are the same, the later ones are taken apart first: any other choice is the same once more.
fn canonical(old: &[OldSet], begin: &[usize], broken: u32) -> bool {
    let same = |one: usize, other: usize| {
        let (one, other) = (&old[begin[one]], &old[begin[other]]);
        one.length == other.length && one.tiles == other.tiles && one.jokers == other.jokers && same_kind(one, other)
    };
    (1..begin.len()).all(|place| {
        (0..place).all(|before| !same(before, place) || broken >> before & 1 == 0 || broken >> place & 1 == 1)
    })
}

fn same_kind(one: &OldSet, other: &OldSet) -> bool {
    match (one.kind, other.kind) {
        (Kind::Run { colour: a, first: b }, Kind::Run { colour: c, first: d }) => a == c && b == d,
        (Kind::Group { number: a }, Kind::Group { number: b }) => a == b,
        _ => false,
    }
}

const _: () = assert!(NUMBERS > HIGHEST as usize + 2);
