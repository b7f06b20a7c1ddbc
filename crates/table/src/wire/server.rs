//! What the server says.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use trinta_core::{Layout, Phase, Seat, Table, Tile, Tiles};
use trinta_time::Timestamp;

use crate::refusal::Code;
use crate::wire::event::SeenTableEvent;
use crate::wire::view::TableView;

/// A message of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The version of the protocol.
        protocol: u32,
        /// The name of the table.
        table: String,
        /// The short code, for players.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        code: Option<String>,
        /// Who you are at this table.
        you: You,
        /// The version that the client has after this message and `missed`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        version: u64,
        /// The server's time in milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        now: Timestamp,
        /// The table; none when the client has it and gets what it missed instead.
        state: Option<Box<TableView>>,
        /// Which seats are connected.
        connected: Vec<bool>,
        /// The votes that are open.
        votes: Votes,
        /// What was said lately.
        chat: Vec<ChatLine>,
    },
    /// The answer to `resync`: the table anew. What happens next follows on from its version.
    View {
        /// The version that the client has now.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        version: u64,
        /// The server's time in milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        now: Timestamp,
        /// The table as the viewer may see it.
        state: Box<TableView>,
    },
    /// Something happened.
    Happened {
        /// The version of the table after it.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        version: u64,
        /// The time of the entry, in milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        at: Timestamp,
        /// Everything that one command caused.
        events: Vec<SeenTableEvent>,
        /// The clock after it.
        clock: Option<ClockView>,
        /// Where the game stands after it; none: no game has begun.
        phase: Option<Phase>,
        /// How many tiles each rack has after it, by seat.
        counts: Vec<u16>,
    },
    /// A command was done.
    Done {
        /// Its id.
        id: String,
        /// The version that it made.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        version: u64,
    },
    /// A command, or another message, was refused; nothing happened.
    Refused {
        /// The id of the command, if it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        id: Option<String>,
        /// The reason, for programs.
        code: Code,
        /// The reason, in English.
        message: String,
        /// The rule that forbids a command; set with the code `rules` if the rules of the game refuse it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(type = "RuleCode", optional))]
        rule: Option<String>,
        /// The faults of an illegal play.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<FaultView>>", optional))]
        faults: Vec<FaultView>,
        /// The version of the table.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        version: u64,
    },
    /// What the rules say about a draft.
    Judgement {
        /// The client's number for it.
        number: u32,
        /// The judgement of the rules.
        judgement: JudgementView,
    },
    /// The best use of the own rack alone.
    Arranged {
        /// The sets that are on it.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        sets: Table,
        /// The tiles in none of them.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        rest: Tiles,
    },
    /// Another player's draft, where the plan has open drafts.
    Draft {
        /// The seat of the player who makes it.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The whole table; none: nothing begun.
        #[cfg_attr(feature = "ts", ts(type = "string[] | null"))]
        table: Option<Layout>,
    },
    /// A hint.
    Hint {
        /// The hint, as far as it was asked for.
        hint: HintView,
    },
    /// Something was said.
    Said {
        /// The line.
        line: ChatLine,
    },
    /// A player came or went.
    Presence {
        /// The player's seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// Whether they are connected.
        connected: bool,
    },
    /// The votes have changed.
    Votes {
        /// All votes that are open.
        votes: Votes,
    },
    /// The answer to `ping`.
    Pong {
        /// The client's number for it.
        number: u32,
        /// The server's time.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        now: Timestamp,
    },
    /// The server ends the conversation.
    Bye {
        /// The reason, for programs.
        code: Code,
        /// The reason, in English.
        message: String,
    },
}

/// Who this connection is at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct You {
    /// The seat that this connection looks from; none: a spectator.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub seat: Option<Seat>,
    /// All seats of this player.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub seats: Vec<Seat>,
    /// Whether they are the host.
    pub host: bool,
    /// Whether this connection is a judge's, and sees every rack.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub judge: bool,
}

/// The clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClockView {
    /// Whose time it is.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    /// The whole time of the turn in milliseconds; none: no limit.
    #[serde(with = "trinta_time::millis::option")]
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub limit: Option<Duration>,
    /// What is left of it as this is sent, in milliseconds.
    #[serde(with = "trinta_time::millis::option")]
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub left: Option<Duration>,
    /// Whether it is running.
    pub running: bool,
}

/// One thing that is wrong with a play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FaultView {
    /// Its name, for programs.
    #[cfg_attr(feature = "ts", ts(type = "FaultCode"))]
    pub fault: String,
    /// The proposed set it is in, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub set: Option<usize>,
    /// What is wrong, in English.
    pub message: String,
    /// What keeps a set or a word from being one, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "SetFaultCode | WordFaultCode", optional))]
    pub why: Option<String>,
    /// The word that is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub word: Option<String>,
    /// The tiles that are meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "string", optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub tiles: Option<Tiles>,
    /// The points or letters of an opening that has too few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reached: Option<u32>,
    /// The points or letters that it needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub needed: Option<u32>,
}

/// What the rules say about a play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct JudgementView {
    /// Whether it could be played.
    pub legal: bool,
    /// The tiles from the rack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "string", optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub placed: Option<Tiles>,
    /// The opening's points so far, or the letters of its longest word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub opening: Option<u32>,
    /// The faults of the draft.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<FaultView>>", optional))]
    pub faults: Vec<FaultView>,
    /// Every proposed set by itself, in the order in which they were sent.
    pub sets: Vec<SetView>,
}

/// What the rules say about one set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SetView {
    /// Whether nothing is wrong with it.
    pub ok: bool,
    /// How it is laid: in order, its jokers read. A list of this one set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "string[]", optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<String>>))]
    pub laid: Option<Layout>,
}

/// A line of the chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChatLine {
    /// Who said it, if they sit at the table.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub seat: Option<Seat>,
    /// Their name.
    pub name: String,
    /// Free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub text: Option<String>,
    /// Or a ready phrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub phrase: Option<Phrase>,
    /// When it was said, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: Timestamp,
}

/// A ready phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Nice!
    Nice,
    /// Oops.
    Oops,
    /// Take your time.
    TakeYourTime,
    /// Your turn!
    YourTurn,
    /// One moment, please.
    OneMoment,
    /// Thank you!
    ThankYou,
    /// Again?
    Again,
    /// Good game!
    GoodGame,
    /// Goodbye!
    Goodbye,
}

/// Who wants what, by seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Votes {
    /// Who wants the clock stopped.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub pause: Vec<Seat>,
    /// Who wants a new match.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub rematch: Vec<Seat>,
    /// Who is ready for the next game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(type = "number[]", optional))]
    pub ready: Vec<Seat>,
}

/// A hint, as much of it as was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HintView {
    /// The step that was asked for.
    pub step: u8,
    /// The version it is about.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// Whether there is a play.
    pub found: bool,
    /// Whether it is proved that there is none better (or none at all).
    pub proved: bool,
    /// From the second step: the sets of the table that it touches, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sets: Option<Vec<usize>>,
    /// In the third: the tiles from the rack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "string", optional))]
    pub placed: Option<Tiles>,
    /// In the third: the table afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "string[]", optional))]
    pub table: Option<Table>,
    /// In the third: how to get there, step by step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub steps: Option<Vec<StepView>>,
}

/// One step of a play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StepView {
    /// What a person would call it.
    pub action: String,
    /// The tiles that move.
    pub moves: Vec<MoveView>,
    /// What lies on the table after the step, set by set; not all of it need be sets yet.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub table: Layout,
    /// The step in English.
    pub text: String,
}

/// One tile that goes from one spot to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MoveView {
    /// The tile.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub tile: Tile,
    /// Where it lies before the step; none: on the rack.
    pub from: Option<SpotView>,
    /// Where it lies after the step.
    pub to: Option<SpotView>,
}

/// A position on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SpotView {
    /// The index of the set before the step.
    pub set: usize,
    /// The index in the set.
    pub at: usize,
}
