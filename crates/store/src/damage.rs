//! What can be damaged in a store, by name.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::StoreError;
use crate::names::LogId;
use crate::value::Key;

/// Something in a store that is not as it was written. What is damaged is not given out; everything else is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// The entries of a log.
    Log {
        /// The log.
        log: LogId,
        /// What is wrong with it.
        why: String,
    },
    /// The summary of a log, which is only for lists.
    Summary {
        /// The log.
        log: LogId,
    },
    /// A value.
    Value {
        /// Where it is kept.
        key: Key,
    },
    /// A row whose name makes no sense.
    Row {
        /// The name that was found.
        why: String,
    },
}

impl Damage {
    /// The log that is set aside, if it is one.
    #[must_use]
    pub const fn log(&self) -> Option<&LogId> {
        match self {
            Damage::Log { log, .. } => Some(log),
            Damage::Summary { .. } | Damage::Value { .. } | Damage::Row { .. } => None,
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Log { log, why } => write!(f, "the log {log}: {why}"),
            Damage::Summary { log } => write!(f, "the summary of the log {log}: its checksum does not match"),
            Damage::Value { key } => write!(f, "the value of {key}: its checksum does not match"),
            Damage::Row { why } => f.write_str(why),
        }
    }
}

/// What an open store has found to be damaged.
#[derive(Debug, Default)]
pub(crate) struct DamageList(Mutex<Vec<Damage>>);

impl DamageList {
    /// What a check of the whole store has found.
    pub(crate) fn new(damages: Vec<Damage>) -> DamageList {
        DamageList(Mutex::new(damages))
    }

    pub(crate) fn to_vec(&self) -> Vec<Damage> {
        self.lock().clone()
    }

    /// Whether a log is set aside.
    pub(crate) fn has_log(&self, log: &LogId) -> bool {
        self.lock().iter().any(|damage| damage.log() == Some(log))
    }

    /// From now on a log is left out of lists.
    pub(crate) fn put_aside(&self, log: &LogId, why: String) -> StoreError {
        self.add(Damage::Log { log: log.clone(), why: why.clone() });
        StoreError::damaged_log(log, why)
    }

    pub(crate) fn add(&self, damage: Damage) {
        let mut damages = self.lock();
        if !damages.contains(&damage) {
            tracing::error!(%damage, "something in the store is damaged and set aside");
            damages.push(damage);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Damage>> {
        // A poisoned lock is safe to use: nothing that can panic runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
