//! People at nodes that do not own their table.

use std::sync::Arc;

use trinta_client::Hello;
use trinta_core::Seat;
use trinta_server::bodies::{CodeBody, SeatedTable, TableSummary};
use trinta_server::cluster::{Bus as _, InProcessHub, Node, NodeParts, Target};
use trinta_store::{LogId, NodeId};
use trinta_table::wire::{Action, ServerMessage};
use trinta_table::{Access, Plan};

use super::{Nodes, at_node, seated_at};
use crate::common::{Person, guest, play_game};

#[tokio::test]
async fn a_game_is_played_by_people_at_three_nodes() {
    let nodes = Nodes::new().await;
    let all = [nodes.start("a").await, nodes.start("b").await, nodes.start("c").await];
    let (created, mut people) = seated_at(&[&all[0], &all[1], &all[2]], Plan::new("hk", 3)).await;
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    let table = LogId::new(&created.table).unwrap();
    let stored = nodes.store.read(&table, 1, 10_000).await.unwrap();
    assert_eq!(stored.len() as u64, people[2].follower.version(), "everybody has heard everything");
    // Whoever watches at another node than the owner's sees the same end.
    let watcher = guest(&all[1].server, "Eva").await;
    let hello = Hello { code: Some(created.code.clone()), ..Hello::default() };
    let watcher = Person::enter(&watcher, &created.table, hello).await;
    assert_eq!(watcher.follower.version(), people[0].follower.version());
    let published: Vec<(u64, u64)> =
        all.iter().map(|node| node.server.registry().cluster().unwrap().published()).collect();
    let (texts, bytes) = published.iter().fold((0, 0), |sum, node| (sum.0 + node.0, sum.1 + node.1));
    println!("{} entries, {texts} texts and {bytes} bytes on the bus", stored.len());
}

#[tokio::test]
async fn what_the_bus_loses_is_sent_again() {
    let nodes = Nodes::new().await;
    let (a, b) = (nodes.start("a").await, nodes.start("b").await);
    let (created, mut people) = seated_at(&[&a, &b], Plan::new("hk", 2)).await;
    nodes.hub.lose(5);
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    nodes.hub.lose(0);
    let stored = nodes.store.read(&LogId::new(&created.table).unwrap(), 1, 10_000).await.unwrap();
    assert_eq!(stored.len() as u64, people[1].follower.version());
    let gaps = a.server.registry().cluster().unwrap().gaps() + b.server.registry().cluster().unwrap().gaps();
    assert!(gaps > 0, "the bus lost one text of five, and nobody missed any");
}

#[tokio::test]
async fn lists_codes_seats_names_and_chat_are_those_of_all_nodes() {
    let nodes = Nodes::new().await;
    let (a, b) = (nodes.start("a").await, nodes.start("b").await);
    let mut plan = Plan::new("hk", 2);
    plan.access = Access::Open;
    let (created, mut people) = seated_at(&[&a, &b], plan).await;
    let elsewhere = guest(&b.server, "Rui").await;
    let lobby: Vec<TableSummary> = elsewhere.get("/api/v1/tables").await.unwrap();
    assert_eq!(lobby.len(), 1, "the table of the other node is listed");
    let found: TableSummary = elsewhere.post("/api/v1/codes", &CodeBody { code: created.code.clone() }).await.unwrap();
    assert_eq!(found.table, created.table);
    // The session, and the way back to the table, hold at every node.
    let ana = at_node(&people[0].client, &b);
    let seats: Vec<SeatedTable> = ana.get("/api/v1/seats").await.unwrap();
    assert_eq!((seats.len(), seats[0].seats.as_slice()), (1, &[Seat(0)][..]));
    people[1]
        .connection
        .send(&trinta_table::wire::ClientMessage::Chat { text: Some("ola".to_owned()), phrase: None })
        .await
        .unwrap();
    let said = people[0].receive_until(|message| matches!(message, ServerMessage::Said { .. })).await;
    assert!(matches!(said, ServerMessage::Said { line } if line.seat == Some(Seat(1))));
    // Whoever leaves is seen to leave, at whichever node.
    let left = people.pop().unwrap();
    drop(left);
    people[0]
        .receive_until(|message| matches!(message, ServerMessage::Presence { seat: Seat(1), connected: false }))
        .await;
}

async fn start_node(hub: &Arc<InProcessHub>, name: &str) -> NodeParts {
    Node::start(NodeId::new(name).unwrap(), name.to_owned(), false, hub.connect()).await.unwrap()
}

#[tokio::test]
async fn two_nodes_that_have_nothing_to_say_are_quiet() {
    let hub: Arc<InProcessHub> = Arc::default();
    let (a, mut b) = (start_node(&hub, "a").await, start_node(&hub, "b").await);
    let mut signs = hub.connect().subscribe("trinta.alive".to_owned()).await.unwrap();
    let mut session = a.node.open(b.node.id(), Target::Table("t".to_owned()));
    session.send(&"one");
    let mut other = b.opened.recv().await.unwrap().session;
    assert_eq!(other.receive().await.unwrap().get(), "\"one\"");
    other.send(&"two");
    assert_eq!(session.receive().await.unwrap().get(), "\"two\"");
    let ends = tokio::spawn(async move { tokio::join!(session.receive(), other.receive()) });
    // Each node says twice a second that it lives, and in the first second everything is acknowledged.
    for _ in 0..4 {
        signs.next().await;
    }
    let (before, counted) = (hub.published(), 8);
    for _ in 0..counted {
        signs.next().await;
    }
    let said = hub.published() - before;
    assert!(said <= 2 * counted, "{said} texts while nothing was said, {counted} of them signs of life");
    assert!(!ends.is_finished());
}
