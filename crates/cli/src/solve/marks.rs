//! Which tiles of a table come from the rack, and which sets are as they were.

use trinta_core::{Laid, Table, Tile, Tiles};

/// A set after a play.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Marked<'a> {
    pub(super) pieces: &'a [Laid],
    /// Whether it was there before, with exactly these tiles.
    pub(super) kept: bool,
    /// For each piece, whether it comes from the rack.
    pub(super) from_rack: Vec<bool>,
}

/// Marks what a play changed. Equal tiles can't be told apart, so sets that the rack can have made alone are taken to be
/// new, and other tiles are marked where they come first.
pub(super) fn mark<'a>(before: &Table, after: &'a Table, placed: &Tiles) -> Vec<Marked<'a>> {
    let mut old: Vec<Tiles> = before.sets().map(tiles).collect();
    let mut is_kept = |set: &[Laid]| {
        let place = old.iter().position(|other| *other == tiles(set));
        place.map(|place| old.swap_remove(place)).is_some()
    };
    let mut sets: Vec<Marked<'a>> = after
        .sets()
        .map(|pieces| Marked { pieces, kept: is_kept(pieces), from_rack: vec![false; pieces.len()] })
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

    /// The table after a play, tiles from the rack in brackets, kept sets behind an equals sign.
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
            "a set of the rack's own before single tiles"
        );
        assert_eq!(marked("APE", "PAL | THE", "LTH"), "P A [L] | [T] [H] E");
    }
}
