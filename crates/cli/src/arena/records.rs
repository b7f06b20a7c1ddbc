//! The records of the games, one file each.

use std::fs;
use std::path::{Path, PathBuf};

use trinta_core::edition::EDITIONS;
use trinta_core::record::{Header, Record, to_text};
use trinta_core::shuffle::commitment;

use crate::arena::plan::ArenaPlan;
use crate::arena::workers::Group;
use crate::failure::Failure;

/// The folder of the records, and what their headers have in common.
pub(super) struct RecordFolder<'a> {
    folder: PathBuf,
    plan: &'a ArenaPlan,
    header: Header,
}

impl RecordFolder<'_> {
    pub(super) fn new<'a>(folder: &Path, plan: &'a ArenaPlan) -> Result<RecordFolder<'a>, Failure> {
        let edition = plan.setup.settings().edition.clone();
        if !EDITIONS.contains(&edition.as_str()) {
            return Err(Failure::Input(format!(
                "a record can't name the edition file {edition}; for --records use {} and override its settings with --set",
                EDITIONS.join(", ")
            )));
        }
        fs::create_dir_all(folder).map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
        let header = Header {
            edition,
            settings: plan.overrides.clone(),
            lexicon: plan.words.as_ref().map(|words| words.list.clone()),
            theme: plan.words.as_ref().and_then(|words| words.theme.clone()),
            ..Header::default()
        };
        Ok(RecordFolder { folder: folder.to_owned(), plan, header })
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
