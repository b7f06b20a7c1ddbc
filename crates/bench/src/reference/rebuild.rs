//! From what HiGHS chose to sets on a table.

use std::collections::BTreeMap;

use trinta_core::{Laid, Layout, Tile, Tiles};

use crate::question::Question;
use crate::reference::model::Chosen;

/// A set that is being laid: which tile goes to each place, and whether it is there or a joker for it.
struct Places {
    tiles: Vec<Tile>,
    there: Vec<bool>,
}

/// Lays the sets that were chosen; none if one of them would be of jokers alone.
pub(super) fn lay(question: &Question, chosen: &Chosen) -> Option<Layout> {
    let mut left: BTreeMap<Tile, i32> = BTreeMap::new();
    for &tile in chosen.sets.iter().flatten() {
        *left.entry(tile).or_default() += 1;
    }
    for &tile in &chosen.jokers {
        *left.entry(tile).or_default() -= 1;
    }
    let mut sets: Vec<Places> =
        chosen.sets.iter().map(|set| Places { tiles: set.clone(), there: vec![false; set.len()] }).collect();
    for set in 0..sets.len() {
        if !give_one(&mut sets, &mut left, set, &mut Vec::new()) {
            return None;
        }
    }
    for set in &mut sets {
        for place in 0..set.tiles.len() {
            if !set.there[place] && take(&mut left, set.tiles[place]) {
                set.there[place] = true;
            }
        }
    }
    let mut layout: Layout = sets.iter().map(Places::pieces).collect();
    for set in &chosen.whole_sets {
        layout.push(set.iter().copied().map(Laid::from));
    }
    let mut kept = chosen.kept.clone();
    for old in question.table.sets() {
        let tiles: Tiles = old.iter().map(|piece| piece.tile()).collect();
        if let Some(place) = kept.iter().position(|other| *other == tiles) {
            kept.swap_remove(place);
            layout.push(old.iter().copied());
        }
    }
    Some(layout)
}

fn take(left: &mut BTreeMap<Tile, i32>, tile: Tile) -> bool {
    let count = left.entry(tile).or_default();
    let some = *count > 0;
    *count -= i32::from(some);
    some
}

/// Gives a set one tile of its own, if need be one that another set can do without when it gets another.
fn give_one(sets: &mut [Places], left: &mut BTreeMap<Tile, i32>, set: usize, tried: &mut Vec<Tile>) -> bool {
    for place in 0..sets[set].tiles.len() {
        if take(left, sets[set].tiles[place]) {
            sets[set].there[place] = true;
            return true;
        }
    }
    for place in 0..sets[set].tiles.len() {
        let tile = sets[set].tiles[place];
        if tried.contains(&tile) {
            continue;
        }
        tried.push(tile);
        let holders: Vec<(usize, usize)> = (0..sets.len())
            .flat_map(|other| (0..sets[other].tiles.len()).map(move |place| (other, place)))
            .filter(|&(other, place)| sets[other].tiles[place] == tile && sets[other].there[place])
            .collect();
        for (other, its_place) in holders {
            sets[other].there[its_place] = false;
            if give_one(sets, left, other, tried) {
                sets[set].there[place] = true;
                return true;
            }
            sets[other].there[its_place] = true;
        }
    }
    false
}

impl Places {
    fn pieces(&self) -> Vec<Laid> {
        let colour = |place: usize| self.tiles[place].as_number().map(|face| face.0);
        let run = colour(0) == colour(1);
        let piece = |(&tile, &there): (&Tile, &bool)| match (there, run) {
            (true, _) => tile.into(),
            (false, true) => Laid::joker_as(tile),
            (false, false) => Laid::JOKER,
        };
        self.tiles.iter().zip(&self.there).map(piece).collect()
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::{Table, TileSet};

    use super::*;

    fn chosen(sets: &[&str], jokers: &str) -> Chosen {
        let tiles = |text: &str| text.split(' ').map(|tile| tile.parse().unwrap()).collect::<Vec<Tile>>();
        Chosen { sets: sets.iter().map(|set| tiles(set)).collect(), jokers: tiles(jokers), ..Chosen::default() }
    }

    fn laid(sets: &[&str], jokers: &str) -> Option<String> {
        let question = Question { tile_set: TileSet::Large, table: Table::new(), rack: Tiles::new() };
        lay(&question, &chosen(sets, jokers)).map(|layout| layout.to_string())
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
