//! The file of the SQLite store: full disks, read-only folders, damage, two processes, copies.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use trinta_store::{
    Append, Appended, Lease, LeaseStore as _, LogId, LogStore as _, NodeId, Put, Space, SqliteOptions, SqliteStore,
    Store as _, StoreError, ValueStore as _,
};
use trinta_time::Timestamp;

fn node(name: &str) -> NodeId {
    NodeId::new(name).unwrap()
}

/// The text of a value.
async fn text(store: &SqliteStore, space: &str, name: &str) -> Option<String> {
    store.get(&Space::new(space).key(name)).await.unwrap().map(|value| value.text)
}

async fn open(path: &Path) -> Result<SqliteStore, StoreError> {
    SqliteStore::open(&SqliteOptions::new(path)).await
}

async fn check(path: &Path) -> Result<trinta_store::Audit, StoreError> {
    trinta_store::check(path, &mut |_, _| {}).await
}

/// A store with one log of this many entries.
async fn filled(path: &Path, entries: u64) -> (SqliteStore, LogId, u64) {
    let store = open(path).await.unwrap();
    let log = LogId::new("t1").unwrap();
    store.create(&log, "a table".into()).await.unwrap();
    let epoch = store.claim(&log, &node("node"), Timestamp::EPOCH).await.unwrap().epoch;
    for seq in 1..=entries {
        store
            .append(Append::new(&log, epoch, seq, Timestamp::EPOCH, "x".repeat(500)).command(&format!("c{seq}")))
            .await
            .unwrap();
    }
    (store, log, epoch)
}

/// Every file of a folder with its bytes, but for those that only say who is using it.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| !["lock", "db-shm", "witness"].iter().any(|ending| path.to_string_lossy().ends_with(ending)));
    // To look into a store, SQLite makes its log beside it; as long as nothing is in it, nothing was written.
    files.retain(|path| !path.to_string_lossy().ends_with("-wal") || fs::metadata(path).unwrap().len() > 0);
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[tokio::test]
async fn what_was_stored_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/store.db");
    let (store, log, _) = filled(&path, 3).await;
    store.put(vec![Put::set(Space::new("a").key("b"), "c")]).await.unwrap();
    // Not closed: dropped, as a process that is killed drops it.
    drop(store);
    let store = loop {
        match open(&path).await {
            Ok(store) => break store,
            Err(StoreError::InUse { .. }) => tokio::task::yield_now().await,
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(store.read(&log, 1, 10).await.unwrap().len(), 3);
    assert_eq!(text(&store, "a", "b").await.as_deref(), Some("c"));
    let claim = store.claim(&log, &node("next"), Timestamp::EPOCH).await.unwrap();
    assert_eq!((claim.epoch, claim.head), (2, 3));
    let again = Append::new(&log, 2, 4, Timestamp::EPOCH, "x").command("c2");
    assert_eq!(store.append(again).await.unwrap(), Appended::Duplicate { seq: 2 });
}

#[tokio::test]
async fn a_full_disk_is_said_stores_nothing_by_halves_and_is_over_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let options = SqliteOptions { max_pages: Some(30), ..SqliteOptions::new(&path) };
    let store = SqliteStore::open(&options).await.unwrap();
    let log = LogId::new("t1").unwrap();
    store.create(&log, "a table".into()).await.unwrap();
    let epoch = store.claim(&log, &node("node"), Timestamp::EPOCH).await.unwrap().epoch;
    let big = |seq: u64| {
        Append::new(&log, epoch, seq, Timestamp::EPOCH, "x".repeat(3000))
            .put(Put::set(Space::new("at").key("last"), seq.to_string()))
    };
    let mut stored = 0;
    let refused = loop {
        match store.append(big(stored + 1)).await {
            Ok(_) => stored += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(refused, StoreError::Full);
    assert!((5..60).contains(&stored), "{stored}");
    assert_eq!(store.append(big(stored + 1)).await, Err(StoreError::Full), "still");
    assert_eq!(store.read(&log, 1, 1000).await.unwrap().len() as u64, stored, "reading goes on");
    assert_eq!(text(&store, "at", "last").await, Some(stored.to_string()));
    store.close().await.unwrap();
    drop(store);
    let store = open(&path).await.unwrap();
    let epoch = store.claim(&log, &node("node"), Timestamp::EPOCH).await.unwrap().epoch;
    let next = Append { epoch, ..big(stored + 1) };
    assert_eq!(store.append(next).await.unwrap(), Appended::New { seq: stored + 1 });
}

#[tokio::test]
async fn a_folder_that_can_not_be_written_is_said() {
    // Not by its permissions: whoever runs the tests may be allowed everything. Here nobody may make a file.
    for path in ["/proc/self/store.db", "/proc/self/new/store.db"] {
        let refused = open(Path::new(path)).await.unwrap_err();
        assert!(matches!(refused, StoreError::ReadOnly { .. }), "{refused:?}");
        assert!(refused.to_string().starts_with("/proc/self/"), "{refused}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "not a folder").unwrap();
    let refused = open(&folder.path().join("file/store.db")).await.unwrap_err();
    assert!(matches!(refused, StoreError::ReadOnly { .. } | StoreError::FileExists { .. }), "{refused:?}");
}

#[tokio::test]
async fn a_damaged_file_is_said_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let (store, ..) = filled(&path, 200).await;
    store.close().await.unwrap();
    drop(store);
    let whole = fs::read(&path).unwrap();
    let in_the_middle = |bytes: &mut Vec<u8>| {
        let middle = bytes.len() / 2;
        bytes[middle..middle + 6000].fill(0xa5);
    };
    let cut_short = |bytes: &mut Vec<u8>| bytes.truncate(bytes.len() / 2);
    let no_header = |bytes: &mut Vec<u8>| bytes[..16].fill(b'?');
    let no_database = |bytes: &mut Vec<u8>| *bytes = b"My holiday in Macau\n".repeat(500);
    type Damage<'a> = (&'a str, &'a dyn Fn(&mut Vec<u8>));
    let damages: [Damage<'_>; 4] = [
        ("in the middle", &in_the_middle),
        ("cut short", &cut_short),
        ("no header", &no_header),
        ("no database", &no_database),
    ];
    for (name, damage) in damages {
        let mut bytes = whole.clone();
        damage(&mut bytes);
        fs::write(&path, &bytes).unwrap();
        let before = contents(folder.path());
        let refused = open(&path).await.map(|_| ()).unwrap_err();
        assert!(matches!(refused, StoreError::Damaged { .. }), "{name}: {refused:?}");
        assert!(refused.to_string().contains("store.db is damaged"), "{refused}");
        assert!(contents(folder.path()) == before, "{name}: something was changed");
        assert!(check(&path).await.is_err(), "{name}");
        assert!(trinta_store::backup(&path, &folder.path().join("copy.db")).await.is_err(), "{name}");
    }
    fs::write(&path, &whole).unwrap();
    open(&path).await.unwrap();
}

#[tokio::test]
async fn the_database_of_another_program_and_of_a_newer_trinta_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (statement, expected) in [
        ("CREATE TABLE recipes (name TEXT)", "another program"),
        ("PRAGMA application_id = 1416784238; PRAGMA user_version = 99; CREATE TABLE new (x)", "version 99"),
    ] {
        let path = folder.path().join(format!("{}.db", expected.replace(' ', "-")));
        use sqlx::ConnectOptions as _;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        sqlx::Connection::close(connection).await.unwrap();
        let refused = open(&path).await.map(|_| ()).unwrap_err();
        assert!(refused.to_string().contains(expected), "{refused}");
    }
}

#[tokio::test]
async fn s7_a_file_without_content_or_without_tables_is_not_taken_for_a_new_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    fs::write(&path, "").unwrap();
    let refused = open(&path).await.map(|_| ()).unwrap_err();
    assert!(matches!(&refused, StoreError::Damaged { why, .. } if why.contains("not a byte")), "{refused:?}");
    assert_eq!(fs::metadata(&path).unwrap().len(), 0, "nothing was changed in it");
    fs::remove_file(&path).unwrap();
    use sqlx::ConnectOptions as _;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql("CREATE TABLE x (y); DROP TABLE x").execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let refused = open(&path).await.map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("another program"), "{refused}");
}

/// S16: sessions and seeds are nobody else's.
#[cfg(unix)]
#[tokio::test]
async fn s16_the_files_are_for_the_user_of_the_server_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let (store, ..) = filled(&path, 3).await;
    trinta_store::backup(&path, &folder.path().join("copy.db")).await.unwrap();
    let modes = || -> Vec<(String, u32)> {
        let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap());
        let mode = |file: &fs::DirEntry| file.metadata().unwrap().permissions().mode() & 0o777;
        let mut modes: Vec<_> = files.map(|file| (file.file_name().into_string().unwrap(), mode(&file))).collect();
        modes.sort();
        modes
    };
    let names = ["copy.db", "store.db", "store.db-shm", "store.db-wal", "store.db.lock", "store.db.witness"];
    assert_eq!(modes(), names.map(|name| (name.to_owned(), 0o600)));
    store.close().await.unwrap();
    drop(store);
    for name in ["store.db", "store.db.lock", "store.db.witness"] {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(0o644)).unwrap();
    }
    let store = open(&path).await.unwrap();
    assert_eq!(modes(), names.map(|name| (name.to_owned(), 0o600)), "those of an older server too");
    drop(store);
}

#[tokio::test]
async fn the_second_to_open_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let (store, log, epoch) = filled(&path, 1).await;
    let refused = open(&path).await.map(|_| ()).unwrap_err();
    assert_eq!(refused, StoreError::InUse { path: path.clone() });
    store.append(Append::new(&log, epoch, 2, Timestamp::EPOCH, "the first goes on")).await.unwrap();
    assert_eq!(trinta_store::restore(&path, &path).await, Err(StoreError::InUse { path }));
}

/// Not a test of its own: the other process of the test below, which holds a store until it is killed.
#[tokio::test]
async fn other_process() {
    let Ok(path) = std::env::var("TRINTA_TEST_HOLD_STORE") else { return };
    let store = open(Path::new(&path)).await.unwrap();
    println!("open");
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    drop(store);
}

#[tokio::test]
async fn a_second_process_is_refused_until_the_first_ends_however_it_ends() {
    use std::io::BufRead as _;
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let mut first = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "other_process", "--nocapture"])
        .env("TRINTA_TEST_HOLD_STORE", &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = io::BufReader::new(first.stdout.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().ends_with("open")));
    assert_eq!(open(&path).await.map(|_| ()).unwrap_err(), StoreError::InUse { path: path.clone() });
    first.kill().unwrap();
    first.wait().unwrap();
    open(&path).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_of_a_live_store_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let copy = folder.path().join("copies/copy.db");
    let (store, log, epoch) = filled(&path, 100).await;
    let store = std::sync::Arc::new(store);
    let writing = tokio::spawn({
        let (store, log) = (store.clone(), log.clone());
        async move {
            for seq in 101..=400 {
                store.append(Append::new(&log, epoch, seq, Timestamp::EPOCH, format!("{seq}"))).await.unwrap();
            }
        }
    });
    trinta_store::backup(&path, &copy).await.unwrap();
    writing.await.unwrap();
    assert_eq!(store.read(&log, 1, 1000).await.unwrap().len(), 400, "the store went on");
    let again = trinta_store::backup(&path, &copy).await;
    assert_eq!(again, Err(StoreError::FileExists { path: copy.clone() }), "a copy is not overwritten");

    check(&copy).await.unwrap();
    let restored = folder.path().join("elsewhere/store.db");
    trinta_store::restore(&copy, &restored).await.unwrap();
    let twice = trinta_store::restore(&copy, &restored).await;
    assert_eq!(twice, Err(StoreError::FileExists { path: restored.clone() }), "a store is not overwritten");
    let old = open(&restored).await.unwrap();
    let entries = old.read(&log, 1, 1000).await.unwrap();
    assert!((100..=400).contains(&entries.len()), "{}", entries.len());
    assert_eq!(entries, store.read(&log, 1, entries.len()).await.unwrap(), "a moment of the store, whole");
    let claim = old.claim(&log, &node("node"), Timestamp::EPOCH).await.unwrap();
    old.append(Append::new(&log, claim.epoch, claim.head + 1, Timestamp::EPOCH, "and on")).await.unwrap();
    let none = trinta_store::backup(&folder.path().join("none.db"), &folder.path().join("x.db")).await;
    assert!(matches!(none, Err(StoreError::NoFile { .. })));
}

#[tokio::test]
async fn a_damaged_copy_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let (store, ..) = filled(&path, 50).await;
    let copy = folder.path().join("copy.db");
    trinta_store::backup(&path, &copy).await.unwrap();
    let mut bytes = fs::read(&copy).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 5000].fill(1);
    fs::write(&copy, bytes).unwrap();
    let target = folder.path().join("new.db");
    let refused = trinta_store::restore(&copy, &target).await;
    assert!(matches!(refused, Err(StoreError::Damaged { .. })), "{refused:?}");
    assert!(!target.exists());
    drop(store);
}

/// A server ran with a clock that was 100 days ahead.
#[tokio::test]
async fn s8_a_lease_from_the_future_keeps_nobody_out_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let (log, day) = (LogId::new("t1").unwrap(), Duration::from_secs(24 * 3600));
    let now = Timestamp::from_millis(1_700_000_000_000);
    for (node, now) in [("one", now + 100 * day), ("two", now)] {
        let store = SqliteStore::open(&SqliteOptions::new(&path)).await.unwrap();
        let node = NodeId::new(node).unwrap();
        store.renew(&node, Lease { last_sign: now, until: now + day }).await.unwrap();
        // There already, the second time.
        let _ = store.create(&log, "a table".into()).await;
        store.claim(&log, &node, now).await.unwrap();
        store.close().await.unwrap();
    }
}

/// The length of a file, or 0 if it is not there.
fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

#[tokio::test]
async fn the_write_ahead_log_is_brought_into_the_file_beside_the_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    // Fewer pages than those from which on the writer would do it.
    let (store, log, epoch) = filled(&path, 300).await;
    while length(&path) < 150_000 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let next = Append::new(&log, epoch, 301, Timestamp::EPOCH, "after it");
    assert_eq!(store.append(next).await.unwrap(), Appended::New { seq: 301 });
    store.close().await.unwrap();
    assert_eq!(length(&path.with_file_name("store.db-wal")), 0, "the writer is the last to go");
    drop(store);
    let store = open(&path).await.unwrap();
    assert_eq!(store.read(&log, 1, 1000).await.unwrap().len(), 301);
}

#[tokio::test]
async fn the_write_ahead_log_stays_short_when_commits_never_stop() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = open(&path).await.unwrap();
    // About 300 pages each, one after the other: in all more than twice the limit of 4000.
    for round in 0..30 {
        let value = |number: u32| Put::set(Space::new("a").key(format!("{number}")), "x".repeat(3500 + round));
        store.put((0..300).map(value).collect()).await.unwrap();
        let log = length(&path.with_file_name("store.db-wal"));
        assert!(log < (4000 + 2 * 350) * (4096 + 24), "{log} bytes after {round} rounds");
    }
    assert_eq!(text(&store, "a", "299").await.map(|text| text.len()), Some(3529));
    store.close().await.unwrap();
}

#[tokio::test]
async fn what_is_removed_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trinta.db");
    let store = SqliteStore::open(&SqliteOptions::new(&path)).await.unwrap();
    let space = Space::new("key");
    // A value that fills pages of its own, and one that shares a page.
    for secret in ["verysecretkey".repeat(2000), "verysecretkey".to_owned()] {
        store
            .put(vec![Put::set(space.key("one"), secret.as_str()), Put::set(space.key("two"), "other")])
            .await
            .unwrap();
        store.put(vec![Put::remove(space.key("one"))]).await.unwrap();
    }
    store.close().await.unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert!(!bytes.windows(13).any(|window| window == b"verysecretkey"), "its key is what makes a log unreadable");
}
