//! Several processes on one database: claims, fences, and clocks that disagree.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use trinta_store::{
    Append, Appended, Lease, LeaseStore as _, LogStore as _, PostgresStore, Put, StoreError, ValueStore as _,
};
use trinta_time::Timestamp;

use crate::database;
use crate::suite::{at, key, log, node};

/// Two processes on a schema of their own.
async fn two() -> [Arc<PostgresStore>; 2] {
    let options = database::options();
    let first = PostgresStore::open(&options).await.unwrap();
    let second = PostgresStore::open(&options).await.unwrap();
    [Arc::new(first), Arc::new(second)]
}

fn lease_from(now: Timestamp, seconds: u64) -> Lease {
    Lease { last_sign: now, until: now + Duration::from_secs(seconds) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_that_was_paused_writes_nothing_after_another_has_claimed() {
    let [first, second] = two().await;
    let log = log("t1");
    first.create(&log, "".into()).await.unwrap();
    let old = first.claim(&log, &node("first"), at(0)).await.unwrap();
    first.append(Append::new(&log, old.epoch, 1, at(0), "one")).await.unwrap();
    let new = second.claim(&log, &node("second"), at(0)).await.unwrap();
    assert_eq!((new.epoch, new.head), (old.epoch + 1, 1));
    // It still knows the head of the log, so only the epoch stands in its way.
    let late = first.append(Append::new(&log, old.epoch, 2, at(0), "late")).await;
    assert_eq!(late, Err(StoreError::Fenced { epoch: new.epoch }));
    second.append(Append::new(&log, new.epoch, 2, at(0), "two")).await.unwrap();
    let back = first.claim(&log, &node("first"), at(0)).await.unwrap();
    assert_eq!(back.head, 2);
    first.append(Append::new(&log, back.epoch, 3, at(0), "three")).await.unwrap();
    let bodies: Vec<String> = second.read(&log, 1, 9).await.unwrap().into_iter().map(|entry| entry.body.text).collect();
    assert_eq!(bodies, ["one", "two", "three"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_that_append_and_claim_at_once_every_entry_counts_once() {
    let stores = two().await;
    let log = log("t1");
    stores[0].create(&log, "".into()).await.unwrap();
    let mut tasks = JoinSet::new();
    for (number, store) in stores.iter().cloned().enumerate() {
        let (log, name) = (log.clone(), node(&format!("node{number}")));
        tasks.spawn(async move {
            let mut acknowledged = Vec::new();
            for round in 0..20 {
                // No lease: each may take the log from the other at any time.
                let claim = store.claim(&log, &name, at(0)).await.unwrap();
                for more in 1..=5 {
                    let command = format!("{name}:{round}:{more}");
                    let append = Append::new(&log, claim.epoch, claim.head + more, at(0), command.clone());
                    match store.append(append.command(&command)).await {
                        Ok(Appended::New { seq }) => acknowledged.push((seq, command)),
                        Err(StoreError::Fenced { .. }) => break,
                        other => panic!("{other:?}"),
                    }
                }
            }
            acknowledged
        });
    }
    let mut acknowledged: Vec<(u64, String)> = tasks.join_all().await.into_iter().flatten().collect();
    acknowledged.sort();
    let stored = stores[1].read(&log, 1, 1000).await.unwrap();
    let stored: Vec<(u64, String)> = stored.into_iter().map(|entry| (entry.seq, entry.body.text)).collect();
    assert_eq!(stored, acknowledged, "nothing is lost, nothing is doubled");
    assert!(stored.len() >= 20, "{}", stored.len());
}

#[tokio::test]
async fn a_node_with_a_wrong_clock_neither_takes_a_log_nor_loses_one() {
    let [right, wrong] = two().await;
    let log = log("t1");
    let now = Timestamp::from_millis(1_900_000_000_000);
    let ahead = now + Duration::from_secs(10 * 365 * 24 * 3600);
    right.create(&log, "".into()).await.unwrap();
    right.announce(&node("right"), "10.0.0.1:3030", lease_from(now, 60)).await.unwrap();
    right.claim(&log, &node("right"), now).await.unwrap();
    match wrong.claim(&log, &node("wrong"), ahead).await {
        Err(StoreError::Owned { owner, until }) => {
            assert_eq!(owner, node("right"));
            let left = until.as_millis() - ahead.as_millis();
            assert!((1..=60_000).contains(&left), "by the clock of whoever asked: {left} ms");
        }
        other => panic!("{other:?}"),
    }
    let seen = &wrong.nodes(ahead).await.unwrap()[0];
    assert!(seen.lease.last_sign <= ahead && seen.lease.until > ahead, "{seen:?}");
    // Its lease of a moment has run out, whatever its own clock says.
    wrong.renew(&node("wrong"), lease_from(ahead, 0)).await.unwrap();
    right.renew(&node("right"), lease_from(now, 0)).await.unwrap();
    let taken = wrong.claim(&log, &node("wrong"), ahead).await.unwrap();
    let ago = ahead.as_millis() - taken.last_sign.unwrap().as_millis();
    assert!((0..60_000).contains(&ago), "{ago} ms ago");
    right.claim(&log, &node("right"), now).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_change_by_compare_and_set_between_processes() {
    let stores = two().await;
    let mut tasks = JoinSet::new();
    for store in stores.clone() {
        tasks.spawn(async move {
            for _ in 0..25 {
                loop {
                    let read = store.get(&key("count", "all")).await.unwrap();
                    let count: u32 = read.as_ref().map_or(0, |value| value.text.parse().unwrap());
                    let next = Put::replace(key("count", "all"), read, (count + 1).to_string());
                    match store.put(vec![next]).await {
                        Ok(()) => break,
                        Err(StoreError::ValueConflict { .. }) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            }
        });
    }
    tasks.join_all().await;
    assert_eq!(stores[0].get(&key("count", "all")).await.unwrap().unwrap().text, "50");
}

#[tokio::test]
async fn a_text_that_postgresql_cannot_keep_is_refused_alone() {
    let [store, _] = two().await;
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    let claim = store.claim(&log, &node("node"), at(0)).await.unwrap();
    let refused = store.append(Append::new(&log, claim.epoch, 1, at(0), "a\0b")).await.unwrap_err();
    assert!(refused.to_string().contains("NUL"), "{refused}");
    assert!(store.put(vec![Put::set(key("name", "a\0b"), "x")]).await.is_err());
    store.append(Append::new(&log, claim.epoch, 1, at(0), "ab")).await.unwrap();
}
