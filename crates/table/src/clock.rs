//! How long a turn has lasted, told from the log alone.

use std::time::Duration;

use trinta_core::{Phase, Seat, Settings};
use trinta_time::Timestamp;

/// The clock of a turn. All times are those of log entries, so that whoever folds the log sees the same clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TurnClock {
    turn: Option<Turn>,
    /// Since when the clock stands still.
    stopped: Option<Timestamp>,
}

/// The time limits of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TurnLimits {
    /// For a turn; none: no limit.
    turn: Option<Duration>,
    /// For a challenge of the last play of a game; none: no limit.
    challenge: Option<Duration>,
}

impl TurnLimits {
    /// The limits that the settings ask for.
    pub(super) fn of(settings: &Settings) -> TurnLimits {
        let limit = |seconds: u32| Duration::from_secs(seconds.into());
        TurnLimits {
            turn: settings.turn_seconds.map(limit),
            challenge: settings.words().map(|rules| limit(rules.challenge_seconds)),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Turn {
    seat: Seat,
    /// Which of the turns of the game this is: the clock starts anew with each.
    number: u32,
    provisional: bool,
    limit: Option<Duration>,
    began: Timestamp,
    /// What was not the player's time: pauses, and the server's absence.
    credit: Duration,
}

/// What the clock shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Countdown {
    /// Whose time it is; in the time to challenge, whose play it is about.
    pub seat: Seat,
    /// The whole time; none: no limit.
    pub limit: Option<Duration>,
    /// What is left of it.
    pub left: Option<Duration>,
    /// Whether it is running.
    pub running: bool,
}

impl TurnClock {
    /// A game stands like this after an entry of this time; `dealt` says that the tiles were dealt in it.
    pub(super) fn turn(&mut self, at: Timestamp, phase: &Phase, number: u32, dealt: bool, limits: TurnLimits) {
        let (seat, provisional) = match phase {
            Phase::Turn(seat) => (*seat, false),
            Phase::Provisional(seat) => (*seat, true),
            Phase::Lots(_) | Phase::Over(_) => {
                self.turn = None;
                return;
            }
        };
        let same = |turn: &Turn| (turn.seat, turn.number, turn.provisional) == (seat, number, provisional);
        if dealt || !self.turn.as_ref().is_some_and(same) {
            let limit = if provisional { limits.challenge } else { limits.turn };
            self.turn = Some(Turn { seat, number, provisional, limit, began: at, credit: Duration::ZERO });
        }
    }

    /// The clock stops.
    pub(super) fn stop(&mut self, at: Timestamp) {
        self.stopped.get_or_insert(at);
    }

    /// The clock runs again.
    pub(super) fn resume(&mut self, at: Timestamp) {
        if let (Some(stopped), Some(turn)) = (self.stopped.take(), &mut self.turn) {
            // A turn that began while the clock stood still has nothing to get back from before.
            turn.credit += at.since(stopped.max(turn.began));
        }
    }

    /// Gives time back for which the player is not to be charged.
    pub(super) fn credit(&mut self, lost: Duration) {
        // While the clock stands still, all of that time is given back when it runs again.
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
    pub fn deadline(&self) -> Option<Timestamp> {
        let turn = self.turn.filter(|_| self.stopped.is_none())?;
        Some(turn.began + turn.credit + turn.limit?)
    }

    /// When the turn began, later by what was credited since.
    #[must_use]
    pub fn since(&self) -> Option<Timestamp> {
        self.turn.map(|turn| turn.began + turn.credit)
    }

    /// What the clock shows at a time.
    #[must_use]
    pub fn countdown(&self, at: Timestamp) -> Option<Countdown> {
        let turn = self.turn?;
        let now = self.stopped.unwrap_or(at);
        let spent = now.since(turn.began + turn.credit);
        let left = turn.limit.map(|limit| limit.saturating_sub(spent));
        Some(Countdown { seat: turn.seat, limit: turn.limit, left, running: self.stopped.is_none() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: TurnLimits =
        TurnLimits { turn: Some(Duration::from_secs(60)), challenge: Some(Duration::from_secs(30)) };

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn running() -> TurnClock {
        let mut clock = TurnClock::default();
        clock.turn(at(1000), &Phase::Turn(Seat(1)), 4, false, MINUTE);
        clock
    }

    fn left(clock: &TurnClock, at: Timestamp) -> Option<Duration> {
        clock.countdown(at).unwrap().left
    }

    #[test]
    fn e02_e03_g10_a_turn_has_its_time_and_the_next_one_too() {
        let mut clock = running();
        assert_eq!((clock.deadline(), left(&clock, at(11_000))), (Some(at(61_000)), Some(millis(50_000))));
        assert_eq!(left(&clock, at(999_000)), Some(Duration::ZERO));
        // Something else happens: a challenge is declined, say. The turn goes on.
        clock.turn(at(20_000), &Phase::Turn(Seat(1)), 4, false, MINUTE);
        assert_eq!(clock.deadline(), Some(at(61_000)));
        clock.turn(at(30_000), &Phase::Turn(Seat(2)), 5, false, MINUTE);
        assert_eq!(clock.deadline(), Some(at(90_000)));
        clock.turn(at(40_000), &Phase::Provisional(Seat(2)), 5, false, MINUTE);
        assert_eq!(clock.deadline(), Some(at(70_000)), "the time to challenge");
    }

    #[test]
    fn a_new_deal_starts_the_clock_anew() {
        let mut clock = running();
        clock.turn(at(30_000), &Phase::Turn(Seat(1)), 4, true, MINUTE);
        assert_eq!(clock.deadline(), Some(at(90_000)));
    }

    #[test]
    fn a_pause_costs_nobody_time() {
        let mut clock = running();
        clock.stop(at(21_000));
        assert_eq!((clock.deadline(), left(&clock, at(500_000))), (None, Some(millis(40_000))));
        clock.credit(millis(70_000));
        clock.resume(at(100_000));
        assert_eq!((clock.deadline(), left(&clock, at(100_000))), (Some(at(140_000)), Some(millis(40_000))));
    }

    #[test]
    fn the_servers_absence_is_credited() {
        let mut clock = running();
        clock.credit(millis(25_000));
        assert_eq!((clock.deadline(), left(&clock, at(36_000))), (Some(at(86_000)), Some(millis(50_000))));
    }

    #[test]
    fn no_limit_and_no_turn() {
        let mut clock = TurnClock::default();
        assert_eq!((clock.deadline(), clock.countdown(at(5))), (None, None));
        clock.turn(at(1000), &Phase::Turn(Seat(0)), 0, false, TurnLimits::default());
        assert_eq!((clock.deadline(), left(&clock, at(99_000))), (None, None));
    }
}
