//! What happens because time goes by.

use tokio::sync::mpsc;
use trinta_core::{Phase, Viewer};
use trinta_table::wire::see_clock;
use trinta_table::{Request, Sitter, Who};

use crate::room::{Ask, LINGER, Next, Room, Trouble, encode};

impl Room {
    /// When something is to be done even if nobody asks.
    pub(super) fn next_wake(&self) -> Option<i64> {
        let house = [self.failing_since, self.deadline(), self.next_stand_in(), self.next_thought()];
        let house = house.into_iter().flatten().min().map(|at| at.max(self.not_before));
        let mature = self.delayed.as_ref().and_then(|delayed| {
            let wait = i64::from(delayed.table.plan().spectators.delay) * 1000;
            delayed.waiting.front().map(|entry| entry.at + wait)
        });
        let empty = self.may_retire().then_some(self.empty_since + LINGER);
        house.into_iter().chain(mature).chain(empty).chain(self.next_agreement()).min()
    }

    /// A room ends when nobody is there and nothing will happen.
    fn may_retire(&self) -> bool {
        let clock = self.deadline().is_some();
        self.guests.is_empty() && !clock && !self.thinking && self.next_thought().is_none()
    }

    /// Only bots play, and nobody watches them: their game waits until somebody does.
    pub(super) fn is_forgotten(&self) -> bool {
        self.guests.is_empty() && self.table.is_deserted()
    }

    /// When the time of whoever is on turn is up.
    fn deadline(&self) -> Option<i64> {
        self.table.clock().deadline().filter(|_| !self.is_forgotten())
    }

    pub(super) async fn on_time(&mut self, inbox: &mpsc::Receiver<Ask>) -> Next {
        let now = self.hall.clock.now();
        self.mature(now);
        if self.not_before <= now {
            if let Some(since) = self.failing_since {
                // A turn that began since then lost only its own share.
                let began = self.table.clock().since().unwrap_or(since);
                return self.give_back((now - since.max(began)).max(0)).await;
            }
            if self.deadline().is_some_and(|deadline| deadline <= now) {
                return self.time_is_up().await;
            }
            if let Next::End = self.stand_in(now).await {
                return Next::End;
            }
            if let Next::End = self.do_what_is_agreed(now).await {
                return Next::End;
            }
            if self.next_thought().is_some_and(|at| at <= now) {
                self.think();
            }
        }
        if self.may_retire() && self.empty_since + LINGER <= now && self.hall.retire(&self.id, inbox) {
            return Next::End;
        }
        Next::GoOn
    }

    /// Time in which nothing could be stored is given back before anybody's runs out.
    async fn give_back(&mut self, lost: i64) -> Next {
        if self.table.running().is_none() {
            self.failing_since = None;
            return Next::GoOn;
        }
        self.by_the_house(&Request::Resume { lost }).await
    }

    async fn time_is_up(&mut self) -> Next {
        let Some(current) = self.table.running() else { return Next::GoOn };
        let request = match current.game.phase() {
            Phase::Provisional(_) => Request::CloseChallenge,
            Phase::Turn(seat) => Request::TimeUp { draft: self.drafts[seat.index()].clone() },
            Phase::Lots(_) | Phase::Over(_) => return Next::GoOn,
        };
        self.by_the_house(&request).await
    }

    /// The house does something; what is refused was overtaken by something else.
    pub(super) async fn by_the_house(&mut self, request: &Request) -> Next {
        match self.perform(&Who::House, request, None).await {
            Ok(_) => Next::GoOn,
            Err(Trouble::Refused(refusal)) => {
                tracing::debug!(table = %self.id, code = ?refusal.code, "the house was refused");
                self.not_before = self.not_before.max(self.hall.clock.now() + 50);
                Next::GoOn
            }
            Err(Trouble::Lost) => self.let_go(),
        }
    }

    /// The next time at which a bot stands in for somebody who is gone.
    fn next_stand_in(&self) -> Option<i64> {
        let grace = i64::from(self.table.plan().stand_in_after?) * 1000;
        self.table.running().filter(|_| !self.table.is_paused())?;
        let missing = self.table.setup().seats().filter(|&seat| {
            matches!(self.table.sitter(seat), Some(Sitter::Player { .. })) && !self.table.is_away(seat)
        });
        missing.filter_map(|seat| self.gone_since[seat.index()]).min().map(|since| since + grace)
    }

    async fn stand_in(&mut self, now: i64) -> Next {
        let Some(grace) = self.table.plan().stand_in_after.map(|seconds| i64::from(seconds) * 1000) else {
            return Next::GoOn;
        };
        if self.table.running().is_none() || self.table.is_paused() {
            return Next::GoOn;
        }
        for seat in self.table.setup().seats() {
            let player = matches!(self.table.sitter(seat), Some(Sitter::Player { .. }));
            let gone = self.gone_since[seat.index()].is_some_and(|since| since + grace <= now);
            if player
                && gone
                && !self.table.is_away(seat)
                && let Next::End = self.by_the_house(&Request::Away { seat }).await
            {
                return Next::End;
            }
        }
        Next::GoOn
    }

    /// Spectators with a delay see what has become old enough.
    fn mature(&mut self, now: i64) {
        let Some(delayed) = &mut self.delayed else { return };
        let wait = i64::from(delayed.table.plan().spectators.delay) * 1000;
        let mut news = Vec::new();
        while let Some(entry) = delayed.waiting.pop_front_if(|entry| entry.at + wait <= now) {
            delayed.table.apply(entry.at, &entry.events);
            let clock = delayed.table.clock().shows(now - wait).map(see_clock);
            news.push(encode(&entry.message(&delayed.table, Viewer::Spectator, clock)));
        }
        let spectators: Vec<u64> =
            self.guests.iter().filter(|(_, guest)| guest.seat.is_none()).map(|(&ticket, _)| ticket).collect();
        for text in news {
            for ticket in &spectators {
                let sent = self.guests.get(ticket).is_none_or(|guest| self.hall.send(&guest.outbox, text.clone()));
                if !sent {
                    self.leave(*ticket);
                }
            }
        }
    }
}
