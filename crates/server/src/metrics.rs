//! What the server counts, for whoever runs it.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// Counters and gauges. All of them are public knowledge: no names, no tiles.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Connections that are open.
    pub connections: AtomicI64,
    /// Tables that are in memory.
    pub rooms: AtomicI64,
    /// Games that are on at tables in memory.
    pub games: AtomicI64,
    /// Tables of other nodes that people here are at.
    pub relays: AtomicI64,
    /// Messages passed on to the owners of tables.
    pub relayed: AtomicU64,
    /// Entries stored.
    pub entries: AtomicU64,
    /// Entries that could not be stored.
    pub not_stored: AtomicU64,
    /// Messages received.
    pub received: AtomicU64,
    /// Messages sent.
    pub sent: AtomicU64,
    /// Commands refused.
    pub refused: AtomicU64,
    /// Connections dropped because they did not keep up.
    pub too_slow: AtomicU64,
    /// Requests and messages turned away because there were too many.
    pub too_many: AtomicU64,
    /// Games finished.
    pub finished: AtomicU64,
    /// Deals given up because somebody did not commit to entropy.
    pub deals_not_committed: AtomicU64,
    /// Deals given up because somebody did not reveal their entropy.
    pub deals_not_revealed: AtomicU64,
    /// Hints found.
    pub hints: AtomicU64,
    /// Turns that bots took.
    pub bot_turns: AtomicU64,
    /// Logs and values that are damaged and set aside.
    pub damaged: AtomicI64,
    /// The time until an entry is on the disk.
    pub store_time: Histogram,
    /// The time from a command's arrival in its room until everybody has been sent what came of it.
    pub command_time: Histogram,
    /// The time until a request over HTTP is answered.
    pub request_time: Histogram,
}

/// The upper bounds of a histogram's buckets, in microseconds.
const BOUNDS: [u64; 14] = [
    250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000,
];

/// How often something took how long.
#[derive(Debug, Default)]
pub struct Histogram {
    /// Each counts what took no longer than its bound and longer than the one before; the last counts the rest.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    sum_micros: AtomicU64,
}

impl Histogram {
    /// Counts something that took this long.
    pub fn observe(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.partition_point(|&bound| bound < micros);
        if let Some(bucket) = self.buckets.get(bucket) {
            count(bucket);
        }
        self.sum_micros.fetch_add(micros, Ordering::Relaxed);
    }

    fn write(&self, name: &str, help: &str, text: &mut String) {
        let _ = write!(text, "# HELP trinta_{name}_seconds {help}.\n# TYPE trinta_{name}_seconds histogram\n");
        let mut total = 0;
        let bounds = BOUNDS.iter().map(|&bound| (bound as f64 / 1e6).to_string()).chain(["+Inf".to_owned()]);
        for (bucket, bound) in self.buckets.iter().zip(bounds) {
            total += bucket.load(Ordering::Relaxed);
            let _ = writeln!(text, "trinta_{name}_seconds_bucket{{le=\"{bound}\"}} {total}");
        }
        let sum = self.sum_micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = write!(text, "trinta_{name}_seconds_sum {sum}\ntrinta_{name}_seconds_count {total}\n");
    }
}

/// Adds one.
pub fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    /// All of it as Prometheus reads it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let gauges = [
            ("connections", "Connections that are open", &self.connections),
            ("rooms", "Tables in memory", &self.rooms),
            ("games", "Games that are on", &self.games),
            ("relays", "Tables of other nodes that people here are at", &self.relays),
            ("damaged", "Logs and values that are damaged and set aside", &self.damaged),
        ];
        for (name, help, gauge) in gauges {
            let value = gauge.load(Ordering::Relaxed);
            let _ = write!(text, "# HELP trinta_{name} {help}.\n# TYPE trinta_{name} gauge\ntrinta_{name} {value}\n");
        }
        let counters = [
            ("entries", "Entries stored", &self.entries),
            ("not_stored", "Entries that could not be stored", &self.not_stored),
            ("received", "Messages received", &self.received),
            ("sent", "Messages sent", &self.sent),
            ("relayed", "Messages passed on to the owners of tables", &self.relayed),
            ("refused", "Commands refused", &self.refused),
            ("too_slow", "Connections dropped because they did not keep up", &self.too_slow),
            ("too_many", "Requests turned away because there were too many", &self.too_many),
            ("finished", "Games finished", &self.finished),
            ("deals_not_committed", "Deals given up for want of a commitment", &self.deals_not_committed),
            ("deals_not_revealed", "Deals given up for want of a reveal", &self.deals_not_revealed),
            ("hints", "Hints found", &self.hints),
            ("bot_turns", "Turns that bots took", &self.bot_turns),
        ];
        for (name, help, counter) in counters {
            let value = counter.load(Ordering::Relaxed);
            let _ = write!(
                text,
                "# HELP trinta_{name}_total {help}.\n# TYPE trinta_{name}_total counter\ntrinta_{name}_total {value}\n"
            );
        }
        let histograms = [
            ("store", "Time until an entry is on the disk", &self.store_time),
            ("command", "Time from a command until everybody has been sent what came of it", &self.command_time),
            ("request", "Time until a request is answered", &self.request_time),
        ];
        for (name, help, histogram) in histograms {
            histogram.write(name, help, &mut text);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_up_to_each_bound() {
        let metrics = Metrics::default();
        for micros in [1, 250, 251, 9_999, 20_000_000] {
            metrics.store_time.observe(Duration::from_micros(micros));
        }
        let text = metrics.text();
        for line in [
            "trinta_store_seconds_bucket{le=\"0.00025\"} 2",
            "trinta_store_seconds_bucket{le=\"0.0005\"} 3",
            "trinta_store_seconds_bucket{le=\"0.01\"} 4",
            "trinta_store_seconds_bucket{le=\"10\"} 4",
            "trinta_store_seconds_bucket{le=\"+Inf\"} 5",
            "trinta_store_seconds_count 5",
            "trinta_store_seconds_sum 20.010501",
            "# TYPE trinta_command_seconds histogram",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }
}
