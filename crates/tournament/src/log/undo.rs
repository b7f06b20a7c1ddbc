//! Taking an entry of the log back.
//!
//! The entry stays in the log, followed by the `undo` that takes it back; folding leaves it out. That is allowed if every
//! later command, decided again without it, causes the same events. Some entries rest on others although deciding them
//! does not look at those; [`rests_on`] names them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Entry, apply, without_id};
use crate::command::Request;
use crate::decide::decide;
use crate::event::{CaseSubject, Event};
use crate::hall::HallEvent;
use crate::people::Role;
use crate::refusal::{Named, Refusal};
use crate::state::Tournament;
use crate::view::Undoable;

/// Commands that stay: what they did has left the log, on paper or for good.
const FINAL: [&str; 5] = ["new", "printed", "finish", "forget", "undo"];
/// Commands that can take long to decide again for a large tournament. What lies before the newest of them is not
/// offered, but can be taken back all the same.
const SLOW: [&str; 2] = ["seat", "numbers"];

/// The entries that are taken back by others among these.
pub(super) fn undone(entries: &[Entry]) -> BTreeSet<u64> {
    let events = entries.iter().flat_map(|entry| &entry.events);
    events.filter_map(undoes).collect()
}

/// The entry that an event takes back.
const fn undoes(event: &Event) -> Option<u64> {
    match event {
        Event::Hall(HallEvent::Undone { seq }) => Some(*seq),
        _ => None,
    }
}

fn name(entry: &Entry) -> &str {
    entry.command.get("do").and_then(Value::as_str).unwrap_or_default()
}

/// Folds an entry, or counts its events without folding them if it is taken back: what is drawn later stays the same.
pub(super) fn fold_entry(
    tournament: &mut Option<Tournament>,
    entry: &Entry,
    undone: &BTreeSet<u64>,
) -> Result<(), crate::apply::ApplyError> {
    if undone.contains(&entry.seq) {
        if let Some(tournament) = tournament {
            tournament.event_count += entry.events.len() as u64;
        }
        return Ok(());
    }
    apply(tournament, &entry.events, entry.at)
}

/// Whether an entry can be taken back by a role.
pub(super) fn check(entries: &[Entry], seq: u64, by: Role) -> Result<(), Refusal> {
    let unknown = || Refusal::unknown(Named::Seq, i64::try_from(seq).unwrap_or(i64::MAX));
    let index = usize::try_from(seq).ok().and_then(|seq| seq.checked_sub(1)).ok_or_else(unknown)?;
    let entry = entries.get(index).ok_or_else(unknown)?;
    let mut left_out = undone(entries);
    if left_out.contains(&seq) {
        return Err(Refusal::Status(format!("entry {seq} is taken back already")));
    }
    if FINAL.contains(&name(entry)) {
        return Err(Refusal::NotUndoable { seq, command: name(entry).to_owned() });
    }
    if entry.by == Role::HeadJudge && by != Role::HeadJudge {
        return Err(Refusal::Role { by, needed: Role::HeadJudge });
    }
    left_out.insert(seq);
    let mut tournament = None;
    for before in &entries[..index] {
        fold_entry(&mut tournament, before, &left_out).map_err(|_| unknown())?;
    }
    check_later(tournament, entry, &entries[index..], &left_out)
}

/// Whether all entries from the one that is to be left out on would be decided just the same.
fn check_later(
    mut tournament: Option<Tournament>,
    entry: &Entry,
    from: &[Entry],
    left_out: &BTreeSet<u64>,
) -> Result<(), Refusal> {
    for later in from {
        let needed = || Refusal::NeededLater { seq: entry.seq, later: later.seq, command: name(later).to_owned() };
        if !left_out.contains(&later.seq) && name(later) != "undo" {
            let request = Request::read(without_id(later.command.clone()))?;
            let same = decide(tournament.as_ref(), &request).is_ok_and(|events| events == later.events);
            if !same || later.events.iter().any(|event| entry.events.iter().any(|before| rests_on(event, before))) {
                return Err(needed());
            }
        }
        fold_entry(&mut tournament, later, left_out).map_err(|_| needed())?;
    }
    Ok(())
}

/// Whether an event rests on an earlier one although the same command would be done without it: signatures and protests
/// are about the result that was there, and cases, calls and incidents are counted.
fn rests_on(later: &Event, before: &Event) -> bool {
    let of_game = |event: &Event| match event {
        Event::Scored { game, .. } | Event::Annulled { game } => Some(*game),
        _ => None,
    };
    match (later, before) {
        (Event::Hall(HallEvent::Signed { game, .. }), _) => of_game(before) == Some(*game),
        (Event::CaseOpened { .. }, Event::CaseOpened { .. })
        | (Event::Hall(HallEvent::Called { .. }), Event::Hall(HallEvent::Called { .. }))
        | (Event::Hall(HallEvent::Incident { .. }), Event::Hall(HallEvent::Incident { .. })) => true,
        (Event::CaseOpened { subject }, _) => of_case(subject, of_game(before)),
        _ => false,
    }
}

fn of_case(subject: &CaseSubject, game: Option<crate::event::GameId>) -> bool {
    subject.seat().is_some_and(|seat| game.is_some_and(|game| game.seat() == seat))
}

/// The newest entries that a role can take back, the newest first, at most this many.
pub(super) fn undoable(entries: &[Entry], by: Role, most: usize) -> Vec<Undoable> {
    /// Looking further back costs more than anybody would gain from it.
    const LOOK_BACK: usize = 12;
    let left_out = undone(entries);
    let oldest = entries.len().saturating_sub(LOOK_BACK);
    let mut states = Vec::new();
    let mut tournament = None;
    for (index, entry) in entries.iter().enumerate() {
        if index >= oldest {
            states.push(tournament.clone());
        }
        if fold_entry(&mut tournament, entry, &left_out).is_err() {
            return Vec::new();
        }
    }
    if tournament.is_none_or(|tournament: Tournament| tournament.is_finished() || tournament.hall().is_forgotten()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (index, state) in (oldest..entries.len()).zip(states).rev() {
        let entry = &entries[index];
        let allowed = !FINAL.contains(&name(entry)) && (entry.by != Role::HeadJudge || by == Role::HeadJudge);
        if allowed && !left_out.contains(&entry.seq) && found.len() < most {
            let mut without = left_out.clone();
            without.insert(entry.seq);
            if check_later(state, entry, &entries[index..], &without).is_ok() {
                let (seq, by, at, command) = (entry.seq, entry.by, entry.at, without_id(entry.command.clone()));
                found.push(Undoable { seq, by, at, command });
            }
        }
        let is_slow = SLOW.contains(&name(entry)) && !left_out.contains(&entry.seq);
        if found.len() == most || is_slow {
            break;
        }
    }
    found
}
