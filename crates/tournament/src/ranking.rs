//! Standings: players by the keys of the settings, then by a play-off (B08 to B11).
//!
//! The rounds between two cuts are a phase, ranked by its own results and what is carried over. Whoever went on to a
//! later phase ranks above whoever did not (X20).

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::average::Average;
use crate::people::{Number, Player, Status};
use crate::play_off::PlayOff;
use crate::points::Points;
use crate::settings::{Advance, CarryOver, Forfeits, League, Phase, PlayOffs, Substitutes};
use crate::state::{Outcome, Round, Table, Tournament};
use crate::tally::{Counting, Tally};
use crate::tie::{Stake, Tie};

/// A line of the standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The rank; none for whoever did not finish or was disqualified (G12, G13).
    pub rank: Option<u32>,
    /// The player.
    pub number: Number,
    /// What the player's games add up to, as far as they count for the rank.
    pub tally: Tally,
    /// Where the player stands with the event.
    pub status: Status,
    /// Whether a protest about one of the player's results is open (G17).
    pub provisional: bool,
    /// Whether the player is one of the house, who fills an empty seat (B13).
    pub house: bool,
    /// The round after which the player did not go on (X20).
    pub out_after: Option<u32>,
    /// The phase that the tally is of.
    phase: usize,
    /// The rank in a play-off of an earlier phase.
    decided: u32,
}

impl Standing {
    /// Games won (B08).
    #[must_use]
    pub const fn wins(&self) -> Points {
        self.tally.wins
    }

    /// The sum of all scores that count.
    #[must_use]
    pub const fn total(&self) -> Points {
        self.tally.total
    }

    /// Games played that count.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.tally.games
    }

    /// The average score of a game (B09).
    #[must_use]
    pub const fn average(&self) -> Average {
        self.tally.average()
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

/// Players by their numbers, as fast as an array.
pub(crate) struct Tallies(Vec<Tally>);

impl Tallies {
    /// What the games of these rounds add up to.
    pub(crate) fn of(tournament: &Tournament, rounds: &[Round]) -> Tallies {
        let mut tallies = vec![Tally::default(); tournament.people.highest() as usize + 1];
        let counting = Counting::new(&tournament.settings);
        let tables = rounds.iter().flat_map(|round| &round.tables);
        for result in tables.flat_map(Table::results) {
            for rack in &result.racks {
                if let Some(tally) = tallies.get_mut(rack.number.0 as usize) {
                    counting.add(tally, result, rack);
                }
            }
        }
        Tallies(tallies)
    }

    pub(crate) fn get(&self, number: Number) -> Tally {
        self.0.get(number.0 as usize).copied().unwrap_or_default()
    }
}

impl Tournament {
    /// The standings at this moment.
    #[must_use]
    pub fn standings(&self) -> Standings {
        let (mut ranked, mut last, mut unranked) = (Vec::new(), Vec::new(), Vec::new());
        for row in self.rows() {
            let substitute = row.house && self.settings.substitutes == Substitutes::Unranked;
            match (row.status, self.settings.forfeits) {
                (Status::Present, _) if !substitute => ranked.push(row),
                (Status::Forfeit, Forfeits::Last) if !substitute => last.push(row),
                _ => unranked.push(row),
            }
        }
        let mut standings = Standings {
            rows: Vec::with_capacity(ranked.len() + last.len() + unranked.len()),
            open_ties: Vec::new(),
            ties: Vec::new(),
        };
        let stake = self.places_at_stake();
        let mut rank = 1;
        for group in [&mut ranked, &mut last] {
            group.sort_by(|one, other| self.compare(one, other).then(one.number.cmp(&other.number)));
            for equal in group.chunk_by_mut(|one, other| self.compare(one, other).is_eq()) {
                self.rank_equal(rank, equal, stake, &mut standings);
                rank += equal.len() as u32;
                standings.rows.extend_from_slice(equal);
            }
        }
        standings.rows.append(&mut unranked);
        standings
    }

    /// The better of two players first: who got further, then who has the better results there.
    fn compare(&self, one: &Standing, other: &Standing) -> Ordering {
        other
            .phase
            .cmp(&one.phase)
            .then_with(|| other.tally.compare(&one.tally, &self.settings.keys))
            .then_with(|| one.decided.cmp(&other.decided))
    }

    /// The play-offs that count, the best first.
    #[must_use]
    pub fn current_play_offs(&self) -> Vec<&PlayOff> {
        self.standings().ties.iter().filter_map(|tie| self.play_off_of(tie.rank, &tie.numbers)).collect()
    }

    /// The phase that is played or was played last.
    #[must_use]
    pub fn current_phase(&self) -> Phase {
        self.phase(self.newest_started().max(1))
    }

    /// A row for each player who has been present, without a rank, in the order of their numbers.
    fn rows(&self) -> Vec<Standing> {
        let current = self.current_phase().index;
        let provisional = self.provisional();
        let phases = self.tallies_of_phases(current);
        let row = |player: &Player| {
            let (number, status) = (player.number, player.status);
            let out_after = self.eliminated.get(&number).copied();
            let phase = match out_after {
                Some(round) => self.phase(round).index,
                None if status == Status::Present => current,
                // Whoever left is shown with the results of the last phase they played in.
                None => (0..=current).rev().find(|&at| phases[at].1.get(number).games > 0).unwrap_or(0),
            };
            let decided = if phase < current { self.decided_rank(phase, number) } else { 0 };
            Standing {
                rank: None,
                number,
                tally: phases[phase].0.get(number),
                status,
                provisional: provisional.contains(&number),
                house: player.house,
                out_after,
                phase,
                decided,
            }
        };
        self.people.iter().filter(|player| player.was_present).map(row).collect()
    }

    /// For each phase up to the current one: the tallies that count in it, and those of its own rounds.
    fn tallies_of_phases(&self, current: usize) -> Vec<(Tallies, Tallies)> {
        let mut phases: Vec<(Tallies, Tallies)> = Vec::with_capacity(current + 1);
        for phase in &self.phases[..=current] {
            let rounds = |first: u32, last: u32| {
                let last = self.rounds.len().min(last as usize);
                self.rounds.get(first as usize - 1..last).unwrap_or_default()
            };
            let own = Tallies::of(self, rounds(phase.first, phase.last));
            let mut counted = match self.settings.league {
                Some(league) => self.best_dates(league),
                None => Tallies(own.0.clone()),
            };
            if let Some((before, _)) = phases.last() {
                for (tally, before) in counted.0.iter_mut().zip(&before.0) {
                    *tally = match phase.carry_over {
                        CarryOver::None => *tally,
                        CarryOver::Half => tally.plus(before.half()),
                        CarryOver::All => tally.plus(*before),
                    };
                }
            }
            phases.push((counted, own));
        }
        phases
    }

    /// The sum of each player's best dates. A date that a player missed is none of them.
    fn best_dates(&self, league: League) -> Tallies {
        let dates: Vec<Tallies> =
            self.rounds.chunks(league.rounds as usize).map(|rounds| Tallies::of(self, rounds)).collect();
        let best = |number: usize| {
            let mut tallies: Vec<Tally> = dates.iter().map(|date| date.0[number]).filter(|t| t.games > 0).collect();
            tallies.sort_by(|one, other| other.compare(one, &self.settings.keys));
            tallies.into_iter().take(league.best as usize).fold(Tally::default(), Tally::plus)
        };
        Tallies((0..=self.people.highest() as usize).map(best).collect())
    }

    /// The rank that a player got in a play-off of an earlier phase; 0 without one.
    fn decided_rank(&self, phase: usize, number: Number) -> u32 {
        let of_phase = self.play_offs.iter().filter(|play_off| play_off.phase() == phase);
        of_phase.filter_map(PlayOff::ranks).find_map(|ranks| ranks.get(&number).copied()).unwrap_or(0)
    }

    /// The players of tables whose result is under protest, or has a second one beside it (G17).
    fn provisional(&self) -> BTreeSet<Number> {
        let mut numbers = BTreeSet::new();
        for case in self.cases.iter().filter(|case| case.decision.is_none()) {
            if let Some(seat) = case.subject.seat()
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
    fn rank_equal(&self, rank: u32, equal: &mut [Standing], stake: Stake, standings: &mut Standings) {
        if equal.len() == 1 {
            equal[0].rank = Some(rank);
            return;
        }
        let numbers: Vec<Number> = equal.iter().map(|row| row.number).collect();
        let ranks = self.play_off_of(rank, &numbers).and_then(PlayOff::ranks);
        if stake.needs_deciding(rank, equal.len() as u32) {
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

    /// What ties are about now: before the last phase the places in the next one, and nothing where each table has a cut
    /// of its own.
    pub(crate) fn places_at_stake(&self) -> Stake {
        match self.current_phase().cut.filter(|_| !self.is_decided_early()) {
            None => Stake { places: self.settings.winners, play_off: self.settings.play_off },
            Some(Advance::Best(places)) => Stake { places, play_off: PlayOffs::Cut },
            Some(Advance::PerTable(_)) => Stake { places: 0, play_off: PlayOffs::Cut },
        }
    }
}
