//! What came out of many games: for each bot, for each two bots, and whether the answer is clear.

use trinta_ratings::Ratings;

use crate::arena::game::{Finished, SeatReport};
use crate::arena::interval::Sample;
use crate::arena::sequential::{Bet, Verdict};

/// The result of one game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameResult {
    /// For each seat, the number of its bot.
    pub seats: Vec<usize>,
    /// For each seat, its score.
    pub scores: Vec<f64>,
    /// For each seat, its part of the victory.
    pub wins: Vec<f64>,
    /// For each seat, how its bot behaved.
    pub reports: Vec<SeatReport>,
    /// The seat that started.
    pub starter: usize,
}

impl GameResult {
    /// The result of a game in which these bots sat at the seats.
    #[must_use]
    pub fn new(seats: Vec<usize>, finished: &Finished) -> GameResult {
        let outcome = &finished.outcome;
        let part = 1.0 / outcome.winners.len().max(1) as f64;
        let won = |seat| outcome.winners.iter().any(|winner| winner.index() == seat);
        GameResult {
            wins: (0..seats.len()).map(|seat| if won(seat) { part } else { 0.0 }).collect(),
            scores: outcome.scores.iter().map(|score| score.approximate()).collect(),
            reports: finished.seats.clone(),
            starter: finished.starter.index(),
            seats,
        }
    }
}

/// What came out for one bot.
#[derive(Debug, Clone, Default)]
pub struct BotTally {
    /// Seats that it had, over all games.
    pub seats: u64,
    /// Games won, shared victories in part.
    pub wins: f64,
    /// Its part of the victory in a game, one number a group.
    pub win_rate: Sample,
    /// Its score in a game, one number a group.
    pub score: Sample,
    /// How it behaved.
    pub report: SeatReport,
}

/// What came out between two bots.
#[derive(Debug, Clone)]
pub struct PairTally {
    /// The bots, by number.
    pub bots: (usize, usize),
    /// How often the first scored more than the second, draws being half, one number a group.
    pub ahead: Sample,
    bet: Bet,
}

impl PairTally {
    /// Whether it is clear which of the two is better.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.bet.verdict()
    }
}

/// What came out of many games.
#[derive(Debug, Clone)]
pub struct Tally {
    /// For each bot.
    pub bots: Vec<BotTally>,
    /// For each two bots that can meet.
    pub pairs: Vec<PairTally>,
    /// The part of the victory of whoever starts, comes second and so on, one number a group: whether the game is as
    /// good for all.
    pub turn_order: Vec<Sample>,
    /// The ratings.
    pub ratings: Ratings,
    /// How many games.
    pub games: u64,
    /// How many mirrored groups.
    pub groups: u64,
}

/// The chance that some pair is called clear and isn't what it is called, over all pairs together.
const ERROR: f64 = 0.05;

impl Tally {
    /// Nothing has been played yet; so many bots, of which these pairs meet.
    #[must_use]
    pub fn new(bots: usize, pairs: &[(usize, usize)]) -> Tally {
        let error = ERROR / pairs.len().max(1) as f64;
        let pair = |&bots: &(usize, usize)| PairTally { bots, ahead: Sample::default(), bet: Bet::new(0.5, error) };
        Tally {
            bots: vec![BotTally::default(); bots],
            pairs: pairs.iter().map(pair).collect(),
            turn_order: Vec::new(),
            ratings: Ratings::new(bots),
            games: 0,
            groups: 0,
        }
    }

    /// The games of one mirrored group. Groups are added in their order, so that ratings and verdicts don't depend on
    /// who was ready first.
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
            if let Some(ahead) = ahead(group, pair.bots) {
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

    /// Whether it is clear of every two bots which is better.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        !self.pairs.is_empty() && self.pairs.iter().all(|pair| pair.verdict() != Verdict::Open)
    }
}

/// How often one bot scored more than another over the games of a group; none if they did not meet.
fn ahead(group: &[GameResult], (one, other): (usize, usize)) -> Option<f64> {
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
