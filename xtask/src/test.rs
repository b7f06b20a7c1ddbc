//! Everything that must pass, in the order in which it fails fastest.

use std::process::Stdio;
use std::time::Instant;

use crate::fuzz::Length;
use crate::run::{program, run};
use crate::{fuzz, lexicons, page, setup};

/// Something that must pass.
type Step = fn() -> Result<(), String>;

pub(crate) fn test() -> Result<(), String> {
    let steps: [(&str, Step); 10] = [
        ("set-up", setup::set_up),
        ("format", || run("cargo", &["fmt", "--all", "--check"], &[])),
        ("lints", || {
            run(
                "cargo",
                &["clippy", "--workspace", "--all-targets", "--all-features", "--locked", "--", "-D", "warnings"],
                &[],
            )
        }),
        ("tests", || {
            run("cargo", &["test", "--workspace", "--locked", "--no-fail-fast"], &[])?;
            // The program as it is built for benchmarks, which an ordinary build is not. With the whole workspace, so that
            // its dependencies have the same features as before and are not built again.
            run("cargo", &["test", "--workspace", "--features", "trinta/bench", "--locked", "--test", "bench"], &[])
        }),
        ("documentation", || {
            run(
                "cargo",
                &["doc", "--workspace", "--all-features", "--no-deps", "--locked", "--quiet"],
                &[("RUSTDOCFLAGS", "-D warnings")],
            )
        }),
        ("page", page::test),
        ("word lists", || lexicons::build(true)),
        ("shuffle, a second time", || run("python3", &["-B", "docs/shuffle.py"], &[])),
        ("licences and advisories", supply_chain),
        ("fuzzing", || fuzz::fuzz(Length::Short)),
    ];
    let start = Instant::now();
    let mut times = Vec::new();
    for (name, step) in steps {
        let began = Instant::now();
        step().map_err(|error| format!("\n{name}: {error}"))?;
        times.push(format!("  {:>6.1} s  {name}", began.elapsed().as_secs_f64()));
    }
    println!("\nEverything passed in {:.0} s:\n{}", start.elapsed().as_secs_f64(), times.join("\n"));
    println!("{} passed, 0 failed", times.len());
    Ok(())
}

/// Licences, sources and double versions by cargo-deny; yanked versions as the registry says when installing; known
/// advisories where their database is at hand (it comes from a host that not every machine reaches).
fn supply_chain() -> Result<(), String> {
    run("cargo", &["deny", "--locked", "check", "licenses", "bans", "sources"], &[])?;
    let install = ["install", "--path", "crates/cli", "--locked", "--force", "--root", "target/installed"];
    println!("\n=== cargo {}", install.join(" "));
    let output = program("cargo", &install, &[("CARGO_TARGET_DIR", "target")])
        .stdout(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo install could not be started: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("the program can't be installed:\n{said}"));
    }
    if let Some(line) = said.lines().find(|line| line.contains("is yanked")) {
        return Err(format!("a dependency has been withdrawn: {line}"));
    }
    let advisories = program("cargo", &["deny", "--locked", "check", "advisories"], &[])
        .output()
        .map_err(|error| format!("cargo deny could not be started: {error}"))?;
    let said = String::from_utf8_lossy(&advisories.stderr);
    if advisories.status.success() {
        println!("no known advisories");
    } else if said.contains("failed to fetch advisory database") || said.contains("failed to load advisory database") {
        println!("The advisory database can't be reached from here: run `cargo deny check advisories` where it can.");
    } else {
        return Err(format!("advisories:\n{said}"));
    }
    Ok(())
}

/// Mutation tests of the rule modules.
pub(crate) fn mutants(files: &[&str]) -> Result<(), String> {
    setup::install_tool("cargo-mutants", "27.1.0")?;
    let mut arguments =
        vec!["mutants", "--package", "trinta-core", "--jobs", "2", "--baseline", "skip", "--timeout", "300"];
    for file in files {
        arguments.extend(["--file", file]);
    }
    run("cargo", &arguments, &[])
}

/// The number solver against HiGHS, on so many positions.
pub(crate) fn reference(numbers: &[&str]) -> Result<(), String> {
    setup::install_compilers()?;
    let mut arguments = vec!["run", "--release", "--package", "trinta-bench", "--example", "compare", "--"];
    arguments.extend(numbers);
    run("cargo", &arguments, &[])
}

/// Kills a server under load so many times.
pub(crate) fn kill(times: &str) -> Result<(), String> {
    let arguments = ["test", "--package", "trinta", "--test", "kill", "--locked", "--", "--nocapture"];
    run("cargo", &arguments, &[("TRINTA_KILLS", times)])
}

/// The benchmarks.
pub(crate) fn bench() -> Result<(), String> {
    run("cargo", &["bench", "--package", "trinta-core"], &[])?;
    run("cargo", &["run", "--release", "--package", "trinta-testkit", "--example", "ratios"], &[])
}
