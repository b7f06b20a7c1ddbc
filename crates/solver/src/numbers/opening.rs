//! The best opening: from the rack alone, worth enough (N10).

use trinta_core::edition::OpeningSets;
use trinta_core::{Colour, HIGHEST, Laid, Layout, Tile, Tiles};

use crate::numbers::columns::Plan;
use crate::numbers::rebuild::rebuild;
use crate::numbers::search::Found;
use crate::numbers::situation::Goal;
use crate::numbers::supply::Supply;
use crate::numbers::worth::{Order, Worth};
use crate::numbers::{Answer, Best, Objective, Position, Proof, Solver};

impl Solver {
    /// Finds the best opening.
    pub(super) fn open(&mut self, position: &Position<'_>, objective: Objective) -> Answer {
        let new_sets = match position.rules.opening_sets {
            OpeningSets::One => Ok(single_sets(position, objective).pop()),
            OpeningSets::Any => self.any_sets(position, objective),
        };
        let (new_sets, proof) = match new_sets {
            Ok(new_sets) => (new_sets, Proof::Optimal),
            Err(best_so_far) => (best_so_far, Proof::Bound),
        };
        Answer { best: new_sets.map(|new_sets| self.opening(position, &new_sets)), proof }
    }

    /// Any number of sets from the rack; the error is the best when the budget ran out.
    fn any_sets(&mut self, position: &Position<'_>, objective: Objective) -> Result<Option<Layout>, Option<Layout>> {
        let worth = Worth::new(order(position, objective), position.rack, 0);
        let supply = Supply::rack(position.rack);
        let goal = Goal {
            plan: Plan { supply: &supply, worth: &worth, old: &[], thorough: true, holding: false, lure: None },
            points: position.rules.opening_points.max(1) as u8,
            above: 0,
            at_most: None,
            any: objective == Objective::Any,
            budget: self.budget.unwrap_or(u64::MAX),
        };
        let found = self.engine.search(&goal);
        self.looked_at = self.engine.looked_at;
        match found {
            Found::Best(_, chosen) => Ok(Some(rebuild(&Layout::new(), &chosen, 0))),
            Found::Nothing => Ok(None),
            Found::OutOfBudget(best) => Err(best.map(|(_, chosen)| rebuild(&Layout::new(), &chosen, 0))),
        }
    }

    /// The opening that lays these sets beside the table.
    pub(super) fn opening(&self, position: &Position<'_>, new_sets: &Layout) -> Best {
        let mut layout: Layout = position.table.to_string().parse().unwrap_or_default();
        new_sets.sets().for_each(|set| layout.push(set.iter().copied()));
        self.best(&Position { opened: false, ..*position }, &layout)
    }
}

/// What an opening is asked for.
pub(super) const fn order(position: &Position<'_>, objective: Objective) -> Order {
    match objective {
        Objective::Value => Order::Value { joker_left: position.joker_left },
        Objective::Opening => Order::Points,
        Objective::Tiles | Objective::Any => Order::Tiles,
    }
}

/// Single sets that open, the best last.
pub(super) fn single_sets(position: &Position<'_>, objective: Objective) -> Vec<Layout> {
    let rack = position.rack.counts();
    let jokers = usize::from(rack.of(Tile::JOKER));
    let mut found: Vec<((u32, u32), Tiles, Vec<Laid>)> = Vec::new();
    let mut offer = |wanted: Vec<Tile>, points: u32| {
        let have: Vec<bool> = wanted.iter().map(|&tile| rack.of(tile) > 0).collect();
        let missing = have.iter().filter(|&&have| !have).count();
        if missing > jokers || missing == wanted.len() || points < position.rules.opening_points {
            return;
        }
        let set: Vec<Laid> =
            wanted.iter().zip(&have).map(|(&tile, &have)| if have { tile.into() } else { Laid::JOKER }).collect();
        let tiles = wanted.len() as u32;
        let laid: Tiles = set.iter().map(|piece| piece.tile()).collect();
        let merit = match objective {
            Objective::Value => (laid.value() + missing as u32 * position.joker_left, tiles),
            Objective::Opening => (tiles, points),
            Objective::Tiles | Objective::Any => (tiles, laid.value()),
        };
        match found.iter_mut().find(|(_, tiles, _)| *tiles == laid) {
            Some(known) if merit > known.0 => *known = (merit, laid, set),
            Some(_) => (),
            None => found.push((merit, laid, set)),
        }
    };
    for number in 1..=HIGHEST {
        for without in [None, Some(Colour::Black), Some(Colour::Red), Some(Colour::Blue), Some(Colour::Yellow)] {
            let colours = Colour::ALL.into_iter().filter(|&colour| Some(colour) != without);
            let group: Vec<Tile> = colours.filter_map(|colour| Tile::number(colour, number)).collect();
            let points = group.len() as u32 * u32::from(number);
            offer(group, points);
        }
        for colour in Colour::ALL {
            for last in number + 2..=HIGHEST {
                let run: Vec<Tile> = (number..=last).filter_map(|number| Tile::number(colour, number)).collect();
                let points = (u32::from(number)..=u32::from(last)).sum();
                offer(run, points);
            }
        }
    }
    found.sort_by_key(|(merit, ..)| *merit);
    found.into_iter().map(|(_, _, set)| [set].into_iter().collect()).collect()
}
