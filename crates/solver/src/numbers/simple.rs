//! Among equally good plays people like the one that takes nothing apart: sets of the table only grow.

use trinta_core::{HIGHEST, Laid, Layout, Tile, Tiles, numbers};

use crate::numbers::columns::Plan;
use crate::numbers::rebuild::rebuild;
use crate::numbers::search::{Engine, Found};
use crate::numbers::situation::Goal;
use crate::numbers::supply::Supply;
use crate::numbers::worth::{Order, Worth};
use crate::numbers::{Position, Solver};

/// How many additions are tried before the play is left as it is.
const TRIES: u32 = 100;

impl Solver {
    /// A table with the same tiles on which at most so many sets have grown and none was taken apart, if there is one.
    pub(super) fn grown(&mut self, position: &Position<'_>, placed: &Tiles, grown: u32) -> Option<Layout> {
        let sets: Vec<Vec<Laid>> = position.table.sets().map(<[Laid]>::to_vec).collect();
        let lengths: Vec<usize> = sets.iter().map(Vec::len).collect();
        let mut growing = Growing { engine: &mut self.aside, sets, lengths, may_grow: grown, tries: TRIES };
        growing.add(placed.as_slice())
    }
}

/// A table whose sets grow.
struct Growing<'a> {
    engine: &'a mut Engine,
    sets: Vec<Vec<Laid>>,
    /// How long the sets were.
    lengths: Vec<usize>,
    /// How many more sets may grow.
    may_grow: u32,
    tries: u32,
}

impl Growing<'_> {
    /// Adds all these tiles to sets, or makes new sets of those that are left.
    fn add(&mut self, tiles: &[Tile]) -> Option<Layout> {
        if let Some(new_sets) = self.new_sets(tiles) {
            return Some(self.sets.iter().cloned().chain(new_sets.sets().map(<[Laid]>::to_vec)).collect());
        }
        for place in 0..tiles.len() {
            if place > 0 && tiles[place] == tiles[place - 1] {
                continue;
            }
            let tile = tiles[place];
            let others = [&tiles[..place], &tiles[place + 1..]].concat();
            for set in 0..self.sets.len() {
                let first = self.sets[set].len() == self.lengths[set];
                if first && self.may_grow == 0 {
                    continue;
                }
                self.tries = self.tries.checked_sub(1)?;
                self.sets[set].push(tile.into());
                self.may_grow -= u32::from(first);
                if numbers::read(&self.sets[set]).is_ok()
                    && let Some(layout) = self.add(&others)
                {
                    return Some(layout);
                }
                self.may_grow += u32::from(first);
                self.sets[set].pop();
            }
        }
        None
    }

    /// Sets of exactly these tiles, if there are.
    fn new_sets(&mut self, tiles: &[Tile]) -> Option<Layout> {
        match tiles.len() {
            0 => return Some(Layout::new()),
            1 | 2 => return None,
            _ if !each_has_company(tiles) => return None,
            _ => (),
        }
        let tiles: Tiles = tiles.iter().copied().collect();
        let (supply, worth) = (Supply::rack(&tiles), Worth::new(Order::Tiles, &tiles, 0));
        let all: u32 = tiles.iter().map(|tile| worth.of(tile)).sum();
        self.engine.new_sets(&supply, &worth, all)
    }
}

impl Engine {
    /// New sets of these tiles that are worth at least so much, if there are.
    pub(super) fn new_sets(&mut self, supply: &Supply, worth: &Worth, least: u32) -> Option<Layout> {
        let plan = Plan { supply, worth, old: &[], thorough: true, holding: false, lure: None };
        let goal =
            Goal { plan, points: 0, above: (least - worth.unit()) as i32, at_most: None, any: true, budget: u64::MAX };
        match self.search(&goal) {
            Found::Best(_, chosen) => Some(rebuild(&Layout::new(), &chosen, 0)),
            Found::Nothing | Found::OutOfBudget(_) => None,
        }
    }
}

/// Whether each tile could be in a set of some of these tiles: if not, no search is needed.
fn each_has_company(tiles: &[Tile]) -> bool {
    let jokers = tiles.iter().filter(|tile| tile.is_joker()).count();
    let mut colours = [0_u8; 16];
    for (colour, number) in tiles.iter().filter_map(|tile| tile.as_number()) {
        colours[usize::from(number)] |= 1 << colour as u8;
    }
    tiles.iter().filter_map(|tile| tile.as_number()).all(|(colour, number)| {
        let number = usize::from(number);
        let has = |number: usize| usize::from(colours[number] >> colour as u8 & 1);
        let in_run = |first: usize| {
            first >= 1 && first + 2 <= usize::from(HIGHEST) && (first..first + 3).map(has).sum::<usize>() + jokers >= 3
        };
        colours[number].count_ones() as usize + jokers >= 3 || (number.saturating_sub(2)..=number).any(in_run)
    })
}
