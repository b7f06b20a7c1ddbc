//! Schools, clubs or teams, counted beside the players: the best players of each add up.

use std::collections::BTreeMap;

use crate::people::Number;
use crate::ranking::Tallies;
use crate::state::Tournament;
use crate::tally::Tally;

/// A school in the standings of schools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// The rank; none for a school with fewer ranked players than count.
    pub rank: Option<u32>,
    /// The name of the school.
    pub school: String,
    /// How many ranked players it has.
    pub players: usize,
    /// Those who count, the best first.
    pub counted: Vec<Number>,
    /// What all their games of the tournament add up to.
    pub tally: Tally,
}

/// The standings of schools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamStandings {
    /// How many players of a school count.
    pub best: u32,
    /// The schools, the best first; at the end those without a rank.
    pub teams: Vec<Team>,
}

impl Tournament {
    /// The standings of schools at this moment. All games of all stages count.
    #[must_use]
    pub fn team_standings(&self) -> TeamStandings {
        let (best, keys) = (self.settings.team_best, &self.settings.keys);
        let tallies = Tallies::of(self, &self.rounds);
        let mut schools: BTreeMap<&str, Vec<(Number, Tally)>> = BTreeMap::new();
        for row in self.standings().rows.iter().filter(|row| row.rank.is_some()) {
            let school = self.people.get(row.number).and_then(|player| player.person.school());
            if let Some(school) = school {
                schools.entry(school).or_default().push((row.number, tallies.get(row.number)));
            }
        }
        let (mut ranked, mut unranked) = (Vec::new(), Vec::new());
        for (school, mut players) in schools {
            players.sort_by(|(one, tally), (other, other_tally)| other_tally.compare(tally, keys).then(one.cmp(other)));
            let count = players.len();
            players.truncate(best as usize);
            let team = Team {
                rank: None,
                school: school.to_owned(),
                players: count,
                counted: players.iter().map(|(number, _)| *number).collect(),
                tally: players.iter().fold(Tally::default(), |sum, (_, tally)| sum.plus(*tally)),
            };
            if team.counted.len() == best as usize { ranked.push(team) } else { unranked.push(team) }
        }
        ranked.sort_by(|one, other| other.tally.compare(&one.tally, keys).then_with(|| one.school.cmp(&other.school)));
        let mut rank = 1;
        for equal in ranked.chunk_by_mut(|one, other| one.tally.compare(&other.tally, keys).is_eq()) {
            equal.iter_mut().for_each(|team| team.rank = Some(rank));
            rank += equal.len() as u32;
        }
        ranked.append(&mut unranked);
        TeamStandings { best, teams: ranked }
    }
}
