//! The flags of `--jsonl`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

/// Many requests, one per line.
#[derive(Debug, Args)]
pub(crate) struct ManyArgs {
    /// Read one JSON request per line from FILE (or standard input), write one JSON response per line
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub(crate) jsonl: Option<PathBuf>,
    /// With --jsonl: number of threads [default: one per core]
    #[arg(long, value_name = "N", requires = "jsonl")]
    threads: Option<NonZero<usize>>,
}

impl ManyArgs {
    /// More threads would only take memory.
    const MAX_THREADS: NonZero<usize> = NonZero::new(1024).unwrap();

    /// The number of threads to use.
    pub(crate) fn threads(&self) -> NonZero<usize> {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        self.threads.unwrap_or_else(cores).min(Self::MAX_THREADS)
    }
}
