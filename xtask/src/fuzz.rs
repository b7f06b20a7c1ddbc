//! Fuzzing of everything that reads outside input. The targets are built by cargo itself and run directly; see
//! docs/decisions/0010-fuzzing-on-stable.md.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::run::{Shell, in_parallel, program, root};
use crate::setup::{self, Need};
use crate::tally::Tally;

/// The targets, each with the files of the repository from which it starts.
const TARGETS: [(&str, &[&str]); 10] = [
    ("notation", &["fuzz/seeds/notation"]),
    ("edition", &["crates/core/editions"]),
    ("record", &["records", "fuzz/seeds/record"]),
    ("commands", &["fuzz/seeds/commands"]),
    ("lines", &["fuzz/seeds/lines"]),
    ("wire", &["fuzz/seeds/wire"]),
    ("doors", &["fuzz/seeds/doors"]),
    ("tournament", &["fuzz/seeds/tournament"]),
    ("event_file", &["crates/tournament/tests/golden"]),
    ("typed", &["fuzz/seeds/typed"]),
];

/// Compiler options for coverage of branches and comparisons, which guides the fuzzer. There is no unsafe code here that
/// would need a sanitizer.
const INSTRUMENTS: &str = "--cfg fuzzing \
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cllvm-args=-sanitizer-coverage-stack-depth \
    -Cllvm-args=-simplifycfg-branch-fold-threshold=0";

/// How long to fuzz.
#[derive(Clone, Copy)]
enum FuzzLimit {
    /// As part of the tests: always the same inputs, so that a failure is caused by a change and not by chance.
    Short,
    /// This many seconds for each target, with other inputs every time.
    Seconds(u32),
}

/// The step of the test command.
pub(crate) fn test(shell: &Shell) -> Result<Tally, String> {
    fuzz(shell, FuzzLimit::Short)
}

/// The task: searches for new failures.
pub(crate) fn search(seconds: u32) -> Result<(), String> {
    let shell = Shell::plain();
    setup::provide(&shell, &[Need::CppCompiler])?;
    let tally = fuzz(&shell, FuzzLimit::Seconds(seconds))?;
    if tally.failed.is_empty() { Ok(()) } else { Err(tally.failed.join("\n")) }
}

fn fuzz(shell: &Shell, length: FuzzLimit) -> Result<Tally, String> {
    let folder = build(shell)?;
    let mut all = Tally::default();
    for tally in in_parallel(&TARGETS, |(target, seeds)| {
        run(shell, &folder, target, seeds, length).unwrap_or_else(|error| Tally::fail(format!("{target}: {error}")))
    }) {
        all += tally;
    }
    Ok(all)
}

/// Builds every target; returns their folder.
fn build(shell: &Shell) -> Result<PathBuf, String> {
    // With an explicit target triple, build scripts and macros are not instrumented.
    let host = host(shell)?;
    let arguments = ["build", "--manifest-path", "fuzz/Cargo.toml", "--locked", "--release", "--target", &host];
    shell.run("cargo", &arguments, &[("RUSTFLAGS", INSTRUMENTS), ("CARGO_TARGET_DIR", "fuzz/target")])?;
    Ok(root().join("fuzz/target").join(host).join("release"))
}

fn host(shell: &Shell) -> Result<String, String> {
    let finished = shell.capture(program("rustc", &["-vV"], &[]))?;
    let host = finished.text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say for which machine it compiles".to_owned())
}

fn run(
    shell: &Shell,
    folder: &std::path::Path,
    target: &str,
    seeds: &[&str],
    length: FuzzLimit,
) -> Result<Tally, String> {
    let start = Instant::now();
    // The short run starts from the seeds alone, so that it does not depend on what longer runs have found.
    let (corpus, limits) = match length {
        FuzzLimit::Short => (format!("fuzz/target/short-corpus/{target}"), vec!["-seed=30", "-runs=20000"]),
        FuzzLimit::Seconds(_) => (format!("fuzz/corpus/{target}"), vec![]),
    };
    let most = match length {
        FuzzLimit::Short => 40,
        FuzzLimit::Seconds(seconds) => seconds,
    };
    if matches!(length, FuzzLimit::Short) && root().join(&corpus).exists() {
        let gone = fs::remove_dir_all(root().join(&corpus));
        gone.map_err(|error| format!("{corpus}: {error}"))?;
    }
    let artifacts = format!("fuzz/artifacts/{target}/");
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(root().join(folder)).map_err(|error| format!("{folder}: {error}"))?;
    }
    let mut command = Command::new(folder.join(target));
    command.current_dir(root()).arg(&corpus);
    command.args(seeds.iter().filter(|folder| root().join(folder).is_dir()));
    command.args(["-timeout=20", "-rss_limit_mb=4096", "-max_len=65536", "-verbosity=0", "-print_funcs=0"]);
    command.args(limits).args([format!("-max_total_time={most}"), format!("-artifact_prefix={artifacts}")]);
    let finished = shell.capture(command)?;
    let verdict = if finished.success { "passed" } else { "FAILED" };
    if !finished.success {
        shell.print(&finished.text);
    }
    shell.print(&format!("{:>7.1} s  {verdict}  {target}", start.elapsed().as_secs_f64()));
    Ok(if finished.success { Tally::pass() } else { Tally::fail(format!("{target}: see {artifacts}")) })
}
