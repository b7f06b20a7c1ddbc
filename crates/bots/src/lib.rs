//! Players for Trinta, and the arena in which they meet.
//!
//! A [`Bot`] sees what its seat may see, a view and the events as they happened, and answers with a command within a
//! [`Budget`]. Clock and chance are handed in. [`arena`] seats bots at a table and plays whole games and matches;
//! [`BotName`] knows the bots by name.
//!
//! ```
//! use trinta_bots::arena::{Hall, seed_of};
//! use trinta_bots::{BotName, Budget, NoClock};
//! use trinta_core::{AnyWord, Settings, Setup};
//! use trinta_solver::Referee;
//!
//! let setup = Setup::new(Settings::edition("hk").unwrap(), 2).unwrap();
//! let referee = Referee::new();
//! let hall = Hall {
//!     setup: &setup, search: &referee, spelling: &AnyWord, budget: Budget::default(), clock: &NoClock,
//! };
//! let greedy: BotName = "greedy".parse()?;
//! let (mut ana, mut rui) = (greedy.build(setup.settings())?, greedy.build(setup.settings())?);
//! let game = hall.play(&mut [ana.as_mut(), rui.as_mut()], &seed_of(7, 0), 0).unwrap();
//! assert!(game.seats.iter().all(|seat| seat.refused == 0));
//! assert_eq!(game.outcome.scores.len(), 2);
//! # Ok::<(), trinta_bots::RosterError>(())
//! ```

pub mod arena;
mod bot;
mod budget;
mod dice;
mod instead;
pub mod numbers;
pub mod program;
mod roster;
pub mod words;

pub use bot::{Bot, Thinking};
pub use budget::{Budget, Clock, NoClock};
pub use dice::Dice;
pub use instead::{instead, instead_with};
pub use roster::{BotName, RosterError};
