//! `trinta bot`: bots that are programs.

mod check;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Test a bot that is a program of your own.
#[derive(Debug, Args)]
pub(crate) struct BotArgs {
    #[command(subcommand)]
    command: BotCommand,
}

/// A command of `trinta bot`.
#[derive(Debug, Subcommand)]
enum BotCommand {
    /// Check whether a program follows the protocol, and report every fault with advice
    Check(Box<check::CheckArgs>),
}

/// Runs the command.
pub(crate) fn run(args: &BotArgs) -> Result<ExitCode, Failure> {
    let BotCommand::Check(args) = &args.command;
    check::run(args)
}
