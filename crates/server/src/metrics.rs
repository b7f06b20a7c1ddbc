//! What the server counts, for whoever runs it.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// Counters and gauges. All of them are public knowledge: no names, no tiles.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Connections that are open.
    pub connections: AtomicI64,
    /// Tables that are in memory.
    pub rooms: AtomicI64,
    /// Games that are on at tables in memory.
    pub games: AtomicI64,
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
    /// Hints found.
    pub hints: AtomicU64,
    /// Turns that bots took.
    pub bot_turns: AtomicU64,
    /// Microseconds from a command's arrival to its entry being on the disk, summed.
    pub store_micros: AtomicU64,
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
            ("refused", "Commands refused", &self.refused),
            ("too_slow", "Connections dropped because they did not keep up", &self.too_slow),
            ("too_many", "Requests turned away because there were too many", &self.too_many),
            ("finished", "Games finished", &self.finished),
            ("hints", "Hints found", &self.hints),
            ("bot_turns", "Turns that bots took", &self.bot_turns),
            ("store_micros", "Microseconds spent waiting for the store", &self.store_micros),
        ];
        for (name, help, counter) in counters {
            let value = counter.load(Ordering::Relaxed);
            let _ = write!(
                text,
                "# HELP trinta_{name}_total {help}.\n# TYPE trinta_{name}_total counter\ntrinta_{name}_total {value}\n"
            );
        }
        text
    }
}
