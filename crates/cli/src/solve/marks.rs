//! Marks the tiles of a table that come from the rack, and the sets that were kept.

use trinta_core::{Laid, Table, Tile, Tiles};
use trinta_solver::kept_sets;

/// A set after a play.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MarkedSet<'a> {
    pub(super) pieces: &'a [Laid],
    /// Whether the table before the play has it too.
    pub(super) kept: bool,
    /// For each piece, whether it comes from the rack.
    pub(super) from_rack: Vec<bool>,
}

/// Marks what a play changed. Equal tiles can't be told apart: sets that the rack can make alone count as new, and other
/// tiles are marked where they occur first.
pub(super) fn mark<'a>(before: &Table, after: &'a Table, placed: &Tiles) -> Vec<MarkedSet<'a>> {
    let mut sets: Vec<MarkedSet<'a>> = after
        .sets()
        .zip(kept_sets(before, after))
        .map(|(pieces, kept)| MarkedSet { pieces, kept, from_rack: vec![false; pieces.len()] })
        .collect();
    let mut placed = placed.clone();
    for set in sets.iter_mut().filter(|set| !set.kept) {
        if placed.take(&tiles(set.pieces)).is_ok() {
            set.from_rack.fill(true);
        }
    }
    for set in sets.iter_mut().filter(|set| !set.kept) {
        for (piece, from_rack) in set.pieces.iter().zip(&mut set.from_rack) {
            *from_rack = *from_rack || take_one(&mut placed, piece.tile());
        }
    }
    sets
}

fn tiles(set: &[Laid]) -> Tiles {
    set.iter().map(|piece| piece.tile()).collect()
}

fn take_one(tiles: &mut Tiles, tile: Tile) -> bool {
    tiles.take(&Tiles::from(vec![tile])).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table after a play, tiles from the rack in brackets, kept sets after an equals sign.
    fn marked(before: &str, after: &str, placed: &str) -> String {
        let table = |text: &str| Table::read(text.parse().unwrap()).unwrap();
        let (before, after) = (table(before), table(after));
        let sets = mark(&before, &after, &placed.parse().unwrap()).into_iter().map(|set| {
            let pieces = set.pieces.iter().zip(set.from_rack);
            let pieces = pieces.map(|(piece, new)| if new { format!("[{piece}]") } else { piece.to_string() });
            format!("{}{}", if set.kept { "=" } else { "" }, pieces.collect::<Vec<_>>().join(" "))
        });
        sets.collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn tiles_from_the_rack_are_marked_once() {
        assert_eq!(
            marked("r3 r4 r5 | k7 r7 b7", "r3 r4 r5 r6 | k7 r7 b7 y7", "r6 y7"),
            "r3 r4 r5 [r6] | k7 r7 b7 [y7]"
        );
        assert_eq!(marked("r3 r4 r5", "r3 r4 r5 | r3 r4 r5", "r3 r4 r5"), "=r3 r4 r5 | [r3] [r4] [r5]");
        assert_eq!(
            marked("r1 r2 r3 r4 r5 r6", "r1 r2 r3 | r4 r5 r6 | k4 b4 r4", "k4 b4 r4"),
            "r1 r2 r3 | r4 r5 r6 | [k4] [b4] [r4]",
            "a whole set from the rack before single tiles"
        );
        assert_eq!(marked("APE", "PAL | THE", "LTH"), "P A [L] | [T] [H] E");
    }

    #[test]
    fn a_word_is_kept_only_as_it_is_and_a_group_in_any_order() {
        assert_eq!(marked("APE | TOY", "PEA | TOY | CAT", "CAT"), "P E A | =T O Y | [C] [A] [T]");
        assert_eq!(marked("k7 r7 b7", "b7 k7 r7 | r1 r2 r3", "r1 r2 r3"), "=b7 k7 r7 | [r1] [r2] [r3]");
    }
}
