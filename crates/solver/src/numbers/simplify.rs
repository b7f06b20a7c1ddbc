//! Simpler plays of equal value: people prefer plays that only extend sets of the table and break none.

use trinta_core::{HIGHEST_NUMBER, Laid, Layout, Tile, Tiles, numbers};

use crate::numbers::colour_graph::Model;
use crate::numbers::node::Goal;
use crate::numbers::rebuild::rebuild;
use crate::numbers::search::{Engine, Found};
use crate::numbers::supply::Supply;
use crate::numbers::weights::{Criteria, Weights};
use crate::numbers::{NumberPosition, NumberSolver};

/// The number of additions to try before giving up.
const MAX_TRIES: u32 = 100;

impl NumberSolver {
    /// A table with the same tiles on which at most `max_extended` sets are extended and none is broken, if there is
    /// one.
    pub(super) fn extend_sets(
        &mut self,
        position: &NumberPosition<'_>,
        placed: &Tiles,
        max_extended: u32,
    ) -> Option<Layout> {
        let sets: Vec<Vec<Laid>> = position.table.sets().map(<[Laid]>::to_vec).collect();
        let lengths: Vec<usize> = sets.iter().map(Vec::len).collect();
        let mut extension =
            Extension { engine: &mut self.auxiliary, sets, lengths, extendable: max_extended, tries: MAX_TRIES };
        extension.add(placed.as_slice())
    }
}

/// A table whose sets are extended.
struct Extension<'a> {
    engine: &'a mut Engine,
    sets: Vec<Vec<Laid>>,
    /// The lengths of the sets before the play.
    lengths: Vec<usize>,
    /// The number of sets that may still be extended.
    extendable: u32,
    tries: u32,
}

impl Extension<'_> {
    /// Adds all these tiles to sets, or makes new sets of the rest.
    fn add(&mut self, tiles: &[Tile]) -> Option<Layout> {
        if let Some(new_sets) = self.new_sets(tiles) {
            return Some(self.sets.iter().cloned().chain(new_sets.sets().map(<[Laid]>::to_vec)).collect());
        }
        for index in 0..tiles.len() {
            if index > 0 && tiles[index] == tiles[index - 1] {
                continue;
            }
            let tile = tiles[index];
            let others = [&tiles[..index], &tiles[index + 1..]].concat();
            for set in 0..self.sets.len() {
                let first = self.sets[set].len() == self.lengths[set];
                if first && self.extendable == 0 {
                    continue;
                }
                self.tries = self.tries.checked_sub(1)?;
                self.sets[set].push(tile.into());
                self.extendable -= u32::from(first);
                if numbers::read(&self.sets[set]).is_ok()
                    && let Some(layout) = self.add(&others)
                {
                    return Some(layout);
                }
                self.extendable += u32::from(first);
                self.sets[set].pop();
            }
        }
        None
    }

    /// Sets of exactly these tiles, if there are any.
    fn new_sets(&mut self, tiles: &[Tile]) -> Option<Layout> {
        match tiles.len() {
            0 => return Some(Layout::new()),
            1 | 2 => return None,
            _ if !each_could_be_in_a_set(tiles) => return None,
            _ => (),
        }
        let tiles: Tiles = tiles.iter().copied().collect();
        let (supply, weights) = (Supply::rack(&tiles), Weights::new(Criteria::Tiles, &tiles, 0));
        let all: u32 = tiles.iter().map(|tile| weights.of(tile)).sum();
        self.engine.new_sets(&supply, &weights, all)
    }
}

impl Engine {
    /// New sets of these tiles with at least the given objective value, if there are any.
    pub(super) fn new_sets(&mut self, supply: &Supply, weights: &Weights, min_objective: u32) -> Option<Layout> {
        let model =
            Model { supply, weights, table_sets: &[], explicit_jokers: true, may_hold_back: false, bounding: None };
        let above = (min_objective - weights.unit()) as i32;
        let goal = Goal { model, points: 0, above, placed: None, any: true, budget: u64::MAX };
        match self.search(&goal) {
            Found::Best(_, decisions) => Some(rebuild(&Layout::new(), &decisions, 0)),
            Found::Nothing | Found::OutOfBudget(_) => None,
        }
    }
}

/// A quick necessary condition: whether each tile could be in a set of some of these tiles.
fn each_could_be_in_a_set(tiles: &[Tile]) -> bool {
    let jokers = tiles.iter().filter(|tile| tile.is_joker()).count();
    let mut colours = [0_u8; 16];
    for (colour, number) in tiles.iter().filter_map(|tile| tile.as_number()) {
        colours[usize::from(number)] |= 1 << colour as u8;
    }
    tiles.iter().filter_map(|tile| tile.as_number()).all(|(colour, number)| {
        let number = usize::from(number);
        let has = |number: usize| usize::from(colours[number] >> colour as u8 & 1);
        let in_run = |first: usize| {
            first >= 1
                && first + 2 <= usize::from(HIGHEST_NUMBER)
                && (first..first + 3).map(has).sum::<usize>() + jokers >= 3
        };
        colours[number].count_ones() as usize + jokers >= 3 || (number.saturating_sub(2)..=number).any(in_run)
    })
}
