//! Small positions, and every play in them: what the number solver is compared with.

#![allow(dead_code, reason = "each test file takes what it needs")]

use std::collections::BTreeMap;

use trinta_core::{Colour, Laid, Tile, Tiles};
use trinta_testkit::{Dice, naive};

/// Tiles, value and sets kept: what the best play is ordered by.
pub(crate) type Merit = (usize, u32, u32);

/// A tile, and whether it must be in a set.
pub(crate) type Marked = (Tile, bool);

/// Tries every way to part tiles into sets, all table tiles in one: for each choice of tiles from the rack, the best
/// merit of a play.
pub(crate) fn all_plays(table: &[Vec<Tile>], rack: &[Tile]) -> BTreeMap<String, Merit> {
    plays_that(table, rack, &|_| true)
}

/// The same of those plays only whose sets are allowed.
pub(crate) fn plays_that(
    table: &[Vec<Tile>],
    rack: &[Tile],
    allowed: &dyn Fn(&[Vec<Marked>]) -> bool,
) -> BTreeMap<String, Merit> {
    let must = table.iter().flatten().map(|&tile| (tile, true));
    let tiles: Vec<Marked> = must.chain(rack.iter().map(|&tile| (tile, false))).collect();
    let mut plays: BTreeMap<String, Merit> = BTreeMap::new();
    part(&tiles, &mut Vec::new(), &mut |sets| {
        let placed: Vec<Tile> = sets.iter().flatten().filter(|tile| !tile.1).map(|tile| tile.0).collect();
        if placed.is_empty() {
            return;
        }
        let mut left: Vec<Tiles> = sets.iter().map(|set| set.iter().map(|tile| tile.0).collect()).collect();
        let mut kept = 0;
        for set in table {
            let set: Tiles = set.iter().copied().collect();
            if let Some(place) = left.iter().position(|other| *other == set) {
                left.swap_remove(place);
                kept += 1;
            }
        }
        let merit = (placed.len(), placed.iter().map(|tile| tile.value()).sum(), kept);
        let tiles = placed.iter().copied().collect::<Tiles>().to_string();
        if plays.get(&tiles).is_none_or(|known| merit > *known) && allowed(sets) {
            plays.insert(tiles, merit);
        }
    });
    plays
}

fn part(tiles: &[Marked], sets: &mut Vec<Vec<Marked>>, each: &mut dyn FnMut(&[Vec<Marked>])) {
    let Some((&first, rest)) = tiles.split_first() else { return each(sets) };
    if !first.1 {
        part(rest, sets, each);
    }
    for chosen in 0_u32..1 << rest.len() {
        if chosen.count_ones() < 2 {
            continue;
        }
        let (mut set, mut others) = (vec![first], Vec::new());
        for (index, &tile) in rest.iter().enumerate() {
            if chosen >> index & 1 == 1 { &mut set } else { &mut others }.push(tile);
        }
        let bare: Vec<Laid> = set.iter().map(|tile| tile.0.into()).collect();
        if trinta_core::numbers::read(&bare).is_ok() {
            sets.push(set);
            part(&others, sets, each);
            sets.pop();
        }
    }
}

/// A small position: sets on a table and a rack, dense enough that much is possible.
pub(crate) fn small_position(dice: &mut Dice) -> (Vec<Vec<Tile>>, Vec<Tile>) {
    let low = dice.below(9) as u8 + 1;
    let near = |tile: &Tile| (low..=low + 4).contains(&(tile.value() as u8));
    let plain = naive::plain_sets();
    let sets: Vec<&Vec<Tile>> = plain.iter().filter(|set| set.iter().all(near) && set.len() <= 4).collect();
    let mut jokers = dice.below(5);
    let mut table = Vec::new();
    for _ in 0..dice.below(3) {
        let mut set = sets[dice.below(sets.len())].clone();
        for place in 0..set.len() - 1 {
            if jokers > 0 && dice.chance(20) {
                set[place] = Tile::JOKER;
                jokers -= 1;
            }
        }
        table.push(set);
    }
    let on_table: usize = table.iter().map(Vec::len).sum();
    let kinds: Vec<Tile> = Colour::ALL
        .into_iter()
        .flat_map(|colour| (low..=low + 4).filter_map(move |number| Tile::number(colour, number)))
        .collect();
    let mut rack: Vec<Tile> = Vec::new();
    for _ in 0..=dice.below(9 - on_table.min(7)) {
        let copies = |tile: Tile| table.iter().flatten().chain(&rack).filter(|&&other| other == tile).count();
        if jokers > 0 && dice.chance(25) {
            jokers -= 1;
            rack.push(Tile::JOKER);
        } else if let Some(tile) = dice.pick(&kinds).filter(|&tile| copies(tile) < 3) {
            rack.push(tile);
        }
    }
    (table, rack)
}
