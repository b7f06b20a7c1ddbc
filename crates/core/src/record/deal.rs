//! Deals that came to nothing before the one of a record.

use std::fmt;
use std::str::FromStr;

use crate::record::error::RecordFault;
use crate::seat::Seat;
use crate::shuffle::Bytes32;

/// What a deal waits for from the players, before the tiles are shuffled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum DealStage {
    /// For commitments to their entropy.
    Commit,
    /// For the entropy itself: all commitments are known.
    Reveal,
}

/// A deal that ended before the tiles were shuffled, because something of a player did not come in time.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct AbortedDeal {
    /// The commitment to the seed of that deal, which was not used.
    pub commitment: Bytes32,
    /// The stage in which it ended.
    pub stage: DealStage,
    /// The seats from which it was missing; none: the server itself gave the deal up.
    pub missing: Vec<Seat>,
}

impl fmt::Display for DealStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DealStage::Commit => "commit",
            DealStage::Reveal => "reveal",
        })
    }
}

impl fmt::Display for AbortedDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.commitment, self.stage)?;
        self.missing.iter().try_for_each(|seat| write!(f, " {seat}"))
    }
}

impl FromStr for AbortedDeal {
    type Err = RecordFault;

    fn from_str(text: &str) -> Result<AbortedDeal, RecordFault> {
        let mut words = text.split_whitespace();
        let commitment = words.next().ok_or(RecordFault::AbortedForm)?.parse()?;
        let stage = match words.next() {
            Some("commit") => DealStage::Commit,
            Some("reveal") => DealStage::Reveal,
            _ => return Err(RecordFault::AbortedForm),
        };
        let seat = |word: &str| word.parse::<char>().ok().and_then(Seat::from_letter).ok_or(RecordFault::AbortedForm);
        let missing = words.map(seat).collect::<Result<Vec<_>, _>>()?;
        Ok(AbortedDeal { commitment, stage, missing })
    }
}
