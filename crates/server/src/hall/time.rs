//! The time in a hall: the server's, by the wall clock there.

use trinta_time::Timestamp;
use trinta_tournament::HallTime;

const DAY: i64 = 24 * 60 * 60;
/// A device whose clock is ahead of the server's by less than this is wrong about now, not about the day.
const HALF_A_DAY: u32 = 12 * 60 * 60;

/// The time of day in a hall that is this many minutes ahead of UTC.
#[must_use]
pub fn hall_time(now: Timestamp, utc_offset: i32) -> HallTime {
    let seconds = (now.as_millis().div_euclid(1000) + i64::from(utc_offset) * 60).rem_euclid(DAY);
    let text = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    text.parse().unwrap_or_else(|_| unreachable!("seconds of a day are a time of day"))
}

/// When something happened, by what a device says: never later than now.
pub(super) fn happened_at(said: Option<HallTime>, now: HallTime) -> HallTime {
    match said {
        Some(said) if said.since(now).is_none_or(|ahead| ahead > HALF_A_DAY) => said,
        _ => now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hall_has_its_own_wall_clock() {
        let at = |millis, offset| hall_time(Timestamp::from_millis(millis), offset).to_string();
        assert_eq!(at(0, 0), "00:00:00");
        assert_eq!(at(0, 8 * 60), "08:00:00");
        assert_eq!(at(0, -60), "23:00:00");
        assert_eq!(at((23 * 3600 + 59 * 60 + 59) * 1000 + 999, 1), "00:00:59");
    }

    #[test]
    fn nothing_happens_later_than_now() {
        let time = |text: &str| text.parse::<HallTime>().unwrap();
        let now = time("10:00:00");
        assert_eq!(happened_at(None, now), now);
        assert_eq!(happened_at(Some(time("10:00:30")), now), now);
        assert_eq!(happened_at(Some(time("09:30:00")), now), time("09:30:00"));
        assert_eq!(happened_at(Some(time("23:59:00")), time("00:01:00")), time("23:59:00"), "before midnight");
    }
}
