//! The messages of a tournament's websocket, in both directions; docs/hall.md describes them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use trinta_tournament::HallTime;

use crate::hall::envelope::Envelope;
use crate::hall::screen::Screen;

/// The version of this protocol.
pub const HALL_PROTOCOL: u32 = 1;

/// What a device says.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum HallClientMessage {
    /// Who comes; the first message.
    Hello {
        /// The protocol that the device speaks.
        protocol: u32,
        /// By what right it comes; none: as anybody.
        #[serde(rename = "as")]
        credentials: Option<Credentials>,
        /// Its public key, if it will give commands.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        device: Option<String>,
        /// The newest backup that it keeps.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        backup_seq: Option<u64>,
    },
    /// A command.
    Command {
        /// The command with its signature.
        envelope: Envelope,
    },
    /// Commands of another device, which has no network.
    Deliver {
        /// The commands with that device's signatures.
        envelopes: Vec<Envelope>,
    },
    /// A question.
    Ask {
        /// What the answer is to be known by.
        id: u64,
        /// The question, with its name in `what`.
        #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
        question: Map<String, Value>,
    },
    /// What the projector shows from now on.
    Screen {
        /// Its state.
        screen: Screen,
    },
}

/// By what right a device comes.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Credentials {
    /// A token of organiser, head judge or staff.
    Token {
        /// The token.
        token: String,
    },
    /// A printed code.
    Code {
        /// The code.
        code: String,
    },
}

/// Not shown in logs.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credentials(…)")
    }
}

/// As whom a device is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum HallViewer {
    /// Runs the tournament.
    Organiser,
    /// Decides on cases.
    HeadJudge,
    /// Helps in the hall.
    Staff,
    /// Anybody.
    Public,
    /// Judges a table in a round.
    Judge {
        /// The table.
        table: u32,
        /// The round.
        round: u32,
    },
    /// Plays.
    Player {
        /// The player's number.
        number: u32,
    },
}

/// What the server says. Views are written apart, because one text serves all who see the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum HallServerMessage {
    /// The answer to a hello.
    Welcome {
        /// The protocol.
        protocol: u32,
        /// The tournament.
        id: String,
        /// As whom the device is connected.
        viewer: HallViewer,
        /// The time in the hall.
        #[cfg_attr(test, ts(type = "string"))]
        now: HallTime,
        /// The time in milliseconds since 1970.
        now_ms: i64,
        /// The hall's minutes ahead of UTC.
        utc_offset: i32,
        /// The highest number of this device's commands that are done.
        last_n: Option<u64>,
        /// What the projector shows.
        screen: Screen,
    },
    /// The whole view, at the start and after every change; only the newest one of several.
    View {
        /// How many entries the log has.
        seq: u64,
        /// The time in the hall.
        #[cfg_attr(test, ts(type = "string"))]
        now: HallTime,
        /// The view.
        #[cfg_attr(test, ts(type = "View"))]
        view: Value,
    },
    /// What became of a command.
    Answer {
        /// The device that gave it.
        device: String,
        /// Its number.
        n: u64,
        /// The answer.
        #[cfg_attr(test, ts(type = "HallAnswer"))]
        answer: Value,
    },
    /// The answer to a question.
    Answered {
        /// The question.
        id: u64,
        /// The answer.
        #[cfg_attr(test, ts(type = "HallAnswer"))]
        answer: Value,
    },
    /// What the projector shows from now on.
    Screen {
        /// Its state.
        screen: Screen,
    },
    /// An encrypted backup, to be kept in place of an older one.
    Backup {
        /// The entries that it holds.
        seq: u64,
        /// The backup, in base64.
        data: String,
    },
    /// The connection ends.
    Bye {
        /// The reason, for programs.
        code: String,
        /// The reason, for people.
        message: String,
    },
}

impl HallServerMessage {
    /// The message as text.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| unreachable!("messages have plain keys"))
    }
}
