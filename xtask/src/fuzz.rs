//! Fuzzing everything that reads something from outside.

use std::fs;

use crate::run::{root, run};

/// The targets, each with the files of the repository from which it starts.
const TARGETS: [(&str, &[&str]); 5] = [
    ("notation", &["fuzz/seeds/notation"]),
    ("edition", &["editions"]),
    ("record", &["records", "fuzz/seeds/record"]),
    ("commands", &["fuzz/seeds/commands"]),
    ("lines", &["fuzz/seeds/lines"]),
];

/// Runs every target for so many seconds.
pub(crate) fn fuzz(seconds: u32) -> Result<(), String> {
    for (target, seeds) in TARGETS {
        let corpus = root().join("fuzz/corpus").join(target);
        fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
        let (corpus, time) = (format!("fuzz/corpus/{target}"), format!("-max_total_time={seconds}"));
        // Coverage is a feature of the compiler that stable hides; the sanitizer finds nothing where there is no
        // unsafe code, and would need a compiler of its own.
        let mut arguments = vec!["fuzz", "run", "--sanitizer", "none", target, &corpus];
        arguments.extend(seeds.iter().filter(|folder| root().join(folder).is_dir()));
        arguments.extend([
            "--",
            &time,
            "-timeout=20",
            "-rss_limit_mb=4096",
            "-max_len=65536",
            "-verbosity=0",
            "-print_funcs=0",
        ]);
        run("cargo", &arguments, &[("RUSTC_BOOTSTRAP", "1")])?;
    }
    Ok(())
}
