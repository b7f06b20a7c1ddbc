//! Bots on seats. They see what the seat may see, and think where they slow nobody down.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::time::Instant;
use trinta_bots::words::Vocabulary;
use trinta_bots::{Bot, BotName, Budget, Clock, Dice, RosterError, Thinking, fallback_command};
use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_core::{Command, Event, Phase, Seat, Settings, View, Viewer, see};
use trinta_table::library::Knowledge;
use trinta_table::{Code, Refusal, Request, Sitter, Who};

use crate::metrics::count;
use crate::room::{Ask, Next, Room, Trouble};

/// The most that a bot may think about one turn.
const LONGEST_THOUGHT: Duration = Duration::from_secs(2);

/// A bot on a seat, and what it has seen of the game.
pub(super) struct BotSeat {
    /// Its name in the roster.
    level: String,
    /// The bot, made when it first thinks: with words that takes a moment.
    bot: Option<Box<dyn Bot>>,
    view: View,
    dice: Dice,
    /// How many events of the game it has seen.
    seen: usize,
}

/// What a bot came to.
pub(crate) struct Thought {
    seat: Seat,
    /// The game and the version that it thought about.
    about: (u32, u64),
    bot: BotSeat,
    command: Command,
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
    // Which words there are makes no difference to who knows the game, so the smallest list will do.
    static SOME_WORDS: OnceLock<Arc<Vocabulary>> = OnceLock::new();
    let words = || SOME_WORDS.get_or_init(|| Arc::new(Vocabulary::new(&Dictionary::new(small_list()))));
    let known = level.parse::<BotName>().and_then(|name| match settings.words() {
        Some(_) => name.build_with_words(settings, words()),
        None => name.build(settings),
    });
    known.map(|_| ()).map_err(|error| Refusal::new(Code::BadBot, error.to_string()))
}

fn small_list() -> Lexicon {
    Lexicon::from_text("some words", "tea\nteas\n").unwrap_or_else(|_| Lexicon::shipped(Tier::Everyday))
}

fn build(level: &str, settings: &Settings, knowledge: &Knowledge) -> Result<Box<dyn Bot>, RosterError> {
    let name = level.parse::<BotName>()?;
    match knowledge.words() {
        Some(words) => name.build_with_words(settings, words.vocabulary()),
        None => name.build(settings),
    }
}

impl Room {
    /// When a bot is to think, if it is a bot's turn and it is not thinking yet.
    pub(super) fn next_thought(&self) -> Option<i64> {
        if self.thinking || self.table.is_paused() || self.is_forgotten() {
            return None;
        }
        self.bot_to_act()?;
        self.table.clock().since().map(|since| since + self.hall.options.bot_delay)
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
        let about = (current.number, current.touched);
        let mut bot = self.bots[seat.index()].take().unwrap_or_else(|| self.new_bot(seat));
        let news: Vec<Event> = self.played.get(bot.seen..).unwrap_or_default().to_vec();
        let limit = current.game.settings().turn_seconds.map(|seconds| Duration::from_secs(u64::from(seconds)) / 3);
        let budget = Budget::of(limit.map_or(LONGEST_THOUGHT, |limit| limit.min(LONGEST_THOUGHT)));
        let provisional = matches!(current.game.phase(), Phase::Provisional(_));
        let (inbox, thinkers) = (self.inbox.clone(), self.hall.thinkers.clone());
        let (settings, knowledge) = (current.game.settings().clone(), self.table.knowledge().clone());
        self.thinking = true;
        tokio::spawn(async move {
            let Ok(permit) = thinkers.acquire_owned().await else { return };
            let thought = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                bot.make(&settings, &knowledge);
                bot.catch_up(seat, &news);
                let command = bot.decide(budget, provisional);
                Thought { seat, about, bot, command }
            });
            let ask = match thought.await {
                Ok(thought) => Ask::Thought(Box::new(thought)),
                Err(error) => {
                    tracing::error!(%seat, %error, "a bot failed");
                    Ask::NoThought(seat, about)
                }
            };
            let _ = inbox.send(ask).await;
        });
    }

    fn new_bot(&self, seat: Seat) -> BotSeat {
        let level = match self.table.sitter(seat) {
            Some(Sitter::Bot { level }) => level.as_str(),
            _ => self.hall.options.stand_in.as_str(),
        };
        let view = trinta_core::Game::new(self.table.setup().clone()).view(Viewer::Seat(seat));
        BotSeat { level: level.to_owned(), bot: None, view, dice: Dice::from_bytes(self.hall.chance.bytes()), seen: 0 }
    }

    pub(super) async fn thought(&mut self, thought: Thought) -> Next {
        self.thinking = false;
        count(&self.hall.metrics.bot_turns);
        let Thought { seat, about, bot, command } = thought;
        let fallback = fallback_command(&bot.view);
        // What a bot has seen of another game is of no use in this one.
        if self.table.running().is_some_and(|current| current.number == about.0) {
            self.bots[seat.index()] = Some(bot);
        }
        self.play_for(seat, about, &[command, fallback, Command::Draw, Command::Pass]).await
    }

    /// A bot could not think: its turn is not lost for the others.
    pub(super) async fn no_thought(&mut self, seat: Seat, about: (u32, u64)) -> Next {
        self.thinking = false;
        self.play_for(seat, about, &[Command::Draw, Command::Pass]).await
    }

    /// Does the first of these that is allowed, if the game is still where the bot thought about it.
    async fn play_for(&mut self, seat: Seat, about: (u32, u64), commands: &[Command]) -> Next {
        let current = self.table.running().map(|current| (current.number, current.touched));
        if current != Some(about) || !self.table.bot_plays(seat) {
            // Overtaken: time ran out, or the player came back.
            return Next::GoOn;
        }
        for command in commands.iter().cloned() {
            match self.perform(&Who::Seat(seat), &Request::Play { seat, command }, None).await {
                Ok(_) => return Next::GoOn,
                Err(Trouble::Refused(refusal)) if refusal.code == Code::NotStored => break,
                Err(Trouble::Refused(refusal)) => {
                    tracing::warn!(table = %self.id, %seat, code = ?refusal.code, "a bot was refused");
                }
                Err(Trouble::Lost) => return self.let_go(),
            }
        }
        self.not_before = self.hall.clock.now() + super::TRY_AGAIN;
        Next::GoOn
    }
}

impl BotSeat {
    /// Makes the bot unless it is there. One that does not know this game draws; nobody is made to wait for it.
    fn make(&mut self, settings: &Settings, knowledge: &Knowledge) {
        if self.bot.is_none() && self.seen == 0 {
            self.bot = build(&self.level, settings, knowledge).ok();
            if let Some(bot) = &mut self.bot {
                bot.begin(&self.view);
            }
        }
    }

    fn catch_up(&mut self, seat: Seat, news: &[Event]) {
        for event in news {
            let seen = see(event, Viewer::Seat(seat));
            self.view.apply(&seen);
            if let Some(bot) = &mut self.bot {
                bot.observe(&seen, &self.view);
            }
        }
        self.seen += news.len();
    }

    fn decide(&mut self, budget: Budget, provisional: bool) -> Command {
        let clock = Stopwatch(Instant::now());
        let mut thinking = Thinking::new(budget, &clock, &mut self.dice);
        let doubtful = self.view.state.contest().is_some_and(|contest| Viewer::Seat(contest.seat) != self.view.viewer);
        match &mut self.bot {
            Some(bot) if provisional => {
                if bot.challenges(&self.view, &mut thinking) {
                    Command::Challenge
                } else {
                    Command::Accept
                }
            }
            None if provisional => Command::Accept,
            Some(bot) => {
                // The last play can be challenged until the next player acts, and here that is the bot.
                if doubtful && bot.challenges(&self.view, &mut thinking) {
                    Command::Challenge
                } else {
                    bot.turn(&self.view, &mut thinking)
                }
            }
            None => fallback_command(&self.view),
        }
    }
}
