//! How long a turn has lasted, told from the log alone.

use trinta_core::{Phase, Seat};

/// The clock of a turn. All times are those of log entries, so that whoever folds the log sees the same clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TurnClock {
    turn: Option<Turn>,
    /// Since when the clock stands still.
    stopped: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Turn {
    seat: Seat,
    /// Which of the turns of the game this is: the clock starts anew with each.
    number: u32,
    provisional: bool,
    limit: Option<i64>,
    /// When it began.
    since: i64,
    /// What was not the player's time: pauses, and the server's absence.
    credit: i64,
}

/// What the clock shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Countdown {
    /// Whose time it is; in the time to challenge, whose play it is about.
    pub seat: Seat,
    /// The whole time in milliseconds; none: no limit.
    pub limit: Option<i64>,
    /// What is left, in milliseconds.
    pub left: Option<i64>,
    /// Whether it is running.
    pub running: bool,
}

impl TurnClock {
    /// A game stands like this after an entry of this time; `dealt` says that the tiles were dealt in it.
    pub(super) fn turn(
        &mut self,
        at: i64,
        phase: &Phase,
        number: u32,
        dealt: bool,
        limits: (Option<u32>, Option<u32>),
    ) {
        let (seat, provisional) = match phase {
            Phase::Turn(seat) => (*seat, false),
            Phase::Provisional(seat) => (*seat, true),
            Phase::Lots(_) | Phase::Over(_) => {
                self.turn = None;
                return;
            }
        };
        let seconds = if provisional { limits.1 } else { limits.0 };
        let same = |turn: &Turn| (turn.seat, turn.number, turn.provisional) == (seat, number, provisional);
        if dealt || !self.turn.as_ref().is_some_and(same) {
            let limit = seconds.map(|seconds| i64::from(seconds) * 1000);
            self.turn = Some(Turn { seat, number, provisional, limit, since: at, credit: 0 });
        }
    }

    /// The clock stops.
    pub(super) fn stop(&mut self, at: i64) {
        self.stopped.get_or_insert(at);
    }

    /// The clock goes on.
    pub(super) fn go_on(&mut self, at: i64) {
        if let (Some(stopped), Some(turn)) = (self.stopped.take(), &mut self.turn) {
            // A turn that began while the clock stood still has nothing to get back from before.
            turn.credit += at - stopped.max(turn.since);
        }
    }

    /// So much time was nobody's.
    pub(super) fn credit(&mut self, lost: i64) {
        // While the clock stands still, all of that time is given back when it goes on.
        if let (None, Some(turn)) = (self.stopped, &mut self.turn) {
            turn.credit += lost;
        }
    }

    /// Whether the clock was stopped.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// When the time is up, if it is running.
    #[must_use]
    pub fn deadline(&self) -> Option<i64> {
        let turn = self.turn.filter(|_| self.stopped.is_none())?;
        Some(turn.since + turn.credit + turn.limit?)
    }

    /// When the turn began, and whose it is: how long a bot has been thinking.
    #[must_use]
    pub fn since(&self) -> Option<i64> {
        self.turn.map(|turn| turn.since + turn.credit)
    }

    /// What the clock shows at a time.
    #[must_use]
    pub fn shows(&self, at: i64) -> Option<Countdown> {
        let turn = self.turn?;
        let now = self.stopped.unwrap_or(at);
        let spent = (now - turn.since - turn.credit).max(0);
        let left = turn.limit.map(|limit| (limit - spent).clamp(0, limit));
        Some(Countdown { seat: turn.seat, limit: turn.limit, left, running: self.stopped.is_none() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: (Option<u32>, Option<u32>) = (Some(60), Some(30));

    fn running() -> TurnClock {
        let mut clock = TurnClock::default();
        clock.turn(1000, &Phase::Turn(Seat(1)), 4, false, MINUTE);
        clock
    }

    fn left(clock: &TurnClock, at: i64) -> Option<i64> {
        clock.shows(at).unwrap().left
    }

    #[test]
    fn a_turn_has_its_time_and_the_next_one_too() {
        let mut clock = running();
        assert_eq!((clock.deadline(), left(&clock, 11_000)), (Some(61_000), Some(50_000)));
        assert_eq!(left(&clock, 999_000), Some(0));
        // Something else happens: a challenge is declined, say. The turn goes on.
        clock.turn(20_000, &Phase::Turn(Seat(1)), 4, false, MINUTE);
        assert_eq!(clock.deadline(), Some(61_000));
        clock.turn(30_000, &Phase::Turn(Seat(2)), 5, false, MINUTE);
        assert_eq!(clock.deadline(), Some(90_000));
        clock.turn(40_000, &Phase::Provisional(Seat(2)), 5, false, MINUTE);
        assert_eq!(clock.deadline(), Some(70_000), "the time to challenge");
    }

    #[test]
    fn a_new_deal_starts_the_clock_anew() {
        let mut clock = running();
        clock.turn(30_000, &Phase::Turn(Seat(1)), 4, true, MINUTE);
        assert_eq!(clock.deadline(), Some(90_000));
    }

    #[test]
    fn a_pause_costs_nobody_time() {
        let mut clock = running();
        clock.stop(21_000);
        assert_eq!((clock.deadline(), left(&clock, 500_000)), (None, Some(40_000)));
        clock.credit(70_000);
        clock.go_on(100_000);
        assert_eq!((clock.deadline(), left(&clock, 100_000)), (Some(140_000), Some(40_000)));
    }

    #[test]
    fn the_servers_absence_is_credited() {
        let mut clock = running();
        clock.credit(25_000);
        assert_eq!((clock.deadline(), left(&clock, 36_000)), (Some(86_000), Some(50_000)));
    }

    #[test]
    fn no_limit_and_no_turn() {
        let mut clock = TurnClock::default();
        assert_eq!((clock.deadline(), clock.shows(5)), (None, None));
        clock.turn(1000, &Phase::Turn(Seat(0)), 0, false, (None, None));
        assert_eq!((clock.deadline(), left(&clock, 99_000)), (None, None));
    }
}
