//! The records of the games, one file each.

use std::fs;
use std::path::{Path, PathBuf};

use trinta_core::edition::EDITIONS;
use trinta_core::record::{Header, ListId, Record, to_text};
use trinta_core::shuffle::commitment;

use crate::arena::crew::Group;
use crate::arena::plan::Plan;
use crate::failure::Failure;

/// The folder, and what every record begins with.
pub(super) struct Shelf<'a> {
    folder: PathBuf,
    plan: &'a Plan,
    header: Header,
}

impl Shelf<'_> {
    pub(super) fn new<'a>(folder: &Path, plan: &'a Plan) -> Result<Shelf<'a>, Failure> {
        let edition = plan.setup.settings().edition.clone();
        if !EDITIONS.contains(&edition.as_str()) {
            return Err(Failure::Input(format!(
                "a record names its edition, and {edition} is a file: for --records take {} and change it with --set",
                EDITIONS.join(", ")
            )));
        }
        fs::create_dir_all(folder).map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
        let list = |list| Some(ListId::from(list));
        let header = Header {
            edition,
            settings: plan.overrides.clone(),
            lexicon: plan.words.as_ref().and_then(|words| list(words.dictionary.lexicon())),
            theme: plan.words.as_ref().and_then(|words| words.dictionary.theme().and_then(list)),
            ..Header::default()
        };
        Ok(Shelf { folder: folder.to_owned(), plan, header })
    }

    /// Writes the games of a group: `00012-a.trinta`, `00012-b.trinta` and so on.
    pub(super) fn write(&self, number: u64, group: &Group) -> Result<(), Failure> {
        for (way, (result, events)) in group.results.iter().zip(&group.events).enumerate() {
            let header = Header {
                players: result.seats.iter().map(|&bot| self.plan.bots[bot].to_string()).collect(),
                commitment: Some(commitment(&group.seed)),
                seed: Some(group.seed),
                ..self.header.clone()
            };
            let path = self.folder.join(format!("{:05}-{}.trinta", number + 1, char::from(b'a' + way as u8)));
            let text = to_text(&Record { header, events: events.clone() });
            fs::write(&path, text).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        }
        Ok(())
    }
}
