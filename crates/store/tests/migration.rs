//! A file of an older schema is brought up to date, and what is in it goes on.

use std::path::Path;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use trinta_store::{
    Append, Appended, Lease, LeaseStore as _, LogId, LogState, LogStore as _, NodeId, Payload, Put, Space,
    SqliteOptions, SqliteStore, Store as _, StoreError, ValueStore as _,
};
use trinta_time::Timestamp;

/// The first schema as it was released, with a log, a process that served it, and values.
const FIRST: &str = "
    CREATE TABLE node (id TEXT PRIMARY KEY, alive_until BIGINT NOT NULL) WITHOUT ROWID;
    CREATE TABLE log (
        id TEXT PRIMARY KEY,
        owner TEXT,
        epoch BIGINT NOT NULL,
        open BIGINT NOT NULL,
        summary TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX log_open ON log (open, id);
    CREATE TABLE entry (
        log TEXT NOT NULL REFERENCES log (id),
        seq BIGINT NOT NULL,
        epoch BIGINT NOT NULL,
        command TEXT,
        at BIGINT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (log, seq),
        UNIQUE (log, command)
    ) WITHOUT ROWID;
    CREATE TABLE value (
        space TEXT NOT NULL,
        name TEXT NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (space, name)
    ) WITHOUT ROWID;
    PRAGMA application_id = 1416784238;
    PRAGMA user_version = 1;

    INSERT INTO node VALUES ('0123456789abcdef', 7000);
    INSERT INTO log VALUES ('t1', '0123456789abcdef', 3, 1, 'a summary'), ('t2', NULL, 0, 0, '');
    INSERT INTO entry VALUES ('t1', 1, 1, NULL, 5000, 'one'), ('t1', 2, 3, 'A:1', 6000, 'two');
    INSERT INTO value VALUES ('code', 'ABCDEF', 't1'), ('code', 'GHJKLM', 't2');
";

async fn run(path: &Path, statements: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(statements).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
}

async fn open(path: &Path) -> SqliteStore {
    SqliteStore::open(&SqliteOptions::new(path)).await.unwrap()
}

#[tokio::test]
async fn a_store_of_the_first_schema_opens_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    run(&path, FIRST).await;
    let log = LogId::new("t1").unwrap();
    let codes = Space::new("code");
    let now = Timestamp::from_millis(8000);
    {
        let store = open(&path).await;
        let entries = store.read(&log, 1, 10).await.unwrap();
        assert_eq!(entries.len(), 2);
        assert_eq!((entries[1].seq, entries[1].command.as_deref()), (2, Some("A:1")));
        assert_eq!((entries[1].at, &entries[1].body), (Timestamp::from_millis(6000), &Payload::new(1, "two")));
        let open = store.logs(LogState::Open, None, 10).await.unwrap();
        assert_eq!((open.len(), &open[0].summary), (1, &Payload::new(1, "a summary")));
        assert_eq!(store.logs(LogState::Closed, None, 10).await.unwrap().len(), 1);
        assert_eq!(store.get(&codes.key("ABCDEF")).await.unwrap(), Some(Payload::new(1, "t1")));
        assert_eq!(store.list(&codes, "", 10).await.unwrap().len(), 2);

        let claim = store.claim(&log, &NodeId::new("next").unwrap(), now).await.unwrap();
        assert_eq!((claim.epoch, claim.head), (4, 2));
        assert_eq!(claim.last_sign, Some(Timestamp::from_millis(7000)), "clocks are credited from there");
        let again = Append::new(&log, 4, 3, now, "again").command("A:1");
        assert_eq!(store.append(again).await.unwrap(), Appended::Duplicate { seq: 2 });
        let put = Put::replace(codes.key("ABCDEF"), Some("t1".into()), Payload::new(2, "t3"));
        let append = Append::new(&log, 4, 3, now, Payload::new(2, "three")).put(put);
        assert_eq!(store.append(append).await.unwrap(), Appended::New { seq: 3 });
        store.close().await.unwrap();
    }
    let audit = trinta_store::check(&path, &mut |_, _| {}).await.unwrap();
    assert_eq!((audit.logs, audit.entries, audit.values), (2, 3, 2));
    assert_eq!(audit.damages, [], "what was there before hashes is chained once");
    let store = open(&path).await;
    let bodies: Vec<Payload> = store.read(&log, 1, 10).await.unwrap().into_iter().map(|entry| entry.body).collect();
    assert_eq!(bodies, [Payload::new(1, "one"), Payload::new(1, "two"), Payload::new(2, "three")]);
    assert_eq!(store.get(&codes.key("ABCDEF")).await.unwrap(), Some(Payload::new(2, "t3")));
}

#[tokio::test]
async fn whoever_opens_the_file_claims_at_once_because_the_lock_is_the_lease() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let log = LogId::new("t1").unwrap();
    let (killed, next) = (NodeId::new("killed").unwrap(), NodeId::new("next").unwrap());
    let now = Timestamp::from_millis(1_700_000_000_000);
    let store = open(&path).await;
    store.create(&log, "".into()).await.unwrap();
    store.renew(&killed, Lease { last_sign: now, until: now + Duration::from_secs(3600) }).await.unwrap();
    store.claim(&log, &killed, now).await.unwrap();
    assert!(matches!(store.claim(&log, &next, now).await, Err(StoreError::Owned { .. })), "as long as it runs");
    store.close().await.unwrap();
    drop(store);
    let store = open(&path).await;
    let claim = store.claim(&log, &next, now + Duration::from_secs(1)).await.unwrap();
    assert_eq!((claim.epoch, claim.last_sign), (2, Some(now)));
}
