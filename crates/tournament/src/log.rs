//! The log of an event: every command that was done, with the events it caused.
//!
//! Opening a log folds its events, so that a better way to seat players never seats an old event anew; [`Log::verify`]
//! decides every command again and compares.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::answer::{self, Before, Fields, Question};
use crate::apply::ApplyError;
use crate::command::{Command, Request};
use crate::decide::decide;
use crate::event::Event;
use crate::people::Role;
use crate::random::Seed;
use crate::refusal::Refusal;
use crate::state::Tournament;
use crate::time::HallTime;

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place, from 1.
    pub seq: u64,
    /// The role that gave the command.
    pub by: Role,
    /// The time, if it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HallTime>,
    /// The reason, if it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The command as it was given.
    pub command: Map<String, Value>,
    /// The events that it caused.
    pub events: Vec<Event>,
}

/// An event with its log.
#[derive(Debug, Clone, Default)]
pub struct Log {
    entries: Vec<Entry>,
    tournament: Option<Tournament>,
}

/// A log that can't be opened, or does not verify.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LogError {
    /// An entry is not where it should be.
    #[error("entry {0} is missing or out of order")]
    OutOfOrder(u64),
    /// An entry does not fit those before it.
    #[error("entry {seq}: {error}")]
    Apply {
        /// The entry.
        seq: u64,
        /// What does not fit.
        error: ApplyError,
    },
    /// The command of an entry would be refused.
    #[error("entry {seq}: its command would be refused: {refusal}")]
    Refused {
        /// The entry.
        seq: u64,
        /// The refusal.
        refusal: Refusal,
    },
    /// The command of an entry would cause other events.
    #[error("entry {seq}: its command would cause other events than those in the log")]
    Differs {
        /// The entry.
        seq: u64,
    },
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The answer.
    pub answer: Fields,
    /// The entry that was added to the log, to be kept before the answer is given.
    pub entry: Option<Entry>,
}

impl Log {
    /// Opens a log: folds the events of its entries.
    ///
    /// # Errors
    /// When entries are missing or don't fit each other.
    pub fn open(entries: Vec<Entry>) -> Result<Log, LogError> {
        let tournament = fold(&entries)?;
        Ok(Log { entries, tournament })
    }

    /// The event, once it is made.
    #[must_use]
    pub const fn tournament(&self) -> Option<&Tournament> {
        self.tournament.as_ref()
    }

    /// The entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The event as it was after an entry.
    ///
    /// # Errors
    /// As [`Log::open`].
    pub fn at(&self, seq: u64) -> Result<Option<Tournament>, LogError> {
        fold(&self.entries[..self.entries.len().min(seq as usize)])
    }

    /// Decides every command again and compares what it causes with the log.
    ///
    /// # Errors
    /// The first entry that differs.
    pub fn verify(&self) -> Result<(), LogError> {
        let mut tournament: Option<Tournament> = None;
        for entry in &self.entries {
            let seq = entry.seq;
            let refused = |refusal| LogError::Refused { seq, refusal };
            let request = Request::read(without_id(entry.command.clone())).map_err(refused)?;
            let mut events = decide(tournament.as_ref(), &request).map_err(refused)?;
            keep_versions(&mut events, &entry.events);
            let said = (request.by, request.at, request.why) == (entry.by, entry.at, entry.why.clone());
            if !said || events != entry.events {
                return Err(LogError::Differs { seq });
            }
            apply(&mut tournament, &events).map_err(|error| LogError::Apply { seq, error })?;
        }
        Ok(())
    }

    /// Reads a command or question from a line of JSON, and answers it. A new event without a seed gets one from `seed`.
    pub fn answer(&mut self, line: &str, seed: impl FnOnce() -> Seed) -> Reply {
        let fields = match serde_json::from_str::<Value>(line) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return refused(None, &Refusal::BadJson("it is another kind of value".to_owned())),
            Err(error) => return refused(None, &Refusal::BadJson(error.to_string())),
        };
        let id = fields.get("id").cloned();
        let (answer, entry) = match self.done(fields, seed) {
            Ok(done) => done,
            Err(refusal) => return refused(id, &refusal),
        };
        Reply { answer: Fields::new().with("ok", true).with_some("id", id).and(answer), entry }
    }

    fn done(
        &mut self,
        given: Map<String, Value>,
        seed: impl FnOnce() -> Seed,
    ) -> Result<(Fields, Option<Entry>), Refusal> {
        let fields = without_id(given.clone());
        if fields.get("do").and_then(Value::as_str) == Some("ask") {
            return self.ask(fields).map(|answer| (answer, None));
        }
        let mut request = Request::read(fields)?;
        let mut command = given;
        if let Command::New { seed: missing @ None, .. } = &mut request.command {
            let seed = seed();
            command.insert("seed".to_owned(), json!(seed));
            *missing = Some(seed);
        }
        let events = decide(self.tournament.as_ref(), &request)?;
        let before = self.tournament.as_ref().map(|tournament| Before::of(tournament, &events)).unwrap_or_default();
        // What was decided on this very state fits it.
        if let Err(error) = apply(&mut self.tournament, &events) {
            unreachable!("a decided command can be applied: {error}");
        }
        let Some(after) = &self.tournament else { return Err(Refusal::NoEvent) };
        let answer = answer::answer(&request, &before, &events, after);
        let Request { by, at, why, .. } = request;
        let entry = Entry { seq: self.entries.len() as u64 + 1, by, at, why, command, events };
        self.entries.push(entry.clone());
        Ok((answer, Some(entry)))
    }

    fn ask(&self, fields: Map<String, Value>) -> Result<Fields, Refusal> {
        let question = Question::read(fields)?;
        let tournament = self.tournament.as_ref().ok_or(Refusal::NoEvent)?;
        if question == (Question::Log {}) {
            return Ok(Fields::new().with("log", self.entries.iter().map(describe_entry).collect::<Vec<_>>()));
        }
        tournament.ask(&question)
    }
}

fn describe_entry(entry: &Entry) -> Fields {
    Fields::new()
        .with("seq", entry.seq)
        .with("by", entry.by)
        .with_some("at", entry.at)
        .with_some("why", entry.why.as_ref())
        .with("command", &entry.command)
}

fn refused(id: Option<Value>, refusal: &Refusal) -> Reply {
    Reply { answer: Fields::new().with("error", refusal.to_json()).with_some("id", id), entry: None }
}

fn without_id(mut fields: Map<String, Value>) -> Map<String, Value> {
    fields.remove("id");
    fields
}

/// A tournament goes on with the versions of the rules and of the seating code that it began with.
fn keep_versions(decided: &mut [Event], logged: &[Event]) {
    if let (
        [Event::Created { rules_version, seating_version, .. }],
        [Event::Created { rules_version: rules_then, seating_version: seating_then, .. }],
    ) = (decided, logged)
    {
        (*rules_version, *seating_version) = (*rules_then, *seating_then);
    }
}

fn apply(tournament: &mut Option<Tournament>, events: &[Event]) -> Result<(), ApplyError> {
    for event in events {
        match tournament {
            Some(tournament) => tournament.apply(event)?,
            None => *tournament = Some(Tournament::create(event)?),
        }
    }
    Ok(())
}

fn fold(entries: &[Entry]) -> Result<Option<Tournament>, LogError> {
    let mut tournament = None;
    for (seq, entry) in (1..).zip(entries) {
        if entry.seq != seq {
            return Err(LogError::OutOfOrder(seq));
        }
        apply(&mut tournament, &entry.events).map_err(|error| LogError::Apply { seq, error })?;
    }
    Ok(tournament)
}
