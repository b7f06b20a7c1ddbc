//! What SQLite says, in terms of the store.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::StoreError;

/// Names faults of one file.
#[derive(Debug, Clone)]
pub(super) struct Faults(Arc<PathBuf>);

impl Faults {
    pub(super) fn of(path: &Path) -> Faults {
        Faults(Arc::new(path.to_owned()))
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
            _ => StoreError::Failed(format!("{why} (SQLite code {code})")),
        }
    }

    /// What the file system says.
    pub(super) fn of_file(path: &Path, error: &std::io::Error) -> StoreError {
        use std::io::ErrorKind as Kind;
        match error.kind() {
            Kind::StorageFull | Kind::QuotaExceeded => StoreError::Full,
            Kind::AlreadyExists => StoreError::FileExists { path: path.to_owned() },
            _ => StoreError::ReadOnly { path: path.to_owned(), why: error.to_string() },
        }
    }
}
