//! Writing a record as text.

use std::fmt::{self, Write};

use crate::record::Record;
use crate::record::event_text::EventText;
use crate::record::header::{Header, ListId, to_hex};
use crate::seat::Seat;

/// The record as text: `Key: value` lines, an empty line, and one line an event.
#[must_use]
pub fn to_text(record: &Record) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = write_header(&mut text, &record.header);
    text.push('\n');
    for event in &record.events {
        let _ = writeln!(text, "{}", EventText(event));
    }
    text
}

fn write_header(text: &mut String, header: &Header) -> fmt::Result {
    writeln!(text, "Trinta: 1")?;
    if !header.rules.is_unnamed() {
        writeln!(text, "Rules: {}", header.rules.number())?;
    }
    writeln!(text, "Edition: {}", header.edition)?;
    if !header.settings.is_empty() {
        let settings: Vec<String> = header.settings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        writeln!(text, "Settings: {}", settings.join(", "))?;
    }
    for (seat, name) in header.players.iter().enumerate() {
        writeln!(text, "Player {}: {name}", Seat::at(seat))?;
    }
    if let Some(date) = &header.date {
        writeln!(text, "Date: {date}")?;
    }
    if let Some(commitment) = header.commitment {
        writeln!(text, "Commitment: {commitment}")?;
    }
    for (seat, commitment) in header.committed.iter().enumerate() {
        if let Some(commitment) = commitment {
            writeln!(text, "Committed {}: {commitment}", Seat::at(seat))?;
        }
    }
    if let Some(seed) = header.seed {
        writeln!(text, "Seed: {seed}")?;
    }
    for (seat, bytes) in header.entropy.iter().enumerate().filter(|(_, bytes)| !bytes.is_empty()) {
        writeln!(text, "Entropy {}: {}", Seat::at(seat), to_hex(bytes))?;
    }
    if !header.aborted.is_empty() {
        let aborted: Vec<String> = header.aborted.iter().map(ToString::to_string).collect();
        writeln!(text, "Aborted: {}", aborted.join(", "))?;
    }
    for (key, list) in [("Lexicon", &header.lexicon), ("Theme", &header.theme)] {
        if let Some(ListId { name, sha256 }) = list {
            writeln!(text, "{key}: {name} {sha256}")?;
        }
    }
    Ok(())
}
