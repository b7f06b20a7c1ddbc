//! Tournaments whose devices are at another node than the owner's.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use trinta_tournament::CodeTarget;

use crate::cluster::{Nodes, TestNode};
use crate::common::LONG;
use crate::hall::{Cup, Device, result, seating};

/// A tournament of eight, with its first round on, at the first of two nodes.
struct Hall {
    a: TestNode,
    b: TestNode,
    cup: Cup,
    organiser: Device,
    tables: Vec<Vec<u64>>,
}

impl Hall {
    async fn begin(nodes: &Nodes) -> Hall {
        let (a, b) = (nodes.start("a").await, nodes.start("b").await);
        let cup = Cup::new(&a.server, json!({"capacity": 8})).await;
        let mut organiser = cup.organiser(1).await;
        cup.begin(&mut organiser, 8).await;
        organiser.until(|message| message["view"]["round"] == 1).await;
        let tables = seating(&organiser.view, 1);
        Hall { a, b, cup, organiser, tables }
    }

    /// The tournament as it is reached by the second node.
    fn elsewhere(&self) -> Cup {
        Cup { address: self.b.server.address(), ..self.cup.clone() }
    }

    /// A device at the second node, and the code by which it judges a table.
    async fn judge(&self, seed: u8, table: u32) -> (Device, String) {
        let code = self.cup.code(&self.a.server, CodeTarget::Sheet { round: 1, table }).await;
        let mut judge = Device::new(seed);
        judge.connect(&self.elsewhere(), json!({"code": code})).await;
        (judge, code)
    }

    async fn log_at(&self, node: &TestNode) -> Vec<trinta_tournament::Entry> {
        node.server.halls().hall(&self.cup.id).await.unwrap().entries().await.unwrap()
    }
}

fn incident(table: u32, note: &str) -> Value {
    json!({"do": "incident", "kind": "other", "round": 1, "table": table, "note": note})
}

/// How often an entry of a command is in the log.
fn times(log: &[trinta_tournament::Entry], id: &str) -> usize {
    log.iter().filter(|entry| entry.command.get("id").and_then(Value::as_str) == Some(id)).count()
}

async fn until_seq(device: &mut Device, seq: &Value) {
    device.until(|message| message["type"] == "view" && message["seq"].as_u64() >= seq.as_u64()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_while_the_bus_was_gone_arrives_when_it_is_back_and_views_catch_up() {
    let nodes = Nodes::new().await;
    let mut hall = Hall::begin(&nodes).await;
    let (mut judge, code) = hall.judge(2, 2).await;
    let mut wall = Device::new(3);
    wall.connect(&hall.elsewhere(), Value::Null).await;
    nodes.hub.set_down(true);
    // At the owner work goes on, at the other node a result waits.
    let mut newest = Value::Null;
    for note in 0..5 {
        let command = incident(1, &format!("note {note}"));
        newest = hall.organiser.done(command, None).await["seq"].clone();
    }
    let envelope = judge.sign(result(1, 2, &hall.tables[1], 10), Some(&code));
    judge.send(&json!({"type": "command", "envelope": envelope})).await;
    sleep(Duration::from_millis(500)).await;
    nodes.hub.set_down(false);
    let answered = judge.until(|message| message["type"] == "answer").await;
    assert_eq!(answered["answer"]["ok"], true, "{answered}");
    let seq = &answered["answer"]["seq"];
    assert!(seq.as_u64() > newest.as_u64(), "{seq} after {newest}");
    for device in [&mut judge, &mut wall, &mut hall.organiser] {
        until_seq(device, seq).await;
    }
    let log = hall.log_at(&hall.a).await;
    assert_eq!(times(&log, &envelope.id()), 1);
    assert_eq!(hall.log_at(&hall.b).await, log, "the node that follows has every entry");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_a_tournament_is_lost_on_a_bus_that_loses_one_text_of_five() {
    let nodes = Nodes::new().await;
    let mut hall = Hall::begin(&nodes).await;
    let (mut judge, code) = hall.judge(2, 2).await;
    nodes.hub.lose(5);
    let mut ids = Vec::new();
    for note in 0..15 {
        let command = incident(2, &format!("note {note}"));
        let envelope = judge.sign(command, Some(&code));
        let answer = judge.answer(&envelope).await;
        assert_eq!(answer["ok"], true, "{answer}");
        ids.push(envelope.id());
    }
    let seq = hall.organiser.done(incident(1, "the last one"), None).await;
    until_seq(&mut judge, &seq["seq"]).await;
    nodes.hub.lose(0);
    let log = hall.log_at(&hall.b).await;
    assert!(ids.iter().all(|id| times(&log, id) == 1));
    let gaps = [&hall.a, &hall.b].map(|node| node.server.registry().cluster().unwrap().gaps());
    assert!(gaps.iter().sum::<u64>() > 0, "one text of five was lost, and nobody missed any");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_follows_a_tournament_reads_only_what_is_new() {
    const COMMANDS: usize = 30;
    let nodes = Nodes::new().await;
    let mut hall = Hall::begin(&nodes).await;
    let mut wall = Device::new(3);
    wall.connect(&hall.elsewhere(), Value::Null).await;
    let before = hall.b.store.asked().entries_read.load(Ordering::Relaxed);
    let mut newest = Value::Null;
    for note in 0..COMMANDS {
        let command = incident(1, &format!("note {note}"));
        newest = hall.organiser.done(command, None).await["seq"].clone();
    }
    until_seq(&mut wall, &newest).await;
    let read = hall.b.store.asked().entries_read.load(Ordering::Relaxed) - before;
    assert_eq!(read, COMMANDS, "each entry is read once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_that_are_erased_are_gone_at_the_node_that_follows() {
    let nodes = Nodes::new().await;
    let mut hall = Hall::begin(&nodes).await;
    let mut desk = hall.elsewhere().organiser(4).await;
    assert!(desk.view.to_string().contains("Secretname"));
    hall.organiser.done(json!({"do": "postpone", "why": "a storm"}), None).await;
    hall.organiser.done(json!({"do": "forget"}), None).await;
    desk.until(|message| message["type"] == "view" && !message["view"].to_string().contains("Secretname")).await;
    assert_eq!(hall.log_at(&hall.b).await, hall.log_at(&hall.a).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_devices_of_a_dead_owner_go_on_at_another_node_and_their_commands_have_one_effect() {
    let nodes = Nodes::new().await;
    let hall = Hall::begin(&nodes).await;
    let (mut judge, code) = hall.judge(2, 2).await;
    judge.done(incident(2, "a tile fell"), Some(&code)).await;
    let envelope = judge.sign(result(1, 2, &hall.tables[1], 10), Some(&code));
    hall.a.set_cut_off(true);
    judge.send(&json!({"type": "command", "envelope": envelope})).await;
    // A device comes back until it is let in, and sends again what nobody has answered.
    let credentials = json!({"code": code});
    let hello = json!({"type": "hello", "protocol": 1, "as": credentials, "device": judge.key, "backup_seq": null});
    let answer = timeout(2 * LONG, async {
        loop {
            let message = judge.receive().await;
            if message["type"] == "answer" && message["n"] == envelope.n {
                return message["answer"].clone();
            }
            if !message.is_null() && message["type"] != "bye" {
                continue;
            }
            while judge.hello(&hall.elsewhere(), hello.clone()).await["type"] != "welcome" {
                sleep(Duration::from_millis(100)).await;
            }
            judge.send(&json!({"type": "command", "envelope": envelope})).await;
        }
    });
    let answer = answer.await.expect("the other node takes the tournament over");
    assert_eq!(answer["ok"], true, "{answer}");
    let log = hall.log_at(&hall.b).await;
    assert_eq!(times(&log, &envelope.id()), 1);
    // The owner of before wakes, and follows the new one.
    hall.a.set_cut_off(false);
    let follows = async {
        loop {
            if let Ok(seen) = hall.a.server.halls().hall(&hall.cup.id).await
                && let Ok(entries) = seen.entries().await
                && entries == log
            {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG, follows).await.expect("the woken node has the log of the new owner");
}
