//! The engine's sets and searches against the naive ones of the test kit.

use proptest::prelude::*;
use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::{Colour, Laid, Layout, PlainSearch, Position, Search, Seat, Settings, Table, Tile, TileSet, numbers};
use trinta_testkit::{Dice, naive};

fn laid(tiles: &[Tile]) -> Vec<Laid> {
    tiles.iter().copied().map(Laid::from).collect()
}

/// The same verdict on these tiles in the order given, and the same worth where the order is free.
fn agree(tiles: &[Tile]) {
    let pieces = laid(tiles);
    let best = naive::best_points(tiles);
    assert_eq!(numbers::read_for_most(&pieces).ok().map(|read| read.points), best, "{tiles:?}");
    let read = numbers::read(&pieces).ok();
    assert_eq!(read.is_some(), best.is_some(), "{tiles:?}");
    assert!(read.map(|read| read.points) <= best, "{tiles:?}");
}

/// All multisets of this many tiles that the box can give.
fn multisets(kinds: &[Tile], set: TileSet, size: usize, chosen: &mut Vec<Tile>, each: &mut dyn FnMut(&[Tile])) {
    if chosen.len() == size {
        return each(chosen);
    }
    for (index, &tile) in kinds.iter().enumerate() {
        if chosen.iter().filter(|&&other| other == tile).count() < usize::from(set.copies(tile)) {
            chosen.push(tile);
            multisets(&kinds[index..], set, size, chosen, each);
            chosen.pop();
        }
    }
}

#[test]
fn n04_n05_every_small_set_is_read_as_the_naive_rules_read_it() {
    let numbers = [1, 2, 3, 4, 12, 13];
    let mut kinds: Vec<Tile> = Colour::ALL[..3]
        .iter()
        .flat_map(|&colour| numbers.map(|number| Tile::number(colour, number).unwrap()))
        .collect();
    kinds.push(Tile::JOKER);
    let mut seen = 0;
    for set in [TileSet::Classic, TileSet::Large] {
        for size in 0..=4 {
            multisets(&kinds, set, size, &mut Vec::new(), &mut |tiles| {
                agree(tiles);
                seen += 1;
            });
        }
    }
    assert!(seen > 15_000, "{seen}");
}

#[test]
fn n04_n05_random_larger_sets_are_read_as_the_naive_rules_read_them() {
    for seed in 0..20_000 {
        let mut dice = Dice::new(seed);
        let plain = naive::plain_sets();
        // Start from a set, so that many are valid, and spoil some of them.
        let mut tiles = plain[dice.below(plain.len())].clone();
        for _ in 0..dice.below(3) {
            let place = dice.below(tiles.len());
            tiles[place] = Tile::JOKER;
        }
        if dice.chance(30) {
            let box_tiles = TileSet::Large.tiles();
            tiles.push(box_tiles[dice.below(box_tiles.len())]);
        }
        if dice.chance(20) {
            tiles.remove(dice.below(tiles.len()));
        }
        dice.shuffle(&mut tiles);
        if tiles.iter().filter(|tile| tile.is_joker()).count() <= 2 {
            agree(&tiles);
        }
    }
}

proptest! {
    /// Whatever pieces lie there, with whatever readings, reading them gives an answer.
    #[test]
    fn reading_never_panics(choices in proptest::collection::vec((0_usize..79, any::<bool>()), 0..40)) {
        let kinds: Vec<Tile> = TileSet::Classic.kinds().chain(TileSet::Letters.kinds()).collect();
        let pieces: Vec<Laid> = choices
            .iter()
            .map(|&(kind, joker)| if joker { Laid::joker_as(kinds[kind]) } else { kinds[kind].into() })
            .collect();
        let _ = numbers::read(&pieces);
        let _ = numbers::read_for_most(&pieces);
        let layout: Layout = pieces.chunks(3).map(<[Laid]>::to_vec).collect();
        let _ = Table::read(layout);
    }
}

/// Few numbers and colours, so that tiles have much to do with each other.
fn small_tile(dice: &mut Dice, lowest: u8) -> Tile {
    if dice.chance(8) {
        Tile::JOKER
    } else {
        Tile::number(Colour::ALL[dice.below(3)], lowest + dice.below(5) as u8).unwrap()
    }
}

/// A table of one or two sets of the naive list, and a rack, at most nine tiles in all.
fn small_position(dice: &mut Dice) -> (Vec<Vec<Tile>>, Vec<Tile>) {
    let lowest = [1, 4, 9][dice.below(3)];
    let near = |set: &Vec<Tile>| {
        set.len() <= 5 && set.iter().all(|tile| (u32::from(lowest)..u32::from(lowest) + 5).contains(&tile.value()))
    };
    let plain: Vec<Vec<Tile>> = naive::plain_sets().into_iter().filter(near).collect();
    let mut table = Vec::new();
    for _ in 0..dice.below(3) {
        let mut set = plain[dice.below(plain.len())].clone();
        if dice.chance(25) {
            let place = dice.below(set.len());
            set[place] = Tile::JOKER;
        }
        if table.iter().map(Vec::len).sum::<usize>() + set.len() <= 8 {
            table.push(set);
        }
    }
    let on_table: usize = table.iter().map(Vec::len).sum();
    let rack = (0..=dice.below(9 - on_table)).map(|_| small_tile(dice, lowest)).collect();
    (table, rack)
}

#[test]
fn n15_plain_search_finds_a_play_where_trying_everything_does() {
    let settings = Settings::edition("hk").unwrap();
    let (mut yes, mut no) = (0, 0);
    for seed in 0..3000 {
        let (sets, rack) = small_position(&mut Dice::new(seed));
        let table = Table::read(sets.iter().map(|set| laid(set)).collect()).unwrap();
        let on_table: Vec<Tile> = sets.concat();
        let tiles = rack.iter().copied().collect();
        let position = Position { settings: &settings, table: &table, seat: Seat(0), rack: &tiles, opened: true };
        let placed = naive::most_placed(&on_table, &rack).expect("the table can stay as it is");
        assert_eq!(PlainSearch.can_play(&position), Some(placed > 0), "seed {seed}: {table} with {tiles}");
        *if placed > 0 { &mut yes } else { &mut no } += 1;
    }
    assert!(yes > 300 && no > 300, "{yes} {no}");
}

#[test]
fn n10_n23_plain_search_finds_an_opening_where_trying_everything_does() {
    let (mut yes, mut no) = (0, 0);
    for (points, sets) in [(30, "any"), (30, "one"), (12, "any"), (45, "any")] {
        let mut builder = SettingsBuilder::edition("school").unwrap();
        builder.set("opening_points", Value::Number(points));
        builder.set("opening_sets", Value::read(sets));
        let settings = builder.build().unwrap();
        for seed in 0..1000 {
            let mut dice = Dice::new(seed);
            let lowest = [1, 4, 9][dice.below(3)];
            let rack: Vec<Tile> = (0..3 + dice.below(7)).map(|_| small_tile(&mut dice, lowest)).collect();
            if rack.iter().filter(|tile| tile.is_joker()).count() > 2 {
                continue;
            }
            let most = match sets {
                "one" => naive::max_points_of_one_set(&rack),
                _ => naive::max_opening_points(&rack),
            };
            let could = i64::from(most) >= points;
            let tiles = rack.iter().copied().collect();
            let table = Table::new();
            let position = Position { settings: &settings, table: &table, seat: Seat(0), rack: &tiles, opened: false };
            assert_eq!(PlainSearch.could_open(&position), could, "seed {seed}, {points} {sets}: {tiles} has {most}");
            assert_eq!(PlainSearch.can_play(&position), Some(could));
            *if could { &mut yes } else { &mut no } += 1;
        }
    }
    assert!(yes > 200 && no > 200, "{yes} {no}");
}
