//! The best opening: sets from the rack alone with enough points (N10).

use trinta_core::edition::OpeningSets;
use trinta_core::{Colour, HIGHEST_NUMBER, Laid, Layout, Tile, Tiles};

use crate::answer::{Proof, RatedPlay};
use crate::numbers::colour_graph::Model;
use crate::numbers::node::Goal;
use crate::numbers::rebuild::rebuild;
use crate::numbers::search::Found;
use crate::numbers::supply::Supply;
use crate::numbers::weights::{Criteria, Weights};
use crate::numbers::{NumberPosition, NumberSolver};
use crate::objective::Objective;

impl NumberSolver {
    /// Finds the best opening.
    pub(super) fn open(&mut self, position: &NumberPosition<'_>, objective: Objective) -> (Option<RatedPlay>, Proof) {
        let new_sets = match position.rules.opening_sets {
            OpeningSets::One => Ok(single_sets(position, objective).pop()),
            OpeningSets::Any => self.any_sets(position, objective),
        };
        let (new_sets, proof) = match new_sets {
            Ok(new_sets) => (new_sets, Proof::Optimal),
            Err(incumbent) => (incumbent, Proof::Bound),
        };
        (new_sets.map(|new_sets| self.opening(position, &new_sets)), proof)
    }

    /// Any number of sets from the rack; the error is the incumbent if the budget ran out.
    fn any_sets(
        &mut self,
        position: &NumberPosition<'_>,
        objective: Objective,
    ) -> Result<Option<Layout>, Option<Layout>> {
        let weights = Weights::new(criteria(position, objective), position.rack, 0);
        let supply = Supply::rack(position.rack);
        let goal = Goal {
            model: Model {
                supply: &supply,
                weights: &weights,
                table_sets: &[],
                explicit_jokers: true,
                may_hold_back: false,
                bounding: None,
            },
            points: position.rules.opening_points.max(1) as u8,
            above: 0,
            placed: None,
            any: objective == Objective::Any,
            budget: self.budget,
        };
        let found = self.engine.search(&goal);
        self.nodes_expanded = self.engine.nodes_expanded;
        match found {
            Found::Best(_, decisions) => Ok(Some(rebuild(&Layout::new(), &decisions, 0))),
            Found::Nothing => Ok(None),
            Found::OutOfBudget(best) => Err(best.map(|(_, decisions)| rebuild(&Layout::new(), &decisions, 0))),
        }
    }

    /// The opening that adds these sets to the table.
    pub(super) fn opening(&self, position: &NumberPosition<'_>, new_sets: &Layout) -> RatedPlay {
        let mut layout: Layout = position.table.to_string().parse().unwrap_or_default();
        new_sets.sets().for_each(|set| layout.push(set.iter().copied()));
        self.best(&NumberPosition { opened: false, ..*position }, &layout)
    }
}

/// The criteria of an objective, the points of an opening included.
pub(super) const fn criteria(position: &NumberPosition<'_>, objective: Objective) -> Criteria {
    match objective {
        Objective::Value => Criteria::Value { joker_left: position.joker_left },
        Objective::Opening => Criteria::Points,
        Objective::Tiles | Objective::Score | Objective::Any => Criteria::Tiles,
    }
}

/// The openings of a single set, the best last.
pub(super) fn single_sets(position: &NumberPosition<'_>, objective: Objective) -> Vec<Layout> {
    let rack = position.rack.counts();
    let jokers = usize::from(rack.of(Tile::JOKER));
    let mut found: Vec<((u32, u32), Tiles, Vec<Laid>)> = Vec::new();
    let mut consider = |readings: Vec<Tile>, points: u32| {
        let on_rack: Vec<bool> = readings.iter().map(|&tile| rack.of(tile) > 0).collect();
        let missing = on_rack.iter().filter(|&&on_rack| !on_rack).count();
        if missing > jokers || missing == readings.len() || points < position.rules.opening_points {
            return;
        }
        let piece = |(&tile, &on_rack): (&Tile, &bool)| if on_rack { tile.into() } else { Laid::JOKER };
        let set: Vec<Laid> = readings.iter().zip(&on_rack).map(piece).collect();
        let tiles = readings.len() as u32;
        let laid: Tiles = set.iter().map(|piece| piece.tile()).collect();
        let merit = match objective {
            Objective::Value => (laid.value() + missing as u32 * position.joker_left, tiles),
            Objective::Opening => (tiles, points),
            Objective::Tiles | Objective::Score | Objective::Any => (tiles, laid.value()),
        };
        match found.iter_mut().find(|(_, tiles, _)| *tiles == laid) {
            Some(known) if merit > known.0 => *known = (merit, laid, set),
            Some(_) => (),
            None => found.push((merit, laid, set)),
        }
    };
    for number in 1..=HIGHEST_NUMBER {
        for without in [None, Some(Colour::Black), Some(Colour::Red), Some(Colour::Blue), Some(Colour::Yellow)] {
            let colours = Colour::ALL.into_iter().filter(|&colour| Some(colour) != without);
            let group: Vec<Tile> = colours.filter_map(|colour| Tile::number(colour, number)).collect();
            let points = group.len() as u32 * u32::from(number);
            consider(group, points);
        }
        for colour in Colour::ALL {
            for last in number + 2..=HIGHEST_NUMBER {
                let run: Vec<Tile> = (number..=last).filter_map(|number| Tile::number(colour, number)).collect();
                let points = (u32::from(number)..=u32::from(last)).sum();
                consider(run, points);
            }
        }
    }
    found.sort_by_key(|(merit, ..)| *merit);
    found.into_iter().map(|(_, _, set)| [set].into_iter().collect()).collect()
}
