//! Reading a record from text.

use crate::edition::{RulesVersion, UnknownRulesVersion, Value};
use crate::record::error::{RecordError, RecordFault};
use crate::record::event_text::read_event;
use crate::record::header::{Header, ListId, entropy_from_hex};
use crate::record::{Located, Record};
use crate::seat::Seat;
use crate::shuffle::Bytes32;

pub(super) fn read(text: &str) -> Result<Located, RecordError> {
    let mut lines = (1..).zip(text.lines());
    let header = read_header(&mut lines)?;
    let (mut events, mut places) = (Vec::new(), Vec::new());
    for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        events.push(read_event(text).map_err(|(column, fault)| RecordError { line, column, fault })?);
        places.push(line);
    }
    Ok(Located { record: Record { header, events }, lines: places })
}

/// The header's lines up to the empty one, checked as a whole where it ends.
fn read_header<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Header, RecordError> {
    let mut header = Header { rules: RulesVersion::unnamed(), ..Header::default() };
    let mut keys: Vec<String> = Vec::new();
    let mut last = 1;
    for (line, text) in lines.by_ref() {
        if text.trim().is_empty() {
            break;
        }
        last = line;
        let (key, value) = text.split_once(':').ok_or(RecordError {
            line,
            column: 1,
            fault: if keys.is_empty() { RecordFault::NotARecord } else { RecordFault::HeaderLine },
        })?;
        let behind_key = key.chars().count() + 2;
        let blanks = value.chars().count() - value.trim_start().chars().count();
        let at_key = |fault| RecordError { line, column: 1, fault };
        let key = key.trim();
        if keys.is_empty() && key != "Trinta" {
            return Err(at_key(RecordFault::NotARecord));
        }
        if keys.iter().any(|known| known == key) {
            return Err(at_key(RecordFault::KeyTwice(key.to_owned())));
        }
        keys.push(key.to_owned());
        read_key(&mut header, key, value.trim()).map_err(|fault| {
            let column = if matches!(fault, RecordFault::UnknownKey(_)) { 1 } else { behind_key + blanks };
            RecordError { line, column, fault }
        })?;
    }
    let at_end = |fault| RecordError { line: last, column: 1, fault };
    if keys.is_empty() {
        return Err(at_end(RecordFault::NotARecord));
    }
    if header.edition.is_empty() {
        return Err(at_end(RecordFault::MissingKey("Edition")));
    }
    header.drop_empty_entropy();
    header.check().map_err(at_end)?;
    Ok(header)
}

fn read_key(header: &mut Header, key: &str, value: &str) -> Result<(), RecordFault> {
    match key {
        "Trinta" if value == "1" => {}
        "Trinta" => return Err(RecordFault::Version(value.to_owned())),
        "Rules" => {
            let number = value.parse::<u32>().map_err(|_| UnknownRulesVersion(value.to_owned()))?;
            header.rules = number.try_into()?;
        }
        "Edition" => header.edition = value.to_owned(),
        "Settings" => {
            for setting in value.split(',') {
                let (name, value) = setting.split_once('=').ok_or(RecordFault::SettingForm)?;
                if header.settings.insert(name.trim().to_owned(), Value::read(value)).is_some() {
                    return Err(RecordFault::KeyTwice(name.trim().to_owned()));
                }
            }
        }
        "Date" => header.date = Some(value.to_owned()),
        "Commitment" => header.commitment = Some(value.parse::<Bytes32>()?),
        "Seed" => header.seed = Some(value.parse::<Bytes32>()?),
        "Aborted" => {
            header.aborted = value.split(',').map(str::parse).collect::<Result<Vec<_>, _>>()?;
        }
        "Lexicon" => header.lexicon = Some(read_list(value)?),
        "Theme" => header.theme = Some(read_list(value)?),
        _ => {
            match key.split_once(' ').map(|(word, seat)| (word, seat.parse::<char>().ok().and_then(Seat::from_letter)))
            {
                Some(("Player", Some(seat))) => {
                    if seat.index() != header.players.len() {
                        return Err(RecordFault::SeatOrder(key.to_owned()));
                    }
                    header.players.push(value.to_owned());
                }
                Some(("Entropy", Some(seat))) => {
                    if header.entropy.len() <= seat.index() {
                        header.entropy.resize(seat.index() + 1, Vec::new());
                    }
                    header.entropy[seat.index()] = entropy_from_hex(value)?;
                }
                Some(("Committed", Some(seat))) => {
                    if header.committed.len() <= seat.index() {
                        header.committed.resize(seat.index() + 1, None);
                    }
                    header.committed[seat.index()] = Some(value.parse::<Bytes32>()?);
                }
                _ => return Err(RecordFault::UnknownKey(key.to_owned())),
            }
        }
    }
    Ok(())
}

fn read_list(value: &str) -> Result<ListId, RecordFault> {
    let (name, sha256) = value.rsplit_once(' ').ok_or(RecordFault::ListForm)?;
    sha256.parse::<Bytes32>()?;
    Ok(ListId { name: name.trim().to_owned(), sha256: sha256.to_owned() })
}
