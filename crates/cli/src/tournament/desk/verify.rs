//! `verify`: decides every command of a file again, and says where the file differs.

use std::io::Write as _;

use serde_json::{Map, Value};
use trinta_tournament::{Entry, Event, Log, LogError, Request, decide};

use crate::failure::Failure;
use crate::output::{GOOD, paint, screen};
use crate::tournament::desk::session::{FileArgs, unusable};
use crate::tournament::desk::show::count;
use crate::tournament::event_file::EventFile;

pub(super) fn run(args: &FileArgs) -> Result<(), Failure> {
    let read = EventFile::read(&args.path).map_err(|error| unusable(&args.path, &error))?;
    let (lines, entries): (Vec<usize>, Vec<Entry>) = read.into_iter().unzip();
    let found = Log::open(entries.clone()).and_then(|log| log.verify());
    if let Err(error) = found {
        let seq = seq_of(&error);
        let line = (seq as usize).checked_sub(1).and_then(|at| lines.get(at)).copied().unwrap_or_default();
        let detail = difference(&entries, seq).map(|detail| format!("\n  {detail}")).unwrap_or_default();
        return Err(Failure::Input(format!("{}, line {line}: {error}{detail}", args.path.display())));
    }
    if EventFile::ends_in_a_part_of_a_line(&args.path).map_err(|error| unusable(&args.path, &error))? {
        writeln!(screen(), "The last line is not whole, as after a crash; the next command drops it.")?;
    }
    let entries = count(entries.len(), "command was", "commands were");
    Ok(writeln!(screen(), "{}: {entries} decided again with the same events.", paint(GOOD, "verified"))?)
}

const fn seq_of(error: &LogError) -> u64 {
    match error {
        LogError::OutOfOrder(seq)
        | LogError::Apply { seq, .. }
        | LogError::Refused { seq, .. }
        | LogError::Differs { seq }
        | LogError::NotErased { seq } => *seq,
    }
}

/// The first event that differs, as it is in the file and as it would be.
fn difference(entries: &[Entry], seq: u64) -> Option<String> {
    let at = (seq as usize).checked_sub(1)?;
    let entry = entries.get(at)?;
    let before = Log::open(entries[..at].to_vec()).ok()?;
    let command: Map<String, Value> = entry.command.clone().into_iter().filter(|(name, _)| name != "id").collect();
    let request = Request::read(command).ok()?;
    if (request.by, request.at, &request.why) != (entry.by, entry.at, &entry.why) {
        return Some("who, when or why is not as the command says".to_owned());
    }
    let decided = decide(before.tournament(), &request).ok()?;
    let text = |event: Option<&Event>| match event {
        Some(event) => serde_json::to_string(event).unwrap_or_default(),
        None => "nothing".to_owned(),
    };
    let pairs = (0..decided.len().max(entry.events.len())).map(|at| (entry.events.get(at), decided.get(at)));
    let (found, expected) = pairs.into_iter().find(|(found, expected)| found != expected)?;
    Some(format!("the file has {}\n  but it should be {}", text(found), text(expected)))
}
