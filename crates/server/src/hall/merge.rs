//! What comes a second time, or from two devices: what merges without a word, and what is a conflict.
//!
//! Devices without a network send later what they did, in any order. A step that is already taken is not taken again; a
//! result that is there already is the same result, or a conflict for the head judge.

use trinta_tournament::{
    CaseSubject, Command, DrawPurpose, Event, GameId, HallCommand, Number, Outcome, Request, ResultCommand, Role,
    Tournament, decide,
};

use crate::hall::rights::{Authority, Sheet};

/// What a command is to a tournament that has moved on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    /// What it asks for is already so.
    Merged,
    /// It contradicts a result that is there, or comes after its round was closed.
    Conflict(GameId),
}

/// Whether a command is settled already; none: it has to be decided.
#[must_use]
pub(super) fn settled(
    tournament: &Tournament,
    authority: Authority,
    request: &Request,
    device: &str,
) -> Option<Settled> {
    if matches!(authority, Authority::Sheet(sheet) if sheet.is_closed(tournament)) {
        return settled_late(tournament, request, device);
    }
    let table = |round: i64, table: i64| tournament.table(u32::try_from(round).ok()?, u32::try_from(table).ok()?);
    let merged = |is_so: bool| is_so.then_some(Settled::Merged);
    match &request.command {
        Command::Pause { round, table: at } => merged(table(*round, *at)?.paused_at.is_some()),
        Command::Resume { round, table: at } => {
            merged(tournament.has_started(u32::try_from(*round).ok()?) && table(*round, *at)?.paused_at.is_none())
        }
        Command::Draw(draw) if draw.purpose == Some(DrawPurpose::Start) && request.by == Role::Judge => {
            let id = game_id(draw.round?, draw.table?, draw.game)?;
            merged(tournament.turn_order(id).is_some())
        }
        Command::Result(result) => settled_result(tournament, result),
        Command::Hall(HallCommand::Step { round, table, game, step }) => {
            let id = game_id(*round, *table, *game)?;
            let taken = tournament.hall().steps(id).iter().any(|taken| taken.step >= *step);
            merged(taken || tournament.game(id)?.outcome.is_some())
        }
        Command::Hall(HallCommand::Sign { round, table, game, numbers }) => {
            settled_sign(tournament, game_id(*round, *table, *game)?, numbers, device)
        }
        Command::Hall(HallCommand::Claim { table, .. }) => merged(tournament.hall().device(*table) == Some(device)),
        _ => None,
    }
}

/// What a judge's device sends when its round is closed.
fn settled_late(tournament: &Tournament, request: &Request, device: &str) -> Option<Settled> {
    match &request.command {
        // A correction that comes too late is another result.
        Command::Result(result) | Command::Correct(result) => settled_result(tournament, result),
        // What was seen counts after the round as well.
        Command::Warn { .. } | Command::Protest { .. } | Command::Hall(HallCommand::Incident(_)) => None,
        Command::Hall(HallCommand::Sign { round, table, game, numbers }) => {
            settled_sign(tournament, game_id(*round, *table, *game)?, numbers, device)
        }
        // Pauses, steps, draws and calls change nothing any more.
        _ => Some(Settled::Merged),
    }
}

fn settled_sign(tournament: &Tournament, id: GameId, numbers: &[Number], device: &str) -> Option<Settled> {
    let signed = |number: &Number| tournament.hall().signed(id).any(|signed| signed == *number);
    let all_signed = !numbers.is_empty() && numbers.iter().all(signed);
    // Players who agreed with a result that became a case have not agreed with the one that is stored.
    (all_signed || has_conflict(tournament, id, device)).then_some(Settled::Merged)
}

/// Whether a device has sent a result that became a case.
fn has_conflict(tournament: &Tournament, id: GameId, device: &str) -> bool {
    tournament.cases().iter().any(|case| match &case.subject {
        CaseSubject::Conflict { seat, game, device: Some(from), .. } => {
            (*seat, *game) == (id.seat(), id.game) && from == device
        }
        _ => false,
    })
}

fn game_id(round: i64, table: i64, game: Option<i64>) -> Option<GameId> {
    Some(GameId {
        round: u32::try_from(round).ok()?,
        table: u32::try_from(table).ok()?,
        game: u32::try_from(game.unwrap_or(1)).ok()?,
    })
}

/// A result is the same if the tournament would record the same: by tiles or by sums, in any order of the players.
fn settled_result(tournament: &Tournament, result: &ResultCommand) -> Option<Settled> {
    let id = game_id(result.round?, result.table, result.game)?;
    let stored = tournament.game(id)?.outcome.as_ref();
    let closed = Sheet { round: id.round, table: id.table }.is_closed(tournament);
    if stored.is_none() && !closed {
        return None;
    }
    let correction = Request {
        by: Role::HeadJudge,
        at: None,
        why: Some("compared".to_owned()),
        command: Command::Correct(result.clone()),
    };
    // What could not be recorded at all is refused like any other result.
    let events = decide(Some(tournament), &correction);
    let same = match (stored, events.as_deref()) {
        (Some(Outcome::Scored(stored)), Ok([Event::Scored { result, .. }, ..])) => stored == result,
        _ => false,
    };
    Some(if same { Settled::Merged } else { Settled::Conflict(id) })
}
