//! The page: built again and compared, linted, tested, and played in a real browser.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::{Shell, root, target};
use crate::rust::program_for_browser;
use crate::setup::{self, Need};
use crate::tally::{Tally, of_playwright, of_vitest};

/// Everything about the page that needs no browser.
pub(crate) fn test(shell: &Shell) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for chore in ["lint", "check"] {
        pnpm(shell, &[chore], &[])?;
        tally += Tally::pass();
    }
    check_dist(shell)?;
    tally += Tally::pass();
    let report = report("vitest");
    let file = format!("--outputFile.json={}", report.display());
    let run = pnpm(shell, &["exec", "vitest", "run", "--reporter=default", "--reporter=json", &file], &[]);
    tally += of_vitest(&read(&report, &run)?, run.is_ok());
    Ok(tally)
}

/// The page in a browser, against the program.
pub(crate) fn browser_test(shell: &Shell) -> Result<Tally, String> {
    let program = program_for_browser(shell)?;
    let report = report("playwright");
    let variables = [
        ("TRINTA_BIN", program.to_string_lossy().into_owned()),
        ("PLAYWRIGHT_JSON_OUTPUT_FILE", report.to_string_lossy().into_owned()),
    ];
    let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let run = pnpm(
        shell,
        &["exec", "playwright", "test", "--project", "browser", "--retries=1", "--reporter=list,json"],
        &variables,
    );
    Ok(of_playwright(&read(&report, &run)?, run.is_ok()))
}

/// Screenshots of every screen, in `web/shots`.
pub(crate) fn screenshots() -> Result<(), String> {
    in_browser("screenshots")
}

/// The cost of a frame while dragging with 160 tiles, also on a slow machine.
pub(crate) fn frames() -> Result<(), String> {
    in_browser("frames")
}

/// The latency from a drag to what is shown.
pub(crate) fn echo() -> Result<(), String> {
    in_browser("echo")
}

/// A game as picture strips in four sizes, in `target/film`.
pub(crate) fn film() -> Result<(), String> {
    in_browser("film")
}

/// Builds the page into the folder that is embedded in the program.
pub(crate) fn build() -> Result<(), String> {
    let shell = Shell::plain();
    setup::provide(&shell, &[Need::Node])?;
    pnpm(&shell, &["build"], &[])
}

/// Runs a script that drives a browser against the real program.
fn in_browser(project: &str) -> Result<(), String> {
    let shell = Shell::plain();
    setup::provide(&shell, &[Need::Node, Need::Browser])?;
    shell.run("cargo", &["build", "--package", "trinta", "--locked"], &[])?;
    pnpm(&shell, &["exec", "playwright", "test", "--project", project], &[])
}

fn pnpm(shell: &Shell, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let arguments: Vec<&str> = ["--dir", "web"].iter().chain(arguments).copied().collect();
    let variables: Vec<(&str, &str)> = [("CI", "true")].iter().chain(variables).copied().collect();
    shell.run("pnpm", &arguments, &variables)
}

/// The file of a test program's report; a report of an earlier run is deleted.
fn report(name: &str) -> PathBuf {
    let path = target().join(format!("xtask/{name}.json"));
    let _ = fs::remove_file(&path);
    path
}

/// Reads a report. Without one, the error of the run is used.
fn read(report: &Path, run: &Result<(), String>) -> Result<Value, String> {
    let text = match (fs::read_to_string(report), run) {
        (Ok(text), _) => text,
        (Err(_), Err(failure)) => return Err(failure.clone()),
        (Err(error), Ok(())) => return Err(format!("{}: {error}", report.display())),
    };
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", report.display()))
}

/// Checks that the built page in the repository matches its sources.
fn check_dist(shell: &Shell) -> Result<(), String> {
    let again = target().join("page");
    let Some(folder) = again.to_str() else { return Err("the folder of the workspace has a strange name".to_owned()) };
    pnpm(shell, &["exec", "vite", "build", "--emptyOutDir", "--outDir", folder], &[])?;
    let (there, built) = (files(&root().join("web/dist"))?, files(&again)?);
    let differs: Vec<&String> =
        there.keys().chain(built.keys()).filter(|&name| there.get(name) != built.get(name)).collect();
    if let Some(first) = differs.first() {
        return Err(format!("web/dist is not what its sources give ({first}): run `cargo xtask page` and commit it"));
    }
    shell.print(&format!("web/dist is what its sources give, byte for byte: {} files", there.len()));
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
