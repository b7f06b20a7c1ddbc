//! What happens to the files of a store beside its own doing (findings S7 and S12): lost tails, other files in its place,
//! files deleted under it, single damaged logs and values, repair, copies that follow.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::ConnectOptions as _;
use trinta_store::{
    Append, Appended, Damage, LeaseStore as _, LogId, LogState, LogStore as _, NodeId, Put, Space, SqliteOptions,
    SqliteStore, Store as _, StoreError, ValueStore as _, accept, backup, check, follow, repair, restore,
};
use trinta_time::Timestamp;

async fn open(path: &Path) -> Result<SqliteStore, StoreError> {
    SqliteStore::open(&SqliteOptions::new(path)).await
}

fn log(number: u32) -> LogId {
    LogId::new(&format!("t{number}")).unwrap()
}

fn node() -> NodeId {
    NodeId::new("node").unwrap()
}

async fn grow(store: &SqliteStore, log: &LogId, entries: u64) {
    let claim = store.claim(log, &node(), Timestamp::EPOCH).await.unwrap();
    for seq in claim.head + 1..=claim.head + entries {
        let append = Append::new(log, claim.epoch, seq, Timestamp::EPOCH, format!("entry {seq} of {log}"));
        let append =
            append.summary(true, format!("summary {seq}")).put(Put::set(Space::new("at").key(log.as_str()), "x"));
        assert_eq!(store.append(append).await.unwrap(), Appended::New { seq });
    }
}

/// A store with three logs of this many entries.
async fn filled(path: &Path, entries: u64) -> SqliteStore {
    let store = open(path).await.unwrap();
    for number in 1..=3 {
        store.create(&log(number), "new".into()).await.unwrap();
        grow(&store, &log(number), entries).await;
    }
    store
}

/// The files as a process leaves them that is killed.
fn killed(path: &Path, to: &Path) -> PathBuf {
    fs::create_dir_all(to).unwrap();
    for ending in ["", "-wal", ".witness"] {
        let name = format!("store.db{ending}");
        fs::copy(path.with_file_name(&name), to.join(&name)).unwrap();
    }
    to.join("store.db")
}

/// A store whose process was killed, and the end of whose write-ahead log is gone as if it had never been written: the
/// file, the log beside it, and what the log held.
async fn without_its_end(folder: &Path) -> (PathBuf, PathBuf, Vec<u8>) {
    let store = filled(&folder.join("store.db"), 10).await;
    let path = killed(&folder.join("store.db"), &folder.join("killed"));
    drop(store);
    let wal = path.with_file_name("store.db-wal");
    let bytes = fs::read(&wal).unwrap();
    fs::write(&wal, &bytes[..bytes.len() / 2]).unwrap();
    (path, wal, bytes)
}

async fn change(path: &Path, statement: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = options.connect().await.unwrap();
    let done = sqlx::query(statement).execute(&mut connection).await.unwrap();
    assert!(done.rows_affected() > 0, "{statement}");
    sqlx::Connection::close(connection).await.unwrap();
}

async fn damages(path: &Path) -> Vec<Damage> {
    check(path, &mut |_, _| {}).await.unwrap().damages
}

#[tokio::test]
async fn s7_a_lost_tail_is_noticed_at_the_start_and_the_way_on_is_documented() {
    let folder = tempfile::tempdir().unwrap();
    let (path, wal, bytes) = without_its_end(folder.path()).await;
    let before = fs::read(&path).unwrap();
    let refused = open(&path).await.map(|_| ()).unwrap_err();
    assert!(matches!(refused, StoreError::Behind { .. }), "{refused:?}");
    let said = refused.to_string();
    assert!(said.contains("transactions are missing") && said.contains("trinta store accept"), "{said}");
    assert!(check(&path, &mut |_, _| {}).await.is_err());
    assert!(fs::read(&path).unwrap() == before && fs::read(&wal).unwrap().len() == bytes.len() / 2, "untouched");
    // With the whole log it starts.
    fs::write(&wal, &bytes).unwrap();
    let store = open(&path).await.unwrap();
    assert_eq!(store.read(&log(3), 1, 100).await.unwrap().len(), 10);
    assert!(!store.claim(&log(3), &node(), Timestamp::EPOCH).await.unwrap().restored);
    store.close().await.unwrap();
}

#[tokio::test]
async fn s12_a_store_that_is_accepted_as_it_is_tells_whoever_claims_its_logs() {
    let folder = tempfile::tempdir().unwrap();
    let (path, ..) = without_its_end(folder.path()).await;
    assert!(open(&path).await.is_err());
    accept(&path).await.unwrap();
    let store = open(&path).await.unwrap();
    let claim = store.claim(&log(1), &node(), Timestamp::EPOCH).await.unwrap();
    assert!(claim.restored, "a game that was running may have gone on");
    let again = store.claim(&log(1), &node(), Timestamp::EPOCH).await.unwrap();
    assert!(again.restored, "until something is appended");
    store.append(Append::new(&log(1), again.epoch, again.head + 1, Timestamp::EPOCH, "void")).await.unwrap();
    assert!(!store.claim(&log(1), &node(), Timestamp::EPOCH).await.unwrap().restored);
    store.close().await.unwrap();
}

#[tokio::test]
async fn s7_another_file_in_its_place_is_not_taken_for_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("store.db"), folder.path().join("copy.db"));
    let store = filled(&path, 3).await;
    backup(&path, &copy).await.unwrap();
    grow(&store, &log(1), 3).await;
    store.close().await.unwrap();
    drop(store);
    // An older copy, put there by hand: it is the same store, and has less.
    let newest = fs::read(&path).unwrap();
    fs::copy(&copy, &path).unwrap();
    let refused = open(&path).await.map(|_| ()).unwrap_err();
    assert!(matches!(&refused, StoreError::Behind { why, .. } if why.contains("are missing")), "{refused:?}");
    // No file at all.
    fs::remove_file(&path).unwrap();
    let refused = open(&path).await.map(|_| ()).unwrap_err();
    assert!(matches!(&refused, StoreError::Behind { why, .. } if why.contains("the file is gone")), "{refused:?}");
    assert!(!path.exists(), "no empty store was made");
    // Another store.
    let other = filled(&folder.path().join("other/store.db"), 9).await;
    other.close().await.unwrap();
    drop(other);
    fs::copy(folder.path().join("other/store.db"), &path).unwrap();
    let refused = open(&path).await.map(|_| ()).unwrap_err();
    assert!(matches!(&refused, StoreError::Behind { why, .. } if why.contains("another store")), "{refused:?}");
    // The store itself.
    fs::write(&path, newest).unwrap();
    open(&path).await.unwrap();
}

#[tokio::test]
async fn s7_a_damaged_log_is_set_aside_by_name_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let changes = [
        "UPDATE entry SET body = replace(body, 'entry', 'Entry') WHERE log = 't2' AND seq = 4",
        "UPDATE entry SET at = at + 1 WHERE log = 't2' AND seq = 1",
        "UPDATE entry SET epoch = 2 WHERE log = 't2' AND seq = 5",
        "DELETE FROM entry WHERE log = 't2' AND seq = 3",
        "DELETE FROM entry WHERE log = 't2' AND seq = 5",
        "UPDATE head SET seq = 4 WHERE log = 't2'",
        "UPDATE entry SET body = x'00' WHERE log = 't2' AND seq = 2",
    ];
    for statement in changes {
        let store = filled(&path, 5).await;
        store.close().await.unwrap();
        drop(store);
        change(&path, statement).await;
        let found = damages(&path).await;
        assert!(matches!(&found[..], [Damage::Log { log: named, .. }] if *named == log(2)), "{statement}: {found:?}");
        let store = open(&path).await.unwrap();
        assert_eq!(store.damages(), found, "{statement}");
        let refused = store.read(&log(2), 1, 100).await.unwrap_err();
        assert!(matches!(&refused, StoreError::DamagedLog { log: named, .. } if *named == log(2)), "{refused:?}");
        assert!(!refused.public_message().contains(folder.path().to_str().unwrap()));
        let listed: Vec<LogId> =
            store.logs(LogState::Open, None, 2).await.unwrap().into_iter().map(|info| info.log).collect();
        assert_eq!(listed, [log(1), log(3)], "{statement}: lists go on without it");
        grow(&store, &log(1), 2).await;
        assert_eq!(store.read(&log(1), 1, 100).await.unwrap().len(), 7);
        store.close().await.unwrap();
        drop(store);
        let new = folder.path().join("new.db");
        let repaired = repair(&path, &new).await.unwrap();
        assert_eq!(repaired.logs, 3);
        assert!((12..=17).contains(&repaired.entries), "{statement}: {repaired:?}");
        assert!(repaired.lost.iter().any(|lost| lost.contains("the log t2 after entry")), "{repaired:?}");
        assert_eq!(damages(&new).await, [], "{statement}: what was saved is whole");
        let store = open(&new).await.unwrap();
        let claim = store.claim(&log(2), &node(), Timestamp::EPOCH).await.unwrap();
        assert_eq!(claim.head, repaired.entries - 12, "{statement}");
        assert!(claim.restored, "what is missing may have been seen");
        assert!(!store.claim(&log(1), &node(), Timestamp::EPOCH).await.unwrap().restored, "nothing of it is lost");
        store.close().await.unwrap();
        drop(store);
        for file in fs::read_dir(folder.path()).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
    }
}

#[tokio::test]
async fn s7_a_damaged_value_is_named_and_can_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = filled(&path, 2).await;
    store.close().await.unwrap();
    drop(store);
    change(&path, "UPDATE value SET content = 'y' WHERE name = 't2'").await;
    change(&path, "UPDATE log SET summary = 'y' WHERE id = 't3'").await;
    let at = Space::new("at");
    assert_eq!(damages(&path).await, [Damage::Summary { log: log(3) }, Damage::Value { key: at.key("t2") }]);
    let store = open(&path).await.unwrap();
    assert_eq!(store.get(&at.key("t2")).await, Err(StoreError::DamagedValue { key: at.key("t2") }));
    assert_eq!(store.list(&at, "", 2).await.unwrap().len(), 2, "the page is filled with those after it");
    assert_eq!(store.logs(LogState::Open, None, 10).await.unwrap().len(), 2);
    assert_eq!(store.read(&log(3), 1, 10).await.unwrap().len(), 2, "only its summary is damaged");
    store.put(vec![Put::set(at.key("t2"), "z")]).await.unwrap();
    grow(&store, &log(3), 1).await;
    assert_eq!(store.get(&at.key("t2")).await.unwrap().unwrap().text, "z");
    store.close().await.unwrap();
    drop(store);
    assert_eq!(damages(&path).await, [], "both were written anew");
}

#[tokio::test]
async fn damage_after_the_start_is_noticed_when_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = filled(&path, 5).await;
    change(&path, "UPDATE entry SET body = 'x' WHERE log = 't2' AND seq = 4").await;
    for from in [1, 3, 4] {
        let refused = store.read(&log(2), from, 10).await.unwrap_err();
        assert!(matches!(refused, StoreError::DamagedLog { .. }), "from {from}: {refused:?}");
    }
    assert_eq!(store.read(&log(2), 1, 2).await.unwrap().len(), 2, "what lies before is whole");
    assert_eq!(store.read(&log(2), 5, 2).await.unwrap().len(), 1, "and what comes after");
    assert_eq!(store.logs(LogState::Open, None, 10).await.unwrap().len(), 2);
    grow(&store, &log(1), 1).await;
    store.close().await.unwrap();
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s7_files_deleted_under_a_running_store_are_noticed_and_nothing_acknowledged_is_gone() {
    type Mischief = fn(&Path);
    let mischiefs: [(&str, Mischief); 4] = [
        ("deleted", |path| fs::remove_file(path).unwrap()),
        ("the log deleted", |path| fs::remove_file(path.with_file_name("store.db-wal")).unwrap()),
        ("replaced", |path| {
            let copy = path.with_file_name("copy");
            fs::copy(path, &copy).unwrap();
            fs::rename(copy, path).unwrap();
        }),
        ("cut short", |path| fs::File::options().write(true).open(path).unwrap().set_len(4096).unwrap()),
    ];
    for (name, mischief) in mischiefs {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let store = filled(&path, 5).await;
        store.close().await.unwrap();
        drop(store);
        let store = open(&path).await.unwrap();
        grow(&store, &log(1), 2).await;
        let claim = store.claim(&log(1), &node(), Timestamp::EPOCH).await.unwrap();
        assert_eq!(store.health().await, Ok(()), "{name}");
        mischief(&path);
        // Without anything being written, too.
        for _ in 0..100 {
            if store.health().await.is_err_and(|fault| fault.is_final()) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let fault = store.health().await.unwrap_err();
        assert!(fault.is_final(), "{name}: {fault:?}");
        let refused = store.append(Append::new(&log(1), claim.epoch, 8, Timestamp::EPOCH, "late")).await.unwrap_err();
        assert_eq!(refused, fault, "{name}: nothing more is acknowledged");
        let StoreError::Vanished { rescued, .. } = &fault else { panic!("{name}: {fault:?}") };
        // Of a file that was cut short only what is in memory and in the log beside it can be saved: all of it, or nothing.
        assert!(rescued.is_some() || name == "cut short", "{name}: {fault}");
        store.close().await.unwrap();
        drop(store);
        let Some(rescued) = rescued else { continue };
        assert!(fault.to_string().contains(&format!("move it to {}", path.display())), "{fault}");
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(path.with_file_name(format!("store.db{ending}")));
        }
        fs::rename(rescued, &path).unwrap();
        let store = open(&path).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(store.read(&log(1), 1, 100).await.unwrap().len(), 7, "{name}: all that was acknowledged");
        store.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_damaged_page_is_refused_at_the_start_and_repair_saves_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = filled(&path, 300).await;
    store.close().await.unwrap();
    drop(store);
    let mut bytes = fs::read(&path).unwrap();
    // A page of entries in the middle of the second log.
    let needle = b"entry 150 of t2";
    let at = bytes.windows(needle.len()).position(|window| window == needle).unwrap();
    let page = at / 4096 * 4096;
    bytes[page..page + 4096].fill(0xa5);
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(open(&path).await.map(|_| ()), Err(StoreError::Damaged { .. })));
    let new = folder.path().join("new.db");
    let repaired = repair(&path, &new).await.unwrap();
    println!("{repaired:?}");
    assert!(fs::read(&path).unwrap() == bytes, "the old file is only read from");
    assert_eq!((repaired.logs, repaired.values), (3, 3));
    assert!(repaired.entries > 600 && repaired.entries < 900, "{repaired:?}");
    assert!(repaired.lost.iter().any(|lost| lost.contains("the log t2 after entry")), "{repaired:?}");
    assert_eq!(damages(&new).await, []);
    let store = open(&new).await.unwrap();
    assert_eq!(store.read(&log(1), 1, 1000).await.unwrap().len(), 300);
    assert_eq!(store.read(&log(3), 1, 1000).await.unwrap().len(), 300);
    let again = repair(&path, &new).await;
    assert_eq!(again, Err(StoreError::FileExists { path: new }), "nothing is overwritten");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_follows_a_running_store_and_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("store.db"), folder.path().join("copies/copy.db"));
    let store = filled(&path, 5).await;
    assert_eq!(follow(&path, &copy).await.unwrap().entries, 0, "the first step copies all of it");
    assert_eq!(follow(&path, &copy).await.unwrap().transactions, 0, "nothing has changed");
    let space = Space::new("session");
    store.put(vec![Put::set(space.key("a"), "1"), Put::set(space.key("b"), "1")]).await.unwrap();
    for step in 0..5 {
        store.create(&log(10 + step), "new".into()).await.unwrap();
        grow(&store, &log(10 + step), 3).await;
        grow(&store, &log(2), 4).await;
        store.put(vec![Put::set(space.key("a"), step.to_string()), Put::remove(space.key("b"))]).await.unwrap();
        let followed = follow(&path, &copy).await.unwrap();
        assert_eq!(followed.entries, 7, "only what is new: {followed:?}");
        assert_eq!(damages(&copy).await, [], "after each step it is whole");
    }
    // The machine is lost; the copy becomes the store.
    let restored = folder.path().join("new/store.db");
    restore(&copy, &restored).await.unwrap();
    let there = open(&restored).await.unwrap();
    for number in [1, 2, 3, 10, 14] {
        let entries = store.read(&log(number), 1, 1000).await.unwrap();
        assert_eq!(there.read(&log(number), 1, 1000).await.unwrap(), entries);
    }
    assert_eq!(there.list(&space, "", 9).await.unwrap(), store.list(&space, "", 9).await.unwrap());
    assert!(there.claim(&log(1), &node(), Timestamp::EPOCH).await.unwrap().restored);
    there.close().await.unwrap();
    // What is another store is not followed into it.
    let refused = follow(&restored, &copy).await.unwrap_err();
    assert!(matches!(refused, StoreError::Behind { .. }), "{refused:?}");
    // Damage is not brought over.
    grow(&store, &log(1), 1).await;
    change(&path, "UPDATE entry SET body = 'x' WHERE log = 't1' AND seq = 6").await;
    let refused = follow(&path, &copy).await.unwrap_err();
    assert!(matches!(&refused, StoreError::DamagedLog { log: named, .. } if *named == log(1)), "{refused:?}");
    assert_eq!(damages(&copy).await, []);
    store.close().await.unwrap();
}
