//! Lists as spreadsheets and people write them, line by line: encodings, separators, quotes.

use std::io::Read as _;
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::failure::Failure;
use crate::input::name_of;
use crate::tournament::desk::args::Separator;
use crate::tournament::desk::spreadsheet::decode;

/// More than any list of people; larger files are something else.
const MAX_BYTES: u64 = 16 << 20;
/// Far longer than names are.
const MAX_NAME: usize = 200;
/// How many faults are listed.
const MAX_FAULTS: usize = 20;

/// Something wrong on a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub(crate) struct LineFault {
    pub(super) line: u64,
    pub(super) reason: String,
}

/// The records of a list that have anything in them, each with the line it begins on.
///
/// # Errors
/// The line that can't be read.
pub(super) fn read_records(bytes: &[u8], separator: Option<u8>) -> Result<Vec<(u64, StringRecord)>, Vec<LineFault>> {
    let fault = |line: u64, reason: &str| vec![LineFault { line, reason: reason.to_owned() }];
    let not_text = |line| fault(line as u64, "this is neither UTF-8 nor UTF-16 text: save the list as CSV in UTF-8");
    let text = decode(bytes).map_err(not_text)?;
    let separator = separator.unwrap_or_else(|| find_separator(&text));
    if let Some(line) = unclosed_quote(&text, separator) {
        return Err(fault(line, "a quoted field that begins here has no closing quote"));
    }
    let mut reader = ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).delimiter(separator).trim(Trim::All);
    let mut records = Vec::new();
    for record in reader.from_reader(text.as_bytes()).into_records() {
        let record = record.map_err(|error| {
            fault(error.position().map_or(1, csv::Position::line), &format!("this is not CSV: {error}"))
        })?;
        if record.iter().any(|cell| !cell.is_empty()) {
            let begins_at = record.position().map_or(0, csv::Position::byte);
            records.push((line_of(&text, begins_at as usize), record));
        }
    }
    Ok(records)
}

/// Whether a text can be a name.
pub(super) fn check_text(what: &str, text: &str) -> Result<(), String> {
    if text.chars().any(char::is_control) {
        return Err(format!("the {what} has a line break or another control character in it"));
    }
    if text.chars().count() > MAX_NAME {
        return Err(format!("the {what} is longer than {MAX_NAME} characters"));
    }
    Ok(())
}

/// The line on which a record begins, from 1. The reader counts the empty lines before it as part of it, and the line
/// feed after a carriage return.
fn line_of(text: &str, begins_at: usize) -> u64 {
    let (before, record) = text.split_at_checked(begins_at).unwrap_or((text, ""));
    let blank = record.split_inclusive('\n').take_while(|line| line.ends_with('\n') && line.trim().is_empty());
    (before.matches('\n').count() + blank.count() + 1) as u64
}

/// The separator that stands equally often in every line, or at least in the first.
fn find_separator(text: &str) -> u8 {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let outside_quotes = |line: &str, separator: u8| {
        let mut quoted = false;
        let bytes = line.bytes().filter(|&byte| {
            quoted ^= byte == b'"';
            !quoted && byte == separator
        });
        bytes.count()
    };
    // The rarer a separator is inside names, the sooner it is tried.
    let candidates = [Separator::Tab, Separator::Semicolon, Separator::Comma].map(Separator::byte);
    let first = |separator: u8| lines.first().map_or(0, |line| outside_quotes(line, separator));
    let even = |separator: u8| {
        let count = first(separator);
        count > 0 && lines.iter().all(|line| outside_quotes(line, separator) == count)
    };
    let anywhere = |separator: u8| lines.iter().any(|line| outside_quotes(line, separator) > 0);
    let by = |fits: &dyn Fn(u8) -> bool| candidates.into_iter().find(|&separator| fits(separator));
    by(&even).or_else(|| by(&|separator| first(separator) > 0)).or_else(|| by(&anywhere)).unwrap_or(b',')
}

/// The line of a quote that begins a field and is never closed: everything after it would be one name.
fn unclosed_quote(text: &str, separator: u8) -> Option<u64> {
    let (mut quoted_since, mut line, mut field_begins) = (None, 1, true);
    for byte in text.bytes() {
        match (byte, quoted_since) {
            (b'"', Some(_)) => quoted_since = None,
            // A closing quote and the next one make an escaped quote, after which the field goes on.
            (b'"', None) if field_begins => quoted_since = Some(line),
            _ => {}
        }
        field_begins = match byte {
            b'\n' => true,
            b'"' => true,
            b' ' => field_begins,
            byte => byte == separator,
        };
        line += u64::from(byte == b'\n');
    }
    quoted_since
}

/// The bytes of a list of `people`, or of standard input for `-`.
pub(super) fn read_bytes(path: &Path, people: &str) -> Result<Vec<u8>, Failure> {
    let name = name_of(path);
    let mut bytes = Vec::new();
    let failed = |error: std::io::Error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            return Failure::Input(format!("{name}: {error}; give the path of the list of {people}"));
        }
        Failure::Input(format!("{name}: {error}"))
    };
    if path.as_os_str() == "-" {
        std::io::stdin().take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        std::fs::File::open(path).map_err(failed)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::Input(format!("{name}: this is larger than {MAX_BYTES} bytes, and so no list of people")));
    }
    Ok(bytes)
}

/// Faults for people, the first twenty of them.
pub(super) fn faults_text(name: &str, faults: &[LineFault]) -> String {
    let mut lines: Vec<String> = faults.iter().take(MAX_FAULTS).map(|fault| format!("{name}, {fault}")).collect();
    if faults.len() > MAX_FAULTS {
        lines.push(format!("and {} more", faults.len() - MAX_FAULTS));
    }
    lines.join("\n")
}
