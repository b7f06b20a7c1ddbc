//! A server on a port of its own, and people who play by the wire.
#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use trinta_bots::numbers::position;
use trinta_client::{Client, Follower, Hello, TableConnection};
use trinta_core::{Layout, Seat};
use trinta_server::chance::SystemChance;
use trinta_server::clock::Clock;
use trinta_server::{Server, ServerOptions};
use trinta_solver::{Budget, Objective, solve};
use trinta_store::{MemoryStore, Store};
use trinta_table::Plan;
use trinta_table::wire::{Action, ClientMessage, CreateTable, JoinBody, ServerMessage, TableCreated};

/// No test waits longer for anything.
pub(crate) const LONG: Duration = Duration::from_secs(20);

pub(crate) fn options() -> ServerOptions {
    let mut options = ServerOptions::local();
    options.rooms.bot_delay = Duration::ZERO;
    // Those who play here are faster than people; the tests of budgets have them on.
    options.limits = false;
    options
}

pub(crate) async fn start_with(options: ServerOptions, store: Arc<dyn Store>) -> Server {
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

    pub(crate) async fn expect_done(&mut self, action: Action) {
        let answer = self.act(action).await;
        assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
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

/// A layout.
pub(crate) fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}
