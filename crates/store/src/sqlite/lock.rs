//! One process at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::error::StoreError;
use crate::sqlite::faults::Faults;

/// A process that is just ending, or a child that it has just forked, holds the lock a moment longer.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(15);

/// Holds a store for this process. The system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock(#[allow(dead_code, reason = "held, not read")] File);

impl Lock {
    /// Takes the store, or says that another process has it.
    pub(super) fn take(store: &Path) -> Result<Lock, StoreError> {
        let path = lock_path(store);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| Faults::of_file(&path, &error))?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Lock(file)),
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(Faults::of_file(&path, &error)),
            }
        }
        Err(StoreError::InUse { path: store.to_owned() })
    }
}

fn lock_path(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}
