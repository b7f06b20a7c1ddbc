//! `trinta bench cluster`: what a move costs with SQLite, with PostgreSQL, and with three nodes over PostgreSQL and NATS.

mod processor;
mod report;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use hyper::Method;
use tokio::time::Instant;
use trinta_client::Client;

use super::fan_out::fan_out;
use super::tables::{Measurement, Parties, Script, failed};
use super::{Process, ROUNDS, record};
use crate::failure::Failure;
use processor::{ProcessorTime, Service, Services};
use report::{AllFigures, BareFigures, Figures, Relay, Report};

const HELP: &str = "\
Examples:
  cargo xtask services cargo run --release -- bench cluster       starts PostgreSQL and NATS, and stops them again
  trinta bench cluster --store postgres://trinta@localhost/bench --bus nats://localhost --tables 50

The database gets tables of its own for games that nobody wants: use an empty one. The node with SQLite keeps its file in a
temporary folder.
Moves per second: all tables move as soon as their players have received the last move, beside a bare fan-out whose clients
do the same work. Latency: from sending a move until the last seat has received it, at --rate moves per second.
Processor time: of all nodes, and of PostgreSQL and NATS if they run on this machine (Linux only).
Progress goes to standard error. With its defaults a run takes four minutes on a quiet machine.
Exit code: 0, or 2 if the measurement failed.";

/// Compare one node with three over PostgreSQL and NATS.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(in crate::bench) struct ClusterArgs {
    /// The database
    #[arg(long, value_name = "URL", env = "TRINTA_TEST_POSTGRES", hide_env_values = true)]
    store: String,
    /// The bus
    #[arg(long, value_name = "URL", env = "TRINTA_TEST_NATS", hide_env_values = true)]
    bus: String,
    /// Number of tables of four
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=5000))]
    tables: u32,
    /// Seconds for each measurement
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// Moves per second in the measurement of latency
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: u32,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// Nodes that are measured.
struct Setup {
    name: &'static str,
    nodes: usize,
    shared: bool,
    /// Of the four players of a table, those at another node than its owner.
    elsewhere: usize,
}

const SETUPS: [Setup; 4] = [
    Setup { name: "one node, SQLite", nodes: 1, shared: false, elsewhere: 0 },
    Setup { name: "one node, PostgreSQL", nodes: 1, shared: true, elsewhere: 0 },
    Setup { name: "three nodes, all at the owner", nodes: 3, shared: true, elsewhere: 0 },
    Setup { name: "three nodes, half elsewhere", nodes: 3, shared: true, elsewhere: 2 },
];

/// What was measured of a setup.
#[derive(Default)]
struct Measured {
    fast: Measurement,
    paced: Measurement,
    processor: ProcessorTime,
    bus_texts: f64,
    bus_bytes: f64,
}

/// A run, and what all of its measurements need.
struct Run<'a> {
    args: &'a ClusterArgs,
    folder: &'a Path,
    config: String,
    services: Services,
    /// Of each measurement in a round.
    time: Duration,
    began: Instant,
}

pub(in crate::bench) fn run(args: &ClusterArgs) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let folder = std::env::temp_dir().join(format!("trinta-bench-cluster-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let report = runtime.block_on(measure(args, &folder));
    // The files of a run are not needed any more.
    let _ = std::fs::remove_dir_all(&folder);
    report?.print(args.json)?;
    Ok(ExitCode::SUCCESS)
}

async fn measure(args: &ClusterArgs, folder: &Path) -> Result<Report, Failure> {
    let config = folder.join("bench.toml");
    std::fs::write(&config, "rate_limits = false\nconnections = 100000\nconnections_per_address = 100000\n")?;
    let services = Services { postgres: Service::find(&args.store, 5432), nats: Service::find(&args.bus, 4222) };
    let run = Run {
        args,
        folder,
        config: config.to_string_lossy().into_owned(),
        services,
        time: Duration::from_secs(u64::from(args.seconds)) / ROUNDS,
        began: Instant::now(),
    };
    if services.postgres.is_none() || services.nats.is_none() {
        run.say(
            "the processes of PostgreSQL or NATS are not found on this machine: their processor time is not measured",
        );
    }
    let bare = Process::start(&["bench", "server", "--bare"])?;
    let (mut bare_fast, mut bare_paced) = (Measurement::default(), Measurement::default());
    let mut measured: [Measured; SETUPS.len()] = Default::default();
    let mut scripts: Vec<Arc<Script>> = Vec::new();
    for round in 0..ROUNDS {
        run.say(&format!("round {} of {ROUNDS}", round + 1));
        for (setup, measured) in SETUPS.iter().zip(&mut measured) {
            let nodes = run.start(setup)?;
            if scripts.is_empty() {
                scripts = record(nodes[0].address()).await?;
                run.say("  the games that the clients of the bare fan-out act out are recorded");
            }
            run.measure_setup(setup, &nodes, measured).await?;
            // In good order, so that the leases of this round do not matter in the next.
            nodes.into_iter().try_for_each(Process::stop)?;
        }
        let rooms = round * 2 * args.tables;
        fan_out(bare.address(), rooms, &scripts, args.tables, None, run.time, &mut bare_fast).await?;
        let (rooms, rate) = (rooms + args.tables, Some(args.rate));
        fan_out(bare.address(), rooms, &scripts, args.tables, rate, run.time, &mut bare_paced).await?;
        run.say(&format!("  bare fan-out: {:.0} moves/s until now", bare_fast.per_second()));
    }
    bare_paced.latencies.sort_unstable();
    let of_bare = bare_fast.per_second();
    let mut found = SETUPS.iter().zip(measured).map(|(setup, measured)| figures(setup, measured, of_bare));
    let (Some(sqlite), Some(postgres), Some(all_at_owner), Some(half_elsewhere)) =
        (found.next(), found.next(), found.next(), found.next())
    else {
        unreachable!("there are four setups")
    };
    let setups = AllFigures { sqlite, postgres, all_at_owner, half_elsewhere };
    Ok(Report {
        tables: args.tables,
        seconds: args.seconds,
        rounds: ROUNDS,
        rate: args.rate,
        bare: BareFigures {
            moves_per_second: of_bare,
            p50_ms: bare_paced.percentile(50),
            p99_ms: bare_paced.percentile(99),
        },
        relay: Relay::of(&setups),
        setups,
    })
}

impl Run<'_> {
    /// Says how far the run has come, on standard error.
    fn say(&self, text: &str) {
        anstream::eprintln!("[{:4.0} s] {text}", self.began.elapsed().as_secs_f64());
    }

    fn start(&self, setup: &Setup) -> Result<Vec<Process>, Failure> {
        let data = self.folder.to_string_lossy();
        let mut nodes = Vec::new();
        for number in 1..=setup.nodes {
            let name = format!("bench{number}");
            let mut serve = vec!["serve", "--no-open", "--listen", "127.0.0.1:0", "--log", "error"];
            serve.extend(["--config", &self.config]);
            if setup.shared {
                serve.extend(["--store", &self.args.store]);
            } else {
                serve.extend(["--data", &data]);
            }
            if setup.nodes > 1 {
                serve.extend(["--bus", &self.args.bus, "--advertise", &name]);
            }
            nodes.push(Process::start(&serve)?);
        }
        Ok(nodes)
    }

    async fn measure_setup(&self, setup: &Setup, nodes: &[Process], measured: &mut Measured) -> Result<(), Failure> {
        let addresses: Vec<SocketAddr> = nodes.iter().map(Process::address).collect();
        let seating = Instant::now();
        let mut parties = Parties::sit_down(&addresses, setup.elsewhere, self.args.tables).await?;
        let seated = seating.elapsed().as_secs_f64();
        let before = (ProcessorTime::now(nodes, self.services), bus_totals(&addresses).await?);
        let moves = measured.fast.latencies.len();
        let playing = Instant::now();
        parties.play(None, self.time, &mut measured.fast).await?;
        let rate = (measured.fast.latencies.len() - moves) as f64 / playing.elapsed().as_secs_f64();
        let after = (ProcessorTime::now(nodes, self.services), bus_totals(&addresses).await?);
        measured.processor += after.0 - before.0;
        measured.bus_texts += after.1.0 - before.1.0;
        measured.bus_bytes += after.1.1 - before.1.1;
        parties.play(Some(self.args.rate), self.time, &mut measured.paced).await?;
        let (name, tables) = (setup.name, self.args.tables);
        self.say(&format!("  {name}: {tables} tables have begun in {seated:.1} s, {rate:.0} moves/s"));
        Ok(())
    }
}

fn figures(setup: &Setup, mut measured: Measured, bare: f64) -> Figures {
    measured.paced.latencies.sort_unstable();
    let moves = measured.fast.latencies.len() as f64;
    Figures {
        name: setup.name,
        moves_per_second: measured.fast.per_second(),
        ratio_to_bare: measured.fast.per_second() / bare,
        p50_ms: measured.paced.percentile(50),
        p99_ms: measured.paced.percentile(99),
        node_micros_per_move: measured.processor.nodes * 1e6 / moves,
        postgres_micros_per_move: measured.processor.postgres * 1e6 / moves,
        nats_micros_per_move: measured.processor.nats * 1e6 / moves,
        bus_texts_per_move: measured.bus_texts / moves,
        bus_bytes_per_move: measured.bus_bytes / moves,
    }
}

/// Texts and bytes that nodes have sent over the bus.
async fn bus_totals(nodes: &[SocketAddr]) -> Result<(f64, f64), Failure> {
    let mut totals = (0.0, 0.0);
    for &node in nodes {
        let answered = Client::new(node).raw(Method::GET, "/metrics", &[], Vec::new()).await;
        let text = String::from_utf8_lossy(&answered.map_err(failed)?.2).into_owned();
        let values: HashMap<&str, f64> = text
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter_map(|(n, v)| Some((n, v.parse().ok()?)))
            .collect();
        totals.0 += values.get("trinta_bus_texts_total").unwrap_or(&0.0);
        totals.1 += values.get("trinta_bus_bytes_total").unwrap_or(&0.0);
    }
    Ok(totals)
}
