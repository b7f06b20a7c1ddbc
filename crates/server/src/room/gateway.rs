//! The owner's end of a session about a table: people at another node, as if they were here.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use trinta_store::LogId;
use trinta_table::wire::{ClientMessage, ServerMessage};
use trinta_table::{Code, Refusal};

use crate::cluster::{Session, SessionEnded};
use crate::room::load::Origin;
use crate::room::remote::{Answer, Ask, Call, Outgoing, RemoteOutbox, SESSION_OUTBOX_LIMIT, Said};
use crate::room::{EnterRequest, Outbox, Registry, RoomRequest, Text, Ticket, Visit};

/// The most things that are said in one text on the bus.
const BATCH_LIMIT: usize = 256;

struct Gateway {
    table: LogId,
    session: Session,
    room: mpsc::Sender<RoomRequest>,
    visitors: HashMap<u64, Ticket>,
    queue: mpsc::Sender<Outgoing>,
    waiting: mpsc::Receiver<Outgoing>,
    overflow: Arc<AtomicBool>,
    /// When the last time without the bus ended that was given back.
    credited: Option<Instant>,
}

/// Serves a table to the people of another node, if this node owns it.
pub(super) async fn serve(registry: Arc<Registry>, id: LogId, mut session: Session) {
    let room = registry.room(&id, Origin::Node);
    let (reply, attached) = oneshot::channel();
    let stopping = registry.cluster().is_none_or(|node| node.is_stopping());
    let owns = !stopping && room.send(RoomRequest::Attach(reply)).await.is_ok() && attached.await == Ok(true);
    if !owns {
        session.send(&[Said::NotOwner {}]);
        // Dropping the session ends it; what was said first has to be on its way before.
        return;
    }
    session.send(&[Said::Attached {}]);
    let (queue, waiting) = mpsc::channel(SESSION_OUTBOX_LIMIT);
    let credited = session.last_outage().map(|outage| outage.ended);
    let (visitors, overflow) = (HashMap::new(), Arc::default());
    let gateway = Gateway { table: id, session, room, visitors, queue, waiting, overflow, credited };
    gateway.run().await;
}

/// A [`Said`] without copies of its text.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum SaidNow<'a> {
    Text { to: Vec<u64>, text: &'a RawValue },
    Gone { visitor: u64 },
    Answered { call: u64, answer: &'a Answer },
}

/// Gathers what is said at once: a text that many get is said once.
fn batch(items: &[Outgoing]) -> Vec<SaidNow<'_>> {
    let mut said: Vec<SaidNow<'_>> = Vec::with_capacity(items.len());
    let mut last: Option<&Text> = None;
    for item in items {
        match item {
            Outgoing::Text(visitor, text) => {
                match said.last_mut() {
                    Some(SaidNow::Text { to, .. }) if last.is_some_and(|last| last.is_same(text)) => to.push(*visitor),
                    _ => said.push(SaidNow::Text { to: vec![*visitor], text: text.raw() }),
                }
                last = Some(text);
                continue;
            }
            Outgoing::Gone(visitor) => said.push(SaidNow::Gone { visitor: *visitor }),
            Outgoing::Answered(call, answer) => said.push(SaidNow::Answered { call: *call, answer }),
        }
        last = None;
    }
    said
}

impl Gateway {
    async fn run(mut self) {
        let mut items = Vec::with_capacity(BATCH_LIMIT);
        loop {
            tokio::select! {
                biased;
                _ = self.waiting.recv_many(&mut items, BATCH_LIMIT) => {
                    self.session.send(&batch(&items));
                    items.clear();
                }
                body = self.session.receive() => match body {
                    Ok(body) => {
                        self.credit_outage().await;
                        self.take(&body).await;
                    }
                    Err(SessionEnded) => break,
                },
                () = self.room.closed() => {
                    while let Ok(item) = self.waiting.try_recv() {
                        items.push(item);
                    }
                    self.session.send(&batch(&items));
                    return;
                }
            }
            if self.overflow.load(Ordering::Relaxed) {
                let (table, node) = (&self.table, self.session.peer());
                tracing::warn!(%table, %node, "a node does not keep up, and its people have to come back");
                break;
            }
        }
        let silent = self.session.silent_for();
        for ticket in self.visitors.into_values() {
            let _ = self.room.send(RoomRequest::Lose(ticket, silent)).await;
        }
    }

    /// If the bus was gone and is back, whoever is on turn at the other node gets that time back.
    async fn credit_outage(&mut self) {
        let Some(outage) = self.session.last_outage().filter(|outage| self.credited.is_none_or(|at| at < outage.ended))
        else {
            return;
        };
        self.credited = Some(outage.ended);
        let gone = outage.lasted + outage.ended.elapsed();
        for &ticket in self.visitors.values() {
            let _ = self.room.send(RoomRequest::Reached(ticket, gone)).await;
        }
    }

    async fn take(&mut self, body: &RawValue) {
        match serde_json::from_str(body.get()) {
            Ok(Ask::Attach {}) => {}
            Ok(Ask::Enter { visitor, player, name, viewer, since, code }) => {
                let outbox = self.outbox(visitor);
                let request = EnterRequest { player, name, viewer, since, code, outbox };
                let (reply, entered) = oneshot::channel();
                if self.room.send(RoomRequest::Enter(Box::new(request), reply)).await.is_err() {
                    return;
                }
                let refused = match entered.await {
                    Ok(Ok(Visit { ticket, .. })) => {
                        self.visitors.insert(visitor, ticket);
                        None
                    }
                    Ok(Err(refusal)) => Some(refusal.into()),
                    Err(_) => return,
                };
                self.session.send(&[Said::Entered { visitor, refused }]);
            }
            Ok(Ask::Message { visitor, message }) => self.message(visitor, &message).await,
            Ok(Ask::Leave { visitor }) => {
                if let Some(ticket) = self.visitors.remove(&visitor) {
                    let _ = self.room.send(RoomRequest::Leave(ticket)).await;
                }
            }
            Ok(Ask::Call { call, body }) => self.call(call, &body).await,
            Err(error) => {
                tracing::warn!(table = %self.table, %error, "a node of another version says what is not known here");
            }
        }
    }

    fn outbox(&self, visitor: u64) -> Outbox {
        Outbox::elsewhere(RemoteOutbox::new(visitor, self.queue.clone(), self.overflow.clone()))
    }

    async fn message(&mut self, visitor: u64, message: &RawValue) {
        let Some(&ticket) = self.visitors.get(&visitor) else { return };
        match serde_json::from_str::<ClientMessage>(message.get()) {
            Ok(message) => drop(self.room.send(RoomRequest::Message(ticket, Box::new(message))).await),
            Err(_) => {
                let refused = ServerMessage::Refused {
                    id: id_of(message),
                    code: Code::BadMessage,
                    message: "the server that has this table is older, and does not know this yet".to_owned(),
                    rule: None,
                    faults: Vec::new(),
                    version: 0,
                };
                let _ = self.queue.try_send(Outgoing::Text(visitor, Text::encode(&refused)));
            }
        }
    }

    async fn call(&mut self, call: u64, body: &RawValue) {
        let queue = self.queue.clone();
        let answer = |answer| drop(queue.try_send(Outgoing::Answered(call, answer)));
        match serde_json::from_str::<Call>(body.get()) {
            Ok(Call::Request { requester, request }) => {
                let (reply, done) = oneshot::channel();
                let _ = self.room.send(RoomRequest::Request(requester, Box::new(request), reply)).await;
                answer_later(queue, call, done, |performed| Answer::Performed {
                    events: performed.events.to_vec(),
                    version: performed.version,
                });
            }
            Ok(Call::Summary {}) => {
                let (reply, done) = oneshot::channel();
                let _ = self.room.send(RoomRequest::Summary(reply)).await;
                answer_later(queue, call, done, Answer::Summary);
            }
            Ok(Call::Seated { player }) => {
                let (reply, done) = oneshot::channel();
                let _ = self.room.send(RoomRequest::Seated(player, reply)).await;
                answer_later(queue, call, done, Answer::Seated);
            }
            Err(_) => {
                let message = "the server that has this table is older, and does not know this yet";
                answer(Answer::Refused(Refusal::new(Code::Internal, message).into()));
            }
        }
    }
}

/// The id of a command that can't be read otherwise.
fn id_of(message: &RawValue) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        id: Option<String>,
    }
    serde_json::from_str::<Named>(message.get()).ok()?.id
}

/// Answers a call once the room has; if the room ends first, the session does too.
fn answer_later<T: Send + 'static>(
    queue: mpsc::Sender<Outgoing>,
    call: u64,
    done: oneshot::Receiver<Result<T, Refusal>>,
    answer: impl FnOnce(T) -> Answer + Send + 'static,
) {
    tokio::spawn(async move {
        let Ok(done) = done.await else { return };
        let answer = done.map_or_else(|refusal| Answer::Refused(refusal.into()), answer);
        let _ = queue.send(Outgoing::Answered(call, answer)).await;
    });
}

#[cfg(test)]
mod tests {
    use trinta_table::wire::Votes;

    use super::*;

    #[test]
    fn a_text_for_many_goes_over_the_bus_once() {
        let text = || Text::encode(&ServerMessage::Votes { votes: Votes::default() });
        let (one, two) = (text(), text());
        let items = [
            Outgoing::Text(1, one.clone()),
            Outgoing::Text(2, one.clone()),
            Outgoing::Text(3, two.clone()),
            Outgoing::Gone(2),
            Outgoing::Text(1, two),
        ];
        let said = serde_json::to_value(batch(&items)).unwrap();
        let to: Vec<_> = said.as_array().unwrap().iter().map(|said| said["text"]["to"].to_string()).collect();
        assert_eq!(to, ["[1,2]", "[3]", "null", "[1]"]);
    }
}
