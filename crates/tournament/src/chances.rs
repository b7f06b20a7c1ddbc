//! Who can still be among the winners, and who is already (N9 of the features).
//!
//! Assumed is that all scheduled games are played, nobody leaves and nothing is annulled or corrected. Both answers are
//! bounds on the safe side: whoever can still get there is never called out, and whoever may still miss it is never called
//! certain. They reason with wins exactly and with points generously, because the points of a game that is yet to be
//! played can be nearly anything.
//!
//! - The most wins of a player are those so far and one for each game left. Whoever has more than that already, or as
//!   many with a better average and no game left on either side, stays ahead for certain.
//! - Every game that is left has a winner. If the other players can't take all those wins without as many of them as
//!   there are winning places getting ahead, the player is out as well.
//!
//! With other ranking keys than wins and average, with stages and in a league the points decide more than that: then
//! everybody who has not been cut can get there, and nobody is certain, until all results are in.

use serde::Serialize;

use crate::average::Average;
use crate::people::{Number, Status};
use crate::points::Points;
use crate::ranking::Standing;
use crate::settings::Key;
use crate::state::{RoundState, Tournament};

/// What a player can still reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
struct Contender {
    number: Number,
    wins: Points,
    average: Average,
    left: u32,
}

impl Contender {
    fn most_wins(&self) -> Points {
        self.wins + Points::whole(i64::from(self.left))
    }

    /// Whether this player is ahead of another one whatever happens.
    fn stays_ahead_of(&self, other: &Contender) -> bool {
        let most = other.most_wins();
        self.wins > most || self.wins == most && self.left == 0 && other.left == 0 && self.average > other.average
    }

    /// Whether this player can end ahead of another one, or level.
    fn can_catch(&self, other: &Contender) -> bool {
        let most = self.most_wins();
        most > other.wins || most == other.wins && (self.left > 0 || other.left > 0 || self.average >= other.average)
    }

    /// The wins, in parts of a point, that this player can take without getting ahead of another one.
    fn harmless_wins(&self, other: &Contender) -> i64 {
        let room = (other.most_wins() - self.wins).in_parts();
        room.clamp(0, self.all_wins())
    }

    /// The wins, in parts of a point, that this player can take at all.
    fn all_wins(&self) -> i64 {
        Points::whole(i64::from(self.left)).in_parts()
    }
}

impl Tournament {
    /// What each player who is still ranked can reach, in the order of the standings.
    #[must_use]
    pub fn chances(&self) -> Vec<Chance> {
        let standings = self.standings();
        let places = self.settings().winners as usize;
        let ranked: Vec<&Standing> =
            standings.rows.iter().filter(|row| row.status == Status::Present && row.rank.is_some()).collect();
        if self.first_incomplete().is_none() {
            let across = |row: &Standing| {
                let tie = standings.open_ties.iter().find(|tie| tie.numbers.contains(&row.number));
                tie.is_some_and(|tie| tie.rank as usize + tie.numbers.len() - 1 > places)
            };
            let decided = |row: &&Standing| {
                let possible = row.rank.is_some_and(|rank| rank as usize <= places);
                Chance { number: row.number, games_left: 0, possible, certain: possible && !across(row) }
            };
            return ranked.iter().map(decided).collect();
        }
        if !self.is_decided_by_wins() {
            let open = |row: &&Standing| Chance {
                number: row.number,
                games_left: self.games_left(row.number),
                possible: !self.eliminated.contains_key(&row.number),
                certain: false,
            };
            return ranked.iter().map(open).collect();
        }
        let contender = |row: &&Standing| Contender {
            number: row.number,
            wins: row.wins(),
            average: row.average(),
            left: self.games_left(row.number),
        };
        let contenders: Vec<Contender> = ranked.iter().map(contender).collect();
        let games = self.fewest_games_left(contenders.len());
        let chance = |contender: &Contender| Chance {
            number: contender.number,
            games_left: contender.left,
            possible: can_reach(contender, &contenders, places, games),
            certain: contenders.iter().filter(|other| other.can_catch(contender)).count() <= places,
        };
        contenders.iter().map(chance).collect()
    }

    /// Whether the standings are ordered by wins, then by the average, over all rounds alike.
    fn is_decided_by_wins(&self) -> bool {
        let settings = self.settings();
        settings.keys == [Key::Wins, Key::Average] && self.phases.len() == 1 && settings.league.is_none()
    }

    /// The scheduled games of a player that have no result: those of tables that play, and all of later rounds.
    fn games_left(&self, number: Number) -> u32 {
        let playing = self.rounds.iter().filter(|round| round.state == RoundState::Started);
        let seats = playing.flat_map(|round| &round.tables).filter(|table| table.players.contains(&number));
        let open = seats.flat_map(|table| &table.games).filter(|game| game.outcome.is_none()).count() as u32;
        open + self.rounds_left() * self.settings().games_per_round
    }

    fn rounds_left(&self) -> u32 {
        self.settings().rounds.saturating_sub(self.newest_started())
    }

    /// At least this many games are left: those of tables that play, and in later rounds those of tables of four.
    fn fewest_games_left(&self, players: usize) -> u32 {
        let playing = self.rounds.iter().filter(|round| round.state == RoundState::Started);
        let tables = playing.flat_map(|round| &round.tables).filter(|table| table.players.len() > 1);
        let open = tables.flat_map(|table| &table.games).filter(|game| game.outcome.is_none()).count() as u32;
        open + self.rounds_left() * self.settings().games_per_round * (players.div_ceil(4) as u32)
    }
}

/// Whether a player can still be among the winners, if the player wins all games left and the others are as harmless as
/// they can be.
fn can_reach(player: &Contender, all: &[Contender], places: usize, games: u32) -> bool {
    let others = || all.iter().filter(|other| other.number != player.number);
    let ahead = others().filter(|other| other.stays_ahead_of(player)).count();
    if ahead >= places {
        return false;
    }
    // The wins of all games without this player go to somebody. Up to `spare` more players may get ahead.
    let to_give = Points::whole(i64::from(games.saturating_sub(player.left))).in_parts();
    let spare = places - 1 - ahead;
    let (mut taken, mut more) = (0, Vec::new());
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
    taken + more.iter().sum::<i64>() >= to_give
}
