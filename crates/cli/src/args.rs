//! The commands there are; each has a module of its own with its arguments in it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::{check, replay, score, verify};

/// Rules engine of the tile game of runs, groups and jokers, and of its word game.
#[derive(Debug, Parser)]
#[command(name = "trinta", version, after_help = NOTATION)]
pub(crate) struct Cli {
    /// What to do; nothing shows this help.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Is this play legal, and if not, every reason
    Check(check::CheckArgs),
    /// Score a finished game from its racks, or a match from its games
    Score(score::ScoreArgs),
    /// Step through the record of a game
    Replay(replay::ReplayArgs),
    /// Check a record against the rules, and its shuffle against the commitment
    Verify(verify::VerifyArgs),
}

const NOTATION: &str = "\
How tiles are written:
  r7 k13 b1 y10   a colour (k black, r red, b blue, y yellow or orange) and a number
  *               a joker; *r7 is a joker that stands for r7
  r3 r4 r5 | k7 r7 b7   sets on a table, parted by |
  TRAINED | SLaP  words; a small letter is a joker that stands for it
  AGJO*           letters on a rack

Exit code: 0, or 2 for input that can't be used.";

/// Many questions, one a line. Each says for itself what flags would say, so no other flag goes with it.
#[derive(Debug, Args)]
pub(crate) struct JsonlArg {
    /// Read one JSON question a line from FILE (or standard input), write one JSON answer a line
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", exclusive = true)]
    pub(crate) jsonl: Option<PathBuf>,
}
