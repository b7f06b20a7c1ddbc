//! Records as JSON lines: the header, then one event a line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::edition::{RulesVersion, Value};
use crate::game::Event;
use crate::record::deal::AbortedDeal;
use crate::record::error::{RecordError, RecordFault};
use crate::record::event_text::{EventText, read_event};
use crate::record::header::{Header, ListId, entropy_from_hex, to_hex};
use crate::record::{Located, Record, parse, to_text};
use crate::shuffle::Bytes32;

/// The JSON form of a header.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderLine {
    trinta: u32,
    #[serde(default = "RulesVersion::unnamed", skip_serializing_if = "RulesVersion::is_unnamed")]
    rules: RulesVersion,
    edition: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    settings: BTreeMap<String, Value>,
    players: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    committed: Vec<Option<Bytes32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    entropy: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    aborted: Vec<AbortedDeal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lexicon: Option<ListId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<ListId>,
}

impl From<&Header> for HeaderLine {
    fn from(header: &Header) -> HeaderLine {
        HeaderLine {
            trinta: 1,
            rules: header.rules,
            edition: header.edition.clone(),
            settings: header.settings.clone(),
            players: header.players.clone(),
            date: header.date.clone(),
            commitment: header.commitment.map(|bytes| bytes.to_string()),
            committed: header.committed.clone(),
            seed: header.seed.map(|bytes| bytes.to_string()),
            entropy: header.entropy.iter().map(|bytes| to_hex(bytes)).collect(),
            aborted: header.aborted.clone(),
            lexicon: header.lexicon.clone(),
            theme: header.theme.clone(),
        }
    }
}

impl TryFrom<HeaderLine> for Header {
    type Error = RecordFault;

    fn try_from(line: HeaderLine) -> Result<Header, RecordFault> {
        if line.trinta != 1 {
            return Err(RecordFault::Version(line.trinta.to_string()));
        }
        let bytes32 = |text: Option<String>| text.map(|text| text.parse::<Bytes32>()).transpose();
        let entropy = line.entropy.iter().map(|text| entropy_from_hex(text)).collect::<Result<Vec<_>, _>>()?;
        let mut header = Header {
            rules: line.rules,
            edition: line.edition,
            // Read like the settings of a text record, so that both forms give the same header.
            settings: line.settings.into_iter().map(|(name, value)| (name, Value::read(&value.to_string()))).collect(),
            players: line.players,
            date: line.date,
            commitment: bytes32(line.commitment)?,
            committed: line.committed,
            seed: bytes32(line.seed)?,
            entropy,
            aborted: line.aborted,
            lexicon: line.lexicon,
            theme: line.theme,
        };
        header.drop_empty_entropy();
        header.check()?;
        Ok(header)
    }
}

/// The record as JSON lines.
#[must_use]
pub fn to_json_lines(record: &Record) -> String {
    let line = |text: serde_json::Result<String>| text.unwrap_or_else(|_| unreachable!("records have plain keys"));
    let header = line(serde_json::to_string(&HeaderLine::from(&record.header)));
    let events = record.events.iter().map(|event| line(serde_json::to_string(event)));
    std::iter::once(header).chain(events).flat_map(|line| [line, "\n".to_owned()]).collect()
}

pub(super) fn read(text: &str) -> Result<Located, RecordError> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
    let (line, first) = lines.next().ok_or(RecordError { line: 1, column: 1, fault: RecordFault::NotARecord })?;
    let header: HeaderLine = from_line(line, first)?;
    let header = Header::try_from(header).map_err(|fault| RecordError { line, column: 1, fault })?;
    // JSON can hold what the text form can't express, such as a line break in the name of a word list. It is refused.
    let as_text = to_text(&Record { header: header.clone(), events: Vec::new() });
    if parse::read(&as_text).map(|again| again.record.header).as_ref() != Ok(&header) {
        return Err(RecordError { line, column: 1, fault: RecordFault::NotAsText });
    }
    let (mut events, mut places) = (Vec::new(), Vec::new());
    for (line, text) in lines {
        let event = from_line::<Event>(line, text)?;
        if read_event(&EventText(&event).to_string()).as_ref() != Ok(&event) {
            return Err(RecordError { line, column: 1, fault: RecordFault::NotAsText });
        }
        events.push(event);
        places.push(line);
    }
    Ok(Located { record: Record { header, events }, lines: places })
}

fn from_line<T: for<'de> Deserialize<'de>>(line: usize, text: &str) -> Result<T, RecordError> {
    serde_json::from_str(text).map_err(|error| {
        // serde_json appends its own line and column, which are misleading here because it sees only a single line.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
        let before = text.as_bytes().get(..error.column().saturating_sub(1)).unwrap_or(text.as_bytes());
        let column = String::from_utf8_lossy(before).chars().count() + 1;
        RecordError { line, column, fault: RecordFault::Json(message) }
    })
}
