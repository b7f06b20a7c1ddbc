//! The score sheet of a match (N25, N26).

use serde::Serialize;
use trinta_core::edition::MatchGames;
use trinta_core::{Match, MatchError, Score, Seat, Settings};

use crate::json::{Fault, Field};

/// The result of a match. The order of the fields is part of the contract.
#[derive(Serialize)]
pub(super) struct MatchResult {
    pub(super) totals: Vec<Score>,
    pub(super) wins: Vec<u32>,
    pub(super) winners: Vec<Seat>,
}

/// One game of the command line: scores separated by spaces or commas.
pub(super) fn read_line(game: usize, text: &str) -> Result<Vec<Score>, String> {
    let scores = text.split([' ', ',']).filter(|score| !score.is_empty());
    scores.map(str::parse).collect::<Result<_, _>>().map_err(|error| format!("--games, game {}: {error}", game + 1))
}

/// The games of a JSON request.
pub(super) fn from_field(games: &Field<'_>) -> Result<Vec<Vec<Score>>, Fault> {
    let score = |field: &Field<'_>| {
        field.text_or_number()?.parse().map_err(|error: trinta_core::ScoreError| field.fault(&error.to_string()))
    };
    games.list()?.iter().map(|game| game.list()?.iter().map(score).collect()).collect()
}

/// The result of a match of any length.
pub(super) fn score(mut settings: Settings, games: &[Vec<Score>]) -> Result<MatchResult, String> {
    let Some(first) = games.first() else { return Err("there are no games to sum up".to_owned()) };
    // The sheet may contain several rounds (N8), or only the games so far.
    settings.match_games = MatchGames::Free;
    let no_room = MatchError::Players { players: first.len(), range: settings.players.clone() };
    let players = u8::try_from(first.len()).map_err(|_| no_room.to_string())?;
    let mut sheet = Match::new(settings, players).map_err(|error| error.to_string())?;
    for (index, game) in games.iter().enumerate() {
        sheet.add(game.clone()).map_err(|error| format!("game {}: {error}", index + 1))?;
    }
    Ok(MatchResult { totals: sheet.totals(), wins: sheet.wins(), winners: sheet.winners() })
}
