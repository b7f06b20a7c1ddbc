//! Bots in any language: programs that read and write lines of JSON.
//!
//! [`Program`] is a [`Bot`](crate::Bot) that asks a program over a [`Link`], which is passed in, so that this crate
//! starts no process. `docs/bot-protocol.md` describes every [message](ToProgram).

mod conduct;
mod link;
mod message;
mod player;

pub use conduct::{Conduct, Fault, Record};
pub use link::{Link, LinkFault};
pub use message::{FromProgram, PROTOCOL, Rules, SeatView, SeenContest, SeenSeat, ToProgram};
pub use player::Program;
