//! `trinta tournament`: an event from registration to its winners.

mod desk;
mod event_file;
mod grid;
mod print;
mod restore;
mod run;
mod seed;
mod simulate;

use std::process::ExitCode;

pub(crate) use desk::{ResultLine, read_list, read_roster};

use clap::{Args, Subcommand};

use crate::failure::Failure;

const HELP: &str = "\
Examples:
  trinta tournament new \"Spring cup\" 2027-03-20 --event cup.event
  trinta tournament players import list.csv --event cup.event
  trinta tournament result 7 A 0 B 35 C no D 12 --event cup.event
  trinta tournament standings --event cup.event

With TRINTA_EVENT set to the file, --event can be left out. docs/tournament-desk.md walks through a whole tournament.

Exit code: 0, or 2 if a command was refused or its input is invalid; then nothing has changed.";

/// Run a tournament.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct TournamentArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    #[command(flatten)]
    Desk(desk::Command),
    /// Find out when a tournament would end and how often the best players would win it
    Simulate(simulate::SimulateArgs),
    /// Run an event from a script: one command in JSON a line on standard input, one answer a line on standard output
    Run(run::RunArgs),
    /// Print sheets for paper: one HTML file on standard output, for any browser
    Print(print::PrintArgs),
    /// Get the file of a tournament from an encrypted backup
    Restore(restore::RestoreArgs),
}

pub(crate) fn run(args: &TournamentArgs) -> Result<ExitCode, Failure> {
    match &args.task {
        Task::Desk(command) => desk::run(command),
        Task::Simulate(args) => simulate::run(args),
        Task::Run(args) => run::run(args),
        Task::Print(args) => print::run(args),
        Task::Restore(args) => restore::run(args),
    }
}
