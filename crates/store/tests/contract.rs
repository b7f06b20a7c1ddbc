//! What every store keeps to: one suite, run on each of them.

use std::sync::Arc;

use trinta_store::{
    Append, Appended, EventStore, LogId, LogState, MemoryStore, Put, SqliteOptions, SqliteStore, StoreError,
};

type Store = Arc<dyn EventStore>;

fn log(name: &str) -> LogId {
    LogId::new(name).unwrap()
}

async fn new_log(store: &Store, name: &str) -> (LogId, u64) {
    let log = log(name);
    store.create(&log, "new").await.unwrap();
    let claim = store.claim(&log, "node").await.unwrap();
    assert_eq!((claim.epoch, claim.head), (1, 0));
    (log, claim.epoch)
}

async fn entries_are_numbered_and_kept_in_order(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    for seq in 1..=5 {
        let append = Append::new(&log, epoch, seq, 1000 + seq as i64, format!("entry {seq} ä陳🙂"));
        assert_eq!(store.append(append).await.unwrap(), Appended::New { seq });
    }
    let all = store.read(&log, 1, 100).await.unwrap();
    assert_eq!(all.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!((all[2].at, all[2].body.as_str(), &all[2].command), (1003, "entry 3 ä陳🙂", &None));
    let some = store.read(&log, 3, 2).await.unwrap();
    assert_eq!(some, all[2..4]);
    assert_eq!(store.read(&log, 6, 10).await.unwrap(), []);
    assert_eq!(store.read(&LogId::new("none").unwrap(), 1, 10).await, Err(StoreError::NoSuchLog));
}

async fn the_number_must_be_the_next(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    store.append(Append::new(&log, epoch, 1, 0, "one")).await.unwrap();
    for wrong in [0, 1, 3, 99] {
        let refused = store.append(Append::new(&log, epoch, wrong, 0, "x")).await;
        assert_eq!(refused, Err(StoreError::Conflict { head: 1, expected: wrong }));
    }
    assert_eq!(store.read(&log, 1, 10).await.unwrap().len(), 1);
    let elsewhere = store.append(Append::new(&LogId::new("none").unwrap(), 1, 1, 0, "x")).await;
    assert_eq!(elsewhere, Err(StoreError::NoSuchLog));
}

async fn a_command_has_one_effect(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    let first = Append::new(&log, epoch, 1, 0, "one").command("A:1");
    assert_eq!(store.append(first.clone()).await.unwrap(), Appended::New { seq: 1 });
    store.append(Append::new(&log, epoch, 2, 0, "two").command("B:1")).await.unwrap();
    // As it was sent, and as somebody would send it who has caught up.
    let again = [first.clone(), Append { seq: 3, body: "other".to_owned(), ..first }];
    for again in again {
        assert_eq!(store.append(again).await.unwrap(), Appended::Already { seq: 1 });
    }
    assert_eq!(store.read(&log, 1, 10).await.unwrap().len(), 2);
    // The same name at another table is another command.
    let (other, epoch) = new_log(&store, "t2").await;
    let there = Append::new(&other, epoch, 1, 0, "one").command("A:1");
    assert_eq!(store.append(there).await.unwrap(), Appended::New { seq: 1 });
}

async fn an_old_claim_is_refused(store: Store) {
    let (log, old) = new_log(&store, "t1").await;
    store.append(Append::new(&log, old, 1, 0, "one").command("A:1")).await.unwrap();
    let claim = store.claim(&log, "other node").await.unwrap();
    assert_eq!((claim.epoch, claim.head), (2, 1));
    for late in [Append::new(&log, old, 2, 0, "late"), Append::new(&log, old, 2, 0, "late").command("A:1")] {
        assert_eq!(store.append(late).await, Err(StoreError::Fenced { epoch: 2 }));
    }
    store.append(Append::new(&log, claim.epoch, 2, 0, "two")).await.unwrap();
    assert_eq!(store.claim(&LogId::new("none").unwrap(), "node").await, Err(StoreError::NoSuchLog));
}

async fn a_claim_says_how_long_the_log_was_served(store: Store) {
    let log = log("t1");
    store.create(&log, "").await.unwrap();
    store.alive("first", 5000).await.unwrap();
    assert_eq!(store.claim(&log, "first").await.unwrap().served_until, None, "nobody had it before");
    store.alive("first", 7000).await.unwrap();
    assert_eq!(store.claim(&log, "second").await.unwrap().served_until, Some(7000));
    assert_eq!(store.claim(&log, "third").await.unwrap().served_until, None, "the second never said");
}

async fn a_log_is_made_once(store: Store) {
    let (log, _) = new_log(&store, "t1").await;
    assert_eq!(store.create(&log, "again").await, Err(StoreError::LogExists));
    for bad in ["", "a b", "a/b", "é", &"x".repeat(65)] {
        assert_eq!(LogId::new(bad), Err(StoreError::BadName));
    }
}

async fn lists_say_what_the_last_summary_said(store: Store) {
    let (one, epoch) = new_log(&store, "t1").await;
    new_log(&store, "t2").await;
    store.append(Append::new(&one, epoch, 1, 0, "x").summary(true, "two players")).await.unwrap();
    store.append(Append::new(&one, epoch, 2, 0, "x")).await.unwrap();
    let names = |logs: Vec<trinta_store::LogInfo>| -> Vec<(String, String)> {
        logs.into_iter().map(|info| (info.log.to_string(), info.summary)).collect()
    };
    let pair = |name: &str, summary: &str| (name.to_owned(), summary.to_owned());
    let open = names(store.logs(LogState::Open).await.unwrap());
    assert_eq!(open, [pair("t1", "two players"), pair("t2", "new")]);
    store.append(Append::new(&one, epoch, 3, 0, "x").summary(false, "over")).await.unwrap();
    assert_eq!(names(store.logs(LogState::Open).await.unwrap()), [pair("t2", "new")]);
    assert_eq!(names(store.logs(LogState::Closed).await.unwrap()), [pair("t1", "over")]);
}

async fn values_are_set_listed_and_taken_away(store: Store) {
    store.put(vec![Put::set("name", "b", "2"), Put::set("name", "a", "1"), Put::set("other", "c", "3")]).await.unwrap();
    assert_eq!(store.get("name", "a").await.unwrap().as_deref(), Some("1"));
    assert_eq!(store.get("name", "c").await.unwrap(), None);
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    assert_eq!(store.list("name", "", 10).await.unwrap(), pairs(&[("a", "1"), ("b", "2")]));
    assert_eq!(store.list("name", "a", 10).await.unwrap(), pairs(&[("b", "2")]));
    assert_eq!(store.list("name", "", 1).await.unwrap(), pairs(&[("a", "1")]));
    store.put(vec![Put::set("name", "a", "new"), Put::remove("name", "b"), Put::remove("name", "none")]).await.unwrap();
    assert_eq!(store.list("name", "", 10).await.unwrap(), pairs(&[("a", "new")]));
}

async fn a_new_value_takes_nobodys_place(store: Store) {
    store.put(vec![Put::add("name", "ana", "1")]).await.unwrap();
    let taken = Err(StoreError::Taken { space: "name".to_owned(), key: "ana".to_owned() });
    assert_eq!(store.put(vec![Put::set("name", "bob", "2"), Put::add("name", "ana", "2")]).await, taken);
    assert_eq!(store.get("name", "bob").await.unwrap(), None, "all or none");
    assert_eq!(store.get("name", "ana").await.unwrap().as_deref(), Some("1"));
    store.put(vec![Put::remove("name", "ana"), Put::add("name", "ana", "3")]).await.unwrap();
    assert_eq!(store.get("name", "ana").await.unwrap().as_deref(), Some("3"));
}

async fn values_go_with_their_entry_or_not_at_all(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    let with = |seq, put| Append::new(&log, epoch, seq, 0, "x").command(&format!("A:{seq}")).put(put);
    store.append(with(1, Put::add("game", "g1", "won"))).await.unwrap();
    assert_eq!(store.get("game", "g1").await.unwrap().as_deref(), Some("won"));
    let taken = store.append(with(2, Put::add("game", "g1", "lost"))).await;
    assert!(matches!(taken, Err(StoreError::Taken { .. })), "{taken:?}");
    assert_eq!(store.read(&log, 1, 10).await.unwrap().len(), 1, "nor the entry");
    let again = Append { seq: 2, ..with(1, Put::set("game", "g1", "twice")) };
    assert_eq!(store.append(again).await.unwrap(), Appended::Already { seq: 1 });
    assert_eq!(store.get("game", "g1").await.unwrap().as_deref(), Some("won"));
}

async fn of_many_who_append_at_once_one_is_next(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    for seq in 1..=20 {
        let tries = (0..8).map(|who| {
            let (store, append) = (store.clone(), Append::new(&log, epoch, seq, 0, format!("{who}")));
            tokio::spawn(async move { store.append(append).await })
        });
        let mut won = 0;
        for task in tries.collect::<Vec<_>>() {
            match task.await.unwrap() {
                Ok(Appended::New { .. }) => won += 1,
                Err(StoreError::Conflict { .. }) => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(won, 1);
    }
    assert_eq!(store.read(&log, 1, 100).await.unwrap().len(), 20);
}

async fn many_logs_grow_at_once(store: Store) {
    let tasks: Vec<_> = (0..40)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move {
                let (log, epoch) = new_log(&store, &format!("t{table}")).await;
                for seq in 1..=25 {
                    let append = Append::new(&log, epoch, seq, 0, format!("{table}.{seq}")).command(&format!("c{seq}"));
                    assert_eq!(store.append(append).await.unwrap(), Appended::New { seq });
                }
                let bodies: Vec<String> =
                    store.read(&log, 1, 100).await.unwrap().into_iter().map(|entry| entry.body).collect();
                assert_eq!(bodies, (1..=25).map(|seq| format!("{table}.{seq}")).collect::<Vec<_>>());
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

async fn what_is_refused_does_not_touch_what_is_asked_beside_it(store: Store) {
    let mut logs = Vec::new();
    for table in 0..30 {
        let (log, epoch) = new_log(&store, &format!("t{table}")).await;
        store.append(Append::new(&log, epoch, 1, 0, "one").command("known")).await.unwrap();
        logs.push((log, epoch));
    }
    let asked = logs.iter().enumerate().map(|(table, (log, epoch))| match table % 10 {
        1 => Append::new(log, *epoch, 7, 0, "a gap"),
        2 => Append::new(log, epoch + 1, 2, 0, "not claimed"),
        3 => Append::new(log, *epoch, 2, 0, "again").command("known"),
        4 => Append::new(&LogId::new("none").unwrap(), *epoch, 2, 0, "nowhere"),
        _ => Append::new(log, *epoch, 2, 0, format!("two of {table}")).command("new"),
    });
    // Each future is polled once before any is waited for, so that all are asked at once.
    let mut waiting = Vec::new();
    for append in asked {
        let mut future = store.append(append);
        let first = std::future::poll_fn(|context| std::task::Poll::Ready(future.as_mut().poll(context))).await;
        waiting.push((first, future));
    }
    for (table, (first, future)) in waiting.into_iter().enumerate() {
        let answer = match first {
            std::task::Poll::Ready(answer) => answer,
            std::task::Poll::Pending => future.await,
        };
        let expected = match table % 10 {
            1 => Err(StoreError::Conflict { head: 1, expected: 7 }),
            2 => Err(StoreError::Fenced { epoch: 1 }),
            3 => Ok(Appended::Already { seq: 1 }),
            4 => Err(StoreError::NoSuchLog),
            _ => Ok(Appended::New { seq: 2 }),
        };
        assert_eq!(answer, expected, "table {table}");
        let stored = store.read(&logs[table].0, 2, 9).await.unwrap();
        let bodies: Vec<&str> = stored.iter().map(|entry| entry.body.as_str()).collect();
        let own = format!("two of {table}");
        assert_eq!(bodies, if matches!(table % 10, 1..=4) { vec![] } else { vec![own.as_str()] });
    }
}

async fn a_closed_store_finishes_what_it_accepted(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    let waiting: Vec<_> =
        (1..=50).map(|seq| store.append(Append::new(&log, epoch, seq, 0, format!("{seq}")))).collect();
    let mut tasks = tokio::task::JoinSet::new();
    let mut accepted = Vec::new();
    // Each future is polled once, so that all are asked before the store closes.
    for mut future in waiting {
        let asked = std::future::poll_fn(|context| std::task::Poll::Ready(future.as_mut().poll(context))).await;
        match asked {
            std::task::Poll::Ready(answer) => drop(answer.unwrap()),
            std::task::Poll::Pending => accepted.push(future),
        }
    }
    let closing = store.clone();
    tasks.spawn(async move { closing.close().await });
    for future in accepted {
        future.await.unwrap();
    }
    tasks.join_next().await.unwrap().unwrap().unwrap();
    assert_eq!(store.append(Append::new(&log, epoch, 51, 0, "late")).await, Err(StoreError::Closed));
    assert_eq!(store.put(vec![Put::set("a", "b", "c")]).await, Err(StoreError::Closed));
    store.close().await.unwrap();
}

/// Each line is a test of the contract, run on every store.
macro_rules! contract {
    ($($law:ident,)*) => {
        mod memory {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $law() {
                super::$law(Arc::new(MemoryStore::new())).await;
            })*
        }
        mod sqlite {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $law() {
                let folder = tempfile::tempdir().unwrap();
                let options = SqliteOptions::new(folder.path().join("store.db"));
                super::$law(Arc::new(SqliteStore::open(&options).await.unwrap())).await;
            })*
        }
    };
}

contract![
    entries_are_numbered_and_kept_in_order,
    the_number_must_be_the_next,
    a_command_has_one_effect,
    an_old_claim_is_refused,
    a_claim_says_how_long_the_log_was_served,
    a_log_is_made_once,
    lists_say_what_the_last_summary_said,
    values_are_set_listed_and_taken_away,
    a_new_value_takes_nobodys_place,
    values_go_with_their_entry_or_not_at_all,
    of_many_who_append_at_once_one_is_next,
    many_logs_grow_at_once,
    what_is_refused_does_not_touch_what_is_asked_beside_it,
    a_closed_store_finishes_what_it_accepted,
];
