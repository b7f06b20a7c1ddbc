//! Logs, and the store as a whole.

use trinta_store::{Append, Appended, BadName, LogId, LogInfo, LogState, NodeId, Payload, Put, Space, StoreError};

use super::{Store, at, get, key, list, log, new_log};

pub(crate) async fn entries_are_numbered_and_kept_in_order(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    for seq in 1..=5 {
        let append = Append::new(&log, epoch, seq, at(1000 + seq as i64), format!("entry {seq} ä陳🙂"));
        assert_eq!(store.append(append).await.unwrap(), Appended::New { seq });
    }
    let all = store.read(&log, 1, 100).await.unwrap();
    assert_eq!(all.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!((all[2].at, all[2].body.text.as_str(), &all[2].command), (at(1003), "entry 3 ä陳🙂", &None));
    let some = store.read(&log, 3, 2).await.unwrap();
    assert_eq!(some, all[2..4]);
    assert_eq!(store.read(&log, 6, 10).await.unwrap(), []);
    assert_eq!(store.read(&LogId::new("none").unwrap(), 1, 10).await, Err(StoreError::NoSuchLog));
}

pub(crate) async fn many_entries_of_one_log_are_appended_in_order_up_to_the_first_that_is_refused(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    let entry = |seq: u64| Append::new(&log, epoch, seq, at(seq as i64), format!("entry {seq}"));
    let mut appends: Vec<Append> = (1..=700).map(entry).collect();
    appends[699].puts.push(Put::set(key("space", "whole"), "yes"));
    store.append_all(appends).await.unwrap();
    let all = store.read(&log, 1, 1000).await.unwrap();
    assert!(all.iter().zip(1..).all(|(entry, seq)| entry.body.text == format!("entry {seq}")) && all.len() == 700);
    assert_eq!(get(&store, "space", "whole").await.as_deref(), Some("yes"));
    // One is missing among them.
    let refused = store.append_all(vec![entry(701), entry(703), entry(704)]).await;
    assert_eq!(refused, Err(StoreError::Conflict { head: 701, expected: 703 }));
    assert_eq!(store.read(&log, 1, 1000).await.unwrap().len(), 701);
    assert_eq!(store.append_all(Vec::new()).await, Ok(()));
}

pub(crate) async fn the_number_must_be_the_next(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    store.append(Append::new(&log, epoch, 1, at(0), "one")).await.unwrap();
    for wrong in [0, 1, 3, 99] {
        let refused = store.append(Append::new(&log, epoch, wrong, at(0), "x")).await;
        assert_eq!(refused, Err(StoreError::Conflict { head: 1, expected: wrong }));
    }
    assert_eq!(store.read(&log, 1, 10).await.unwrap().len(), 1);
    let elsewhere = store.append(Append::new(&LogId::new("none").unwrap(), 1, 1, at(0), "x")).await;
    assert_eq!(elsewhere, Err(StoreError::NoSuchLog));
}

pub(crate) async fn a_command_has_one_effect(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    let first = Append::new(&log, epoch, 1, at(0), "one").command("A:1");
    assert_eq!(store.append(first.clone()).await.unwrap(), Appended::New { seq: 1 });
    store.append(Append::new(&log, epoch, 2, at(0), "two").command("B:1")).await.unwrap();
    // As it was sent, and as somebody would send it who has caught up.
    let again = [first.clone(), Append { seq: 3, body: "other".into(), ..first }];
    for again in again {
        assert_eq!(store.append(again).await.unwrap(), Appended::Duplicate { seq: 1 });
    }
    assert_eq!(store.read(&log, 1, 10).await.unwrap().len(), 2);
    // The same name at another table is another command.
    let (other, epoch) = new_log(&store, "t2").await;
    let there = Append::new(&other, epoch, 1, at(0), "one").command("A:1");
    assert_eq!(store.append(there).await.unwrap(), Appended::New { seq: 1 });
}

pub(crate) async fn a_log_is_made_once(store: Store) {
    let (log, _) = new_log(&store, "t1").await;
    assert_eq!(store.create(&log, "again".into()).await, Err(StoreError::LogExists));
    for bad in ["", "a b", "a/b", "é", &"x".repeat(65)] {
        assert_eq!(LogId::new(bad), Err(BadName));
        assert_eq!(NodeId::new(bad), Err(BadName));
    }
}

pub(crate) async fn lists_say_what_the_last_summary_said(store: Store) {
    let (one, epoch) = new_log(&store, "t1").await;
    new_log(&store, "t2").await;
    store.append(Append::new(&one, epoch, 1, at(0), "x").summary(true, "two players")).await.unwrap();
    store.append(Append::new(&one, epoch, 2, at(0), "x")).await.unwrap();
    let names = async |state| -> Vec<(String, String)> {
        let logs: Vec<LogInfo> = store.logs(state, None, 100).await.unwrap();
        logs.into_iter().map(|info| (info.log.to_string(), info.summary.text)).collect()
    };
    let pair = |name: &str, summary: &str| (name.to_owned(), summary.to_owned());
    assert_eq!(names(LogState::Open).await, [pair("t1", "two players"), pair("t2", "new")]);
    store.append(Append::new(&one, epoch, 3, at(0), "x").summary(false, "over")).await.unwrap();
    assert_eq!(names(LogState::Open).await, [pair("t2", "new")]);
    assert_eq!(names(LogState::Closed).await, [pair("t1", "over")]);
}

pub(crate) async fn lists_come_in_pages(store: Store) {
    // Not made in the order of their names.
    for number in [3, 1, 4, 0, 5, 2] {
        let (log, epoch) = new_log(&store, &format!("t{number}")).await;
        if number == 4 {
            store.append(Append::new(&log, epoch, 1, at(0), "x").summary(false, "over")).await.unwrap();
        }
        store.put(vec![Put::set(key("name", &format!("n{number}")), "x")]).await.unwrap();
    }
    let mut pages: Vec<Vec<String>> = Vec::new();
    let mut after: Option<LogId> = None;
    loop {
        let page = store.logs(LogState::Open, after.as_ref(), 2).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.log.clone());
        pages.push(page.into_iter().map(|info| info.log.to_string()).collect());
    }
    assert_eq!(pages, [vec!["t0", "t1"], vec!["t2", "t3"], vec!["t5"]]);
    let absent = store.logs(LogState::Open, Some(&log("t25")), 9).await.unwrap();
    assert_eq!(absent.len(), 2, "the name after which a page begins need not be there");
    let names = async |after: &str, limit| {
        let page = list(&store, "name", after, limit).await;
        page.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(names("", 4).await, ["n0", "n1", "n2", "n3"]);
    assert_eq!(names("n3", 4).await, ["n4", "n5"]);
    assert!(names("n5", 4).await.is_empty() && names("", 0).await.is_empty());
}

pub(crate) async fn the_version_of_a_format_is_kept(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    let first = Append::new(&log, epoch, 1, at(0), "x");
    assert_eq!(first.body.version, 1, "unless something else is said");
    store.append(first).await.unwrap();
    let newer = Append::new(&log, epoch, 2, at(0), Payload::new(7, "x"))
        .summary(true, Payload::new(8, "s"))
        .put(Put::set(key("name", "a"), Payload::new(9, "v")));
    store.append(newer).await.unwrap();
    // Many at once take another way into the store.
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..8 {
        let (store, log) = (store.clone(), format!("many{number}"));
        tasks.spawn(async move {
            let (log, epoch) = new_log(&store, &log).await;
            store.append(Append::new(&log, epoch, 1, at(0), Payload::new(3, "x"))).await.unwrap();
            assert_eq!(store.read(&log, 1, 1).await.unwrap()[0].body, Payload::new(3, "x"));
        });
    }
    tasks.join_all().await;
    let versions: Vec<u32> = store.read(&log, 1, 9).await.unwrap().iter().map(|entry| entry.body.version).collect();
    assert_eq!(versions, [1, 7]);
    let listed = store.logs(LogState::Open, None, 99).await.unwrap();
    assert_eq!(listed.last().unwrap().summary, Payload::new(8, "s"));
    let value = Payload::new(9, "v");
    assert_eq!(store.get(&key("name", "a")).await.unwrap(), Some(value.clone()));
    assert_eq!(store.list(&Space::new("name"), "", 9).await.unwrap(), [("a".to_owned(), value)]);
    let same_text = Put::replace(key("name", "a"), Some(Payload::new(1, "v")), "new");
    let conflict = StoreError::ValueConflict { key: key("name", "a") };
    assert_eq!(store.put(vec![same_text]).await, Err(conflict), "the same text in another format is another value");
}

pub(crate) async fn of_many_who_append_at_once_one_is_next(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    for seq in 1..=20 {
        let tries = (0..8).map(|who| {
            let (store, append) = (store.clone(), Append::new(&log, epoch, seq, at(0), format!("{who}")));
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

pub(crate) async fn many_logs_grow_at_once(store: Store) {
    let tasks: Vec<_> = (0..40)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move {
                let (log, epoch) = new_log(&store, &format!("t{table}")).await;
                for seq in 1..=25 {
                    let append =
                        Append::new(&log, epoch, seq, at(0), format!("{table}.{seq}")).command(&format!("c{seq}"));
                    assert_eq!(store.append(append).await.unwrap(), Appended::New { seq });
                }
                let bodies: Vec<String> =
                    store.read(&log, 1, 100).await.unwrap().into_iter().map(|entry| entry.body.text).collect();
                assert_eq!(bodies, (1..=25).map(|seq| format!("{table}.{seq}")).collect::<Vec<_>>());
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

pub(crate) async fn what_is_refused_does_not_touch_what_is_asked_beside_it(store: Store) {
    let mut logs = Vec::new();
    for table in 0..30 {
        let (log, epoch) = new_log(&store, &format!("t{table}")).await;
        store.append(Append::new(&log, epoch, 1, at(0), "one").command("known")).await.unwrap();
        logs.push((log, epoch));
    }
    let asked = logs.iter().enumerate().map(|(table, (log, epoch))| match table % 10 {
        1 => Append::new(log, *epoch, 7, at(0), "a gap"),
        2 => Append::new(log, epoch + 1, 2, at(0), "not claimed"),
        3 => Append::new(log, *epoch, 2, at(0), "again").command("known"),
        4 => Append::new(&LogId::new("none").unwrap(), *epoch, 2, at(0), "nowhere"),
        _ => Append::new(log, *epoch, 2, at(0), format!("two of {table}")).command("new"),
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
            3 => Ok(Appended::Duplicate { seq: 1 }),
            4 => Err(StoreError::NoSuchLog),
            _ => Ok(Appended::New { seq: 2 }),
        };
        assert_eq!(answer, expected, "table {table}");
        let stored = store.read(&logs[table].0, 2, 9).await.unwrap();
        let bodies: Vec<&str> = stored.iter().map(|entry| entry.body.text.as_str()).collect();
        let own = format!("two of {table}");
        assert_eq!(bodies, if matches!(table % 10, 1..=4) { vec![] } else { vec![own.as_str()] });
    }
}

pub(crate) async fn a_closed_store_finishes_what_it_accepted(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    let waiting: Vec<_> =
        (1..=50).map(|seq| store.append(Append::new(&log, epoch, seq, at(0), format!("{seq}")))).collect();
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
    assert_eq!(store.append(Append::new(&log, epoch, 51, at(0), "late")).await, Err(StoreError::Closed));
    assert_eq!(store.put(vec![Put::set(key("a", "b"), "c")]).await, Err(StoreError::Closed));
    store.close().await.unwrap();
}

pub(crate) async fn a_store_is_well_until_it_is_closed(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    assert_eq!(store.health().await, Ok(()));
    let refused = store.append(Append::new(&log, epoch, 7, at(0), "x")).await;
    assert!(refused.is_err());
    assert_eq!(store.health().await, Ok(()), "what is refused is no fault of the store");
    store.close().await.unwrap();
    assert_eq!(store.health().await, Err(StoreError::Closed));
}
