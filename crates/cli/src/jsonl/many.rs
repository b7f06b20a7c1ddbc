//! The flags of `--jsonl`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

/// Many questions, one a line.
#[derive(Debug, Args)]
pub(crate) struct ManyArgs {
    /// Read one JSON question a line from FILE (or standard input), write one JSON answer a line
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub(crate) jsonl: Option<PathBuf>,
    /// With --jsonl: answer on so many threads [default: one for each core]
    #[arg(long, value_name = "N", requires = "jsonl")]
    threads: Option<NonZero<usize>>,
}

impl ManyArgs {
    /// More only cost memory.
    const MOST_THREADS: NonZero<usize> = NonZero::new(1024).unwrap();

    /// How many threads to answer on.
    pub(crate) fn threads(&self) -> NonZero<usize> {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        self.threads.unwrap_or_else(cores).min(Self::MOST_THREADS)
    }
}
