//! Installing what the tests need and a new machine lacks, from the ordinary package registries.

use std::path::Path;

use crate::run::{is_there, run};

/// Debian packages, each with a file by which to tell that it is there.
const PACKAGES: [(&str, &str); 6] = [
    ("scowl", "/usr/share/dict/scowl/english-words.10"),
    ("wordnet-base", "/usr/share/wordnet/data.noun"),
    ("g++", "/usr/bin/g++"),
    // These three build HiGHS, the reference of the benchmarks.
    ("cmake", "/usr/bin/cmake"),
    ("make", "/usr/bin/make"),
    ("libclang-dev", "/usr/share/doc/libclang-dev"),
];

/// Cargo's own helpers, each with the version that is known to work.
const TOOLS: [(&str, &str); 2] = [("cargo-deny", "0.20.2"), ("cargo-fuzz", "0.13.2")];

pub(crate) fn set_up() -> Result<(), String> {
    let missing: Vec<&str> =
        PACKAGES.iter().filter(|(_, file)| !Path::new(file).exists()).map(|(name, _)| *name).collect();
    if !missing.is_empty() {
        install_packages(&missing)?;
    }
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
