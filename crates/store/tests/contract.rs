//! What every store keeps to: one suite, run on each of them.

use std::sync::Arc;
use std::time::Duration;

use trinta_store::{
    Append, Appended, BadName, Expect, Key, Lease, LogId, LogInfo, LogState, MemoryStore, NodeId, Payload, Put, Space,
    SqliteOptions, SqliteStore, StoreError,
};
use trinta_time::Timestamp;

type Store = Arc<dyn trinta_store::Store>;

fn log(name: &str) -> LogId {
    LogId::new(name).unwrap()
}

fn node(name: &str) -> NodeId {
    NodeId::new(name).unwrap()
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn key(space: &str, name: &str) -> Key {
    Space::new(space).key(name)
}

/// The text of a value.
async fn get(store: &Store, space: &str, name: &str) -> Option<String> {
    store.get(&key(space, name)).await.unwrap().map(|value| value.text)
}

/// Some values of a space.
async fn list(store: &Store, space: &str, after: &str, limit: usize) -> Vec<(String, String)> {
    let listed = store.list(&Space::new(space), after, limit).await.unwrap();
    listed.into_iter().map(|(name, value)| (name, value.text)).collect()
}

/// A process holds its logs for this long from now on.
async fn renew(store: &Store, name: &str, now: i64, millis: u64) {
    let lease = Lease { last_sign: at(now), until: at(now) + Duration::from_millis(millis) };
    store.renew(&node(name), lease).await.unwrap();
}

async fn new_log(store: &Store, name: &str) -> (LogId, u64) {
    let log = log(name);
    store.create(&log, "new".into()).await.unwrap();
    let claim = store.claim(&log, &node("node"), at(0)).await.unwrap();
    assert_eq!((claim.epoch, claim.head), (1, 0));
    (log, claim.epoch)
}

async fn entries_are_numbered_and_kept_in_order(store: Store) {
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

async fn the_number_must_be_the_next(store: Store) {
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

async fn a_command_has_one_effect(store: Store) {
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

async fn an_old_claim_is_fenced(store: Store) {
    let (log, old) = new_log(&store, "t1").await;
    store.append(Append::new(&log, old, 1, at(0), "one").command("A:1")).await.unwrap();
    let claim = store.claim(&log, &node("other-node"), at(0)).await.unwrap();
    assert_eq!((claim.epoch, claim.head), (2, 1));
    for late in [Append::new(&log, old, 2, at(0), "late"), Append::new(&log, old, 2, at(0), "late").command("A:1")] {
        assert_eq!(store.append(late).await, Err(StoreError::Fenced { epoch: 2 }));
    }
    store.append(Append::new(&log, claim.epoch, 2, at(0), "two")).await.unwrap();
    let nowhere = store.claim(&LogId::new("none").unwrap(), &node("node"), at(0)).await;
    assert_eq!(nowhere, Err(StoreError::NoSuchLog));
}

async fn a_log_can_be_claimed_when_its_owners_lease_has_run_out(store: Store) {
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    renew(&store, "first", 1000, 3000).await;
    let first = store.claim(&log, &node("first"), at(1000)).await.unwrap();
    assert_eq!(first.epoch, 1, "nobody had it before");
    for now in [1000, 3999] {
        let refused = store.claim(&log, &node("second"), at(now)).await;
        assert_eq!(refused, Err(StoreError::Owned { owner: node("first"), until: at(4000) }), "at {now}");
    }
    store.append(Append::new(&log, first.epoch, 1, at(0), "the owner goes on")).await.unwrap();
    renew(&store, "first", 3000, 3000).await;
    let refused = store.claim(&log, &node("second"), at(4000)).await;
    assert_eq!(refused, Err(StoreError::Owned { owner: node("first"), until: at(6000) }), "the lease was renewed");
    let second = store.claim(&log, &node("second"), at(6000)).await.unwrap();
    assert_eq!((second.epoch, second.head), (2, 1));
    let late = store.append(Append::new(&log, first.epoch, 2, at(0), "late")).await;
    assert_eq!(late, Err(StoreError::Fenced { epoch: 2 }));
}

async fn an_owner_may_claim_its_log_again_and_give_it_up(store: Store) {
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    renew(&store, "first", 1000, 3000).await;
    let claim = async |name: &str| store.claim(&log, &node(name), at(2000)).await;
    assert_eq!(claim("first").await.unwrap().epoch, 1);
    assert_eq!(claim("first").await.unwrap().epoch, 2, "its own lease does not stand in its way");
    assert!(matches!(claim("second").await, Err(StoreError::Owned { .. })));
    renew(&store, "first", 2000, 0).await;
    assert_eq!(claim("second").await.unwrap().epoch, 3);
    // Who holds no lease holds nothing.
    assert_eq!(claim("third").await.unwrap().epoch, 4);
}

async fn a_claim_says_when_the_owner_before_was_last_known_to_run(store: Store) {
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    renew(&store, "first", 5000, 60_000).await;
    let claim = async |name: &str, now| store.claim(&log, &node(name), at(now)).await.unwrap().last_sign;
    assert_eq!(claim("first", 5000).await, None, "nobody had it before");
    renew(&store, "first", 7000, 60_000).await;
    assert_eq!(claim("second", 67_000).await, Some(at(7000)), "the last sign, and not the end of the lease");
    assert_eq!(claim("third", 67_000).await, None, "the second never said");
}

async fn of_many_who_claim_at_once_one_gets_it(store: Store) {
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    let tries = (0..8).map(|number| {
        let (store, log) = (store.clone(), log.clone());
        tokio::spawn(async move {
            let name = format!("node{number}");
            renew(&store, &name, 1000, 3000).await;
            (store.claim(&log, &node(&name), at(1000)).await, name)
        })
    });
    let mut owners = Vec::new();
    let mut refusals = Vec::new();
    for task in tries.collect::<Vec<_>>() {
        match task.await.unwrap() {
            (Ok(claim), name) => owners.push((claim.epoch, node(&name))),
            (Err(StoreError::Owned { owner, .. }), _) => refusals.push(owner),
            (other, _) => panic!("{other:?}"),
        }
    }
    assert_eq!(owners.len(), 1);
    assert_eq!(owners[0].0, 1);
    assert!(refusals.len() == 7 && refusals.iter().all(|owner| *owner == owners[0].1), "{refusals:?}");
}

async fn a_log_is_made_once(store: Store) {
    let (log, _) = new_log(&store, "t1").await;
    assert_eq!(store.create(&log, "again".into()).await, Err(StoreError::LogExists));
    for bad in ["", "a b", "a/b", "é", &"x".repeat(65)] {
        assert_eq!(LogId::new(bad), Err(BadName));
        assert_eq!(NodeId::new(bad), Err(BadName));
    }
}

async fn lists_say_what_the_last_summary_said(store: Store) {
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

async fn lists_come_in_pages(store: Store) {
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

async fn the_version_of_a_format_is_kept(store: Store) {
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

async fn values_are_set_listed_and_removed(store: Store) {
    let set = |space, name, text: &str| Put::set(key(space, name), text);
    store.put(vec![set("name", "b", "2"), set("name", "a", "1"), set("other", "c", "3")]).await.unwrap();
    assert_eq!(get(&store, "name", "a").await.as_deref(), Some("1"));
    assert_eq!(get(&store, "name", "c").await, None);
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    assert_eq!(list(&store, "name", "", 10).await, pairs(&[("a", "1"), ("b", "2")]));
    assert_eq!(list(&store, "name", "a", 10).await, pairs(&[("b", "2")]));
    assert_eq!(list(&store, "name", "", 1).await, pairs(&[("a", "1")]));
    let remove = |name| Put::remove(key("name", name));
    store.put(vec![set("name", "a", "new"), remove("b"), remove("none")]).await.unwrap();
    assert_eq!(list(&store, "name", "", 10).await, pairs(&[("a", "new")]));
}

async fn a_value_that_must_be_absent_replaces_nothing(store: Store) {
    let ana = || key("name", "ana");
    store.put(vec![Put::add(ana(), "1")]).await.unwrap();
    let conflict = Err(StoreError::ValueConflict { key: ana() });
    assert_eq!(store.put(vec![Put::set(key("name", "bob"), "2"), Put::add(ana(), "2")]).await, conflict);
    assert_eq!(get(&store, "name", "bob").await, None, "all or none");
    assert_eq!(get(&store, "name", "ana").await.as_deref(), Some("1"));
    store.put(vec![Put::remove(ana()), Put::add(ana(), "3")]).await.unwrap();
    assert_eq!(get(&store, "name", "ana").await.as_deref(), Some("3"));
}

async fn a_value_is_replaced_only_if_it_is_the_one_expected(store: Store) {
    let ana = || key("name", "ana");
    let conflict = Err(StoreError::ValueConflict { key: ana() });
    let replace = |read: Option<&str>, text: &str| Put::replace(ana(), read.map(Payload::from), text);
    assert_eq!(store.put(vec![replace(Some("1"), "2")]).await, conflict, "there is none");
    store.put(vec![replace(None, "1")]).await.unwrap();
    assert_eq!(store.put(vec![replace(None, "2")]).await, conflict, "there is one");
    assert_eq!(store.put(vec![replace(Some("0"), "2")]).await, conflict, "there is another");
    store.put(vec![replace(Some("1"), "1")]).await.unwrap();
    store.put(vec![replace(Some("1"), "2"), replace(Some("2"), "3")]).await.unwrap();
    assert_eq!(get(&store, "name", "ana").await.as_deref(), Some("3"), "each sees what those before it did");
    let half = vec![replace(Some("3"), "4"), replace(Some("3"), "5")];
    assert_eq!(store.put(half).await, conflict);
    assert_eq!(get(&store, "name", "ana").await.as_deref(), Some("3"), "all or none");
    let remove = |expect| Put { key: ana(), value: None, expect };
    assert_eq!(store.put(vec![remove(Expect::Equal("2".into()))]).await, conflict);
    assert_eq!(store.put(vec![remove(Expect::Absent)]).await, conflict);
    store.put(vec![remove(Expect::Equal("3".into())), remove(Expect::Absent)]).await.unwrap();
    assert_eq!(get(&store, "name", "ana").await, None);
}

async fn of_many_who_count_at_once_nobody_is_forgotten(store: Store) {
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        tasks.spawn(async move {
            for _ in 0..10 {
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
    assert_eq!(get(&store, "count", "all").await.as_deref(), Some("80"));
}

async fn values_go_with_their_entry_or_not_at_all(store: Store) {
    let (log, epoch) = new_log(&store, "t1").await;
    let game = || key("game", "g1");
    let with = |seq, put| Append::new(&log, epoch, seq, at(0), "x").command(&format!("A:{seq}")).put(put);
    store.append(with(1, Put::add(game(), "won"))).await.unwrap();
    assert_eq!(get(&store, "game", "g1").await.as_deref(), Some("won"));
    for unexpected in [Put::add(game(), "lost"), Put::replace(game(), Some("drawn".into()), "lost")] {
        let append = with(2, Put::set(key("game", "g2"), "beside it"));
        let refused = store.append(append.put(unexpected).summary(false, "over")).await;
        assert_eq!(refused, Err(StoreError::ValueConflict { key: game() }));
    }
    assert_eq!(store.read(&log, 1, 10).await.unwrap().len(), 1, "nor the entry");
    assert_eq!(get(&store, "game", "g2").await, None, "nor what was put before it");
    assert_eq!(store.logs(LogState::Closed, None, 9).await.unwrap(), [], "nor the summary");
    let again = Append { seq: 2, ..with(1, Put::set(game(), "twice")) };
    assert_eq!(store.append(again).await.unwrap(), Appended::Duplicate { seq: 1 });
    assert_eq!(get(&store, "game", "g1").await.as_deref(), Some("won"));
    store.append(with(2, Put::replace(game(), Some("won".into()), "lost"))).await.unwrap();
    assert_eq!(get(&store, "game", "g1").await.as_deref(), Some("lost"));
}

async fn of_many_who_append_at_once_one_is_next(store: Store) {
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

async fn many_logs_grow_at_once(store: Store) {
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

async fn what_is_refused_does_not_touch_what_is_asked_beside_it(store: Store) {
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

async fn a_closed_store_finishes_what_it_accepted(store: Store) {
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
    an_old_claim_is_fenced,
    a_log_can_be_claimed_when_its_owners_lease_has_run_out,
    an_owner_may_claim_its_log_again_and_give_it_up,
    a_claim_says_when_the_owner_before_was_last_known_to_run,
    of_many_who_claim_at_once_one_gets_it,
    a_log_is_made_once,
    lists_say_what_the_last_summary_said,
    lists_come_in_pages,
    the_version_of_a_format_is_kept,
    values_are_set_listed_and_removed,
    a_value_that_must_be_absent_replaces_nothing,
    a_value_is_replaced_only_if_it_is_the_one_expected,
    of_many_who_count_at_once_nobody_is_forgotten,
    values_go_with_their_entry_or_not_at_all,
    of_many_who_append_at_once_one_is_next,
    many_logs_grow_at_once,
    what_is_refused_does_not_touch_what_is_asked_beside_it,
    a_closed_store_finishes_what_it_accepted,
];
