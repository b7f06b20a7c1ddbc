//! A finished game as a record that anybody can replay and verify.

use trinta_core::record::{Header, Record};
use trinta_core::shuffle::commitment;

use crate::apply::FoldError;
use crate::event::{Sitter, TableEvent};
use crate::library::Library;
use crate::state::Table;

/// Why there is no record of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordMissing {
    /// No such game.
    #[error("there was no such game at this table")]
    NoSuchGame,
    /// A game that is not over: its tiles are nobody's business yet.
    #[error("the game is not over yet")]
    NotOver,
    /// A log that can't be folded.
    #[error(transparent)]
    Log(#[from] FoldError),
}

/// The record of a game from the log of its table: times and events of all entries.
///
/// # Errors
/// When there was no such game, or it is not over.
pub fn record_of(entries: &[(i64, Vec<TableEvent>)], number: u32, library: &Library) -> Result<Record, RecordMissing> {
    let ((at, first), rest) = entries.split_first().ok_or(RecordMissing::NoSuchGame)?;
    let mut table = Table::open(*at, first, library)?;
    let mut began = *at;
    let mut events = Vec::new();
    for (at, entry) in rest {
        for event in entry {
            match event {
                TableEvent::GameBegun => (began, events) = (*at, Vec::new()),
                TableEvent::Game { events: played } => events.extend(played.iter().cloned()),
                _ => {}
            }
        }
        table.apply(*at, entry);
        let Some(current) = table.current().filter(|current| current.number == number) else { continue };
        if current.game.outcome().is_none() {
            continue;
        }
        let words = table.knowledge().words();
        let mut entropy = current.entropy.clone();
        while entropy.last().is_some_and(Vec::is_empty) {
            entropy.pop();
        }
        let header = Header {
            edition: table.plan().edition.clone(),
            settings: table.plan().settings.clone(),
            players: table.seats().iter().flatten().map(|sitter: &Sitter| sitter.name().to_owned()).collect(),
            date: Some(day(began)),
            commitment: Some(commitment(&current.seed)),
            seed: Some(current.seed),
            entropy,
            lexicon: words.map(|words| words.list.clone()),
            theme: words.and_then(|words| words.theme.clone()),
        };
        return Ok(Record { header, events });
    }
    if table.games() >= number && number > 0 { Err(RecordMissing::NotOver) } else { Err(RecordMissing::NoSuchGame) }
}

/// The day of a time, as `2026-11-15`.
fn day(at: i64) -> String {
    // Days since 1970 to year, month and day, by the months of a year that begins in March.
    let days = at.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(951_782_400_000), "2000-02-29");
        assert_eq!(day(1_700_000_000_000), "2023-11-14");
        assert_eq!(day(4_107_542_400_000 - 1), "2100-02-28");
        assert_eq!(day(4_107_542_400_000), "2100-03-01");
    }
}
