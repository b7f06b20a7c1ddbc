//! What happens because time goes by.

use std::time::Duration;

use tokio::sync::mpsc;
use trinta_core::{Phase, Seat, Viewer};
use trinta_table::{Occupant, Request, Requester};
use trinta_time::Timestamp;

use crate::room::delayed::Delayed;
use crate::room::{AfterStep, PerformError, Room, RoomRequest, Ticket};

/// How long an empty room stays in memory.
const EMPTY_ROOM_LIFETIME: Duration = Duration::from_secs(300);
/// How long the house waits before it tries again what could not be stored.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// How long the house waits after it was refused: something else was faster.
const DELAY_AFTER_REFUSAL: Duration = Duration::from_millis(50);

/// A time in which nothing can be stored.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outage {
    /// When it began, if there is one. Nobody is charged for the time since.
    since: Option<Timestamp>,
    /// Before this time the house does nothing.
    retry_at: Option<Timestamp>,
}

impl Outage {
    /// Something could not be stored.
    pub(super) fn begin(&mut self, at: Timestamp) {
        self.since.get_or_insert(at);
        self.retry_at = Some(at + RETRY_AFTER);
    }

    /// When it began, if there is one.
    pub(super) const fn since(&self) -> Option<Timestamp> {
        self.since
    }

    /// Something was stored that ends it.
    pub(super) fn end(&mut self) {
        self.since = None;
    }

    /// The house waits a moment before it does anything.
    pub(super) fn wait_until(&mut self, at: Timestamp) {
        self.retry_at = self.retry_at.max(Some(at));
    }

    /// When the house may do something that is due at a time.
    fn not_before(&self, due: Timestamp) -> Timestamp {
        self.retry_at.map_or(due, |retry_at| retry_at.max(due))
    }
}

impl Room {
    /// When something is to be done even if nobody asks.
    pub(super) fn next_wake(&self) -> Option<Timestamp> {
        let due =
            [self.outage.since, self.deadline(), self.deal_deadline(), self.next_stand_in(), self.next_bot_turn()];
        let due = due.into_iter().flatten().min().map(|at| self.outage.not_before(at));
        let delayed = self.delayed.as_ref().and_then(Delayed::next_due);
        let retires = self.may_retire().then(|| self.connections.empty_since() + EMPTY_ROOM_LIFETIME);
        let save = self.transient.next_save();
        [due, delayed, retires, save, self.next_agreement()].into_iter().flatten().min()
    }

    /// Whether the room may end: nobody is there, and nothing will happen.
    fn may_retire(&self) -> bool {
        let due = self.deadline().is_some() || self.next_bot_turn().is_some();
        self.connections.is_empty() && !due && !self.bots.is_thinking()
    }

    /// Whether only bots play, and nobody watches them: their game waits until somebody does.
    pub(super) fn is_unattended(&self) -> bool {
        self.connections.is_empty() && self.table.has_no_people()
    }

    /// When the time of whoever is on turn is up. Whoever was cut off may come back first, and gets their time then.
    fn deadline(&self) -> Option<Timestamp> {
        let deadline = self.table.clock().deadline().filter(|_| !self.is_unattended())?;
        Some(self.may_return_until().map_or(deadline, |until| deadline.max(until)))
    }

    /// When a deal that is being prepared has waited long enough. It waits as long as none of those who have a part in it
    /// is here, and they have the whole time from the moment when the first of them comes.
    fn deal_deadline(&self) -> Option<Timestamp> {
        let deal = self.table.pending_deal()?;
        let here_since = self.table.committing_seats().filter_map(|seat| self.connections.here_since(seat)).min()?;
        Some(deal.since.max(here_since) + self.registry.options.deal_limit)
    }

    pub(super) async fn on_timer(&mut self, inbox: &mpsc::Receiver<RoomRequest>) -> AfterStep {
        let now = self.now();
        self.show_delayed(now);
        if self.transient.next_save().is_some_and(|at| at <= now) {
            self.save_transient().await;
        }
        if self.outage.not_before(now) <= now {
            if let Some(since) = self.outage.since {
                // Of a turn that began since then, only its own share was not the player's time.
                let began = self.table.clock().since().unwrap_or(since);
                return self.credit(now.since(since.max(began))).await;
            }
            if self.deadline().is_some_and(|deadline| deadline <= now) {
                return self.expire_turn().await;
            }
            if self.deal_deadline().is_some_and(|deadline| deadline <= now) {
                return self.perform_for_house(&Request::DealTimeUp).await;
            }
            if let AfterStep::End = self.stand_in(now).await {
                return AfterStep::End;
            }
            if let AfterStep::End = self.apply_agreed_votes(now).await {
                return AfterStep::End;
            }
            if self.next_bot_turn().is_some_and(|at| at <= now) {
                self.think();
            }
        }
        let retires_at = self.connections.empty_since() + EMPTY_ROOM_LIFETIME;
        if self.may_retire() && retires_at <= now && self.registry.retire(&self.id, inbox) {
            return AfterStep::End;
        }
        AfterStep::Continue
    }

    /// Gives back the time in which nothing could be stored, before anybody's runs out.
    async fn credit(&mut self, lost: Duration) -> AfterStep {
        if self.table.running().is_none() {
            self.outage.end();
            return AfterStep::Continue;
        }
        self.perform_for_house(&Request::Resume { lost }).await
    }

    async fn expire_turn(&mut self) -> AfterStep {
        let Some(current) = self.table.running() else { return AfterStep::Continue };
        let request = match current.game.phase() {
            Phase::Provisional(_) => Request::CloseChallenge,
            Phase::Turn(seat) => Request::TimeUp { draft: self.transient.draft(*seat).cloned() },
            Phase::Lots(_) | Phase::Over(_) => return AfterStep::Continue,
        };
        self.perform_for_house(&request).await
    }

    /// Performs a request of the house. If it is refused, something else was faster.
    pub(super) async fn perform_for_house(&mut self, request: &Request) -> AfterStep {
        match self.perform(&Requester::House, request, None).await {
            Ok(_) => AfterStep::Continue,
            Err(PerformError::Refused(refusal)) => {
                tracing::debug!(table = %self.id, code = ?refusal.code, "the house was refused");
                self.outage.wait_until(self.now() + DELAY_AFTER_REFUSAL);
                AfterStep::Continue
            }
            Err(PerformError::OutOfDate) => self.release(),
        }
    }

    /// The house does nothing for a while: what it tried could not be done.
    pub(super) fn back_off(&mut self) {
        self.outage.wait_until(self.now() + RETRY_AFTER);
    }

    /// The players who are gone while a game is on, and since when.
    fn missing_players(&self) -> impl Iterator<Item = (Seat, Timestamp)> {
        let playing = self.table.running().is_some() && !self.table.is_paused();
        let seats = self.table.setup().seats().filter(move |_| playing);
        let missing = seats.filter(|&seat| {
            matches!(self.table.occupant(seat), Some(Occupant::Player { .. })) && !self.table.is_away(seat)
        });
        missing.filter_map(|seat| Some((seat, self.connections.gone_since(seat)?)))
    }

    /// The next time at which a bot stands in for somebody who is gone.
    fn next_stand_in(&self) -> Option<Timestamp> {
        let grace = self.table.plan().grace()?;
        self.missing_players().map(|(_, since)| since + grace).min()
    }

    async fn stand_in(&mut self, now: Timestamp) -> AfterStep {
        let Some(grace) = self.table.plan().grace() else { return AfterStep::Continue };
        let due: Vec<Seat> =
            self.missing_players().filter(|(_, since)| *since + grace <= now).map(|(seat, _)| seat).collect();
        for seat in due {
            if let AfterStep::End = self.perform_for_house(&Request::Away { seat }).await {
                return AfterStep::End;
            }
        }
        AfterStep::Continue
    }

    /// Shows spectators with a delay what has become old enough.
    fn show_delayed(&mut self, now: Timestamp) {
        let Some(delayed) = &mut self.delayed else { return };
        let news = delayed.advance(now);
        if news.is_empty() {
            return;
        }
        let spectators: Vec<Ticket> = self.connections.tickets(|connection| connection.viewer == Viewer::Spectator);
        for text in news {
            for &ticket in &spectators {
                let sent = self
                    .connections
                    .get(ticket)
                    .is_none_or(|connection| self.registry.send(&connection.outbox, text.clone()));
                if !sent {
                    self.leave(ticket);
                }
            }
        }
    }
}
