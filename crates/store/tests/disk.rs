//! A disk that is really full (findings S1 and S2): on a small file system, not on a stand-in for one.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use trinta_store::{
    Append, Appended, LeaseStore as _, LogId, LogStore as _, NodeId, Put, Space, SqliteOptions, SqliteStore,
    Store as _, StoreError, ValueStore as _,
};
use trinta_testkit::SmallDisk;
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

/// A store with one log, and the epoch of its claim.
async fn with_log(path: &Path) -> (SqliteStore, LogId, u64) {
    let store = open(path).await.unwrap();
    let log = LogId::new("t1").unwrap();
    store.create(&log, "a table".into()).await.unwrap();
    let epoch = store.claim(&log, &node("node"), Timestamp::EPOCH).await.unwrap().epoch;
    (store, log, epoch)
}

fn entry(log: &LogId, epoch: u64, seq: u64) -> Append {
    Append::new(log, epoch, seq, Timestamp::EPOCH, "x".repeat(3000))
        .command(&format!("c{seq}"))
        .put(Put::set(Space::new("at").key("last"), seq.to_string()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s1_writing_goes_on_once_a_full_disk_has_room_again() {
    let Some(disk) = SmallDisk::mount("store-s1", 2048) else { return };
    let path = disk.folder().join("store.db");
    let (store, log, epoch) = with_log(&path).await;
    let store = Arc::new(store);
    let mut stored = 0;
    let mut small = std::collections::BTreeSet::new();
    for round in 0..3 {
        disk.fill();
        // What the file system gave before it was full may still be used up.
        let refused = loop {
            match store.append(entry(&log, epoch, stored + 1)).await {
                Ok(appended) => {
                    stored += 1;
                    assert_eq!(appended, Appended::New { seq: stored });
                }
                Err(error) => break error,
            }
        };
        assert_eq!(refused, StoreError::Full, "round {round}");
        assert_eq!(store.health().await, Err(StoreError::Full), "round {round}");
        // Everybody is refused as long as it is full, many at once too.
        let tries: Vec<_> = (0..8)
            .map(|number| {
                let store = store.clone();
                tokio::spawn(
                    async move { store.put(vec![Put::set(Space::new("try").key(number.to_string()), "x")]).await },
                )
            })
            .collect();
        for (number, attempt) in tries.into_iter().enumerate() {
            // What the refused entry was given of the disk may be enough for a small value.
            match attempt.await.unwrap() {
                Ok(()) => drop(small.insert(number.to_string())),
                Err(error) => assert_eq!(error, StoreError::Full, "round {round}"),
            }
        }
        assert_eq!(store.append(entry(&log, epoch, stored + 1)).await, Err(StoreError::Full), "round {round}");
        assert_eq!(store.read(&log, 1, 1000).await.unwrap().len() as u64, stored, "reading goes on");
        disk.make_room();
        for _ in 0..5 {
            let appended = store.append(entry(&log, epoch, stored + 1)).await;
            assert_eq!(appended, Ok(Appended::New { seq: stored + 1 }), "round {round}: there is room again");
            stored += 1;
        }
        assert_eq!(store.health().await, Ok(()), "round {round}");
    }
    let acknowledged = store.read(&log, 1, 1000).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    let store = open(&path).await.unwrap();
    let after = store.read(&log, 1, 1000).await.unwrap();
    assert_eq!(after.len() as u64, stored, "what was acknowledged is there, what was refused is not");
    assert_eq!(after, acknowledged);
    assert_eq!(text(&store, "at", "last").await, Some(stored.to_string()));
    let tried = store.list(&Space::new("try"), "", 10).await.unwrap();
    assert!(tried.into_iter().map(|(name, _)| name).eq(small));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s2_a_full_disk_at_the_start_is_said_and_not_taken_for_damage() {
    let Some(disk) = SmallDisk::mount("store-s2", 2048) else { return };
    let path = disk.folder().join("store.db");
    let (store, log, epoch) = with_log(&path).await;
    for seq in 1..=20 {
        store.append(entry(&log, epoch, seq)).await.unwrap();
    }
    // As a process leaves it that was killed: the last entries are in the log beside the file.
    let killed = disk.folder().join("killed.db");
    for ending in ["", "-wal"] {
        fs::copy(disk.folder().join(format!("store.db{ending}")), disk.folder().join(format!("killed.db{ending}")))
            .unwrap();
    }
    assert!(fs::metadata(disk.folder().join("killed.db-wal")).unwrap().len() > 0);
    store.close().await.unwrap();
    drop(store);
    disk.fill();
    for path in [&path, &killed, &disk.folder().join("new.db")] {
        let refused = open(path).await.map(|_| ()).unwrap_err();
        assert_eq!(refused, StoreError::NoRoomToOpen { path: path.clone() });
        let said = refused.to_string();
        assert!(said.contains("full") && said.contains("make room"), "{said}");
        assert!(!said.contains("is damaged") && !said.contains("restore a backup"), "{said}");
    }
    assert_eq!(trinta_store::check(&path, &mut |_, _| {}).await, Err(StoreError::NoRoomToOpen { path: path.clone() }));
    disk.make_room();
    for path in [&path, &killed] {
        let store = open(path).await.unwrap();
        assert_eq!(store.read(&log, 1, 100).await.unwrap().len(), 20, "{}", path.display());
        let claim = store.claim(&log, &node("next"), Timestamp::EPOCH).await.unwrap();
        store.append(entry(&log, claim.epoch, 21)).await.unwrap();
    }
}
