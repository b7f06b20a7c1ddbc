//! Deciding commands: each becomes events or a refusal, and changes nothing.

mod conduct;
mod contenders;
mod draws;
mod end;
mod form;
mod hall;
mod joining;
mod results;
mod rounds;
mod setup;

use crate::command::{Command, Request, ResultCommand};
use crate::event::{Event, GameId};
use crate::hall::HallCommand;
use crate::people::{Number, Player, Role};
use crate::refusal::{Named, Refusal};
use crate::state::{Game, RoundState, Table, Tournament};

/// Decides a command.
///
/// # Errors
/// Why it is refused.
pub fn decide(tournament: Option<&Tournament>, request: &Request) -> Result<Vec<Event>, Refusal> {
    form::check(request)?;
    if let Command::New { preset, title, date, set, seed, code_seed } = &request.command {
        if tournament.is_some() {
            return Err(Refusal::EventExists);
        }
        check_rights(request, false)?;
        return setup::create(preset.as_deref(), title, *date, set, (seed.as_ref(), code_seed.as_ref()));
    }
    let tournament = tournament.ok_or(Refusal::NoEvent)?;
    if !tournament.is_open_for(&request.command) {
        return Err(Refusal::Finished);
    }
    check_rights(request, tournament.is_ruling(&request.command))?;
    tournament.check_postponed(&request.command)?;
    tournament.decide(request)
}

/// Who may do it, and whether they say why (A11, A12, A14).
///
/// `ruling`: at this moment the command is the head judge's, although it is not always.
fn check_rights(request: &Request, ruling: bool) -> Result<(), Refusal> {
    let needed = if ruling { Role::HeadJudge } else { needed_role(&request.command) };
    let allowed = match needed {
        Role::Staff => true,
        Role::Judge => request.by != Role::Staff,
        Role::Organiser => matches!(request.by, Role::Organiser | Role::HeadJudge),
        Role::HeadJudge => request.by == Role::HeadJudge,
    };
    if !allowed {
        return Err(Refusal::Role { by: request.by, needed });
    }
    let replaced = ruling && matches!(request.command, Command::Draw(_));
    if (needs_reason(&request.command) || replaced) && request.why.is_none() {
        return Err(Refusal::Reason);
    }
    Ok(())
}

const fn needed_role(command: &Command) -> Role {
    match command {
        Command::Result(_)
        | Command::Correct(_)
        | Command::Draw(_)
        | Command::Redeal { .. }
        | Command::Warn { .. }
        | Command::Protest { .. }
        | Command::Pause { .. }
        | Command::Resume { .. } => Role::Judge,
        Command::Admit { .. }
        | Command::EnterLate { .. }
        | Command::ReEnter { .. }
        | Command::Rule { .. }
        | Command::PlayOff { rank: Some(_), .. } => Role::HeadJudge,
        Command::New { .. }
        | Command::Add { .. }
        | Command::Numbers { .. }
        | Command::CheckIn { .. }
        | Command::Briefing {}
        | Command::Withdraw { .. }
        | Command::Substitute { .. }
        | Command::SitOut { .. }
        | Command::Seat { .. }
        | Command::Publish { .. }
        | Command::Start { .. }
        | Command::Annul { .. }
        | Command::PlayOff { rank: None, .. }
        | Command::Finish {}
        | Command::Printed { .. } => Role::Organiser,
        Command::Hall(command) => hall::needed_role(command),
    }
}

const fn needs_reason(command: &Command) -> bool {
    matches!(
        command,
        Command::Admit { .. }
            | Command::EnterLate { .. }
            | Command::ReEnter { .. }
            | Command::Substitute { .. }
            | Command::Withdraw { .. }
            | Command::Seat { tables: Some(_), .. }
            | Command::Correct(_)
            | Command::Annul { .. }
            | Command::Protest { .. }
            | Command::Warn { .. }
            | Command::Rule { .. }
            | Command::PlayOff { rank: Some(_), .. }
            | Command::Hall(HallCommand::Postpone {} | HallCommand::AnnulRound { .. })
    )
}

impl Tournament {
    fn decide(&self, request: &Request) -> Result<Vec<Event>, Refusal> {
        let why = || request.why.clone().unwrap_or_default();
        match &request.command {
            Command::New { .. } => Err(Refusal::EventExists),
            Command::Add { players } => self.add(players),
            Command::Numbers { how } => self.number(*how),
            Command::CheckIn { numbers } => self.check_in(numbers),
            Command::Briefing {} => self.brief(),
            Command::Admit { number } => self.admit(*number),
            Command::EnterLate { number, player } => self.enter_late(*number, player.as_ref()),
            Command::ReEnter { number } => self.re_enter(*number),
            Command::Substitute { player } => self.substitute(player),
            Command::SitOut { date, numbers } => self.sit_out(*date, numbers),
            Command::Withdraw { number } => self.withdraw(*number),
            Command::Seat { round, tables } => self.propose(*round, tables.as_deref()),
            Command::Publish { round } => self.publish(*round),
            Command::Start { round } => self.start(*round, request.at),
            Command::Draw(draw) => self.draw(draw),
            Command::Redeal { round, table, game, number, tiles } => self.redeal(*round, *table, *game, *number, tiles),
            Command::Pause { round, table } => self.pause(*round, *table, request.at),
            Command::Resume { round, table } => self.resume(*round, *table, request.at),
            Command::Result(result) => self.result(result),
            Command::Correct(result) => self.correct(result),
            Command::Annul { round, table, game } => self.annul(*round, *table, *game),
            Command::Protest { round, table } => self.protest(*round, *table, why()),
            Command::Warn { number, round } => self.warn(*number, *round, why()),
            Command::Rule { case, number, decision } => self.rule(*case, *number, *decision),
            Command::PlayOff { rank, order } => self.play_off(*rank, order.as_deref()),
            Command::Finish {} => self.finish(),
            Command::Printed { what, address } => {
                Ok(vec![Event::Printed { what: what.clone(), address: address.clone() }])
            }
            Command::Hall(command) => self.decide_in_hall(command, request),
        }
    }

    /// Whether only the head judge may do this now: score a rack as pushed over (F12), correct a result whose players
    /// sit elsewhere by now (X17), or replace a draw (A14).
    fn is_ruling(&self, command: &Command) -> bool {
        let pushed = |result: &ResultCommand| result.racks.iter().any(|rack| rack.pushed);
        let next_started = |round: Option<i64>| {
            let next = round.and_then(|round| u32::try_from(round).ok()).and_then(|round| round.checked_add(1));
            next.is_some_and(|next| self.has_started(next))
        };
        match command {
            Command::Result(result) => pushed(result),
            Command::Correct(result) => pushed(result) || next_started(result.round),
            Command::Draw(draw) => self.replaces_draw(draw),
            _ => false,
        }
    }

    /// The player of a number.
    pub(crate) fn player(&self, number: i64) -> Result<&Player, Refusal> {
        let player = u32::try_from(number).ok().and_then(|number| self.people.get(Number(number)));
        player.ok_or_else(|| Refusal::unknown(Named::Number, number))
    }

    /// A round of the event, whether it is seated or not.
    pub(crate) fn round_number(&self, round: i64) -> Result<u32, Refusal> {
        let exists = u32::try_from(round).ok().filter(|round| (1..=self.settings.rounds).contains(round));
        exists.ok_or_else(|| Refusal::unknown(Named::Round, round))
    }

    /// A table with players of a round that has started.
    fn playing_table(&self, round: i64, table: i64) -> Result<(u32, u32, &Table), Refusal> {
        let (id, there, _) = self.playing_game(round, table, None)?;
        Ok((id.round, id.table, there))
    }

    /// A game at such a table; the first if none is named. What does not exist is refused before the state of the round.
    pub(crate) fn playing_game(
        &self,
        round: i64,
        table: i64,
        game: Option<i64>,
    ) -> Result<(GameId, &Table, &Game), Refusal> {
        let round = self.round_number(round)?;
        let id = u32::try_from(table).unwrap_or_default();
        let there = self.table(round, id).filter(|there| there.was_used());
        // Before a round is seated nobody can say which tables it has.
        if there.is_none() && self.round(round).is_some() {
            return Err(Refusal::unknown(Named::Table, table));
        }
        let number = game.unwrap_or(1);
        let exists = u32::try_from(number).ok().filter(|game| (1..=self.phase(round).games_per_round).contains(game));
        let game = exists.ok_or_else(|| Refusal::unknown(Named::Game, number))?;
        let there = there.filter(|_| self.has_started(round)).ok_or(Refusal::NotStarted(round))?;
        let found = there.games.get(game as usize - 1).ok_or_else(|| Refusal::unknown(Named::Game, number))?;
        Ok((GameId { round, table: id, game }, there, found))
    }

    /// The state of a round that must have a seating and not have started.
    fn unstarted(&self, round: i64) -> Result<(u32, RoundState), Refusal> {
        let round = self.round_number(round)?;
        let seated = self.round(round).ok_or(Refusal::NotSeated(round))?;
        match seated.state {
            RoundState::Started => Err(Refusal::Started(round)),
            _ if seated.stale => Err(Refusal::Stale(round)),
            state => Ok((round, state)),
        }
    }
}
