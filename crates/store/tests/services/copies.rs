//! From a file into a database and back: everything arrives, or nothing.

use std::path::Path;
use std::time::Duration;

use sqlx::{ConnectOptions as _, Row as _};
use trinta_store::{
    Append, Copied, Lease, LeaseStore as _, LogState, LogStore as _, Payload, PostgresStore, Put, SqliteOptions,
    SqliteStore, Store as _, StoreError, StorePlace, ValueStore as _, copy,
};

use crate::database::{connect, options, run};
use crate::suite::{at, key, log, node};

/// A store in a file: logs of different lengths, an open and a closed one, values, a node, a log that was released.
async fn fill(path: &Path) {
    let store = SqliteStore::open(&SqliteOptions::new(path)).await.unwrap();
    let lease = Lease { last_sign: at(5000), until: at(5000) + Duration::from_secs(60) };
    store.announce(&node("first"), "10.0.0.1:3030", lease).await.unwrap();
    for (name, entries) in [("t1", 1200_u64), ("t2", 3), ("t3", 0)] {
        let log = log(name);
        store.create(&log, Payload::new(2, "new")).await.unwrap();
        let claim = store.claim(&log, &node("first"), at(5000)).await.unwrap();
        for seq in 1..=entries {
            let append =
                Append::new(&log, claim.epoch, seq, at(seq as i64), Payload::new(3, format!("entry {seq} 陳")));
            let append = if seq % 2 == 0 { append.command(&format!("A:{seq}")) } else { append };
            store.append(append.put(Put::set(key("at", &format!("{name}-{seq}")), "x"))).await.unwrap();
        }
        if name == "t2" {
            store.append(Append::new(&log, claim.epoch, 4, at(0), "over").summary(false, "over")).await.unwrap();
            store.release(&log, claim.epoch, at(6000), Duration::ZERO).await.unwrap();
        }
    }
    store.close().await.unwrap();
}

fn place(path: &Path) -> StorePlace {
    StorePlace::File(path.to_owned())
}

async fn copied(from: &StorePlace, to: &StorePlace) -> Result<Copied, StoreError> {
    let mut last = (0, 0);
    let copied = copy(from, to, &mut |done, total| last = (done, total)).await?;
    assert_eq!(last.0, last.1, "all that was to be done was told");
    Ok(copied)
}

async fn hashes(path: &Path) -> Vec<Vec<u8>> {
    let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let rows = sqlx::query("SELECT hash FROM entry ORDER BY log, seq").fetch_all(&mut connection).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn a_store_goes_into_a_database_and_back_with_every_hash() {
    let folder = tempfile::tempdir().unwrap();
    let (from, back) = (folder.path().join("store.db"), folder.path().join("back.db"));
    fill(&from).await;
    let options = options();
    let database = StorePlace::Database(options.clone());
    let expected = Copied { logs: 3, entries: 1204, values: 1203 };
    assert_eq!(copied(&place(&from), &database).await, Ok(expected));
    assert_eq!(copied(&database, &place(&back)).await, Ok(expected));
    assert_eq!(hashes(&from).await, hashes(&back).await);

    let store = PostgresStore::open(&options).await.unwrap();
    assert_eq!(store.logs(LogState::Closed, None, 9).await.unwrap()[0].summary.text, "over");
    assert_eq!(store.get(&key("at", "t1-7")).await.unwrap(), Some("x".into()));
    let claim = store.claim(&log("t1"), &node("second"), at(9000)).await.unwrap();
    assert_eq!((claim.epoch, claim.head), (2, 1200));
    assert!(claim.last_sign.is_some(), "clocks are credited from when its owner was last known to run");
    store.append(Append::new(&log("t1"), claim.epoch, 1201, at(0), "it goes on")).await.unwrap();
    assert_eq!(store.check(&mut |_, _| {}).await.unwrap().damages, []);
    let store = SqliteStore::open(&SqliteOptions::new(&back)).await.unwrap();
    assert_eq!(store.read(&log("t1"), 1200, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_target_with_something_in_it_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("store.db");
    fill(&from).await;
    let options = options();
    let store = PostgresStore::open(&options).await.unwrap();
    store.put(vec![Put::set(key("name", "ana"), "x")]).await.unwrap();
    let database = StorePlace::Database(options);
    let refused = copied(&place(&from), &database).await.unwrap_err();
    assert!(matches!(refused, StoreError::NotEmpty { .. }), "{refused:?}");
    assert_eq!(store.logs(LogState::Open, None, 9).await.unwrap(), []);
    let refused = copied(&database, &place(&from)).await.unwrap_err();
    assert_eq!(refused, StoreError::FileExists { path: from });
}

#[tokio::test]
async fn a_store_that_is_served_is_not_copied() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("store.db"), folder.path().join("to.db"));
    fill(&from).await;
    let open = SqliteStore::open(&SqliteOptions::new(&from)).await.unwrap();
    let options = options();
    let database = StorePlace::Database(options.clone());
    let refused = copied(&place(&from), &database).await.unwrap_err();
    assert_eq!(refused, StoreError::InUse { path: from });
    open.close().await.unwrap();
    let store = PostgresStore::open(&options).await.unwrap();
    let lease = Lease { last_sign: at(0), until: at(0) + Duration::from_secs(60) };
    store.renew(&node("first"), lease).await.unwrap();
    let refused = copied(&database, &place(&to)).await.unwrap_err();
    assert!(matches!(&refused, StoreError::Served { node, .. } if node == "first"), "{refused:?}");
    assert!(!to.exists());
}

#[tokio::test]
async fn what_is_damaged_is_not_copied_and_nothing_stays_of_the_attempt() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("store.db"), folder.path().join("to.db"));
    fill(&from).await;
    let options = options();
    let database = StorePlace::Database(options.clone());
    copied(&place(&from), &database).await.unwrap();
    run(&mut connect(&options).await, "UPDATE entry SET body = 'other' WHERE log = 't1' AND seq = 700").await;
    let refused = copied(&database, &place(&to)).await.unwrap_err();
    let why = "the hash of entry 700 does not match".to_owned();
    assert_eq!(refused, StoreError::DamagedLog { log: log("t1"), why });
    assert!(!to.exists());
    let nowhere = folder.path().join("none.db");
    let refused = copied(&place(&nowhere), &database).await.unwrap_err();
    assert_eq!(refused, StoreError::NoFile { path: nowhere });
}
