//! A store with damage, and one that was restored in the middle of games (findings S7 and S12).

use std::path::Path;
use std::sync::Arc;

use sqlx::ConnectOptions as _;
use trinta_client::{Client, Hello};
use trinta_server::check::fold_all;
use trinta_store::{Damage, LogId, LogStore as _, SqliteOptions, SqliteStore, Store};
use trinta_table::wire::Action;
use trinta_table::{Plan, Request, Requester};

use crate::common::{Person, guest, options, play_game, seated, start_with};

async fn open(path: &Path) -> Arc<SqliteStore> {
    Arc::new(SqliteStore::open(&SqliteOptions::new(path)).await.unwrap())
}

async fn change(path: &Path, statement: String) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = options.connect().await.unwrap();
    let done = sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
    assert!(done.rows_affected() > 0);
    sqlx::Connection::close(connection).await.unwrap();
}

/// What somebody is told first who comes to a table.
async fn first_answer(client: &Client, table: &str) -> String {
    match client.enter(table, Hello::default()).await {
        Ok(mut connection) => connection.receive_text().await.unwrap(),
        Err(refused) => refused.to_string(),
    }
}

/// The events of the last entry of a table, as text.
async fn last_entry(store: &dyn Store, table: &LogId) -> String {
    store.read(table, 1, 10_000).await.unwrap().pop().unwrap().body.text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s7_a_damaged_table_is_set_aside_and_the_others_are_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trinta.db");
    let server = start_with(options(), open(&path).await).await;
    let (damaged, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    drop(people);
    let (whole, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let clients: Vec<_> = people.iter().map(|person| person.client.clone()).collect();
    drop(people);
    server.stop().await.unwrap();
    change(&path, format!("UPDATE entry SET at = at + 1 WHERE log = '{}' AND seq = 3", damaged.table)).await;

    let store = open(&path).await;
    let named: Vec<_> = store.damages().iter().filter_map(Damage::log).map(ToString::to_string).collect();
    assert_eq!(named, std::slice::from_ref(&damaged.table), "by name at the start");
    let server = start_with(options(), store.clone()).await;
    let visitor = guest(&server, "Cai").await;
    let answer = first_answer(&visitor, &damaged.table).await;
    assert!(answer.contains("not-stored") && answer.contains("set aside"), "{answer}");
    assert!(!answer.contains(folder.path().to_str().unwrap()), "S16: no path reaches players: {answer}");
    let mut people = Vec::new();
    for (seat, client) in (0..).zip(&clients) {
        let client = Client::new(server.address()).with_secret(client.secret().map(str::to_owned));
        people.push(Person::at(&client, &whole.table, seat).await);
    }
    play_game(&mut people).await;
    let opened: Arc<dyn Store> = Arc::new(SqliteStore::open_read_only(&path).await.unwrap());
    let found = fold_all(&opened, |_| {}).await.unwrap();
    assert!(matches!(&found[..], [Damage::Log { log, .. }] if log.as_str() == damaged.table), "{found:?}");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s12_what_was_secret_when_a_copy_was_made_counts_for_nothing_once_it_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("trinta.db"), folder.path().join("copy.db"));
    let server = start_with(options(), open(&path).await).await;
    let (running, mut people) = seated(&server, Plan::new("hk", 2)).await;
    let (waiting, others) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    // The seed of a deal is chosen, and nobody is there to go on with it.
    drop(others);
    let (running, waiting) = (LogId::new(&running.table).unwrap(), LogId::new(&waiting.table).unwrap());
    server.registry().request(&waiting, Requester::House, Request::Begin).await.unwrap();
    trinta_store::backup(&path, &copy).await.unwrap();
    // The game is played on, and its seed revealed to everybody.
    play_game(&mut people).await;
    let seed = |text: &str, key: &str| text.split(key).nth(1).map(|rest| rest[3..67].to_owned());
    let entries = server.registry().store().read(&running, 1, 10_000).await.unwrap();
    assert!(entries.iter().any(|entry| entry.body.text.contains("\"table\":\"revealed\"")));
    let entries = server.registry().store().read(&waiting, 1, 10_000).await.unwrap();
    let known = entries.iter().filter_map(|entry| seed(&entry.body.text, "seed")).next_back().unwrap();
    drop(people);
    server.stop().await.unwrap();

    let restored = folder.path().join("restored/trinta.db");
    trinta_store::restore(&copy, &restored).await.unwrap();
    let store = open(&restored).await;
    let server = start_with(options(), store.clone()).await;
    let visitor = guest(&server, "Cai").await;
    for table in [&running, &waiting] {
        first_answer(&visitor, table.as_str()).await;
    }
    assert!(last_entry(&*store, &running).await.contains("closed"), "the game is void");
    let entries = store.read(&running, 1, 10_000).await.unwrap();
    assert!(!entries.iter().any(|entry| entry.body.text.contains("\"table\":\"revealed\"")), "and has no result");
    let last = last_entry(&*store, &waiting).await;
    assert!(last.contains("deal-aborted") && last.contains("\"missing\":[]"), "{last}");
    let now = seed(&last, "next").expect("a new seed is committed to");
    assert_ne!(now, known, "the next deal is secret again");
    // Once is enough.
    let length = store.read(&waiting, 1, 10_000).await.unwrap().len();
    server.stop().await.unwrap();
    drop(store);
    let store = open(&restored).await;
    let server = start_with(options(), store.clone()).await;
    let visitor = guest(&server, "Dom").await;
    first_answer(&visitor, waiting.as_str()).await;
    assert_eq!(store.read(&waiting, 1, 10_000).await.unwrap().len(), length);
    server.stop().await.unwrap();
}
