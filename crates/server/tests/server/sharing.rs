//! Fairness: what one address may ask for keeps nobody else waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::timeout;
use trinta_client::{Client, ClientError};
use trinta_server::bodies::TableSummary;
use trinta_store::{
    Append, Appended, Claim, Entry, Key, Lease, LeaseStore, LogId, LogInfo, LogState, LogStore, MemoryStore, NodeId,
    NodeInfo, Owner, Payload, Put, Space, Store, StoreFuture, ValueStore,
};
use trinta_table::wire::{Action, ServerMessage};
use trinta_table::{Access, Code, Plan};
use trinta_time::Timestamp;

use crate::common::{guest, options, play_game, seated, start, start_with, table_of};

/// A store that counts the entries that are read aside, and can be made slow at it.
#[derive(Default)]
struct CountingStore {
    inner: MemoryStore,
    read_aside: AtomicU64,
    delay_ms: AtomicU64,
}

impl LogStore for CountingStore {
    fn create<'a>(&'a self, log: &'a LogId, summary: Payload) -> StoreFuture<'a, ()> {
        self.inner.create(log, summary)
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        self.inner.append(append)
    }

    fn read<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        self.inner.read(log, from, limit)
    }

    fn read_aside<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_millis(self.delay_ms.load(Ordering::Relaxed))).await;
            let entries = self.inner.read(log, from, limit).await?;
            self.read_aside.fetch_add(entries.len() as u64, Ordering::Relaxed);
            Ok(entries)
        })
    }

    fn logs<'a>(&'a self, state: LogState, after: Option<&'a LogId>, limit: usize) -> StoreFuture<'a, Vec<LogInfo>> {
        self.inner.logs(state, after, limit)
    }
}

impl LeaseStore for CountingStore {
    fn renew<'a>(&'a self, node: &'a NodeId, lease: Lease) -> StoreFuture<'a, ()> {
        self.inner.renew(node, lease)
    }

    fn announce<'a>(&'a self, node: &'a NodeId, address: &'a str, lease: Lease) -> StoreFuture<'a, ()> {
        self.inner.announce(node, address, lease)
    }

    fn claim<'a>(&'a self, log: &'a LogId, node: &'a NodeId, now: Timestamp) -> StoreFuture<'a, Claim> {
        self.inner.claim(log, node, now)
    }

    fn release<'a>(&'a self, log: &'a LogId, epoch: u64, now: Timestamp, unserved: Duration) -> StoreFuture<'a, ()> {
        self.inner.release(log, epoch, now, unserved)
    }

    fn owner<'a>(&'a self, log: &'a LogId, now: Timestamp) -> StoreFuture<'a, Option<Owner>> {
        self.inner.owner(log, now)
    }

    fn nodes(&self, now: Timestamp) -> StoreFuture<'_, Vec<NodeInfo>> {
        self.inner.nodes(now)
    }
}

impl ValueStore for CountingStore {
    fn get<'a>(&'a self, key: &'a Key) -> StoreFuture<'a, Option<Payload>> {
        self.inner.get(key)
    }

    fn list<'a>(&'a self, space: &'a Space, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<(String, Payload)>> {
        self.inner.list(space, after, limit)
    }

    fn put(&self, puts: Vec<Put>) -> StoreFuture<'_, ()> {
        self.inner.put(puts)
    }
}

impl Store for CountingStore {
    fn health(&self) -> StoreFuture<'_, ()> {
        self.inner.health()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.inner.close()
    }
}

async fn record(client: &Client, table: &str, game: u32) -> (u16, String) {
    let path = format!("/api/v1/tables/{table}/games/{game}/record");
    let (status, _, body) = client.raw(hyper::Method::GET, &path, &[], Vec::new()).await.unwrap();
    (status.as_u16(), String::from_utf8_lossy(&body).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s4_a_record_reads_its_own_entries_once() {
    let store = Arc::new(CountingStore::default());
    let server = start_with(options(), store.clone()).await;
    let (created, mut people) = seated(&server, Plan::new("hk", 2)).await;
    let client = people[0].client.clone();
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    people[1].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    let games = 2;
    let log = LogId::new(&created.table).unwrap();
    let entries = store.read(&log, 1, 100_000).await.unwrap();
    let (status, first) = record(&client, &created.table, 1).await;
    assert_eq!(status, 200, "{first}");
    let read = store.read_aside.load(Ordering::Relaxed);
    assert!(read > 0 && read < entries.len() as u64, "{read} of {}", entries.len());
    // The same as from the whole log, byte by byte.
    let events: Vec<(Timestamp, Vec<trinta_table::TableEvent>)> =
        entries.iter().map(|entry| (entry.at, serde_json::from_str(&entry.body.text).unwrap())).collect();
    let library = trinta_table::library::Library::default();
    for game in 1..=games {
        let whole = trinta_table::record_of(&events, game, &library).unwrap();
        assert_eq!(record(&client, &created.table, game).await.1, trinta_core::record::to_text(&whole));
    }
    let read = store.read_aside.load(Ordering::Relaxed);
    for _ in 0..10 {
        assert_eq!(record(&client, &created.table, 1).await, (200, first.clone()));
        assert_eq!(record(&client, &created.table, games + 1).await.0, 404);
    }
    assert_eq!(store.read_aside.load(Ordering::Relaxed), read, "kept, and what was never played is known");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s4_records_that_take_long_keep_nobody_waiting_and_one_address_has_few() {
    let store = Arc::new(CountingStore::default());
    let server = start_with(options(), store.clone()).await;
    let (created, mut people) = seated(&server, Plan::new("hk", 2)).await;
    // As a server left it that kept no places.
    people[0].expect_done(Action::Begin).await;
    let log = LogId::new(&created.table).unwrap();
    store.put(vec![Put::remove(trinta_server::keys::game_place(&log, 1))]).await.unwrap();
    store.delay_ms.store(60_000, Ordering::Relaxed);
    let client = people[0].client.clone();
    let waiting: Vec<_> = (0..40)
        .map(|_| {
            let (client, table) = (client.clone(), created.table.clone());
            tokio::spawn(async move { record(&client, &table, 1).await.0 })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let refused = waiting.iter().filter(|one| one.is_finished()).count();
    assert_eq!(refused, 36, "four at a time");
    // Everything else goes on.
    let others = async {
        let _: serde_json::Value = client.get("/api/v1/session").await.unwrap();
        let turn = people[0].follower.turn();
        while people[0].follower.turn().is_none() {
            people[0].receive().await;
        }
        let seat = turn.or(people[0].follower.turn()).unwrap();
        let version = people[0].follower.version();
        while people[seat.index()].follower.version() < version {
            people[seat.index()].receive().await;
        }
        let answer = people[seat.index()].act(Action::Draw).await;
        assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
    };
    timeout(Duration::from_secs(10), others).await.expect("a move waits for no record");
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s5_a_log_does_not_grow_without_bound_outside_of_games() {
    let server = start().await;
    let (created, mut people) = seated(&server, Plan::new("hk", 2)).await;
    let json = [("content-type", "application/json")];
    for number in 0..400 {
        let body = format!("{{\"name\":\"Ana {number}\"}}").into_bytes();
        let (status, ..) = people[0].client.raw(hyper::Method::PUT, "/api/v1/session", &json, body).await.unwrap();
        assert_eq!(status, 200, "the session has the name all the same");
    }
    let log = LogId::new(&created.table).unwrap();
    let stored = server.registry().store().read(&log, 1, 10_000).await.unwrap().len();
    assert!((200..400).contains(&stored), "{stored}");
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s6_the_lobby_is_paged() {
    let server = start().await;
    let ana = guest(&server, "Ana").await;
    let mut plan = Plan::new("hk", 2);
    plan.access = Access::Open;
    for _ in 0..130 {
        let mut wanted = table_of(plan.clone());
        wanted.sit = false;
        ana.create(&wanted).await.unwrap();
    }
    let first: Vec<TableSummary> = ana.get("/api/v1/tables").await.unwrap();
    assert_eq!(first.len(), 100);
    let last = first.last().unwrap();
    let after = format!("/api/v1/tables?after=waiting-{}-{}", last.at.as_millis(), last.table);
    let second: Vec<TableSummary> = ana.get(&after).await.unwrap();
    assert_eq!(second.len(), 30);
    let all: std::collections::BTreeSet<_> = first.iter().chain(&second).map(|table| &table.table).collect();
    assert_eq!(all.len(), 130);
    let bad = ana.get::<Vec<TableSummary>>("/api/v1/tables?after=x").await.unwrap_err();
    assert!(matches!(&bad, ClientError::Refused(refusal) if refusal.code == Code::BadMessage), "{bad}");
    server.stop().await.unwrap();
}
