//! What survives a restart although it is not in the log: drafts and votes; and what a wrong clock at a start does.

use std::sync::Arc;
use std::time::Duration;

use trinta_server::Server;
use trinta_server::clock::Clock;
use trinta_server::keys;
use trinta_server::people::People;
use trinta_server::room::RoomOptions;
use trinta_store::{Lease, LeaseStore as _, LogStore as _, MemoryStore, Store, StoreError, ValueStore as _};
use trinta_table::chance::{Chance, FixedChance};
use trinta_table::wire::{Action, ClientMessage, ServerMessage, Votes};
use trinta_time::Timestamp;

use crate::common::options;
use crate::time::{START, Scene, registry, scene, wait};

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Another server over the same store, after the one before died without a word.
async fn restart(scene: &mut Scene, now: Timestamp) {
    end_leases(&scene.store).await;
    scene.registry = registry(&scene.store, now, now.as_millis().unsigned_abs()).await;
}

/// As a store does that only one process can open.
async fn end_leases(store: &MemoryStore) {
    for node in store.nodes(Timestamp::EPOCH).await.unwrap() {
        let lease = Lease { until: Timestamp::EPOCH, ..node.lease };
        store.renew(&node.id, lease).await.unwrap();
    }
}

async fn stored_draft(scene: &Scene) -> Option<String> {
    scene.store.get(&keys::draft(&scene.id)).await.unwrap().map(|draft| draft.text)
}

#[tokio::test(start_paused = true)]
async fn s14_a_draft_survives_a_restart_and_costs_what_it_would_have() {
    let mut scene = scene(|_| {}).await;
    scene.begin().await;
    let mut people = [scene.enter(Some(0)).await, scene.enter(Some(1)).await];
    let seat = people[0].welcome().await.clock.unwrap().seat;
    let player = &mut people[seat.index()];
    for text in ["r1 r2", "r1 k2"] {
        let table = Some(text.parse().unwrap());
        assert!(player.visit.send(ClientMessage::Draft { number: 1, table }).await);
        player.receive_until(|message| matches!(message, ServerMessage::Judgement { .. })).await;
    }
    wait(2).await;
    drop(people);
    restart(&mut scene, START + Duration::from_secs(30)).await;
    let mut player = scene.enter(Some(seat.0)).await;
    player.welcome().await;
    let (events, _) = player.happens("\"why\":\"penalty\"").await;
    assert!(events.contains("\"count\":3"), "an invalid play costs three, not one: {events}");
    wait(2).await;
    // It is of no use after the move, whatever is still stored of it.
    let moved = scene.store.read(&scene.id, 1, 1000).await.unwrap().len();
    restart(&mut scene, START + Duration::from_secs(95)).await;
    let mut player = scene.enter(Some(1 - seat.0)).await;
    player.welcome().await;
    let (events, _) = player.happens("\"drew\"").await;
    assert!(events.contains("\"why\":\"time-up\""), "{events}");
    assert!(scene.store.read(&scene.id, 1, 1000).await.unwrap().len() > moved);
}

#[tokio::test(start_paused = true)]
async fn s14_a_draft_is_stored_at_most_once_a_second() {
    let scene = scene(|_| {}).await;
    scene.begin().await;
    let mut people = [scene.enter(Some(0)).await, scene.enter(Some(1)).await];
    let seat = people[0].welcome().await.clock.unwrap().seat;
    let player = &mut people[seat.index()];
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..100_u32 {
        let text = format!("r{} k2", number % 13 + 1);
        assert!(player.visit.send(ClientMessage::Draft { number, table: Some(text.parse().unwrap()) }).await);
        player.receive_until(|message| matches!(message, ServerMessage::Judgement { .. })).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        seen.extend(stored_draft(&scene).await);
    }
    wait(2).await;
    assert!((2..=6).contains(&seen.len()), "five seconds: {seen:?}");
    assert!(stored_draft(&scene).await.unwrap().contains("r9 k2"), "the last one is stored in the end");
}

#[tokio::test(start_paused = true)]
async fn s15_a_vote_that_was_answered_survives_a_restart() {
    let mut scene = scene(|_| {}).await;
    scene.begin().await;
    let mut ana = scene.enter(Some(0)).await;
    let mut rui = scene.enter(Some(1)).await;
    ana.welcome().await;
    rui.welcome().await;
    ana.act("v1", Action::Pause).await;
    ana.receive_until(|message| matches!(message, ServerMessage::Done { .. })).await;
    drop((ana, rui));
    restart(&mut scene, START + Duration::from_secs(5)).await;
    let mut rui = scene.enter(Some(1)).await;
    let ServerMessage::Welcome { votes: Votes { pause, .. }, .. } = rui.receive().await else { panic!("no welcome") };
    assert_eq!(pause, [trinta_core::Seat(0)]);
    let mut ana = scene.enter(Some(0)).await;
    ana.welcome().await;
    rui.act("v2", Action::Pause).await;
    let (events, _) = rui.happens("paused").await;
    assert!(events.contains("paused"), "both want it");
    // Granted, they are over.
    assert_eq!(scene.store.get(&keys::votes(&scene.id)).await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn s15_a_vote_that_is_not_stored_is_refused() {
    let scene = scene(|_| {}).await;
    scene.begin().await;
    let mut ana = scene.enter(Some(0)).await;
    let _rui = scene.enter(Some(1)).await;
    ana.welcome().await;
    scene.store.fail(Some(StoreError::Full));
    ana.act("v1", Action::Pause).await;
    let answer = ana
        .receive_until(|message| matches!(message, ServerMessage::Done { .. } | ServerMessage::Refused { .. }))
        .await;
    assert!(matches!(answer, ServerMessage::Refused { .. }), "{answer:?}");
    scene.store.fail(None);
    ana.act("v1", Action::Pause).await;
    ana.receive_until(|message| matches!(message, ServerMessage::Done { .. })).await;
    assert!(scene.store.get(&keys::votes(&scene.id)).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn s8_a_clock_that_was_set_back_freezes_no_turn() {
    let mut scene = scene(|_| {}).await;
    scene.begin().await;
    wait(20).await;
    scene.registry.renew().await.unwrap();
    restart(&mut scene, START - 2 * HOUR).await;
    let mut ana = scene.enter(Some(0)).await;
    let clock = ana.welcome().await.clock.unwrap();
    let left = clock.left.unwrap().as_secs();
    assert!((40..=60).contains(&left), "{left} s are left");
    let before = tokio::time::Instant::now();
    ana.happens("\"why\":\"time-up\"").await;
    assert!((39..=61).contains(&before.elapsed().as_secs()), "{:?}", before.elapsed());
    // Entries stay in order, and so does what comes after the clock is right again.
    restart(&mut scene, START + 2 * HOUR).await;
    let mut ana = scene.enter(Some(0)).await;
    let left = ana.welcome().await.clock.unwrap().left.unwrap().as_secs();
    assert!(left > 30, "nobody is charged for the jump: {left} s are left");
    let times: Vec<Timestamp> =
        scene.store.read(&scene.id, 1, 1000).await.unwrap().into_iter().map(|entry| entry.at).collect();
    assert!(times.is_sorted());
}

#[tokio::test(start_paused = true)]
async fn s8_a_clock_far_ahead_destroys_no_session_and_no_table() {
    let store: Arc<MemoryStore> = Arc::new(MemoryStore::new());
    let start = async |now: Timestamp| {
        let chance: Arc<dyn Chance> = Arc::new(FixedChance::new(now.as_millis().unsigned_abs()));
        end_leases(&store).await;
        let (store, mut options) = (store.clone() as Arc<dyn Store>, options());
        options.rooms = RoomOptions { waiting_time: 7 * DAY, ..options.rooms };
        options.session_time = 90 * DAY;
        Server::start(options, store, Clock::set_to(now), chance).await.unwrap()
    };
    let server = start(START).await;
    let chance: Arc<dyn Chance> = Arc::new(FixedChance::new(5));
    let people = People::new(store.clone(), Clock::set_to(START), chance.clone(), 90 * DAY);
    let (secret, session) = people.guest("Ana", None).await.unwrap();
    let (_, code) = server.registry().create(trinta_table::Plan::new("hk", 2), session.player).await.unwrap();
    drop(server);
    // 100 days ahead, twice, for hours each.
    for _ in 0..2 {
        let server = start(START + 100 * DAY).await;
        let people = People::new(store.clone(), *server.registry().clock(), chance.clone(), 90 * DAY);
        for _ in 0..20 {
            tokio::time::sleep(HOUR).await;
        }
        assert!(people.session(&secret).await.unwrap().is_some(), "nobody is signed out");
        assert_eq!(people.sweep().await.unwrap(), 0);
        assert!(server.registry().table_of_code(&code).await.is_ok(), "no table is closed");
        drop(server);
    }
    // The clock is right again.
    let server = start(START + DAY).await;
    let people = People::new(store.clone(), *server.registry().clock(), chance.clone(), 90 * DAY);
    assert!(people.session(&secret).await.unwrap().is_some());
    drop(server);
    // And somebody who really was away for so long is signed out, after a day.
    let server = start(START + 300 * DAY).await;
    tokio::time::sleep(DAY + 2 * HOUR).await;
    let people = People::new(store.clone(), *server.registry().clock(), chance, 90 * DAY);
    assert!(people.session(&secret).await.unwrap().is_none());
    drop(server);
}
