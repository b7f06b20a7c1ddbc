//! A JSON object whose fields keep the order in which they were added, as people read them.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// Fields of an answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fields(Vec<(&'static str, Field)>);

/// What a field holds. A list of thousands of rows is written as it is, without becoming one JSON value first.
#[derive(Debug, Clone, PartialEq)]
enum Field {
    Value(Value),
    Rows(Vec<Fields>),
    Raw(Raw),
}

/// JSON exactly as it was given.
#[derive(Debug, Clone)]
struct Raw(Box<RawValue>);

impl PartialEq for Raw {
    fn eq(&self, other: &Raw) -> bool {
        self.0.get() == other.0.get()
    }
}

impl Fields {
    /// No fields yet.
    #[must_use]
    pub fn new() -> Fields {
        Fields::default()
    }

    /// With one more field.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Serialize) -> Fields {
        // Everything here has text for its keys and finite numbers, so that it can be written.
        self.0.push((name, Field::Value(serde_json::to_value(value).unwrap_or_default())));
        self
    }

    /// With one more field that is a list of rows.
    #[must_use]
    pub fn with_rows(mut self, name: &'static str, rows: Vec<Fields>) -> Fields {
        self.0.push((name, Field::Rows(rows)));
        self
    }

    /// With one more field that repeats what was given, to the letter: a [`Value`] would round large numbers.
    #[must_use]
    pub fn with_raw(mut self, name: &'static str, value: Option<Box<RawValue>>) -> Fields {
        self.0.extend(value.map(|value| (name, Field::Raw(Raw(value)))));
        self
    }

    /// With one more field, if there is a value.
    #[must_use]
    pub fn with_some(self, name: &'static str, value: Option<impl Serialize>) -> Fields {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// With all of the others.
    #[must_use]
    pub fn and(mut self, mut others: Fields) -> Fields {
        self.0.append(&mut others.0);
        self
    }

    /// The value of a field; none of a list of rows, or of what is repeated to the letter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self.0.iter().find(|(known, _)| *known == name)? {
            (_, Field::Value(value)) => Some(value),
            (_, Field::Rows(_) | Field::Raw(_)) => None,
        }
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, field) in &self.0 {
            match field {
                Field::Value(value) => map.serialize_entry(name, value)?,
                Field::Rows(rows) => map.serialize_entry(name, rows)?,
                Field::Raw(raw) => map.serialize_entry(name, &raw.0)?,
            }
        }
        map.end()
    }
}
