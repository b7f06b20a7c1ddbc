//! The arguments of the commands for people.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::tournament::desk::day::{AnnulRoundArgs, ContinueArgs, DetailsArgs, ForgetArgs};
use crate::tournament::desk::joining::{LateArgs, SitOutArgs, SubstituteArgs};
use crate::tournament::desk::judges::JudgesArgs;
use crate::tournament::desk::result_line::GameName;
use crate::tournament::desk::session::{FileArgs, GivenArgs};

/// A command at the tournament's desk.
#[derive(Debug, Subcommand)]
pub(in crate::tournament) enum Command {
    /// Make a tournament in a new file
    New(NewArgs),
    /// List the presets that a tournament can start from
    Presets,
    /// Enter players, import them from a spreadsheet, or list them
    Players(PlayersArgs),
    /// Give out the player numbers again: in order of entry, by lot, or spread over the schools
    Numbers(NumbersArgs),
    /// Check players in: numbers, ranges such as 5-9, or all
    CheckIn(CheckInArgs),
    /// Begin the briefing, which closes check-in
    Briefing(PlainArgs),
    /// Show or change the venue and the times of the day
    Details(DetailsArgs),
    /// Say who judges which table, or list the judges
    Judges(JudgesArgs),
    /// Let in a player who came too late (head judge)
    Admit(PlayerArgs),
    /// Let somebody in after the briefing, also between rounds (head judge)
    EnterLate(LateArgs),
    /// Let a player back in who has left or did not go on (head judge)
    ReEnter(PlayerArgs),
    /// Fill an empty seat with a player of the house, who has no rank
    Substitute(SubstituteArgs),
    /// Say who misses a date of a league
    SitOut(SitOutArgs),
    /// Record that a player leaves
    Withdraw(PlayerArgs),
    /// Propose the seating of the next round
    Seat(SeatArgs),
    /// Publish the seating of a round
    Publish(RoundArgs),
    /// Start a round
    Start(RoundArgs),
    /// Enter the result of a table: its number, then each seat or player and what is left there
    #[command(after_help = RESULT_HELP)]
    Result(ResultArgs),
    /// Enter the results of many tables, one line each
    #[command(after_help = RESULT_HELP)]
    Results(ResultsArgs),
    /// Change the result of a table
    #[command(after_help = RESULT_HELP)]
    Correct(CorrectArgs),
    /// Make a game count for nobody
    Annul(AnnulArgs),
    /// Make all games of a round count for nobody
    AnnulRound(AnnulRoundArgs),
    /// Stop the whole tournament until another time or day
    Postpone(PlainArgs),
    /// Go on with a tournament that was postponed
    Continue(ContinueArgs),
    /// Enter the number tiles that players drew, or draw them by program
    Draw(DrawArgs),
    /// Record that a table deals again because of three pairs
    Redeal(RedealArgs),
    /// Stop a table's clock
    Pause(TableArgs),
    /// Start a table's clock again
    Resume(TableArgs),
    /// Record an objection to a table's result
    Protest(TableArgs),
    /// Warn a player
    Warn(PlayerArgs),
    /// Decide a case, or disqualify a player (head judge)
    Rule(RuleArgs),
    /// Open the deciding games of ties over a winner's place, or decide a tie by ruling
    PlayOff(PlayOffArgs),
    /// End the tournament and show its winners
    Finish(PlainArgs),
    /// Show the standings
    Standings(ShowArgs),
    /// Show the standings of schools
    Teams(ShowArgs),
    /// Show who can still be among the winners
    Chances(ShowArgs),
    /// Show figures of every player, with ratings
    Statistics(ShowArgs),
    /// Show the seating of a round
    Seating(ShowRoundArgs),
    /// Find a player's table, by number or by part of the name
    Where(WhereArgs),
    /// Show who moves on to which table
    Moves(ShowRoundArgs),
    /// Show which tables have no result yet
    Missing(ShowRoundArgs),
    /// Show the cases for the head judge
    Cases(ShowArgs),
    /// Show every command that was done
    Log(ShowArgs),
    /// Take an entry of the log back that nothing later rests on
    Undo(UndoArgs),
    /// Write players, seating, results or standings as CSV or JSON
    Export(ExportArgs),
    /// Decide every command of a file again, and compare
    Verify(FileArgs),
    /// Erase names, schools and texts from the file for good, after the end; results stay by number
    Forget(ForgetArgs),
}

pub(super) const RESULT_HELP: &str = "\
The words of a result:
  7  7.2  3/7  p4    table 7, its second game, table 7 of round 3, the play-off at rank 4
  A  B  C  D  or 25  a seat of the sheet, or a player's number; then what is left there:
  0  or out          nothing: this player is out
  35                 tiles that add up to 35
  no  or 100u        not opened, and could not have: counts 100
  could  or 200u     not opened, though it could have: counts 200
  r5 k11 j           the tiles themselves (j is a joker); r5 k11 =16 checks the sum
  r5 k11 u           an unopened rack by its tiles: the program finds out whether it could have opened
  r5 k11 +k10 u      with k10 drawn in the player's last turn
  pushed             pushed over on purpose (head judge)
  pool  or time      nobody is out: the pool is empty, or time is up

Examples:
  trinta tournament result 7 A 0 B 35 C no D 12
  trinta tournament result 7 pool A 5 B 10 C 15 D 20
  trinta tournament results < round1.txt";

#[derive(Debug, Args)]
pub(in crate::tournament) struct NewArgs {
    /// The title
    pub(super) title: String,
    /// The day, such as 2027-03-20
    pub(super) date: String,
    /// The preset to start from; `presets` lists them
    #[arg(long, value_name = "NAME")]
    pub(super) preset: Option<String>,
    /// A setting that differs from the preset, such as rounds=4 or rules.pool_empty=pass; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(super) settings: Vec<String>,
    /// The seed of everything random, in hex digits [default: made up]
    #[arg(long, value_name = "HEX")]
    pub(super) seed: Option<String>,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct PlayersArgs {
    #[command(subcommand)]
    pub(super) task: PlayersTask,
}

#[derive(Debug, Subcommand)]
pub(super) enum PlayersTask {
    /// Enter players by name
    Add(AddArgs),
    /// Enter the players of a CSV file; if any line is wrong, nobody is entered
    Import(ImportArgs),
    /// List the players and the waiting list
    List(ShowArgs),
}

#[derive(Debug, Args)]
pub(super) struct AddArgs {
    /// The names, each in quotes if it has spaces
    #[arg(required = true, value_name = "NAME")]
    pub(super) names: Vec<String>,
    /// The school, club or team of all of them
    #[arg(long, value_name = "NAME")]
    pub(super) school: Option<String>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// The file: names, and schools if there are any; `-` is standard input
    pub(super) list: PathBuf,
    /// What separates the fields [default: found out]
    #[arg(long)]
    pub(super) separator: Option<Separator>,
    /// Enter players who are there already, with the same name and school, once more
    #[arg(long)]
    pub(super) allow_duplicates: bool,
    /// Show what would be entered, and enter nobody
    #[arg(long)]
    pub(super) preview: bool,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

/// What separates the fields of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Separator {
    Comma,
    Semicolon,
    Tab,
}

impl Separator {
    pub(super) const fn byte(self) -> u8 {
        match self {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        }
    }
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct NumbersArgs {
    /// In order of entry, by lot, or by lot with the players of a school at different tables
    pub(super) how: Numbering,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Numbering {
    Order,
    Draw,
    Spread,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct CheckInArgs {
    /// Numbers and ranges, such as 1 2 5-9, or all
    #[arg(required = true, value_name = "NUMBERS")]
    pub(super) numbers: Vec<String>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct PlainArgs {
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct PlayerArgs {
    /// The player's number
    pub(super) number: u32,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct SeatArgs {
    /// The round [default: the next one]
    pub(super) round: Option<u32>,
    /// A table of a seating of your own, such as 1,2,7,8; once for each table, in order
    #[arg(long = "table", value_name = "NUMBERS")]
    pub(super) tables: Vec<String>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct RoundArgs {
    /// The round [default: the next one]
    pub(super) round: Option<u32>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct ResultArgs {
    /// The words of the result
    #[arg(required = true, allow_negative_numbers = true, value_name = "WORDS")]
    pub(super) words: Vec<String>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct ResultsArgs {
    /// A file with one result a line; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(super) lines: PathBuf,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct CorrectArgs {
    /// The words of the result as it should be
    #[arg(required = true, allow_negative_numbers = true, value_name = "WORDS")]
    pub(super) words: Vec<String>,
    /// Show the effect on standings and seating, and change nothing
    #[arg(long)]
    pub(super) preview: bool,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct AnnulArgs {
    /// The game: 7, 7.2 for its second game, 3/7 for round 3
    pub(super) game: GameName,
    /// Show the effect on standings and seating, and change nothing
    #[arg(long)]
    pub(super) preview: bool,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct DrawArgs {
    /// The table: 7, 3/7 for round 3, p4 for the play-off at rank 4
    pub(super) game: GameName,
    /// Each player and the tile drawn, such as B r9 C k12; without any, the program draws
    #[arg(value_name = "WORDS")]
    pub(super) words: Vec<String>,
    /// The draw is for who begins the game
    #[arg(long)]
    pub(super) start: bool,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct RedealArgs {
    /// The table: 7, 7.2 for its second game
    pub(super) game: GameName,
    /// The seat or number of the player who asks for it
    pub(super) player: String,
    /// The fourteen tiles that were dealt to that player
    #[arg(required = true, value_name = "TILES")]
    pub(super) tiles: Vec<String>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct TableArgs {
    /// The table: 7, or 3/7 for round 3
    pub(super) game: GameName,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct RuleArgs {
    /// The case; `cases` lists them
    #[arg(required_unless_present = "number", conflicts_with = "number")]
    pub(super) case: Option<u32>,
    /// A player who is disqualified without a case
    #[arg(long, value_name = "NUMBER")]
    pub(super) number: Option<u32>,
    /// The decision; --number alone disqualifies
    #[arg(required_unless_present = "number", conflicts_with = "number")]
    pub(super) decision: Option<Ruling>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Ruling {
    Dismiss,
    Disqualify,
    Uphold,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct PlayOffArgs {
    /// The rank of a tie that the head judge decides
    #[arg(long, requires = "order")]
    pub(super) rank: Option<u32>,
    /// Its players, the best first
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', requires = "rank")]
    pub(super) order: Option<Vec<u32>>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct UndoArgs {
    /// The entry, as `log` numbers it [default: the newest that can be taken back]
    pub(super) seq: Option<u64>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct ShowArgs {
    /// Print the answer of `trinta tournament run` as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct ShowRoundArgs {
    /// The round [default: the newest]
    pub(super) round: Option<u32>,
    #[command(flatten)]
    pub(super) show: ShowArgs,
}

#[derive(Debug, Args)]
pub(in crate::tournament) struct WhereArgs {
    /// A number, or part of a name
    #[arg(required = true, value_name = "PLAYER")]
    pub(super) player: Vec<String>,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("format").required(true).args(["csv", "json"])))]
pub(in crate::tournament) struct ExportArgs {
    /// The list to write; with --json, all of them if left out
    #[arg(required_unless_present = "json")]
    pub(super) list: Option<List>,
    /// As CSV, for spreadsheets
    #[arg(long)]
    pub(super) csv: bool,
    /// As JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
    /// Begin the CSV with a byte order mark, which some spreadsheets need to read names in UTF-8
    #[arg(long, requires = "csv")]
    pub(super) bom: bool,
    /// What separates the fields of the CSV
    #[arg(long, default_value = "comma", requires = "csv")]
    pub(super) separator: Separator,
    #[command(flatten)]
    pub(super) file: FileArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum List {
    Players,
    Seating,
    Results,
    Standings,
}

impl From<List> for trinta_tournament::List {
    fn from(list: List) -> trinta_tournament::List {
        match list {
            List::Players => trinta_tournament::List::Players,
            List::Seating => trinta_tournament::List::Seating,
            List::Results => trinta_tournament::List::Results,
            List::Standings => trinta_tournament::List::Standings,
        }
    }
}
