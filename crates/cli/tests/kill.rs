//! `kill -9` at random moments under load: every acknowledged move is stored exactly once, and all players return.
//!
//! `TRINTA_KILLS=200 cargo test -p trinta --test kill` does it two hundred times; an ordinary run a few times.
#![cfg(unix)]

mod load;

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{sleep, timeout};
use trinta_store::{SqliteOptions, SqliteStore};
use trinta_table::library::Library;

use load::{Load, RECEIVE_TIMEOUT, examine, play, sit_down};

const TABLES: usize = 8;

fn start(data: &Path, config: &Path, address: SocketAddr) -> Child {
    let mut process = Command::new(env!("CARGO_BIN_EXE_trinta"))
        .args(["serve", "--no-open", "--log", "error", "--listen", &address.to_string(), "--data"])
        .arg(data)
        .arg("--config")
        .arg(config)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("running"), "the server does not start: {said}");
    process
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_random_moments_the_server_loses_nothing_and_does_nothing_twice() {
    let kills: usize = std::env::var("TRINTA_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let folder = tempfile::tempdir().unwrap();
    let data: PathBuf = folder.path().join("data");
    let config = folder.path().join("fast.toml");
    std::fs::write(&config, "rate_limits = false\nbot_delay_ms = 0\n").unwrap();
    // A free port, which the restarted server uses again.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut server = start(&data, &config, address);
    let mut acknowledged: HashMap<String, Vec<(String, u64)>> = HashMap::new();
    let mut dice = trinta_bots::Dice::new(7);
    let mut done = 0;
    while done < kills {
        let load = Arc::new(Load::default());
        let mut tables = Vec::new();
        for number in 0..TABLES {
            tables.push(sit_down(address, number).await);
        }
        let tables: Vec<_> = tables.into_iter().map(|players| tokio::spawn(play(players, load.clone()))).collect();
        // Matches end, so new tables are opened after every few kills.
        for _ in 0..10.min(kills - done) {
            sleep(Duration::from_millis(80 + dice.below(600) as u64)).await;
            server.kill().unwrap();
            server.wait().unwrap();
            server = start(&data, &config, address);
            done += 1;
        }
        load.stop.store(true, Ordering::Relaxed);
        for table in tables {
            let (name, commands) = timeout(RECEIVE_TIMEOUT * 2, table).await.expect("the table stops").unwrap();
            acknowledged.insert(name, commands);
        }
    }
    let id = server.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(0), "it stops gracefully");
    let store = SqliteStore::open(&SqliteOptions::new(data.join("trinta.db"))).await.unwrap();
    let library = Library::default();
    let (mut moves, mut credits) = (0, 0);
    for (table, commands) in &acknowledged {
        let (own, resumed) = examine(&store, table, commands, &library).await;
        (moves, credits) = (moves + own, credits + resumed);
    }
    println!("{done} kills, {} tables, {moves} acknowledged commands, {credits} clocks credited", acknowledged.len());
    assert!(moves > TABLES * 3, "{moves}");
    assert!(credits > 0, "no clock was credited");
}
