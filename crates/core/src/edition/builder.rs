//! Settings by name, before they are checked: those of an edition, its base, and the overrides of a table.

use std::collections::BTreeMap;
use std::fmt;

use crate::edition::build::SettingFault;
use crate::edition::{RulesVersion, Settings, lines, shipped_at};

/// The value of a setting, as a file or a command line gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A word.
    Text(String),
}

impl Value {
    /// Reads a value as a command line gives it: a whole number, or else a word.
    #[must_use]
    pub fn read(text: &str) -> Value {
        let text = text.trim();
        text.parse().map_or_else(|_| Value::Text(text.to_owned()), Value::Number)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}

/// A fault of an edition or a setting, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingError {
    /// The name of the setting, if the fault is in one.
    pub setting: Option<String>,
    /// Line and column in the file, counted from 1, if it came from one.
    pub at: Option<(usize, usize)>,
    /// The fault.
    pub fault: SettingFault,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.at {
            write!(f, "line {line}, column {column}: ")?;
        }
        if let Some(setting) = &self.setting {
            write!(f, "{setting}: ")?;
        }
        self.fault.fmt(f)
    }
}

impl std::error::Error for SettingError {}

impl From<SettingFault> for SettingError {
    fn from(fault: SettingFault) -> Self {
        SettingError { setting: None, at: None, fault }
    }
}

/// A setting and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: Value,
    pub(super) at: Option<(usize, usize)>,
}

/// The settings of one file, by name.
pub(super) type Entries = BTreeMap<String, Entry>;

/// Settings by name, not yet checked.
///
/// ```
/// use trinta_core::edition::{SettingsBuilder, Value};
///
/// let mut builder = SettingsBuilder::edition("school")?;
/// builder.set("opening_points", Value::Number(50));
/// assert_eq!(builder.build()?.numbers().unwrap().opening_points, 50);
/// builder.set("opening_points", Value::Number(51));
/// assert_eq!(builder.build().unwrap_err().to_string(), "opening_points: 51 is not one of 0 to 50");
/// # Ok::<(), trinta_core::edition::SettingError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsBuilder {
    name: String,
    version: RulesVersion,
    entries: Entries,
}

/// The maximum number of bases upon bases.
const MAX_BASES: usize = 8;

impl SettingsBuilder {
    /// A shipped edition.
    ///
    /// # Errors
    /// If there is no such edition.
    pub fn edition(name: &str) -> Result<SettingsBuilder, SettingError> {
        SettingsBuilder::edition_at(name, RulesVersion::CURRENT)
    }

    /// A shipped edition as it was in a version of the rules: for games that began with it.
    ///
    /// # Errors
    /// If there is no such edition.
    pub fn edition_at(name: &str, version: RulesVersion) -> Result<SettingsBuilder, SettingError> {
        let text = shipped_at(name, version).ok_or_else(|| SettingFault::NoSuchEdition(name.to_owned()))?;
        let mut builder = SettingsBuilder::on_base(name, version, lines::read(text)?, 0)?;
        // The reader who overrides a setting has not written that file: its lines would only mislead.
        builder.entries.values_mut().for_each(|entry| entry.at = None);
        Ok(builder)
    }

    /// Reads an edition's file in TOML: `base = "…"` and what differs from it.
    ///
    /// # Errors
    /// What is wrong with the file, with line and column.
    #[cfg(feature = "toml")]
    pub fn parse(name: &str, text: &str) -> Result<SettingsBuilder, SettingError> {
        SettingsBuilder::on_base(name, RulesVersion::CURRENT, crate::edition::toml_file::read(text)?, 0)
    }

    /// The settings of a file on top of those of its base, which ships.
    fn on_base(
        name: &str,
        version: RulesVersion,
        mut own: Entries,
        depth: usize,
    ) -> Result<SettingsBuilder, SettingError> {
        let mut builder = SettingsBuilder { name: name.to_owned(), version, entries: BTreeMap::new() };
        if let Some(base) = own.remove("base") {
            let base_name = base.value.to_string();
            let wrong = |fault| SettingError { setting: Some("base".to_owned()), at: base.at, fault };
            let base_text =
                shipped_at(&base_name, version).ok_or_else(|| wrong(SettingFault::NoSuchBase(base_name.clone())))?;
            if depth >= MAX_BASES {
                return Err(wrong(SettingFault::TooDeep));
            }
            builder.entries =
                SettingsBuilder::on_base(&base_name, version, lines::read(base_text)?, depth + 1)?.entries;
            // Where a value stands in the base's file would only mislead the reader of this one.
            builder.entries.values_mut().for_each(|entry| entry.at = None);
        }
        builder.entries.extend(own);
        Ok(builder)
    }

    /// The edition's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Overrides one setting.
    pub fn set(&mut self, setting: &str, value: Value) {
        self.entries.insert(setting.to_owned(), Entry { value, at: None });
    }

    /// The settings by name.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.entries.iter().map(|(name, entry)| (name.as_str(), &entry.value))
    }

    /// The settings that differ from others: what a record has to say beside the name of the edition.
    #[must_use]
    pub fn differences(&self, from: &SettingsBuilder) -> BTreeMap<String, Value> {
        let same = |name: &str, value: &Value| from.entries.get(name).is_some_and(|entry| entry.value == *value);
        self.entries()
            .filter(|(name, value)| !same(name, value))
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect()
    }

    /// Checks the settings and their combination.
    ///
    /// # Errors
    /// A setting that is missing, unknown or out of range, or a combination that is impossible.
    pub fn build(&self) -> Result<Settings, SettingError> {
        crate::edition::build::build(&self.name, self.version, &self.entries)
    }
}
