//! The tiles of a position, as the search sees them: how many of each there are, and how many must be placed.

use trinta_core::{Colour, Counts, HIGHEST, Kind, Laid, Table, Tile, Tiles, numbers};

use crate::numbers::worth::Worth;

/// Room for the numbers 1 to 13 and two beyond, so that looking ahead needs no care.
pub(super) const NUMBERS: usize = HIGHEST as usize + 3;

/// Copies of each tile by number and colour.
pub(super) type Grid = [[u8; 4]; NUMBERS];

/// The tiles of a position.
#[derive(Debug, Clone)]
pub(super) struct Supply {
    /// On table and rack together.
    pub(super) all: Grid,
    /// On the table: they must be placed.
    pub(super) must: Grid,
    /// Jokers on table and rack together.
    pub(super) jokers: u8,
    /// Jokers on the table.
    pub(super) jokers_must: u8,
    /// For each number, the most tiles of one colour that groups can take.
    pub(super) most_in_groups: [u8; NUMBERS],
}

impl Supply {
    pub(super) fn new(table: &Counts, rack: &Counts) -> Supply {
        let (mut all, mut must) = ([[0; 4]; NUMBERS], [[0; 4]; NUMBERS]);
        for colour in Colour::ALL {
            for number in 1..=HIGHEST {
                let Some(tile) = Tile::number(colour, number) else { continue };
                let (number, colour) = (usize::from(number), colour as usize);
                must[number][colour] = table.of(tile);
                all[number][colour] = table.of(tile) + rack.of(tile);
            }
        }
        let jokers_must = table.of(Tile::JOKER);
        let jokers = jokers_must + rack.of(Tile::JOKER);
        Supply { all, must, jokers, jokers_must, most_in_groups: most_in_groups(&all, jokers) }
    }

    /// What is left when a set of these pieces is laid, and what those of them are worth that come from the rack. Of
    /// tiles that are alike, those of the table are taken first. None if the tiles are not there.
    pub(super) fn without(&self, set: &[Laid], worth: &Worth) -> Option<(Supply, u32)> {
        let (mut left, mut gain) = (self.clone(), 0);
        for piece in set {
            let tile = piece.tile();
            let (all, must) = match tile.as_number() {
                Some((colour, number)) => {
                    let (number, colour) = (usize::from(number), colour as usize);
                    (&mut left.all[number][colour], &mut left.must[number][colour])
                }
                None => (&mut left.jokers, &mut left.jokers_must),
            };
            *all = all.checked_sub(1)?;
            match must.checked_sub(1) {
                Some(fewer) => *must = fewer,
                None => gain += worth.of(tile),
            }
        }
        left.most_in_groups = most_in_groups(&left.all, left.jokers);
        Some((left, gain))
    }

    /// The same without the jokers that are not on the table.
    pub(super) fn without_jokers_of_the_rack(&self) -> Supply {
        let jokers = self.jokers_must;
        Supply { jokers, most_in_groups: most_in_groups(&self.all, jokers), ..self.clone() }
    }

    /// The rack alone: nothing must be placed.
    pub(super) fn rack(rack: &Tiles) -> Supply {
        Supply::new(&Counts::default(), &rack.counts())
    }
}

/// For each number, the most tiles of one colour that groups can take.
fn most_in_groups(all: &Grid, jokers: u8) -> [u8; NUMBERS] {
    all.map(|of_number| {
        let room = |groups: u8| of_number.iter().map(|&all: &u8| all.min(groups)).sum::<u8>() + jokers;
        (1..=3).rev().find(|&groups| room(groups) >= 3 * groups).unwrap_or(0)
    })
}

/// A set of the table, as the search keeps it or takes it apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct OldSet {
    /// Run or group, and where it begins.
    pub(super) kind: Kind,
    /// How many tiles it has, jokers included.
    pub(super) length: u8,
    /// For a run, a bit for each number that a tile, not a joker, has; for a group, a bit for each such colour.
    pub(super) tiles: u16,
    /// How many jokers it has.
    pub(super) jokers: u8,
}

impl OldSet {
    fn new(set: &[Laid]) -> OldSet {
        let kind = numbers::standing(set).kind;
        let bit = |tile: Tile| match (kind, tile.as_number()) {
            (Kind::Run { .. }, Some((_, number))) => 1 << number,
            (Kind::Group { .. }, Some((colour, _))) => 1 << colour as u16,
            (_, None) => 0,
        };
        OldSet {
            kind,
            length: set.len() as u8,
            tiles: set.iter().map(|piece| piece.tile()).map(bit).fold(0, |bits, bit| bits | bit),
            jokers: set.iter().filter(|piece| piece.is_joker()).count() as u8,
        }
    }

    /// Whether another set has the same tiles.
    pub(super) fn same_tiles(&self, other: &OldSet) -> bool {
        self.length == other.length
            && self.tiles == other.tiles
            && self.jokers == other.jokers
            && self.kind == other.kind
    }

    /// The lowest number in it.
    pub(super) const fn first(&self) -> u8 {
        match self.kind {
            Kind::Run { first, .. } => first,
            Kind::Group { number } => number,
        }
    }

    /// The highest number in it.
    pub(super) const fn last(&self) -> u8 {
        match self.kind {
            Kind::Run { first, .. } => first + self.length - 1,
            Kind::Group { number } => number,
        }
    }

    /// How many tiles of this number and colour it holds.
    pub(super) fn holds(&self, number: u8, colour: usize) -> u8 {
        match self.kind {
            Kind::Run { colour: own, .. } => u8::from(own as usize == colour && self.tiles >> number & 1 == 1),
            Kind::Group { number: own } => u8::from(own == number && self.tiles >> colour & 1 == 1),
        }
    }
}

/// The sets of a table, in its order.
pub(super) fn old_sets(table: &Table) -> Vec<OldSet> {
    table.sets().map(OldSet::new).collect()
}
