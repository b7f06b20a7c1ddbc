//! A naive implementation of the rules of sets, straight from their definitions and without regard for speed.
//!
//! It does not call the engine's reading of sets, so that the two can be compared.

use std::collections::BTreeSet;

use trinta_core::{Colour, HIGHEST_NUMBER, Layout, Tile, Tiles};

/// All different number tiles.
pub fn number_tiles() -> impl Iterator<Item = Tile> + Clone {
    Colour::ALL
        .into_iter()
        .flat_map(|colour| (1..=HIGHEST_NUMBER).filter_map(move |number| Tile::number(colour, number)))
}

/// N4: 3 or 4 number tiles of one number, all of different colours.
#[must_use]
pub fn is_plain_group(tiles: &[Tile]) -> bool {
    let Some(faces) = faces(tiles) else { return false };
    (3..=4).contains(&faces.len())
        && faces.iter().all(|face| face.1 == faces[0].1)
        && faces.iter().enumerate().all(|(index, face)| faces[..index].iter().all(|other| other.0 != face.0))
}

/// N4: 3 or more number tiles of one colour with consecutive numbers, in some order.
#[must_use]
pub fn is_plain_run(tiles: &[Tile]) -> bool {
    let Some(mut faces) = faces(tiles) else { return false };
    faces.sort_by_key(|face| face.1);
    faces.len() >= 3
        && faces.iter().all(|face| face.0 == faces[0].0)
        && faces.windows(2).all(|pair| pair[0].1 + 1 == pair[1].1)
}

fn faces(tiles: &[Tile]) -> Option<Vec<(Colour, u8)>> {
    tiles.iter().map(|tile| tile.as_number()).collect()
}

/// The sets that tiles can form, over all readings of their jokers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Readings {
    /// The maximum points as a run.
    pub run: Option<u32>,
    /// The maximum points as a group.
    pub group: Option<u32>,
}

/// Tries every number tile for every joker (N5); jokers alone are not a set.
#[must_use]
pub fn readings(tiles: &[Tile]) -> Readings {
    let mut found = Readings::default();
    let mut plain: Vec<Tile> = tiles.iter().copied().filter(|tile| !tile.is_joker()).collect();
    let jokers = tiles.len() - plain.len();
    if !plain.is_empty() && tiles.len() >= 3 && tiles.len() <= usize::from(HIGHEST_NUMBER) {
        let all: Vec<Tile> = number_tiles().collect();
        try_jokers(&mut plain, jokers, &all, &mut found);
    }
    found
}

/// Jokers are alike, so tiles that come earlier in the list need not be tried for later jokers.
fn try_jokers(plain: &mut Vec<Tile>, jokers: usize, choices: &[Tile], found: &mut Readings) {
    if jokers == 0 {
        let points = plain.iter().map(|tile| tile.value()).sum();
        if is_plain_run(plain) {
            found.run = found.run.max(Some(points));
        }
        if is_plain_group(plain) {
            found.group = found.group.max(Some(points));
        }
        return;
    }
    for (index, &tile) in choices.iter().enumerate() {
        plain.push(tile);
        try_jokers(plain, jokers - 1, &choices[index..], found);
        plain.pop();
    }
}

/// Whether the tiles make a set in some order, with some reading of their jokers.
#[must_use]
pub fn is_set(tiles: &[Tile]) -> bool {
    best_points(tiles).is_some()
}

/// The maximum points of the tiles as a set; none if they are not a set.
#[must_use]
pub fn best_points(tiles: &[Tile]) -> Option<u32> {
    let found = readings(tiles);
    found.run.max(found.group)
}

/// N11: every set is valid, every table tile is still there, and the new tiles, at least one, come from the rack.
#[must_use]
pub fn may_leave(before: &Layout, rack: &Tiles, after: &Layout) -> bool {
    let mut left: Vec<Tile> = after.tiles().collect();
    let remove = |left: &mut Vec<Tile>, tile: Tile| {
        left.iter().position(|&other| other == tile).map(|place| left.remove(place)).is_some()
    };
    let all_there = before.tiles().all(|tile| remove(&mut left, tile));
    let mut on_rack: Vec<Tile> = rack.iter().collect();
    all_there
        && !left.is_empty()
        && left.iter().all(|&tile| remove(&mut on_rack, tile))
        && after.sets().all(|set| is_set(&set.iter().map(|piece| piece.tile()).collect::<Vec<_>>()))
}

/// The maximum number of rack tiles that can be placed with all table tiles staying in sets; none if the table tiles can't
/// all be in sets. For very small positions only: every partition is tried.
#[must_use]
pub fn most_placed(table: &[Tile], rack: &[Tile]) -> Option<usize> {
    let mut tiles: Vec<Placeable> = table.iter().map(|&tile| (tile, true)).collect();
    tiles.extend(rack.iter().map(|&tile| (tile, false)));
    partition(&tiles, &|set| Some(set.iter().filter(|tile| !tile.1).count()))
}

/// The maximum total points of sets from this rack alone (N10): every choice of sets is tried.
#[must_use]
pub fn max_opening_points(rack: &[Tile]) -> u32 {
    let tiles: Vec<Placeable> = rack.iter().map(|&tile| (tile, false)).collect();
    let worth = |set: &[Placeable]| {
        best_points(&set.iter().map(|tile| tile.0).collect::<Vec<_>>()).map(|points| points as usize)
    };
    partition(&tiles, &worth).unwrap_or(0) as u32
}

/// The maximum points of one set from this rack (N10 with `opening_sets = one`).
#[must_use]
pub fn max_points_of_one_set(rack: &[Tile]) -> u32 {
    let subsets = (0_u32..1 << rack.len()).map(|chosen| {
        let set: Vec<Tile> = (0..rack.len()).filter(|index| chosen >> index & 1 == 1).map(|i| rack[i]).collect();
        best_points(&set).unwrap_or(0)
    });
    subsets.max().unwrap_or(0)
}

/// A tile, and whether it must be in a set.
type Placeable = (Tile, bool);
/// The value of a set.
type Worth<'a> = dyn Fn(&[Placeable]) -> Option<usize> + 'a;

/// Partitions tiles into sets in every way; optional tiles may be left out. Returns the maximum total value.
fn partition(tiles: &[Placeable], worth: &Worth<'_>) -> Option<usize> {
    let Some((&first, rest)) = tiles.split_first() else { return Some(0) };
    let mut best = if first.1 { None } else { partition(rest, worth) };
    for chosen in 0_u32..1 << rest.len() {
        if chosen.count_ones() < 2 {
            continue;
        }
        let (mut set, mut others) = (vec![first], Vec::new());
        for (index, &tile) in rest.iter().enumerate() {
            if chosen >> index & 1 == 1 { &mut set } else { &mut others }.push(tile);
        }
        if !is_set(&set.iter().map(|tile| tile.0).collect::<Vec<_>>()) {
            continue;
        }
        if let (Some(one), Some(more)) = (worth(&set), partition(&others, worth)) {
            best = best.max(Some(one + more));
        }
    }
    best
}

/// All sets without jokers, from the definitions of runs and groups.
#[must_use]
pub fn plain_sets() -> Vec<Vec<Tile>> {
    let mut sets = Vec::new();
    for colour in Colour::ALL {
        for first in 1..=HIGHEST_NUMBER {
            for last in first + 2..=HIGHEST_NUMBER {
                sets.push((first..=last).filter_map(|number| Tile::number(colour, number)).collect());
            }
        }
    }
    for number in 1..=HIGHEST_NUMBER {
        for colours in 0_u8..16 {
            let chosen = Colour::ALL.into_iter().filter(|&colour| colours >> colour as u8 & 1 == 1);
            let group: Vec<Tile> = chosen.filter_map(|colour| Tile::number(colour, number)).collect();
            if group.len() >= 3 {
                sets.push(group);
            }
        }
    }
    sets
}

/// All sets with exactly this many jokers, made by replacing tiles of the sets without jokers; sorted, each once.
#[must_use]
pub fn sets_with_jokers(jokers: usize) -> BTreeSet<Vec<Tile>> {
    let mut found = BTreeSet::new();
    for set in plain_sets() {
        for replaced in 0_u32..1 << set.len() {
            if replaced.count_ones() as usize == jokers && jokers < set.len() {
                let tile = |(index, &tile): (usize, &Tile)| if replaced >> index & 1 == 1 { Tile::JOKER } else { tile };
                let mut with_jokers: Vec<Tile> = set.iter().enumerate().map(tile).collect();
                with_jokers.sort_unstable();
                found.insert(with_jokers);
            }
        }
    }
    found
}
