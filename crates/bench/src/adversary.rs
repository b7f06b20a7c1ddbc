//! A search for positions that are hard for our solver.
//!
//! A local search starts from a nearly full table, makes small random changes, and accepts each that does not make the
//! position easier. The results are stored in `hardest.jsonl` and form a class of their own, so that the worst case is
//! known.

use trinta_core::{Tile, TileSet, Tiles};
use trinta_solver::{Budget, Solver};
use trinta_testkit::Dice;

use crate::full_tables::partition_box;
use crate::position::BenchPosition;
use crate::ranking::Ranking;
use crate::sets::{Set, any_set, lay};
use crate::stopwatch::timed;

/// The largest rack: larger than in any sensible game.
const MAX_RACK: usize = 30;

/// A position that the search changes.
#[derive(Debug, Clone)]
struct Candidate {
    sets: Vec<Set>,
    rack: Vec<Tile>,
    /// Tiles in the pool or on other racks.
    elsewhere: Vec<Tile>,
}

/// The hardest position found in this many changes, and the time that our solver needs for it, in microseconds.
#[must_use]
pub fn find_hard_position(seed: u64, tile_set: TileSet, changes: usize) -> (BenchPosition, f64) {
    let mut dice = Dice::new(seed);
    let mut solver = Solver::new();
    let (sets, rack) = partition_box(&mut dice, tile_set);
    let mut candidate = Candidate { sets, rack, elsewhere: Vec::new() };
    let mut known = solve_time(&mut solver, &candidate.position(tile_set));
    for _ in 0..changes {
        let mut other = candidate.clone();
        other.change(&mut dice);
        if other.sets.is_empty() || other.rack.is_empty() || other.rack.len() > MAX_RACK {
            continue;
        }
        let time = solve_time(&mut solver, &other.position(tile_set));
        if time >= known {
            (candidate, known) = (other, time);
        }
    }
    (candidate.position(tile_set), known)
}

/// The shorter of two measured times, in microseconds: other load on the machine only lengthens them.
fn solve_time(solver: &mut Solver, position: &BenchPosition) -> f64 {
    let mut time = || timed(|| solver.solve(&position.position(), Ranking::Tiles.objective(), Budget::UNLIMITED)).1;
    time().min(time()).as_secs_f64() * 1e6
}

impl Candidate {
    fn position(&self, tile_set: TileSet) -> BenchPosition {
        BenchPosition { tile_set, table: lay(&self.sets), rack: Tiles::from(self.rack.clone()) }
    }

    /// A random change, which may have no effect.
    fn change(&mut self, dice: &mut Dice) {
        match dice.below(6) {
            0 => self.rack.extend(take_one(dice, &mut self.elsewhere)),
            1 => self.elsewhere.extend(take_one(dice, &mut self.rack)),
            2 => {
                let (out, back) = (take_one(dice, &mut self.rack), take_one(dice, &mut self.elsewhere));
                self.elsewhere.extend(out);
                self.rack.extend(back);
            }
            3 => {
                let set = dice.below(self.sets.len());
                let tile = self.sets[set].take_spare_tile(dice);
                if dice.chance(50) { self.rack.extend(tile) } else { self.elsewhere.extend(tile) }
            }
            4 => self.replace_by_joker(dice),
            _ => self.exchange_sets(dice),
        }
    }

    /// Exchanges a tile on the table for a joker from the rack, or else from elsewhere.
    fn replace_by_joker(&mut self, dice: &mut Dice) {
        let from = if self.rack.contains(&Tile::JOKER) { &mut self.rack } else { &mut self.elsewhere };
        let Some(joker) = from.iter().position(|tile| tile.is_joker()) else { return };
        let set = dice.below(self.sets.len());
        if let Some(tile) = self.sets[set].replace(dice) {
            from[joker] = tile;
        }
    }

    /// Removes one or two sets from the table, and adds random sets made of the tiles elsewhere.
    fn exchange_sets(&mut self, dice: &mut Dice) {
        for _ in 0..=dice.below(2) {
            if self.sets.len() > 1 {
                let set = dice.below(self.sets.len());
                self.elsewhere.extend(self.sets.swap_remove(set).pieces());
            }
        }
        for _ in 0..40 {
            let set = any_set(dice);
            let mut left = self.elsewhere.clone();
            let fits = set.tiles.iter().all(|tile| {
                let index = left.iter().position(|other| other == tile);
                index.map(|index| left.swap_remove(index)).is_some()
            });
            if fits {
                self.elsewhere = left;
                self.sets.push(set);
            }
        }
    }
}

fn take_one(dice: &mut Dice, tiles: &mut Vec<Tile>) -> Option<Tile> {
    let index = dice.below(tiles.len());
    (!tiles.is_empty()).then(|| tiles.swap_remove(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_conserve_tiles() {
        for seed in 0..20 {
            for tile_set in [TileSet::Classic, TileSet::Large] {
                let mut dice = Dice::new(seed);
                let (sets, rack) = partition_box(&mut dice, tile_set);
                let mut candidate = Candidate { sets, rack, elsewhere: Vec::new() };
                for _ in 0..200 {
                    candidate.change(&mut dice);
                    let table = candidate.position(tile_set).table;
                    let mut tiles: Vec<Tile> = table
                        .layout()
                        .tiles()
                        .chain(candidate.rack.iter().copied())
                        .chain(candidate.elsewhere.clone())
                        .collect();
                    tiles.sort_unstable();
                    assert_eq!(tiles, tile_set.tiles());
                }
            }
        }
    }
}
