//! Nodes that die, are paused, or leave.

use std::time::Duration;

use tokio::time::{Instant, timeout};
use trinta_client::Hello;
use trinta_server::clock::Clock;
use trinta_store::LogId;
use trinta_table::wire::{Action, ServerMessage};
use trinta_table::{Code, Plan, TableEvent};

use super::{Nodes, TestNode, come_back, seated_at};
use crate::common::{LONG, Person, play_game};

/// Receives until the server says goodbye, and gives its reason.
async fn goodbye(person: &mut Person) -> Code {
    match person.receive_until(|message| matches!(message, ServerMessage::Bye { .. })).await {
        ServerMessage::Bye { code, .. } => code,
        _ => unreachable!(),
    }
}

/// A game between a person at each of two nodes, of which the first owns the table.
async fn game(nodes: &Nodes) -> (TestNode, TestNode, LogId, Vec<Person>) {
    let (a, b) = (nodes.start("a").await, nodes.start("b").await);
    let (table, people) = begin(&[&a, &b]).await;
    (a, b, table, people)
}

/// A game that has begun, between a person at each of these nodes in turn.
async fn begin(nodes: &[&TestNode]) -> (LogId, Vec<Person>) {
    let (created, mut people) = seated_at(nodes, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    while people[1].follower.version() < people[0].follower.version() {
        people[1].receive().await;
    }
    (LogId::new(&created.table).unwrap(), people)
}

#[tokio::test]
async fn a_node_that_dies_is_replaced_and_the_time_is_given_back() {
    let nodes = Nodes::new().await;
    let (a, b, table, mut people) = game(&nodes).await;
    a.set_cut_off(true);
    let began = Instant::now();
    assert_eq!(goodbye(&mut people[1]).await, Code::Stopping, "one moment, and no error");
    // Both come back to the node that is left; the first has heard nothing yet of the end of the other.
    let mut back = Vec::new();
    for person in people.drain(..) {
        back.push(come_back(person, &b).await);
    }
    let stall = began.elapsed();
    assert!(stall > Duration::from_secs(2), "nobody takes a table before the lease has run out: {stall:?}");
    let stored = nodes.store.read(&table, 1, 100).await.unwrap();
    let events = stored.iter().flat_map(|entry| serde_json::from_str::<Vec<TableEvent>>(&entry.body.text).unwrap());
    let given: Duration =
        events.map(|event| if let TableEvent::Resumed { lost, .. } = event { lost } else { Duration::ZERO }).sum();
    assert!(
        given > Duration::from_secs(2) && given < began.elapsed() + Duration::from_secs(2),
        "{given:?} of {stall:?}"
    );
    play_game(&mut back).await;
}

/// The entries of a table in which somebody draws.
async fn draws(nodes: &Nodes, table: &LogId) -> usize {
    let stored = nodes.store.read(table, 1, 1000).await.unwrap();
    stored.iter().filter(|entry| entry.body.text.contains("\"drew\"")).count()
}

/// Somebody on turn draws at a node that is cut off, and again at the node that has taken the table over. Then the first
/// node wakes. Gives how many draws the log has of the two.
async fn draw_at_a_paused_node_and_its_successor(nodes: &Nodes) -> usize {
    let (a, b) = (nodes.start("a").await, nodes.start("b").await);
    let (table, mut people) = begin(&[&a]).await;
    let before = draws(nodes, &table).await;
    let turn = people[0].follower.turn().unwrap().index();
    let mut person = people.remove(turn);
    a.set_cut_off(true);
    let late = person.command(Action::Draw);
    person.connection.send(&late).await.unwrap();
    let mut again = come_back_beside(&person, &b).await;
    again.expect_done(Action::Draw).await;
    a.set_cut_off(false);
    // The woken node lets go of its table; what it still said before was refused, or taken.
    while let Ok(Ok(_)) = timeout(LONG, person.connection.receive_text()).await {}
    // The room has given up, and its store does what it was asked for, or refuses it.
    tokio::time::sleep(Duration::from_secs(1)).await;
    draws(nodes, &table).await - before
}

#[tokio::test]
async fn a_node_that_was_paused_writes_nothing_when_it_wakes() {
    assert_eq!(draw_at_a_paused_node_and_its_successor(&Nodes::new().await).await, 1);
}

#[tokio::test]
async fn without_the_fence_the_woken_node_plays_the_turn_once_more() {
    let nodes = Nodes { fenced: false, ..Nodes::new().await };
    assert_eq!(draw_at_a_paused_node_and_its_successor(&nodes).await, 2);
}

#[tokio::test]
async fn people_at_a_node_that_was_paused_come_back_to_what_happened_meanwhile() {
    let nodes = Nodes::new().await;
    let (a, b, table, mut people) = game(&nodes).await;
    a.set_cut_off(true);
    let other = come_back(people.pop().unwrap(), &b).await;
    let mut first = people.pop().unwrap();
    let beside = come_back_beside(&first, &b).await;
    a.set_cut_off(false);
    assert_eq!(goodbye(&mut first).await, Code::Stopping);
    drop(beside);
    let mut back = come_back(first, &a).await;
    let stored = nodes.store.read(&table, 1, 100).await.unwrap().len() as u64;
    while back.follower.version() < stored {
        back.receive().await;
    }
    play_game(&mut [back, other]).await;
}

/// The same person once more, at another node, while the first connection hangs.
async fn come_back_beside(person: &Person, node: &TestNode) -> Person {
    let client = super::at_node(&person.client, node);
    let (seat, since) = (person.follower.seat(), person.follower.since());
    let hello = Hello { seat, since, ..Hello::default() };
    let mut beside = Person::come_back(&client, &person.table, hello, person.follower.clone()).await;
    // Other ids than those of the first connection.
    beside.commands = 1000;
    beside
}

#[tokio::test]
async fn a_node_that_stops_hands_its_tables_over_at_once() {
    let nodes = Nodes::new().await;
    let (a, b, _, mut people) = game(&nodes).await;
    let began = Instant::now();
    let TestNode { server, .. } = a;
    let stopping = tokio::spawn(server.stop());
    let mut back = Vec::new();
    for mut person in people.drain(..) {
        assert_eq!(goodbye(&mut person).await, Code::Stopping);
        back.push(come_back(person, &b).await);
    }
    assert!(began.elapsed() < Duration::from_millis(1500), "{:?}", began.elapsed());
    stopping.await.unwrap().unwrap();
    play_game(&mut back).await;
}

#[tokio::test]
async fn a_bus_that_is_gone_for_a_moment_disturbs_nobody() {
    let nodes = Nodes::new().await;
    let (_a, _b, _, mut people) = game(&nodes).await;
    nodes.hub.set_down(true);
    let turn = people[1].follower.turn().unwrap();
    let action = people[turn.index()].best();
    let command = people[turn.index()].command(action);
    people[turn.index()].connection.send(&command).await.unwrap();
    tokio::time::sleep(Duration::from_millis(700)).await;
    nodes.hub.set_down(false);
    let done = |message: &ServerMessage| matches!(message, ServerMessage::Done { .. });
    people[turn.index()].receive_until(done).await;
    let version = people[turn.index()].follower.version();
    for person in &mut people {
        while person.follower.version() < version {
            person.receive().await;
        }
    }
    play_game(&mut people).await;
}

#[tokio::test]
async fn a_bus_that_is_gone_for_long_leaves_a_gap_which_is_filled_by_version() {
    let nodes = Nodes::new().await;
    let (_a, b, table, mut people) = game(&nodes).await;
    let mut elsewhere = people.pop().unwrap();
    let mut owner = people.pop().unwrap();
    if owner.follower.turn().unwrap().index() == 1 {
        elsewhere.expect_done(Action::Draw).await;
        let version = elsewhere.follower.version();
        while owner.follower.version() < version {
            owner.receive().await;
        }
    }
    let known = elsewhere.follower.version();
    nodes.hub.set_down(true);
    // Whoever is at the owner plays on; the other node gives the session up, and its people come back.
    owner.expect_done(Action::Draw).await;
    assert_eq!(goodbye(&mut elsewhere).await, Code::Stopping);
    nodes.hub.set_down(false);
    let mut back = come_back(elsewhere, &b).await;
    let version = owner.follower.version();
    while back.follower.version() < version {
        back.receive().await;
    }
    assert!(version > known);
    let stored = nodes.store.read(&table, 1, 1000).await.unwrap();
    assert!(stored.len() as u64 >= version, "nothing was made up");
    play_game(&mut [owner, back]).await;
}

#[tokio::test]
async fn a_store_that_is_slow_with_its_lists_costs_no_node_its_lease() {
    let nodes = Nodes::new().await;
    let (a, _b, table, _people) = game(&nodes).await;
    let owner = async || nodes.store.owner(&table, Clock::system().now()).await.unwrap().map(|owner| owner.epoch);
    let before = owner().await;
    assert!(before.is_some());
    a.store.set_lists(false);
    // Until the list of tournaments is read again, and the lease could have run out.
    let until = Instant::now() + Duration::from_secs(10);
    while Instant::now() < until {
        assert_eq!(owner().await, before, "the node still holds its table");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    a.store.set_lists(true);
}
