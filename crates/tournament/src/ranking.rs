//! Standings: wins, then the average, then a play-off (B08 to B11).

use std::collections::{BTreeMap, BTreeSet};

use trinta_core::Score;

use crate::average::Average;
use crate::event::CaseSubject;
use crate::people::{Number, Status};
use crate::play_off::PlayOff;
use crate::settings::PlayOffs;
use crate::state::{Outcome, Table, Tournament};
use crate::tie::Tie;

/// A line of the standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The rank; none for whoever did not finish or was disqualified (G12, G13).
    pub rank: Option<u32>,
    /// The player.
    pub number: Number,
    /// Games won (B08).
    pub wins: Score,
    /// The sum of all scores.
    pub total: Score,
    /// Games played.
    pub games: u32,
    /// Where the player stands with the event.
    pub status: Status,
    /// Whether a protest about one of the player's results is open (G17).
    pub provisional: bool,
}

impl Standing {
    /// The average score of a game (B09).
    #[must_use]
    pub const fn average(&self) -> Average {
        Average::new(self.total, self.games)
    }

    fn key(&self) -> (Score, Average) {
        (self.wins, self.average())
    }
}

/// The standings of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    /// All who have been present, the best first; at the end those without a rank.
    pub rows: Vec<Standing>,
    /// Ties that need deciding and are not decided (B11).
    pub open_ties: Vec<Tie>,
    /// Ties that need deciding, decided or not.
    pub ties: Vec<Tie>,
}

impl Tournament {
    /// The standings at this moment.
    #[must_use]
    pub fn standings(&self) -> Standings {
        let (mut ranked, mut unranked) = (Vec::new(), Vec::new());
        for row in self.rows() {
            if row.status == Status::Present { ranked.push(row) } else { unranked.push(row) }
        }
        ranked.sort_by(|one, other| other.key().cmp(&one.key()).then(one.number.cmp(&other.number)));
        let mut standings = Standings {
            rows: Vec::with_capacity(ranked.len() + unranked.len()),
            open_ties: Vec::new(),
            ties: Vec::new(),
        };
        let mut rank = 1;
        for equal in ranked.chunk_by_mut(|one, other| one.key() == other.key()) {
            self.rank_equal(rank, equal, &mut standings);
            rank += equal.len() as u32;
            standings.rows.extend_from_slice(equal);
        }
        standings.rows.append(&mut unranked);
        standings
    }

    /// The play-offs that count, the best first.
    #[must_use]
    pub fn current_play_offs(&self) -> Vec<&PlayOff> {
        self.standings().ties.iter().filter_map(|tie| self.play_off_of(tie.rank, &tie.numbers)).collect()
    }

    /// A row for each player who has been present, without a rank, in the order of their numbers.
    fn rows(&self) -> Vec<Standing> {
        let provisional = self.provisional();
        let mut rows: BTreeMap<Number, Standing> = BTreeMap::new();
        for player in self.people.iter().filter(|player| player.was_present) {
            let (number, status) = (player.number, player.status);
            let provisional = provisional.contains(&number);
            let row =
                Standing { rank: None, number, wins: Score::ZERO, total: Score::ZERO, games: 0, status, provisional };
            rows.insert(number, row);
        }
        let tables = self.rounds.iter().flat_map(|round| &round.tables);
        for rack in tables.flat_map(Table::results).flat_map(|result| &result.racks) {
            if let Some(row) = rows.get_mut(&rack.number) {
                row.wins += rack.wins;
                row.total += rack.score;
                row.games += 1;
            }
        }
        rows.into_values().collect()
    }

    /// The players of tables whose result is under protest (G17).
    fn provisional(&self) -> BTreeSet<Number> {
        let mut numbers = BTreeSet::new();
        for case in self.cases.iter().filter(|case| case.decision.is_none()) {
            if let CaseSubject::Protest { seat, .. } = &case.subject
                && let Some(table) = self.table(seat.round, seat.table)
            {
                // Also those who have left it, and those of a game that was annulled since.
                numbers.extend(&table.players);
                numbers.extend(table.games.iter().filter_map(|game| game.outcome.as_ref()).flat_map(Outcome::players));
            }
        }
        numbers
    }

    /// Gives players with equal keys their ranks.
    fn rank_equal(&self, rank: u32, equal: &mut [Standing], standings: &mut Standings) {
        let numbers: Vec<Number> = equal.iter().map(|row| row.number).collect();
        let ranks = self.play_off_of(rank, &numbers).and_then(PlayOff::ranks);
        if self.needs_deciding(rank, equal.len() as u32) {
            let tie = Tie { rank, numbers };
            if ranks.is_none() {
                standings.open_ties.push(tie.clone());
            }
            standings.ties.push(tie);
        }
        for row in equal.iter_mut() {
            let decided = ranks.as_ref().and_then(|ranks| ranks.get(&row.number).copied());
            row.rank = Some(decided.unwrap_or(rank));
        }
        equal.sort_by_key(|row| (row.rank, row.number));
    }

    /// Whether a tie of this many players at a rank needs deciding (B10, B11).
    fn needs_deciding(&self, rank: u32, players: u32) -> bool {
        let winners = self.settings.winners;
        players > 1
            && rank <= winners
            && match self.settings.play_off {
                PlayOffs::Cut => rank + players - 1 > winners,
                PlayOffs::Ranks => true,
            }
    }
}
