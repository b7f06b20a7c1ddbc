//! A table from its opening to its end, as a fold over its log: who sits where, games, matches, clock.
//!
//! The same shape as the core's game: [`Table::decide`] turns a command into events or a refusal and changes nothing,
//! [`Table::apply`] is the only thing that changes a table. It is pure: time and chance are handed in. Nothing about the
//! rules of the game is written here; a play goes to the core and comes back as its events.

mod apply;
mod clock;
mod command;
mod decide;
mod event;
mod plan;
mod record;
mod refusal;
mod state;

pub use apply::FoldError;
pub use clock::{Countdown, TurnClock};
pub use command::{Request, Who};
pub use event::{Sitter, TableEvent};
pub use plan::{Access, Chat, Plan, PlanError, Spectators};
pub use record::{RecordMissing, record_of};
pub use refusal::{Code, Refusal};
pub use state::{Current, Invite, Table};
