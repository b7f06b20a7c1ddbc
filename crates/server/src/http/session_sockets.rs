//! The open connections of each session, which end with it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// The open connections of sessions, by the hash of the session's secret.
#[derive(Debug, Default)]
pub struct SessionSockets(Mutex<HashMap<String, Vec<watch::Sender<bool>>>>);

/// Becomes true when the session of a connection ends.
pub(crate) type SessionEnd = watch::Receiver<bool>;

impl SessionSockets {
    /// A connection of a session. It is forgotten once the receiver is dropped and another one is added.
    pub(crate) fn add(&self, session: &str) -> SessionEnd {
        let (sender, end) = watch::channel(false);
        let mut sockets = self.lock();
        let open = sockets.entry(session.to_owned()).or_default();
        open.retain(|other| !other.is_closed());
        open.push(sender);
        end
    }

    /// A session ends, and its connections with it.
    pub(crate) fn end(&self, session: &str) {
        for socket in self.lock().remove(session).into_iter().flatten() {
            let _ = socket.send(true);
        }
    }

    /// A session has another secret from now on; its connections stay.
    pub(crate) fn rename(&self, old: &str, new: &str) {
        let mut sockets = self.lock();
        if let Some(open) = sockets.remove(old) {
            sockets.entry(new.to_owned()).or_default().extend(open);
        }
    }

    /// Forgets sessions without connections.
    pub(crate) fn sweep(&self) {
        self.lock().retain(|_, open| {
            open.retain(|socket| !socket.is_closed());
            !open.is_empty()
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<watch::Sender<bool>>>> {
        // A poisoned lock is safe to use: nothing that can panic runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_end_with_their_own_session_and_no_other() {
        let sockets = SessionSockets::default();
        let [one, same, other] = ["a", "a", "b"].map(|session| sockets.add(session));
        sockets.rename("a", "c");
        sockets.end("a");
        assert!(!*one.borrow(), "it has another secret by now");
        sockets.end("c");
        assert!(*one.borrow() && *same.borrow() && !*other.borrow());
        drop(other);
        sockets.sweep();
        assert!(sockets.lock().is_empty());
    }
}
