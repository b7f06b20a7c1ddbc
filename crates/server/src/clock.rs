//! Time, handed in.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

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

    /// When it will be this late.
    #[must_use]
    pub fn instant(&self, at: i64) -> Instant {
        let wait = u64::try_from(at.saturating_sub(self.at)).unwrap_or(0);
        self.started + Duration::from_millis(wait)
    }
}

/// The day of a time, as `2026-11-15`.
#[must_use]
pub fn day(at: i64) -> String {
    // Days since 1970 to year, month and day, by the months of a year that begins in March.
    let days = at.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(951_782_400_000), "2000-02-29");
        assert_eq!(day(1_700_000_000_000), "2023-11-14");
        assert_eq!(day(4_107_542_400_000 - 1), "2100-02-28");
        assert_eq!(day(4_107_542_400_000), "2100-03-01");
    }
}
