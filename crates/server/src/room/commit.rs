//! From a request to everybody's knowing what came of it: decide, persist with its projections, apply, publish.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;
use trinta_core::Viewer;
use trinta_core::record::DealStage;
use trinta_store::{Append, Appended, StoreError};
use trinta_table::wire::{Votes, see_clock, sees_more_of_entry};
use trinta_table::{Code, Occupant, Refusal, Request, Requester, Table, TableEvent};
use trinta_time::Timestamp;

use crate::metrics::count;
use crate::room::extras;
use crate::room::log::RecentEntry;
use crate::room::outbox::Text;
use crate::room::projection::{self, Change, is_projected, summarise};
use crate::room::{PerformError, Performed, Room};
use crate::stored::{Stored as _, StoredEvents};

/// A store that takes this long was away for a while.
const SLOW_STORE: Duration = Duration::from_secs(1);

impl Room {
    /// Decides a request, stores what comes of it, applies it and tells everybody.
    pub(super) async fn perform(
        &mut self,
        requester: &Requester,
        request: &Request,
        command: Option<String>,
    ) -> Result<Performed, PerformError> {
        let asked = Instant::now();
        let at = self.now().max(self.table.at());
        let events = self.decide(at, requester, request).await.map_err(PerformError::Refused)?;
        if extras::is_limited(requester, request) && !self.extras.allow(at) {
            let message = "too much has happened here outside of a game; begin a game, or wait a moment";
            return Err(PerformError::Refused(Refusal::new(Code::TooMany, message)));
        }
        let entry = StoredEvents(events);
        let body = entry.write();
        if !self.registry.all_nodes_read(body.version) {
            let message = "not every server can do this yet: an upgrade is under way; please try again when it is over";
            return Err(PerformError::Refused(Refusal::new(Code::NotStored, message)));
        }
        let events: Arc<[TableEvent]> = entry.0.into();
        let mut append = Append::new(&self.id, self.epoch, self.table.version() + 1, at, body);
        append.command.clone_from(&command);
        self.persist_and_apply(append, &events).await?;
        tracing::debug!(table = %self.id, command = command_id(command.as_deref()), version = self.table.version(), "stored");
        self.publish(&events, command);
        self.registry.metrics.command_time.observe(asked.elapsed());
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
        let command = append.command.clone();
        let first = !self.projected;
        let after = (first || is_projected(events)).then(|| {
            let mut after = self.table.clone();
            after.apply(at, events);
            after
        });
        let change =
            after.as_ref().map(|after| Change { log: &self.id, at, events, before: Some(&self.table), after, first });
        let waiting = Instant::now();
        let stored = tokio::select! {
            stored = projection::append(&*self.registry.store, append, change.as_ref()) => stored,
            // This node does not reach the store, and others may have the table by now: nobody waits here any longer.
            () = self.registry.lease_lost() => {
                self.outage.begin(at);
                return Err(PerformError::OutOfDate);
            }
        };
        self.registry.metrics.store_time.observe(waiting.elapsed());
        match stored {
            // Nobody has heard of it yet, and the clock of whoever is on turn by it runs already.
            Ok(Appended::New { .. }) if waiting.elapsed() >= SLOW_STORE => self.outage.begin(at),
            Ok(Appended::New { .. }) => {}
            // The room knows every command that its log has; if the store knows more, the room is out of date.
            Ok(Appended::Duplicate { .. }) => return Err(PerformError::OutOfDate),
            Err(error) => {
                count(&self.registry.metrics.not_stored);
                let command = command_id(command.as_deref());
                tracing::error!(table = %self.id, command, %error, "an entry was not stored");
                self.outage.begin(at);
                return Err(match error {
                    StoreError::Full | StoreError::ValueConflict { .. } => {
                        PerformError::Refused(Refusal::new(Code::NotStored, error.public_message()))
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
        self.extras.count(events);
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
        if events.iter().any(is_milestone) {
            // Nobody hears it unless a tournament has tables here.
            let _ = self.registry.milestones.send(self.id.clone());
        }
    }

    /// What an event does to that which is not in the log.
    fn update_transient(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Game { .. } => self.transient.forget_drafts(),
            TableEvent::DealAnnounced { .. } => {
                self.transient.votes = Votes::default();
                self.connections.to_review = true;
            }
            TableEvent::DealAborted { stage, .. } => count(match stage {
                DealStage::Commit => &self.registry.metrics.deals_not_committed,
                DealStage::Reveal => &self.registry.metrics.deals_not_revealed,
            }),
            TableEvent::GameBegun => self.bots.forget(),
            TableEvent::Paused => self.transient.votes.pause.clear(),
            TableEvent::Resumed { .. } => self.outage.end(),
            TableEvent::SeatTaken { seat, who: Occupant::Player { id, .. }, .. } => {
                // The seat may have been another player's.
                self.connections.to_review = true;
                if self.is_served(id, *seat) {
                    self.connections.mark_connected(*seat, self.table.at());
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
        let clock = self.table.clock().countdown(self.now()).map(see_clock);
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

/// The id that a client chose for its command, without the player whose it is; empty: the house did it.
fn command_id(command: Option<&str>) -> &str {
    command.and_then(|command| command.split_once(':')).map_or("", |(_, id)| id)
}

/// Whether an event is one of those by which tournaments go on.
const fn is_milestone(event: &TableEvent) -> bool {
    matches!(
        event,
        TableEvent::SeatTaken { .. }
            | TableEvent::SeatLeft { .. }
            | TableEvent::Revealed { .. }
            | TableEvent::RackPushed { .. }
    )
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
