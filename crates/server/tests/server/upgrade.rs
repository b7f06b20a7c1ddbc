//! A store that version 0.1.0 wrote opens and goes on: accounts, histories, records, and a game in the middle of a turn.
//!
//! `fixtures/store-0.1.0.db` was written by the program of that version: two accounts, a finished match by `hk`, a match by
//! `cn` between its games, a game by `school` that is on, and a table that waits.

use std::sync::Arc;

use hyper::Method;
use trinta_client::Client;
use trinta_core::edition::RulesVersion;
use trinta_core::record::{Record, verify};
use trinta_server::Server;
use trinta_server::bodies::{FinishedGame, TableSummary};
use trinta_solver::Referee;
use trinta_store::{LogId, LogStore as _, SqliteOptions, SqliteStore};
use trinta_table::wire::SessionView;

use crate::common::{Person, options, play_game, start_with};

const STORE: &[u8] = include_bytes!("fixtures/store-0.1.0.db");
/// The table with the game that is on.
const RUNNING: &str = "2428a9f3dee25ee1d8ab9e1e";

async fn log_in(server: &Server, account: &str) -> Client {
    let client = Client::new(server.address());
    let body = serde_json::to_vec(&serde_json::json!({"account": account, "password": "correct horse"})).unwrap();
    let headers = [("content-type", "application/json")];
    let (status, cookie, _) = client.raw(Method::POST, "/api/v1/login", &headers, body).await.unwrap();
    assert!(status.is_success(), "{account}: {status}");
    let secret = cookie.unwrap().split([';', '=']).nth(1).unwrap().to_owned();
    client.with_secret(Some(secret))
}

async fn record(client: &Client, game: &FinishedGame) -> Record {
    let path = format!("/api/v1/tables/{}/games/{}/record", game.table, game.number);
    let (status, _, text) = client.raw(Method::GET, &path, &[], Vec::new()).await.unwrap();
    assert!(status.is_success(), "{path}: {status}");
    Record::read(std::str::from_utf8(&text).unwrap()).unwrap().record
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_of_version_0_1_0_opens_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trinta.db");
    std::fs::write(&file, STORE).unwrap();
    let store = SqliteStore::open(&SqliteOptions::new(&file)).await.unwrap();
    let before = store.read(&LogId::new(RUNNING).unwrap(), 1, 10_000).await.unwrap().len() as u64;
    let server = start_with(options(), Arc::new(store)).await;
    let (ana, berta) = (log_in(&server, "ana").await, log_in(&server, "berta").await);

    let session: SessionView = ana.get("/api/v1/session").await.unwrap();
    assert!(session.rating.is_some(), "ratings are kept: {session:?}");
    let lobby: Vec<TableSummary> = ana.get("/api/v1/tables").await.unwrap();
    assert!(lobby.iter().any(|table| table.name == "Friday"), "{lobby:?}");

    let games: Vec<FinishedGame> = ana.get("/api/v1/games").await.unwrap();
    assert_eq!(games.len(), 3, "two games by hk and one by cn");
    for game in &games {
        let record = record(&ana, game).await;
        assert_eq!(record.header.rules, RulesVersion::V1, "a game keeps the rules it was played by");
        verify(&record, &Referee::new(), None).unwrap();
    }

    let mut people = [Person::at(&ana, RUNNING, 0).await, Person::at(&berta, RUNNING, 1).await];
    let version = people.iter().map(|person| person.follower.version()).max().unwrap();
    assert!(version > before, "the time without a server is credited");
    for person in &mut people {
        while person.follower.version() < version {
            person.receive().await;
        }
    }
    let settings = people[0].follower.game().unwrap().state.settings().clone();
    assert_eq!((settings.edition.as_str(), settings.version), ("school", RulesVersion::V1));
    play_game(&mut people).await;
    let games: Vec<FinishedGame> = ana.get("/api/v1/games").await.unwrap();
    let finished = games.iter().find(|game| game.table == RUNNING).expect("the game is in the history");
    verify(&record(&ana, finished).await, &Referee::new(), None).unwrap();
    server.stop().await.unwrap();
}
