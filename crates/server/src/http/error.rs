//! Refusals as HTTP says them.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use trinta_table::wire::{ErrorBody, see_fault};
use trinta_table::{Code, Refusal};

/// A refusal as an answer.
#[derive(Debug)]
pub struct Refused(pub Refusal);

impl Refused {
    pub(super) fn new(code: Code, message: &str) -> Refused {
        Refused(Refusal::new(code, message))
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused(refusal)
    }
}

const fn status(code: Code) -> StatusCode {
    match code {
        Code::BadMessage
        | Code::BadOrder
        | Code::Protocol
        | Code::BadPlan
        | Code::BadName
        | Code::BadPassword
        | Code::BadBot
        | Code::BadEntropy => StatusCode::BAD_REQUEST,
        Code::NoSession | Code::WrongPassword => StatusCode::UNAUTHORIZED,
        Code::WrongOrigin
        | Code::HostOnly
        | Code::JudgeOnly
        | Code::HouseOnly
        | Code::NotSeated
        | Code::NotInvited
        | Code::NoSpectators
        | Code::NoJudges
        | Code::NoHints
        | Code::NoChat => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::SeatTaken
        | Code::SeatEmpty
        | Code::TableFull
        | Code::AlreadySeated
        | Code::GameOn
        | Code::NoGame
        | Code::NoDeal
        | Code::SitsOut
        | Code::MatchOver
        | Code::Paused
        | Code::NotPaused
        | Code::Closed
        | Code::Stale
        | Code::Rules
        | Code::IllegalPlay
        | Code::NameTaken => StatusCode::CONFLICT,
        Code::NotStored | Code::Stopping => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Refusal { code, message, play, .. } = self.0;
        let faults = play.map_or_else(Vec::new, |play| play.faults.iter().map(see_fault).collect());
        (status(code), Json(ErrorBody { code, message, faults })).into_response()
    }
}
