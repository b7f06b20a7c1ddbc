//! The day around the games: place and times, a postponement, and forgetting people afterwards.

use std::io::Write as _;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output::{BAD, GOOD, paint, screen};
use crate::tournament::desk::args::PlainArgs;
use crate::tournament::desk::session::{Desk, FileArgs, GivenArgs, ask, fields, read_log, tournament};
use crate::tournament::desk::setup::short_time;
use crate::tournament::desk::show::{count, list};

/// Place and times, where they differ from the settings. An empty text takes something back.
#[derive(Debug, Args)]
pub(in crate::tournament) struct DetailsArgs {
    /// The hall
    #[arg(long, value_name = "TEXT")]
    venue: Option<String>,
    /// Where the tables stand in it
    #[arg(long, value_name = "TEXT")]
    hall_map: Option<String>,
    /// When and where prizes are given
    #[arg(long, value_name = "TEXT")]
    prize_giving: Option<String>,
    /// What is announced on the wall and on the pages of players
    #[arg(long, value_name = "TEXT")]
    notice: Option<String>,
    /// When players take their seats
    #[arg(long, value_name = "TIME")]
    seating: Option<String>,
    /// When the rules are explained
    #[arg(long, value_name = "TIME")]
    briefing: Option<String>,
    /// Minutes for counting after the last round
    #[arg(long, value_name = "MINUTES")]
    counting: Option<u32>,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    file: FileArgs,
}

impl DetailsArgs {
    fn changes(&self) -> Map<String, Value> {
        let mut changes = Map::new();
        for (name, text) in [
            ("venue", &self.venue),
            ("hall_map", &self.hall_map),
            ("prize_giving", &self.prize_giving),
            ("notice", &self.notice),
            ("seating", &self.seating),
            ("briefing", &self.briefing),
        ] {
            if let Some(text) = text {
                changes.insert(name.to_owned(), json!(text));
            }
        }
        if let Some(minutes) = self.counting {
            changes.insert("counting".to_owned(), json!(minutes));
        }
        changes
    }
}

/// Changes what is given, and shows all of it.
pub(super) fn details(args: &DetailsArgs) -> Result<(), Failure> {
    let mut changes = args.changes();
    let answer = if changes.is_empty() {
        let mut log = read_log(&args.file.path)?;
        tournament(&log)?;
        ask(&mut log, "details", json!({}))?
    } else {
        changes.insert("do".to_owned(), "details".into());
        Desk::open(&args.file.path)?.submit(changes, &args.given)?.answer
    };
    let mut out = screen();
    let details = answer.get("details").cloned().unwrap_or_default();
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let venue = text(answer.get("venue"));
    writeln!(out, "Venue: {}.", venue.unwrap_or_else(|| "to be announced".to_owned()))?;
    for (name, field) in [("Tables", "hall_map"), ("Announced", "notice")] {
        if let Some(text) = text(details.get(field)) {
            writeln!(out, "{name}: {text}")?;
        }
    }
    let agenda = answer.get("agenda").cloned().unwrap_or_default();
    let time = |name: &str| text(agenda.get(name)).map(|time| short_time(&time).to_owned()).unwrap_or_default();
    // On each date of a league the rounds begin at the same times.
    let mut rounds: Vec<&str> =
        agenda.get("rounds").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let again = rounds.iter().skip(1).position(|time| *time == rounds[0]);
    rounds.truncate(again.map_or(rounds.len(), |at| at + 1));
    writeln!(
        out,
        "Check-in {}, seating {}, briefing {}, rounds at {}, counting {} to {}.",
        time("check_in"),
        time("seating"),
        time("briefing"),
        list(rounds.into_iter().map(short_time)),
        time("counting"),
        time("ends")
    )?;
    let prizes = text(agenda.get("prize_giving")).unwrap_or_else(|| "to be announced".to_owned());
    Ok(writeln!(out, "Prize giving: {prizes}.")?)
}

pub(super) fn postpone(args: &PlainArgs) -> Result<(), Failure> {
    Desk::open(&args.file.path)?.submit(fields(json!({"do": "postpone"})), &args.given)?;
    let mut out = screen();
    writeln!(out, "The tournament is postponed; everything is kept.")?;
    Ok(writeln!(out, "It goes on with `continue`; `annul-round` makes a round that was cut off count for nobody.")?)
}

/// The day on which a tournament goes on.
#[derive(Debug, Args)]
pub(in crate::tournament) struct ContinueArgs {
    /// The new day, if it is another one, such as 2027-03-27
    date: Option<String>,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    file: FileArgs,
}

pub(super) fn go_on(args: &ContinueArgs) -> Result<(), Failure> {
    let mut command = fields(json!({"do": "continue"}));
    if let Some(date) = &args.date {
        command.insert("date".to_owned(), json!(date));
    }
    let done = Desk::open(&args.file.path)?.submit(command, &args.given)?;
    let date = done.answer.get("date").and_then(Value::as_str).unwrap_or_default();
    let deadline = done.answer.get("deadline").and_then(Value::as_str);
    let until = deadline.map(|time| format!("; time is up at {}", short_time(time))).unwrap_or_default();
    Ok(writeln!(screen(), "The tournament goes on, on {date}{until}.")?)
}

/// A round.
#[derive(Debug, Args)]
pub(in crate::tournament) struct AnnulRoundArgs {
    /// The round
    round: u32,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    file: FileArgs,
}

pub(super) fn annul_round(args: &AnnulRoundArgs) -> Result<(), Failure> {
    let command = fields(json!({"do": "annul-round", "round": args.round}));
    let done = Desk::open(&args.file.path)?.submit(command, &args.given)?;
    let games = done.answer.get("annulled").and_then(Value::as_u64).unwrap_or_default() as usize;
    let games = count(games, "game", "games");
    let mut out = screen();
    writeln!(out, "{games} of round {} count for nobody now.", args.round)?;
    if done.answer.get("seating").and_then(Value::as_str) == Some("stale") {
        writeln!(out, "{}", paint(BAD, "The seating of the next round no longer fits: `seat` it again."))?;
    }
    Ok(())
}

/// The consent to something that can't be taken back.
#[derive(Debug, Args)]
pub(in crate::tournament) struct ForgetArgs {
    /// Really erase the names: nobody can bring them back
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    file: FileArgs,
}

pub(super) fn forget(args: &ForgetArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let people = desk.tournament()?.people().iter().count();
    if !args.yes {
        return Err(Failure::Input(format!(
            "this erases the names and schools of {} and every text about them, for good; results stay by number\n  \
             print or export what you need first, then add --yes",
            count(people, "player", "players")
        )));
    }
    desk.submit(fields(json!({"do": "forget"})), &args.given)?;
    let mut out = screen();
    let done = paint(GOOD, "Names, schools and texts are erased from this file; results stay by number.");
    writeln!(out, "{done}")?;
    Ok(writeln!(out, "Copies, backups, prints and exported lists are yours to delete.")?)
}
