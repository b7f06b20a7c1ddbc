//! A game on a disk that is really full for a while (finding S1).

use std::sync::Arc;

use hyper::Method;
use trinta_client::Client;
use trinta_server::Server;
use trinta_store::{SqliteOptions, SqliteStore};
use trinta_table::wire::{Action, ServerMessage};
use trinta_table::{Code, Plan};
use trinta_testkit::SmallDisk;

use crate::common::{Person, options, play_game, seated, start_with};

/// Everybody hears what anybody has heard.
async fn catch_up(people: &mut [Person]) {
    let newest = people.iter().map(|person| person.follower.version()).max().unwrap();
    for person in people {
        while person.follower.version() < newest {
            person.receive().await;
        }
    }
}

/// What `/healthz` and `/readyz` answer.
async fn health(server: &Server) -> [u16; 2] {
    let client = Client::new(server.address());
    let mut answers = [0; 2];
    for (door, answer) in ["/healthz", "/readyz"].into_iter().zip(&mut answers) {
        let (status, ..) = client.raw(Method::GET, door, &[], Vec::new()).await.unwrap();
        *answer = status.as_u16();
    }
    answers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s1_a_game_goes_on_when_a_full_disk_has_room_again() {
    let Some(disk) = SmallDisk::mount("server-s1", 4096) else { return };
    let folder = disk.folder().to_str().unwrap();
    let store = SqliteStore::open(&SqliteOptions::new(disk.folder().join("trinta.db"))).await.unwrap();
    let server = start_with(options(), Arc::new(store)).await;
    let (created, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    catch_up(&mut people).await;
    assert_eq!(health(&server).await, [200, 200]);
    disk.fill();
    // What the file system gave before it was full may still be used up.
    let refused = loop {
        catch_up(&mut people).await;
        let Some(turn) = people[0].follower.turn() else { panic!("the game ended on a full disk") };
        let action = people[turn.index()].best();
        match people[turn.index()].act(action).await {
            ServerMessage::Done { .. } => {}
            refused => break refused,
        }
    };
    assert!(matches!(&refused, ServerMessage::Refused { code: Code::NotStored, .. }), "{refused:?}");
    assert!(!serde_json::to_string(&refused).unwrap().contains(folder), "no path of the server is said");
    assert_eq!(health(&server).await, [200, 503], "it lives, and is not ready");
    let before = people[0].follower.version();
    disk.make_room();
    // The house gives the lost time back by itself.
    while !people[0].received.last().unwrap().contains("\"resumed\"") {
        people[0].receive().await;
    }
    assert_eq!(people[0].follower.version(), before + 1, "nothing of what was refused has happened");
    assert_eq!(health(&server).await, [200, 200]);
    catch_up(&mut people).await;
    play_game(&mut people).await;
    let log = trinta_store::LogId::new(&created.table).unwrap();
    let stored = server.registry().store().read(&log, 1, 10_000).await.unwrap();
    assert_eq!(stored.len() as u64, people[0].follower.version(), "what everybody has seen is stored");
    assert_eq!(stored.iter().filter(|entry| entry.body.text.contains("\"resumed\"")).count(), 1);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_a_store_that_is_lost_is_said_at_every_door_and_no_path_reaches_players() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trinta.db");
    let store = SqliteStore::open(&SqliteOptions::new(&path)).await.unwrap();
    let mut options = options();
    // With a token nobody on this machine is taken for whoever runs the server.
    options.app.metrics_token = Some("0123456789abcdef".to_owned());
    let server = start_with(options, Arc::new(store)).await;
    let (created, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    catch_up(&mut people).await;
    let client = people[0].client.clone();
    std::fs::remove_file(&path).unwrap();
    while server.registry().store().health().await.is_ok() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(health(&server).await, [503, 503], "a restart is needed");
    let seat = people[0].follower.turn().unwrap().index();
    let draw = people[seat].command(Action::Draw);
    people[seat].connection.send(&draw).await.unwrap();
    let mut said = Vec::new();
    while let Ok(Ok(text)) = tokio::time::timeout(crate::common::LONG, people[seat].connection.receive_text()).await {
        let is_last = text.contains("\"not-stored\"") || text.contains("\"bye\"");
        said.push(text);
        if is_last {
            break;
        }
    }
    assert!(said.iter().any(|text| text.contains("not-stored")), "the move is refused: {said:?}");
    let json = [("content-type", "application/json")];
    for (method, door, body) in [
        (Method::GET, "/healthz".to_owned(), ""),
        (Method::GET, "/readyz".to_owned(), ""),
        (Method::GET, "/api/v1/session".to_owned(), ""),
        (Method::GET, "/api/v1/games".to_owned(), ""),
        (Method::GET, "/api/v1/seats".to_owned(), ""),
        (Method::GET, format!("/api/v1/tables/{}/games/1/record", created.table), ""),
        (Method::POST, "/api/v1/session".to_owned(), r#"{"name":"Eve"}"#),
        (Method::POST, "/api/v1/codes".to_owned(), r#"{"code":"AAAA22"}"#),
        (
            Method::POST,
            "/api/v1/tables".to_owned(),
            r#"{"plan":{"edition":"hk","players":2},"sit":true,"bots":{},"begin":false}"#,
        ),
    ] {
        let (.., answer) = client.raw(method, &door, &json, body.as_bytes().to_vec()).await.unwrap();
        said.push(format!("{door}: {}", String::from_utf8_lossy(&answer)));
    }
    let own = folder.path().to_str().unwrap();
    let told: Vec<_> = said.iter().filter(|text| text.contains(own) || text.contains("trinta.db")).collect();
    assert!(told.is_empty(), "{told:#?}");
    drop(server);
}
