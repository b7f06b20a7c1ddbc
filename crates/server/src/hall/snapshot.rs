//! A tournament as it was after an entry, and the texts of its views, each made once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use trinta_tournament::{Tournament, Viewer};

use crate::hall::message::HallViewer;
use crate::hall::rights::sight;

/// A tournament at a point of its log.
#[derive(Debug)]
pub struct Snapshot {
    /// How many entries the log has.
    pub seq: u64,
    /// The tournament.
    pub tournament: Tournament,
    texts: Mutex<HashMap<Sight, Arc<OnceLock<Arc<str>>>>>,
}

/// A viewer as a key: those who see the same share one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Sight {
    Organiser,
    HeadJudge,
    Judge(u32),
    Staff,
    Player(u32),
    Public,
}

impl From<Viewer> for Sight {
    fn from(viewer: Viewer) -> Sight {
        match viewer {
            Viewer::Organiser => Sight::Organiser,
            Viewer::HeadJudge => Sight::HeadJudge,
            Viewer::Judge { table } => Sight::Judge(table),
            Viewer::Staff => Sight::Staff,
            Viewer::Player { number } => Sight::Player(number.0),
            Viewer::Public => Sight::Public,
        }
    }
}

impl Snapshot {
    /// A tournament after this many entries.
    #[must_use]
    pub fn new(seq: u64, tournament: Tournament) -> Snapshot {
        Snapshot { seq, tournament, texts: Mutex::default() }
    }

    /// What a viewer sees, as JSON.
    #[must_use]
    pub fn view(&self, viewer: HallViewer) -> Arc<str> {
        let viewer = sight(viewer, &self.tournament);
        let text = {
            let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
            texts.entry(Sight::from(viewer)).or_default().clone()
        };
        let make = || {
            let view = serde_json::to_string(&self.tournament.view(&viewer));
            view.unwrap_or_else(|_| unreachable!("views have plain keys")).into()
        };
        text.get_or_init(make).clone()
    }
}
