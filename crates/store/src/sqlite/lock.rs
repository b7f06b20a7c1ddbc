//! One process at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::StoreError;
use crate::sqlite::faults::Faults;

/// Holds a store for this process. The system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock(#[allow(dead_code, reason = "held, not read")] File);

impl Lock {
    /// Takes the store, or says that somebody has it.
    pub(super) fn take(store: &Path) -> Result<Lock, StoreError> {
        let path = lock_path(store);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| Faults::of_file(&path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: store.to_owned() }),
            Err(TryLockError::Error(error)) => Err(Faults::of_file(&path, &error)),
        }
    }
}

fn lock_path(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}
