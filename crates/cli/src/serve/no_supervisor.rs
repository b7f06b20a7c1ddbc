//! Systems without a supervisor that wants to hear from the server.

use std::time::Duration;

/// Nobody.
#[derive(Debug)]
pub(crate) struct Supervisor;

impl Supervisor {
    pub(crate) fn of_environment() -> Supervisor {
        Supervisor
    }

    pub(crate) fn sign_interval(&self) -> Option<Duration> {
        None
    }

    pub(crate) fn ready(&self) {}

    pub(crate) fn sign_of_life(&self) {}

    pub(crate) fn reloading(&self) {}

    pub(crate) fn stopping(&self) {}

    pub(crate) fn failed(&self, _fault: &str) {}
}
