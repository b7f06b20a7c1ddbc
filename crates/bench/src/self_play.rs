//! Positions of whole games in which everybody plays as well as the solver can.

use trinta_core::shuffle::{Bytes32, Shuffler};
use trinta_core::{Actor, Aids, AnyWord, Command, Game, NoSearch, Seat, Setup};
use trinta_solver::numbers::{Objective, Position, Solver};
use trinta_testkit::Dice;
use trinta_testkit::players::{WordIndex, instead, propose};

use crate::question::{Question, settings};

/// In every other game so many turns in a hundred are spent drawing, as people do: racks and tables get fuller.
const HOLDS_BACK: usize = 40;

/// What a player may look at in one turn: games are to be played, not waited for.
const BUDGET: u64 = 200_000;

/// One turn in so many is a question: neighbouring turns are too much alike.
const ONE_IN: usize = 3;

/// Players who know how to play well.
#[derive(Debug)]
pub(crate) struct Players {
    solver: Solver,
    /// The random player, who helps out where the budget is too small, wants one.
    no_words: WordIndex,
}

impl Players {
    pub(crate) fn new() -> Players {
        Players { solver: Solver::with_budget(BUDGET), no_words: WordIndex::new(std::iter::empty()) }
    }

    /// Plays one game; the questions that players who had opened were faced with.
    pub(crate) fn play(&mut self, seed: u64, players: u8) -> Vec<Question> {
        let mut dice = Dice::new(seed);
        let setup = Setup::new(settings().clone(), players).expect("hk is for 2 to 6 players");
        let shuffle = Shuffler::from_seed(&Bytes32(dice.bytes()), players);
        let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &shuffle };
        let mut game = Game::new(setup);
        give(&mut game, Actor::Host, &Command::Deal, &aids).expect("tiles can be dealt");
        let holds_back = if seed.is_multiple_of(2) { 0 } else { HOLDS_BACK };
        let mut questions = Vec::new();
        while let Some(seat) = game.turn() {
            if game.has_opened(seat) && !game.table().is_empty() && dice.below(ONE_IN) == 0 {
                questions.push(question(&game, seat));
            }
            let command = if dice.chance(holds_back) { instead(&game) } else { self.choose(&game, seat, &mut dice) };
            if give(&mut game, Actor::Seat(seat), &command, &aids).is_err() {
                let otherwise = instead(&game);
                give(&mut game, Actor::Seat(seat), &otherwise, &aids).expect("a player can draw or pass");
            }
        }
        questions
    }

    /// The best play, or none; where the budget is too small to find any, a random one.
    fn choose(&mut self, game: &Game, seat: Seat, dice: &mut Dice) -> Command {
        let rack = &game.seats()[seat.index()].rack;
        let settings = game.settings();
        let position = Position {
            rules: settings.numbers().expect("a number game"),
            joker_left: settings.joker_left,
            table: game.table(),
            rack,
            opened: game.has_opened(seat),
        };
        let answer = self.solver.solve(&position, Objective::Tiles);
        match (answer.best, answer.proof) {
            (Some(best), _) => Command::Play { layout: best.table.into_layout() },
            (None, trinta_solver::numbers::Proof::Optimal) => instead(game),
            (None, trinta_solver::numbers::Proof::Bound) => propose(game, seat, rack, &self.no_words, dice),
        }
    }
}

fn question(game: &Game, seat: Seat) -> Question {
    Question {
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
    fn games_are_played_to_their_end_and_again_the_same_way() {
        let mut players = Players::new();
        let questions = players.play(1, 2);
        assert!(questions.len() > 2, "{}", questions.len());
        assert_eq!(questions, Players::new().play(1, 2));
        assert_ne!(questions, players.play(2, 2));
    }
}
