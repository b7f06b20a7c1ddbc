//! Leases and claims.

use std::time::Duration;

use trinta_store::{Append, Lease, LogId, StoreError};

use super::{Store, at, log, new_log, node, renew};

pub(crate) async fn an_old_claim_is_fenced(store: Store) {
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

pub(crate) async fn a_log_can_be_claimed_when_its_owners_lease_has_run_out(store: Store) {
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

pub(crate) async fn an_owner_may_claim_its_log_again_and_give_it_up(store: Store) {
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

pub(crate) async fn a_claim_says_when_the_owner_before_was_last_known_to_run(store: Store) {
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    renew(&store, "first", 5000, 60_000).await;
    let claim = async |name: &str, now| store.claim(&log, &node(name), at(now)).await.unwrap().last_sign;
    assert_eq!(claim("first", 5000).await, None, "nobody had it before");
    renew(&store, "first", 7000, 60_000).await;
    assert_eq!(claim("second", 67_000).await, Some(at(7000)), "the last sign, and not the end of the lease");
    assert_eq!(claim("third", 67_000).await, None, "the second never said");
}

pub(crate) async fn of_many_who_claim_at_once_one_gets_it(store: Store) {
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

pub(crate) async fn a_node_that_announces_its_address_is_listed_until_its_lease_runs_out(store: Store) {
    let lease = |now: i64| Lease { last_sign: at(now), until: at(now) + Duration::from_secs(3) };
    let listed = async |now| -> Vec<(String, Option<String>, Lease)> {
        let nodes = store.nodes(at(now)).await.unwrap();
        nodes.into_iter().map(|node| (node.id.to_string(), node.address, node.lease)).collect()
    };
    assert_eq!(listed(1000).await, []);
    store.announce(&node("second"), "10.0.0.2:3030", lease(1000)).await.unwrap();
    renew(&store, "first", 1000, 3000).await;
    let second = |lease| ("second".to_owned(), Some("10.0.0.2:3030".to_owned()), lease);
    assert_eq!(listed(1000).await, [("first".to_owned(), None, lease(1000)), second(lease(1000))]);
    renew(&store, "second", 3000, 3000).await;
    assert_eq!(listed(4000).await, [second(lease(3000))], "a renewal keeps the address");
    store.announce(&node("second"), "10.0.0.9:3030", lease(4000)).await.unwrap();
    assert_eq!(listed(4000).await[0].1.as_deref(), Some("10.0.0.9:3030"));
    renew(&store, "second", 5000, 0).await;
    assert_eq!(listed(5000).await, [], "a lease that was given up has run out");
}

pub(crate) async fn the_owner_of_a_log_is_named_while_it_holds_it(store: Store) {
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    let owner = async |now| -> Option<(String, Option<String>, u64)> {
        let owner = store.owner(&log, at(now)).await.unwrap();
        owner.map(|owner| (owner.node.id.to_string(), owner.node.address, owner.epoch))
    };
    assert_eq!(owner(1000).await, None, "nobody has claimed it");
    let lease = Lease { last_sign: at(1000), until: at(4000) };
    store.announce(&node("first"), "10.0.0.1:3030", lease).await.unwrap();
    store.claim(&log, &node("first"), at(1000)).await.unwrap();
    let first = |epoch| Some(("first".to_owned(), Some("10.0.0.1:3030".to_owned()), epoch));
    assert_eq!(owner(1000).await, first(1));
    store.claim(&log, &node("first"), at(1000)).await.unwrap();
    assert_eq!(owner(3999).await, first(2));
    assert_eq!(owner(4000).await, None, "its lease has run out");
    let nowhere = store.owner(&LogId::new("none").unwrap(), at(1000)).await;
    assert_eq!(nowhere, Err(StoreError::NoSuchLog));
}

pub(crate) async fn a_released_log_may_be_claimed_at_once(store: Store) {
    let (log, other) = (log("t1"), log("t2"));
    renew(&store, "first", 1000, 60_000).await;
    for log in [&log, &other] {
        store.create(log, "".into()).await.unwrap();
        store.claim(log, &node("first"), at(1000)).await.unwrap();
    }
    store.append(Append::new(&log, 1, 1, at(1000), "one")).await.unwrap();
    store.release(&log, 1, at(2000), Duration::ZERO).await.unwrap();
    assert_eq!(store.owner(&log, at(2000)).await.unwrap(), None);
    let late = store.append(Append::new(&log, 1, 2, at(2000), "late")).await;
    assert!(matches!(late, Err(StoreError::Fenced { epoch } ) if epoch > 1), "{late:?}");
    let claim = store.claim(&log, &node("second"), at(2500)).await.unwrap();
    assert_eq!((claim.head, claim.last_sign), (1, Some(at(2000))), "clocks are credited from the release");
    assert!(claim.epoch > 1);
    store.release(&log, claim.epoch, at(4500), Duration::from_millis(1200)).await.unwrap();
    let claim = store.claim(&log, &node("second"), at(4600)).await.unwrap();
    assert_eq!(claim.last_sign, Some(at(3300)), "it was not served before it was released");
    let kept = store.claim(&other, &node("second"), at(2500)).await;
    assert!(matches!(kept, Err(StoreError::Owned { .. })), "the others are still held: {kept:?}");
    renew(&store, "second", 2500, 60_000).await;
    let back = store.claim(&log, &node("first"), at(2500)).await;
    assert!(matches!(back, Err(StoreError::Owned { .. })), "it is held like any other: {back:?}");
    let nowhere = store.release(&LogId::new("none").unwrap(), 1, at(2500), Duration::ZERO).await;
    assert_eq!(nowhere, Err(StoreError::NoSuchLog));
}

pub(crate) async fn the_owner_before_cannot_release_what_another_has_claimed(store: Store) {
    let log = log("t1");
    store.create(&log, "".into()).await.unwrap();
    renew(&store, "first", 1000, 1000).await;
    renew(&store, "second", 2000, 60_000).await;
    let first = store.claim(&log, &node("first"), at(1000)).await.unwrap();
    let second = store.claim(&log, &node("second"), at(2000)).await.unwrap();
    let late = store.release(&log, first.epoch, at(2000), Duration::ZERO).await;
    assert_eq!(late, Err(StoreError::Fenced { epoch: second.epoch }));
    assert_eq!(store.owner(&log, at(2000)).await.unwrap().map(|owner| owner.epoch), Some(second.epoch));
    store.append(Append::new(&log, second.epoch, 1, at(2000), "the owner goes on")).await.unwrap();
}
