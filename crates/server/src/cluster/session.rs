//! A conversation between two nodes about one table or tournament: everything arrives once and in order, or the session
//! ends.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use trinta_store::NodeId;

use crate::cluster::frame::{Frame, Target};
use crate::cluster::node::{BusOutage, Node};
use crate::cluster::numbered::{Receipt, Received, Sent};

/// How long an acknowledgement may wait for something that it can go with.
const ACKNOWLEDGE_AFTER: Duration = Duration::from_millis(100);
/// How long the sender waits for an acknowledgement before it asks for one.
const ASK_AFTER: Duration = Duration::from_millis(250);
/// The least time between two requests to send something again.
const NEED_INTERVAL: Duration = Duration::from_millis(50);
/// How often a session without news tells that it is still there.
const BEAT_INTERVAL: Duration = Duration::from_secs(3);
/// How often a session looks whether the other node is alive.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

/// The other node is gone, has ended the session, or can't follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the session has ended")]
pub struct SessionEnded;

/// One end of a session.
#[derive(Debug)]
pub struct Session {
    node: Arc<Node>,
    id: String,
    peer: NodeId,
    subject: String,
    /// Sent along until the other node has answered.
    open: Option<Target>,
    sent: Sent,
    received: Received,
    ready: VecDeque<Box<RawValue>>,
    frames: mpsc::Receiver<Frame>,
    acknowledge_at: Option<Instant>,
    ask_at: Option<Instant>,
    needed_at: Option<Instant>,
    beat_at: Instant,
    began: Instant,
    over: bool,
}

impl Session {
    pub(super) fn new(
        node: Arc<Node>,
        id: String,
        peer: NodeId,
        subject: String,
        open: Option<Target>,
        frames: mpsc::Receiver<Frame>,
    ) -> Session {
        let now = Instant::now();
        Session {
            node,
            id,
            peer,
            subject,
            open,
            sent: Sent::default(),
            received: Received::default(),
            ready: VecDeque::new(),
            frames,
            acknowledge_at: None,
            ask_at: None,
            needed_at: None,
            beat_at: now + BEAT_INTERVAL,
            began: now,
            over: false,
        }
    }

    /// The other node.
    #[must_use]
    pub const fn peer(&self) -> &NodeId {
        &self.peer
    }

    /// How long nothing was heard of the other node.
    #[must_use]
    pub fn silent_for(&self) -> Duration {
        self.node.silent_for(&self.peer, self.began)
    }

    /// The last time without the bus that is over.
    #[must_use]
    pub fn last_outage(&self) -> Option<BusOutage> {
        self.node.last_outage()
    }

    /// Sends something. It arrives, or the session ends.
    pub fn send(&mut self, body: &impl Serialize) {
        let body: Arc<RawValue> = match to_raw_value(body) {
            Ok(body) => body.into(),
            Err(error) => unreachable!("messages between nodes have plain keys: {error}"),
        };
        match self.sent.push(body.clone()) {
            Ok(n) => self.publish(Content { n, body: Some(&body), ..Content::default() }),
            Err(_) => self.over = true,
        }
        self.ask_at.get_or_insert(Instant::now() + ASK_AFTER);
    }

    /// The next thing that the other node sent. Nothing is lost if this is not awaited to its end.
    ///
    /// # Errors
    /// When the session has ended.
    pub async fn receive(&mut self) -> Result<Box<RawValue>, SessionEnded> {
        loop {
            if let Some(body) = self.ready.pop_front() {
                return Ok(body);
            }
            if self.over {
                return Err(SessionEnded);
            }
            let wake = self.next_wake();
            tokio::select! {
                frame = self.frames.recv() => match frame {
                    Some(frame) => self.take(frame),
                    None => self.over = true,
                },
                () = sleep_until(wake) => self.on_timer(),
            }
        }
    }

    fn next_wake(&self) -> Instant {
        let due = [self.acknowledge_at, self.ask_at].into_iter().flatten().min();
        let look = (Instant::now() + LOOK_INTERVAL).min(self.beat_at);
        due.map_or(look, |due| due.min(look))
    }

    fn take(&mut self, frame: Frame) {
        let now = Instant::now();
        if frame.end {
            self.over = true;
        }
        if self.sent.acknowledge(frame.ack) {
            self.open = None;
            self.ask_at = (!self.sent.is_acknowledged()).then_some(now + ASK_AFTER);
        }
        if let Some(need) = frame.need {
            self.send_again(need);
        }
        if frame.n > 0 {
            match (self.received.receive(frame.n), frame.body) {
                (Receipt::Next, Some(body)) => {
                    self.ready.push_back(body);
                    self.acknowledge_at.get_or_insert(now + ACKNOWLEDGE_AFTER);
                }
                (Receipt::Gap, _) => {}
                _ => self.acknowledge_at = Some(now),
            }
        } else if frame.ask {
            self.acknowledge_at = Some(now);
        }
        let missing = frame.sent > self.received.last();
        if missing && self.needed_at.is_none_or(|at| at + NEED_INTERVAL <= now) {
            self.needed_at = Some(now);
            self.node.count_gap();
            self.publish(Content { need: Some(self.received.last() + 1), ..Content::default() });
        }
    }

    fn on_timer(&mut self) {
        let now = Instant::now();
        if self.node.is_silent(&self.peer, self.began) {
            self.over = true;
        }
        let acknowledges = self.acknowledge_at.is_some_and(|at| at <= now);
        let asks = self.ask_at.is_some_and(|at| at <= now);
        if acknowledges || asks || self.beat_at <= now {
            self.publish(Content { ask: asks, ..Content::default() });
        }
        if asks {
            self.ask_at = Some(now + ASK_AFTER);
            if self.open.is_some() {
                // The other node may not know of this session: what opens it has to come once more.
                self.send_again(1);
            }
        }
    }

    fn send_again(&mut self, need: u64) {
        let again: Vec<_> = self.sent.from(need).collect();
        for (n, body) in again {
            self.publish(Content { n, body: Some(&body), ..Content::default() });
        }
    }

    fn publish(&mut self, Content { n, body, need, ask }: Content<'_>) {
        let frame = OutgoingFrame {
            session: &self.id,
            from: self.node.id().as_str(),
            open: self.open.as_ref(),
            n,
            sent: self.sent.last(),
            ack: self.received.last(),
            need,
            ask,
            end: false,
            body,
        };
        self.node.publish(self.subject.clone(), &frame);
        self.acknowledge_at = None;
        self.beat_at = Instant::now() + BEAT_INTERVAL;
    }
}

/// What a frame has beside the state of its session.
#[derive(Default)]
struct Content<'a> {
    n: u64,
    body: Option<&'a RawValue>,
    need: Option<u64>,
    ask: bool,
}

/// Ends the session on the other side too.
impl Drop for Session {
    fn drop(&mut self) {
        self.node.forget_session(&self.id);
        self.node.publish(self.subject.clone(), &OutgoingFrame::end(&self.id, self.node.id().as_str()));
    }
}

/// A [`Frame`] that is to be sent, without copies.
#[derive(Debug, Serialize)]
pub(super) struct OutgoingFrame<'a> {
    session: &'a str,
    from: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<&'a Target>,
    n: u64,
    sent: u64,
    ack: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    need: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ask: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    end: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<&'a RawValue>,
}

impl<'a> OutgoingFrame<'a> {
    /// The frame that ends a session.
    pub(super) const fn end(session: &'a str, from: &'a str) -> OutgoingFrame<'a> {
        OutgoingFrame {
            session,
            from,
            open: None,
            n: 0,
            sent: 0,
            ack: 0,
            need: None,
            ask: false,
            end: true,
            body: None,
        }
    }
}
