//! What people at another node than the owner's are sent, and what the bus carries for them.

use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, timeout_at};
use trinta_client::Hello;
use trinta_core::Seat;
use trinta_server::cluster::{Bus as _, Frame};
use trinta_table::Plan;
use trinta_table::wire::Action;

use super::{Nodes, TestNode, at_node, seated_at};
use crate::common::{Person, guest, play_game};

/// What somebody was sent of the game, as text.
fn happened(person: &Person) -> Vec<&String> {
    person.received.iter().filter(|text| text.contains("\"type\":\"happened\"")).collect()
}

async fn catch_up(person: &mut Person, version: u64) {
    while person.follower.version() < version {
        person.receive().await;
    }
}

/// The messages in a text that the owner of a table sends to another node.
fn messages(text: &[u8]) -> Vec<Value> {
    let frame: Frame = serde_json::from_slice(text).unwrap();
    let Some(body) = frame.body else { return Vec::new() };
    let said: Value = serde_json::from_str(body.get()).unwrap();
    said.as_array()
        .into_iter()
        .flatten()
        .map(|said| said["text"]["text"].clone())
        .filter(|text| !text.is_null())
        .collect()
}

#[tokio::test]
async fn people_at_another_node_are_sent_the_same_bytes_and_the_bus_carries_nothing_else_to_it() {
    let nodes = Nodes::new().await;
    let (a, b) = (nodes.start("a").await, nodes.start("b").await);
    let name = b.server.registry().cluster().unwrap().id().clone();
    let mut carried = nodes.hub.connect().subscribe(format!("trinta.node.{name}")).await.unwrap();
    // The first player is at the owner, and the second at the other node; each has a spectator.
    let (created, mut people) = seated_at(&[&a, &b], Plan::new("hk", 2)).await;
    let watch = async |node: &TestNode, name: &str| {
        let hello = Hello { code: Some(created.code.clone()), ..Hello::default() };
        Person::enter(&guest(&node.server, name).await, &created.table, hello).await
    };
    let (mut eva, mut rui) = (watch(&a, "Eva").await, watch(&b, "Rui").await);
    // The second player once more, at the owner.
    let hello = Hello { seat: Some(Seat(1)), ..Hello::default() };
    let mut twin = Person::enter(&at_node(&people[1].client, &a), &created.table, hello).await;
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    let version = people[0].follower.version();
    for person in [&mut eva, &mut rui, &mut twin].into_iter().chain(&mut people) {
        catch_up(person, version).await;
    }
    assert!(happened(&eva).len() > 20);
    assert_eq!(happened(&eva), happened(&rui), "a spectator is sent the same at any node");
    assert_eq!(happened(&twin), happened(&people[1]), "a player is sent the same at any node");
    let received: Vec<Value> =
        people[1].received.iter().chain(&rui.received).map(|text| serde_json::from_str(text).unwrap()).collect();
    let mut compared = 0;
    // Signs of life go on for ever; what people were sent has been carried before.
    let until = Instant::now() + Duration::from_millis(500);
    while let Ok(Some(text)) = timeout_at(until, carried.next()).await {
        for message in messages(&text) {
            // A client answers in deals by itself, and keeps what it is answered.
            let of_deal = message["id"].as_str().is_some_and(|id| id.starts_with("deal"));
            assert!(of_deal || received.contains(&message), "nobody at that node is sent this: {message}");
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}
