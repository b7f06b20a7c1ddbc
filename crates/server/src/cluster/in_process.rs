//! A bus within one process, for tests: it can lose texts and cut a node off.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc;

use crate::cluster::bus::{Bus, BusFuture, SUBSCRIPTION_CAPACITY, Subscription};

/// What all nodes of a process are connected to.
#[derive(Debug, Default)]
pub struct InProcessHub {
    subscribers: Mutex<Vec<Subscriber>>,
    down: AtomicBool,
    published: AtomicU64,
    /// One of about this many texts is lost; 0: none is.
    lossy: AtomicU64,
}

#[derive(Debug)]
struct Subscriber {
    subject: String,
    connected: Arc<AtomicBool>,
    texts: mpsc::Sender<Vec<u8>>,
}

impl Subscriber {
    fn takes(&self, subject: &str) -> bool {
        self.subject.strip_suffix('>').map_or(self.subject == subject, |start| subject.starts_with(start))
    }
}

/// The connection of one node.
#[derive(Debug)]
pub struct InProcessBus {
    hub: Arc<InProcessHub>,
    /// Whether texts get through.
    connected: Arc<AtomicBool>,
    /// Whether the connection looks open all the same.
    looks_open: AtomicBool,
}

impl InProcessHub {
    /// Connects a node.
    #[must_use]
    pub fn connect(self: &Arc<InProcessHub>) -> Arc<InProcessBus> {
        Arc::new(InProcessBus {
            hub: self.clone(),
            connected: Arc::new(AtomicBool::new(true)),
            looks_open: AtomicBool::default(),
        })
    }

    /// Loses one of about `lossy` texts from now on, in no order that what is sent could be in step with; 0: none.
    pub fn lose(&self, lossy: u64) {
        self.lossy.store(lossy, Ordering::Relaxed);
    }

    /// Stops and starts the bus for everybody.
    pub fn set_down(&self, down: bool) {
        self.down.store(down, Ordering::Relaxed);
    }

    /// How many texts were published.
    #[must_use]
    pub fn published(&self) -> u64 {
        self.published.load(Ordering::Relaxed)
    }

    fn deliver(&self, subject: &str, text: &[u8]) {
        let number = self.published.fetch_add(1, Ordering::Relaxed) + 1;
        let lossy = self.lossy.load(Ordering::Relaxed);
        let scattered =
            number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32;
        if self.down.load(Ordering::Relaxed) || (lossy > 0 && scattered.is_multiple_of(lossy)) {
            return;
        }
        let mut subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.retain(|subscriber| !subscriber.texts.is_closed());
        for subscriber in subscribers.iter().filter(|subscriber| subscriber.takes(subject)) {
            if subscriber.connected.load(Ordering::Relaxed) {
                // A full queue loses the text, as a bus may.
                let _ = subscriber.texts.try_send(text.to_vec());
            }
        }
    }
}

impl InProcessBus {
    /// Cuts this node off, or connects it again.
    pub fn set_connected(&self, connected: bool) {
        self.connected.store(connected, Ordering::Relaxed);
    }

    /// Has nothing get through, while the connection looks open: as with a cable that is cut.
    pub fn cut_unnoticed(&self) {
        self.looks_open.store(true, Ordering::Relaxed);
        self.set_connected(false);
    }
}

impl Bus for InProcessBus {
    fn publish(&self, subject: String, text: Vec<u8>) {
        if self.connected.load(Ordering::Relaxed) {
            self.hub.deliver(&subject, &text);
        }
    }

    fn subscribe(&self, subject: String) -> BusFuture<'_, Subscription> {
        let (texts, subscription) = mpsc::channel(SUBSCRIPTION_CAPACITY);
        let subscriber = Subscriber { subject, connected: self.connected.clone(), texts };
        self.hub.subscribers.lock().unwrap_or_else(PoisonError::into_inner).push(subscriber);
        Box::pin(std::future::ready(Ok(Subscription::new(subscription))))
    }

    fn is_connected(&self) -> bool {
        let connected = self.connected.load(Ordering::Relaxed) && !self.hub.down.load(Ordering::Relaxed);
        connected || self.looks_open.load(Ordering::Relaxed)
    }
}
