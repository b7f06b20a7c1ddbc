//! A position to find the best play in.

use std::fmt;
use std::sync::LazyLock;

use trinta_core::edition::NumberSettings;
use trinta_core::{Settings, Table, TileSet, Tiles};
use trinta_solver::numbers::Position;

/// The rules of every question: after the opening, the editions agree on what a play may do.
static RULES: LazyLock<Settings> = LazyLock::new(|| Settings::edition("hk").expect("hk is shipped"));

/// The rules of every question.
pub(crate) fn settings() -> &'static Settings {
    &RULES
}

/// The number rules of every question.
fn rules() -> &'static NumberSettings {
    RULES.numbers().expect("hk is of the number game")
}

/// A table and the rack of a player who has opened: what is the best play?
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The box in play.
    pub tile_set: TileSet,
    /// The table.
    pub table: Table,
    /// The rack.
    pub rack: Tiles,
}

impl Question {
    /// The question as the solver takes it.
    #[must_use]
    pub fn position(&self) -> Position<'_> {
        let Question { table, rack, .. } = self;
        Position { rules: rules(), joker_left: settings().joker_left, table, rack, opened: true }
    }

    /// The jokers on the table and the rack.
    #[must_use]
    pub fn jokers(&self) -> usize {
        self.rack.jokers() + self.table.layout().tiles().filter(|tile| tile.is_joker()).count()
    }
}

/// The question as a line that `trinta solve --jsonl` reads, so that it can be asked again.
impl fmt::Display for Question {
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
    fn a_question_is_written_as_it_can_be_asked() {
        let table = Table::read("r3 * r5 | k7 r7 b7".parse().unwrap()).unwrap();
        let question = Question { tile_set: TileSet::Classic, table, rack: "r6 *".parse().unwrap() };
        assert_eq!(question.jokers(), 2);
        assert_eq!(
            question.to_string(),
            r#"{"game":"numbers","players":4,"table":["r3 * r5","k7 r7 b7"],"rack":"r6 *"}"#
        );
    }
}
