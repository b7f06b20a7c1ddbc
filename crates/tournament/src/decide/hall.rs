//! Judges and staff, steps and incidents at tables, calls, postponement, forgetting (A13, A16, A17, C04 to C10, E11, G08).

use crate::command::{Command, Request};
use crate::event::{CaseSubject, Event, GameId, Seat};
use crate::hall::{
    DetailsChange, HallCommand, HallEvent, Incident, IncidentCommand, IncidentKind, JudgeAt, StaffMember, Step,
};
use crate::people::{Number, Player, Role, Status};
use crate::public_name::Publicity;
use crate::refusal::{Named, Refusal};
use crate::state::{Outcome, Table, Tournament};
use crate::time::HallTime;

/// The lowest role that may give a command.
pub(super) const fn needed_role(command: &HallCommand) -> Role {
    match command {
        HallCommand::Escort { .. } | HallCommand::Dismiss { .. } => Role::Staff,
        HallCommand::Claim { .. }
        | HallCommand::Step { .. }
        | HallCommand::Incident(_)
        | HallCommand::Sign { .. }
        | HallCommand::Conflict { .. }
        | HallCommand::Call { .. } => Role::Judge,
        HallCommand::Details(_)
        | HallCommand::Judges { .. }
        | HallCommand::Staff { .. }
        | HallCommand::Show { .. }
        | HallCommand::AnswerCall { .. }
        | HallCommand::Postpone {}
        | HallCommand::Continue { .. }
        | HallCommand::AnnulRound { .. }
        | HallCommand::Undo { .. }
        | HallCommand::Online { .. }
        | HallCommand::Forget {} => Role::Organiser,
    }
}

fn happened(event: HallEvent) -> Vec<Event> {
    vec![Event::Hall(event)]
}

fn not_blank(text: &str, field: &str) -> Result<(), Refusal> {
    if text.trim().is_empty() { Err(Refusal::Malformed(format!("{field}: it is blank"))) } else { Ok(()) }
}

impl Tournament {
    /// Whether the end of the tournament leaves room for a command: certificates are printed after it, and names can be
    /// erased.
    pub(super) const fn is_open_for(&self, command: &Command) -> bool {
        let after_the_end = matches!(command, Command::Printed { .. } | Command::Hall(HallCommand::Forget {}));
        !self.hall().is_forgotten() && (after_the_end || !self.is_finished())
    }

    /// A13: a postponed tournament is frozen, except for what the organiser decides about it.
    pub(super) fn check_postponed(&self, command: &Command) -> Result<(), Refusal> {
        let allowed = matches!(
            command,
            Command::Annul { .. }
                | Command::Hall(
                    HallCommand::Continue { .. }
                        | HallCommand::AnnulRound { .. }
                        | HallCommand::Details(_)
                        | HallCommand::Undo { .. }
                        | HallCommand::Forget {}
                )
        );
        if self.hall().postponed().is_some() && !allowed { Err(Refusal::Postponed) } else { Ok(()) }
    }

    pub(super) fn decide_in_hall(&self, command: &HallCommand, request: &Request) -> Result<Vec<Event>, Refusal> {
        let at = request.at;
        match command {
            HallCommand::Details(change) => self.change_details(change),
            HallCommand::Judges { judges, round } => self.assign_judges(judges, *round),
            HallCommand::Staff { staff } => list_staff(staff),
            HallCommand::Claim { table, device, take_over } => self.claim(*table, device, *take_over),
            HallCommand::Show { number, publicity, public_name } => {
                self.show(*number, *publicity, public_name.as_deref())
            }
            HallCommand::Step { round, table, game, step } => self.step(*round, *table, *game, *step, at),
            HallCommand::Incident(incident) => self.incident(incident, at),
            HallCommand::Sign { round, table, game, numbers } => self.sign(*round, *table, *game, numbers),
            HallCommand::Call { round, table } => {
                let (round, table, _) = self.playing_table(*round, *table)?;
                Ok(happened(HallEvent::Called { seat: Seat { round, table }, at, why: request.why.clone() }))
            }
            HallCommand::AnswerCall { call } => self.answer_call(*call, at),
            HallCommand::Escort { round, table, number, name } => {
                let (seat, there) = self.table_with(*round, *table, &[*number])?;
                if there.paused_at.is_none() {
                    return Err(Refusal::NotPaused(seat.table));
                }
                Ok(happened(HallEvent::Escorted { seat, number: *number, name: name.clone(), at }))
            }
            HallCommand::Dismiss { round, table } => self.dismiss(*round, *table),
            HallCommand::Postpone {} => {
                let why = request.why.clone().unwrap_or_default();
                Ok(happened(HallEvent::Postponed { at, why }))
            }
            HallCommand::Continue { date } => match self.hall().postponed() {
                Some(_) => Ok(happened(HallEvent::Continued { at, date: *date })),
                None => Err(Refusal::NotPostponed),
            },
            HallCommand::AnnulRound { round } => self.annul_round(*round),
            // Whether it can be taken back is for the log to say, which has everything that came after it.
            HallCommand::Undo { seq } => Ok(happened(HallEvent::Undone { seq: *seq })),
            HallCommand::Conflict { round, table, game, result, device } => {
                self.conflict(*round, *table, *game, result, device.as_deref())
            }
            HallCommand::Online { round, table, on } => self.set_online(*round, *table, *on),
            HallCommand::Forget {} if self.is_finished() || self.hall().postponed().is_some() => {
                Ok(happened(HallEvent::Forgotten))
            }
            HallCommand::Forget {} => Err(Refusal::NotFinished),
        }
    }

    /// A table is played either in the hall or at the server, from its first game on.
    fn set_online(&self, round: i64, table: i64, on: bool) -> Result<Vec<Event>, Refusal> {
        let round = self.round_number(round)?;
        if self.round(round).is_none() {
            return Err(Refusal::NotSeated(round));
        }
        let number = u32::try_from(table).unwrap_or_default();
        let there = self.table(round, number).filter(|there| there.was_used());
        let there = there.ok_or_else(|| Refusal::unknown(Named::Table, table))?;
        if let Some(game) = there.games.iter().position(|game| game.outcome.is_some()) {
            return Err(Refusal::ResultExists { table: number, game: game as u32 + 1 });
        }
        Ok(happened(HallEvent::OnlineSet { seat: Seat { round, table: number }, on }))
    }

    fn change_details(&self, change: &DetailsChange) -> Result<Vec<Event>, Refusal> {
        if change.counting.is_some_and(|minutes| minutes > 600) {
            return Err(Refusal::Malformed("counting: 0 to 600 minutes".to_owned()));
        }
        Ok(happened(HallEvent::DetailsChanged { details: self.hall().details().clone().changed(change) }))
    }

    /// A16: from the first round that a table has not finished, so that old rounds keep their judges.
    fn assign_judges(&self, judges: &[JudgeAt], round: Option<u32>) -> Result<Vec<Event>, Refusal> {
        let rounds = self.settings.rounds;
        if let Some(round) = round.filter(|round| !(1..=rounds).contains(round)) {
            return Err(Refusal::unknown(Named::Round, round));
        }
        let assign = |judge: &JudgeAt| {
            if judge.table == 0 || judge.table > self.settings.capacity {
                return Err(Refusal::unknown(Named::Table, judge.table));
            }
            if let Some(name) = &judge.name {
                not_blank(name, "name")?;
            }
            let newest = self.newest_started();
            let is_over = self.table(newest, judge.table).is_none_or(Table::is_complete);
            let first = if newest == 0 || is_over { newest + 1 } else { newest };
            let (table, name) = (judge.table, judge.name.clone());
            Ok(Event::Hall(HallEvent::JudgeAssigned { table, name, round: round.unwrap_or(first.min(rounds)) }))
        };
        judges.iter().map(assign).collect()
    }

    /// A11: one device at a time judges a table.
    fn claim(&self, table: u32, device: &str, take_over: bool) -> Result<Vec<Event>, Refusal> {
        not_blank(device, "device")?;
        if table == 0 || table > self.settings.capacity {
            return Err(Refusal::unknown(Named::Table, table));
        }
        match self.hall().device(table) {
            Some(other) if other != device && !take_over => Err(Refusal::Taken(table)),
            _ => Ok(happened(HallEvent::DeviceClaimed { table, device: device.to_owned() })),
        }
    }

    fn show(
        &self,
        number: Number,
        publicity: Option<Publicity>,
        public_name: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        let player = self.player(i64::from(number.0))?;
        let publicity = publicity.unwrap_or(player.public.publicity);
        let chosen = match public_name {
            Some(name) => Some(name.trim().to_owned()).filter(|name| !name.is_empty()),
            None => player.public.chosen.clone(),
        };
        Ok(happened(HallEvent::Shown { number, publicity, public_name: chosen }))
    }

    /// C10: each step once and in order; play begins when the starter is known.
    fn step(
        &self,
        round: i64,
        table: i64,
        game: Option<i64>,
        step: Step,
        at: Option<HallTime>,
    ) -> Result<Vec<Event>, Refusal> {
        let (id, _, there) = self.playing_game(round, table, game)?;
        if there.outcome.is_some() {
            return Err(Refusal::ResultExists { table: id.table, game: id.game });
        }
        if let Some(last) = self.hall().steps(id).last().filter(|last| last.step >= step) {
            let name = |step: Step| serde_json::to_string(&step).unwrap_or_default();
            let reason = format!("step: {} comes before {}", name(step), name(last.step));
            return Err(Refusal::Status(if last.step == step {
                format!("{} is marked already", name(step))
            } else {
                reason
            }));
        }
        if step == Step::Play && self.turn_order(id).is_none() {
            return Err(Refusal::Status("nobody knows yet who starts: draw for the start first".to_owned()));
        }
        Ok(happened(HallEvent::StepTaken { game: id, step, at }))
    }

    fn incident(&self, command: &IncidentCommand, at: Option<HallTime>) -> Result<Vec<Event>, Refusal> {
        let kind = command.kind.clone();
        let players = kind.players();
        let (seat, game) = match (command.round, command.table) {
            (Some(round), Some(table)) => {
                let game = command.game.map(|game| self.playing_game(round, table, Some(game))).transpose()?;
                let (seat, _) = self.table_with(round, table, &players)?;
                (Some(seat), game.map(|(id, _, _): (GameId, _, _)| id.game))
            }
            (None, None) if command.game.is_none() && !kind.needs_table() => {
                for number in &players {
                    self.player(i64::from(number.0))?;
                }
                (None, None)
            }
            _ => return Err(Refusal::Malformed("say `round` and `table`, where it happened".to_owned())),
        };
        let note = command.note.clone().filter(|note| !note.trim().is_empty());
        let mut events = Vec::new();
        if let IncidentKind::AidFound { number } = kind {
            // G03: an aid is cheating, whatever warnings there were.
            let player = self.player(i64::from(number.0))?;
            if player.status != Status::Present {
                return Err(Refusal::status(number, player.status));
            }
            let why = note.clone().unwrap_or_else(|| "aid-found".to_owned());
            events.push(Event::CaseOpened { subject: CaseSubject::Cheating { number, why } });
        }
        let incident = Incident { at, seat, game, note, what: kind };
        events.push(Event::Hall(HallEvent::Incident { incident }));
        Ok(events)
    }

    /// X17: those who played agree with the result as it is.
    fn sign(&self, round: i64, table: i64, game: Option<i64>, numbers: &[Number]) -> Result<Vec<Event>, Refusal> {
        let (id, _, there) = self.playing_game(round, table, game)?;
        let Some(Outcome::Scored(result)) = &there.outcome else { return Err(Refusal::NoResult(id.table)) };
        let extra: Vec<Number> =
            numbers.iter().copied().filter(|number| !result.players().any(|player| player == *number)).collect();
        if !extra.is_empty() {
            return Err(Refusal::WrongPlayers { missing: Vec::new(), extra });
        }
        Ok(happened(HallEvent::Signed { game: id, numbers: numbers.to_vec() }))
    }

    fn answer_call(&self, call: u32, at: Option<HallTime>) -> Result<Vec<Event>, Refusal> {
        let found = (call as usize).checked_sub(1).and_then(|index| self.hall().calls().get(index));
        match found {
            None => Err(Refusal::unknown(Named::Call, call)),
            Some(found) if found.answered => Err(Refusal::Status(format!("call {call} is answered"))),
            Some(_) => Ok(happened(HallEvent::CallAnswered { call, at })),
        }
    }

    /// G15: players stay until their scores are recorded.
    fn dismiss(&self, round: i64, table: i64) -> Result<Vec<Event>, Refusal> {
        let (round, table, there) = self.playing_table(round, table)?;
        if !there.is_complete() {
            return Err(Refusal::NoResult(table));
        }
        Ok(happened(HallEvent::Dismissed { seat: Seat { round, table } }))
    }

    /// A13: every game of a round that counts, or may yet, counts for nobody.
    fn annul_round(&self, round: i64) -> Result<Vec<Event>, Refusal> {
        let round = self.round_number(round)?;
        if !self.has_started(round) {
            return Err(Refusal::NotStarted(round));
        }
        let (mut after, mut events) = (self.clone(), Vec::new());
        for table in self.tables_of(round) {
            let games = self.table(round, table).map_or(0, |table| table.games.len() as u32);
            for game in 1..=games {
                let decided = match after.annul(round.into(), table.into(), Some(game.into())) {
                    Ok(decided) => decided,
                    // It counts for nobody already.
                    Err(Refusal::ResultExists { .. }) => continue,
                    Err(refusal) => return Err(refusal),
                };
                for event in &decided {
                    if after.apply(event).is_err() {
                        return Err(Refusal::unknown(Named::Game, game));
                    }
                }
                events.extend(decided);
            }
        }
        Ok(events)
    }

    /// A table of a round that has started, at which these players sit or sat.
    fn table_with(&self, round: i64, table: i64, players: &[Number]) -> Result<(Seat, &Table), Refusal> {
        let known: Result<Vec<&Player>, Refusal> =
            players.iter().map(|number| self.player(i64::from(number.0))).collect();
        known?;
        let (round, table, there) = self.playing_table(round, table)?;
        let sat = |number: &Number| {
            let played = there.games.iter().filter_map(|game| game.outcome.as_ref());
            there.players.contains(number) || played.into_iter().any(|outcome| outcome.players().contains(number))
        };
        let extra: Vec<Number> = players.iter().copied().filter(|number| !sat(number)).collect();
        if extra.is_empty() {
            Ok((Seat { round, table }, there))
        } else {
            Err(Refusal::WrongPlayers { missing: Vec::new(), extra })
        }
    }
}

fn list_staff(staff: &[StaffMember]) -> Result<Vec<Event>, Refusal> {
    for member in staff {
        not_blank(&member.name, "name")?;
    }
    Ok(happened(HallEvent::StaffListed { staff: staff.to_vec() }))
}
