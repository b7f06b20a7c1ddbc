//! Looks for positions that are hard for our solver.
//!
//! From a nearly full table, small changes at random, each kept when the position has not become easier. What is found
//! is stored in `hardest.jsonl` and is one of the classes, so that the worst case is known.

use trinta_core::{Tile, TileSet, Tiles};
use trinta_solver::numbers::Solver;
use trinta_testkit::Dice;

use crate::aim::Aim;
use crate::full_tables::take_apart;
use crate::question::Question;
use crate::sets::{Set, any_set, lay};
use crate::stopwatch::timed;

/// The most tiles on the rack: more than anybody holds in a sensible game.
const FULLEST_RACK: usize = 30;

/// A position being changed.
#[derive(Debug, Clone)]
struct Draft {
    sets: Vec<Set>,
    rack: Vec<Tile>,
    /// What is in the pool or on other racks.
    elsewhere: Vec<Tile>,
}

/// The hardest position that so many changes lead to, and how many microseconds it takes our solver.
#[must_use]
pub fn look_for_a_hard_one(seed: u64, tile_set: TileSet, changes: usize) -> (Question, f64) {
    let mut dice = Dice::new(seed);
    let mut solver = Solver::new();
    let (sets, rack) = take_apart(&mut dice, tile_set);
    let mut draft = Draft { sets, rack, elsewhere: Vec::new() };
    let mut known = effort(&mut solver, &draft.question(tile_set));
    for _ in 0..changes {
        let mut other = draft.clone();
        other.change(&mut dice);
        if other.sets.is_empty() || other.rack.is_empty() || other.rack.len() > FULLEST_RACK {
            continue;
        }
        let time = effort(&mut solver, &other.question(tile_set));
        if time >= known {
            (draft, known) = (other, time);
        }
    }
    (draft.question(tile_set), known)
}

/// The shorter of two times, because whatever disturbs makes them longer.
fn effort(solver: &mut Solver, question: &Question) -> f64 {
    let mut time = || timed(|| solver.solve(&question.position(), Aim::Tiles.objective())).1;
    time().min(time()).as_secs_f64() * 1e6
}

impl Draft {
    fn question(&self, tile_set: TileSet) -> Question {
        Question { tile_set, table: lay(&self.sets), rack: Tiles::from(self.rack.clone()) }
    }

    /// Changes something; now and then that comes to nothing.
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
                let place = dice.below(self.sets.len());
                let tile = self.sets[place].spare(dice);
                if dice.chance(50) { self.rack.extend(tile) } else { self.elsewhere.extend(tile) }
            }
            4 => self.lay_a_joker(dice),
            _ => self.lay_others(dice),
        }
    }

    /// A joker takes the place of a tile on the table.
    fn lay_a_joker(&mut self, dice: &mut Dice) {
        let from = if self.rack.contains(&Tile::JOKER) { &mut self.rack } else { &mut self.elsewhere };
        let Some(joker) = from.iter().position(|tile| tile.is_joker()) else { return };
        let place = dice.below(self.sets.len());
        if let Some(tile) = self.sets[place].replace(dice) {
            from[joker] = tile;
        }
    }

    /// A set or two leave the table, and others that are possible come.
    fn lay_others(&mut self, dice: &mut Dice) {
        for _ in 0..=dice.below(2) {
            if self.sets.len() > 1 {
                let place = dice.below(self.sets.len());
                self.elsewhere.extend(self.sets.swap_remove(place).pieces());
            }
        }
        for _ in 0..40 {
            let set = any_set(dice);
            let mut left = self.elsewhere.clone();
            let fits = set.tiles.iter().all(|tile| {
                let place = left.iter().position(|other| other == tile);
                place.map(|place| left.swap_remove(place)).is_some()
            });
            if fits {
                self.elsewhere = left;
                self.sets.push(set);
            }
        }
    }
}

fn take_one(dice: &mut Dice, tiles: &mut Vec<Tile>) -> Option<Tile> {
    let place = dice.below(tiles.len());
    (!tiles.is_empty()).then(|| tiles.swap_remove(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_keep_the_box_whole() {
        for seed in 0..20 {
            for tile_set in [TileSet::Classic, TileSet::Large] {
                let mut dice = Dice::new(seed);
                let (sets, rack) = take_apart(&mut dice, tile_set);
                let mut draft = Draft { sets, rack, elsewhere: Vec::new() };
                for _ in 0..200 {
                    draft.change(&mut dice);
                    let table = draft.question(tile_set).table;
                    let mut tiles: Vec<Tile> = table
                        .layout()
                        .tiles()
                        .chain(draft.rack.iter().copied())
                        .chain(draft.elsewhere.clone())
                        .collect();
                    tiles.sort_unstable();
                    assert_eq!(tiles, tile_set.tiles());
                }
            }
        }
    }
}
