//! What goes over the wire: every message of the websocket, and what is said over HTTP before it opens.
//!
//! `docs/protocol.md` tells it with an example of each, which a test reads with these types. The types of the page
//! (`web/src/wire/protocol.ts`) are generated from them, and a test checks that too.

mod check_draft;
mod client;
mod client_request;
mod entry;
mod event;
mod see;
mod server;
mod view;

pub use check_draft::{check_draft, see_fault};
pub use client::{Action, ClientMessage};
pub use client_request::{ClientRequest, client_request};
pub use entry::{CreateTable, ErrorBody, JoinBody, JoinedView, NameBody, SessionView, TableCreated};
pub use event::SeenTableEvent;
pub use see::{GameStatus, see_clock, see_entry, see_status, see_table, sees_more_of_entry};
pub use server::{
    ChatLine, ClockView, FaultView, HintView, JudgementView, MoveView, Phrase, ServerMessage, SetView, SpotView,
    StepView, Votes, You,
};
pub use view::{AbortedView, DealView, GameView, MatchView, OccupantView, PlanView, RulingView, SeatView, TableView};

/// The version of the protocol. It goes up when an old client would misunderstand; what is only added leaves it as it is,
/// because clients pass over fields that they do not know.
pub const PROTOCOL: u32 = 3;

/// The name of the protocol, for websocket clients that name it.
pub const SUBPROTOCOL: &str = "trinta.3";
