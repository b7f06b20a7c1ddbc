//! Durations that other processes on the same machine don't lengthen.

use std::time::Duration;

/// Calls a function and measures it: the processor time of this thread where the system tells it, else wall time.
pub(crate) fn timed<T>(call: impl FnOnce() -> T) -> (T, Duration) {
    let start = now();
    let result = call();
    (result, now().saturating_sub(start))
}

#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn processor_time_is_measured() {
        let (_, asleep) = timed(|| std::thread::sleep(Duration::from_millis(30)));
        let (sum, awake) = timed(|| (0..2_000_000_u64).fold(0, |sum: u64, number| sum.wrapping_mul(31) ^ number));
        assert!(asleep < Duration::from_millis(20), "{asleep:?}");
        assert!(awake > Duration::ZERO, "{awake:?} for {sum}");
    }
}
