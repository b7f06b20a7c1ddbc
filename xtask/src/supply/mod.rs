//! The step `supply`: checks the project's dependencies.

mod licence;
mod policy;

use std::fs;

use crate::metadata;
use crate::run::{Shell, is_runnable, program, root};
use crate::supply::policy::Policy;
use crate::tally::Tally;

/// Checks licences, duplicate versions and sources; that no locked version has been yanked from the registry; and known
/// advisories, if cargo-deny is installed and can reach their database.
pub(crate) fn check(shell: &Shell) -> Result<Tally, String> {
    let mut tally = check_policy(shell)?;
    tally += no_yanked_versions(shell)?;
    tally += advisories(shell)?;
    Ok(tally)
}

fn check_policy(shell: &Shell) -> Result<Tally, String> {
    let path = root().join("deny.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let policy = Policy::parse(&text)?;
    let faults = policy.faults(&metadata::read(shell, &["--all-features"])?);
    if faults.is_empty() {
        shell.print("licences, versions and sources are as deny.toml wants them");
        return Ok(Tally::pass());
    }
    shell.print(&faults.join("\n"));
    Ok(Tally { failed: faults, ..Tally::default() })
}

/// `cargo install --locked` is the only cargo command that asks the registry about every locked version. A dry run is
/// enough; `--dry-run` is an unstable option, which `RUSTC_BOOTSTRAP` permits on a stable toolchain.
fn no_yanked_versions(shell: &Shell) -> Result<Tally, String> {
    let rehearsal =
        ["install", "--path", "crates/cli", "--locked", "--force", "--root", "target/installed", "--dry-run"];
    let arguments: Vec<&str> = rehearsal.iter().chain(&["-Z", "unstable-options"]).copied().collect();
    let finished = shell.capture(program("cargo", &arguments, &[("RUSTC_BOOTSTRAP", "1")]))?;
    if !finished.success {
        return Err(format!("the program can't be installed:\n{}", finished.text));
    }
    let withdrawn: Vec<String> =
        finished.text.lines().filter(|line| line.contains("is yanked")).map(str::to_owned).collect();
    if withdrawn.is_empty() {
        shell.print("no locked version has been withdrawn");
        return Ok(Tally::pass());
    }
    Ok(Tally { failed: withdrawn, ..Tally::default() })
}

fn advisories(shell: &Shell) -> Result<Tally, String> {
    if !is_runnable("cargo", &["deny", "--version"]) {
        return Ok(Tally::skip("known advisories: `cargo install --locked cargo-deny` to have them checked"));
    }
    let finished = shell.capture(program("cargo", &["deny", "--locked", "check", "advisories"], &[]))?;
    if finished.success {
        shell.print("no known advisories");
        return Ok(Tally::pass());
    }
    let unreachable = ["failed to fetch advisory database", "failed to load advisory database"];
    if unreachable.iter().any(|message| finished.text.contains(message)) {
        return Ok(Tally::skip("known advisories: their database can't be reached from here"));
    }
    Err(format!("advisories:\n{}", finished.text))
}
