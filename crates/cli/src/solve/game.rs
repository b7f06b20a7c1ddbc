//! Which game is solved, and what is looked for in it.

use std::sync::Arc;

use trinta_core::Settings;
use trinta_core::edition::{Family, NumberSettings, PlayVariant, WordSettings};
use trinta_solver::words::WordBook;
use trinta_solver::{numbers, words};

use crate::shelf::Shelf;
use crate::solve::Objective;

/// The rules of a game and an objective that it has.
pub(super) enum Game {
    /// The number game.
    Numbers { rules: NumberSettings, objective: numbers::Objective },
    /// The word game.
    Words { rules: WordSettings, objective: words::Objective, book: Arc<WordBook> },
}

impl Game {
    /// The game of these settings; an error if it has no such objective.
    pub(super) fn new(settings: &Settings, wanted: Option<Objective>, shelf: &Shelf) -> Result<Game, String> {
        match settings.family.clone() {
            Family::Numbers(rules) => Ok(Game::Numbers { rules, objective: of_numbers(wanted)? }),
            Family::Words(rules) => {
                let objective = of_words(wanted, rules.play)?;
                Ok(Game::Words { objective, book: shelf.book(&rules)?, rules })
            }
        }
    }

    /// Whether an opening is looked for.
    pub(super) const fn asks_opening(&self) -> bool {
        matches!(
            self,
            Game::Numbers { objective: numbers::Objective::Opening, .. }
                | Game::Words { objective: words::Objective::Opening, .. }
        )
    }

    /// Whether any play is as good as another.
    pub(super) const fn asks_any(&self) -> bool {
        matches!(
            self,
            Game::Numbers { objective: numbers::Objective::Any, .. }
                | Game::Words { objective: words::Objective::Any, .. }
        )
    }
}

fn of_numbers(wanted: Option<Objective>) -> Result<numbers::Objective, String> {
    match wanted {
        None | Some(Objective::Tiles) => Ok(numbers::Objective::Tiles),
        Some(Objective::Value) => Ok(numbers::Objective::Value),
        Some(Objective::Opening) => Ok(numbers::Objective::Opening),
        Some(Objective::Any) => Ok(numbers::Objective::Any),
        Some(Objective::Score) => Err("objective: score belongs to play A of the word game; \
                                       the number game has tiles, value, opening and any"
            .to_owned()),
    }
}

fn of_words(wanted: Option<Objective>, play: PlayVariant) -> Result<words::Objective, String> {
    match (wanted, play) {
        (Some(Objective::Tiles), _) | (None, PlayVariant::B) => Ok(words::Objective::Tiles),
        (Some(Objective::Score) | None, PlayVariant::A) => Ok(words::Objective::Score),
        (Some(Objective::Opening), _) => Ok(words::Objective::Opening),
        (Some(Objective::Any), _) => Ok(words::Objective::Any),
        (Some(Objective::Score), PlayVariant::B) => {
            Err("objective: score belongs to play A; play B has tiles, opening and any".to_owned())
        }
        (Some(Objective::Value), _) => Err("objective: value belongs to the number game; \
                                            the word game has tiles, score (in play A), opening and any"
            .to_owned()),
    }
}
