//! What people do at a table that is not in its log, and gone when the room is.

use trinta_core::Layout;
use trinta_table::wire::Votes;

use crate::room::chat::ChatLog;

/// Drafts, votes and chat.
pub(super) struct Transient {
    /// The play that each seat is making.
    pub(super) drafts: Vec<Option<Layout>>,
    pub(super) votes: Votes,
    pub(super) talk: ChatLog,
}

impl Transient {
    pub(super) fn new(seats: usize) -> Transient {
        Transient { drafts: vec![None; seats], votes: Votes::default(), talk: ChatLog::default() }
    }
}
