//! Tables spread over nodes: a node that comes gets its share, and those of a node that died are read a few at a time.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use trinta_client::{Client, Hello};
use trinta_core::Seat;
use trinta_table::Plan;
use trinta_table::wire::Action;

use super::{Nodes, TestNode, seated_at};
use crate::common::{LONG, guest, play_game, table_of};

/// The tables that a node serves.
fn rooms(node: &TestNode) -> i64 {
    node.server.registry().metrics().rooms.load(Ordering::Relaxed)
}

/// Waits until something holds, looking again and again.
async fn until(what: &str, holds: impl Fn() -> bool) {
    let look = async {
        while !holds() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    // A node looks every five seconds whether others have fewer tables, and moves one of eight at a time.
    timeout(3 * LONG, look).await.unwrap_or_else(|_| panic!("{what}"));
}

/// Opens tables at a node, each by its host.
async fn open(node: &TestNode, tables: usize) -> (Client, Vec<String>) {
    let host = guest(&node.server, "Ana").await;
    let mut names = Vec::new();
    for _ in 0..tables {
        names.push(host.create(&table_of(Plan::new("hk", 2))).await.unwrap().table);
    }
    (host, names)
}

/// Keeps a host at each of these tables: whenever a node lets go of one, they come in at the next of these nodes. Ends when
/// it is dropped.
fn stay(host: &Client, tables: &[String], nodes: &[SocketAddr]) -> JoinSet<()> {
    let mut hosts = JoinSet::new();
    for table in tables {
        let (secret, table, nodes) = (host.secret().map(str::to_owned), table.clone(), nodes.to_vec());
        hosts.spawn(async move {
            for &node in nodes.iter().cycle() {
                let client = Client::new(node).with_secret(secret.clone());
                let hello = Hello { seat: Some(Seat(0)), ..Hello::default() };
                if let Ok(mut connection) = client.enter(&table, hello).await {
                    while connection.receive_text().await.is_ok() {}
                }
                sleep(Duration::from_millis(20)).await;
            }
        });
    }
    hosts
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_node_gets_its_share_of_the_tables_and_no_game_is_disturbed() {
    const TABLES: usize = 12;
    let nodes = Nodes::new().await;
    let a = nodes.start("a").await;
    let (_, mut people) = seated_at(&[&a], Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let (host, tables) = open(&a, TABLES).await;
    let alone = stay(&host, &tables, &[a.server.address()]);
    until("everybody is at the first node", || rooms(&a) == 1 + TABLES as i64).await;
    drop(alone);
    let b = nodes.start("b").await;
    let hosts = stay(&host, &tables, &[a.server.address(), b.server.address()]);
    until("the new node gets its share", || {
        let (old, new) = (rooms(&a), rooms(&b));
        new > 0 && old <= new + new / 4 + 4 && old + new == 1 + TABLES as i64
    })
    .await;
    // Nobody at the running game had to come back: the connections are those of its beginning.
    play_game(&mut people).await;
    drop(hosts);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_tables_of_a_node_that_died_are_read_a_few_at_a_time() {
    const TABLES: usize = 40;
    let nodes = Nodes::new().await;
    let (a, b) = (nodes.start("a").await, nodes.start("b").await);
    let (host, tables) = open(&a, TABLES).await;
    let hosts = stay(&host, &tables, &[b.server.address()]);
    let relays = || b.server.registry().metrics().relays.load(Ordering::Relaxed);
    until("everybody is at the node that relays", || relays() == TABLES as i64).await;
    let before = b.store.asked().claims.load(Ordering::Relaxed);
    a.set_cut_off(true);
    until("the node that is left has all tables", || rooms(&b) == TABLES as i64).await;
    let most = b.store.asked().most_claims_at_once.load(Ordering::Relaxed);
    assert!((2..=4).contains(&most), "{most} claims at once");
    let claims = b.store.asked().claims.load(Ordering::Relaxed) - before;
    assert!(claims <= 8 * TABLES, "{claims} claims of {TABLES} tables");
    drop(hosts);
}
