//! The time of a start with many unfinished games in the store.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use trinta_core::shuffle::{Bytes32, commitment, entropy_commitment};
use trinta_core::{Command, Seat};
use trinta_server::chance::SystemChance;
use trinta_server::clock::Clock;
use trinta_server::room::{Registry, RoomOptions};
use trinta_store::{SqliteOptions, SqliteStore, Store};
use trinta_table::ids::PlayerId;
use trinta_table::{Access, Code, Plan, Refusal, Request, Requester, TableEvent};

use super::Process;
use crate::failure::Failure;

/// The number of tables that are created concurrently, so that they share the cost of a commit.
const BATCH_SIZE: u32 = 500;

/// Fills a store with this many games and starts a server on it; returns the time until it listens.
pub(super) async fn start(folder: &Path, tables: u32, serve: &[&str]) -> Result<Duration, Failure> {
    fill(&folder.join("trinta.db"), tables).await?;
    let before = Instant::now();
    let server = Process::start(serve)?;
    let took = before.elapsed();
    drop(server);
    Ok(took)
}

async fn fill(path: &Path, tables: u32) -> Result<(), Failure> {
    let store = SqliteStore::open(&SqliteOptions::new(path)).await.map_err(|error| error.to_string())?;
    let store: Arc<dyn Store> = Arc::new(store);
    let registry = Registry::open(store.clone(), Clock::system(), Arc::new(SystemChance), RoomOptions::default()).await;
    let registry = registry.map_err(|error| error.to_string())?;
    let mut left = tables;
    while left > 0 {
        let mut tasks = JoinSet::new();
        for _ in 0..left.min(BATCH_SIZE) {
            tasks.spawn(begin(registry.clone()));
        }
        left = left.saturating_sub(BATCH_SIZE);
        for begun in tasks.join_all().await {
            begun.map_err(|refusal| refusal.to_string())?;
        }
    }
    registry.stop().await;
    store.close().await.map_err(|error| error.to_string())?;
    Ok(())
}

/// Opens a table of two and begins a game in which each player draws once.
async fn begin(registry: Arc<Registry>) -> Result<(), Refusal> {
    let mut plan = Plan::new("hk", 2);
    plan.access = Access::Open;
    let players = [PlayerId::new(&SystemChance), PlayerId::new(&SystemChance)];
    let (id, _) = registry.create(plan, players[0].clone()).await?;
    for (seat, player) in players.iter().enumerate() {
        let (seat, name) = (Some(Seat::at(seat)), format!("P{seat}"));
        let sit = Request::TakeSeat { seat, name, face: None, invite: None, code: None };
        registry.request(&id, Requester::Player(player.clone()), sit).await?;
    }
    let announced = registry.request(&id, Requester::Player(players[0].clone()), Request::Begin).await?;
    let seed = announced.events.iter().find_map(|event| match event {
        TableEvent::DealAnnounced { seed, .. } => seed.parse().ok(),
        _ => None,
    });
    let deal = commitment(&seed.ok_or_else(|| Refusal::new(Code::Internal, "no deal was announced"))?);
    let entropy = |seat: Seat| Bytes32([seat.0; 32]);
    for seat in [Seat(0), Seat(1)] {
        let commitment = entropy_commitment(&deal, &entropy(seat).0);
        registry.request(&id, Requester::Seat(seat), Request::CommitEntropy { seat, deal, commitment }).await?;
    }
    for seat in [Seat(0), Seat(1)] {
        let reveal = Request::RevealEntropy { seat, deal, entropy: entropy(seat) };
        registry.request(&id, Requester::Seat(seat), reveal).await?;
    }
    for _ in 0..2 {
        for seat in [Seat(0), Seat(1)] {
            // The lots have decided who starts: the draw of the other player is refused.
            let draw = Request::Play { seat, command: Command::Draw };
            let _ = registry.request(&id, Requester::Seat(seat), draw).await;
        }
    }
    Ok(())
}
