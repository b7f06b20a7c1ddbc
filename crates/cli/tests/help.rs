//! Help and version: complete, and their examples work.

mod common;

use common::trinta;

#[test]
fn every_command_has_help_with_examples() {
    for command in ["check", "solve", "score"] {
        let ran = trinta(&[command, "--help"]);
        assert_eq!(ran.code, 0);
        for part in ["Usage: trinta", "Examples:", "--jsonl", "--edition", "--set", "Exit code:"] {
            assert!(ran.out.contains(part), "{command} --help lacks {part}");
        }
    }
    let ran = trinta(&["arena", "--help"]);
    for part in ["Usage: trinta", "Examples:", "--bots", "--edition", "--set", "--records", "Exit code:"] {
        assert!(ran.out.contains(part), "arena --help lacks {part}");
    }
    let ran = trinta(&["--help"]);
    for part in ["check", "solve", "score", "replay", "verify", "arena", "Notation of tiles", "Examples:", "Exit code"]
    {
        assert!(ran.out.contains(part), "--help lacks {part}");
    }
    assert_eq!(trinta(&["--version"]).out, format!("trinta {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(trinta(&["fly"]).code, 2);
}

/// The words of a line as a shell would split them; spaces in double quotes are kept.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted, mut begun) = (String::new(), false, false);
    for letter in line.chars().chain([' ']) {
        match letter {
            '"' => (quoted, begun) = (!quoted, true),
            ' ' if !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            _ => {
                word.push(letter);
                begun = true;
            }
        }
    }
    words
}

#[test]
fn the_examples_of_the_help_run() {
    for command in ["check", "solve", "score"] {
        // Wide enough that no example is broken into two lines.
        let help = std::process::Command::new(env!("CARGO_BIN_EXE_trinta"))
            .args([command, "--help"])
            .env("COLUMNS", "1000")
            .output()
            .unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let examples = help.lines().map(str::trim).filter(|line| line.starts_with("trinta "));
        let mut ran_some = 0;
        for example in
            examples.filter(|line| ![".jsonl", "club.txt", "position.txt"].iter().any(|file| line.contains(file)))
        {
            let args = words(example);
            let ran = trinta(&args[1..].iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(ran.code, 0, "{example}: {}", ran.err);
            ran_some += 1;
        }
        assert!(ran_some >= 4, "{help}");
        for (request, answer) in help_lines(&help) {
            let (line, _) = common::answer(command, request);
            assert_eq!(timeless(&line), timeless(answer));
        }
    }
}

/// An answer without the time that it took.
fn timeless(answer: &str) -> &str {
    answer.split_once(",\"micros\":").map_or(answer, |(rest, _)| rest)
}

/// The requests of a help text with their responses, distinguished by their fields.
fn help_lines(help: &str) -> Vec<(&str, &str)> {
    let lines: Vec<&str> = help.lines().map(str::trim).filter(|line| line.starts_with("{\"id\"")).collect();
    let (answers, requests): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(|line| {
        ["\"legal\"", "\"error\"", "\"scores\"", "\"totals\"", "\"proof\""].iter().any(|field| line.contains(field))
    });
    assert!(requests.len() >= 2 && answers.len() >= requests.len());
    requests.into_iter().zip(answers).collect()
}
