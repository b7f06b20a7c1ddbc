//! The clients of the benchmark, which make moves as fast as they can or at a fixed rate.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, Interval, interval_at};
use tokio_tungstenite::tungstenite::Message;
use trinta_bots::numbers::position;
use trinta_client::{Client, ClientError, Follower, Hello, TableConnection};
use trinta_core::Seat;
use trinta_solver::{Budget, Objective, solve};
use trinta_table::wire::{Action, ClientMessage, CreateTable, JoinBody, ServerMessage};
use trinta_table::{Access, Plan};

use crate::failure::Failure;

const SEATS: usize = 4;
/// A message of about the length of a move.
const MESSAGE: &str =
    r#"{"type":"happened","version":18,"events":[{"table":"game","event":{"event":"played","seat":0,"placed":"r6"}}]}"#;

/// The results of a measurement.
#[derive(Default)]
pub(super) struct Measurement {
    /// The time from sending a move until the last seat has received it, in microseconds.
    pub(super) latencies: Vec<u64>,
    pub(super) seconds: f64,
    pub(super) games: u64,
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Input(error.to_string())
}

/// Waits for the tasks, one per table, and collects what they measured.
async fn collect_measurements(
    tasks: JoinSet<Result<Vec<u64>, String>>,
    started: Instant,
    games: &AtomicU64,
    measured: &mut Measurement,
) -> Result<(), Failure> {
    for result in tasks.join_all().await {
        measured.latencies.extend(result.map_err(Failure::Input)?);
    }
    measured.seconds += started.elapsed().as_secs_f64();
    measured.games += games.load(Ordering::Relaxed);
    Ok(())
}

/// The times of a table's moves, such that all tables together make `rate` moves per second at even intervals. If they
/// moved at the same instant, the latency of the last would include the work for all the others.
fn ticks(table: usize, tables: u32, rate: u32, started: Instant) -> Interval {
    let interval = Duration::from_secs(1) / rate;
    interval_at(started + interval.mul_f64(table as f64), interval * tables)
}

/// Measures the bare fan-out: every message goes to the four seats of its room. Uses the rooms from number `first` on,
/// which no earlier measurement may have used.
pub(super) async fn fan_out(
    address: SocketAddr,
    first: u32,
    tables: u32,
    rate: Option<u32>,
    time: Duration,
    measured: &mut Measurement,
) -> Result<(), Failure> {
    let mut rooms = Vec::new();
    for table in first..first + tables {
        let mut seats = Vec::new();
        for _ in 0..SEATS {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            let (socket, _) =
                tokio_tungstenite::client_async(format!("ws://{address}/{table}"), stream).await.map_err(failed)?;
            seats.push(socket);
        }
        rooms.push(seats);
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let (mut tasks, started) = (JoinSet::new(), Instant::now());
    for (table, mut seats) in rooms.into_iter().enumerate() {
        tasks.spawn(async move {
            let (mut latencies, mut turn) = (Vec::new(), 0);
            let mut ticks = rate.map(|rate| ticks(table, tables, rate, started));
            while started.elapsed() < time {
                if let Some(ticks) = &mut ticks {
                    ticks.tick().await;
                }
                let sent = Instant::now();
                seats[turn].send(Message::text(MESSAGE)).await.map_err(|error| error.to_string())?;
                for seat in &mut seats {
                    seat.next()
                        .await
                        .ok_or("the bare server closed the connection")?
                        .map_err(|error| error.to_string())?;
                }
                latencies.push(micros(sent));
                turn = (turn + 1) % SEATS;
            }
            Ok(latencies)
        });
    }
    collect_measurements(tasks, started, &AtomicU64::new(0), measured).await
}

fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// The four players of one table.
struct TablePlayers {
    connections: Vec<TableConnection>,
    followers: Vec<Follower>,
    commands: u64,
    games: Arc<AtomicU64>,
}

/// Measures whole games at many tables.
pub(super) async fn games(
    address: SocketAddr,
    tables: u32,
    rate: Option<u32>,
    time: Duration,
    measured: &mut Measurement,
) -> Result<(), Failure> {
    let games = Arc::new(AtomicU64::new(0));
    let mut clients = Vec::new();
    for name in ["Ana", "Rui", "陳", "Li"] {
        let mut client = Client::new(address);
        client.sign_in(name).await.map_err(failed)?;
        clients.push(client);
    }
    let mut parties = Vec::new();
    for _ in 0..tables {
        parties.push(TablePlayers::new(&clients, games.clone()).await.map_err(failed)?);
    }
    let (mut tasks, started) = (JoinSet::new(), Instant::now());
    for (table, mut party) in parties.into_iter().enumerate() {
        tasks.spawn(async move {
            let mut latencies = Vec::new();
            let mut ticks = rate.map(|rate| ticks(table, tables, rate, started));
            while started.elapsed() < time {
                if let Some(ticks) = &mut ticks {
                    ticks.tick().await;
                }
                latencies.push(party.step().await.map_err(|error| error.to_string())?);
            }
            Ok(latencies)
        });
    }
    collect_measurements(tasks, started, &games, measured).await
}

impl TablePlayers {
    async fn new(clients: &[Client], games: Arc<AtomicU64>) -> Result<TablePlayers, ClientError> {
        let mut plan = Plan::new("hk", SEATS as u8);
        plan.access = Access::Open;
        let wanted = CreateTable { plan, sit: true, bots: std::collections::BTreeMap::new(), begin: false };
        let created = clients[0].create(&wanted).await?;
        let (mut connections, mut followers) = (Vec::new(), Vec::new());
        for (seat, client) in clients.iter().enumerate() {
            let seat = Some(Seat::at(seat));
            if !connections.is_empty() {
                client.join(&created.table, &JoinBody { seat, ..JoinBody::default() }).await?;
            }
            connections.push(client.enter(&created.table, Hello { seat, ..Hello::default() }).await?);
            followers.push(Follower::default());
        }
        let mut party = TablePlayers { connections, followers, commands: 0, games };
        for seat in 0..SEATS {
            while party.followers[seat].plan().is_none() {
                party.receive(seat).await?;
            }
        }
        party.act(0, Action::Begin).await?;
        Ok(party)
    }

    async fn receive(&mut self, seat: usize) -> Result<ServerMessage, ClientError> {
        self.connections[seat].follow(&mut self.followers[seat]).await
    }

    /// Makes one move; returns the microseconds until the last seat has received it.
    async fn step(&mut self) -> Result<u64, ClientError> {
        let turn = self.followers.iter().max_by_key(|follower| follower.version()).and_then(Follower::turn);
        match turn {
            Some(seat) => {
                let action = self.any_play(seat.index());
                self.act(seat.index(), action).await
            }
            None => {
                self.games.fetch_add(1, Ordering::Relaxed);
                if self.followers[0].match_over() {
                    for seat in 1..SEATS {
                        self.send(seat, Action::Rematch).await?;
                    }
                    return self.act(0, Action::Rematch).await;
                }
                self.act(0, Action::Begin).await
            }
        }
    }

    async fn send(&mut self, seat: usize, action: Action) -> Result<(), ClientError> {
        self.commands += 1;
        let version = self.followers.iter().map(Follower::version).max().unwrap_or(0);
        let message = ClientMessage::Command { id: format!("b{}", self.commands), version, action };
        self.connections[seat].send(&message).await
    }

    /// Sends a command and waits until every seat has received its events; returns how long that took, in microseconds.
    async fn act(&mut self, seat: usize, action: Action) -> Result<u64, ClientError> {
        let before = self.followers.iter().map(Follower::version).max().unwrap_or(0);
        let sent = Instant::now();
        self.send(seat, action).await?;
        for seat in 0..SEATS {
            while self.followers[seat].version() <= before {
                if let ServerMessage::Refused { message, .. } = self.receive(seat).await? {
                    return Err(ClientError::Answer(message));
                }
            }
        }
        Ok(micros(sent))
    }

    /// The first play that the solver finds; draws or passes if it finds none.
    fn any_play(&self, seat: usize) -> Action {
        let Some(game) = self.followers[seat].game() else { return Action::Draw };
        let play = position(game).and_then(|position| solve(&position, Objective::Any, Budget::nodes(500)).best);
        match play {
            Some(best) => Action::Play { table: best.table.into_layout() },
            None if game.state.pool_size() > 0 => Action::Draw,
            None => Action::Pass,
        }
    }
}

/// Opens idle connections, as spectators of tables without a game.
pub(super) async fn idle(address: SocketAddr, count: u32) -> Result<Vec<TableConnection>, Failure> {
    let mut client = Client::new(address);
    client.sign_in("Eve").await.map_err(failed)?;
    let mut open = Vec::new();
    let mut table = String::new();
    for number in 0..count {
        // The server limits the number of spectators per table.
        if number % 400 == 0 {
            let mut plan = Plan::new("hk", 2);
            plan.access = Access::Open;
            let wanted = CreateTable { plan, sit: false, bots: std::collections::BTreeMap::new(), begin: false };
            table = client.create(&wanted).await.map_err(failed)?.table;
        }
        let mut connection = client.enter(&table, Hello::default()).await.map_err(failed)?;
        connection.receive().await.map_err(failed)?;
        open.push(connection);
    }
    Ok(open)
}
