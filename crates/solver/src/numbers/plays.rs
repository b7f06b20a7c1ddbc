//! All plays in order of merit.

use trinta_core::Layout;
use trinta_core::edition::{NumberSettings, OpeningSets};

use crate::answer::{Count, Proof, RatedPlay};
use crate::numbers::another_set::{is_allowed, with_free_jokers};
use crate::numbers::colour_graph::Model;
use crate::numbers::node::Goal;
use crate::numbers::opening::{criteria, single_sets};
use crate::numbers::rebuild::rebuild;
use crate::numbers::search::Found;
use crate::numbers::supply::{Supply, TableSet, table_sets};
use crate::numbers::weights::Weights;
use crate::numbers::{NumberPosition, NumberSolver};
use crate::objective::Objective;

/// The plays of a position in order of merit; see [`crate::Plays`].
#[derive(Debug)]
pub(crate) struct Plays<'a> {
    solver: &'a mut NumberSolver,
    position: NumberPosition<'a>,
    source: Source,
    proof: Proof,
    /// For positions in which not every joker may go everywhere (N14).
    another_set: Option<Box<AnotherSet>>,
}

/// Turns plays with free jokers into plays that obey the rule about jokers, in order of merit.
///
/// For each choice of tiles the play with free jokers keeps at least as many sets. So an allowed play is the next one if
/// no play with free jokers that is still to come is better.
#[derive(Debug)]
struct AnotherSet {
    free_rules: NumberSettings,
    objective: Objective,
    solver: NumberSolver,
    /// Allowed plays that are still to be given, with their objective values, the best last.
    pending: Vec<(u32, RatedPlay)>,
}

/// Where plays come from.
#[derive(Debug)]
enum Source {
    Search(Box<Enumeration>),
    /// Openings of one set, the best last.
    SingleSets(Vec<Layout>),
    Exhausted,
}

/// The data of the [`Goal`] with which the search is continued for each play.
#[derive(Debug)]
struct Enumeration {
    supply: Supply,
    weights: Weights,
    table_sets: Vec<TableSet>,
    points: u8,
    budget: u64,
}

impl Enumeration {
    fn goal(&self) -> Goal<'_> {
        let model = Model {
            supply: &self.supply,
            weights: &self.weights,
            table_sets: &self.table_sets,
            explicit_jokers: true,
            may_hold_back: true,
            bounding: None,
        };
        Goal {
            model,
            points: self.points,
            above: self.without_tiles() as i32,
            placed: None,
            any: false,
            budget: self.budget,
        }
    }

    /// The objective value of keeping all sets and placing no tile, which every play exceeds.
    fn without_tiles(&self) -> u32 {
        self.table_sets.len() as u32 * self.weights.kept
    }
}

impl NumberSolver {
    /// All plays in order of merit, each found when it is requested, with this number of nodes for all of them.
    pub(crate) fn plays<'a>(
        &'a mut self,
        position: &NumberPosition<'a>,
        objective: Objective,
        nodes: u64,
    ) -> Plays<'a> {
        self.nodes_expanded = 0;
        let opening = position.must_open(objective);
        let criteria = criteria(position, objective);
        let weights = Weights::new(criteria, position.rack, if opening { 0 } else { position.table.len() });
        let budget = nodes;
        let enumeration = match (opening, position.rules.opening_sets) {
            (true, OpeningSets::One) => Err(single_sets(position, objective)),
            (true, OpeningSets::Any) => {
                let points = position.rules.opening_points.max(1) as u8;
                Ok(Enumeration { supply: Supply::rack(position.rack), weights, table_sets: Vec::new(), points, budget })
            }
            (false, _) => {
                let supply = Supply::new(&position.table.layout().counts(), &position.rack.counts());
                let (weights, table_sets) = (weights.with_kept_sets(), table_sets(position.table));
                Ok(Enumeration { supply, weights, table_sets, points: 0, budget })
            }
        };
        let source = match enumeration {
            Err(sets) => Source::SingleSets(sets),
            Ok(enumeration) if self.engine.begin_plays(&enumeration.goal()) => Source::Search(Box::new(enumeration)),
            Ok(_) => Source::Exhausted,
        };
        let another_set = (!opening && position.restricts_jokers()).then(|| {
            let solver = NumberSolver { budget: nodes, ..NumberSolver::new(None) };
            Box::new(AnotherSet {
                free_rules: with_free_jokers(position.rules),
                objective,
                solver,
                pending: Vec::new(),
            })
        });
        let position = NumberPosition { opened: !opening, ..*position };
        Plays { solver: self, position, source, proof: Proof::Optimal, another_set }
    }
}

impl NumberSolver {
    /// Counts the optimal plays up to a cap. Plays are told apart as [`Plays`] does.
    pub(crate) fn count_best(
        &mut self,
        position: &NumberPosition<'_>,
        objective: Objective,
        cap: usize,
        nodes: u64,
    ) -> Count {
        let mut plays = self.plays(position, objective, nodes);
        let mut best = None;
        let mut counted = 0;
        for play in plays.by_ref() {
            let merit = (play.tiles, play.value, play.points, play.kept);
            if best.is_some_and(|best| best != merit) {
                return Count { plays: counted, all: true };
            }
            if counted == cap {
                return Count { plays: cap, all: false };
            }
            best = Some(merit);
            counted += 1;
        }
        Count { plays: counted, all: plays.proof() == Proof::Optimal }
    }
}

impl Plays<'_> {
    /// [`Proof::Bound`] once the budget has run out: then there may be more plays.
    pub(crate) const fn proof(&self) -> Proof {
        self.proof
    }

    /// The number of nodes expanded so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.solver.nodes_expanded
    }
}

impl Iterator for Plays<'_> {
    type Item = RatedPlay;

    fn next(&mut self) -> Option<RatedPlay> {
        match self.another_set.take() {
            None => self.next_free(),
            Some(mut rule) => {
                let next = self.next_allowed(&mut rule);
                self.another_set = Some(rule);
                next
            }
        }
    }
}

impl Plays<'_> {
    /// The next play that obeys the rule about jokers.
    fn next_allowed(&mut self, rule: &mut AnotherSet) -> Option<RatedPlay> {
        loop {
            let Source::Search(enumeration) = &self.source else { return rule.pending.pop().map(|(_, best)| best) };
            let weights = enumeration.weights.clone();
            let objective = |best: &RatedPlay| {
                best.placed.iter().map(|tile| weights.of(tile)).sum::<u32>() + best.kept * weights.kept
            };
            let free = NumberPosition { rules: &rule.free_rules, ..self.position };
            let Some(best) = self.next_layout().map(|layout| self.solver.best(&free, &layout)) else { continue };
            let bound = objective(&best);
            let found = if is_allowed(&self.position, &best) {
                Some(best)
            } else {
                let position = NumberPosition { rack: &best.placed, ..self.position };
                let (found, proof) = rule.solver.place_all(&position, rule.objective, best.kept);
                if proof == Proof::Bound {
                    (self.source, self.proof) = (Source::Exhausted, Proof::Bound);
                }
                found
            };
            self.solver.nodes_expanded = self.solver.engine.nodes_expanded + rule.solver.nodes_expanded;
            if let Some(best) = found {
                let index = rule.pending.partition_point(|(other, _)| *other < objective(&best));
                rule.pending.insert(index, (objective(&best), best));
            }
            if rule.pending.last().is_some_and(|(objective, _)| *objective >= bound) {
                return rule.pending.pop().map(|(_, best)| best);
            }
        }
    }

    fn next_free(&mut self) -> Option<RatedPlay> {
        let layout = self.next_layout()?;
        Some(if self.position.opened {
            self.solver.best(&self.position, &layout)
        } else {
            self.solver.opening(&self.position, &layout)
        })
    }

    fn next_layout(&mut self) -> Option<Layout> {
        let enumeration = match &mut self.source {
            Source::Exhausted => return None,
            Source::SingleSets(sets) => return sets.pop(),
            Source::Search(enumeration) => enumeration,
        };
        let found = self.solver.engine.next_play(&enumeration.goal());
        self.solver.nodes_expanded = self.solver.engine.nodes_expanded;
        match found {
            Found::Best(_, decisions) => Some(rebuild(self.position.table.layout(), &decisions, 0)),
            Found::Nothing => {
                self.source = Source::Exhausted;
                None
            }
            Found::OutOfBudget(_) => {
                (self.source, self.proof) = (Source::Exhausted, Proof::Bound);
                None
            }
        }
    }
}
