//! Translates a client's action into a request to the table.

use trinta_core::{Command, Seat};

use crate::command::Request;
use crate::event::Occupant;
use crate::refusal::{Code, Refusal};
use crate::roles::{Authority, Powers};
use crate::wire::client::Action;

/// A client's action as a request, with the way it is to be handled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientRequest {
    /// A move, which is valid only for the version that its sender saw: if the game has changed since, it is stale.
    Move(Request),
    /// A request about the table rather than the game.
    Table(Request),
    /// A seat's vote for a request that is performed once all players present have voted for it.
    Vote(Seat, Request),
}

/// Translates an action that comes from a seat or, if `seat` is `None`, from a spectator or a judge. A pause, a
/// rematch or the next game is a vote where the players decide together, and a plain request where the plan gives somebody else the
/// authority.
///
/// # Errors
/// If only a seated player can do it.
pub fn client_request(action: Action, seat: Option<Seat>, powers: &Powers) -> Result<ClientRequest, Refusal> {
    let own_seat =
        || seat.ok_or_else(|| Refusal::new(Code::NotSeated, "only somebody who sits at the table can do this"));
    let play = |command| own_seat().map(|seat| ClientRequest::Move(Request::Play { seat, command }));
    match action {
        Action::Play { table } => play(Command::Play { layout: table }),
        Action::Draw => play(Command::Draw),
        Action::Pass => play(Command::Pass),
        Action::NewDeal => play(Command::NewDeal),
        Action::Challenge => play(Command::Challenge),
        Action::Accept => play(Command::Accept),
        Action::Begin => Ok(ClientRequest::Table(Request::Begin)),
        Action::Ready if matches!(powers.begin, Authority::Judge | Authority::House) => {
            Ok(ClientRequest::Table(Request::Begin))
        }
        Action::Ready => own_seat().map(|seat| ClientRequest::Vote(seat, Request::Begin)),
        Action::Rematch if matches!(powers.begin, Authority::Judge | Authority::House) => {
            Ok(ClientRequest::Table(Request::Rematch))
        }
        Action::Rematch => own_seat().map(|seat| ClientRequest::Vote(seat, Request::Rematch)),
        Action::Pause if powers.pause != Authority::Players => Ok(ClientRequest::Table(Request::Pause)),
        Action::Pause => own_seat().map(|seat| ClientRequest::Vote(seat, Request::Pause)),
        Action::Unpause => Ok(ClientRequest::Table(Request::Unpause)),
        Action::CommitEntropy { deal, commitment } => {
            Ok(ClientRequest::Table(Request::CommitEntropy { seat: own_seat()?, deal, commitment }))
        }
        Action::RevealEntropy { deal, entropy } => {
            Ok(ClientRequest::Table(Request::RevealEntropy { seat: own_seat()?, deal, entropy }))
        }
        Action::Leave => Ok(ClientRequest::Table(Request::LeaveSeat { seat: own_seat()? })),
        Action::SeatBot { seat, level } => {
            Ok(ClientRequest::Table(Request::Seat { seat, occupant: Occupant::Bot { level } }))
        }
        Action::Unseat { seat } => Ok(ClientRequest::Table(Request::Unseat { seat })),
        Action::Close => Ok(ClientRequest::Table(Request::Close)),
        Action::Restore { table } => Ok(ClientRequest::Move(Request::Restore { table })),
        Action::PushRack { seat } => Ok(ClientRequest::Table(Request::PushRack { seat })),
    }
}
