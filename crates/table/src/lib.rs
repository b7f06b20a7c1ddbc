//! What happens at a table around a game, from its opening to its end: who sits where, games, matches, clock, and the
//! messages by which people follow it.
//!
//! A [`Table`] has the same shape as the core's game: [`Table::decide`] turns a request into events or a refusal and
//! changes nothing, [`Table::apply`] is the only function that changes a table. It is pure: time and randomness are passed in.
//! Nothing about the rules of the game is written here; a play goes to the core and comes back as its events.
//!
//! [`wire`] has every message, and the only way from a table to messages. The wire uses the table, not the other way
//! round.

mod apply;
pub mod cache;
pub mod chance;
mod clock;
mod command;
mod deal;
mod decide;
mod event;
mod face;
mod format;
pub mod ids;
pub mod library;
#[cfg(feature = "next-version")]
mod next_version;
mod pending;
mod plan;
mod record;
mod refusal;
mod roles;
mod ruling;
mod state;
pub mod wire;

pub use apply::FoldError;
pub use clock::{Countdown, TurnClock};
pub use command::{Request, Requester};
pub use deal::{MAX_ABORTED_REVEALS, MAX_WITHHELD};
pub use event::{Occupant, TableEvent};
pub use face::{Face, NoFace};
pub use format::{ENTRY_FORMAT, OLDEST_ENTRY_FORMAT};
pub use pending::PendingDeal;
#[cfg(feature = "openapi")]
pub use plan::SettingValue;
pub use plan::{Access, Chat, Plan, PlanError, Spectators};
pub use record::{RecordMissing, record_header, record_of};
pub use refusal::{Code, Refusal};
pub use roles::{Authority, Powers, Role, Ruler};
pub use ruling::Ruling;
pub use state::{CurrentGame, Invite, Judge, Table};
