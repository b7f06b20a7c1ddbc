//! From a request to everybody's knowing what came of it: decide, persist with its projections, apply, publish.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::time::Instant;
use trinta_core::Viewer;
use trinta_store::{Append, Appended, StoreError};
use trinta_table::wire::{Votes, see_clock, sees_more_of_entry};
use trinta_table::{Code, Occupant, Refusal, Request, Requester, Table, TableEvent};
use trinta_time::Timestamp;

use crate::metrics::count;
use crate::room::log::RecentEntry;
use crate::room::outbox::Text;
use crate::room::projection::{self, Change, is_projected, summarise};
use crate::room::{PerformError, Performed, Room};
use crate::stored::{Stored as _, StoredEvents};

impl Room {
    /// Decides a request, stores what comes of it, applies it and tells everybody.
    pub(super) async fn perform(
        &mut self,
        requester: &Requester,
        request: &Request,
        command: Option<String>,
    ) -> Result<Performed, PerformError> {
        let at = self.registry.clock.now().max(self.table.at());
        let events = self.decide(at, requester, request).await.map_err(PerformError::Refused)?;
        let entry = StoredEvents(events);
        let body = entry.write();
        let events: Arc<[TableEvent]> = entry.0.into();
        let mut append = Append::new(&self.id, self.epoch, self.table.version() + 1, at, body);
        append.command.clone_from(&command);
        self.persist_and_apply(append, &events).await?;
        self.publish(&events, command);
        Ok(Performed { events, version: self.table.version() })
    }

    async fn decide(
        &mut self,
        at: Timestamp,
        requester: &Requester,
        request: &Request,
    ) -> Result<Vec<TableEvent>, Refusal> {
        let chance = self.registry.chance.clone();
        if !self.table.may_search(request) {
            return self.table.decide(at, requester, request, &*chance);
        }
        // A search can take long: not on a thread that serves.
        let (table, requester, request) = (self.table.clone(), requester.clone(), request.clone());
        tokio::task::spawn_blocking(move || table.decide(at, &requester, &request, &*chance))
            .await
            .unwrap_or_else(|_| Err(Refusal::new(Code::Internal, "the rules could not be asked")))
    }

    /// Stores an entry with its projections, and folds it into the table once it is on the disk.
    async fn persist_and_apply(&mut self, append: Append, events: &[TableEvent]) -> Result<(), PerformError> {
        let at = append.at;
        let first = !self.projected;
        let after = (first || is_projected(events)).then(|| {
            let mut after = self.table.clone();
            after.apply(at, events);
            after
        });
        let change =
            after.as_ref().map(|after| Change { log: &self.id, at, events, before: Some(&self.table), after, first });
        let waiting = Instant::now();
        let stored = projection::append(&*self.registry.store, append, change.as_ref()).await;
        let micros = u64::try_from(waiting.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.registry.metrics.store_micros.fetch_add(micros, Ordering::Relaxed);
        match stored {
            Ok(Appended::New { .. }) => {}
            // The room knows every command that its log has; if the store knows more, the room is out of date.
            Ok(Appended::Duplicate { .. }) => return Err(PerformError::OutOfDate),
            Err(error) => {
                count(&self.registry.metrics.not_stored);
                tracing::error!(table = %self.id, %error, "an entry was not stored");
                self.outage.begin(at);
                return Err(match error {
                    StoreError::Full | StoreError::ValueConflict { .. } => {
                        PerformError::Refused(Refusal::new(Code::NotStored, error.to_string()))
                    }
                    _ => PerformError::OutOfDate,
                });
            }
        }
        self.projected = true;
        match after {
            Some(after) => {
                self.table = after;
                self.registry.list(&self.id, &self.table, summarise(&self.id, &self.table));
            }
            None => {
                self.table.apply(at, events);
                self.registry.touch(&self.id, at);
            }
        }
        Ok(())
    }

    /// Tells everybody of the entry that was applied last, and brings up to date what is not in the log.
    fn publish(&mut self, events: &Arc<[TableEvent]>, command: Option<String>) {
        count(&self.registry.metrics.entries);
        if events.iter().any(|event| matches!(event, TableEvent::Revealed { .. })) {
            count(&self.registry.metrics.finished);
        }
        let entry = RecentEntry::last_of(&self.table, events.clone());
        self.log.add(entry.clone(), command);
        if let Some(delayed) = &mut self.delayed {
            delayed.add(entry.clone());
        }
        for event in &**events {
            self.update_transient(event);
        }
        self.broadcast_entry(&entry);
        self.count_game();
    }

    /// What an event does to that which is not in the log.
    fn update_transient(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Game { .. } => self.transient.drafts.iter_mut().for_each(|draft| *draft = None),
            TableEvent::GameBegun => {
                self.bots.forget();
                self.transient.votes = Votes::default();
                self.connections.to_review = true;
            }
            TableEvent::Paused => self.transient.votes.pause.clear(),
            TableEvent::Resumed { .. } => self.outage.end(),
            TableEvent::SeatTaken { seat, who: Occupant::Player { id, .. }, .. } => {
                if self.is_served(id, *seat) {
                    self.connections.mark_connected(*seat);
                } else {
                    self.connections.mark_disconnected(*seat, self.table.at());
                }
            }
            TableEvent::SeatLeft { .. } => self.connections.to_review = true,
            _ => {}
        }
    }

    /// Sends an entry to everybody who is connected, except spectators who see it later.
    fn broadcast_entry(&mut self, entry: &RecentEntry) {
        let clock = self.table.clock().countdown(self.registry.clock.now()).map(see_clock);
        let delayed = self.delayed.is_some();
        let mut encoded: Vec<(Viewer, Text)> = Vec::with_capacity(self.connections.len());
        let mut dropped = Vec::new();
        for (ticket, connection) in self.connections.iter() {
            let viewer = connection.viewer;
            if delayed && viewer == Viewer::Spectator {
                continue;
            }
            // Whoever sees no more than a spectator gets the same text, which is then encoded once.
            let viewer = if sees_more_of_entry(&entry.events, viewer) { viewer } else { Viewer::Spectator };
            let text = match encoded.iter().find(|(of, _)| *of == viewer) {
                Some((_, text)) => text.clone(),
                None => {
                    let text = Text::encode(&entry.message(&self.table, viewer, clock));
                    encoded.push((viewer, text.clone()));
                    text
                }
            };
            if !self.registry.send(&connection.outbox, text) {
                dropped.push(ticket);
            }
        }
        for ticket in dropped {
            self.leave(ticket);
        }
    }

    /// Keeps the number of games that are on.
    pub(super) fn count_game(&mut self) {
        let on = self.table.running().is_some();
        if on != self.counted_game {
            self.counted_game = on;
            self.registry.metrics.games.fetch_add(if on { 1 } else { -1 }, Ordering::Relaxed);
        }
    }
}

/// The first entry of a table, stored with its projections.
pub(super) async fn store_opening(
    registry: &crate::room::Registry,
    append: Append,
    events: &[TableEvent],
    table: &Table,
) -> Result<(), StoreError> {
    let log = append.log.clone();
    let change = Change { log: &log, at: append.at, events, before: None, after: table, first: true };
    projection::append(&*registry.store, append, Some(&change)).await?;
    Ok(())
}
