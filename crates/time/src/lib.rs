//! [`Timestamp`]: a point in time, in milliseconds.
//!
//! It has its own crate because its users must not depend on each other: the store knows nothing of the game, and the
//! table does no I/O, so neither can import the type from the other. Durations are [`std::time::Duration`].
//!
//! ```
//! use std::time::Duration;
//! use trinta_time::Timestamp;
//!
//! let began = Timestamp::from_millis(1_700_000_000_000);
//! let deadline = began + Duration::from_secs(60);
//! assert_eq!(deadline.since(began), Duration::from_secs(60));
//! assert_eq!(began.since(deadline), Duration::ZERO);
//! assert_eq!(deadline.to_string(), "2023-11-14T22:14:20.000Z");
//! ```

use std::fmt;
use std::ops::{Add, Sub};
use std::time::Duration;

/// A point in time, in milliseconds since the Unix epoch, and serialised as that number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Timestamp(i64);

impl Timestamp {
    /// The Unix epoch: 1970-01-01T00:00:00Z.
    pub const EPOCH: Timestamp = Timestamp(0);

    /// From milliseconds since the Unix epoch.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Timestamp {
        Timestamp(millis)
    }

    /// In milliseconds since the Unix epoch.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// The time that has passed since an earlier point; zero if that point is later.
    #[must_use]
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// The date in UTC, displayed as `2026-11-15`.
    #[must_use]
    pub fn date(self) -> impl fmt::Display {
        Date::of(self)
    }
}

/// A duration in whole milliseconds, saturating at `i64::MAX`.
fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// Serialises a [`Duration`] as a whole number of milliseconds: `#[serde(with = "trinta_time::millis")]`.
#[cfg(feature = "serde")]
pub mod millis {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    /// Serialises a duration.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        super::millis(*duration).serialize(serializer)
    }

    /// Deserialises a duration.
    ///
    /// # Errors
    /// If it is not a non-negative integer.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }

    /// The same for an `Option<Duration>`: `#[serde(with = "trinta_time::millis::option")]`.
    pub mod option {
        use std::time::Duration;

        use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

        /// Serialises a duration, or `None`.
        ///
        /// # Errors
        /// Those of the serializer.
        pub fn serialize<S: Serializer>(duration: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
            duration.map(crate::millis).serialize(serializer)
        }

        /// Deserialises a duration, or `None`.
        ///
        /// # Errors
        /// If it is neither null nor a non-negative integer.
        pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
            Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
        }
    }
}

impl Add<Duration> for Timestamp {
    type Output = Timestamp;

    fn add(self, duration: Duration) -> Timestamp {
        Timestamp(self.0.saturating_add(millis(duration)))
    }
}

impl Sub<Duration> for Timestamp {
    type Output = Timestamp;

    fn sub(self, duration: Duration) -> Timestamp {
        Timestamp(self.0.saturating_sub(millis(duration)))
    }
}

/// Formats as RFC 3339, in UTC.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_day = self.0.rem_euclid(DAY);
        let (hours, minutes) = (of_day / 3_600_000, of_day / 60_000 % 60);
        let (seconds, millis) = (of_day / 1000 % 60, of_day % 1000);
        write!(f, "{}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z", Date::of(*self))
    }
}

const DAY: i64 = 86_400_000;

/// A date of the proleptic Gregorian calendar.
struct Date {
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    /// The UTC date of a timestamp. The computation uses years that begin in March, so that the leap day comes last.
    fn of(at: Timestamp) -> Date {
        let days = at.0.div_euclid(DAY) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        Date { year: year_of_era + era * 400 + i64::from(month <= 2), month, day }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_agree_with_the_calendar() {
        let date = |millis| Timestamp::from_millis(millis).date().to_string();
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400_000), "2000-02-29");
        assert_eq!(date(1_700_000_000_000), "2023-11-14");
        assert_eq!(date(4_107_542_400_000 - 1), "2100-02-28");
        assert_eq!(date(4_107_542_400_000), "2100-03-01");
        assert_eq!(Timestamp::from_millis(-1).to_string(), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn sums_saturate_at_the_range() {
        let end = Timestamp::from_millis(i64::MAX);
        assert_eq!(end + Duration::MAX, end);
        assert_eq!(Timestamp::EPOCH - Duration::from_millis(5), Timestamp::from_millis(-5));
        assert_eq!(end.since(Timestamp::from_millis(i64::MIN)), Duration::from_millis(i64::MAX as u64));
    }

    #[cfg(feature = "serde")]
    #[test]
    fn it_is_serialised_as_a_number() {
        let at = Timestamp::from_millis(1_700_000_000_000);
        assert_eq!(serde_json::to_string(&at).unwrap(), "1700000000000");
        assert_eq!(serde_json::from_str::<Timestamp>("1700000000000").unwrap(), at);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn lengths_of_time_are_written_as_milliseconds() {
        #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        struct Lengths {
            #[serde(with = "millis")]
            one: Duration,
            #[serde(with = "millis::option")]
            other: Option<Duration>,
        }
        for (text, other) in [(r#"{"one":1500,"other":null}"#, None), (r#"{"one":1500,"other":7}"#, Some(7))] {
            let lengths = Lengths { one: Duration::from_millis(1500), other: other.map(Duration::from_millis) };
            assert_eq!(serde_json::to_string(&lengths).unwrap(), text);
            assert_eq!(serde_json::from_str::<Lengths>(text).unwrap(), lengths);
        }
        assert!(serde_json::from_str::<Lengths>(r#"{"one":-1,"other":null}"#).is_err());
    }
}
