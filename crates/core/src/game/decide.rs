//! Decides commands: from a command to its events, or a refusal. Nothing is changed here.

use crate::game::command::{Actor, Command, CommandError};
use crate::game::event::Event;
use crate::game::state::{Game, Phase};
use crate::search::Search;
use crate::seat::Seat;
use crate::shuffle::Shuffle;
use crate::spelling::Spelling;

/// What the rules need from outside, passed in so that they stay pure.
#[derive(Clone, Copy)]
pub struct Aids<'a> {
    /// Answers whether a player can still play, or could have opened (N15, N23).
    pub search: &'a dyn Search,
    /// Decides which words count (W8).
    pub spelling: &'a dyn Spelling,
    /// Orders the tiles of lots, deals and returned tiles (N6, N7, N19).
    pub shuffle: &'a dyn Shuffle,
}

/// The events of one command so far, and the game as they leave it.
pub(super) struct Step<'a> {
    pub(super) game: Game,
    pub(super) aids: &'a Aids<'a>,
    events: Vec<Event>,
}

impl Step<'_> {
    pub(super) fn push(&mut self, event: Event) {
        self.game.apply(&event);
        self.events.push(event);
    }
}

impl Game {
    /// Decides a command: the events that it causes, or why it is refused. The game itself is not changed.
    ///
    /// # Errors
    /// The reason for which the command is refused.
    pub fn decide(&self, actor: Actor, command: &Command, aids: &Aids<'_>) -> Result<Vec<Event>, CommandError> {
        if let Actor::Seat(seat) = actor
            && self.seat(seat).is_none()
        {
            return Err(CommandError::NoSuchSeat(seat));
        }
        let mut step = Step { game: self.clone(), aids, events: Vec::with_capacity(2) };
        match (actor, command) {
            (Actor::Host, Command::Deal) => step.deal()?,
            (Actor::Host, Command::TimeUp { draft, restored }) => step.time_up(draft.as_ref(), restored.as_ref())?,
            (Actor::Host, Command::CloseChallenge) => step.close_challenge()?,
            (Actor::Seat(seat), Command::NewDeal) => step.new_deal(seat)?,
            (Actor::Seat(seat), Command::Play { layout }) => step.play(seat, layout)?,
            (Actor::Seat(seat), Command::Draw) => step.draw(seat)?,
            (Actor::Seat(seat), Command::Pass) => step.pass(seat)?,
            (Actor::Seat(seat), Command::Challenge) => step.challenge(seat)?,
            (Actor::Seat(seat), Command::Accept) => step.accept(seat)?,
            (Actor::Seat(_), _) => return Err(CommandError::HostOnly),
            (Actor::Host, _) => return Err(CommandError::PlayersOnly),
        }
        Ok(step.events)
    }
}

impl Step<'_> {
    /// The seat whose turn it is, once the tiles are dealt.
    pub(super) fn whose_turn(&self) -> Result<Seat, CommandError> {
        match self.game.phase {
            Phase::Turn(turn) => Ok(turn),
            Phase::Lots(_) => Err(CommandError::NotDealt),
            Phase::Provisional(_) => Err(CommandError::AwaitingChallenge),
            Phase::Over(_) => Err(CommandError::GameOver),
        }
    }

    /// Refuses players who are not on turn.
    pub(super) fn check_own_turn(&self, seat: Seat) -> Result<(), CommandError> {
        let turn = self.whose_turn()?;
        if turn == seat { Ok(()) } else { Err(CommandError::NotYourTurn { turn }) }
    }
}
