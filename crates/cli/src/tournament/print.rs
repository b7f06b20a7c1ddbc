//! `trinta tournament print`: the sheets of a tournament as one HTML file.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use trinta_print::{Details, Document, Language, Options, Paper, print};
use trinta_tournament::{Address, Log, Printed, Tournament};

use crate::failure::Failure;
use crate::output::{QUIET, paint};
use crate::tournament::desk::{FileArgs, read_log, tournament, unusable};
use crate::tournament::event_file::EventFile;

const HELP: &str = "\
Sheets:
  invitation         date, place, times and form of play
  conduct            the code of conduct in 18 points
  rules              the rules in brief, with seven joker examples
  signs              a sign for each table, to be folded
  cards              a number card for each player, eight on a page
  judges             who judges which table
  sheets             the judge's sheets of a round
  seating-by-table, seating-by-number, seating-by-name
  moves              slips that say who goes where after a round
  results            the results of a round
  standings          the standings, with the keys of the order
  certificates       a certificate for each winner, after the end

Examples:
  trinta tournament print invitation conduct --event cup.event --language pt-PT --venue Ginásio > letter.html
  trinta tournament print signs cards --event cup.event --address http://192.168.1.20:3930 > signs.html
  trinta tournament print sheets --event cup.event --round 2 --language zh-Hant > sheets.html

Open the file in a browser and print it; the size of the paper is in the file. docs/tournament-print.md has more.

Exit code: 0 if everything is printed, 2 otherwise.";

/// The sheets to print, and their language, paper and address.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct PrintArgs {
    /// The sheets, one after the other in the file
    #[arg(value_name = "WHAT", required = true, value_parser = parse_document)]
    what: Vec<Document>,
    #[command(flatten)]
    file: FileArgs,
    /// The language: zh-Hant, zh-Hans, pt-PT or en [default: the setting `locale` of the tournament]
    #[arg(long, value_name = "TAG")]
    language: Option<Language>,
    /// The paper: a4 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    paper: Paper,
    /// The round of sheets that belong to one; the newest that fits if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    round: Option<u32>,
    /// The address that QR codes lead to; the one printed last if left out, and no QR codes if there is none
    #[arg(long, value_name = "URL")]
    address: Option<Address>,
    /// The hall, as it is to be printed; as the tournament has it if left out
    #[arg(long, value_name = "TEXT")]
    venue: Option<String>,
    /// The head judge's name
    #[arg(long, value_name = "NAME")]
    head_judge: Option<String>,
    /// When and where prizes are given; as the tournament has it if left out, otherwise to be announced
    #[arg(long, value_name = "TEXT")]
    prize_giving: Option<String>,
}

/// What the tournament says, and what was said on the command line instead.
fn details(args: &PrintArgs, tournament: &Tournament) -> Details {
    let known = Details::of(tournament);
    Details {
        venue: args.venue.clone().or(known.venue),
        head_judge: args.head_judge.clone(),
        prize_giving: args.prize_giving.clone().or(known.prize_giving),
        ..known
    }
}

fn parse_document(text: &str) -> Result<Document, String> {
    let names: Vec<&str> = Document::ALL.iter().map(|document| document.name()).collect();
    text.parse().map_err(|error| format!("{error}: choose from {}", names.join(", ")))
}

pub(super) fn run(args: &PrintArgs) -> Result<ExitCode, Failure> {
    let log = read_log(&args.file.path)?;
    let tournament = tournament(&log)?;
    let options = Options {
        language: args.language.unwrap_or_else(|| tournament.settings().locale.into()),
        paper: args.paper,
        round: args.round,
        address: args.address.clone().or_else(|| last_address(tournament)),
        details: details(args, tournament),
    };
    let page = print(tournament, &args.what, &options).map_err(|error| error.to_string())?;
    if let Some(address) = &options.address {
        record(&args.file.path, &log, &args.what, address)?;
    } else if args.what.iter().any(|document| document.has_codes()) {
        note("without --address there are no QR codes on these sheets");
    }
    io::stdout().lock().write_all(page.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn last_address(tournament: &Tournament) -> Option<Address> {
    tournament.printed().last().map(|printed| printed.address.clone())
}

/// Keeps in the log which sheets have which address, and says if there are sheets with another.
fn record(path: &Path, log: &Log, what: &[Document], address: &Address) -> Result<(), Failure> {
    let mut new: Vec<&str> = what.iter().filter(|sheet| sheet.has_codes()).map(|sheet| sheet.name()).collect();
    let printed = log.tournament().map_or(&[][..], Tournament::printed);
    for other in printed.iter().filter(|printed| printed.address != *address) {
        let Printed { what, address: old } = other;
        note(&format!(
            "{} printed earlier lead to {old}, these sheets to {address}: print those again, or keep the old address",
            what.join(" and ")
        ));
    }
    new.retain(|name| {
        !printed.iter().any(|known| known.address == *address && known.what.iter().any(|one| one == name))
    });
    if new.is_empty() {
        return Ok(());
    }
    let command = serde_json::json!({"do": "printed", "what": new, "address": address});
    let (mut file, mut log) = EventFile::open_existing(path).map_err(|error| unusable(path, &error))?;
    let reply = log.answer(&command.to_string(), || unreachable!("the tournament has its seed"));
    file.keep(&reply, &log).map_err(|error| unusable(path, &error))
}

/// A note beside the file on standard output.
fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{} {text}", paint(QUIET, "note:"));
}
