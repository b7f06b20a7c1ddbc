//! Appends a second of a file and of a database, with many appends in a commit and with one, alternately in one run.
//!
//! `cargo xtask services cargo run --release -p trinta-store --example databases -- [LOGS] [SECONDS]`

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use trinta_store::{
    Append, LogId, NodeId, PostgresOptions, PostgresStore, SqliteOptions, SqliteStore, Store, StoreError,
};
use trinta_time::Timestamp;

/// Rounds in which each is measured, so that other load affects all of them.
const ROUNDS: u32 = 3;
/// About what a move takes in the log of a table.
const ENTRY_BYTES: usize = 350;

/// What is measured: its name, how many appends share a commit, and how many tasks write. None for the file.
const KINDS: [(&str, Option<(usize, usize)>); 4] = [
    ("SQLite", None),
    ("PostgreSQL, many in a commit", Some((512, 1))),
    ("PostgreSQL, many in a commit, two writers", Some((512, 2))),
    ("PostgreSQL, one in a commit", Some((1, 1))),
];

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), StoreError> {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse::<u32>().ok());
    let (logs, seconds) = (arguments.next().unwrap_or(200), arguments.next().unwrap_or(2));
    let Ok(url) = std::env::var("TRINTA_TEST_POSTGRES") else {
        println!("set TRINTA_TEST_POSTGRES, or use `cargo xtask services`, which sets it");
        return Ok(());
    };
    let mut rates = [const { Vec::new() }; KINDS.len()];
    for round in 0..ROUNDS {
        for (number, (name, shape)) in KINDS.into_iter().enumerate() {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let store: Arc<dyn Store> = match shape {
                None => Arc::new(SqliteStore::open(&SqliteOptions::new(folder.path().join("store.db"))).await?),
                Some((max_batch, writers)) => {
                    let schema = format!("bench_{}_{round}_{number}", std::process::id());
                    let options = PostgresOptions { schema, max_batch, writers, ..PostgresOptions::new(&url) };
                    Arc::new(PostgresStore::open(&options).await?)
                }
            };
            let rate = measure(&store, logs, Duration::from_secs(u64::from(seconds))).await?;
            println!("{logs} logs at once: {rate:>7.0} entries a second, {name}");
            rates[number].push(rate);
            store.close().await?;
        }
    }
    let median = |rates: &mut Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    };
    let medians = rates.each_mut().map(median);
    println!("medians of {ROUNDS}, as a part of SQLite's:");
    for ((name, _), rate) in KINDS.iter().zip(medians) {
        println!("{:>6.2}  {name}", rate / medians[0]);
    }
    Ok(())
}

/// Entries a second that many logs store, each as soon as its last one is stored.
async fn measure(store: &Arc<dyn Store>, logs: u32, time: Duration) -> Result<f64, StoreError> {
    let node = NodeId::new("bench")?;
    let mut claimed = Vec::new();
    for number in 0..logs {
        let log = LogId::new(&format!("table-{number}"))?;
        store.create(&log, "".into()).await?;
        let claim = store.claim(&log, &node, Timestamp::EPOCH).await?;
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
                let append = Append::new(&log, epoch, seq, Timestamp::EPOCH, "x".repeat(ENTRY_BYTES));
                store.append(append.command(&seq.to_string())).await?;
            }
            Ok::<u64, StoreError>(seq)
        });
    }
    let counts: Result<Vec<u64>, StoreError> = writers.join_all().await.into_iter().collect();
    Ok(counts?.iter().sum::<u64>() as f64 / started.elapsed().as_secs_f64())
}
