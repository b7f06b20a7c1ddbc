//! In place of an owner where another node owns the tournament: commands go there, and its log is read from the store.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;
use trinta_store::{LogId, NodeId};

use crate::cluster::{Session, SessionEnded, Target};
use crate::hall::halls::Halls;
use crate::hall::owner::{HallError, OwnerRequest, refused};
use crate::hall::remote::{HallAsk, HallCall, HallSaid};
use crate::hall::screen::Screen;
use crate::hall::snapshot::Snapshot;
use crate::hall::storage::FollowedLog;
use crate::hall::stored::StoredHall;
use crate::keys;
use crate::stored::Stored as _;

/// How long the owner may take to say that it serves the tournament.
const ATTACH_TIMEOUT: Duration = Duration::from_millis(1500);

/// Somebody who waits for an answer.
enum Caller {
    Value(oneshot::Sender<Value>),
    Screen(oneshot::Sender<bool>),
    LastNumber(oneshot::Sender<Option<u64>>),
}

/// The stand-in of an owner.
pub(super) struct HallRelay {
    halls: Arc<Halls>,
    id: String,
    session: Session,
    log: FollowedLog,
    state: watch::Sender<Arc<Snapshot>>,
    screen: watch::Sender<Screen>,
    callers: HashMap<u64, Caller>,
    next: u64,
}

/// A relay that is attached, with what it publishes.
pub(super) struct AttachedRelay {
    pub(super) relay: HallRelay,
    pub(super) state: watch::Receiver<Arc<Snapshot>>,
    pub(super) screen: watch::Receiver<Screen>,
}

impl HallRelay {
    /// Asks the owner of a tournament to serve it to this node; if it has none, the node that should be.
    pub(super) async fn attach(halls: &Arc<Halls>, id: &str, hall: &StoredHall) -> Result<AttachedRelay, HallError> {
        let registry = halls.registry();
        let node = registry.cluster().ok_or(HallError::Elsewhere)?;
        let log = LogId::new(&hall.log).map_err(|_| HallError::NotFound)?;
        let owner: NodeId = match registry.store().owner(&log, registry.clock().now()).await? {
            Some(owner) => owner.node.id,
            None => registry.better_place().ok_or(HallError::Elsewhere)?,
        };
        let mut session = node.open(&owner, Target::Hall(id.to_owned()));
        session.send(&HallAsk::Attach {});
        let answer = timeout(ATTACH_TIMEOUT, session.receive()).await;
        let answer = answer.map_err(|_| HallError::Elsewhere)?.map_err(|SessionEnded| HallError::Elsewhere)?;
        if !matches!(serde_json::from_str(answer.get()), Ok(HallSaid::Attached {})) {
            return Err(HallError::Elsewhere);
        }
        let log = open_log(halls, &current_log(halls, id).await?).await?;
        let (state, state_seen) = watch::channel(snapshot(&log)?);
        let (screen, screen_seen) = watch::channel(Screen::default());
        let (callers, halls) = (HashMap::new(), halls.clone());
        let relay = HallRelay { halls, id: id.to_owned(), session, log, state, screen, callers, next: 1 };
        Ok(AttachedRelay { relay, state: state_seen, screen: screen_seen })
    }

    /// Relays until the owner is gone.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<OwnerRequest>) {
        loop {
            tokio::select! {
                request = inbox.recv() => match request {
                    None | Some(OwnerRequest::Stop) => return,
                    Some(request) => self.ask(request),
                },
                body = self.session.receive() => match body {
                    Ok(body) => {
                        if let Err(error) = self.take(&body).await {
                            tracing::warn!(tournament = %self.id, %error, "a tournament of another node can't be followed");
                            return;
                        }
                    }
                    Err(SessionEnded) => return,
                },
            }
        }
    }

    fn ask(&mut self, request: OwnerRequest) {
        let (caller, body) = match request {
            OwnerRequest::Command { envelope, token, reply } => {
                (Caller::Value(reply), HallCall::Command { envelope, token })
            }
            OwnerRequest::Perform { command, by, id, puts, reply } => {
                if !puts.is_empty() {
                    let message = "this is done at the server that has the tournament";
                    let _ = reply.send(refused("elsewhere", message));
                    return;
                }
                (Caller::Value(reply), HallCall::Perform { command, by, id })
            }
            OwnerRequest::Ask { question, viewer, reply } => (Caller::Value(reply), HallCall::Ask { question, viewer }),
            OwnerRequest::Screen { screen, reply } => (Caller::Screen(reply), HallCall::Screen { screen }),
            OwnerRequest::LastNumber(device, reply) => (Caller::LastNumber(reply), HallCall::LastNumber { device }),
            OwnerRequest::Entries(reply) => return drop(reply.send(self.log.log().entries().to_vec())),
            OwnerRequest::Stop => return,
        };
        let call = self.next;
        self.next += 1;
        self.callers.insert(call, caller);
        self.session.send(&HallAsk::Call { call, body });
    }

    /// Reads what is new in the log. When names have been erased, another log has taken its place.
    async fn catch_up(&mut self) -> Result<(), HallError> {
        let current = current_log(&self.halls, &self.id).await?;
        if current == *self.log.id() {
            self.log.catch_up(&**self.halls.registry().store()).await
        } else {
            self.log = open_log(&self.halls, &current).await?;
            Ok(())
        }
    }

    async fn take(&mut self, body: &RawValue) -> Result<(), HallError> {
        let said = serde_json::from_str(body.get()).map_err(|error| HallError::Unreadable(error.to_string()))?;
        match said {
            HallSaid::Attached {} | HallSaid::NotOwner {} => {}
            // Several changes may have been read at once.
            HallSaid::Changed { seq } if seq <= self.log.seq() => {}
            HallSaid::Changed { seq } => {
                // What is lost of this is sent again, so the log is never behind what the owner has said.
                tracing::debug!(tournament = %self.id, seq, "the tournament of another node has changed");
                self.catch_up().await?;
                self.state.send_replace(snapshot(&self.log)?);
            }
            HallSaid::Screen { screen } => drop(self.screen.send_replace(screen)),
            HallSaid::Answered { call, answer } => match self.callers.remove(&call) {
                Some(Caller::Value(reply)) => drop(reply.send(answer)),
                Some(Caller::Screen(reply)) => drop(reply.send(answer == Value::Bool(true))),
                Some(Caller::LastNumber(reply)) => drop(reply.send(answer.as_u64())),
                None => {}
            },
        }
        Ok(())
    }
}

/// The name of the log that a tournament has now.
async fn current_log(halls: &Halls, id: &str) -> Result<LogId, HallError> {
    let stored = halls.registry().store().get(&keys::hall(id)).await?.ok_or(HallError::NotFound)?;
    let hall = StoredHall::read(&stored).map_err(|error| HallError::Unreadable(error.to_string()))?;
    halls.list(id, &hall);
    LogId::new(&hall.log).map_err(|_| HallError::NotFound)
}

async fn open_log(halls: &Halls, log: &LogId) -> Result<FollowedLog, HallError> {
    FollowedLog::open(&**halls.registry().store(), log).await?.ok_or(HallError::NotFound)
}

fn snapshot(log: &FollowedLog) -> Result<Arc<Snapshot>, HallError> {
    let tournament = log.log().tournament().cloned().ok_or(HallError::NotFound)?;
    Ok(Arc::new(Snapshot::new(log.seq(), tournament)))
}
