//! Running other programs, and saying which and why when one fails.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// A program to run in the workspace's folder, with variables of the environment.
pub(crate) fn program(name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).envs(variables.iter().copied()).current_dir(root()).stdin(Stdio::null());
    command
}

/// Runs a program to its end.
pub(crate) fn run(name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let line = format!("{name} {}", arguments.join(" "));
    println!("\n=== {line}");
    match program(name, arguments, variables).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
        Err(error) => Err(format!("`{line}` could not be started: {error}")),
    }
}

/// Whether a program can be run at all.
pub(crate) fn is_there(name: &str, arguments: &[&str]) -> bool {
    let mut command = program(name, arguments, &[]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
