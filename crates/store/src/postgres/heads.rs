//! The heads of logs, as this process knows them: what the next entry of each log builds on.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::names::LogId;
use crate::rows::Head;

/// Heads that are kept in memory. If there are more, all are read anew.
const MAX_KNOWN: usize = 50_000;

/// The heads of the logs that were claimed or written to lately. One that another process has moved meanwhile does no
/// harm: the statement that appends compares it.
#[derive(Debug, Default)]
pub(super) struct Heads(Mutex<HashMap<LogId, Head>>);

impl Heads {
    pub(super) fn get(&self, log: &LogId) -> Option<Head> {
        self.lock().get(log).copied()
    }

    pub(super) fn set(&self, log: &LogId, head: Head) {
        let mut known = self.lock();
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(log.clone(), head);
    }

    pub(super) fn forget(&self, log: &LogId) {
        self.lock().remove(log);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<LogId, Head>> {
        // A poisoned lock is safe to use: nothing that can panic runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
