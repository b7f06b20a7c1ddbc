//! What surrounds the games: the venue, judges and staff, incidents, calls, the state of tables, a postponement.

mod command;
mod details;
mod event;
mod incident;
mod reasons;
mod state;

pub use command::{DetailsChange, HallCommand, IncidentCommand, JudgeAt, StaffMember, Step};
pub use details::{Agenda, Details};
pub use event::HallEvent;
pub use incident::{Consequence, Incident, IncidentKind};
pub use reasons::Reason;
pub use state::{Call, Escort, Hall, StepTaken};
