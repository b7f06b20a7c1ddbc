//! The positions of benchmarks and comparisons.

use std::fmt;
use std::sync::LazyLock;

use trinta_core::{Settings, Table, TileSet, Tiles};
use trinta_solver::{Position, Rules};

/// The rules of every position. After the opening, the editions agree on what a play may do.
static RULES: LazyLock<Settings> = LazyLock::new(|| Settings::edition("hk").expect("hk is shipped"));

pub(crate) fn settings() -> &'static Settings {
    &RULES
}

/// A table and the rack of a player who has opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchPosition {
    /// The box in play, which limits the copies of each tile.
    pub tile_set: TileSet,
    /// The table before the play.
    pub table: Table,
    /// The rack before the play.
    pub rack: Tiles,
}

impl BenchPosition {
    /// The position as our solver takes it.
    #[must_use]
    pub fn position(&self) -> Position<'_> {
        let BenchPosition { table, rack, .. } = self;
        let rules = Rules::numbers(settings()).expect("hk is an edition of the number game");
        Position { rules, table, rack, opened: true }
    }

    /// The number of jokers on table and rack.
    #[must_use]
    pub fn jokers(&self) -> usize {
        self.rack.jokers() + self.table.layout().tiles().filter(|tile| tile.is_joker()).count()
    }
}

/// The position as a line that `trinta solve --jsonl` reads, so that it can be reproduced.
impl fmt::Display for BenchPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = if self.tile_set == TileSet::Large { 6 } else { 4 };
        let sets: Vec<String> = self.table.to_string().split(" | ").map(|set| format!("\"{set}\"")).collect();
        let sets = if self.table.is_empty() { String::new() } else { sets.join(",") };
        write!(f, r#"{{"game":"numbers","players":{players},"table":[{sets}],"rack":"{}"}}"#, self.rack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_as_solve_reads_it() {
        let table = Table::read("r3 * r5 | k7 r7 b7".parse().unwrap()).unwrap();
        let position = BenchPosition { tile_set: TileSet::Classic, table, rack: "r6 *".parse().unwrap() };
        assert_eq!(position.jokers(), 2);
        assert_eq!(
            position.to_string(),
            r#"{"game":"numbers","players":4,"table":["r3 * r5","k7 r7 b7"],"rack":"r6 *"}"#
        );
    }
}
