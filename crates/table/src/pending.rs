//! A deal that is being prepared, as the log tells of it.

use trinta_core::record::{AbortedDeal, DealStage};
use trinta_core::shuffle::{Bytes32, Seed, commitment};
use trinta_time::Timestamp;

/// A deal that is being prepared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingDeal {
    /// The server's seed, secret until the game is over.
    pub(super) seed: Seed,
    /// What the deal waits for.
    pub stage: DealStage,
    /// Since when.
    pub since: Timestamp,
    /// The commitment of each seat to its entropy.
    pub commitments: Vec<Option<Bytes32>>,
    /// The entropy that each seat has revealed.
    pub entropy: Vec<Option<Bytes32>>,
    /// The deals of the same game that came to nothing before.
    pub aborted: Vec<AbortedDeal>,
}

impl PendingDeal {
    /// A deal for which nobody has committed to anything.
    pub(super) fn new(seed: Seed, since: Timestamp, seats: usize, aborted: Vec<AbortedDeal>) -> PendingDeal {
        let nothing = vec![None; seats];
        PendingDeal { seed, stage: DealStage::Commit, since, commitments: nothing.clone(), entropy: nothing, aborted }
    }

    /// The commitment to the seed, which is also the name of the deal.
    #[must_use]
    pub fn id(&self) -> Bytes32 {
        commitment(&self.seed)
    }

    /// The entropy of each seat as the shuffle takes it: empty where there is none.
    pub(super) fn shuffled_entropy(&self) -> Vec<Vec<u8>> {
        self.entropy.iter().map(|entropy| entropy.map_or_else(Vec::new, |bytes| bytes.0.to_vec())).collect()
    }

    /// The commitments that count: not those of people who all left before anybody was asked for entropy.
    pub(super) fn kept_commitments(&self) -> Vec<Option<Bytes32>> {
        self.commitments
            .iter()
            .zip(&self.entropy)
            .map(|(commitment, entropy)| commitment.filter(|_| entropy.is_some()))
            .collect()
    }

    /// The number of deals that were aborted when all commitments were known.
    pub(super) fn aborted_reveals(&self) -> usize {
        self.aborted.iter().filter(|deal| deal.stage == DealStage::Reveal).count()
    }
}

/// What deals of logs from before players committed to their entropy were made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EarlyDeal {
    pub(super) seed: Option<Seed>,
    pub(super) entropy: Vec<Vec<u8>>,
}

impl EarlyDeal {
    pub(super) fn new(seats: usize) -> EarlyDeal {
        EarlyDeal { seed: None, entropy: vec![Vec::new(); seats] }
    }
}
