//! The commands there are; each has a module of its own with its arguments in it.

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::{arena, bench, bot, check, join, replay, score, serve, solve, store, tournament, verify};

/// The tile game of runs, groups and jokers, and its word game: server, rules engine, solver and bots.
#[derive(Debug, Parser)]
#[command(name = "trinta", version, after_help = NOTATION)]
pub(crate) struct Cli {
    /// What to do; nothing starts the server.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the server: what `trinta` alone does
    Serve(Box<serve::ServeArgs>),
    /// Play at a server from the terminal
    Join(join::JoinArgs),
    /// Is this play legal, and if not, every reason
    Check(check::CheckArgs),
    /// The best play of a position, proved
    Solve(solve::SolveArgs),
    /// Score a finished game from its racks, or a match from its games
    Score(score::ScoreArgs),
    /// Step through the record of a game
    Replay(replay::ReplayArgs),
    /// Check a record against the rules, and its shuffle against the commitment
    Verify(verify::VerifyArgs),
    /// Bots against bots, with mirrored deals, intervals and ratings
    Arena(arena::ArenaArgs),
    /// Bots that are programs of your own: does one speak the protocol
    Bot(bot::BotArgs),
    /// Run a tournament, from registration to its winners
    Tournament(tournament::TournamentArgs),
    /// Copy, restore or check the server's store
    Store(store::StoreArgs),
    /// Measure how fast Trinta is, beside something else that does the same
    Bench(bench::BenchArgs),
}

const NOTATION: &str = "\
How tiles are written:
  r7 k13 b1 y10   a colour (k black, r red, b blue, y yellow or orange) and a number
  *               a joker; *r7 is a joker that stands for r7
  r3 r4 r5 | k7 r7 b7   sets on a table, parted by |
  TRAINED | SLaP  words; a small letter is a joker that stands for it
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

trinta COMMAND --help has more of them, and all that a command takes.

Exit code: 0, or 2 for input that can't be used.";

impl Cli {
    /// What the arguments of the process say; if they can't be read, that is said and the process ends.
    pub(crate) fn read() -> Cli {
        let cli = Cli::read_from(std::env::args_os());
        // Read as if it had been written, so that the environment counts.
        if cli.command.is_some() { cli } else { Cli::read_from(["trinta", "serve"].map(Into::into)) }
    }

    fn read_from(arguments: impl IntoIterator<Item = OsString>) -> Cli {
        let matches = jsonl_stands_apart(Cli::command()).get_matches_from(arguments);
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// With `--jsonl` each question says for itself what flags would say, so none goes with it but those for all of them.
/// Told here once, a flag that is added somewhere can't be forgotten.
fn jsonl_stands_apart(cli: clap::Command) -> clap::Command {
    const FOR_ALL: [&str; 3] = ["jsonl", "threads", "budget"];
    cli.mut_subcommands(|command| {
        if !command.get_arguments().any(|arg| arg.get_id() == "jsonl") {
            return command;
        }
        command.mut_args(|arg| match arg.get_id().as_str() {
            id if FOR_ALL.contains(&id) => arg,
            // To `--threads` too: clap does not ask for the `--jsonl` it needs where that would be refused.
            _ => arg.conflicts_with_all(["jsonl", "threads"]),
        })
    })
}
