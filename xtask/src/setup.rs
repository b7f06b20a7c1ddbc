//! Installs what a step or a task needs and a new machine lacks, from the ordinary package registries.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::run::{Shell, is_runnable};

/// A tool that does not come with a Rust toolchain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    Rustfmt,
    Clippy,
    Python,
    /// The sources of the word lists and themes.
    WordSources,
    /// A C++ compiler, for the fuzzing engine.
    CppCompiler,
    /// The build tools of HiGHS.
    HighsTools,
    /// Node with the page's packages.
    Node,
    /// A wrong clock for a program, for tests.
    FakeTime,
    /// A browser, and fonts for every language of the page.
    Browser,
    /// The server of PostgreSQL 15.
    Postgres,
    Nats,
}

/// A Debian package, and a file whose existence shows that it is installed.
type Package = (&'static str, &'static str);

const PYTHON: [Package; 1] = [("python3", "/usr/bin/python3")];
const WORD_SOURCES: [Package; 2] =
    [("scowl", "/usr/share/dict/scowl/english-words.10"), ("wordnet-base", "/usr/share/wordnet/data.noun")];
const CPP_COMPILER: [Package; 1] = [("g++", "/usr/bin/g++")];
const HIGHS_TOOLS: [Package; 4] = [
    ("g++", "/usr/bin/g++"),
    ("cmake", "/usr/bin/cmake"),
    ("make", "/usr/bin/make"),
    ("libclang-dev", "/usr/share/doc/libclang-dev"),
];
const FAKE_TIME: [Package; 1] = [("faketime", "/usr/bin/faketime")];
const NODE: [Package; 2] = [("nodejs", "/usr/bin/node"), ("npm", "/usr/bin/npm")];
const BROWSER: [Package; 2] =
    [("chromium", "/usr/bin/chromium"), ("fonts-noto-cjk", "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")];

const POSTGRES: [Package; 2] =
    [("postgresql-15", "/usr/lib/postgresql/15/bin/initdb"), ("util-linux", "/usr/bin/setpriv")];
const NATS: [Package; 1] = [("nats-server", "/usr/sbin/nats-server")];

/// The version of pnpm that wrote the page's lock file.
const PNPM: &str = "pnpm@10.34.9";

/// What has been installed in this run. Locked while installing, because two package managers would block each other.
static PROVIDED: Mutex<BTreeSet<Need>> = Mutex::new(BTreeSet::new());

/// Installs what is missing of these.
pub(crate) fn provide(shell: &Shell, needs: &[Need]) -> Result<(), String> {
    let mut provided = PROVIDED.lock().unwrap_or_else(PoisonError::into_inner);
    for &need in needs {
        if !provided.contains(&need) {
            install(shell, need)?;
            provided.insert(need);
        }
    }
    Ok(())
}

fn install(shell: &Shell, need: Need) -> Result<(), String> {
    match need {
        Need::Rustfmt => install_component(shell, "rustfmt", "fmt"),
        Need::Clippy => install_component(shell, "clippy", "clippy"),
        // It may be installed from another source.
        Need::Python if is_runnable("python3", &["--version"]) => Ok(()),
        Need::Python => install_missing(shell, &PYTHON),
        Need::WordSources => install_missing(shell, &WORD_SOURCES),
        Need::CppCompiler => install_missing(shell, &CPP_COMPILER),
        Need::HighsTools => install_missing(shell, &HIGHS_TOOLS),
        Need::Node => {
            install_missing(shell, &NODE)?;
            if !is_runnable("pnpm", &["--version"]) {
                shell.run("npm", &["install", "--global", PNPM], &[])?;
            }
            shell.run("pnpm", &["--dir", "web", "install", "--frozen-lockfile"], &[("CI", "true")])
        }
        Need::FakeTime => install_missing(shell, &FAKE_TIME),
        Need::Browser => install_missing(shell, &BROWSER),
        Need::Postgres => install_missing(shell, &POSTGRES),
        Need::Nats => install_missing(shell, &NATS),
    }
}

fn install_component(shell: &Shell, component: &str, subcommand: &str) -> Result<(), String> {
    if is_runnable("cargo", &[subcommand, "--version"]) {
        return Ok(());
    }
    shell.run("rustup", &["component", "add", component], &[])
}

/// Installs one of cargo's subcommands if it is missing.
pub(crate) fn install_subcommand(shell: &Shell, package: &str, version: &str) -> Result<(), String> {
    let subcommand = package.trim_start_matches("cargo-");
    if is_runnable("cargo", &[subcommand, "--version"]) {
        return Ok(());
    }
    shell.run("cargo", &["install", "--locked", "--version", version, package], &[])
}

fn install_missing(shell: &Shell, packages: &[Package]) -> Result<(), String> {
    let missing: Vec<&str> =
        packages.iter().filter(|(_, file)| !Path::new(file).exists()).map(|(name, _)| *name).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let hint =
        || format!("these packages are needed: {}; install them with apt-get, or run as root", missing.join(" "));
    if !is_runnable("apt-get", &["--version"]) {
        return Err(hint());
    }
    // A fresh machine has no package lists yet, and those of an old machine are outdated.
    let with_hint = |error: String| format!("{error}\n{}", hint());
    shell.run("apt-get", &["update", "-qq"], &[]).map_err(with_hint)?;
    // Another program may be installing something: wait for it.
    let install = ["install", "-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=600"];
    let arguments: Vec<&str> = install.iter().chain(&missing).copied().collect();
    shell.run("apt-get", &arguments, &[("DEBIAN_FRONTEND", "noninteractive")]).map_err(with_hint)
}
