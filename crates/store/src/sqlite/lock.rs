//! A lock file, so that only one process at a time opens a store.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::error::StoreError;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::files::{private, with_ending};

/// How often the lock is tried: a process that is ending, or a child it has just forked, may hold it a moment longer.
const MAX_TRIES: u32 = 20;
/// The pause between two tries.
const RETRY_DELAY: Duration = Duration::from_millis(15);

/// The exclusive lock on a store. The operating system releases it when the process ends, even after a crash.
#[derive(Debug)]
pub(crate) struct Lock(#[allow(dead_code, reason = "held, not read")] File);

impl Lock {
    /// Locks the store; fails with [`StoreError::InUse`] if another process holds it.
    pub(super) fn take(store: &Path) -> Result<Lock, StoreError> {
        let path = with_ending(store, ".lock");
        let file = private().create(true).truncate(false).open(&path);
        let file = file.map_err(|error| ErrorMapper::of_file(&path, &error))?;
        for _ in 0..MAX_TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Lock(file)),
                Err(TryLockError::WouldBlock) => thread::sleep(RETRY_DELAY),
                Err(TryLockError::Error(error)) => return Err(ErrorMapper::of_file(&path, &error)),
            }
        }
        Err(StoreError::InUse { path: store.to_owned() })
    }
}
