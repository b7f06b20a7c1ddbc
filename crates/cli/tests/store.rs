//! `trinta store` with a store that a server has left: killed in the middle of games, cut short, damaged.
#![cfg(unix)]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use common::{Ran, trinta};

fn serve_fast(data: &Path, config: &Path) -> (Child, String) {
    common::serve(data, &["--config", config.to_str().unwrap()], Stdio::null())
}

/// The folder of a server that was killed after two games; most of them is in the write-ahead log.
struct Left {
    folder: tempfile::TempDir,
    data: PathBuf,
    config: PathBuf,
}

impl Left {
    fn new() -> Left {
        let folder = tempfile::tempdir().unwrap();
        let (data, config) = (folder.path().join("data"), folder.path().join("fast.toml"));
        std::fs::write(&config, "bot_delay_ms = 0\nrate_limits = false\n").unwrap();
        let (mut process, address) = serve_fast(&data, &config);
        for name in ["Ana", "Rui"] {
            let played = trinta(&["join", &address, "--bots", "1", "--auto", "--name", name, "--level", "greedy"]);
            assert_eq!(played.code, 0, "{}", played.err);
        }
        process.kill().unwrap();
        process.wait().unwrap();
        Left { folder, data, config }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.data.join(name)
    }

    fn store(&self, arguments: &[&str]) -> Ran {
        trinta(&[&["store", "--data", self.data.to_str().unwrap()], arguments].concat())
    }

    /// What a server says that can't start here.
    fn refused(&self) -> String {
        let data = self.data.to_str().unwrap();
        let refused = trinta(&["serve", "--listen", "127.0.0.1:0", "--no-open", "--data", data]);
        assert_eq!(refused.code, 2, "{}{}", refused.out, refused.err);
        refused.err
    }

    /// The server starts and stops in good order.
    fn serves(&self) {
        let (mut process, _) = serve_fast(&self.data, &self.config);
        assert!(Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap().success());
        assert_eq!(process.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn s7_a_store_without_its_end_is_not_served_until_somebody_accepts_it() {
    let left = Left::new();
    let intact = left.store(&["check"]);
    assert!(intact.code == 0 && intact.out.contains("is intact: "), "{}{}", intact.out, intact.err);
    let wal = std::fs::read(left.file("trinta.db-wal")).unwrap();
    std::fs::write(left.file("trinta.db-wal"), &wal[..wal.len() / 2]).unwrap();
    let said = left.refused();
    assert!(said.contains("transactions are missing") && said.contains("trinta store accept"), "{said}");
    assert_eq!(left.store(&["check"]).code, 2);
    let accepted = left.store(&["accept"]);
    assert_eq!(accepted.code, 0, "{}", accepted.err);
    left.serves();
    assert_eq!(left.store(&["check"]).code, 0);
}

#[test]
fn s7_a_damaged_table_is_named_the_others_are_served_and_repair_saves_them() {
    let left = Left::new();
    // A stop in good order puts everything into the file.
    left.serves();
    let path = left.file("trinta.db");
    let bytes = std::fs::read(&path).unwrap();
    let drew = br#""event":"drew""#;
    let places = (0..bytes.len()).filter(|&place| bytes[place..].starts_with(drew));
    // Some are what was left on pages that are in use for something else: nobody reads them.
    let named = places
        .map(|place| {
            let mut damaged = bytes.clone();
            damaged[place + 9] = b'g';
            std::fs::write(&path, damaged).unwrap();
            left.store(&["check"])
        })
        .find(|checked| checked.code != 0);
    let named = named.expect("somebody drew");
    assert_eq!(named.code, 2);
    assert_eq!(named.out.matches("damaged: ").count(), 1, "{}", named.out);
    assert!(named.err.contains("trinta store repair"), "{}", named.err);
    left.serves();
    let new = left.folder.path().join("new.db");
    let repaired = left.store(&["repair", path.to_str().unwrap(), new.to_str().unwrap()]);
    assert_eq!(repaired.code, 0, "{}", repaired.err);
    assert!(repaired.out.contains("lost: "), "{}", repaired.out);
    // Nothing is overwritten.
    assert_eq!(left.store(&["repair", path.to_str().unwrap(), new.to_str().unwrap()]).code, 2);
    for file in std::fs::read_dir(&left.data).unwrap().map(|file| file.unwrap().path()) {
        std::fs::rename(&file, left.folder.path().join(file.file_name().unwrap())).unwrap();
    }
    std::fs::rename(&new, &path).unwrap();
    left.serves();
    let intact = left.store(&["check"]);
    assert_eq!(intact.code, 0, "{}{}", intact.out, intact.err);
}

#[test]
fn a_copy_that_follows_a_running_server_can_be_restored() {
    let left = Left::new();
    let (mut process, address) = serve_fast(&left.data, &left.config);
    let copy = left.folder.path().join("copy.db");
    let follow = || left.store(&["follow", "--once", copy.to_str().unwrap()]);
    let first = follow();
    assert!(first.code == 0 && first.out.contains("is up to date"), "{}{}", first.out, first.err);
    let played = trinta(&["join", &address, "--bots", "1", "--auto", "--name", "Eva", "--level", "greedy"]);
    assert_eq!(played.code, 0, "{}", played.err);
    let second = follow();
    let entries = |ran: &Ran| {
        let words: Vec<&str> = ran.out.split_whitespace().collect();
        let place = words.iter().position(|word| word.starts_with("entries")).unwrap();
        words[place - 1].parse::<u32>().unwrap()
    };
    assert!(entries(&second) > 20, "what is new is copied: {}", second.out);
    process.kill().unwrap();
    process.wait().unwrap();
    let elsewhere = Left { data: left.folder.path().join("elsewhere"), ..left };
    let restored = elsewhere.store(&["restore", copy.to_str().unwrap()]);
    assert_eq!(restored.code, 0, "{}", restored.err);
    elsewhere.serves();
    assert_eq!(elsewhere.store(&["check"]).code, 0);
}
