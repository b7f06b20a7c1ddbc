//! What happens at a table: the entries of its log.

use serde::{Deserialize, Serialize};
use trinta_core::edition::RulesVersion;
use trinta_core::{Event, Seat};

use crate::ids::PlayerId;
use crate::plan::Plan;

/// Something that happened at a table. One entry of the log is a list of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "table", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TableEvent {
    /// The table is opened.
    Opened {
        /// What is agreed.
        plan: Plan,
        /// Who opens it.
        host: PlayerId,
        /// The short code by which it is found.
        code: String,
        /// The version of the rules that all its games are played by; logs from before versions name none.
        #[serde(default = "RulesVersion::unnamed", skip_serializing_if = "RulesVersion::is_unnamed")]
        rules: RulesVersion,
    },
    /// The seed of the next game is chosen; its commitment is shown from now on.
    Committed {
        /// The seed, as hexadecimal digits.
        seed: String,
    },
    /// Somebody may sit down with this invitation.
    Invited {
        /// What is kept of the secret.
        hash: String,
        /// For which seat; none: any that is free.
        seat: Option<Seat>,
        /// Until when.
        until: i64,
    },
    /// A seat is taken.
    Sat {
        /// Which.
        seat: Seat,
        /// By whom.
        who: Sitter,
        /// With which invitation, which is used up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invite: Option<String>,
    },
    /// A seat is free again.
    Rose {
        /// Which.
        seat: Seat,
    },
    /// A player adds entropy to the next shuffle.
    Mixed {
        /// Who.
        seat: Seat,
        /// What, as hexadecimal digits.
        entropy: String,
    },
    /// A match begins: the sheet is empty.
    MatchBegun,
    /// A game begins.
    GameBegun,
    /// What happened in the game.
    Game {
        /// One command's events.
        events: Vec<Event>,
    },
    /// A game is over, and what it was shuffled from is nobody's secret any more.
    Revealed {
        /// Which game.
        number: u32,
        /// The seed, as hexadecimal digits.
        seed: String,
        /// What each seat added to it, as hexadecimal digits.
        entropy: Vec<String>,
    },
    /// Everybody agreed to stop the clock.
    Paused,
    /// The clock goes on.
    Unpaused,
    /// The server was away, and nobody is charged for it.
    Resumed {
        /// For how long, in milliseconds.
        lost: i64,
    },
    /// A player is away: a bot plays for them.
    Away {
        /// Who.
        seat: Seat,
    },
    /// The player is back.
    Back {
        /// Who.
        seat: Seat,
    },
    /// The table is closed for good.
    Closed,
}

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sitter {
    /// A person.
    Player {
        /// Who.
        id: PlayerId,
        /// The name, as it was when they sat down.
        name: String,
    },
    /// A bot.
    Bot {
        /// Which one, by its name in the roster.
        level: String,
    },
}

impl Sitter {
    /// The player, if it is a person.
    #[must_use]
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Sitter::Player { id, .. } => Some(id),
            Sitter::Bot { .. } => None,
        }
    }

    /// The name that records and others see.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Sitter::Player { name, .. } => name,
            Sitter::Bot { level } => level,
        }
    }
}
