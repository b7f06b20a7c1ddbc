//! The tiles of a position as counts: for each tile, the copies there are and those that have to be placed.

use trinta_core::{Colour, Counts, HIGHEST_NUMBER, Kind, Laid, Table, Tile, Tiles, numbers};

use crate::numbers::weights::Weights;

/// The numbers from 0 to 13 and two beyond, so that looking ahead needs no bounds check.
pub(super) const NUMBERS: usize = HIGHEST_NUMBER as usize + 3;

/// Copies of each tile by number and colour.
pub(super) type Grid = [[u8; 4]; NUMBERS];

/// The tiles of a position.
#[derive(Debug, Clone)]
pub(super) struct Supply {
    /// Tiles on table and rack together.
    pub(super) all: Grid,
    /// Tiles on the table, which have to be placed.
    pub(super) on_table: Grid,
    /// Jokers on table and rack together.
    pub(super) jokers: u8,
    /// Jokers on the table.
    pub(super) jokers_on_table: u8,
    /// For each number, the maximum count of tiles of one colour that groups can use.
    pub(super) max_in_groups: [u8; NUMBERS],
}

impl Supply {
    pub(super) fn new(table: &Counts, rack: &Counts) -> Supply {
        let (mut all, mut on_table) = ([[0; 4]; NUMBERS], [[0; 4]; NUMBERS]);
        for colour in Colour::ALL {
            for number in 1..=HIGHEST_NUMBER {
                let Some(tile) = Tile::number(colour, number) else { continue };
                let (number, colour) = (usize::from(number), colour as usize);
                on_table[number][colour] = table.of(tile);
                all[number][colour] = table.of(tile) + rack.of(tile);
            }
        }
        let jokers_on_table = table.of(Tile::JOKER);
        let jokers = jokers_on_table + rack.of(Tile::JOKER);
        Supply { all, on_table, jokers, jokers_on_table, max_in_groups: max_in_groups(&all, jokers) }
    }

    /// The supply without the tiles of a set, and the weight of those that come from the rack. Of identical tiles, those
    /// of the table are taken first. None if a tile is missing.
    pub(super) fn without(&self, set: &[Laid], weights: &Weights) -> Option<(Supply, u32)> {
        let (mut left, mut gain) = (self.clone(), 0);
        for piece in set {
            let tile = piece.tile();
            let (all, on_table) = match tile.as_number() {
                Some((colour, number)) => {
                    let (number, colour) = (usize::from(number), colour as usize);
                    (&mut left.all[number][colour], &mut left.on_table[number][colour])
                }
                None => (&mut left.jokers, &mut left.jokers_on_table),
            };
            *all = all.checked_sub(1)?;
            match on_table.checked_sub(1) {
                Some(fewer) => *on_table = fewer,
                None => gain += weights.of(tile),
            }
        }
        left.max_in_groups = max_in_groups(&left.all, left.jokers);
        Some((left, gain))
    }

    /// The supply without the jokers of the rack.
    pub(super) fn without_rack_jokers(&self) -> Supply {
        let jokers = self.jokers_on_table;
        Supply { jokers, max_in_groups: max_in_groups(&self.all, jokers), ..self.clone() }
    }

    /// The rack alone: nothing has to be placed.
    pub(super) fn rack(rack: &Tiles) -> Supply {
        Supply::new(&Counts::default(), &rack.counts())
    }
}

fn max_in_groups(all: &Grid, jokers: u8) -> [u8; NUMBERS] {
    all.map(|of_number| {
        let usable = |groups: u8| of_number.iter().map(|&all: &u8| all.min(groups)).sum::<u8>() + jokers;
        (1..=3).rev().find(|&groups| usable(groups) >= 3 * groups).unwrap_or(0)
    })
}

/// A set of the table, which the search keeps or breaks.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableSet {
    pub(super) kind: Kind,
    /// The number of tiles, jokers included.
    pub(super) length: u8,
    /// The tiles that are not jokers: for a run one bit per number, for a group one bit per colour.
    pub(super) tiles: u16,
    pub(super) jokers: u8,
}

impl TableSet {
    fn new(set: &[Laid]) -> TableSet {
        let kind = numbers::read_table_set(set).kind;
        let bit = |tile: Tile| match (kind, tile.as_number()) {
            (Kind::Run { .. }, Some((_, number))) => 1 << number,
            (Kind::Group { .. }, Some((colour, _))) => 1 << colour as u16,
            (_, None) => 0,
        };
        TableSet {
            kind,
            length: set.len() as u8,
            tiles: set.iter().map(|piece| piece.tile()).map(bit).fold(0, |bits, bit| bits | bit),
            jokers: set.iter().filter(|piece| piece.is_joker()).count() as u8,
        }
    }

    /// Whether both sets consist of the same tiles.
    pub(super) fn same_tiles(&self, other: &TableSet) -> bool {
        self.length == other.length
            && self.tiles == other.tiles
            && self.jokers == other.jokers
            && self.kind == other.kind
    }

    /// The lowest number.
    pub(super) const fn first(&self) -> u8 {
        match self.kind {
            Kind::Run { first, .. } => first,
            Kind::Group { number } => number,
        }
    }

    /// The highest number.
    pub(super) const fn last(&self) -> u8 {
        match self.kind {
            Kind::Run { first, .. } => first + self.length - 1,
            Kind::Group { number } => number,
        }
    }

    /// The count of the set's tiles with this number and colour, jokers not counted.
    pub(super) fn count(&self, number: u8, colour: usize) -> u8 {
        match self.kind {
            Kind::Run { colour: own, .. } => u8::from(own as usize == colour && self.tiles >> number & 1 == 1),
            Kind::Group { number: own } => u8::from(own == number && self.tiles >> colour & 1 == 1),
        }
    }
}

/// The sets of a table, in the same order.
pub(super) fn table_sets(table: &Table) -> Vec<TableSet> {
    table.sets().map(TableSet::new).collect()
}
