//! What was acknowledged to players, against what the store has.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;
use trinta_store::{Entry, LogId, LogStore as _, PostgresStore};
use trinta_table::library::Library;
use trinta_table::{TableEvent, record_of};
use trinta_time::Timestamp;

use crate::Fault;
use crate::player::{Acknowledged, Latencies, Played};

/// A fault, from its beginning until a while after its end.
pub(crate) struct Window {
    pub(crate) fault: Fault,
    pub(crate) began: Instant,
    pub(crate) ended: Instant,
}

/// For how long the clock of a player ran until a move of theirs was stored.
struct Charge {
    at: Timestamp,
    charged: Duration,
}

/// What was found in the store.
#[derive(Default)]
pub(crate) struct Ledger {
    pub(crate) tables: usize,
    /// Commands that were acknowledged, all of which are stored once.
    pub(crate) commands: usize,
    /// Entries that give time back.
    pub(crate) credits: usize,
    charges: Vec<Charge>,
}

impl Ledger {
    /// Says what was found until now.
    pub(crate) fn print(&self, windows: &[Window], latencies: &Latencies) {
        println!(
            "\n{} faults, {} tables, {} acknowledged commands, none lost, none doubled, {} clocks credited",
            windows.len(),
            self.tables,
            self.commands,
            self.credits
        );
        self.print_charges(windows);
        print_stalls(windows, latencies);
    }

    /// Compares the logs of tables with what was acknowledged there. Each command is there once, with the number that was
    /// acknowledged; no entry is missing; every game can be replayed by the rules; and nobody ran out of time.
    pub(crate) async fn check(&mut self, store: &PostgresStore, played: &[Played]) {
        let library = Library::default();
        for Played { table, acknowledged: commands } in played {
            let stored = store.read(&LogId::new(table).unwrap(), 1, 1_000_000).await.unwrap();
            self.compare(table, commands, &stored);
            let entries: Vec<(Timestamp, Vec<TableEvent>)> =
                stored.iter().map(|entry| (entry.at, serde_json::from_str(&entry.body.text).unwrap())).collect();
            for number in 1.. {
                match record_of(&entries, number, &library) {
                    Ok(record) => drop(trinta_core::record::replay(&record).unwrap()),
                    Err(_) => break,
                }
            }
            self.count_charges(&stored, &entries);
            self.tables += 1;
        }
    }

    fn compare(&mut self, table: &str, commands: &[Acknowledged], stored: &[Entry]) {
        let mut by_id: HashMap<&str, Vec<u64>> = HashMap::new();
        for (index, entry) in stored.iter().enumerate() {
            assert_eq!(entry.seq, index as u64 + 1, "{table}: no entry is missing");
            if let Some((_, id)) = entry.command.as_deref().and_then(|command| command.split_once(':')) {
                by_id.entry(id).or_default().push(entry.seq);
            }
        }
        for Acknowledged { id, version } in commands {
            let found = by_id.get(id.as_str());
            assert_eq!(found, Some(&vec![*version]), "{table}: {id} was acknowledged as version {version}");
        }
        let late = stored.iter().any(|entry| entry.body.text.contains("time-up"));
        assert!(!late, "{table}: somebody ran out of time, who moved at once whenever they could");
        self.commands += commands.len();
    }

    /// The clock of whoever is on turn runs from one entry of a game to the next; what is given back does not count.
    fn count_charges(&mut self, stored: &[Entry], entries: &[(Timestamp, Vec<TableEvent>)]) {
        let mut since: Option<Timestamp> = None;
        let mut given_back = Duration::ZERO;
        for (entry, (at, events)) in stored.iter().zip(entries) {
            for event in events {
                match event {
                    TableEvent::Resumed { lost, .. } => {
                        given_back += *lost;
                        self.credits += 1;
                    }
                    TableEvent::Game { .. } => {
                        if let (Some(since), Some(_)) = (since, &entry.command) {
                            self.charges.push(Charge { at: *at, charged: at.since(since).saturating_sub(given_back) });
                        }
                        (since, given_back) = (Some(*at), Duration::ZERO);
                    }
                    TableEvent::Revealed { .. } | TableEvent::GameBegun => since = None,
                    _ => {}
                }
            }
        }
    }

    /// For each kind of fault, for how long clocks ran for moves that were stored during it. Without a fault it is the
    /// pause that players make, and what they take to find their moves.
    fn print_charges(&self, windows: &[Window]) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
        let (now, here) = (Timestamp::from_millis(i64::try_from(now).unwrap()), Instant::now());
        let time_of = |at: Instant| now - (here - at);
        println!("\nclocks, from one move to the next without what was given back:");
        let mut quiet: Vec<&Charge> = self.charges.iter().collect();
        let mut by_fault: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
        for window in windows {
            let (began, ended) = (time_of(window.began), time_of(window.ended));
            let (during, others) = quiet.into_iter().partition(|charge| (began..=ended).contains(&charge.at));
            quiet = others;
            let during: Vec<&Charge> = during;
            by_fault.entry(window.fault).or_default().extend(during.iter().map(|charge| charge.charged));
        }
        print_line("no fault", quiet.iter().map(|charge| charge.charged).collect());
        for (fault, charged) in by_fault {
            print_line(&format!("{fault:?}"), charged);
        }
    }
}

fn print_line(name: &str, mut took: Vec<Duration>) {
    took.sort_unstable();
    let at = |share: f64| took.get((took.len() as f64 * share) as usize).or(took.last()).map_or(0, Duration::as_millis);
    let (count, p50, p99, slowest) = (took.len(), at(0.5), at(0.99), at(1.0));
    println!("{name:<16} {count:>8}  p50 {p50:>6} ms  p99 {p99:>6} ms  longest {slowest:>6} ms");
}

/// The stall of a table in a fault is the longest time that one of its commands took until it was acknowledged.
fn print_stalls(windows: &[Window], latencies: &Latencies) {
    let mut latencies = latencies.lock().unwrap();
    latencies.sort_unstable_by_key(|answered| answered.at);
    let mut stalls: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
    let mut commands: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
    for Window { fault, began, ended } in windows {
        let first = latencies.partition_point(|answered| answered.at < *began);
        let during = latencies[first..].iter().take_while(|answered| answered.at <= *ended);
        let mut longest: HashMap<&str, Duration> = HashMap::new();
        for answered in during {
            let stall = longest.entry(&answered.table).or_default();
            *stall = answered.took.max(*stall);
            commands.entry(*fault).or_default().push(answered.took);
        }
        stalls.entry(*fault).or_default().extend(longest.into_values());
    }
    println!("\nthe longest that a table waited in a fault:");
    for (fault, took) in stalls {
        print_line(&format!("{fault:?}"), took);
    }
    println!("\nall commands acknowledged in a fault:");
    for (fault, took) in commands {
        print_line(&format!("{fault:?}"), took);
    }
}
