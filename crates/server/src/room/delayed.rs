//! A table that spectators see later than the players.

use std::collections::VecDeque;
use std::time::Duration;

use trinta_core::Viewer;
use trinta_table::Table;
use trinta_table::wire::see_clock;
use trinta_time::Timestamp;

use crate::room::log::RecentEntry;
use crate::room::outbox::Text;

/// The table as spectators know it, and the entries that they have yet to see.
pub(super) struct Delayed {
    table: Table,
    waiting: VecDeque<RecentEntry>,
}

impl Delayed {
    /// A table as it was opened; none if its plan lets spectators see everything at once.
    pub(super) fn opened(table: &Table) -> Option<Delayed> {
        let delayed = !table.plan().spectators.lag().is_zero();
        delayed.then(|| Delayed { table: table.clone(), waiting: VecDeque::new() })
    }

    /// The table as spectators know it.
    pub(super) const fn table(&self) -> &Table {
        &self.table
    }

    /// How much later they see everything.
    pub(super) fn lag(&self) -> Duration {
        self.table.plan().spectators.lag()
    }

    pub(super) fn add(&mut self, entry: RecentEntry) {
        self.waiting.push_back(entry);
    }

    /// When the next entry may be shown.
    pub(super) fn next_due(&self) -> Option<Timestamp> {
        self.waiting.front().map(|entry| entry.at + self.lag())
    }

    /// Takes in the next entry that has become old enough.
    fn take_due(&mut self, now: Timestamp) -> Option<RecentEntry> {
        let lag = self.lag();
        let entry = self.waiting.pop_front_if(|entry| entry.at + lag <= now)?;
        self.table.apply(entry.at, &entry.events);
        Some(entry)
    }

    /// Takes in what has become old enough while nobody watched.
    pub(super) fn catch_up(&mut self, now: Timestamp) {
        while self.take_due(now).is_some() {}
    }

    /// Takes in what has become old enough: the messages for spectators.
    pub(super) fn advance(&mut self, now: Timestamp) -> Vec<Text> {
        let mut news = Vec::new();
        while let Some(entry) = self.take_due(now) {
            let clock = self.table.clock().countdown(now - self.lag()).map(see_clock);
            news.push(Text::encode(&entry.message(&self.table, Viewer::Spectator, clock)));
        }
        news
    }
}
