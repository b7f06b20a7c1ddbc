//! `trinta bench`: the benchmarks of docs/benchmarks.md.

mod arena;
mod hall;
mod server;
#[cfg(feature = "bench")]
mod solver;

use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};

use crate::failure::Failure;

/// Measure the speed of Trinta against a reference.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    benchmark: Benchmark,
}

#[derive(Debug, Subcommand)]
enum Benchmark {
    /// Compare the number solver with HiGHS, a solver for integer programs
    Solver(SolverArgs),
    /// Play greedy games in the arena, on one core
    Arena(arena::ArenaArgs),
    /// Play whole games over websockets, compared with a bare fan-out
    Server(server::ServerArgs),
    /// Compare one node with three over PostgreSQL and NATS
    Cluster(server::ClusterArgs),
    /// Measure the latency of moves while one address asks for as much as it may
    Fair(server::FairArgs),
    /// Run a hall over websockets: the last result to the projector, compared with a bare fan-out
    Hall(hall::HallArgs),
}

/// Compare the number solver with HiGHS.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
struct SolverArgs {
    /// Number of positions per class
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only classes with this in their name, such as "game" or "106 tiles"
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
    /// What makes a play the best
    #[arg(long, ignore_case = true, default_value = "tiles")]
    objective: Objective,
    /// Maximum number of positions per class that HiGHS solves too
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    compared: u32,
    /// Time only our own solver
    #[arg(long)]
    no_reference: bool,
    /// Formulation of the rules for HiGHS
    #[arg(long, ignore_case = true, default_value = "compact")]
    model: Model,
    /// Time limit of HiGHS per position, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Maximum number of nodes that our solver expands per position [default: no limit]
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// Print the figures as JSON, with the slowest position of each class
    #[arg(long)]
    json: bool,
}

/// What makes a play the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Objective {
    /// Most tiles, then most value, then most table sets kept
    Tiles,
    /// Least left on the rack, then most tiles, then most table sets kept
    Value,
}

/// The formulation of the rules as an integer program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// The fastest formulation we found: jokers stand for tiles, independently of sets
    Compact,
    /// The formulation of the literature: a variable for every set with every choice of jokers in it
    Published,
}

/// Each paragraph is one line, which clap wraps to the width of the terminal.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode, Failure> {
    match &args.benchmark {
        Benchmark::Solver(args) => bench_solver(args),
        Benchmark::Arena(args) => arena::run(args),
        Benchmark::Server(args) => server::run(args),
        Benchmark::Cluster(args) => server::run_cluster(args),
        Benchmark::Fair(args) => server::run_fair(args),
        Benchmark::Hall(args) => hall::run(args),
    }
}

#[cfg(feature = "bench")]
use solver::run as bench_solver;

/// Without HiGHS there is no reference.
#[cfg(not(feature = "bench"))]
fn bench_solver(_args: &SolverArgs) -> Result<ExitCode, Failure> {
    Err(Failure::Input(
        "this program was built without HiGHS; in the folder of the source, with a C++ compiler, cmake and libclang \
         installed, run\n  cargo run --release --features bench -- bench solver"
            .to_owned(),
    ))
}
