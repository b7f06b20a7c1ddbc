//! The log of an event: every command that was done, with the events it caused.
//!
//! Opening a log folds its events, so that a better way to seat players never seats an old event anew; [`Log::verify`]
//! decides every command again and compares.

mod erase;
mod undo;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
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
use crate::view::{Undoable, View, Viewer, ViewerRole};
use crate::what_if::{what_if, what_if_undone};

/// How many entries a view offers to take back.
const OFFERED: usize = 5;

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

    /// Adds entries that were decided elsewhere, and folds only those. One that takes an earlier entry back has all of them
    /// folded again.
    ///
    /// # Errors
    /// When they do not follow those that are there; then the log stays as it was.
    pub fn extend(&mut self, entries: Vec<Entry>) -> Result<(), LogError> {
        let before = self.entries.len();
        let undoes = !undo::undone(&entries).is_empty();
        self.entries.extend(entries);
        let folded =
            if undoes { fold(&self.entries) } else { fold_more(&self.entries, before, self.tournament.take()) };
        match folded {
            Ok(tournament) => {
                self.tournament = tournament;
                Ok(())
            }
            Err(error) => {
                self.entries.truncate(before);
                self.fold_again();
                Err(error)
            }
        }
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
            let before = &self.entries[..seq.saturating_sub(1) as usize];
            let mut events = decide_in(before, tournament.as_ref(), &request).map_err(refused)?;
            keep_versions(&mut events, &entry.events);
            let said = (request.by, request.at, &request.why) == (entry.by, entry.at, &entry.why);
            if !said || events != entry.events {
                return Err(LogError::Differs { seq });
            }
            apply(&mut tournament, &events, entry.at).map_err(|error| LogError::Apply { seq, error })?;
            if is_undo(&request) {
                tournament = fold(&self.entries[..seq as usize])?;
            }
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
        let id = fields.get("id").map(|id| id_as_given(line, id));
        let (answer, entry) = match self.done(fields, seed) {
            Ok(done) => done,
            Err(refusal) => return refused(id, &refusal),
        };
        let rewritten = entry.as_ref().is_some_and(|entry| is_forgetting(&entry.command));
        Reply { answer: Fields::new().with("ok", true).with_raw("id", id).and(answer), entry, rewritten }
    }

    /// Answers a line that may not even be text.
    pub fn answer_bytes(&mut self, line: &[u8], seed: impl FnOnce() -> Seed) -> Reply {
        match std::str::from_utf8(line) {
            Ok(line) => self.answer(line, seed),
            Err(error) => refused(None, &Refusal::BadJson(format!("it is not UTF-8: {error}"))),
        }
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
        let events = decide_in(&self.entries, self.tournament.as_ref(), &request)?;
        let before = self.tournament.as_ref().map(|tournament| Before::of(tournament, &events)).unwrap_or_default();
        // What was decided on this very state fits it.
        if let Err(error) = apply(&mut self.tournament, &events, request.at) {
            unreachable!("a decided command can be applied: {error}");
        }
        let Some(after) = &self.tournament else { return Err(Refusal::NoEvent) };
        let answer = answer::answer(&request, &before, &events, after);
        let undo = is_undo(&request);
        let Request { by, at, why, command: done } = request;
        self.entries.push(Entry { seq: self.entries.len() as u64 + 1, by, at, why, command, events });
        if undo {
            self.fold_again();
        }
        if done == Command::Hall(HallCommand::Forget {}) {
            self.forget_people();
        }
        Ok((answer, self.entries.last().cloned()))
    }

    /// Rewrites all entries without names, schools and free texts, and the state with them.
    fn forget_people(&mut self) {
        self.entries = without_people(&self.entries);
        self.fold_again();
    }

    fn fold_again(&mut self) {
        match fold(&self.entries) {
            Ok(tournament) => self.tournament = tournament,
            Err(error) => unreachable!("entries fit each other, erased or taken back as far as was checked: {error}"),
        }
    }

    /// What somebody may see, with the entries that they can take back; none before there is a tournament.
    #[must_use]
    pub fn view(&self, viewer: &Viewer) -> Option<View> {
        let view = self.tournament.as_ref()?.view(viewer);
        Some(with_undoable(view, &self.entries))
    }

    /// The newest entries that a role can take back, the newest first, at most this many.
    #[must_use]
    pub fn undoable(&self, by: Role, most: usize) -> Vec<Undoable> {
        undo::undoable(&self.entries, by, most)
    }

    /// The entries that were taken back.
    #[must_use]
    pub fn undone(&self) -> BTreeSet<u64> {
        undo::undone(&self.entries)
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

/// Decides a command with the log so far: only the log knows what an `undo` would take away from later entries.
fn decide_in(entries: &[Entry], tournament: Option<&Tournament>, request: &Request) -> Result<Vec<Event>, Refusal> {
    let events = decide(tournament, request)?;
    if let Command::Hall(HallCommand::Undo { seq }) = request.command {
        undo::check(entries, seq, request.by)?;
    }
    Ok(events)
}

const fn is_undo(request: &Request) -> bool {
    matches!(request.command, Command::Hall(HallCommand::Undo { .. }))
}

fn with_undoable(mut view: View, entries: &[Entry]) -> View {
    match &mut view {
        View::Organiser(view) => view.undoable = undo::undoable(entries, Role::Organiser, OFFERED),
        View::HeadJudge(view) => view.undoable = undo::undoable(entries, Role::HeadJudge, OFFERED),
        View::Judge(_) | View::Staff(_) | View::Player(_) | View::Public(_) => {}
    }
    view
}

/// What an `undo` would change.
fn undo_if(entries: &[Entry], tournament: &Tournament, request: &Request) -> Result<Fields, Refusal> {
    let events = decide_in(entries, Some(tournament), request)?;
    let seq = entries.len() as u64 + 1;
    let undo = Entry { seq, by: request.by, at: request.at, why: None, command: Map::new(), events };
    let entries = [entries, &[undo]].concat();
    let then = fold(&entries).ok().flatten().ok_or(Refusal::NoEvent)?;
    Ok(what_if_undone(tournament, &then))
}

/// Answers a question about a tournament with its log so far.
fn answer_question(question: &Question, tournament: &Tournament, entries: &[Entry]) -> Result<Fields, Refusal> {
    match question {
        Question::Log {} => {
            let undone = undo::undone(entries);
            let describe =
                |entry: &Entry| describe_entry(entry).with_some("undone", undone.contains(&entry.seq).then_some(true));
            Ok(Fields::new().with("log", entries.iter().map(describe).collect::<Vec<_>>()))
        }
        Question::WhatIf { command } => {
            let request = Request::read(without_id(command.clone()))?;
            if is_undo(&request) { undo_if(entries, tournament, &request) } else { what_if(tournament, &request) }
        }
        Question::View { role: ViewerRole::Organiser, table: None, number: None } => {
            Ok(Fields::new().with("view", with_undoable(tournament.view(&Viewer::Organiser), entries)))
        }
        Question::View { role: ViewerRole::HeadJudge, table: None, number: None } => {
            Ok(Fields::new().with("view", with_undoable(tournament.view(&Viewer::HeadJudge), entries)))
        }
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

fn refused(id: Option<Box<RawValue>>, refusal: &Refusal) -> Reply {
    Reply { answer: Fields::new().with("error", refusal.body()).with_raw("id", id), entry: None, rewritten: false }
}

/// The `id` of a line as it stands there, because a [`Value`] rounds large numbers.
fn id_as_given(line: &str, read: &Value) -> Box<RawValue> {
    #[derive(Deserialize)]
    struct Id {
        id: Option<Box<RawValue>>,
    }
    let given = serde_json::from_str(line).ok().and_then(|Id { id }| id);
    // `null` is read as none, and so is an `id` that is there twice: the last one counts.
    given.unwrap_or_else(|| RawValue::from_string(read.to_string()).unwrap_or_default())
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

fn apply(tournament: &mut Option<Tournament>, events: &[Event], at: Option<HallTime>) -> Result<(), ApplyError> {
    for event in events {
        match tournament {
            Some(tournament) => tournament.apply(event)?,
            None => *tournament = Some(Tournament::create(event)?),
        }
    }
    if let Some(tournament) = tournament {
        tournament.note_times(events, at);
    }
    Ok(())
}

fn fold(entries: &[Entry]) -> Result<Option<Tournament>, LogError> {
    fold_more(entries, 0, None)
}

/// Folds the entries after the first ones, which have led to this state.
fn fold_more(
    entries: &[Entry],
    folded: usize,
    mut tournament: Option<Tournament>,
) -> Result<Option<Tournament>, LogError> {
    let undone = undo::undone(&entries[folded..]);
    for (seq, entry) in (1..).zip(entries).skip(folded) {
        if entry.seq != seq {
            return Err(LogError::OutOfOrder(seq));
        }
        undo::fold_entry(&mut tournament, entry, &undone).map_err(|error| LogError::Apply { seq, error })?;
    }
    Ok(tournament)
}
