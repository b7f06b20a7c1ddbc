//! Fuzzing everything that reads something from outside.

use std::fs;

use crate::run::{root, run};

/// The targets, each with the files of the repository from which it starts.
const TARGETS: [(&str, &[&str]); 6] = [
    ("notation", &["fuzz/seeds/notation"]),
    ("edition", &["editions"]),
    ("record", &["records", "fuzz/seeds/record"]),
    ("commands", &["fuzz/seeds/commands"]),
    ("lines", &["fuzz/seeds/lines"]),
    ("wire", &["fuzz/seeds/wire"]),
];

/// How long to fuzz.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    /// As part of the tests: always the same inputs, so that a failure is the change's and not luck's.
    Short,
    /// So many seconds a target, other inputs every time.
    Seconds(u32),
}

/// Runs every target.
pub(crate) fn fuzz(length: Length) -> Result<(), String> {
    for (target, seeds) in TARGETS {
        // The short run starts from the seeds alone: what longer runs found would make it another run.
        let corpus = match length {
            Length::Short => format!("fuzz/target/short-corpus/{target}"),
            Length::Seconds(_) => format!("fuzz/corpus/{target}"),
        };
        let folder = root().join(&corpus);
        if matches!(length, Length::Short) && folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let limits = match length {
            Length::Short => vec!["-seed=30".to_owned(), "-runs=20000".to_owned(), "-max_total_time=40".to_owned()],
            Length::Seconds(seconds) => vec![format!("-max_total_time={seconds}")],
        };
        // Coverage is a feature of the compiler that stable hides; the sanitizer finds nothing where there is no
        // unsafe code, and would need a compiler of its own.
        let mut arguments = vec!["fuzz", "run", "--sanitizer", "none", target, &corpus];
        arguments.extend(seeds.iter().filter(|folder| root().join(folder).is_dir()));
        arguments.extend([
            "--",
            "-timeout=20",
            "-rss_limit_mb=4096",
            "-max_len=65536",
            "-verbosity=0",
            "-print_funcs=0",
        ]);
        arguments.extend(limits.iter().map(String::as_str));
        run("cargo", &arguments, &[("RUSTC_BOOTSTRAP", "1")])?;
    }
    Ok(())
}
