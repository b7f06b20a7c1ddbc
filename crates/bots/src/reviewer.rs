//! What the strongest bot would do at the turns of a game that others play.

use std::sync::Arc;
use std::time::Duration;

use trinta_core::{Command, Event, Game, Seat, Setup, View, Viewer, see};
use trinta_dice::Dice;

use crate::bot::{Bot, Thinking};
use crate::budget::{Budget, NoClock};
use crate::roster::{BotName, RosterError};
use crate::vocabulary::Vocabulary;

/// The budget of one turn. The time is never used up, as the clock stands still: the answer is the same on every machine.
const TURN_BUDGET: Budget = Budget { effort: 20_000, time: Duration::from_secs(1) };

/// The strongest bot at every seat of a game, as an observer.
///
/// Each seat has a bot of its own, which sees the game as that seat does. Its random numbers depend on the position in the
/// game alone, so a turn is answered the same however many turns were asked about before.
pub struct Reviewer {
    name: BotName,
    seats: Vec<(Box<dyn Bot>, View)>,
    events_seen: u64,
}

impl Reviewer {
    /// A reviewer of a game that has not begun; the vocabulary is that of the word game.
    ///
    /// # Errors
    /// If the settings are those of the word game and there is no vocabulary.
    pub fn new(setup: &Setup, vocabulary: Option<&Arc<Vocabulary>>) -> Result<Reviewer, RosterError> {
        let settings = setup.settings();
        let name = BotName::strongest(settings);
        let game = Game::new(setup.clone());
        let seats = setup.seats().map(|seat| {
            let mut bot = match vocabulary {
                Some(words) => name.build_with_words(settings, words)?,
                None => name.build(settings)?,
            };
            let view = game.view(Viewer::Seat(seat));
            bot.begin(&view);
            Ok((bot, view))
        });
        Ok(Reviewer { name, seats: seats.collect::<Result<_, _>>()?, events_seen: 0 })
    }

    /// The bot that is asked.
    #[must_use]
    pub const fn name(&self) -> BotName {
        self.name
    }

    /// Shows an event to all seats, each as that seat may see it.
    pub fn observe(&mut self, event: &Event) {
        for (bot, view) in &mut self.seats {
            let seen = see(event, view.viewer);
            view.apply(&seen);
            bot.observe(&seen, view);
        }
        self.events_seen += 1;
    }

    /// The bot's command in the place of the player on turn; none if it is not this seat's turn.
    pub fn command(&mut self, seat: Seat) -> Option<Command> {
        let (bot, view) = self.seats.get_mut(seat.index())?;
        if view.state.turn() != Some(seat) {
            return None;
        }
        let mut dice = Dice::new(self.events_seen);
        let mut thinking = Thinking::new(TURN_BUDGET, &NoClock, &mut dice);
        // The last play can be challenged until the next player acts.
        let contested = view.state.contest().is_some_and(|contest| contest.seat != seat);
        if contested && bot.challenges(view, &mut thinking) {
            return Some(Command::Challenge);
        }
        Some(bot.turn(view, &mut thinking))
    }
}

impl std::fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reviewer")
            .field("name", &self.name)
            .field("events_seen", &self.events_seen)
            .finish_non_exhaustive()
    }
}
