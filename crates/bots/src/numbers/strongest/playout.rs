//! Playouts: a game played to its end by simple policies.

use trinta_core::edition::MatchWinner;
use trinta_core::shuffle::Shuffle;
use trinta_core::{Actor, Aids, AnyWord, Command, Game, Outcome, Phase, Seat, Tile, Tiles};
use trinta_solver::{Budget, Objective, Position, RatedPlay, Referee, Rules, Solver};

use crate::bot::Thinking;
use crate::numbers::strongest::memory::Style;
use crate::numbers::strongest::{CALL_COST, should_stop};

/// The policy of a player in a playout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Policy {
    /// Plays the most tiles.
    MostTiles,
    /// Plays the most value.
    MostValue,
    /// Plays only to go out; with an empty pool, like [`Policy::MostTiles`].
    AllOrNothing,
    /// Plays only to go out; with an empty pool, one tile at a time.
    SingleTiles,
}

impl From<Style> for Policy {
    fn from(style: Style) -> Policy {
        match style {
            Style::PlaysAll => Policy::MostTiles,
            Style::HoldsBack => Policy::AllOrNothing,
        }
    }
}

/// The value of a point of the score where victories decide; a victory is worth 1.
const VALUE_PER_POINT: f64 = 0.0001;
/// The value of a point where points alone decide.
const VALUE_PER_POINT_ALONE: f64 = 0.01;

/// Nothing is shuffled once the tiles are dealt.
struct NoShuffle;

impl Shuffle for NoShuffle {
    fn shuffle(&self, _number: u32, _tiles: &mut [Tile]) {}
}

/// The maximum number of nodes of one search in a playout.
const MAX_SEARCH_NODES: u64 = 3000;
/// One search may take the effort of the turn divided by this number.
const EFFORT_SHARE: u64 = 20;

/// Plays playouts. Reuses the memory of its solver.
#[derive(Debug, Default)]
pub(super) struct Simulator {
    pub(super) solver: Solver,
    /// The budget of one search.
    pub(super) budget: Budget,
    referee: Referee,
}

impl Simulator {
    /// Sets the budget of one search to its share of the turn's effort.
    pub(super) fn prepare(&mut self, thinking: &Thinking<'_>) {
        let nodes = (thinking.budget().effort / EFFORT_SHARE).clamp(1, MAX_SEARCH_NODES);
        self.budget = Budget::nodes(nodes);
    }

    /// The game after a command of a seat and the turns of the others, until it is that seat's turn again or the game
    /// ends; none if the budget runs out or the command is refused.
    pub(super) fn reply(
        &mut self,
        mut game: Game,
        own: Seat,
        first: &Command,
        policies: &[Policy],
        thinking: &mut Thinking<'_>,
    ) -> Option<Game> {
        self.execute(&mut game, own, first, thinking)?;
        while let Some(seat) = game.turn().filter(|&seat| seat != own) {
            self.next(&mut game, seat, policies[seat.index()], thinking)?;
        }
        Some(game)
    }

    /// The value of the game for a seat if all players follow their policies for at most this many turns; none if the
    /// budget runs out.
    pub(super) fn finish(
        &mut self,
        mut game: Game,
        own: Seat,
        policies: &[Policy],
        turns: usize,
        thinking: &mut Thinking<'_>,
    ) -> Option<f64> {
        for left in (0..=turns).rev() {
            match *game.phase() {
                Phase::Over(ref outcome) => return Some(value(&game, outcome, own)),
                Phase::Turn(_) if left == 0 => break,
                Phase::Turn(seat) => self.next(&mut game, seat, policies[seat.index()], thinking)?,
                Phase::Lots(_) | Phase::Provisional(_) => return None,
            }
        }
        Some(undecided(&game))
    }

    /// Plays one turn; none if the budget runs out.
    fn next(&mut self, game: &mut Game, seat: Seat, policy: Policy, thinking: &mut Thinking<'_>) -> Option<()> {
        if should_stop(thinking) {
            return None;
        }
        let command = self.turn(game, seat, policy, thinking);
        self.execute(game, seat, &command, thinking)
    }

    fn execute(&self, game: &mut Game, seat: Seat, command: &Command, thinking: &mut Thinking<'_>) -> Option<()> {
        let aids = Aids { search: &self.referee, spelling: &AnyWord, shuffle: &NoShuffle };
        let events = game.decide(Actor::Seat(seat), command, &aids).ok()?;
        // With an empty pool, the rules search for a play for each player, to see whether the game is over (N15).
        thinking.spend(if game.pool_size() == 0 { CALL_COST * u64::from(game.players()) } else { CALL_COST });
        events.iter().for_each(|event| game.apply(event));
        Some(())
    }

    fn turn(&mut self, game: &Game, seat: Seat, policy: Policy, thinking: &mut Thinking<'_>) -> Command {
        let play = self.choose(game, seat, policy, thinking);
        match play {
            Some(best) => Command::Play { layout: best.table.into_layout() },
            None if game.pool_size() > 0 => Command::Draw,
            None => Command::Pass,
        }
    }

    fn choose(&mut self, game: &Game, seat: Seat, policy: Policy, thinking: &mut Thinking<'_>) -> Option<RatedPlay> {
        let rack = &game.seat(seat)?.rack;
        let rules = Rules::numbers(game.settings())?;
        let position = Position { rules, table: game.table(), rack, opened: game.has_opened(seat) };
        let objective = if policy == Policy::MostValue { Objective::Value } else { Objective::Tiles };
        let best = self.best(&position, objective, thinking)?;
        let all = best.placed.len() == rack.len();
        match policy {
            Policy::MostTiles | Policy::MostValue => Some(best),
            _ if all || !position.opened => Some(best),
            Policy::SingleTiles if game.pool_size() == 0 => self.first_single_tile(&position, thinking).or(Some(best)),
            // With an empty pool, a player who can play may not pass (N15).
            Policy::AllOrNothing | Policy::SingleTiles => (game.pool_size() == 0).then_some(best),
        }
    }

    /// The first tile that can be played alone.
    fn first_single_tile(&mut self, position: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<RatedPlay> {
        position.rack.iter().find_map(|tile| {
            let rack: Tiles = [tile].into_iter().collect();
            self.best(&Position { rack: &rack, ..*position }, Objective::Any, thinking)
        })
    }

    pub(super) fn best(
        &mut self,
        position: &Position<'_>,
        objective: Objective,
        thinking: &mut Thinking<'_>,
    ) -> Option<RatedPlay> {
        let answer = self.solver.solve(position, objective, self.budget);
        thinking.spend(answer.nodes + CALL_COST);
        answer.best
    }
}

/// The value of an unfinished game: an even chance for everybody.
fn undecided(game: &Game) -> f64 {
    match game.settings().match_winner {
        MatchWinner::GamesThenPoints => 1.0 / f64::from(game.players()),
        MatchWinner::Points => 0.0,
    }
}

/// The value of an outcome: the share of the victory, and points.
fn value(game: &Game, outcome: &Outcome, own: Seat) -> f64 {
    let score = outcome.scores[own.index()].approximate();
    if game.settings().match_winner == MatchWinner::Points {
        return score * VALUE_PER_POINT_ALONE;
    }
    let share = if outcome.winners.contains(&own) { 1.0 / outcome.winners.len() as f64 } else { 0.0 };
    share + score * VALUE_PER_POINT
}
