//! The best play where a replaced joker has to go into another set (N14).
//!
//! Without the rule the best play is an upper bound, and if it obeys the rule, the answer. Otherwise branch and bound:
//! whether a play obeys the rule hangs on its sets with jokers alone, so these are chosen, one after the other, and the
//! rest is solved without the rule. That gives an upper bound of the branch, and the best play in it once no joker is
//! left to choose for. A run with a joker that has six tiles or more can be parted into shorter ones, in which a joker
//! still stands for the same tile and lies with fewer others: what was legal stays so. So only runs of up to five
//! tiles are tried, and longer ones just as they lie on the table.

use std::cmp::Reverse;

use trinta_core::edition::{JokerMoves, NumberSettings};
use trinta_core::{Colour, HIGHEST, Kind, Laid, Layout, Proposal, Tile, Tiles, numbers};

use crate::numbers::opening::order;
use crate::numbers::supply::{OldSet, Supply, old_sets};
use crate::numbers::worth::Worth;
use crate::numbers::{Aim, Answer, Best, Objective, Outcome, Position, Proof, Search, Solver, kept_in};

/// The most tiles of a run with jokers that can't be parted into two.
const LONGEST: u8 = 5;

/// What a play is worth, and how many sets of the table it keeps.
type Merit = (u32, u32);

impl Solver {
    /// Finds the best play that obeys the rule.
    pub(super) fn solve_another_set(&mut self, position: &Position<'_>, objective: Objective) -> Answer {
        let free_rules = freely(position.rules);
        let free = Position { rules: &free_rules, ..*position };
        let answer = self.solve_freely(&free, objective);
        let Some(best) = &answer.best else { return answer };
        if obeys(position, best) {
            return answer;
        }
        if answer.proof == Proof::Bound {
            return Answer { best: None, proof: Proof::Bound };
        }
        let worth = Worth::new(order(position, objective), position.rack, position.table.len());
        let bound = (worth_of(&worth, &best.placed), best.kept);
        let mut branching = Branching::new(self, position, worth);
        branching.any = objective == Objective::Any;
        let (layout, proof) = branching.solve(bound);
        let best = layout
            .map(|layout| self.best(position, &layout))
            .map(|best| self.simplest_that_obeys(&free, position, best));
        Answer { best, proof }
    }

    /// The best play that obeys the rule and places the whole rack, if this one does not obey it.
    pub(super) fn place_all(&mut self, position: &Position<'_>, objective: Objective, kept: u32) -> Answer {
        let worth = Worth::new(order(position, objective), position.rack, position.table.len());
        let all = worth_of(&worth, position.rack);
        let mut branching = Branching::new(self, position, worth);
        branching.least = all;
        let (layout, proof) = branching.solve((all, kept));
        Answer { best: layout.map(|layout| self.best(position, &layout)), proof }
    }

    /// This play, or one as good that takes nothing apart.
    fn simplest_that_obeys(&mut self, free: &Position<'_>, position: &Position<'_>, best: Best) -> Best {
        let grown = self.grown(position, &best.placed, best.broken).map(|layout| self.best(free, &layout));
        grown.filter(|grown| grown.kept == best.kept && obeys(position, grown)).unwrap_or(best)
    }
}

/// The same rules with jokers that move freely.
pub(super) fn freely(rules: &NumberSettings) -> NumberSettings {
    NumberSettings { joker_moves: JokerMoves::Any, ..rules.clone() }
}

/// Whether a play that is legal as jokers move freely obeys the rule.
pub(super) fn obeys(position: &Position<'_>, best: &Best) -> bool {
    numbers::jokers_in_filled_sets(position.table, best.table.layout()).is_empty()
}

fn worth_of(worth: &Worth, tiles: &Tiles) -> u32 {
    tiles.iter().map(|tile| worth.of(tile)).sum()
}

/// A set with jokers that a play may have.
struct JokerSet {
    /// As a table has it: jokers of a run are read, those of a group open.
    read: Vec<Laid>,
    /// With every joker read, so that nobody reads it differently.
    written: Vec<Laid>,
    tiles: Tiles,
}

/// A part of all plays: those with these sets.
#[derive(Clone)]
struct Branch {
    /// The sets with jokers that were chosen.
    chosen: Vec<usize>,
    supply: Supply,
    /// The sets of the table that are not among them.
    old: Vec<usize>,
    /// What the chosen sets are worth, and how many of them are sets of the table.
    merit: Merit,
}

/// The best of a branch as if jokers moved freely.
struct Bound {
    merit: Merit,
    layout: Layout,
}

/// A search for the best play that obeys the rule.
struct Branching<'a, 'b> {
    solver: &'a mut Solver,
    position: &'a Position<'b>,
    worth: Worth,
    old: Vec<OldSet>,
    sets: Vec<JokerSet>,
    /// What a play is worth at least that is of interest.
    least: u32,
    /// Whether any play will do.
    any: bool,
    incumbent: Option<Bound>,
    out_of_budget: bool,
}

impl<'a, 'b> Branching<'a, 'b> {
    fn new(solver: &'a mut Solver, position: &'a Position<'b>, worth: Worth) -> Branching<'a, 'b> {
        Branching {
            solver,
            position,
            worth,
            old: old_sets(position.table),
            sets: Vec::new(),
            least: 1,
            any: false,
            incumbent: None,
            out_of_budget: false,
        }
    }

    /// The best play, when nothing is better than this bound.
    fn solve(mut self, bound: Merit) -> (Option<Layout>, Proof) {
        let supply = Supply::new(&self.position.table.layout().counts(), &self.position.rack.counts());
        self.sets = joker_sets(&supply, &self.old);
        let root = Branch { chosen: Vec::new(), supply, old: (0..self.old.len()).collect(), merit: (0, 0) };
        self.explore(&root, bound);
        let proof = if self.out_of_budget { Proof::Bound } else { Proof::Optimal };
        (self.incumbent.map(|best| best.layout), proof)
    }

    /// Looks at all plays of a branch that has jokers to choose for.
    fn explore(&mut self, branch: &Branch, bound: Merit) {
        // In increasing order, so that no choice of sets comes twice.
        let from = branch.chosen.last().copied().unwrap_or(0);
        let mut branches: Vec<Branch> = (from..self.sets.len()).filter_map(|set| self.choose(branch, set)).collect();
        if branch.supply.jokers_must == 0 {
            branches.push(Branch { supply: branch.supply.without_jokers_of_the_rack(), ..branch.clone() });
        }
        let mut branches: Vec<(u32, Branch)> =
            branches.into_iter().map(|branch| (self.most_kept(&branch), branch)).collect();
        branches.sort_by_key(|(kept, _)| Reverse(*kept));
        let mut open = Vec::new();
        for (kept, branch) in branches {
            if self.out_of_budget || !self.is_of_interest(bound) {
                return;
            }
            if !self.is_of_interest((bound.0, kept.min(bound.1))) {
                continue;
            }
            open.extend(self.look(branch).map(|(merit, branch)| (merit.min(bound), branch)));
        }
        open.sort_by_key(|(merit, _)| Reverse(*merit));
        for (merit, branch) in open {
            if !self.out_of_budget && self.is_of_interest(merit) {
                self.explore(&branch, merit);
            }
        }
    }

    /// Whether a play of this merit would be better than what is known.
    fn is_of_interest(&self, merit: Merit) -> bool {
        self.incumbent.as_ref().is_none_or(|known| !self.any && merit > known.merit)
    }

    /// The branch with one more set, if its tiles are there.
    fn choose(&self, branch: &Branch, set: usize) -> Option<Branch> {
        let (supply, gain) = branch.supply.without(&self.sets[set].read, &self.worth)?;
        let mut next = Branch { supply, ..branch.clone() };
        next.chosen.push(set);
        next.merit.0 += gain;
        let table = self.position.table.layout();
        let same =
            |old: &usize| table.set(*old).iter().map(|piece| piece.tile()).collect::<Tiles>() == self.sets[set].tiles;
        if let Some(place) = next.old.iter().position(same) {
            next.old.remove(place);
            next.merit.1 += 1;
        }
        Some(next)
    }

    /// No play of a branch keeps more sets of the table than this.
    fn most_kept(&self, branch: &Branch) -> u32 {
        let there = |old: &&usize| {
            let set = self.position.table.layout().set(**old);
            branch.supply.without(set, &self.worth).is_some()
        };
        branch.merit.1 + branch.old.iter().filter(there).count() as u32
    }

    /// Finds the best play of a branch as if jokers moved freely. Gives the branch back, with its bound, if that play
    /// does not obey the rule and another in it may.
    fn look(&mut self, branch: Branch) -> Option<(Merit, Branch)> {
        let decided = branch.supply.jokers == 0;
        if decided && !self.chosen_obey(&branch) {
            return None;
        }
        let best = self.bound(&branch)?;
        let obeys = decided || {
            let Position { table: before, rack, opened, .. } = *self.position;
            let proposal = Proposal { before, rack, opened, after: &best.layout };
            numbers::check(self.position.rules, proposal).is_ok()
        };
        if !obeys {
            return Some((best.merit, branch));
        }
        if self.is_of_interest(best.merit) {
            self.incumbent = Some(best);
        }
        None
    }

    /// Whether the sets that were chosen obey the rule, when there are no others with jokers.
    fn chosen_obey(&self, branch: &Branch) -> bool {
        let sets = branch.chosen.iter().map(|&set| self.sets[set].read.iter().copied()).collect();
        numbers::jokers_in_filled_sets(self.position.table, &sets).is_empty()
    }

    /// The best play of a branch as if jokers moved freely, if it may be of interest.
    fn bound(&mut self, branch: &Branch) -> Option<Bound> {
        let known = self.incumbent.as_ref().map(|known| known.merit);
        let least = known.map_or(self.least, |known| known.0.max(self.least));
        let table: Layout = branch.old.iter().map(|&set| self.position.table.layout().set(set).to_vec()).collect();
        let old: Vec<OldSet> = branch.old.iter().map(|&set| self.old[set]).collect();
        let search = Search { supply: &branch.supply, worth: &self.worth, old: &old, table: &table };
        // What is left may be worth nothing, as long as all tiles of the table have a place.
        let above = least.saturating_sub(branch.merit.0) as i32 - self.worth.unit() as i32;
        let (worth, rest) = match self.solver.search(&search, Aim { any: self.any, above, ..Aim::default() }) {
            Outcome::Best(worth, rest) => (worth, rest),
            Outcome::Nothing => return None,
            Outcome::OutOfBudget(_) => {
                self.out_of_budget = true;
                return None;
            }
        };
        let all = branch.merit.0 + worth;
        let mut kept = kept_in(&table, &rest);
        let mut best = rest;
        if !self.any {
            let enough = known.filter(|known| known.0 == all).map_or(0, |known| known.1.saturating_sub(branch.merit.1));
            let above = (kept.max(enough) * self.worth.keeping().kept) as i32;
            match self.solver.search(&search, Aim { keep: true, above, at_most: Some(worth), any: false }) {
                Outcome::Best(_, rest) => (kept, best) = (kept_in(&table, &rest), rest),
                Outcome::Nothing => {}
                Outcome::OutOfBudget(_) => self.out_of_budget = true,
            }
        }
        let chosen = branch.chosen.iter().map(|&set| self.sets[set].written.clone());
        let layout = best.sets().map(<[Laid]>::to_vec).chain(chosen).collect();
        Some(Bound { merit: (all, branch.merit.1 + kept), layout })
    }
}

/// Every set with jokers that these tiles can make: runs of up to five tiles, groups, and longer runs with just the
/// tiles of one that lies on the table.
fn joker_sets(supply: &Supply, old: &[OldSet]) -> Vec<JokerSet> {
    let mut sets = Vec::new();
    for colour in Colour::ALL {
        let has = |number: u8| supply.all[usize::from(number)][colour as usize] > 0;
        for length in 3..=LONGEST {
            for first in 1..=HIGHEST + 1 - length {
                for jokers in 1_u16..(1 << length) - 1 {
                    let is_joker = |place: u8| jokers >> place & 1 == 1;
                    if jokers.count_ones() <= u32::from(supply.jokers)
                        && (0..length).all(|place| is_joker(place) || has(first + place))
                    {
                        sets.push(run(colour, first, length, |number| is_joker(number - first)));
                    }
                }
            }
        }
    }
    for number in 1..=HIGHEST {
        for colours in 1_u8..15 {
            let has = |colour: usize| supply.all[usize::from(number)][colour] > 0;
            if (0..4).all(|colour| colours >> colour & 1 == 0 || has(colour)) {
                let tiles = colours.count_ones() as u8;
                let most = (4 - tiles).min(supply.jokers);
                sets.extend((3_u8.saturating_sub(tiles).max(1)..=most).map(|jokers| group(number, colours, jokers)));
            }
        }
    }
    for long in old.iter().filter(|set| set.jokers > 0 && set.length > LONGEST) {
        let Kind::Run { colour, .. } = long.kind else { continue };
        for first in 1..=HIGHEST + 1 - long.length {
            let range = ((1_u16 << long.length) - 1) << first;
            if long.tiles & !range == 0 {
                sets.push(run(colour, first, long.length, |number| long.tiles >> number & 1 == 0));
            }
        }
    }
    sets
}

fn run(colour: Colour, first: u8, length: u8, is_joker: impl Fn(u8) -> bool) -> JokerSet {
    let piece = |number: u8| {
        let tile = Tile::number(colour, number).unwrap_or(Tile::JOKER);
        if is_joker(number) { Laid::joker_as(tile) } else { tile.into() }
    };
    let read: Vec<Laid> = (first..first + length).map(piece).collect();
    JokerSet { written: read.clone(), tiles: read.iter().map(|piece| piece.tile()).collect(), read }
}

fn group(number: u8, colours: u8, jokers: u8) -> JokerSet {
    let tiles = |there: bool| {
        let wanted = move |colour: &Colour| (colours >> *colour as u8 & 1 == 1) == there;
        Colour::ALL.into_iter().filter(wanted).filter_map(move |colour| Tile::number(colour, number))
    };
    let mut written: Vec<Laid> = tiles(true).map(Laid::from).collect();
    let mut read = written.clone();
    written.extend(tiles(false).take(usize::from(jokers)).map(Laid::joker_as));
    read.resize(written.len(), Laid::JOKER);
    JokerSet { tiles: read.iter().map(|piece| piece.tile()).collect(), read, written }
}
