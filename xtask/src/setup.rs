//! Installing what the tests need and a new machine lacks, from the ordinary package registries.

use std::path::Path;

use crate::run::{is_there, run};

/// Debian packages, each with a file by which to tell that it is there.
const PACKAGES: [(&str, &str); 2] =
    [("scowl", "/usr/share/dict/scowl/english-words.10"), ("wordnet-base", "/usr/share/wordnet/data.noun")];

/// What builds the fuzzers, and HiGHS, the reference of the benchmarks.
const COMPILERS: [(&str, &str); 4] = [
    ("g++", "/usr/bin/g++"),
    ("cmake", "/usr/bin/cmake"),
    ("make", "/usr/bin/make"),
    ("libclang-dev", "/usr/share/doc/libclang-dev"),
];

/// What the page is built with, and the browser and the fonts in which it is tried.
const BROWSER: [(&str, &str); 4] = [
    ("nodejs", "/usr/bin/node"),
    ("npm", "/usr/bin/npm"),
    ("chromium", "/usr/bin/chromium"),
    ("fonts-noto-cjk", "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"),
];

/// Cargo's own helpers, each with the version that is known to work.
const TOOLS: [(&str, &str); 2] = [("cargo-deny", "0.20.2"), ("cargo-fuzz", "0.13.2")];

pub(crate) fn set_up() -> Result<(), String> {
    install_missing(PACKAGES.iter().chain(&COMPILERS))?;
    if !is_there("python3", &["--version"]) {
        install_packages(&["python3"])?;
    }
    for component in ["rustfmt", "clippy"] {
        let tool = if component == "rustfmt" { "fmt" } else { "clippy" };
        if !is_there("cargo", &[tool, "--version"]) {
            run("rustup", &["component", "add", component], &[])?;
        }
    }
    for (tool, version) in TOOLS {
        install_tool(tool, version)?;
    }
    Ok(())
}

/// Installs what HiGHS is built with.
pub(crate) fn install_compilers() -> Result<(), String> {
    install_missing(COMPILERS.iter())
}

/// Installs what the page is built and tried with.
pub(crate) fn install_browser() -> Result<(), String> {
    install_missing(BROWSER.iter())
}

fn install_missing<'a>(packages: impl Iterator<Item = &'a (&'a str, &'a str)>) -> Result<(), String> {
    let missing: Vec<&str> = packages.filter(|(_, file)| !Path::new(file).exists()).map(|(name, _)| *name).collect();
    if missing.is_empty() { Ok(()) } else { install_packages(&missing) }
}

/// Installs one of cargo's helpers unless it is there.
pub(crate) fn install_tool(tool: &str, version: &str) -> Result<(), String> {
    let subcommand = tool.trim_start_matches("cargo-");
    if is_there("cargo", &[subcommand, "--version"]) {
        return Ok(());
    }
    run("cargo", &["install", "--locked", "--version", version, tool], &[])
}

fn install_packages(packages: &[&str]) -> Result<(), String> {
    let hint =
        || format!("these packages are needed: {}; install them with apt-get, or run as root", packages.join(" "));
    if !is_there("apt-get", &["--version"]) {
        return Err(hint());
    }
    // A fresh machine has no lists yet, and an old one has old ones.
    run("apt-get", &["update", "-qq"], &[]).map_err(|error| format!("{error}\n{}", hint()))?;
    let arguments: Vec<&str> =
        ["install", "-y", "-qq", "--no-install-recommends"].iter().chain(packages).copied().collect();
    run("apt-get", &arguments, &[("DEBIAN_FRONTEND", "noninteractive")]).map_err(|error| format!("{error}\n{}", hint()))
}
