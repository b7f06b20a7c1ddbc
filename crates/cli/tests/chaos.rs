//! Random faults on a server under load: killed, stopped, on a full, slow or failing disk, with a wrong clock, without file
//! descriptors. Nothing that was acknowledged is lost or done twice, and the server is always back soon.
//!
//! `cargo xtask chaos 3600` does it for an hour; an ordinary run for a minute.
#![cfg(target_os = "linux")]

mod load;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use trinta_client::Client;
use trinta_store::{SqliteOptions, SqliteStore};
use trinta_table::library::Library;
use trinta_testkit::{FaultyIo, Operation, SmallDisk};

use load::{Load, RECEIVE_TIMEOUT, examine, play, sit_down};

const TABLES: usize = 4;
/// Faults between two sets of new tables, because matches end.
const FAULTS_PER_ROUND: usize = 10;
/// After a fault is over, the server stores something again within this time.
const BACK_WITHIN: Duration = Duration::from_secs(10);
/// The size of the disk, in KiB.
const DISK_SIZE: u32 = 256 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Kill,
    Stop,
    FullDisk,
    SlowDisk,
    FailingDisk,
    ClockForward,
    ClockBack,
    NoDescriptors,
}

const FAULTS: [Fault; 8] = [
    Fault::Kill,
    Fault::Stop,
    Fault::FullDisk,
    Fault::SlowDisk,
    Fault::FailingDisk,
    Fault::ClockForward,
    Fault::ClockBack,
    Fault::NoDescriptors,
];

/// The library by which a program is shown another time, if it is installed.
fn fake_time() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.flatten();
    folders.map(|folder| folder.path().join("faketime/libfaketime.so.1")).find(|library| library.is_file())
}

/// A server, and what it needs to be started again.
struct Server {
    process: Child,
    data: PathBuf,
    config: PathBuf,
    address: SocketAddr,
    faults: Option<FaultyIo>,
    /// How far its clock is from the right time, in seconds.
    clock_offset: i64,
    /// How often it ended by itself.
    ended: u32,
}

impl Server {
    fn start_process(
        data: &Path,
        config: &Path,
        address: SocketAddr,
        faults: Option<&FaultyIo>,
        clock_offset: i64,
    ) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trinta"));
        command
            .args(["serve", "--no-open", "--log", "off", "--listen", &address.to_string(), "--data"])
            .arg(data)
            .arg("--config")
            .arg(config);
        if let Some(faults) = faults {
            faults.preload(&mut command);
        }
        if let Some(library) = fake_time().filter(|_| clock_offset != 0) {
            let preloaded = command.get_envs().find(|(name, _)| *name == "LD_PRELOAD").and_then(|(_, value)| value);
            let mut all = library.into_os_string();
            if let Some(preloaded) = preloaded {
                all.push(":");
                all.push(preloaded);
            }
            command.env("LD_PRELOAD", all);
            command.env("FAKETIME", format!("{clock_offset:+}s")).env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut said).unwrap();
        assert!(said.contains("running"), "the server does not start: {said}");
        process
    }

    fn start(data: PathBuf, config: PathBuf, address: SocketAddr, faults: Option<FaultyIo>) -> Server {
        let process = Server::start_process(&data, &config, address, faults.as_ref(), 0);
        Server { process, data, config, address, faults, clock_offset: 0, ended: 0 }
    }

    fn restart(&mut self) {
        let _ = self.process.kill();
        self.process.wait().unwrap();
        self.process =
            Server::start_process(&self.data, &self.config, self.address, self.faults.as_ref(), self.clock_offset);
    }

    /// Does what a supervisor does.
    fn restart_if_ended(&mut self) {
        if self.process.try_wait().unwrap().is_some() {
            self.ended += 1;
            self.restart();
        }
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let id = self.process.id().to_string();
        let arguments = arguments.iter().map(|argument| argument.replace("PID", &id));
        assert!(Command::new(program).args(arguments).status().unwrap().success(), "{program}");
    }

    /// Brings a fault about, and ends it. False if that is not possible on this machine.
    async fn suffer(&mut self, fault: Fault, disk: Option<&SmallDisk>, pause: Duration) -> bool {
        match fault {
            Fault::Kill => self.restart(),
            Fault::Stop => {
                self.run("kill", &["-STOP", "PID"]);
                sleep(pause).await;
                self.run("kill", &["-CONT", "PID"]);
            }
            Fault::FullDisk => {
                let Some(disk) = disk else { return false };
                disk.fill();
                sleep(pause).await;
                disk.make_room();
            }
            Fault::SlowDisk | Fault::FailingDisk => {
                let Some(faults) = &self.faults else { return false };
                if fault == Fault::SlowDisk {
                    faults.fail(Operation::Flush, trinta_testkit::Fault::Slow(300), 1);
                } else {
                    faults.fail(Operation::Write, trinta_testkit::Fault::Io, 3);
                }
                sleep(pause).await;
                faults.heal();
            }
            Fault::ClockForward | Fault::ClockBack => {
                if fake_time().is_none() {
                    eprintln!("NOT TESTED: a wrong clock needs the package faketime");
                    return false;
                }
                self.clock_offset = if fault == Fault::ClockForward { 100 * 24 * 3600 } else { -2 * 3600 };
                self.restart();
                sleep(pause).await;
                self.clock_offset = 0;
                self.restart();
            }
            Fault::NoDescriptors => {
                self.run("prlimit", &["--pid", "PID", "--nofile=8:"]);
                sleep(pause).await;
                self.run("prlimit", &["--pid", "PID", "--nofile=1024:"]);
            }
        }
        self.restart_if_ended();
        true
    }
}

/// Waits until the server stores something again: a new guest. Moves may have to wait longer, for a deal whose time has to
/// run out.
async fn back(server: &mut Server) -> Duration {
    let since = Instant::now();
    while Client::new(server.address).sign_in("Probe").await.is_err() {
        assert!(since.elapsed() < RECEIVE_TIMEOUT, "the server does not come back");
        server.restart_if_ended();
        sleep(Duration::from_millis(10)).await;
    }
    since.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_or_doubled_whatever_fails() {
    let wanted: Option<u64> = std::env::var("TRINTA_CHAOS_SECONDS").ok().and_then(|text| text.parse().ok());
    let until = Instant::now() + Duration::from_secs(wanted.unwrap_or(60));
    let folder = tempfile::tempdir().unwrap();
    let disk = SmallDisk::mount("chaos", DISK_SIZE);
    let data = disk.as_ref().map_or_else(|| folder.path().join("data"), |disk| disk.folder().join("data"));
    let config = folder.path().join("fast.toml");
    std::fs::write(&config, "rate_limits = false\nbot_delay_ms = 0\n").unwrap();
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let faults = FaultyIo::build(folder.path());
    let mut server = Server::start(data.clone(), config, address, faults);
    let mut dice = trinta_bots::Dice::new(wanted.unwrap_or(7));
    let mut acknowledged = Vec::new();
    let mut times: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
    while Instant::now() < until {
        let load = Arc::new(Load::default());
        let mut tables = Vec::new();
        for number in 0..TABLES {
            tables.push(sit_down(address, number).await);
        }
        let tables: Vec<_> = tables.into_iter().map(|players| tokio::spawn(play(players, load.clone()))).collect();
        for _ in 0..FAULTS_PER_ROUND {
            sleep(Duration::from_millis(100 + dice.below(700) as u64)).await;
            if Instant::now() >= until || tables.iter().any(JoinHandle::is_finished) {
                break;
            }
            let fault = FAULTS[dice.below(FAULTS.len())];
            let pause = Duration::from_millis(300 + dice.below(1200) as u64);
            if server.suffer(fault, disk.as_ref(), pause).await {
                times.entry(fault).or_default().push(back(&mut server).await);
            }
        }
        load.stop.store(true, Ordering::Relaxed);
        for table in tables {
            acknowledged.push(timeout(RECEIVE_TIMEOUT * 2, table).await.expect("the table stops").unwrap());
        }
    }
    server.run("kill", &["-TERM", "PID"]);
    assert_eq!(server.process.wait().unwrap().code(), Some(0), "it stops in good order");
    let store = SqliteStore::open(&SqliteOptions::new(data.join("trinta.db"))).await.unwrap();
    assert_eq!(trinta_store::Store::damages(&store), []);
    let library = Library::default();
    let (mut moves, mut credits) = (0, 0);
    for (table, commands) in &acknowledged {
        let (own, resumed) = examine(&store, table, commands, &library).await;
        (moves, credits) = (moves + own, credits + resumed);
    }
    for (fault, each) in &times {
        let longest = each.iter().max().copied().unwrap_or_default();
        println!("{fault:?}: {} times, back after at most {:.2} s", each.len(), longest.as_secs_f64());
    }
    let count: usize = times.values().map(Vec::len).sum();
    println!(
        "{count} faults, {} tables, {moves} acknowledged commands, none lost, none doubled; {credits} clocks credited; the \
         server ended by itself {} times",
        acknowledged.len(),
        server.ended
    );
    assert!(count > 3 && moves > 20, "{count} faults, {moves} moves");
    // A shared machine may be slower than any server; a run of its own is not.
    if wanted.is_some() {
        assert!(times.values().flatten().all(|&time| time <= BACK_WITHIN), "back within {BACK_WITHIN:?}: {times:?}");
    }
}
