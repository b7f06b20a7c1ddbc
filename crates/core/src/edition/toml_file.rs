//! Reads the TOML file of somebody's own edition.

use toml::de::{DeTable, DeValue};

use crate::edition::build::SettingFault;
use crate::edition::builder::{Entries, Entry, SettingError, Value};

/// The settings of a file, each with its line and column.
///
/// # Errors
/// What is wrong with the file, and where.
pub(super) fn read(text: &str) -> Result<Entries, SettingError> {
    let place = |offset: usize| Some(line_and_column(text, offset));
    let table = DeTable::parse(text).map_err(|error| SettingError {
        setting: None,
        at: error.span().and_then(|span| place(span.start)),
        fault: SettingFault::NotToml(error.message().to_owned()),
    })?;
    let mut entries = Entries::new();
    for (key, value) in table.get_ref() {
        let at = place(value.span().start);
        let wrong = |fault| SettingError { setting: Some(key.get_ref().to_string()), at, fault };
        let value = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map(Value::Number)
                .map_err(|_| wrong(SettingFault::TooLarge(number.as_str().to_owned())))?,
            _ => return Err(wrong(SettingFault::NotAValue)),
        };
        entries.insert(key.get_ref().to_string(), Entry { value, at });
    }
    Ok(entries)
}

/// Line and column of a byte offset, counted from 1, the column in characters.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let before = String::from_utf8_lossy(before);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}
