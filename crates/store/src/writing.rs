//! What the tasks that write to a database have in common.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::StoreError;

/// Why one piece of work was not done.
pub(crate) enum WorkError {
    /// It was refused; what is committed together with it is not touched.
    Refused(StoreError),
    /// The store itself failed: nothing of the transaction stands.
    Broken(sqlx::Error),
}

impl From<sqlx::Error> for WorkError {
    fn from(error: sqlx::Error) -> WorkError {
        WorkError::Broken(error)
    }
}

/// What the writing task tells the store.
#[derive(Debug, Default)]
pub(crate) struct WriterState {
    last_fault: Mutex<Option<StoreError>>,
}

impl WriterState {
    /// Why the last batch was not stored, if it was not.
    pub(crate) fn last_write(&self) -> Result<(), StoreError> {
        self.lock().clone().map_or(Ok(()), Err)
    }

    pub(crate) fn set(&self, fault: Option<StoreError>) {
        *self.lock() = fault;
    }

    fn lock(&self) -> MutexGuard<'_, Option<StoreError>> {
        // A poisoned lock is safe to use: nothing that can panic runs while it is held.
        self.last_fault.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
