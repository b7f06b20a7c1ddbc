//! Which tile goes where: from a set that has one too many to a set that needs one.

use std::collections::BTreeMap;

use trinta_core::Tile;

/// A set and an index in it; none is the rack.
pub(super) type Endpoint = Option<(usize, usize)>;

/// A tile that goes from one set, or the rack, to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Transfer {
    pub(super) tile: Tile,
    pub(super) from: Endpoint,
    pub(super) to: Endpoint,
}

/// The tiles of one face: the same number of sources and destinations.
struct Face {
    tile: Tile,
    from: Vec<Endpoint>,
    to: Vec<Endpoint>,
}

/// Sends surplus tiles to where they are needed; the rack makes up for the difference.
///
/// Tiles of one face are interchangeable. Where there is a choice, they go between sets that other tiles go between
/// anyway, so that fewer sets have to be named.
pub(super) fn transfers(surplus: &[(Tile, usize, usize)], demand: &[(Tile, usize, usize)]) -> Vec<Transfer> {
    let mut faces: BTreeMap<Tile, Face> = BTreeMap::new();
    let new = |tile| Face { tile, from: Vec::new(), to: Vec::new() };
    for &(tile, set, at) in surplus {
        faces.entry(tile).or_insert_with(|| new(tile)).from.push(Some((set, at)));
    }
    for &(tile, set, at) in demand {
        faces.entry(tile).or_insert_with(|| new(tile)).to.push(Some((set, at)));
    }
    let mut faces: Vec<Face> = faces.into_values().collect();
    for face in &mut faces {
        let count = face.from.len().max(face.to.len());
        face.from.resize(count, None);
        face.to.resize(count, None);
    }
    // Faces without a choice come first: the others follow their routes.
    faces.sort_by_key(|face| !(is_one_set(&face.from) || is_one_set(&face.to)));
    let mut usage: BTreeMap<(Option<usize>, Option<usize>), usize> = BTreeMap::new();
    let mut transfers = Vec::new();
    for mut face in faces {
        while !face.from.is_empty() {
            let pairs = (0..face.from.len()).flat_map(|from| (0..face.to.len()).map(move |to| (from, to)));
            let used = |&(from, to): &(usize, usize)| usage.get(&route(face.from[from], face.to[to])).copied();
            // Among equals the first, so that tiles of one face keep their order.
            let Some((from, to)) = pairs.rev().max_by_key(used) else { break };
            let (from, to) = (face.from.remove(from), face.to.remove(to));
            *usage.entry(route(from, to)).or_default() += 1;
            transfers.push(Transfer { tile: face.tile, from, to });
        }
    }
    transfers
}

/// The sets of both ends.
fn route(from: Endpoint, to: Endpoint) -> (Option<usize>, Option<usize>) {
    (from.map(|end| end.0), to.map(|end| end.0))
}

fn is_one_set(ends: &[Endpoint]) -> bool {
    ends.iter().all(|end| end.map(|end| end.0) == ends[0].map(|end| end.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_with_a_choice_follow_the_routes_of_those_without() {
        let [r5, r6] = ["r5", "r6"].map(|text| text.parse::<Tile>().unwrap());
        // Both r5 are needed, in sets 3 and 4; r6 can only go from set 1 to set 4.
        let transfers = transfers(&[(r5, 1, 0), (r5, 2, 0), (r6, 1, 1)], &[(r5, 3, 0), (r5, 4, 0), (r6, 4, 1)]);
        let routes: Vec<_> =
            transfers.iter().map(|transfer| (transfer.tile, route(transfer.from, transfer.to))).collect();
        assert_eq!(routes, [(r6, (Some(1), Some(4))), (r5, (Some(1), Some(4))), (r5, (Some(2), Some(3)))]);
    }

    #[test]
    fn the_rack_supplies_what_is_missing_and_takes_the_surplus() {
        let [r5, r6] = ["r5", "r6"].map(|text| text.parse::<Tile>().unwrap());
        let transfers = transfers(&[(r6, 1, 0)], &[(r5, 2, 0)]);
        assert_eq!(
            transfers,
            [Transfer { tile: r5, from: None, to: Some((2, 0)) }, Transfer { tile: r6, from: Some((1, 0)), to: None }]
        );
    }
}
