//! What is asked of a room from outside: coming in, looking at a table, requests that come over no connection.

use std::cmp::Reverse;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use trinta_store::LogId;
use trinta_table::ids::PlayerId;
use trinta_table::{Code, Face, Refusal, Request, Requester, Table};

use crate::bodies::{SeatedTable, TableSummary};
use crate::keys::Values;
use crate::room::load::Origin;
use crate::room::registry::{PAGE_SIZE, not_stored};
use crate::room::{EnterRequest, Performed, Registry, RoomRequest, Ticket};

/// The most tables in the list of a player's own.
const MAX_OWN_TABLES: usize = 12;

impl Registry {
    /// Sends a request to a room and awaits its reply. If the room is just ending, the request is retried with a new
    /// room.
    async fn call_room<T>(
        self: &Arc<Registry>,
        id: &LogId,
        make_request: impl Fn(oneshot::Sender<Result<T, Refusal>>) -> RoomRequest,
    ) -> Result<T, Refusal> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            if self.room(id, Origin::Person).send(make_request(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::new(Code::Stopping, "the table is being read again; please try once more"))
    }

    /// Connects somebody to a room.
    ///
    /// # Errors
    /// If they may not enter.
    pub async fn enter(self: &Arc<Registry>, id: &LogId, request: EnterRequest) -> Result<Visit, Refusal> {
        self.call_room(id, |reply| RoomRequest::Enter(Box::new(request.clone()), reply)).await
    }

    /// A table as it is now.
    ///
    /// # Errors
    /// If there is no such table.
    pub async fn table(self: &Arc<Registry>, id: &LogId) -> Result<Table, Refusal> {
        self.call_room(id, RoomRequest::Table).await
    }

    /// The summary of a table, as in the lobby.
    ///
    /// # Errors
    /// If there is no such table.
    pub async fn summary(self: &Arc<Registry>, id: &LogId) -> Result<TableSummary, Refusal> {
        self.call_room(id, RoomRequest::Summary).await
    }

    /// The tables to which a player can come back, the latest first.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn seats_of(self: &Arc<Registry>, player: &PlayerId) -> Result<Vec<SeatedTable>, Refusal> {
        let mut tables = Vec::new();
        for id in self.tables_of(player).await? {
            // A table that can't be read, or that another server serves, is left out.
            let seated = self.call_room(&id, |reply| RoomRequest::Seated(player.clone(), reply)).await;
            tables.extend(seated.ok().flatten());
        }
        tables.sort_by_key(|seated| Reverse(seated.table.at));
        Ok(tables)
    }

    /// The names of the tables to which a player can come back: the latest, if there are many.
    async fn tables_of(&self, player: &PlayerId) -> Result<Vec<LogId>, Refusal> {
        let listed = self.store.list(&Values::Seats(player).space(), "", PAGE_SIZE).await;
        let mut listed = listed.map_err(|error| not_stored(&error))?;
        listed.sort_by_key(|(_, since)| Reverse(since.text.parse::<i64>().unwrap_or(0)));
        Ok(listed.iter().filter_map(|(name, _)| LogId::new(name).ok()).take(MAX_OWN_TABLES).collect())
    }

    /// Makes a player known by another name and face at the tables where they have a seat.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn rename(self: &Arc<Registry>, player: &PlayerId, name: &str, face: Face) -> Result<(), Refusal> {
        for id in self.tables_of(player).await? {
            let request = Request::Rename { name: name.to_owned(), face };
            // Refused where nothing changes, and where people share a device.
            let _ = self.request(&id, Requester::Player(player.clone()), request).await;
        }
        Ok(())
    }

    /// Makes a request at a table without a connection to its room.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn request(
        self: &Arc<Registry>,
        id: &LogId,
        who: Requester,
        request: Request,
    ) -> Result<Performed, Refusal> {
        self.call_room(id, |reply| RoomRequest::Request(who.clone(), Box::new(request.clone()), reply)).await
    }
}

/// A connection to a room.
#[derive(Debug)]
pub struct Visit {
    pub(super) room: mpsc::Sender<RoomRequest>,
    pub(super) ticket: Ticket,
}

impl Visit {
    /// Sends a message to the room; false if it has ended.
    pub async fn send(&self, message: trinta_table::wire::ClientMessage) -> bool {
        self.room.send(RoomRequest::Message(self.ticket, Box::new(message))).await.is_ok()
    }

    /// Ends the visit.
    pub async fn leave(self) {
        let _ = self.room.send(RoomRequest::Leave(self.ticket)).await;
    }
}
