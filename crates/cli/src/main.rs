//! `trinta`: the rules engine on the command line.

mod args;
mod check;
mod failure;
mod input;
mod json;
mod jsonl;
mod output;
mod record_file;
mod replay;
mod rules;
mod score;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Verify(args) => verify::run(&args),
    };
    done.unwrap_or_else(Failure::report)
}
