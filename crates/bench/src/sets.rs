//! Sets under construction for a table.

use trinta_core::{Colour, HIGHEST_NUMBER, Laid, Layout, Table, Tile, TileSet};
use trinta_testkit::Dice;

/// A set under construction: the readings of its pieces, and which of them are jokers.
#[derive(Debug, Clone)]
pub(crate) struct Set {
    pub(crate) tiles: Vec<Tile>,
    pub(crate) jokers: Vec<bool>,
}

/// The tile of a colour and a number from 1 to 13.
pub(crate) fn tile(colour: Colour, number: u8) -> Tile {
    Tile::number(colour, number).expect("numbers go from 1 to 13")
}

impl Set {
    pub(crate) fn new(tiles: Vec<Tile>) -> Set {
        Set { jokers: vec![false; tiles.len()], tiles }
    }

    pub(crate) fn run(colour: Colour, first: u8, last: u8) -> Set {
        Set::new((first..=last).map(|number| tile(colour, number)).collect())
    }

    pub(crate) fn group(number: u8) -> Set {
        Set::new(Colour::ALL.map(|colour| tile(colour, number)).to_vec())
    }

    pub(crate) fn is_run(&self) -> bool {
        self.tiles[0].as_number().map(|face| face.0) == self.tiles[1].as_number().map(|face| face.0)
    }

    fn naturals(&self) -> usize {
        self.jokers.iter().filter(|&&joker| !joker).count()
    }

    /// Replaces a random tile by a joker and returns it; none if only one tile is left.
    pub(crate) fn replace(&mut self, dice: &mut Dice) -> Option<Tile> {
        let naturals: Vec<usize> = (0..self.tiles.len()).filter(|&index| !self.jokers[index]).collect();
        if naturals.len() < 2 {
            return None;
        }
        let index = dice.pick(&naturals)?;
        self.jokers[index] = true;
        Some(self.tiles[index])
    }

    /// Takes a tile from a set that has one to spare: any of a group, an end of a run.
    pub(crate) fn take_spare_tile(&mut self, dice: &mut Dice) -> Option<Tile> {
        let length = self.tiles.len();
        let last = length - 1;
        let index = if self.is_run() { [0, last][dice.below(2)] } else { dice.below(length) };
        if length <= 3 || self.naturals() <= 1 {
            return None;
        }
        let joker = self.jokers.remove(index);
        let tile = self.tiles.remove(index);
        Some(if joker { Tile::JOKER } else { tile })
    }

    /// The pieces as tiles, jokers without their readings.
    pub(crate) fn pieces(&self) -> Vec<Tile> {
        self.tiles.iter().zip(&self.jokers).map(|(&tile, &joker)| if joker { Tile::JOKER } else { tile }).collect()
    }

    fn laid(&self) -> Vec<Laid> {
        let lay = |(&tile, &joker): (&Tile, &bool)| match (joker, self.is_run()) {
            (false, _) => tile.into(),
            (true, true) => Laid::joker_as(tile),
            (true, false) => Laid::JOKER,
        };
        self.tiles.iter().zip(&self.jokers).map(lay).collect()
    }
}

/// Lays the sets on a table.
pub(crate) fn lay(sets: &[Set]) -> Table {
    let layout: Layout = sets.iter().map(Set::laid).collect();
    Table::read(layout).expect("every set is valid")
}

/// A random run or group; long runs are rarer than short ones.
pub(crate) fn any_set(dice: &mut Dice) -> Set {
    if dice.chance(50) {
        let mut group = Set::group(1 + dice.below(usize::from(HIGHEST_NUMBER)) as u8);
        if dice.chance(70) {
            group = Set::new({
                let mut tiles = group.tiles;
                tiles.remove(dice.below(4));
                tiles
            });
        }
        return group;
    }
    let mut length = 3;
    while length < HIGHEST_NUMBER && dice.chance(45) {
        length += 1;
    }
    let first = 1 + dice.below(usize::from(HIGHEST_NUMBER - length) + 1) as u8;
    Set::run(Colour::ALL[dice.below(4)], first, first + length - 1)
}

/// The number of jokers in a box.
pub(crate) fn jokers_in(tile_set: TileSet) -> usize {
    usize::from(tile_set.copies(Tile::JOKER))
}
