//! Time that somebody on turn loses because the way to their table is broken, and not by their own doing: it is given back.

use std::time::Duration;

use trinta_core::Seat;
use trinta_table::Request;
use trinta_time::Timestamp;

use crate::room::{AfterStep, Room, Ticket};

/// Less than this is as it is on any network.
const MIN_CREDIT: Duration = Duration::from_millis(300);
/// More than this is not given back at once: whoever stays away for longer has gone.
const MAX_CREDIT: Duration = Duration::from_secs(20);

impl Room {
    /// A connection is gone together with its node, of which nothing was heard for this long.
    pub(super) async fn lose(&mut self, ticket: Ticket, silent: Duration) -> AfterStep {
        let (seat, since) = (self.connections.seat_of(ticket), self.now() - silent);
        self.leave(ticket);
        let Some(seat) = seat else { return AfterStep::Continue };
        if self.connections.of_seat(seat).next().is_some() {
            // They have come back at another node already, before this one noticed.
            return self.credit_since(seat, since).await;
        }
        self.cut_off.insert(seat, since);
        AfterStep::Continue
    }

    /// Somebody has come to a seat: since they were cut off from it, their clock ran in vain.
    pub(super) async fn credit_return(&mut self, seat: Seat) -> AfterStep {
        match self.cut_off.remove(&seat) {
            Some(since) => self.credit_since(seat, since).await,
            None => AfterStep::Continue,
        }
    }

    /// Until when whoever is on turn may come back, if they were cut off.
    pub(super) fn may_return_until(&self) -> Option<Timestamp> {
        let seat = self.table.running()?.game.turn()?;
        self.cut_off.get(&seat).map(|&since| since + MAX_CREDIT)
    }

    /// A connection at another node can be reached again, after the bus was gone for this long.
    pub(super) async fn credit_outage(&mut self, ticket: Ticket, gone: Duration) -> AfterStep {
        match self.connections.seat_of(ticket) {
            Some(seat) => self.credit_since(seat, self.now() - gone).await,
            None => AfterStep::Continue,
        }
    }

    /// This node has lost the bus and gives the table up: whoever is on turn at another node was cut off from it.
    pub(super) async fn credit_before_giving_up(&mut self) -> AfterStep {
        let gone = self.registry.cluster().and_then(|node| node.bus_gone_for());
        let turn = self.table.running().and_then(|current| current.game.turn());
        let (Some(gone), Some(seat)) = (gone, turn) else { return AfterStep::Continue };
        if self.connections.iter().any(|(_, other)| other.seat() == Some(seat) && other.outbox.is_here()) {
            return AfterStep::Continue;
        }
        self.credit_since(seat, self.now() - gone).await
    }

    async fn credit_since(&mut self, seat: Seat, since: Timestamp) -> AfterStep {
        let on_turn = self.table.running().is_some_and(|current| current.game.turn() == Some(seat));
        let Some(began) = self.table.clock().since().filter(|_| on_turn && !self.table.is_paused()) else {
            return AfterStep::Continue;
        };
        let lost = self.now().since(since.max(began)).min(MAX_CREDIT);
        if lost < MIN_CREDIT {
            return AfterStep::Continue;
        }
        self.perform_for_house(&Request::Resume { lost }).await
    }
}
