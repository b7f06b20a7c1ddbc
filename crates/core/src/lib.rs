//! The rules of Trinta: the tile game of runs, groups and jokers, and the word game beside it.
//!
//! Everything here is pure: no clock, no file, no network, no randomness. What the rules need from outside is passed in.
//!
//! - [`Settings`] are the rules of an [`edition`], [`Setup`] adds the number of players.
//! - A [`Game`] decides [`Command`]s into [`Event`]s, or refuses them, and is changed only by applying events.
//!   [`Game::from_position`] sets one up from a [`GamePosition`].
//! - A [`View`] is what a player, a spectator or a judge may know of a game. It folds [`SeenEvent`]s as the game folds
//!   events.
//! - [`record`] writes, reads, replays and verifies games; [`scoring`] and [`Match`] count them.
//! - [`check_play`] judges one play outside any game.
//!
//! ```
//! use trinta_core::shuffle::{Bytes32, Shuffler};
//! use trinta_core::{Actor, Aids, AnyWord, Command, CommandError, Game, PlainSearch, Settings, Setup, Viewer, see};
//!
//! let setup = Setup::new(Settings::edition("hk").unwrap(), 3).unwrap();
//! let mut game = Game::new(setup);
//! let shuffle = Shuffler::from_seed(&Bytes32([1; 32]), 3);
//! let aids = Aids { search: &PlainSearch, spelling: &AnyWord, shuffle: &shuffle };
//! let spectator = Viewer::Spectator;
//! let mut view = game.view(spectator);
//!
//! for event in game.decide(Actor::Host, &Command::Deal, &aids)? {
//!     game.apply(&event);
//!     view.apply(&see(&event, spectator));
//! }
//! assert_eq!(view, game.view(spectator));
//!
//! // Nobody can play r3 r4 r5 without having these tiles: every fault is named.
//! let seat = game.turn().unwrap();
//! let play = Command::Play { layout: "r3 r4 r5 | k1 k1".parse().unwrap() };
//! let Err(CommandError::Illegal(error)) = game.decide(Actor::Seat(seat), &play, &aids) else { panic!() };
//! assert_eq!(error.faults[0].code(), "not-a-set");
//! # Ok::<(), CommandError>(())
//! ```
//!
//! Judging a play needs no game:
//!
//! ```
//! use trinta_core::{AnyWord, Layout, Proposal, Settings, Table, check_play};
//!
//! let settings = Settings::edition("hk").unwrap();
//! let before = Table::try_from("r3 r4 r5".parse::<Layout>()?).unwrap();
//! let rack = "r6 k1".parse()?;
//! let after = "r3 r4 r5 r6".parse()?;
//! let proposal = Proposal { before: &before, rack: &rack, opened: true, after: &after };
//! assert!(check_play(&settings, &AnyWord, proposal).is_ok());
//! # Ok::<(), trinta_core::NotationError>(())
//! ```
//!
//! # Features
//! - `lexicons`: the module `lexicon` with word lists and themes. They are megabytes that the number game never needs.
//! - `serde`: [`record`]s as JSON lines, and serialisation of everything that is stored or sent.
//! - `toml`: `edition::SettingsBuilder::parse` reads editions of one's own from TOML files. The shipped ones need no parser.
//! - `ts`: TypeScript types of what a viewer sees.
//!
//! None is on by default, so that a program that judges plays or plays games compiles a handful of small crates. Turning
//! one on only adds items: the same game has the same events and the same record with any of them.
//!
//! # Stability
//! Errors and settings are `#[non_exhaustive]`. Commands, events, faults of plays and the choices of settings are not:
//! whoever shows, records or solves games has to handle each of them, and the compiler says which is missing. A new one is
//! a breaking change.
//!
//! Rule numbers in the documentation (`N5`, `W9`) are those of `docs/rules.md` in the repository.

mod codes;
pub mod edition;
mod fault;
mod game;
mod layout;
#[cfg(feature = "lexicons")]
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
#[cfg(feature = "serde")]
mod serialised;
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
    Actor, Aids, Command, CommandError, Contest, DrawReason, EndReason, Event, EventOf, Game, GamePosition,
    HandKnowledge, LotDraw, Outcome, PassReason, Phase, Pool, PoolKnowledge, PositionError, PositionFault, PositionOf,
    SeatOf, Seen, SeenEvent, SeenState, Setup, SetupError, StateOf, UnseenPool, View, ViewError, Viewer, see,
    sees_more,
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
pub use spelling::{AnyWord, Spelling, Verdict};
pub use tile::{Colour, Face, HIGHEST_NUMBER, Laid, Tile};
pub use tile_set::TileSet;
pub use tiles::{Counts, Tiles};

/// The example of the README is tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
