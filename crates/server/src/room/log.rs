//! What a room keeps of its table's log.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use trinta_core::{Event, Viewer};
use trinta_table::wire::{ClockView, GameStatus, ServerMessage, see_entry, see_status};
use trinta_table::{Table, TableEvent};
use trinta_time::Timestamp;

/// Entries that are kept for clients that come back.
const MAX_RECENT_ENTRIES: usize = 400;

/// An entry, and where the game stood after it.
#[derive(Clone)]
pub(super) struct RecentEntry {
    pub(super) version: u64,
    pub(super) at: Timestamp,
    pub(super) events: Arc<[TableEvent]>,
    status: GameStatus,
}

impl RecentEntry {
    /// The entry that a table has folded last.
    pub(super) fn last_of(table: &Table, events: Arc<[TableEvent]>) -> RecentEntry {
        RecentEntry { version: table.version(), at: table.at(), events, status: see_status(table) }
    }

    /// The entry as a viewer is told of it.
    pub(super) fn message(&self, table: &Table, viewer: Viewer, clock: Option<ClockView>) -> ServerMessage {
        let GameStatus { phase, counts } = self.status.clone();
        let events = see_entry(table, &self.events, viewer);
        ServerMessage::Happened { version: self.version, at: self.at, events, clock, phase, counts }
    }
}

/// The log of a table, as far as its room needs it in memory.
#[derive(Default)]
pub(super) struct Log {
    recent: VecDeque<RecentEntry>,
    /// The commands that have had their effect, and the version that each made.
    commands: HashMap<String, u64>,
    /// The events of the current game, for bots that have yet to see them.
    game: Vec<Event>,
}

impl Log {
    /// Takes in the entry that was appended last.
    pub(super) fn add(&mut self, entry: RecentEntry, command: Option<String>) {
        for event in &*entry.events {
            match event {
                TableEvent::GameBegun => self.game.clear(),
                TableEvent::Game { events } => self.game.extend(events.iter().cloned()),
                _ => {}
            }
        }
        if let Some(command) = command {
            self.commands.insert(command, entry.version);
        }
        self.recent.push_back(entry);
        if self.recent.len() > MAX_RECENT_ENTRIES {
            self.recent.pop_front();
        }
    }

    /// The version that a command made, if it has been carried out.
    pub(super) fn version_of(&self, command: &str) -> Option<u64> {
        self.commands.get(command).copied()
    }

    /// The events of the current game from a number on.
    pub(super) fn game_events_from(&self, from: usize) -> &[Event] {
        self.game.get(from..).unwrap_or_default()
    }

    /// The entries after a version up to another; none if some of them are not kept any more.
    pub(super) fn entries_between(&self, after: u64, until: u64) -> Option<impl Iterator<Item = &RecentEntry>> {
        let oldest = self.recent.front().map_or(u64::MAX, |entry| entry.version);
        let kept = after <= until && after.saturating_add(1) >= oldest;
        kept.then(|| self.recent.iter().filter(move |entry| entry.version > after && entry.version <= until))
    }
}
