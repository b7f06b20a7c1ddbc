//! A table of a tournament that is played at this server: what it is opened with, and the results of its games.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use trinta_core::edition::{self, Unopened, UnopenedRack};
use trinta_core::{EndReason, Seat as TableSeat};
use trinta_store::LogId;
use trinta_table::ids::PlayerId;
use trinta_table::{Authority, Chat, CurrentGame, Face, Occupant, Plan, Powers, Ruler};
use trinta_tournament::{GameId, Number, RoundState, Seat, Tournament};

use crate::stored::Stored;

/// The most characters of a tournament's title that its tables have as their name.
const LONGEST_NAME: usize = 40;

/// A table of this server at which players of a tournament play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnlineTable {
    /// The name of its log.
    pub table: String,
    /// The players by seat, from A on. Somebody who leaves the tournament keeps the seat, so that letters stay.
    pub players: Vec<Number>,
}

impl Stored for OnlineTable {}

impl OnlineTable {
    /// The seat of a player.
    #[must_use]
    pub fn seat_of(&self, number: Number) -> Option<TableSeat> {
        self.players.iter().position(|player| *player == number).map(TableSeat::at)
    }

    /// The log of the table; none if its name was damaged.
    pub(crate) fn log(&self) -> Option<LogId> {
        LogId::new(&self.table).ok()
    }

    /// The name by which the log of the tournament knows what came of a game, so that it is recorded once.
    pub(super) fn command_id(&self, game: u32, what: &str) -> String {
        format!("table:{}:{game}:{what}", self.table)
    }
}

/// A player as others at the table know them: by number alone, because the log of a table can't forget names.
#[must_use]
pub fn occupant(player: PlayerId, number: Number) -> Occupant {
    let face = Some(Face::of_player(&player));
    Occupant::Player { id: player, name: format!("№ {number}"), face }
}

/// The tables of published and running rounds that are played at the server.
pub(super) fn seats(tournament: &Tournament) -> impl Iterator<Item = Seat> + '_ {
    tournament.hall().online().filter(|seat| {
        tournament.round(seat.round).is_some_and(|round| round.state >= RoundState::Published)
            && tournament.table(seat.round, seat.table).is_some_and(trinta_tournament::Table::was_used)
    })
}

/// What the table of some players is opened with: the rules of the tournament, no help, no talk, and the server as the
/// one who begins and stops games.
pub(super) fn plan(tournament: &Tournament, players: usize) -> Plan {
    let settings = tournament.settings();
    let mut plan = Plan::new(&settings.edition, u8::try_from(players).unwrap_or(u8::MAX));
    let title = tournament.title().chars().filter(|letter| !letter.is_control());
    plan.name = title.take(LONGEST_NAME).collect::<String>().trim().to_owned();
    plan.settings = settings.rules.iter().filter_map(|(name, value)| Some((name.clone(), setting(value)?))).collect();
    plan.settings.insert("match_games".to_owned(), edition::Value::Number(settings.games_per_round.into()));
    plan.settings.insert("match_rounds".to_owned(), edition::Value::Number(1));
    plan.chat = Chat::Off;
    plan.powers =
        Powers { begin: Authority::House, pause: Authority::House, seat: Authority::House, rule: Ruler::Judge };
    plan
}

fn setting(value: &Value) -> Option<edition::Value> {
    match value {
        Value::Number(number) => number.as_i64().map(edition::Value::Number),
        Value::String(text) => Some(edition::Value::Text(text.clone())),
        _ => None,
    }
}

/// The result of a game that has ended, as the command that enters it; none while it is on.
///
/// With `ruled`, racks that a judge ruled to have been pushed over count as such (F12).
pub(super) fn result(
    tournament: &Tournament,
    game: GameId,
    online: &OnlineTable,
    current: &CurrentGame,
    ruled: bool,
) -> Option<Map<String, Value>> {
    let outcome = current.game.outcome()?;
    let there = tournament.table(game.round, game.table)?;
    let recorded = tournament.game(game).and_then(|game| game.outcome.as_ref());
    let counted = recorded.map_or_else(|| there.players.clone(), trinta_tournament::Outcome::players);
    let judged = current.game.settings().numbers().map(|rules| rules.unopened);
    let last_turn =
        matches!(judged, Some(Unopened::Fixed(UnopenedRack::LastTurn) | Unopened::FixedAlways(UnopenedRack::LastTurn)));
    let racks: Vec<Value> = (0..)
        .map(TableSeat)
        .zip(current.game.seats().iter().zip(&online.players))
        .filter(|(_, (_, number))| counted.contains(number))
        .map(|(seat, (player, number))| {
            if ruled && current.ruling.as_ref().is_some_and(|ruling| ruling.pushed.contains(&seat)) {
                return json!({"number": number, "pushed": true});
            }
            let mut rack = json!({"number": number, "tiles": player.rack.to_string(), "opened": player.opened});
            if !player.opened && last_turn {
                rack["last_drawn"] = json!(player.drawn_last.to_string());
            }
            rack
        })
        .collect();
    let ended = if outcome.reason == EndReason::Out { "out" } else { "pool" };
    let GameId { round, table, game } = game;
    let command = json!({"do": "result", "round": round, "table": table, "game": game, "ended": ended, "racks": racks});
    match command {
        Value::Object(command) => Some(command),
        _ => None,
    }
}
