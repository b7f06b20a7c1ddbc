//! The best play where a replaced joker has to go into another set (N14).
//!
//! The relaxation without the rule gives an upper bound and, if its play obeys the rule, the answer. Otherwise branch and
//! bound: whether a play obeys the rule depends only on its sets with jokers, so the search branches on these sets and
//! solves the rest without the rule, which gives the upper bound of the branch, and its best play once every joker has a
//! set. A run with a joker and at least six tiles can be split into shorter runs in which the joker stands for the same
//! tile beside fewer others, so a legal play stays legal. The search therefore branches only on runs of up to five tiles,
//! and on longer ones exactly as they lie on the table.

use std::cmp::Reverse;

use trinta_core::edition::{JokerMoves, NumberSettings};
use trinta_core::{Colour, HIGHEST_NUMBER, Kind, Laid, Layout, Proposal, Tile, Tiles, numbers};

use crate::answer::{Proof, RatedPlay, count_kept};
use crate::numbers::opening::criteria;
use crate::numbers::supply::{Supply, TableSet, table_sets};
use crate::numbers::weights::Weights;
use crate::numbers::{NumberPosition, NumberSolver, Outcome, Problem, SearchPass};
use crate::objective::Objective;

/// The greatest length of a run with jokers that can't be split into two runs.
const MAX_LENGTH: u8 = 5;

/// The objective value of the placed tiles, and the number of table sets kept.
type Merit = (u32, u32);

impl NumberSolver {
    /// Finds the best play that obeys the rule, for a player who has opened.
    pub(super) fn play_another_set(
        &mut self,
        position: &NumberPosition<'_>,
        objective: Objective,
    ) -> (Option<RatedPlay>, Proof) {
        let free_rules = with_free_jokers(position.rules);
        let free = NumberPosition { rules: &free_rules, ..*position };
        let (best, proof) = self.play(&free, objective);
        let Some(relaxed) = &best else { return (None, proof) };
        if is_allowed(position, relaxed) {
            return (best, proof);
        }
        if proof == Proof::Bound {
            return (None, Proof::Bound);
        }
        let weights = Weights::new(criteria(position, objective), position.rack, position.table.len());
        let bound = (weight_of(&weights, &relaxed.placed), relaxed.kept);
        let mut search = BranchAndBound::new(self, position, weights);
        search.any = objective == Objective::Any;
        let (layout, proof) = search.solve(bound);
        let best = layout.map(|layout| self.best(position, &layout));
        (best.map(|best| self.simplify_if_allowed(&free, position, best)), proof)
    }

    /// Finds the best play that obeys the rule and places the whole rack, given that no such play keeps more sets.
    pub(super) fn place_all(
        &mut self,
        position: &NumberPosition<'_>,
        objective: Objective,
        max_kept: u32,
    ) -> (Option<RatedPlay>, Proof) {
        let weights = Weights::new(criteria(position, objective), position.rack, position.table.len());
        let all = weight_of(&weights, position.rack);
        let mut search = BranchAndBound::new(self, position, weights);
        search.min_placed = all;
        let (layout, proof) = search.solve((all, max_kept));
        (layout.map(|layout| self.best(position, &layout)), proof)
    }

    /// A play of equal merit that breaks no set but only extends some and obeys the rule; otherwise the given one.
    fn simplify_if_allowed(
        &mut self,
        free: &NumberPosition<'_>,
        position: &NumberPosition<'_>,
        best: RatedPlay,
    ) -> RatedPlay {
        let extended = self.extend_sets(position, &best.placed, best.broken).map(|layout| self.best(free, &layout));
        extended.filter(|extended| extended.kept == best.kept && is_allowed(position, extended)).unwrap_or(best)
    }
}

/// The same rules with jokers that move freely.
pub(super) fn with_free_jokers(rules: &NumberSettings) -> NumberSettings {
    let mut any = rules.clone();
    any.joker_moves = JokerMoves::Any;
    any
}

/// Whether a play that is legal with free jokers obeys the rule.
pub(super) fn is_allowed(position: &NumberPosition<'_>, best: &RatedPlay) -> bool {
    numbers::jokers_in_filled_sets(position.table, best.table.layout()).is_empty()
}

fn weight_of(weights: &Weights, tiles: &Tiles) -> u32 {
    tiles.iter().map(|tile| weights.of(tile)).sum()
}

/// A candidate for a set with jokers.
struct JokerSet {
    /// As a table has it: jokers of a run are read, those of a group open.
    read: Vec<Laid>,
    /// With every joker read, so that it can't be read differently.
    written: Vec<Laid>,
    tiles: Tiles,
}

/// The plays that contain the chosen sets.
#[derive(Clone)]
struct Branch {
    /// The chosen sets with jokers, in increasing order.
    chosen: Vec<usize>,
    supply: Supply,
    /// The table sets that are not among them.
    table_sets: Vec<usize>,
    /// The merit of the chosen sets.
    merit: Merit,
}

/// The best play of a branch with free jokers.
struct Relaxed {
    merit: Merit,
    layout: Layout,
}

/// The search for the best play that obeys the rule.
struct BranchAndBound<'a, 'b> {
    solver: &'a mut NumberSolver,
    position: &'a NumberPosition<'b>,
    weights: Weights,
    table_sets: Vec<TableSet>,
    sets: Vec<JokerSet>,
    /// Only plays with at least this objective value are wanted.
    min_placed: u32,
    /// Whether any play will do.
    any: bool,
    incumbent: Option<Relaxed>,
    out_of_budget: bool,
}

impl<'a, 'b> BranchAndBound<'a, 'b> {
    fn new(solver: &'a mut NumberSolver, position: &'a NumberPosition<'b>, weights: Weights) -> BranchAndBound<'a, 'b> {
        BranchAndBound {
            solver,
            position,
            weights,
            table_sets: table_sets(position.table),
            sets: Vec::new(),
            min_placed: 1,
            any: false,
            incumbent: None,
            out_of_budget: false,
        }
    }

    /// The best play, given an upper bound.
    fn solve(mut self, bound: Merit) -> (Option<Layout>, Proof) {
        let supply = Supply::new(&self.position.table.layout().counts(), &self.position.rack.counts());
        self.sets = joker_sets(&supply, &self.table_sets);
        let table_sets = (0..self.table_sets.len()).collect();
        let root = Branch { chosen: Vec::new(), supply, table_sets, merit: (0, 0) };
        self.explore(&root, bound);
        let proof = if self.out_of_budget { Proof::Bound } else { Proof::Optimal };
        (self.incumbent.map(|best| best.layout), proof)
    }

    /// Explores a branch whose jokers don't all have a set yet.
    fn explore(&mut self, branch: &Branch, bound: Merit) {
        // In increasing order, so that no choice of sets is explored twice.
        let from = branch.chosen.last().copied().unwrap_or(0);
        let mut branches: Vec<Branch> = (from..self.sets.len()).filter_map(|set| self.choose(branch, set)).collect();
        if branch.supply.jokers_on_table == 0 {
            branches.push(Branch { supply: branch.supply.without_rack_jokers(), ..branch.clone() });
        }
        let mut branches: Vec<(u32, Branch)> =
            branches.into_iter().map(|branch| (self.max_kept(&branch), branch)).collect();
        branches.sort_by_key(|(kept, _)| Reverse(*kept));
        let mut open = Vec::new();
        for (kept, branch) in branches {
            if self.out_of_budget || !self.may_improve(bound) {
                return;
            }
            if !self.may_improve((bound.0, kept.min(bound.1))) {
                continue;
            }
            open.extend(self.evaluate(branch).map(|(merit, branch)| (merit.min(bound), branch)));
        }
        open.sort_by_key(|(merit, _)| Reverse(*merit));
        for (merit, branch) in open {
            if !self.out_of_budget && self.may_improve(merit) {
                self.explore(&branch, merit);
            }
        }
    }

    /// Whether a play of this merit would be better than the incumbent.
    fn may_improve(&self, merit: Merit) -> bool {
        self.incumbent.as_ref().is_none_or(|incumbent| !self.any && merit > incumbent.merit)
    }

    /// The branch with one more set, if its tiles are there.
    fn choose(&self, branch: &Branch, set: usize) -> Option<Branch> {
        let (supply, gain) = branch.supply.without(&self.sets[set].read, &self.weights)?;
        let mut next = Branch { supply, ..branch.clone() };
        next.chosen.push(set);
        next.merit.0 += gain;
        let table = self.position.table.layout();
        let same = |index: &usize| {
            table.set(*index).iter().map(|piece| piece.tile()).collect::<Tiles>() == self.sets[set].tiles
        };
        if let Some(index) = next.table_sets.iter().position(same) {
            next.table_sets.remove(index);
            next.merit.1 += 1;
        }
        Some(next)
    }

    /// An upper bound on the table sets that a play of the branch keeps.
    fn max_kept(&self, branch: &Branch) -> u32 {
        let is_possible = |index: &&usize| {
            let set = self.position.table.layout().set(**index);
            branch.supply.without(set, &self.weights).is_some()
        };
        branch.merit.1 + branch.table_sets.iter().filter(is_possible).count() as u32
    }

    /// Solves the relaxation of a branch. Returns the branch with its upper bound if it has to be explored: if the play of
    /// the relaxation breaks the rule and another play of the branch may obey it.
    fn evaluate(&mut self, branch: Branch) -> Option<(Merit, Branch)> {
        let decided = branch.supply.jokers == 0;
        if decided && !self.chosen_obey_rule(&branch) {
            return None;
        }
        let best = self.relax(&branch)?;
        let obeys = decided || {
            let NumberPosition { table: before, rack, opened, .. } = *self.position;
            let proposal = Proposal { before, rack, opened, after: &best.layout };
            numbers::check(self.position.rules, proposal).is_ok()
        };
        if !obeys {
            return Some((best.merit, branch));
        }
        if self.may_improve(best.merit) {
            self.incumbent = Some(best);
        }
        None
    }

    /// Whether the chosen sets obey the rule, if no other set has jokers.
    fn chosen_obey_rule(&self, branch: &Branch) -> bool {
        let sets = branch.chosen.iter().map(|&set| self.sets[set].read.iter().copied()).collect();
        numbers::jokers_in_filled_sets(self.position.table, &sets).is_empty()
    }

    /// The best play of a branch with free jokers, if it may improve on the incumbent.
    fn relax(&mut self, branch: &Branch) -> Option<Relaxed> {
        let incumbent = self.incumbent.as_ref().map(|incumbent| incumbent.merit);
        let min_placed = incumbent.map_or(self.min_placed, |incumbent| incumbent.0.max(self.min_placed));
        let layout: Layout =
            branch.table_sets.iter().map(|&set| self.position.table.layout().set(set).to_vec()).collect();
        let table_sets: Vec<TableSet> = branch.table_sets.iter().map(|&set| self.table_sets[set]).collect();
        let problem =
            Problem { supply: &branch.supply, weights: &self.weights, table_sets: &table_sets, layout: &layout };
        // The rest may place nothing from the rack, as long as all tiles of the table are in sets.
        let above = min_placed.saturating_sub(branch.merit.0) as i32 - self.weights.unit() as i32;
        let (placed, rest) =
            match self.solver.search(&problem, SearchPass { any: self.any, above, ..SearchPass::default() }) {
                Outcome::RatedPlay(placed, rest) => (placed, rest),
                Outcome::Nothing => return None,
                Outcome::OutOfBudget(_) => {
                    self.out_of_budget = true;
                    return None;
                }
            };
        let all = branch.merit.0 + placed;
        let mut kept = count_kept(&layout, &rest);
        let mut best = rest;
        if !self.any {
            let equal = incumbent.filter(|incumbent| incumbent.0 == all);
            let enough = equal.map_or(0, |incumbent| incumbent.1.saturating_sub(branch.merit.1));
            let above = (kept.max(enough) * self.weights.with_kept_sets().kept) as i32;
            let pass = SearchPass { count_kept: true, above, placed: Some(placed), any: false };
            match self.solver.search(&problem, pass) {
                Outcome::RatedPlay(_, rest) => (kept, best) = (count_kept(&layout, &rest), rest),
                Outcome::Nothing => {}
                Outcome::OutOfBudget(_) => self.out_of_budget = true,
            }
        }
        let chosen = branch.chosen.iter().map(|&set| self.sets[set].written.clone());
        let layout = best.sets().map(<[Laid]>::to_vec).chain(chosen).collect();
        Some(Relaxed { merit: (all, branch.merit.1 + kept), layout })
    }
}

/// Every set with jokers that these tiles can make: runs of up to five tiles, groups, and longer runs with exactly the
/// tiles of one on the table.
fn joker_sets(supply: &Supply, table_sets: &[TableSet]) -> Vec<JokerSet> {
    let mut sets = Vec::new();
    for colour in Colour::ALL {
        let has = |number: u8| supply.all[usize::from(number)][colour as usize] > 0;
        for length in 3..=MAX_LENGTH {
            for first in 1..=HIGHEST_NUMBER + 1 - length {
                for jokers in 1_u16..(1 << length) - 1 {
                    let is_joker = |index: u8| jokers >> index & 1 == 1;
                    if jokers.count_ones() <= u32::from(supply.jokers)
                        && (0..length).all(|index| is_joker(index) || has(first + index))
                    {
                        sets.push(run(colour, first, length, |number| is_joker(number - first)));
                    }
                }
            }
        }
    }
    for number in 1..=HIGHEST_NUMBER {
        for colours in 1_u8..15 {
            let has = |colour: usize| supply.all[usize::from(number)][colour] > 0;
            if (0..4).all(|colour| colours >> colour & 1 == 0 || has(colour)) {
                let tiles = colours.count_ones() as u8;
                let max_jokers = (4 - tiles).min(supply.jokers);
                sets.extend(
                    (3_u8.saturating_sub(tiles).max(1)..=max_jokers).map(|jokers| group(number, colours, jokers)),
                );
            }
        }
    }
    for long in table_sets.iter().filter(|set| set.jokers > 0 && set.length > MAX_LENGTH) {
        let Kind::Run { colour, .. } = long.kind else { continue };
        for first in 1..=HIGHEST_NUMBER + 1 - long.length {
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
