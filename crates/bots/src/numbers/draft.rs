//! A play in the making: new sets, added tiles, and sets replaced by others with the same tiles and more.

use trinta_core::numbers::read;
use trinta_core::{Counts, Laid, Layout, Table, Tiles};

/// The table as a bot is about to leave it, and what is left of the rack.
#[derive(Debug)]
pub(super) struct Draft {
    sets: Vec<Vec<Laid>>,
    rack: Tiles,
    laid: bool,
}

impl Draft {
    /// The table at the start of a turn, and the tiles of the rack that the bot considers.
    pub(super) fn new(table: &Layout, rack: Tiles) -> Draft {
        Draft { sets: table.sets().map(<[Laid]>::to_vec).collect(), rack, laid: false }
    }

    /// What is left of the rack.
    pub(super) const fn rack(&self) -> &Tiles {
        &self.rack
    }

    /// The number of sets on the table.
    pub(super) fn set_count(&self) -> usize {
        self.sets.len()
    }

    /// Lays new sets from the rack, at most `limit`, and returns their number.
    pub(super) fn lay_sets(&mut self, sets: &Layout, limit: usize) -> usize {
        let mut laid = 0;
        for set in sets.sets().take(limit) {
            if self.rack.take(&tiles(set)).is_ok() {
                self.sets.push(set.to_vec());
                laid += 1;
            }
        }
        self.laid |= laid > 0;
        laid
    }

    /// Adds single tiles at the ends of sets where they fit, at most `limit`, and returns their number.
    pub(super) fn add_tiles(&mut self, limit: usize) -> usize {
        let mut added = 0;
        // An added tile may make room for another.
        while added < limit && self.add_tile() {
            added += 1;
        }
        self.laid |= added > 0;
        added
    }

    fn add_tile(&mut self) -> bool {
        // A joker is too valuable to be added to a set.
        for tile in self.rack.iter().filter(|tile| !tile.is_joker()).collect::<Vec<_>>() {
            for set in &mut self.sets {
                for place in [set.len(), 0] {
                    set.insert(place, tile.into());
                    let fits = read(set).is_ok_and(|read| !read.reordered);
                    if fits && self.rack.take(&[tile].into_iter().collect()).is_ok() {
                        return true;
                    }
                    set.remove(place);
                }
            }
        }
        false
    }

    /// Some of the sets as a table of their own.
    pub(super) fn some_sets(&self, chosen: &[usize]) -> Option<Table> {
        let mut layout = Layout::new();
        for &set in chosen {
            layout.push(self.sets[set].iter().copied());
        }
        Table::read(layout).ok()
    }

    /// Replaces the chosen sets by others, which have their tiles and more from the rack.
    pub(super) fn replace(&mut self, chosen: &[usize], after: &Layout) {
        let mut new: Counts = after.tiles().collect();
        for piece in chosen.iter().flat_map(|&set| &self.sets[set]) {
            new.take(piece.tile());
        }
        let placed: Tiles = self.rack.iter().filter(|&tile| new.take(tile)).collect();
        if self.rack.take(&placed).is_err() {
            return;
        }
        let kept = self.sets.iter().enumerate().filter(|(index, _)| !chosen.contains(index));
        let mut sets: Vec<Vec<Laid>> = kept.map(|(_, set)| set.clone()).collect();
        sets.extend(after.sets().map(<[Laid]>::to_vec));
        self.sets = sets;
        self.laid = true;
    }

    /// The whole table, if anything was laid.
    pub(super) fn into_play(self) -> Option<Layout> {
        self.laid.then(|| self.sets.into_iter().collect())
    }
}

fn tiles(set: &[Laid]) -> Tiles {
    set.iter().map(|piece| piece.tile()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(table: &str, rack: &str) -> Draft {
        Draft::new(&table.parse().unwrap(), rack.parse().unwrap())
    }

    #[test]
    fn tiles_are_added_at_the_ends_as_long_as_they_fit() {
        let mut draft = draft("r3 r4 r5 | k7 r7 b7", "r7 r6 y7 k1 * r2");
        assert_eq!(draft.add_tiles(usize::MAX), 4);
        assert_eq!(draft.rack().to_string(), "k1 *");
        assert_eq!(draft.into_play().unwrap().to_string(), "r2 r3 r4 r5 r6 r7 | k7 r7 b7 y7");
    }

    #[test]
    fn the_limits_are_obeyed() {
        let mut draft = draft("r3 r4 r5", "r6 r7 b1 b2 b3 k1 r1 y1");
        assert_eq!(draft.lay_sets(&"b1 b2 b3 | k1 r1 y1".parse().unwrap(), 1), 1);
        assert_eq!(draft.add_tiles(1), 1);
        assert_eq!(draft.rack().len(), 4);
        assert_eq!(draft.into_play().unwrap().to_string(), "r3 r4 r5 r6 | b1 b2 b3");
    }

    #[test]
    fn sets_are_replaced_by_others_with_more_tiles() {
        let mut draft = draft("k7 r7 b7 y7 | r3 r4 r5", "k8 k9");
        draft.replace(&[0], &"r7 b7 y7 | k7 k8 k9".parse().unwrap());
        assert!(draft.rack().is_empty());
        assert_eq!(draft.into_play().unwrap().to_string(), "r3 r4 r5 | r7 b7 y7 | k7 k8 k9");
        assert_eq!(super::Draft::new(&Layout::new(), Tiles::new()).into_play(), None);
    }
}
