//! `trinta bench server`: whole games over websockets on loopback, compared with a bare fan-out of the same framework.
//!
//! Each server is a process of its own, and the clients of both are tasks of this one. Both are measured alternately in
//! the same run: on a busy machine the results vary from run to run, but the ratio varies less.

mod bare;
mod cluster;
mod fair;
mod fan_out;
mod stored;
mod tables;

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
pub(super) use cluster::{ClusterArgs, run as run_cluster};
pub(super) use fair::{FairArgs, run as run_fair};
use fan_out::fan_out;
use tables::{Measurement, Parties, Script};

const HELP: &str = "\
Examples:
  trinta bench server                         200 tables of 4, 10 seconds each
  trinta bench server --tables 50 --seconds 5
  trinta bench server --idle 5000             memory of 5000 idle connections

Moves per second: all tables move as soon as their players have received the last move. The clients of the bare fan-out act
out recorded games, and look for plays in them as those of real games do.
Latency: from sending a move until the last seat of the table has received it, at --rate moves per second.
Start: from the start of the process until it listens, with --stored unfinished games in its store.
Exit code: 0, or 2 if the measurement failed.";

/// The servers are measured alternately in this many rounds, so that other load on the machine affects both.
const ROUNDS: u32 = 4;

/// How many games are recorded for the clients of the bare fan-out, and how many steps of each.
const SCRIPTS: u32 = 8;
const SCRIPT_STEPS: usize = 300;

/// How long a server may take until it listens, and until it has stopped.
const START_TIMEOUT: Duration = Duration::from_secs(60);
const STOP_TIMEOUT: Duration = Duration::from_secs(30);

/// Play whole games over websockets, compared with a bare fan-out.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ServerArgs {
    /// Number of tables of four
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=5000))]
    tables: u32,
    /// Seconds for each measurement
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// Moves per second in the measurement of latency
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: u32,
    /// Number of idle connections, to measure the memory of each
    #[arg(long, value_name = "N", default_value_t = 1000)]
    idle: u32,
    /// Number of unfinished games in the store when the server starts; 0 skips this measurement
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    stored: u32,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// Serve the bare fan-out; used internally
    #[arg(long, hide = true)]
    bare: bool,
}

/// The results of a run.
#[derive(Debug, Serialize)]
struct Figures {
    tables: u32,
    seconds: u32,
    bare_moves_per_second: f64,
    moves_per_second: f64,
    ratio: f64,
    latency_rate: u32,
    bare_p50_ms: f64,
    bare_p99_ms: f64,
    p50_ms: f64,
    p99_ms: f64,
    games_finished: u64,
    idle_connections: u32,
    kb_per_idle_connection: f64,
    stored_games: u32,
    start_ms: Option<f64>,
}

pub(super) fn run(args: &ServerArgs) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if args.bare {
        runtime.block_on(bare::serve())?;
        return Ok(ExitCode::SUCCESS);
    }
    let folder = std::env::temp_dir().join(format!("trinta-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let figures = runtime.block_on(measure(args, &folder));
    // The files of a run are not needed any more.
    let _ = std::fs::remove_dir_all(&folder);
    report(&figures?, args.json)?;
    Ok(ExitCode::SUCCESS)
}

/// A server in a process of its own, which is killed when this is dropped.
pub(super) struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    pub(super) fn start(arguments: &[&str]) -> Result<Process, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let (sender, first_line) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                let mut line = String::new();
                let read = BufReader::new(stdout).read_line(&mut line);
                sender.send(read.map(|_| line))
            });
        }
        // Before anything can fail, so that the process does not outlive this.
        let mut process = Process { child, address: SocketAddr::from(([0, 0, 0, 0], 0)) };
        let first_line = match first_line.recv_timeout(START_TIMEOUT) {
            Ok(line) => line?,
            Err(_) => format!("nothing is heard of it for {} s", START_TIMEOUT.as_secs()),
        };
        let address = first_line.trim().rsplit('/').next().and_then(|text| text.parse().ok());
        process.address = address.ok_or_else(|| Failure::Input(format!("the server does not start: {first_line}")))?;
        Ok(process)
    }

    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Stops it in good order.
    pub(super) fn stop(mut self) -> Result<(), Failure> {
        Command::new("kill").args(["-s", "TERM", &self.id().to_string()]).status()?;
        let asked = Instant::now();
        while self.child.try_wait()?.is_none() {
            if asked.elapsed() > STOP_TIMEOUT {
                let seconds = STOP_TIMEOUT.as_secs();
                return Err(Failure::Input(format!(
                    "a server that was told to stop has not done so after {seconds} s"
                )));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// The resident memory of the process in KB; NaN where the system does not report it.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(f64::NAN)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Games that the clients of the bare fan-out act out.
async fn record(server: SocketAddr) -> Result<Vec<Arc<Script>>, Failure> {
    let scripts = Parties::sit_down(&[server], 0, SCRIPTS).await?.record(SCRIPT_STEPS).await?;
    Ok(scripts.into_iter().map(Arc::new).collect())
}

async fn measure(args: &ServerArgs, folder: &Path) -> Result<Figures, Failure> {
    let time = Duration::from_secs(u64::from(args.seconds));
    let bare = Process::start(&["bench", "server", "--bare"])?;
    let config = folder.join("bench.toml");
    std::fs::write(&config, "rate_limits = false\nconnections = 100000\nconnections_per_address = 100000\n")?;
    let config = config.to_string_lossy().into_owned();
    let data = folder.to_string_lossy().into_owned();
    let serve =
        ["serve", "--no-open", "--listen", "127.0.0.1:0", "--log", "error", "--data", &data, "--config", &config];
    let server = Process::start(&serve)?;
    let (mut bare_fast, mut bare_paced, mut fast, mut paced) = Default::default();
    let scripts = record(server.address).await?;
    for round in 0..ROUNDS {
        let rooms = round * 2 * args.tables;
        fan_out(bare.address, rooms, &scripts, args.tables, None, time / ROUNDS, &mut bare_fast).await?;
        tables::games(server.address, args.tables, None, time / ROUNDS, &mut fast).await?;
        let (rooms, rate) = (rooms + args.tables, Some(args.rate));
        fan_out(bare.address, rooms, &scripts, args.tables, rate, time / ROUNDS, &mut bare_paced).await?;
        tables::games(server.address, args.tables, rate, time / ROUNDS, &mut paced).await?;
    }
    drop(bare);
    for measured in [&mut bare_fast, &mut bare_paced, &mut fast, &mut paced] {
        measured.latencies.sort_unstable();
    }
    let before = server.memory();
    let idle = tables::idle(server.address, args.idle).await?;
    let after = server.memory();
    drop(idle);
    drop(server);
    let start_ms = if args.stored == 0 { None } else { Some(start(args.stored, &folder.join("stored")).await?) };
    Ok(Figures {
        tables: args.tables,
        seconds: args.seconds,
        bare_moves_per_second: bare_fast.per_second(),
        moves_per_second: fast.per_second(),
        ratio: fast.per_second() / bare_fast.per_second(),
        latency_rate: args.rate,
        bare_p50_ms: bare_paced.percentile(50),
        bare_p99_ms: bare_paced.percentile(99),
        p50_ms: paced.percentile(50),
        p99_ms: paced.percentile(99),
        games_finished: fast.games + paced.games,
        idle_connections: args.idle,
        kb_per_idle_connection: (after - before) / f64::from(args.idle.max(1)),
        stored_games: args.stored,
        start_ms,
    })
}

/// The time in milliseconds that a server takes to start with this many games in its store.
async fn start(games: u32, folder: &Path) -> Result<f64, Failure> {
    std::fs::create_dir_all(folder)?;
    let data = folder.to_string_lossy().into_owned();
    let serve = ["serve", "--no-open", "--listen", "127.0.0.1:0", "--log", "error", "--data", &data];
    Ok(stored::start(folder, games, &serve).await?.as_secs_f64() * 1000.0)
}

fn report(figures: &Figures, json: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string(figures).unwrap_or_default())?;
        return Ok(());
    }
    let Figures { tables, seconds, latency_rate, .. } = figures;
    writeln!(out, "{tables} tables of 4, {seconds} s each, loopback, server and clients on the same machine\n")?;
    writeln!(out, "{:<44}{:>14}{:>14}", "", "bare fan-out", "Trinta")?;
    writeln!(
        out,
        "{:<44}{:>14.0}{:>14.0}",
        "moves per second", figures.bare_moves_per_second, figures.moves_per_second
    )?;
    let at = |name: &str| format!("{name} to the last seat at {latency_rate} moves/s, ms");
    writeln!(out, "{:<44}{:>14.1}{:>14.1}", at("p50"), figures.bare_p50_ms, figures.p50_ms)?;
    writeln!(out, "{:<44}{:>14.1}{:>14.1}", at("p99"), figures.bare_p99_ms, figures.p99_ms)?;
    writeln!(out, "\nratio of moves: {:.2}; Trinta checks every move and stores it on disk", figures.ratio)?;
    writeln!(out, "games finished: {}", figures.games_finished)?;
    writeln!(out, "{} idle connections: {:.1} KB each", figures.idle_connections, figures.kb_per_idle_connection)?;
    if let Some(start) = figures.start_ms {
        writeln!(out, "start with {} unfinished games in the store: {start:.0} ms", figures.stored_games)?;
    }
    Ok(())
}

impl Measurement {
    fn per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.seconds
    }

    /// A percentile of the latencies in milliseconds.
    fn percentile(&self, percent: usize) -> f64 {
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get(last * percent / 100).map_or(f64::NAN, |micros| *micros as f64 / 1000.0)
    }
}
