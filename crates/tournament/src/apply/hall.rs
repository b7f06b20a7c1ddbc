//! Folding what has happened in the hall.

use std::ops::RangeInclusive;

use crate::apply::ApplyError;
use crate::hall::{Call, Escort, HallEvent, StepTaken};
use crate::place::Seat;
use crate::public_name::PublicName;
use crate::state::{Round, RoundState, Tournament};
use crate::time::HallTime;

impl Tournament {
    pub(super) fn apply_in_hall(&mut self, event: &HallEvent) -> Result<(), ApplyError> {
        let judging = self.judging_rounds();
        let hall = &mut self.hall;
        match event {
            HallEvent::DetailsChanged { details } => hall.details = details.clone(),
            HallEvent::JudgeAssigned { table, name, round } => hall.assign(*table, *round, name.clone()),
            HallEvent::StaffListed { staff } => hall.staff.clone_from(staff),
            HallEvent::DeviceClaimed { table, device } => {
                hall.devices.insert(*table, device.clone());
                for round in judging {
                    hall.judged.entry(Seat { round, table: *table }).or_default().insert(device.clone());
                }
            }
            HallEvent::Shown { number, publicity, public_name } => {
                let public = PublicName { publicity: *publicity, chosen: public_name.clone() };
                self.people.show(*number, public);
            }
            HallEvent::StepTaken { game, step, at } => {
                hall.steps.entry(*game).or_default().push(StepTaken { step: *step, at: *at });
            }
            HallEvent::Incident { incident } => hall.incidents.push(incident.clone()),
            HallEvent::Signed { game, numbers } => hall.signed.entry(*game).or_default().extend(numbers),
            HallEvent::Called { seat, at, why } => {
                hall.calls.push(Call { seat: *seat, at: *at, why: why.clone(), answered: false, waited: None });
            }
            HallEvent::CallAnswered { call, at } => {
                let call = (*call as usize).checked_sub(1).and_then(|index| hall.calls.get_mut(index));
                let call = call.ok_or(ApplyError::NotThere)?;
                call.answered = true;
                call.waited = at.zip(call.at).and_then(|(answered, called)| answered.since(called));
            }
            HallEvent::Escorted { seat, number, name, at } => {
                hall.escorts.push(Escort { seat: *seat, number: *number, name: name.clone(), at: *at });
            }
            HallEvent::Dismissed { seat } => drop(hall.dismissed.insert(*seat)),
            HallEvent::Postponed { at, why } => hall.postpone(*at, why.clone()),
            HallEvent::Continued { at, date } => {
                let stopped_at = hall.postponed.take().ok_or(ApplyError::NotThere)?.at;
                self.date = date.unwrap_or(self.date);
                if let (Some(stopped_at), Some(at)) = (stopped_at, *at) {
                    self.shift_clocks(stopped_at, at);
                }
            }
            // What it takes back is left out when the log is folded.
            HallEvent::Undone { .. } => {}
            HallEvent::OnlineSet { seat, on: true } => drop(hall.online.insert(*seat)),
            HallEvent::OnlineSet { seat, on: false } => drop(hall.online.remove(seat)),
            HallEvent::Forgotten => hall.forgotten = true,
        }
        Ok(())
    }

    /// The rounds whose sheets are good now: the one that is played, and one that is published already.
    fn judging_rounds(&self) -> RangeInclusive<u32> {
        let published = |round: &Round| round.state >= RoundState::Published;
        let newest = self.rounds.iter().rposition(published).map_or(0, |at| at as u32 + 1);
        self.newest_started().max(1)..=newest
    }

    /// A13: the time between a postponement and the continuation, on whatever day, counts for no table that plays.
    fn shift_clocks(&mut self, stopped_at: HallTime, continued_at: HallTime) {
        let moved = |time: HallTime| match stopped_at.since(time) {
            Some(before) => continued_at.minus(before),
            None => time,
        };
        for round in self.rounds.iter_mut().filter(|round| round.state == RoundState::Started) {
            if round.tables.iter().all(crate::state::Table::is_complete) {
                continue;
            }
            round.started_at = round.started_at.map(moved);
            for table in &mut round.tables {
                table.paused_at = table.paused_at.map(moved);
                table.since = table.since.map(moved);
            }
        }
    }
}
