//! A game, from the lots to the scores: commands are decided, events are applied, viewers see what they may.
//!
//! [`Game::decide`] turns a command into events or a refusal and changes nothing; [`Game::apply`] folds an event into
//! the state and is the only function that changes it. Hidden information is filtered by [`Game::view`] and [`see`] and
//! nowhere else.

mod apply;
mod challenge;
mod command;
mod deal;
mod decide;
mod end;
mod event;
mod knowledge;
#[cfg(feature = "serde")]
mod phase_form;
mod position;
mod searching;
mod seen_state;
mod setup;
mod state;
mod time_up;
mod turn;
mod view;

pub use command::{Actor, Command, CommandError};
pub use decide::Aids;
pub use event::{DrawReason, EndReason, Event, EventOf, LotDraw, PassReason, SeenEvent};
pub use knowledge::{HandKnowledge, Pool, PoolKnowledge, Seen, UnseenPool};
pub use position::{GamePosition, PositionError, PositionFault, PositionOf, SeenState};
pub use seen_state::ViewError;
pub use setup::{Setup, SetupError};
pub use state::{Contest, Game, Outcome, Phase, SeatOf, StateOf};
pub use view::{View, Viewer, see, sees_more};
