//! The state of a game, over what is known of hands and pool.

use std::sync::Arc;

use crate::edition::{PoolEmpty, Settings, SpellingRule};
use crate::game::event::EndReason;
use crate::game::knowledge::{HandKnowledge, Pool, PoolKnowledge};
#[cfg(feature = "serde")]
use crate::game::phase_form::PhaseForm;
use crate::game::setup::Setup;
use crate::layout::Table;
use crate::score::Score;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// A game with everything in it.
///
/// ```
/// use trinta_core::{Actor, Aids, Command, Game, PlainSearch, AnyWord, Settings, Setup};
/// use trinta_core::shuffle::{Bytes32, Shuffler};
///
/// let setup = Setup::new(Settings::edition("hk").unwrap(), 4).unwrap();
/// let mut game = Game::new(setup);
/// let shuffler = Shuffler::from_seed(&Bytes32([7; 32]), 4);
/// let aids = Aids { search: &PlainSearch::default(), spelling: &AnyWord, shuffle: &shuffler };
/// for event in game.decide(Actor::Host, &Command::Deal, &aids).unwrap() {
///     game.apply(&event);
/// }
/// assert_eq!(game.pool_size(), 106 - 4 * 14);
/// ```
pub type Game = StateOf<Tiles, Pool>;

/// A game, over what is known of hands (`H`) and pool (`P`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateOf<H, P> {
    pub(super) setup: Arc<Setup>,
    pub(super) seats: Vec<SeatOf<H>>,
    pub(super) pool: P,
    pub(super) table: Table,
    pub(super) phase: Phase,
    /// Passes one after another with the pool empty (N15).
    pub(super) passes: u8,
    /// Turns left when everybody has just one more (N15, the setting `last-turn`).
    pub(super) last_turns: Option<u8>,
    /// The number of shuffles so far, which is the index of the next.
    pub(super) shuffles: u32,
    /// The last play, while it can be challenged (W8).
    pub(super) contest: Option<Contest>,
    pub(super) version: u32,
}

/// A seat and its player, over what is known of hands.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "SeenSeat", concrete(H = crate::game::Seen)))]
pub struct SeatOf<H> {
    /// The rack.
    pub rack: H,
    /// Whether the player has opened (N10, W4).
    pub opened: bool,
    /// The number of turns that the player has had.
    pub turns: u32,
    /// The points of the player's turns (W9).
    pub points: u32,
    /// What the player drew since the start of the last own turn (N23).
    pub drawn_last: H,
    /// W12: turns, this one included, until the player may play again; 1 is the turn in which to draw only.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    #[cfg_attr(feature = "ts", ts(as = "Option<u8>", optional))]
    pub draw_only: u8,
}

impl<H> SeatOf<H> {
    /// The same seat with other knowledge of its tiles: those on the rack, and which of them were drawn last.
    #[must_use]
    pub fn with_tiles<T>(&self, rack: T, drawn_last: T) -> SeatOf<T> {
        let SeatOf { rack: _, opened, turns, points, drawn_last: _, draw_only } = *self;
        SeatOf { rack, opened, turns, points, drawn_last, draw_only }
    }
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(turns: &u8) -> bool {
    *turns == 0
}

/// The phase of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "PhaseForm", into = "PhaseForm"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(as = "PhaseForm"))]
pub enum Phase {
    /// Before the deal; after a round of lots, the seats that drew highest.
    Lots(Vec<Seat>),
    /// It is this seat's turn.
    Turn(Seat),
    /// This seat's play ends the game unless it is challenged (W8).
    Provisional(Seat),
    /// The game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The reason for the end.
    pub reason: EndReason,
    /// For each seat, whether an unopened player could have opened, where that counts (N23).
    pub could_open: Vec<Option<bool>>,
    /// The score of each seat.
    pub scores: Vec<Score>,
    /// The seats with the highest score (N25).
    pub winners: Vec<Seat>,
}

/// The last play, while it can be challenged (W8), and what there is to restore.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Contest {
    /// The player who made it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    /// The table before it.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub before: Table,
    /// The tiles it placed.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub placed: Tiles,
    /// Whether the player had opened before it.
    pub opened_before: bool,
    /// The score of its turn (W9).
    pub score: u32,
    /// The passes in a row before it.
    pub passes_before: u8,
    /// The opponents who will not challenge it.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub accepted: Vec<Seat>,
}

impl<H: HandKnowledge, P: PoolKnowledge> StateOf<H, P> {
    /// A game before the lots.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let seat =
            SeatOf { rack: H::empty(), opened: false, turns: 0, points: 0, drawn_last: H::empty(), draw_only: 0 };
        StateOf {
            seats: vec![seat; usize::from(setup.players())],
            pool: P::empty(),
            table: Table::new(),
            phase: Phase::Lots(setup.seats().collect()),
            passes: 0,
            last_turns: None,
            shuffles: 0,
            contest: None,
            version: 0,
            setup: Arc::new(setup),
        }
    }

    /// The rules and the number of players.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rules in force.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        self.setup.settings()
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.setup.players()
    }

    /// A seat and its player.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> Option<&SeatOf<H>> {
        self.seats.get(seat.index())
    }

    /// All seats, clockwise.
    #[must_use]
    pub fn seats(&self) -> &[SeatOf<H>] {
        &self.seats
    }

    /// The sets on the table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The pool, as far as it is known.
    #[must_use]
    pub fn pool(&self) -> &P {
        &self.pool
    }

    /// The number of tiles left in the pool.
    #[must_use]
    pub fn pool_size(&self) -> usize {
        self.pool.size()
    }

    /// The phase of the game.
    #[must_use]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The player on turn, if anybody is.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        if let Phase::Turn(seat) = self.phase { Some(seat) } else { None }
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        if let Phase::Over(outcome) = &self.phase { Some(outcome) } else { None }
    }

    /// The last play, while it can be challenged (W8).
    #[must_use]
    pub fn contest(&self) -> Option<&Contest> {
        self.contest.as_ref()
    }

    /// The number of events applied.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether a player counts as having opened: always so where there is no opening to be made (N10).
    #[must_use]
    pub fn has_opened(&self, seat: Seat) -> bool {
        let must_open = self.settings().numbers().is_none_or(crate::edition::NumberSettings::must_open);
        !must_open || self.seat(seat).is_some_and(|player| player.opened)
    }

    /// W12: whether a player may only draw in this turn.
    #[must_use]
    pub fn draws_only(&self, seat: Seat) -> bool {
        self.seat(seat).is_some_and(|player| player.draw_only == 1)
    }

    /// N15: the passes one after another that end the game with the pool empty.
    pub(super) fn passes_that_end(&self) -> u8 {
        self.players() * self.settings().version.circles_of_passes()
    }

    /// N15: the number of further passes in a row that end the game. `None` while there are tiles to draw, where the
    /// edition ends games in another way, and after the end.
    #[must_use]
    pub fn passes_until_the_end(&self) -> Option<u8> {
        let by_passes = matches!(self.settings().pool_empty, PoolEmpty::Pass | PoolEmpty::MustPlay);
        let under_way = matches!(self.phase, Phase::Turn(_) | Phase::Provisional(_));
        (by_passes && under_way && self.pool.size() == 0).then(|| self.passes_that_end().saturating_sub(self.passes))
    }

    /// N15: whether a full circle has passed and one more ends the game. Every player has to be told.
    #[must_use]
    pub fn is_last_circle(&self) -> bool {
        self.passes >= self.players() && self.passes_until_the_end().is_some_and(|left| left > 0)
    }

    pub(super) fn by_challenge(&self) -> bool {
        self.settings().words().is_some_and(|rules| rules.spelling == SpellingRule::Challenge)
    }
}

impl Game {
    /// All tiles of racks, pool and table. Together they are always the tiles of the box.
    pub fn all_tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        let racks = self.seats.iter().flat_map(|seat| seat.rack.iter());
        racks.chain(self.pool.iter()).chain(self.table.layout().tiles())
    }
}
