//! A full hall: 64 players at 16 tables, each with its judge's phone, cards, the desk and the projector, for two rounds.

use serde_json::{Value, json};
use tokio::task::JoinSet;
use trinta_tournament::{CodeTarget, Number};

use crate::common::start;
use crate::hall::{Cup, Device, result, seating};

const PLAYERS: u32 = 64;
const TABLES: u32 = 16;

/// All judges at once take their tables and send their results.
async fn play_round(cup: &Cup, server: &trinta_server::Server, round: u32, tables: &[Vec<u64>]) {
    let mut judges = JoinSet::new();
    for (table, players) in (1..).zip(tables) {
        let code = cup.code(server, CodeTarget::Sheet { round, table }).await;
        let (cup, players) = (cup.clone(), players.clone());
        judges.spawn(async move {
            let mut judge = Device::new(u8::try_from(round * TABLES + table).unwrap());
            judge.connect(&cup, json!({"code": code})).await;
            // In the second round it is another phone's turn.
            let claim = json!({"do": "claim", "table": table, "device": "phone", "take_over": round > 1});
            judge.done(claim, Some(&code)).await;
            let written = result(round, table, &players, 40 + u64::from(table));
            judge.done(written.clone(), Some(&code)).await;
            // Somebody types it in once more: it is the same result.
            let again = judge.give(written, Some(&code)).await;
            assert_eq!((&again["ok"], &again["merged"]), (&json!(true), &json!(true)), "{again}");
        });
    }
    judges.join_all().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hall_of_64_plays_its_rounds_and_everybody_sees_the_same() {
    let server = start().await;
    let cup = Cup::new(&server, json!({"capacity": PLAYERS, "rounds": 2, "winners": 4})).await;
    let mut desk = cup.organiser(250).await;
    cup.begin(&mut desk, PLAYERS).await;
    let mut wall = Device::new(249);
    wall.connect(&cup, Value::Null).await;
    let mut card = Device::new(248);
    let code = cup.code(&server, CodeTarget::Player(Number(33))).await;
    card.connect(&cup, json!({"code": code})).await;
    for round in 1..=2 {
        if round == 2 {
            for step in ["seat", "publish", "start"] {
                desk.done(json!({"do": step, "round": round}), None).await;
            }
        }
        desk.until(|message| message["view"]["round"] == round).await;
        let tables = seating(&desk.view, round as usize);
        assert_eq!((tables.len(), tables.concat().len()), (TABLES as usize, PLAYERS as usize));
        play_round(&cup, &server, round, &tables).await;
    }
    let seq = desk.done(json!({"do": "finish"}), None).await["seq"].clone();
    for device in [&mut desk, &mut wall, &mut card] {
        device.until(|message| message["type"] == "view" && message["seq"] == seq).await;
    }
    let log = desk.ask(json!({"what": "log"})).await;
    let entries = log["log"].as_array().unwrap();
    let results = entries.iter().filter(|entry| entry["command"]["do"] == "result").count();
    assert_eq!(results, 2 * TABLES as usize, "each result once");
    let standings = desk.ask(json!({"what": "standings"})).await;
    // Whoever comes late sees what those see who were there all the time.
    let (mut late, mut late_wall) = (cup.organiser(247).await, Device::new(246));
    late_wall.connect(&cup, Value::Null).await;
    assert_eq!(late.ask(json!({"what": "standings"})).await, standings);
    assert_eq!((&late.view, &late_wall.view), (&desk.view, &wall.view));
    server.stop().await.unwrap();
}
