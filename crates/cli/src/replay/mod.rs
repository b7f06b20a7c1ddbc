//! `trinta replay`: a game step by step, from anybody's eyes.

mod picture;
mod told;

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
  trinta replay game.trinta              step by step on a terminal: Enter goes on
  trinta replay game.trinta --as B       as seat B saw it
  trinta replay game.trinta --at 12      the table after event 12
  trinta replay game.trinta | less -R    the whole game
  trinta replay game.trinta --json       every event as a line of JSON

On a terminal: Enter shows the next event, b the one before, a number goes to that event,
e goes to the end, q leaves. Elsewhere, or with --all, the whole game is shown at once.
› marks whose turn it is, ○ a player who has not opened; *r7 is a joker that stands for r7.";

/// Step through the record of a game.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReplayArgs {
    /// The record, as text or as JSON lines; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Whose eyes: a seat (A to F), judge (every rack) or spectator (none)
    #[arg(long = "as", value_name = "VIEWER", default_value = "judge", value_parser = read_viewer)]
    viewer: Viewer,
    /// Show only the table after this event, counted from 1
    #[arg(long, value_name = "EVENT")]
    at: Option<usize>,
    /// Show the whole game at once, also on a terminal
    #[arg(long, conflicts_with = "at")]
    all: bool,
    /// Every event as the viewer may see it, as a line of JSON
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

/// The game after each event, as the viewer may know it.
struct Film {
    names: Vec<String>,
    events: Vec<SeenEvent>,
    /// One more than there are events: the first is before any.
    views: Vec<View>,
}

impl Film {
    fn new(located: &Located, viewer: Viewer) -> Result<Film, String> {
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
        Ok(Film { names: located.record.header.players.clone(), events, views })
    }

    /// Shows the game after so many events; 0 is before the first.
    fn show(&self, out: &mut dyn Write, number: usize) -> io::Result<()> {
        let told = match number.checked_sub(1) {
            Some(index) => told::told(&self.events[index], &self.views[index], &self.names),
            None => "The table is set.".to_owned(),
        };
        let place = paint(QUIET, format!("{number}/{}", self.events.len()));
        writeln!(out, "{place}  {told}")?;
        picture::draw(out, &self.views[number], &self.names)?;
        writeln!(out)
    }
}

/// An event and its number, for programs.
#[derive(Serialize)]
struct Line<'a> {
    number: usize,
    #[serde(flatten)]
    event: &'a SeenEvent,
}

pub(crate) fn run(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    let located = record_file::read(&args.file)?;
    located.replay().map_err(|error| record_file::at(&args.file, &error))?;
    let film = Film::new(&located, args.viewer)?;
    let last = film.events.len();
    if args.at.is_some_and(|at| at > last) {
        return Err(Failure::Input(format!("--at: the game has {last} events")));
    }
    let mut out = screen();
    if args.json {
        let numbers = args.at.map_or(1..=last, |at| at..=at);
        for number in numbers.filter(|&number| number > 0) {
            write_json(&mut out, &Line { number, event: &film.events[number - 1] })?;
        }
    } else if let Some(at) = args.at {
        film.show(&mut out, at)?;
    } else if args.all || !io::stdout().is_terminal() || !io::stdin().is_terminal() || args.file.as_os_str() == "-" {
        for number in 1..=last {
            film.show(&mut out, number)?;
        }
    } else {
        step_through(&film, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows one event after another as the person at the terminal asks for them.
fn step_through(film: &Film, out: &mut impl Write) -> io::Result<()> {
    let last = film.events.len();
    let mut number = 0;
    loop {
        film.show(out, number)?;
        if number == last {
            writeln!(
                out,
                "{}",
                paint(QUIET, "That was the game. b goes back, a number goes to that event, q leaves.")
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
