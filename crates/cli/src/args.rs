//! The commands; each has a module of its own with its arguments.

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::{arena, bench, bot, check, join, replay, score, serve, solve, store, tournament, verify};

/// The tile game of runs, groups and jokers, and its word game: server, rules engine, solver and bots.
#[derive(Debug, Parser)]
#[command(name = "trinta", version, after_help = NOTATION)]
pub(crate) struct Cli {
    /// The command; without one, the server is started.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// A command of `trinta`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the server, as `trinta` without a command does
    Serve(Box<serve::ServeArgs>),
    /// Play at a server from the terminal
    Join(join::JoinArgs),
    /// Check whether a play is legal, and list every fault
    Check(check::CheckArgs),
    /// Find the best play of a position, with proof
    Solve(solve::SolveArgs),
    /// Score a finished game from its racks, or a match from its games
    Score(score::ScoreArgs),
    /// Step through the record of a game
    Replay(replay::ReplayArgs),
    /// Check a record against the rules, and its shuffle against the commitment
    Verify(verify::VerifyArgs),
    /// Let bots play each other, with mirrored deals, confidence intervals and ratings
    Arena(arena::ArenaArgs),
    /// Test a bot that is a program of your own
    Bot(bot::BotArgs),
    /// Run a tournament, from registration to its winners
    Tournament(tournament::TournamentArgs),
    /// Back up, restore or check the server's store
    Store(store::StoreArgs),
    /// Measure the speed of Trinta against a reference
    Bench(bench::BenchArgs),
}

const NOTATION: &str = "\
Notation of tiles:
  r7 k13 b1 y10   a colour (k black, r red, b blue, y yellow or orange) and a number
  *               a joker; *r7 is a joker that stands for r7
  r3 r4 r5 | k7 r7 b7   sets on a table, separated by |
  TRAINED | SLaP  words; a lower-case letter is a joker that stands for it
  AGJO*           letters on a rack

Examples:
  trinta
  trinta check --before \"r3 r4 r5\" --rack \"r6 k1\" --after \"r3 r4 r5 r6\"
  trinta solve --table \"r3 r4 r5 | k7 r7 b7\" --rack \"r6 y7 k13\"
  trinta score --rack \"\" --rack \"r2 k3\" --rack \"b13 y3\"
  trinta replay game.trinta
  trinta verify game.trinta
  trinta arena --bots greedy,level3 --pairs 100
  trinta bot check -- python3 examples/bots/greedy.py

trinta COMMAND --help has more examples and lists all options.

Exit code: 0, or 2 for invalid input.";

impl Cli {
    /// Parses the arguments of the process; if they are invalid, prints the error and exits.
    pub(crate) fn read() -> Cli {
        let cli = Cli::read_from(std::env::args_os());
        // Parsed like `trinta serve`, so that the environment variables of its options apply.
        if cli.command.is_some() { cli } else { Cli::read_from(["trinta", "serve"].map(Into::into)) }
    }

    fn read_from(arguments: impl IntoIterator<Item = OsString>) -> Cli {
        let matches = forbid_flags_with_jsonl(Cli::command()).get_matches_from(arguments);
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// With `--jsonl` each request brings its own options, so flags other than these are refused. Done here for all
/// commands, so that no new flag can be forgotten.
fn forbid_flags_with_jsonl(cli: clap::Command) -> clap::Command {
    const ALLOWED: [&str; 3] = ["jsonl", "threads", "budget"];
    cli.mut_subcommands(|command| {
        if !command.get_arguments().any(|arg| arg.get_id() == "jsonl") {
            return command;
        }
        command.mut_args(|arg| match arg.get_id().as_str() {
            id if ALLOWED.contains(&id) => arg,
            // Also with `--threads`: clap does not report the missing `--jsonl` where that would be a conflict.
            _ => arg.conflicts_with_all(["jsonl", "threads"]),
        })
    })
}
