//! The largest possible positions: nearly the whole box is in play.

use trinta_core::{Colour, HIGHEST_NUMBER, Tile, TileSet, Tiles};
use trinta_testkit::Dice;

use crate::position::BenchPosition;
use crate::sets::{Set, jokers_in, lay};

/// The smallest rack.
const MIN_RACK: usize = 10;

/// Every tile of the box is on the table or the rack, so that everything can be placed.
pub(crate) fn whole_box(dice: &mut Dice, tile_set: TileSet) -> BenchPosition {
    let (sets, rack) = partition_box(dice, tile_set);
    BenchPosition { tile_set, table: lay(&sets), rack: Tiles::from(rack) }
}

/// The whole box without one to three tiles, so that hardly ever everything can be placed. The optimum is hard to prove,
/// because nothing obvious prevents a better play.
pub(crate) fn all_but_a_few(dice: &mut Dice, tile_set: TileSet) -> BenchPosition {
    let (sets, mut rack) = partition_box(dice, tile_set);
    dice.shuffle(&mut rack);
    rack.truncate(rack.len() - 1 - dice.below(3));
    BenchPosition { tile_set, table: lay(&sets), rack: Tiles::from(rack) }
}

/// Partitions the box into sets with jokers, and moves some sets and spare tiles to the rack.
pub(crate) fn partition_box(dice: &mut Dice, tile_set: TileSet) -> (Vec<Set>, Vec<Tile>) {
    let mut sets: Vec<Set> = (0..copies(tile_set)).flat_map(|_| partition_copy(dice)).collect();
    dice.shuffle(&mut sets);
    let mut rack = Vec::new();
    for _ in 0..jokers_in(tile_set) {
        let set = dice.below(sets.len());
        rack.push(sets[set].replace(dice).unwrap_or(Tile::JOKER));
    }
    let size = MIN_RACK + dice.below(15);
    while rack.len() < size {
        let set = dice.below(sets.len());
        if dice.chance(20) {
            rack.extend(sets.swap_remove(set).pieces());
        } else {
            rack.extend(sets[set].take_spare_tile(dice));
        }
    }
    (sets, rack)
}

fn copies(tile_set: TileSet) -> u8 {
    tile_set.copies(Set::group(1).tiles[0])
}

/// Partitions one copy of each number tile into sets: groups for a range of numbers, runs below and above it.
fn partition_copy(dice: &mut Dice) -> Vec<Set> {
    let bounds: Vec<(u8, u8)> = (1..=HIGHEST_NUMBER + 1)
        .flat_map(|first| (first..=HIGHEST_NUMBER + 1).map(move |end| (first, end)))
        .filter(|&(first, end)| ![1, 2].contains(&(first - 1)) && ![1, 2].contains(&(HIGHEST_NUMBER + 1 - end)))
        .collect();
    let (first, end) = dice.pick(&bounds).expect("there are partitions");
    let mut sets: Vec<Set> = (first..end).map(Set::group).collect();
    for colour in Colour::ALL {
        for (low, high) in [(1, first - 1), (end, HIGHEST_NUMBER)] {
            split_run(dice, colour, low, high, &mut sets);
        }
    }
    sets
}

/// Splits a run into shorter ones.
fn split_run(dice: &mut Dice, colour: Colour, mut low: u8, high: u8, sets: &mut Vec<Set>) {
    while low <= high {
        let length = high - low + 1;
        let piece = if length >= 6 && dice.chance(80) { 3 + dice.below(usize::from(length - 5)) as u8 } else { length };
        sets.push(Set::run(colour, low, low + piece - 1));
        low += piece;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(position: &BenchPosition) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = position.table.layout().tiles().chain(position.rack.iter()).collect();
        tiles.sort_unstable();
        tiles
    }

    #[test]
    fn the_whole_box_is_in_play() {
        for seed in 0..200 {
            for tile_set in [TileSet::Classic, TileSet::Large] {
                let mut dice = Dice::new(seed);
                assert_eq!(tiles(&whole_box(&mut dice, tile_set)), tile_set.tiles());
                let position = all_but_a_few(&mut dice, tile_set);
                assert_eq!(tile_set.excess(tiles(&position)), None);
                assert!((tile_set.size() - 3..tile_set.size()).contains(&tiles(&position).len()));
            }
        }
    }
}
