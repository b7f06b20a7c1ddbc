//! Rebuilds a table from a solution of the integer program.

use std::collections::BTreeMap;

use trinta_core::{Laid, Layout, Tile, Tiles};

use crate::position::BenchPosition;
use crate::reference::model::Solution;

/// A set under construction: the reading of each piece, and whether it is that tile or a joker.
struct OpenSet {
    tiles: Vec<Tile>,
    is_tile: Vec<bool>,
}

/// Lays the sets of a solution; none if one of them would consist of jokers alone.
pub(super) fn lay(position: &BenchPosition, solution: &Solution) -> Option<Layout> {
    let mut left: BTreeMap<Tile, i32> = BTreeMap::new();
    for &tile in solution.sets.iter().flatten() {
        *left.entry(tile).or_default() += 1;
    }
    for &tile in &solution.jokers {
        *left.entry(tile).or_default() -= 1;
    }
    let mut sets: Vec<OpenSet> =
        solution.sets.iter().map(|set| OpenSet { tiles: set.clone(), is_tile: vec![false; set.len()] }).collect();
    for set in 0..sets.len() {
        if !augment(&mut sets, &mut left, set, &mut Vec::new()) {
            return None;
        }
    }
    for set in &mut sets {
        for index in 0..set.tiles.len() {
            if !set.is_tile[index] && take(&mut left, set.tiles[index]) {
                set.is_tile[index] = true;
            }
        }
    }
    let mut layout: Layout = sets.iter().map(OpenSet::pieces).collect();
    for set in &solution.whole_sets {
        layout.push(set.iter().copied().map(Laid::from));
    }
    let mut kept = solution.kept.clone();
    for old in position.table.sets() {
        let tiles: Tiles = old.iter().map(|piece| piece.tile()).collect();
        if let Some(index) = kept.iter().position(|other| *other == tiles) {
            kept.swap_remove(index);
            layout.push(old.iter().copied());
        }
    }
    Some(layout)
}

fn take(left: &mut BTreeMap<Tile, i32>, tile: Tile) -> bool {
    let count = left.entry(tile).or_default();
    let is_available = *count > 0;
    *count -= i32::from(is_available);
    is_available
}

/// Gives a set one tile of its own, if necessary along an augmenting path: a tile of another set, which gets another one.
fn augment(sets: &mut [OpenSet], left: &mut BTreeMap<Tile, i32>, set: usize, tried: &mut Vec<Tile>) -> bool {
    for index in 0..sets[set].tiles.len() {
        if take(left, sets[set].tiles[index]) {
            sets[set].is_tile[index] = true;
            return true;
        }
    }
    for index in 0..sets[set].tiles.len() {
        let tile = sets[set].tiles[index];
        if tried.contains(&tile) {
            continue;
        }
        tried.push(tile);
        let holders: Vec<(usize, usize)> = (0..sets.len())
            .flat_map(|other| (0..sets[other].tiles.len()).map(move |index| (other, index)))
            .filter(|&(other, index)| sets[other].tiles[index] == tile && sets[other].is_tile[index])
            .collect();
        for (other, other_index) in holders {
            sets[other].is_tile[other_index] = false;
            if augment(sets, left, other, tried) {
                sets[set].is_tile[index] = true;
                return true;
            }
            sets[other].is_tile[other_index] = true;
        }
    }
    false
}

impl OpenSet {
    fn pieces(&self) -> Vec<Laid> {
        let colour = |index: usize| self.tiles[index].as_number().map(|face| face.0);
        let is_run = colour(0) == colour(1);
        let piece = |(&tile, &is_tile): (&Tile, &bool)| match (is_tile, is_run) {
            (true, _) => tile.into(),
            (false, true) => Laid::joker_as(tile),
            (false, false) => Laid::JOKER,
        };
        self.tiles.iter().zip(&self.is_tile).map(piece).collect()
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::{Table, TileSet};

    use super::*;

    fn solution(sets: &[&str], jokers: &str) -> Solution {
        let tiles = |text: &str| text.split(' ').map(|tile| tile.parse().unwrap()).collect::<Vec<Tile>>();
        Solution { sets: sets.iter().map(|set| tiles(set)).collect(), jokers: tiles(jokers), ..Solution::default() }
    }

    fn laid(sets: &[&str], jokers: &str) -> Option<String> {
        let position = BenchPosition { tile_set: TileSet::Large, table: Table::new(), rack: Tiles::new() };
        lay(&position, &solution(sets, jokers)).map(|layout| layout.to_string())
    }

    #[test]
    fn every_set_gets_a_tile_of_its_own() {
        // The first set could take the only r3 and leave none to the second.
        let sets = ["r1 r2 r3", "r3 r4 r5"];
        assert_eq!(laid(&sets, "r3 r4 r5 r2").as_deref(), Some("r1 *r2 *r3 | r3 *r4 *r5"));
        assert_eq!(laid(&["r3 r4 r5", "k3 r3 b3"], "r4 r5 k3 b3").as_deref(), Some("r3 *r4 *r5 | * r3 *"));
        assert_eq!(laid(&["r1 r2 r3"], "r1 r2 r3"), None);
        assert_eq!(laid(&["r3 r4 r5", "r3 k3 b3"], "r3 r4 r5 k3").as_deref(), Some("r3 *r4 *r5 | * * b3"));
    }
}
