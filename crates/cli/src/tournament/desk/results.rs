//! Results and draws as they are typed at the desk.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use serde_json::{Map, Value, json};
use trinta_tournament::Number;

use crate::failure::{Failure, print_error};
use crate::input::Lines;
use crate::output::{GOOD, QUIET, paint, screen};
use crate::tournament::desk::args::{AnnulArgs, CorrectArgs, DrawArgs, RedealArgs, ResultArgs, ResultsArgs};
use crate::tournament::desk::result_line::{GameName, ResultLine, TypedPlayer, read_player, read_tile};
use crate::tournament::desk::rounds::{current_round, table_of};
use crate::tournament::desk::session::{Desk, Done, GivenArgs, fields, number_of};
use crate::tournament::desk::show::{
    count, list, person, tables as table_list, write_consequences, write_effect, write_result,
};

pub(super) fn result(args: &ResultArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    enter(&mut desk, &args.words.join(" "), &args.given)
}

/// A result that was typed, ready to be given.
struct Entry {
    command: Map<String, Value>,
    /// The players of the table, in the order of their seats.
    seats: Vec<Number>,
    name: String,
    round: Option<u32>,
}

impl Entry {
    fn read(desk: &Desk, name: &str, text: &str) -> Result<Entry, Failure> {
        let line: ResultLine = text.parse().map_err(|error| Failure::Input(format!("{error}")))?;
        let round = match line.game {
            GameName::Round { round, .. } => Some(round.unwrap_or(current_round(desk)?)),
            GameName::PlayOff { .. } => None,
        };
        let seats = seats_of(desk, line.game)?;
        let mut command = line.to_fields(round.unwrap_or_default(), |player| number_of(player, &seats))?;
        command.insert("do".to_owned(), name.into());
        let name = match line.game {
            GameName::Round { table, game: Some(game), .. } => format!("Table {table}, game {game}"),
            GameName::Round { table, .. } => format!("Table {table}"),
            GameName::PlayOff { rank, table } => format!("Play-off at rank {rank}, table {table}"),
        };
        Ok(Entry { command, seats, name, round })
    }
}

/// Who sits at the table of a game, seat by seat.
fn seats_of(desk: &Desk, game: GameName) -> Result<Vec<Number>, Failure> {
    match game {
        GameName::Round { round, table, .. } => {
            let round = round.map_or_else(|| current_round(desk), Ok)?;
            Ok(desk.tournament()?.seats(round, table).to_vec())
        }
        GameName::PlayOff { rank, table } => {
            let play_offs = desk.tournament()?.current_play_offs();
            let play_off = play_offs.into_iter().find(|play_off| play_off.rank() == rank);
            let tables = play_off.map(trinta_tournament::PlayOff::tables).unwrap_or_default();
            Ok((table as usize)
                .checked_sub(1)
                .and_then(|at| tables.get(at))
                .map(|at| at.players.clone())
                .unwrap_or_default())
        }
    }
}

fn enter(desk: &mut Desk, text: &str, given: &GivenArgs) -> Result<(), Failure> {
    let entry = Entry::read(desk, "result", text)?;
    let done = desk.submit(entry.command, given)?;
    let mut out = screen();
    writeln!(out, "{}:", paint(GOOD, entry.name))?;
    write_result(&mut out, desk.tournament()?, &entry.seats, &done.answer)?;
    if let Some(round) = entry.round {
        write_missing(&mut out, desk, round)?;
    }
    Ok(())
}

/// What the round still waits for.
fn write_missing(out: &mut impl io::Write, desk: &Desk, round: u32) -> Result<(), Failure> {
    let (tables, draws) = desk.tournament()?.missing(round);
    let text = match (tables.as_slice(), draws.as_slice()) {
        ([], []) => format!("All results of round {round} are in."),
        ([], draws) => format!("Round {round} waits for draws at {}.", table_list(draws)),
        (tables, _) if tables.len() > 8 => {
            format!("Round {round} waits for {}.", count(tables.len(), "table", "tables"))
        }
        (tables, []) => format!("Round {round} waits for {}.", table_list(tables)),
        (tables, draws) => {
            format!("Round {round} waits for {}, and for draws at {}.", table_list(tables), table_list(draws))
        }
    };
    Ok(writeln!(out, "{}", paint(QUIET, text))?)
}

/// Reads results line by line. Each stands for itself: a line that is refused does not keep the others out.
pub(super) fn results(args: &ResultsArgs) -> Result<(), Failure> {
    let typed = args.lines.as_os_str() == "-" && io::stdin().is_terminal();
    let (entered, refused) = if typed { type_results(args)? } else { read_results(args)? };
    let mut out = screen();
    writeln!(out, "{} entered.", count(entered, "result", "results"))?;
    match refused.as_slice() {
        [] => Ok(()),
        lines => Err(Failure::Input(format!(
            "{} refused ({}): type them again",
            count(lines.len(), "line was", "lines were"),
            list(lines)
        ))),
    }
}

/// Results from a file or a pipe; the tournament's file stays open.
fn read_results(args: &ResultsArgs) -> Result<(usize, Vec<usize>), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let mut lines = Lines::open(&args.lines)?;
    let (mut entered, mut refused) = (0, Vec::new());
    while let Some(line) = lines.next()? {
        if line.text.trim_start().starts_with('#') {
            continue;
        }
        let done = match &line.fault {
            Some(fault) => Err(Failure::Input(fault.on_line(line.number))),
            None => enter(&mut desk, &line.text, &args.given).map_err(|failure| failure.on_line(line.number)),
        };
        match done {
            Ok(()) => entered += 1,
            Err(Failure::Input(message)) => {
                print_error(&format!("{}, {message}", lines.name()));
                refused.push(line.number);
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok((entered, refused))
}

/// Results typed one after the other. The file is opened anew for each, so that other commands can use it meanwhile.
fn type_results(args: &ResultsArgs) -> Result<(usize, Vec<usize>), Failure> {
    let mut out = screen();
    writeln!(out, "{}", paint(QUIET, "One table a line, such as 7 A 0 B 35 C no D 12; an empty line ends."))?;
    let mut entered = 0;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| format!("the input can't be read: {error}"))?;
        if line.trim().is_empty() {
            break;
        }
        let done = Desk::open(&args.file.path).and_then(|mut desk| enter(&mut desk, &line, &args.given));
        match done {
            Ok(()) => entered += 1,
            // It is typed again at once, so it is no failure of the whole.
            Err(Failure::Input(message)) => print_error(&message),
            Err(failure) => return Err(failure),
        }
    }
    Ok((entered, Vec::new()))
}

pub(super) fn correct(args: &CorrectArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let entry = Entry::read(&desk, "correct", &args.words.join(" "))?;
    let done = change(&mut desk, entry.command, args.preview, &args.given)?;
    let mut out = screen();
    let would = if args.preview { "would be" } else { "is" };
    writeln!(out, "{} {would} corrected:", entry.name)?;
    let tournament = desk.tournament()?;
    write_result(&mut out, tournament, &entry.seats, &done.answer)?;
    write_effect(&mut out, &done.before, tournament, &done.answer)?;
    write_preview(args.preview)
}

pub(super) fn annul(args: &AnnulArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let (round, table) = table_of(&desk, args.game)?;
    let GameName::Round { game, .. } = args.game else { return Ok(()) };
    let game = game.unwrap_or(1);
    let command = fields(json!({"do": "annul", "round": round, "table": table, "game": game}));
    let done = change(&mut desk, command, args.preview, &args.given)?;
    let mut out = screen();
    let would = if args.preview { "would count" } else { "counts" };
    writeln!(out, "Game {game} of table {table} in round {round} {would} for nobody.")?;
    let tournament = desk.tournament()?;
    write_consequences(&mut out, tournament, &done.answer)?;
    write_effect(&mut out, &done.before, tournament, &done.answer)?;
    write_preview(args.preview)
}

fn change(desk: &mut Desk, command: Map<String, Value>, preview: bool, given: &GivenArgs) -> Result<Done, Failure> {
    if preview { desk.preview(command, given) } else { desk.submit(command, given) }
}

fn write_preview(preview: bool) -> Result<(), Failure> {
    if preview {
        writeln!(screen(), "{}", paint(QUIET, "Nothing was changed; without --preview it will be."))?;
    }
    Ok(())
}

pub(super) fn draw(args: &DrawArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let seats = seats_of(&desk, args.game)?;
    let mut command = match args.game {
        GameName::PlayOff { rank, .. } => json!({"do": "draw", "play_off": rank}),
        GameName::Round { round, table, game } => {
            let round = round.map_or_else(|| current_round(&desk), Ok)?;
            let mut command = json!({"do": "draw", "round": round, "table": table});
            if args.start {
                command["for"] = "start".into();
                command["game"] = game.unwrap_or(1).into();
            }
            command
        }
    };
    if !args.words.is_empty() {
        command["tiles"] = read_drawn(&args.words, &seats)?;
    }
    let done = desk.submit(fields(command), &args.given)?;
    let tournament = desk.tournament()?;
    let mut out = screen();
    for drawn in done.answer.get("drawn").and_then(Value::as_array).into_iter().flatten() {
        let tiles = crate::tournament::desk::show::by_player(Some(drawn)).into_iter();
        let text =
            tiles.map(|(number, tile)| format!("{} {}", person(tournament, number), tile.as_str().unwrap_or_default()));
        writeln!(out, "Drawn: {}.", list(text))?;
    }
    if let Some(starter) = done.answer.get("starts").and_then(Value::as_u64) {
        writeln!(out, "{} begins.", person(tournament, Number(starter as u32)))?;
    }
    write_consequences(&mut out, tournament, &done.answer)?;
    Ok(())
}

/// Players and their tiles in turn.
fn read_drawn(words: &[String], seats: &[Number]) -> Result<Value, Failure> {
    let mut tiles = Map::new();
    for pair in words.chunks(2) {
        let [player, tile] = pair else {
            return Err(Failure::Input(format!(
                "`{}` has no tile: write each player and the tile drawn, such as B r9 C k12",
                pair[0]
            )));
        };
        let number = read_number(player, seats)?;
        let drawn = read_tile(tile)
            .ok_or_else(|| format!("`{tile}` is not a tile: write r9 for the red nine, j for a joker"))?;
        if tiles.insert(number.to_string(), drawn.to_string().into()).is_some() {
            return Err(Failure::Input(format!("player {player} is named twice")));
        }
    }
    Ok(Value::Object(tiles))
}

fn read_number(player: &str, seats: &[Number]) -> Result<Number, Failure> {
    let typed: TypedPlayer =
        read_player(player).ok_or_else(|| format!("`{player}` is neither a seat (A to D) nor a player's number"))?;
    Ok(number_of(typed, seats)?)
}

pub(super) fn redeal(args: &RedealArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let (round, table) = table_of(&desk, args.game)?;
    let GameName::Round { game, .. } = args.game else { return Ok(()) };
    let number = read_number(&args.player, &seats_of(&desk, args.game)?)?;
    let tile =
        |word: &str| read_tile(word).map(|tile| tile.to_string()).ok_or_else(|| format!("`{word}` is not a tile"));
    let words = args.tiles.iter().flat_map(|words| words.split([' ', ','])).filter(|word| !word.is_empty());
    let tiles = words.map(tile).collect::<Result<Vec<_>, _>>()?.join(" ");
    let game = game.unwrap_or(1);
    let command =
        json!({"do": "redeal", "round": round, "table": table, "game": game, "number": number, "tiles": tiles});
    let done = desk.submit(fields(command), &args.given)?;
    let redeals = done.answer.get("redeals").and_then(Value::as_u64).unwrap_or_default();
    Ok(writeln!(screen(), "Table {table} deals again; new deals in this game: {redeals}.")?)
}
