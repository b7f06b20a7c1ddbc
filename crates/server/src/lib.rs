//! The game server.

pub mod chance;
pub mod client;
pub mod clock;
pub mod http;
pub mod ids;
pub mod library;
pub mod limits;
pub mod metrics;
mod net;
pub mod people;
pub mod rating;
pub mod room;
mod server;
pub mod sweep;
pub mod table;
pub mod wire;

pub use net::{TlsError, TlsFiles};
pub use server::{Server, ServerOptions, StartError};
