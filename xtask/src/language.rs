//! The step `language`: refuses habits in comments, names and documents that make readers stumble.
//!
//! The habits are a table, and so are the folders that are checked. A habit is found line by line, by plain text search:
//! the step takes no longer than reading the sources.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Shell, root};
use crate::tally::Tally;

/// Folders and files that must be free of every habit.
const SOURCES: [&str; 26] = [
    "README.md",
    "CONTRIBUTING.md",
    "crates/advisor",
    "crates/bench",
    "crates/bots",
    "crates/cli",
    "crates/client",
    "crates/core",
    "crates/dice",
    "crates/print",
    "crates/ratings",
    "crates/server",
    "crates/solver",
    "crates/store",
    "crates/table",
    "crates/testkit",
    "crates/time",
    "crates/tournament",
    "deploy",
    "docs",
    "examples",
    "fuzz",
    "records",
    "web/src",
    "web/tests",
    "xtask",
];

/// Folders with generated or foreign files.
const IGNORED: [&str; 6] = ["corpus", "dist", "node_modules", "shots", "target", "test-results"];

/// This file quotes the habits that it refuses.
const OWN_FILE: &str = "language.rs";

/// A kind of source, by the extension of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Rust,
    Script,
    Markdown,
}

impl Kind {
    fn of(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()? {
            "rs" => Some(Kind::Rust),
            "ts" | "svelte" | "js" | "mjs" => Some(Kind::Script),
            "md" => Some(Kind::Markdown),
            _ => None,
        }
    }
}

/// A line of a source, and whether the lines around it are comments too.
struct Line<'a> {
    kind: Kind,
    text: &'a str,
    alone: bool,
}

/// A habit, and how to find it in a line.
struct Habit {
    advice: &'static str,
    finds: fn(&Line<'_>) -> bool,
}

/// Adding a habit is an entry in this table, and a bad sample in the tests.
const HABITS: [Habit; 8] = [
    Habit { advice: "a comment that is only a question word says nothing: describe the item", finds: bare_question },
    Habit { advice: "write a number, \"this many\" or \"at most N\" for \"so many\"", finds: so_many },
    Habit { advice: "write \"is invalid\" or \"is impossible\" for \"can't be\"", finds: cannot_be },
    Habit { advice: "this name is a riddle: take the established term (docs/glossary.md)", finds: riddle },
    Habit { advice: "messages are sent, received and handled: say so in the name", finds: spoken_name },
    Habit { advice: "a path of one machine does not belong into the repository", finds: machine_path },
    Habit { advice: "the host of a package registry does not belong into the sources", finds: registry_host },
    Habit { advice: "the brand of the printed game appears only where we say that we are unofficial", finds: brand },
];

/// Checks every clean folder; each counts as one test.
pub(crate) fn check(shell: &Shell) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for start in SOURCES {
        let mut found = Vec::new();
        for path in sources(&root().join(start))? {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            found.extend(Kind::of(&path).into_iter().flat_map(|kind| faults(kind, &text)).map(|fault| {
                let Fault { line, text, advice } = fault;
                format!("{name}:{line}: {advice}: {}", text.trim())
            }));
        }
        found.iter().for_each(|fault| shell.print(fault));
        tally += if found.is_empty() { Tally::pass() } else { Tally { failed: found, ..Tally::default() } };
    }
    Ok(tally)
}

/// The sources in a folder, or a single file, in a fixed order.
fn sources(start: &Path) -> Result<Vec<PathBuf>, String> {
    if start.is_file() {
        return Ok(vec![start.to_path_buf()]);
    }
    let failed = |error: std::io::Error| format!("{}: {error}", start.display());
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(start).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !name.starts_with('.') && !IGNORED.contains(&name) {
            found.extend(sources(&path)?);
        } else if path.is_file() && Kind::of(&path).is_some() && name != OWN_FILE {
            found.push(path);
        }
    }
    Ok(found)
}

/// A habit found in a source.
#[derive(Debug, PartialEq, Eq)]
struct Fault<'a> {
    line: usize,
    text: &'a str,
    advice: &'static str,
}

fn faults(kind: Kind, source: &str) -> Vec<Fault<'_>> {
    let lines: Vec<&str> = source.lines().collect();
    let is_comment = |index: Option<usize>| {
        index.and_then(|index| lines.get(index)).is_some_and(|line| comment(line).is_some_and(|text| !text.is_empty()))
    };
    let mut found = Vec::new();
    for (index, text) in lines.iter().enumerate() {
        let alone = !is_comment(index.checked_sub(1)) && !is_comment(Some(index + 1));
        let line = Line { kind, text, alone };
        let habits = HABITS.iter().filter(|habit| (habit.finds)(&line));
        found.extend(habits.map(|habit| Fault { line: index + 1, text, advice: habit.advice }));
    }
    found
}

/// The text of a line that is only a comment.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim();
    let text = ["///", "//!", "//", "/**", "*"].into_iter().find_map(|start| line.strip_prefix(start))?;
    Some(text.trim_end_matches("*/").trim())
}

/// A comment of one line that consists of a question word and at most two more words.
fn bare_question(line: &Line<'_>) -> bool {
    const WORDS: [&str; 9] = ["Who", "What", "When", "Where", "Which", "How", "Why", "Whose", "Whom"];
    let Some(text) = comment(line.text).and_then(|text| text.strip_suffix('.')) else { return false };
    let mut words = text.split_whitespace();
    line.kind != Kind::Markdown
        && line.alone
        && words.next().is_some_and(|word| WORDS.contains(&word))
        && words.count() <= 2
}

fn so_many(line: &Line<'_>) -> bool {
    let text = line.text.to_lowercase().replace("so-many", "so many");
    let ordinary = |rest: &str| rest.starts_with(" that") || rest.starts_with(" of ");
    text.match_indices("so many").any(|(at, found)| !ordinary(&text[at + found.len()..]))
}

fn cannot_be(line: &Line<'_>) -> bool {
    ["can't be.", "can’t be.", "cannot be."].iter().any(|text| line.text.contains(text))
}

/// Names that a reader has to guess at. In documents these are ordinary words.
fn riddle(line: &Line<'_>) -> bool {
    const NAMES: [&str; 16] = [
        "hope",
        "Market",
        "Stall",
        "Lure",
        "NOBODYS",
        "do_it",
        "A_WHILE",
        "Trouble",
        "Asker",
        "Whim",
        "Entrance",
        "LINGER",
        "Shelved",
        "guessers",
        "is_deserted",
        "nothing_withdrawn",
    ];
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.kind != Kind::Markdown && line.text.split(|letter| !is_name(letter)).any(|word| NAMES.contains(&word))
}

/// A function that is called after speech although it moves a message.
fn spoken_name(line: &Line<'_>) -> bool {
    const VERBS: [&str; 3] = ["hear", "talk", "tell"];
    let Some((_, name)) = line.text.split_once("fn ") else { return false };
    let word = name.split(|letter: char| !letter.is_alphanumeric()).next();
    line.kind == Kind::Rust && word.is_some_and(|word| VERBS.contains(&word))
}

fn machine_path(line: &Line<'_>) -> bool {
    // In two parts, so that a search of the repository for such paths does not find this line.
    const FOLDERS: [(&str, &str); 4] = [("/wo", "rk"), ("/fa", "rm"), ("/ro", "ot"), ("/tmp/bash", "_jobs")];
    FOLDERS.iter().any(|(first, second)| {
        let folder = format!("{first}{second}");
        line.text.match_indices(&folder).any(|(at, _)| {
            let before = line.text[..at].chars().next_back();
            let after = line.text[at + folder.len()..].chars().next();
            !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '.') && matches!(after, Some('/' | ' '))
        })
    })
}

fn registry_host(line: &Line<'_>) -> bool {
    const HOSTS: [(&str, &str); 5] = [
        ("registry.npm", "js.org"),
        ("index.crates", ".io"),
        ("static.crates", ".io"),
        ("sparse+", "http"),
        ("arti", "factory"),
    ];
    HOSTS.iter().any(|(first, second)| line.text.contains(&format!("{first}{second}")))
}

fn brand(line: &Line<'_>) -> bool {
    let text = line.text.to_lowercase();
    text.contains(concat!("rummi", "kub")) && !text.contains("unofficial")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(kind: Kind, source: &str) -> usize {
        faults(kind, source).len()
    }

    #[test]
    fn every_habit_is_found() {
        let many = format!("so {}", "many");
        let samples: [(Kind, String); 18] = [
            (Kind::Rust, format!("    /// {}.", "Who")),
            (Kind::Rust, format!("    /// {} it is.", "What")),
            (Kind::Rust, format!("    // {}.", "When")),
            (Kind::Script, format!("/** {} far. */", "How")),
            (Kind::Rust, format!("    /// Waits {many} seconds.")),
            (Kind::Markdown, format!("The limit is {many} tiles at the most.")),
            (Kind::Rust, format!("/// If the plan {} be.", "can't")),
            (Kind::Rust, format!("    let {} = 3;", "hope")),
            (Kind::Rust, format!("struct {};", "Lure")),
            (Kind::Rust, format!("    async fn {}_text(&mut self) -> String {{", "hear")),
            (Kind::Rust, format!("    fn {}(&mut self, ticket: Ticket) {{", "tell")),
            (Kind::Rust, format!("const {}: u8 = 1;", "A_WHILE")),
            (Kind::Script, format!("export function {}() {{}}", "do_it")),
            (Kind::Markdown, format!("See {}/trinta/notes.md.", "/root")),
            (Kind::Rust, format!("const PATH: &str = \"{}/main\";", "/work")),
            (Kind::Markdown, format!("registry = \"sparse+{}://example\"", "http")),
            (Kind::Markdown, format!("Like {} with other tiles.", concat!("Rummi", "kub"))),
            (Kind::Rust, format!("// {}: {}", "Note", concat!("RUMMI", "KUB"))),
        ];
        for (kind, source) in &samples {
            assert_eq!(found(*kind, source), 1, "{source}");
        }
    }

    #[test]
    fn plain_english_passes() {
        let good = "\
/// The seat that made the play.
/// What the rules need from outside: searches, spelling and shuffles.
/// So many that they don't fit into memory.
/// Sets that can't be kept.
// When the pool is empty, a player who can play may not pass.
struct Supermarket; // hopeful, installed, lured
fn tells_of_lines_that_remove_nothing() {}
const SOURCE: &str = \"docs/work/notes.md\";
/// How far
/// it is.
";
        assert_eq!(faults(Kind::Rust, good), []);
        assert_eq!(found(Kind::Markdown, "# What\n\nWe hope that the market stalls."), 0);
        let unofficial = format!("An unofficial project, not connected with {}.", concat!("Rummi", "kub"));
        assert_eq!(found(Kind::Markdown, &unofficial), 0);
    }

    #[test]
    fn a_fault_names_its_line() {
        let source = format!("fn main() {{}}\n\n    /// {}.\n    why: String,\n", "Why");
        let found = faults(Kind::Rust, &source);
        assert_eq!((found.len(), found[0].line), (1, 3));
    }

    #[test]
    fn every_crate_is_listed_as_clean_or_not() {
        for entry in fs::read_dir(root().join("crates")).unwrap() {
            let name = format!("crates/{}", entry.unwrap().file_name().to_str().unwrap());
            assert!(SOURCES.contains(&name.as_str()), "{name} is not in SOURCES");
        }
        for start in SOURCES {
            assert!(root().join(start).exists(), "{start} does not exist");
        }
    }
}
