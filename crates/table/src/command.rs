//! What can be asked of a table.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use trinta_core::shuffle::Bytes32;
use trinta_core::{Command, Layout, Seat};
use trinta_time::Timestamp;

use crate::event::Occupant;
use crate::face::Face;
use crate::ids::PlayerId;

/// Whoever asks something of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Requester {
    /// A person, seated or not.
    Player(PlayerId),
    /// Somebody on behalf of a seat: its player on this device, or the bot.
    Seat(Seat),
    /// The server itself.
    House,
}

/// A request to a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// To sit down.
    TakeSeat {
        /// None: any seat that is free.
        seat: Option<Seat>,
        /// The name that others will see, with a number after it if somebody at the table has it already.
        name: String,
        /// The face that others will see, in another colour if somebody at the table has it; none: the player's own.
        face: Option<Face>,
        /// The hash of the invitation that they bring.
        invite: Option<String>,
        /// The code that they know.
        code: Option<String>,
    },
    /// To be known by another name or face.
    Rename {
        /// The name that others will see, with a number after it if somebody at the table has it already.
        name: String,
        /// The face that others will see, in another colour if somebody at the table has it.
        face: Face,
    },
    /// To get up. In a match the seat stays theirs, and a bot plays on.
    LeaveSeat {
        /// The seat to leave.
        seat: Seat,
    },
    /// To seat a bot, or anybody else that the server vouches for.
    Seat {
        /// A free seat; for the server also one whose player goes on with another device, even during a game.
        seat: Seat,
        /// Its occupant from now on.
        occupant: Occupant,
    },
    /// To have a player or a bot removed from their seat before the match.
    Unseat {
        /// The seat to free.
        seat: Seat,
    },
    /// To invite somebody.
    Invite {
        /// The hash of the secret, which is all that is kept of it.
        hash: String,
        /// None: any seat that is free.
        seat: Option<Seat>,
        /// The time at which it expires.
        until: Timestamp,
    },
    /// To invite a judge.
    InviteJudge {
        /// The hash of the secret, which is all that is kept of it.
        hash: String,
        /// The time at which it expires.
        until: Timestamp,
    },
    /// To become a judge of the table.
    BecomeJudge {
        /// The name that others will see.
        name: String,
        /// The hash of the invitation that they bring.
        invite: String,
    },
    /// To commit to the entropy that a seat will add to the shuffle.
    CommitEntropy {
        /// The seat that adds it, or another one of its player's.
        seat: Seat,
        /// The deal that it is for, by the commitment to its seed.
        deal: Bytes32,
        /// The commitment.
        commitment: Bytes32,
    },
    /// To reveal the entropy to which a seat has committed.
    RevealEntropy {
        /// The seat that adds it, or another one of its player's.
        seat: Seat,
        /// The deal that it is for, by the commitment to its seed.
        deal: Bytes32,
        /// The entropy.
        entropy: Bytes32,
    },
    /// To end a deal for which a commitment or a reveal has not come in time.
    DealTimeUp,
    /// To begin the next game.
    Begin,
    /// To begin a new match.
    Rematch,
    /// To do something in the game.
    Play {
        /// The seat that does it.
        seat: Seat,
        /// The command, for the core to decide.
        command: Command,
    },
    /// To end a turn because its time is up.
    TimeUp {
        /// The play that was being made, if one was.
        draft: Option<Layout>,
    },
    /// To rule that time is up and that tiles of the table could not be put back where they lay (N19, W12).
    Restore {
        /// The table as far as it could be restored.
        table: Layout,
    },
    /// To rule that a player pushed their rack over, in the game that is over (F12).
    PushRack {
        /// The player's seat.
        seat: Seat,
    },
    /// To end the time in which the last play can be challenged.
    CloseChallenge,
    /// To stop the clock.
    Pause,
    /// To let the clock run again.
    Unpause,
    /// To end what is no secret any more because the store was restored from an earlier time.
    DiscardSecrets,
    /// To credit the time in which the server did not serve the table.
    Resume {
        /// The time to credit to whoever is on turn.
        lost: Duration,
    },
    /// To have a bot play for a player who has been gone too long.
    Away {
        /// The player's seat.
        seat: Seat,
    },
    /// To play again for oneself.
    Back {
        /// The player's seat.
        seat: Seat,
    },
    /// To close the table.
    Close,
    /// To close a table at which no game ever began.
    Expire {
        /// The table stays if something happened there at this time or later.
        before: Timestamp,
    },
}
