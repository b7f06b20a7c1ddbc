//! In place of a room where another node owns the table: what people here say goes to the owner, and its answers come
//! back to them.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use trinta_store::{LogId, NodeId};
use trinta_table::wire::{ClientMessage, ServerMessage};
use trinta_table::{Code, Refusal, Table};

use crate::bodies::{SeatedTable, TableSummary};
use crate::cluster::{Node, Session, SessionEnded, Target};
use crate::metrics::count;
use crate::room::fold::{FoldFault, fold_log};
use crate::room::outbox::NotSent;
use crate::room::registry::not_stored;
use crate::room::remote::{Answer, Ask, Call, Said};
use crate::room::{EnterRequest, Outbox, Performed, Registry, RoomRequest, Text, Ticket, Visit};

/// How long the owner may take to say that it serves the table.
pub(super) const ATTACH_TIMEOUT: Duration = Duration::from_millis(1500);
/// How often it is looked whether the owner has said that it leaves.
const LEAVING_LOOK_INTERVAL: Duration = Duration::from_millis(50);
/// How long a relay stays that nobody uses.
const IDLE_TIME: Duration = Duration::from_secs(30);

/// Somebody here, at a table of another node.
struct Visitor {
    /// None: the table has let go of them.
    outbox: Option<Outbox>,
    /// Until the owner has said whether they may come in.
    entering: Option<oneshot::Sender<Result<Visit, Refusal>>>,
}

/// Somebody who waits for the answer to a call.
enum Caller {
    Request(oneshot::Sender<Result<Performed, Refusal>>),
    Summary(oneshot::Sender<Result<TableSummary, Refusal>>),
    Seated(oneshot::Sender<Result<Option<SeatedTable>, Refusal>>),
}

/// The stand-in of a room.
pub(super) struct Relay {
    registry: Arc<Registry>,
    id: LogId,
    inbox: mpsc::Sender<RoomRequest>,
    session: Session,
    visitors: HashMap<u64, Visitor>,
    callers: HashMap<u64, Caller>,
    next: u64,
    used: Instant,
}

/// Waits until another node says that it is about to stop.
async fn leaves(node: &Node, other: &NodeId) {
    while !node.is_leaving(other) {
        sleep(LEAVING_LOOK_INTERVAL).await;
    }
}

impl Relay {
    /// Asks the owner of a table to serve it to this node; none if it does not answer, or owns the table no more.
    pub(super) async fn attach(
        registry: &Arc<Registry>,
        node: &Arc<Node>,
        owner: &NodeId,
        id: &LogId,
        inbox: mpsc::Sender<RoomRequest>,
    ) -> Option<Relay> {
        let mut session = node.open(owner, Target::Table(id.to_string()));
        session.send(&Ask::Attach {});
        let answer = tokio::select! {
            answer = timeout(ATTACH_TIMEOUT, session.receive()) => answer.ok()?.ok()?,
            () = leaves(node, owner) => return None,
        };
        let said: Vec<Said> = serde_json::from_str(answer.get()).ok()?;
        matches!(said.first(), Some(Said::Attached {})).then(|| Relay {
            registry: registry.clone(),
            id: id.clone(),
            inbox,
            session,
            visitors: HashMap::new(),
            callers: HashMap::new(),
            next: 1,
            used: Instant::now(),
        })
    }

    /// Relays until the owner has gone, or nobody here needs the table any more.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<RoomRequest>) {
        let metrics = self.registry.metrics.clone();
        metrics.relays.fetch_add(1, Ordering::Relaxed);
        loop {
            let idle = self.visitors.is_empty() && self.callers.is_empty();
            tokio::select! {
                request = inbox.recv() => match request {
                    Some(RoomRequest::Stop) => {
                        self.dismiss_all("the server is stopping; your table is stored");
                        break;
                    }
                    // Without the bus the owner can't be reached from here, and from other nodes it can.
                    Some(RoomRequest::LetGo) if self.registry.is_isolated() => {
                        self.dismiss_all("one moment: this server is cut off from the others");
                        break;
                    }
                    Some(request) => self.ask(request),
                    None => break,
                },
                body = self.session.receive() => match body {
                    Ok(body) => self.take(&body),
                    Err(SessionEnded) => {
                        let owner = self.session.peer();
                        tracing::info!(table = %self.id, %owner, "the owner has let go of its table, or is gone");
                        self.dismiss_all("one moment: your table is moving to another server");
                        break;
                    }
                },
                () = sleep_until(self.used + IDLE_TIME), if idle => {
                    if self.registry.retire(&self.id, &inbox) {
                        break;
                    }
                    self.used = Instant::now();
                }
            }
        }
        self.registry.forget_closed(&self.id, inbox);
        metrics.relays.fetch_sub(1, Ordering::Relaxed);
    }

    /// Passes on what somebody here asks.
    fn ask(&mut self, request: RoomRequest) {
        self.used = Instant::now();
        match request {
            RoomRequest::Enter(request, reply) => {
                let EnterRequest { player, name, viewer, since, code, outbox } = *request;
                let visitor = self.number();
                self.visitors.insert(visitor, Visitor { outbox: Some(outbox), entering: Some(reply) });
                self.session.send(&Ask::Enter { visitor, player, name, viewer, since, code });
            }
            RoomRequest::Message(ticket, message) => self.message(ticket, &message),
            RoomRequest::Leave(ticket) => {
                if self.visitors.remove(&ticket.number()).is_some() {
                    self.session.send(&Ask::Leave { visitor: ticket.number() });
                }
            }
            RoomRequest::Request(requester, request, reply) => {
                self.call(Caller::Request(reply), &Call::Request { requester, request: *request });
            }
            RoomRequest::Table(reply) => {
                let (registry, id) = (self.registry.clone(), self.id.clone());
                tokio::spawn(async move { reply.send(stored_table(&registry, &id).await) });
            }
            RoomRequest::Summary(reply) => self.call(Caller::Summary(reply), &Call::Summary {}),
            RoomRequest::Seated(player, reply) => self.call(Caller::Seated(reply), &Call::Seated { player }),
            // Another node takes this one for the owner.
            RoomRequest::Attach(reply) => drop(reply.send(false)),
            RoomRequest::BotDecision(_)
            | RoomRequest::BotFailed(_)
            | RoomRequest::Hint(..)
            | RoomRequest::Lose(..)
            | RoomRequest::Reached(..)
            | RoomRequest::LetGo
            | RoomRequest::MoveAway
            | RoomRequest::Stop => {}
        }
    }

    fn message(&mut self, ticket: Ticket, message: &ClientMessage) {
        if let ClientMessage::Command { id, .. } = message {
            tracing::debug!(table = %self.id, command = id, owner = %self.session.peer(), "relayed");
        }
        let Ok(message) = to_raw_value(message) else { return };
        count(&self.registry.metrics.relayed);
        self.session.send(&Ask::Message { visitor: ticket.number(), message });
    }

    fn call(&mut self, caller: Caller, call: &Call) {
        let Ok(body) = to_raw_value(call) else { return };
        let call = self.number();
        self.callers.insert(call, caller);
        self.session.send(&Ask::Call { call, body });
    }

    const fn number(&mut self) -> u64 {
        let number = self.next;
        self.next += 1;
        number
    }

    /// Takes in what the owner says.
    fn take(&mut self, body: &RawValue) {
        let said: Vec<Said> = match serde_json::from_str(body.get()) {
            Ok(said) => said,
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "the owner of a table says what is not known here");
                return;
            }
        };
        for said in said {
            match said {
                Said::Attached {} | Said::NotOwner {} => {}
                Said::Text { to, text } => {
                    let text = Text::from(text);
                    for visitor in to {
                        self.deliver(visitor, text.clone());
                    }
                }
                Said::Entered { visitor, refused } => self.entered(visitor, refused.map(Refusal::from)),
                Said::Gone { visitor } => self.let_go(visitor),
                Said::Answered { call, answer } => self.answered(call, &answer),
            }
        }
    }

    fn deliver(&mut self, visitor: u64, text: Text) {
        let Some(outbox) = self.visitors.get(&visitor).and_then(|visitor| visitor.outbox.as_ref()) else { return };
        match outbox.try_send(text) {
            Ok(()) => count(&self.registry.metrics.sent),
            Err(error) => {
                if error == NotSent::Full {
                    count(&self.registry.metrics.too_slow);
                }
                self.session.send(&Ask::Leave { visitor });
                self.let_go(visitor);
            }
        }
    }

    /// Lets go of somebody, who finds that nothing more comes.
    fn let_go(&mut self, visitor: u64) {
        match self.visitors.get_mut(&visitor) {
            Some(Visitor { outbox, entering: Some(_) }) => *outbox = None,
            _ => drop(self.visitors.remove(&visitor)),
        }
    }

    fn entered(&mut self, number: u64, refused: Option<Refusal>) {
        let Some(visitor) = self.visitors.get_mut(&number) else { return };
        let Some(reply) = visitor.entering.take() else { return };
        let gone = visitor.outbox.is_none() || refused.is_some();
        let entered = match refused {
            Some(refusal) => Err(refusal),
            None => Ok(Visit { room: self.inbox.clone(), ticket: Ticket::from_number(number) }),
        };
        if reply.send(entered).is_err() {
            // Whoever wanted to come in has not waited.
            self.session.send(&Ask::Leave { visitor: number });
            self.visitors.remove(&number);
        } else if gone {
            self.visitors.remove(&number);
        }
    }

    fn answered(&mut self, call: u64, answer: &RawValue) {
        let Some(caller) = self.callers.remove(&call) else { return };
        match (caller, serde_json::from_str(answer.get())) {
            (caller, Ok(Answer::Refused(refused))) => caller.refuse(refused.into()),
            (Caller::Request(reply), Ok(Answer::Performed { events, version })) => {
                let _ = reply.send(Ok(Performed { events: events.into(), version }));
            }
            (Caller::Summary(reply), Ok(Answer::Summary(summary))) => drop(reply.send(Ok(summary))),
            (Caller::Seated(reply), Ok(Answer::Seated(seated))) => drop(reply.send(Ok(seated))),
            (caller, _) => caller.refuse(not_understood()),
        }
    }

    fn dismiss_all(&mut self, message: &str) {
        let bye = Text::encode(&ServerMessage::Bye { code: Code::Stopping, message: message.to_owned() });
        for (_, visitor) in self.visitors.drain() {
            // Who has not come in yet is tried again by whoever brings them.
            if let (Some(outbox), None) = (visitor.outbox, visitor.entering) {
                let _ = outbox.try_send(bye.clone());
            }
        }
    }
}

/// The table as it is stored: the owner stores every entry before anybody hears of it.
async fn stored_table(registry: &Registry, id: &LogId) -> Result<Table, Refusal> {
    match fold_log(&*registry.store, &registry.library, id, |_, _, _| {}).await {
        Ok(Some(table)) => Ok(table),
        Ok(None) => Err(Refusal::new(Code::NotFound, "there is no such table")),
        Err(FoldFault::Store(error)) => Err(not_stored(&error)),
        Err(FoldFault::Unreadable(error)) => Err(Refusal::new(Code::Internal, error)),
    }
}

fn not_understood() -> Refusal {
    Refusal::new(
        Code::Internal,
        "the server that has this table is of another version, and its answer is not known here",
    )
}

impl Caller {
    fn refuse(self, refusal: Refusal) {
        match self {
            Caller::Request(reply) => drop(reply.send(Err(refusal))),
            Caller::Summary(reply) => drop(reply.send(Err(refusal))),
            Caller::Seated(reply) => drop(reply.send(Err(refusal))),
        }
    }
}
