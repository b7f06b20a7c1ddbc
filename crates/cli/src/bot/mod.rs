//! `trinta bot`: bots that are programs.

mod check;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Bots that are programs of your own.
#[derive(Debug, Args)]
pub(crate) struct BotArgs {
    #[command(subcommand)]
    command: BotCommand,
}

/// What to do with a program.
#[derive(Debug, Subcommand)]
enum BotCommand {
    /// Does a program speak the protocol, and if not, what is wrong, where, and what to do
    Check(Box<check::CheckArgs>),
}

/// Runs the command.
pub(crate) fn run(args: &BotArgs) -> Result<ExitCode, Failure> {
    let BotCommand::Check(args) = &args.command;
    check::run(args)
}
