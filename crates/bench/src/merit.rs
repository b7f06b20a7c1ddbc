//! The merit of a play, computed independently of any solver.

use std::fmt;

use trinta_core::{AnyWord, Layout, Play, PlayError, Proposal, Table, Tiles, check_play};

use crate::position::{BenchPosition, settings};
use crate::ranking::Ranking;

/// The criteria of all rankings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merit {
    /// Rack tiles placed, a joker counting as one.
    pub tiles: u32,
    /// The sum of their numbers, a joker counting 0.
    pub value: u32,
    /// The decrease of the rack total, a joker counting what the edition charges for it.
    pub relief: u32,
    /// Table sets left with exactly the tiles they had.
    pub kept: u32,
}

impl Merit {
    /// The merit of the play that results in a layout, by the rules alone.
    ///
    /// # Errors
    /// If the rules do not allow the play.
    pub fn of(position: &BenchPosition, after: &Layout) -> Result<Merit, PlayError> {
        let proposal = Proposal { before: &position.table, rack: &position.rack, opened: true, after };
        let Play { table, placed, .. } = check_play(settings(), &AnyWord, proposal)?;
        Ok(Merit {
            tiles: placed.len() as u32,
            value: placed.value(),
            relief: placed.value() + placed.jokers() as u32 * settings().joker_left,
            kept: kept(&position.table, &table),
        })
    }

    /// The criteria of a ranking: better plays compare greater.
    #[must_use]
    pub const fn by(&self, ranking: Ranking) -> (u32, u32, u32) {
        match ranking {
            Ranking::Tiles => (self.tiles, self.value, self.kept),
            Ranking::Value => (self.relief, self.tiles, self.kept),
        }
    }
}

/// The number of sets that both tables have with the same tiles.
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

    fn position(table: &str, rack: &str) -> BenchPosition {
        let table = Table::read(table.parse().unwrap()).unwrap();
        BenchPosition { tile_set: TileSet::Classic, table, rack: rack.parse().unwrap() }
    }

    #[test]
    fn the_merit_follows_from_the_table_after_the_play() {
        let position = position("r3 r4 r5 | r3 r4 r5 | k7 r7 b7", "r6 * k13");
        let merit = |after: &str| Merit::of(&position, &after.parse().unwrap());
        let best = merit("r3 r4 r5 | r3 r4 r5 r6 | k7 r7 b7 *").unwrap();
        assert_eq!(best, Merit { tiles: 2, value: 6, relief: 36, kept: 1 });
        let less = merit("b7 r7 k7 | r3 r4 r5 r6 | r3 r4 r5").unwrap();
        assert_eq!(less, Merit { tiles: 1, value: 6, relief: 6, kept: 2 });
        assert!(best.by(Ranking::Tiles) > less.by(Ranking::Tiles) && best.by(Ranking::Value) > less.by(Ranking::Value));
        assert!(merit("r3 r4 r5 | k7 r7 b7 *").is_err());
        assert!(merit("r3 r4 r5 | r3 r4 r5 | k7 r7 b7").is_err());
    }
}
