//! The settings of the shipped editions, as the page gets them from the server.
//!
//! They are written to `web/src/table/editions.json`, where the page tests its rule sheet with them. With
//! `TRINTA_WRITE=1` this test writes the file instead of comparing it.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use trinta_core::edition::{EDITIONS, SettingsBuilder};

#[test]
fn the_page_is_given_the_editions() {
    let mut text = String::from("{");
    for (number, name) in EDITIONS.iter().enumerate() {
        let builder = SettingsBuilder::edition(name).unwrap();
        let settings: Map<String, Value> =
            builder.entries().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        let comma = if number == 0 { "" } else { "," };
        text += &format!("{comma}\n  {}: {}", json!(name), Value::Object(settings));
    }
    text += "\n}\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/table/editions.json");
    if std::env::var_os("TRINTA_WRITE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == text,
        "web/src/table/editions.json is outdated: TRINTA_WRITE=1 cargo test -p trinta-table --test editions"
    );
}
