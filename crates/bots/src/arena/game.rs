//! One game from the lots to the scores, or a match of several.

use std::time::Duration;

use trinta_core::shuffle::{Seed, Shuffler};
use trinta_core::{
    Actor, Aids, Command, CommandError, Event, Game, Match, Outcome, Phase, Search, Seat, Setup, Spelling, View,
    Viewer, see,
};

use crate::arena::mirror::{dice_of, game_of_match};
use crate::bot::{Bot, Thinking};
use crate::budget::{Budget, Clock};
use crate::dice::Dice;

/// Where games are played: the rules, what they need to know, and what a turn may cost.
#[derive(Clone, Copy)]
pub struct Hall<'a> {
    /// Settings and number of players.
    pub setup: &'a Setup,
    /// Answers the questions of the rules.
    pub search: &'a dyn Search,
    /// Knows the words.
    pub spelling: &'a dyn Spelling,
    /// What a turn may cost.
    pub budget: Budget,
    /// The clock on the wall.
    pub clock: &'a dyn Clock,
}

/// A game that was played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// What happened.
    pub events: Vec<Event>,
    /// How it ended.
    pub outcome: Outcome,
    /// How each seat behaved.
    pub seats: Vec<SeatReport>,
    /// Who had the first turn.
    pub starter: Seat,
}

/// How a bot behaved in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatReport {
    /// How many turns it had.
    pub turns: u32,
    /// Commands that the rules refused.
    pub refused: u32,
    /// Turns in which the time ran out on the clock.
    pub out_of_time: u32,
    /// Turns that took more than a fifth longer than the budget allows.
    pub overrun: u32,
    /// The longest turn.
    pub longest: Duration,
    /// All turns together.
    pub time: Duration,
    /// The situations that solvers looked at.
    pub effort: u64,
    /// Those of the turn with most of them.
    pub most_effort: u64,
}

impl SeatReport {
    /// Both reports in one.
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

    fn note(&mut self, thinking: &Thinking<'_>) {
        let (taken, allowed) = (thinking.taken(), thinking.budget().time);
        self.turns += 1;
        self.out_of_time += u32::from(taken >= allowed && taken > Duration::ZERO);
        self.overrun += u32::from(taken > allowed.saturating_add(allowed / 5));
        self.longest = self.longest.max(taken);
        self.time += taken;
        self.effort = self.effort.saturating_add(thinking.spent());
        self.most_effort = self.most_effort.max(thinking.spent());
    }
}

/// Why a game can't be played to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// Too few or too many bots.
    #[error("this table has {seats} seats, and {bots} bots want to sit down")]
    Bots {
        /// How many seats.
        seats: u8,
        /// How many bots.
        bots: usize,
    },
    /// A bot's command was refused, and there is no legal way to take its turn away.
    #[error("seat {seat} can neither play nor lose its turn: {why}")]
    Stuck {
        /// The seat.
        seat: Seat,
        /// Why.
        why: CommandError,
    },
    /// Not even an end by passes.
    #[error("the game is not over after {0} turns")]
    Endless(u32),
    /// The edition doesn't say how long a match is.
    #[error("edition {0} doesn't say how many games a match has: set match_games")]
    NoMatch(String),
}

/// More turns than any game needs: bots could go on drawing and asking for new deals.
const MOST_TURNS: u32 = 5000;

/// A game in the making.
struct Running<'a, 'b> {
    hall: &'a Hall<'a>,
    aids: Aids<'a>,
    bots: &'a mut [&'b mut dyn Bot],
    game: Game,
    views: Vec<View>,
    dice: Vec<Dice>,
    events: Vec<Event>,
    seats: Vec<SeatReport>,
}

impl Hall<'_> {
    /// Plays one game. Shuffle and chance follow from the seed; `seating` tells games of the same seed apart, in which
    /// the same tiles are dealt to other bots.
    ///
    /// # Errors
    /// When the bots don't fit the table, or the game can't be brought to an end.
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
            hall: self,
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

    /// Plays a match of as many games as the settings say (N8); the starter of each is drawn anew. The sheet has one
    /// line a game.
    ///
    /// # Errors
    /// When the settings don't say how many games there are, or as for one game.
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
        let dealt = self.give(Actor::Host, &Command::Deal);
        debug_assert_eq!(dealt, Ok(()), "a new game can be dealt");
        for _ in 0..MOST_TURNS {
            self.contest();
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
                // Nobody challenged the last play: the time to do so is over.
                Phase::Provisional(_) => {
                    let closed = self.give(Actor::Host, &Command::CloseChallenge);
                    debug_assert_eq!(closed, Ok(()), "the last play can be left to stand");
                }
                Phase::Lots(_) => unreachable!("the tiles have been dealt"),
            }
        }
        Err(GameError::Endless(MOST_TURNS))
    }

    fn turn(&mut self, seat: Seat) -> Result<(), GameError> {
        let index = seat.index();
        let mut thinking = Thinking::new(self.hall.budget, self.hall.clock, &mut self.dice[index]);
        let command = self.bots[index].turn(&self.views[index], &mut thinking);
        self.seats[index].note(&thinking);
        if self.give(Actor::Seat(seat), &command).is_ok() {
            return Ok(());
        }
        self.seats[index].refused += 1;
        self.lose_turn(seat)
    }

    /// A bot that answered nonsense draws or passes; if it must play, its time runs out.
    fn lose_turn(&mut self, seat: Seat) -> Result<(), GameError> {
        let otherwise = if self.game.pool_size() > 0 { Command::Draw } else { Command::Pass };
        let Err(_) = self.give(Actor::Seat(seat), &otherwise) else { return Ok(()) };
        let time_up = Command::TimeUp { draft: None, restored: None };
        self.give(Actor::Host, &time_up).map_err(|why| GameError::Stuck { seat, why })
    }

    /// W8: the opponents of the last player are asked, in turn, whether they challenge.
    fn contest(&mut self) {
        let Some(contest) = self.game.contest() else { return };
        let last = contest.seat;
        let mut seat = last.next(self.game.players());
        while seat != last {
            let index = seat.index();
            let mut thinking = Thinking::new(self.hall.budget, self.hall.clock, &mut self.dice[index]);
            if self.bots[index].challenges(&self.views[index], &mut thinking) {
                let given = self.give(Actor::Seat(seat), &Command::Challenge);
                debug_assert_eq!(given, Ok(()), "an opponent may challenge");
                return;
            }
            seat = seat.next(self.game.players());
        }
    }

    /// Gives a command; what follows is applied, and everybody sees of it what they may.
    fn give(&mut self, actor: Actor, command: &Command) -> Result<(), CommandError> {
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
