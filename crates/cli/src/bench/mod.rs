//! `trinta bench`: the benchmarks that are quoted.

mod arena;
mod server;
#[cfg(feature = "bench")]
mod solver;

use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};

use crate::failure::Failure;

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The number solver beside HiGHS, a solver for any integer program
    Solver(SolverArgs),
    /// Greedy games in the arena, on one core
    Arena(arena::ArenaArgs),
    /// Whole games over websockets, beside a bare fan-out
    Server(server::ServerArgs),
}

/// The number solver beside HiGHS.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
struct SolverArgs {
    /// How many positions of each class
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// Which positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only classes with this in their name, such as "game" or "106 tiles"
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
    /// What the best play is
    #[arg(long, ignore_case = true, default_value = "tiles")]
    objective: Objective,
    /// The most positions of each class on which HiGHS is timed too
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    compared: u32,
    /// Time only our own solver
    #[arg(long)]
    no_reference: bool,
    /// How HiGHS is told the rules
    #[arg(long, ignore_case = true, default_value = "compact")]
    model: Model,
    /// Seconds after which HiGHS is to give up on a position
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Situations after which our solver is to give up on a position [default: never]
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// Print the figures as JSON, with the slowest position of each class
    #[arg(long)]
    json: bool,
}

/// What the best play is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Objective {
    /// Most tiles, then most value, then most table sets kept
    Tiles,
    /// Least left on the rack, then most tiles, then most table sets kept
    Value,
}

/// How HiGHS is told the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// The fastest way that we found: jokers stand for tiles, whichever set these are in
    Compact,
    /// The way that has been published: an unknown for every set with every choice of jokers in it
    Published,
}

/// Paragraphs are not broken into lines there: the terminal's width decides.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode, Failure> {
    match &args.what {
        What::Solver(args) => bench_solver(args),
        What::Arena(args) => arena::run(args),
        What::Server(args) => server::run(args),
    }
}

#[cfg(feature = "bench")]
use solver::run as bench_solver;

/// Without HiGHS there is nothing to measure against.
#[cfg(not(feature = "bench"))]
fn bench_solver(_args: &SolverArgs) -> Result<ExitCode, Failure> {
    Err(Failure::Input(
        "this program was built without HiGHS; in the folder of the source, with a C++ compiler, cmake and libclang \
         installed, run\n  cargo run --release --features bench -- bench solver"
            .to_owned(),
    ))
}
