//! How much may happen at a table outside of its games: a log must not grow without end by what costs nobody anything.

use trinta_table::{Request, Requester, TableEvent};
use trinta_time::Timestamp;

use crate::limits::{Bucket, Budget};

/// Entries outside of games: people come and go, sit down, invite each other.
const EXTRAS: Budget = Budget { burst: 300.0, rate: 1.0 };

/// The most entries outside of games between the beginnings of two games.
const MAX_EXTRAS: u32 = 5000;

/// What is left of them at a table.
#[derive(Debug)]
pub(super) struct Extras {
    bucket: Bucket,
    /// Those since the last game began.
    count: u32,
}

impl Extras {
    /// A table that has just been loaded, with the number of its entries outside of games since its last game began.
    pub(super) const fn new(count: u32, now: Timestamp) -> Extras {
        Extras { bucket: Bucket::full(EXTRAS, now), count }
    }

    /// Whether one more may be stored, which is taken from the budget then.
    pub(super) fn allow(&mut self, now: Timestamp) -> bool {
        self.count < MAX_EXTRAS && self.bucket.take(EXTRAS, now)
    }

    /// Counts an entry that was stored.
    pub(super) fn count(&mut self, events: &[TableEvent]) {
        self.count = count_extra(self.count, events);
    }
}

/// The number of entries outside of games since the last game began, after one more entry.
pub(super) fn count_extra(count: u32, events: &[TableEvent]) -> u32 {
    let begins = events.iter().any(|event| matches!(event, TableEvent::GameBegun));
    let plays = events.iter().any(|event| matches!(event, TableEvent::Game { .. }));
    match (begins, plays) {
        (true, _) => 0,
        (false, true) => count,
        (false, false) => count.saturating_add(1),
    }
}

/// Whether what a request adds to the log is limited. A game is bounded by its rules, and everybody can always begin it,
/// leave, come back or close the table; the house repeats nothing.
pub(super) const fn is_limited(requester: &Requester, request: &Request) -> bool {
    let always = matches!(
        request,
        Request::Begin
            | Request::Rematch
            | Request::CommitEntropy { .. }
            | Request::RevealEntropy { .. }
            | Request::Play { .. }
            | Request::LeaveSeat { .. }
            | Request::Back { .. }
            | Request::Close
    );
    !always && !matches!(requester, Requester::House)
}

#[cfg(test)]
mod tests {
    use trinta_core::Seat;

    use super::*;

    #[test]
    fn s5_entries_outside_of_games_have_a_rate_and_a_bound() {
        let at = |seconds: i64| Timestamp::from_millis(seconds * 1000);
        let mut extras = Extras::new(0, at(0));
        let left = [TableEvent::SeatLeft { seat: Seat(0) }];
        let stored = |seconds: i64, extras: &mut Extras| {
            let allowed = extras.allow(at(seconds));
            if allowed {
                extras.count(&left);
            }
            allowed
        };
        assert_eq!((0..1000).filter(|_| stored(0, &mut extras)).count(), 300);
        assert!(stored(1, &mut extras) && !stored(1, &mut extras), "one a second");
        assert_eq!((2..100_000).filter(|&second| stored(second, &mut extras)).count(), 5000 - 301);
        extras.count(&[TableEvent::GameBegun]);
        assert!(stored(100_001, &mut extras), "a game that begins ends the count");
    }

    #[test]
    fn a_game_is_not_limited_by_it() {
        let player = Requester::Seat(Seat(0));
        assert!(!is_limited(&player, &Request::Begin) && !is_limited(&player, &Request::Close));
        assert!(is_limited(&player, &Request::Pause) && !is_limited(&Requester::House, &Request::Pause));
    }
}
