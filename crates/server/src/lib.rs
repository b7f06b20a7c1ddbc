//! The game server.

pub mod bodies;
pub mod chance;
pub mod clock;
mod connection;
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
#[cfg(test)]
mod typescript;

pub use net::{TlsError, TlsFiles};
pub use server::{Server, ServerOptions, StartError};
