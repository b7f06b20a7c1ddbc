//! Positions of whole games in which everybody makes the solver's play.

use trinta_core::shuffle::{Bytes32, Shuffler};
use trinta_core::{Actor, Aids, AnyWord, Command, Game, NoSearch, Seat, Setup};
use trinta_solver::{Budget, Objective, Position, Proof, Rules, Solver};
use trinta_testkit::Dice;
use trinta_testkit::players::{WordIndex, draw_or_pass, propose};

use crate::position::{BenchPosition, settings};

/// The percentage of turns spent drawing in every other game, so that racks and tables get fuller.
const DRAW_PERCENT: u32 = 40;

/// The budget of a player for one turn.
const BUDGET: Budget = Budget::nodes(200_000);

/// One turn in this many is sampled, because consecutive positions are similar.
const SAMPLE_ONE_IN: usize = 3;

/// Players who make the solver's play.
#[derive(Debug)]
pub(crate) struct Players {
    solver: Solver,
    /// Required by the random player, who takes over if the budget is too small.
    no_words: WordIndex,
}

impl Players {
    pub(crate) fn new() -> Players {
        Players { solver: Solver::new(), no_words: WordIndex::new(std::iter::empty()) }
    }

    /// Plays one game; returns a sample of the positions of players who had opened.
    pub(crate) fn play(&mut self, seed: u64, players: u8) -> Vec<BenchPosition> {
        let mut dice = Dice::new(seed);
        let setup = Setup::new(settings().clone(), players).expect("hk is for 2 to 6 players");
        let shuffle = Shuffler::from_seed(&Bytes32(dice.bytes()), players);
        let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &shuffle };
        let mut game = Game::new(setup);
        give(&mut game, Actor::Host, &Command::Deal, &aids).expect("tiles can be dealt");
        let draw_percent = if seed.is_multiple_of(2) { 0 } else { DRAW_PERCENT };
        let mut positions = Vec::new();
        while let Some(seat) = game.turn() {
            if game.has_opened(seat) && !game.table().is_empty() && dice.below(SAMPLE_ONE_IN) == 0 {
                positions.push(position(&game, seat));
            }
            let command =
                if dice.chance(draw_percent) { draw_or_pass(&game) } else { self.choose(&game, seat, &mut dice) };
            if give(&mut game, Actor::Seat(seat), &command, &aids).is_err() {
                let fallback = draw_or_pass(&game);
                give(&mut game, Actor::Seat(seat), &fallback, &aids).expect("a player can draw or pass");
            }
        }
        positions
    }

    /// The solver's play, or none; a random play if the budget is too small to find any.
    fn choose(&mut self, game: &Game, seat: Seat, dice: &mut Dice) -> Command {
        let rack = &game.seats()[seat.index()].rack;
        let rules = Rules::numbers(game.settings()).expect("a number game");
        let position = Position { rules, table: game.table(), rack, opened: game.has_opened(seat) };
        let answer = self.solver.solve(&position, Objective::Tiles, BUDGET);
        match (answer.best, answer.proof) {
            (Some(best), _) => Command::Play { layout: best.table.into_layout() },
            (None, Proof::Optimal) => draw_or_pass(game),
            (None, Proof::Bound) => propose(game, seat, rack, &self.no_words, dice),
        }
    }
}

fn position(game: &Game, seat: Seat) -> BenchPosition {
    BenchPosition {
        tile_set: game.setup().tile_set(),
        table: game.table().clone(),
        rack: game.seats()[seat.index()].rack.clone(),
    }
}

fn give(game: &mut Game, actor: Actor, command: &Command, aids: &Aids<'_>) -> Result<(), trinta_core::CommandError> {
    for event in game.decide(actor, command, aids)? {
        game.apply(&event);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_reproducible() {
        let mut players = Players::new();
        let positions = players.play(1, 2);
        assert!(positions.len() > 2, "{}", positions.len());
        assert_eq!(positions, Players::new().play(1, 2));
        assert_ne!(positions, players.play(2, 2));
    }
}
