//! Tables of random sets with a random rack, also such as no sensible game leads to.

use trinta_core::{Counts, Tile, TileSet, Tiles};
use trinta_testkit::Dice;

use crate::position::BenchPosition;
use crate::sets::{Set, any_set, lay};

/// The largest rack.
const MAX_RACK: usize = 20;

/// A random table and rack with this number of jokers in play.
pub(crate) fn deal(dice: &mut Dice, tile_set: TileSet, jokers: usize) -> BenchPosition {
    let mut left: Counts = tile_set.tiles().into_iter().filter(|tile| !tile.is_joker()).collect();
    let wanted = 3 + dice.below(tile_set.size() * 4 / 5);
    let mut sets = lay_sets(dice, &mut left, wanted);
    let mut rack = Vec::new();
    for _ in 0..jokers {
        let set = dice.below(sets.len());
        // In games too, most jokers are on the table.
        match if dice.chance(70) { sets[set].replace(dice) } else { None } {
            Some(tile) => left.add(tile),
            None => rack.push(Tile::JOKER),
        }
    }
    let mut box_left: Vec<Tile> =
        tile_set.kinds().flat_map(|tile| std::iter::repeat_n(tile, usize::from(left.of(tile)))).collect();
    dice.shuffle(&mut box_left);
    let size = (1 + dice.below(MAX_RACK)).max(rack.len());
    let more = size - rack.len();
    rack.extend(box_left.into_iter().take(more));
    BenchPosition { tile_set, table: lay(&sets), rack: Tiles::from(rack) }
}

/// Random sets from the tiles that are left, until `wanted` tiles are laid or hardly any set is possible any more.
fn lay_sets(dice: &mut Dice, left: &mut Counts, wanted: usize) -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    let (mut laid, mut misses) = (0, 0);
    while (laid < wanted && misses < 300) || sets.is_empty() {
        let set = any_set(dice);
        if set.tiles.iter().all(|&tile| left.of(tile) > 0) {
            for &tile in &set.tiles {
                left.take(tile);
            }
            laid += set.tiles.len();
            sets.push(set);
        } else {
            misses += 1;
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tile_is_dealt_more_often_than_it_is_in_the_box() {
        for seed in 0..300 {
            for (tile_set, max_jokers) in [(TileSet::Classic, 2), (TileSet::Large, 4)] {
                let jokers = seed as usize % (max_jokers + 1);
                let position = deal(&mut Dice::new(seed), tile_set, jokers);
                assert_eq!(position.jokers(), jokers, "{position}");
                assert!(!position.rack.is_empty() && !position.table.is_empty());
                let tiles = position.table.layout().tiles().chain(position.rack.iter());
                assert_eq!(tile_set.excess(tiles), None, "{position}");
            }
        }
    }
}
