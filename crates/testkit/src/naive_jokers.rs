//! A naive implementation of N14 with `joker_moves = "another-set"`: tries every reading of the jokers and every way to
//! match the jokers before a play with those after it.

use trinta_core::{Laid, Tile};

use crate::naive::{is_plain_group, is_plain_run, number_tiles};

/// A set in which every piece stands for a tile; the flag marks jokers.
type ReadSet = Vec<(Tile, bool)>;

/// Whether every replaced joker has gone into another set. Jokers in runs must have a reading, jokers in groups none.
///
/// Among the readings and matchings in which the most jokers stay, it is enough that one is legal.
#[must_use]
pub fn replaced_jokers_moved_on(before: &[Vec<Laid>], after: &[Vec<Laid>]) -> bool {
    let mut best: Option<(usize, bool)> = None;
    for before in &ways_to_read(before) {
        for after in &ways_to_read(after) {
            let places: Vec<(usize, Tile)> = jokers(after);
            each_arrangement(places.len(), jokers(before).len(), &mut Vec::new(), &mut |arrangement| {
                let (mut stayed, mut legal) = (0, true);
                for ((old_set, stood_for), &place) in jokers(before).into_iter().zip(arrangement) {
                    let (new_set, stands_for) = places[place];
                    stayed += usize::from(stands_for == stood_for);
                    let tiles =
                        |set: &ReadSet| set.iter().filter(|piece| !piece.1).map(|piece| piece.0).collect::<Vec<_>>();
                    let (old, new) = (tiles(&before[old_set]), tiles(&after[new_set]));
                    legal &= !(new.contains(&stood_for) && old.iter().any(|tile| new.contains(tile)));
                }
                best = best.max(Some((stayed, legal)));
            });
        }
    }
    best.is_none_or(|(_, legal)| legal)
}

fn jokers(sets: &[ReadSet]) -> Vec<(usize, Tile)> {
    let of_set = |(index, set): (usize, &ReadSet)| {
        set.iter().filter(|piece| piece.1).map(|piece| (index, piece.0)).collect::<Vec<_>>()
    };
    sets.iter().enumerate().flat_map(of_set).collect()
}

/// Every combination of readings for the jokers that have none yet.
fn ways_to_read(sets: &[Vec<Laid>]) -> Vec<Vec<ReadSet>> {
    let Some((first, rest)) = sets.split_first() else { return vec![Vec::new()] };
    let rest = ways_to_read(rest);
    let join = |set: ReadSet| rest.iter().map(move |rest| [vec![set.clone()], rest.clone()].concat());
    ways_to_read_set(first).into_iter().flat_map(join).collect()
}

fn ways_to_read_set(set: &[Laid]) -> Vec<ReadSet> {
    let mut ways: Vec<ReadSet> = vec![Vec::new()];
    for piece in set {
        // Only the jokers of groups have no reading.
        let number = set.iter().filter_map(|piece| piece.reading()).map(Tile::value).next();
        let of_number = || number_tiles().filter(|tile| Some(tile.value()) == number).collect();
        let readings: Vec<Tile> = piece.reading().map_or_else(of_number, |tile| vec![tile]);
        ways = ways
            .into_iter()
            .flat_map(|way| readings.iter().map(move |&tile| [way.clone(), vec![(tile, piece.is_joker())]].concat()))
            .collect();
    }
    ways.retain(|way| {
        let tiles: Vec<Tile> = way.iter().map(|piece| piece.0).collect();
        let open = set.iter().any(|piece| piece.reading().is_none());
        is_plain_group(&tiles) || !open && is_plain_run(&tiles)
    });
    ways
}

/// Calls `each` with every assignment of the jokers to distinct places.
fn each_arrangement(places: usize, jokers: usize, chosen: &mut Vec<usize>, each: &mut dyn FnMut(&[usize])) {
    if chosen.len() == jokers {
        return each(chosen);
    }
    for place in (0..places).filter(|place| !chosen.contains(place)).collect::<Vec<_>>() {
        chosen.push(place);
        each_arrangement(places, jokers, chosen, each);
        chosen.pop();
    }
}

/// Every way to lay tiles as a set: as a run, whose jokers have readings, or as a group, whose jokers have none.
#[must_use]
pub fn ways_to_lay(tiles: &[Tile]) -> Vec<Vec<Laid>> {
    let plain: Vec<Tile> = tiles.iter().copied().filter(|tile| !tile.is_joker()).collect();
    let jokers = tiles.len() - plain.len();
    let mut ways = Vec::new();
    for run in number_runs(tiles.len()).filter(|run| plain.iter().all(|tile| run.contains(tile))) {
        let distinct = plain.iter().enumerate().all(|(index, tile)| !plain[..index].contains(tile));
        if distinct && plain.len() + jokers == run.len() && !plain.is_empty() {
            let piece = |&tile: &Tile| if plain.contains(&tile) { Laid::from(tile) } else { Laid::joker_as(tile) };
            ways.push(run.iter().map(piece).collect());
        }
    }
    let bare: Vec<Laid> = tiles.iter().copied().map(Laid::from).collect();
    if !plain.is_empty() && is_group_with_jokers(&plain, jokers) {
        ways.push(bare);
    }
    ways
}

fn number_runs(length: usize) -> impl Iterator<Item = Vec<Tile>> {
    let tiles: Vec<Tile> = number_tiles().collect();
    let windows: Vec<Vec<Tile>> = tiles.windows(length).map(<[Tile]>::to_vec).collect();
    windows.into_iter().filter(|run| is_plain_run(run))
}

fn is_group_with_jokers(plain: &[Tile], jokers: usize) -> bool {
    let all: Vec<Tile> = number_tiles().filter(|tile| tile.value() == plain[0].value()).collect();
    let missing: Vec<Tile> = all.into_iter().filter(|tile| !plain.contains(tile)).take(jokers).collect();
    missing.len() == jokers && is_plain_group(&[plain, &missing].concat())
}
