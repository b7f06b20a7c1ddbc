//! Groups, runs and the jokers in them (N4, N5).

use crate::codes::codes;
use crate::tile::{Colour, HIGHEST_NUMBER, Laid, Tile};

/// The fewest tiles in a set (N4).
const MIN_SET_TILES: usize = 3;
/// The most tiles in a group: one of each colour (N4).
const MAX_GROUP_TILES: usize = 4;

/// The kind of a set of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Consecutive numbers of one colour.
    Run {
        /// The colour.
        colour: Colour,
        /// The lowest number.
        first: u8,
    },
    /// One number in different colours.
    Group {
        /// The number.
        number: u8,
    },
}

/// The reading of a valid set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetReading {
    /// Run or group.
    pub kind: Kind,
    /// The sum of the numbers, a joker counting what it stands for (N10).
    pub points: u32,
    /// Whether the tiles have to be put in order, because the order in which they were laid is not valid (N5).
    pub reordered: bool,
}

/// A reason for which tiles are not a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetFault {
    /// Fewer than three tiles.
    #[error("a set has at least 3 tiles")]
    TooShort,
    /// Nothing but jokers (N5).
    #[error("a set can't be made of jokers alone")]
    JokersAlone,
    /// A group of more than four.
    #[error("a group has at most 4 tiles, one of each colour")]
    GroupTooLarge,
    /// Two tiles of one colour in a group.
    #[error("a group has each colour only once")]
    ColourTwice,
    /// Two tiles of one number in a run.
    #[error("a run has each number only once")]
    NumberTwice,
    /// Numbers missing in a run.
    #[error("the numbers of a run follow each other without a gap")]
    Gap,
    /// A run that would go below 1 or above 13.
    #[error("a run lies between 1 and 13, and 1 never follows 13")]
    OutOfRange,
    /// Several numbers and several colours.
    #[error("neither one number in different colours nor consecutive numbers of one colour")]
    Neither,
    /// A joker is said to stand for a tile that does not fit.
    #[error("a joker can't stand for the tile that is written with it")]
    JokerMisread,
    /// Letters among the numbers.
    #[error("letters do not belong in the number game")]
    Letters,
}

codes!(SetFault {
    TooShort => "too-short",
    JokersAlone => "jokers-alone",
    GroupTooLarge => "group-too-large",
    ColourTwice => "colour-twice",
    NumberTwice => "number-twice",
    Gap => "gap",
    OutOfRange => "out-of-range",
    Neither => "neither",
    JokerMisread => "joker-misread",
    Letters => "letters",
});

/// The result of one pass over the tiles.
struct Scan {
    jokers: usize,
    /// The number of the first natural or read piece, and whether all share it.
    number: u8,
    one_number: bool,
    /// The colour of the first, and whether all share it.
    colour: Colour,
    one_colour: bool,
    /// Bit per colour; a second one of a colour spoils a group.
    colour_twice: bool,
    /// Bit per number, and whether one came twice.
    numbers: u16,
    number_twice: bool,
    /// For a run as laid: the number at the first place, if all pieces agree on it.
    first_as_laid: Option<i16>,
    read_jokers: bool,
}

fn scan(set: &[Laid]) -> Result<Scan, SetFault> {
    let mut scan = Scan {
        jokers: 0,
        number: 0,
        one_number: true,
        colour: Colour::Black,
        one_colour: true,
        colour_twice: false,
        numbers: 0,
        number_twice: false,
        first_as_laid: None,
        read_jokers: false,
    };
    let mut colours = 0_u8;
    let mut agreed = true;
    for (place, piece) in set.iter().enumerate() {
        scan.jokers += usize::from(piece.is_joker());
        let Some(tile) = piece.reading() else { continue };
        let Some((colour, number)) = tile.as_number() else { return Err(SetFault::Letters) };
        scan.read_jokers |= piece.is_joker();
        let first = i16::from(number) - place as i16;
        if scan.number == 0 {
            (scan.number, scan.colour, scan.first_as_laid) = (number, colour, Some(first));
        } else {
            scan.one_number &= number == scan.number;
            scan.one_colour &= colour == scan.colour;
            agreed &= scan.first_as_laid == Some(first);
        }
        let (colour_bit, number_bit) = (1 << colour as u8, 1 << number);
        scan.colour_twice |= colours & colour_bit != 0;
        colours |= colour_bit;
        scan.number_twice |= scan.numbers & number_bit != 0;
        scan.numbers |= number_bit;
    }
    if !agreed {
        scan.first_as_laid = None;
    }
    if scan.jokers == set.len() {
        return Err(SetFault::JokersAlone);
    }
    Ok(scan)
}

impl Scan {
    fn group(&self, length: usize) -> Option<SetReading> {
        (self.one_number && !self.colour_twice && length <= MAX_GROUP_TILES).then(|| SetReading {
            kind: Kind::Group { number: self.number },
            points: length as u32 * u32::from(self.number),
            reordered: false,
        })
    }

    fn run(&self, length: usize, first: u8, reordered: bool) -> SetReading {
        let (length, first_number) = (length as u32, u32::from(first));
        let points = length * first_number + length * (length - 1) / 2;
        SetReading { kind: Kind::Run { colour: self.colour, first }, points, reordered }
    }

    /// The run in the order laid, if that is one.
    fn run_as_laid(&self, length: usize) -> Option<SetReading> {
        let first = self.first_as_laid.filter(|_| self.one_colour && !self.number_twice)?;
        let fits = first >= 1 && first as usize + length - 1 <= usize::from(HIGHEST_NUMBER);
        fits.then(|| self.run(length, first as u8, false))
    }

    /// The run worth most that the tiles make in any order: gaps filled first, further jokers on top.
    fn run_worth_most(&self, length: usize) -> Option<SetReading> {
        if !self.one_colour || self.number_twice || length > usize::from(HIGHEST_NUMBER) {
            return None;
        }
        let lowest = self.numbers.trailing_zeros() as usize;
        let highest = 15 - self.numbers.leading_zeros() as usize;
        if highest - lowest + 1 > length {
            return None;
        }
        // The highest place at which the run can begin and still hold its lowest natural tile.
        let first = lowest.min(usize::from(HIGHEST_NUMBER) + 1 - length);
        Some(self.run(length, first as u8, true))
    }

    fn fault(&self, length: usize) -> SetFault {
        if self.read_jokers {
            return SetFault::JokerMisread;
        }
        if self.one_number && self.one_colour {
            // One natural tile, or copies of one tile.
            return if self.number_twice { SetFault::ColourTwice } else { SetFault::OutOfRange };
        }
        match (self.one_number, self.one_colour) {
            (true, _) if self.colour_twice => SetFault::ColourTwice,
            (true, _) => SetFault::GroupTooLarge,
            (_, true) if self.number_twice => SetFault::NumberTwice,
            (_, true) if length > usize::from(HIGHEST_NUMBER) => SetFault::OutOfRange,
            (_, true) => SetFault::Gap,
            (false, false) => SetFault::Neither,
        }
    }
}

/// The better of two readings; at equal worth the run (N5).
fn better(run: Option<SetReading>, group: Option<SetReading>) -> Option<SetReading> {
    match (run, group) {
        (Some(run), Some(group)) => Some(if group.points > run.points { group } else { run }),
        (run, group) => run.or(group),
    }
}

/// Reads a set as it was laid (N4, N5).
///
/// Among the readings that fit the order laid, the one worth most counts, and at equal worth the run. If none fits,
/// the one worth most of all counts, and the set is to be put in that order. A joker whose reading is written with it
/// keeps it.
///
/// ```
/// use trinta_core::{Layout, numbers};
///
/// let points = |text: &str| {
///     let layout: Layout = text.parse().unwrap();
///     numbers::read(layout.set(0)).map(|read| read.points)
/// };
/// assert_eq!(points("r7 * *"), Ok(24));
/// assert_eq!(points("* * r13"), Ok(39));
/// assert_eq!(points("r3 r4 b5"), Err(numbers::SetFault::Neither));
/// ```
///
/// # Errors
/// The reason for which the tiles are not a set.
pub fn read(set: &[Laid]) -> Result<SetReading, SetFault> {
    if set.len() < MIN_SET_TILES {
        return Err(SetFault::TooShort);
    }
    let scan = scan(set)?;
    better(scan.run_as_laid(set.len()), scan.group(set.len()))
        .or_else(|| scan.run_worth_most(set.len()))
        .ok_or_else(|| scan.fault(set.len()))
}

/// Reads a set for the most points, in whatever order it was laid (N10).
///
/// # Errors
/// The reason for which the tiles are not a set.
pub fn read_for_most(set: &[Laid]) -> Result<SetReading, SetFault> {
    if set.len() < MIN_SET_TILES {
        return Err(SetFault::TooShort);
    }
    let scan = scan(set)?;
    if scan.jokers == 0 {
        return read(set);
    }
    better(scan.run_worth_most(set.len()), scan.group(set.len())).ok_or_else(|| scan.fault(set.len()))
}

/// The reading of a set of a valid table, in which jokers are open in a group and read in a run.
///
/// # Panics
/// If the set is not from a valid table.
#[must_use]
pub fn read_table_set(set: &[Laid]) -> SetReading {
    let scan = scan(set).expect("a set of a valid table has a number tile");
    let open = set.iter().any(|piece| piece.reading().is_none());
    let run = if open { None } else { scan.run_as_laid(set.len()) };
    run.or_else(|| scan.group(set.len())).expect("a set of a valid table is a run or a group")
}

/// A group with its open jokers read as the first colours that are missing: how it is written where bare jokers would
/// make a run.
pub(crate) fn with_colours(set: &[Laid], number: u8) -> Vec<Laid> {
    let taken = |colour: &Colour| set.iter().any(|piece| piece.reading() == Tile::number(*colour, number));
    let mut missing = Colour::ALL.into_iter().filter(|colour| !taken(colour));
    let read = |piece: &Laid| match piece.reading() {
        None => missing.next().map_or(*piece, |colour| Laid::joker_as(Tile::number_unchecked(colour, number))),
        Some(_) => *piece,
    };
    set.iter().map(read).collect()
}

impl SetReading {
    /// Puts the tiles of the set in the order of this reading, with the jokers of a run read and those of a group open.
    pub fn lay(&self, set: &mut [Laid]) {
        match self.kind {
            Kind::Group { .. } => {
                for piece in set.iter_mut().filter(|piece| piece.is_joker()) {
                    *piece = Laid::JOKER;
                }
            }
            Kind::Run { colour, first } => {
                let mut naturals = 0_u16;
                for tile in set.iter().filter(|piece| !piece.is_joker()).filter_map(|piece| piece.reading()) {
                    naturals |= 1 << tile.value();
                }
                for (number, piece) in (first..).zip(set.iter_mut()) {
                    let tile = Tile::number_unchecked(colour, number);
                    *piece = if naturals & (1 << number) != 0 { tile.into() } else { Laid::joker_as(tile) };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Layout, Table};

    fn set(text: &str) -> Vec<Laid> {
        crate::notation::read_set(text).unwrap()
    }

    fn fault(text: &str) -> SetFault {
        read(&set(text)).unwrap_err()
    }

    fn laid(text: &str) -> (String, u32) {
        let layout: Layout = text.parse().unwrap();
        let points = read(layout.set(0)).unwrap().points;
        (Table::read(layout).unwrap().to_string(), points)
    }

    #[test]
    fn n03_a_tile_is_worth_its_number() {
        assert_eq!(laid("k1 r1 b1").1, 3);
        assert_eq!(laid("k13 r13 b13 y13").1, 52);
        assert_eq!(laid("b3 b4 b5 b6").1, 18);
        assert_eq!(laid("y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13").1, 91);
    }

    #[test]
    fn n04_groups_are_three_or_four_of_one_number_in_different_colours() {
        assert_eq!(read(&set("k7 r7 b7")).unwrap().kind, Kind::Group { number: 7 });
        assert_eq!(read(&set("k7 r7 b7 y7")).unwrap().kind, Kind::Group { number: 7 });
        assert_eq!(fault("k7 r7"), SetFault::TooShort);
        assert_eq!(fault("k7 r7 r7"), SetFault::ColourTwice);
        assert_eq!(fault("k7 r7 b7 y7 k7"), SetFault::ColourTwice);
        assert_eq!(fault("k7 r7 b7 y7 *"), SetFault::GroupTooLarge);
        assert_eq!(fault("k7 r7 b8"), SetFault::Neither);
        assert_eq!(fault("r7 r7 r7"), SetFault::ColourTwice);
    }

    #[test]
    fn n04_runs_are_three_or_more_consecutive_numbers_of_one_colour() {
        assert_eq!(read(&set("b3 b4 b5")).unwrap().kind, Kind::Run { colour: Colour::Blue, first: 3 });
        assert_eq!(fault("b3 b4"), SetFault::TooShort);
        assert_eq!(fault("b3 b4 b6"), SetFault::Gap);
        assert_eq!(fault("b3 b4 b4"), SetFault::NumberTwice);
        assert_eq!(fault("b3 b4 r5"), SetFault::Neither);
    }

    #[test]
    fn n04_one_is_lowest_and_never_follows_thirteen() {
        assert_eq!(laid("r1 r2 r3").1, 6);
        assert_eq!(fault("r12 r13 r1"), SetFault::Gap);
        assert_eq!(fault("r13 r1 r2"), SetFault::Gap);
        assert_eq!(fault("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 *"), SetFault::OutOfRange);
    }

    #[test]
    fn n04_a_run_laid_in_any_order_is_put_from_small_to_large() {
        assert_eq!(laid("b5 b3 b4"), ("b3 b4 b5".into(), 12));
    }

    #[test]
    fn n05_the_place_of_a_joker_in_a_run_is_its_number() {
        assert_eq!(laid("* r5 r6"), ("* r5 r6".into(), 15));
        assert_eq!(laid("r5 r6 *"), ("r5 r6 *".into(), 18));
        assert_eq!(laid("r5 * r7"), ("r5 * r7".into(), 18));
        assert_eq!(laid("r12 r13 *"), ("* r12 r13".into(), 36));
        assert_eq!(laid("* r1 r2"), ("r1 r2 *".into(), 6));
        assert_eq!(laid("r5 r7 *"), ("r5 * r7".into(), 18));
    }

    #[test]
    fn n05_jokers_alone_are_no_set() {
        assert_eq!(fault("* * *"), SetFault::JokersAlone);
        assert_eq!(fault("* * * *"), SetFault::JokersAlone);
        assert_eq!(fault("* * *r4"), SetFault::JokersAlone);
        assert_eq!(fault("*r7 *r8 *r9"), SetFault::JokersAlone);
        assert_eq!(read_for_most(&set("*r7 *r8 *r9")), Err(SetFault::JokersAlone));
    }

    #[test]
    fn n05_with_several_jokers_the_reading_worth_most_counts() {
        assert_eq!(laid("r7 * *"), ("r7 * *".into(), 24));
        assert_eq!(laid("* r7 *"), ("* r7 *".into(), 21));
        assert_eq!(read(&set("* r7 *")).unwrap().kind, Kind::Run { colour: Colour::Red, first: 6 });
        assert_eq!(laid("* * r13"), ("* * r13".into(), 39));
        assert_eq!(read(&set("* * r13")).unwrap().kind, Kind::Group { number: 13 });
        assert_eq!(read(&set("r12 * *")).unwrap().kind, Kind::Group { number: 12 });
        assert_eq!(laid("* * r1 r2"), ("r1 r2 * *".into(), 10));
        assert_eq!(laid("r13 r12 * *"), ("* * r12 r13".into(), 46));
        assert_eq!(laid("* * * r13 *"), ("* * * * r13".into(), 55));
    }

    #[test]
    fn n05_the_joker_of_a_group_stays_open() {
        let table = Table::read("k7 r7 *b7".parse().unwrap()).unwrap();
        assert_eq!(table.to_string(), "k7 r7 *");
        assert_eq!(laid("k7 * y7"), ("k7 * y7".into(), 21));
    }

    #[test]
    fn n05_a_reading_written_with_a_joker_is_kept_or_refused() {
        assert_eq!(laid("*r11 *r12 r13"), ("*r11 *r12 r13".into(), 36));
        assert_eq!(laid("r13 *r12 *r11"), ("*r11 *r12 r13".into(), 36));
        assert_eq!(fault("*r5 r7 r8"), SetFault::JokerMisread);
        assert_eq!(fault("k7 r7 *r7"), SetFault::JokerMisread);
        assert_eq!(fault("k7 r7 *b8"), SetFault::JokerMisread);
    }

    #[test]
    fn letters_are_no_numbers() {
        assert_eq!(fault("A r7".replace("r7", "BC").as_str()), SetFault::Letters);
    }

    #[test]
    fn a_set_read_for_most_takes_the_best_order() {
        let most = |text: &str| read_for_most(&set(text)).unwrap().points;
        assert_eq!(most("* r9 r10"), 30);
        assert_eq!(most("* r12 r13"), 36);
        assert_eq!(most("r9 r10 r11"), 30);
        assert_eq!(most("*r8 r9 r10"), 27);
        assert_eq!(most("* *r9 r10"), 30);
        assert_eq!(most("r7 * *"), 24);
        assert_eq!(most("* * r7"), 24);
        assert_eq!(most("* k9 r9"), 27);
        assert_eq!(read_for_most(&set("* r9")), Err(SetFault::TooShort));
        assert_eq!(read_for_most(&set("* r9 b10")), Err(SetFault::Neither));
    }
}
