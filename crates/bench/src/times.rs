//! Summaries of many durations.

use std::time::Duration;

use serde::Serialize;

/// Durations of one kind, sorted.
#[derive(Debug, Clone, Default)]
pub struct Times(Vec<Duration>);

/// A summary of many durations, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Summary {
    /// The number of durations.
    pub count: usize,
    /// The 50th percentile.
    pub median: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The longest duration.
    pub max: f64,
}

impl Times {
    /// Adds a duration.
    pub fn add(&mut self, time: Duration) {
        let index = self.0.partition_point(|&other| other <= time);
        self.0.insert(index, time);
    }

    /// The summary; none if there are no durations.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        let longest = self.0.last()?;
        Some(Summary {
            count: self.0.len(),
            median: micros(self.percentile(50)),
            p99: micros(self.percentile(99)),
            max: micros(*longest),
        })
    }

    fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.0.len() * percent).div_ceil(100).max(1);
        self.0[rank - 1]
    }
}

fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_durations() {
        assert_eq!(Times::default().summary(), None);
        let mut times = Times::default();
        for micros in (1..=200).rev() {
            times.add(Duration::from_micros(micros));
        }
        let expected = Summary { count: 200, median: 100.0, p99: 198.0, max: 200.0 };
        assert_eq!(times.summary(), Some(expected));
        let mut one = Times::default();
        one.add(Duration::from_micros(7));
        assert_eq!(one.summary(), Some(Summary { count: 1, median: 7.0, p99: 7.0, max: 7.0 }));
    }
}
