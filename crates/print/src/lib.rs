//! The printed sheets of a tournament, as HTML made for paper.
//!
//! [`print()`] takes a tournament and gives one self-contained HTML file: style sheet and QR codes are in it, letters are
//! the computer's own, and everything that people typed is escaped. A browser prints it on A4 or Letter. The words are in
//! `texts/`, one file for each language. Numbers in the code (`A15`, `G18`, `I01`) are those of the requirements in
//! `docs/tournament.md`.
//!
//! ```
//! use trinta_print::{Document, Options, print};
//! use trinta_tournament::Log;
//!
//! let mut log = Log::default();
//! log.answer(r#"{"do":"new","title":"Spring cup","date":"2017-01-18"}"#, || "00ff".parse().unwrap());
//! let page = print(log.tournament().unwrap(), &[Document::Conduct], &Options::default()).unwrap();
//! assert!(page.contains("Spring cup"));
//! ```

mod context;
mod documents;
mod error;
mod html;
mod language;
mod numbers;
mod options;
mod page;
mod qr;
mod texts;
mod tiles;

pub use error::PrintError;
pub use language::{Language, LanguageError};
pub use options::{Details, Document, DocumentError, Options, Paper, PaperError};

use trinta_tournament::Tournament;

/// Prints sheets, one kind after the other, as one HTML file.
///
/// # Errors
/// When a sheet can't be printed yet, such as the seating of a round that is not seated.
pub fn print(tournament: &Tournament, documents: &[Document], options: &Options) -> Result<String, PrintError> {
    let context = context::Context::new(tournament, options);
    let sheets = documents.iter().map(|document| documents::pages(&context, *document));
    let sheets: html::Html = sheets.collect::<Result<Vec<_>, _>>()?.into_iter().collect();
    Ok(page::file(&context, &sheets))
}

/// Prints the sheet with the code that opens the encrypted backups of a tournament, as one HTML file. The code is not
/// part of the tournament: whoever makes it prints it once.
#[must_use]
pub fn print_recovery(tournament: &Tournament, code: &str, options: &Options) -> String {
    let context = context::Context::new(tournament, options);
    page::file(&context, &documents::recovery::pages(&context, code))
}
