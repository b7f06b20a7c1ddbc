//! Erasing the people from a log: names, schools and free texts go, results stay by number.
//!
//! Commands and events are rewritten alike, so that deciding the rewritten commands again causes the rewritten events.
//! Nothing that is erased decides anything, with one exception: schools decide who sits apart (B01). They get
//! pseudonyms in their alphabetical order, which leaves every such decision as it was.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::hall::Reason;

/// What stands where something was erased.
pub(super) const ERASED: &str = "(erased)";

/// Fields with a name or a text that somebody typed.
const PERSONAL: [&str; 7] = ["name", "public_name", "why", "note", "notice", "task", "device"];
/// Fields with the name of a group of people.
const SCHOOL: &str = "school";
/// What the organiser chose for the tournament has no people in it.
const SETTINGS: [&str; 2] = ["set", "settings"];

/// Pseudonyms for the schools of a log.
pub(super) struct Pseudonyms(BTreeMap<String, String>);

impl Pseudonyms {
    /// Pseudonyms for all schools that these values name.
    pub(super) fn of<'a>(values: impl Iterator<Item = &'a Value>) -> Pseudonyms {
        let mut schools = BTreeSet::new();
        values.for_each(|value| collect_schools(value, &mut schools));
        let width = schools.len().to_string().len();
        let pseudonym = |(school, number): (String, usize)| (school, format!("School {number:0width$}"));
        Pseudonyms(schools.into_iter().zip(1..).map(pseudonym).collect())
    }

    /// Erases everything personal in a value.
    pub(super) fn erase(&self, value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.erase(item)),
            Value::Object(fields) => {
                for (name, value) in fields.iter_mut().filter(|(name, _)| !SETTINGS.contains(&name.as_str())) {
                    match value {
                        // A blank one is none, and sorts before all others as it is.
                        Value::String(text) if name == SCHOOL && text.trim().is_empty() => {}
                        Value::String(text) if name == SCHOOL => {
                            *text = self.0.get(text).cloned().unwrap_or_else(|| ERASED.to_owned());
                        }
                        Value::String(text) if PERSONAL.contains(&name.as_str()) => *text = erased(text),
                        _ => self.erase(value),
                    }
                }
            }
            _ => {}
        }
    }
}

/// A text without what somebody typed. A reason of the code of conduct names nobody and stays, and so does a blank text,
/// which may mean that there is none.
pub(super) fn erased(text: &str) -> String {
    let names_nobody = text.trim().is_empty() || Reason::named(text).is_some();
    if names_nobody { text.to_owned() } else { ERASED.to_owned() }
}

fn collect_schools(value: &Value, schools: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_schools(item, schools)),
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| !SETTINGS.contains(&name.as_str())) {
                match value {
                    Value::String(school) if name == SCHOOL => {
                        if !school.trim().is_empty() {
                            schools.insert(school.clone());
                        }
                    }
                    _ => collect_schools(value, schools),
                }
            }
        }
        _ => {}
    }
}
