//! A random player of the number game.

use trinta_core::edition::{JokerMoves, OpeningSets};
use trinta_core::{
    Colour, HIGHEST_NUMBER, HandKnowledge, Laid, Layout, PoolKnowledge, Seat, StateOf, Tile, Tiles, numbers,
};

use trinta_dice::Dice;

/// The table that the player is laying, and what is left of the rack.
struct TableInProgress {
    sets: Vec<Vec<Laid>>,
    /// Copies on the rack by colour and number; the indices 0 and 14 stay empty, so that every number has neighbours.
    rack: [[u8; 15]; 4],
    jokers: u8,
    placed: usize,
}

const LAST: usize = HIGHEST_NUMBER as usize;

pub(super) fn propose<H: HandKnowledge, P: PoolKnowledge>(
    state: &StateOf<H, P>,
    seat: Seat,
    rack: &Tiles,
    dice: &mut Dice,
) -> Option<Layout> {
    let mut desk = TableInProgress::new(rack);
    if !state.has_opened(seat) {
        return desk.open(state, dice);
    }
    desk.sets = state.table().sets().map(<[Laid]>::to_vec).collect();
    let mut moves = [0, 1, 2, 3, 4];
    dice.shuffle(&mut moves);
    for chosen in moves {
        if dice.chance(20) {
            continue;
        }
        match chosen {
            0 => desk.lay_sets(dice),
            1 => desk.add_tiles(dice),
            2 => desk.borrow_tiles(dice),
            3 => desk.split_runs(),
            _ => desk.free_jokers(),
        }
    }
    (desk.placed > 0)
        .then(|| {
            dice.shuffle(&mut desk.sets);
            desk.sets.into_iter().collect()
        })
        .filter(|after| jokers_may_lie(state, after))
}

/// N14: whether all jokers lie where they may, if the settings restrict that.
fn jokers_may_lie<H: HandKnowledge, P: PoolKnowledge>(state: &StateOf<H, P>, after: &Layout) -> bool {
    let restricted = state.settings().numbers().is_some_and(|rules| rules.joker_moves == JokerMoves::AnotherSet);
    !restricted
        || numbers::read_table(state.table(), after)
            .is_ok_and(|after| numbers::jokers_in_filled_sets(state.table(), after.layout()).is_empty())
}

fn tile(colour: usize, number: usize) -> Laid {
    Tile::number(Colour::ALL[colour], number as u8).map_or(Laid::JOKER, Laid::from)
}

/// The colour and number of a piece with a reading.
fn read(piece: Laid) -> Option<(usize, usize)> {
    piece.reading()?.as_number().map(|(colour, number)| (colour as usize, usize::from(number)))
}

/// Whether a set of a valid table is a run: its first two pieces are read and of one colour.
fn is_run(set: &[Laid]) -> bool {
    matches!((read(set[0]), read(set[1])), (Some(one), Some(other)) if one.0 == other.0)
}

impl TableInProgress {
    fn new(tiles: &Tiles) -> TableInProgress {
        let mut desk = TableInProgress { sets: Vec::new(), rack: [[0; 15]; 4], jokers: 0, placed: 0 };
        for tile in tiles.iter() {
            match tile.as_number() {
                Some((colour, number)) => desk.rack[colour as usize][usize::from(number)] += 1,
                None => desk.jokers += 1,
            }
        }
        desk
    }

    fn open<H: HandKnowledge, P: PoolKnowledge>(&mut self, state: &StateOf<H, P>, dice: &mut Dice) -> Option<Layout> {
        let rules = state.settings().numbers()?;
        self.lay_sets(dice);
        let worth = |set: &Vec<Laid>| numbers::read_for_most(set).map_or(0, |read| read.points);
        if rules.opening_sets == OpeningSets::One {
            let best = (0..self.sets.len()).max_by_key(|&index| worth(&self.sets[index]))?;
            self.sets.swap(0, best);
            self.sets.truncate(1);
        }
        // Sometimes an opening with too few points is tried, which must be refused.
        if self.sets.iter().map(worth).sum::<u32>() < rules.opening_points && !dice.chance(2) {
            return None;
        }
        let mut layout = state.table().layout().clone();
        for set in self.sets.drain(..) {
            layout.push(set);
        }
        (layout.len() > state.table().len()).then_some(layout)
    }

    fn take(&mut self, colour: usize, number: usize) -> Laid {
        self.rack[colour][number] -= 1;
        self.placed += 1;
        tile(colour, number)
    }

    /// Lays sets from the rack alone, greedily, groups or runs first; sometimes with a joker.
    fn lay_sets(&mut self, dice: &mut Dice) {
        let groups_first = dice.chance(50);
        for groups in [groups_first, !groups_first] {
            if groups {
                self.lay_groups();
            } else {
                self.lay_runs();
            }
        }
        while self.jokers > 0 && dice.chance(60) && self.lay_pair_with(Laid::JOKER) {
            self.jokers -= 1;
            self.placed += 1;
        }
    }

    fn lay_groups(&mut self) {
        for number in (1..=LAST).rev() {
            loop {
                let colours: Vec<usize> = (0..4).filter(|&colour| self.rack[colour][number] > 0).collect();
                if colours.len() < 3 {
                    break;
                }
                let group = colours.into_iter().map(|colour| self.take(colour, number)).collect();
                self.sets.push(group);
            }
        }
    }

    fn lay_runs(&mut self) {
        for colour in 0..4 {
            let mut first = 1;
            while first <= LAST {
                let length = (first..=LAST).take_while(|&number| self.rack[colour][number] > 0).count();
                if length >= 3 {
                    let run = (first..first + length).map(|number| self.take(colour, number)).collect();
                    self.sets.push(run);
                } else {
                    first += length.max(1);
                }
            }
        }
    }

    /// Lays a set of a joker and two tiles of the rack, if there are two that fit.
    fn lay_pair_with(&mut self, joker: Laid) -> bool {
        for number in (1..=LAST).rev() {
            for colour in 0..4 {
                if self.rack[colour][number] == 0 {
                    continue;
                }
                for other in colour + 1..4 {
                    if self.rack[other][number] > 0 {
                        let group = vec![self.take(colour, number), self.take(other, number), joker];
                        self.sets.push(group);
                        return true;
                    }
                }
                if self.rack[colour][number - 1] > 0 {
                    let run = vec![self.take(colour, number - 1), self.take(colour, number), joker];
                    self.sets.push(run);
                    return true;
                }
                if number > 2 && self.rack[colour][number - 2] > 0 {
                    let run = vec![self.take(colour, number - 2), joker, self.take(colour, number)];
                    self.sets.push(run);
                    return true;
                }
            }
        }
        false
    }

    /// Adds single tiles to the ends of runs and to groups of three.
    fn add_tiles(&mut self, dice: &mut Dice) {
        for index in 0..self.sets.len() {
            if is_run(&self.sets[index]) {
                while let Some(&last) = self.sets[index].last()
                    && let Some((colour, number)) = read(last)
                    && self.rack[colour][number + 1] > 0
                {
                    let added = self.take(colour, number + 1);
                    self.sets[index].push(added);
                }
                while let Some((colour, number)) = read(self.sets[index][0])
                    && self.rack[colour][number - 1] > 0
                {
                    let added = self.take(colour, number - 1);
                    self.sets[index].insert(0, added);
                }
            } else if self.sets[index].len() == 3 {
                let colours: Vec<usize> = self.sets[index].iter().filter_map(|&piece| Some(read(piece)?.0)).collect();
                let Some((_, number)) = self.sets[index].iter().find_map(|&piece| read(piece)) else { continue };
                let missing = (0..4).find(|colour| !colours.contains(colour) && self.rack[*colour][number] > 0);
                if let Some(colour) = missing {
                    let added = self.take(colour, number);
                    self.sets[index].push(added);
                } else if self.jokers > 0 && dice.chance(10) {
                    self.jokers -= 1;
                    self.placed += 1;
                    self.sets[index].push(Laid::JOKER);
                }
            }
        }
    }

    /// Takes the fourth tile of a group, or the end of a run of four and more, to make a new set with the rack.
    fn borrow_tiles(&mut self, dice: &mut Dice) {
        for index in 0..self.sets.len() {
            if self.sets[index].len() < 4 {
                continue;
            }
            let last = self.sets[index].len() - 1;
            let places: Vec<usize> = if is_run(&self.sets[index]) { vec![0, last] } else { (0..=last).collect() };
            let Some(place) = dice.pick(&places) else { continue };
            let piece = self.sets[index][place];
            let used = if piece.is_joker() { self.lay_pair_with(Laid::JOKER) } else { self.lay_with(piece) };
            if used {
                self.sets[index].remove(place);
            }
        }
    }

    /// Lays a set of a tile that is not from the rack and two that are.
    fn lay_with(&mut self, piece: Laid) -> bool {
        let Some((colour, number)) = read(piece) else { return false };
        let others: Vec<usize> =
            (0..4).filter(|&other| other != colour && self.rack[other][number] > 0).take(3).collect();
        if others.len() >= 2 {
            let mut group: Vec<Laid> = others.into_iter().map(|other| self.take(other, number)).collect();
            group.push(piece);
            self.sets.push(group);
            return true;
        }
        for first in number.saturating_sub(2).max(1)..=number.min(LAST - 2) {
            let rest = (first..first + 3).filter(|&other| other != number);
            if rest.clone().all(|other| self.rack[colour][other] > 0) {
                for other in rest {
                    self.take(colour, other);
                }
                self.sets.push((first..first + 3).map(|other| tile(colour, other)).collect());
                return true;
            }
        }
        false
    }

    /// Splits runs of five and more with a tile of the rack.
    fn split_runs(&mut self) {
        for index in 0..self.sets.len() {
            let length = self.sets[index].len();
            if length < 5 || !is_run(&self.sets[index]) {
                continue;
            }
            let Some((colour, first)) = read(self.sets[index][0]) else { continue };
            if let Some(place) = (2..length - 2).find(|place| self.rack[colour][first + place] > 0) {
                let upper = self.sets[index].split_off(place);
                let added = self.take(colour, first + place);
                self.sets[index].push(added);
                self.sets.push(upper);
            }
        }
    }

    /// Replaces jokers by the tiles they stand for and uses them again (N14).
    fn free_jokers(&mut self) {
        for index in 0..self.sets.len() {
            let Some(place) = self.sets[index].iter().position(|piece| piece.is_joker()) else { continue };
            let stands_for = match read(self.sets[index][place]) {
                Some(known) => Some(known),
                None => self.open_joker(index),
            };
            let Some((colour, number)) = stands_for.filter(|&(colour, number)| self.rack[colour][number] > 0) else {
                continue;
            };
            self.sets[index][place] = self.take(colour, number);
            if !self.lay_pair_with(Laid::JOKER) {
                // If the joker can't be used elsewhere, it stays at the end of its set, or the move is undone.
                if self.sets[index].len() < LAST && is_run(&self.sets[index]) {
                    self.sets[index].push(Laid::JOKER);
                } else {
                    self.rack[colour][number] += 1;
                    self.placed -= 1;
                    self.sets[index][place] = Laid::JOKER;
                }
            }
        }
    }

    /// A tile of the rack that the joker of a group may stand for.
    fn open_joker(&self, index: usize) -> Option<(usize, usize)> {
        let (_, number) = self.sets[index].iter().find_map(|&piece| read(piece))?;
        let taken = |colour: usize| self.sets[index].iter().any(|&piece| read(piece) == Some((colour, number)));
        (0..4).find(|&colour| self.rack[colour][number] > 0 && !taken(colour)).map(|colour| (colour, number))
    }
}
