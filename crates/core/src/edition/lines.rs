//! Reads the shipped editions without a TOML parser: they are lines of `name = value` with comments, nothing more.

use crate::edition::build::SettingFault;
use crate::edition::builder::{Entries, Entry, SettingError, Value};

/// The settings of a shipped file.
///
/// # Errors
/// If a line is more than a name and a whole number or a text in quotes.
pub(super) fn read(text: &str) -> Result<Entries, SettingError> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| entry(number, line))
        .collect()
}

fn entry(number: usize, line: &str) -> Result<(String, Entry), SettingError> {
    let at = Some((number, 1));
    let (name, rest) = line.split_once('=').unwrap_or((line, ""));
    let (name, rest) = (name.trim().to_owned(), rest.trim());
    let value = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map(|(text, _comment)| Value::Text(text.to_owned())),
        None => rest.split('#').next().and_then(|digits| digits.trim().parse().ok()).map(Value::Number),
    };
    match value {
        Some(value) => Ok((name, Entry { value, at })),
        None => Err(SettingError { setting: Some(name), at, fault: SettingFault::NotAValue }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_are_skipped() {
        let entries = read("# All.\n\nbase = \"hk\"   # N1; \"quoted\"\nturn_time = 60 # N16\n").unwrap();
        let values: Vec<(&str, String)> =
            entries.iter().map(|(name, entry)| (name.as_str(), entry.value.to_string())).collect();
        assert_eq!(values, [("base", "hk".to_owned()), ("turn_time", "60".to_owned())]);
    }

    #[test]
    fn anything_else_is_refused_with_its_line() {
        for line in ["turn_time", "turn_time = 6.5", "theme = \"food", "players = [2, 4]"] {
            let error = read(&format!("game = \"words\"\n{line}\n")).unwrap_err();
            assert_eq!((error.at, error.fault), (Some((2, 1)), SettingFault::NotAValue), "{line}");
        }
    }

    /// The shipped files are TOML too, and mean the same.
    #[cfg(feature = "toml")]
    #[test]
    fn every_shipped_edition_reads_the_same_as_toml() {
        use crate::edition::{RulesVersion, SHIPPED, shipped_at, toml_file};

        for (name, version) in SHIPPED.iter().flat_map(|(name, _)| RulesVersion::ALL.map(|version| (name, version))) {
            let text = shipped_at(name, version).unwrap();
            let values = |entries: Entries| -> Vec<(String, Value)> {
                entries.into_iter().map(|(name, entry)| (name, entry.value)).collect()
            };
            assert_eq!(values(read(text).unwrap()), values(toml_file::read(text).unwrap()), "{name}");
        }
    }
}
