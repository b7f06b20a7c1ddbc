//! Tables of random sets with a random rack: what no sensible game leads to is there too.

use trinta_core::{Counts, Tile, TileSet, Tiles};
use trinta_testkit::Dice;

use crate::question::Question;
use crate::sets::{Set, any_set, lay};

/// The most tiles on the rack.
const FULLEST_RACK: usize = 20;

/// A random table and rack with so many jokers in play.
pub(crate) fn deal(dice: &mut Dice, tile_set: TileSet, jokers: usize) -> Question {
    let mut left: Counts = tile_set.tiles().into_iter().filter(|tile| !tile.is_joker()).collect();
    let wanted = 3 + dice.below(tile_set.size() * 4 / 5);
    let mut sets = lay_sets(dice, &mut left, wanted);
    let mut rack = Vec::new();
    for _ in 0..jokers {
        let place = dice.below(sets.len());
        // Jokers come to lie on the table sooner or later.
        match if dice.chance(70) { sets[place].replace(dice) } else { None } {
            Some(tile) => left.add(tile),
            None => rack.push(Tile::JOKER),
        }
    }
    let mut box_left: Vec<Tile> =
        tile_set.kinds().flat_map(|tile| std::iter::repeat_n(tile, usize::from(left.of(tile)))).collect();
    dice.shuffle(&mut box_left);
    let size = (1 + dice.below(FULLEST_RACK)).max(rack.len());
    let more = size - rack.len();
    rack.extend(box_left.into_iter().take(more));
    Question { tile_set, table: lay(&sets), rack: Tiles::from(rack) }
}

/// Sets that fit into the box until so many tiles lie there, or nothing seems to fit any more.
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
    fn no_tile_is_dealt_more_often_than_the_box_has_it() {
        for seed in 0..300 {
            for (tile_set, most) in [(TileSet::Classic, 2), (TileSet::Large, 4)] {
                let jokers = seed as usize % (most + 1);
                let question = deal(&mut Dice::new(seed), tile_set, jokers);
                assert_eq!(question.jokers(), jokers, "{question}");
                assert!(!question.rack.is_empty() && !question.table.is_empty());
                let tiles = question.table.layout().tiles().chain(question.rack.iter());
                assert_eq!(tile_set.excess(tiles), None, "{question}");
            }
        }
    }
}
