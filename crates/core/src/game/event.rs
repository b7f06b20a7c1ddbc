//! What happens in a game. Nothing but an event changes it.

use crate::game::knowledge::{Pool, Seen, UnseenPool};
use crate::layout::{Layout, Table};
use crate::score::Score;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// An event with everything in it: what the log keeps.
pub type Event = EventOf<Tiles, Pool>;

/// An event as a viewer may see it.
pub type SeenEvent = EventOf<Seen, UnseenPool>;

/// An event, over what is known of hands (`H`) and pool (`P`).
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "SeenEvent", concrete(H = Seen, P = UnseenPool)))]
pub enum EventOf<H, P> {
    /// One round of lots for the start (N6, W2).
    Lot {
        /// One draw for each seat that takes part in the round.
        draws: Vec<LotDraw>,
    },
    /// The deal (N7, W2).
    Dealt {
        /// The seat that begins.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        starter: Seat,
        /// Each seat's first tiles.
        racks: Vec<H>,
        /// The tiles that were not dealt.
        pool: P,
    },
    /// A player with three pairs asks for a new deal (N9), which follows.
    NewDeal {
        /// The player who asks.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The pairs, shown to all.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        pairs: Tiles,
    },
    /// A play (N10, N11, W4, W5).
    Played {
        /// The player.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The whole table afterwards.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        table: Table,
        /// The tiles that came from the rack.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        placed: Tiles,
        /// The opening's points (N10), or the letters of its longest word (W4).
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "ts", ts(optional))]
        opening: Option<u32>,
        /// The score of the turn (W9).
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "ts", ts(optional))]
        score: Option<u32>,
        /// Whether time ran out on a play that lay there complete (N17).
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        time_up: bool,
    },
    /// A play with misspelt words, where that costs tiles and the turn (W8).
    Refused {
        /// The player.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The table as it was proposed.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        layout: Layout,
        /// The misspelt words.
        misspelt: Vec<String>,
    },
    /// Tiles drawn from the pool.
    Drew {
        /// The player.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The tiles drawn.
        tiles: H,
        /// The reason for the draw.
        why: DrawReason,
    },
    /// A turn without a play and without a tile to draw (N15).
    Passed {
        /// The player.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The reason for the pass.
        why: PassReason,
    },
    /// Tiles whose place nobody remembers go to the pool, which is shuffled (N19, W12).
    Returned {
        /// The player on turn.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The table as it could be restored.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        table: Table,
        /// The tiles that could not be restored.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        tiles: Tiles,
        /// The pool with these tiles, in its new order.
        pool: P,
    },
    /// An opponent challenges the last play (W8).
    Challenged {
        /// The challenger.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        by: Seat,
        /// The words that are misspelt. If there are none, the challenge fails.
        misspelt: Vec<String>,
    },
    /// The challenged play goes back (W8).
    TakenBack {
        /// The player who takes it back.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// An opponent will not challenge the last play (W8).
    Accepted {
        /// The opponent.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The last play can't be challenged any more (W8).
    #[cfg_attr(feature = "serde", serde(rename = "stood"))]
    ChallengeClosed {
        /// The player whose play stands.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The game is over.
    Ended {
        /// The reason for the end.
        reason: EndReason,
        /// What is left on each rack, shown to all.
        racks: Vec<H>,
        /// For each seat, whether an unopened player could have opened, where that counts (N23).
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Option<bool>>>", optional))]
        could_open: Vec<Option<bool>>,
        /// The scores.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        scores: Vec<Score>,
        /// The seats with the highest score.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        winners: Vec<Seat>,
    },
}

/// One seat's lot (N6): jokers don't count, so there may be several tiles, of which the last one counts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LotDraw {
    /// The seat that drew.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    /// The tiles in the order drawn.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub tiles: Vec<Tile>,
}

/// Why tiles are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum DrawReason {
    /// The player can't or won't play (N12, W6).
    Choice,
    /// Time ran out with nothing begun (N17, N18, W12).
    TimeUp,
    /// Time ran out on a play that goes back (N17, N18, W12).
    Penalty,
    /// Misspelt words (W8).
    Misspelt,
    /// A challenge that failed (W8).
    FailedChallenge,
    /// The rack is filled up (W10).
    Fill,
}

impl DrawReason {
    /// Whether the turn ends with this draw.
    #[must_use]
    pub const fn ends_turn(self) -> bool {
        matches!(self, DrawReason::Choice | DrawReason::TimeUp | DrawReason::Penalty)
    }
}

/// Why a turn ends without play or draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum PassReason {
    /// The player can't or won't play, and the pool is empty (N15).
    Choice,
    /// Time ran out, and there is nothing to draw (N15, N20).
    TimeUp,
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum EndReason {
    /// Somebody emptied the rack (N21, W11).
    Out,
    /// The pool is empty and nobody can play any more (N15).
    Blocked,
    /// The pool is empty and everybody passed (N15).
    Passes,
    /// The pool is empty, and with it the game (W10, or the setting `end` of N15).
    PoolEmpty,
    /// The pool is empty and everybody had the last turn (the setting `last-turn` of N15).
    LastTurns,
}
