//! Plays one random game from its seed to its end, with mischief (mostly invalid commands) in between, and checks every
//! law.

use std::cell::Cell;

use trinta_core::shuffle::{Bytes32, Shuffler};
use trinta_core::{
    Actor, Aids, Command, CommandError, EndReason, Layout, NoSearch, Phase, PlainSearch, Position, Search, Seat,
};

use crate::case::{Case, Library, SearchKind};
use crate::laws::{self, Broken, Watched};
use crate::mischief;
use crate::players::{WordIndex, draw_or_pass, propose};
use trinta_dice::Dice;

/// A finished game.
#[derive(Debug)]
pub struct Report {
    /// The game and its events.
    pub watched: Watched,
    /// The reason why the game ended.
    pub reason: EndReason,
    /// The number of refused commands.
    pub refused: usize,
}

/// More steps than any game needs.
const MAX_STEPS: usize = 5000;

/// A game that is being played.
struct Run<'a> {
    case: &'a Case,
    watched: Watched,
    aids: Aids<'a>,
    search: &'a Spy<'a>,
    index: &'a WordIndex,
    dice: Dice,
    refused: usize,
}

/// A search with arbitrary answers in the number game, but always the same answer for the same position.
struct ArbitrarySearch;

impl ArbitrarySearch {
    fn hash(position: &Position<'_>) -> usize {
        let rack = position.rack.iter().map(trinta_core::Tile::index).sum::<usize>();
        rack * 31 + position.table.layout().tile_count() * 7 + position.seat.index()
    }
}

impl Search for ArbitrarySearch {
    fn can_play(&self, position: &Position<'_>) -> Option<bool> {
        position.settings.numbers()?;
        [Some(false), Some(false), None, Some(true)][ArbitrarySearch::hash(position) % 4]
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        ArbitrarySearch::hash(position).is_multiple_of(2)
    }
}

/// A search that records whether it was used.
struct Spy<'a> {
    search: &'a dyn Search,
    used: Cell<bool>,
}

impl Search for Spy<'_> {
    fn can_play(&self, position: &Position<'_>) -> Option<bool> {
        self.used.set(true);
        self.search.can_play(position)
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        self.used.set(true);
        self.search.could_open(position)
    }
}

/// Plays the game of a case.
///
/// # Errors
/// The first law that is broken.
pub fn play_game(case: &Case, library: &Library) -> Result<Report, Broken> {
    let (dictionary, index) = &library.0[case.word_list];
    let mut dice = Dice::new(!case.seed);
    let shuffle = Shuffler::from_seed(&Bytes32(dice.bytes()), case.setup.players());
    let search: &dyn Search = match case.search {
        SearchKind::None => &NoSearch,
        SearchKind::Exact => &PlainSearch,
        SearchKind::Arbitrary => &ArbitrarySearch,
    };
    let search = Spy { search, used: Cell::new(false) };
    let aids = Aids { search: &search, spelling: dictionary, shuffle: &shuffle };
    let watched = Watched::new(case.setup.clone(), case.thorough);
    let mut run = Run { case, watched, aids, search: &search, index, dice, refused: 0 };
    run.mischief()?;
    // Mischief may have dealt already.
    if let Phase::Lots(_) = run.watched.game.phase() {
        run.submit_legal(Actor::Host, &Command::Deal)?;
    }
    run.new_deals()?;
    for _ in 0..MAX_STEPS {
        if let Some(outcome) = run.watched.game.outcome() {
            let reason = outcome.reason;
            run.mischief()?;
            run.watched.replays()?;
            return Ok(Report { watched: run.watched, reason, refused: run.refused });
        }
        run.step()?;
    }
    Err(Broken("the game does not end".into()))
}

impl Run<'_> {
    /// Decides a command and applies its events. The outer result is a broken law, the inner one a refusal.
    fn submit(&mut self, actor: Actor, command: &Command) -> Result<Result<(), CommandError>, Broken> {
        let before = self.case.thorough.then(|| self.watched.game.clone());
        let set_up = self.watched.rebuilt()?;
        self.search.used.set(false);
        let decided = self.watched.game.decide(actor, command, &self.aids);
        if self.case.thorough && set_up.decide(actor, command, &self.aids) != decided {
            return Err(Broken(format!("the game set up from its position decides otherwise: {actor:?} {command:?}")));
        }
        if self.search.used.get() && !self.watched.game.may_search(command) {
            return Err(Broken(format!("an unexpected search: {actor:?} {command:?}")));
        }
        match decided {
            Ok(events) => {
                events.into_iter().try_for_each(|event| self.watched.apply(event))?;
                Ok(Ok(()))
            }
            Err(error) => {
                self.refused += 1;
                if before.is_some_and(|before| before != self.watched.game) {
                    return Err(Broken(format!("a refusal changed the game: {error}")));
                }
                if self.case.thorough {
                    laws::refusal_is_just(&self.watched.game, actor, command, &error)?;
                }
                Ok(Err(error))
            }
        }
    }

    fn submit_legal(&mut self, actor: Actor, command: &Command) -> Result<(), Broken> {
        self.submit(actor, command)?.map_err(|error| Broken(format!("{actor:?} {command:?}: {error}")))
    }

    fn mischief(&mut self) -> Result<(), Broken> {
        while self.dice.chance(self.case.mischief) {
            let (actor, command) = mischief::random_command(&self.watched.game, &mut self.dice);
            let _refused_or_not = self.submit(actor, &command)?;
        }
        Ok(())
    }

    /// N9: everybody asks for a new deal, whether they may or not.
    fn new_deals(&mut self) -> Result<(), Broken> {
        for seat in self.case.setup.seats() {
            let _refused_or_not = self.submit(Actor::Seat(seat), &Command::NewDeal)?;
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Broken> {
        self.mischief()?;
        if self.watched.game.contest().is_some() {
            self.contest()?;
        }
        // Mischief or a challenge may have ended the game or the turn.
        let Phase::Turn(seat) = *self.watched.game.phase() else { return Ok(()) };
        if self.watched.game.seat(seat).is_some_and(|player| player.turns == 0) {
            let _refused_or_not = self.submit(Actor::Seat(seat), &Command::NewDeal)?;
            if self.watched.game.turn() != Some(seat) {
                return Ok(());
            }
        }
        let command = self.proposal(seat);
        if self.dice.chance(self.case.time_ups) && self.time_up(&command)? {
            return Ok(());
        }
        if self.submit(Actor::Seat(seat), &command)?.is_ok() {
            return Ok(());
        }
        let fallback = draw_or_pass(&self.watched.game);
        if self.submit(Actor::Seat(seat), &fallback)?.is_err() {
            // A player who must play and finds nothing runs out of time.
            self.submit_legal(Actor::Host, &Command::TimeUp { draft: None, restored: None })?;
        }
        Ok(())
    }

    fn proposal(&mut self, seat: Seat) -> Command {
        let game = &self.watched.game;
        match game.seat(seat) {
            Some(player) => propose(game, seat, &player.rack, self.index, &mut self.dice),
            None => draw_or_pass(game),
        }
    }

    /// The player's time runs out. The draft is their intended play, a random layout or none; sometimes the table can't
    /// be restored completely. Returns whether the command was accepted.
    fn time_up(&mut self, intended: &Command) -> Result<bool, Broken> {
        let draft = match (self.dice.below(4), intended) {
            (0, _) => None,
            (1, _) => Some(mischief::layout(&self.watched.game, &mut self.dice)),
            (_, Command::Play { layout }) => Some(layout.clone()),
            _ => Some(Layout::new()),
        };
        let restored = self.dice.chance(25).then(|| {
            let missing = self.dice.below(self.watched.game.table().len() + 1);
            let sets = self.watched.game.table().sets().enumerate().filter(|(index, _)| *index != missing);
            sets.map(|(_, set)| set.to_vec()).collect()
        });
        Ok(self.submit(Actor::Host, &Command::TimeUp { draft, restored })?.is_ok())
    }

    /// W8: a random player challenges or accepts, or the host closes the challenge. During the game this is skipped at
    /// random; at its end it never is, because the game waits for the contest to be decided.
    fn contest(&mut self) -> Result<(), Broken> {
        let provisional = matches!(self.watched.game.phase(), Phase::Provisional(_));
        if !provisional && self.dice.chance(60) {
            return Ok(());
        }
        let by = Actor::Seat(Seat(self.dice.below(usize::from(self.case.setup.players())) as u8));
        let _refused_or_not = match self.dice.below(3) {
            0 => self.submit(by, &Command::Challenge)?,
            1 => self.submit(by, &Command::Accept)?,
            _ => self.submit(Actor::Host, &Command::CloseChallenge)?,
        };
        Ok(())
    }
}
