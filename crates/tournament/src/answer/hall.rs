//! Answers about the hall.

use std::collections::BTreeMap;

use crate::answer::Fields;
use crate::event::{Event, GameId, Seat};
use crate::hall::{Agenda, Call, Consequence, HallCommand, HallEvent, Incident, Reason};
use crate::people::Number;
use crate::state::{Outcome, Tournament};

impl Tournament {
    pub(super) fn answer_in_hall(&self, command: &HallCommand, events: &[Event]) -> Fields {
        let hall = self.hall();
        match command {
            HallCommand::Details(_) => self.answer_details(),
            HallCommand::Judges { .. } => self.answer_judges(self.next_round()),
            HallCommand::Staff { staff } => Fields::new().with("staff", staff.len()),
            HallCommand::Claim { table, .. } => Fields::new().with("table", table),
            HallCommand::Show { number, .. } => {
                let shown = self.people().get(*number).and_then(crate::people::Player::public_name);
                Fields::new().with("number", number).with("shown", shown)
            }
            HallCommand::Step { .. } | HallCommand::Sign { .. } => match events.first() {
                Some(Event::Hall(HallEvent::StepTaken { game, .. })) => Fields::new().with("steps", hall.steps(*game)),
                Some(Event::Hall(HallEvent::Signed { game, .. })) => self.answer_signatures(*game),
                _ => Fields::new(),
            },
            HallCommand::Incident(_) => {
                let case = events.iter().any(|event| matches!(event, Event::CaseOpened { .. }));
                let consequence = hall.incidents().last().map(|incident| self.consequence(incident));
                Fields::new()
                    .with("incident", hall.incidents().len())
                    .and(consequence.unwrap_or_default())
                    .with_some("case", case.then(|| self.cases().len()))
            }
            HallCommand::Call { .. } => Fields::new().with("call", hall.calls().len()),
            HallCommand::AnswerCall { call } => {
                let answered = (*call as usize).checked_sub(1).and_then(|index| hall.calls().get(index));
                Fields::new().with("call", call).with_some("waited", answered.and_then(|call| call.waited))
            }
            HallCommand::Escort { round, table, number, .. } => {
                Fields::new().with("round", round).with("table", table).with("number", number)
            }
            HallCommand::Dismiss { round, table } => {
                let state = self.table_state(*round as u32, *table as u32);
                Fields::new().with("round", round).with("table", table).with_some("state", state)
            }
            HallCommand::Postpone {} => Fields::new().with("postponed", true),
            HallCommand::Continue { .. } => {
                let round = self.newest_started();
                let date = Fields::new().with("postponed", false).with("date", self.date());
                date.with_some("deadline", self.deadline(round, 0))
            }
            HallCommand::AnnulRound { round } => {
                let annulled = events.iter().filter(|event| matches!(event, Event::Annulled { .. })).count();
                let seating = self.seating_after(*round as u32);
                Fields::new().with("annulled", annulled).with("seating", seating)
            }
            HallCommand::Undo { seq } => Fields::new().with("seq", seq),
            HallCommand::Conflict { .. } => Fields::new().with("case", self.cases().len()),
            HallCommand::Online { round, table, on } => {
                Fields::new().with("round", round).with("table", table).with("online", on)
            }
            HallCommand::Forget {} => Fields::new().with("forgotten", true),
        }
    }

    /// What follows from an incident at once, by the rules of the game.
    fn consequence(&self, incident: &Incident) -> Fields {
        let Consequence { draws, pool, left, next } = Consequence::of(&incident.what, self.rules());
        Fields::new().with_some("draws", draws).with_some("pool", pool).with_some("left", left).with_some("next", next)
    }

    /// The first round that has not started, or the last one.
    fn next_round(&self) -> u32 {
        (self.newest_started() + 1).min(self.settings().rounds)
    }

    /// The timetable of the day (A03 to A09).
    #[must_use]
    pub fn agenda(&self) -> Agenda {
        Agenda::new(self.settings(), self.hall().details())
    }

    /// The venue (A02): as it was said last, or as the settings have it.
    #[must_use]
    pub fn venue(&self) -> Option<&str> {
        let settings = Some(self.settings().venue.as_str()).filter(|venue| !venue.trim().is_empty());
        self.hall().details().venue.as_deref().or(settings)
    }

    pub(super) fn answer_details(&self) -> Fields {
        let fields = Fields::new().with("details", self.hall().details()).with_some("venue", self.venue());
        fields.with("agenda", self.agenda())
    }

    /// A16: the judges of a round, and which tables have none.
    pub(super) fn answer_judges(&self, round: u32) -> Fields {
        let judge = |table: u32| Some((table, self.hall().judge(round, table)?));
        let tables = (1..=self.settings().capacity).take_while(|_| self.hall().has_roster());
        let judges: BTreeMap<u32, &str> = tables.filter_map(judge).collect();
        Fields::new().with("round", round).with("judges", judges).with("without_judge", self.without_judge(round))
    }

    /// Those who have agreed with a result, and those who have not (X17).
    fn answer_signatures(&self, game: GameId) -> Fields {
        let signed: Vec<Number> = self.hall().signed(game).collect();
        Fields::new().with("signed", signed).with("unsigned", self.unsigned(game))
    }

    /// Those who played a game that has a result and have not agreed with it (X17).
    #[must_use]
    pub fn unsigned(&self, id: GameId) -> Vec<Number> {
        let Some(Outcome::Scored(result)) = self.game(id).and_then(|game| game.outcome.as_ref()) else {
            return Vec::new();
        };
        result.players().filter(|player| !self.hall().signed(id).any(|number| number == *player)).collect()
    }

    pub(super) fn answer_incidents(&self) -> Fields {
        let describe = |(number, incident): (usize, &Incident)| {
            Fields::new()
                .with("incident", number)
                .with_some("at", incident.at)
                .with_some("round", incident.seat.map(|seat| seat.round))
                .with_some("table", incident.seat.map(|seat| seat.table))
                .with_some("game", incident.game)
                .with_some("note", incident.note.as_ref())
                .with("what", &incident.what)
        };
        let incidents: Vec<Fields> = (1..).zip(self.hall().incidents()).map(describe).collect();
        let redeals = self.hall().all_redeals().map(|(id, number)| {
            let GameId { round, table, game } = id;
            Fields::new().with("round", round).with("table", table).with("game", game).with("number", number)
        });
        Fields::new().with("incidents", incidents).with("redeals", redeals.collect::<Vec<_>>())
    }

    pub(super) fn answer_calls(&self) -> Fields {
        let describe = |(number, call): (usize, &Call)| {
            let Seat { round, table } = call.seat;
            Fields::new()
                .with("call", number)
                .with("round", round)
                .with("table", table)
                .with_some("at", call.at)
                .with_some("why", call.why.as_ref())
                .with("answered", call.answered)
                .with_some("waited", call.waited)
        };
        Fields::new().with("calls", (1..).zip(self.hall().calls()).map(describe).collect::<Vec<_>>())
    }
}

/// The reasons for a warning that need only be named (G01 to G08).
pub(super) fn reasons() -> Fields {
    let reason = |reason: Reason| Fields::new().with("why", reason.name()).with("point", reason.point());
    Fields::new().with("reasons", Reason::ALL.map(reason))
}
