//! A game record from a file or from standard input.

use std::io::Read as _;
use std::path::Path;

use trinta_core::record::{Located, Record};

use crate::failure::Failure;
use crate::input::{read_text, to_text};

/// A game is some hundred lines; beyond this a file is refused before it fills the memory.
const LARGEST: u64 = 64 << 20;

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
        let size = std::fs::metadata(path).map_or(0, |file| file.len());
        if size > LARGEST {
            return Err(Failure::Input(format!("{}: {size} bytes are more than any game record has", path.display())));
        }
        read_text(path)?
    };
    Record::read(&text).map_err(|error| at(path, &error))
}

/// A fault with the name of the file before it.
pub(crate) fn at(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    let name = if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() };
    Failure::Input(format!("{name}, {error}"))
}
