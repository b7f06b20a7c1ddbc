//! Bots at seats. They see what the seat may see, and think on threads where they slow nobody down.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::time::Instant;
use trinta_bots::words::Vocabulary;
use trinta_bots::{Bot, BotName, Budget, Clock, Dice, RosterError, Thinking, fallback_with_words};
use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_core::{Command, Event, Game, Phase, Seat, Settings, Setup, View, Viewer, see};
use trinta_table::library::RulesOracle;
use trinta_table::{Code, Occupant, Refusal, Request, Requester};
use trinta_time::Timestamp;

use crate::metrics::count;
use crate::room::{AfterStep, PerformError, Room, RoomRequest};
use crate::work::spawn_long;

/// The longest that a bot may think about one turn.
const MAX_THINKING_TIME: Duration = Duration::from_secs(2);

/// The bots of a room.
pub(super) struct Bots {
    /// By seat: the bot that has acted there in the current game.
    seats: Vec<Option<BotSeat>>,
    /// Whether one of them is thinking.
    thinking: bool,
}

impl Bots {
    /// No bot has acted yet.
    pub(super) fn empty(seats: usize) -> Bots {
        Bots { seats: (0..seats).map(|_| None).collect(), thinking: false }
    }

    /// A new game begins: what bots know is of the last one.
    pub(super) fn forget(&mut self) {
        self.seats.iter_mut().for_each(|bot| *bot = None);
    }

    pub(super) const fn is_thinking(&self) -> bool {
        self.thinking
    }
}

/// A bot at a seat, and what it has seen of the game.
struct BotSeat {
    /// The name in the roster; none: a bot has failed here, and the fallback plays for the rest of the game.
    level: Option<String>,
    /// The bot, made when it first thinks: with words that takes a moment.
    bot: Option<Box<dyn Bot>>,
    view: View,
    dice: Dice,
    /// The number of events of the game that it has seen.
    seen: usize,
}

/// The moment of a game that a bot thinks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    game: u32,
    /// The version of the table in which something happened in the game last.
    touched: u64,
}

/// What a bot decided.
pub(crate) struct BotDecision {
    seat: Seat,
    about: Moment,
    bot: BotSeat,
    command: Command,
    /// What to do if the rules refuse the command.
    fallback: Command,
}

/// A bot that panicked.
pub(crate) struct BotFailure {
    seat: Seat,
    about: Moment,
    /// Whether it was the fallback that did.
    fallback: bool,
}

/// Time for bots.
struct Stopwatch(Instant);

impl Clock for Stopwatch {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Whether a bot can be seated in a game by these settings.
pub(crate) fn check(level: &str, settings: &Settings) -> Result<(), Refusal> {
    // Which words there are makes no difference to which bots know the game, so the smallest list will do.
    static SOME_WORDS: OnceLock<Arc<Vocabulary>> = OnceLock::new();
    let words = || SOME_WORDS.get_or_init(|| Arc::new(Vocabulary::new(&Dictionary::new(short_word_list()))));
    let known = level.parse::<BotName>().and_then(|name| match settings.words() {
        Some(_) => name.build_with_words(settings, words()),
        None => name.build(settings),
    });
    known.map(|_| ()).map_err(|error| Refusal::new(Code::BadBot, error.to_string()))
}

fn short_word_list() -> Lexicon {
    Lexicon::from_text("some words", "tea\nteas\n").unwrap_or_else(|_| Lexicon::shipped(Tier::Everyday))
}

/// Makes bots by their names.
pub trait BotFactory: std::fmt::Debug + Send + Sync {
    /// Makes a bot for a game by these settings.
    ///
    /// # Errors
    /// If there is no bot of this name, or it does not know the game.
    fn build(&self, level: &str, settings: &Settings, oracle: &RulesOracle) -> Result<Box<dyn Bot>, RosterError>;
}

/// The bots that come with the program.
#[derive(Debug, Clone, Copy, Default)]
pub struct Roster;

impl BotFactory for Roster {
    fn build(&self, level: &str, settings: &Settings, oracle: &RulesOracle) -> Result<Box<dyn Bot>, RosterError> {
        let name = level.parse::<BotName>()?;
        match oracle.words() {
            Some(words) => name.build_with_words(settings, words.vocabulary()),
            None => name.build(settings),
        }
    }
}

impl Room {
    /// When a bot is to think, if it is a bot's turn and it is not thinking yet.
    pub(super) fn next_bot_turn(&self) -> Option<Timestamp> {
        if self.bots.thinking || self.table.is_paused() || self.is_unattended() {
            return None;
        }
        self.bot_to_act()?;
        self.table.clock().since().map(|since| since + self.registry.options.bot_delay)
    }

    /// The bot that is on turn, or that has not said whether it challenges the last play of the game.
    fn bot_to_act(&self) -> Option<Seat> {
        let game = &self.table.running()?.game;
        match game.phase() {
            Phase::Turn(seat) => Some(*seat).filter(|&seat| self.table.bot_plays(seat)),
            Phase::Provisional(_) => {
                let contest = game.contest()?;
                let undecided = |seat: &Seat| *seat != contest.seat && !contest.accepted.contains(seat);
                self.table.setup().seats().filter(undecided).find(|&seat| self.table.bot_plays(seat))
            }
            Phase::Lots(_) | Phase::Over(_) => None,
        }
    }

    /// Lets the bot think on a thread of its own. What it needs goes with it and comes back with its command.
    pub(super) fn think(&mut self) {
        let (Some(seat), Some(current)) = (self.bot_to_act(), self.table.running()) else { return };
        let about = Moment { game: current.number, touched: current.touched };
        let mut bot = self.bots.seats[seat.index()].take().unwrap_or_else(|| self.new_bot(seat));
        let new_events: Vec<Event> = self.log.game_events_from(bot.seen).to_vec();
        let limit = current.game.settings().turn_seconds.map(|seconds| Duration::from_secs(u64::from(seconds)) / 3);
        let budget = Budget::of(limit.map_or(MAX_THINKING_TIME, |limit| limit.min(MAX_THINKING_TIME)));
        let provisional = matches!(current.game.phase(), Phase::Provisional(_));
        let (inbox, thinking_permits) = (self.inbox.clone(), self.registry.thinking_permits.clone());
        let factory = self.registry.options.bots.clone();
        let (settings, oracle) = (current.game.settings().clone(), self.table.oracle().clone());
        let failure = BotFailure { seat, about, fallback: bot.level.is_none() };
        self.bots.thinking = true;
        tokio::spawn(async move {
            let Ok(permit) = thinking_permits.acquire_owned().await else { return };
            let decision = spawn_long(move || {
                let _permit = permit;
                bot.make(&*factory, &settings, &oracle);
                bot.catch_up(seat, &new_events);
                // With the pool empty the fallback is searched for, which is not to be done on the room's task.
                let fallback = bot.fallback(&oracle, provisional);
                let command = bot.decide(budget, provisional).unwrap_or_else(|| fallback.clone());
                BotDecision { seat, about, bot, command, fallback }
            });
            let request = match decision.await {
                Ok(decision) => RoomRequest::BotDecision(Box::new(decision)),
                Err(error) => {
                    tracing::error!(%seat, %error, "a bot failed");
                    RoomRequest::BotFailed(failure)
                }
            };
            let _ = inbox.send(request).await;
        });
    }

    fn new_bot(&self, seat: Seat) -> BotSeat {
        let level = match self.table.occupant(seat) {
            Some(Occupant::Bot { level }) => level.as_str(),
            _ => self.registry.options.stand_in.as_str(),
        };
        BotSeat::new(Some(level.to_owned()), seat, self.table.setup(), Dice::from_bytes(self.registry.chance.bytes()))
    }

    pub(super) async fn apply_bot_decision(&mut self, decision: BotDecision) -> AfterStep {
        self.bots.thinking = false;
        count(&self.registry.metrics.bot_turns);
        let BotDecision { seat, about, bot, command, fallback } = decision;
        // What a bot has seen of another game is of no use in this one.
        if self.table.running().is_some_and(|current| current.number == about.game) {
            self.bots.seats[seat.index()] = Some(bot);
        }
        self.play_first_allowed(seat, about, [command, fallback, Command::Draw, Command::Pass]).await
    }

    /// A bot panicked. The fallback thinks in its place; should that fail too, the bot draws or passes.
    pub(super) async fn bot_failed(&mut self, failure: BotFailure) -> AfterStep {
        self.bots.thinking = false;
        let BotFailure { seat, about, fallback } = failure;
        if fallback {
            return self.play_first_allowed(seat, about, [Command::Draw, Command::Pass]).await;
        }
        if self.moment() == Some(about) {
            let dice = Dice::from_bytes(self.registry.chance.bytes());
            self.bots.seats[seat.index()] = Some(BotSeat::new(None, seat, self.table.setup(), dice));
            self.think();
        }
        AfterStep::Continue
    }

    fn moment(&self) -> Option<Moment> {
        self.table.running().map(|current| Moment { game: current.number, touched: current.touched })
    }

    /// Does the first of these that is allowed, if the game is still where the bot thought about it.
    async fn play_first_allowed(
        &mut self,
        seat: Seat,
        about: Moment,
        commands: impl IntoIterator<Item = Command>,
    ) -> AfterStep {
        if self.moment() != Some(about) || !self.table.bot_plays(seat) {
            // Time ran out meanwhile, or the player came back.
            return AfterStep::Continue;
        }
        for command in commands {
            match self.perform(&Requester::Seat(seat), &Request::Play { seat, command }, None).await {
                Ok(_) => return AfterStep::Continue,
                Err(PerformError::Refused(refusal)) if refusal.code == Code::NotStored => break,
                Err(PerformError::Refused(refusal)) => {
                    tracing::warn!(table = %self.id, %seat, code = ?refusal.code, "a bot was refused");
                }
                Err(PerformError::OutOfDate) => return self.release(),
            }
        }
        self.back_off();
        AfterStep::Continue
    }
}

impl BotSeat {
    fn new(level: Option<String>, seat: Seat, setup: &Setup, dice: Dice) -> BotSeat {
        let view = Game::new(setup.clone()).view(Viewer::Seat(seat));
        BotSeat { level, bot: None, view, dice, seen: 0 }
    }

    /// Makes the bot unless it is there. For one that does not know this game the fallback plays.
    fn make(&mut self, factory: &dyn BotFactory, settings: &Settings, oracle: &RulesOracle) {
        let Some(level) = &self.level else { return };
        if self.bot.is_none() && self.seen == 0 {
            self.bot = factory.build(level, settings, oracle).ok();
            if let Some(bot) = &mut self.bot {
                bot.begin(&self.view);
            }
        }
    }

    fn catch_up(&mut self, seat: Seat, new_events: &[Event]) {
        for event in new_events {
            let seen = see(event, Viewer::Seat(seat));
            self.view.apply(&seen);
            if let Some(bot) = &mut self.bot {
                bot.observe(&seen, &self.view);
            }
        }
        self.seen += new_events.len();
    }

    /// What the bot does; none if there is no bot.
    fn decide(&mut self, budget: Budget, provisional: bool) -> Option<Command> {
        let bot = self.bot.as_mut()?;
        let clock = Stopwatch(Instant::now());
        let mut thinking = Thinking::new(budget, &clock, &mut self.dice);
        // The last play can be challenged until the next player acts, and here that is the bot.
        let contest = self.view.state.contest();
        let contested = provisional || contest.is_some_and(|contest| Viewer::Seat(contest.seat) != self.view.viewer);
        if contested && bot.challenges(&self.view, &mut thinking) {
            return Some(Command::Challenge);
        }
        Some(if provisional { Command::Accept } else { bot.turn(&self.view, &mut thinking) })
    }

    /// What is always legal, and better than passing where there is a play.
    fn fallback(&self, oracle: &RulesOracle, provisional: bool) -> Command {
        if provisional {
            return Command::Accept;
        }
        fallback_with_words(&self.view, oracle.words().map(|words| &**words.vocabulary()))
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::Game;
    use trinta_table::library::Library as WordLists;
    use trinta_testkit::{Case, Library, play_game};

    use super::*;

    #[test]
    fn n15_where_a_word_bot_failed_the_fallback_plays_if_there_is_a_play() {
        let (library, lists) = (Library::everyday(), WordLists::default());
        let (mut played, mut asked) = (0, 0);
        for case in (0..60).map(Case::words) {
            let events = play_game(&case, &library).unwrap().watched.events;
            let oracle = RulesOracle::new(lists.words(case.setup.settings()).unwrap());
            let mut game = Game::new(case.setup.clone());
            for (index, event) in events.iter().enumerate() {
                if let Event::Played { seat, .. } = event
                    && game.pool_size() == 0
                {
                    let mut bot = BotSeat::new(None, *seat, &case.setup, Dice::from_bytes([1; 32]));
                    bot.catch_up(*seat, &events[..index]);
                    assert_eq!(bot.decide(Budget::default(), false), None, "there is no bot");
                    asked += 1;
                    played += usize::from(matches!(bot.fallback(&oracle, false), Command::Play { .. }));
                }
                game.apply(event);
            }
        }
        assert!(asked > 0 && played > 0, "{played} plays were found in {asked} positions");
    }
}
