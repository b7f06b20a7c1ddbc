//! Word lists: which strings count as words (W8), and which of them belong to
//! a theme (W14).
//!
//! Three lists and eight themes are shipped inside the library; a table may
//! bring a list of its own with [`Lexicon::from_text`]. Nothing here reads a
//! file or the network, so that a record can be replayed anywhere. A list is
//! known by the SHA-256 of its words ([`Lexicon::sha256`]), which is what game
//! records store: two programs that agree on it agree on every word.
//!
//! ```
//! use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier, Verdict};
//!
//! let everyday = Lexicon::shipped(Tier::Everyday);
//! assert!(everyday.contains("recover"));
//! assert!(!everyday.contains("recovre"));
//!
//! let themed = Dictionary::new(everyday).with_theme(Lexicon::theme(Theme::Animals));
//! assert_eq!(themed.judge("APE"), Verdict::Good);
//! assert_eq!(themed.judge("RECOVER"), Verdict::OffTheme);
//! assert_eq!(themed.judge("APEZ"), Verdict::NotInList);
//! ```

mod dictionary;
mod error;
mod kinds;
mod list;
mod table;
mod unsaid;

pub use dictionary::Dictionary;
pub use error::LexiconError;
pub use kinds::{Theme, Tier};
pub use list::{Lexicon, MIN_LETTERS};
pub use unsaid::may_suggest;

pub use crate::spelling::Verdict;
