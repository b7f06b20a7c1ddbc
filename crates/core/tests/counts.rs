//! The numbers of `records/counts.txt`, each counted twice: with the engine, and from the definitions.

use std::collections::{BTreeSet, HashMap, HashSet};

use trinta_core::shuffle::Shuffle;
use trinta_core::{
    Actor, Aids, AnyWord, Colour, Command, EventOf, Game, Laid, NoSearch, PlainSearch, Position, Search, Seat,
    Settings, Setup, Table, Tile, TileSet, numbers,
};
use trinta_testkit::naive;

/// Counts by the words of a line before its number.
type Lines = HashMap<String, u64>;

#[test]
fn every_count_is_right_in_two_ways() {
    let mut written = Lines::new();
    for line in include_str!("../../../records/counts.txt").lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, number) = line.rsplit_once(' ').expect("a name and a number");
        assert_eq!(written.insert(name.to_owned(), number.parse().expect(line)), None, "{line}: twice");
    }
    let (engine, naive) = (by_the_engine(), by_definition());
    let sorted = |lines: &Lines| {
        let mut lines: Vec<String> = lines.iter().map(|(name, number)| format!("{name} {number}")).collect();
        lines.sort();
        lines.join("\n")
    };
    assert_eq!(sorted(&engine), sorted(&naive), "the two ways differ");
    assert_eq!(sorted(&written), sorted(&engine), "records/counts.txt differs");
}

/// The most jokers of each box.
const BOXES: [(TileSet, usize); 2] = [(TileSet::Classic, 2), (TileSet::Large, 4)];
const OPENING: u32 = 30;
const HANDS: std::ops::RangeInclusive<usize> = 3..=5;

// The first way: the engine's own functions.

fn by_the_engine() -> Lines {
    let mut lines = Lines::new();
    for (set, jokers) in BOXES {
        let mut grown = Grown { set, jokers, lines: &mut lines };
        let kinds: Vec<Tile> = set.kinds().filter(|tile| !tile.is_joker()).collect();
        grown.grow(&mut Vec::new(), &kinds);
    }
    let settings = Settings::edition("hk").unwrap();
    let kinds: Vec<Tile> = TileSet::Classic.kinds().collect();
    let colours: Vec<[Colour; 4]> = permutations().collect();
    for size in HANDS {
        let mut openings = 0;
        each_hand(&kinds, size, &mut Vec::new(), &mut |hand| openings += engine_openings(&settings, &colours, hand));
        lines.insert(format!("openings 106 size={size}"), openings);
    }
    lines.insert("lots 106 ties".into(), engine_ties("hk"));
    lines.insert("lots 112 ties".into(), engine_ties("word-a"));
    lines
}

/// Grows natural tiles as long as the engine takes them with enough jokers, and counts what it takes with few.
struct Grown<'a> {
    set: TileSet,
    jokers: usize,
    lines: &'a mut Lines,
}

impl Grown<'_> {
    fn grow(&mut self, naturals: &mut Vec<Tile>, kinds: &[Tile]) {
        for (index, &tile) in kinds.iter().enumerate() {
            let copies = naturals.iter().filter(|&&other| other == tile).count();
            if copies == usize::from(self.set.copies(tile)) {
                continue;
            }
            naturals.push(tile);
            let takes = |jokers: usize| {
                let pieces: Vec<Laid> =
                    naturals.iter().map(|&tile| tile.into()).chain(std::iter::repeat_n(Laid::JOKER, jokers)).collect();
                numbers::read_for_most(&pieces).ok()
            };
            if (0..=13).any(|jokers| takes(jokers).is_some()) {
                for jokers in 0..=self.jokers {
                    if let Some(read) = takes(jokers) {
                        self.count(naturals, jokers, read.points);
                    }
                }
                self.grow(naturals, &kinds[index..]);
            }
            naturals.pop();
        }
    }

    fn count(&mut self, naturals: &[Tile], jokers: usize, points: u32) {
        let name = format!("sets {} jokers={jokers}", self.set.size());
        let [run, group] = engine_kinds(naturals, jokers);
        let kind = match (run, group) {
            (true, true) => "either",
            (true, false) => "run",
            _ => "group",
        };
        *self.lines.entry(name.clone()).or_default() += 1;
        *self.lines.entry(format!("{name} {kind}")).or_default() += 1;
        if points >= OPENING {
            *self.lines.entry(format!("{name} opens")).or_default() += 1;
        }
    }
}

/// Whether the engine reads the tiles as a run, and as a group, with some reading written with the jokers.
fn engine_kinds(naturals: &[Tile], jokers: usize) -> [bool; 2] {
    let mut kinds = [false; 2];
    let mut note = |pieces: &[Laid]| {
        if let Ok(read) = numbers::read(pieces) {
            kinds[usize::from(matches!(read.kind, numbers::Kind::Group { .. }))] = true;
        }
    };
    let plain: Vec<Laid> = naturals.iter().map(|&tile| tile.into()).collect();
    let bare = std::iter::repeat_n(Laid::JOKER, jokers);
    note(&plain.iter().copied().chain(bare).collect::<Vec<_>>());
    let Some((colour, number)) = naturals[0].as_number() else { return kinds };
    if naturals.len() == 1 {
        // Two tiles settle what a set is; one alone does not.
        for first in 1..=13_u8.saturating_sub(jokers as u8) {
            let run = (first..).take(jokers + 1).filter_map(|at| Tile::number(colour, at));
            let as_read = |tile: Tile| if tile == naturals[0] { tile.into() } else { Laid::joker_as(tile) };
            if (first..=first + jokers as u8).contains(&number) {
                note(&run.map(as_read).collect::<Vec<_>>());
            }
        }
        let others = Colour::ALL.into_iter().filter(|&other| other != colour).cycle().take(jokers);
        let read = others.filter_map(|other| Tile::number(other, number)).map(Laid::joker_as);
        note(&plain.iter().copied().chain(read).collect::<Vec<_>>());
    }
    kinds
}

/// How many hands this hand stands for: none if it can't open, or if a renaming of its colours comes before it;
/// else as many as there are renamings that differ. Searching one of each 24 is enough.
fn engine_openings(settings: &Settings, permutations: &[[Colour; 4]], hand: &[Tile]) -> u64 {
    let renamed = |colours: &[Colour; 4]| {
        let rename = |tile: &Tile| match tile.as_number() {
            Some((colour, number)) => Tile::number(colours[colour as usize], number).unwrap(),
            None => Tile::JOKER,
        };
        let mut tiles = [Tile::JOKER; 8];
        for (place, tile) in tiles.iter_mut().zip(hand) {
            *place = rename(tile);
        }
        tiles[..hand.len()].sort_unstable();
        tiles
    };
    if permutations.iter().any(|colours| renamed(colours)[..hand.len()] < *hand) {
        return 0;
    }
    let (rack, table) = (hand.iter().copied().collect(), Table::new());
    let position = Position { settings, table: &table, seat: Seat(0), rack: &rack, opened: false };
    if !PlainSearch.could_open(&position) {
        return 0;
    }
    permutations.iter().map(renamed).collect::<HashSet<_>>().len() as u64
}

fn permutations() -> impl Iterator<Item = [Colour; 4]> {
    (0..256_usize).filter_map(|code| {
        let chosen = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        let distinct = chosen.iter().collect::<BTreeSet<_>>().len() == 4;
        distinct.then(|| chosen.map(|index| Colour::ALL[index]))
    })
}

/// Every hand of this many tiles of the 106, sorted.
fn each_hand(kinds: &[Tile], size: usize, chosen: &mut Vec<Tile>, each: &mut dyn FnMut(&[Tile])) {
    if chosen.len() == size {
        return each(chosen);
    }
    for (index, &tile) in kinds.iter().enumerate() {
        if chosen.len() >= 2 && chosen[chosen.len() - 2] == tile {
            continue;
        }
        chosen.push(tile);
        each_hand(&kinds[index..], size, chosen, each);
        chosen.pop();
    }
}

/// Puts two chosen tiles on top in the first shuffle, so that the first two players draw them.
struct OnTop(usize, usize);

impl Shuffle for OnTop {
    fn shuffle(&self, number: u32, tiles: &mut [Tile]) {
        if number == 0 {
            let (first, second) = (tiles[self.0], tiles[self.1]);
            let rest: Vec<Tile> =
                (0..tiles.len()).filter(|place| ![self.0, self.1].contains(place)).map(|place| tiles[place]).collect();
            tiles[0] = first;
            tiles[1] = second;
            tiles[2..].copy_from_slice(&rest);
        } else {
            // Whoever draws again must not tie for ever.
            let step = number as usize % tiles.len();
            tiles.rotate_left(step);
            let half = tiles.len() / 2;
            tiles.swap(1, half);
        }
    }
}

fn engine_ties(edition: &str) -> u64 {
    let setup = Setup::new(Settings::edition(edition).unwrap(), 2).unwrap();
    let tiles = setup.tile_set().tiles();
    let game = Game::new(setup);
    let mut ties = 0;
    for first in 0..tiles.len() {
        for second in (0..tiles.len()).filter(|&second| second != first) {
            if tiles[first].is_joker() || tiles[second].is_joker() {
                continue;
            }
            let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &OnTop(first, second) };
            let events = game.decide(Actor::Host, &Command::Deal, &aids).unwrap();
            ties += u64::from(matches!(events[1], EventOf::Lot { .. }));
        }
    }
    ties
}

// The second way: from the definitions, without the engine's reading of sets.

fn by_definition() -> Lines {
    let mut lines = Lines::new();
    for (set, most) in BOXES {
        for jokers in 0..=most {
            let name = format!("sets {} jokers={jokers}", set.size());
            let (mut kinds, mut opens) = ([0; 3], 0);
            let all = naive::sets_with_jokers(jokers);
            for tiles in &all {
                let best = if jokers <= 2 { naive::readings(tiles) } else { readings_of_many(tiles) };
                kinds[match (best.run, best.group) {
                    (Some(_), Some(_)) => 2,
                    (Some(_), None) => 0,
                    _ => 1,
                }] += 1;
                opens += u64::from(best.run.max(best.group) >= Some(OPENING));
            }
            lines.insert(name.clone(), all.len() as u64);
            for (kind, count) in ["run", "group", "either"].into_iter().zip(kinds).filter(|(_, count)| *count > 0) {
                lines.insert(format!("{name} {kind}"), count);
            }
            lines.insert(format!("{name} opens"), opens);
        }
    }
    let opening_sets: Vec<Vec<Tile>> = (0..=2)
        .flat_map(naive::sets_with_jokers)
        .filter(|set| set.len() <= *HANDS.end() && naive::best_points(set) >= Some(OPENING))
        .collect();
    for size in HANDS {
        lines.insert(format!("openings 106 size={size}"), openings_by_growing(&opening_sets, size));
    }
    for (name, set) in [("lots 106 ties", TileSet::Classic), ("lots 112 ties", TileSet::Letters)] {
        let tiles = set.tiles();
        let draws = |tile: &&Tile| !tile.is_joker();
        let lot = |tile: &Tile| (tile.value(), tile.is_letter().then_some(*tile));
        let tied = |one: &Tile| tiles.iter().filter(draws).filter(|other| lot(other) == lot(one)).count() as u64 - 1;
        lines.insert(name.into(), tiles.iter().filter(draws).map(tied).sum());
    }
    lines
}

/// As `naive::readings`, with the plain sets that the naturals fit into tried in place of every tile for every joker.
fn readings_of_many(tiles: &[Tile]) -> naive::Readings {
    let naturals: Vec<Tile> = tiles.iter().copied().filter(|tile| !tile.is_joker()).collect();
    let mut found = naive::Readings::default();
    for set in naive::plain_sets() {
        if set.len() == tiles.len() && naturals.iter().all(|tile| set.contains(tile)) {
            let points = Some(set.iter().map(|tile| tile.value()).sum());
            if naive::is_plain_run(&set) {
                found.run = found.run.max(points);
            } else {
                found.group = found.group.max(points);
            }
        }
    }
    found
}

/// Hands that can open, by adding tiles to sets that open. Up to five tiles hold one set at most.
fn openings_by_growing(opening_sets: &[Vec<Tile>], size: usize) -> u64 {
    let kinds: Vec<Tile> = TileSet::Classic.kinds().collect();
    let mut hands = HashSet::new();
    for set in opening_sets.iter().filter(|set| set.len() <= size) {
        each_hand(&kinds, size - set.len(), &mut Vec::new(), &mut |more| {
            let mut hand = [set, more].concat();
            hand.sort_unstable();
            if TileSet::Classic.excess(hand.iter().copied()).is_none() {
                hands.insert(hand.iter().fold(0_u64, |code, tile| code << 8 | tile.index() as u64));
            }
        });
    }
    hands.len() as u64
}
