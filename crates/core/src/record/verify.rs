//! Verifying a record: by the rules, the word list, and the seed and commitment of its shuffle.

use crate::game::{Aids, Game};
use crate::record::Record;
use crate::record::header::Header;
use crate::record::replay::{ReplayError, fold};
use crate::record::trust::{CheckedSearch, TrustedAnswers};
use crate::search::Search;
use crate::seat::Seat;
use crate::shuffle::{Bytes32, EntropyError, commitment, entropy_commitment};
use crate::spelling::Spelling;

/// The result of verifying a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The game as it ended.
    pub game: Game,
    /// What the record proves about its shuffle.
    pub shuffle: ShuffleProof,
    /// Whether every word was looked up in the list that the record names.
    pub spelling: bool,
}

/// What a record proves about its shuffle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShuffleProof {
    /// The seed and the entropy of every seat that added any fit their commitments, and the tiles came as they say.
    Joint {
        /// The number of seats that added entropy.
        seats: u8,
    },
    /// The seed fits the commitment, and the tiles came as it says.
    Committed,
    /// The tiles came as the seed says, but the record has no commitment.
    SeedOnly,
    /// The record has no seed, so nothing can be said.
    None,
}

/// A record that is not what it claims to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The seed is not the one that was committed to.
    #[error("the seed does not fit the commitment: its own is {of_seed}")]
    Commitment {
        /// The commitment of the seed in the record.
        of_seed: Bytes32,
    },
    /// The entropy of a seat is not what the seat committed to.
    #[error("the entropy of seat {0} does not fit its commitment")]
    EntropyCommitment(Seat),
    /// Entropy of a seat that committed to none, where others did.
    #[error("seat {0} added entropy without a commitment, so it may have been chosen after the others'")]
    UncommittedEntropy(Seat),
    /// Seats committed to their entropy, but not the server to its seed.
    #[error("the record has commitments of seats, but none of the seed")]
    UncommittedSeed,
    /// More entropy than a shuffle takes.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The rules, the word list or the shuffle give something else.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Redoes a game from its record: every step by the rules, the shuffle from the seed, every question by search.
///
/// Without a word list (`spelling`) the record is trusted for its words.
///
/// # Errors
/// The first thing that is not as the record says.
pub fn verify(record: &Record, search: &dyn Search, spelling: Option<&dyn Spelling>) -> Result<Verified, VerifyError> {
    let header = &record.header;
    if let (Some(seed), Some(committed)) = (&header.seed, &header.commitment) {
        let of_seed = commitment(seed);
        if of_seed != *committed {
            return Err(VerifyError::Commitment { of_seed });
        }
    }
    check_entropy(header)?;
    let shuffler = header.shuffler().transpose()?;
    let trust = TrustedAnswers::new(&record.events);
    let aids = Aids {
        search: &CheckedSearch { search, trust: &trust },
        spelling: spelling.unwrap_or(&trust),
        shuffle: match &shuffler {
            Some(shuffler) => shuffler,
            None => &trust,
        },
    };
    let game = fold(record, &aids, &trust)?;
    let shuffle = match (&header.seed, &header.commitment) {
        (Some(_), Some(_)) => match header.committed.iter().flatten().count() {
            0 => ShuffleProof::Committed,
            seats => ShuffleProof::Joint { seats: u8::try_from(seats).unwrap_or(u8::MAX) },
        },
        (Some(_), None) => ShuffleProof::SeedOnly,
        (None, _) => ShuffleProof::None,
    };
    Ok(Verified { game, shuffle, spelling: spelling.is_some() })
}

/// Checks the entropy of each seat against its commitment. Records of games that were dealt without commitments of
/// players have none, and nothing to check.
fn check_entropy(header: &Header) -> Result<(), VerifyError> {
    if header.committed.is_empty() {
        return Ok(());
    }
    let deal = header.commitment.as_ref().ok_or(VerifyError::UncommittedSeed)?;
    for seat in (0..header.players.len()).map(Seat::at) {
        let entropy = header.entropy.get(seat.index()).map_or(&[][..], Vec::as_slice);
        match header.committed.get(seat.index()).copied().flatten() {
            Some(committed) if entropy_commitment(deal, entropy) != committed => {
                return Err(VerifyError::EntropyCommitment(seat));
            }
            None if !entropy.is_empty() => return Err(VerifyError::UncommittedEntropy(seat)),
            _ => {}
        }
    }
    Ok(())
}
