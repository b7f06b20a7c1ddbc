//! A game record from a file or from standard input.

use std::io::Read as _;
use std::path::Path;

use trinta_core::record::{Located, Record};

use crate::failure::Failure;
use crate::input::{LARGEST, read_text, to_text};

/// Reads a record; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Located, Failure> {
    let text = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .take(LARGEST)
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::Input(format!("standard input: {error}")))?;
        to_text("standard input", bytes)?
    } else {
        read_text(path)?
    };
    Record::read(&text).map_err(|error| at(path, &error))
}

/// A fault with the name of the file before it.
pub(crate) fn at(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    let name = if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() };
    Failure::Input(format!("{name}, {error}"))
}
