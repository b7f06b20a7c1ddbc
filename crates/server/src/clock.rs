//! Time, passed in.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;
use trinta_time::Timestamp;

/// Tells the time. It never goes back, whatever happens to the clock of the machine.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    started: Instant,
    at: Timestamp,
    /// Until when it may be wrong.
    doubted_until: Option<Timestamp>,
}

impl Clock {
    /// A clock set by the machine's, once.
    #[must_use]
    pub fn system() -> Clock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock::set_to(Timestamp::EPOCH + since)
    }

    /// A clock that shows this now.
    #[must_use]
    pub fn set_to(at: Timestamp) -> Clock {
        Clock { started: Instant::now(), at, doubted_until: None }
    }

    /// The same clock, which may be wrong until it shows this.
    #[must_use]
    pub(crate) const fn doubted_until(self, at: Timestamp) -> Clock {
        Clock { doubted_until: Some(at), ..self }
    }

    /// Whether it may be wrong: then nothing is deleted because of its age.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.doubted_until.is_some_and(|until| self.now() < until)
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.at + self.started.elapsed()
    }

    /// The instant at which this clock shows a time; its start for times before.
    #[must_use]
    pub fn instant(&self, at: Timestamp) -> Instant {
        self.started + at.since(self.at)
    }
}
