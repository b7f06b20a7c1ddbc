//! Arbitrary text as a record: no panic; what is parsed survives a round trip in both formats; what replays conserves tiles.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trinta_core::record::{Record, to_json_lines, to_text};

fuzz_target!(|text: &str| {
    let Ok(located) = Record::read(text) else { return };
    let record = &located.record;
    assert_eq!(Record::read(&to_text(record)).map(|again| again.record).as_ref(), Ok(record));
    assert_eq!(Record::read(&to_json_lines(record)).map(|again| again.record).as_ref(), Ok(record));
    if let Ok(game) = located.replay()
        && !record.events.is_empty()
    {
        let mut tiles: Vec<_> = game.all_tiles().collect();
        tiles.sort_unstable();
        assert_eq!(tiles, game.setup().tile_set().tiles());
    }
});
