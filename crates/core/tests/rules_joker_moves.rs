//! N14 with `joker_moves = "another-set"`: a joker whose place was filled may not lie in the set that got the tile.

mod common;

use common::{faults, judge, settings, table, tiles};
use trinta_core::numbers::jokers_in_filled_sets;
use trinta_core::{Colour, Fault, Laid, PlainSearch, Position, Search, Seat, Settings, Table, Tile};
use trinta_testkit::naive_jokers::{replaced_jokers_moved_on, ways_to_lay};
use trinta_testkit::{Dice, naive};

fn letter() -> Settings {
    settings("hk", &[("joker_moves", "another-set")])
}

/// Legal with the setting.
fn legal(before: &str, rack: &str, after: &str) {
    judge(&letter(), true, before, rack, after).unwrap_or_else(|error| panic!("{before} to {after}: {error}"));
}

/// Legal as jokers move freely, and not with the setting: the set of the joker, the set it came from, what it was.
fn filled(before: &str, rack: &str, after: &str) -> Vec<(usize, usize, String)> {
    judge(&settings("hk", &[]), true, before, rack, after)
        .unwrap_or_else(|error| panic!("{before} to {after}: {error}"));
    let wrong = |fault| match fault {
        Fault::JokerInFilledSet { set, before, tile } => (set, before, tile.to_string()),
        other => panic!("{other}"),
    };
    faults(&letter(), true, before, rack, after).into_iter().map(wrong).collect()
}

fn one(set: usize, before: usize, tile: &str) -> Vec<(usize, usize, String)> {
    vec![(set, before, tile.to_owned())]
}

#[test]
fn n14_a_replaced_joker_goes_into_another_set() {
    assert_eq!(filled("b1 b2 * b4 b5", "b3", "b1 b2 b3 b4 b5 *"), one(0, 0, "b3"));
    assert_eq!(filled("k7 k8 k9 | b1 b2 *", "b3", "k7 k8 k9 | b1 b2 b3 *"), one(1, 1, "b3"));
    assert_eq!(filled("* r6 r7", "r5", "r5 r6 r7 *"), one(0, 0, "r5"));
    legal("b1 b2 * b4 b5", "b3 k11 k13", "b1 b2 b3 b4 b5 | k11 * k13");
    let error = judge(&letter(), true, "b1 b2 *", "b3", "b1 b2 b3 *").unwrap_err();
    assert_eq!(error.to_string(), "set 1: b3 took the place of a joker here, so the joker has to go into another set");
    assert_eq!(error.faults[0].code(), "joker-in-filled-set");
    assert_eq!(error.faults[0], Fault::JokerInFilledSet { set: 0, before: 0, tile: "b3".parse::<Tile>().unwrap() });
}

#[test]
fn n14_the_examples_of_the_school_are_legal_with_the_setting_too() {
    legal("b1 b2 * b4 b5", "b3 k11 k13", "b1 b2 b3 b4 b5 | k11 * k13");
    legal("* r6 r7", "r9", "r6 r7 * r9");
    legal("* r6 r7 r8", "r10", "r6 r7 r8 * r10");
    legal("* b6 b7 b8", "y2 y3", "b6 b7 b8 | * y2 y3");
    legal("* b4 k4 y4", "k11 k13", "b4 k4 y4 | k11 * k13");
    legal("r2 k2 b2 | r3 k3 b3 | r4 k4 *", "b5", "r2 r3 r4 | k2 k3 k4 | b2 b3 * b5");
    legal("r6 * r8 | r9 r10 r11", "r4 r5 b9 b10", "r4 r5 r6 | r8 r9 r10 r11 | b9 b10 *");
}

#[test]
fn n14_a_joker_that_nothing_replaced_moves_as_it_likes() {
    // The set is taken apart, and the joker goes to a run that has the tile it stood for.
    legal("b1 b2 * | k1 r1 y1 | k2 r2 y2 | b3 b4 b5", "k9 r9 y9", "k1 r1 y1 b1 | k2 r2 y2 b2 | b3 b4 b5 * | k9 r9 y9");
    // Both halves of a run that was parted may have the joker, but for the half that got the tile.
    legal("b1 b2 * b4 b5", "b3", "b1 b2 b3 | b4 b5 *");
    legal("b1 b2 * b4 b5", "b3", "b1 b2 b3 | * b4 b5");
    assert_eq!(filled("b1 b2 * b4 b5", "b3 b6", "b1 b2 b3 * | b4 b5 b6"), one(0, 0, "b3"));
    // Taking a tile away from the end of a set does not make another set of it.
    assert_eq!(filled("b1 b2 * b4 b5 | k1 r1 y1", "b3", "k1 r1 y1 b1 | b2 b3 b4 b5 *"), one(1, 0, "b3"));
}

#[test]
fn n14_the_tile_may_come_from_the_table_and_sets_may_be_merged() {
    assert_eq!(filled("b1 b2 * | b3 b4 b5", "b6", "b1 b2 b3 b4 b5 b6 *"), one(0, 0, "b3"));
    legal("b1 b2 * | b3 b4 b5", "b6 k1 k2", "b1 b2 b3 b4 b5 b6 | k1 k2 *");
    // The joker of the other set stays where it is.
    legal("b1 b2 * | b5 b6 *", "b3 b4 k11 k13", "b1 b2 b3 b4 b5 b6 * | k11 * k13");
    assert_eq!(filled("b1 b2 * | b5 b6 *", "b3 b4", "b1 b2 b3 b4 b5 b6 * *"), one(0, 0, "b3"));
}

#[test]
fn n14_the_joker_of_a_group_of_three_stands_for_either_colour() {
    // One colour is added, and the joker stands for the other.
    legal("r4 k4 *", "b4", "r4 k4 b4 *");
    // A colour leaves, and the joker still stands for one of the two.
    legal("r4 k4 * | k5 k6 k7", "b4", "r4 b4 * | k4 k5 k6 k7");
    // Both are there, so one of them took its place.
    assert_eq!(filled("r4 k4 * | k5 k6 k7", "b4 y4", "r4 b4 y4 * | k4 k5 k6 k7").len(), 1);
    // In a group of four it stands for just one.
    assert_eq!(filled("r4 k4 b4 * | k5 k6 k7", "y4", "r4 b4 y4 * | k4 k5 k6 k7"), one(0, 0, "y4"));
    // Two jokers of a group stand for different colours: one may stay beside the tile that replaced the other.
    legal("r4 k4 * *", "b4 k11 k13", "r4 k4 b4 * | k11 * k13");
}

#[test]
fn n14_with_several_jokers_each_may_stay_that_was_not_replaced() {
    legal("r3 * r5 *", "r4 k11 k13", "r3 r4 r5 * | k11 * k13");
    assert_eq!(filled("r3 * r5 *", "r4", "r3 r4 r5 * *"), one(0, 0, "r4"));
    legal("r7 * *", "r8 k1 k2", "r7 r8 * | k1 k2 *");
    // Two jokers that change places have both gone into another set.
    legal("b1 b2 * | r1 r2 *", "b3 r3", "b1 b2 b3 * | r1 r2 r3 *");
}

#[test]
fn n14_jokers_are_alike_but_one_that_still_stands_for_its_tile_has_stayed() {
    // The joker of the rack may lie there, as the replaced one can be the other.
    legal("b1 b2 *", "b3 k11 k13 *", "b1 b2 b3 * | k11 * k13");
    // A joker that nobody touched does not change places with the replaced one.
    assert_eq!(filled("b1 b2 * | r9 * r11", "b3", "b1 b2 b3 * | r9 * r11"), one(0, 0, "b3"));
    assert_eq!(filled("b1 b2 * | r9 * r11", "b3 r12", "b1 b2 b3 * | r9 * r11 r12"), one(0, 0, "b3"));
    assert_eq!(filled("b1 b2 * | b1 b2 * b4", "b3", "b1 b2 b3 * | b1 b2 * b4").len(), 1);
}

#[test]
fn n14_sets_of_the_same_tiles_are_not_told_apart() {
    // Stricter than the letter: both runs hold the tile and others of the joker's set.
    assert_eq!(filled("b1 b2 * | b1 b2 b3", "b3", "b1 b2 b3 | b1 b2 b3 *"), one(1, 0, "b3"));
}

#[test]
fn n14_the_opening_and_other_faults_come_first() {
    let rules = letter();
    assert!(judge(&rules, false, "b1 b2 *", "k10 r10 b10", "b1 b2 * | k10 r10 b10").is_ok());
    let missing = faults(&rules, true, "b1 b2 *", "b3", "b1 b2 b3");
    assert_eq!(missing, [Fault::TableTileMissing { tiles: tiles("*") }]);
    // Where there is no opening to be made it holds from the first turn.
    let none = settings("hk", &[("joker_moves", "another-set"), ("opening_points", "0")]);
    assert!(judge(&none, false, "b1 b2 *", "b3", "b1 b2 b3 *").is_err());
}

#[test]
fn n14_the_plain_search_says_only_what_it_knows() {
    let rules = letter();
    let asks = |before: &str, rack: &str| {
        let (table, rack) = (table(before), tiles(rack));
        let position = Position { settings: &rules, table: &table, seat: Seat(0), rack: &rack, opened: true };
        PlainSearch.can_play(&position)
    };
    assert_eq!(asks("b1 b2 *", "b4"), Some(true));
    assert_eq!(asks("b1 b2 *", "k9 r9 y9"), Some(true));
    assert_eq!(asks("b1 b2 *", "k9"), Some(false));
    assert_eq!(asks("b1 b2 *", "b3"), None);
    assert_eq!(asks("b1 b2 b3", "b4"), Some(true));
}

/// Sets to leave on the table that have as many jokers as this or more: mostly old sets with jokers replaced and another
/// joker in them, now and then without one of their tiles, and others beside them.
fn sets_after(dice: &mut Dice, before: &Table, low: u8, jokers: usize) -> Table {
    let mut sets: Vec<Vec<Laid>> = Vec::new();
    let mut used = 0;
    for set in before.sets().filter(|set| set.iter().any(|piece| piece.is_joker())) {
        let filled = spelt_out(set.to_vec()).into_iter().map(|piece| match piece.reading() {
            Some(tile) if dice.chance(70) => tile,
            _ => piece.tile(),
        });
        let mut tiles: Vec<Tile> = filled.collect();
        if dice.chance(30) {
            tiles.remove(dice.below(tiles.len()));
        }
        tiles.push(Tile::JOKER);
        let ways = ways_to_lay(&tiles);
        if !ways.is_empty() && dice.chance(80) {
            used += tiles.iter().filter(|tile| tile.is_joker()).count();
            sets.push(spelt_out(ways[dice.below(ways.len())].clone()));
        }
    }
    if used < jokers {
        sets.extend(some_sets(dice, low, jokers - used).sets().map(|set| spelt_out(set.to_vec())));
    }
    Table::read(sets.into_iter().collect()).unwrap()
}

/// A few sets of a few neighbouring numbers with exactly this many jokers in them.
fn some_sets(dice: &mut Dice, low: u8, mut jokers: usize) -> Table {
    let near = |tile: &Tile| (low..low + 4).contains(&(tile.value() as u8));
    let plain: Vec<Vec<Tile>> = naive::plain_sets().into_iter().filter(|set| set.iter().all(near)).collect();
    let mut sets = Vec::new();
    while jokers > 0 || sets.is_empty() {
        let mut set = plain[dice.below(plain.len())].clone();
        for tile in set.iter_mut().skip(1) {
            if jokers > 0 && dice.chance(40) {
                *tile = Tile::JOKER;
                jokers -= 1;
            }
        }
        let ways = ways_to_lay(&set);
        sets.push(spelt_out(ways[dice.below(ways.len())].clone()));
    }
    Table::read(sets.into_iter().collect()).unwrap()
}

/// The jokers of a group say what they stand for, so that the set is not read as a run.
fn spelt_out(mut set: Vec<Laid>) -> Vec<Laid> {
    let number = set.iter().filter_map(|piece| piece.reading()).map(|tile| tile.value() as u8).next().unwrap();
    for colour in Colour::ALL {
        let tile = Tile::number(colour, number).unwrap();
        let open = set.iter().position(|piece| piece.reading().is_none());
        if let Some(open) = open.filter(|_| !set.contains(&tile.into())) {
            set[open] = Laid::joker_as(tile);
        }
    }
    set
}

#[test]
fn n14_agrees_with_a_second_reading_of_its_words() {
    let (mut legal, mut wrong) = (0, 0);
    for seed in 0..20_000 {
        let mut dice = Dice::new(seed);
        let low = 1 + dice.below(10) as u8;
        let jokers = 1 + dice.below(3);
        let before = some_sets(&mut dice, low, jokers);
        let more = dice.below(5 - jokers);
        let after = sets_after(&mut dice, &before, low, jokers + more);
        let sets = |table: &Table| table.sets().map(<[Laid]>::to_vec).collect::<Vec<_>>();
        let with_jokers: Vec<Vec<Laid>> =
            sets(&after).into_iter().filter(|set| set.iter().any(|piece| piece.is_joker())).collect();
        let expected = replaced_jokers_moved_on(&sets(&before), &with_jokers);
        let ours = jokers_in_filled_sets(&before, after.layout());
        assert_eq!(ours.is_empty(), expected, "seed {seed}: {before} to {after}: {ours:?}");
        *if expected { &mut legal } else { &mut wrong } += 1;
    }
    assert!(legal > 1000 && wrong > 1000, "{legal} legal, {wrong} not");
}
