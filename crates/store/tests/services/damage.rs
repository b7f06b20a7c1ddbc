//! What somebody changed in the tables is noticed, named and set aside, as in a file.

use std::time::Duration;

use trinta_store::{
    Append, Damage, Lease, LeaseStore as _, LogState, LogStore as _, PostgresStore, Put, Store as _, StoreError,
    StorePlace, ValueStore as _,
};

use crate::database::{connect, options, run};
use crate::suite::{at, key, log, node};

/// A store with three logs of five entries, and three values.
async fn filled() -> (PostgresStore, sqlx::PgConnection) {
    let options = options();
    let store = PostgresStore::open(&options).await.unwrap();
    for name in ["t1", "t2", "t3"] {
        let log = log(name);
        store.create(&log, "new".into()).await.unwrap();
        let claim = store.claim(&log, &node("node"), at(0)).await.unwrap();
        for seq in 1..=5 {
            let append = Append::new(&log, claim.epoch, seq, at(0), format!("entry {seq} of {log}"));
            store.append(append.put(Put::set(key("at", name), "x"))).await.unwrap();
        }
    }
    let connection = connect(&options).await;
    (store, connection)
}

#[tokio::test]
async fn a_damaged_log_is_set_aside_and_the_others_go_on() {
    let changes = [
        ("UPDATE entry SET body = 'other' WHERE log = 't2' AND seq = 3", "the hash of entry 3 does not match"),
        ("DELETE FROM entry WHERE log = 't2' AND seq = 3", "entry 3 is missing"),
        ("DELETE FROM entry WHERE log = 't2' AND seq = 5", "entries from 5 to 5 are missing"),
        ("DELETE FROM head WHERE log = 't2'", "its head is missing"),
    ];
    for (change, why) in changes {
        let (store, mut connection) = filled().await;
        run(&mut connection, change).await;
        let damaged = StoreError::DamagedLog { log: log("t2"), why: why.to_owned() };
        assert_eq!(store.read(&log("t2"), 1, 99).await, Err(damaged.clone()), "{change}");
        assert_eq!(store.damages(), [Damage::Log { log: log("t2"), why: why.to_owned() }]);
        let listed: Vec<String> =
            store.logs(LogState::Open, None, 9).await.unwrap().iter().map(|info| info.log.to_string()).collect();
        assert_eq!(listed, ["t1", "t3"]);
        assert_eq!(store.read(&log("t3"), 1, 99).await.unwrap().len(), 5);
        let audit = store.check(&mut |_, _| {}).await.unwrap();
        assert_eq!(audit.damages, store.damages(), "{change}");
    }
}

#[tokio::test]
async fn a_log_whose_end_is_gone_is_not_claimed() {
    let (store, mut connection) = filled().await;
    run(&mut connection, "DELETE FROM entry WHERE log = 't2' AND seq = 5").await;
    let claimed = store.claim(&log("t2"), &node("other"), at(0)).await;
    assert!(matches!(claimed, Err(StoreError::DamagedLog { .. })), "{claimed:?}");
}

#[tokio::test]
async fn what_was_secret_may_be_known_after_a_restore_until_something_is_appended() {
    let options = options();
    let store = PostgresStore::open(&options).await.unwrap();
    let (open, closed) = (log("t1"), log("t2"));
    for log in [&open, &closed] {
        store.create(log, "".into()).await.unwrap();
        let claim = store.claim(log, &node("node"), at(0)).await.unwrap();
        assert!(!claim.restored);
        store.append(Append::new(log, claim.epoch, 1, at(0), "x").summary(*log == open, "")).await.unwrap();
    }
    let place = StorePlace::Database(options);
    let lease = |seconds| Lease { last_sign: at(0), until: at(0) + Duration::from_secs(seconds) };
    store.renew(&node("node"), lease(60)).await.unwrap();
    assert!(matches!(place.accept().await, Err(StoreError::Served { .. })));
    store.renew(&node("node"), lease(0)).await.unwrap();
    place.accept().await.unwrap();
    let claim = store.claim(&open, &node("node"), at(0)).await.unwrap();
    assert!(claim.restored && !store.claim(&closed, &node("node"), at(0)).await.unwrap().restored);
    store.append(Append::new(&open, claim.epoch, 2, at(0), "x")).await.unwrap();
    assert!(!store.claim(&open, &node("node"), at(0)).await.unwrap().restored);
}

#[tokio::test]
async fn damaged_summaries_values_and_stray_entries_are_named() {
    let (store, mut connection) = filled().await;
    run(
        &mut connection,
        "UPDATE log SET summary = 'other' WHERE id = 't1';
         UPDATE value SET content = 'other' WHERE name = 't2';
         DELETE FROM log WHERE id = 't3'",
    )
    .await;
    let value = key("at", "t2");
    assert_eq!(store.get(&value).await, Err(StoreError::DamagedValue { key: value.clone() }));
    let names: Vec<String> = store.list(&value.space, "", 9).await.unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["t1", "t3"]);
    assert_eq!(store.logs(LogState::Open, None, 9).await.unwrap().len(), 1);
    let mut done = 0;
    let audit = store.check(&mut |so_far, _| done = so_far).await.unwrap();
    let why = "only its entries are there: the log itself is missing".to_owned();
    let expected =
        [Damage::Log { log: log("t3"), why }, Damage::Summary { log: log("t1") }, Damage::Value { key: value.clone() }];
    assert_eq!(audit.damages, expected);
    assert_eq!((audit.logs, audit.entries, audit.values, done), (2, 10, 3, 13));
    store.put(vec![Put::set(value.clone(), "anew")]).await.unwrap();
    assert_eq!(store.get(&value).await.unwrap().unwrap().text, "anew");
}
