//! Making a tournament, its players, and the morning before the first round.

use std::io::Write as _;

use serde_json::{Map, Value, json};
use trinta_tournament::{Advance, Format, Settings, Tournament, presets as all_presets};

use crate::failure::Failure;
use crate::output::{GOOD, QUIET, paint, screen};
use crate::tournament::desk::args::{AddArgs, CheckInArgs, NewArgs, Numbering, NumbersArgs, PlainArgs};
use crate::tournament::desk::session::{Desk, fields, tournament};
use crate::tournament::desk::show::{count, list, numbers as read_numbers, person};
use crate::tournament::grid::{Align, Grid, printable};
use crate::tournament::seed::generate;

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

pub(super) fn new(args: &NewArgs) -> Result<(), Failure> {
    let mut command = fields(json!({"do": "new", "title": args.title, "date": args.date}));
    let settings = read_settings(&args.settings)?;
    command.insert("set".to_owned(), Value::Object(settings));
    for (name, value) in [("preset", &args.preset), ("seed", &args.seed)] {
        if let Some(value) = value {
            command.insert(name.to_owned(), json!(value));
        }
    }
    if args.seed.is_none() {
        // Whoever gives a seed wants the same tournament again, with the same codes.
        command.insert("code_seed".to_owned(), json!(generate()));
    }
    let (log, answer) = Desk::create(&args.file.path, command)?;
    let tournament = tournament(&log)?;
    let mut out = screen();
    let weekday = WEEKDAYS.get(usize::from(tournament.date().weekday()) - 1).copied().unwrap_or_default();
    writeln!(out, "{}, {weekday} {}", paint(GOOD, printable(tournament.title())), tournament.date())?;
    writeln!(out, "{}", describe(tournament.settings()))?;
    let settings = tournament.settings();
    let early = [settings.opens_check_in(), settings.assembles(), settings.briefs()].map(|time| time.to_string());
    let [check_in, seating, briefing] = early.each_ref().map(|time| short_time(time));
    writeln!(out, "Check-in opens at {check_in}, players sit down at {seating}, the briefing begins at {briefing}.")?;
    // On each date of a league the rounds begin at the same times.
    let a_day = settings.league.map_or(settings.rounds, |league| league.rounds) as usize;
    let plan = list(settings.plan().take(a_day).map(|time| short_time(&time.to_string()).to_owned()));
    writeln!(out, "Rounds start at {plan}; the last ends at {}.", short_time(&settings.ends().to_string()))?;
    let seed = answer.get("seed").and_then(Value::as_str).unwrap_or_default();
    writeln!(out, "Everything random follows from the seed {seed}.")?;
    writeln!(out, "{}", paint(QUIET, "Next: players import list.csv, or players add NAME"))?;
    Ok(())
}

/// `10:20` of `10:20:00`.
pub(super) fn short_time(time: &str) -> &str {
    time.strip_suffix(":00").filter(|time| time.contains(':')).unwrap_or(time)
}

/// Settings as `name=value`; `rules.name=value` is one of the rules.
pub(in crate::tournament) fn read_settings(texts: &[String]) -> Result<Map<String, Value>, Failure> {
    let mut settings = Map::new();
    for text in texts {
        let wrong = || Failure::Input(format!("--set {text}: this is written as NAME=VALUE, such as rounds=4"));
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        match name.trim().split_once('.') {
            Some((group, name)) => {
                let group = settings.entry(group).or_insert_with(|| json!({}));
                group.as_object_mut().ok_or_else(wrong)?.insert(name.to_owned(), value);
            }
            None => drop(settings.insert(name.trim().to_owned(), value)),
        }
    }
    Ok(settings)
}

/// The settings in a sentence, with their stages or the dates of a league.
pub(super) fn describe(settings: &Settings) -> String {
    let rounds = |rounds: u32| count(rounds as usize, "round", "rounds");
    let games = |games: u32| count(games as usize, "game", "games");
    let play = match settings.league {
        Some(league) => format!(
            "{} of {} with {} each, the best {} count, format {}",
            count(league.dates as usize, "date", "dates"),
            rounds(league.rounds),
            games(settings.games_per_round),
            league.best,
            word(settings.format)
        ),
        None if settings.stages.is_empty() => {
            format!(
                "{}, {} each, format {}",
                rounds(settings.rounds),
                games(settings.games_per_round),
                word(settings.format)
            )
        }
        None => {
            let stages = settings.stages.iter().zip(1..).map(|(stage, number)| {
                let advance = match stage.advance {
                    Some(Advance::Best(best)) => format!(", the best {best} go on"),
                    Some(Advance::PerTable(best)) => format!(", {best} of each table go on"),
                    None => String::new(),
                };
                format!(
                    "stage {number}: {} with {} each, format {}{advance}",
                    rounds(stage.rounds),
                    games(stage.games_per_round.unwrap_or(settings.games_per_round)),
                    word(stage.format.unwrap_or(settings.format))
                )
            });
            stages.collect::<Vec<_>>().join("; ")
        }
    };
    format!(
        "{play}; {}, up to {} players, {} minutes of play in {}",
        count(settings.winners as usize, "winner", "winners"),
        settings.capacity,
        settings.play,
        settings.slot,
    )
}

/// A format by its name.
fn word(format: Format) -> String {
    serde_json::to_value(format).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(super) fn presets() -> Result<(), Failure> {
    let mut grid = Grid::new(vec![("preset", Align::Left), ("", Align::Left)]);
    for (name, description) in all_presets() {
        grid.row(vec![name.to_owned(), description.to_owned()]);
        if let Ok(settings) = Settings::new(name, &std::collections::BTreeMap::new()) {
            grid.styled_row(QUIET, vec![String::new(), describe(&settings)]);
        }
    }
    Ok(grid.write(&mut screen())?)
}

pub(super) fn add(args: &AddArgs) -> Result<(), Failure> {
    let people = args.names.iter().map(|name| match &args.school {
        Some(school) => json!({"name": name, "school": school}),
        None => json!({"name": name}),
    });
    let command = fields(json!({"do": "add", "players": people.collect::<Vec<_>>()}));
    let mut desk = Desk::open(&args.file.path)?;
    let done = desk.submit(command, &args.given)?;
    let school = args.school.as_deref();
    write_entered(args.names.iter().map(|name| (name.as_str(), school)), done.answer.get("numbers"))
}

/// The number of everybody who was entered, or the waiting list.
pub(super) fn write_entered<'a>(
    people: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    numbers: Option<&Value>,
) -> Result<(), Failure> {
    let mut grid = Grid::new(vec![("no.", Align::Right), ("name", Align::Left), ("school", Align::Left)]);
    for ((name, school), number) in people.zip(numbers.and_then(Value::as_array).into_iter().flatten()) {
        let number = number.as_u64().map_or_else(|| "waiting".to_owned(), |number| number.to_string());
        grid.row(vec![number, name.to_owned(), school.unwrap_or_default().to_owned()]);
    }
    Ok(grid.write(&mut screen())?)
}

pub(super) fn numbers(args: &NumbersArgs) -> Result<(), Failure> {
    let how = match args.how {
        Numbering::Order => "order",
        Numbering::Draw => "draw",
        Numbering::Spread => "spread",
    };
    let mut desk = Desk::open(&args.file.path)?;
    desk.submit(fields(json!({"do": "numbers", "how": how})), &args.given)?;
    write_players(desk.tournament()?)
}

pub(super) fn write_players(tournament: &Tournament) -> Result<(), Failure> {
    let columns = [("no.", Align::Right), ("name", Align::Left), ("school", Align::Left), ("", Align::Left)];
    let mut grid = Grid::new(columns.to_vec());
    for player in tournament.people().iter() {
        let person = &player.person;
        let school = person.school.clone().unwrap_or_default();
        grid.row(vec![player.number.to_string(), person.name.clone(), school, player.status.to_string()]);
    }
    for person in tournament.people().waiting() {
        let school = person.school.clone().unwrap_or_default();
        grid.row(vec!["-".to_owned(), person.name.clone(), school, "waiting".to_owned()]);
    }
    Ok(grid.write(&mut screen())?)
}

pub(super) fn check_in(args: &CheckInArgs) -> Result<(), Failure> {
    let chosen = match args.numbers.as_slice() {
        [all] if all.eq_ignore_ascii_case("all") => json!("all"),
        words => json!(read_ranges(words)?),
    };
    let mut desk = Desk::open(&args.file.path)?;
    let done = desk.submit(fields(json!({"do": "check-in", "numbers": chosen})), &args.given)?;
    let mut out = screen();
    let how_many = |name: &str| done.answer.get(name).and_then(Value::as_u64).unwrap_or_default();
    writeln!(out, "{} present, {} still awaited.", how_many("present"), how_many("entered"))?;
    let early = read_numbers(done.answer.get("early"));
    if !early.is_empty() {
        writeln!(out, "Before check-in opened: {}.", list(early))?;
    }
    let tournament = desk.tournament()?;
    let awaited = tournament.people().with(trinta_tournament::Status::Entered);
    if (1..=12).contains(&awaited.len()) {
        writeln!(out, "Awaited: {}.", list(awaited.into_iter().map(|number| person(tournament, number))))?;
    }
    Ok(())
}

/// The most numbers that a tournament can have.
const MAX_NUMBERS: u32 = 20_000;

/// Numbers and ranges: `1 2 5-9`, also with commas.
pub(super) fn read_ranges(words: &[String]) -> Result<Vec<u32>, Failure> {
    let mut numbers = Vec::new();
    for word in words.iter().flat_map(|word| word.split(',')).map(str::trim).filter(|word| !word.is_empty()) {
        let wrong = || Failure::Input(format!("`{word}` is not a number or a range such as 5-9"));
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (first, last) = word.split_once(['-', '–']).unwrap_or((word, word));
        let (first, last) = (number(first)?, number(last)?);
        if first > last || last > MAX_NUMBERS {
            return Err(wrong());
        }
        numbers.extend(first..=last);
    }
    Ok(numbers)
}

pub(super) fn briefing(args: &PlainArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let done = desk.submit(fields(json!({"do": "briefing"})), &args.given)?;
    let present = done.answer.get("present").and_then(Value::as_u64).unwrap_or_default();
    let mut out = screen();
    writeln!(out, "The briefing has begun with {present} present; check-in is closed.")?;
    let barred = read_numbers(done.answer.get("barred"));
    if !barred.is_empty() {
        let tournament = desk.tournament()?;
        let names = list(barred.into_iter().map(|number| person(tournament, number)));
        writeln!(out, "Barred, unless the head judge admits them: {names}.")?;
    }
    writeln!(out, "{}", paint(QUIET, "Next: seat, publish, start"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_are_read() {
        let read = |text: &str| read_ranges(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(read("1 2 5-7").unwrap(), [1, 2, 5, 6, 7]);
        assert_eq!(read("3,9-9, 4").unwrap(), [3, 9, 4]);
        for wrong in ["x", "7-5", "1-", "-3", "1-4000000000", "2.5"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn settings_are_numbers_texts_or_rules() {
        let texts = ["rounds=4", "format=swiss", "start=10:20", "rules.pool_empty=pass", "rules.jokers=out"];
        let settings = read_settings(&texts.map(str::to_owned)).unwrap();
        assert_eq!(
            Value::Object(settings),
            json!({"rounds": 4, "format": "swiss", "start": "10:20",
                "rules": {"pool_empty": "pass", "jokers": "out"}})
        );
        assert!(read_settings(&["rounds".to_owned()]).is_err());
        assert!(read_settings(&["rounds=4".to_owned(), "rounds.x=4".to_owned()]).is_err());
    }
}
