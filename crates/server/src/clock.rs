//! Time, handed in.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;
use trinta_time::Timestamp;

/// Tells the time in milliseconds since 1970. It never goes back, whatever happens to the clock of the machine.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    started: Instant,
    at: i64,
}

impl Clock {
    /// A clock set by the machine's, once.
    #[must_use]
    pub fn system() -> Clock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock::set_to(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    /// A clock that shows this now.
    #[must_use]
    pub fn set_to(at: i64) -> Clock {
        Clock { started: Instant::now(), at }
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.at.saturating_add(i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX))
    }

    /// The time as the store has it.
    #[must_use]
    pub fn timestamp(&self) -> Timestamp {
        Timestamp::from_millis(self.now())
    }

    /// When it will be this late.
    #[must_use]
    pub fn instant(&self, at: i64) -> Instant {
        let wait = u64::try_from(at.saturating_sub(self.at)).unwrap_or(0);
        self.started + Duration::from_millis(wait)
    }
}
