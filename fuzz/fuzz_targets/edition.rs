//! Arbitrary edition files: no panic, and valid settings can set up a game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trinta_core::Setup;
use trinta_core::edition::{SettingsBuilder, Value};

fuzz_target!(|text: &str| {
    if let Ok(builder) = SettingsBuilder::parse("own", text)
        && let Ok(settings) = builder.build()
    {
        assert!(Setup::new(settings.clone(), *settings.players.start()).is_ok());
        assert!(Setup::new(settings.clone(), settings.players.end() + 1).is_err());
    }
    // The same text as overrides, one per line.
    for base in ["school", "word-b"] {
        let mut builder = SettingsBuilder::edition(base).unwrap();
        for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
            builder.set(name.trim(), Value::read(value));
        }
        let _ = builder.build();
    }
});
