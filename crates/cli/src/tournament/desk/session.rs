//! A tournament at the desk: its file, and one command after the other.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use trinta_tournament::{Fields, Log, Number, Reply, Role, Tournament};

use crate::failure::Failure;
use crate::tournament::desk::hint;
use crate::tournament::desk::result_line::TypedPlayer;
use crate::tournament::event_file::{EventFile, EventFileError};
use crate::tournament::seed;

/// The file that a command is about.
#[derive(Debug, Args)]
pub(in crate::tournament) struct FileArgs {
    /// The tournament's file
    #[arg(long = "event", value_name = "FILE", env = "TRINTA_EVENT")]
    pub(in crate::tournament) path: PathBuf,
}

/// Who gives a command, when and why.
#[derive(Debug, Args)]
pub(super) struct GivenArgs {
    /// The role in which the command is given [default: organiser; head-judge for `admit` and `rule`]
    #[arg(long, value_name = "ROLE", ignore_case = true)]
    pub(super) by: Option<GivenBy>,
    /// The time by the hall's clock, such as 10:20 or 10:20:30
    #[arg(long, value_name = "TIME")]
    pub(super) at: Option<String>,
    /// The reason, which rulings need
    #[arg(long, short, value_name = "TEXT")]
    pub(super) why: Option<String>,
}

/// A role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum GivenBy {
    Organiser,
    #[value(alias = "hj")]
    HeadJudge,
    Judge,
}

impl GivenBy {
    pub(super) const fn role(self) -> Role {
        match self {
            GivenBy::Organiser => Role::Organiser,
            GivenBy::HeadJudge => Role::HeadJudge,
            GivenBy::Judge => Role::Judge,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            GivenBy::Organiser => "organiser",
            GivenBy::HeadJudge => "head-judge",
            GivenBy::Judge => "judge",
        }
    }
}

impl GivenArgs {
    fn add_to(&self, command: &mut Map<String, Value>) {
        let by = self.by.map(|by| by.as_str().to_owned());
        for (name, value) in [("by", &by), ("at", &self.at), ("why", &self.why)] {
            if let Some(value) = value {
                command.insert(name.to_owned(), json!(value));
            }
        }
    }
}

/// A tournament whose file is open for writing.
pub(super) struct Desk {
    file: EventFile,
    log: Log,
}

/// What a command would do, or did.
pub(super) struct Done {
    pub(super) answer: Fields,
    /// The tournament before the command.
    pub(super) before: Tournament,
}

impl Desk {
    pub(super) fn open(path: &Path) -> Result<Desk, Failure> {
        let opened = EventFile::open_existing(path);
        let (file, log) = opened.map_err(|error| unusable(path, &error))?;
        Ok(Desk { file, log })
    }

    /// Creates a tournament in a file that does not exist, or is empty. A refused command leaves no file behind.
    pub(super) fn create(path: &Path, command: Map<String, Value>) -> Result<(Log, Fields), Failure> {
        if !path.exists() {
            answer(&mut Log::default(), command.clone())?;
        }
        let opened = EventFile::open(path);
        let (mut file, mut log) = opened.map_err(|error| unusable(path, &error))?;
        let reply = answer(&mut log, command)?;
        file.keep(&reply, &log).map_err(|error| unusable(path, &error))?;
        Ok((log, reply.answer))
    }

    pub(super) const fn log(&self) -> &Log {
        &self.log
    }

    pub(super) fn tournament(&self) -> Result<&Tournament, Failure> {
        tournament(&self.log)
    }

    /// Gives a command; it is on disk when this returns.
    pub(super) fn submit(&mut self, mut command: Map<String, Value>, given: &GivenArgs) -> Result<Done, Failure> {
        given.add_to(&mut command);
        let before = self.tournament()?.clone();
        let reply = answer(&mut self.log, command)?;
        self.file.keep(&reply, &self.log).map_err(|error| unusable(self.file.path(), &error))?;
        Ok(Done { answer: reply.answer, before })
    }

    /// Shows what a command would do: it is decided, but not kept. The desk is good for nothing else afterwards.
    pub(super) fn preview(&mut self, mut command: Map<String, Value>, given: &GivenArgs) -> Result<Done, Failure> {
        given.add_to(&mut command);
        // The reason is asked for when it is done.
        command.entry("why").or_insert_with(|| "preview".into());
        // Nothing is done, so it does not matter yet who may do it.
        command.entry("by").or_insert_with(|| "head-judge".into());
        let before = self.tournament()?.clone();
        let answer = answer(&mut self.log, command)?.answer;
        Ok(Done { answer, before })
    }
}

/// Reads a tournament's log without opening it for writing.
pub(in crate::tournament) fn read_log(path: &Path) -> Result<Log, Failure> {
    let entries = EventFile::read(path).map_err(|error| unusable(path, &error))?;
    let entries = entries.into_iter().map(|(_, entry)| entry).collect();
    Log::open(entries).map_err(|error| unusable(path, &error.into()))
}

/// The tournament of a log that has one.
pub(in crate::tournament) fn tournament(log: &Log) -> Result<&Tournament, Failure> {
    log.tournament().ok_or_else(|| {
        Failure::Input("this file has no tournament yet: begin with `trinta tournament new TITLE DATE`".to_owned())
    })
}

/// Asks a question, as `trinta tournament run` would.
pub(super) fn ask(log: &mut Log, what: &str, more: Value) -> Result<Fields, Failure> {
    let mut question = fields(more);
    question.insert("do".to_owned(), "ask".into());
    question.insert("what".to_owned(), what.into());
    Ok(answer(log, question)?.answer)
}

/// The fields of a JSON object.
pub(super) fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn answer(log: &mut Log, command: Map<String, Value>) -> Result<Reply, Failure> {
    let name = command.get("do").and_then(Value::as_str).unwrap_or_default().to_owned();
    let reply = log.answer(&Value::Object(command).to_string(), seed::generate);
    match reply.answer.get("error") {
        Some(error) => Err(Failure::Input(hint::explain(&name, error))),
        None => Ok(reply),
    }
}

pub(in crate::tournament) fn unusable(path: &Path, error: &EventFileError) -> Failure {
    let missing = matches!(error, EventFileError::Io(error) if error.kind() == std::io::ErrorKind::NotFound);
    let hint = if missing { "; `trinta tournament new` makes a tournament" } else { "" };
    Failure::Input(format!("{}: {error}{hint}", path.display()))
}

/// The number of a player who was named by seat or by number.
pub(super) fn number_of(player: TypedPlayer, seats: &[Number]) -> Result<Number, String> {
    match player {
        TypedPlayer::Number(number) => Ok(Number(number)),
        TypedPlayer::Seat(_) if seats.is_empty() => {
            Err("nobody sits at this table\n  `trinta tournament seating` shows who sits where".to_owned())
        }
        TypedPlayer::Seat(seat) => seats
            .get(seat)
            .copied()
            .ok_or_else(|| format!("there is no seat {player} at this table, which has {} players", seats.len())),
    }
}
