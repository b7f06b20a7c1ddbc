//! Three nodes with PostgreSQL and NATS, real games by websocket at random nodes, and faults: every acknowledged move is
//! stored exactly once, and no clock is charged for an outage.
//!
//! `cargo xtask cluster [FAULTS] [TABLES]` runs it; `docs/cluster.md` has what a long run printed.
#![cfg(unix)]

mod ledger;
mod node;
mod player;
mod proxy;
mod recovery;
mod secured;
mod services;
mod versions;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use trinta_bots::Dice;
use trinta_core::edition::Value;
use trinta_store::{PostgresOptions, PostgresStore};
use trinta_table::Plan;

use ledger::{Ledger, Window};
use node::NodeProcess;
use player::{Latencies, Nodes, Played, play, sit_down};
use services::{Service, nats, postgres};

/// How long is waited after a fault until the next.
const SETTLE: Duration = Duration::from_secs(4);
/// After this many faults new tables are opened, so that some are new and some have a long log.
const FAULTS_PER_TABLE: usize = 24;
/// How many tables are opened at a time.
const TABLES_AT_ONCE: usize = 16;
/// How long the tables may take until the last has noticed that it has to stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(120);

/// What is done to the nodes and services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    KillNode,
    StopNode,
    PauseNode,
    KillNats,
    KillPostgres,
    CutFromNats,
    CutFromPostgres,
    RollingRestart,
}

const FAULTS: [Fault; 8] = [
    Fault::KillNode,
    Fault::StopNode,
    Fault::PauseNode,
    Fault::KillNats,
    Fault::KillPostgres,
    Fault::CutFromNats,
    Fault::CutFromPostgres,
    Fault::RollingRestart,
];

/// All faults, or those that are named, such as `KillNode,CutFromNats`.
fn faults_to_commit() -> Vec<Fault> {
    let Ok(names) = std::env::var("TRINTA_ONLY") else { return FAULTS.to_vec() };
    let named = |name| FAULTS.into_iter().find(|fault| format!("{fault:?}") == name);
    names.split(',').map(|name| named(name).unwrap_or_else(|| panic!("{name}: there are {FAULTS:?}"))).collect()
}

fn number(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

pub(crate) async fn ready(nodes: &[NodeProcess]) {
    let began = Instant::now();
    while !nodes.iter().all(|node| node.ready.load(Ordering::Relaxed)) {
        let tails: Vec<String> = nodes.iter().map(|node| format!("{}:\n{}", node.name, node.log_tail())).collect();
        assert!(began.elapsed() < Duration::from_secs(60), "the nodes are not ready\n{}", tails.join("\n"));
        sleep(Duration::from_millis(100)).await;
    }
}

async fn commit(fault: Fault, which: usize, nodes: &mut [NodeProcess], postgres: &mut Service, nats: &mut Service) {
    match fault {
        Fault::KillNode => {
            nodes[which].kill();
            sleep(Duration::from_secs(1)).await;
            nodes[which].restart();
        }
        Fault::StopNode => {
            nodes[which].stop().await;
            nodes[which].restart();
        }
        Fault::PauseNode => {
            nodes[which].signal("STOP");
            sleep(Duration::from_secs(10)).await;
            nodes[which].signal("CONT");
        }
        Fault::KillNats => {
            nats.kill();
            sleep(Duration::from_millis(700)).await;
            nats.restart();
        }
        Fault::KillPostgres => {
            postgres.kill();
            postgres.restart();
        }
        Fault::CutFromNats => {
            nodes[which].nats.set_open(false);
            sleep(Duration::from_secs(10)).await;
            nodes[which].nats.set_open(true);
        }
        Fault::CutFromPostgres => {
            nodes[which].postgres.set_open(false);
            sleep(Duration::from_secs(10)).await;
            nodes[which].postgres.set_open(true);
        }
        Fault::RollingRestart => {
            for index in 0..nodes.len() {
                nodes[index].stop().await;
                nodes[index].restart();
                ready(nodes).await;
            }
        }
    }
    ready(nodes).await;
}

/// One of these tests at a time: each has several nodes, and services of its own.
pub(crate) static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// A match of two that is not over soon.
pub(crate) fn long_match(turn_seconds: u32) -> Plan {
    let mut plan = Plan::new("hk", 2);
    plan.settings.insert("turn_time".to_owned(), Value::Number(turn_seconds.into()));
    plan.settings.insert("match_games".to_owned(), Value::Number(99));
    plan
}

/// Has players sit down at this many tables, and play until they are stopped.
pub(crate) async fn open_tables(
    way: &Nodes,
    plan: &Plan,
    first: usize,
    tables: usize,
    stop: &Arc<AtomicBool>,
    latencies: &Latencies,
) -> JoinSet<Played> {
    // All tables together make at most 100 moves a second.
    let pause = Duration::from_millis(200).max(Duration::from_millis(10) * u32::try_from(tables).unwrap());
    let mut seated = Vec::with_capacity(tables);
    let numbers: Vec<usize> = (first..first + tables).collect();
    for some in numbers.chunks(TABLES_AT_ONCE) {
        let opened = some.iter().map(|&number| sit_down(way, plan, number, latencies));
        seated.extend(join_all(opened).await);
    }
    let mut playing = JoinSet::new();
    for players in seated {
        playing.spawn(play(players, pause, stop.clone()));
    }
    playing
}

/// Has all tables stop, and gives what was acknowledged there.
pub(crate) async fn stop_tables(stop: &AtomicBool, playing: &mut JoinSet<Played>) -> Vec<Played> {
    stop.store(true, Ordering::Relaxed);
    let mut played = Vec::new();
    while let Some(table) = timeout(STOP_TIMEOUT, playing.join_next()).await.expect("the tables stop") {
        played.push(table.unwrap());
    }
    played
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_and_no_clock_is_charged_for_an_outage() {
    let _alone = ALONE.lock().await;
    let (faults, tables) = (number("TRINTA_FAULTS", 12), number("TRINTA_TABLES", 12));
    let folder = tempfile::tempdir().unwrap();
    let (mut postgres, mut nats) = (postgres(folder.path()), nats());
    let mut nodes = Vec::new();
    for name in ["one", "two", "three"] {
        nodes.push(NodeProcess::start(name, folder.path(), postgres.address, nats.address).await);
    }
    ready(&nodes).await;
    let way = Nodes(Arc::new(nodes.iter().map(|node| (node.address, node.ready.clone())).collect()));
    let (latencies, mut windows) = (Latencies::default(), Vec::new());
    let mut ledger = Ledger::default();
    let kinds = faults_to_commit();
    let mut dice = Dice::new(11);
    // Long enough for a busy machine, and not for an outage on top of it that nobody gives back.
    let plan = long_match(30);
    let mut done = 0;
    while done < faults {
        let stop = Arc::new(AtomicBool::new(false));
        let mut playing = open_tables(&way, &plan, done * 1000, tables, &stop, &latencies).await;
        for _ in 0..FAULTS_PER_TABLE.min(faults - done) {
            sleep(Duration::from_millis(500 + dice.below(1500) as u64)).await;
            let (fault, which) = (kinds[done % kinds.len()], dice.below(nodes.len()));
            let began = Instant::now();
            commit(fault, which, &mut nodes, &mut postgres, &mut nats).await;
            sleep(SETTLE).await;
            windows.push(Window { fault, began, ended: Instant::now() });
            done += 1;
            eprintln!("{done} of {faults}: {fault:?}");
        }
        let played = stop_tables(&stop, &mut playing).await;
        let options = PostgresOptions::new(format!("postgres://trinta@{}/trinta", postgres.address));
        let store = PostgresStore::open_read_only(&options).await.unwrap();
        ledger.check(&store, &played).await;
        ledger.print(&windows, &latencies);
    }
    for node in &mut nodes {
        node.stop().await;
    }
    assert!(ledger.commands > tables * 3, "{}", ledger.commands);
    assert!(ledger.credits > 0, "no clock was credited");
}
