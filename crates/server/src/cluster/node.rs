//! A node: its sessions with others, and which others are alive.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use trinta_store::NodeId;
use trinta_table::ids::hex;
use trinta_table::{ENTRY_FORMAT, OLDEST_ENTRY_FORMAT};

use crate::cluster::bus::{Bus, BusError, Subscription};
use crate::cluster::frame::{Frame, Target};
use crate::cluster::session::{OutgoingFrame, Session};

/// The subject on which nodes say that they are alive.
const ALIVE_SUBJECT: &str = "trinta.alive";
/// How often a node says that it is alive.
const ALIVE_INTERVAL: Duration = Duration::from_millis(500);
/// A node that has said nothing for this long is taken to be gone, or paused.
const SILENCE: Duration = Duration::from_millis(1600);
/// A bus that has carried nothing for this long is taken to be gone, though its connection says nothing of it: a node
/// hears at least its own signs of life. Shorter than [`SILENCE`] by an interval and more: a node that was held up itself
/// has heard nobody, and does not take the others to be gone.
const BUS_SILENCE: Duration = Duration::from_millis(1000);
/// How long a bus may be gone before what was said over it counts for nothing.
const BUS_PATIENCE: Duration = Duration::from_secs(5);
/// How long a node waits for the bus before it leaves its tables to those that have it.
pub const ISOLATED_AFTER: Duration = Duration::from_secs(3);
/// Frames that wait for a session. What comes on top of them is lost, and sent again.
const SESSION_CAPACITY: usize = 1024;
/// Sessions that wait to be taken up.
const OPENED_CAPACITY: usize = 4096;

/// What a node says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alive {
    /// Its name as an owner of logs.
    pub node: String,
    /// Its name for people.
    pub name: String,
    /// How many tables it serves.
    #[serde(default)]
    pub tables: u32,
    /// Whether it is about to stop, and takes no tables any more.
    #[serde(default)]
    pub stopping: bool,
    /// Whether it owns no tables as long as others can.
    #[serde(default)]
    pub front: bool,
    /// The newest version of the format of entries that it reads.
    #[serde(default = "oldest_entry_format")]
    pub entry_format: u32,
}

/// What nodes read that do not say it.
const fn oldest_entry_format() -> u32 {
    OLDEST_ENTRY_FORMAT
}

/// A session that another node has opened.
#[derive(Debug)]
pub struct Opened {
    /// What it is about.
    pub target: Target,
    /// The session.
    pub session: Session,
}

#[derive(Debug)]
struct Peer {
    heard: Instant,
    alive: Option<Alive>,
}

/// A time in which a node had no bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BusOutage {
    /// The moment from which the bus was connected again.
    pub ended: Instant,
    /// How long it lasted.
    pub lasted: Duration,
}

/// Whether the bus is connected, as it was found when somebody last asked.
#[derive(Debug, Clone, Copy)]
struct BusState {
    connected: bool,
    since: Instant,
    /// When it carried something last.
    heard: Instant,
    last_outage: Option<BusOutage>,
}

/// One server among several.
#[derive(Debug)]
pub struct Node {
    id: NodeId,
    name: String,
    front: bool,
    bus: Arc<dyn Bus>,
    sessions: Mutex<HashMap<String, mpsc::Sender<Frame>>>,
    peers: Mutex<HashMap<NodeId, Peer>>,
    bus_state: Mutex<BusState>,
    next_session: AtomicU64,
    tables: AtomicU32,
    stopping: AtomicBool,
    closed: watch::Sender<bool>,
    gaps: AtomicU64,
    published: AtomicU64,
    published_bytes: AtomicU64,
}

/// The tasks of a node.
#[derive(Debug)]
pub struct NodeParts {
    /// The node.
    pub node: Arc<Node>,
    /// Sessions that others open.
    pub opened: mpsc::Receiver<Opened>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned lock is safe to use: nothing that can panic runs while the data is inconsistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The subject of what a node is told about a table or tournament that it owns.
fn target_subject(node: &NodeId, target: &Target) -> String {
    match target {
        Target::Table(table) => format!("trinta.to.{node}.table.{table}"),
        Target::Hall(hall) => format!("trinta.to.{node}.hall.{hall}"),
    }
}

/// The subject of what owners answer a node.
fn node_subject(node: &NodeId) -> String {
    format!("trinta.node.{node}")
}

impl Node {
    /// Connects a node to a bus. It lives until it is closed. A `front` takes people and leaves tables to other nodes.
    ///
    /// # Errors
    /// When the bus does not take its subscriptions.
    pub async fn start(id: NodeId, name: String, front: bool, bus: Arc<dyn Bus>) -> Result<NodeParts, BusError> {
        let subscriptions =
            [bus.subscribe(format!("trinta.to.{id}.>")).await?, bus.subscribe(node_subject(&id)).await?];
        let alive = bus.subscribe(ALIVE_SUBJECT.to_owned()).await?;
        let (closed, stop) = watch::channel(false);
        let (connected, now) = (bus.is_connected(), Instant::now());
        let node = Arc::new(Node {
            id,
            name,
            front,
            bus_state: Mutex::new(BusState { connected, since: now, heard: now, last_outage: None }),
            bus,
            sessions: Mutex::default(),
            peers: Mutex::default(),
            next_session: AtomicU64::new(1),
            tables: AtomicU32::new(0),
            stopping: AtomicBool::new(false),
            closed,
            gaps: AtomicU64::new(0),
            published: AtomicU64::new(0),
            published_bytes: AtomicU64::new(0),
        });
        let (opens, opened) = mpsc::channel(OPENED_CAPACITY);
        for subscription in subscriptions {
            tokio::spawn(node.clone().read_frames(subscription, opens.clone(), stop.clone()));
        }
        tokio::spawn(node.clone().read_alive(alive, stop.clone()));
        tokio::spawn(node.clone().say_alive(stop));
        Ok(NodeParts { node, opened })
    }

    /// Its name as an owner of logs.
    #[must_use]
    pub const fn id(&self) -> &NodeId {
        &self.id
    }

    /// Its name for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Opens a session with the node that owns a table or tournament.
    #[must_use]
    pub fn open(self: &Arc<Node>, owner: &NodeId, target: Target) -> Session {
        let number = self.next_session.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{}", self.id, hex(&number.to_be_bytes()[4..]));
        let subject = target_subject(owner, &target);
        self.session(id, owner.clone(), subject, Some(target))
    }

    fn session(self: &Arc<Node>, id: String, peer: NodeId, subject: String, open: Option<Target>) -> Session {
        let (sender, frames) = mpsc::channel(SESSION_CAPACITY);
        lock(&self.sessions).insert(id.clone(), sender);
        Session::new(self.clone(), id, peer, subject, open, frames)
    }

    pub(super) fn forget_session(&self, id: &str) {
        lock(&self.sessions).remove(id);
    }

    pub(super) fn publish(&self, subject: String, message: &impl Serialize) {
        let text = serde_json::to_vec(message).unwrap_or_default();
        self.published.fetch_add(1, Ordering::Relaxed);
        self.published_bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        self.bus.publish(subject, text);
    }

    /// Whether another node has said nothing for so long that it is taken to be gone. While the bus itself is gone,
    /// silence is nobody's fault, for a while.
    #[must_use]
    pub fn is_silent(&self, peer: &NodeId, since: Instant) -> bool {
        let heard = lock(&self.peers).get(peer).map(|peer| peer.heard);
        let BusState { connected, since: changed, .. } = self.bus_state();
        if !connected {
            return changed.elapsed() > BUS_PATIENCE;
        }
        heard.map_or(since, |heard| heard.max(since)).max(changed).elapsed() > SILENCE
    }

    /// Whether another node has said that it is about to stop.
    #[must_use]
    pub fn is_leaving(&self, peer: &NodeId) -> bool {
        lock(&self.peers).get(peer).and_then(|peer| peer.alive.as_ref()).is_some_and(|alive| alive.stopping)
    }

    /// How long nothing was heard of another node; not longer than since a moment.
    pub(super) fn silent_for(&self, peer: &NodeId, since: Instant) -> Duration {
        let heard = lock(&self.peers).get(peer).map(|peer| peer.heard);
        heard.map_or(since, |heard| heard.max(since)).elapsed()
    }

    /// Whether the bus is connected and carries something; notes when that changes.
    fn bus_state(&self) -> BusState {
        let open = self.bus.is_connected();
        let mut state = lock(&self.bus_state);
        let now = Instant::now();
        let connected = open && now - state.heard <= BUS_SILENCE;
        if state.connected != connected {
            if connected {
                state.last_outage = Some(BusOutage { ended: now, lasted: now - state.since });
            }
            // A connection that is open and carries nothing has been of no use since it carried something.
            let since = if open && !connected { state.heard } else { now };
            (state.connected, state.since) = (connected, since);
        }
        *state
    }

    /// The bus has carried something here.
    fn note_bus(&self) {
        lock(&self.bus_state).heard = Instant::now();
    }

    /// The last time without the bus that is over.
    pub(super) fn last_outage(&self) -> Option<BusOutage> {
        self.bus_state().last_outage
    }

    /// How long the bus has been gone; none: it is there.
    #[must_use]
    pub fn bus_gone_for(&self) -> Option<Duration> {
        let state = self.bus_state();
        (!state.connected).then(|| state.since.elapsed())
    }

    /// The other nodes that are alive.
    #[must_use]
    pub fn others(&self) -> Vec<Alive> {
        let peers = lock(&self.peers);
        let near = peers.values().filter(|peer| peer.heard.elapsed() <= SILENCE);
        near.filter_map(|peer| peer.alive.clone()).collect()
    }

    /// The node that should serve one more table rather than this one, which serves this many: the one with the fewest, if
    /// it has far fewer, or if this node is a front.
    #[must_use]
    pub fn better_place(&self, tables: u32) -> Option<NodeId> {
        let others = self.others();
        let able = others.iter().filter(|other| !other.stopping && !other.front);
        let lightest = able.min_by_key(|other| other.tables)?;
        let far = self.front || tables > lightest.tables + lightest.tables / 4 + 4;
        far.then(|| NodeId::new(&lightest.node).ok()).flatten()
    }

    /// The newest version of the format of entries that this node and all others that are alive read. What they do not all
    /// read is not written: whoever takes the table over could not go on with it.
    #[must_use]
    pub fn common_entry_format(&self) -> u32 {
        self.others()
            .iter()
            .map(|other| other.entry_format)
            .min()
            .map_or(ENTRY_FORMAT, |lowest| lowest.min(ENTRY_FORMAT))
    }

    /// Whether this node leaves tables to others.
    #[must_use]
    pub const fn is_front(&self) -> bool {
        self.front
    }

    /// Says that this node is about to stop.
    pub fn set_stopping(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.publish(ALIVE_SUBJECT.to_owned(), &self.alive());
    }

    /// Whether this node is about to stop.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Ends what this node does on the bus.
    pub fn close(&self) {
        self.closed.send_replace(true);
    }

    /// Says how many tables this node serves.
    pub fn set_tables(&self, tables: u32) {
        self.tables.store(tables, Ordering::Relaxed);
    }

    pub(super) fn count_gap(&self) {
        self.gaps.fetch_add(1, Ordering::Relaxed);
    }

    /// Times that something was missing and was asked for again.
    #[must_use]
    pub fn gaps(&self) -> u64 {
        self.gaps.load(Ordering::Relaxed)
    }

    /// Texts published on the bus, and their bytes.
    #[must_use]
    pub fn published(&self) -> (u64, u64) {
        (self.published.load(Ordering::Relaxed), self.published_bytes.load(Ordering::Relaxed))
    }

    /// Whether the bus is connected, and carries something.
    #[must_use]
    pub fn has_bus(&self) -> bool {
        self.bus_state().connected
    }

    /// What is counted here, as Prometheus reads it.
    #[must_use]
    pub fn metrics_text(&self) -> String {
        let (id, name) = (&self.id, &self.name);
        let (texts, bytes) = self.published();
        let mut text = format!(
            "# HELP trinta_node_info The name of this node.\n# TYPE trinta_node_info gauge\n\
             trinta_node_info{{node=\"{id}\",name=\"{name}\"}} 1\n"
        );
        let numbers = [
            ("nodes", "gauge", "Other nodes that are heard", self.others().len() as u64),
            ("sessions", "gauge", "Sessions with other nodes", lock(&self.sessions).len() as u64),
            ("bus_connected", "gauge", "Whether the bus is connected", u64::from(self.has_bus())),
            ("bus_gaps_total", "counter", "Times that something was lost on the bus and sent again", self.gaps()),
            ("bus_texts_total", "counter", "Texts sent over the bus", texts),
            ("bus_bytes_total", "counter", "Bytes sent over the bus", bytes),
        ];
        for (name, kind, help, value) in numbers {
            text += &format!("# HELP trinta_{name} {help}.\n# TYPE trinta_{name} {kind}\ntrinta_{name} {value}\n");
        }
        text
    }

    fn alive(&self) -> Alive {
        Alive {
            node: self.id.to_string(),
            name: self.name.clone(),
            tables: self.tables.load(Ordering::Relaxed),
            stopping: self.is_stopping(),
            front: self.front,
            entry_format: ENTRY_FORMAT,
        }
    }

    async fn read_frames(
        self: Arc<Node>,
        mut texts: Subscription,
        opens: mpsc::Sender<Opened>,
        mut stop: watch::Receiver<bool>,
    ) {
        loop {
            let text = tokio::select! {
                text = texts.next() => text,
                _ = stop.wait_for(|stop| *stop) => return,
            };
            let Some(text) = text else { return };
            self.note_bus();
            match serde_json::from_slice::<Frame>(&text) {
                Ok(frame) => self.dispatch(frame, &opens),
                Err(error) => tracing::warn!(%error, "a text of another node can't be read"),
            }
        }
    }

    fn dispatch(self: &Arc<Node>, frame: Frame, opens: &mpsc::Sender<Opened>) {
        let Ok(from) = NodeId::new(&frame.from) else { return };
        self.note_sign(&from, None);
        let session = lock(&self.sessions).get(&frame.session).cloned();
        match session {
            Some(session) => {
                // A full queue loses the frame, which is sent again.
                let _ = session.try_send(frame);
            }
            None if frame.end => {}
            None => match frame.open.clone() {
                Some(target) => self.take_up(from, target, frame, opens),
                None => {
                    let end = OutgoingFrame::end(&frame.session, self.id.as_str());
                    // Which of the two subjects the other node reads is not known here: it reads both.
                    self.publish(node_subject(&from), &end);
                }
            },
        }
    }

    fn take_up(self: &Arc<Node>, from: NodeId, target: Target, frame: Frame, opens: &mpsc::Sender<Opened>) {
        let subject = node_subject(&from);
        let session = self.session(frame.session.clone(), from, subject, None);
        if let Some(sender) = lock(&self.sessions).get(&frame.session) {
            let _ = sender.try_send(frame);
        }
        // If the queue is full, dropping the session tells the other node, which tries again.
        let _ = opens.try_send(Opened { target, session });
    }

    fn note_sign(&self, from: &NodeId, alive: Option<Alive>) {
        let mut peers = lock(&self.peers);
        let now = Instant::now();
        match peers.get_mut(from) {
            Some(peer) => {
                peer.heard = now;
                peer.alive = alive.or_else(|| peer.alive.take());
            }
            None => drop(peers.insert(from.clone(), Peer { heard: now, alive })),
        }
    }

    async fn read_alive(self: Arc<Node>, mut texts: Subscription, mut stop: watch::Receiver<bool>) {
        loop {
            let text = tokio::select! {
                text = texts.next() => text,
                _ = stop.wait_for(|stop| *stop) => return,
            };
            let Some(text) = text else { return };
            self.note_bus();
            let Ok(alive) = serde_json::from_slice::<Alive>(&text) else { continue };
            if let Ok(from) = NodeId::new(&alive.node)
                && from != self.id
            {
                self.note_sign(&from, Some(alive));
            }
        }
    }

    async fn say_alive(self: Arc<Node>, mut stop: watch::Receiver<bool>) {
        loop {
            self.publish(ALIVE_SUBJECT.to_owned(), &self.alive());
            lock(&self.peers).retain(|_, peer| peer.heard.elapsed() < Duration::from_secs(60));
            tokio::select! {
                () = tokio::time::sleep(ALIVE_INTERVAL) => {}
                _ = stop.wait_for(|stop| *stop) => return,
            }
        }
    }
}
