//! The face by which people recognise a player: a shape, a colour and something worn. Each client draws it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ids::PlayerId;

/// A face. In text it has three digits: shape, colour and what is worn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Face {
    shape: u8,
    colour: u8,
    worn: u8,
}

/// A text that is no face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a face has three digits: a shape below 6, a colour below 8, and something worn below 8")]
pub struct NoFace;

impl Face {
    const SHAPES: u8 = 6;
    /// More than a table has seats, so that everybody at a table can have a colour of their own.
    const COLOURS: u8 = 8;
    const WORN: u8 = 8;

    /// The face of a player who has not chosen one: always the same for the same player.
    #[must_use]
    pub fn of_player(player: &PlayerId) -> Face {
        // FNV-1a. Of the 128 bits of an id, which nobody else may know, the face tells less than nine.
        let hash = player
            .as_str()
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let [shape, colour, worn, _] = hash.to_be_bytes();
        Face { shape: shape % Self::SHAPES, colour: colour % Self::COLOURS, worn: worn % Self::WORN }
    }

    /// Whether two faces are hard to tell apart at a small size: what is worn alone does not distinguish them.
    #[must_use]
    pub const fn resembles(self, other: Face) -> bool {
        self.shape == other.shape && self.colour == other.colour
    }

    /// This face, or the first one in another colour that resembles none of the others.
    #[must_use]
    pub fn distinct_from(self, others: &[Face]) -> Face {
        let colours = (0..Self::COLOURS).map(|step| Face { colour: (self.colour + step) % Self::COLOURS, ..self });
        let mut free = colours.filter(|face| !others.iter().any(|other| face.resembles(*other)));
        free.next().unwrap_or(self)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.shape, self.colour, self.worn)
    }
}

impl FromStr for Face {
    type Err = NoFace;

    fn from_str(text: &str) -> Result<Face, NoFace> {
        let digit = |byte: u8, count: u8| Some(byte.wrapping_sub(b'0')).filter(|digit| *digit < count).ok_or(NoFace);
        let &[shape, colour, worn] = text.as_bytes() else { return Err(NoFace) };
        let (shape, colour) = (digit(shape, Self::SHAPES)?, digit(colour, Self::COLOURS)?);
        Ok(Face { shape, colour, worn: digit(worn, Self::WORN)? })
    }
}

impl TryFrom<String> for Face {
    type Error = NoFace;

    fn try_from(text: String) -> Result<Face, NoFace> {
        text.parse()
    }
}

impl From<Face> for String {
    fn from(face: Face) -> String {
        face.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::FixedChance;

    #[test]
    fn a_face_is_read_as_it_is_written() {
        for text in ["000", "577", "312"] {
            assert_eq!(text.parse::<Face>().unwrap().to_string(), text);
        }
        for text in ["", "12", "1234", "600", "080", "008", "a00", "é0"] {
            assert_eq!(text.parse::<Face>(), Err(NoFace), "{text}");
        }
    }

    #[test]
    fn players_who_chose_nothing_have_different_faces() {
        let chance = FixedChance::new(1);
        let faces: Vec<Face> = (0..40).map(|_| Face::of_player(&PlayerId::new(&chance))).collect();
        let different: std::collections::HashSet<Face> = faces.iter().copied().collect();
        assert!(different.len() > 30, "{different:?}");
        assert!(faces.iter().all(|face| face.to_string().parse() == Ok(*face)));
    }

    #[test]
    fn a_face_that_is_taken_changes_its_colour() {
        let face: Face = "271".parse().unwrap();
        assert_eq!(face.distinct_from(&[]), face);
        assert_eq!(face.distinct_from(&["273".parse().unwrap()]).to_string(), "201");
        assert_eq!(face.distinct_from(&["271".parse().unwrap(), "200".parse().unwrap()]).to_string(), "211");
    }
}
