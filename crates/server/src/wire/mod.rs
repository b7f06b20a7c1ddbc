//! What goes over the wire: every message of the websocket, and every body of HTTP.
//!
//! `docs/protocol.md` tells it with an example of each, which a test reads with these types. The types of the page
//! (`web/src/wire/`) are generated from them, and a test checks that too.

mod client;
mod event;
mod http;
mod see;
mod server;
#[cfg(test)]
mod typescript;
mod view;

pub use client::{Action, ClientMessage};
pub use event::{GameEvent, LotView, SeenTableEvent};
pub(crate) use http::SettingValue;
pub use http::{
    AccountBody, BestView, BotView, CodeBody, CreateTable, EditionView, ErrorBody, FinishedGame, InviteBody,
    InviteView, JoinBody, JoinedView, JudgeBody, LoginBody, NameBody, RecordKind, ServerView, SessionView,
    TableCreated, TableSummary, TurnView,
};
pub(crate) use see::{Standing, see_clock, see_standing, sees_more_of_entry};
pub use see::{see_entry, see_table};
pub use server::{
    ChatLine, ClockView, FaultView, HintView, JudgementView, MoveView, Phrase, ServerMessage, SetView, SpotView,
    StepView, Votes, You,
};
pub use view::{ContestView, GameView, MatchView, PhaseView, PlanView, RackView, SeatView, SitterView, TableView};

/// The version of the protocol. It goes up when an old client would misunderstand.
pub const PROTOCOL: u32 = 1;
