//! What hashes, heads and the witness cost: the same appends with and without them, alternately in one run.
//!
//! `cargo run --release -p trinta-store --example cost -- [LOGS] [SECONDS]`

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use trinta_store::{
    Append, LeaseStore as _, LogId, LogStore as _, NodeId, Put, Space, SqliteOptions, SqliteStore, Store as _,
};
use trinta_time::Timestamp;

/// Rounds in which both are measured one after the other, so that other load affects both.
const ROUNDS: u32 = 5;
/// About what a move takes in the log of a table.
const ENTRY_BYTES: usize = 350;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse::<u32>().ok());
    let (logs, seconds) = (arguments.next().unwrap_or(200), arguments.next().unwrap_or(2));
    let mut ratios = Vec::new();
    for round in 0..ROUNDS {
        let mut rates = [0.0; 2];
        // Which one is first changes, too.
        for turn in 0..2 {
            let hashed = (round + turn) % 2 == 0;
            rates[usize::from(hashed)] = measure(logs, Duration::from_secs(u64::from(seconds)), hashed).await;
        }
        let [without, with] = rates;
        println!("{logs} logs at once: {with:.0} entries a second with hashes, {without:.0} without");
        ratios.push(with / without);
    }
    ratios.sort_by(f64::total_cmp);
    println!("with / without, median of {ROUNDS}: {:.2}", ratios[ratios.len() / 2]);
}

/// Entries a second that many logs store, each as soon as its last one is stored.
async fn measure(logs: u32, time: Duration, hashed: bool) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let options = SqliteOptions { hashed, ..SqliteOptions::new(folder.path().join("store.db")) };
    let store = Arc::new(SqliteStore::open(&options).await.unwrap());
    let node = NodeId::new("bench").unwrap();
    let mut claimed = Vec::new();
    for number in 0..logs {
        let log = LogId::new(&format!("table-{number}")).unwrap();
        store.create(&log, "".into()).await.unwrap();
        let claim = store.claim(&log, &node, Timestamp::EPOCH).await.unwrap();
        claimed.push((log, claim.epoch));
    }
    let started = Instant::now();
    let mut writers = JoinSet::new();
    for (log, epoch) in claimed {
        let store = store.clone();
        writers.spawn(async move {
            let mut seq = 0;
            while started.elapsed() < time {
                seq += 1;
                let mut append = Append::new(&log, epoch, seq, Timestamp::EPOCH, "m".repeat(ENTRY_BYTES));
                append.command = Some(format!("a:{seq}"));
                if seq % 30 == 0 {
                    append =
                        append.summary(true, "s".repeat(250)).put(Put::set(Space::new("b").key(log.as_str()), "v"));
                }
                store.append(append).await.unwrap();
            }
            seq
        });
    }
    let entries: u64 = writers.join_all().await.into_iter().sum();
    let rate = entries as f64 / started.elapsed().as_secs_f64();
    store.close().await.unwrap();
    assert!(Path::new(&options.path).exists());
    rate
}
