//! A return to an earlier moment with PostgreSQL's own means: a base backup, the archive of the write-ahead log, and
//! `recovery_target_time`. `docs/cluster.md` says the same for operators.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use trinta_client::{Client, Hello};
use trinta_store::{LogId, LogStore as _, PostgresOptions, PostgresStore};

use crate::ledger::Ledger;
use crate::node::{NodeProcess, program};
use crate::player::{Latencies, Nodes, Played};
use crate::services::{Service, give_to_services, nats, postgres_in, postgres_program, postgres_with, sql, wait_for};
use crate::{ALONE, long_match, open_tables, ready, stop_tables};

const TABLES: usize = 4;

fn address_of(service: &Service) -> String {
    format!("postgres://trinta@{}/trinta", service.address)
}

/// Runs a command of the program to its end, and gives what it says.
fn trinta(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(program()).args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

/// The entries of a table, one after the other.
async fn log_text(store: &PostgresStore, table: &str) -> String {
    let entries = store.read(&LogId::new(table).unwrap(), 1, 1_000_000).await.unwrap();
    entries.into_iter().map(|entry| entry.body.text + "\n").collect()
}

/// Plays at new tables until this many commands were acknowledged, and stops.
async fn play_some(way: &Nodes, first: usize, commands: usize) -> Vec<Played> {
    let (stop, latencies) = (Arc::new(AtomicBool::new(false)), Latencies::default());
    let mut playing = open_tables(way, &long_match(3600), first, TABLES, &stop, &latencies).await;
    let began = Instant::now();
    while latencies.lock().unwrap().len() < commands {
        assert!(began.elapsed() < Duration::from_secs(120), "the games do not go on");
        sleep(Duration::from_millis(50)).await;
    }
    stop_tables(&stop, &mut playing).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_returns_to_a_moment_with_all_that_was_acknowledged_until_then_and_nothing_later() {
    let _alone = ALONE.lock().await;
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let archive = folder.path().join("archive");
    fs::create_dir(&archive).unwrap();
    let archive_command = format!("archive_command=test ! -f {0}/%f && cp %p {0}/%f", archive.display());
    let mut postgres = postgres_with(folder.path(), &["wal_level=replica", "archive_mode=on", &archive_command]);
    let nats = nats();
    let mut nodes = vec![NodeProcess::start("one", folder.path(), postgres.address, nats.address).await];
    ready(&nodes).await;
    let way = Nodes(Arc::new(vec![(nodes[0].address, nodes[0].ready.clone())]));

    let mut kept = play_some(&way, 0, TABLES * 8).await;
    let base = folder.path().join("base");
    let mut backup = postgres_program("pg_basebackup");
    backup.args(["-h", "127.0.0.1", "-p", &postgres.address.port().to_string(), "-U", "trinta", "-D"]).arg(&base);
    assert!(backup.status().unwrap().success(), "the base backup fails");
    kept.extend(play_some(&way, 100, TABLES * 8).await);
    let moment = sql(postgres.address, "trinta", "SELECT clock_timestamp()").unwrap();
    let lost = play_some(&way, 200, TABLES * 8).await;

    // Somebody makes a mistake. What was written until then is in the archive.
    nodes[0].stop().await;
    sql(postgres.address, "trinta", "DROP SCHEMA trinta CASCADE").unwrap();
    let last = sql(postgres.address, "trinta", "SELECT pg_walfile_name(pg_current_wal_lsn())").unwrap();
    sql(postgres.address, "trinta", "SELECT pg_switch_wal()").unwrap();
    let archived = format!("SELECT last_archived_wal >= '{last}' FROM pg_stat_archiver");
    wait_for("the log is not archived", || {
        sql(postgres.address, "trinta", &archived).is_ok_and(|answer| answer == "t")
    });
    postgres.kill();

    let settings = format!(
        "restore_command = 'cp {}/%f %p'\nrecovery_target_time = '{moment}'\nrecovery_target_action = 'promote'\n",
        archive.display()
    );
    fs::write(base.join("postgresql.auto.conf"), settings).unwrap();
    fs::write(base.join("recovery.signal"), "").unwrap();
    give_to_services(&base);
    let began = Instant::now();
    let restored = postgres_in(&base, &[]);
    wait_for("the recovery does not end", || {
        sql(restored.address, "trinta", "SELECT pg_is_in_recovery()").is_ok_and(|answer| answer == "f")
    });
    println!("recovered to {moment} in {:.1} s", began.elapsed().as_secs_f64());

    let place = address_of(&restored);
    let (whole, said) = trinta(&["store", "check", "--store", &place]);
    println!("{}", said.trim());
    assert!(whole, "{said}");
    let store = PostgresStore::open_read_only(&PostgresOptions::new(place.clone())).await.unwrap();
    let mut ledger = Ledger::default();
    ledger.check(&store, &kept).await;
    for table in &lost {
        assert!(store.read(&LogId::new(&table.table).unwrap(), 1, 1).await.is_err(), "it was opened later");
    }
    println!(
        "{} acknowledged commands at {} tables are there; {} later tables are not",
        ledger.commands,
        ledger.tables,
        lost.len()
    );

    // What was secret then may be known now: games that were on end without a result.
    let mut on = Vec::new();
    for Played { table, .. } in &kept {
        let text = log_text(&store, table).await;
        if text.rfind("\"table\":\"game-begun\"") > text.rfind("\"table\":\"revealed\"") {
            on.push(table.clone());
        }
    }
    assert!(!on.is_empty(), "at the moment of return games were on");
    // The nodes of that moment have leases there, which may still run.
    let began = Instant::now();
    loop {
        let (accepted, said) = trinta(&["store", "accept", "--store", &place]);
        if accepted {
            break;
        }
        let leased = said.contains("when their leases have run out");
        assert!(leased && began.elapsed() < Duration::from_secs(60), "{said}");
        sleep(Duration::from_millis(500)).await;
    }
    nodes.push(NodeProcess::start("two", folder.path(), restored.address, nats.address).await);
    let restarted = nodes.split_off(1);
    ready(&restarted).await;
    let way = Nodes(Arc::new(vec![(restarted[0].address, restarted[0].ready.clone())]));
    let mut visitor = Client::new(restarted[0].address);
    visitor.sign_in("Ana").await.unwrap();
    for table in &on {
        // Whoever comes has the table read; without the code they are not let in.
        let _ = visitor.enter(table, Hello::default()).await.unwrap().receive().await;
    }
    let began = Instant::now();
    for table in &on {
        while !log_text(&store, table).await.contains("\"table\":\"closed\"") {
            assert!(began.elapsed() < Duration::from_secs(60), "{table}: the game that was on does not end");
            sleep(Duration::from_millis(100)).await;
        }
    }
    let after = play_some(&way, 300, TABLES * 4).await;
    ledger.check(&store, &after).await;
}
