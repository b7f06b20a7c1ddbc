//! Events as sentences.

use trinta_core::{DrawReason, EndReason, EventOf, PassReason, Seat, Seen, SeenEvent, Tiles, View};

use crate::output::{BAD, GOOD, paint, paint_tiles};

/// Describes an event in a sentence; `before` is the view before the event.
pub(super) fn describe(event: &SeenEvent, before: &View, names: &[String]) -> String {
    let who = |seat: &Seat| name(names, *seat);
    match event {
        EventOf::Lot { draws } => {
            let lots = draws.iter().map(|draw| {
                let tiles: Vec<String> = draw.tiles.iter().map(|tile| paint_tiles(&tile.to_string())).collect();
                format!("{} {}", who(&draw.seat), tiles.join(", then "))
            });
            format!("Lots: {}.", lots.collect::<Vec<_>>().join("; "))
        }
        EventOf::Dealt { starter, .. } => format!("The tiles are dealt. {} starts.", who(starter)),
        EventOf::NewDeal { seat, pairs } => {
            format!("{} shows three pairs and asks for a new deal: {}.", who(seat), tile_text(pairs))
        }
        EventOf::Played { seat, placed, opening, score, time_up, .. } => {
            let mut text = format!("{} plays {}", who(seat), tile_text(placed));
            if let Some(points) = opening {
                text += &match before.state.settings().numbers() {
                    Some(_) => format!(" and opens with {points} points"),
                    None => format!(" and opens with a word of {points} letters"),
                };
            }
            if let Some(points) = score {
                text += &format!(", scoring {points}");
            }
            text + if *time_up { ", just as time runs out." } else { "." }
        }
        EventOf::Refused { seat, misspelt, .. } => {
            format!("{} is refused: {} is not in the list.", who(seat), misspelt.join(", "))
        }
        EventOf::Drew { seat, tiles, why } => {
            let reason = match why {
                DrawReason::Choice => "",
                DrawReason::TimeUp => " because time is up",
                DrawReason::Penalty => " as a penalty: time ran out in the middle of a play",
                DrawReason::Misspelt => " for misspelt words",
                DrawReason::FailedChallenge => " for a challenge that failed",
                DrawReason::Fill => " to fill up the rack",
            };
            format!("{} draws {}{reason}.", who(seat), seen_tile_text(tiles))
        }
        EventOf::Passed { seat, why } => {
            let passes = match why {
                PassReason::Choice => format!("{} passes.", who(seat)),
                PassReason::TimeUp => format!("Time is up, and {} passes.", who(seat)),
            };
            if begins_the_last_circle(event, before) {
                passes + " Everybody has passed: one more circle of passes ends the game."
            } else {
                passes
            }
        }
        EventOf::Returned { seat, tiles, .. } => {
            format!("{} can't put back {}, which go to the pool.", who(seat), tile_text(tiles))
        }
        EventOf::Challenged { by, misspelt } if misspelt.is_empty() => {
            format!("{} challenges, but every word is correct.", who(by))
        }
        EventOf::Challenged { by, misspelt } => format!("{} challenges: {} is wrong.", who(by), misspelt.join(", ")),
        EventOf::TakenBack { seat } => format!("The play of {} is taken back.", who(seat)),
        EventOf::Accepted { seat } => format!("{} accepts the play.", who(seat)),
        EventOf::ChallengeClosed { seat } => format!("The play of {} stands.", who(seat)),
        EventOf::Ended { reason, winners, .. } => ended(*reason, winners, names),
    }
}

/// N15: whether after this pass one more circle of passes ends the game.
fn begins_the_last_circle(event: &SeenEvent, before: &View) -> bool {
    let mut after = before.clone();
    after.apply(event);
    after.state.is_last_circle() && !before.state.is_last_circle()
}

fn ended(reason: EndReason, winners: &[Seat], names: &[String]) -> String {
    let why = match reason {
        EndReason::Out => "The rack is empty",
        EndReason::Blocked => "The pool is empty and nobody can play any more",
        EndReason::Passes => "The pool is empty and everybody passed",
        EndReason::PoolEmpty => "The pool is empty",
        EndReason::LastTurns => "Everybody had the last turn",
    };
    let winners: Vec<String> = winners.iter().map(|seat| name(names, *seat)).collect();
    let verb = if winners.len() == 1 { "wins" } else { "win" };
    format!("{why}. {} {verb}.", paint(GOOD, winners.join(", ")))
}

/// A player's name, or the seat if there is none.
pub(super) fn name(names: &[String], seat: Seat) -> String {
    names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
}

fn tile_text(tiles: &Tiles) -> String {
    paint_tiles(&tiles.to_string())
}

/// Tiles as the viewer may see them.
pub(super) fn seen_tile_text(tiles: &Seen) -> String {
    match &tiles.tiles {
        Some(tiles) => tile_text(tiles),
        None if tiles.count == 1 => "a tile".to_owned(),
        None => format!("{} tiles", tiles.count),
    }
}

/// A score, green or red, right-aligned.
pub(super) fn score(score: trinta_core::Score) -> String {
    let style = if score < trinta_core::Score::ZERO { BAD } else { GOOD };
    paint(style, format!("{score:>6}"))
}
