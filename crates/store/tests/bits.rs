//! Single flipped bits, anywhere in the database and in the write-ahead log (finding S7): each is harmless or named. None
//! is served, and no acknowledged entry vanishes in silence.
//!
//! `TRINTA_FLIPS=20000 cargo test -p trinta-store --test bits` flips more of them.

use std::fs;
use std::path::{Path, PathBuf};

use trinta_store::{
    Append, Claim, Entry, LeaseStore as _, LogId, LogState, LogStore as _, NodeId, Payload, Put, Space, SqliteOptions,
    SqliteStore, Store as _, StoreError, ValueStore as _,
};
use trinta_time::Timestamp;

const LOGS: u64 = 8;
const ENTRIES: u64 = 15;
const VALUES: u64 = 30;
const FILES: [&str; 3] = ["store.db", "store.db-wal", "store.db.witness"];

/// SplitMix64: the same flips in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// Everything that was acknowledged.
struct Stored {
    logs: Vec<(LogId, Vec<Entry>, Payload)>,
    values: Vec<(String, Payload)>,
}

fn space() -> Space {
    Space::new("value")
}

fn node() -> NodeId {
    NodeId::new("node").unwrap()
}

async fn open(path: &Path) -> Result<SqliteStore, StoreError> {
    SqliteStore::open(&SqliteOptions::new(path)).await
}

/// Keeps the files as they are now.
fn keep(path: &Path, name: &str) {
    let folder = path.with_file_name(name);
    fs::create_dir(&folder).unwrap();
    for file in FILES {
        // A store that was closed has no write-ahead log.
        if let Err(error) = fs::copy(path.with_file_name(file), folder.join(file)) {
            assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
        }
    }
}

/// A store twice: closed, with everything in the file; and as a process leaves it that is killed, with the newer half in
/// the write-ahead log.
async fn fill(path: &Path) -> Stored {
    let mut logs: Vec<(LogId, Vec<Entry>, Payload)> = Vec::new();
    let mut values = Vec::new();
    for half in 0..2 {
        let store = open(path).await.unwrap();
        for number in 0..LOGS {
            let log = LogId::new(&format!("table-{number:03}")).unwrap();
            if half == 0 {
                store.create(&log, "".into()).await.unwrap();
                logs.push((log.clone(), Vec::new(), "".into()));
            }
            let claim = store.claim(&log, &node(), Timestamp::EPOCH).await.unwrap();
            for seq in claim.head + 1..=claim.head + ENTRIES {
                let body = Payload::new(1, format!("[{{\"seq\":{seq},\"of\":\"{log}\",\"rack\":\"r3 r4 k{seq}\"}}]"));
                let (command, at) = (format!("A:{seq}"), Timestamp::from_millis(1_700_000_000_000 + seq as i64));
                let mut append = Append::new(&log, claim.epoch, seq, at, body.clone()).command(&command);
                if seq % 5 == 0 {
                    let summary = Payload::new(1, format!("summary {seq} of {log}"));
                    append = append.summary(true, summary.clone());
                    logs[number as usize].2 = summary;
                }
                store.append(append).await.unwrap();
                logs[number as usize].1.push(Entry { seq, command: Some(command), at, body });
            }
        }
        for number in 0..VALUES {
            let (name, value) = (format!("{half}-{number:03}"), Payload::new(1, format!("value {number} of {half}")));
            store.put(vec![Put::set(space().key(&name), value.clone())]).await.unwrap();
            values.push((name, value));
        }
        if half == 1 {
            keep(path, "killed");
        }
        store.close().await.unwrap();
    }
    keep(path, "closed");
    Stored { logs, values }
}

/// What came of a flip.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// Everything is there.
    Harmless,
    /// The start refuses the file, and says why.
    Refused,
    /// The start goes on, and something is set aside by name.
    SetAside,
}

async fn outcome(path: &Path, stored: &Stored) -> Outcome {
    let store = match open(path).await {
        Ok(store) => store,
        Err(
            StoreError::Damaged { .. } | StoreError::Behind { .. } | StoreError::TooNew { .. } | StoreError::Io { .. },
        ) => return Outcome::Refused,
        Err(other) => panic!("refused for another reason: {other:?}"),
    };
    let named_at_start = !store.damages().is_empty();
    let listed = store.logs(LogState::Open, None, 100).await.unwrap();
    for (log, entries, summary) in &stored.logs {
        match store.read(log, 1, 1000).await {
            Ok(read) => {
                assert!(read == *entries, "{log} is served with other entries");
                let found = listed.iter().find(|info| info.log == *log);
                assert!(found.is_some() || named_at_start, "{log} is not listed, and nothing is said");
                assert!(found.is_none_or(|info| info.summary == *summary), "{log} is listed with another summary");
                // It goes on, or says why not.
                match store.claim(log, &node(), Timestamp::EPOCH).await {
                    Ok(Claim { head, epoch, .. }) => {
                        assert_eq!(head, entries.len() as u64);
                        let next = Append::new(log, epoch, head + 1, Timestamp::EPOCH, "next");
                        let appended = store.append(next).await;
                        assert!(appended.is_ok() || named_at_start, "{log}: {appended:?}");
                    }
                    Err(error) => assert!(matches!(error, StoreError::DamagedLog { .. }), "{log}: {error:?}"),
                }
            }
            Err(StoreError::DamagedLog { log: named, .. }) => {
                assert_eq!(named, *log);
                assert!(listed.iter().all(|info| info.log != *log), "{log} is set aside and listed");
            }
            Err(StoreError::NoSuchLog) => assert!(named_at_start, "{log} is gone, and nothing is said"),
            Err(other) => panic!("{log}: {other:?}"),
        }
    }
    for (name, value) in &stored.values {
        match store.get(&space().key(name)).await {
            Ok(Some(found)) => assert_eq!(found, *value, "{name} is served with other content"),
            Ok(None) => assert!(named_at_start, "{name} is gone, and nothing is said"),
            Err(StoreError::DamagedValue { .. }) => assert!(named_at_start),
            Err(other) => panic!("{name}: {other:?}"),
        }
    }
    for (name, value) in store.list(&space(), "", 1000).await.unwrap() {
        assert!(stored.values.contains(&(name, value)), "a value is listed that was not stored");
    }
    let outcome = if store.damages().is_empty() { Outcome::Harmless } else { Outcome::SetAside };
    store.close().await.unwrap();
    outcome
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s7_every_flipped_bit_is_harmless_or_named() {
    let flips: u64 = std::env::var("TRINTA_FLIPS").ok().and_then(|flips| flips.parse().ok()).unwrap_or(1000);
    // In memory where that can be had: what a disk takes to flush a thousand stores is not what is tested.
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
    let stored = fill(&folder.path().join("store.db")).await;
    // The file is damaged where everything is in it, and the write-ahead log where it counts.
    let kept = ["closed", "killed"].map(|name| folder.path().join(name));
    let whole = [0, 1].map(|damaged| fs::read(kept[damaged].join(FILES[damaged])).unwrap());
    assert!(whole[1].len() > 100_000, "the newer half is in the write-ahead log");
    let tried: PathBuf = folder.path().join("tried");
    let mut dice = Dice(7);
    let mut counts = [[0_u32; 3]; 2];
    for flip in 0..flips {
        let damaged = (flip % 2) as usize;
        let bit = dice.below(whole[damaged].len() as u64 * 8);
        fs::create_dir(&tried).unwrap();
        for file in fs::read_dir(&kept[damaged]).unwrap().map(|file| file.unwrap()) {
            fs::copy(file.path(), tried.join(file.file_name())).unwrap();
        }
        let mut bytes = whole[damaged].clone();
        bytes[(bit / 8) as usize] ^= 1 << (bit % 8);
        fs::write(tried.join(FILES[damaged]), bytes).unwrap();
        println!("flip {flip}: bit {bit} of {}", FILES[damaged]);
        let outcome = outcome(&tried.join("store.db"), &stored).await;
        counts[damaged][outcome as usize] += 1;
        fs::remove_dir_all(&tried).unwrap();
    }
    for (file, [harmless, refused, set_aside]) in FILES.iter().zip(counts) {
        println!("{file}: {harmless} harmless, {refused} refused by name, {set_aside} set aside by name");
    }
    let named = counts.map(|[_, refused, set_aside]| refused + set_aside);
    assert!(named.iter().all(|&named| u64::from(named) > flips / 20), "flips are noticed: {counts:?}");
}
