//! The file as a whole: is it sound, a copy of it, and back from a copy.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use sqlx::{Connection as _, SqliteConnection};

use crate::error::StoreError;
use crate::sqlite::connect::open_read_only;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::lock::Lock;
use crate::sqlite::schema;

/// Makes the folder of a file.
pub(super) fn make_folder(path: &Path) -> Result<(), StoreError> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => {
            fs::create_dir_all(folder).map_err(|error| ErrorMapper::of_file(folder, &error))
        }
        _ => Ok(()),
    }
}

/// Refuses a file that is not a whole store, before anything could be written to it.
pub(super) async fn examine(path: &Path) -> Result<(), StoreError> {
    let length = match fs::metadata(path) {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => 0,
        Err(error) => return Err(ErrorMapper::of_file(path, &error)),
    };
    if length == 0 {
        // No file yet; or a process ended between making it and writing to it.
        return Ok(());
    }
    let mut connection = open_read_only(path).await?;
    let sound = is_sound(&mut connection, path).await;
    // Only read from: what closing says does not matter.
    let _ = connection.close().await;
    sound
}

async fn is_sound(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let faults = ErrorMapper::of(path);
    let damaged = |why: String| StoreError::Damaged { path: path.to_owned(), why };
    // What SQLite makes no sense of is damage; what the system could not read or make is not.
    let named = |error: sqlx::Error| match faults.name_at_open(&error) {
        StoreError::Failed(why) => damaged(why),
        other => other,
    };
    let application: i64 =
        sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await.map_err(named)?;
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut *connection).await.map_err(named)?;
    if application == 0 && tables == 0 {
        // A process ended between making the file and the first migration.
        return Ok(());
    }
    if application != schema::APPLICATION {
        return Err(damaged("it is a database of another program".to_owned()));
    }
    let found = schema::version(connection).await.map_err(named)?;
    if found > schema::NEWEST {
        return Err(StoreError::TooNew { path: path.to_owned(), found, known: schema::NEWEST });
    }
    let verdict: String =
        sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *connection).await.map_err(named)?;
    if verdict == "ok" { Ok(()) } else { Err(damaged(verdict)) }
}

/// Checks a file from end to end, its indexes too: slower than the check at every start.
///
/// # Errors
/// When there is no such file, or it is not whole.
pub async fn check(path: &Path) -> Result<(), StoreError> {
    if !path.is_file() {
        return Err(StoreError::NoFile { path: path.to_owned() });
    }
    examine(path).await?;
    let mut connection = open_read_only(path).await?;
    let verdict: Result<String, sqlx::Error> =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await;
    let _ = connection.close().await;
    match verdict.map_err(|error| ErrorMapper::of(path).name_at_open(&error))?.as_str() {
        "ok" => Ok(()),
        other => Err(StoreError::Damaged { path: path.to_owned(), why: other.to_owned() }),
    }
}

/// Writes a copy of a store as it is at one moment. A server may be using it meanwhile, and goes on.
///
/// # Errors
/// When there is no store, the copy is there already, or it can't be written.
pub async fn backup(store: &Path, copy: &Path) -> Result<(), StoreError> {
    if !store.is_file() {
        return Err(StoreError::NoFile { path: store.to_owned() });
    }
    examine(store).await?;
    write_aside(copy, async |aside: &Path| {
        let mut connection = open_read_only(store).await?;
        let target = aside.to_string_lossy().into_owned();
        let copied = sqlx::query("VACUUM INTO $1").bind(target).execute(&mut connection).await;
        let _ = connection.close().await;
        copied.map_err(|error| ErrorMapper::of(aside).name_with_room(&error))?;
        check(aside).await
    })
    .await
}

/// Makes a store from a copy. Where a store is already, nothing is done.
///
/// # Errors
/// When the copy is not whole, a store is there already or in use, or it can't be written.
pub async fn restore(copy: &Path, store: &Path) -> Result<(), StoreError> {
    check(copy).await?;
    make_folder(store)?;
    let _lock = Lock::take(store)?;
    // What another store left beside it would be taken for a part of this one.
    for beside in ["-wal", "-shm"].map(|ending| with_ending(store, ending)) {
        if beside.exists() {
            return Err(StoreError::FileExists { path: beside });
        }
    }
    write_aside(store, async |aside: &Path| {
        let mut connection = open_read_only(copy).await?;
        // Not a plain copy of the file: what still stands in its log beside it belongs to it too.
        let target = aside.to_string_lossy().into_owned();
        let copied = sqlx::query("VACUUM INTO $1").bind(target).execute(&mut connection).await;
        let _ = connection.close().await;
        copied.map(|_| ()).map_err(|error| ErrorMapper::of(aside).name_with_room(&error))
    })
    .await
}

/// Writes a file under another name and, when it is whole and on the disk, gives it its own.
async fn write_aside(path: &Path, write: impl AsyncFnOnce(&Path) -> Result<(), StoreError>) -> Result<(), StoreError> {
    if path.exists() {
        return Err(StoreError::FileExists { path: path.to_owned() });
    }
    make_folder(path)?;
    let aside = with_ending(path, ".part");
    // Left by an attempt that was cut short; nobody knows it by this name.
    let _ = fs::remove_file(&aside);
    let written = write(&aside).await.and_then(|()| settle(&aside, path));
    if written.is_err() {
        let _ = fs::remove_file(&aside);
    }
    written
}

fn settle(aside: &Path, path: &Path) -> Result<(), StoreError> {
    let fault = |error: std::io::Error| ErrorMapper::of_file(path, &error);
    File::open(aside).and_then(|file| file.sync_all()).map_err(fault)?;
    fs::rename(aside, path).map_err(fault)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(fault)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
