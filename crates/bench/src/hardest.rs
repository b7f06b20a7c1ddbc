//! The hardest positions for our solver found so far.

use serde::Deserialize;
use trinta_core::{Layout, Table, TileSet, Tiles};

use crate::position::BenchPosition;

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
pub(crate) fn hardest(tile_set: TileSet) -> impl Iterator<Item = BenchPosition> {
    FOUND.lines().map(read).filter(move |position| position.tile_set == tile_set)
}

fn read(line: &str) -> BenchPosition {
    let Line { players, table, rack } = serde_json::from_str(line).expect("every line is a position");
    let layout: Layout = table.join(" | ").parse().expect("the notation of the table is valid");
    let rack: Tiles = rack.parse().expect("the notation of the rack is valid");
    BenchPosition {
        tile_set: if players > 4 { TileSet::Large } else { TileSet::Classic },
        table: Table::read(layout).expect("every set is valid"),
        rack,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_fits_the_box_and_round_trips() {
        for tile_set in [TileSet::Classic, TileSet::Large] {
            let positions: Vec<BenchPosition> = hardest(tile_set).collect();
            assert!(positions.len() >= 5);
            for position in positions {
                assert_eq!(tile_set.excess(position.table.layout().tiles().chain(position.rack.iter())), None);
                assert!(FOUND.lines().any(|line| line == position.to_string()), "{position}");
            }
        }
    }
}
