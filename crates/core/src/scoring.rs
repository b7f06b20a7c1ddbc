//! The scores of a finished game (N21 to N24, W10, W11).

use crate::edition::{Family, Pushed, Settings, Unopened};
use crate::score::Score;
use crate::seat::Seat;
use crate::tiles::Tiles;

/// N23: a rack that never opened and could not have.
const COULD_NOT_OPEN_POINTS: u32 = 100;
/// N23: a rack that never opened and could have.
const COULD_HAVE_OPENED_POINTS: u32 = 200;
/// F12: a rack pushed over on purpose so that it can't be counted.
const PUSHED_RACK_POINTS: u32 = 200;

/// The kind of ending that scoring distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Somebody emptied the rack (N21).
    Out,
    /// Nobody did, and the lowest rack wins (N22).
    Pool,
}

/// What is left on a rack at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left<'a> {
    /// These tiles.
    Tiles(&'a Tiles),
    /// Tiles that add up to this ([`rack_total`]).
    Sum(u32),
    /// Something that nobody wrote down: of a rack that was pushed over (F12), or that costs 100 or 200 (N23).
    Unknown,
}

impl Left<'_> {
    fn is_empty(self) -> bool {
        match self {
            Left::Tiles(tiles) => tiles.is_empty(),
            Left::Sum(sum) => sum == 0,
            Left::Unknown => false,
        }
    }
}

/// A rack at the end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalRack<'a> {
    /// What is left on it.
    pub left: Left<'a>,
    /// Whether the player has opened.
    pub opened: bool,
    /// Whether an unopened player could have opened (N23), if [`asks_could_open`] says that it counts.
    pub could_open: Option<bool>,
    /// Whether the rack was pushed over on purpose (F12).
    pub pushed: bool,
    /// The points of the player's turns (W9, play A only).
    pub points: u32,
}

/// Racks that do not fit the end of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScoringError {
    /// Somebody is out, but no rack is empty, or several are.
    #[error("the game ended with somebody out, so just one rack is empty, not {0}")]
    NotOneOut(usize),
    /// Nobody is out, but a rack is empty.
    #[error("nobody is out, but rack {} is empty", .0.index() + 1)]
    SomebodyOut(Seat),
    /// A pushed rack where the rules have no price for it (F12).
    #[error("rack {}: these rules have no price for a rack that was pushed over; `school` has one (F12)", .0.index() + 1)]
    NoPriceForPushing(Seat),
    /// What is left on a rack counts, but was not written down.
    #[error("rack {}: what is left on it counts, but is not known", .0.index() + 1)]
    Unknown(Seat),
    /// Every rack was pushed over (F12).
    #[error("every rack was pushed over, so nobody can win")]
    AllPushed,
}

/// Whether scoring needs to know if an unopened rack could have opened (N23).
#[must_use]
pub fn asks_could_open(settings: &Settings, ending: Ending) -> bool {
    match settings.numbers().map(|rules| rules.unopened) {
        Some(Unopened::Fixed(_)) => ending == Ending::Out,
        Some(Unopened::FixedAlways(_)) => true,
        Some(Unopened::RackSum) | None => false,
    }
}

/// The scores of a finished game; all who share the highest have won it (N25).
///
/// # Errors
/// If the racks do not fit the ending.
pub fn score_game(settings: &Settings, ending: Ending, racks: &[FinalRack<'_>]) -> Result<Vec<Score>, ScoringError> {
    let priced = settings.numbers().is_some_and(|rules| rules.pushed == Pushed::Fixed);
    if let Some(seat) = racks.iter().position(|rack| rack.pushed).filter(|_| !priced) {
        return Err(ScoringError::NoPriceForPushing(Seat::at(seat)));
    }
    if settings.is_play_a() {
        return racks.iter().enumerate().map(|(seat, rack)| score_play_a(settings, seat, rack)).collect();
    }
    // F12: who pushed the rack over is not out, whatever was on it.
    let is_out = |seat: &usize| racks[*seat].left.is_empty() && !racks[*seat].pushed;
    let empty: Vec<usize> = (0..racks.len()).filter(is_out).collect();
    let losses = racks.iter().enumerate().map(|(seat, rack)| loss(settings, ending, seat, rack));
    let losses: Vec<u32> = losses.collect::<Result<_, _>>()?;
    match ending {
        Ending::Out => match empty.as_slice() {
            [winner] => Ok(settle(&losses, &[*winner], 0, racks)),
            _ => Err(ScoringError::NotOneOut(empty.len())),
        },
        Ending::Pool => {
            if let Some(&seat) = empty.first() {
                return Err(ScoringError::SomebodyOut(Seat::at(seat)));
            }
            let standing = || (0..racks.len()).filter(|&seat| !racks[seat].pushed);
            let lowest = standing().map(|seat| losses[seat]).min().ok_or(ScoringError::AllPushed)?;
            let winners: Vec<usize> = standing().filter(|&seat| losses[seat] == lowest).collect();
            Ok(settle(&losses, &winners, lowest, racks))
        }
    }
}

/// The seats that share the highest score, who have all won the game (N25).
#[must_use]
pub fn winners(scores: &[Score]) -> Vec<Seat> {
    let highest = scores.iter().max();
    (0..scores.len()).filter(|&seat| Some(&scores[seat]) == highest).map(Seat::at).collect()
}

/// N21, N22: each loser pays the loss beyond the winners' own, the winners share what is paid.
fn settle(losses: &[u32], winners: &[usize], winners_loss: u32, racks: &[FinalRack<'_>]) -> Vec<Score> {
    let paid = |seat: usize| {
        // F12: a pushed rack pays in full.
        let off = if racks[seat].pushed { 0 } else { winners_loss };
        Score::whole(i64::from(losses[seat]) - i64::from(off))
    };
    let losers = |seat: &usize| !winners.contains(seat);
    let pot: Score = (0..losses.len()).filter(losers).map(paid).sum();
    let share = pot.shared_by(winners.len());
    (0..losses.len()).map(|seat| if losers(&seat) { -paid(seat) } else { share }).collect()
}

/// The points that a rack costs its player.
fn loss(settings: &Settings, ending: Ending, seat: usize, rack: &FinalRack<'_>) -> Result<u32, ScoringError> {
    if rack.pushed {
        return Ok(PUSHED_RACK_POINTS);
    }
    match (&settings.family, rack.could_open, rack.left) {
        (Family::Numbers(rules), Some(could), _) if rules.must_open() && !rack.opened => {
            debug_assert!(asks_could_open(settings, ending));
            Ok(if could { COULD_HAVE_OPENED_POINTS } else { COULD_NOT_OPEN_POINTS })
        }
        (_, _, Left::Tiles(tiles)) => Ok(rack_total(settings, tiles)),
        (_, _, Left::Sum(sum)) => Ok(sum),
        (_, _, Left::Unknown) => Err(ScoringError::Unknown(Seat::at(seat))),
    }
}

/// The penalty for tiles left on a rack: their numbers, or 1 for each letter, and the price of the edition for each
/// joker (N21, W11).
///
/// ```
/// use trinta_core::Settings;
/// use trinta_core::scoring::rack_total;
///
/// let settings = Settings::edition("hk").unwrap();
/// assert_eq!(rack_total(&settings, &"k13 r2 *".parse()?), 45);
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[must_use]
pub fn rack_total(settings: &Settings, tiles: &Tiles) -> u32 {
    let jokers = tiles.jokers() as u32;
    let others = match settings.family {
        Family::Numbers(_) => tiles.value(),
        Family::Words(_) => tiles.len() as u32 - jokers,
    };
    others + jokers * settings.joker_left
}

/// W9, W10: the points of the turns, less what jokers on the rack cost.
fn score_play_a(settings: &Settings, seat: usize, rack: &FinalRack<'_>) -> Result<Score, ScoringError> {
    let Left::Tiles(tiles) = rack.left else { return Err(ScoringError::Unknown(Seat::at(seat))) };
    let jokers = tiles.jokers() as i64 * i64::from(settings.joker_left);
    Ok(Score::whole(i64::from(rack.points) - jokers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn n23_what_an_opened_rack_could_have_done_does_not_count() {
        let settings = Settings::edition("school").unwrap();
        let tiles = ["", "r10 b10 k10"].map(|text| text.parse::<Tiles>().unwrap());
        let racks = tiles.each_ref().map(|tiles| FinalRack {
            left: Left::Tiles(tiles),
            opened: true,
            could_open: Some(true),
            pushed: false,
            points: 0,
        });
        assert_eq!(score_game(&settings, Ending::Out, &racks), Ok([30, -30].map(Score::whole).to_vec()));
    }

    #[test]
    fn f12_a_pushed_rack_whose_tiles_nobody_knows_is_not_out() {
        let settings = Settings::edition("school").unwrap();
        let tiles = ["", "", "r10", "b7"].map(|text| text.parse::<Tiles>().unwrap());
        let racks: Vec<FinalRack<'_>> = tiles
            .iter()
            .enumerate()
            .map(|(seat, tiles)| FinalRack {
                left: if seat == 1 { Left::Unknown } else { Left::Tiles(tiles) },
                opened: true,
                could_open: None,
                pushed: seat == 1,
                points: 0,
            })
            .collect();
        let scores = score_game(&settings, Ending::Out, &racks).unwrap();
        assert_eq!(scores, [217, -200, -10, -7].map(Score::whole));
        let scores = score_game(&settings, Ending::Pool, &racks[1..]).unwrap();
        assert_eq!(scores, [-200, -3, 203].map(Score::whole));
    }

    #[test]
    fn n21_a_sum_counts_as_the_tiles_that_it_is_the_sum_of() {
        let settings = Settings::edition("school").unwrap();
        let tiles = ["", "r10 *", "b7"].map(|text| text.parse::<Tiles>().unwrap());
        let rack = |left| FinalRack { left, opened: true, could_open: None, pushed: false, points: 0 };
        let by_tiles = tiles.each_ref().map(|tiles| rack(Left::Tiles(tiles)));
        let by_sums = [0, 40, 7].map(|sum| rack(Left::Sum(sum)));
        let scores = score_game(&settings, Ending::Out, &by_sums);
        assert_eq!(scores, score_game(&settings, Ending::Out, &by_tiles));
        assert_eq!(scores, Ok([47, -40, -7].map(Score::whole).to_vec()));
        let unknown = [rack(Left::Sum(0)), rack(Left::Unknown)];
        assert_eq!(score_game(&settings, Ending::Out, &unknown), Err(ScoringError::Unknown(Seat(1))));
    }
}
