//! Which tile goes where: from where there is one too many to where one is wanted.

use std::collections::BTreeMap;

use trinta_core::Tile;

/// A place in a set that a tile leaves or comes to; none is the rack.
pub(super) type End = Option<(usize, usize)>;

/// A tile that goes from one set, or the rack, to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Carry {
    pub(super) tile: Tile,
    pub(super) from: End,
    pub(super) to: End,
}

/// The tiles of one face: where they come from and where they go, as many on both sides.
struct Face {
    tile: Tile,
    from: Vec<End>,
    to: Vec<End>,
}

/// Sends what is too many where it is wanted; the rack makes up for the difference.
///
/// Tiles of one face are all the same, so where there is a choice, they go the ways on which others go anyway: then
/// fewer sets have to be named.
pub(super) fn carries(spare: &[(Tile, usize, usize)], wanted: &[(Tile, usize, usize)]) -> Vec<Carry> {
    let mut faces: BTreeMap<Tile, Face> = BTreeMap::new();
    let new = |tile| Face { tile, from: Vec::new(), to: Vec::new() };
    for &(tile, set, at) in spare {
        faces.entry(tile).or_insert_with(|| new(tile)).from.push(Some((set, at)));
    }
    for &(tile, set, at) in wanted {
        faces.entry(tile).or_insert_with(|| new(tile)).to.push(Some((set, at)));
    }
    let mut faces: Vec<Face> = faces.into_values().collect();
    for face in &mut faces {
        let most = face.from.len().max(face.to.len());
        face.from.resize(most, None);
        face.to.resize(most, None);
    }
    // Those that have no choice go first: they show the others the way.
    faces.sort_by_key(|face| !(is_one_set(&face.from) || is_one_set(&face.to)));
    let mut ways: BTreeMap<(Option<usize>, Option<usize>), usize> = BTreeMap::new();
    let mut carries = Vec::new();
    for mut face in faces {
        while !face.from.is_empty() {
            let pairs = (0..face.from.len()).flat_map(|from| (0..face.to.len()).map(move |to| (from, to)));
            let used = |&(from, to): &(usize, usize)| ways.get(&way(face.from[from], face.to[to])).copied();
            // Of equally good ones the first, so that tiles of one face keep their order.
            let Some((from, to)) = pairs.rev().max_by_key(used) else { break };
            let (from, to) = (face.from.remove(from), face.to.remove(to));
            *ways.entry(way(from, to)).or_default() += 1;
            carries.push(Carry { tile: face.tile, from, to });
        }
    }
    carries
}

fn way(from: End, to: End) -> (Option<usize>, Option<usize>) {
    (from.map(|end| end.0), to.map(|end| end.0))
}

fn is_one_set(ends: &[End]) -> bool {
    ends.iter().all(|end| end.map(|end| end.0) == ends[0].map(|end| end.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_go_the_way_of_those_that_have_no_choice() {
        let [r5, r6] = ["r5", "r6"].map(|text| text.parse::<Tile>().unwrap());
        // Both r5 are wanted, in sets 3 and 4; r6 can only go from set 1 to set 4.
        let carries = carries(&[(r5, 1, 0), (r5, 2, 0), (r6, 1, 1)], &[(r5, 3, 0), (r5, 4, 0), (r6, 4, 1)]);
        let sets: Vec<_> = carries.iter().map(|carry| (carry.tile, way(carry.from, carry.to))).collect();
        assert_eq!(sets, [(r6, (Some(1), Some(4))), (r5, (Some(1), Some(4))), (r5, (Some(2), Some(3)))]);
    }

    #[test]
    fn the_rack_gives_what_is_missing_and_takes_what_is_left() {
        let [r5, r6] = ["r5", "r6"].map(|text| text.parse::<Tile>().unwrap());
        let carries = carries(&[(r6, 1, 0)], &[(r5, 2, 0)]);
        assert_eq!(
            carries,
            [Carry { tile: r5, from: None, to: Some((2, 0)) }, Carry { tile: r6, from: Some((1, 0)), to: None },]
        );
    }
}
