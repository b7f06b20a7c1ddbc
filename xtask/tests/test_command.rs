//! The test command as people call it.

use std::process::{Command, Output};

fn xtask(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output().unwrap()
}

#[test]
fn one_step_runs_alone_and_the_last_line_counts() {
    let ran = xtask(&["test", "shuffle"]);
    let text = String::from_utf8(ran.stdout).unwrap();
    assert!(ran.status.success(), "{text}");
    assert_eq!(text.lines().last(), Some("1 passed, 0 failed"));
    assert!(!text.contains("cargo "), "nothing else may run: {text}");
}

#[test]
fn a_wrong_step_and_the_help_name_every_step() {
    let wrong = xtask(&["test", "shufle"]);
    assert!(!wrong.status.success());
    let help = xtask(&["test", "--help"]);
    assert!(help.status.success());
    for text in [wrong.stderr, help.stdout] {
        let text = String::from_utf8(text).unwrap();
        for step in ["format", "lints", "tests", "docs", "reference", "fuzz", "browser", "--keep-going"] {
            assert!(text.contains(step), "{step} is not in:\n{text}");
        }
    }
}
