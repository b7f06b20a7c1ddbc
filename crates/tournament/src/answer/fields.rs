//! A JSON object whose fields keep the order in which they were added, as people read them.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// Fields of an answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fields(Vec<(&'static str, Value)>);

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
        self.0.push((name, serde_json::to_value(value).unwrap_or_default()));
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

    /// The value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
