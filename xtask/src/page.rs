//! The page: built again and compared, linted, tested, and played in a real browser.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::run::{is_there, root, run};
use crate::setup;

/// The version of pnpm that wrote the lock file.
const PNPM: &str = "pnpm@10.34.9";

/// Everything about the page that must pass.
pub(crate) fn test() -> Result<(), String> {
    set_up()?;
    for chore in ["lint", "check", "test"] {
        pnpm(&[chore])?;
    }
    same_bytes()?;
    // The program as its own tests have it: after them there is nothing left to build.
    run("cargo", &["test", "--workspace", "--locked", "--no-run"], &[])?;
    playwright("browser")
}

/// Screenshots of every screen, in `web/shots`.
pub(crate) fn screenshots() -> Result<(), String> {
    set_up()?;
    browser("screenshots")
}

/// How dragging keeps up with 160 tiles on a slow machine.
pub(crate) fn frames() -> Result<(), String> {
    set_up()?;
    browser("frames")
}

/// How long it takes from the hand to what is seen.
pub(crate) fn echo() -> Result<(), String> {
    set_up()?;
    browser("echo")
}

/// Builds the page where the program takes it from.
pub(crate) fn build() -> Result<(), String> {
    set_up()?;
    pnpm(&["build"])
}

fn set_up() -> Result<(), String> {
    setup::install_browser()?;
    if !is_there("pnpm", &["--version"]) {
        run("npm", &["install", "--global", PNPM], &[])?;
    }
    pnpm(&["install", "--frozen-lockfile"])
}

fn pnpm(arguments: &[&str]) -> Result<(), String> {
    let all: Vec<&str> = ["--dir", "web"].iter().chain(arguments).copied().collect();
    run("pnpm", &all, &[("CI", "true")])
}

/// What is done in the browser talks to the program itself.
fn browser(project: &str) -> Result<(), String> {
    run("cargo", &["build", "--package", "trinta", "--locked"], &[])?;
    playwright(project)
}

fn playwright(project: &str) -> Result<(), String> {
    pnpm(&["exec", "playwright", "test", "--project", project])
}

/// The page in the repository is what its sources give.
fn same_bytes() -> Result<(), String> {
    let again = root().join("target/page");
    let Some(folder) = again.to_str() else { return Err("the folder of the workspace has a strange name".to_owned()) };
    pnpm(&["exec", "vite", "build", "--emptyOutDir", "--outDir", folder])?;
    let (there, built) = (files(&root().join("web/dist"))?, files(&again)?);
    let differs: Vec<&String> =
        there.keys().chain(built.keys()).filter(|&name| there.get(name) != built.get(name)).collect();
    if let Some(first) = differs.first() {
        return Err(format!("web/dist is not what its sources give ({first}): run `cargo xtask page` and commit it"));
    }
    println!("web/dist is what its sources give, byte for byte: {} files", there.len());
    Ok(())
}

/// Every file of a folder, by its path inside.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(inside) = open.pop() {
        let say = |error: std::io::Error| format!("{}: {error}", inside.display());
        for entry in fs::read_dir(&inside).map_err(say)? {
            let path = entry.map_err(say)?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
                found.insert(name, fs::read(&path).map_err(say)?);
            }
        }
    }
    Ok(found)
}
