//! The game server.

pub mod bodies;
pub mod chance;
pub mod check;
pub mod clock;
mod clock_check;
pub mod cluster;
mod connection;
pub mod hall;
pub mod http;
pub mod keys;
pub mod limits;
pub mod metrics;
mod net;
pub mod people;
mod rating;
mod review;
pub mod room;
pub mod secret;
mod server;
pub mod stored;
pub mod sweep;
mod timed_writes;
#[cfg(test)]
mod typescript;
mod work;

pub use net::{TlsError, TlsFiles};
pub use server::{ClusterOptions, ReloadError, Server, ServerOptions, StartError, WRITE_TIMEOUT};
