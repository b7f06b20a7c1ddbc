//! Folding events into the state: the only thing that changes it.

mod hall;

use std::collections::{BTreeMap, BTreeSet};

use crate::address::Printed;
use crate::draw::{Draw, Order};
use crate::event::{Event, GameId};
use crate::hall::{Hall, HallEvent, Step};
use crate::people::{Number, People, Status};
use crate::play_off::PlayOff;
use crate::settings::{SettingError, Settings};
use crate::state::{Case, FormerPlayer, Game, Offence, Outcome, Round, RoundState, Table, Tournament};
use crate::time::HallTime;

/// An event that can't follow what is there: the log is not one of this program's.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ApplyError {
    /// The first event makes the tournament, and no other does.
    #[error("the first event of a log makes the tournament, and only the first")]
    NotTheFirst,
    /// It names something that is not there.
    #[error("an event of the log names a round, table, game or play-off that is not there")]
    NotThere,
    /// Impossible settings.
    #[error(transparent)]
    Settings(#[from] SettingError),
}

impl Tournament {
    /// The tournament that a first event makes.
    ///
    /// # Errors
    /// When it is not such an event.
    pub fn create(event: &Event) -> Result<Tournament, ApplyError> {
        let Event::Created { title, date, settings, rules_version, seating_version, seed, code_seed } = event else {
            return Err(ApplyError::NotTheFirst);
        };
        settings.check()?;
        Ok(Tournament {
            title: title.clone(),
            date: *date,
            rules: settings.game(*rules_version)?,
            phases: settings.phases(),
            settings: Settings::clone(settings),
            seating_version: *seating_version,
            seed: seed.clone(),
            code_seed: code_seed.clone(),
            people: People::default(),
            check_in_open: true,
            check_in_begun: false,
            rounds: Vec::new(),
            offences: Vec::new(),
            cases: Vec::new(),
            play_offs: Vec::new(),
            eliminated: BTreeMap::new(),
            sitting_out: BTreeSet::new(),
            hall: Hall::default(),
            finished: false,
            printed: Vec::new(),
            event_count: 1,
        })
    }

    /// Folds an event into the state.
    ///
    /// # Errors
    /// When it can't follow what is there.
    pub fn apply(&mut self, event: &Event) -> Result<(), ApplyError> {
        self.event_count += 1;
        match event {
            Event::Created { .. } => return Err(ApplyError::NotTheFirst),
            Event::Entered { person, number } => {
                number.iter().for_each(|number| self.hand_over(*number));
                self.people.enter(person.clone(), *number);
            }
            Event::Renumbered { order } => {
                self.people.renumber(order);
                let new = |old: Number| order.iter().position(|number| *number == old).map(|at| Number(at as u32 + 1));
                let sitting_out = std::mem::take(&mut self.sitting_out);
                self.sitting_out =
                    sitting_out.into_iter().filter_map(|(date, number)| Some((date, new(number)?))).collect();
            }
            Event::CheckedIn { numbers } => {
                self.check_in_begun = true;
                for &number in numbers {
                    self.people.set_status(number, Status::Present);
                }
            }
            Event::BriefingBegan { barred } => {
                self.check_in_open = false;
                for &number in barred {
                    self.people.set_status(number, Status::Barred);
                }
            }
            Event::Admitted { number } => self.people.set_status(*number, Status::Present),
            Event::Joined { person, number, house } => {
                self.hand_over(*number);
                self.people.join(person.clone(), *number, *house);
            }
            Event::Reinstated { number } => {
                self.people.set_status(*number, Status::Present);
                self.eliminated.remove(number);
            }
            Event::SatOut { date, numbers } => {
                self.sitting_out.retain(|(other, _)| other != date);
                self.sitting_out.extend(numbers.iter().map(|&number| (*date, number)));
            }
            Event::Eliminated { round, numbers } => {
                self.eliminated.extend(numbers.iter().map(|&number| (number, *round)));
            }
            Event::Left { number, status } => self.leave(*number, *status),
            Event::Replaced { number } => {
                self.hand_over(*number);
                self.people.replace(*number);
            }
            Event::Seated { round, tables } => self.seat(*round, tables)?,
            Event::SeatingStale { round } => self.existing_round(*round)?.stale = true,
            Event::Published { round } => self.existing_round(*round)?.state = RoundState::Published,
            Event::Started { round, at } => {
                let round = self.existing_round(*round)?;
                round.state = RoundState::Started;
                round.started_at = *at;
            }
            Event::StartDrawn { game, tiles } => {
                let players = self.existing_table(game.round, game.table)?.players.clone();
                let joker = self.settings.drawn_joker;
                let start = &mut self.existing_game(*game)?.start;
                start.get_or_insert_with(|| Draw::new(&players, 1, Order::Alike).with_joker(joker)).take(tiles);
            }
            Event::Redealt { game, number } => {
                self.existing_game(*game)?.redeals += 1;
                self.hall.deal_again(*game, *number);
            }
            Event::Paused { round, table, at } => self.existing_table(*round, *table)?.paused_at = Some(*at),
            Event::Resumed { round, table, at } => {
                let table = self.existing_table(*round, *table)?;
                let since = table.paused_at.take().ok_or(ApplyError::NotThere)?;
                table.credit += at.since(since).unwrap_or_default();
            }
            Event::Scored { game, result } => self.conclude(*game, Outcome::Scored(result.clone()))?,
            Event::Annulled { game } => {
                let sitting = self.existing_table(game.round, game.table)?.players.clone();
                let outcome = &self.existing_game(*game)?.outcome;
                let players = outcome.as_ref().map_or(sitting, Outcome::players);
                self.conclude(*game, Outcome::Annulled(players))?;
            }
            Event::MoveDrawn { round, table, tiles } => {
                let draw = &mut self.existing_table(*round, *table)?.draw;
                draw.as_mut().ok_or(ApplyError::NotThere)?.take(tiles);
            }
            Event::MoveDrawReopened { round, table } => {
                let draw = &mut self.existing_table(*round, *table)?.draw;
                let afresh = draw.as_ref().ok_or(ApplyError::NotThere)?.afresh();
                *draw = Some(afresh);
            }
            Event::Offended { number, seat, why } => {
                self.offences.push(Offence { number: *number, seat: *seat, why: why.clone() });
            }
            Event::CaseOpened { subject } => {
                self.cases.push(Case { subject: subject.clone(), decision: None, former: None });
            }
            Event::CaseClosed { case, decision } => {
                let case = (*case as usize).checked_sub(1).and_then(|at| self.cases.get_mut(at));
                case.ok_or(ApplyError::NotThere)?.decision = Some(*decision);
            }
            Event::PlayOffOpened { rank, numbers } => {
                let (phase, stake) = (self.current_phase().index, self.places_at_stake());
                self.play_offs.retain(|play_off| (play_off.phase(), play_off.rank()) != (phase, *rank));
                self.play_offs.push(PlayOff::open(phase, *rank, numbers, stake, self.settings.drawn_joker));
                self.play_offs.sort_by_key(|play_off| (play_off.phase(), play_off.rank()));
            }
            Event::PlayOffScored { rank, table, result } => {
                self.existing_play_off(*rank)?.score(*table, result.clone());
            }
            Event::PlayOffDrawn { rank, tiles } => self.existing_play_off(*rank)?.draw(tiles),
            Event::PlayOffRuled { rank, order } => self.existing_play_off(*rank)?.rule(order.clone()),
            Event::Finished => self.finished = true,
            Event::Printed { what, address } => {
                self.printed.push(Printed { what: what.clone(), address: address.clone() });
            }
            Event::Hall(event) => self.apply_in_hall(event)?,
        }
        Ok(())
    }

    /// Notes since when the tables are in their state and the players have their numbers, by the time of the command that
    /// caused these events.
    pub(crate) fn note_times(&mut self, events: &[Event], at: Option<HallTime>) {
        for event in events {
            match event {
                Event::Started { round, .. } => {
                    for table in self.round_mut(*round).into_iter().flat_map(|round| &mut round.tables) {
                        table.since = at;
                    }
                }
                Event::Paused { round, table, .. } | Event::Resumed { round, table, .. } => {
                    self.note_time(*round, *table, at);
                }
                Event::Scored { game, .. }
                | Event::Annulled { game }
                | Event::Hall(HallEvent::StepTaken { game, step: Step::End, .. }) => {
                    self.note_time(game.round, game.table, at);
                }
                // Whoever is entered late was not there before, also where another late entry was taken back.
                Event::Left { number, status: Status::Withdrawn }
                | Event::Joined { number, .. }
                | Event::Replaced { number } => self.people.note_change_of_hands(*number, at),
                Event::Renumbered { order } => {
                    for number in (1..).map(Number).take(order.len()) {
                        self.people.note_change_of_hands(number, at);
                    }
                }
                _ => {}
            }
        }
    }

    fn note_time(&mut self, round: u32, table: u32, at: Option<HallTime>) {
        if let Some(table) = self.table_mut(round, table) {
            table.since = at;
        }
    }

    fn existing_round(&mut self, round: u32) -> Result<&mut Round, ApplyError> {
        self.round_mut(round).ok_or(ApplyError::NotThere)
    }

    fn existing_table(&mut self, round: u32, table: u32) -> Result<&mut Table, ApplyError> {
        self.table_mut(round, table).ok_or(ApplyError::NotThere)
    }

    fn existing_game(&mut self, game: GameId) -> Result<&mut Game, ApplyError> {
        self.game_mut(game).ok_or(ApplyError::NotThere)
    }

    fn existing_play_off(&mut self, rank: u32) -> Result<&mut PlayOff, ApplyError> {
        let phase = self.current_phase().index;
        let found = self.play_offs.iter_mut().find(|play_off| play_off.phase() == phase && play_off.rank() == rank);
        found.ok_or(ApplyError::NotThere)
    }

    fn seat(&mut self, round: u32, tables: &[Vec<Number>]) -> Result<(), ApplyError> {
        let games = self.phase(round).games_per_round as usize;
        let table = |players: &Vec<Number>| Table {
            players: players.clone(),
            seats: players.clone(),
            games: vec![Game::default(); games],
            ..Table::default()
        };
        let tables = tables.iter().map(table).collect();
        // Others sit there now, who may not be the ones to play at the server.
        self.hall.online.retain(|seat| seat.round != round);
        let seated = Round { state: RoundState::Proposed, stale: false, started_at: None, tables };
        if round as usize == self.rounds.len() + 1 {
            self.rounds.push(seated);
        } else {
            *self.existing_round(round)? = seated;
        }
        Ok(())
    }

    /// Whoever leaves leaves every table whose games are not all in, and every draw that is not decided (G12, G14).
    fn leave(&mut self, number: Number, status: Status) {
        self.people.set_status(number, status);
        for table in self.rounds.iter_mut().flat_map(|round| &mut round.tables) {
            if !table.is_complete() {
                table.players.retain(|player| *player != number);
            }
            let starts = table.games.iter_mut().filter_map(|game| game.start.as_mut());
            for draw in starts.chain(table.draw.as_mut()) {
                draw.leave(&[number]);
            }
        }
    }

    /// A number is free for somebody else: warnings and cases are about the one who left, not about the number (G09).
    fn hand_over(&mut self, number: Number) {
        let Some(player) = self.people.get(number) else { return };
        let former =
            FormerPlayer { name: player.person.name.clone(), offences: self.offences(number).cloned().collect() };
        for case in self.cases.iter_mut().filter(|case| case.player() == Some(number)) {
            case.former = Some(former.clone());
        }
        self.offences.retain(|offence| offence.number != number);
        self.sitting_out.retain(|(_, other)| *other != number);
    }

    /// Notes what became of a game, and who has to draw for moving on now.
    fn conclude(&mut self, id: GameId, outcome: Outcome) -> Result<(), ApplyError> {
        let concluded = self.concluded(id, outcome).ok_or(ApplyError::NotThere)?;
        *self.existing_table(id.round, id.table)? = concluded;
        self.hall.void_signatures(id);
        Ok(())
    }
}
