//! Runs the built binary.
#![allow(dead_code, unreachable_pub, missing_docs)] // Each test file uses a part of it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The output and exit code of a run.
pub struct Ran {
    pub out: String,
    pub err: String,
    pub code: i32,
}

/// Runs `trinta` with these arguments and this standard input.
pub fn trinta_fed(args: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_trinta"))
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("there is a standard input");
    let input = input.to_vec();
    // In a separate thread, so that the pipes can't fill up while both sides wait.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    feeder.join().expect("the feeder ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    let ran = Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code().unwrap_or(-1) };
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran
}

/// Runs `trinta` with these arguments.
pub fn trinta(args: &[&str]) -> Ran {
    trinta_fed(args, b"")
}

/// A server over the data in a folder, and its address. Its standard error goes where it is told.
pub fn serve(data: &Path, more: &[&str], stderr: Stdio) -> (Child, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_trinta"))
        .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--log", "warn", "--data"])
        .arg(data)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .expect("the binary starts");
    let mut said = String::new();
    BufReader::new(process.stdout.take().expect("there is a standard output")).read_line(&mut said).expect("it speaks");
    let address = said.trim().rsplit("//").next().unwrap_or_default().to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{said}");
    (process, address)
}

/// The answer to one line, and the exit code.
pub fn answer(command: &str, line: &str) -> (String, i32) {
    let ran = trinta_fed(&[command, "--jsonl"], line.as_bytes());
    assert_eq!(ran.out.lines().count(), 1, "one answer to one request: {}", ran.out);
    (ran.out.trim_end().to_owned(), ran.code)
}

/// The error in the answer to one line; the exit code must be 2.
pub fn error(command: &str, line: &str) -> String {
    let (answer, code) = answer(command, line);
    assert_eq!(code, 2, "{answer}");
    let value: serde_json::Value = serde_json::from_str(&answer).expect("an answer is JSON");
    value["error"].as_str().unwrap_or_else(|| panic!("no error: {answer}")).to_owned()
}

/// The answer of `solve` to one line, without the time it took. Its play has been found legal by `check`.
pub fn solved(request: &str) -> serde_json::Value {
    let (line, code) = answer("solve", request);
    assert_eq!(code, 0, "{request}\n{line}");
    let mut found: serde_json::Value = serde_json::from_str(&line).expect("an answer is JSON");
    let sent: serde_json::Value = serde_json::from_str(request).expect("a request is JSON");
    assert!(found["micros"].take().is_u64(), "{line}");
    found.as_object_mut().expect("an answer is an object").remove("micros");
    if found["tiles"] != 0 {
        let mut play = sent.clone();
        let opened = sent["opened"] != false && sent["objective"] != "opening";
        let play = play.as_object_mut().expect("a request is an object");
        play.remove("objective");
        play.remove("budget");
        play.remove("plays");
        let before = play.remove("table").unwrap_or_else(|| serde_json::json!([]));
        play.extend([
            ("opened".to_owned(), opened.into()),
            ("before".to_owned(), before),
            ("after".to_owned(), found["table"].clone()),
        ]);
        let verdict = serde_json::to_string(play).map(|line| answer("check", &line)).expect("it is JSON").0;
        let verdict: serde_json::Value = serde_json::from_str(&verdict).expect("an answer is JSON");
        assert_eq!(verdict["legal"], true, "{request}\n{line}\n{verdict}");
        assert_eq!(verdict["played"], found["play"], "{line}");
        assert_eq!(verdict["value"], found["value"], "{line}");
        assert_eq!(verdict["points"], found["points"], "{line}");
    }
    found
}

/// An empty directory for this test.
pub fn scratch(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory can be made");
    path
}
