//! The game server.

pub mod chance;
pub mod clock;
pub mod ids;
pub mod library;
pub mod table;
pub mod wire;
