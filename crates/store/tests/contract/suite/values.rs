//! Values and their conditions.

use trinta_store::{Append, Appended, Expect, LogState, Payload, Put, StoreError};

use super::{Store, at, get, key, list, new_log};

pub(crate) async fn values_are_set_listed_and_removed(store: Store) {
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

pub(crate) async fn a_value_that_must_be_absent_replaces_nothing(store: Store) {
    let ana = || key("name", "ana");
    store.put(vec![Put::add(ana(), "1")]).await.unwrap();
    let conflict = Err(StoreError::ValueConflict { key: ana() });
    assert_eq!(store.put(vec![Put::set(key("name", "bob"), "2"), Put::add(ana(), "2")]).await, conflict);
    assert_eq!(get(&store, "name", "bob").await, None, "all or none");
    assert_eq!(get(&store, "name", "ana").await.as_deref(), Some("1"));
    store.put(vec![Put::remove(ana()), Put::add(ana(), "3")]).await.unwrap();
    assert_eq!(get(&store, "name", "ana").await.as_deref(), Some("3"));
}

pub(crate) async fn a_value_is_replaced_only_if_it_is_the_one_expected(store: Store) {
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

pub(crate) async fn of_many_who_count_at_once_nobody_is_forgotten(store: Store) {
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

pub(crate) async fn values_go_with_their_entry_or_not_at_all(store: Store) {
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
