//! What a client says.

use serde::{Deserialize, Serialize};
use trinta_core::shuffle::Bytes32;
use trinta_core::{Layout, Seat};

use crate::wire::server::Phrase;

/// A message of a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ClientMessage {
    /// The first message: who looks, and what they have seen already.
    Hello {
        /// The version of the protocol that the client speaks.
        protocol: u32,
        /// As which seat; none: as a spectator.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(type = "number", optional))]
        seat: Option<Seat>,
        /// The last version that the client has; it gets what is missing, or a fresh view.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(type = "number", optional))]
        since: Option<u64>,
        /// The code of the table, for those who watch one that is not open.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        code: Option<String>,
        /// As a judge of the table, who sees every rack.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        judge: bool,
    },
    /// Something to do. Sent again with the same id it gives the same answer, and never a second effect.
    Command {
        /// Chosen by the client, up to 40 letters and digits, new for each command.
        id: String,
        /// The version that the client saw when it decided.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        version: u64,
        /// The action to take.
        action: Action,
    },
    /// The play as it lies now, not yet played. Answered with a judgement; counts when time runs out.
    Draft {
        /// The client's number for it, which comes back.
        number: u32,
        /// The whole table; none: nothing begun.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(type = "string[]", optional))]
        table: Option<Layout>,
    },
    /// The client can't follow what happened: it wants a fresh view, on this connection.
    Resync,
    /// Asks what could be played, in three steps: whether there is a play, where, and which.
    Hint {
        /// 1, 2 or 3.
        step: u8,
    },
    /// Asks for the sets on the own rack.
    Arrange,
    /// A line of chat.
    Chat {
        /// Free text.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        text: Option<String>,
        /// Or a ready phrase, which each client says in its own language.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        phrase: Option<Phrase>,
    },
    /// The host lets somebody speak no more, or again.
    Mute {
        /// The seat of the player.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// Whether they may not speak.
        muted: bool,
    },
    /// Asks for a `pong`.
    Ping {
        /// The client's number for it, which comes back.
        number: u32,
    },
}

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Action {
    /// Leave the table like this.
    Play {
        /// The whole table, set by set.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        table: Layout,
    },
    /// Draw a tile.
    Draw,
    /// Pass, the pool being empty.
    Pass,
    /// Ask for a new deal with three pairs.
    NewDeal,
    /// Challenge the last play.
    Challenge,
    /// Don't challenge the last play.
    Accept,
    /// Begin the next game.
    Begin,
    /// Be ready for the next game of the match; it begins when all players who are here are.
    Ready,
    /// Want a new match; it begins when all players who are here want it.
    Rematch,
    /// Want the clock stopped; it stops when all players who are here want it.
    Pause,
    /// Let the clock go on.
    Unpause,
    /// Commit to the entropy that the own seat adds to a deal. Clients do so by themselves.
    CommitEntropy {
        /// The deal, by the commitment to the server's seed.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        deal: Bytes32,
        /// The commitment to 32 bytes of entropy, see `docs/shuffle.md`.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        commitment: Bytes32,
    },
    /// Reveal the entropy, once all commitments are known.
    RevealEntropy {
        /// The deal, by the commitment to the server's seed.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        deal: Bytes32,
        /// The 32 bytes to which the seat has committed.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        entropy: Bytes32,
    },
    /// Get up. In a match a bot plays on until the player is back.
    Leave,
    /// The host seats a bot.
    SeatBot {
        /// A free seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The name of the bot.
        level: String,
    },
    /// The host frees a seat before the match.
    Unseat {
        /// The seat to free.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The host closes the table.
    Close,
    /// A judge rules that time is up, and that tiles could not be put back where they lay.
    Restore {
        /// The whole table as far as it could be restored, set by set.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        table: Layout,
    },
    /// A judge rules on the game that is over: a player pushed their rack over (F12).
    PushRack {
        /// The player's seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
}
