//! Tasks that are not part of the test command: measurements, and tests that take hours.

use crate::run::Shell;
use crate::services::Services;
use crate::setup::{self, Need};

/// Mutation tests of the rule modules.
pub(crate) fn mutants(files: &[&str]) -> Result<(), String> {
    let shell = Shell::plain();
    setup::install_subcommand(&shell, "cargo-mutants", "27.1.0")?;
    // The rules and the tournament; a package without a file among those given has no mutants.
    let mut arguments = vec!["mutants", "--package", "trinta-core", "--package", "trinta-tournament"];
    arguments.extend(["--jobs", "2", "--baseline", "skip", "--timeout", "300"]);
    for file in files {
        arguments.extend(["--file", file]);
    }
    shell.run("cargo", &arguments, &[])
}

/// The number solver against HiGHS, on many positions.
pub(crate) fn reference(numbers: &[&str]) -> Result<(), String> {
    let shell = Shell::plain();
    setup::provide(&shell, &[Need::HighsTools])?;
    let mut arguments = vec!["run", "--release", "--package", "trinta-bench", "--features", "highs"];
    arguments.extend(["--example", "compare", "--"]);
    arguments.extend(numbers);
    shell.run("cargo", &arguments, &[])
}

/// Kills a server under load, again and again.
pub(crate) fn kill(times: &str) -> Result<(), String> {
    let arguments = ["test", "--package", "trinta", "--test", "kill", "--locked", "--", "--nocapture"];
    Shell::plain().run("cargo", &arguments, &[("TRINTA_KILLS", times)])
}

/// Random faults on a server under load.
pub(crate) fn chaos(seconds: &str) -> Result<(), String> {
    let shell = Shell::plain();
    setup::provide(&shell, &[Need::FakeTime])?;
    let arguments = ["test", "--package", "trinta", "--test", "chaos", "--locked", "--", "--nocapture"];
    shell.run("cargo", &arguments, &[("TRINTA_CHAOS_SECONDS", seconds)])
}

/// Runs a command beside a PostgreSQL and a NATS server, which wait for the disk as they do in use.
pub(crate) fn services(name: &str, arguments: &[&str]) -> Result<(), String> {
    let shell = Shell::plain();
    setup::provide(&shell, &[Need::Postgres, Need::Nats])?;
    let services = Services::start(&shell, true)?;
    let variables = services.variables();
    shell.run(name, arguments, &variables.each_ref().map(|(name, value)| (*name, value.as_str())))
}

/// Three nodes under load, and faults.
pub(crate) fn cluster(faults: &str, tables: &str) -> Result<(), String> {
    let shell = Shell::plain();
    setup::provide(&shell, &[Need::Postgres, Need::Nats])?;
    let test = ["test", "--package", "trinta", "--features", "cluster", "--test", "cluster", "--locked"];
    let only = "nothing_is_lost_or_doubled_and_no_clock_is_charged_for_an_outage";
    let arguments = [&test[..], &["--", "--exact", only, "--nocapture"]].concat();
    shell.run("cargo", &arguments, &[("TRINTA_FAULTS", faults), ("TRINTA_TABLES", tables)])
}

/// The benchmarks.
pub(crate) fn bench() -> Result<(), String> {
    let shell = Shell::plain();
    shell.run("cargo", &["bench", "--package", "trinta-core"], &[])?;
    shell.run("cargo", &["bench", "--package", "trinta-tournament", "--bench", "large"], &[])?;
    shell.run("cargo", &["run", "--release", "--package", "trinta-testkit", "--example", "ratios"], &[])
}
