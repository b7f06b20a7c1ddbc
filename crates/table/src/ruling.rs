//! What a ruling does to the scores of a game that is over.

use trinta_core::scoring::{Ending, FinalRack, Left, score_game, winners};
use trinta_core::{EndReason, Game, Score, Seat};

use crate::refusal::{Code, Refusal};

/// The scores of a game after a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// The seats whose racks were pushed over (F12).
    pub pushed: Vec<Seat>,
    /// The scores, by seat.
    pub scores: Vec<Score>,
    /// The seats that won.
    pub winners: Vec<Seat>,
}

impl Ruling {
    /// The scores of a game if one more rack was pushed over than an earlier ruling says.
    pub(super) fn pushed(game: &Game, earlier: Option<&Ruling>, seat: Seat) -> Result<Ruling, Refusal> {
        let Some(outcome) = game.outcome() else {
            return Err(Refusal::new(Code::GameOn, "a rack is ruled on when the game is over"));
        };
        let mut pushed = earlier.map_or_else(Vec::new, |ruling| ruling.pushed.clone());
        if pushed.contains(&seat) {
            return Err(Refusal::new(Code::Rules, "this rack has been ruled on"));
        }
        pushed.push(seat);
        let racks: Vec<FinalRack<'_>> = game
            .seats()
            .iter()
            .enumerate()
            .map(|(index, player)| FinalRack {
                left: Left::Tiles(&player.rack),
                opened: player.opened,
                could_open: outcome.could_open.get(index).copied().flatten(),
                pushed: pushed.contains(&Seat::at(index)),
                points: player.points,
            })
            .collect();
        let ending = if outcome.reason == EndReason::Out { Ending::Out } else { Ending::Pool };
        let scores = score_game(game.settings(), ending, &racks)
            .map_err(|error| Refusal::new(Code::Rules, error.to_string()))?;
        let winners = winners(&scores);
        Ok(Ruling { pushed, scores, winners })
    }
}
