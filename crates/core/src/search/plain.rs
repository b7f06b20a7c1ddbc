//! A plain exhaustive search over the numbers from 1 to 13.
//!
//! It goes through the numbers from low to high and remembers, for each colour, the runs that are still open. At each
//! number it tries every way to put the tiles of that number into runs and groups. Results are memoised.

use std::collections::HashMap;

use crate::edition::{JokerMoves, NumberSettings, OpeningSets};
use crate::numbers;
use crate::proposal::Proposal;
use crate::search::{Position, Search};
use crate::tile::{Colour, HIGHEST_NUMBER, Laid, Tile};
use crate::tiles::Counts;

/// An exhaustive search. It is exact, and fast enough for occasional use. Its answer is "not known" if the table is so full
/// that the search would take too long, or if it depends on the rearrangements that `joker_moves = "another-set"` allows
/// (N14).
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainSearch;

impl Search for PlainSearch {
    fn can_play(&self, position: &Position<'_>) -> Option<bool> {
        let rules = position.settings.numbers()?;
        if !position.opened {
            return Some(self.could_open(position));
        }
        if fits_a_set(position, rules) {
            return Some(true);
        }
        let rack = position.rack.counts();
        let table = position.table.layout().counts();
        let free = rules.joker_moves == JokerMoves::Any || table.of(Tile::JOKER) == 0;
        if !free && Plain::new(&rack, &Counts::default(), Goal::AnyTile).best() == Some(1) {
            return Some(true);
        }
        let mut plain = Plain::new(&rack, &table, Goal::AnyTile);
        let best = plain.best();
        // What was found is true even if the search was not finished; that nothing was found is not.
        match best {
            Some(1) => free.then_some(true),
            _ => (plain.steps_left > 0).then_some(false),
        }
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        position
            .settings
            .numbers()
            .is_some_and(|rules| max_opening_points(rules, &position.rack.counts()) >= rules.opening_points)
    }
}

/// Whether a tile of the rack can simply be added to a set: the usual case, and far quicker to see than any other.
fn fits_a_set(position: &Position<'_>, rules: &NumberSettings) -> bool {
    let mut set = Vec::new();
    position.table.sets().enumerate().any(|(index, pieces)| {
        position.rack.as_slice().chunk_by(PartialEq::eq).any(|same| {
            set.clear();
            set.extend(pieces.iter().map(|piece| Laid::from(piece.tile())));
            set.push(same[0].into());
            numbers::read(&set).is_ok()
                && (rules.joker_moves == JokerMoves::Any || may_add(position, rules, index, &set))
        })
    })
}

/// Whether the rules allow a set to be replaced by this one.
fn may_add(position: &Position<'_>, rules: &NumberSettings, index: usize, set: &[Laid]) -> bool {
    let &Position { table: before, rack, .. } = position;
    let sets = before.sets().enumerate();
    let after = sets.map(|(other, pieces)| if other == index { set.to_vec() } else { pieces.to_vec() }).collect();
    numbers::check(rules, Proposal { before, rack, opened: true, after: &after }).is_ok()
}

/// The most points that an opening from this rack can be worth.
fn max_opening_points(rules: &NumberSettings, rack: &Counts) -> u32 {
    match rules.opening_sets {
        OpeningSets::Any => Plain::new(rack, &Counts::default(), Goal::Points).best().unwrap_or(0),
        OpeningSets::One => max_points_of_one_set(rack),
    }
}

fn max_points_of_one_set(rack: &Counts) -> u32 {
    let jokers = rack.of(Tile::JOKER);
    let has = |colour, number| Tile::number(colour, number).is_some_and(|tile| rack.of(tile) > 0);
    let mut most = 0;
    let mut offer = |length: u8, naturals: u8, points: u32| {
        if naturals > 0 && length - naturals <= jokers {
            most = most.max(points);
        }
    };
    for number in 1..=HIGHEST_NUMBER {
        let colours = Colour::ALL.into_iter().filter(|&colour| has(colour, number)).count() as u8;
        for length in 3..=4 {
            offer(length, colours.min(length), u32::from(length) * u32::from(number));
        }
        for colour in Colour::ALL {
            for last in number + 2..=HIGHEST_NUMBER {
                let naturals = (number..=last).filter(|&number| has(colour, number)).count() as u8;
                offer(last - number + 1, naturals, (u32::from(number)..=u32::from(last)).sum());
            }
        }
    }
    most
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// Whether there is any play: one tile of the rack is as good as ten.
    AnyTile,
    /// The most points.
    Points,
}

/// The open runs of one colour, by length (1, 2, or 3 and more): those with a tile in them and those of jokers alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Runs {
    tiled: [u8; 3],
    jokers: [u8; 3],
}

type Key = (u8, [Runs; 4], u8);

/// The steps after which the search gives up, about a second.
const STEP_LIMIT: u64 = 20_000_000;

struct Plain {
    goal: Goal,
    /// Copies of each tile by number and colour: on table and rack together, and those that must be placed.
    all: [[u8; 4]; 14],
    must: [[u8; 4]; 14],
    jokers: u8,
    jokers_must: u8,
    seen: HashMap<Key, Option<u32>>,
    steps_left: u64,
}

/// The choices made so far at one number.
#[derive(Clone, Copy)]
struct Choice {
    runs: [Runs; 4],
    in_groups: [u8; 4],
    jokers_left: u8,
    worth: u32,
}

impl Plain {
    fn new(rack: &Counts, table: &Counts, goal: Goal) -> Plain {
        let (mut all, mut must) = ([[0; 4]; 14], [[0; 4]; 14]);
        for colour in Colour::ALL {
            for number in 1..=HIGHEST_NUMBER {
                let tile = Tile::number_unchecked(colour, number);
                let (number, colour) = (usize::from(number), colour as usize);
                must[number][colour] = table.of(tile);
                all[number][colour] = table.of(tile) + rack.of(tile);
            }
        }
        let jokers_must = table.of(Tile::JOKER);
        let jokers = jokers_must + rack.of(Tile::JOKER);
        // An opening comes from a rack, which is small: it is always searched to the end.
        let steps_left = if goal == Goal::AnyTile { STEP_LIMIT } else { u64::MAX };
        Plain { goal, all, must, jokers, jokers_must, seen: HashMap::new(), steps_left }
    }

    /// The best worth of placing everything that must be placed; none if that can't be done.
    fn best(&mut self) -> Option<u32> {
        self.from(1, [Runs::default(); 4], self.jokers)
    }

    fn from(&mut self, number: u8, runs: [Runs; 4], jokers_left: u8) -> Option<u32> {
        if number > HIGHEST_NUMBER {
            let closed = runs.iter().all(|runs| runs.jokers == [0; 3] && runs.tiled[..2] == [0; 2]);
            let used = self.jokers - jokers_left;
            return (closed && used >= self.jokers_must).then(|| match self.goal {
                Goal::AnyTile => u32::from(used > self.jokers_must),
                Goal::Points => 0,
            });
        }
        let key = (number, runs, jokers_left);
        if let Some(known) = self.seen.get(&key) {
            return *known;
        }
        let mut best = None;
        let choice = Choice { runs, in_groups: [0; 4], jokers_left, worth: 0 };
        self.choose_colour(number, 0, choice, &mut best);
        self.seen.insert(key, best);
        best
    }

    /// Whether there is nothing better to find, or no time left to find it.
    fn good_enough(&self, best: Option<u32>) -> bool {
        self.steps_left == 0 || self.goal == Goal::AnyTile && best == Some(1)
    }

    /// Whether the runs that are not complete yet can go on, as far as the next two numbers tell.
    fn can_go_on(&self, number: u8, colour: usize, runs: Runs, jokers_left: u8) -> bool {
        let supply = |ahead: u8| match self.all.get(usize::from(number + ahead)) {
            Some(tiles) => tiles[colour] + jokers_left,
            None => 0,
        };
        let (short, joker_runs) = (runs.tiled[0] + runs.jokers[0], runs.jokers[1] + runs.jokers[2]);
        short + runs.tiled[1] + joker_runs <= supply(1) && short <= supply(2)
    }

    /// Tries every use of the tiles of one number and colour, then goes on to the next colour.
    fn choose_colour(&mut self, number: u8, colour: usize, choice: Choice, best: &mut Option<u32>) {
        if colour == 4 {
            self.choose_groups(number, choice, best);
            return;
        }
        let all = self.all[usize::from(number)][colour];
        let must = self.must[usize::from(number)][colour];
        for in_runs in 0..=all {
            for in_groups in must.saturating_sub(in_runs)..=all - in_runs {
                for jokers in 0..=choice.jokers_left {
                    let placed = in_runs + in_groups;
                    let mut next = choice;
                    next.in_groups[colour] = in_groups;
                    next.jokers_left -= jokers;
                    next.worth += match self.goal {
                        Goal::AnyTile => u32::from(placed > must),
                        Goal::Points => u32::from(number) * u32::from(placed + jokers),
                    };
                    self.extend_runs(number, colour, in_runs, jokers, next, best);
                    if self.good_enough(*best) {
                        return;
                    }
                }
            }
        }
    }

    /// Tries every way to give tiles and jokers to open and new runs of one colour.
    fn extend_runs(
        &mut self,
        number: u8,
        colour: usize,
        tiles: u8,
        jokers: u8,
        choice: Choice,
        best: &mut Option<u32>,
    ) {
        let old = choice.runs[colour];
        // Runs of one or two, and runs without a tile, are not complete: they go on.
        let unfinished = old.tiled[0] + old.tiled[1] + old.jokers.iter().sum::<u8>();
        let Some(free) = (tiles + jokers).checked_sub(unfinished) else { return };
        for longer in 0..=free.min(old.tiled[2]) {
            let begun = free - longer;
            for to_begun in 0..=begun.min(tiles) {
                for to_jokers in distributions(old.jokers) {
                    let given = to_begun + to_jokers.iter().sum::<u8>();
                    let tiled_runs = old.tiled[0] + old.tiled[1] + longer;
                    if given > tiles || tiles - given > tiled_runs {
                        continue;
                    }
                    let mut next = choice;
                    next.runs[colour] = Runs {
                        tiled: [
                            to_begun,
                            old.tiled[0] + to_jokers[0],
                            old.tiled[1] + longer + to_jokers[1] + to_jokers[2],
                        ],
                        jokers: [
                            begun - to_begun,
                            old.jokers[0] - to_jokers[0],
                            old.jokers[1] - to_jokers[1] + old.jokers[2] - to_jokers[2],
                        ],
                    };
                    self.steps_left = self.steps_left.saturating_sub(1);
                    if self.can_go_on(number, colour, next.runs[colour], next.jokers_left) {
                        self.choose_colour(number, colour + 1, next, best);
                    }
                    if self.good_enough(*best) {
                        return;
                    }
                }
            }
        }
    }

    /// Tries every number of groups that the tiles set aside for groups can make, with jokers or without.
    fn choose_groups(&mut self, number: u8, choice: Choice, best: &mut Option<u32>) {
        let tiles: u8 = choice.in_groups.iter().sum();
        let fewest = choice.in_groups.iter().copied().max().unwrap_or(0);
        for groups in fewest..=tiles {
            let lowest = (3 * groups).saturating_sub(tiles);
            for jokers in lowest..=(4 * groups).saturating_sub(tiles).min(choice.jokers_left) {
                let joker_worth = match self.goal {
                    Goal::AnyTile => 0,
                    Goal::Points => u32::from(number) * u32::from(jokers),
                };
                if let Some(rest) = self.from(number + 1, choice.runs, choice.jokers_left - jokers) {
                    let total = choice.worth + joker_worth + rest;
                    let total = if self.goal == Goal::AnyTile { total.min(1) } else { total };
                    *best = (*best).max(Some(total));
                    if self.good_enough(*best) {
                        return;
                    }
                }
            }
        }
    }
}

/// All triples in which no number exceeds its maximum.
fn distributions(most: [u8; 3]) -> impl Iterator<Item = [u8; 3]> {
    (0..=most[0])
        .flat_map(move |one| (0..=most[1]).flat_map(move |two| (0..=most[2]).map(move |three| [one, two, three])))
}
