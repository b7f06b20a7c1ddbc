//! A game played on from here, as it may go.

use trinta_core::edition::{MatchWinner, PoolEmpty};
use trinta_core::shuffle::Shuffle;
use trinta_core::{Actor, Aids, AnyWord, Command, Game, Outcome, Phase, Seat, Tile, Tiles};
use trinta_solver::Referee;
use trinta_solver::numbers::{Best, Objective, Position, Solver};

use crate::bot::Thinking;
use crate::numbers::strongest::memory::Style;
use crate::numbers::strongest::{CALL, is_enough};

/// How somebody goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Lays the most tiles.
    Most,
    /// Lays what costs most.
    Dearest,
    /// Lays everything at once or nothing.
    Nothing,
    /// Lays everything at once, and with the pool empty one tile at a time.
    Single,
}

impl From<Style> for Manner {
    fn from(style: Style) -> Manner {
        match style {
            Style::Lays => Manner::Most,
            Style::Holds => Manner::Nothing,
        }
    }
}

/// Turns after which nobody looks any further.
const FAR: usize = 60;

/// A point of the score, where victories count, beside a victory.
const POINT: f64 = 0.0005;
/// Where points alone count.
const ONLY_POINTS: f64 = 0.01;

/// Nothing is shuffled once the tiles are dealt.
struct NoShuffle;

impl Shuffle for NoShuffle {
    fn shuffle(&self, _number: u32, _tiles: &mut [Tile]) {}
}

/// Plays games on.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) solver: Solver,
    referee: Referee,
}

impl Player {
    /// One whose questions cost no more than so many situations each.
    pub(super) fn new(effort: u64) -> Player {
        Player { solver: Solver::with_budget(effort), referee: Referee::new() }
    }

    /// What the game comes to for a seat if it begins with a command and everybody goes on in a manner; none if the
    /// budget doesn't suffice or the command is refused.
    pub(super) fn play(
        &mut self,
        mut game: Game,
        own: Seat,
        first: &Command,
        manners: &[Manner],
        thinking: &mut Thinking<'_>,
    ) -> Option<f64> {
        self.give(&mut game, own, first, thinking)?;
        for _ in 0..FAR {
            match game.phase() {
                Phase::Over(outcome) => return Some(worth(&game, outcome, own)),
                Phase::Turn(seat) => {
                    let seat = *seat;
                    let command = self.turn(&game, seat, manners[seat.index()], thinking);
                    self.give(&mut game, seat, &command, thinking)?;
                }
                Phase::Lots(_) | Phase::Provisional(_) => return None,
            }
            if is_enough(thinking) {
                return None;
            }
        }
        Some(0.0)
    }

    fn give(&self, game: &mut Game, seat: Seat, command: &Command, thinking: &mut Thinking<'_>) -> Option<()> {
        let aids = Aids { search: &self.referee, spelling: &AnyWord, shuffle: &NoShuffle };
        let events = game.decide(Actor::Seat(seat), command, &aids).ok()?;
        // With the pool empty the rules ask who can still play.
        thinking.spend(if game.pool_size() == 0 { CALL * u64::from(game.players()) } else { CALL });
        events.iter().for_each(|event| game.apply(event));
        Some(())
    }

    fn turn(&mut self, game: &Game, seat: Seat, manner: Manner, thinking: &mut Thinking<'_>) -> Command {
        let play = self.choose(game, seat, manner, thinking);
        match play {
            Some(best) => Command::Play { layout: best.table.into_layout() },
            None if game.pool_size() > 0 => Command::Draw,
            None => Command::Pass,
        }
    }

    fn choose(&mut self, game: &Game, seat: Seat, manner: Manner, thinking: &mut Thinking<'_>) -> Option<Best> {
        let rack = &game.seat(seat)?.rack;
        let asked = Position {
            rules: game.settings().numbers()?,
            joker_left: game.settings().joker_left,
            table: game.table(),
            rack,
            opened: game.has_opened(seat),
        };
        let objective = if manner == Manner::Dearest { Objective::Value } else { Objective::Tiles };
        let best = self.best(&asked, objective, thinking)?;
        let must = game.pool_size() == 0 && game.settings().pool_empty == PoolEmpty::MustPlay;
        let all = best.placed.len() == rack.len();
        match manner {
            Manner::Most | Manner::Dearest => Some(best),
            _ if all || !asked.opened => Some(best),
            Manner::Single if game.pool_size() == 0 => self.single(&asked, thinking).or(Some(best)),
            Manner::Nothing | Manner::Single => must.then_some(best),
        }
    }

    /// The first tile that can be laid alone.
    fn single(&mut self, asked: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Best> {
        asked.rack.iter().find_map(|tile| {
            let rack: Tiles = [tile].into_iter().collect();
            self.best(&Position { rack: &rack, ..*asked }, Objective::Any, thinking)
        })
    }

    pub(super) fn best(
        &mut self,
        asked: &Position<'_>,
        objective: Objective,
        thinking: &mut Thinking<'_>,
    ) -> Option<Best> {
        let best = self.solver.solve(asked, objective).best;
        thinking.spend(self.solver.looked_at() + CALL);
        best
    }
}

/// What an outcome is worth: the share of a victory, and points.
fn worth(game: &Game, outcome: &Outcome, own: Seat) -> f64 {
    let score = outcome.scores[own.index()].approximate();
    if game.settings().match_winner == MatchWinner::Points {
        return score * ONLY_POINTS;
    }
    let share = if outcome.winners.contains(&own) { 1.0 / outcome.winners.len() as f64 } else { 0.0 };
    share + score * POINT
}
