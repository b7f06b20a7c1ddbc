//! The clients of the benchmark, which make moves as fast as they can or at a fixed rate.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::task::JoinSet;
use tokio::time::{Instant, Interval, interval_at, timeout};
use trinta_bots::numbers::position;
use trinta_client::{Client, ClientError, Follower, Hello, TableConnection};
use trinta_core::Seat;
use trinta_solver::{Budget, Objective, solve};
use trinta_table::wire::{Action, ClientMessage, CreateTable, JoinBody, ServerMessage};
use trinta_table::{Access, Plan};

use crate::failure::Failure;

pub(super) const SEATS: usize = 4;

/// Tables at which people sit down at the same time.
const SEATED_AT_ONCE: usize = 16;
/// How long anything at a table may take: a measurement whose server does not answer ends, and says so.
const STEP_TIMEOUT: Duration = Duration::from_secs(60);
/// How long games are recorded. On a slow machine the recordings are shorter.
const RECORDING_TIME: Duration = Duration::from_secs(20);

/// The results of a measurement.
#[derive(Default)]
pub(super) struct Measurement {
    /// The time from sending a move until the last seat has received it, in microseconds.
    pub(super) latencies: Vec<u64>,
    pub(super) seconds: f64,
    pub(super) games: u64,
}

pub(super) fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Input(error.to_string())
}

/// The times of a table's moves, such that all tables together make `rate` moves per second at even intervals. If they
/// moved at the same instant, the latency of the last would include the work for all the others.
pub(super) fn ticks(table: usize, tables: u32, rate: u32, started: Instant) -> Interval {
    let interval = Duration::from_secs(1) / rate;
    interval_at(started + interval.mul_f64(table as f64), interval * tables)
}

pub(super) fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// What each seat receives in one step of a game.
pub(super) type Step = [Vec<String>; SEATS];

/// Some steps of a real game: what its players know before them, and what they receive in each.
pub(super) struct Script {
    pub(super) followers: Vec<Follower>,
    pub(super) steps: Vec<Step>,
}

/// The four players of one table.
struct TablePlayers {
    connections: Vec<TableConnection>,
    followers: Vec<Follower>,
    commands: u64,
    games: Arc<AtomicU64>,
    /// What each seat has received since the last step that was recorded.
    heard: Option<Step>,
}

/// Measures whole games at many tables.
pub(super) async fn games(
    address: SocketAddr,
    tables: u32,
    rate: Option<u32>,
    time: Duration,
    measured: &mut Measurement,
) -> Result<(), Failure> {
    let mut parties = Parties::sit_down(&[address], 0, tables).await?;
    parties.play(rate, time, measured).await
}

/// Tables of four players, who go on where they stopped.
pub(super) struct Parties {
    parties: Vec<TablePlayers>,
    games: Arc<AtomicU64>,
}

impl Parties {
    /// Opens tables at these nodes in turn, and begins a game at each. Of the four players of a table `elsewhere` are at the
    /// node after the one that owns it.
    pub(super) async fn sit_down(nodes: &[SocketAddr], elsewhere: usize, tables: u32) -> Result<Parties, Failure> {
        let games = Arc::new(AtomicU64::new(0));
        let mut clients = Vec::new();
        for name in ["Ana", "Rui", "陳", "Li"] {
            let mut client = Client::new(nodes[0]);
            client.sign_in(name).await.map_err(failed)?;
            clients.push(client);
        }
        let seated = stream::iter(0..tables as usize).map(|table| {
            let node = |seat: usize| nodes[(table + usize::from(seat + elsewhere >= SEATS)) % nodes.len()];
            let at_node = |(seat, client): (usize, &Client)| {
                Client::new(node(seat)).with_secret(client.secret().map(str::to_owned))
            };
            let players: Vec<Client> = clients.iter().enumerate().map(at_node).collect();
            let games = games.clone();
            async move { in_time("a table begins", TablePlayers::new(&players, games)).await }
        });
        let parties = seated.buffer_unordered(SEATED_AT_ONCE).try_collect().await.map_err(Failure::Input)?;
        Ok(Parties { parties, games })
    }

    /// Plays this many steps at each table, or as many as there is time for, and records them.
    pub(super) async fn record(self, steps: usize) -> Result<Vec<Script>, Failure> {
        let mut tasks = JoinSet::new();
        let until = Instant::now() + RECORDING_TIME;
        for mut party in self.parties {
            tasks.spawn(async move {
                let followers = party.followers.clone();
                let mut recorded = Vec::with_capacity(steps);
                while recorded.is_empty() || (recorded.len() < steps && Instant::now() < until) {
                    party.heard = Some(Step::default());
                    in_time("a move that is recorded", party.step()).await?;
                    recorded.extend(party.heard.take());
                }
                Ok::<_, String>(Script { followers, steps: recorded })
            });
        }
        tasks.join_all().await.into_iter().map(|script| script.map_err(Failure::Input)).collect()
    }

    /// Plays on for this long.
    pub(super) async fn play(
        &mut self,
        rate: Option<u32>,
        time: Duration,
        measured: &mut Measurement,
    ) -> Result<(), Failure> {
        let tables = u32::try_from(self.parties.len()).unwrap_or(u32::MAX);
        let (mut tasks, started) = (JoinSet::new(), Instant::now());
        for (table, mut party) in self.parties.drain(..).enumerate() {
            tasks.spawn(async move {
                let mut latencies = Vec::new();
                let mut ticks = rate.map(|rate| ticks(table, tables, rate, started));
                while started.elapsed() < time {
                    if let Some(ticks) = &mut ticks {
                        ticks.tick().await;
                    }
                    latencies.extend(in_time("a move", party.step()).await?);
                }
                Ok::<_, String>((party, latencies))
            });
        }
        for played in tasks.join_all().await {
            let (party, latencies) = played.map_err(Failure::Input)?;
            self.parties.push(party);
            measured.latencies.extend(latencies);
        }
        measured.seconds += started.elapsed().as_secs_f64();
        measured.games += self.games.swap(0, Ordering::Relaxed);
        Ok(())
    }
}

/// Waits for something at a table, but not for ever.
async fn in_time<T>(what: &str, done: impl Future<Output = Result<T, ClientError>>) -> Result<T, String> {
    match timeout(STEP_TIMEOUT, done).await {
        Ok(done) => done.map_err(|error| format!("{what}: {error}")),
        Err(_) => Err(format!("{what}: the server has not answered for {} s", STEP_TIMEOUT.as_secs())),
    }
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
        let mut party = TablePlayers { connections, followers, commands: 0, games, heard: None };
        for seat in 0..SEATS {
            while party.followers[seat].plan().is_none() {
                party.receive(seat).await?;
            }
        }
        party.begin(Action::Begin).await?;
        Ok(party)
    }

    async fn receive(&mut self, seat: usize) -> Result<ServerMessage, ClientError> {
        let text = self.connections[seat].receive_text().await?;
        let message = understand(&text, &mut self.followers[seat])?;
        if let Some(heard) = &mut self.heard {
            heard[seat].push(text);
        }
        Ok(message)
    }

    /// Makes one move; returns the microseconds until the last seat has received it. None if a game had to begin first:
    /// that is no move, but a dozen messages by which everybody takes part in the deal.
    async fn step(&mut self) -> Result<Option<u64>, ClientError> {
        let turn = self.followers.iter().max_by_key(|follower| follower.version()).and_then(Follower::turn);
        match turn {
            Some(seat) => {
                let action = any_play(&self.followers[seat.index()]);
                self.act(seat.index(), action).await.map(Some)
            }
            None => {
                self.games.fetch_add(1, Ordering::Relaxed);
                if self.followers[0].match_over() {
                    for seat in 1..SEATS {
                        self.send(seat, Action::Rematch).await?;
                    }
                    self.begin(Action::Rematch).await?;
                } else {
                    self.begin(Action::Begin).await?;
                }
                Ok(None)
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

    /// Begins a game and waits until every seat has its tiles.
    async fn begin(&mut self, action: Action) -> Result<(), ClientError> {
        self.act(0, action).await?;
        for seat in 0..SEATS {
            while self.followers[seat].turn().is_none() {
                self.receive(seat).await?;
            }
        }
        Ok(())
    }
}

/// Takes in what a client has received.
pub(super) fn understand(text: &str, follower: &mut Follower) -> Result<ServerMessage, ClientError> {
    let message = serde_json::from_str(text).map_err(|error| ClientError::Answer(format!("{error}: {text}")))?;
    follower.apply(&message)?;
    Ok(message)
}

/// The first play that the solver finds; draws or passes if it finds none.
pub(super) fn any_play(follower: &Follower) -> Action {
    let Some(game) = follower.game() else { return Action::Draw };
    let play = position(game).and_then(|position| solve(&position, Objective::Any, Budget::nodes(500)).best);
    match play {
        Some(best) => Action::Play { table: best.table.into_layout() },
        None if game.state.pool_size() > 0 => Action::Draw,
        None => Action::Pass,
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
