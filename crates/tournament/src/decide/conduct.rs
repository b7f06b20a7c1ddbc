//! Warnings, protests and rulings (G01 to G17).

use serde_json::{Map, Value};

use crate::command::{Command, Decision, Request, ResultCommand};
use crate::event::{CaseSubject, Event, Seat};
use crate::people::{Number, Status};
use crate::refusal::{Named, Refusal};
use crate::state::{Outcome, Tournament};

impl Tournament {
    /// A warning may come after the round in which it was given: it counts all the same, at the table of that round.
    pub(super) fn warn(&self, number: i64, round: Option<i64>, why: String) -> Result<Vec<Event>, Refusal> {
        let player = self.player(number)?;
        let number = player.number;
        if player.status != Status::Present {
            return Err(Refusal::status(number, player.status));
        }
        let round = match round {
            None => self.newest_started(),
            Some(round) => {
                let round = self.round_number(round)?;
                if !self.has_started(round) {
                    return Err(Refusal::NotStarted(round));
                }
                round
            }
        };
        let seat = self.table_of(round, number).map(|table| Seat { round, table });
        let mut events = vec![Event::Offended { number, seat, why }];
        if self.warnings(number) == self.settings.warnings && self.open_conduct_case(number).is_none() {
            events.push(Event::CaseOpened { subject: CaseSubject::Conduct { number } });
        }
        Ok(events)
    }

    pub(super) fn protest(&self, round: i64, table: i64, why: String) -> Result<Vec<Event>, Refusal> {
        let (round, table, there) = self.playing_table(round, table)?;
        if !there.has_result() {
            return Err(Refusal::NoResult(table));
        }
        let subject = CaseSubject::Protest { seat: Seat { round, table }, why };
        Ok(vec![Event::CaseOpened { subject }])
    }

    /// A second result of a game, which is kept for the head judge instead of the one that is stored.
    pub(super) fn conflict(
        &self,
        round: i64,
        table: i64,
        game: Option<i64>,
        result: &Map<String, Value>,
        device: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        let other = other_result(result)?;
        if (other.round, other.table, other.game.unwrap_or(1)) != (Some(round), table, game.unwrap_or(1)) {
            return Err(Refusal::Malformed("result: it is of another game".to_owned()));
        }
        let (id, _, there) = self.playing_game(round, table, game)?;
        let outcome = there.outcome.as_ref().ok_or(Refusal::NoResult(id.table))?;
        let scored = self.scoring().score(&outcome.players(), other.ended, &other.racks)?;
        if matches!(outcome, Outcome::Scored(stored) if *stored == scored) {
            return Err(Refusal::Status("this is the result that is stored".to_owned()));
        }
        let device = device.map(str::to_owned);
        let subject = CaseSubject::Conflict { seat: id.seat(), game: id.game, result: result.clone(), device };
        Ok(vec![Event::CaseOpened { subject }])
    }

    pub(super) fn rule(
        &self,
        case: Option<i64>,
        number: Option<i64>,
        decision: Decision,
    ) -> Result<Vec<Event>, Refusal> {
        match (case, number) {
            (Some(case), None) => self.rule_on_case(case, decision),
            (None, Some(number)) if decision == Decision::Disqualify => {
                let player = self.player(number)?;
                if !player.status.is_in() {
                    return Err(Refusal::status(player.number, player.status));
                }
                Ok(self.disqualify(player.number))
            }
            (None, Some(_)) => Err(Refusal::Malformed("decision: without a case it can only be disqualify".to_owned())),
            _ => Err(Refusal::Malformed("a ruling is on a `case` or on a `number`".to_owned())),
        }
    }

    fn rule_on_case(&self, case: i64, decision: Decision) -> Result<Vec<Event>, Refusal> {
        let at = usize::try_from(case).ok().and_then(|case| case.checked_sub(1));
        let found = at.and_then(|at| self.cases.get(at)).ok_or_else(|| Refusal::unknown(Named::Case, case))?;
        let case = case as u32;
        let fits = match (&found.subject, decision) {
            (_, Decision::Dismiss)
            | (CaseSubject::Conduct { .. } | CaseSubject::Cheating { .. }, Decision::Disqualify)
            | (CaseSubject::Protest { .. } | CaseSubject::Conflict { .. }, Decision::Uphold) => true,
            (CaseSubject::Conduct { .. } | CaseSubject::Cheating { .. }, Decision::Uphold)
            | (CaseSubject::Protest { .. } | CaseSubject::Conflict { .. }, Decision::Disqualify) => false,
        };
        if !fits {
            let choices = match found.subject {
                CaseSubject::Conduct { .. } | CaseSubject::Cheating { .. } => "dismiss or disqualify",
                CaseSubject::Protest { .. } | CaseSubject::Conflict { .. } => "dismiss or uphold",
            };
            return Err(Refusal::Malformed(format!("decision: this case ends with {choices}")));
        }
        if found.decision.is_some() {
            return Err(Refusal::Status(format!("case {case} is closed")));
        }
        match found.subject {
            CaseSubject::Conflict { ref result, .. } if decision == Decision::Uphold => {
                let mut events = vec![Event::CaseClosed { case, decision }];
                events.extend(self.correct(&other_result(result)?)?);
                Ok(events)
            }
            CaseSubject::Conduct { number } | CaseSubject::Cheating { number, .. }
                if decision == Decision::Disqualify =>
            {
                if found.former.is_some() {
                    let reason = "is about somebody who withdrew, and whose number is another player's now: dismiss it";
                    return Err(Refusal::Status(format!("case {case} {reason}")));
                }
                match self.people.get(number) {
                    Some(player) if player.status.is_in() => Ok(self.disqualify(number)),
                    Some(player) => Err(Refusal::status(number, player.status)),
                    None => Err(Refusal::unknown(Named::Number, number.0)),
                }
            }
            _ => Ok(vec![Event::CaseClosed { case, decision }]),
        }
    }

    /// G04, G12: the player leaves, and with that all cases about them are closed.
    fn disqualify(&self, player: Number) -> Vec<Event> {
        let is_his = |case: &u32| self.cases[*case as usize - 1].player() == Some(player);
        let close = |case| Event::CaseClosed { case, decision: Decision::Disqualify };
        let mut events: Vec<Event> = self.open_cases().into_iter().filter(is_his).map(close).collect();
        events.extend(self.leaving(player, Status::Disqualified));
        events
    }
}

/// The result that a case holds.
fn other_result(fields: &Map<String, Value>) -> Result<ResultCommand, Refusal> {
    let request = Request::read(fields.clone())?;
    super::form::check(&request)?;
    match request.command {
        Command::Result(result) if result.play_off.is_none() => Ok(result),
        _ => Err(Refusal::Malformed("result: it is the command `result` of a game of a round".to_owned())),
    }
}
