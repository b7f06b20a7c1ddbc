//! Dates and times of day as a hall has them: on its own calendar and its own wall clock, without a time zone.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const DAY: u32 = 24 * 60 * 60;

/// A time of the day in the hall, to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "string"))]
#[serde(into = "String", try_from = "String")]
pub struct HallTime(u32);

/// Text that is not a time of day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time of day: write it as 10:20 or 10:20:30")]
pub struct TimeError(String);

impl HallTime {
    /// A time of the day in hours and minutes.
    pub(crate) const fn of(hours: u32, minutes: u32) -> HallTime {
        HallTime(hours * 3600 + minutes * 60)
    }

    /// The time this many seconds later. It may lie on the next day.
    #[must_use]
    pub fn plus(self, seconds: u32) -> HallTime {
        HallTime(self.0.saturating_add(seconds))
    }

    /// The time this many seconds earlier, at the earliest the beginning of the day.
    #[must_use]
    pub const fn minus(self, seconds: u32) -> HallTime {
        HallTime(self.0.saturating_sub(seconds))
    }

    /// The seconds from an earlier time to this one; none if that one is later.
    #[must_use]
    pub fn since(self, earlier: HallTime) -> Option<u32> {
        self.0.checked_sub(earlier.0)
    }
}

impl fmt::Display for HallTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0 % DAY;
        write!(f, "{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

impl FromStr for HallTime {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<HallTime, TimeError> {
        let wrong = || TimeError(text.to_owned());
        let part = |part: &str, limit: u32| {
            let digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|&value: &u32| digits && value < limit).ok_or_else(wrong)
        };
        match text.split(':').collect::<Vec<_>>().as_slice() {
            [hours, minutes] => Ok(HallTime(part(hours, 24)? * 3600 + part(minutes, 60)? * 60)),
            [hours, minutes, seconds] => {
                Ok(HallTime(part(hours, 24)? * 3600 + part(minutes, 60)? * 60 + part(seconds, 60)?))
            }
            _ => Err(wrong()),
        }
    }
}

impl TryFrom<String> for HallTime {
    type Error = TimeError;

    fn try_from(text: String) -> Result<HallTime, TimeError> {
        text.parse()
    }
}

impl From<HallTime> for String {
    fn from(time: HallTime) -> String {
        time.to_string()
    }
}

/// A day of the calendar (A01).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "CalendarDate", type = "string"))]
#[serde(into = "String", try_from = "String")]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Text that is not a day of the calendar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a day of the calendar: write it as 2017-01-18")]
pub struct DateError(String);

impl Date {
    /// The year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, from 1.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }

    /// The day of the week: 1 is Monday, 7 is Sunday. Derived, so that nobody can type a wrong one (A01).
    ///
    /// ```
    /// let date: trinta_tournament::Date = "2017-01-18".parse().unwrap();
    /// assert_eq!(date.weekday(), 3);
    /// ```
    #[must_use]
    pub fn weekday(self) -> u8 {
        // Sakamoto's method: January and February count with the year before.
        const SHIFTS: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        let year = u32::from(self.year) - u32::from(self.month < 3);
        let days = year + year / 4 - year / 100 + year / 400;
        let sunday_is_zero = (days + SHIFTS[usize::from(self.month) - 1] + u32::from(self.day)) % 7;
        if sunday_is_zero == 0 { 7 } else { sunday_is_zero as u8 }
    }
}

fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        let wrong = || DateError(text.to_owned());
        let part = |part: Option<&str>, length: usize| {
            let part = part.filter(|part| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit()));
            part.and_then(|part| part.parse::<u16>().ok()).ok_or_else(wrong)
        };
        let mut parts = text.splitn(3, '-');
        let year = part(parts.next(), 4)?;
        let (month, day) = (part(parts.next(), 2)? as u8, part(parts.next(), 2)? as u8);
        let exists = year > 0 && (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
        if exists { Ok(Date { year, month, day }) } else { Err(wrong()) }
    }
}

impl TryFrom<String> for Date {
    type Error = DateError;

    fn try_from(text: String) -> Result<Date, DateError> {
        text.parse()
    }
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        date.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a01_the_weekday_is_derived() {
        let weekday = |text: &str| text.parse::<Date>().unwrap().weekday();
        assert_eq!(weekday("2017-01-18"), 3);
        assert_eq!(weekday("2000-02-29"), 2);
        assert_eq!(weekday("2026-11-15"), 7);
        assert_eq!(weekday("2100-03-01"), 1);
        assert_eq!(weekday("1900-01-01"), 1);
    }

    #[test]
    fn days_that_do_not_exist_are_refused() {
        for text in ["", "2017-1-18", "2017-13-01", "2017-00-10", "2017-02-29", "2100-02-29", "2017-01-32", "18.1.2017"]
        {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_read_and_written() {
        assert_eq!("09:50".parse::<HallTime>().unwrap().to_string(), "09:50:00");
        assert_eq!("23:59:59".parse::<HallTime>().unwrap().plus(1).to_string(), "00:00:00");
        for text in ["", "9:50", "24:00", "10:60", "10:20:60", "10", "10:20:30:40", "+1:20", "10:2a"] {
            assert!(text.parse::<HallTime>().is_err(), "{text}");
        }
    }
}
