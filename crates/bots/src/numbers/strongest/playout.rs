//! A game played on from here, as it may go.

use trinta_core::edition::MatchWinner;
use trinta_core::shuffle::Shuffle;
use trinta_core::{Actor, Aids, AnyWord, Command, Game, Outcome, Phase, Seat, Tile, Tiles};
use trinta_solver::{Best, Budget, Objective, Position, Referee, Rules, Solver};

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

/// A point of the score, where victories count, beside a victory.
const POINT: f64 = 0.0001;
/// Where points alone count.
const ONLY_POINTS: f64 = 0.01;

/// Nothing is shuffled once the tiles are dealt.
struct NoShuffle;

impl Shuffle for NoShuffle {
    fn shuffle(&self, _number: u32, _tiles: &mut [Tile]) {}
}

/// Situations that one question may cost at the most, and the part of a turn's effort.
const QUESTION: u64 = 3000;
const PART: u64 = 20;

/// Plays games on. Keeps the memory of its solver.
#[derive(Debug, Default)]
pub(super) struct Player {
    pub(super) solver: Solver,
    /// What one question may cost.
    pub(super) budget: Budget,
    referee: Referee,
}

impl Player {
    /// Gets ready for a turn of this budget.
    pub(super) fn prepare(&mut self, thinking: &Thinking<'_>) {
        let question = (thinking.budget().effort / PART).clamp(1, QUESTION);
        self.budget = Budget::nodes(question);
    }

    /// The game after a command of a seat and the turns of the others until it is that seat's turn again, or the end;
    /// none if the budget doesn't suffice or the command is refused.
    pub(super) fn reply(
        &mut self,
        mut game: Game,
        own: Seat,
        first: &Command,
        manners: &[Manner],
        thinking: &mut Thinking<'_>,
    ) -> Option<Game> {
        self.give(&mut game, own, first, thinking)?;
        while let Some(seat) = game.turn().filter(|&seat| seat != own) {
            self.next(&mut game, seat, manners[seat.index()], thinking)?;
        }
        Some(game)
    }

    /// What the game comes to for a seat if everybody goes on in a manner, as far as so many turns show; none if the
    /// budget doesn't suffice.
    pub(super) fn finish(
        &mut self,
        mut game: Game,
        own: Seat,
        manners: &[Manner],
        turns: usize,
        thinking: &mut Thinking<'_>,
    ) -> Option<f64> {
        for left in (0..=turns).rev() {
            match *game.phase() {
                Phase::Over(ref outcome) => return Some(worth(&game, outcome, own)),
                Phase::Turn(_) if left == 0 => break,
                Phase::Turn(seat) => self.next(&mut game, seat, manners[seat.index()], thinking)?,
                Phase::Lots(_) | Phase::Provisional(_) => return None,
            }
        }
        Some(undecided(&game))
    }

    /// One turn.
    fn next(&mut self, game: &mut Game, seat: Seat, manner: Manner, thinking: &mut Thinking<'_>) -> Option<()> {
        if is_enough(thinking) {
            return None;
        }
        let command = self.turn(game, seat, manner, thinking);
        self.give(game, seat, &command, thinking)
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
        let rules = Rules::numbers(game.settings())?;
        let asked = Position { rules, table: game.table(), rack, opened: game.has_opened(seat) };
        let objective = if manner == Manner::Dearest { Objective::Value } else { Objective::Tiles };
        let best = self.best(&asked, objective, thinking)?;
        let all = best.placed.len() == rack.len();
        match manner {
            Manner::Most | Manner::Dearest => Some(best),
            _ if all || !asked.opened => Some(best),
            Manner::Single if game.pool_size() == 0 => self.single(&asked, thinking).or(Some(best)),
            // With nothing to draw, who can play does not pass (N15).
            Manner::Nothing | Manner::Single => (game.pool_size() == 0).then_some(best),
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
        let answer = self.solver.solve(asked, objective, self.budget);
        thinking.spend(answer.nodes + CALL);
        answer.best
    }
}

/// What a game is worth that may go either way.
fn undecided(game: &Game) -> f64 {
    match game.settings().match_winner {
        MatchWinner::GamesThenPoints => 1.0 / f64::from(game.players()),
        MatchWinner::Points => 0.0,
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
