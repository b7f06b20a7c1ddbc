//! Who can still be among the winners, and who is already (N9 of the features).
//!
//! Assumed is that all scheduled games are played, nobody leaves and nothing is annulled or corrected. Both answers are
//! bounds on the safe side: whoever can still get there is never called out, and whoever may still miss it is never called
//! certain. Where wins are the first key of the ranking and all rounds count, wins are reasoned with exactly and points
//! generously, because the points of a game that is yet to be played can be nearly anything. With another first key,
//! stages or a league, everybody who still plays can win until the end.
//!
//! - The most wins of a player are those so far and one for each game left. Whoever has more than that already, or as
//!   many with a better average and no game left on either side, stays ahead for certain.
//! - Every game that is left has a winner. If the other players can't take all those wins without as many of them as
//!   there are winning places getting ahead, the player is out as well.

use serde::Serialize;

use crate::people::Number;
use crate::points::Points;
use crate::ranking::{Standing, Standings};
use crate::settings::Key;
use crate::state::{RoundState, Tournament};
use crate::tally::Tally;

/// What a player can still reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chance {
    /// The player.
    pub number: Number,
    /// Games that the player has left.
    pub games_left: u32,
    /// Whether the player can still be among the winners.
    pub possible: bool,
    /// Whether the player will be, whatever happens.
    pub certain: bool,
}

/// What counts about a player here.
struct Contender<'a> {
    number: Number,
    tally: Tally,
    left: u32,
    keys: &'a [Key],
}

impl Contender<'_> {
    /// The wins of all games that are left.
    fn all_wins(&self) -> Points {
        Points::whole(i64::from(self.left))
    }

    fn most_wins(&self) -> Points {
        self.tally.wins + self.all_wins()
    }

    /// Whether neither this player nor another one has a game left, so that their results stand.
    const fn stands_against(&self, other: &Contender<'_>) -> bool {
        self.left == 0 && other.left == 0
    }

    /// Whether this player is ahead of another one whatever happens.
    fn stays_ahead_of(&self, other: &Contender<'_>) -> bool {
        if self.stands_against(other) {
            return self.tally.compare(&other.tally, self.keys).is_gt();
        }
        self.tally.wins > other.most_wins()
    }

    /// Whether this player can end ahead of another one, or level.
    fn can_catch(&self, other: &Contender<'_>) -> bool {
        if self.stands_against(other) {
            return self.tally.compare(&other.tally, self.keys).is_ge();
        }
        self.most_wins() >= other.tally.wins
    }

    /// The wins that this player can take without getting ahead of another one, who wins everything.
    fn harmless_wins(&self, other: &Contender<'_>) -> Points {
        let most = other.most_wins();
        if self.tally.wins >= most {
            Points::ZERO
        } else if self.most_wins() <= most {
            self.all_wins()
        } else {
            most - self.tally.wins
        }
    }
}

impl Tournament {
    /// What each player who is ranked can still reach, in the order of the standings.
    #[must_use]
    pub fn chances(&self) -> Vec<Chance> {
        let standings = self.standings();
        if self.first_incomplete().is_none() {
            return self.decided_chances(&standings);
        }
        let ranked = || standings.rows.iter().filter(|row| row.rank.is_some());
        if !self.wins_decide() {
            let open = |row: &Standing| {
                let possible = row.out_after.is_none();
                Chance { number: row.number, games_left: self.games_left(row.number), possible, certain: false }
            };
            return ranked().map(open).collect();
        }
        let places = self.settings().winners as usize;
        let keys = self.settings().keys.as_slice();
        let contender = |row: &Standing| Contender {
            number: row.number,
            tally: row.tally,
            left: self.games_left(row.number),
            keys,
        };
        let contenders: Vec<Contender<'_>> = ranked().map(contender).collect();
        let house = standings.rows.iter().filter(|row| row.house).map(|row| self.games_left(row.number)).sum();
        let games = self.fewest_games_left(self.people().present().len()).saturating_sub(house);
        let chance = |contender: &Contender<'_>| Chance {
            number: contender.number,
            games_left: contender.left,
            possible: can_reach(contender, &contenders, places, games),
            certain: contenders.iter().filter(|other| other.can_catch(contender)).count() <= places,
        };
        contenders.iter().map(chance).collect()
    }

    /// Whether wins are the first key and every round counts for everybody.
    fn wins_decide(&self) -> bool {
        let settings = self.settings();
        settings.keys.first() == Some(&Key::Wins) && settings.league.is_none() && settings.stages.is_empty()
    }

    /// When nothing is left to be played, only a play-off can change anything.
    fn decided_chances(&self, standings: &Standings) -> Vec<Chance> {
        let places = self.settings().winners as usize;
        let is_across = |row: &Standing| {
            let tie = standings.open_ties.iter().find(|tie| tie.numbers.contains(&row.number));
            tie.is_some_and(|tie| tie.rank as usize + tie.numbers.len() - 1 > places)
        };
        let decided = |row: &Standing| {
            let possible = row.rank.is_some_and(|rank| rank as usize <= places);
            Chance { number: row.number, games_left: 0, possible, certain: possible && !is_across(row) }
        };
        standings.rows.iter().filter(|row| row.rank.is_some()).map(decided).collect()
    }

    /// The scheduled games of a player that have no result: those of tables that play, and all of later rounds.
    fn games_left(&self, number: Number) -> u32 {
        let playing = self.rounds.iter().filter(|round| round.state == RoundState::Started);
        let seats = playing.flat_map(|round| &round.tables).filter(|table| table.players.contains(&number));
        let open = seats.flat_map(|table| &table.games).filter(|game| game.outcome.is_none()).count() as u32;
        open + self.games_of_later_rounds()
    }

    fn games_of_later_rounds(&self) -> u32 {
        (self.newest_started() + 1..=self.settings().rounds).map(|round| self.phase(round).games_per_round).sum()
    }

    /// At least this many games are left: those of tables that play, and in later rounds those of tables of four.
    fn fewest_games_left(&self, players: usize) -> u32 {
        let playing = self.rounds.iter().filter(|round| round.state == RoundState::Started);
        let tables = playing.flat_map(|round| &round.tables).filter(|table| table.players.len() > 1);
        let open = tables.flat_map(|table| &table.games).filter(|game| game.outcome.is_none()).count() as u32;
        open + self.games_of_later_rounds() * (players.div_ceil(4) as u32)
    }
}

/// Whether a player can still be among the winners, if the player wins all games left and the others are as harmless as
/// they can be.
fn can_reach(player: &Contender<'_>, all: &[Contender<'_>], places: usize, games: u32) -> bool {
    let others = || all.iter().filter(|other| other.number != player.number);
    let ahead = others().filter(|other| other.stays_ahead_of(player)).count();
    if ahead >= places {
        return false;
    }
    // The wins of all games without this player go to somebody. Up to `spare` more players may get ahead.
    let to_give = Points::whole(i64::from(games.saturating_sub(player.left)));
    let spare = places - 1 - ahead;
    let (mut taken, mut more) = (Points::ZERO, Vec::new());
    for other in others() {
        if other.stays_ahead_of(player) {
            taken += other.all_wins();
        } else {
            let harmless = other.harmless_wins(player);
            taken += harmless;
            more.push(other.all_wins() - harmless);
        }
    }
    if spare < more.len() {
        more.select_nth_unstable_by(spare, |one, other| other.cmp(one));
        more.truncate(spare);
    }
    more.into_iter().for_each(|wins| taken += wins);
    taken >= to_give
}
