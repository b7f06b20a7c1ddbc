//! The state of a table.

use std::collections::HashMap;

use trinta_core::record::AbortedDeal;
use trinta_core::shuffle::{Bytes32, Seed, Shuffler};
use trinta_core::{Game, Match, Seat, Setup};
use trinta_time::Timestamp;

use crate::clock::TurnClock;
use crate::command::Requester;
use crate::event::Occupant;
use crate::ids::PlayerId;
use crate::library::RulesOracle;
use crate::pending::{EarlyDeal, PendingDeal};
use crate::plan::Plan;
use crate::roles::Role;
use crate::ruling::Ruling;

/// A table: the state that its log adds up to.
#[derive(Debug, Clone)]
pub struct Table {
    pub(super) plan: Plan,
    pub(super) setup: Setup,
    pub(super) oracle: RulesOracle,
    pub(super) host: PlayerId,
    pub(super) code: String,
    pub(super) seats: Vec<Option<Occupant>>,
    pub(super) away: Vec<bool>,
    /// By seat: whether a bot plays the current game for a player who did not take part in its deal.
    pub(super) sits_out: Vec<bool>,
    /// How often each person has withheld their entropy here.
    pub(super) withheld: HashMap<PlayerId, u32>,
    pub(super) early_deal: EarlyDeal,
    pub(super) pending: Option<PendingDeal>,
    pub(super) invites: HashMap<String, Invite>,
    pub(super) judges: Vec<Judge>,
    /// When each invitation to judge expires, by the hash of its secret.
    pub(super) judge_invites: HashMap<String, Timestamp>,
    pub(super) sheet: Match,
    pub(super) games: u32,
    pub(super) current: Option<CurrentGame>,
    pub(super) clock: TurnClock,
    pub(super) closed: bool,
    pub(super) version: u64,
    pub(super) at: Timestamp,
    #[cfg(feature = "next-version")]
    pub(super) counted_moves: u64,
}

/// The running game, or the last one.
#[derive(Debug, Clone)]
pub struct CurrentGame {
    /// Its number at this table, counted from 1.
    pub number: u32,
    /// The game.
    pub game: Game,
    /// The seed of its shuffles, secret until the game is over.
    pub seed: Seed,
    /// The entropy that each seat added to the seed.
    pub entropy: Vec<Vec<u8>>,
    /// The commitment of each seat to its entropy, known to all before any of it; none in games of early logs.
    pub commitments: Vec<Option<Bytes32>>,
    /// The deals of this game that came to nothing before it was dealt.
    pub aborted: Vec<AbortedDeal>,
    /// The generator of its shuffles, made from the seed and the entropy.
    pub shuffler: Shuffler,
    /// The version of the table in which the game began.
    pub since: u64,
    /// The last version in which something happened in the game.
    pub touched: u64,
    /// The time at which it ended.
    pub ended_at: Option<Timestamp>,
    /// The ruling that changed its scores, if there was one.
    pub ruling: Option<Ruling>,
}

/// A judge of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judge {
    /// The judge's id, which is the same at every table.
    pub id: PlayerId,
    /// The name that others see.
    pub name: String,
}

/// An invitation to sit down, for whoever brings its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invite {
    /// The seat that it is for; `None` for any free seat.
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

    /// The word lists and the solver, which the rules consult.
    #[must_use]
    pub const fn oracle(&self) -> &RulesOracle {
        &self.oracle
    }

    /// The player who opened the table.
    #[must_use]
    pub const fn host(&self) -> &PlayerId {
        &self.host
    }

    /// The short code by which people find the table.
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

    /// Whether a seat belongs to a player.
    #[must_use]
    pub fn is_seat_of(&self, seat: Seat, player: &PlayerId) -> bool {
        self.occupant(seat).and_then(Occupant::player) == Some(player)
    }

    /// The seats of a player: none, one, or several where people share a device.
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

    /// The role of a requester at this table.
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

    /// Whether the player of a seat is absent, so that a stand-in plays for them.
    #[must_use]
    pub fn is_away(&self, seat: Seat) -> bool {
        self.away.get(seat.index()).copied().unwrap_or(false)
    }

    /// Whether a bot plays the current game for the player of a seat, because they did not take part in its deal.
    #[must_use]
    pub fn sits_out(&self, seat: Seat) -> bool {
        self.sits_out.get(seat.index()).copied().unwrap_or(false)
    }

    /// Whether a bot plays at a seat, as its occupant or as a stand-in.
    #[must_use]
    pub fn bot_plays(&self, seat: Seat) -> bool {
        self.is_away(seat) || self.sits_out(seat) || matches!(self.occupant(seat), Some(Occupant::Bot { .. }))
    }

    /// The deal that is being prepared.
    #[must_use]
    pub const fn pending_deal(&self) -> Option<&PendingDeal> {
        self.pending.as_ref()
    }

    /// Whether the table has a secret: the seed of a game or a deal.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.pending.is_some() || self.running().is_some()
    }

    /// The score sheet of the match.
    #[must_use]
    pub const fn sheet(&self) -> &Match {
        &self.sheet
    }

    /// The number of games that have begun at this table.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The running game, or the last one.
    #[must_use]
    pub const fn current(&self) -> Option<&CurrentGame> {
        self.current.as_ref()
    }

    /// The running game.
    #[must_use]
    pub fn running(&self) -> Option<&CurrentGame> {
        self.current.as_ref().filter(|current| current.game.outcome().is_none())
    }

    /// The clock of the current turn.
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

    /// The number of log entries that have been applied.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The time of the last entry.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.at
    }

    /// Whether a match has begun and is not over. It begins with the preparation of its first deal.
    #[must_use]
    pub fn in_match(&self) -> bool {
        self.has_secrets() || !self.sheet.games().is_empty() && !self.sheet.is_over()
    }

    /// Whether no seat is occupied by a person.
    #[must_use]
    pub fn has_no_people(&self) -> bool {
        self.seats.iter().flatten().all(|occupant| occupant.player().is_none())
    }
}
