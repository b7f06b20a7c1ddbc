//! How much a bot may think about one turn.

use std::time::Duration;

/// Tells the time. Handed in: a bot has no clock of its own.
pub trait Clock {
    /// The time since some moment that stays the same.
    fn now(&self) -> Duration;
}

/// A clock that stands still: only the effort counts.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// What one turn may cost.
///
/// The effort decides, because it is the same on every machine: the same seed gives the same game. The time is a net
/// below it, for machines that are slower or busier than thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Situations that solvers may look at.
    pub effort: u64,
    /// Time on the clock.
    pub time: Duration,
}

/// Situations that a solver looks at in a millisecond, on the safe side: a core that is busy elsewhere half of the time
/// still manages.
const SITUATIONS_IN_A_MILLISECOND: u64 = 400;

impl Budget {
    /// The budget of so much time, with the effort that fits into it.
    #[must_use]
    pub fn of(time: Duration) -> Budget {
        let effort = time.as_micros().saturating_mul(u128::from(SITUATIONS_IN_A_MILLISECOND)) / 1000;
        Budget { effort: u64::try_from(effort).unwrap_or(u64::MAX).max(1), time }
    }
}

impl Default for Budget {
    /// Two seconds: what a person is willing to wait.
    fn default() -> Budget {
        Budget::of(Duration::from_secs(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_grows_with_time_and_is_never_nothing() {
        let efforts = [0, 1, 50, 2000].map(|millis| Budget::of(Duration::from_millis(millis)).effort);
        assert!(efforts.is_sorted() && efforts[0] == 1 && efforts[3] == 40 * efforts[2], "{efforts:?}");
        assert_eq!(Budget::of(Duration::MAX).effort, u64::MAX);
    }
}
