//! Folding a record back into a game, with every step decided again.
//!
//! A record holds events. For each of them the command is found that must have caused it, the rules decide that
//! command again, and the events must be those of the record. So no rule is implemented twice.

use crate::game::{Actor, Aids, Command, CommandError, DrawReason, Event, Game, PassReason, Phase};
use crate::layout::{Layout, Table};
use crate::record::Record;
use crate::record::event_text::EventText;
use crate::record::trust::TrustedAnswers;
use crate::seat::Seat;

/// An event of a record that can't have happened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {}: {fault}", event + 1)]
pub struct ReplayError {
    /// The index of the event.
    pub event: usize,
    /// The reason for which it can't have happened.
    pub fault: ReplayFault,
}

/// The reason for which an event can't have happened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayFault {
    /// The header describes no table.
    #[error("{0}")]
    Header(String),
    /// The rules refuse it.
    #[error("the rules refuse this: {0}")]
    Refused(CommandError),
    /// The rules give another event here.
    #[error("by the rules this is: {expected}")]
    Differs {
        /// The event by the rules.
        expected: String,
    },
    /// An event that only follows others.
    #[error("this can't happen here by itself")]
    Stray,
    /// The record stops in the middle of a step.
    #[error("the record breaks off: what follows is {expected}")]
    BreaksOff {
        /// The event that follows by the rules.
        expected: String,
    },
}

/// Folds a record back into the game as it ended, trusting it for what only a search, a word list or the seed know.
///
/// A record that stops before the end of the game gives the game as it stands.
///
/// # Errors
/// The first event that the rules could not have produced.
pub fn replay(record: &Record) -> Result<Game, ReplayError> {
    let trust = TrustedAnswers::new(&record.events);
    let aids = Aids { search: &trust, spelling: &trust, shuffle: &trust };
    fold(record, &aids, &trust)
}

/// Folds a record with other aids than trust; where they can't tell, the record is believed.
pub(super) fn fold<'a>(record: &'a Record, aids: &Aids<'_>, trust: &TrustedAnswers<'a>) -> Result<Game, ReplayError> {
    let header = |fault: String| ReplayError { event: 0, fault: ReplayFault::Header(fault) };
    let mut game = Game::new(record.header.setup().map_err(|fault| header(fault.to_string()))?);
    let events = &record.events;
    let mut next = 0;
    while next < events.len() {
        let decided = replay_step(&game, &events[next..], aids, trust)
            .map_err(|(offset, fault)| ReplayError { event: next + offset, fault })?;
        decided.iter().for_each(|event| game.apply(event));
        next += decided.len();
    }
    Ok(game)
}

/// The events of the step that begins here, as the rules give them.
fn replay_step<'a>(
    game: &Game,
    events: &'a [Event],
    aids: &Aids<'_>,
    trust: &TrustedAnswers<'a>,
) -> Result<Vec<Event>, (usize, ReplayFault)> {
    let mut first_fault = None;
    for (actor, command) in causes(game, events) {
        for second_try in [false, true] {
            trust.at(&events[0], second_try);
            let fault = match game.decide(actor, &command, aids) {
                Err(error) => (0, ReplayFault::Refused(error)),
                Ok(decided) => match compare(&decided, events) {
                    // An event that only follows others must be part of this step: another answer may give it.
                    Ok(()) if events.get(decided.len()).is_some_and(never_begins_step) => {
                        (decided.len(), ReplayFault::Stray)
                    }
                    Ok(()) => return Ok(decided),
                    Err(fault) => fault,
                },
            };
            first_fault.get_or_insert(fault);
        }
    }
    Err(first_fault.unwrap_or((0, ReplayFault::Stray)))
}

fn compare(decided: &[Event], events: &[Event]) -> Result<(), (usize, ReplayFault)> {
    for (offset, event) in decided.iter().enumerate() {
        let expected = || EventText(event).to_string();
        match events.get(offset) {
            None => return Err((offset - 1, ReplayFault::BreaksOff { expected: expected() })),
            Some(recorded) if recorded != event => return Err((offset, ReplayFault::Differs { expected: expected() })),
            Some(_) => {}
        }
    }
    Ok(())
}

/// The commands that can have caused the first of these events.
fn causes(game: &Game, events: &[Event]) -> Vec<(Actor, Command)> {
    let time_up = |draft: Option<Layout>| (Actor::Host, Command::TimeUp { draft, restored: None });
    match &events[0] {
        Event::Lot { .. } => vec![(Actor::Host, Command::Deal)],
        Event::NewDeal { seat, .. } => vec![(Actor::Seat(*seat), Command::NewDeal)],
        Event::Played { table, time_up: true, .. } => vec![time_up(Some(proposed_layout(table)))],
        Event::Played { seat, table, .. } => {
            vec![(Actor::Seat(*seat), Command::Play { layout: proposed_layout(table) })]
        }
        Event::Refused { seat, layout, .. } => vec![(Actor::Seat(*seat), Command::Play { layout: layout.clone() })],
        Event::Drew { seat, why: DrawReason::Choice, .. } => vec![(Actor::Seat(*seat), Command::Draw)],
        Event::Drew { why: DrawReason::TimeUp, .. } => vec![time_up(None)],
        Event::Drew { why: DrawReason::Penalty, .. } => vec![time_up(Some(unfinished_draft(game)))],
        Event::Passed { seat, why: PassReason::Choice } => vec![(Actor::Seat(*seat), Command::Pass)],
        Event::Passed { why: PassReason::TimeUp, .. } => vec![time_up(None), time_up(Some(unfinished_draft(game)))],
        Event::Returned { table, .. } => {
            vec![(Actor::Host, Command::TimeUp { draft: None, restored: Some(proposed_layout(table)) })]
        }
        Event::Challenged { by, .. } => vec![(Actor::Seat(*by), Command::Challenge)],
        Event::Accepted { seat } => vec![(Actor::Seat(*seat), Command::Accept)],
        Event::ChallengeClosed { .. } => causes_of_closed_challenge(game, &events[1..]),
        // What only follows others has no cause of its own.
        Event::Drew { .. } | Event::Dealt { .. } | Event::TakenBack { .. } | Event::Ended { .. } => Vec::new(),
    }
}

/// Whether an event is never the first of a step.
fn never_begins_step(event: &Event) -> bool {
    match event {
        Event::Dealt { .. } | Event::TakenBack { .. } | Event::Ended { .. } => true,
        Event::Drew { why, .. } => !why.ends_turn(),
        _ => false,
    }
}

/// A play stands because time is over, or because the next player acted.
fn causes_of_closed_challenge(game: &Game, behind: &[Event]) -> Vec<(Actor, Command)> {
    if matches!(game.phase(), Phase::Provisional(_)) {
        return vec![(Actor::Host, Command::CloseChallenge)];
    }
    let fill = |event: &&Event| matches!(event, Event::Drew { why: DrawReason::Fill, .. });
    let acts = behind.iter().position(|event| !fill(&event)).unwrap_or(behind.len());
    let turn = game.turn().unwrap_or(Seat(0));
    match behind.get(acts) {
        Some(Event::Ended { .. }) | None => vec![(Actor::Seat(turn), Command::Draw)],
        Some(Event::ChallengeClosed { .. }) => Vec::new(),
        Some(_) => causes(game, &behind[acts..]),
    }
}

/// A table as a player would propose it, its jokers read as they lie.
fn proposed_layout(table: &Table) -> Layout {
    table.to_string().parse().unwrap_or_else(|_| table.layout().clone())
}

/// A draft that has begun and is no valid play: a lone joker beside the table.
fn unfinished_draft(game: &Game) -> Layout {
    let mut layout = game.table().layout().clone();
    layout.push([crate::tile::Laid::JOKER]);
    layout
}
