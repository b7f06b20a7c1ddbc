//! Arbitrary text as notation: no panic, and what is parsed survives a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trinta_core::{Layout, Score, Table, Tile, Tiles, notation, numbers, words};

fuzz_target!(|text: &str| {
    if let Ok(tile) = text.parse::<Tile>() {
        assert_eq!(tile.to_string().parse(), Ok(tile));
    }
    if let Ok(tiles) = text.parse::<Tiles>() {
        assert_eq!(tiles.to_string().parse::<Tiles>(), Ok(tiles));
    }
    if let Ok(score) = text.parse::<Score>() {
        assert_eq!(score.to_string().parse::<Score>(), Ok(score));
    }
    if let Ok(set) = notation::read_set(text) {
        let _ = numbers::read(&set);
        let _ = numbers::read_for_most(&set);
        let _ = words::spelling(&set);
    }
    if let Ok(layout) = text.parse::<Layout>() {
        assert_eq!(layout.to_string().parse::<Layout>(), Ok(layout.clone()));
        let json = serde_json::to_string(&layout).unwrap();
        assert_eq!(serde_json::from_str::<Layout>(&json).unwrap(), layout);
        if let Ok(table) = Table::read(layout) {
            let again = table.to_string().parse::<Layout>().unwrap();
            assert_eq!(Table::read(again), Ok(table));
        }
    }
});
