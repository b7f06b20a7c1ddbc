//! The part of a client in a deal: it commits to entropy, and reveals it once all commitments are known.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use trinta_core::record::DealStage;
use trinta_core::shuffle::{Bytes32, entropy_commitment};
use trinta_table::wire::{Action, ClientMessage, DealView, SeenTableEvent, ServerMessage};

/// The entropy that a client has chosen for deals that are being prepared. Connections of the same client share it, so
/// that one that is opened later can reveal what another has committed to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Secrets(Arc<Mutex<HashMap<Bytes32, Bytes32>>>);

impl Secrets {
    fn of(&self, deal: Bytes32) -> Option<Bytes32> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&deal).copied()
    }

    fn choose(&self, deal: Bytes32, fresh: Bytes32) -> Bytes32 {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(deal).or_insert(fresh)
    }

    fn forget(&self, deal: Bytes32) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&deal);
    }
}

/// What one connection does in deals.
pub(crate) struct Participant {
    secrets: Secrets,
    /// Where fresh entropy comes from.
    fresh: fn() -> Bytes32,
    seated: bool,
    deal: Option<Bytes32>,
    /// The ids of the commands that it has sent, whose answers are for nobody else.
    sent: Vec<String>,
}

impl Participant {
    pub(crate) fn new(secrets: Secrets, fresh: fn() -> Bytes32) -> Participant {
        Participant { secrets, fresh, seated: false, deal: None, sent: Vec::new() }
    }

    /// Whether a message may concern a deal. Most do not, and need not be parsed here.
    pub(crate) fn may_concern(text: &str) -> bool {
        ["\"deal\"", "\"game-begun\"", "\"type\":\"done\"", "\"type\":\"refused\""]
            .iter()
            .any(|part| text.contains(part))
    }

    /// Whether a message answers a command of this participant.
    pub(crate) fn answers(&mut self, message: &ServerMessage) -> bool {
        let (ServerMessage::Done { id, .. } | ServerMessage::Refused { id: Some(id), .. }) = message else {
            return false;
        };
        let sent = self.sent.iter().position(|own| own == id);
        sent.map(|index| self.sent.swap_remove(index)).is_some()
    }

    /// What to send after a message.
    pub(crate) fn respond(&mut self, message: &ServerMessage) -> Vec<ClientMessage> {
        let actions: Vec<Action> = match message {
            ServerMessage::Welcome { you, state, .. } => {
                self.seated = you.seat.is_some();
                state.as_ref().and_then(|state| self.join(state.deal.as_ref()?)).into_iter().collect()
            }
            ServerMessage::View { state, .. } => {
                state.deal.as_ref().and_then(|deal| self.join(deal)).into_iter().collect()
            }
            ServerMessage::Happened { events, .. } => events.iter().filter_map(|event| self.follow(event)).collect(),
            _ => Vec::new(),
        };
        actions.into_iter().map(|action| self.command(action)).collect()
    }

    fn join(&mut self, view: &DealView) -> Option<Action> {
        let deal: Bytes32 = view.deal.parse().ok()?;
        match view.stage {
            DealStage::Commit => self.commit(deal),
            DealStage::Reveal => self.reveal(deal, &view.commitments),
        }
    }

    fn follow(&mut self, event: &SeenTableEvent) -> Option<Action> {
        match event {
            SeenTableEvent::DealAnnounced { deal, .. } => self.commit(deal.parse().ok()?),
            SeenTableEvent::DealAborted { deal, next, .. } => {
                self.secrets.forget(deal.parse().ok()?);
                self.commit(next.as_ref()?.parse().ok()?)
            }
            SeenTableEvent::CommitmentsClosed { deal, commitments } => self.reveal(deal.parse().ok()?, commitments),
            SeenTableEvent::GameBegun => {
                self.secrets.forget(self.deal.take()?);
                None
            }
            _ => None,
        }
    }

    fn commit(&mut self, deal: Bytes32) -> Option<Action> {
        self.deal = Some(deal);
        let entropy = self.seated.then(|| self.secrets.choose(deal, (self.fresh)()))?;
        Some(Action::CommitEntropy { deal, commitment: entropy_commitment(&deal, &entropy.0) })
    }

    /// Reveals the entropy if the commitment to it is among those that everybody sees.
    fn reveal(&mut self, deal: Bytes32, commitments: &[Option<String>]) -> Option<Action> {
        self.deal = Some(deal);
        let entropy = self.secrets.of(deal).filter(|_| self.seated)?;
        let own = entropy_commitment(&deal, &entropy.0).to_string();
        let committed = commitments.iter().flatten().any(|commitment| *commitment == own);
        committed.then_some(Action::RevealEntropy { deal, entropy })
    }

    fn command(&mut self, action: Action) -> ClientMessage {
        // The same for all connections of a player: what one of them has sent already, the others do not send again.
        let (what, deal) = match &action {
            Action::RevealEntropy { deal, .. } => ("r", *deal),
            Action::CommitEntropy { deal, .. } => ("c", *deal),
            _ => ("x", Bytes32([0; 32])),
        };
        let id = format!("deal{what}{}", &deal.to_string()[..32]);
        self.sent.push(id.clone());
        ClientMessage::Command { id, version: 0, action }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEAL: Bytes32 = Bytes32([1; 32]);

    fn participant() -> Participant {
        Participant { seated: true, ..Participant::new(Secrets::default(), || Bytes32([7; 32])) }
    }

    fn announced(deal: Bytes32) -> SeenTableEvent {
        SeenTableEvent::DealAnnounced { deal: deal.to_string(), sits_out: Vec::new() }
    }

    fn closed(commitments: &[Option<Bytes32>]) -> SeenTableEvent {
        let commitments = commitments.iter().map(|bytes| bytes.map(|bytes| bytes.to_string())).collect();
        SeenTableEvent::CommitmentsClosed { deal: DEAL.to_string(), commitments }
    }

    #[test]
    fn entropy_is_revealed_only_when_its_commitment_is_among_those_that_all_see() {
        let mut one = participant();
        let own = entropy_commitment(&DEAL, &[7; 32]);
        assert_eq!(one.follow(&closed(&[Some(own)])), None, "nothing was committed to");
        assert_eq!(one.follow(&announced(DEAL)), Some(Action::CommitEntropy { deal: DEAL, commitment: own }));
        assert_eq!(one.follow(&closed(&[None, Some(Bytes32([9; 32]))])), None, "the own commitment was left out");
        let reveal = Action::RevealEntropy { deal: DEAL, entropy: Bytes32([7; 32]) };
        assert_eq!(one.follow(&closed(&[None, Some(own)])), Some(reveal.clone()));
        // Another connection of the same client goes on where this one stopped.
        let mut other = Participant { seated: true, ..Participant::new(one.secrets.clone(), || Bytes32([8; 32])) };
        assert_eq!(other.follow(&closed(&[Some(own)])), Some(reveal));
        other.deal = Some(DEAL);
        assert_eq!(other.follow(&SeenTableEvent::GameBegun), None);
        assert_eq!(one.secrets.of(DEAL), None, "what is used is forgotten");
    }

    #[test]
    fn whoever_watches_commits_to_nothing() {
        let mut eve = Participant { seated: false, ..participant() };
        assert_eq!(eve.follow(&announced(DEAL)), None);
    }
}
