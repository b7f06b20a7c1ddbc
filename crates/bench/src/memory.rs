//! The memory of the process.

/// The peak resident memory of the process so far in bytes; none where the system does not report it.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    read_peak(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn read_peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read_from_the_status_of_the_process() {
        assert_eq!(read_peak("Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t 3 kB\n"), Some(2 << 20));
        assert_eq!(read_peak("Name:\tx\n"), None);
    }
}
