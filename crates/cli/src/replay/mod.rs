//! `trinta replay`: a game step by step, from any viewer's point of view.

mod describe;
mod picture;

use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use trinta_core::record::Located;
use trinta_core::{Game, Seat, SeenEvent, View, Viewer, see};

use crate::failure::Failure;
use crate::output::{QUIET, paint, screen, write_json};
use crate::record_file;

const EXAMPLES: &str = "\
Examples:
  trinta replay game.trinta              step by step on a terminal: Enter for the next event
  trinta replay game.trinta --as B       as seat B saw it
  trinta replay game.trinta --at 12      the table after event 12
  trinta replay game.trinta | less -R    the whole game
  trinta replay game.trinta --json       every event as a line of JSON

On a terminal: Enter shows the next event, b the previous one, a number that event, e the
last one; q quits. Otherwise, or with --all, the whole game is shown at once.
› marks the player whose turn it is, ○ a player who has not opened; *r7 is a joker that
stands for r7.";

/// Step through the record of a game.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReplayArgs {
    /// The record, as text or as JSON lines; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Point of view: a seat (A to F), judge (sees every rack) or spectator (sees none)
    #[arg(long = "as", value_name = "VIEWER", default_value = "judge", value_parser = read_viewer)]
    viewer: Viewer,
    /// Show only the table after this event, counted from 1
    #[arg(long, value_name = "EVENT")]
    at: Option<usize>,
    /// Show the whole game at once, even on a terminal
    #[arg(long, conflicts_with = "at")]
    all: bool,
    /// Print every event, as the viewer may see it, as a line of JSON
    #[arg(long, conflicts_with = "all")]
    json: bool,
}

fn read_viewer(text: &str) -> Result<Viewer, String> {
    let mut letters = text.chars();
    match (text, letters.next().map(|letter| letter.to_ascii_uppercase()).and_then(Seat::from_letter), letters.next()) {
        ("judge", ..) => Ok(Viewer::Judge),
        ("spectator", ..) => Ok(Viewer::Spectator),
        (_, Some(seat), None) => Ok(Viewer::Seat(seat)),
        _ => Err("write a seat (A to F), judge or spectator".to_owned()),
    }
}

/// The events of a game and the view after each, for one viewer.
struct Replay {
    names: Vec<String>,
    events: Vec<SeenEvent>,
    /// The view before the first event, then the view after each.
    views: Vec<View>,
}

impl Replay {
    fn new(located: &Located, viewer: Viewer) -> Result<Replay, String> {
        let setup = located.record.header.setup().map_err(|fault| fault.to_string())?;
        if let Viewer::Seat(seat) = viewer
            && seat.0 >= setup.players()
        {
            return Err(format!("there is no seat {seat} in this game of {} players", setup.players()));
        }
        let mut view = Game::new(setup).view(viewer);
        let mut views = vec![view.clone()];
        let events: Vec<SeenEvent> = located.record.events.iter().map(|event| see(event, viewer)).collect();
        for event in &events {
            view.apply(event);
            views.push(view.clone());
        }
        Ok(Replay { names: located.record.header.players.clone(), events, views })
    }

    /// Shows the game after this many events.
    fn show(&self, out: &mut dyn Write, number: usize) -> io::Result<()> {
        let description = match number.checked_sub(1) {
            Some(index) => describe::describe(&self.events[index], &self.views[index], &self.names),
            None => "The game has not begun.".to_owned(),
        };
        let place = paint(QUIET, format!("{number}/{}", self.events.len()));
        writeln!(out, "{place}  {description}")?;
        picture::draw(out, &self.views[number], &self.names)?;
        writeln!(out)
    }
}

/// An event with its number, for programs.
#[derive(Serialize)]
struct Line<'a> {
    number: usize,
    #[serde(flatten)]
    event: &'a SeenEvent,
}

pub(crate) fn run(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    let located = record_file::read(&args.file)?;
    located.replay().map_err(|error| record_file::at(&args.file, &error))?;
    let replay = Replay::new(&located, args.viewer)?;
    let last = replay.events.len();
    if args.at.is_some_and(|at| at > last) {
        return Err(Failure::Input(format!("--at: the game has {last} events")));
    }
    let mut out = screen();
    if args.json {
        let numbers = args.at.map_or(1..=last, |at| at..=at);
        for number in numbers.filter(|&number| number > 0) {
            write_json(&mut out, &Line { number, event: &replay.events[number - 1] })?;
        }
    } else if let Some(at) = args.at {
        replay.show(&mut out, at)?;
    } else if args.all || !io::stdout().is_terminal() || !io::stdin().is_terminal() || args.file.as_os_str() == "-" {
        for number in 1..=last {
            replay.show(&mut out, number)?;
        }
    } else {
        step_through(&replay, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows one event at a time, as the user requests them.
fn step_through(replay: &Replay, out: &mut impl Write) -> io::Result<()> {
    let last = replay.events.len();
    let mut number = 0;
    loop {
        replay.show(out, number)?;
        if number == last {
            writeln!(
                out,
                "{}",
                paint(QUIET, "End of the game. b shows the previous event, a number that event, q quits.")
            )?;
        }
        write!(out, "{} ", paint(QUIET, "Enter, b, number, e, q ›"))?;
        out.flush()?;
        let mut answer = String::new();
        if io::stdin().read_line(&mut answer)? == 0 {
            return Ok(());
        }
        number = match answer.trim() {
            "" if number == last => return Ok(()),
            "" | "n" => number + 1,
            "b" => number.saturating_sub(1),
            "e" => last,
            "q" => return Ok(()),
            other => other.parse().map_or(number, |wanted: usize| wanted.min(last)),
        };
    }
}
