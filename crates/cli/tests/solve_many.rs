//! `trinta solve --jsonl`: many threads, responses in order, and no deadlock between reader and writer.

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{scratch, trinta, trinta_fed};

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_trinta"))
        .args(["solve", "--jsonl"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Answers without their times, which differ from run to run.
fn timeless(answers: &str) -> Vec<&str> {
    answers.lines().map(|line| line.split_once(",\"micros\":").map_or(line, |(rest, _)| rest)).collect()
}

/// Quick, slow and invalid requests in turn.
fn requests(count: usize) -> String {
    let mut text = String::new();
    for id in 0..count {
        text += &match id % 5 {
            0 => format!(
                r#"{{"id":{id},"table":["r3 r4 r5","k7 r7 b7","b1 b2 b3 b4","y9 y10 y11","k1 k2 k3"],"rack":"r6 y7 k13 b5 y12 * r1 k4 r12 r13 b9 y2"}}"#
            ),
            1 => format!(r#"{{"id":{id},"table":["r3 r4 r5"],"rack":"r6"}}"#),
            2 => format!(r#"{{"id":{id},"rack":7}}"#),
            3 => format!(r#"{{"id":{id},"game":"words","lexicon":"everyday","table":["APE"],"rack":"LTH"}}"#),
            _ => format!(r#"{{"id":{id},"rack":"k10 r10 b10 y1","objective":"opening"}}"#),
        };
        text.push('\n');
    }
    text
}

#[test]
fn answers_are_the_same_and_in_order_on_any_number_of_threads() {
    let requests = requests(600);
    let one = trinta_fed(&["solve", "--threads", "1", "--jsonl"], requests.as_bytes());
    let ids: Vec<u64> = one
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, (0..600).collect::<Vec<_>>());
    assert_eq!(one.code, 2);
    assert_eq!(
        one.err,
        "error: standard input: 120 of 600 requests are invalid, the first on line 3; their responses say why\n"
    );
    for threads in ["2", "8", "33"] {
        let many = trinta_fed(&["solve", "--jsonl", "-", "--threads", threads], requests.as_bytes());
        assert_eq!(timeless(&many.out), timeless(&one.out));
        assert_eq!((many.err, many.code), (one.err.clone(), 2));
    }
}

#[test]
fn a_file_of_positions() {
    let path = scratch("solve-lines").join("positions.jsonl");
    std::fs::write(&path, r#"{"id":1,"table":["r3 r4 r5"],"rack":"r6"}"#).unwrap();
    let path = path.to_str().unwrap();
    let ran = trinta(&["solve", "--jsonl", path]);
    assert_eq!(ran.out.lines().count(), 1);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "nothing is told on the way where nobody looks");
    assert!(trinta(&["solve", "--jsonl", "/no/such/file"]).err.contains("/no/such/file: "));
    let nothing = trinta_fed(&["solve", "--jsonl"], b"\n\n");
    assert_eq!((nothing.out.as_str(), nothing.code), ("", 0));
}

/// A program that sends one request at a time must not wait for a response that sits in a buffer.
#[test]
fn every_response_comes_before_the_next_request() {
    let mut child = start(&["--threads", "4"]);
    let mut asks = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut answer = |id: usize| {
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{id},\"tiles\":1,")), "{line}");
    };
    for id in 0..10 {
        writeln!(asks, r#"{{"id":{id},"table":["r3 r4 r5"],"rack":"r6"}}"#).unwrap();
        answer(id);
    }
    // Two at once, and the beginning of a third.
    for id in 10..12 {
        writeln!(asks, r#"{{"id":{id},"table":["r3 r4 r5"],"rack":"r6"}}"#).unwrap();
    }
    write!(asks, r#"{{"id":12,"table":["#).unwrap();
    asks.flush().unwrap();
    answer(10);
    answer(11);
    writeln!(asks, r#""r3 r4 r5"],"rack":"r6"}}"#).unwrap();
    answer(12);
    drop(asks);
    assert!(child.wait().unwrap().success());
}

/// If the reader stops reading, the program must not go on waiting for requests.
#[test]
fn the_program_ends_when_its_reader_does() {
    let mut child = start(&[]);
    drop(child.stdout.take());
    let mut asks = child.stdin.take().unwrap();
    writeln!(asks, r#"{{"table":["r3 r4 r5"],"rack":"r6"}}"#).unwrap();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "it still waits for requests");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success());
    drop(asks);
}
