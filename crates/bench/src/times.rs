//! Many times in a few figures.

use std::time::Duration;

use serde::Serialize;

/// Times of one kind, sorted.
#[derive(Debug, Clone, Default)]
pub struct Times(Vec<Duration>);

/// The figures of many times, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Figures {
    /// How many there were.
    pub count: usize,
    /// Half were shorter.
    pub median: f64,
    /// 99 in a hundred were no longer.
    pub p99: f64,
    /// The longest.
    pub max: f64,
}

impl Times {
    /// One more.
    pub fn add(&mut self, time: Duration) {
        let place = self.0.partition_point(|&other| other <= time);
        self.0.insert(place, time);
    }

    /// The figures; none if there are no times.
    #[must_use]
    pub fn figures(&self) -> Option<Figures> {
        let longest = self.0.last()?;
        Some(Figures {
            count: self.0.len(),
            median: micros(self.rank(50)),
            p99: micros(self.rank(99)),
            max: micros(*longest),
        })
    }

    /// The shortest time that so many in a hundred do not exceed.
    fn rank(&self, in_hundred: usize) -> Duration {
        let place = (self.0.len() * in_hundred).div_ceil(100).max(1);
        self.0[place - 1]
    }
}

fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_sorted_times() {
        assert_eq!(Times::default().figures(), None);
        let mut times = Times::default();
        for micros in (1..=200).rev() {
            times.add(Duration::from_micros(micros));
        }
        let expected = Figures { count: 200, median: 100.0, p99: 198.0, max: 200.0 };
        assert_eq!(times.figures(), Some(expected));
        let mut one = Times::default();
        one.add(Duration::from_micros(7));
        assert_eq!(one.figures(), Some(Figures { count: 1, median: 7.0, p99: 7.0, max: 7.0 }));
    }
}
