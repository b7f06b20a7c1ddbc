//! Seating, publishing and starting rounds; new deals and pauses at tables during play (B03 to B14, C07, E10).

use trinta_core::edition::NewDeal;
use trinta_core::numbers::{PAIRS_FOR_A_NEW_DEAL, identical_pairs};
use trinta_core::{NotationError, Tiles};

use crate::event::Event;
use crate::people::Number;
use crate::refusal::Refusal;
use crate::result::{box_of, check_players};
use crate::seating;
use crate::state::{RoundState, Tournament};
use crate::time::HallTime;

/// Tiles dealt to each player (N7).
pub(super) const TILES_DEALT: usize = 14;

impl Tournament {
    pub(super) fn propose(&self, round: i64, own: Option<&[Vec<i64>]>) -> Result<Vec<Event>, Refusal> {
        let round = self.round_number(round)?;
        if self.check_in_open {
            return Err(Refusal::NoBriefing);
        }
        if self.has_started(round) {
            return Err(Refusal::Started(round));
        }
        if round > 1 {
            if !self.has_started(round - 1) {
                return Err(Refusal::NotStarted(round - 1));
            }
            let (tables, draws) = self.missing(round - 1);
            if !tables.is_empty() || !draws.is_empty() {
                return Err(Refusal::ResultsMissing { round: round - 1, tables, draws });
            }
        }
        let players = self.contenders(round)?;
        let tables = match own {
            Some(tables) => self.own_seating(tables, &players)?,
            None => seating::seat(self, round, players)?,
        };
        let single_player_tables = tables_of_one(&tables);
        if !single_player_tables.is_empty() {
            return Err(Refusal::TooFew(single_player_tables));
        }
        Ok(vec![Event::Seated { round, tables }])
    }

    /// A14: the organiser's own seating, in which everybody in play sits once, and two to four at a table.
    fn own_seating(&self, tables: &[Vec<i64>], players: &[Number]) -> Result<Vec<Vec<Number>>, Refusal> {
        let bad = |reason: String| Err(Refusal::BadSeating(reason));
        for (at, table) in (1..).zip(tables) {
            if !(2..=4).contains(&table.len()) {
                return bad(format!("table {at} has {} players: two to four sit at a table", table.len()));
            }
        }
        match check_players(players, tables.iter().flatten().copied()) {
            Err(Refusal::WrongPlayers { missing, .. }) if !missing.is_empty() => {
                return bad(format!("player {} is in play, but has no seat", missing[0]));
            }
            Err(Refusal::WrongPlayers { extra, .. }) => {
                return bad(format!("player {} is not in play, or has two seats", extra[0]));
            }
            _ => {}
        }
        let number = |number: &i64| Number(u32::try_from(*number).unwrap_or_default());
        Ok(tables.iter().map(|table| table.iter().map(number).collect()).collect())
    }

    pub(super) fn publish(&self, round: i64) -> Result<Vec<Event>, Refusal> {
        let (round, _) = self.unstarted(round)?;
        Ok(vec![Event::Published { round }])
    }

    pub(super) fn start(&self, round: i64, at: Option<HallTime>) -> Result<Vec<Event>, Refusal> {
        let (round, state) = self.unstarted(round)?;
        if state != RoundState::Published {
            return Err(Refusal::NotPublished(round));
        }
        let tables: Vec<Vec<Number>> =
            self.round(round).iter().flat_map(|round| &round.tables).map(|table| table.players.clone()).collect();
        let single_player_tables = tables_of_one(&tables);
        if !single_player_tables.is_empty() {
            return Err(Refusal::TooFew(single_player_tables));
        }
        let mut events = vec![Event::Started { round, at }];
        if round > 1 && self.phase(round).first == round {
            let out = self.left_out(round, &tables);
            events.push(Event::Eliminated { round: round - 1, numbers: out });
        }
        Ok(events)
    }

    pub(super) fn redeal(
        &self,
        round: i64,
        table: i64,
        game: Option<i64>,
        number: i64,
        tiles: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let player = self.player(number)?.number;
        let (id, there, game) = self.playing_game(round, table, game)?;
        if game.outcome.is_some() {
            return Err(Refusal::ResultExists { table: id.table, game: id.game });
        }
        if !there.players.contains(&player) {
            return Err(Refusal::WrongPlayers { missing: Vec::new(), extra: vec![player] });
        }
        let tiles: Tiles = tiles.parse().map_err(|error: NotationError| Refusal::BadTile(error.to_string()))?;
        if let Some(letter) = tiles.iter().find(|tile| tile.is_letter()) {
            return Err(Refusal::BadTile(format!("{letter} is not a tile of the number game")));
        }
        if let Some(tile) = box_of(&self.rules).excess(tiles.iter()) {
            return Err(Refusal::TooManyTiles(tile.to_string()));
        }
        if self.rules.numbers().is_none_or(|rules| rules.new_deal == NewDeal::No) {
            return Err(Refusal::NoRight("these rules have no new deal".to_owned()));
        }
        let claimed = self.hall.redeals(id).iter().filter(|claimant| **claimant == player).count();
        if let Some(limit) = self.settings.redeals.filter(|limit| claimed >= *limit as usize) {
            return Err(Refusal::NoRight(format!(
                "player {player} has had {claimed} of {limit} new deals in this game"
            )));
        }
        let pairs = identical_pairs(&tiles).len() / 2;
        if pairs < PAIRS_FOR_A_NEW_DEAL {
            let reason =
                format!("a new deal needs {PAIRS_FOR_A_NEW_DEAL} pairs of identical number tiles, not {pairs}");
            return Err(Refusal::NoRight(reason));
        }
        Ok(vec![Event::Redealt { game: id, number: player }])
    }

    pub(super) fn pause(&self, round: i64, table: i64, at: Option<HallTime>) -> Result<Vec<Event>, Refusal> {
        let at = at.ok_or_else(|| Refusal::Malformed("at: say when the table stops".to_owned()))?;
        let (round, table, there) = self.playing_table(round, table)?;
        if there.paused_at.is_some() {
            return Err(Refusal::Paused(table));
        }
        if there.games.iter().all(|game| game.outcome.is_some()) {
            return Err(Refusal::ResultExists { table, game: there.games.len() as u32 });
        }
        Ok(vec![Event::Paused { round, table, at }])
    }

    pub(super) fn resume(&self, round: i64, table: i64, at: Option<HallTime>) -> Result<Vec<Event>, Refusal> {
        let at = at.ok_or_else(|| Refusal::Malformed("at: say when the table resumes".to_owned()))?;
        let (round, table, there) = self.playing_table(round, table)?;
        let since = there.paused_at.ok_or(Refusal::NotPaused(table))?;
        if at < since {
            return Err(Refusal::Malformed(format!("at: the pause began at {since}")));
        }
        Ok(vec![Event::Resumed { round, table, at }])
    }
}

fn tables_of_one(tables: &[Vec<Number>]) -> Vec<u32> {
    (1..).zip(tables).filter(|(_, players)| players.len() == 1).map(|(table, _)| table).collect()
}
