//! The hardest positions that were found for our solver.

use serde::Deserialize;
use trinta_core::{Layout, Table, TileSet, Tiles};

use crate::question::Question;

/// As the example `hardest` prints them.
const FOUND: &str = include_str!("hardest.jsonl");

/// A line, as `trinta solve --jsonl` reads it too.
#[derive(Deserialize)]
struct Line {
    players: u8,
    table: Vec<String>,
    rack: String,
}

/// The hardest positions with this box.
pub(crate) fn hardest(tile_set: TileSet) -> impl Iterator<Item = Question> {
    FOUND.lines().map(read).filter(move |question| question.tile_set == tile_set)
}

fn read(line: &str) -> Question {
    let Line { players, table, rack } = serde_json::from_str(line).expect("every line is a position");
    let layout: Layout = table.join(" | ").parse().expect("every table is written as it is read");
    let rack: Tiles = rack.parse().expect("every rack is written as it is read");
    Question {
        tile_set: if players > 4 { TileSet::Large } else { TileSet::Classic },
        table: Table::read(layout).expect("every set is one"),
        rack,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_possible_and_is_written_as_it_was() {
        for tile_set in [TileSet::Classic, TileSet::Large] {
            let questions: Vec<Question> = hardest(tile_set).collect();
            assert!(questions.len() >= 5);
            for question in questions {
                assert_eq!(tile_set.excess(question.table.layout().tiles().chain(question.rack.iter())), None);
                assert!(FOUND.lines().any(|line| line == question.to_string()), "{question}");
            }
        }
    }
}
