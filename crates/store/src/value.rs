//! Small values: where they are kept, and how they change.

use std::fmt;
use std::sync::Arc;

use crate::payload::Payload;

/// The kind of thing that a value is: keys are unique within a space, and a space is listed in the order of its keys.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Space(Arc<str>);

impl Space {
    /// A space by its name.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>) -> Space {
        Space(name.into())
    }

    /// A key in it.
    #[must_use]
    pub fn key(&self, name: impl Into<String>) -> Key {
        Key { space: self.clone(), name: name.into() }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where a value is kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The kind of thing.
    pub space: Space,
    /// The name in its space.
    pub name: String,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.name, self.space.as_str())
    }
}

/// A change of one value, on a condition: together these are compare-and-set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Put {
    /// Where the value is kept.
    pub key: Key,
    /// The value from now on; none: it is removed.
    pub value: Option<Payload>,
    /// What must be there before.
    pub expect: Expect,
}

/// What a change demands of the value before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expect {
    /// Nothing: whatever was there is replaced.
    Anything,
    /// There is no value.
    Absent,
    /// The value is this one.
    Equal(Payload),
}

impl Expect {
    /// Whether the value that is there will do.
    pub(crate) fn holds(&self, found: Option<&Payload>) -> bool {
        match self {
            Expect::Anything => true,
            Expect::Absent => found.is_none(),
            Expect::Equal(expected) => found == Some(expected),
        }
    }
}

impl Put {
    /// Stores a value in place of any that was there.
    #[must_use]
    pub fn set(key: Key, value: impl Into<Payload>) -> Put {
        Put { key, value: Some(value.into()), expect: Expect::Anything }
    }

    /// Stores a value where there is none.
    #[must_use]
    pub fn add(key: Key, value: impl Into<Payload>) -> Put {
        Put { key, value: Some(value.into()), expect: Expect::Absent }
    }

    /// Stores a value if what is there is still what was read; none: if there still is nothing.
    #[must_use]
    pub fn replace(key: Key, read: Option<Payload>, value: impl Into<Payload>) -> Put {
        Put { key, value: Some(value.into()), expect: read.map_or(Expect::Absent, Expect::Equal) }
    }

    /// Removes a value, if there is one.
    #[must_use]
    pub fn remove(key: Key) -> Put {
        Put { key, value: None, expect: Expect::Anything }
    }
}
