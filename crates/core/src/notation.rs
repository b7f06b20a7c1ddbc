//! The text notation of tiles, racks, sets and tables: read and written here and nowhere else.
//!
//! Number tiles are a colour (`k r b y`) and a number, a joker is `*`, and a joker whose reading is fixed says it:
//! `*r7`. Tiles are separated by spaces, sets by ` | `. A word is one token of capitals in which a small letter is a
//! joker standing for that letter; on a rack the joker is `*`. A tile itself shows to which game it belongs.

use std::fmt;
use std::str::FromStr;

use crate::layout::{Layout, Table};
use crate::sets::number;
use crate::tile::{Colour, Face, Laid, Tile};
use crate::tiles::Tiles;

/// Text that is not a tile, a rack, a set or a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {fault}")]
pub struct NotationError {
    /// The position of the error in characters, counted from 1.
    pub column: usize,
    /// The fault at this position.
    pub fault: NotationFault,
}

impl NotationError {
    /// The same error in a text that has this many more characters in front.
    #[must_use]
    pub fn shifted(mut self, columns: usize) -> NotationError {
        self.column += columns;
        self
    }
}

/// A fault in a piece of notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationFault {
    /// There is nothing where a tile should be.
    #[error("a tile is missing here")]
    Nothing,
    /// A token that is not a tile.
    #[error("`{0}` is not a tile: write a colour (k, r, b, y) and a number (r7), a letter (A) or a joker (*)")]
    NotATile(String),
    /// A number below 1 or above 13.
    #[error("`{0}` is not a tile: numbers go from 1 to 13")]
    NoSuchNumber(String),
    /// A colour that is none of the four.
    #[error("`{0}` is not a tile: the colours are k (black), r (red), b (blue) and y (yellow or orange)")]
    NoSuchColour(String),
    /// More than one tile where one was asked for.
    #[error("one tile is wanted here, not `{0}`")]
    NotOneTile(String),
    /// A joker with a reading, on a rack.
    #[error("`{0}`: a joker on a rack stands for nothing yet, write *")]
    JokerReadOnRack(String),
    /// Number tiles and letters in one set or on one rack.
    #[error("`{0}`: number tiles and letters do not mix")]
    Mixed(String),
    /// A set without tiles.
    #[error("there is a set without tiles; leave out the `|`")]
    EmptySet,
    /// Two sets where one was asked for.
    #[error("one set is wanted here, without `|`")]
    NotOneSet,
    /// More tiles than any game has.
    #[error("there are more tiles here than any game has (at most {0})")]
    TooMany(usize),
}

/// More tiles than any box holds. Longer text is refused before it is read.
pub(crate) const MAX_TILES: usize = 1000;

fn error(column: usize, fault: NotationFault) -> NotationError {
    NotationError { column, fault }
}

/// The tokens of a text, each with its column counted from 1.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    text.split(|c: char| c.is_whitespace()).filter_map(move |token| {
        let at = column;
        column += token.chars().count() + 1;
        (!token.is_empty()).then_some((at, token))
    })
}

/// A token such as `r7`.
fn number_tile(column: usize, token: &str) -> Result<Tile, NotationError> {
    let mut chars = token.chars();
    let colour = chars.next().and_then(Colour::from_letter);
    let digits = chars.as_str();
    let Some(colour) = colour else {
        return Err(error(column, NotationFault::NoSuchColour(token.to_owned())));
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error(column, NotationFault::NotATile(token.to_owned())));
    }
    digits
        .parse()
        .ok()
        .filter(|_| !digits.starts_with('0'))
        .and_then(|number| Tile::number(colour, number))
        .ok_or_else(|| error(column, NotationFault::NoSuchNumber(token.to_owned())))
}

/// Appends the pieces of one token.
fn read_token(column: usize, token: &str, pieces: &mut Vec<Laid>) -> Result<(), NotationError> {
    if token.bytes().any(|byte| byte.is_ascii_digit()) {
        let piece = match token.strip_prefix('*') {
            Some(reading) => Laid::joker_as(number_tile(column + 1, reading)?),
            None => number_tile(column, token)?.into(),
        };
        pieces.push(piece);
        return Ok(());
    }
    for (offset, letter) in token.chars().enumerate() {
        let piece = match letter {
            '*' => Some(Laid::JOKER),
            'A'..='Z' => Tile::letter(letter).map(Laid::from),
            'a'..='z' => Tile::letter(letter.to_ascii_uppercase()).map(Laid::joker_as),
            _ => None,
        };
        let wrong = || if offset == 0 { token.to_owned() } else { letter.to_string() };
        pieces.push(piece.ok_or_else(|| error(column + offset, NotationFault::NotATile(wrong())))?);
    }
    Ok(())
}

/// Where pieces lie: only on the table does a joker stand for something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceLocation {
    Rack,
    Table,
}

/// The pieces of a text without `|`.
fn read_pieces(text: &str, place: PieceLocation) -> Result<Vec<Laid>, NotationError> {
    let mut pieces = Vec::new();
    let mut letters = None;
    for (column, token) in tokens(text) {
        if token.contains('|') {
            return Err(error(column, NotationFault::NotOneSet));
        }
        let before = pieces.len();
        read_token(column, token, &mut pieces)?;
        for piece in &pieces[before..] {
            if let Some(tile) = piece.reading() {
                if piece.is_joker() && place == PieceLocation::Rack {
                    return Err(error(column, NotationFault::JokerReadOnRack(token.to_owned())));
                }
                if letters.is_some_and(|letters| letters != tile.is_letter()) {
                    return Err(error(column, NotationFault::Mixed(token.to_owned())));
                }
                letters = Some(tile.is_letter());
            }
        }
        if pieces.len() > MAX_TILES {
            return Err(error(column, NotationFault::TooMany(MAX_TILES)));
        }
    }
    Ok(pieces)
}

impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Tile, NotationError> {
        let tiles = read_rack(text)?;
        match tiles.as_slice() {
            [tile] => Ok(*tile),
            [] => Err(error(1, NotationFault::Nothing)),
            _ => Err(error(1, NotationFault::NotOneTile(text.trim().to_owned()))),
        }
    }
}

/// Tiles in the order in which they are written: the pool, a row of lots.
pub(crate) fn read_rack(text: &str) -> Result<Vec<Tile>, NotationError> {
    let pieces = read_pieces(text, PieceLocation::Rack)?;
    Ok(pieces.into_iter().map(Laid::tile).collect())
}

/// Writes tiles in the order given, number tiles with spaces, letters without.
pub(crate) struct InOrder<'a>(pub(crate) &'a [Tile]);

impl fmt::Display for InOrder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.0.iter().any(|tile| tile.is_letter());
        for (index, tile) in self.0.iter().enumerate() {
            if index > 0 && !letters {
                f.write_str(" ")?;
            }
            tile.fmt(f)?;
        }
        Ok(())
    }
}

impl FromStr for Tiles {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Tiles, NotationError> {
        Ok(read_rack(text)?.into())
    }
}

impl FromStr for Layout {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Layout, NotationError> {
        let mut layout = Layout::new();
        if text.trim().is_empty() {
            return Ok(layout);
        }
        let mut column = 0;
        for part in text.split('|') {
            let set = read_pieces(part, PieceLocation::Table).map_err(|fault| fault.shifted(column))?;
            if set.is_empty() {
                return Err(error(column + 1, NotationFault::EmptySet));
            }
            if layout.tile_count() + set.len() > MAX_TILES {
                return Err(error(column + 1, NotationFault::TooMany(MAX_TILES)));
            }
            layout.push(set);
            column += part.chars().count() + 1;
        }
        Ok(layout)
    }
}

/// Reads one set, without `|`.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn read_set(text: &str) -> Result<Vec<Laid>, NotationError> {
    let set = read_pieces(text, PieceLocation::Table)?;
    if set.is_empty() { Err(error(1, NotationFault::EmptySet)) } else { Ok(set) }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.face() {
            Face::Number(colour, number) => write!(f, "{}{number}", colour.letter()),
            Face::Letter(letter) => write!(f, "{letter}"),
            Face::Joker => f.write_str("*"),
        }
    }
}

impl fmt::Display for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reading() {
            Some(tile) if self.is_joker() => match tile.face() {
                Face::Letter(letter) => write!(f, "{}", letter.to_ascii_lowercase()),
                _ => write!(f, "*{tile}"),
            },
            Some(tile) => tile.fmt(f),
            None => f.write_str("*"),
        }
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        InOrder(self.as_slice()).fmt(f)
    }
}

/// One set as text.
pub struct SetText<'a>(pub &'a [Laid]);

impl fmt::Display for SetText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.0.iter().any(|piece| piece.reading().is_some_and(Tile::is_letter));
        for (index, piece) in self.0.iter().enumerate() {
            if index > 0 && !letters {
                f.write_str(" ")?;
            }
            piece.fmt(f)?;
        }
        Ok(())
    }
}

/// A valid set as text, with bare jokers wherever reading the text gives the same set.
pub(crate) fn valid_set_text(set: &[Laid]) -> String {
    let number_jokers = |piece: &Laid| piece.is_joker() && !piece.reading().is_some_and(Tile::is_letter);
    if !set.iter().any(number_jokers) {
        return SetText(set).to_string();
    }
    let bare: Vec<Laid> = set.iter().map(|piece| piece.tile().into()).collect();
    let mut again = bare.clone();
    let kind = number::read_table_set(set).kind;
    match number::read(&bare) {
        Ok(read) if read.kind == kind => {
            read.lay(&mut again);
            SetText(if again == set { &bare } else { set }).to_string()
        }
        _ => match kind {
            number::Kind::Group { number } => SetText(&number::with_colours(set, number)).to_string(),
            number::Kind::Run { .. } => SetText(set).to_string(),
        },
    }
}

fn write_sets(f: &mut fmt::Formatter<'_>, sets: impl Iterator<Item = String>) -> fmt::Result {
    for (index, set) in sets.enumerate() {
        if index > 0 {
            f.write_str(" | ")?;
        }
        f.write_str(&set)?;
    }
    Ok(())
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sets(f, self.sets().map(|set| SetText(set).to_string()))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sets(f, self.sets().map(valid_set_text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault<T: FromStr<Err = NotationError> + fmt::Debug>(text: &str) -> String {
        text.parse::<T>().unwrap_err().to_string()
    }

    #[test]
    fn tiles_racks_and_tables_round_trip() {
        for text in ["k13", "r7", "b1", "y10", "*", "A", "Z"] {
            assert_eq!(text.parse::<Tile>().unwrap().to_string(), text);
        }
        for text in ["", "k13 r1 r7 y10 *", "AGJO*", "*"] {
            assert_eq!(text.parse::<Tiles>().unwrap().to_string(), text);
        }
        for text in ["", "r3 r4 r5 | k7 r7 *", "*r7 r8 r9", "TRAINED | SLaP", "SL*P"] {
            assert_eq!(text.parse::<Layout>().unwrap().to_string(), text);
        }
        for text in
            ["", "* r5 r6", "r5 r6 *", "* * r13", "*r11 *r12 r13", "r7 * *", "*b7 *k7 r7", "r7 *k7 *b7", "REcOVER"]
        {
            let table = Table::read(text.parse().unwrap()).unwrap();
            assert_eq!(Table::read(table.to_string().parse().unwrap()).unwrap(), table, "{text}");
        }
        assert_eq!(Table::read("*r11 *r12 r13".parse().unwrap()).unwrap().to_string(), "*r11 *r12 r13");
        assert_eq!(Table::read("*r5 r6 r7".parse().unwrap()).unwrap().to_string(), "* r6 r7");
    }

    #[test]
    fn white_space_is_free() {
        assert_eq!("  r3   k1 ".parse::<Tiles>().unwrap().to_string(), "k1 r3");
        assert_eq!("A G\tJ".parse::<Tiles>().unwrap().to_string(), "AGJ");
        assert_eq!("r3 r4 r5|k7 r7 *".parse::<Layout>().unwrap().to_string(), "r3 r4 r5 | k7 r7 *");
    }

    #[test]
    fn every_wrong_tile_is_named_with_its_place() {
        assert_eq!(fault::<Tiles>("r3 r14"), "column 4: `r14` is not a tile: numbers go from 1 to 13");
        assert_eq!(fault::<Tiles>("r0"), "column 1: `r0` is not a tile: numbers go from 1 to 13");
        assert_eq!(fault::<Tiles>("r07"), "column 1: `r07` is not a tile: numbers go from 1 to 13");
        assert_eq!(fault::<Tiles>("r99999999999"), "column 1: `r99999999999` is not a tile: numbers go from 1 to 13");
        assert!(fault::<Tiles>("R7").starts_with("column 1: `R7` is not a tile: the colours are k (black)"));
        assert!(fault::<Tiles>("r7x").starts_with("column 1: `r7x` is not a tile: write a colour"));
        assert!(fault::<Tiles>("7").contains("the colours are"));
        assert!(fault::<Tiles>("é").contains("`é` is not a tile"));
        assert!(fault::<Layout>("r3 | r4 ö").starts_with("column 9: `ö`"));
        assert!(fault::<Layout>("**r7").contains("column 2: `*r7` is not a tile"));
        assert_eq!(fault::<Tiles>("r3 *r7"), "column 4: `*r7`: a joker on a rack stands for nothing yet, write *");
        assert_eq!(fault::<Tiles>("AbC"), "column 1: `AbC`: a joker on a rack stands for nothing yet, write *");
        assert_eq!(fault::<Tiles>("r3 ABC"), "column 4: `ABC`: number tiles and letters do not mix");
        assert!(fault::<Tiles>("r3 | r4").contains("one set is wanted here"));
        assert_eq!(fault::<Tile>(""), "column 1: a tile is missing here");
        assert_eq!(fault::<Tile>("r3 r4"), "column 1: one tile is wanted here, not `r3 r4`");
    }

    #[test]
    fn empty_sets_and_endless_ones_are_refused() {
        assert!(fault::<Layout>("r3 r4 r5 | ").starts_with("column 11: there is a set without tiles"));
        assert!(fault::<Layout>("|").contains("a set without tiles"));
        assert!(fault::<Layout>(&"r1 ".repeat(1001)).contains("more tiles here than any game has"));
        assert!(fault::<Layout>(&"A|".repeat(70_000)).contains("more tiles here than any game has"));
    }
}
