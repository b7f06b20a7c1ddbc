//! Who somebody is in a tournament, by a token or a printed code. Guesses are limited.

use trinta_tournament::{CodeError, CodeTarget};

use crate::hall::{Credentials, Hall, HallError, HallViewer};
use crate::http::App;
use crate::http::guard::ClientAddress;
use crate::http::tournaments::limit_guesses;

/// Why credentials are not accepted.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadCredentials {
    /// Too many wrong ones came from this address.
    #[error("too many wrong codes from this address; wait a moment")]
    TooMany,
    /// No token of this tournament.
    #[error("this token is not one of this tournament, or was taken back")]
    Token,
    /// No code of this tournament.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The store can't be read.
    #[error(transparent)]
    Hall(#[from] HallError),
}

impl BadCredentials {
    /// The name for programs.
    pub(super) const fn code(&self) -> &'static str {
        match self {
            BadCredentials::TooMany => "too-many",
            BadCredentials::Token => "token",
            BadCredentials::Code(_) => "code",
            BadCredentials::Hall(_) => "not-stored",
        }
    }
}

/// What somebody with these credentials is in a tournament, and the token if they have one.
pub(super) async fn identify(
    app: &App,
    client: ClientAddress,
    hall: &Hall,
    credentials: Option<Credentials>,
) -> Result<(HallViewer, Option<String>), BadCredentials> {
    let charge = |wrong| limit_guesses(app, client, wrong).map_err(|_| BadCredentials::TooMany);
    charge(false)?;
    match credentials {
        None => Ok((HallViewer::Public, None)),
        Some(Credentials::Token { token }) => match app.halls.token(hall.id(), &token).await? {
            Some(role) => Ok((role.viewer(), Some(token))),
            None => {
                charge(true)?;
                Err(BadCredentials::Token)
            }
        },
        Some(Credentials::Code { code }) => {
            let read = hall.state.borrow().tournament.read_code(&code);
            match read {
                Ok(CodeTarget::Sheet { round, table }) => Ok((HallViewer::Judge { table, round }, None)),
                Ok(CodeTarget::Player(number)) => Ok((HallViewer::Player { number: number.0 }, None)),
                Ok(CodeTarget::Table(_)) => Ok((HallViewer::Public, None)),
                Err(error) => {
                    // A mistake in typing finds nothing out; a code with a right check sign is a guess.
                    charge(error == CodeError::Unknown)?;
                    Err(error.into())
                }
            }
        }
    }
}
