//! The effect of a command before it is given: nothing is changed (X19).

use crate::answer::{Before, Fields, answer, result_fields};
use crate::command::{Command, Request};
use crate::decide::decide;
use crate::event::Event;
use crate::people::Role;
use crate::ranking::Standing;
use crate::refusal::Refusal;
use crate::state::{RoundState, Tournament};

/// What a command would be answered, which lines of the standings it would change, and which seating.
pub(crate) fn what_if(now: &Tournament, request: &Request) -> Result<Fields, Refusal> {
    let events = decide(Some(now), request)?;
    let mut then = now.clone();
    if events.iter().any(|event| then.apply(event).is_err()) {
        unreachable!("a decided command can be applied");
    }
    let answer = answer(request, &Before::of(now, &events), &events, &then);
    Ok(Fields::new().with("answer", answer).and(differences(now, &then)))
}

/// What taking an entry back would change.
pub(crate) fn what_if_undone(now: &Tournament, then: &Tournament) -> Fields {
    Fields::new().with("answer", Fields::new()).and(differences(now, then))
}

fn differences(now: &Tournament, then: &Tournament) -> Fields {
    Fields::new().with("standings", changed_rows(now, then)).with("seatings", changed_seatings(now, then))
}

/// The lines of the standings that differ, each beside the line before.
fn changed_rows(now: &Tournament, then: &Tournament) -> Vec<Fields> {
    let before = now.standings().rows;
    let describe = |row: &Standing| Fields::new().with("rank", row.rank).and(result_fields(row));
    let mut changed = Vec::new();
    for row in then.standings().rows {
        let was = before.iter().find(|was| was.number == row.number);
        if was != Some(&row) {
            let fields = Fields::new().with("number", row.number).and(describe(&row));
            changed.push(fields.with_some("was", was.map(describe)));
        }
    }
    changed
}

/// Rounds whose seating would have to be asked for again, as it is and as it would be seated.
fn changed_seatings(now: &Tournament, then: &Tournament) -> Vec<Fields> {
    let mut changed = Vec::new();
    for (number, round) in (1_u32..).zip(then.rounds()) {
        let was_stale = now.round(number).is_none_or(|round| round.stale);
        if round.state == RoundState::Started || !round.stale || was_stale {
            continue;
        }
        let players = |tables: Vec<Vec<crate::people::Number>>| {
            let used = (1_u32..).zip(tables).filter(|(_, players)| !players.is_empty());
            used.map(|(table, players)| Fields::new().with("table", table).with("players", players)).collect::<Vec<_>>()
        };
        let was = round.tables.iter().map(|table| table.players.clone()).collect();
        let seat = Command::Seat { round: i64::from(number), tables: None };
        let request = Request { by: Role::Organiser, at: None, why: None, command: seat };
        let fields = Fields::new().with("round", number).with("was", players(was));
        // A draw that has to be made first leaves the new seating open.
        let seated = decide(Some(then), &request).ok().and_then(|events| {
            events.into_iter().find_map(|event| match event {
                Event::Seated { tables, .. } => Some(tables),
                _ => None,
            })
        });
        changed.push(fields.with_some("tables", seated.map(players)));
    }
    changed
}
