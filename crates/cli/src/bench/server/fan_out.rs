//! The clients of the bare fan-out. They do the same work as those of real games: they follow a recorded game and look for a
//! play, so that the load generator takes as much of the machine from either server.

use std::hint::black_box;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use trinta_client::{Client, Follower, TableConnection};
use trinta_table::wire::ClientMessage;

use super::tables::{Measurement, SEATS, Script, any_play, failed, micros, ticks, understand};
use crate::failure::Failure;

/// The connections of one room, and the game that they act out.
struct Room {
    seats: Vec<TableConnection>,
    script: Arc<Script>,
    followers: Vec<Follower>,
    next: usize,
}

/// Measures the bare fan-out: every message goes to the four seats of its room. Uses the rooms from number `first` on,
/// which no earlier measurement may have used.
pub(super) async fn fan_out(
    address: SocketAddr,
    first: u32,
    scripts: &[Arc<Script>],
    tables: u32,
    rate: Option<u32>,
    time: Duration,
    measured: &mut Measurement,
) -> Result<(), Failure> {
    let client = Client::new(address);
    let mut rooms = Vec::new();
    for (table, script) in (first..first + tables).zip(scripts.iter().cycle()) {
        let mut seats = Vec::new();
        for _ in 0..SEATS {
            seats.push(client.connect_to(&format!("/{table}")).await.map_err(failed)?);
        }
        rooms.push(Room { seats, script: script.clone(), followers: script.followers.clone(), next: 0 });
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let (mut tasks, started) = (JoinSet::new(), Instant::now());
    for (table, mut room) in rooms.into_iter().enumerate() {
        tasks.spawn(async move {
            let mut latencies = Vec::new();
            let mut ticks = rate.map(|rate| ticks(table, tables, rate, started));
            while started.elapsed() < time {
                if let Some(ticks) = &mut ticks {
                    ticks.tick().await;
                }
                latencies.extend(room.step().await.map_err(|error| error.to_string())?);
            }
            Ok::<_, String>(latencies)
        });
    }
    for latencies in tasks.join_all().await {
        measured.latencies.extend(latencies.map_err(Failure::Input)?);
    }
    measured.seconds += started.elapsed().as_secs_f64();
    Ok(())
}

impl Room {
    /// Makes one move; returns the microseconds until the last seat has received it. None: it was the beginning of a game.
    async fn step(&mut self) -> Result<Option<u64>, Failure> {
        if self.next == self.script.steps.len() {
            self.followers.clone_from(&self.script.followers);
            self.next = 0;
        }
        let turn = self.followers.iter().max_by_key(|follower| follower.version()).and_then(Follower::turn);
        let seat = turn.map_or(0, trinta_core::Seat::index);
        if turn.is_some() {
            let (action, version) = (any_play(&self.followers[seat]), self.followers[seat].version());
            let command = ClientMessage::Command { id: format!("b{}", self.next), version, action };
            black_box(serde_json::to_string(&command).unwrap_or_default());
        }
        let script = self.script.clone();
        let texts = &script.steps[self.next];
        self.next += 1;
        let sent = Instant::now();
        let text = texts[seat].first().cloned().unwrap_or_default();
        self.seats[seat].send_raw(Message::text(text)).await.map_err(failed)?;
        for (seat, connection) in self.seats.iter_mut().enumerate() {
            black_box(connection.receive_text().await.map_err(failed)?);
            for text in &texts[seat] {
                understand(text, &mut self.followers[seat]).map_err(failed)?;
            }
        }
        Ok(turn.map(|_| micros(sent)))
    }
}
