//! Faults of form that the types of a command leave open. They are answered before anything about the tournament.

use crate::command::{Command, Decision, DrawCommand, RackEntry, Request, ResultCommand};
use crate::refusal::Refusal;
use crate::settings::presets;

use super::rounds::TILES_DEALT;

/// Whether the fields of a command belong together.
pub(super) fn check(request: &Request) -> Result<(), Refusal> {
    match &request.command {
        Command::New { title, .. } if title.trim().is_empty() => malformed("title: an event needs a title"),
        // A preset is named in a field of the command; it is no setting.
        Command::New { preset: Some(preset), .. } if !presets().any(|(name, _)| name == preset) => {
            let names = presets().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
            Err(Refusal::Malformed(format!("preset: there is no preset `{preset}`; there are {names}")))
        }
        Command::Add { players } if players.is_empty() => malformed("players: name at least one"),
        Command::Add { players } => match players.iter().position(|person| person.name.trim().is_empty()) {
            Some(at) => {
                Err(Refusal::Malformed(format!("players: the name of player {} of this list is blank", at + 1)))
            }
            None => Ok(()),
        },
        Command::Redeal { tiles, .. } => match tiles.split_whitespace().count() {
            TILES_DEALT => Ok(()),
            dealt => Err(Refusal::Malformed(format!("tiles: {TILES_DEALT} are dealt, not {dealt}"))),
        },
        Command::Pause { .. } if request.at.is_none() => malformed("at: say when the table stops"),
        Command::Resume { .. } if request.at.is_none() => malformed("at: say when the table resumes"),
        Command::Draw(draw) => check_draw(draw),
        Command::Correct(result) if result.play_off.is_some() => malformed("a correction has `round` and `table`"),
        Command::Result(result) | Command::Correct(result) => check_result(result),
        Command::Rule { case, number, decision } => match (case, number) {
            (None, Some(_)) if *decision != Decision::Disqualify => {
                malformed("decision: without a case it can only be disqualify")
            }
            (Some(_), Some(_)) | (None, None) => malformed("a ruling is on a `case` or on a `number`"),
            _ => Ok(()),
        },
        Command::PlayOff { rank, order } if rank.is_some() != order.is_some() => {
            malformed("a ruling on a tie has `rank` and `order`")
        }
        _ => Ok(()),
    }
}

fn malformed(reason: &str) -> Result<(), Refusal> {
    Err(Refusal::Malformed(reason.to_owned()))
}

fn check_draw(draw: &DrawCommand) -> Result<(), Refusal> {
    let at_table = draw.round.is_some() && draw.table.is_some() && draw.play_off.is_none();
    let in_play_off = draw.round.is_none() && draw.table.is_none() && draw.play_off.is_some();
    let placed = match draw.purpose {
        Some(_) => at_table,
        None => (at_table || in_play_off) && draw.game.is_none(),
    };
    if !placed {
        return malformed("a draw has `round` and `table`, or `play_off`");
    }
    let mut keys = draw.tiles.iter().flat_map(|tiles| tiles.keys());
    match keys.find(|key| key.parse::<i64>().is_err()) {
        Some(key) => Err(Refusal::Malformed(format!("tiles: `{key}` is not a player's number"))),
        None => Ok(()),
    }
}

fn check_result(result: &ResultCommand) -> Result<(), Refusal> {
    let placed = match (result.round, result.play_off) {
        (Some(_), None) => true,
        (None, Some(_)) => result.game.is_none(),
        _ => false,
    };
    if !placed {
        return malformed("a result has `round` and `table`, or `play_off` and `table`");
    }
    result.racks.iter().try_for_each(check_rack)
}

/// What is said of a rack must belong together, whatever the game.
fn check_rack(entry: &RackEntry) -> Result<(), Refusal> {
    let malformed = |reason: &str| Err(Refusal::Malformed(format!("racks: player {}: {reason}", entry.number)));
    if entry.pushed {
        return Ok(());
    }
    if entry.opened && (entry.could.is_some() || entry.last_drawn.is_some()) {
        return malformed("`could` and `last_drawn` are said of a rack with \"opened\":false");
    }
    if entry.tiles.is_none() && entry.sum.is_none() && entry.could.is_none() {
        return malformed("say what is left, by `tiles` or `sum`");
    }
    Ok(())
}
