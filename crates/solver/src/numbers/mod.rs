//! The number solver.

mod allocation;
mod another_set;
#[allow(clippy::needless_range_loop, reason = "number and colour index several grids at once")]
mod colour_graph;
mod depth_first;
#[allow(clippy::needless_range_loop, reason = "number and colour index several grids at once")]
mod dual_prices;
#[allow(clippy::needless_range_loop, reason = "number and colour index several grids at once")]
mod groupings;
mod node;
mod opening;
mod plays;
mod rebuild;
#[allow(clippy::needless_range_loop, reason = "number and colour index several grids at once")]
mod search;
mod simplify;
mod supply;
mod weights;

use trinta_core::edition::{JokerMoves, NumberSettings};
use trinta_core::{Laid, Layout, Proposal, Table, Tile, Tiles, numbers};

use crate::answer::{Answer, Proof, RatedPlay, count_kept};
use crate::numbers::allocation::Allocation;
use crate::numbers::colour_graph::Model;
use crate::numbers::node::Goal;
use crate::numbers::search::{Decision, Engine, Found, set_bits};
use crate::numbers::supply::{Supply, TableSet, table_sets};
use crate::numbers::weights::{Criteria, Weights};
use crate::objective::Objective;

pub(crate) use crate::numbers::plays::Plays;

/// A position of the number game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumberPosition<'a> {
    pub(crate) rules: &'a NumberSettings,
    /// What a joker left on the rack costs.
    pub(crate) joker_left: u32,
    pub(crate) table: &'a Table,
    pub(crate) rack: &'a Tiles,
    pub(crate) opened: bool,
}

impl NumberPosition<'_> {
    /// Whether a play has to be an opening.
    fn must_open(&self, objective: Objective) -> bool {
        objective == Objective::Opening || self.rules.must_open() && !self.opened
    }

    /// Whether there are jokers on the table that may not go everywhere (N14).
    fn restricts_jokers(&self) -> bool {
        self.rules.joker_moves == JokerMoves::AnotherSet && self.table.layout().tiles().any(Tile::is_joker)
    }
}

/// The number solver. Reuses its memory from search to search.
#[derive(Debug)]
pub(crate) struct NumberSolver {
    engine: Engine,
    /// For small searches in between, which must not overwrite the prices of the main one.
    auxiliary: Engine,
    /// The number of nodes that the current position may still take.
    budget: u64,
    nodes_expanded: u64,
}

impl NumberSolver {
    /// A solver that stores this many nodes, if not the default.
    pub(crate) fn new(capacity: Option<usize>) -> NumberSolver {
        let mut engine = Engine::default();
        engine.capacity = capacity.unwrap_or(engine.capacity);
        NumberSolver { engine, auxiliary: Engine::default(), budget: u64::MAX, nodes_expanded: 0 }
    }

    /// Finds the best play, expanding at most this many nodes.
    pub(crate) fn solve(&mut self, position: &NumberPosition<'_>, objective: Objective, nodes: u64) -> Answer {
        (self.budget, self.nodes_expanded) = (nodes, 0);
        let (best, proof) = if position.must_open(objective) {
            self.open(position, objective)
        } else if position.restricts_jokers() {
            self.play_another_set(position, objective)
        } else {
            self.play(position, objective)
        };
        Answer { best, proof, nodes: self.nodes_expanded }
    }

    /// Finds the best play of a player who has opened, if jokers move freely.
    fn play(&mut self, position: &NumberPosition<'_>, objective: Objective) -> (Option<RatedPlay>, Proof) {
        let criteria = match objective {
            Objective::Value => Criteria::Value { joker_left: position.joker_left },
            Objective::Tiles | Objective::Score | Objective::Opening | Objective::Any => Criteria::Tiles,
        };
        let problem = Problem {
            supply: &Supply::new(&position.table.layout().counts(), &position.rack.counts()),
            weights: &Weights::new(criteria, position.rack, position.table.len()),
            table_sets: &table_sets(position.table),
            layout: position.table.layout(),
        };
        self.maximise(position, &problem, objective == Objective::Any)
    }

    /// Finds the optimum of the placed tiles, then among the plays that reach it the one that keeps most table sets.
    fn maximise(
        &mut self,
        position: &NumberPosition<'_>,
        problem: &Problem<'_>,
        any: bool,
    ) -> (Option<RatedPlay>, Proof) {
        let (placed, found, proof) = match self.search(problem, SearchPass { any, ..SearchPass::default() }) {
            Outcome::Nothing => return (None, Proof::Optimal),
            Outcome::OutOfBudget(None) => return (None, Proof::Bound),
            Outcome::OutOfBudget(Some(layout)) => (None, layout, Proof::Bound),
            Outcome::RatedPlay(placed, layout) => (Some(placed), layout, Proof::Optimal),
        };
        let best = self.best(position, &found);
        if any {
            return (Some(best), proof);
        }
        let Some(placed) = placed else { return (Some(self.simplify(position, best)), proof) };
        if let Some(best) = self.break_at_most_one(position, problem, placed, &best.placed) {
            return (Some(best), Proof::Optimal);
        }
        let above = (best.kept * problem.weights.with_kept_sets().kept) as i32;
        let (better, proof) =
            match self.search(problem, SearchPass { count_kept: true, above, placed: Some(placed), any: false }) {
                Outcome::RatedPlay(_, layout) => (Some(layout), Proof::Optimal),
                Outcome::Nothing => (None, Proof::Optimal),
                Outcome::OutOfBudget(better) => (better, Proof::Bound),
            };
        let best = better.map_or(best, |layout| self.best(position, &layout));
        (Some(self.simplify(position, best)), proof)
    }

    /// A play of the same objective value that changes no table set, or only one if every play changes at least one.
    /// Such a play is easily found and makes the search for kept sets unnecessary.
    fn break_at_most_one(
        &mut self,
        position: &NumberPosition<'_>,
        problem: &Problem<'_>,
        objective: u32,
        placed: &Tiles,
    ) -> Option<RatedPlay> {
        if let Some(unchanged) = self.extend_sets(position, placed, 0) {
            return Some(self.best(position, &unchanged));
        }
        let extended = self.extend_sets(position, placed, 1)?;
        let Some(new_sets) = self.auxiliary.new_sets(&Supply::rack(position.rack), problem.weights, objective) else {
            return Some(self.best(position, &extended));
        };
        let unchanged = position.table.sets().chain(new_sets.sets()).map(<[Laid]>::to_vec).collect();
        let best = self.best(position, &unchanged);
        Some(self.simplify(position, best))
    }

    fn search(&mut self, problem: &Problem<'_>, pass: SearchPass) -> Outcome {
        let rebuild =
            |decisions: &[Decision]| rebuild::rebuild(problem.layout, decisions, problem.unneeded_jokers(decisions));
        let with_kept_sets = problem.weights.with_kept_sets();
        let (weights, table_sets) =
            if pass.count_kept { (&with_kept_sets, problem.table_sets) } else { (problem.weights, [].as_slice()) };
        let goal = Goal {
            model: Model {
                supply: problem.supply,
                weights,
                table_sets,
                explicit_jokers: false,
                may_hold_back: false,
                bounding: None,
            },
            points: 0,
            above: pass.above,
            placed: pass.placed,
            any: pass.any,
            budget: self.budget.saturating_sub(self.nodes_expanded),
        };
        let found = self.engine.search(&goal);
        self.nodes_expanded += self.engine.nodes_expanded;
        match found {
            Found::Nothing => Outcome::Nothing,
            Found::OutOfBudget(best) => Outcome::OutOfBudget(best.map(|(_, decisions)| rebuild(&decisions))),
            Found::Best(objective, decisions) => Outcome::RatedPlay(objective, rebuild(&decisions)),
        }
    }

    /// A play of equal merit that breaks no set but only extends some; otherwise the given one.
    fn simplify(&mut self, position: &NumberPosition<'_>, best: RatedPlay) -> RatedPlay {
        let extended = self.extend_sets(position, &best.placed, best.broken);
        let extended = extended.map(|layout| self.best(position, &layout));
        extended.filter(|extended| extended.kept == best.kept).unwrap_or(best)
    }

    /// The play that results in this layout, checked by the rules.
    fn best(&self, position: &NumberPosition<'_>, layout: &Layout) -> RatedPlay {
        let NumberPosition { table: before, rack, opened, .. } = *position;
        let play = numbers::check(position.rules, Proposal { before, rack, opened, after: layout })
            .unwrap_or_else(|error| unreachable!("the solver's plays are legal: {error}"));
        let kept = count_kept(before.layout(), play.table.layout());
        RatedPlay {
            tiles: play.placed.len() as u32,
            value: play.placed.value(),
            points: play.opening,
            score: None,
            kept,
            broken: before.len() as u32 - kept,
            placed: play.placed,
            table: play.table,
        }
    }
}

/// What all searches for one position have in common.
struct Problem<'a> {
    supply: &'a Supply,
    weights: &'a Weights,
    table_sets: &'a [TableSet],
    /// The same sets as pieces.
    layout: &'a Layout,
}

impl Problem<'_> {
    /// The jokers that the decisions leave to be placed at the end.
    fn unneeded_jokers(&self, decisions: &[Decision]) -> u8 {
        let kept = decisions.iter().flat_map(|decision| set_bits(decision.keeps));
        let in_kept: u8 = kept.map(|set| self.table_sets[set].jokers).sum();
        let in_runs = |decision: &Decision| decision.allocations.iter().map(Allocation::all_jokers).sum::<u8>();
        let used: u8 = decisions.iter().map(|decision| decision.group_jokers + in_runs(decision)).sum();
        self.supply.jokers - in_kept - used
    }
}

/// One of the searches for a position; see [`Goal`].
#[derive(Debug, Clone, Copy, Default)]
struct SearchPass {
    /// Whether kept sets count.
    count_kept: bool,
    above: i32,
    placed: Option<u32>,
    any: bool,
}

/// The outcome of a search: an objective value and a table.
enum Outcome {
    RatedPlay(u32, Layout),
    Nothing,
    OutOfBudget(Option<Layout>),
}
