//! The results of many games: for each bot, for each pair of bots, and whether they are conclusive.

use trinta_ratings::Ratings;

use crate::arena::game::{Finished, SeatReport};
use crate::arena::interval::Sample;
use crate::arena::sequential::{BettingTest, Verdict};

/// The result of one game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameResult {
    /// The index of the bot at each seat.
    pub seats: Vec<usize>,
    /// The score of each seat.
    pub scores: Vec<f64>,
    /// The share of the victory of each seat.
    pub wins: Vec<f64>,
    /// The report of each seat.
    pub reports: Vec<SeatReport>,
    /// The seat that started.
    pub starter: usize,
}

impl GameResult {
    /// The result of a finished game with these bots at the seats.
    #[must_use]
    pub fn new(seats: Vec<usize>, finished: &Finished) -> GameResult {
        let outcome = &finished.outcome;
        let share = 1.0 / outcome.winners.len().max(1) as f64;
        let won = |seat| outcome.winners.iter().any(|winner| winner.index() == seat);
        GameResult {
            wins: (0..seats.len()).map(|seat| if won(seat) { share } else { 0.0 }).collect(),
            scores: outcome.scores.iter().map(|score| score.approximate()).collect(),
            reports: finished.seats.clone(),
            starter: finished.starter.index(),
            seats,
        }
    }
}

/// The results of one bot.
#[derive(Debug, Clone, Default)]
pub struct BotTally {
    /// The number of seats over all games.
    pub seats: u64,
    /// Games won; a shared victory counts in part.
    pub wins: f64,
    /// The share of the victory per game, one number per group.
    pub win_rate: Sample,
    /// The score per game, one number per group.
    pub score: Sample,
    /// The reports of all seats together.
    pub report: SeatReport,
}

/// The results of one bot against another.
#[derive(Debug, Clone)]
pub struct PairTally {
    /// The indices of the bots.
    pub bots: (usize, usize),
    /// How often the first bot scored more than the second, draws counting as half; one number per group.
    pub ahead: Sample,
    bet: BettingTest,
}

impl PairTally {
    /// Whether the first bot is better (above) or worse (below) than the second.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.bet.verdict()
    }
}

/// The results of many games.
#[derive(Debug, Clone)]
pub struct Tally {
    /// The results of each bot.
    pub bots: Vec<BotTally>,
    /// The results of each pair of bots that can meet.
    pub pairs: Vec<PairTally>,
    /// The share of the victory of the player who starts, the one who comes second and so on, one number per group:
    /// whether the order of turns matters.
    pub turn_order: Vec<Sample>,
    /// The ratings of all bots.
    pub ratings: Ratings,
    /// The number of games.
    pub games: u64,
    /// The number of mirrored groups.
    pub groups: u64,
}

/// The probability that the verdict on any pair is wrong, over all pairs together.
const FAMILY_ERROR: f64 = 0.05;

impl Tally {
    /// An empty tally for this many bots, of which these pairs meet.
    #[must_use]
    pub fn new(bots: usize, pairs: &[(usize, usize)]) -> Tally {
        let error = FAMILY_ERROR / pairs.len().max(1) as f64;
        let pair =
            |&bots: &(usize, usize)| PairTally { bots, ahead: Sample::default(), bet: BettingTest::new(0.5, error) };
        Tally {
            bots: vec![BotTally::default(); bots],
            pairs: pairs.iter().map(pair).collect(),
            turn_order: Vec::new(),
            ratings: Ratings::new(bots),
            games: 0,
            groups: 0,
        }
    }

    /// Adds the games of one mirrored group. Groups are added in their order, so that ratings and verdicts don't depend
    /// on which thread finishes first.
    pub fn add(&mut self, group: &[GameResult]) {
        self.groups += 1;
        self.games += group.len() as u64;
        for (number, bot) in self.bots.iter_mut().enumerate() {
            let (mut seats, mut wins, mut score) = (0_u64, 0.0, 0.0);
            for game in group {
                for seat in (0..game.seats.len()).filter(|&seat| game.seats[seat] == number) {
                    seats += 1;
                    wins += game.wins[seat];
                    score += game.scores[seat];
                    bot.report.add(&game.reports[seat]);
                }
            }
            if seats > 0 {
                bot.seats += seats;
                bot.wins += wins;
                bot.win_rate.add(wins / seats as f64);
                bot.score.add(score / seats as f64);
            }
        }
        for pair in &mut self.pairs {
            if let Some(ahead) = share_ahead(group, pair.bots) {
                pair.ahead.add(ahead);
                pair.bet.add(ahead);
            }
        }
        let players = group.iter().map(|game| game.seats.len()).max().unwrap_or(0);
        self.turn_order.resize_with(players.max(self.turn_order.len()), Sample::default);
        for (place, won) in self.turn_order.iter_mut().enumerate().take(players) {
            let wins = group.iter().map(|game| game.wins[(game.starter + place) % game.seats.len()]);
            won.add(wins.sum::<f64>() / group.len() as f64);
        }
        for game in group {
            self.ratings.add(&game.seats, &game.scores);
        }
    }

    /// Whether every pair has a verdict.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        !self.pairs.is_empty() && self.pairs.iter().all(|pair| pair.verdict() != Verdict::Open)
    }
}

/// How often one bot scored more than the other in the games of a group; none if they did not meet.
fn share_ahead(group: &[GameResult], (one, other): (usize, usize)) -> Option<f64> {
    let mut meetings = Sample::default();
    for game in group {
        let of = |bot| (0..game.seats.len()).filter(move |&seat| game.seats[seat] == bot).map(|seat| game.scores[seat]);
        for own in of(one) {
            for theirs in of(other) {
                meetings.add(match own.total_cmp(&theirs) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                });
            }
        }
    }
    (meetings.count() > 0).then_some(meetings.mean())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seats: [usize; 2], scores: [f64; 2]) -> GameResult {
        let wins = if scores[0] > scores[1] { vec![1.0, 0.0] } else { vec![0.0, 1.0] };
        let reports = vec![SeatReport::default(); 2];
        GameResult { seats: seats.to_vec(), scores: scores.to_vec(), wins, reports, starter: 1 }
    }

    #[test]
    fn groups_are_counted_once() {
        let mut tally = Tally::new(2, &[(0, 1)]);
        tally.add(&[game([0, 1], [10.0, -10.0]), game([1, 0], [4.0, -4.0])]);
        tally.add(&[game([0, 1], [6.0, -6.0]), game([1, 0], [-2.0, 2.0])]);
        assert_eq!((tally.groups, tally.games), (2, 4));
        let first = &tally.bots[0];
        assert_eq!((first.seats, first.wins), (4, 3.0));
        assert_eq!((first.win_rate.count(), first.win_rate.mean()), (2, 0.75));
        assert_eq!(first.score.mean(), (10.0 - 4.0 + 6.0 + 2.0) / 4.0);
        assert_eq!(tally.pairs[0].ahead.mean(), 0.75);
        // Seat 1 starts, and won one game of four.
        assert_eq!(tally.turn_order.iter().map(Sample::mean).collect::<Vec<_>>(), [0.25, 0.75]);
        assert!(!tally.is_clear());
        for _ in 0..50 {
            tally.add(&[game([0, 1], [6.0, -6.0]), game([1, 0], [-2.0, 2.0])]);
        }
        assert_eq!(tally.pairs[0].verdict(), Verdict::Above);
        assert!(tally.is_clear());
    }
}
