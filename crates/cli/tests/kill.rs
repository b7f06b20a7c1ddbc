//! `kill -9` at random moments under load: every acknowledged move is stored exactly once, and all players return.
//!
//! `TRINTA_KILLS=200 cargo test -p trinta --test kill` does it two hundred times; an ordinary run a few times.
#![cfg(unix)]

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{sleep, timeout};
use trinta_bots::numbers::position;
use trinta_client::{Client, ClientError, Follower, Hello, TableConnection};
use trinta_core::Seat;
use trinta_solver::{Budget, Objective, solve};
use trinta_store::{LogId, LogStore as _, SqliteOptions, SqliteStore};
use trinta_table::library::Library;
use trinta_table::wire::{Action, ClientMessage, CreateTable, JoinBody, ServerMessage};
use trinta_table::{Code, Plan, TableEvent, record_of};

const TABLES: usize = 8;
/// The maximum time of an answer, including restarts and a busy machine.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(60);

fn start(data: &Path, config: &Path, address: SocketAddr) -> Child {
    let mut process = Command::new(env!("CARGO_BIN_EXE_trinta"))
        .args(["serve", "--no-open", "--log", "error", "--listen", &address.to_string(), "--data"])
        .arg(data)
        .arg("--config")
        .arg(config)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("running"), "the server does not start: {said}");
    process
}

/// A player who reconnects whenever the connection is lost.
struct Player {
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
async fn sit_down(address: SocketAddr, number: usize) -> Vec<Player> {
    let mut host = Client::new(address);
    host.sign_in(&format!("Host {number}")).await.unwrap();
    let wanted =
        CreateTable { plan: Plan::new("hk", 2), sit: true, bots: std::collections::BTreeMap::new(), begin: false };
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
async fn play(mut players: Vec<Player>, stop: Arc<AtomicBool>) -> (String, Vec<(String, u64)>) {
    let mut acknowledged = Vec::new();
    let mut commands = 0;
    while !stop.load(Ordering::Relaxed) {
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
            Ok(version) => acknowledged.push((id, version)),
            // The turn timed out first, or the game moved on: try again.
            Err(Code::Stale | Code::Rules | Code::GameOn | Code::NoGame) => {
                let _ = timeout(Duration::from_millis(200), players[player].receive()).await;
            }
            Err(code) => panic!("{action:?} was refused: {code:?}"),
        }
    }
    (players[0].table.clone(), acknowledged)
}

async fn examine(
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_random_moments_the_server_loses_nothing_and_does_nothing_twice() {
    let kills: usize = std::env::var("TRINTA_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let folder = tempfile::tempdir().unwrap();
    let data: PathBuf = folder.path().join("data");
    let config = folder.path().join("fast.toml");
    std::fs::write(&config, "rate_limits = false\nbot_delay_ms = 0\n").unwrap();
    // A free port, which the restarted server uses again.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut server = start(&data, &config, address);
    let mut acknowledged: HashMap<String, Vec<(String, u64)>> = HashMap::new();
    let mut dice = trinta_bots::Dice::new(7);
    let mut done = 0;
    while done < kills {
        let stop = Arc::new(AtomicBool::new(false));
        let mut tables = Vec::new();
        for number in 0..TABLES {
            tables.push(sit_down(address, number).await);
        }
        let tables: Vec<_> = tables.into_iter().map(|players| tokio::spawn(play(players, stop.clone()))).collect();
        // Matches end, so new tables are opened after every few kills.
        for _ in 0..10.min(kills - done) {
            sleep(Duration::from_millis(80 + dice.below(600) as u64)).await;
            server.kill().unwrap();
            server.wait().unwrap();
            server = start(&data, &config, address);
            done += 1;
        }
        stop.store(true, Ordering::Relaxed);
        for table in tables {
            let (name, commands) = timeout(RECEIVE_TIMEOUT * 2, table).await.expect("the table stops").unwrap();
            acknowledged.insert(name, commands);
        }
    }
    let id = server.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(0), "it stops gracefully");
    let store = SqliteStore::open(&SqliteOptions::new(data.join("trinta.db"))).await.unwrap();
    let library = Library::default();
    let (mut moves, mut credits) = (0, 0);
    for (table, commands) in &acknowledged {
        let (own, resumed) = examine(&store, table, commands, &library).await;
        (moves, credits) = (moves + own, credits + resumed);
    }
    println!("{done} kills, {} tables, {moves} acknowledged commands, {credits} clocks credited", acknowledged.len());
    assert!(moves > TABLES * 3, "{moves}");
    assert!(credits > 0, "no clock was credited");
}
