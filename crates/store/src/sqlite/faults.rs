//! What SQLite says, in terms of the store.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::StoreError;

/// How much is written to find out whether there is room: SQLite's index of the write-ahead log grows by 32 KiB.
const PROBE_BYTES: usize = 64 * 1024;

/// `ENFILE` and `EMFILE`, which the standard library has no name for.
const NO_DESCRIPTOR: [i32; 2] = [23, 24];

/// What was found by writing a little file.
enum Probe {
    Full,
    NoDescriptor,
    Other,
}

/// Names faults of one file.
#[derive(Debug, Clone)]
pub(super) struct ErrorMapper(Arc<PathBuf>);

impl ErrorMapper {
    pub(super) fn of(path: &Path) -> ErrorMapper {
        ErrorMapper(Arc::new(path.to_owned()))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The fault by its name. SQLite's codes are in <https://www.sqlite.org/rescode.html>; the lower eight bits tell
    /// the kind.
    pub(super) fn name(&self, error: &sqlx::Error) -> StoreError {
        let sqlx::Error::Database(fault) = error else {
            return match error {
                sqlx::Error::PoolClosed => StoreError::Closed,
                _ => StoreError::Failed(error.to_string()),
            };
        };
        let code: i64 = fault.code().and_then(|code| code.parse().ok()).unwrap_or(0);
        let (path, why) = (self.0.to_path_buf(), fault.message().to_owned());
        match code & 0xff {
            13 => StoreError::Full,
            8 | 14 => StoreError::ReadOnly { path, why },
            11 | 26 => StoreError::Damaged { path, why },
            5 | 6 => StoreError::InUse { path },
            7 | 10 => StoreError::Io { path, why: format!("{why}, SQLite code {code}") },
            _ => StoreError::Failed(format!("{why} (SQLite code {code})")),
        }
    }

    /// The same for what surely left nothing behind. For a file that it can't make or enlarge SQLite has codes that do
    /// not tell whether the disk is full, so here it is tried.
    pub(super) fn name_with_room(&self, error: &sqlx::Error) -> StoreError {
        match self.name(error) {
            fault @ (StoreError::Io { .. } | StoreError::ReadOnly { .. }) => match self.probe() {
                Probe::Full => StoreError::Full,
                Probe::NoDescriptor => StoreError::Io {
                    path: self.0.to_path_buf(),
                    why: "the process has no file descriptor left: raise its limit, `LimitNOFILE` or `ulimit -n`"
                        .to_owned(),
                },
                Probe::Other => fault,
            },
            other => other,
        }
    }

    /// The same while a file is being opened: a disk that is full then needs another answer than one that refuses an
    /// entry.
    pub(super) fn name_at_open(&self, error: &sqlx::Error) -> StoreError {
        self.at_open(self.name_with_room(error))
    }

    /// A fault that was met while the file was being opened.
    pub(super) fn at_open(&self, fault: StoreError) -> StoreError {
        match fault {
            StoreError::Full => StoreError::NoRoomToOpen { path: self.0.to_path_buf() },
            other => other,
        }
    }

    /// What keeps the disk of the file from taking a little more. A disk that can't be written at all is not full.
    fn probe(&self) -> Probe {
        let mut name = self.0.as_os_str().to_owned();
        // A backup may run beside a server: each tries a file of its own.
        name.push(format!(".room-{}", std::process::id()));
        let path = PathBuf::from(name);
        let tried = fs::write(&path, [0; PROBE_BYTES]);
        let _ = fs::remove_file(&path);
        match tried {
            Err(error) if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => Probe::Full,
            Err(error) if NO_DESCRIPTOR.contains(&error.raw_os_error().unwrap_or(0)) => Probe::NoDescriptor,
            _ => Probe::Other,
        }
    }

    /// What the file system says.
    pub(super) fn of_file(path: &Path, error: &std::io::Error) -> StoreError {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
            ErrorKind::AlreadyExists => StoreError::FileExists { path: path.to_owned() },
            _ => StoreError::ReadOnly { path: path.to_owned(), why: error.to_string() },
        }
    }
}
