//! What happens because time goes by: clocks, absences, delays. Time is the test's own, so no test waits.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use trinta_core::edition::Value;
use trinta_core::{Phase, Seat, Viewer};
use trinta_server::clock::Clock;
use trinta_server::room::{EnterRequest, OUTBOX_LIMIT, Registry, RoomOptions, Text, Visit};
use trinta_store::{LogId, LogStore as _, MemoryStore, Store, StoreError};
use trinta_table::chance::FixedChance;
use trinta_table::ids::PlayerId;
use trinta_table::wire::{Action, ClientMessage, ClockView, ServerMessage, TableView};
use trinta_table::{Occupant, Plan, Request, Requester};
use trinta_time::Timestamp;

use crate::common::take_part;

pub(crate) const START: Timestamp = Timestamp::from_millis(1_700_000_000_000);

pub(crate) struct Scene {
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) id: LogId,
    players: Vec<PlayerId>,
}

/// Somebody at a table, without a socket.
pub(crate) struct Person {
    pub(crate) visit: Visit,
    mail: mpsc::Receiver<Text>,
    version: u64,
}

pub(crate) async fn registry(store: &Arc<MemoryStore>, now: Timestamp, seed: u64) -> Arc<Registry> {
    let store: Arc<dyn Store> = store.clone();
    Registry::open(store, Clock::set_to(now), Arc::new(FixedChance::new(seed)), RoomOptions::default()).await.unwrap()
}

/// A table of two with a game on.
pub(crate) async fn scene(change: impl FnOnce(&mut Plan)) -> Scene {
    let store = Arc::new(MemoryStore::new());
    let registry = registry(&store, START, 1).await;
    let players = vec![PlayerId::new(&FixedChance::new(100)), PlayerId::new(&FixedChance::new(101))];
    let mut plan = Plan::new("hk", 2);
    change(&mut plan);
    let (id, code) = registry.create(plan, players[0].clone()).await.unwrap();
    for (seat, player) in players.iter().enumerate() {
        let sit = Request::TakeSeat {
            seat: Some(Seat::at(seat)),
            name: format!("P{seat}"),
            face: None,
            invite: None,
            code: Some(code.clone()),
        };
        registry.request(&id, Requester::Player(player.clone()), sit).await.unwrap();
    }
    Scene { store, registry, id, players }
}

impl Scene {
    pub(crate) async fn begin(&self) {
        let host = Requester::Player(self.players[0].clone());
        let announced = self.registry.request(&self.id, host, Request::Begin).await.unwrap();
        take_part(&self.registry, &self.id, &announced, (0..self.players.len()).map(Seat::at)).await;
    }

    pub(crate) async fn enter(&self, seat: Option<u8>) -> Person {
        let (outbox, mail) = mpsc::channel(OUTBOX_LIMIT);
        let player =
            seat.map_or_else(|| PlayerId::new(&FixedChance::new(999)), |seat| self.players[usize::from(seat)].clone());
        let viewer = seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
        let request =
            EnterRequest { player, name: "P".to_owned(), viewer, since: None, code: None, outbox: outbox.into() };
        let visit = self.registry.enter(&self.id, request).await.unwrap();
        Person { visit, mail, version: 0 }
    }
}

impl Person {
    pub(crate) async fn receive(&mut self) -> ServerMessage {
        let text = self.mail.recv().await.expect("the room is there");
        let message = serde_json::from_str(text.as_str()).unwrap();
        if let ServerMessage::Welcome { version, .. } | ServerMessage::Happened { version, .. } = &message {
            self.version = *version;
        }
        message
    }

    pub(crate) async fn receive_until(&mut self, wanted: impl Fn(&ServerMessage) -> bool) -> ServerMessage {
        loop {
            let message = self.receive().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    pub(crate) async fn welcome(&mut self) -> TableView {
        match self.receive().await {
            ServerMessage::Welcome { state: Some(state), .. } => *state,
            other => panic!("{other:?}"),
        }
    }

    /// Waits for something to happen, as text.
    pub(crate) async fn happens(&mut self, what: &str) -> (String, Option<ClockView>) {
        loop {
            if let ServerMessage::Happened { events, clock, .. } = self.receive().await {
                let text = serde_json::to_string(&events).unwrap();
                if text.contains(what) {
                    return (text, clock);
                }
            }
        }
    }

    pub(crate) async fn act(&mut self, id: &str, action: Action) {
        let message = ClientMessage::Command { id: id.to_owned(), version: self.version, action };
        assert!(self.visit.send(message).await);
    }
}

pub(crate) async fn wait(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
}

#[tokio::test(start_paused = true)]
async fn time_runs_out_and_the_player_draws() {
    let scene = scene(|_| {}).await;
    scene.begin().await;
    let mut ana = scene.enter(Some(0)).await;
    let view = ana.welcome().await;
    let clock = view.clock.unwrap();
    assert_eq!((clock.limit, clock.running), (Some(Duration::from_secs(60)), true));
    let before = tokio::time::Instant::now();
    let (events, next) = ana.happens("\"why\":\"time-up\"").await;
    let waited = before.elapsed().as_millis();
    assert!((59_000..=60_100).contains(&waited), "{waited}");
    assert!(events.contains("\"event\":\"drew\""), "{events}");
    assert_ne!(next.unwrap().seat, clock.seat, "the next player's time");
    assert_eq!(next.unwrap().left, Some(Duration::from_secs(60)));
}

#[tokio::test(start_paused = true)]
async fn a_half_made_play_that_is_not_valid_costs_three() {
    let scene = scene(|_| {}).await;
    scene.begin().await;
    let mut people = [scene.enter(Some(0)).await, scene.enter(Some(1)).await];
    let clock = people[0].welcome().await.clock.unwrap();
    let player = &mut people[clock.seat.index()];
    let draft = Some("r1 k2".parse().unwrap());
    assert!(player.visit.send(ClientMessage::Draft { number: 1, table: draft }).await);
    let judged = player.receive_until(|message| matches!(message, ServerMessage::Judgement { .. })).await;
    assert!(matches!(&judged, ServerMessage::Judgement { number: 1, judgement } if !judgement.legal), "{judged:?}");
    let (events, _) = player.happens("\"why\":\"penalty\"").await;
    assert!(events.contains("\"count\":3"), "{events}");
}

#[tokio::test(start_paused = true)]
async fn an_outage_of_the_server_is_credited() {
    let mut scene = scene(|_| {}).await;
    scene.begin().await;
    wait(20).await;
    scene.registry.renew().await.unwrap();
    // The server dies, and another one starts an hour later. Nobody said goodbye.
    let later = START + Duration::from_secs(20 + 3600);
    scene.registry = registry(&scene.store, later, 2).await;
    let mut ana = scene.enter(Some(0)).await;
    let view = ana.welcome().await;
    let left = view.clock.unwrap().left.unwrap().as_millis();
    assert!((39_000..=41_000).contains(&left), "{left} ms are left of 60,000, and 20,000 were used");
    let stored = scene.store.read(&scene.id, 1, 100).await.unwrap();
    let resumed = stored.iter().filter(|entry| entry.body.text.contains("resumed")).count();
    assert_eq!(resumed, 1);
    // The clock runs on from there.
    let before = tokio::time::Instant::now();
    ana.happens("\"why\":\"time-up\"").await;
    assert!((39..=41).contains(&before.elapsed().as_secs()));
}

/// A game in which the server dies two seconds before the end of a turn, and starts anew an hour later: who is on turn.
async fn outage_before_the_end_of_a_turn(scene: &mut Scene) -> u8 {
    scene.begin().await;
    let on_turn = scene.enter(Some(0)).await.welcome().await.clock.unwrap().seat.0;
    wait(58).await;
    scene.registry.renew().await.unwrap();
    scene.registry = registry(&scene.store, START + Duration::from_secs(58 + 3600), 2).await;
    on_turn
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_back_late_after_an_outage_gets_that_time_too() {
    let mut scene = scene(|_| {}).await;
    let on_turn = outage_before_the_end_of_a_turn(&mut scene).await;
    // The other one is back at once; the connection of whoever is on turn comes back after six seconds.
    let mut other = scene.enter(Some(1 - on_turn)).await;
    other.welcome().await;
    wait(6).await;
    let mut back = scene.enter(Some(on_turn)).await;
    back.welcome().await;
    let (_, clock) = back.happens("resumed").await;
    let left = clock.unwrap().left.unwrap().as_millis();
    assert!((1_000..=3_000).contains(&left), "{left} ms are left of 60,000, and 58,000 were used");
    other.happens("\"why\":\"time-up\"").await;
}

#[tokio::test(start_paused = true)]
async fn whoever_stays_away_after_an_outage_runs_out_of_time() {
    let mut scene = scene(|plan| plan.stand_in_after = None).await;
    let on_turn = outage_before_the_end_of_a_turn(&mut scene).await;
    let mut other = scene.enter(Some(1 - on_turn)).await;
    let before = tokio::time::Instant::now();
    other.happens("\"why\":\"time-up\"").await;
    assert!((19..=21).contains(&before.elapsed().as_secs()), "{:?}", before.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_pause_by_agreement_stops_the_clock() {
    let scene = scene(|_| {}).await;
    scene.begin().await;
    let (mut ana, mut bob) = (scene.enter(Some(0)).await, scene.enter(Some(1)).await);
    ana.welcome().await;
    bob.welcome().await;
    wait(10).await;
    ana.act("a1", Action::Pause).await;
    let votes = bob.receive_until(|message| matches!(message, ServerMessage::Votes { .. })).await;
    assert!(matches!(votes, ServerMessage::Votes { votes } if votes.pause == [Seat(0)]));
    bob.act("b1", Action::Pause).await;
    let (_, clock) = ana.happens("paused").await;
    assert_eq!((clock.unwrap().running, clock.unwrap().left), (false, Some(Duration::from_secs(50))));
    wait(3600).await;
    bob.act("b2", Action::Draw).await;
    let refused = bob.receive_until(|message| matches!(message, ServerMessage::Refused { .. })).await;
    assert!(matches!(refused, ServerMessage::Refused { code: trinta_table::Code::Paused, .. }), "{refused:?}");
    ana.act("a2", Action::Unpause).await;
    let (_, clock) = ana.happens("unpaused").await;
    assert_eq!((clock.unwrap().running, clock.unwrap().left), (true, Some(Duration::from_secs(50))));
}

#[tokio::test(start_paused = true)]
async fn whoever_stays_gone_need_not_agree() {
    let scene = scene(|plan| plan.stand_in_after = None).await;
    scene.begin().await;
    let (mut ana, bob) = (scene.enter(Some(0)).await, scene.enter(Some(1)).await);
    ana.welcome().await;
    bob.visit.leave().await;
    ana.receive_until(|message| matches!(message, ServerMessage::Presence { connected: false, .. })).await;
    ana.act("a1", Action::Pause).await;
    wait(8).await;
    let paused = |text: &Text| text.as_str().contains("\"paused\"");
    while let Ok(text) = ana.mail.try_recv() {
        assert!(!paused(&text), "too early: {text}");
    }
    wait(4).await;
    ana.happens("\"paused\"").await;
}

#[tokio::test(start_paused = true)]
async fn a_bot_stands_in_for_who_is_away_until_they_are_back() {
    let scene = scene(|plan| plan.stand_in_after = Some(30)).await;
    scene.begin().await;
    let mut ana = scene.enter(Some(0)).await;
    ana.welcome().await;
    let (events, _) = ana.happens("\"away\"").await;
    assert!(events.contains("\"seat\":1"), "{events}");
    // The bot moves whenever it is on turn; Ana's time runs out in between.
    let mut moves = 0;
    while moves < 3 {
        if let ServerMessage::Happened { events, .. } = ana.receive().await {
            let text = serde_json::to_string(&events).unwrap();
            moves += usize::from(text.contains("\"seat\":1") && !text.contains("time-up") && !text.contains("away"));
        }
    }
    let mut bob = scene.enter(Some(1)).await;
    bob.welcome().await;
    let (events, _) = ana.happens("\"back\"").await;
    assert!(events.contains("\"seat\":1"), "{events}");
}

#[tokio::test(start_paused = true)]
async fn whoever_leaves_in_a_match_is_played_for() {
    let scene = scene(|_| {}).await;
    scene.begin().await;
    let mut ana = scene.enter(Some(0)).await;
    ana.welcome().await;
    ana.act("a1", Action::Leave).await;
    ana.happens("\"away\"").await;
}

#[tokio::test(start_paused = true)]
async fn spectators_with_a_delay_see_what_was() {
    let scene = scene(|plan| {
        plan.access = trinta_table::Access::Open;
        plan.spectators.delay = 15;
    })
    .await;
    wait(60).await;
    scene.begin().await;
    let mut eve = scene.enter(None).await;
    assert!(eve.welcome().await.game.is_none(), "for spectators the game has not begun");
    let mut ana = scene.enter(Some(0)).await;
    assert!(ana.welcome().await.game.is_some());
    let line = || ClientMessage::Chat { text: Some("I have two jokers".to_owned()), phrase: None };
    assert!(ana.visit.send(line()).await);
    ana.receive_until(|message| matches!(message, ServerMessage::Said { .. })).await;
    while let Ok(text) = eve.mail.try_recv() {
        assert!(!text.as_str().contains("jokers"), "what is said now is not for later: {text}");
    }
    let ServerMessage::Welcome { chat, .. } = scene.enter(None).await.receive().await else { panic!("no welcome") };
    assert!(chat.is_empty(), "{chat:?}");
    let before = tokio::time::Instant::now();
    let (events, _) = eve.happens("\"dealt\"").await;
    assert!((14..=16).contains(&before.elapsed().as_secs()));
    assert!(!events.contains("\"tiles\":\""), "without racks: {events}");
}

#[tokio::test(start_paused = true)]
async fn a_full_disk_refuses_moves_and_time_waits_for_it() {
    let scene = scene(|_| {}).await;
    scene.begin().await;
    let mut people = [scene.enter(Some(0)).await, scene.enter(Some(1)).await];
    let turn = people[0].welcome().await.clock.unwrap().seat;
    people[1].welcome().await;
    scene.store.fail(Some(StoreError::Full));
    let player = &mut people[turn.index()];
    player.act("x1", Action::Draw).await;
    let refused = player.receive_until(|message| matches!(message, ServerMessage::Refused { .. })).await;
    assert!(
        matches!(&refused, ServerMessage::Refused { message, .. } if message.contains("disk of the server is full")),
        "{refused:?}"
    );
    wait(90).await;
    scene.store.fail(None);
    let (events, clock) = player.happens("resumed").await;
    let left = clock.unwrap().left.unwrap().as_millis();
    assert!(left > 58_000, "{left} ms are left: nobody is charged for a full disk ({events})");
    player.act("x1", Action::Draw).await;
    player.receive_until(|message| matches!(message, ServerMessage::Done { .. })).await;
    let stored = scene.store.read(&scene.id, 1, 100).await.unwrap();
    let seqs: Vec<u64> = stored.iter().map(|entry| entry.seq).collect();
    assert_eq!(seqs, (1..=stored.len() as u64).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn who_does_not_keep_up_is_dropped_and_the_others_are_not() {
    let scene = scene(|_| {}).await;
    scene.begin().await;
    let mut ana = scene.enter(Some(0)).await;
    ana.welcome().await;
    let mut bob = scene.enter(Some(1)).await;
    bob.welcome().await;
    // Bob's client is never read from again; Ana and the house go on.
    for number in 0..200 {
        assert!(ana.visit.send(ClientMessage::Chat { text: Some(format!("line {number}")), phrase: None }).await);
        ana.receive_until(|message| matches!(message, ServerMessage::Said { .. })).await;
    }
    let slow = scene.registry.metrics().too_slow.load(std::sync::atomic::Ordering::Relaxed);
    assert_eq!(slow, 1);
    ana.act("a1", Action::Pause).await;
    ana.receive_until(|message| matches!(message, ServerMessage::Done { .. } | ServerMessage::Happened { .. })).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_without_a_limit_waits() {
    let scene = scene(|plan| {
        plan.settings.insert("turn_time".to_owned(), Value::Text("none".to_owned()));
    })
    .await;
    scene.begin().await;
    let mut ana = scene.enter(Some(0)).await;
    let clock = ana.welcome().await.clock.unwrap();
    assert_eq!((clock.limit, clock.left), (None, None));
    wait(100_000).await;
    assert!(ana.mail.try_recv().is_err(), "nothing happened");
}

#[tokio::test(start_paused = true)]
async fn where_misspelt_words_are_charged_for_a_draft_is_no_dictionary() {
    for (spelling, told) in [("checked", true), ("charged", false)] {
        let scene = scene(|plan| {
            *plan = Plan::new("word-b", 2);
            plan.settings.insert("spelling".to_owned(), Value::Text(spelling.to_owned()));
        })
        .await;
        scene.begin().await;
        let mut ana = scene.enter(Some(0)).await;
        ana.welcome().await;
        let draft = ClientMessage::Draft { number: 1, table: Some("XQZJV".parse().unwrap()) };
        assert!(ana.visit.send(draft).await);
        let judged = ana.receive_until(|message| matches!(message, ServerMessage::Judgement { .. })).await;
        let text = serde_json::to_string(&judged).unwrap();
        assert_eq!(text.contains("not-in-list"), told, "{spelling}: {text}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_on_turn_challenges_a_play_that_is_no_word() {
    let store = Arc::new(MemoryStore::new());
    let registry = registry(&store, START, 1).await;
    let ana = PlayerId::new(&FixedChance::new(100));
    let mut plan = Plan::new("word-b", 2);
    plan.settings.insert("spelling".to_owned(), Value::Text("challenge".to_owned()));
    let (id, _) = registry.create(plan, ana.clone()).await.unwrap();
    let sit = Request::TakeSeat { seat: Some(Seat(0)), name: "Ana".to_owned(), face: None, invite: None, code: None };
    registry.request(&id, Requester::Player(ana.clone()), sit).await.unwrap();
    let bot = Occupant::Bot { level: "level4".to_owned() };
    registry.request(&id, Requester::House, Request::Seat { seat: Seat(1), occupant: bot }).await.unwrap();
    let scene = Scene { store, registry, id, players: vec![ana] };
    scene.begin().await;
    let mut ana = scene.enter(Some(0)).await;
    let game = ana.welcome().await.game.unwrap();
    let letters: String = game.state.seats[0].rack.tiles.as_ref().unwrap().to_string();
    // Six letters as they lie on the rack, from A to Z: no word of the list.
    let word: String = letters.chars().filter(char::is_ascii_uppercase).take(6).collect();
    if game.state.phase != Phase::Turn(Seat(0)) {
        ana.receive_until(|message| {
            matches!(message, ServerMessage::Happened { phase: Some(Phase::Turn(Seat(0))), .. })
        })
        .await;
    }
    // The bot may have opened: what lies there stays.
    let ServerMessage::Welcome { state: Some(state), .. } = scene.enter(Some(0)).await.receive().await else {
        panic!()
    };
    let mut sets: Vec<String> = Vec::new();
    sets.extend(Some(state.game.unwrap().state.table.layout().to_string()).filter(|text| !text.is_empty()));
    sets.push(word.clone());
    ana.act("a1", Action::Play { table: sets.join(" | ").parse().unwrap() }).await;
    // The first thing that the bot does.
    let events = loop {
        let ServerMessage::Happened { events, .. } = ana.receive().await else { continue };
        let text = serde_json::to_string(&events).unwrap();
        let acts = text.contains("\"seat\":1") && !text.contains("\"stood\"");
        if text.contains("\"by\":1") || acts {
            break text;
        }
    };
    assert!(events.contains("\"challenged\"") && events.contains(&word), "{events}");
}

#[tokio::test(start_paused = true)]
async fn a_deal_waits_for_nobody_in_an_empty_room_and_ten_seconds_for_who_is_missing() {
    let scene = scene(|_| {}).await;
    let host = Requester::Player(scene.players[0].clone());
    scene.registry.request(&scene.id, host, Request::Begin).await.unwrap();
    wait(3600).await;
    let mut ana = scene.enter(Some(0)).await;
    let view = ana.welcome().await;
    assert!(view.deal.is_some_and(|deal| deal.aborted.is_empty()), "nobody was there to wait for");
    let before = tokio::time::Instant::now();
    // Ana's device is here, and does nothing; Bob's never comes. Nobody is left but bots, who are dealt to.
    let (events, _) = ana.happens("deal-aborted").await;
    let waited = before.elapsed().as_millis();
    assert!((9_900..=10_200).contains(&waited), "{waited}");
    assert!(events.contains("\"missing\":[0,1]") && events.contains("game-begun"), "{events}");
}
