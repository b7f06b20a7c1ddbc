//! `export`: the lists of a tournament for spreadsheets and programs.

use std::io::{self, Write as _};

use trinta_tournament::{Listing, export};

use crate::failure::Failure;
use crate::output::write_json;
use crate::tournament::desk::args::ExportArgs;
use crate::tournament::desk::session::{read_log, tournament};

pub(super) fn run(args: &ExportArgs) -> Result<(), Failure> {
    let log = read_log(&args.file.path)?;
    let tournament = tournament(&log)?;
    let mut out = io::stdout().lock();
    let list = args.list.map(Into::into);
    if let (Some(list), true) = (list, args.csv) {
        if args.bom {
            out.write_all(b"\xef\xbb\xbf")?;
        }
        let csv = Listing::of(list, tournament).to_csv(char::from(args.separator.byte()));
        return Ok(out.write_all(csv.as_bytes())?);
    }
    Ok(write_json(&mut out, &export(tournament, list))?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use trinta_tournament::{List, Log};

    use super::*;
    use crate::tournament::desk::import::read_list;

    fn log_of(people: &[(String, Option<String>)]) -> Log {
        let mut log = Log::default();
        let mut say = |command: Value| {
            let reply = log.answer(&command.to_string(), || "00".parse().unwrap());
            assert!(reply.entry.is_some(), "{:?}", reply.answer);
        };
        say(json!({"do": "new", "title": "t", "date": "2027-01-01", "set": {"capacity": 3}}));
        let players: Vec<Value> = people.iter().map(|(name, school)| json!({"name": name, "school": school})).collect();
        say(json!({"do": "add", "players": players}));
        log
    }

    proptest! {
        #[test]
        fn what_is_exported_is_imported_again(
            people in proptest::collection::vec(
                ("[-=+@'\"a-z;,陳 ]{0,8}|\\PC{1,12}", proptest::option::of("[-=+@'\"a-z;,陳 ]{0,8}|\\PC{1,12}")),
                1..8
            ),
            separator in prop_oneof![Just(b','), Just(b';'), Just(b'\t')],
        ) {
            // Names as an import leaves them: trimmed, not blank.
            let clean = |text: &String| text.trim().to_owned();
            let people: Vec<(String, Option<String>)> = people
                .iter()
                .map(|(name, school)| (clean(name), school.as_ref().map(clean).filter(|school| !school.is_empty())))
                .filter(|(name, _)| !name.is_empty())
                .collect();
            prop_assume!(!people.is_empty());
            let log = log_of(&people);
            let csv = Listing::of(List::Players, log.tournament().unwrap()).to_csv(char::from(separator));
            let read = read_list(csv.as_bytes(), Some(separator)).unwrap();
            let read: Vec<_> = read.players.into_iter().map(|(_, player)| (player.name, player.school)).collect();
            prop_assert_eq!(read, people);
        }
    }
}
