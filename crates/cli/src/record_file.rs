//! A game record from a file or from standard input.

use std::path::Path;

use trinta_core::record::{Located, Record};

use crate::failure::Failure;
use crate::input::{name_of, read_text_or_stdin};

/// Reads a record; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Located, Failure> {
    let text = read_text_or_stdin(path)?;
    Record::read(&text).map_err(|error| at(path, &error))
}

/// An error prefixed with the name of the file.
pub(crate) fn at(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("{}, {error}", name_of(path)))
}
