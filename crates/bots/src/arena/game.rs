//! Playing one game from the lots to the scores, or a match of several.

use std::time::Duration;

use trinta_core::shuffle::{Seed, Shuffler};
use trinta_core::{
    Actor, Aids, Command, CommandError, Event, Game, Match, Outcome, Phase, Search, Seat, Setup, Spelling, View,
    Viewer, see,
};

use crate::arena::mirror::{dice_of, game_of_match};
use crate::bot::{Bot, Thinking};
use crate::budget::{Budget, Clock};
use trinta_dice::Dice;

/// Plays games between bots: the rules, what they need from outside, and the budget of a turn.
#[derive(Clone, Copy)]
pub struct Arena<'a> {
    /// Settings and number of players.
    pub setup: &'a Setup,
    /// The searches that the rules need.
    pub search: &'a dyn Search,
    /// The word list of the word game.
    pub spelling: &'a dyn Spelling,
    /// The budget of a turn.
    pub budget: Budget,
    /// The clock that turns are timed with.
    pub clock: &'a dyn Clock,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// All events, from the lots to the end.
    pub events: Vec<Event>,
    /// The scores and winners.
    pub outcome: Outcome,
    /// The report of each seat.
    pub seats: Vec<SeatReport>,
    /// The seat that had the first turn.
    pub starter: Seat,
}

/// What a bot used up in a game, and how often it failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatReport {
    /// The number of turns.
    pub turns: u32,
    /// Commands that the rules refused.
    pub refused: u32,
    /// Turns that reached the time limit.
    pub out_of_time: u32,
    /// Turns that exceeded the time limit by more than a fifth.
    pub overrun: u32,
    /// The time of the longest turn.
    pub longest: Duration,
    /// The time of all turns.
    pub time: Duration,
    /// The nodes expanded in all turns.
    pub effort: u64,
    /// The most nodes expanded in one turn.
    pub most_effort: u64,
}

impl SeatReport {
    /// Adds another report to this one.
    pub fn add(&mut self, other: &SeatReport) {
        self.turns += other.turns;
        self.refused += other.refused;
        self.out_of_time += other.out_of_time;
        self.overrun += other.overrun;
        self.longest = self.longest.max(other.longest);
        self.time += other.time;
        self.effort += other.effort;
        self.most_effort = self.most_effort.max(other.most_effort);
    }

    fn add_turn(&mut self, thinking: &Thinking<'_>) {
        let (elapsed, limit) = (thinking.elapsed(), thinking.budget().time);
        self.turns += 1;
        self.out_of_time += u32::from(elapsed >= limit && elapsed > Duration::ZERO);
        self.overrun += u32::from(elapsed > limit.saturating_add(limit / 5));
        self.longest = self.longest.max(elapsed);
        self.time += elapsed;
        self.effort = self.effort.saturating_add(thinking.spent());
        self.most_effort = self.most_effort.max(thinking.spent());
    }
}

/// Why a game can't be finished.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// Too few or too many bots.
    #[error("this table has {seats} seats, but there are {bots} bots")]
    Bots {
        /// The number of seats.
        seats: u8,
        /// The number of bots.
        bots: usize,
    },
    /// A bot's command was refused, and so were the commands that would end its turn.
    #[error("seat {seat} can neither play nor lose its turn: {why}")]
    Stuck {
        /// The seat of the bot.
        seat: Seat,
        /// The refusal of the last command tried.
        why: CommandError,
    },
    /// The game went on for too many turns.
    #[error("the game is not over after {0} turns")]
    Endless(u32),
    /// The edition doesn't say how long a match is.
    #[error("edition {0} doesn't say how many games a match has: set match_games")]
    NoMatch(String),
}

/// More turns than any game needs; without a limit, bots could ask for new deals forever.
const MAX_TURNS: u32 = 5000;

/// A game that is being played.
struct Running<'a, 'b> {
    arena: &'a Arena<'a>,
    aids: Aids<'a>,
    bots: &'a mut [&'b mut dyn Bot],
    game: Game,
    views: Vec<View>,
    dice: Vec<Dice>,
    events: Vec<Event>,
    seats: Vec<SeatReport>,
}

impl Arena<'_> {
    /// Plays one game. The shuffle and the bots' random numbers follow from the seed; `seating` distinguishes the games
    /// of a mirrored group, which share a seed.
    ///
    /// # Errors
    /// If the number of bots is wrong, or the game can't be finished.
    pub fn play(&self, bots: &mut [&mut dyn Bot], seed: &Seed, seating: u8) -> Result<Finished, GameError> {
        let seats = self.setup.players();
        if bots.len() != usize::from(seats) {
            return Err(GameError::Bots { seats, bots: bots.len() });
        }
        let shuffle = Shuffler::from_seed(seed, seats);
        let aids = Aids { search: self.search, spelling: self.spelling, shuffle: &shuffle };
        let game = Game::new(self.setup.clone());
        let views: Vec<View> = self.setup.seats().map(|seat| game.view(Viewer::Seat(seat))).collect();
        let mut running = Running {
            arena: self,
            aids,
            bots,
            game,
            views,
            dice: self.setup.seats().map(|seat| dice_of(seed, seating, seat)).collect(),
            events: Vec::with_capacity(256),
            seats: vec![SeatReport::default(); usize::from(seats)],
        };
        running.play()
    }

    /// Plays a match of as many games as the settings say (N8), each with its own lots. The sheet has one line per game.
    ///
    /// # Errors
    /// If the settings don't say how many games there are, and as for one game.
    pub fn play_match(
        &self,
        bots: &mut [&mut dyn Bot],
        seed: &Seed,
        seating: u8,
    ) -> Result<(Match, Vec<Finished>), GameError> {
        let settings = self.setup.settings();
        let no_match = || GameError::NoMatch(settings.edition.clone());
        let games = settings.games_in_match(self.setup.players()).ok_or_else(no_match)?;
        let mut sheet = Match::new(settings.clone(), self.setup.players()).map_err(|_| no_match())?;
        let mut played = Vec::with_capacity(games as usize);
        for number in 0..games {
            let finished = self.play(bots, &game_of_match(seed, number), seating)?;
            let added = sheet.add(finished.outcome.scores.clone());
            debug_assert_eq!(added, Ok(()), "a game's scores fit the sheet of its match");
            played.push(finished);
        }
        Ok((sheet, played))
    }
}

impl Running<'_, '_> {
    fn play(&mut self) -> Result<Finished, GameError> {
        for (bot, view) in self.bots.iter_mut().zip(&self.views) {
            bot.begin(view);
        }
        let dealt = self.execute(Actor::Host, &Command::Deal);
        debug_assert_eq!(dealt, Ok(()), "a new game can be dealt");
        for _ in 0..MAX_TURNS {
            self.offer_challenge();
            match *self.game.phase() {
                Phase::Turn(seat) => self.turn(seat)?,
                Phase::Over(ref outcome) => {
                    let outcome = outcome.clone();
                    let (events, seats) = (std::mem::take(&mut self.events), std::mem::take(&mut self.seats));
                    let dealt =
                        |event: &Event| if let Event::Dealt { starter, .. } = event { Some(*starter) } else { None };
                    let starter = events.iter().rev().find_map(dealt).unwrap_or(Seat(0));
                    return Ok(Finished { events, outcome, seats, starter });
                }
                // Nobody challenged the last play.
                Phase::Provisional(_) => {
                    let closed = self.execute(Actor::Host, &Command::CloseChallenge);
                    debug_assert_eq!(closed, Ok(()), "the last play can be left to stand");
                }
                Phase::Lots(_) => unreachable!("the tiles have been dealt"),
            }
        }
        Err(GameError::Endless(MAX_TURNS))
    }

    fn turn(&mut self, seat: Seat) -> Result<(), GameError> {
        let index = seat.index();
        let mut thinking = Thinking::new(self.arena.budget, self.arena.clock, &mut self.dice[index]);
        let command = self.bots[index].turn(&self.views[index], &mut thinking);
        self.seats[index].add_turn(&thinking);
        if self.execute(Actor::Seat(seat), &command).is_ok() {
            return Ok(());
        }
        self.seats[index].refused += 1;
        self.lose_turn(seat)
    }

    /// Ends the turn of a bot whose command was refused: it draws or passes; if it may not pass, its time runs out.
    fn lose_turn(&mut self, seat: Seat) -> Result<(), GameError> {
        let fallback = if self.game.pool_size() > 0 { Command::Draw } else { Command::Pass };
        let Err(_) = self.execute(Actor::Seat(seat), &fallback) else { return Ok(()) };
        let time_up = Command::TimeUp { draft: None, restored: None };
        self.execute(Actor::Host, &time_up).map_err(|why| GameError::Stuck { seat, why })
    }

    /// W8: asks the opponents of the last player in turn whether they challenge a contested play.
    fn offer_challenge(&mut self) {
        let Some(contest) = self.game.contest() else { return };
        let last = contest.seat;
        let mut seat = last.next(self.game.players());
        while seat != last {
            let index = seat.index();
            let mut thinking = Thinking::new(self.arena.budget, self.arena.clock, &mut self.dice[index]);
            if self.bots[index].challenges(&self.views[index], &mut thinking) {
                let challenged = self.execute(Actor::Seat(seat), &Command::Challenge);
                debug_assert_eq!(challenged, Ok(()), "an opponent may challenge");
                return;
            }
            seat = seat.next(self.game.players());
        }
    }

    /// Decides a command, applies its events and shows them to all bots as they may see them.
    fn execute(&mut self, actor: Actor, command: &Command) -> Result<(), CommandError> {
        for event in self.game.decide(actor, command, &self.aids)? {
            self.game.apply(&event);
            for (bot, view) in self.bots.iter_mut().zip(&mut self.views) {
                let seen = see(&event, view.viewer);
                view.apply(&seen);
                bot.observe(&seen, view);
            }
            self.events.push(event);
        }
        Ok(())
    }
}
