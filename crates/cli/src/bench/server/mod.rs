//! `trinta bench server`: whole games over websockets on loopback, beside a bare fan-out of the same framework.
//!
//! Both servers are processes of their own, the clients of both are tasks of this one, and both are measured in turns in
//! the same run: on a busy machine the figures differ from run to run, the ratio less.

mod bare;
mod stored;
mod tables;

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use tables::Measured;

const HELP: &str = "\
Examples:
  trinta bench server                         200 tables of 4, 10 seconds each
  trinta bench server --tables 50 --seconds 5
  trinta bench server --idle 5000             memory of so many connections that do nothing

Moves a second: all tables as fast as their players hear of each other's moves.
Latency: from the moment a player sends a move until the last seat of the table has it, at --rate moves a second.
Start: from the start of the process until it listens, with --stored games in its store that are not over.
Exit code: 0, or 2 when it can't be measured.";

/// In so many turns each server gets its time, so that what else the machine does meets both.
const ROUNDS: u32 = 4;

/// Whole games over websockets, beside a bare fan-out.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ServerArgs {
    /// How many tables of four
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=5000))]
    tables: u32,
    /// Seconds for each measurement
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// Moves a second when latency is measured
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: u32,
    /// Connections that do nothing, to see what memory each takes
    #[arg(long, value_name = "N", default_value_t = 1000)]
    idle: u32,
    /// Games in the store that are not over when the server starts; 0: the start is not measured
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    stored: u32,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Serve the bare fan-out: what this command starts for itself
    #[arg(long, hide = true)]
    bare: bool,
}

/// All figures of a run.
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
    // What is left of a run is of no use to anybody.
    let _ = std::fs::remove_dir_all(&folder);
    report(&figures?, args.json)?;
    Ok(ExitCode::SUCCESS)
}

/// A server in a process of its own, which ends with this value.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(arguments: &[&str]) -> Result<Process, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let mut said = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut said)?;
        }
        let address = said.trim().rsplit('/').next().and_then(|text| text.parse().ok());
        match address {
            Some(address) => Ok(Process { child, address }),
            None => Err(Failure::Input(format!("the server does not start: {said}"))),
        }
    }

    /// The memory of the process in KB, where the system tells it.
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
    for round in 0..ROUNDS {
        let rooms = round * 2 * args.tables;
        tables::fan_out(bare.address, rooms, args.tables, None, time / ROUNDS, &mut bare_fast).await?;
        tables::games(server.address, args.tables, None, time / ROUNDS, &mut fast).await?;
        let (rooms, rate) = (rooms + args.tables, Some(args.rate));
        tables::fan_out(bare.address, rooms, args.tables, rate, time / ROUNDS, &mut bare_paced).await?;
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

/// Milliseconds that a server takes to start with so many games in its store.
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
    writeln!(out, "{:<44}{:>14.0}{:>14.0}", "moves a second", figures.bare_moves_per_second, figures.moves_per_second)?;
    let at = |name: &str| format!("{name} to the last seat at {latency_rate} moves/s, ms");
    writeln!(out, "{:<44}{:>14.1}{:>14.1}", at("p50"), figures.bare_p50_ms, figures.p50_ms)?;
    writeln!(out, "{:<44}{:>14.1}{:>14.1}", at("p99"), figures.bare_p99_ms, figures.p99_ms)?;
    writeln!(out, "\nratio of moves: {:.2}; every move checked by the rules and on the disk", figures.ratio)?;
    writeln!(out, "games finished meanwhile: {}", figures.games_finished)?;
    writeln!(out, "{} idle connections: {:.1} KB each", figures.idle_connections, figures.kb_per_idle_connection)?;
    if let Some(start) = figures.start_ms {
        writeln!(out, "start with {} games in the store that are not over: {start:.0} ms", figures.stored_games)?;
    }
    Ok(())
}

/// Latencies and counts of one measurement.
impl Measured {
    fn per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.seconds
    }

    /// A percentile of the latencies in milliseconds.
    fn percentile(&self, percent: usize) -> f64 {
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get(last * percent / 100).map_or(f64::NAN, |micros| *micros as f64 / 1000.0)
    }
}
