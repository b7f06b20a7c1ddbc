//! What happened, as a viewer may see it.

use serde::{Deserialize, Serialize};
use trinta_core::{
    DrawReason, EndReason, EventOf, Layout, PassReason, Score, Seat, Seen, SeenEvent, Table, Tile, Tiles, UnseenPool,
};

use crate::wire::view::SitterView;

/// Something that happened at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "table", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SeenTableEvent {
    /// The commitment to the next game's seed.
    Committed {
        /// SHA-256, as hexadecimal digits.
        commitment: String,
    },
    /// A seat is taken.
    Sat {
        /// Which.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// By whom.
        who: SitterView,
    },
    /// A seat is free again.
    Rose {
        /// Which.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// A player added entropy to the next shuffle.
    Mixed {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// A match begins.
    MatchBegun,
    /// A game begins.
    GameBegun,
    /// Something happened in the game.
    Game {
        /// What.
        event: GameEvent,
    },
    /// What the game was shuffled from, now that it is over.
    Revealed {
        /// Which game.
        number: u32,
        /// The seed, as hexadecimal digits.
        seed: String,
        /// What each seat added, as hexadecimal digits.
        entropy: Vec<String>,
    },
    /// Everybody agreed to stop the clock.
    Paused,
    /// The clock goes on.
    Unpaused,
    /// The server was away; the time was given back.
    Resumed {
        /// For how long, in milliseconds.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        lost: i64,
    },
    /// A bot plays for an absent player.
    Away {
        /// For whom.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The player is back.
    Back {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The table is closed for good.
    Closed,
}

/// Something that happened in a game. `tiles` that a viewer may not know are not there; `count` always is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum GameEvent {
    /// One round of lots for the start.
    Lot {
        /// Who drew what.
        draws: Vec<LotView>,
    },
    /// The deal.
    Dealt {
        /// Who starts.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        starter: Seat,
        /// Each seat's first tiles.
        #[cfg_attr(feature = "ts", ts(type = "{ count: number, tiles?: string }[]"))]
        racks: Vec<Seen>,
        /// How many are left.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        pool: UnseenPool,
    },
    /// A player with three pairs asks for a new deal, which follows.
    NewDeal {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The pairs.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        pairs: Tiles,
    },
    /// A play.
    Played {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The whole table afterwards, set by set.
        #[cfg_attr(feature = "ts", ts(type = "string[]", rename = "table"))]
        #[serde(rename = "table")]
        sets: Table,
        /// The tiles that came from the rack.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        placed: Tiles,
        /// The opening's points, or the letters of its longest word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        opening: Option<u32>,
        /// What the turn scores, in play A.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        score: Option<u32>,
        /// Whether time ran out on it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        time_up: bool,
    },
    /// A play with misspelt words, where that costs tiles and the turn.
    Refused {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// What lay there.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        layout: Layout,
        /// The misspelt words.
        misspelt: Vec<String>,
    },
    /// Tiles drawn from the pool.
    Drew {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// What.
        #[cfg_attr(feature = "ts", ts(type = "{ count: number, tiles?: string }"))]
        tiles: Seen,
        /// Why.
        #[cfg_attr(
            feature = "ts",
            ts(type = r#""choice" | "time-up" | "penalty" | "misspelt" | "failed-challenge" | "fill""#)
        )]
        why: DrawReason,
    },
    /// A turn without a play and without a tile to draw.
    Passed {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// Why.
        #[cfg_attr(feature = "ts", ts(type = r#""choice" | "time-up""#))]
        why: PassReason,
    },
    /// Tiles whose place nobody remembers go to the pool.
    Returned {
        /// Whose turn it is.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The table as it could be restored.
        #[cfg_attr(feature = "ts", ts(type = "string[]", rename = "table"))]
        #[serde(rename = "table")]
        sets: Table,
        /// The tiles that could not.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        tiles: Tiles,
        /// How many the pool has then.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        pool: UnseenPool,
    },
    /// An opponent challenges the last play.
    Challenged {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        by: Seat,
        /// The words that are misspelt; none: the challenge fails.
        misspelt: Vec<String>,
    },
    /// The challenged play goes back.
    TakenBack {
        /// Whose play.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// An opponent will not challenge the last play.
    Accepted {
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The last play can't be challenged any more.
    Stood {
        /// Whose play.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The game is over.
    Ended {
        /// Why.
        #[cfg_attr(feature = "ts", ts(type = r#""out" | "blocked" | "passes" | "pool-empty" | "last-turns""#))]
        reason: EndReason,
        /// What is left on each rack.
        #[cfg_attr(feature = "ts", ts(type = "{ count: number, tiles?: string }[]"))]
        racks: Vec<Seen>,
        /// For each seat, whether an unopened player could have opened, where that counts.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Option<bool>>>", optional))]
        could_open: Vec<Option<bool>>,
        /// The scores, exact: `"15/2"` where they are not whole.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        scores: Vec<Score>,
        /// Who won.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        winners: Vec<Seat>,
    },
}

/// One seat's lot; the last tile counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LotView {
    /// Who drew.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    /// What, in order.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub tiles: Vec<Tile>,
}

impl From<SeenEvent> for GameEvent {
    fn from(event: SeenEvent) -> GameEvent {
        match event {
            EventOf::Lot { draws } => GameEvent::Lot {
                draws: draws.into_iter().map(|draw| LotView { seat: draw.seat, tiles: draw.tiles }).collect(),
            },
            EventOf::Dealt { starter, racks, pool } => GameEvent::Dealt { starter, racks, pool },
            EventOf::NewDeal { seat, pairs } => GameEvent::NewDeal { seat, pairs },
            EventOf::Played { seat, table, placed, opening, score, time_up } => {
                GameEvent::Played { seat, sets: table, placed, opening, score, time_up }
            }
            EventOf::Refused { seat, layout, misspelt } => GameEvent::Refused { seat, layout, misspelt },
            EventOf::Drew { seat, tiles, why } => GameEvent::Drew { seat, tiles, why },
            EventOf::Passed { seat, why } => GameEvent::Passed { seat, why },
            EventOf::Returned { seat, table, tiles, pool } => GameEvent::Returned { seat, sets: table, tiles, pool },
            EventOf::Challenged { by, misspelt } => GameEvent::Challenged { by, misspelt },
            EventOf::TakenBack { seat } => GameEvent::TakenBack { seat },
            EventOf::Accepted { seat } => GameEvent::Accepted { seat },
            EventOf::Stood { seat } => GameEvent::Stood { seat },
            EventOf::Ended { reason, racks, could_open, scores, winners } => {
                GameEvent::Ended { reason, racks, could_open, scores, winners }
            }
        }
    }
}
