//! Positions: snapshots of a game, which can be changed or written by hand, and become a game again if they are valid.

use std::sync::Arc;

use crate::edition::{PoolEmpty, Unrestorable};
use crate::game::knowledge::{Pool, Seen, UnseenPool};
use crate::game::setup::Setup;
use crate::game::state::{Contest, Game, Phase, SeatOf, StateOf};
use crate::game::turn::FULL_RACK_TILES;
use crate::layout::Table;
use crate::scoring::winners;
use crate::seat::Seat;
use crate::tiles::{Counts, Tiles};

/// Everything of a game but its rules, over what is known of hands (`H`) and pool (`P`).
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "SeenState", concrete(H = Seen, P = UnseenPool)))]
pub struct PositionOf<H, P> {
    /// The seats, clockwise.
    pub seats: Vec<SeatOf<H>>,
    /// The pool, as far as it is known.
    pub pool: P,
    /// The sets on the table.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub table: Table,
    /// The phase of the game.
    pub phase: Phase,
    /// Passes one after another with the pool empty (N15).
    pub passes: u8,
    /// Turns left when everybody has just one more (N15, the setting `last-turn`).
    pub last_turns: Option<u8>,
    /// The number of shuffles so far, which is the index of the next.
    pub shuffles: u32,
    /// The last play, while it can be challenged (W8).
    pub contest: Option<Contest>,
    /// The number of events applied.
    pub version: u32,
}

/// A position with all its tiles. It may be impossible; [`Game::from_position`] checks it.
///
/// ```
/// use trinta_core::{Game, GamePosition, Seat, Settings, Setup, Table, Tile};
///
/// let setup = Setup::new(Settings::edition("hk").unwrap(), 2).unwrap();
/// let table = Table::try_from("r3 r4 r5 | k7 r7 b7".parse::<trinta_core::Layout>()?).unwrap();
/// let racks = vec!["r6 y7 k13".parse()?, "y1 y1 *".parse()?];
///
/// // Whatever is not on the table or a rack is in the pool.
/// let mut pool = setup.tile_set().tiles();
/// for tile in table.layout().tiles().chain(racks.iter().flat_map(trinta_core::Tiles::iter)) {
///     pool.swap_remove(pool.iter().position(|other| *other == tile).unwrap());
/// }
/// let position = GamePosition::new(table, racks, pool.into(), Seat(1));
/// let game = Game::from_position(setup.clone(), position.clone()).unwrap();
/// assert_eq!((game.turn(), game.pool_size()), (Some(Seat(1)), 94));
///
/// let doubled = GamePosition { pool: vec![Tile::JOKER; 94].into(), ..position };
/// let error = Game::from_position(setup, doubled).unwrap_err();
/// assert!(error.to_string().starts_with("there are tiles beyond those of the box: *"), "{error}");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
pub type GamePosition = PositionOf<Tiles, Pool>;

/// What a viewer knows of a game. Together with the rules and the viewer it makes a [`View`](crate::View), to which
/// further events can be applied.
pub type SeenState = PositionOf<Seen, UnseenPool>;

/// All reasons why a position can't occur in a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PositionError {
    /// All faults. If the number of seats is wrong, or a seat is named that does not exist, nothing else was checked.
    pub faults: Vec<PositionFault>,
}

/// What is wrong with a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionFault {
    /// The number of racks differs from the number of players.
    #[error("a game of {players} has {players} racks, not {racks}")]
    Seats {
        /// The number of players in the game.
        players: u8,
        /// The number of racks in the position.
        racks: usize,
    },
    /// The phase or the contest names a seat that the game does not have.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(Seat),
    /// More tiles than the box holds, or tiles of another game.
    #[error("there are tiles beyond those of the box: {0}")]
    SurplusTiles(Tiles),
    /// Fewer tiles than the box holds.
    #[error("there are tiles of the box neither on the table, nor on a rack, nor in the pool: {0}")]
    MissingTiles(Tiles),
    /// The phase is before the deal, but tiles have left the box, or turns or points have been counted.
    #[error("before the deal there are no tiles on table, racks and pool, no turns and no points")]
    NotFresh,
    /// Before the deal, no seat is left to draw lots, or a seat is named twice.
    #[error("before the deal the phase names each seat that still draws lots, once")]
    Lots,
    /// The numbers of turns do not fit clockwise play, in which no seat is more than one turn ahead of another.
    #[error("turns go round: these numbers of turns do not lead to the turn of seat {0}")]
    TurnOrder(Seat),
    /// A player can open only in their own turn.
    #[error("seat {0} has opened without having had a turn")]
    OpenedWithoutTurn(Seat),
    /// The first tiles on the table must have been an opening.
    #[error("there are tiles on the table, but nobody has opened")]
    NobodyOpened,
    /// The tiles drawn last can't have left the rack.
    #[error("seat {seat} drew {tiles} last, which is not all on the rack")]
    DrawnNotOnRack {
        /// The player.
        seat: Seat,
        /// The tiles said to be drawn last.
        tiles: Tiles,
    },
    /// Only turns of play A score (W9).
    #[error("seat {0} has points, which turns score in play A of the word game only (W9)")]
    PointsWithoutPlayA(Seat),
    /// A turn in which a player may only draw exists with one setting only, and for a limited time (W12).
    #[error("seat {0} may only draw, which can't be at this table or at this moment (W12)")]
    DrawOnly(Seat),
    /// Passes count once the pool is empty (N15).
    #[error("{0} passes in a row, which count only when the pool is empty (N15)")]
    PassesWithPool(u8),
    /// Last turns are counted with the setting `last-turn`, from the moment the pool is empty.
    #[error("the count of last turns is kept with pool_empty = last-turn while the pool is empty, and only then (N15)")]
    LastTurns,
    /// It is somebody's turn in a position in which the game must have ended before.
    #[error("the game is over, but the position has somebody on turn")]
    AlreadyOver,
    /// Only the word game with challenges has a contest.
    #[error("these rules have no challenges (W8)")]
    NoChallenges,
    /// The contested play does not lead from the table before it to the table.
    #[error("the contested play does not lead to this table: {0}")]
    Contest(&'static str),
    /// The phase is provisional, as after a play that ends the game unless it is challenged, but this play does not.
    #[error("the play of seat {0} does not end the game, so nobody waits for its challenge (W8)")]
    NotProvisional(Seat),
    /// In a finished game, scores, winners and seats do not agree, or a play is still contested.
    #[error("a finished game has a score for each seat, and the highest have won")]
    Outcome,
}

impl GamePosition {
    /// A position in the middle of a game: it is this seat's turn, everybody has had one turn and has opened, and
    /// nobody has passed. Change the fields where that is not so.
    #[must_use]
    pub fn new(table: Table, racks: Vec<Tiles>, pool: Pool, turn: Seat) -> GamePosition {
        let seat = |rack| SeatOf { rack, opened: true, turns: 1, points: 0, drawn_last: Tiles::new(), draw_only: 0 };
        PositionOf {
            seats: racks.into_iter().map(seat).collect(),
            pool,
            table,
            phase: Phase::Turn(turn),
            passes: 0,
            last_turns: None,
            shuffles: 0,
            contest: None,
            version: 0,
        }
    }
}

impl<H: Clone, P: Clone> StateOf<H, P> {
    /// A snapshot of everything but the rules.
    #[must_use]
    pub fn position(&self) -> PositionOf<H, P> {
        let StateOf { setup: _, seats, pool, table, phase, passes, last_turns, shuffles, contest, version } =
            self.clone();
        PositionOf { seats, pool, table, phase, passes, last_turns, shuffles, contest, version }
    }
}

impl<H, P> StateOf<H, P> {
    /// The state of a position, without a check that it is valid.
    pub(super) fn from_checked(setup: Arc<Setup>, position: PositionOf<H, P>) -> Self {
        let PositionOf { seats, pool, table, phase, passes, last_turns, shuffles, contest, version } = position;
        StateOf { setup, seats, pool, table, phase, passes, last_turns, shuffles, contest, version }
    }
}

impl Game {
    /// The game that continues from a position, as if a series of events had led there.
    ///
    /// A position is accepted if all tiles of the box are there, each once, and its fields can all be true at the same
    /// moment between two commands. It is not checked whether a sequence of moves leads there, nor whether anybody can
    /// still play (N15).
    ///
    /// # Errors
    /// Everything that is wrong with the position.
    pub fn from_position(setup: impl Into<Arc<Setup>>, position: GamePosition) -> Result<Game, PositionError> {
        let setup = setup.into();
        check_seats(&setup, &position)?;
        let game = StateOf::from_checked(setup, position);
        let faults = game.faults();
        if faults.is_empty() { Ok(game) } else { Err(PositionError { faults }) }
    }

    /// The faults of a position that has passed [`check_seats`].
    fn faults(&self) -> Vec<PositionFault> {
        let mut faults = Vec::new();
        match &self.phase {
            Phase::Lots(seats) => {
                self.check_lots(seats, &mut faults);
                return faults;
            }
            Phase::Turn(seat) => self.check_turn(*seat, &mut faults),
            Phase::Provisional(seat) => self.check_provisional(*seat, &mut faults),
            Phase::Over(outcome) => {
                let best = winners(&outcome.scores);
                let could_open = outcome.could_open.len();
                let complete = outcome.scores.len() == self.seats.len() && [0, self.seats.len()].contains(&could_open);
                if !complete || outcome.winners != best || self.contest.is_some() {
                    faults.push(PositionFault::Outcome);
                }
            }
        }
        self.check_tiles(&mut faults);
        self.check_players(&mut faults);
        if self.passes > 0 && !self.pool.is_empty() {
            faults.push(PositionFault::PassesWithPool(self.passes));
        }
        let counted = self.settings().pool_empty == PoolEmpty::LastTurn && self.pool.is_empty();
        if self.last_turns.is_some() != counted || self.last_turns.is_some_and(|turns| turns > self.players()) {
            faults.push(PositionFault::LastTurns);
        }
        if let Some(contest) = &self.contest {
            self.check_contest(contest, &mut faults);
        }
        faults
    }

    /// Checks a position before the deal (N6).
    fn check_lots(&self, lots: &[Seat], faults: &mut Vec<PositionFault>) {
        let fresh = Game::new((*self.setup).clone());
        let untouched = self.seats == fresh.seats && self.pool == fresh.pool && self.table == fresh.table;
        let uncounted = self.passes == 0 && self.last_turns.is_none() && self.contest.is_none();
        if !untouched || !uncounted {
            faults.push(PositionFault::NotFresh);
        }
        let mut seats = lots.to_vec();
        seats.sort_unstable();
        seats.dedup();
        if seats.len() != lots.len() || lots.is_empty() {
            faults.push(PositionFault::Lots);
        }
    }

    /// Checks that it can be this seat's turn, and that the game has not ended (N15, N21, W10, W11).
    fn check_turn(&self, turn: Seat, faults: &mut Vec<PositionFault>) {
        self.check_order(turn, faults);
        let settings = self.settings();
        let somebody_out = !settings.is_play_a() && self.seats.iter().any(|player| player.rack.is_empty());
        let pool_ends = self.pool.is_empty()
            && (settings.pool_empty == PoolEmpty::End
                || self.last_turns == Some(0)
                || self.passes >= self.passes_that_end());
        if somebody_out || pool_ends {
            faults.push(PositionFault::AlreadyOver);
        }
        if self.contest.as_ref().is_some_and(|contest| contest.seat.next(self.players()) != turn) {
            faults.push(PositionFault::Contest("the player after the contested play is on turn"));
        }
    }

    /// W8: checks that the last play of this seat ends the game unless it is challenged.
    fn check_provisional(&self, seat: Seat, faults: &mut Vec<PositionFault>) {
        self.check_order(seat.next(self.players()), faults);
        if self.contest.as_ref().is_none_or(|contest| contest.seat != seat) {
            faults.push(PositionFault::Contest("a play that ends the game is contested until it stands"));
        }
        let rack = self.seats[seat.index()].rack.len();
        let ends = if self.settings().is_play_a() {
            self.pool.iter().count() <= FULL_RACK_TILES.saturating_sub(rack)
        } else {
            rack == 0 || self.last_turns == Some(0)
        };
        if !ends {
            faults.push(PositionFault::NotProvisional(seat));
        }
    }

    /// Checks that, clockwise from the seat on turn, the numbers of turns do not decrease, and increase by at most one.
    fn check_order(&self, turn: Seat, faults: &mut Vec<PositionFault>) {
        let (had, rest) = self.seats.split_at(turn.index());
        let turns: Vec<u32> = rest.iter().chain(had).map(|player| player.turns).collect();
        let (first, last) = (turns[0], turns[turns.len() - 1]);
        if !turns.is_sorted() || last - first > 1 {
            faults.push(PositionFault::TurnOrder(turn));
        }
    }

    /// Checks that every tile of the box is in exactly one place.
    fn check_tiles(&self, faults: &mut Vec<PositionFault>) {
        let mut left: Counts = self.setup.tile_set().tiles().into_iter().collect();
        let surplus: Tiles = self.all_tiles().filter(|&tile| !left.take(tile)).collect();
        let missing: Tiles = self.setup.tile_set().tiles().into_iter().filter(|&tile| left.take(tile)).collect();
        if !surplus.is_empty() {
            faults.push(PositionFault::SurplusTiles(surplus));
        }
        if !missing.is_empty() {
            faults.push(PositionFault::MissingTiles(missing));
        }
    }

    fn check_players(&self, faults: &mut Vec<PositionFault>) {
        let settings = self.settings();
        let over = self.outcome().is_some();
        for (seat, player) in self.setup.seats().zip(&self.seats) {
            if player.opened && player.turns == 0 {
                faults.push(PositionFault::OpenedWithoutTurn(seat));
            }
            if player.rack.clone().take(&player.drawn_last).is_err() {
                faults.push(PositionFault::DrawnNotOnRack { seat, tiles: player.drawn_last.clone() });
            }
            if player.points > 0 && !settings.is_play_a() {
                faults.push(PositionFault::PointsWithoutPlayA(seat));
            }
            // Losing tiles sets the count to 2. The same command ends the turn, which makes it 1, unless it ends the
            // game.
            let most = match settings.unrestorable {
                Unrestorable::DrawOnlyNext if over => 2,
                Unrestorable::DrawOnlyNext => 1,
                Unrestorable::Back | Unrestorable::ToPool | Unrestorable::DrawAsMany => 0,
            };
            if player.draw_only > most {
                faults.push(PositionFault::DrawOnly(seat));
            }
        }
        if !self.table.is_empty() && self.seats.iter().all(|player| !player.opened) {
            faults.push(PositionFault::NobodyOpened);
        }
    }

    /// W8: checks that the contested play led to this table, so that it can be taken back.
    fn check_contest(&self, contest: &Contest, faults: &mut Vec<PositionFault>) {
        if !self.by_challenge() {
            faults.push(PositionFault::NoChallenges);
        }
        let mut fault = |holds: bool, reason| {
            if !holds {
                faults.push(PositionFault::Contest(reason));
            }
        };
        let mut before = contest.before.tiles();
        before.add(contest.placed.iter());
        fault(before == self.table.tiles(), "the tiles before it and those it placed are the tiles on the table");
        fault(!contest.placed.is_empty(), "it placed at least one tile");
        let player = &self.seats[contest.seat.index()];
        fault(player.opened, "whoever played has opened");
        fault(contest.score <= player.points, "it scored no more than its player has");
        fault(self.passes == 0, "a play ends a row of passes");
        let mut accepted = contest.accepted.clone();
        accepted.sort_unstable();
        accepted.dedup();
        let opponents = !accepted.contains(&contest.seat) && accepted.len() == contest.accepted.len();
        fault(opponents, "only opponents accept it, each once");
        // A play that all opponents have accepted is no longer contested.
        fault(accepted.len() + 1 < self.seats.len(), "somebody has not accepted it yet");
    }
}

/// Checks that there are as many seats as players, and that no other seat is named anywhere.
fn check_seats(setup: &Setup, position: &GamePosition) -> Result<(), PositionError> {
    let (players, racks) = (setup.players(), position.seats.len());
    if racks != usize::from(players) {
        return Err(PositionError { faults: vec![PositionFault::Seats { players, racks }] });
    }
    let faults: Vec<PositionFault> = position
        .named_seats()
        .filter(|seat| setup.seats().all(|known| known != *seat))
        .map(PositionFault::NoSuchSeat)
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(PositionError { faults }) }
}

impl<H, P> PositionOf<H, P> {
    /// The seats that the phase and the contest name.
    pub(super) fn named_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        let in_phase: &[Seat] = match &self.phase {
            Phase::Turn(seat) | Phase::Provisional(seat) => std::slice::from_ref(seat),
            Phase::Lots(seats) => seats,
            Phase::Over(outcome) => &outcome.winners,
        };
        let in_contest = self.contest.iter().flat_map(|contest| contest.accepted.iter().chain([&contest.seat]));
        in_phase.iter().chain(in_contest).copied()
    }
}
