//! The files of an open store, as the folder shows them: SQLite itself goes on with files that nobody will find again.

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::sqlite::files::with_ending;

/// A file as it was last seen.
#[derive(Debug)]
struct WatchedFile {
    path: PathBuf,
    identity: u64,
    length: u64,
}

/// The files of an open store.
#[derive(Debug)]
pub(super) struct FileWatch(Vec<WatchedFile>);

impl FileWatch {
    /// Watches the files of a store from now on.
    pub(super) fn of(store: &Path) -> FileWatch {
        let paths = [store.to_owned(), with_ending(store, "-wal"), with_ending(store, "-shm")];
        let watched = |path: PathBuf| {
            let metadata = fs::metadata(&path).ok()?;
            Some(WatchedFile { identity: identity(&metadata), length: metadata.len(), path })
        };
        FileWatch(paths.into_iter().filter_map(watched).collect())
    }

    /// Says which file was deleted, replaced or cut short, if one was. While a store is open none of that is SQLite's
    /// own doing.
    pub(super) fn check(&mut self) -> Result<(), String> {
        for file in &mut self.0 {
            let name = file.path.display();
            let metadata = match fs::metadata(&file.path) {
                Ok(metadata) => metadata,
                Err(error) if error.kind() == ErrorKind::NotFound => return Err(format!("{name} was deleted")),
                // No file descriptors or no permission: that is another fault, and not for long.
                Err(_) => continue,
            };
            if identity(&metadata) != file.identity {
                return Err(format!("{name} was replaced by another file"));
            }
            if metadata.len() < file.length {
                return Err(format!("{name} was cut short, from {} to {} bytes", file.length, metadata.len()));
            }
            file.length = metadata.len();
        }
        Ok(())
    }
}

/// What tells a file from another of the same name.
#[cfg(unix)]
fn identity(metadata: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    metadata.ino() ^ metadata.dev().rotate_left(32)
}

/// Elsewhere an open file can't be replaced.
#[cfg(not(unix))]
fn identity(_metadata: &Metadata) -> u64 {
    0
}
