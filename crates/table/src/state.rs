//! The state of a table.

use std::collections::HashMap;

use trinta_core::shuffle::{Seed, Shuffler};
use trinta_core::{Game, Match, Seat, Setup};
use trinta_time::Timestamp;

use crate::clock::TurnClock;
use crate::command::Requester;
use crate::event::Occupant;
use crate::ids::PlayerId;
use crate::library::Knowledge;
use crate::plan::Plan;
use crate::roles::Role;
use crate::ruling::Ruling;

/// A table, as its log tells it.
#[derive(Debug, Clone)]
pub struct Table {
    pub(super) plan: Plan,
    pub(super) setup: Setup,
    pub(super) knowledge: Knowledge,
    pub(super) host: PlayerId,
    pub(super) code: String,
    pub(super) seats: Vec<Option<Occupant>>,
    pub(super) away: Vec<bool>,
    pub(super) entropy: Vec<Vec<u8>>,
    pub(super) invites: HashMap<String, Invite>,
    pub(super) judges: Vec<Judge>,
    /// The invitations of judges, and when each expires.
    pub(super) judge_invites: HashMap<String, Timestamp>,
    pub(super) seed: Option<Seed>,
    pub(super) sheet: Match,
    pub(super) games: u32,
    pub(super) current: Option<Current>,
    pub(super) clock: TurnClock,
    pub(super) closed: bool,
    pub(super) version: u64,
    pub(super) at: Timestamp,
}

/// The game that is on, or the last one.
#[derive(Debug, Clone)]
pub struct Current {
    /// Its number at this table, counted from 1.
    pub number: u32,
    /// The game.
    pub game: Game,
    /// Its seed, secret until the end.
    pub seed: Seed,
    /// What each seat added to it.
    pub entropy: Vec<Vec<u8>>,
    /// Its shuffler.
    pub shuffler: Shuffler,
    /// The version of the table when it began.
    pub since: u64,
    /// The last version in which something happened in it.
    pub touched: u64,
    /// The time at which it ended.
    pub ended_at: Option<Timestamp>,
    /// What a ruling made of its scores.
    pub ruling: Option<Ruling>,
}

/// A judge of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judge {
    /// The same at every table.
    pub id: PlayerId,
    /// The name that others see.
    pub name: String,
}

/// An invitation to sit down, for whoever brings its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invite {
    /// None: any seat that is free.
    pub seat: Option<Seat>,
    /// The time at which it expires.
    pub until: Timestamp,
}

impl Table {
    /// What the table was opened with.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The rules in force and the number of players.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What the rules need to know.
    #[must_use]
    pub const fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// The player who opened the table.
    #[must_use]
    pub const fn host(&self) -> &PlayerId {
        &self.host
    }

    /// The short code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The occupant of each seat.
    #[must_use]
    pub fn seats(&self) -> &[Option<Occupant>] {
        &self.seats
    }

    /// The occupant of a seat.
    #[must_use]
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.seats.get(seat.index())?.as_ref()
    }

    /// Whether a seat is a player's.
    #[must_use]
    pub fn is_seat_of(&self, seat: Seat, player: &PlayerId) -> bool {
        self.occupant(seat).and_then(Occupant::player) == Some(player)
    }

    /// The seats of a player: none, one or, on one device, several.
    pub fn seats_of<'a>(&'a self, player: &'a PlayerId) -> impl Iterator<Item = Seat> + 'a {
        self.setup.seats().filter(|&seat| self.is_seat_of(seat, player))
    }

    /// The judges of the table.
    #[must_use]
    pub fn judges(&self) -> &[Judge] {
        &self.judges
    }

    /// Whether somebody is a judge of the table.
    #[must_use]
    pub fn is_judge(&self, player: &PlayerId) -> bool {
        self.judges.iter().any(|judge| judge.id == *player)
    }

    /// What somebody is at this table.
    #[must_use]
    pub fn role_of(&self, requester: &Requester) -> Role {
        match requester {
            Requester::House => Role::House,
            Requester::Player(player) if self.is_judge(player) => Role::Judge,
            Requester::Player(player) if self.seats_of(player).next().is_some() => Role::Player,
            Requester::Seat(seat) if self.occupant(*seat).is_some() => Role::Player,
            Requester::Player(_) | Requester::Seat(_) => Role::Spectator,
        }
    }

    /// Whether a bot plays for the player on a seat.
    #[must_use]
    pub fn is_away(&self, seat: Seat) -> bool {
        self.away.get(seat.index()).copied().unwrap_or(false)
    }

    /// Whether a bot plays on a seat, as itself or for somebody.
    #[must_use]
    pub fn bot_plays(&self, seat: Seat) -> bool {
        self.is_away(seat) || matches!(self.occupant(seat), Some(Occupant::Bot { .. }))
    }

    /// Which seats added entropy to the next shuffle.
    pub fn mixed(&self) -> impl Iterator<Item = bool> + '_ {
        self.entropy.iter().map(|entropy| !entropy.is_empty())
    }

    /// The seed of the next game.
    #[must_use]
    pub const fn next_seed(&self) -> Option<&Seed> {
        self.seed.as_ref()
    }

    /// The sheet of the match.
    #[must_use]
    pub const fn sheet(&self) -> &Match {
        &self.sheet
    }

    /// The number of games that have begun at this table.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The game that is on, or the last one.
    #[must_use]
    pub const fn current(&self) -> Option<&Current> {
        self.current.as_ref()
    }

    /// The game that is on.
    #[must_use]
    pub fn running(&self) -> Option<&Current> {
        self.current.as_ref().filter(|current| current.game.outcome().is_none())
    }

    /// The clock of the turn.
    #[must_use]
    pub const fn clock(&self) -> &TurnClock {
        &self.clock
    }

    /// Whether the clock is stopped.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.clock.is_stopped()
    }

    /// Whether the table is closed for good.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The number of entries of the log that have been folded.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The time of the last entry.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.at
    }

    /// Whether the seats are those of a match that has begun and is not over.
    #[must_use]
    pub fn in_match(&self) -> bool {
        self.running().is_some() || !self.sheet.games().is_empty() && !self.sheet.is_over()
    }

    /// Whether nobody sits at the table but bots.
    #[must_use]
    pub fn is_deserted(&self) -> bool {
        self.seats.iter().flatten().all(|occupant| occupant.player().is_none())
    }
}
