//! Load on a server that fails: players who come back whatever happens, and a ledger of what was acknowledged to them.
#![allow(dead_code, unreachable_pub, missing_docs)] // Each test file uses a part of it.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::{sleep, timeout};
use trinta_bots::numbers::position;
use trinta_client::{Client, ClientError, Follower, Hello, TableConnection};
use trinta_core::Seat;
use trinta_core::edition::Value;
use trinta_solver::{Budget, Objective, solve};
use trinta_store::{LogId, LogStore as _, SqliteStore};
use trinta_table::library::Library;
use trinta_table::wire::{Action, ClientMessage, CreateTable, JoinBody, ServerMessage};
use trinta_table::{Code, Plan, TableEvent, record_of};

/// The maximum time of an answer, including restarts and a busy machine.
pub const RECEIVE_TIMEOUT: Duration = Duration::from_secs(90);

/// When players stop, and how many of their commands were acknowledged.
#[derive(Debug, Default)]
pub struct Load {
    pub stop: AtomicBool,
    pub acknowledged: AtomicU64,
}

/// A player who reconnects whenever the connection is lost.
pub struct Player {
    client: Client,
    table: String,
    seat: Seat,
    connection: Option<TableConnection>,
    follower: Follower,
}

impl Player {
    async fn connection(&mut self) -> &mut TableConnection {
        while self.connection.is_none() {
            let hello = Hello { seat: Some(self.seat), since: self.follower.since(), ..Hello::default() };
            match self.client.enter(&self.table, hello).await {
                Ok(connection) => self.connection = Some(connection),
                Err(ClientError::Refused(refusal)) if refusal.code == Code::NotSeated => {
                    panic!("the seat is not theirs any more: {refusal}")
                }
                Err(_) => sleep(Duration::from_millis(20)).await,
            }
        }
        self.connection.as_mut().unwrap()
    }

    /// The next message; none if the connection was lost, and the next call reconnects.
    async fn receive(&mut self) -> Option<ServerMessage> {
        let heard = timeout(RECEIVE_TIMEOUT, self.connection().await.receive()).await.expect("the server comes back");
        match heard {
            Ok(ServerMessage::Bye { code, message }) => {
                assert!(matches!(code, Code::NotStored | Code::Stopping), "{code:?}: {message}");
                self.connection = None;
                None
            }
            Ok(message) => {
                self.follower.apply(&message).expect("nothing is missed");
                Some(message)
            }
            Err(_) => {
                self.connection = None;
                None
            }
        }
    }

    /// Sends a command until it is answered, reconnecting if necessary; returns the new version, or the refusal.
    async fn act(&mut self, id: &str, action: &Action) -> Result<u64, Code> {
        let version = self.follower.version();
        loop {
            let message = ClientMessage::Command { id: id.to_owned(), version, action: action.clone() };
            if self.connection().await.send(&message).await.is_err() {
                self.connection = None;
                continue;
            }
            loop {
                match self.receive().await {
                    Some(ServerMessage::Done { id: of, version }) if of == id => return Ok(version),
                    Some(ServerMessage::Refused { id: Some(of), code, .. }) if of == id => {
                        if code == Code::NotStored {
                            self.connection = None;
                            break;
                        }
                        return Err(code);
                    }
                    Some(_) => {}
                    None => break,
                }
            }
        }
    }

    fn best(&self) -> Action {
        let game = self.follower.game().unwrap();
        let play = position(game).and_then(|asked| solve(&asked, Objective::Tiles, Budget::nodes(5000)).best);
        match play {
            Some(best) => Action::Play { table: best.table.into_layout() },
            None if game.state.pool_size() > 0 => Action::Draw,
            None => Action::Pass,
        }
    }
}

/// Two players at a new table. The server is not killed meanwhile, because joining has no id that allows a retry.
pub async fn sit_down(address: SocketAddr, number: usize) -> Vec<Player> {
    let mut host = Client::new(address);
    host.sign_in(&format!("Host {number}")).await.unwrap();
    let mut plan = Plan::new("hk", 2);
    // So that it does not end before the faults do.
    plan.settings.insert("match_games".to_owned(), Value::Number(99));
    let wanted = CreateTable { plan, sit: true, bots: std::collections::BTreeMap::new(), begin: false };
    let created = host.create(&wanted).await.unwrap();
    let mut guest = Client::new(address);
    guest.sign_in(&format!("Guest {number}")).await.unwrap();
    let join = JoinBody { code: Some(created.code.clone()), ..JoinBody::default() };
    guest.join(&created.table, &join).await.unwrap();
    let mut players: Vec<Player> = Vec::new();
    for (seat, client) in [host, guest].into_iter().enumerate() {
        let (table, seat) = (created.table.clone(), Seat::at(seat));
        let mut player = Player { client, table, seat, connection: None, follower: Follower::default() };
        player.receive().await;
        players.push(player);
    }
    players
}

/// Plays at a table until it has to stop; returns the acknowledged commands with their ids and versions.
pub async fn play(mut players: Vec<Player>, load: Arc<Load>) -> (String, Vec<(String, u64)>) {
    let mut acknowledged = Vec::new();
    let mut commands = 0;
    while !load.stop.load(Ordering::Relaxed) {
        // The player with the older version catches up.
        let newest = players.iter().map(|player| player.follower.version()).max().unwrap_or(0);
        for player in &mut players {
            while player.follower.version() < newest {
                player.receive().await;
            }
        }
        let (turn, over) = (players[0].follower.turn(), players[0].follower.match_over());
        let (player, action) = match turn {
            Some(seat) => (seat.index(), players[seat.index()].best()),
            None if over => (0, Action::Close),
            None => (0, Action::Begin),
        };
        if action == Action::Close {
            break;
        }
        commands += 1;
        let id = format!("c{commands}");
        match players[player].act(&id, &action).await {
            Ok(version) => {
                load.acknowledged.fetch_add(1, Ordering::Relaxed);
                acknowledged.push((id, version));
            }
            // The turn timed out first, the game moved on, or a bot plays for somebody who could not reveal in time: try
            // again.
            Err(Code::Stale | Code::Rules | Code::GameOn | Code::NoGame | Code::SitsOut) => {
                let _ = timeout(Duration::from_millis(200), players[player].receive()).await;
            }
            Err(code) => panic!("{action:?} was refused: {code:?}"),
        }
    }
    (players[0].table.clone(), acknowledged)
}

/// Compares what was acknowledged with what is stored; returns the number of commands, and of clocks that were credited.
pub async fn examine(
    store: &SqliteStore,
    table: &str,
    acknowledged: &[(String, u64)],
    library: &Library,
) -> (usize, usize) {
    let log = LogId::new(table).unwrap();
    let stored = store.read(&log, 1, 1_000_000).await.unwrap();
    let mut by_id: HashMap<String, Vec<u64>> = HashMap::new();
    for (index, entry) in stored.iter().enumerate() {
        assert_eq!(entry.seq, index as u64 + 1, "no entry is missing");
        if let Some((_, id)) = entry.command.as_deref().and_then(|command| command.split_once(':')) {
            by_id.entry(id.to_owned()).or_default().push(entry.seq);
        }
    }
    for (id, version) in acknowledged {
        assert_eq!(by_id.get(id), Some(&vec![*version]), "{table}: {id} was acknowledged as version {version}");
    }
    let entries: Vec<(_, Vec<TableEvent>)> =
        stored.iter().map(|entry| (entry.at, serde_json::from_str(&entry.body.text).unwrap())).collect();
    let resumed = entries.iter().filter(|(_, events)| matches!(events[..], [TableEvent::Resumed { .. }])).count();
    let late = entries.iter().any(|(_, events)| serde_json::to_string(events).unwrap().contains("time-up"));
    assert!(!late, "{table}: somebody ran out of time, who had a minute for a move of milliseconds");
    for number in 1.. {
        match record_of(&entries, number, library) {
            Ok(record) => drop(trinta_core::record::replay(&record).unwrap()),
            Err(_) => break,
        }
    }
    (acknowledged.len(), resumed)
}
