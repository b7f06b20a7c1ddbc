//! What people do at a table that is not in its log. Drafts and votes are kept as values beside it, so that they survive a
//! restart; chat is gone when the room is.

use std::time::Duration;

use trinta_core::{Layout, Seat};
use trinta_store::{LogId, Put, Store, StoreError};
use trinta_table::wire::Votes;
use trinta_table::{Refusal, Table};
use trinta_time::Timestamp;

use crate::keys;
use crate::room::chat::ChatLog;
use crate::room::registry::not_stored;
use crate::room::{Registry, Room};
use crate::stored::{Stored, StoredDraft, StoredVotes};

/// The least time between two times at which the draft of a table is stored.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// Drafts, votes and chat.
pub(super) struct Transient {
    /// The play that each seat is making.
    drafts: Vec<Option<Layout>>,
    pub(super) votes: Votes,
    pub(super) talk: ChatLog,
    /// When the draft that has changed is to be stored; none: it is stored as it is.
    draft_due: Option<Timestamp>,
    /// When votes that were withdrawn are to be stored; none: they are stored as they are.
    votes_due: Option<Timestamp>,
    saved_at: Timestamp,
}

impl Transient {
    /// What was kept of a table. What is damaged, or from a newer server, is as if it had not been kept.
    pub(super) async fn load(registry: &Registry, id: &LogId, table: &Table) -> Result<Transient, StoreError> {
        let votes = read::<StoredVotes>(&**registry.store(), &keys::votes(id)).await?.unwrap_or_default();
        let draft = read::<StoredDraft>(&**registry.store(), &keys::draft(id)).await?;
        let mut transient = Transient {
            drafts: vec![None; usize::from(table.plan().players)],
            votes: votes.into(),
            talk: ChatLog::default(),
            draft_due: None,
            votes_due: None,
            saved_at: Timestamp::EPOCH,
        };
        let current = table.running();
        let is_current = |draft: &StoredDraft| {
            current.is_some_and(|current| current.touched == draft.version && current.game.turn() == Some(draft.seat))
        };
        if let Some(StoredDraft { seat, table, .. }) = draft.filter(is_current)
            && let Some(kept) = transient.drafts.get_mut(seat.index())
        {
            *kept = Some(table);
        }
        Ok(transient)
    }

    /// The play that a seat is making.
    pub(super) fn draft(&self, seat: Seat) -> Option<&Layout> {
        self.drafts.get(seat.index())?.as_ref()
    }

    pub(super) fn set_draft(&mut self, seat: Seat, draft: Option<Layout>, now: Timestamp) {
        if let Some(kept) = self.drafts.get_mut(seat.index()).filter(|kept| **kept != draft) {
            *kept = draft;
            self.draft_due.get_or_insert(now.max(self.saved_at + SAVE_INTERVAL));
        }
    }

    /// A move was made: what was being made before is of no use any more, and neither is what is stored of it.
    pub(super) fn forget_drafts(&mut self) {
        self.drafts.iter_mut().for_each(|draft| *draft = None);
        self.draft_due = None;
    }

    /// A seat withdraws its votes.
    pub(super) fn withdraw_votes(&mut self, seat: Seat, now: Timestamp) {
        let Votes { pause, rematch, ready } = &mut self.votes;
        for votes in [pause, rematch, ready] {
            let before = votes.len();
            votes.retain(|other| *other != seat);
            if votes.len() != before {
                self.votes_due.get_or_insert(now.max(self.saved_at + SAVE_INTERVAL));
            }
        }
    }

    /// When something is to be stored.
    pub(super) fn next_save(&self) -> Option<Timestamp> {
        [self.draft_due, self.votes_due].into_iter().flatten().min()
    }
}

async fn read<T: Stored>(store: &dyn Store, key: &trinta_store::Key) -> Result<Option<T>, StoreError> {
    match store.get(key).await {
        Ok(value) => Ok(value.and_then(|value| T::read(&value).ok())),
        Err(StoreError::DamagedValue { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Room {
    /// Stores what has changed since it was last stored. If that fails, it is tried again.
    pub(super) async fn save_transient(&mut self) {
        let now = self.now();
        let draft = self.transient.draft_due.is_some().then(|| self.put_draft());
        let votes = self.transient.votes_due.is_some().then(|| self.put_votes());
        let puts: Vec<Put> = draft.into_iter().chain(votes).collect();
        if puts.is_empty() {
            return;
        }
        self.transient.saved_at = now;
        match self.registry.store().put(puts).await {
            Ok(()) => (self.transient.draft_due, self.transient.votes_due) = (None, None),
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "drafts and votes were not stored");
                let later = Some(now + SAVE_INTERVAL);
                self.transient.draft_due = self.transient.draft_due.and(later);
                self.transient.votes_due = self.transient.votes_due.and(later);
            }
        }
    }

    /// Stores the votes as they are now.
    pub(super) async fn save_votes(&mut self) -> Result<(), Refusal> {
        let put = self.put_votes();
        self.registry.store().put(vec![put]).await.map_err(|error| not_stored(&error))?;
        self.transient.votes_due = None;
        Ok(())
    }

    fn put_votes(&self) -> Put {
        let key = keys::votes(&self.id);
        match &self.transient.votes {
            none if *none == Votes::default() => Put::remove(key),
            votes => Put::set(key, StoredVotes::from(votes).write()),
        }
    }

    fn put_draft(&self) -> Put {
        let key = keys::draft(&self.id);
        let draft = self.table.running().and_then(|current| {
            let seat = current.game.turn()?;
            let table = self.transient.draft(seat)?.clone();
            Some(StoredDraft { version: current.touched, seat, table })
        });
        match draft {
            Some(draft) => Put::set(key, draft.write()),
            None => Put::remove(key),
        }
    }
}
