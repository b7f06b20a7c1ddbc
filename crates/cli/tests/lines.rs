//! `--jsonl`: every kind of invalid line is answered in its place, and the other lines are processed.

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use common::{error, scratch, trinta, trinta_fed};

const GOOD: &str = r#"{"id":"ok","before":["r3 r4 r5"],"rack":"r6","after":["r3 r4 r5 r6"]}"#;
const ANSWER: &str = r#"{"id":"ok","legal":true,"played":"r6","value":6}"#;

#[test]
fn bad_lines_say_what_is_wrong_and_where() {
    for (line, expected) in [
        ("what?", "line 1, column 1: this is not JSON: expected value"),
        (r#"{"id":1"#, "line 1, column 7: this is not JSON: EOF while parsing an object"),
        (r#"{"id":1} x"#, "line 1, column 10: this is not JSON: trailing characters"),
        ("[1]", "line 1, column 1: a request is a JSON object, such as {\"id\":1, …}"),
        ("\"é\"", "a request is a JSON object"),
        (r#"{"before":[],"rack":7,"after":[]}"#, "line 1, column 21: rack: expected a text in quotes, not 7"),
        (r#"{"before":"r1","rack":"","after":[]}"#, "line 1, column 11: before: expected a list in [ ], not a text"),
        (r#"{"before":[7],"rack":"","after":[]}"#, "line 1, column 12: before[0]: expected a text in quotes, not 7"),
        (r#"{"opened":"yes","before":[],"rack":"","after":[]}"#, "opened: expected true or false, not a text"),
        (r#"{"players":2.5,"before":[],"rack":"","after":[]}"#, "players: expected a whole number, not 2.5"),
        (r#"{"players":-1,"before":[],"rack":"","after":[]}"#, "players: expected a whole number, not -1"),
        (r#"{"players":1,"before":[],"rack":"","after":[]}"#, "line 1: edition hk is for 2 to 6 players, not 1"),
        (r#"{"players":5,"edition":"cn","before":[],"rack":"","after":[]}"#, "edition cn is for 2 to 4 players, not 5"),
        (r#"{"players":300,"before":[],"rack":"","after":[]}"#, "edition hk is for 2 to 6 players, not 300"),
        (r#"{"game":"chess","before":[],"rack":"","after":[]}"#, "column 9: game: `chess` is not numbers or words"),
        (
            r#"{"edition":"xx","before":[],"rack":"","after":[]}"#,
            "there is no edition `xx`; there are hk, cn, pt, school",
        ),
        (r#"{"edition":"","before":[],"rack":"","after":[]}"#, "there is no edition ``"),
        (r#"{"edition":"/","before":[],"rack":"","after":[]}"#, "line 1: /: "),
        (
            r#"{"settings":{"opening_points":51},"before":[],"rack":"","after":[]}"#,
            "opening_points: 51 is not one of 0 to 50",
        ),
        (
            r#"{"settings":{"opning":5},"before":[],"rack":"","after":[]}"#,
            "opning: there is no such setting; this game has",
        ),
        (
            r#"{"settings":{"opening_points":[]},"before":[],"rack":"","after":[]}"#,
            "settings.opening_points: expected a whole number or a text in quotes, not a list",
        ),
        (r#"{"settings":[],"before":[],"rack":"","after":[]}"#, "settings: expected an object in { }, not a list"),
        (
            r#"{"before":[],"rack":"","after":[],"colour":1}"#,
            "column 44: colour: there is no such field; there are id, ",
        ),
        (r#"{"before":[],"rack":"","rack":"","after":[]}"#, "column 31: rack: this field is given twice"),
        (r#"{"before":[],"after":[]}"#, "line 1: rack is missing"),
        (r#"{"rack":"","after":[]}"#, "line 1: before is missing"),
        (r#"{"before":[],"rack":"","after":null}"#, "line 1: after is missing"),
        (
            r#"{"before":[],"rack":"r1 r14","after":[]}"#,
            "line 1, column 25: rack: `r14` is not a tile: numbers go from 1 to 13",
        ),
        (r#"{"before":["r1 r2 r3","é"],"rack":"","after":[]}"#, "line 1, column 24: before[1]: `é` is not a tile"),
        (r#"{"before":[],"rack":"","after":["r1 g2 r3"]}"#, "column 37: after[0]: `g2` is not a tile: the colours are"),
        (r#"{"before":[],"rack":"\u0072 r14","after":[]}"#, "column 21: rack: `r`: a joker on a rack"),
        (r#"{"before":[],"rack":"*r7","after":[]}"#, "a joker on a rack stands for nothing yet"),
        (r#"{"before":[],"rack":"A r7","after":[]}"#, "number tiles and letters do not mix"),
        (r#"{"before":[""],"rack":"","after":[]}"#, "there is a set without tiles"),
        (r#"{"before":["r1 r2 r3 | r4 r5 r6"],"rack":"","after":[]}"#, "one set is wanted here, without `|`"),
    ] {
        let found = error("check", line);
        assert!(found.contains(expected), "{line}\n  {found}\n  {expected}");
    }
}

#[test]
fn the_id_is_kept_wherever_it_can_be_read() {
    let id = |line: &[u8]| {
        let ran = trinta_fed(&["check", "--jsonl"], line);
        assert_eq!(ran.code, 2);
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()["id"].clone()
    };
    assert_eq!(id(br#"{"id":"x","rack":7}"#), "x");
    assert_eq!(id(br#"{"rack":7,"id":"x"}"#), "x");
    assert_eq!(id(br#"{"id":"x","rack":"r1"#), "x");
    assert_eq!(id(b"{\"id\":\"x\",\"rack\":\"\xff\"}"), "x");
    assert_eq!(id(br#"{"rack":"r1"#), serde_json::Value::Null);
    assert_eq!(id(br#"{"id":x,"rack":"r1"}"#), serde_json::Value::Null);
}

#[test]
fn responses_have_the_order_of_the_requests() {
    let mut input = String::from("\u{feff}");
    for index in 0..500 {
        match index % 3 {
            0 => input += &GOOD.replace("ok", &index.to_string()),
            1 => input += &format!("{{\"id\":\"{index}\",\"rack\":1}}\r"),
            _ => input += &format!("\n  \n{{\"id\":\"{index}\""),
        }
        input.push('\n');
    }
    let ran = trinta_fed(&["check", "--jsonl", "-"], input.as_bytes());
    let ids: Vec<String> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids, (0..500).map(|index| index.to_string()).collect::<Vec<_>>());
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.err,
        "error: standard input: 333 of 500 requests are invalid, the first on line 2; their responses say why\n"
    );
}

#[test]
fn enormous_lines_and_wrong_bytes_do_not_stop_the_rest() {
    let mut input = format!("{{\"id\":\"big\",\"rack\":\"{}\"}}\n", "r1 ".repeat(2_000_000)).into_bytes();
    input.extend_from_slice(b"{\"id\":\"bytes\",\"rack\":\"\xc3\x28\"}\n\xff\xfe\n");
    input.extend_from_slice(
        format!("{{\"id\":\"many\",\"before\":[],\"rack\":\"{}\",\"after\":[]}}\n", "A".repeat(900_000)).as_bytes(),
    );
    let sets = "\"A\",".repeat(200_000);
    input.extend_from_slice(
        format!("{{\"id\":\"sets\",\"before\":[{sets}\"A\"],\"rack\":\"\",\"after\":[]}}\n").as_bytes(),
    );
    input.extend_from_slice(format!("{{\"id\":\"deep\",\"before\":{}\n", "[".repeat(900_000)).as_bytes());
    input.extend_from_slice(format!("{{\"id\":\"name\",\"{}\":1}}\n", "x".repeat(900_000)).as_bytes());
    input.extend_from_slice(GOOD.as_bytes());
    let ran = trinta_fed(&["check", "--jsonl"], &input);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 8, "{}", ran.out);
    assert_eq!(lines[0], r#"{"id":"big","error":"line 1: the line is longer than 1048576 bytes"}"#);
    assert_eq!(lines[1], r#"{"id":"bytes","error":"line 2, column 23: this is not UTF-8 text"}"#);
    assert_eq!(lines[2], r#"{"id":null,"error":"line 3, column 1: this is not UTF-8 text"}"#);
    assert!(lines[3].starts_with(r#"{"id":"many","error":"#) && lines[3].contains("more tiles here than any game has"));
    assert!(lines[4].starts_with(r#"{"id":"sets","error":"#) && lines[4].contains("more tiles than any box has"));
    assert!(lines[5].starts_with(r#"{"id":"deep","error":"#) && lines[5].contains("this is not JSON"));
    assert!(lines[6].len() < 2000, "a message stays short");
    assert_eq!(lines[7], ANSWER);
    assert_eq!(ran.code, 2);
}

#[test]
fn without_requests_there_are_no_responses() {
    for command in ["check", "score"] {
        for input in ["", "\n", " \r\n\t\n", "\u{feff}"] {
            let ran = trinta_fed(&[command, "--jsonl"], input.as_bytes());
            assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.code), ("", "", 0), "{input:?}");
        }
    }
}

#[test]
fn a_file_is_read_too_and_named_in_the_summary() {
    let path = scratch("lines").join("plays.jsonl");
    std::fs::write(&path, format!("{GOOD}\n{GOOD}")).unwrap();
    let path = path.to_str().unwrap();
    let ran = trinta(&["check", "--jsonl", path]);
    assert_eq!((ran.out, ran.code), (format!("{ANSWER}\n{ANSWER}\n"), 0));
    std::fs::write(path, format!("{GOOD}\nno\n")).unwrap();
    let ran = trinta(&["check", "--jsonl", path]);
    assert!(ran.err.contains("plays.jsonl: 1 of 2 requests are invalid, the first on line 2"), "{}", ran.err);
}

/// A program that sends one request at a time must not wait for a response that sits in a buffer.
#[test]
fn every_response_comes_before_the_next_request() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_trinta"))
        .args(["check", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut asks = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(asks, "{GOOD}").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), ANSWER);
    }
    drop(asks);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_stops_early_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_trinta"))
        .args(["check", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut asks = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        // Fails as soon as the other side has closed the pipe.
        while writeln!(asks, "{GOOD}").is_ok() {}
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}
