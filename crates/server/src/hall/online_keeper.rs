//! Keeps the tables of a tournament that are played at this server: opens them, begins their games, records the results.
//!
//! Every step looks at what the log of the tournament and the tables say, and does what is missing. So whatever crashes
//! in between, the next step goes on from there. A result has the name of its game in the log, and is recorded once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::{broadcast, watch};
use trinta_store::{LogId, Put, StoreError};
use trinta_table::ids::PlayerId;
use trinta_table::{Refusal, Request, Requester, Table};
use trinta_tournament::{Command, GameId, Outcome, Request as HallRequest, Role, Seat, TableState, Tournament};

use crate::hall::halls::{Hall, Halls};
use crate::hall::online::{OnlineTable, plan, result, seats};
use crate::hall::owner::HallError;
use crate::hall::snapshot::Snapshot;
use crate::keys::{self, Values};
use crate::stored::Stored as _;

/// The most online tables of a tournament that are read back.
const MAX_TABLES: usize = 5000;
/// How long after a failure everything is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(5);
/// How often the tables are looked at where another node may have them, whose milestones are not heard here.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// How long players look at the scores of a game before the next one of their round begins.
const BETWEEN_GAMES: Duration = Duration::from_secs(15);

/// Why a step was not finished; the next one tries again.
#[derive(Debug, thiserror::Error)]
enum StepError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Hall(#[from] HallError),
    #[error("a table refuses: {0:?}")]
    Table(Refusal),
}

impl From<Refusal> for StepError {
    fn from(refusal: Refusal) -> StepError {
        StepError::Table(refusal)
    }
}

/// The online tables of a tournament.
struct Keeper {
    halls: Arc<Halls>,
    hall: Hall,
    tables: BTreeMap<Seat, OnlineTable>,
    /// Held while there are tables, so that the owner of the tournament stays although nobody is connected to it.
    holds_owner: Option<watch::Receiver<Arc<Snapshot>>>,
    /// When to look again although nothing has happened.
    wait: Option<Duration>,
}

/// Keeps the online tables until the tournament has no owner any more.
pub(super) async fn keep_online_tables(halls: Arc<Halls>, hall: Hall) {
    let mut milestones = halls.registry().milestones();
    let mut state = hall.state.clone();
    let ended = hall.clone();
    let mut keeper = Keeper { halls, hall, tables: BTreeMap::new(), holds_owner: None, wait: None };
    let mut is_loaded = false;
    let mut touched = None;
    loop {
        let snapshot = state.borrow_and_update().clone();
        keeper.wait = None;
        let stepped = async {
            // A node that was paused knows only what was so before.
            if !keeper.halls.registry().holds_lease() {
                return Err(StepError::Hall(HallError::Elsewhere));
            }
            if !is_loaded {
                keeper.load().await?;
                is_loaded = true;
            }
            keeper.step(&snapshot.tournament, touched.take()).await
        };
        if let Err(error) = stepped.await {
            tracing::warn!(tournament = %ended.id(), %error, "an online table has to wait");
            keeper.wait = Some(RETRY_DELAY);
        }
        drop(snapshot);
        tokio::select! {
            changed = state.changed() => if changed.is_err() { return },
            table = keeper.own_milestone(&mut milestones) => touched = table,
            () = tokio::time::sleep(keeper.wait.unwrap_or_default()), if keeper.wait.is_some() => {}
            () = ended.ended() => return,
        }
    }
}

impl Keeper {
    async fn load(&mut self) -> Result<(), StepError> {
        let listed = Values::HallTables(self.hall.id()).space();
        for (name, stored) in self.halls.registry().store().list(&listed, "", MAX_TABLES).await? {
            // What a newer program wrote is left alone.
            if let (Some(seat), Ok(table)) = (keys::read_hall_seat(&name), OnlineTable::read(&stored)) {
                self.tables.insert(seat, table);
            }
        }
        Ok(())
    }

    /// Waits until something has happened at one of these tables; none if it is not known at which.
    async fn own_milestone(&self, milestones: &mut broadcast::Receiver<LogId>) -> Option<LogId> {
        loop {
            match milestones.recv().await {
                Ok(id) if self.tables.values().any(|online| online.table == id.as_str()) => return Some(id),
                Ok(_) => {}
                Err(broadcast::error::RecvError::Lagged(_)) => return None,
                // The server stops.
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    /// Does whatever is missing, at every table.
    async fn step(&mut self, tournament: &Tournament, touched: Option<LogId>) -> Result<(), StepError> {
        let wanted: Vec<Seat> = seats(tournament).collect();
        let unwanted: Vec<Seat> = self.tables.keys().copied().filter(|seat| !wanted.contains(seat)).collect();
        for seat in unwanted {
            self.close(seat).await?;
        }
        let mut open = false;
        for seat in wanted {
            let is_over = matches!(
                tournament.table_state(seat.round, seat.table),
                Some(TableState::Recorded | TableState::Released)
            );
            open |= !is_over;
            let is_touched = touched
                .as_ref()
                .is_some_and(|id| self.tables.get(&seat).is_some_and(|online| online.table == id.as_str()));
            if !is_over || is_touched {
                self.follow(tournament, seat, is_over).await?;
            }
        }
        self.holds_owner = open.then(|| self.hall.state.clone());
        if open && self.halls.registry().cluster().is_some() {
            self.wait = Some(self.wait.map_or(POLL_INTERVAL, |wait| wait.min(POLL_INTERVAL)));
        }
        Ok(())
    }

    /// Closes a table that is played in the hall again, or whose players sit elsewhere.
    async fn close(&mut self, seat: Seat) -> Result<(), StepError> {
        if let Some(log) = self.tables.get(&seat).and_then(OnlineTable::log) {
            // Refused if it is closed already.
            let _ = self.halls.registry().request(&log, Requester::House, Request::Close).await;
        }
        let key = keys::hall_table(self.hall.id(), seat);
        self.halls.registry().store().put(vec![Put::remove(key)]).await?;
        self.tables.remove(&seat);
        Ok(())
    }

    /// The table of a seat, as it is now; a new one if there is none, or if its players have changed before it began.
    async fn table(&mut self, tournament: &Tournament, seat: Seat) -> Result<(OnlineTable, Table), StepError> {
        let players = tournament.table(seat.round, seat.table).map(|there| there.players.clone()).unwrap_or_default();
        if let Some(online) = self.tables.get(&seat).cloned()
            && let Some(log) = online.log()
        {
            let table = self.halls.registry().table(&log).await?;
            if !table.is_closed() && (table.games() > 0 || online.players == players) {
                return Ok((online, table));
            }
            self.close(seat).await?;
        }
        let registry = self.halls.registry();
        let (log, _) = registry.create(plan(tournament, players.len()), PlayerId::new(registry.chance())).await?;
        let online = OnlineTable { table: log.to_string(), players };
        let key = keys::hall_table(self.hall.id(), seat);
        registry.store().put(vec![Put::set(key, online.write())]).await?;
        self.tables.insert(seat, online.clone());
        Ok((online, registry.table(&log).await?))
    }

    /// Brings a table and the tournament into step.
    async fn follow(&mut self, tournament: &Tournament, seat: Seat, is_over: bool) -> Result<(), StepError> {
        let there = tournament.table(seat.round, seat.table);
        if !is_over && there.is_none_or(|there| there.players.len() < 2) {
            return Ok(());
        }
        let (online, table) = self.table(tournament, seat).await?;
        if let Some(current) = table.current().filter(|current| current.game.outcome().is_some()) {
            let game = GameId { round: seat.round, table: seat.table, game: current.number };
            let played = result(tournament, game, &online, current, false);
            self.record(tournament, game, online.command_id(current.number, "result"), played).await?;
            if let Some(ruling) = &current.ruling {
                let ruled = result(tournament, game, &online, current, true);
                let id = online.command_id(current.number, &format!("ruling-{}", ruling.pushed.len()));
                self.record(tournament, game, id, ruled).await?;
            }
        }
        if is_over {
            return Ok(());
        }
        let Some(log) = online.log() else { return Ok(()) };
        let is_stopped =
            tournament.hall().postponed().is_some() || there.is_some_and(|there| there.paused_at.is_some());
        if table.running().is_some() {
            let request = match (is_stopped, table.is_paused()) {
                (true, false) => Request::Pause,
                (false, true) => Request::Unpause,
                _ => return Ok(()),
            };
            self.halls.registry().request(&log, Requester::House, request).await?;
            return Ok(());
        }
        if !is_stopped && tournament.has_started(seat.round) {
            self.begin(tournament, seat, &log, &table).await?;
        }
        Ok(())
    }

    /// Begins the next game of a table, once everybody is there and the game before it is recorded.
    async fn begin(
        &mut self,
        tournament: &Tournament,
        seat: Seat,
        log: &LogId,
        table: &Table,
    ) -> Result<(), StepError> {
        let next = GameId { round: seat.round, table: seat.table, game: table.games() + 1 };
        let is_open = |game: GameId| tournament.game(game).is_some_and(|game| game.outcome.is_none());
        let before = GameId { game: table.games(), ..next };
        if !is_open(next) || table.games() > 0 && is_open(before) || table.seats().iter().any(Option::is_none) {
            return Ok(());
        }
        let registry = self.halls.registry();
        if let Some(ended) = table.current().and_then(|current| current.ended_at) {
            let (begins, now) = (ended + BETWEEN_GAMES, registry.clock().now());
            if now < begins {
                self.wait = Some(begins.since(now));
                return Ok(());
            }
        }
        registry.request(log, Requester::House, Request::Begin).await?;
        Ok(())
    }

    /// Enters a result, unless the log has it. What contradicts the result that is stored, or comes after its round,
    /// becomes a case.
    async fn record(
        &self,
        tournament: &Tournament,
        game: GameId,
        id: String,
        result: Option<Map<String, Value>>,
    ) -> Result<(), StepError> {
        let Some(command) = result else { return Ok(()) };
        let is_scored = tournament.game(game).is_some_and(|game| matches!(game.outcome, Some(Outcome::Scored(_))));
        let contradicts = is_scored && !has_result(tournament, &command);
        let late = !is_scored && tournament.newest_started() > game.round;
        if is_scored && !contradicts {
            return Ok(());
        }
        let GameId { round, table, game } = game;
        let command = if contradicts || late {
            json!({"do": "conflict", "round": round, "table": table, "game": game, "result": command})
        } else {
            Value::Object(command)
        };
        let answer = self.perform(command, id.clone()).await?;
        let Some(error) = answer.get("error") else { return Ok(()) };
        let (code, message) = (error["code"].as_str().unwrap_or_default(), error["message"].as_str());
        // After the pause, the postponement or the failure the next step tries again.
        if !["paused", "postponed", "not-stored", "result-exists"].contains(&code) {
            let why = format!("the result of the online table was refused: {}", message.unwrap_or_default());
            self.perform(json!({"do": "call", "round": round, "table": table, "why": why}), format!("{id}:call"))
                .await?;
        }
        Ok(())
    }

    async fn perform(&self, command: Value, id: String) -> Result<Value, StepError> {
        let Value::Object(command) = command else { return Ok(Value::Null) };
        Ok(self.hall.perform(command, Role::Organiser, Some(id), Vec::new()).await?)
    }
}

/// Whether the result that is stored for a game is this one.
fn has_result(tournament: &Tournament, command: &Map<String, Value>) -> bool {
    let read = HallRequest::read(command.clone()).map(|request| request.command);
    matches!(read, Ok(Command::Result(result)) if tournament.has_this_result(&result) == Some(true))
}
