//! `trinta tournament`: an event from registration to its winners.

mod event_file;
mod print;
mod run;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Run a tournament.
#[derive(Debug, Args)]
pub(crate) struct TournamentArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Run an event from a script: one command in JSON a line on standard input, one answer a line on standard output
    Run(run::RunArgs),
    /// Print sheets for paper: one HTML file on standard output, for any browser
    Print(print::PrintArgs),
}

pub(crate) fn run(args: &TournamentArgs) -> Result<ExitCode, Failure> {
    match &args.task {
        Task::Run(args) => run::run(args),
        Task::Print(args) => print::run(args),
    }
}
