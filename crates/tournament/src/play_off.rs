//! Deciding games after the last round (B11).

use std::collections::BTreeMap;

use trinta_core::Score;

use crate::draw::{Draw, Order, Pending};
use crate::event::Drawn;
use crate::people::Number;
use crate::result::GameResult;
use crate::settings::{DrawnJoker, PlayOffs};
use crate::tie::Stake;

/// The maximum number of players at one table.
const MAX_TABLE_SIZE: usize = 4;

/// The deciding games of players who are tied at a rank.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayOff {
    /// The phase after which it is played, from 0.
    phase: usize,
    rank: u32,
    numbers: Vec<Number>,
    stake: Stake,
    joker: DrawnJoker,
    tables: Vec<DecidingTable>,
    /// The index of the first table of the current stage.
    stage: usize,
    /// All players, the best first, once the final is played; those in one group had equal points.
    groups: Vec<Group>,
    ruled: Option<Vec<Number>>,
}

/// A table of a play-off.
#[derive(Debug, Clone, PartialEq)]
pub struct DecidingTable {
    /// Its players.
    pub players: Vec<Number>,
    /// The result of its game.
    pub result: Option<GameResult>,
    /// The draw of its co-winners for the single place in the next stage.
    draw: Option<Draw>,
}

#[derive(Debug, Clone, PartialEq)]
struct Group {
    numbers: Vec<Number>,
    draw: Option<Draw>,
}

impl PlayOff {
    /// Opens the play-off of a tie.
    pub(crate) fn open(phase: usize, rank: u32, numbers: &[Number], stake: Stake, joker: DrawnJoker) -> PlayOff {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        let tables = tables_of(&numbers);
        PlayOff { phase, rank, stake, joker, tables, stage: 0, groups: Vec::new(), ruled: None, numbers }
    }

    pub(crate) const fn phase(&self) -> usize {
        self.phase
    }

    /// The rank that its players share.
    #[must_use]
    pub const fn rank(&self) -> u32 {
        self.rank
    }

    /// Its players, in the order of their numbers.
    #[must_use]
    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// Its tables, from table 1.
    #[must_use]
    pub fn tables(&self) -> &[DecidingTable] {
        &self.tables
    }

    /// All tables but the first `tables`, with their numbers.
    #[must_use]
    pub fn tables_after(&self, tables: usize) -> Vec<(u32, &DecidingTable)> {
        (1..).zip(&self.tables).skip(tables).collect()
    }

    /// The winner of a table of a stage before the final, once decided.
    fn winner(table: &DecidingTable) -> Option<Number> {
        let winners = table.result.as_ref()?.winners();
        match (&table.draw, winners.as_slice()) {
            (Some(draw), _) => draw.chosen()?.first().copied(),
            (None, [winner]) => Some(*winner),
            (None, _) => None,
        }
    }

    /// Records the result of a table.
    pub(crate) fn score(&mut self, table: u32, result: GameResult) {
        let is_final = self.tables.len() - self.stage == 1;
        if let Some(table) = self.tables.get_mut(table as usize - 1) {
            let winners = result.winners();
            table.draw =
                (!is_final && winners.len() > 1).then(|| Draw::new(&winners, 1, Order::Alike).with_joker(self.joker));
            table.result = Some(result);
        }
        self.advance();
    }

    /// Records the tiles that were drawn in the open draw.
    pub(crate) fn draw(&mut self, tiles: &Drawn) {
        if let Some(draw) = self.open_draw_mut() {
            draw.take(tiles);
        }
        self.advance();
    }

    /// Decides the tie by a ruling. If nobody has played for it, there is no deciding game any more.
    pub(crate) fn rule(&mut self, order: Vec<Number>) {
        if self.tables.iter().all(|table| table.result.is_none()) {
            self.tables.clear();
        }
        self.ruled = Some(order);
    }

    /// Opens the next stage once the current one is decided, and orders all players after the final.
    fn advance(&mut self) {
        let stage = &self.tables[self.stage..];
        if let [last] = stage {
            if let (Some(result), true) = (&last.result, self.groups.is_empty()) {
                self.groups = self.ordered(result);
            }
            return;
        }
        let winners: Option<Vec<Number>> = stage.iter().map(PlayOff::winner).collect();
        if let Some(mut winners) = winners {
            winners.sort_unstable();
            self.stage = self.tables.len();
            self.tables.extend(tables_of(&winners));
        }
    }

    /// The players by their points in the final, then those who did not reach it by the points of their last game.
    fn ordered(&self, last: &GameResult) -> Vec<Group> {
        let reached = last.scores();
        let mut points: BTreeMap<Number, Score> = BTreeMap::new();
        for result in self.tables.iter().filter_map(|table| table.result.as_ref()) {
            points.extend(result.scores());
        }
        let key = |number: &Number| (reached.contains_key(number), points.get(number).copied().unwrap_or_default());
        let mut order = self.numbers.clone();
        order.sort_by_key(|number| std::cmp::Reverse(key(number)));
        let mut place = self.rank;
        let mut groups = Vec::new();
        for equal in order.chunk_by(|one, other| key(one) == key(other)) {
            let next = place + equal.len() as u32;
            groups.push(Group { numbers: equal.to_vec(), draw: self.draw_between(equal, place, next) });
            place = next;
        }
        groups
    }

    /// The draw of players with equal points for the ranks from `place` to just before `next`, if they need one.
    fn draw_between(&self, equal: &[Number], place: u32, next: u32) -> Option<Draw> {
        let winning = (self.stake.places + 1).min(next).saturating_sub(place) as usize;
        let (needed, order) = match self.stake.play_off {
            PlayOffs::Cut => (winning > 0 && winning < equal.len(), Order::Alike),
            PlayOffs::Ranks => (winning > 0 && equal.len() > 1, Order::Ranked),
        };
        needed.then(|| Draw::new(equal, winning, order).with_joker(self.joker))
    }

    /// The draw that has to be made now.
    #[must_use]
    pub fn pending(&self) -> Option<Pending> {
        self.open_draw()?.pending()
    }

    /// Co-winners of a table draw once all tables of the stage are in.
    pub(crate) fn open_draw(&self) -> Option<&Draw> {
        let is_in = self.tables[self.stage..].iter().all(|table| table.result.is_some());
        let at_tables = self.tables.iter().filter(|_| is_in).filter_map(|table| table.draw.as_ref());
        let in_groups = self.groups.iter().filter_map(|group| group.draw.as_ref());
        at_tables.chain(in_groups).find(|draw| draw.pending().is_some())
    }

    /// As [`PlayOff::open_draw`], but also while other tables are out: older logs have such draws.
    fn open_draw_mut(&mut self) -> Option<&mut Draw> {
        let at_tables = self.tables.iter_mut().filter_map(|table| table.draw.as_mut());
        let in_groups = self.groups.iter_mut().filter_map(|group| group.draw.as_mut());
        at_tables.chain(in_groups).find(|draw| draw.pending().is_some())
    }

    /// The rank of each player, once all is decided.
    #[must_use]
    pub fn ranks(&self) -> Option<BTreeMap<Number, u32>> {
        if let Some(order) = &self.ruled {
            return Some(order.iter().copied().zip(self.rank..).collect());
        }
        if self.groups.is_empty() {
            return None;
        }
        let mut ranks = BTreeMap::new();
        let mut place = self.rank;
        for group in &self.groups {
            let chosen = match &group.draw {
                Some(draw) => draw.chosen()?,
                None => Vec::new(),
            };
            let below = place + chosen.len() as u32;
            for &number in &group.numbers {
                let rank = match chosen.iter().position(|one| *one == number) {
                    Some(at) if self.stake.play_off == PlayOffs::Ranks => place + at as u32,
                    Some(_) => place,
                    None => below,
                };
                ranks.insert(number, rank);
            }
            place += group.numbers.len() as u32;
        }
        Some(ranks)
    }
}

/// Splits the players into as few tables of at most four as possible, of sizes as equal as possible, larger ones first.
fn tables_of(players: &[Number]) -> Vec<DecidingTable> {
    let tables = players.len().div_ceil(MAX_TABLE_SIZE);
    let (size, larger) = (players.len() / tables.max(1), players.len() % tables.max(1));
    let mut rest = players;
    (0..tables)
        .map(|table| {
            let (here, others) = rest.split_at(size + usize::from(table < larger));
            rest = others;
            DecidingTable { players: here.to_vec(), result: None, draw: None }
        })
        .collect()
}
