//! Tiles, in one byte each.
//!
//! A piece has no identity beyond its face, so nothing built from tiles can reveal in which order they were drawn.
//! [`Tile`] is a piece as it lies on a rack or in the pool; [`Laid`] is a piece as it lies on the table, where a
//! joker may stand for another tile.

use std::fmt;

/// The four colours of the number tiles (N1).
///
/// The rulebooks call the fourth one yellow or orange: one colour, two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Black, written `k`.
    Black = 0,
    /// Red, written `r`.
    Red = 1,
    /// Blue, written `b`.
    Blue = 2,
    /// Yellow or orange, written `y`.
    Yellow = 3,
}

impl Colour {
    /// All colours, in the order in which tiles sort.
    pub const ALL: [Colour; 4] = [Colour::Black, Colour::Red, Colour::Blue, Colour::Yellow];

    /// The letter of the notation: `k`, `r`, `b` or `y`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'k',
            Colour::Red => 'r',
            Colour::Blue => 'b',
            Colour::Yellow => 'y',
        }
    }

    /// The colour of a letter of the notation.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Colour> {
        match letter {
            'k' => Some(Colour::Black),
            'r' => Some(Colour::Red),
            'b' => Some(Colour::Blue),
            'y' => Some(Colour::Yellow),
            _ => None,
        }
    }
}

/// The highest number on a tile (N1).
pub const HIGHEST_NUMBER: u8 = 13;

/// The face of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Face {
    /// A number tile.
    Number(Colour, u8),
    /// A letter tile, `'A'` to `'Z'`.
    Letter(char),
    /// A joker.
    Joker,
}

/// A piece of the game, in one byte.
///
/// ```
/// use trinta_core::{Colour, Face, Tile};
///
/// let tile: Tile = "r7".parse()?;
/// assert_eq!(tile.face(), Face::Number(Colour::Red, 7));
/// assert_eq!(tile.to_string(), "r7");
/// assert_eq!(Tile::letter('Q').unwrap().to_string(), "Q");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The joker.
    pub const JOKER: Tile = Tile(0x7f);

    /// One more than the largest byte a tile can be: the length of a table indexed by tiles.
    pub const INDEX_LIMIT: usize = 0x80;

    /// A number tile, if the number is one of 1 to 13.
    #[must_use]
    pub const fn number(colour: Colour, number: u8) -> Option<Tile> {
        if number >= 1 && number <= HIGHEST_NUMBER { Some(Tile::number_unchecked(colour, number)) } else { None }
    }

    /// A number tile whose number the caller has shown to be one of 1 to 13.
    pub(crate) const fn number_unchecked(colour: Colour, number: u8) -> Tile {
        debug_assert!(number >= 1 && number <= HIGHEST_NUMBER);
        Tile((colour as u8) << 4 | number)
    }

    /// A letter tile, if the letter is one of `A` to `Z`.
    #[must_use]
    pub const fn letter(letter: char) -> Option<Tile> {
        if letter.is_ascii_uppercase() { Some(Tile(letter as u8)) } else { None }
    }

    /// The face of the tile.
    #[must_use]
    pub const fn face(self) -> Face {
        match self.0 {
            0x7f => Face::Joker,
            byte @ b'A'..=b'Z' => Face::Letter(byte as char),
            byte => Face::Number(colour_of(byte), byte & 0x0f),
        }
    }

    /// Whether this is a joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == Tile::JOKER.0
    }

    /// Whether this is a letter tile.
    #[must_use]
    pub const fn is_letter(self) -> bool {
        self.0.is_ascii_uppercase()
    }

    /// The number and colour of a number tile.
    #[must_use]
    pub const fn as_number(self) -> Option<(Colour, u8)> {
        match self.face() {
            Face::Number(colour, number) => Some((colour, number)),
            Face::Letter(_) | Face::Joker => None,
        }
    }

    /// The number of a number tile, which is its value (N3); 0 for a joker or a letter.
    #[must_use]
    pub const fn value(self) -> u32 {
        if self.0 < b'A' { (self.0 & 0x0f) as u32 } else { 0 }
    }

    /// The tile's byte as an index below [`Tile::INDEX_LIMIT`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The colour in the upper half of a number tile's byte.
const fn colour_of(byte: u8) -> Colour {
    match byte >> 4 {
        0 => Colour::Black,
        1 => Colour::Red,
        2 => Colour::Blue,
        _ => Colour::Yellow,
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A piece on the table: a tile, or a joker with what it stands for, if that is fixed (N5, W7).
///
/// In a valid set of numbers, the jokers of a run are read and those of a group are open: a group of three with a
/// joker can take either missing colour. In a word, every joker is read as a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Laid(u8);

const READ_JOKER: u8 = 0x80;

impl Laid {
    /// A joker whose reading is open.
    pub const JOKER: Laid = Laid(Tile::JOKER.0);

    /// A joker that stands for a tile. A joker can't stand for a joker: then its reading is open.
    #[must_use]
    pub const fn joker_as(tile: Tile) -> Laid {
        if tile.is_joker() { Laid::JOKER } else { Laid(READ_JOKER | tile.0) }
    }

    /// The piece itself.
    #[must_use]
    pub const fn tile(self) -> Tile {
        if self.0 & READ_JOKER != 0 { Tile::JOKER } else { Tile(self.0) }
    }

    /// Whether the piece is a joker, read or open.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 >= Tile::JOKER.0
    }

    /// The tile that counts: the piece itself, or what the joker stands for; nothing for an open joker.
    #[must_use]
    pub const fn reading(self) -> Option<Tile> {
        if self.0 == Tile::JOKER.0 { None } else { Some(Tile(self.0 & !READ_JOKER)) }
    }
}

impl From<Tile> for Laid {
    fn from(tile: Tile) -> Laid {
        Laid(tile.0)
    }
}

impl fmt::Debug for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_and_a_piece_on_the_table_are_one_byte() {
        assert_eq!(size_of::<Tile>(), 1);
        assert_eq!(size_of::<Laid>(), 1);
    }

    #[test]
    fn every_face_comes_back_from_its_tile() {
        for colour in Colour::ALL {
            for number in 1..=HIGHEST_NUMBER {
                let tile = Tile::number(colour, number).unwrap();
                assert_eq!(tile.face(), Face::Number(colour, number));
                assert_eq!(tile.value(), u32::from(number));
                assert_eq!(Laid::from(tile).tile(), tile);
                assert_eq!(Laid::joker_as(tile).tile(), Tile::JOKER);
                assert_eq!(Laid::joker_as(tile).reading(), Some(tile));
                assert!(Laid::joker_as(tile).is_joker() && !Laid::from(tile).is_joker());
            }
        }
        for letter in 'A'..='Z' {
            let tile = Tile::letter(letter).unwrap();
            assert_eq!(tile.face(), Face::Letter(letter));
            assert_eq!(tile.value(), 0);
            assert_eq!(Laid::joker_as(tile).reading(), Some(tile));
        }
        assert_eq!(Tile::JOKER.face(), Face::Joker);
        assert_eq!(Laid::JOKER.reading(), None);
        assert_eq!(Laid::joker_as(Tile::JOKER), Laid::JOKER);
    }

    #[test]
    fn there_is_no_tile_beyond_the_faces() {
        assert_eq!(Tile::number(Colour::Red, 0), None);
        assert_eq!(Tile::number(Colour::Red, 14), None);
        assert_eq!(Tile::letter('a'), None);
        assert_eq!(Tile::letter('É'), None);
    }
}
