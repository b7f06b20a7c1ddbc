//! What all players who are here must want: to stop the clock, to play a match again.

use trinta_core::Seat;
use trinta_table::wire::{ServerMessage, Votes};
use trinta_table::{Request, Sitter, Who};

use crate::room::{Next, Room, Trouble};

/// How long somebody must be gone before the others may agree on something without them, in milliseconds: a page that
/// comes anew is away for a moment, and nobody decides without it in that moment.
const ABSENT_AFTER: i64 = 10_000;

/// Who wants what a request asks for.
fn votes_for<'a>(votes: &'a mut Votes, request: &Request) -> &'a mut Vec<Seat> {
    if *request == Request::Pause { &mut votes.pause } else { &mut votes.rematch }
}

impl Room {
    /// Somebody wants something that all players who are here must want: whether all of them do now.
    pub(super) fn vote(&mut self, seat: Option<Seat>, who: &Who, request: &Request) -> Result<bool, Trouble> {
        // Refused now rather than when the last one has agreed.
        let chance = self.hall.chance.clone();
        self.table.decide(self.hall.clock.now(), who, request, &*chance).map_err(Trouble::Refused)?;
        let mut votes = std::mem::take(votes_for(&mut self.votes, request));
        votes.extend(seat.filter(|seat| !votes.contains(seat)));
        let agreed = self.agree(&votes, self.hall.clock.now());
        if !agreed {
            *votes_for(&mut self.votes, request) = votes;
        }
        let votes = self.votes.clone();
        self.tell_all(&ServerMessage::Votes { votes }, None);
        Ok(agreed)
    }

    /// Whether everybody who is here wants it, and somebody does.
    fn agree(&self, votes: &[Seat], now: i64) -> bool {
        let player = |seat: Seat| self.table.sitter(seat).and_then(Sitter::player);
        let gone = |seat: Seat| self.gone_since[seat.index()].is_some_and(|since| now - since >= ABSENT_AFTER);
        // On one device a player has several seats, and speaks for all of them.
        let agrees = |seat: Seat| player(seat).is_none_or(|one| votes.iter().any(|&other| player(other) == Some(one)));
        let mut here = self.table.setup().seats().filter(|&seat| !self.table.is_away(seat) && !gone(seat));
        !votes.is_empty() && here.all(agrees)
    }

    /// When the others may agree without somebody who has just gone.
    pub(super) fn next_agreement(&self) -> Option<i64> {
        if self.votes.pause.is_empty() && self.votes.rematch.is_empty() {
            return None;
        }
        let now = self.hall.clock.now();
        self.gone_since.iter().flatten().map(|since| since + ABSENT_AFTER).filter(|&at| at > now).min()
    }

    /// Does what everybody wants who is still here.
    pub(super) async fn do_what_is_agreed(&mut self, now: i64) -> Next {
        for request in [Request::Pause, Request::Rematch] {
            let votes = std::mem::take(votes_for(&mut self.votes, &request));
            let Some(&seat) = votes.first().filter(|_| self.agree(&votes, now)) else {
                *votes_for(&mut self.votes, &request) = votes;
                continue;
            };
            if let Err(Trouble::Lost) = self.perform(&Who::Seat(seat), &request, None).await {
                return self.let_go();
            }
            let votes = self.votes.clone();
            self.tell_all(&ServerMessage::Votes { votes }, None);
        }
        Next::GoOn
    }
}
