//! Messages to the supervisor that started the server: systemd, or whatever speaks its protocol (`sd_notify`).

use std::io;
use std::os::unix::net::UnixDatagram;
use std::time::Duration;

/// The socket on which the supervisor wants to hear from the server, if there is one.
#[derive(Debug)]
pub(crate) struct Supervisor {
    socket: Option<UnixDatagram>,
    watchdog: Option<Duration>,
}

impl Supervisor {
    /// The supervisor that the environment names.
    pub(crate) fn of_environment() -> Supervisor {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let socket = variable("NOTIFY_SOCKET").and_then(|name| match connect(&name) {
            Ok(socket) => Some(socket),
            Err(error) => {
                tracing::warn!(%error, socket = name, "the supervisor can't be reached");
                None
            }
        });
        let own = variable("WATCHDOG_PID").is_none_or(|pid| pid == std::process::id().to_string());
        let micros = variable("WATCHDOG_USEC").and_then(|micros| micros.parse().ok()).filter(|&micros| micros > 0);
        Supervisor { watchdog: micros.filter(|_| own && socket.is_some()).map(Duration::from_micros), socket }
    }

    /// How often it wants a sign of life, if it does: twice in the time after which it takes the server for dead.
    pub(crate) fn sign_interval(&self) -> Option<Duration> {
        self.watchdog.map(|time| time / 2)
    }

    /// The server serves.
    pub(crate) fn ready(&self) {
        self.say("READY=1\nSTATUS=serving");
    }

    /// The server lives.
    pub(crate) fn sign_of_life(&self) {
        self.say("WATCHDOG=1");
    }

    /// The server reads its settings again. Afterwards it is ready.
    pub(crate) fn reloading(&self) {
        self.say("RELOADING=1");
    }

    /// The server stops in good order.
    pub(crate) fn stopping(&self) {
        self.say("STOPPING=1\nSTATUS=finishing what was accepted");
    }

    /// The server ends because of a fault that it can't heal.
    pub(crate) fn failed(&self, fault: &str) {
        self.say(&format!("STATUS={}", fault.replace('\n', " ")));
    }

    fn say(&self, message: &str) {
        if let Some(socket) = &self.socket
            && let Err(error) = socket.send(message.as_bytes())
        {
            tracing::debug!(%error, "the supervisor did not take a message");
        }
    }
}

fn connect(name: &str) -> io::Result<UnixDatagram> {
    let socket = UnixDatagram::unbound()?;
    match name.strip_prefix('@') {
        None => socket.connect(name)?,
        #[cfg(target_os = "linux")]
        Some(name) => {
            use std::os::linux::net::SocketAddrExt as _;
            socket.connect_addr(&std::os::unix::net::SocketAddr::from_abstract_name(name)?)?;
        }
        #[cfg(not(target_os = "linux"))]
        Some(_) => return Err(io::Error::from(io::ErrorKind::Unsupported)),
    }
    socket.set_nonblocking(true)?;
    Ok(socket)
}
