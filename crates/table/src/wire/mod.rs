//! What goes over the wire: every message of the websocket, and what is said over HTTP before it opens.
//!
//! `docs/protocol.md` tells it with an example of each, which a test reads with these types. The types of the page
//! (`web/src/wire/protocol.ts`) are generated from them, and a test checks that too.

mod client;
mod entry;
mod event;
mod judge;
mod see;
mod server;
mod view;

pub use client::{Action, ClientMessage};
pub use entry::{CreateTable, ErrorBody, JoinBody, JoinedView, NameBody, SessionView, TableCreated};
pub use event::{GameEvent, LotView, SeenTableEvent};
pub use judge::{judge, see_fault};
pub use see::{Standing, see_clock, see_entry, see_standing, see_table, sees_more_of_entry};
pub use server::{
    ChatLine, ClockView, FaultView, HintView, JudgementView, MoveView, Phrase, ServerMessage, SetView, SpotView,
    StepView, Votes, You,
};
pub use view::{ContestView, GameView, MatchView, PhaseView, PlanView, RackView, SeatView, SitterView, TableView};

/// The version of the protocol. It goes up when an old client would misunderstand.
pub const PROTOCOL: u32 = 1;
