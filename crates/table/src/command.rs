//! What can be asked of a table.

use trinta_core::{Command, Layout, Seat};

use crate::event::Sitter;
use crate::ids::PlayerId;

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// A player, wherever they sit or not.
    Player(PlayerId),
    /// Somebody on behalf of a seat: its player on this device, or the bot.
    Seat(Seat),
    /// The server itself.
    House,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// To sit down.
    Sit {
        /// Where; none: anywhere.
        seat: Option<Seat>,
        /// Under which name.
        name: String,
        /// What is kept of the invitation that they bring.
        invite: Option<String>,
        /// The code that they know.
        code: Option<String>,
    },
    /// To get up. In a game the seat stays theirs, and a bot plays on.
    Rise {
        /// From where.
        seat: Seat,
    },
    /// To seat a bot, or anybody else that the server vouches for.
    Place {
        /// Where.
        seat: Seat,
        /// Whom.
        who: Sitter,
    },
    /// To have somebody sent away before the game, or a bot.
    Unseat {
        /// From where.
        seat: Seat,
    },
    /// To invite somebody.
    Invite {
        /// What is kept of the secret.
        hash: String,
        /// For which seat.
        seat: Option<Seat>,
        /// Until when.
        until: i64,
    },
    /// To add entropy to the next shuffle.
    Mix {
        /// Whose.
        seat: Seat,
        /// What.
        entropy: Vec<u8>,
    },
    /// To begin the next game.
    Begin,
    /// To begin a new match.
    Rematch,
    /// To do something in the game.
    Play {
        /// Whose command.
        seat: Seat,
        /// What.
        command: Command,
    },
    /// Time is up.
    TimeUp {
        /// What lies there.
        draft: Option<Layout>,
    },
    /// The time to challenge the last play is over.
    CloseChallenge,
    /// To stop the clock: everybody agreed.
    Pause,
    /// To let it go on.
    Unpause,
    /// The server was away.
    Resume {
        /// For how long, in milliseconds.
        lost: i64,
    },
    /// A player has been away too long.
    Away {
        /// Who.
        seat: Seat,
    },
    /// A player is back.
    Back {
        /// Who.
        seat: Seat,
    },
    /// To close the table.
    Close,
    /// To close a table at which no game ever began.
    Expire {
        /// Unless something happened there since this time.
        before: i64,
    },
}
