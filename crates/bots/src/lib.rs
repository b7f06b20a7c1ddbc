//! Bots for Trinta, and the arena that compares them.
//!
//! A [`Bot`] sees what its seat may see, a view and the events as they happen, and answers with a command within a
//! [`Budget`]. Clock and randomness are passed in. [`arena`] plays whole games and matches between bots; [`BotName`]
//! lists the bots by name.
//!
//! ```
//! use trinta_bots::arena::{Arena, seed_of};
//! use trinta_bots::{BotName, Budget, NoClock};
//! use trinta_core::{AnyWord, Settings, Setup};
//! use trinta_solver::Referee;
//!
//! let setup = Setup::new(Settings::edition("hk").unwrap(), 2).unwrap();
//! let referee = Referee::new();
//! let arena =
//!     Arena { setup: &setup, search: &referee, spelling: &AnyWord, budget: Budget::default(), clock: &NoClock };
//! let greedy: BotName = "greedy".parse()?;
//! let (mut ana, mut rui) = (greedy.build(setup.settings())?, greedy.build(setup.settings())?);
//! let game = arena.play(&mut [ana.as_mut(), rui.as_mut()], &seed_of(7, 0), 0).unwrap();
//! assert!(game.seats.iter().all(|seat| seat.refused == 0));
//! assert_eq!(game.outcome.scores.len(), 2);
//! # Ok::<(), trinta_bots::RosterError>(())
//! ```

pub mod arena;
mod bot;
mod budget;
mod fallback;
pub mod numbers;
pub mod program;
mod reviewer;
mod roster;
mod vocabulary;
pub mod words;

pub use bot::{Bot, Thinking};
pub use budget::{Budget, Clock, NoClock};
pub use fallback::{fallback_command, fallback_with_words};
pub use reviewer::Reviewer;
pub use roster::{BotName, RosterError};
pub use trinta_dice::Dice;
