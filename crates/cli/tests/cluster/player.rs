//! A player who comes to any node, and comes back to any other when a connection is lost or silent.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use trinta_bots::Dice;
use trinta_bots::numbers::position;
use trinta_client::{Client, ClientError, Follower, Hello, TableConnection};
use trinta_core::Seat;
use trinta_solver::{Budget, Objective, solve};
use trinta_table::Code;
use trinta_table::wire::{Action, ClientMessage, CreateTable, JoinBody, ServerMessage};
use trinta_table::{Plan, wire};

/// How long a player waits for an answer before they try another node.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a player tries at all.
const GIVE_UP: Duration = Duration::from_secs(90);

/// The nodes, as a proxy in front of them knows them.
#[derive(Clone)]
pub(crate) struct Nodes(pub(crate) Arc<Vec<(SocketAddr, Arc<AtomicBool>)>>);

impl Nodes {
    fn any(&self, dice: &mut Dice) -> SocketAddr {
        let ready: Vec<SocketAddr> =
            self.0.iter().filter(|(_, ready)| ready.load(Ordering::Relaxed)).map(|(address, _)| *address).collect();
        match ready.len() {
            0 => self.0[dice.below(self.0.len())].0,
            count => ready[dice.below(count)],
        }
    }
}

/// A command that was acknowledged.
pub(crate) struct Answered {
    pub(crate) table: String,
    pub(crate) at: Instant,
    /// How long it took, with all that its player tried.
    pub(crate) took: Duration,
}

/// All commands that were acknowledged.
pub(crate) type Latencies = Arc<Mutex<Vec<Answered>>>;

pub(crate) struct Player {
    secret: Option<String>,
    nodes: Nodes,
    dice: Dice,
    pub(crate) table: String,
    seat: Seat,
    connection: Option<TableConnection>,
    pub(crate) follower: Follower,
    /// When the server last said something.
    heard: Instant,
    latencies: Latencies,
}

impl Player {
    async fn connect(&mut self) {
        let began = Instant::now();
        while self.connection.is_none() {
            assert!(began.elapsed() < GIVE_UP, "{}: nobody serves this table", self.table);
            let client = Client::new(self.nodes.any(&mut self.dice)).with_secret(self.secret.clone());
            let hello = Hello { seat: Some(self.seat), since: self.follower.since(), ..Hello::default() };
            match timeout(PATIENCE, client.enter(&self.table, hello)).await {
                Ok(Ok(connection)) => self.connection = Some(connection),
                Ok(Err(ClientError::Refused(refusal))) if refusal.code == Code::NotSeated => {
                    panic!("the seat is not theirs any more: {refusal}")
                }
                _ => sleep(Duration::from_millis(50)).await,
            }
        }
    }

    /// Comes to these nodes from now on.
    pub(crate) fn come_to(&mut self, nodes: &Nodes) {
        self.nodes = nodes.clone();
        self.connection = None;
    }

    /// Tries once to come in, and gives the first thing that is said; none if the connection is lost.
    pub(crate) async fn first_answer(&mut self) -> Option<ServerMessage> {
        let client = Client::new(self.nodes.any(&mut self.dice)).with_secret(self.secret.clone());
        let hello = Hello { seat: Some(self.seat), since: self.follower.since(), ..Hello::default() };
        let entered = timeout(GIVE_UP, client.enter(&self.table, hello)).await.expect("an answer comes");
        timeout(GIVE_UP, entered.ok()?.receive()).await.expect("an answer comes").ok()
    }

    /// Sends a command once, and gives the new version, or the refusal.
    pub(crate) async fn ask(&mut self, id: &str, action: Action) -> Result<u64, (Code, String)> {
        self.connect().await;
        let message = ClientMessage::Command { id: id.to_owned(), version: self.follower.version(), action };
        self.connection.as_mut().unwrap().send(&message).await.unwrap();
        loop {
            match self.listen(GIVE_UP).await.expect("an answer comes") {
                ServerMessage::Done { id: of, version } if of == id => return Ok(version),
                ServerMessage::Refused { id: Some(of), code, message, .. } if of == id => return Err((code, message)),
                _ => {}
            }
        }
    }

    /// The next message; none if the connection was lost or is silent, and the next call reconnects.
    pub(crate) async fn receive(&mut self) -> Option<ServerMessage> {
        let message = self.listen(PATIENCE).await;
        if message.is_none() {
            self.connection = None;
        }
        message
    }

    /// The next message, if one comes in time. A connection that stays silent is kept: nothing may be on the way.
    async fn listen(&mut self, patience: Duration) -> Option<ServerMessage> {
        self.connect().await;
        let connection = self.connection.as_mut()?;
        match timeout(patience, connection.receive()).await {
            Ok(Ok(ServerMessage::Bye { code, message })) => {
                assert!(matches!(code, Code::NotStored | Code::Stopping), "{code:?}: {message}");
                self.connection = None;
                sleep(Duration::from_millis(20)).await;
                None
            }
            Ok(Ok(message)) => {
                self.heard = Instant::now();
                self.follower.apply(&message).expect("nothing is missed");
                Some(message)
            }
            Ok(Err(_)) => {
                self.connection = None;
                None
            }
            Err(_) => None,
        }
    }

    /// Waits a moment for whatever comes, as a page does that has nothing to do, and looks whether the server still answers.
    pub(crate) async fn idle(&mut self, time: Duration) {
        while self.listen(time).await.is_some() {}
        if self.heard.elapsed() < PATIENCE {
            return;
        }
        if let Some(connection) = self.connection.as_mut() {
            let _ = connection.send(&ClientMessage::Ping { number: 1 }).await;
        }
        if self.listen(PATIENCE).await.is_none() {
            self.connection = None;
        }
    }

    /// Sends a command until it is answered; returns the new version, or the refusal.
    pub(crate) async fn act(&mut self, id: &str, action: &Action) -> Result<u64, Code> {
        let (version, began) = (self.follower.version(), Instant::now());
        loop {
            assert!(began.elapsed() < GIVE_UP, "{}: {id} is not answered", self.table);
            self.connect().await;
            let message = ClientMessage::Command { id: id.to_owned(), version, action: action.clone() };
            let Some(connection) = self.connection.as_mut() else { continue };
            if connection.send(&message).await.is_err() {
                self.connection = None;
                continue;
            }
            loop {
                match self.receive().await {
                    Some(ServerMessage::Done { id: of, version }) if of == id => {
                        let answered =
                            Answered { table: self.table.clone(), at: Instant::now(), took: began.elapsed() };
                        self.latencies.lock().unwrap().push(answered);
                        return Ok(version);
                    }
                    Some(ServerMessage::Refused { id: Some(of), code, .. }) if of == id => {
                        if code == Code::NotStored || code == Code::Stopping {
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

    pub(crate) fn best(&self) -> Action {
        let game = self.follower.game().unwrap();
        let play = position(game).and_then(|asked| solve(&asked, Objective::Any, Budget::nodes(500)).best);
        match play {
            Some(best) => Action::Play { table: best.table.into_layout() },
            None if game.state.pool_size() > 0 => Action::Draw,
            None => Action::Pass,
        }
    }
}

/// Whether a request may be made once more: a node of a busy machine has let go of the table meanwhile.
fn is_momentary(error: &ClientError) -> bool {
    matches!(error, ClientError::Refused(refusal) if matches!(refusal.code, Code::NotStored | Code::Stopping))
}

/// Two players at a new table, while all nodes are well.
pub(crate) async fn sit_down(nodes: &Nodes, plan: &Plan, number: usize, latencies: &Latencies) -> Vec<Player> {
    let mut dice = Dice::new(number as u64);
    let mut host = Client::new(nodes.any(&mut dice));
    host.sign_in(&format!("Host {number}")).await.unwrap();
    let wanted = CreateTable { plan: plan.clone(), sit: true, bots: std::collections::BTreeMap::new(), begin: false };
    let created: wire::TableCreated = loop {
        match host.create(&wanted).await {
            Err(error) if is_momentary(&error) => sleep(Duration::from_millis(100)).await,
            created => break created.unwrap(),
        }
    };
    let mut guest = Client::new(nodes.any(&mut dice));
    guest.sign_in(&format!("Guest {number}")).await.unwrap();
    let join = JoinBody { code: Some(created.code.clone()), ..JoinBody::default() };
    let mut is_tried = false;
    loop {
        match guest.join(&created.table, &join).await {
            Ok(_) => break,
            // It was stored, and the answer was lost.
            Err(ClientError::Refused(refusal)) if is_tried && refusal.code == Code::AlreadySeated => break,
            Err(error) => assert!(is_momentary(&error), "{error}"),
        }
        is_tried = true;
        sleep(Duration::from_millis(100)).await;
    }
    let mut players = Vec::new();
    for (seat, client) in [host, guest].into_iter().enumerate() {
        let mut player = Player {
            secret: client.secret().map(str::to_owned),
            nodes: nodes.clone(),
            dice: Dice::new((number * 2 + seat) as u64 + 1000),
            table: created.table.clone(),
            seat: Seat::at(seat),
            connection: None,
            follower: Follower::default(),
            heard: Instant::now(),
            latencies: latencies.clone(),
        };
        while player.follower.plan().is_none() {
            player.receive().await;
        }
        players.push(player);
    }
    players
}

/// A command that was acknowledged, with the version of the table that it made.
pub(crate) struct Acknowledged {
    pub(crate) id: String,
    pub(crate) version: u64,
}

/// What became of a table.
pub(crate) struct Played {
    pub(crate) table: String,
    pub(crate) acknowledged: Vec<Acknowledged>,
}

/// Plays at a table until it has to stop.
pub(crate) async fn play(mut players: Vec<Player>, pause: Duration, stop: Arc<AtomicBool>) -> Played {
    let mut acknowledged = Vec::new();
    let mut commands = 0;
    while !stop.load(Ordering::Relaxed) {
        let newest = players.iter().map(|player| player.follower.version()).max().unwrap_or(0);
        for player in &mut players {
            // Also those who have nothing to do: their device has a part in deals.
            player.connect().await;
            while player.follower.version() < newest {
                player.receive().await;
            }
        }
        let (turn, over) = (players[0].follower.turn(), players[0].follower.match_over());
        let (player, action) = match turn {
            Some(seat) => (seat.index(), players[seat.index()].best()),
            None if over => break,
            None => (0, Action::Begin),
        };
        commands += 1;
        let id = format!("c{commands}");
        match players[player].act(&id, &action).await {
            Ok(version) => {
                acknowledged.push(Acknowledged { id, version });
                sleep(pause).await;
            }
            // The turn timed out first, the game moved on, or a bot plays for somebody who could not reveal in time: try again.
            Err(Code::Stale | Code::Rules | Code::GameOn | Code::NoGame | Code::MatchOver | Code::SitsOut) => {
                for player in &mut players {
                    player.idle(Duration::from_millis(100)).await;
                }
            }
            Err(code) => panic!("{action:?} was refused: {code:?}"),
        }
    }
    Played { table: players[0].table.clone(), acknowledged }
}
