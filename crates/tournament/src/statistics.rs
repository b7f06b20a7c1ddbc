//! Statistics of players and schools, and ratings within the tournament's own list of players.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, Serializer};
use trinta_core::Score;
use trinta_ratings::{Rating, after_game};

use crate::average::Average;
use crate::command::Ended;
use crate::people::Number;
use crate::points::Points;
use crate::result::GameResult;
use crate::state::{Table, Tournament};

/// Statistics of all players and schools. Play-offs are not counted: they change no wins and no points.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Statistics {
    /// Everybody who has been present, by number.
    pub players: Vec<PlayerStatistics>,
    /// Every school with a player who has been present, by name.
    pub schools: Vec<SchoolStatistics>,
}

/// What a player has done.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct PlayerStatistics {
    /// The player.
    pub number: Number,
    /// Games played.
    pub games: u32,
    /// Games won (B08).
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub wins: Score,
    /// The sum of all scores.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub total: Score,
    /// The average score of a game.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[serde(serialize_with = "as_text")]
    pub average: Average,
    /// The best score of a game.
    #[cfg_attr(feature = "ts", ts(type = "string | null", optional = false))]
    pub best: Option<Score>,
    /// The worst score of a game.
    #[cfg_attr(feature = "ts", ts(type = "string | null", optional = false))]
    pub worst: Option<Score>,
    /// Games that the player ended by emptying the rack.
    pub went_out: u32,
    /// Games in which the player opened.
    pub opened: u32,
    /// Games in which the player did not open.
    pub unopened: u32,
    /// Racks pushed over on purpose (F12).
    pub pushed: u32,
    /// Games at tables of fewer than four (B14).
    pub short_tables: u32,
    /// Other players met.
    pub opponents: u32,
    /// Meetings with somebody met in an earlier round (X14).
    pub repeats: u32,
    /// The rating after all games; all begin with 1500 points.
    pub rating: i64,
}

/// What the players of a school have done together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct SchoolStatistics {
    /// The school.
    pub school: String,
    /// Its players who have been present.
    pub players: u32,
    /// Their games.
    pub games: u32,
    /// Their wins.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub wins: Score,
    /// The sum of their scores.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub total: Score,
    /// Their average score of a game.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[serde(serialize_with = "as_text")]
    pub average: Average,
    /// The best rank of one of them.
    #[cfg_attr(feature = "ts", ts(optional = false))]
    pub best_rank: Option<u32>,
}

fn as_text<S: Serializer>(average: &Average, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(average)
}

impl PlayerStatistics {
    const fn new(number: Number) -> PlayerStatistics {
        PlayerStatistics {
            number,
            games: 0,
            wins: Score::ZERO,
            total: Score::ZERO,
            average: Average::new(Points::ZERO, 0),
            best: None,
            worst: None,
            went_out: 0,
            opened: 0,
            unopened: 0,
            pushed: 0,
            short_tables: 0,
            opponents: 0,
            repeats: 0,
            rating: 0,
        }
    }
}

impl Tournament {
    /// Statistics as of now.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let present = self.people().iter().filter(|player| player.was_present);
        let mut players: BTreeMap<Number, PlayerStatistics> =
            present.map(|player| (player.number, PlayerStatistics::new(player.number))).collect();
        for result in self.results() {
            for rack in &result.racks {
                let Some(player) = players.get_mut(&rack.number) else { continue };
                player.games += 1;
                player.wins += rack.wins;
                player.total += rack.score;
                player.best = player.best.max(Some(rack.score));
                player.worst = Some(player.worst.map_or(rack.score, |worst| worst.min(rack.score)));
                player.went_out += u32::from(rack.winner && result.ended == Ended::Out);
                player.opened += u32::from(rack.opened);
                player.unopened += u32::from(!rack.opened);
                player.pushed += u32::from(rack.pushed);
                player.short_tables += u32::from(result.racks.len() < 4);
            }
        }
        self.count_meetings(&mut players);
        for (number, rating) in self.ratings() {
            if let Some(player) = players.get_mut(&number) {
                player.rating = i64::from(rating.points());
            }
        }
        for player in players.values_mut() {
            player.average = Average::new(player.total.into(), player.games);
        }
        let schools = self.schools(&players);
        Statistics { players: players.into_values().collect(), schools }
    }

    /// Ratings of all who have been present, after every game in order, by the method that the server rates accounts by.
    #[must_use]
    pub fn ratings(&self) -> BTreeMap<Number, Rating> {
        let present = self.people().iter().filter(|player| player.was_present);
        let mut ratings: BTreeMap<Number, Rating> = present.map(|player| (player.number, Rating::default())).collect();
        for result in self.results() {
            let rating = |number: &Number| ratings.get(number).copied().unwrap_or_default();
            let numbers: Vec<Number> = result.players().collect();
            let before: Vec<Rating> = numbers.iter().map(rating).collect();
            let scores: Vec<Score> = result.racks.iter().map(|rack| rack.score).collect();
            ratings.extend(numbers.into_iter().zip(after_game(&before, &scores)));
        }
        ratings
    }

    /// All results, by round, table and game.
    fn results(&self) -> impl Iterator<Item = &GameResult> {
        self.rounds.iter().flat_map(|round| &round.tables).flat_map(Table::results)
    }

    fn count_meetings(&self, players: &mut BTreeMap<Number, PlayerStatistics>) {
        let mut met: BTreeSet<(Number, Number)> = BTreeSet::new();
        for round in &self.rounds {
            let mut now = BTreeSet::new();
            for table in &round.tables {
                let sat: BTreeSet<Number> = table.results().flat_map(GameResult::players).collect();
                now.extend(sat.iter().flat_map(|one| sat.range(..one).map(|other| (*other, *one))));
            }
            for pair in now {
                let again = !met.insert(pair);
                for number in [pair.0, pair.1] {
                    if let Some(player) = players.get_mut(&number) {
                        player.opponents += u32::from(!again);
                        player.repeats += u32::from(again);
                    }
                }
            }
        }
    }

    fn schools(&self, players: &BTreeMap<Number, PlayerStatistics>) -> Vec<SchoolStatistics> {
        let ranks: BTreeMap<Number, Option<u32>> =
            self.standings().rows.iter().map(|row| (row.number, row.rank)).collect();
        let mut schools: BTreeMap<&str, SchoolStatistics> = BTreeMap::new();
        for (number, player) in players {
            let person = self.people().get(*number).map(|player| &player.person);
            let Some(name) = person.and_then(crate::people::Person::school) else { continue };
            let school = schools.entry(name).or_insert_with(|| SchoolStatistics {
                school: name.to_owned(),
                players: 0,
                games: 0,
                wins: Score::ZERO,
                total: Score::ZERO,
                average: Average::new(Points::ZERO, 0),
                best_rank: None,
            });
            school.players += 1;
            school.games += player.games;
            school.wins += player.wins;
            school.total += player.total;
            let rank = ranks.get(number).copied().flatten();
            school.best_rank = match (school.best_rank, rank) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        let average = |school: SchoolStatistics| {
            let average = Average::new(school.total.into(), school.games);
            SchoolStatistics { average, ..school }
        };
        schools.into_values().map(average).collect()
    }
}
