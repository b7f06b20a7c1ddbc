//! Several servers over one store: what one node says to another, over a bus that may lose it.
//!
//! From the bottom up: a [`Bus`] carries texts by subject and may lose them; a [`Session`] between two nodes numbers them,
//! so that what is lost is sent again; a [`Node`] has the sessions of one server, and knows which other nodes are alive.
//! What is said in a session about a table is in `room/relay.rs` and `room/gateway.rs`. `docs/cluster.md` describes it all.

mod bus;
mod frame;
mod in_process;
mod nats;
mod node;
mod numbered;
mod session;

pub use bus::{Bus, BusError, BusFuture, Subscription};
pub use frame::{Frame, Target};
pub use in_process::{InProcessBus, InProcessHub};
pub use nats::{NatsBus, NatsOptions};
pub use node::{Alive, BusOutage, ISOLATED_AFTER, Node, NodeParts, Opened};
pub use session::{Session, SessionEnded};
