//! Tiles, sets and the question whether a rack could open, by trying everything (N1, N4, N5, N10).

use super::{Fault, fault};

/// A number tile, or a joker: colour `*`, number 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile {
    pub colour: char,
    pub number: usize,
}

pub const JOKER: Tile = Tile { colour: '*', number: 0 };
const COLOURS: [char; 4] = ['r', 'b', 'k', 'y'];

pub fn tile(text: &str) -> Result<Tile, Fault> {
    if text == "*" {
        return Ok(JOKER);
    }
    for colour in COLOURS {
        for number in 1..=13 {
            if text == format!("{colour}{number}") {
                return Ok(Tile { colour, number });
            }
        }
    }
    Err(fault("bad-tile"))
}

pub fn tiles(text: &str) -> Result<Vec<Tile>, Fault> {
    text.split_whitespace().map(tile).collect()
}

/// Two of each in the box, jokers too.
pub fn too_many(tiles: &[Tile]) -> bool {
    tiles.iter().any(|tile| tiles.iter().filter(|other| *other == tile).count() > 2)
}

pub fn face_value(tiles: &[Tile], joker: i128) -> i128 {
    tiles.iter().map(|tile| if *tile == JOKER { joker } else { tile.number as i128 }).sum()
}

/// Takes away one of each of these; `None` if one is not there.
pub fn without(rack: &[Tile], gone: &[Tile]) -> Option<Vec<Tile>> {
    let mut rack = rack.to_vec();
    for tile in gone {
        let place = rack.iter().position(|other| other == tile)?;
        rack.remove(place);
    }
    Some(rack)
}

/// Pairs of identical number tiles (C07).
pub fn pairs(rack: &[Tile]) -> usize {
    let number_tiles = COLOURS.iter().flat_map(|&colour| (1..=13).map(move |number| Tile { colour, number }));
    number_tiles.filter(|tile| rack.iter().filter(|other| *other == tile).count() == 2).count()
}

/// Every set without jokers whose length is at most `longest`.
fn shapes(longest: usize) -> Vec<Vec<Tile>> {
    let mut shapes = Vec::new();
    for number in 1..=13 {
        let all: Vec<Tile> = COLOURS.iter().map(|&colour| Tile { colour, number }).collect();
        shapes.push(all.clone());
        for absent in 0..4 {
            let mut three = all.clone();
            three.remove(absent);
            shapes.push(three);
        }
    }
    for colour in COLOURS {
        for length in 3..=longest {
            for first in 1..=14 - length {
                shapes.push((first..first + length).map(|number| Tile { colour, number }).collect());
            }
        }
    }
    shapes
}

/// Lays the shape from the rack, jokers where a tile is missing.
fn lay(rack: &[Tile], shape: &[Tile]) -> Option<Vec<Tile>> {
    let mut rack = rack.to_vec();
    for tile in shape {
        let place = rack.iter().position(|other| other == tile).or(rack.iter().position(|other| *other == JOKER))?;
        rack.remove(place);
    }
    Some(rack)
}

/// Could sets worth this much be laid from the rack? (N10, N23)
pub fn could_open(rack: &[Tile], points: i128, one_set: bool) -> bool {
    // A run of six or more is two shorter ones of the same worth.
    let shapes = shapes(if one_set { 13 } else { 5 });
    reaches(rack, &shapes, points, one_set)
}

fn reaches(rack: &[Tile], shapes: &[Vec<Tile>], points: i128, one_set: bool) -> bool {
    if points <= 0 {
        return true;
    }
    for (index, shape) in shapes.iter().enumerate() {
        let Some(rest) = lay(rack, shape) else { continue };
        if rest.len() + shape.len() == rack.len() {
            let left = points - face_value(shape, 0);
            if left <= 0 || (!one_set && reaches(&rest, &shapes[index..], left, false)) {
                return true;
            }
        }
    }
    false
}

/// The most that these tiles, as one set, are worth; 0 if they are none.
pub fn set_worth(set: &[Tile]) -> i128 {
    let fits = |shape: &Vec<Tile>| shape.len() == set.len() && lay(set, shape).is_some();
    let numbers = set.iter().filter(|tile| **tile != JOKER).count();
    if numbers == 0 {
        return 0;
    }
    shapes(13).iter().filter(|shape| fits(shape)).map(|shape| face_value(shape, 0)).max().unwrap_or(0)
}
