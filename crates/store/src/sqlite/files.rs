//! The file as a whole: is it sound, a copy of it, and back from a copy.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use sqlx::{Connection as _, SqliteConnection};

use crate::error::StoreError;
use crate::sqlite::audit::{self, Audit};
use crate::sqlite::connect::{self, open_read_only};
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::lock::Lock;
use crate::sqlite::witness::{self, Position};
use crate::sqlite::{SqliteOptions, restored, schema};

/// Makes the folder of a file.
pub(super) fn make_folder(path: &Path) -> Result<(), StoreError> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => {
            fs::create_dir_all(folder).map_err(|error| ErrorMapper::of_file(folder, &error))
        }
        _ => Ok(()),
    }
}

/// How the files of a store are opened: for nobody but the user whose process it is.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Takes the files of a store from everybody else: they were readable by all before.
pub(super) fn make_private(store: &Path) {
    #[cfg(unix)]
    for ending in ["", "-wal", "-shm", ".lock", ".witness"] {
        use std::os::unix::fs::PermissionsExt as _;
        let path = with_ending(store, ending);
        let open = fs::metadata(&path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0);
        if open && let Err(error) = fs::set_permissions(&path, fs::Permissions::from_mode(0o600)) {
            tracing::warn!(file = %path.display(), %error, "others may read this file of the store");
        }
    }
    #[cfg(not(unix))]
    let _ = store;
}

/// Makes an empty store where there is none. It gets its name when it is whole: a file without content is never one
/// that a start left behind.
pub(super) async fn make_if_absent(path: &Path, witness: Option<&Position>) -> Result<(), StoreError> {
    if path.exists() {
        return Ok(());
    }
    if let Some(witness) = witness {
        let beside = witness::path_of(path);
        let why = format!(
            "the file is gone, and it had {} transactions (to begin with an empty store, remove {})",
            witness.number,
            beside.display()
        );
        return Err(StoreError::Behind { path: path.to_owned(), why });
    }
    // SQLite would take what another store left for a part of this one, or throw it away.
    let log = with_ending(path, "-wal");
    if fs::metadata(&log).is_ok_and(|metadata| metadata.len() > 0) {
        let why = format!("the file is gone, and {} of it is still there", log.display());
        return Err(StoreError::Behind { path: path.to_owned(), why });
    }
    write_aside(path, async |aside: &Path| {
        let connection = new_store(aside).await?;
        connection.close().await.map_err(|error| ErrorMapper::of(path).name_at_open(&error))
    })
    .await
    .map_err(|fault| match fault {
        StoreError::Full | StoreError::NoRoomToOpen { .. } => StoreError::NoRoomToOpen { path: path.to_owned() },
        other => other,
    })
}

/// A new store without logs, open for writing.
pub(super) async fn new_store(path: &Path) -> Result<SqliteConnection, StoreError> {
    private().create_new(true).open(path).map_err(|error| ErrorMapper::of_file(path, &error))?;
    let mut connection = open_private(path).await?;
    schema::migrate(&mut connection, &ErrorMapper::of(path)).await?;
    Ok(connection)
}

/// A whole store at rest, to be read, and the lock that keeps servers from it.
pub(crate) async fn open_whole(path: &Path) -> Result<(SqliteConnection, Lock), StoreError> {
    if !path.is_file() {
        return Err(StoreError::NoFile { path: path.to_owned() });
    }
    let lock = Lock::take(path)?;
    examine(path, witness::read(path)?.as_ref()).await?;
    let mut connection = open_read_only(path).await?;
    let found = schema::version(&mut connection).await.map_err(|error| ErrorMapper::of(path).name_at_open(&error))?;
    if found < schema::NEWEST {
        return Err(StoreError::TooOld { path: path.to_owned(), found });
    }
    Ok((connection, lock))
}

/// Makes a new store, and fills it; it gets its name when it is whole.
pub(crate) async fn write_new(
    path: &Path,
    fill: impl AsyncFnOnce(SqliteConnection) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    make_folder(path)?;
    let _lock = Lock::take(path)?;
    write_aside(path, async |aside: &Path| {
        fill(new_store(aside).await?).await?;
        check_copy(aside).await
    })
    .await?;
    remove_witness(path)
}

/// A connection that writes to a file that nobody else has open.
pub(super) async fn open_private(path: &Path) -> Result<SqliteConnection, StoreError> {
    let opened = connect::open_writer(&SqliteOptions::new(path)).await;
    opened.map_err(|error| ErrorMapper::of(path).name_with_room(&error))
}

/// Refuses a file that is not a whole store, or not the one that its witness knows, before anything is written to it.
pub(super) async fn examine(path: &Path, witness: Option<&Position>) -> Result<(), StoreError> {
    let length = fs::metadata(path).map_err(|error| ErrorMapper::of_file(path, &error))?.len();
    if length == 0 {
        return Err(StoreError::Damaged { path: path.to_owned(), why: "it has no content, not a byte".to_owned() });
    }
    let mut connection = open_read_only(path).await?;
    let mut sound = is_sound(&mut connection, path).await;
    if let (Ok(()), Some(witness)) = (&sound, witness) {
        sound = match schema::position(&mut connection, &ErrorMapper::of(path)).await {
            Ok(found) => witness::confirm(path, &found, Some(witness)),
            Err(fault) => Err(fault),
        };
    }
    // Only read from: what closing says does not matter.
    let _ = connection.close().await;
    sound
}

async fn is_sound(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    schema::recognise(connection, path).await?;
    let damaged = |why: String| StoreError::Damaged { path: path.to_owned(), why };
    let named = |error: sqlx::Error| schema::damage_or_fault(path, &error);
    let verdict: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut *connection).await.map_err(named)?;
    if verdict == "ok" { Ok(()) } else { Err(damaged(verdict)) }
}

/// Checks a file from end to end: its structure, its indexes, every hash and every checksum. A server may be using it
/// meanwhile. Tells of each page how many rows of how many are done.
///
/// # Errors
/// When there is no such file, or it is no store of which something could be read.
pub async fn check(path: &Path, progress: &mut (dyn FnMut(u64, u64) + Send)) -> Result<Audit, StoreError> {
    if !path.is_file() {
        return Err(StoreError::NoFile { path: path.to_owned() });
    }
    let witness = witness::read(path)?;
    examine(path, witness.as_ref()).await?;
    let faults = ErrorMapper::of(path);
    let mut connection = open_read_only(path).await?;
    let checked = check_all(&mut connection, &faults, progress).await;
    let _ = connection.close().await;
    checked
}

async fn check_all(
    connection: &mut SqliteConnection,
    faults: &ErrorMapper,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Audit, StoreError> {
    let named = |error: sqlx::Error| faults.name_at_open(&error);
    let found = schema::version(connection).await.map_err(named)?;
    if found < schema::NEWEST {
        return Err(StoreError::TooOld { path: faults.path().to_owned(), found });
    }
    audit::audit(connection, progress).await.map_err(named)
}

/// The same for a copy, of which everything must be whole.
pub(super) async fn check_copy(path: &Path) -> Result<(), StoreError> {
    let audit = check(path, &mut |_, _| {}).await?;
    match audit.damages.first() {
        None => Ok(()),
        Some(damage) => Err(StoreError::Damaged { path: path.to_owned(), why: damage.to_string() }),
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
    examine(store, None).await?;
    write_aside(copy, async |aside: &Path| {
        let mut connection = open_read_only(store).await?;
        let copied = copy_into(&mut connection, aside).await;
        let _ = connection.close().await;
        copied
    })
    .await
}

/// Writes all that a connection sees into a new file, and flushes it.
pub(super) async fn copy_into(connection: &mut SqliteConnection, target: &Path) -> Result<(), StoreError> {
    let fault = |error: std::io::Error| ErrorMapper::of_file(target, &error);
    // An empty file is what SQLite takes for a new one; made here, it is for nobody else to read.
    match fs::remove_file(target) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(fault(error)),
        _ => {}
    }
    let file = private().create_new(true).open(target).map_err(fault)?;
    let name = target.to_string_lossy().into_owned();
    let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(connection).await;
    copied.map_err(|error| ErrorMapper::of(target).name_with_room(&error))?;
    file.sync_all().map_err(fault)
}

/// Makes a store from a copy. Where a store is already, nothing is done.
///
/// # Errors
/// When the copy is not whole, a store is there already or in use, or it can't be written.
pub async fn restore(copy: &Path, store: &Path) -> Result<(), StoreError> {
    make_folder(store)?;
    let _lock = Lock::take(store)?;
    if !copy.is_file() {
        return Err(StoreError::NoFile { path: copy.to_owned() });
    }
    examine(copy, None).await?;
    // What another store left beside it would be taken for a part of this one.
    for beside in ["-wal", "-shm"].map(|ending| with_ending(store, ending)) {
        if beside.exists() {
            return Err(StoreError::FileExists { path: beside });
        }
    }
    write_aside(store, async |aside: &Path| {
        let mut connection = open_read_only(copy).await?;
        // Not a plain copy of the file: what still stands in its log beside it belongs to it too.
        let copied = copy_into(&mut connection, aside).await;
        let _ = connection.close().await;
        copied?;
        restored::mark_all(aside).await?;
        check_copy(aside).await
    })
    .await?;
    remove_witness(store)
}

/// The witness knows another store than the one that has come in its place.
pub(super) fn remove_witness(store: &Path) -> Result<(), StoreError> {
    let path = witness::path_of(store);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(ErrorMapper::of_file(&path, &error)),
        _ => Ok(()),
    }
}

/// Writes a file under another name and, when it is whole and on the disk, gives it its own.
pub(super) async fn write_aside(
    path: &Path,
    write: impl AsyncFnOnce(&Path) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    if path.exists() {
        return Err(StoreError::FileExists { path: path.to_owned() });
    }
    make_folder(path)?;
    let aside = with_ending(path, ".part");
    // Left by an attempt that was cut short; nobody knows it by this name.
    for ending in ["", "-wal", "-shm", ".lock", ".witness"] {
        let _ = fs::remove_file(with_ending(&aside, ending));
    }
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

pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
