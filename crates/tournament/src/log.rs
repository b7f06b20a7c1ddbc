//! The log of an event: every command that was done, with the events it caused.
//!
//! Opening a log folds its events, so that a better way to seat players never seats an old event anew; [`Log::verify`]
//! decides every command again and compares.

mod erase;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::answer::{self, Before, Fields, Question};
use crate::apply::ApplyError;
use crate::command::{Command, Request, take_field};
use crate::decide::decide;
use crate::event::Event;
use crate::hall::HallCommand;
use crate::people::Role;
use crate::random::Seed;
use crate::refusal::{Named, Refusal};
use crate::state::Tournament;
use crate::time::HallTime;
use crate::what_if::what_if;

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
    /// Names were erased, but an entry still has some.
    #[error("entry {seq} has names or texts, although they were erased: replace the file by what was written then")]
    NotErased {
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
    /// Whether earlier entries were rewritten too: all of [`Log::entries`] then replaces what was kept so far.
    pub rewritten: bool,
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

    /// The tournament as it was after an entry; none before the first.
    ///
    /// # Errors
    /// As [`Log::open`].
    pub fn state_after(&self, seq: u64) -> Result<Option<Tournament>, LogError> {
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
            if events != entry.events {
                return Err(LogError::Differs { seq });
            }
            apply(&mut tournament, &events).map_err(|error| LogError::Apply { seq, error })?;
        }
        if tournament.is_some_and(|tournament| tournament.hall().is_forgotten()) {
            let erased = without_people(&self.entries);
            if let Some((entry, _)) = self.entries.iter().zip(&erased).find(|(entry, erased)| entry != erased) {
                return Err(LogError::NotErased { seq: entry.seq });
            }
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
        let rewritten = entry.as_ref().is_some_and(|entry| is_forgetting(&entry.command));
        Reply { answer: Fields::new().with("ok", true).with_some("id", id).and(answer), entry, rewritten }
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
        let Request { by, at, why, command: done } = request;
        self.entries.push(Entry { seq: self.entries.len() as u64 + 1, by, at, why, command, events });
        if done == Command::Hall(HallCommand::Forget {}) {
            self.forget_people();
        }
        Ok((answer, self.entries.last().cloned()))
    }

    /// Rewrites all entries without names, schools and free texts, and the state with them.
    fn forget_people(&mut self) {
        self.entries = without_people(&self.entries);
        match fold(&self.entries) {
            Ok(tournament) => self.tournament = tournament,
            Err(error) => unreachable!("erased entries fit each other as they did before: {error}"),
        }
    }

    fn ask(&self, mut fields: Map<String, Value>) -> Result<Fields, Refusal> {
        let seq: Option<u64> = take_field(&mut fields, "seq")?;
        let question = Question::read(fields)?;
        let now = self.tournament.as_ref().ok_or(Refusal::NoEvent)?;
        let Some(seq) = seq else { return answer_question(&question, now, &self.entries) };
        let unknown = || Refusal::unknown(Named::Seq, i64::try_from(seq).unwrap_or(i64::MAX));
        let entries = usize::try_from(seq).ok().and_then(|seq| self.entries.get(..seq)).ok_or_else(unknown)?;
        let then = fold(entries).ok().flatten().ok_or_else(unknown)?;
        answer_question(&question, &then, entries)
    }
}

/// Answers a question about a tournament with its log so far.
fn answer_question(question: &Question, tournament: &Tournament, entries: &[Entry]) -> Result<Fields, Refusal> {
    match question {
        Question::Log {} => Ok(Fields::new().with("log", entries.iter().map(describe_entry).collect::<Vec<_>>())),
        Question::WhatIf { command } => what_if(tournament, without_id(command.clone())),
        _ => tournament.ask(question),
    }
}

fn is_forgetting(command: &Map<String, Value>) -> bool {
    command.get("do").and_then(Value::as_str) == Some("forget")
}

/// The entries without names, schools and free texts. Those that have none stay as they are.
fn without_people(entries: &[Entry]) -> Vec<Entry> {
    let texts: Vec<Value> = entries.iter().map(|entry| json!(entry.events)).collect();
    let pseudonyms = erase::Pseudonyms::of(texts.iter());
    let erase = |(entry, mut events): (&Entry, Value)| {
        let mut command = Value::Object(without_id(entry.command.clone()));
        pseudonyms.erase(&mut command);
        pseudonyms.erase(&mut events);
        let (Value::Object(command), Ok(events)) = (command, serde_json::from_value(events)) else {
            unreachable!("events have the same fields with erased texts");
        };
        Entry { why: entry.why.as_deref().map(erase::erased), command, events, ..entry.clone() }
    };
    entries.iter().zip(texts).map(erase).collect()
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
    Reply { answer: Fields::new().with("error", refusal.to_json()).with_some("id", id), entry: None, rewritten: false }
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
