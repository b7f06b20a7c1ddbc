//! What plays are compared by.

use std::fmt;

use trinta_core::{Layout, Play, PlayError, Proposal, Table, Tiles, numbers};

use crate::aim::Aim;
use crate::question::Question;

/// What a play is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merit {
    /// Rack tiles placed, a joker counting as one.
    pub tiles: u32,
    /// The sum of their numbers, a joker counting nothing.
    pub value: u32,
    /// What the rack costs less than before, a joker counting what the edition charges for it.
    pub relief: u32,
    /// Table sets left with exactly the tiles they had.
    pub kept: u32,
}

impl Merit {
    /// What leaving the table like this is worth, by the rules alone and without asking any solver.
    ///
    /// # Errors
    /// When the rules do not allow it.
    pub fn of(question: &Question, after: &Layout) -> Result<Merit, PlayError> {
        let position = question.position();
        let proposal = Proposal { before: &question.table, rack: &question.rack, opened: true, after };
        let Play { table, placed, .. } = numbers::check(position.rules, proposal)?;
        Ok(Merit {
            tiles: placed.len() as u32,
            value: placed.value(),
            relief: placed.value() + placed.jokers() as u32 * position.joker_left,
            kept: kept(&question.table, &table),
        })
    }

    /// The merits in the order in which an aim looks at them: better plays compare greater.
    #[must_use]
    pub const fn by(&self, aim: Aim) -> (u32, u32, u32) {
        match aim {
            Aim::Tiles => (self.tiles, self.value, self.kept),
            Aim::Value => (self.relief, self.tiles, self.kept),
        }
    }
}

/// How many sets lie there with the tiles of a set before, each counted once.
fn kept(before: &Table, after: &Table) -> u32 {
    let sorted = |table: &Table| {
        let mut sets: Vec<Vec<_>> = table
            .sets()
            .map(|set| set.iter().map(|piece| piece.tile()).collect::<Tiles>().as_slice().to_vec())
            .collect();
        sets.sort_unstable();
        sets
    };
    let (before, after) = (sorted(before), sorted(after));
    let (mut one, mut other, mut same) = (0, 0, 0);
    while one < before.len() && other < after.len() {
        match before[one].cmp(&after[other]) {
            std::cmp::Ordering::Less => one += 1,
            std::cmp::Ordering::Greater => other += 1,
            std::cmp::Ordering::Equal => (one, other, same) = (one + 1, other + 1, same + 1),
        }
    }
    same
}

impl fmt::Display for Merit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tiles, value {}, {} sets kept", self.tiles, self.value, self.kept)
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::TileSet;

    use super::*;

    fn question(table: &str, rack: &str) -> Question {
        let table = Table::read(table.parse().unwrap()).unwrap();
        Question { tile_set: TileSet::Classic, table, rack: rack.parse().unwrap() }
    }

    #[test]
    fn merits_follow_from_the_table_afterwards() {
        let question = question("r3 r4 r5 | r3 r4 r5 | k7 r7 b7", "r6 * k13");
        let merit = |after: &str| Merit::of(&question, &after.parse().unwrap());
        let best = merit("r3 r4 r5 | r3 r4 r5 r6 | k7 r7 b7 *").unwrap();
        assert_eq!(best, Merit { tiles: 2, value: 6, relief: 36, kept: 1 });
        let less = merit("b7 r7 k7 | r3 r4 r5 r6 | r3 r4 r5").unwrap();
        assert_eq!(less, Merit { tiles: 1, value: 6, relief: 6, kept: 2 });
        assert!(best.by(Aim::Tiles) > less.by(Aim::Tiles) && best.by(Aim::Value) > less.by(Aim::Value));
        assert!(merit("r3 r4 r5 | k7 r7 b7 *").is_err());
        assert!(merit("r3 r4 r5 | r3 r4 r5 | k7 r7 b7").is_err());
    }
}
