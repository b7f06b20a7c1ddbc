//! What is stored: what a newer server wrote is not touched, and a value that changes underneath is not overwritten.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use trinta_ratings::Rating;
use trinta_server::bodies::FinishedGame;
use trinta_server::chance::SystemChance;
use trinta_server::clock::Clock;
use trinta_server::keys::{self, Values};
use trinta_server::people::{People, SESSION_TIME};
use trinta_server::room::{Registry, RoomOptions};
use trinta_server::stored::{Stored as _, StoredGame};
use trinta_store::{
    Append, Appended, Claim, Entry, Key, Lease, LeaseStore, LogId, LogInfo, LogState, LogStore, MemoryStore, NodeId,
    NodeInfo, Owner, Payload, Put, Space, Store, StoreError, StoreFuture, ValueStore,
};
use trinta_table::ids::PlayerId;
use trinta_table::wire::{Action, ServerMessage};
use trinta_table::{Access, Code, Plan};
use trinta_time::Timestamp;

use crate::common::{guest, options, play_game, register, seated, start_with};

/// A version that no format has yet.
const NEWER: u32 = 99;

/// Who has played, by their account: the keys of their ratings.
async fn rating_keys(store: &dyn Store) -> Vec<Key> {
    let owners = store.list(&Values::Owners.space(), "", 9).await.unwrap();
    owners.into_iter().map(|(player, _)| Values::Ratings.space().key(player)).collect()
}

fn games(payload: &Payload) -> u32 {
    serde_json::from_str::<Rating>(&payload.text).unwrap().games
}

#[tokio::test]
async fn a_table_of_a_newer_server_is_neither_listed_nor_served() {
    let store = Arc::new(MemoryStore::new());
    let registry = async || {
        let shared: Arc<dyn Store> = store.clone();
        Registry::open(shared, Clock::system(), Arc::new(SystemChance), RoomOptions::default()).await.unwrap()
    };
    let mut plan = Plan::new("hk", 2);
    plan.access = Access::Open;
    let (own, _) = registry().await.create(plan, PlayerId::new(&SystemChance)).await.unwrap();
    store.end_leases();
    // The same table, as far as the text goes.
    let entry = store.read(&own, 1, 1).await.unwrap().remove(0);
    let listed = store.logs(LogState::Open, None, 1).await.unwrap().remove(0);
    let newer = LogId::new("newer").unwrap();
    store.create(&newer, Payload::new(NEWER, listed.summary.text)).await.unwrap();
    let claim = store.claim(&newer, &NodeId::new("other").unwrap(), entry.at).await.unwrap();
    let body = Payload::new(NEWER, entry.body.text);
    store.append(Append::new(&newer, claim.epoch, 1, entry.at, body.clone())).await.unwrap();

    let registry = registry().await;
    let lobby: Vec<String> = registry.lobby(None, 9).await.unwrap().into_iter().map(|summary| summary.table).collect();
    assert_eq!(lobby, [own.to_string()]);
    assert!(registry.summary(&own).await.is_ok());
    let refused = registry.summary(&newer).await.unwrap_err();
    assert!(refused.code == Code::Internal && refused.message.contains("this version"), "{refused:?}");
    let after = store.read(&newer, 1, 9).await.unwrap();
    assert_eq!((after.len(), &after[0].body), (1, &body), "it is as it was");
}

#[tokio::test]
async fn people_of_a_newer_server_are_left_as_they_are() {
    let store = Arc::new(MemoryStore::new());
    let shared: Arc<dyn Store> = store.clone();
    let people = People::new(shared, Clock::system(), Arc::new(SystemChance), SESSION_TIME);
    let (secret, _) = people.guest("Ana", None).await.unwrap();
    let (secret, _) = people.register(&secret, "ana", "correct horse").await.unwrap();
    let newer = async |key: &Key| {
        let text = store.get(key).await.unwrap().unwrap().text;
        let payload = Payload::new(NEWER, text);
        store.put(vec![Put::set(key.clone(), payload.clone())]).await.unwrap();
        payload
    };
    let account = keys::account("ana");
    let kept = newer(&account).await;
    let refused = people.log_in("ana", "correct horse").await.map(|_| ()).unwrap_err();
    assert!(refused.code == Code::Internal && refused.message.contains("newer Trinta"), "{refused:?}");
    assert_eq!(people.rename(&secret, "Ana Maria", None).await.unwrap_err().code, Code::Internal);
    let (other, _) = people.guest("Bob", None).await.unwrap();
    assert_eq!(people.register(&other, "ana", "correct horse").await.unwrap_err().code, Code::NameTaken);
    assert_eq!(store.get(&account).await.unwrap(), Some(kept));
    let session = keys::session(&secret.hash());
    let kept = newer(&session).await;
    assert_eq!(people.session(&secret).await.unwrap(), None, "it opens nothing here");
    people.sweep().await.unwrap();
    assert_eq!(store.get(&session).await.unwrap(), Some(kept));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_a_newer_server_is_left_out_of_a_history() {
    let store = Arc::new(MemoryStore::new());
    let server = start_with(options(), store.clone()).await;
    let ana = guest(&server, "Ana").await;
    let sessions = store.list(&Values::Sessions.space(), "", 9).await.unwrap();
    let session: serde_json::Value = serde_json::from_str(&sessions[0].1.text).unwrap();
    let player: PlayerId = serde_json::from_value(session["player"].clone()).unwrap();
    let game = StoredGame {
        table: "t1".to_owned(),
        number: 1,
        at: Timestamp::from_millis(5),
        edition: "hk".to_owned(),
        players: Vec::new(),
        scores: Vec::new(),
        winners: Vec::new(),
        seat: trinta_core::Seat(0),
        rating: None,
    };
    let space = Values::Games(&player).space();
    let newer = Payload::new(NEWER, game.write().text);
    store.put(vec![Put::set(space.key("1"), newer), Put::set(space.key("2"), game.write())]).await.unwrap();
    let listed: Vec<FinishedGame> = ana.get("/api/v1/games").await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(store.list(&space, "", 9).await.unwrap().len(), 2);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rating_of_a_newer_server_is_not_overwritten() {
    let store = Arc::new(MemoryStore::new());
    let server = start_with(options(), store.clone()).await;
    let (_, mut people) = seated(&server, Plan::new("hk", 3)).await;
    for (person, account) in people.iter_mut().zip(["ana", "bob", "eve"]) {
        register(&mut person.client, account).await;
    }
    let newer = Payload::new(NEWER, "of another kind");
    let ratings = rating_keys(&*store).await;
    store.put(vec![Put::set(ratings[1].clone(), newer.clone())]).await.unwrap();
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    assert_eq!(store.get(&ratings[1]).await.unwrap(), Some(newer));
    for other in [&ratings[0], &ratings[2]] {
        assert_eq!(games(&store.get(other).await.unwrap().unwrap()), 1, "the others are rated among themselves");
    }
    server.stop().await.unwrap();
}

/// A store in which, each time a game ends, another game of the same player has just ended.
struct Interfering {
    inner: MemoryStore,
    times: AtomicUsize,
}

impl Interfering {
    /// Counts a game for the first player whose rating is about to change.
    async fn interfere(&self, append: &Append) -> Result<(), StoreError> {
        let rating = append.puts.iter().find(|put| put.key.space == Values::Ratings.space());
        let Some(rating) = rating.map(|put| put.key.clone()) else { return Ok(()) };
        let left = self.times.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |times| times.checked_sub(1));
        if left.is_err() {
            return Ok(());
        }
        let read = self.inner.get(&rating).await?;
        let before = read.map_or_else(Rating::default, |read| serde_json::from_str(&read.text).unwrap());
        let after = Rating { games: before.games + 1, ..before };
        self.inner.put(vec![Put::set(rating, serde_json::to_string(&after).unwrap())]).await
    }
}

impl LogStore for Interfering {
    fn create<'a>(&'a self, log: &'a LogId, summary: Payload) -> StoreFuture<'a, ()> {
        self.inner.create(log, summary)
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        Box::pin(async move {
            self.interfere(&append).await?;
            self.inner.append(append).await
        })
    }

    fn read<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        self.inner.read(log, from, limit)
    }

    fn logs<'a>(&'a self, state: LogState, after: Option<&'a LogId>, limit: usize) -> StoreFuture<'a, Vec<LogInfo>> {
        self.inner.logs(state, after, limit)
    }
}

impl LeaseStore for Interfering {
    fn renew<'a>(&'a self, node: &'a NodeId, lease: Lease) -> StoreFuture<'a, ()> {
        self.inner.renew(node, lease)
    }

    fn claim<'a>(&'a self, log: &'a LogId, node: &'a NodeId, now: Timestamp) -> StoreFuture<'a, Claim> {
        self.inner.claim(log, node, now)
    }

    fn announce<'a>(&'a self, node: &'a NodeId, address: &'a str, lease: Lease) -> StoreFuture<'a, ()> {
        self.inner.announce(node, address, lease)
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

impl ValueStore for Interfering {
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

impl Store for Interfering {
    fn health(&self) -> StoreFuture<'_, ()> {
        self.inner.health()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.inner.close()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_change_of_a_rating_is_lost_when_games_end_at_once() {
    let store = Arc::new(Interfering { inner: MemoryStore::new(), times: AtomicUsize::new(3) });
    let server = start_with(options(), store.clone()).await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    register(&mut people[0].client, "ana").await;
    register(&mut people[1].client, "bob").await;
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    let mut counted = Vec::new();
    for key in rating_keys(&*store).await {
        counted.push(games(&store.get(&key).await.unwrap().unwrap()));
    }
    counted.sort_unstable();
    assert_eq!(counted, [1, 4], "three games ended meanwhile, and this one counts on top of them");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_ratings_never_rest_is_refused_and_not_half_stored() {
    let store = Arc::new(Interfering { inner: MemoryStore::new(), times: AtomicUsize::new(usize::MAX) });
    let server = start_with(options(), store.clone()).await;
    let (created, mut people) = seated(&server, Plan::new("hk", 2)).await;
    register(&mut people[0].client, "ana").await;
    register(&mut people[1].client, "bob").await;
    people[0].expect_done(Action::Begin).await;
    let refused = loop {
        let newest = people.iter().map(|person| person.follower.version()).max().unwrap();
        for person in &mut people {
            while person.follower.version() < newest {
                person.receive().await;
            }
        }
        let turn = people[0].follower.turn().expect("the game does not end");
        let action = people[turn.index()].best();
        match people[turn.index()].act(action).await {
            ServerMessage::Done { .. } => {}
            refused => break refused,
        }
    };
    assert!(matches!(&refused, ServerMessage::Refused { code: Code::NotStored, .. }), "{refused:?}");
    let log = LogId::new(&created.table).unwrap();
    let stored = store.read(&log, 1, 10_000).await.unwrap();
    assert!(!stored.iter().any(|entry| entry.body.text.contains("\"table\":\"revealed\"")), "the game is not over");
    let sessions = store.list(&Values::Sessions.space(), "", 9).await.unwrap();
    for (_, session) in sessions {
        let session: serde_json::Value = serde_json::from_str(&session.text).unwrap();
        let player: PlayerId = serde_json::from_value(session["player"].clone()).unwrap();
        assert_eq!(store.list(&Values::Games(&player).space(), "", 9).await.unwrap(), [], "nor in anybody's history");
    }
    server.stop().await.unwrap();
}
