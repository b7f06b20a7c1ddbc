//! The budget of one turn.

use std::time::Duration;

/// A source of time, passed in: bots have no clock of their own.
pub trait Clock {
    /// The time since a fixed but arbitrary moment.
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
/// The effort is the limit that normally applies, because it is the same on every machine: the same seed gives the same
/// game. The time limit is a safety net for machines that are slower or busier than expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Nodes that searches may expand.
    pub effort: u64,
    /// Time on the clock.
    pub time: Duration,
}

/// A conservative estimate of the nodes that a solver expands in a millisecond: a core that spends half of its time
/// elsewhere still keeps up.
const NODES_PER_MILLISECOND: u64 = 400;

impl Budget {
    /// A budget of this much time, with the effort that fits into it.
    #[must_use]
    pub fn of(time: Duration) -> Budget {
        let effort = time.as_micros().saturating_mul(u128::from(NODES_PER_MILLISECOND)) / 1000;
        Budget { effort: u64::try_from(effort).unwrap_or(u64::MAX).max(1), time }
    }
}

impl Default for Budget {
    /// Two seconds, which people are willing to wait.
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
