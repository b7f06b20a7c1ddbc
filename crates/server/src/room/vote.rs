//! What all players who are here must want: to stop the clock, to go on to the next game, to play a match again.

use std::time::Duration;

use trinta_core::Seat;
use trinta_table::wire::{ServerMessage, Votes};
use trinta_table::{Occupant, Request, Requester};
use trinta_time::Timestamp;

use crate::room::{AfterStep, PerformError, Room};

/// How long somebody must be gone before the others may agree on something without them. A page that is reloaded is gone
/// for a moment, and nobody decides without it in that moment.
const ABSENT_AFTER: Duration = Duration::from_secs(10);

/// The votes for what a request asks for.
fn votes_for<'a>(votes: &'a mut Votes, request: &Request) -> &'a mut Vec<Seat> {
    match request {
        Request::Pause => &mut votes.pause,
        Request::Begin => &mut votes.ready,
        _ => &mut votes.rematch,
    }
}

impl Room {
    /// Counts the vote of a seat for a request; whether all players who are here want it now. If they do not yet, the vote
    /// is stored when this returns.
    pub(super) async fn vote(&mut self, seat: Seat, request: &Request) -> Result<bool, PerformError> {
        // Refused now rather than when the last one has agreed.
        let (chance, now) = (self.registry.chance.clone(), self.now());
        self.table.decide(now, &Requester::Seat(seat), request, &*chance).map_err(PerformError::Refused)?;
        let mut votes = std::mem::take(votes_for(&mut self.transient.votes, request));
        if !votes.contains(&seat) {
            votes.push(seat);
        }
        let agreed = self.is_agreed(&votes, now);
        if !agreed {
            *votes_for(&mut self.transient.votes, request) = votes;
            if let Err(refusal) = self.save_votes().await {
                votes_for(&mut self.transient.votes, request).retain(|other| *other != seat);
                return Err(PerformError::Refused(refusal));
            }
        }
        self.broadcast_votes();
        Ok(agreed)
    }

    fn broadcast_votes(&mut self) {
        let votes = self.transient.votes.clone();
        self.broadcast_message(&ServerMessage::Votes { votes }, None);
    }

    /// Whether somebody has voted, and so has everybody who is here.
    fn is_agreed(&self, votes: &[Seat], now: Timestamp) -> bool {
        let player = |seat: Seat| self.table.occupant(seat).and_then(Occupant::player);
        let gone = |seat: Seat| self.connections.gone_since(seat).is_some_and(|since| since + ABSENT_AFTER <= now);
        // On one device a player has several seats, and speaks for all of them.
        let agrees = |seat: Seat| player(seat).is_none_or(|one| votes.iter().any(|&other| player(other) == Some(one)));
        let mut here = self.table.setup().seats().filter(|&seat| !self.table.is_away(seat) && !gone(seat));
        !votes.is_empty() && here.all(agrees)
    }

    /// When the others may agree without somebody who has just gone.
    pub(super) fn next_agreement(&self) -> Option<Timestamp> {
        let Votes { pause, rematch, ready } = &self.transient.votes;
        if pause.is_empty() && rematch.is_empty() && ready.is_empty() {
            return None;
        }
        let now = self.now();
        self.connections.absences().map(|since| since + ABSENT_AFTER).filter(|&at| at > now).min()
    }

    /// Does what everybody wants who is still here.
    pub(super) async fn apply_agreed_votes(&mut self, now: Timestamp) -> AfterStep {
        // Whoever voted before a restart and did not come back after it wants nothing any more.
        let gone = |seat: &Seat| self.connections.gone_since(*seat).is_some_and(|since| since + ABSENT_AFTER <= now);
        for seat in self.table.setup().seats().filter(gone).collect::<Vec<_>>() {
            self.transient.withdraw_votes(seat, now);
        }
        for request in [Request::Pause, Request::Begin, Request::Rematch] {
            let votes = std::mem::take(votes_for(&mut self.transient.votes, &request));
            let Some(&seat) = votes.first().filter(|_| self.is_agreed(&votes, now)) else {
                *votes_for(&mut self.transient.votes, &request) = votes;
                continue;
            };
            if let Err(PerformError::OutOfDate) = self.perform(&Requester::Seat(seat), &request, None).await {
                return self.release();
            }
            self.broadcast_votes();
        }
        AfterStep::Continue
    }
}
