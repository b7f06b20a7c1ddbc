//! Arbitrary messages of clients to a table: no panic, refused messages change nothing, and the room agrees with its log.
//!
//! The first byte picks the table; every line after the first is who speaks (`a`, `b`, `c`: a seat; else somebody who
//! watches) and a message as the wire has it. A command for version 0 is made for the version that there is, and what
//! somebody does for the deal 00…00 is what an honest device does for the deal that there is. Devices take their part in
//! deals by themselves, unless the second byte is an `h`: then only the lines do.
#![no_main]

mod folding;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use trinta_core::edition::Value;
use trinta_core::record::DealStage;
use trinta_core::shuffle::Bytes32;
use trinta_core::{Seat, Viewer};
use trinta_table::chance::FixedChance;
use trinta_server::clock::Clock;
use trinta_table::ids::PlayerId;
use trinta_server::room::{EnterRequest, OUTBOX_LIMIT, Registry, RoomOptions, Text, Visit};
use trinta_table::{Access, Plan, Request, Requester, Table};
use trinta_table::wire::{Action, ClientMessage, ServerMessage, TableView, see_table};
use trinta_time::Timestamp;
use trinta_store::{LogId, LogStore as _, MemoryStore, Store};

const TABLES: [(&str, u8); 6] = [("hk", 3), ("cn", 2), ("pt", 3), ("school", 3), ("word-a", 2), ("word-b", 3)];
const NOW: Timestamp = Timestamp::from_millis(1_700_000_000_000);
/// The number of the ping whose answer shows that all messages before it were handled.
const LAST: u32 = u32::MAX;

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap());

struct Person {
    seat: Option<Seat>,
    visit: Visit,
    mail: mpsc::Receiver<Text>,
}

struct Scene {
    store: Arc<MemoryStore>,
    registry: Arc<Registry>,
    id: LogId,
}

fn plan(first: u8) -> Plan {
    let (edition, players) = TABLES[usize::from(first) % TABLES.len()];
    let mut plan = Plan::new(edition, players);
    plan.access = Access::Open;
    plan.open_drafts = first & 0x20 != 0;
    if edition.starts_with("word") {
        // The smallest list, so that a table opens quickly.
        plan.settings.insert("lexicon".to_owned(), Value::Text("everyday".to_owned()));
        let rule = ["checked", "charged", "challenge"][usize::from(first / 8) % 3];
        plan.settings.insert("spelling".to_owned(), Value::Text(rule.to_owned()));
    }
    plan
}

fn player(seat: u8) -> PlayerId {
    PlayerId::new(&FixedChance::new(100 + u64::from(seat)))
}

impl Scene {
    async fn open(first: u8) -> Scene {
        let store = Arc::new(MemoryStore::new());
        // Bots never move, because their timing depends on the machine.
        let mut options = RoomOptions { bot_delay: Duration::MAX / 4, ..RoomOptions::default() };
        options.hint_budget.nodes = Some(10);
        let shared: Arc<dyn Store> = store.clone();
        let chance = Arc::new(FixedChance::new(u64::from(first)));
        let registry = Registry::open(shared, Clock::set_to(NOW), chance, options).await.unwrap();
        let plan = plan(first);
        let players = plan.players;
        let (id, _) = registry.create(plan, player(0)).await.unwrap();
        for seat in 0..players {
            let sit = Request::TakeSeat { seat: Some(Seat(seat)), name: format!("P{seat}"), face: None, invite: None, code: None };
            registry.request(&id, Requester::Player(player(seat)), sit).await.unwrap();
        }
        Scene { store, registry, id }
    }

    async fn enter(&self, seat: Option<Seat>) -> Option<Person> {
        let (outbox, mail) = mpsc::channel(OUTBOX_LIMIT);
        let player = player(seat.map_or(99, |seat| seat.0));
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let request =
            EnterRequest { player, name: "P".to_owned(), viewer, since: None, code: None, outbox: outbox.into() };
        let visit = self.registry.enter(&self.id, request).await.ok()?;
        Some(Person { seat, visit, mail })
    }

    async fn entries(&self) -> u64 {
        self.store.read(&self.id, 1, usize::MAX).await.unwrap().len() as u64
    }

    /// Whether an entry announces a deal.
    async fn announces(&self, seq: u64) -> bool {
        let entries = self.store.read(&self.id, seq, 1).await.unwrap();
        entries.iter().any(|entry| entry.body.text.contains("\"deal-announced\""))
    }

    async fn folded(&self) -> Table {
        folding::folded(&self.store, &self.id).await
    }
}

/// In place of the deal 00…00: what an honest device of this seat does for the deal that there is.
async fn fill_in(scene: &Scene, seat: Option<Seat>, action: &mut Action) {
    const ANY: Bytes32 = Bytes32([0; 32]);
    let (Action::CommitEntropy { deal: ANY, .. } | Action::RevealEntropy { deal: ANY, .. }) = action else { return };
    let Some((current, ..)) = folding::awaited(&scene.folded().await) else { return };
    let seat = seat.unwrap_or(Seat(9));
    match action {
        Action::CommitEntropy { deal, commitment } => (*deal, *commitment) = (current, folding::commitment(&current, seat)),
        Action::RevealEntropy { deal, entropy } => (*deal, *entropy) = (current, folding::entropy(seat)),
        _ => {}
    }
}

/// What devices do by themselves until there is a game: commit to entropy, then reveal it.
async fn take_part(scene: &Scene, people: &mut [Person]) {
    let mut sent = 0;
    while let Some((deal, stage, seats)) = folding::awaited(&scene.folded().await) {
        let mut went_on = false;
        for seat in seats {
            let Some(person) = people.iter_mut().find(|person| person.seat == Some(seat)) else { return };
            let action = match stage {
                DealStage::Commit => Action::CommitEntropy { deal, commitment: folding::commitment(&deal, seat) },
                DealStage::Reveal => Action::RevealEntropy { deal, entropy: folding::entropy(seat) },
            };
            sent += 1;
            let id = format!("deal{seat}x{sent}x{}", scene.entries().await);
            let Some(heard) = person.send(ClientMessage::Command { id, version: 0, action }).await else { return };
            went_on |= heard.iter().any(|message| matches!(message, ServerMessage::Done { .. }));
        }
        if !went_on {
            return;
        }
    }
}

impl Person {
    /// Sends a message and returns the answers; none if the room disconnected this client.
    async fn send(&mut self, message: ClientMessage) -> Option<Vec<ServerMessage>> {
        let said = self.visit.send(message).await && self.visit.send(ClientMessage::Ping { number: LAST }).await;
        let mut heard = Vec::new();
        while said {
            let message = serde_json::from_str(self.mail.recv().await?.as_str()).unwrap();
            if matches!(message, ServerMessage::Pong { number: LAST, .. }) {
                return Some(heard);
            }
            heard.push(message);
        }
        None
    }
}

/// A view without the clock, which changes by itself.
fn still(mut view: TableView) -> TableView {
    view.clock = None;
    view
}

async fn run(text: &str) {
    let scene = Scene::open(text.bytes().next().unwrap_or(0)).await;
    let by_hand = text.as_bytes().get(1) == Some(&b'h');
    let mut people = Vec::new();
    for seat in [Some(Seat(0)), Some(Seat(1)), Some(Seat(2)), None] {
        people.extend(scene.enter(seat).await);
    }
    for line in text.lines().skip(1).take(60) {
        let Some((who, message)) = line.split_at_checked(1) else { continue };
        let Ok(mut message) = serde_json::from_str::<ClientMessage>(message) else { continue };
        // Hints take too long for fuzzing, and a second hello is always refused.
        if matches!(message, ClientMessage::Hint { .. }) {
            continue;
        }
        let seat = who.bytes().next().map(|byte| Seat(byte.wrapping_sub(b'a'))).filter(|seat| seat.0 < 3);
        let Some(person) = people.iter_mut().find(|person| person.seat == seat) else { continue };
        let before = scene.entries().await;
        if let ClientMessage::Command { version, action, .. } = &mut message {
            fill_in(&scene, seat, action).await;
            if *version == 0 {
                *version = before;
            }
        }
        let Some(heard) = person.send(message.clone()).await else { continue };
        let after = scene.entries().await;
        let refused = heard.iter().any(|message| matches!(message, ServerMessage::Refused { .. }));
        assert!(!refused || after == before, "refused, and yet something happened: {heard:?}");
        assert!(after <= before + 1, "one command is one entry at most");
        if let ClientMessage::Command { .. } = &message
            && let Some(ServerMessage::Done { version, .. }) =
                heard.iter().find(|message| matches!(message, ServerMessage::Done { .. }))
        {
            assert!(*version <= after, "done, and not in the log");
            // Sent again: the same answer, and no second effect.
            if after > before {
                let again = person.send(message).await.unwrap();
                assert!(
                    again
                        .iter()
                        .any(|message| matches!(message, ServerMessage::Done { version: same, .. } if same == version))
                );
                assert_eq!(scene.entries().await, after);
            }
        }
        // A deal begins with an entry that says so.
        if !by_hand && scene.announces(after).await {
            take_part(&scene, &mut people).await;
        }
        for person in &mut people {
            while person.mail.try_recv().is_ok() {}
        }
    }
    let table = scene.folded().await;
    for seat in table.setup().seats().map(Some).chain([None]) {
        let Some(mut person) = scene.enter(seat).await else { continue };
        let welcome = serde_json::from_str(person.mail.recv().await.unwrap().as_str()).unwrap();
        let ServerMessage::Welcome { state: Some(state), .. } = welcome else { panic!("{welcome:?}") };
        // A player who was away returns by entering, which appends an entry to the log.
        let folded = scene.folded().await;
        if folded.version() == table.version() {
            let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
            assert_eq!(still(*state), still(see_table(&folded, viewer, NOW)));
        }
    }
    scene.registry.stop().await;
}

fuzz_target!(|text: &str| RUNTIME.block_on(run(text)));
