//! A request of `score`: a game or a match, from flags or JSON.

use serde::Serialize;
use trinta_core::{Score, Search};

use crate::catalog::Catalog;
use crate::json::{Fault, Fields};
use crate::rules::{RulesArgs, WordListArgs};
use crate::score::game::{Finished, GameResult};
use crate::score::sheet::{self, MatchResult};
use crate::score::{Ended, ScoreArgs};

/// A game or match to score, with its rules.
pub(super) struct ScoreRequest {
    rules: RulesArgs,
    /// The number of players, if given in addition to the racks or scores.
    players: Option<u32>,
    pub(super) subject: ScoreSubject,
}

/// The game or match to score.
pub(super) enum ScoreSubject {
    /// A finished game.
    Game(Finished),
    /// The scores of the games of a match.
    Match(Vec<Vec<Score>>),
}

/// The result of a request.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Scored {
    /// The scores of a game.
    Game(GameResult),
    /// The result of a match.
    Match(MatchResult),
}

impl ScoreRequest {
    /// The request given by the flags.
    pub(super) fn from_args(args: &ScoreArgs) -> Result<ScoreRequest, String> {
        let subject = if args.games.is_empty() {
            ScoreSubject::Game(Finished::from_args(args)?)
        } else {
            let games = args.games.iter().enumerate();
            ScoreSubject::Match(games.map(|(game, scores)| sheet::read_line(game, scores)).collect::<Result<_, _>>()?)
        };
        Ok(ScoreRequest { rules: args.rules.clone(), players: None, subject })
    }

    /// The request given by a line of JSON.
    pub(super) fn from_fields(fields: &Fields<'_>) -> Result<ScoreRequest, Fault> {
        let own = ["id", "players", "ended", "racks", "games"];
        fields.only(&[&own[..], &RulesArgs::FIELDS].concat())?;
        let subject = match (fields.get("racks"), fields.get("games")) {
            (Some(racks), None) => {
                let ends = [("out", Ended::Out), ("pool", Ended::Pool)];
                let ended = fields.get("ended").map(|field| field.choice(&ends)).transpose()?;
                ScoreSubject::Game(Finished::from_field(ended, &racks)?)
            }
            (None, Some(games)) => {
                if let Some(ended) = fields.get("ended") {
                    return Err(ended.fault("this goes with racks, not with games"));
                }
                ScoreSubject::Match(sheet::from_field(&games)?)
            }
            (Some(_), Some(games)) => return Err(games.fault("give racks for a game or games for a match, not both")),
            (None, None) => return Err(Fault::new("racks (of a game) or games (of a match) is missing".to_owned())),
        };
        let players = fields.get("players").map(|field| field.count()).transpose()?;
        Ok(ScoreRequest { rules: RulesArgs::from_fields(fields)?, players, subject })
    }

    /// The scores, or why the request is invalid.
    pub(super) fn score(&self, catalog: &Catalog, search: &dyn Search) -> Result<Scored, String> {
        let settings = catalog.settings(&self.rules, &WordListArgs::default())?;
        let given = match &self.subject {
            ScoreSubject::Game(finished) => finished.racks.len(),
            ScoreSubject::Match(games) => games.first().map_or(0, Vec::len),
        };
        if let Some(players) = self.players.filter(|&players| players as usize != given) {
            return Err(format!("players is {players}, but there are {given}"));
        }
        match &self.subject {
            ScoreSubject::Game(finished) => finished.score(settings, search).map(Scored::Game),
            ScoreSubject::Match(games) => sheet::score(settings, games).map(Scored::Match),
        }
    }
}
