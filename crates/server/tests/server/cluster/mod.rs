//! Several servers in one process, over one store and one bus: as one server, whichever a person comes to.

mod credit;
mod faults;
mod leak;
mod relay;
mod shared;
mod shared_store;
mod spread;

use std::sync::Arc;

use trinta_client::{Client, Hello};
use trinta_core::Seat;
use trinta_server::cluster::{InProcessBus, InProcessHub};
use trinta_server::{ClusterOptions, Server, ServerOptions};
use trinta_store::Store;
use trinta_table::Plan;
use trinta_table::wire::{Action, JoinBody, TableCreated};

use crate::common::{Person, guest, options, start_with, table_of};
use shared_store::NodeStore;

/// A node, and what connects it to the others.
pub(crate) struct TestNode {
    pub(crate) server: Server,
    pub(crate) bus: Arc<InProcessBus>,
    pub(crate) store: Arc<NodeStore>,
}

impl TestNode {
    /// Cuts the node off from bus and store, as if it were paused or its machine were gone; or connects it again.
    pub(crate) fn set_cut_off(&self, cut_off: bool) {
        self.bus.set_connected(!cut_off);
        self.store.set_reachable(!cut_off);
    }
}

/// Nodes over one store.
pub(crate) struct Nodes {
    pub(crate) hub: Arc<InProcessHub>,
    store: Arc<dyn Store>,
    fenced: bool,
}

impl Nodes {
    pub(crate) async fn new() -> Nodes {
        Nodes { hub: Arc::default(), store: crate::shared_store().await, fenced: true }
    }

    /// Starts another node.
    pub(crate) async fn start(&self, name: &str) -> TestNode {
        self.start_with(name, options(), false).await
    }

    async fn start_with(&self, name: &str, mut options: ServerOptions, front: bool) -> TestNode {
        let bus = self.hub.connect();
        let store = NodeStore::over(self.store.clone(), self.fenced);
        options.cluster = Some(ClusterOptions { name: name.to_owned(), front, bus: bus.clone() });
        let server = start_with(options, store.clone()).await;
        TestNode { server, bus, store }
    }
}

/// The same person at another node.
pub(crate) fn at_node(client: &Client, node: &TestNode) -> Client {
    Client::new(node.server.address()).with_secret(client.secret().map(str::to_owned))
}

/// A table opened at the first node, with a guest at each seat who comes to the node of that seat.
pub(crate) async fn seated_at(nodes: &[&TestNode], plan: Plan) -> (TableCreated, Vec<Person>) {
    let players = plan.players;
    let host = guest(&nodes[0].server, "Ana").await;
    let created = host.create(&table_of(plan)).await.unwrap();
    let mut people = vec![Person::at(&host, &created.table, 0).await];
    for seat in 1..players {
        let node = nodes[usize::from(seat) % nodes.len()];
        let client = guest(&node.server, &format!("Guest {seat}")).await;
        let join = JoinBody { seat: Some(Seat(seat)), code: Some(created.code.clone()), ..JoinBody::default() };
        client.join(&created.table, &join).await.unwrap();
        people.push(Person::at(&client, &created.table, seat).await);
    }
    (created, people)
}

/// Begins a game of two; it is the turn of the second, who has heard of it.
pub(crate) async fn begin_with_the_second(people: &mut [Person]) {
    people[0].expect_done(Action::Begin).await;
    if people[0].follower.turn().unwrap().index() == 0 {
        people[0].expect_done(Action::Draw).await;
    }
    let version = people[0].follower.version();
    while people[1].follower.version() < version {
        people[1].receive().await;
    }
}

/// Has somebody come back to a node with what they know.
pub(crate) async fn come_back(person: Person, node: &TestNode) -> Person {
    let client = at_node(&person.client, node);
    let hello = Hello { seat: person.follower.seat(), since: person.follower.since(), ..Hello::default() };
    let table = person.table.clone();
    let commands = person.commands;
    let mut back = Person::come_back(&client, &table, hello, person.follower).await;
    back.commands = commands;
    back
}
