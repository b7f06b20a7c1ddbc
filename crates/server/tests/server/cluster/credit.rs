//! Nobody is charged for the time in which the way to their table was broken.

use std::time::Duration;

use hyper::Method;
use tokio::time::{Instant, sleep};
use trinta_client::Client;
use trinta_store::LogId;
use trinta_table::wire::{Action, ServerMessage};
use trinta_table::{Plan, TableEvent};

use super::{Nodes, TestNode, begin_with_the_second, come_back, seated_at};
use crate::common::Person;

/// A game between a person at each of two nodes, of which the first owns the table; the second is on turn.
async fn second_on_turn(nodes: &Nodes) -> (TestNode, TestNode, LogId, Vec<Person>) {
    let (a, b) = (nodes.start("a").await, nodes.start("b").await);
    let (created, mut people) = seated_at(&[&a, &b], Plan::new("hk", 2)).await;
    begin_with_the_second(&mut people).await;
    (a, b, LogId::new(&created.table).unwrap(), people)
}

/// What was given back at a table.
async fn given_back(nodes: &Nodes, table: &LogId) -> Duration {
    let stored = nodes.store.read(table, 1, 1000).await.unwrap();
    let events = stored.iter().flat_map(|entry| serde_json::from_str::<Vec<TableEvent>>(&entry.body.text).unwrap());
    events.map(|event| if let TableEvent::Resumed { lost, .. } = event { lost } else { Duration::ZERO }).sum()
}

#[tokio::test]
async fn whoever_was_cut_off_with_their_node_gets_the_time_back() {
    let nodes = Nodes::new().await;
    let (a, b, table, mut people) = second_on_turn(&nodes).await;
    b.set_cut_off(true);
    sleep(Duration::from_secs(3)).await;
    let mut back = come_back(people.pop().unwrap(), &a).await;
    back.expect_done(Action::Draw).await;
    let given = given_back(&nodes, &table).await;
    assert!(given > Duration::from_secs(2) && given < Duration::from_secs(4), "{given:?}");
}

#[tokio::test]
async fn a_bus_that_is_gone_for_a_moment_is_charged_to_nobody() {
    let nodes = Nodes::new().await;
    let (_a, _b, table, mut people) = second_on_turn(&nodes).await;
    nodes.hub.set_down(true);
    sleep(Duration::from_secs(2)).await;
    nodes.hub.set_down(false);
    people[1].expect_done(Action::Draw).await;
    let given = given_back(&nodes, &table).await;
    assert!(given > Duration::from_secs(1) && given < Duration::from_secs(3), "{given:?}");
}

#[tokio::test]
async fn an_owner_whose_bus_carries_nothing_lets_go_and_charges_nobody() {
    let nodes = Nodes::new().await;
    let (a, b, table, mut people) = second_on_turn(&nodes).await;
    let began = Instant::now();
    a.bus.cut_unnoticed();
    people[1].receive_until(|message| matches!(message, ServerMessage::Bye { .. })).await;
    let mut back = come_back(people.pop().unwrap(), &b).await;
    back.expect_done(Action::Draw).await;
    let given = given_back(&nodes, &table).await;
    assert!(given + Duration::from_secs(1) > began.elapsed(), "{given:?} of {:?}", began.elapsed());
    assert!(given < began.elapsed() + Duration::from_secs(1), "{given:?} of {:?}", began.elapsed());
}

/// Waits until a node says that it can serve people.
async fn ready(node: &TestNode) {
    let client = Client::new(node.server.address());
    loop {
        let (status, ..) = client.raw(Method::GET, "/readyz", &[], Vec::new()).await.unwrap();
        if status.is_success() {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_store_that_is_away_for_longer_than_a_lease_is_charged_to_nobody() {
    let nodes = Nodes::new().await;
    let (a, b, table, mut people) = second_on_turn(&nodes).await;
    let began = Instant::now();
    for node in [&a, &b] {
        node.store.set_reachable(false);
    }
    people[1].receive_until(|message| matches!(message, ServerMessage::Bye { .. })).await;
    for node in [&a, &b] {
        node.store.set_reachable(true);
    }
    ready(&a).await;
    ready(&b).await;
    let mut back = come_back(people.pop().unwrap(), &b).await;
    back.expect_done(Action::Draw).await;
    let given = given_back(&nodes, &table).await;
    assert!(given + Duration::from_secs(2) > began.elapsed(), "{given:?} of {:?}", began.elapsed());
    assert!(given < began.elapsed() + Duration::from_secs(2), "{given:?} of {:?}", began.elapsed());
}

#[tokio::test]
async fn a_move_that_waits_for_the_store_is_not_charged_to_the_next_player() {
    let nodes = Nodes::new().await;
    let (a, _b, table, mut people) = second_on_turn(&nodes).await;
    a.store.set_reachable(false);
    let draw = people[1].command(Action::Draw);
    people[1].connection.send(&draw).await.unwrap();
    sleep(Duration::from_millis(1500)).await;
    a.store.set_reachable(true);
    people[1].receive_until(|message| matches!(message, ServerMessage::Done { .. })).await;
    while given_back(&nodes, &table).await.is_zero() {
        people[0].receive().await;
    }
    let given = given_back(&nodes, &table).await;
    assert!(given > Duration::from_secs(1) && given < Duration::from_secs(3), "{given:?}");
}
