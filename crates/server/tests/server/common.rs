//! A server on a port of its own, and people who play by the wire.
#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use trinta_bots::numbers::position;
use trinta_client::{Client, Follower, Hello, TableConnection};
use trinta_core::shuffle::{Bytes32, commitment, entropy_commitment};
use trinta_core::{Layout, Seat};
use trinta_server::chance::SystemChance;
use trinta_server::clock::Clock;
use trinta_server::cluster::InProcessHub;
use trinta_server::room::{Performed, Registry};
use trinta_server::{ClusterOptions, Server, ServerOptions};
use trinta_solver::{Budget, Objective, solve};
use trinta_store::{LogId, MemoryStore, Store};
use trinta_table::wire::{Action, ClientMessage, CreateTable, JoinBody, ServerMessage, SessionView, TableCreated};
use trinta_table::{Plan, Request, Requester, TableEvent};

/// No test waits longer for anything.
pub(crate) const LONG: Duration = Duration::from_secs(20);

pub(crate) fn options() -> ServerOptions {
    let mut options = ServerOptions::local();
    options.rooms.bot_delay = Duration::ZERO;
    // Those who play here are faster than people; the tests of budgets have them on.
    options.limits = false;
    options
}

/// A server over a store. In the program of tests `elsewhere` it is a node that leaves its tables and tournaments to
/// another one, which ends with the test.
pub(crate) async fn start_with(mut options: ServerOptions, store: Arc<dyn Store>) -> Server {
    let alone = options.cluster.is_none();
    if crate::ELSEWHERE && alone {
        let hub: Arc<InProcessHub> = Arc::default();
        let node = |name: &str, front| Some(ClusterOptions { name: name.to_owned(), front, bus: hub.connect() });
        let owner =
            start_alone(ServerOptions { cluster: node("owner", false), ..options.clone() }, store.clone()).await;
        tokio::spawn(async move {
            let _owner = owner;
            std::future::pending::<()>().await;
        });
        options.cluster = node("front", true);
    }
    let server = start_alone(options, store).await;
    // Before it has heard of the owner, it would serve tables itself.
    while crate::ELSEWHERE && alone && server.registry().cluster().is_some_and(|node| node.others().is_empty()) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server
}

/// A server that has its store for itself: for tests in which one stops and another goes on with its store.
pub(crate) async fn start_alone(options: ServerOptions, store: Arc<dyn Store>) -> Server {
    Server::start(options, store, Clock::system(), Arc::new(SystemChance)).await.unwrap()
}

pub(crate) async fn start() -> Server {
    start_with(options(), Arc::new(MemoryStore::new())).await
}

pub(crate) async fn guest(server: &Server, name: &str) -> Client {
    let mut client = Client::new(server.address());
    client.sign_in(name).await.unwrap();
    client
}

pub(crate) fn table_of(plan: Plan) -> CreateTable {
    CreateTable { plan, sit: true, bots: BTreeMap::new(), begin: false }
}

/// Somebody at a table, by the wire.
pub(crate) struct Person {
    pub(crate) client: Client,
    pub(crate) table: String,
    pub(crate) connection: TableConnection,
    pub(crate) follower: Follower,
    pub(crate) commands: u64,
    pub(crate) received: Vec<String>,
}

impl Person {
    pub(crate) async fn enter(client: &Client, table: &str, hello: Hello) -> Person {
        Person::come_back(client, table, hello, Follower::default()).await
    }

    /// Comes in with what is known of the table already.
    pub(crate) async fn come_back(client: &Client, table: &str, hello: Hello, follower: Follower) -> Person {
        let connection = client.enter(table, hello).await.unwrap();
        let mut person = Person {
            client: client.clone(),
            table: table.to_owned(),
            connection,
            follower,
            commands: 0,
            received: Vec::new(),
        };
        person.receive().await;
        person
    }

    pub(crate) async fn at(client: &Client, table: &str, seat: u8) -> Person {
        Person::enter(client, table, Hello { seat: Some(Seat(seat)), ..Hello::default() }).await
    }

    pub(crate) async fn receive(&mut self) -> ServerMessage {
        let text = timeout(LONG, self.connection.receive_text())
            .await
            .expect("a message comes")
            .expect("the connection is open");
        let message = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        self.follower.apply(&message).unwrap_or_else(|error| panic!("{error}: {text}"));
        if let (ServerMessage::Happened { clock, phase, counts, .. }, Some(game)) = (&message, self.follower.game()) {
            assert_eq!(phase.as_ref(), Some(game.state.phase()), "{text}");
            assert!(clock.is_none_or(|clock| self.follower.turn() == Some(clock.seat)), "{text}");
            let folded: Vec<u16> = game.state.seats().iter().map(|seat| seat.rack.count).collect();
            assert_eq!(*counts, folded, "{text}");
        }
        self.received.push(text);
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

    pub(crate) fn command(&mut self, action: Action) -> ClientMessage {
        self.commands += 1;
        let id = format!("c{}x{}", self.follower.seat().map_or(9, |seat| seat.0), self.commands);
        ClientMessage::Command { id, version: self.follower.version(), action }
    }

    /// Does something, and gives the answer: `done` or `refused`.
    pub(crate) async fn act(&mut self, action: Action) -> ServerMessage {
        let message = self.command(action);
        self.connection.send(&message).await.unwrap();
        let ClientMessage::Command { id, .. } = &message else { unreachable!() };
        let id = id.clone();
        self.receive_until(|message| match message {
            ServerMessage::Done { id: of, .. } => *of == id,
            ServerMessage::Refused { id: of, .. } => of.as_ref() == Some(&id),
            _ => false,
        })
        .await
    }

    /// Does something. When it begins a game, this waits for the deal.
    pub(crate) async fn expect_done(&mut self, action: Action) {
        let (begins, heard) = (action == Action::Begin, self.received.len());
        let answer = self.act(action).await;
        assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
        if begins {
            self.await_deal(heard).await;
        }
    }

    /// Waits for a deal among the messages from a number on.
    pub(crate) async fn await_deal(&mut self, heard: usize) {
        while !self.received[heard..].iter().any(|text| text.contains("\"game-begun\"")) {
            self.receive().await;
        }
    }

    /// What the solver would do in this place.
    pub(crate) fn best(&self) -> Action {
        let game = self.follower.game().unwrap();
        let play = position(game).and_then(|asked| solve(&asked, Objective::Tiles, Budget::nodes(20_000)).best);
        match play {
            Some(best) => Action::Play { table: best.table.into_layout() },
            None if game.state.pool_size() > 0 => Action::Draw,
            None => Action::Pass,
        }
    }
}

/// A table with a guest at each seat, in order.
pub(crate) async fn seated(server: &Server, plan: Plan) -> (TableCreated, Vec<Person>) {
    let players = plan.players;
    let host = guest(server, "Ana").await;
    let created = host.create(&table_of(plan)).await.unwrap();
    let mut people = vec![Person::at(&host, &created.table, 0).await];
    for seat in 1..players {
        let client = guest(server, &format!("Guest {seat}")).await;
        let join = JoinBody { seat: Some(Seat(seat)), code: Some(created.code.clone()), ..JoinBody::default() };
        client.join(&created.table, &join).await.unwrap();
        people.push(Person::at(&client, &created.table, seat).await);
    }
    (created, people)
}

/// Plays one game to its end. Everybody hears everything.
pub(crate) async fn play_game(people: &mut [Person]) {
    play_game_slowly(people, Duration::ZERO).await;
}

/// Plays one game to its end, waiting before each move.
pub(crate) async fn play_game_slowly(people: &mut [Person], wait: Duration) {
    let before = people[0].follower.ended();
    for _ in 0..2000 {
        if people[0].follower.ended() > before {
            return;
        }
        let Some(turn) = people[0].follower.turn() else {
            people[0].receive().await;
            continue;
        };
        let version = people[0].follower.version();
        let player = &mut people[turn.index()];
        while player.follower.version() < version {
            player.receive().await;
        }
        let action = player.best();
        tokio::time::sleep(wait).await;
        player.expect_done(action).await;
        let version = player.follower.version();
        for person in people.iter_mut() {
            while person.follower.version() < version {
                person.receive().await;
            }
        }
    }
    panic!("the game does not end");
}

/// What the devices of those who play would do in a deal that was just announced: commit, and reveal.
pub(crate) async fn take_part(
    registry: &Arc<Registry>,
    id: &LogId,
    announced: &Performed,
    seats: impl IntoIterator<Item = Seat> + Clone,
) {
    let seed = announced.events.iter().find_map(|event| match event {
        TableEvent::DealAnnounced { seed, .. } => Some(seed.parse().unwrap()),
        _ => None,
    });
    let deal = commitment(&seed.expect("a deal was announced"));
    let entropy = |seat: Seat| Bytes32([seat.0; 32]);
    for seat in seats.clone() {
        let commitment = entropy_commitment(&deal, &entropy(seat).0);
        let commit = Request::CommitEntropy { seat, deal, commitment };
        registry.request(id, Requester::Seat(seat), commit).await.unwrap();
    }
    for seat in seats {
        let reveal = Request::RevealEntropy { seat, deal, entropy: entropy(seat) };
        registry.request(id, Requester::Seat(seat), reveal).await.unwrap();
    }
}

/// A layout.
pub(crate) fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

/// Makes an account of a guest, whose session gets a new secret.
pub(crate) async fn register(client: &mut Client, account: &str) -> SessionView {
    let body = serde_json::json!({ "account": account, "password": "correct horse battery" }).to_string();
    let json = [("content-type", "application/json")];
    let (status, cookie, body) =
        client.raw(hyper::Method::POST, "/api/v1/account", &json, body.into_bytes()).await.unwrap();
    assert_eq!(status, 201);
    let secret = cookie.expect("a new secret").split([';', '=']).nth(1).map(str::to_owned);
    *client = client.clone().with_secret(secret);
    serde_json::from_slice(&body).unwrap()
}
