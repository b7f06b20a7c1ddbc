//! Bots that are programs, in the arena and before the checker. The programs are written in Python.

mod common;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use common::{Ran, scratch, trinta};
use serde_json::Value;

fn example() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/greedy.py");
    format!("python3 {path}")
}

fn arena(bots: &str, more: &[&str]) -> Value {
    let ran = trinta(&[&["arena", "--json", "--all", "--threads", "2", "--bots", bots], more].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{bots}");
    serde_json::from_str(&ran.out).unwrap()
}

fn check(command: &str, more: &[&str]) -> Ran {
    let words: Vec<&str> = command.split(' ').collect();
    trinta(&[&["bot", "check"], more, &["--"], &words[..]].concat())
}

#[test]
fn the_example_plays_legally_in_the_arena() {
    for edition in ["hk", "school"] {
        let answer =
            arena(&format!("cmd:{},level1", example()), &["--pairs", "4", "--budget", "10s", "--edition", edition]);
        let bots = answer["bots"].as_array().unwrap();
        let program = bots.iter().find(|bot| bot["name"] != "level1").unwrap();
        assert_eq!(program["refused"], 0, "{program}");
        assert_eq!(program["program"]["first_faults"], serde_json::json!([]), "{program}");
        assert!(program["program"]["asked"].as_u64().unwrap() > 20, "{program}");
    }
    // It really plays: of two programs that only draw, neither would win every game.
    let draws = program("draws", "elif kind == 'turn':\n        answer(m)");
    let bots = format!("cmd:{},cmd:{draws}", example());
    let answer = arena(&bots, &["--pairs", "6", "--budget", "10s", "--seed", "3"]);
    let bots = answer["bots"].as_array().unwrap();
    let of_example = bots.iter().find(|bot| bot["name"].as_str().unwrap().ends_with("greedy.py")).unwrap();
    assert_eq!(of_example["wins"], 12.0, "{answer}");
}

#[test]
fn the_example_conforms() {
    let ran = check(&example(), &["--games", "4", "--players", "3", "--budget", "10s"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("greedy.py conforms: 4 games, "), "{}", ran.out);
    let ran = check(&example(), &["--edition", "word-b", "--games", "1"]);
    assert_eq!(ran.code, 2);
    assert!(ran.out.contains("the program has exited (exit status: 1)"), "{}", ran.out);
    assert!(ran.err.contains("this program knows the number game only"), "its standard error is shown: {}", ran.err);
}

/// A program with this body for each message, after a proper hello.
fn program(name: &str, body: &str) -> String {
    let file: PathBuf = scratch(&format!("program-{name}")).join("bot.py");
    let text = format!(
        "import json, sys, time, os\n\
         def say(message):\n    print(json.dumps(message), flush=True)\n\
         def answer(m):\n    say({{'type': 'answer', 'id': m['id'], 'command': \
         {{'command': 'draw' if m['view']['pool'] else 'pass'}}}})\n\
         for line in sys.stdin:\n    m = json.loads(line)\n    kind = m['type']\n    \
         if kind == 'hello':\n        say({{'type': 'hello', 'protocol': 1, 'name': 'bad'}})\n    {body}\n"
    );
    std::fs::write(&file, text).unwrap();
    format!("python3 {}", file.to_str().unwrap())
}

#[test]
fn hostile_programs_lose_their_turns_and_not_the_arena() {
    let turn = |what: &str| format!("elif kind == 'turn':\n        {what}");
    let spoilt = |name: &str, what: &str| program(name, &turn(what));
    for (name, command, told) in [
        ("silent", spoilt("silent", "pass"), "no answer within 60 ms"),
        ("flood", spoilt("flood", "[answer({**m, 'id': 0}) for _ in range(100000)]"), "unrequested lines"),
        ("json", spoilt("json", "print('{\"type\": \"ans', flush=True)"), "is not a message"),
        (
            "seat",
            spoilt(
                "seat",
                "say({'type': 'answer', 'id': m['id'], 'seat': 1 - [0, 1][0], 'command': {'command': 'draw'}})",
            ),
            "an answer for seat",
        ),
        ("dies", spoilt("dies", "os._exit(3)"), "the program has exited (exit status: 3)"),
        (
            "endless",
            spoilt("endless", "sys.stdout.write('x' * 10_000_000); sys.stdout.flush()"),
            "longer than 65536 bytes",
        ),
        ("twice", spoilt("twice", "answer(m); answer(m)"), "an answer with id"),
        ("bytes", spoilt("bytes", "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()"), "not UTF-8"),
        ("dead", "python3 -c exit(1)".to_owned(), "the program has exited (exit status: 1)"),
        ("mute", "cat".to_owned(), "is not a message"),
    ] {
        let started = Instant::now();
        let answer = arena(&format!("cmd:{command},greedy"), &["--pairs", "1", "--budget", "60ms"]);
        assert!(started.elapsed() < Duration::from_secs(60), "{name} took {:?}", started.elapsed());
        assert_eq!(answer["games"], 2, "{name}");
        let bots = answer["bots"].as_array().unwrap();
        let bad = &bots.iter().find(|bot| bot["name"] != "greedy").unwrap()["program"];
        let faults = bad["first_faults"].as_array().unwrap();
        let is_told = |fault: &Value| fault.as_str().unwrap().contains(told);
        assert!(faults.iter().any(is_told), "{name}: {bad}");
    }
}

#[test]
fn a_program_that_does_not_read_is_ended() {
    let file = scratch("program-deaf").join("bot.py");
    std::fs::write(
        &file,
        "import time\nprint('{\"type\":\"hello\",\"protocol\":1,\"name\":\"deaf\"}', flush=True)\ntime.sleep(600)\n",
    )
    .unwrap();
    let started = Instant::now();
    let answer =
        arena(&format!("cmd:python3 {},greedy", file.to_str().unwrap()), &["--pairs", "1", "--budget", "30ms"]);
    assert_eq!(answer["games"], 2);
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn the_checker_says_what_is_wrong_where_and_what_to_do() {
    let command = program(
        "illegal",
        "elif kind == 'turn':\n        say({'type': 'answer', 'id': m['id'], 'command': {'command': 'pass'}})",
    );
    let ran = check(&command, &["--games", "1"]);
    assert_eq!(ran.code, 2);
    for part in [
        "bad does not conform: 1 games, ",
        "game 1, question 1: the rules refuse the command: the pool is not empty: play or draw",
        "with nothing to play, draw",
    ] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
    let ran = check(&command, &["--games", "1", "--json"]);
    let verdict: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&verdict["conforms"], &verdict["faults"][0]["place"]), (&false.into(), &"game 1, question 1".into()));
}

#[test]
fn commands_that_can_t_be_run_are_refused_at_once() {
    for (bots, reason) in [
        ("cmd:/no/such/program,greedy", "cmd:/no/such/program: the program can't be started"),
        ("cmd:,greedy", "cmd: needs a command"),
        ("grandmaster,greedy", "or cmd: and the command of a program"),
    ] {
        let ran = trinta(&["arena", "--bots", bots]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{bots}");
        assert!(ran.err.contains(reason), "{bots}: {}", ran.err);
    }
    let ran = check("/no/such/program", &["--games", "1"]);
    assert_eq!(ran.code, 2);
    assert!(ran.out.contains("check the path"), "{}", ran.out);
    assert_eq!(trinta(&["bot", "check"]).code, 2);
}
