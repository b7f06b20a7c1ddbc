//! A store in a process of its own, whose disk fails, whose file descriptors are used up, whose memory is limited: after
//! each fault it serves again by itself or says what to do, and nothing acknowledged is gone.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use trinta_store::{
    Append, LeaseStore as _, LogId, LogStore as _, NodeId, SqliteOptions, SqliteStore, Store as _, StoreError,
};
use trinta_testkit::{Fault, FaultyIo, Operation, SmallDisk};
use trinta_time::Timestamp;

fn log() -> LogId {
    LogId::new("t1").unwrap()
}

async fn open(path: &Path) -> Result<SqliteStore, StoreError> {
    SqliteStore::open(&SqliteOptions::new(path)).await
}

/// Not a test of its own: the process that the tests below drive, one word a line.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn driven_process() {
    let Ok(path) = std::env::var("TRINTA_TEST_DRIVEN") else { return };
    let store = open(Path::new(&path)).await.unwrap();
    // There already, if it was made before.
    let _ = store.create(&log(), "new".into()).await;
    let mut claim = store.claim(&log(), &NodeId::new("node").unwrap(), Timestamp::EPOCH).await.unwrap();
    println!("\nready");
    let mut files = Vec::new();
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (word, number) = line.split_once(' ').unwrap_or((&line, "0"));
        let number: usize = number.parse().unwrap();
        match word {
            "append" => {
                let (log, seq) = (log(), claim.head + 1);
                let body = format!("{seq} {}", "x".repeat(number));
                match store.append(Append::new(&log, claim.epoch, seq, Timestamp::EPOCH, body)).await {
                    Ok(_) => {
                        claim.head = seq;
                        println!("stored {seq}");
                    }
                    Err(error) => {
                        // Whether it is stored has to be read.
                        if let Ok(entries) = store.read(&log, seq, 10).await {
                            claim.head += entries.len() as u64;
                        }
                        println!("refused {error:?}");
                    }
                }
            }
            "health" => println!("health {:?}", store.health().await),
            "hog" => {
                while let Ok(file) = fs::File::open("/dev/null") {
                    files.push(file);
                }
                println!("hogged {}", files.len());
            }
            "release" => {
                files.clear();
                println!("released");
            }
            _ => break,
        }
    }
    store.close().await.unwrap();
}

/// The other process.
struct Driven {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    acknowledged: u64,
}

impl Driven {
    /// Starts it; `limits` are those of the shell.
    fn start(path: &Path, limits: &str, faults: Option<&FaultyIo>) -> Driven {
        let mut command = Command::new("sh");
        let run = format!("{limits} exec \"$0\" --exact driven_process --nocapture --test-threads 1");
        command.args(["-c", &run]).arg(std::env::current_exe().unwrap()).env("TRINTA_TEST_DRIVEN", path);
        if let Some(faults) = faults {
            faults.preload(&mut command);
        }
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let mut driven = Driven { process, input, output, acknowledged: 0 };
        driven.receive("ready").expect("it starts");
        driven
    }

    /// The rest of the next line that begins with this word; none if the process has ended.
    fn receive(&mut self, word: &str) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.starts_with(word) || (word == "stored" && line.starts_with("refused")) {
                return Some(line.trim().to_owned());
            }
        }
    }

    fn say(&mut self, line: &str, word: &str) -> Option<String> {
        writeln!(self.input, "{line}").ok()?;
        self.receive(word)
    }

    /// Appends an entry; true if it was acknowledged, none if the process has ended.
    fn append(&mut self, length: usize) -> Option<Result<(), String>> {
        let answer = self.say(&format!("append {length}"), "stored")?;
        match answer.strip_prefix("stored ") {
            Some(seq) => {
                self.acknowledged = seq.parse().unwrap();
                Some(Ok(()))
            }
            None => Some(Err(answer)),
        }
    }

    fn health(&mut self) -> String {
        self.say("health", "health").unwrap()
    }
}

impl Drop for Driven {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Everything that was acknowledged is there, and whole.
async fn holds(path: &Path, acknowledged: u64) {
    let store = open(path).await.unwrap();
    let entries = store.read(&log(), 1, 100_000).await.unwrap();
    assert!(entries.len() as u64 >= acknowledged, "{} of {acknowledged}", entries.len());
    for entry in entries {
        assert!(entry.body.text.starts_with(&format!("{} ", entry.seq)));
    }
    assert_eq!(store.damages(), []);
    store.close().await.unwrap();
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    (folder, path)
}

#[tokio::test]
async fn errors_of_the_disk_in_the_middle_are_over_when_the_disk_is_well() {
    let (folder, path) = folder();
    let Some(faults) = FaultyIo::build(folder.path()) else { return };
    let mut driven = Driven::start(&path, "", Some(&faults));
    for operation in [Operation::Write, Operation::Flush, Operation::Read] {
        for fault in [Fault::Io, Fault::ReadOnly, Fault::Full] {
            for count in [1, 2, 3] {
                for _ in 0..3 {
                    driven.append(3000).unwrap().unwrap();
                }
                let before = driven.acknowledged;
                faults.fail(operation, fault, count);
                let mut refused = None;
                for _ in 0..4 {
                    refused = refused.or(driven.append(9000).unwrap().err());
                }
                let health = driven.health();
                faults.heal();
                let what = format!("{operation:?} {fault:?} {count}");
                if operation != Operation::Read {
                    let refused = refused.unwrap_or_else(|| panic!("{what}: nothing failed"));
                    assert!(!refused.contains("Damaged") && !refused.contains("Vanished"), "{what}: {refused}");
                    assert!(health.contains("Err("), "{what}: {health}");
                }
                // The first may meet what the fault has left behind, and no more than that.
                let tries = (0..3).filter(|_| driven.append(10).unwrap().is_ok()).count();
                assert!(tries >= 2, "{what}: it serves again");
                assert_eq!(driven.health(), "health Ok(())", "{what}");
                assert!(driven.acknowledged >= before + 2, "{what}");
            }
        }
    }
    let acknowledged = driven.acknowledged;
    drop(driven);
    holds(&path, acknowledged).await;
}

#[tokio::test]
async fn file_descriptors_that_are_used_up_stop_nothing_for_good() {
    let (folder, path) = folder();
    let faults = FaultyIo::build(folder.path());
    let mut driven = Driven::start(&path, "ulimit -n 64;", faults.as_ref());
    driven.append(10).unwrap().unwrap();
    assert_ne!(driven.say("hog", "hogged").unwrap(), "hogged 0");
    // What is open goes on.
    for _ in 0..5 {
        driven.append(3000).unwrap().unwrap();
    }
    if let Some(faults) = &faults {
        // A connection that fails can't be opened anew, and is as soon as there are descriptors again.
        faults.fail(Operation::Write, Fault::Io, 1);
        assert!(driven.append(3000).unwrap().is_err());
        faults.heal();
        let _ = driven.append(3000).unwrap();
    }
    driven.say("release", "released").unwrap();
    driven.append(10).unwrap().unwrap();
    assert_eq!(driven.health(), "health Ok(())");
    let acknowledged = driven.acknowledged;
    drop(driven);
    holds(&path, acknowledged).await;
}

#[tokio::test]
async fn memory_that_runs_out_loses_nothing_that_was_acknowledged() {
    let (_folder, path) = folder();
    let mut driven = Driven::start(&path, "ulimit -v 400000;", None);
    // The process ends, or refuses what is too much for it.
    let mut length = 10_000;
    while length < 1_000_000_000 {
        match driven.append(length) {
            Some(Ok(())) => length *= 2,
            Some(Err(_)) | None => break,
        }
    }
    assert!(length < 1_000_000_000, "there was a limit");
    assert!(driven.acknowledged > 3);
    let acknowledged = driven.acknowledged;
    drop(driven);
    holds(&path, acknowledged).await;
    let mut driven = Driven::start(&path, "", None);
    driven.append(10).unwrap().unwrap();
}

#[tokio::test]
async fn a_disk_that_is_read_only_at_the_start_is_said_and_left_as_it_is() {
    let Some(disk) = SmallDisk::mount("store-read-only", 4096) else { return };
    let path = disk.folder().join("store.db");
    let store = open(&path).await.unwrap();
    store.create(&log(), "new".into()).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    disk.make_read_only();
    let refused = open(&path).await.map(|_| ()).unwrap_err();
    assert!(matches!(refused, StoreError::ReadOnly { .. }), "{refused:?}");
    assert!(refused.to_string().contains("mounted read-only"), "{refused}");
    disk.make_writable();
    let store = open(&path).await.unwrap();
    assert_eq!(store.read(&log(), 1, 10).await.unwrap(), []);
    store.close().await.unwrap();
}
