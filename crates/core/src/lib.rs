//! The rules of Trinta: the tile game of runs, groups and jokers, and the word game beside it.
//!
//! Everything here is pure: no clock, no file, no network, no chance. A [`Game`] takes [`Command`]s, answers with
//! [`Event`]s and is changed by nothing else; a [`View`] is what a player, a spectator or a judge may know of it.
//! Rule numbers in the code (`N5`, `W9`) are those of `docs/rules.md`.
//!
//! ```
//! use trinta_core::{AnyWord, Proposal, Settings, Table, check_play};
//!
//! // May the player put r6 on the red run?
//! let settings = Settings::edition("hk").unwrap();
//! let before = Table::read("r3 r4 r5".parse()?).unwrap();
//! let rack = "r6 k1".parse()?;
//! let after = "r3 r4 r5 r6".parse()?;
//! let proposal = Proposal { before: &before, rack: &rack, opened: true, after: &after };
//! assert!(check_play(&settings, &AnyWord, proposal).is_ok());
//! # Ok::<(), trinta_core::NotationError>(())
//! ```

mod codes;
pub mod edition;
mod fault;
mod game;
mod layout;
pub mod lexicon;
mod matches;
pub mod notation;
pub mod numbers;
mod play;
mod proposal;
pub mod record;
mod score;
pub mod scoring;
mod search;
mod seat;
mod sets;
pub mod shuffle;
mod spelling;
mod tile;
mod tile_set;
mod tiles;
pub mod words;

pub use edition::Settings;
pub use fault::{Fault, PlayError};
pub use game::{
    Actor, Aids, Command, CommandError, Contest, DrawReason, EndReason, Event, EventOf, Game, Hand, LotDraw, Outcome,
    PassReason, Phase, Pool, SeatOf, Seen, SeenEvent, SeenState, Setup, SetupError, StateOf, Stock, UnseenPool, View,
    ViewError, Viewer, see, sees_more,
};
pub use layout::{Layout, NotATable, Table};
pub use matches::{Match, MatchError};
pub use notation::{NotationError, NotationFault};
pub use numbers::Kind;
pub use play::check_play;
pub use proposal::{Play, Proposal};
pub use score::{Score, ScoreError};
pub use search::{NoSearch, PlainSearch, Position, Search};
pub use seat::Seat;
pub use spelling::{AnyWord, Spelling};
pub use tile::{Colour, Face, HIGHEST, Laid, Tile};
pub use tile_set::TileSet;
pub use tiles::{Counts, Tiles};
