//! A bot that panics costs nobody the game: the fallback plays in its place.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc;
use trinta_bots::{Bot, RosterError, Thinking};
use trinta_core::{Command, DrawReason, Seat, SeenEvent, Settings, View, Viewer};
use trinta_server::clock::Clock;
use trinta_server::room::{BotFactory, EnterRequest, OUTBOX_LIMIT, Registry, RoomOptions};
use trinta_store::{MemoryStore, Store};
use trinta_table::chance::FixedChance;
use trinta_table::ids::PlayerId;
use trinta_table::library::RulesOracle;
use trinta_table::wire::{SeenTableEvent, ServerMessage};
use trinta_table::{Occupant, Plan, Request, Requester};
use trinta_time::Timestamp;

/// What a bot is doing when it panics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    Built,
    Beginning,
    Observing,
    OnTurn,
}

/// Makes bots that panic, and counts how often they do.
#[derive(Debug)]
struct PanickingBots {
    when: When,
    panics: Arc<AtomicUsize>,
}

struct PanickingBot {
    when: When,
    panics: Arc<AtomicUsize>,
}

fn panic_if(due: bool, panics: &AtomicUsize) {
    if due {
        panics.fetch_add(1, Ordering::Relaxed);
        panic!("this bot always does");
    }
}

impl BotFactory for PanickingBots {
    fn build(&self, _: &str, _: &Settings, _: &RulesOracle) -> Result<Box<dyn Bot>, RosterError> {
        panic_if(self.when == When::Built, &self.panics);
        Ok(Box::new(PanickingBot { when: self.when, panics: Arc::clone(&self.panics) }))
    }
}

impl Bot for PanickingBot {
    fn begin(&mut self, _: &View) {
        panic_if(self.when == When::Beginning, &self.panics);
    }

    fn observe(&mut self, _: &SeenEvent, _: &View) {
        panic_if(self.when == When::Observing, &self.panics);
    }

    fn turn(&mut self, _: &View, _: &mut Thinking<'_>) -> Command {
        panic_if(self.when == When::OnTurn, &self.panics);
        Command::Draw
    }
}

/// A person against a bot that panics, until the bot's seat has moved three times.
async fn play_three_turns(when: When) {
    let panics = Arc::new(AtomicUsize::new(0));
    let bots = Arc::new(PanickingBots { when, panics: Arc::clone(&panics) });
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let options = RoomOptions { bots, ..RoomOptions::default() };
    let clock = Clock::set_to(Timestamp::from_millis(1_700_000_000_000));
    let registry = Registry::open(store, clock, Arc::new(FixedChance::new(1)), options).await.unwrap();
    let host = PlayerId::new(&FixedChance::new(100));
    let (id, code) = registry.create(Plan::new("hk", 2), host.clone()).await.unwrap();
    let request = |request| registry.request(&id, Requester::Player(host.clone()), request);
    let name = "Ana".to_owned();
    let sit = Request::TakeSeat { seat: Some(Seat(0)), name: name.clone(), face: None, invite: None, code: Some(code) };
    request(sit).await.unwrap();
    request(Request::Seat { seat: Seat(1), occupant: Occupant::Bot { level: "level1".to_owned() } }).await.unwrap();
    let announced = request(Request::Begin).await.unwrap();
    crate::common::take_part(&registry, &id, &announced, [Seat(0)]).await;

    let (outbox, mut messages) = mpsc::channel(OUTBOX_LIMIT);
    let enter = EnterRequest {
        player: host,
        name,
        viewer: Viewer::Seat(Seat(0)),
        since: None,
        code: None,
        outbox: outbox.into(),
    };
    let _visit = registry.enter(&id, enter).await.unwrap();
    let mut moves = 0;
    while moves < 3 {
        let text = messages.recv().await.expect("the room goes on");
        let ServerMessage::Happened { events, .. } = serde_json::from_str(text.as_str()).unwrap() else { continue };
        // The person never moves: their time runs out.
        moves += events.iter().filter(|event| moves_of_bot(event)).count();
    }
    assert_eq!(panics.load(Ordering::Relaxed), 1, "after {when:?} the fallback plays for the rest of the game");
}

fn moves_of_bot(event: &SeenTableEvent) -> bool {
    let SeenTableEvent::Game { event } = event else { return false };
    match event {
        SeenEvent::Played { seat, time_up, .. } => *seat == Seat(1) && !time_up,
        SeenEvent::Drew { seat, why, .. } => *seat == Seat(1) && *why == DrawReason::Choice,
        _ => false,
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_panics_is_replaced_by_the_fallback() {
    for when in [When::Built, When::Beginning, When::Observing, When::OnTurn] {
        play_three_turns(when).await;
    }
}
