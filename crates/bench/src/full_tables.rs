//! Nearly the whole box in play: the largest positions there can be.

use trinta_core::{Colour, HIGHEST, Tile, TileSet, Tiles};
use trinta_testkit::Dice;

use crate::question::Question;
use crate::sets::{Set, jokers_in, lay};

/// The fewest tiles on the rack.
const RACK: usize = 10;

/// Every tile of the box lies on the table or the rack, so that everything can be placed.
pub(crate) fn whole_box(dice: &mut Dice, tile_set: TileSet) -> Question {
    let (sets, rack) = take_apart(dice, tile_set);
    Question { tile_set, table: lay(&sets), rack: Tiles::from(rack) }
}

/// The whole box but for a few tiles that somebody else holds, so that hardly ever everything can be placed: how much
/// can be is hard to prove, because nothing obvious stands in the way.
pub(crate) fn all_but_a_few(dice: &mut Dice, tile_set: TileSet) -> Question {
    let (sets, mut rack) = take_apart(dice, tile_set);
    dice.shuffle(&mut rack);
    rack.truncate(rack.len() - 1 - dice.below(3));
    Question { tile_set, table: lay(&sets), rack: Tiles::from(rack) }
}

/// Parts the box into sets, puts the jokers among them, and takes sets and spare tiles away for the rack.
pub(crate) fn take_apart(dice: &mut Dice, tile_set: TileSet) -> (Vec<Set>, Vec<Tile>) {
    let mut sets: Vec<Set> = (0..copies(tile_set)).flat_map(|_| part_one_copy(dice)).collect();
    dice.shuffle(&mut sets);
    let mut rack = Vec::new();
    for _ in 0..jokers_in(tile_set) {
        let place = dice.below(sets.len());
        rack.push(sets[place].replace(dice).unwrap_or(Tile::JOKER));
    }
    let size = RACK + dice.below(15);
    while rack.len() < size {
        let place = dice.below(sets.len());
        if dice.chance(20) {
            rack.extend(sets.swap_remove(place).pieces());
        } else {
            rack.extend(sets[place].spare(dice));
        }
    }
    (sets, rack)
}

fn copies(tile_set: TileSet) -> u8 {
    tile_set.copies(Set::group(1).tiles[0])
}

/// Parts one copy of each number tile into sets: groups between two numbers, runs below and above.
fn part_one_copy(dice: &mut Dice) -> Vec<Set> {
    let bounds: Vec<(u8, u8)> = (1..=HIGHEST + 1)
        .flat_map(|first| (first..=HIGHEST + 1).map(move |end| (first, end)))
        .filter(|&(first, end)| ![1, 2].contains(&(first - 1)) && ![1, 2].contains(&(HIGHEST + 1 - end)))
        .collect();
    let (first, end) = dice.pick(&bounds).expect("there are ways to part the numbers");
    let mut sets: Vec<Set> = (first..end).map(Set::group).collect();
    for colour in Colour::ALL {
        for (low, high) in [(1, first - 1), (end, HIGHEST)] {
            part_run(dice, colour, low, high, &mut sets);
        }
    }
    sets
}

/// Parts a run into shorter ones.
fn part_run(dice: &mut Dice, colour: Colour, mut low: u8, high: u8, sets: &mut Vec<Set>) {
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

    fn tiles(question: &Question) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = question.table.layout().tiles().chain(question.rack.iter()).collect();
        tiles.sort_unstable();
        tiles
    }

    #[test]
    fn the_whole_box_is_in_play() {
        for seed in 0..200 {
            for tile_set in [TileSet::Classic, TileSet::Large] {
                let mut dice = Dice::new(seed);
                assert_eq!(tiles(&whole_box(&mut dice, tile_set)), tile_set.tiles());
                let question = all_but_a_few(&mut dice, tile_set);
                assert_eq!(tile_set.excess(tiles(&question)), None);
                assert!((tile_set.size() - 3..tile_set.size()).contains(&tiles(&question).len()));
            }
        }
    }
}
