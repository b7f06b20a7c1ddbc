//! Output for people, in colours unless the output is not a terminal or `NO_COLOR` is set.

use std::fmt::{self, Write as _};
use std::io;

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use trinta_core::Laid;

/// Success.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Errors and losses.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Headings and other secondary text.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// Black tiles and letters, in the terminal's own text colour.
const PLAIN: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default();
const BLUE: Style = AnsiColor::Blue.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const JOKER: Style = AnsiColor::Magenta.on_default().bold();

/// Standard output with colours where they are supported.
pub(crate) fn screen() -> impl io::Write {
    anstream::AutoStream::auto(io::stdout()).lock()
}

/// Text in a style.
pub(crate) fn paint(style: Style, text: impl fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Tiles, a set or a table as the notation writes them, each tile in its colour.
pub(crate) fn paint_tiles(notation: &str) -> String {
    let mut painted = String::new();
    for (index, token) in notation.split(' ').enumerate() {
        if index > 0 {
            painted.push(' ');
        }
        if token.bytes().any(|byte| byte.is_ascii_digit()) {
            painted += &paint(number_style(token), token);
        } else {
            for letter in token.chars() {
                let style = if letter == '*' || letter.is_ascii_lowercase() { JOKER } else { PLAIN };
                // Writing to a string can't fail.
                let _ = write!(painted, "{}", paint(style, letter));
            }
        }
    }
    painted
}

/// A piece on the table or on a rack in its colour; a joker with its reading.
pub(crate) fn paint_piece(piece: Laid) -> String {
    paint_tiles(&piece.to_string())
}

fn number_style(token: &str) -> Style {
    match token.as_bytes().first() {
        Some(b'*') => JOKER,
        Some(b'r') => RED,
        Some(b'b') => BLUE,
        Some(b'y') => YELLOW,
        _ => PLAIN,
    }
}

/// Writes a value as one line of JSON.
pub(crate) fn write_json(out: &mut impl io::Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")
}
