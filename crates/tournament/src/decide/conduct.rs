//! Warnings, protests and rulings (G01 to G17).

use crate::command::Decision;
use crate::event::{CaseSubject, Event, Seat};
use crate::people::{Number, Status};
use crate::refusal::{Named, Refusal};
use crate::state::Tournament;

impl Tournament {
    pub(super) fn warn(&self, number: i64, why: String) -> Result<Vec<Event>, Refusal> {
        let player = self.player(number)?;
        let number = player.number;
        if player.status != Status::Present {
            return Err(Refusal::status(number, player.status));
        }
        let round = self.newest_started();
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
            | (CaseSubject::Protest { .. }, Decision::Uphold) => true,
            (CaseSubject::Conduct { .. } | CaseSubject::Cheating { .. }, Decision::Uphold)
            | (CaseSubject::Protest { .. }, Decision::Disqualify) => false,
        };
        if !fits {
            let choices = match found.subject {
                CaseSubject::Conduct { .. } | CaseSubject::Cheating { .. } => "dismiss or disqualify",
                CaseSubject::Protest { .. } => "dismiss or uphold",
            };
            return Err(Refusal::Malformed(format!("decision: this case ends with {choices}")));
        }
        if found.decision.is_some() {
            return Err(Refusal::Status(format!("case {case} is closed")));
        }
        match found.subject {
            CaseSubject::Conduct { number } | CaseSubject::Cheating { number, .. }
                if decision == Decision::Disqualify =>
            {
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
        let is_his = |case: &u32| {
            let subject = &self.cases[*case as usize - 1].subject;
            matches!(subject, CaseSubject::Conduct { number } | CaseSubject::Cheating { number, .. } if *number == player)
        };
        let close = |case| Event::CaseClosed { case, decision: Decision::Disqualify };
        let mut events: Vec<Event> = self.open_cases().into_iter().filter(is_his).map(close).collect();
        events.extend(self.leaving(player, Status::Disqualified));
        events
    }
}
