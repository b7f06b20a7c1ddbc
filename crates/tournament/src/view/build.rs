//! Parts that several views have: the day, rounds, standings, pauses.

use std::collections::BTreeMap;

use crate::event::Seat;
use crate::people::Number;
use crate::state::{Round, RoundState, Tournament};
use crate::table_state::TableState;
use crate::view::{Notice, PausedView, RoundView, SeatView, StandingView, TableView};

/// How much of a name a viewer may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// What the public may know (X21).
    Public,
    /// The whole name.
    Whole,
}

impl Tournament {
    pub(super) fn notice(&self) -> Notice {
        let details = self.hall().details();
        let round = self.newest_started();
        Notice {
            title: self.title().to_owned(),
            date: self.date(),
            weekday: self.date().weekday(),
            venue: self.venue().map(str::to_owned),
            hall_map: details.hall_map.clone(),
            notice: details.notice.clone(),
            agenda: self.agenda(),
            check_in_open: self.check_in_open,
            round,
            deadline: self.deadline(round, 0),
            published: self.newest_public_round().unwrap_or_default(),
            complete: self.first_incomplete().is_none(),
            postponed: self.hall().postponed().is_some(),
            finished: self.is_finished(),
        }
    }

    pub(super) fn seat_view(&self, number: Number, names: Names) -> SeatView {
        let player = self.people().get(number);
        let name = match names {
            Names::Whole => player.map(|player| player.person.name.clone()),
            Names::Public => player.and_then(crate::people::Player::public_name),
        };
        SeatView { number, name }
    }

    pub(super) fn table_view(&self, seat: Seat, names: Names) -> Option<TableView> {
        let there = self.table(seat.round, seat.table)?;
        Some(TableView {
            table: seat.table,
            players: there.players.iter().map(|number| self.seat_view(*number, names)).collect(),
            seats: there.seats.clone(),
            state: self.table_state(seat.round, seat.table),
            status: self.table_status(seat),
            since: there.since,
            online: self.hall().is_online(seat),
            deadline: self.deadline(seat.round, there.credit),
        })
    }

    /// Rounds that are published or started; with `proposed` also those that only those who run it may see.
    pub(super) fn round_views(&self, names: Names, proposed: bool) -> Vec<RoundView> {
        let is_shown = |round: &Round| proposed || is_public(round);
        let shown = (1..).zip(self.rounds()).filter(|(_, round)| is_shown(round));
        shown.map(|(number, _)| self.round_view(number, names)).collect()
    }

    fn round_view(&self, round: u32, names: Names) -> RoundView {
        let tables = self.tables_of(round).into_iter();
        let tables = tables.filter_map(|table| self.table_view(Seat { round, table }, names)).collect();
        RoundView { round, state: self.round_state(round), tables, moves: self.moves_from(round) }
    }

    /// Who moves to which table after a round, as far as it is decided and nobody has moved.
    fn moves_from(&self, round: u32) -> BTreeMap<Number, u32> {
        if !self.has_started(round) || self.has_started(round + 1) {
            return BTreeMap::new();
        }
        self.tables_of(round).into_iter().flat_map(|table| self.moves_of_table(Seat { round, table })).collect()
    }

    pub(super) fn moves_of_table(&self, seat: Seat) -> BTreeMap<Number, u32> {
        let moves = self.moves(seat.round, seat.table).filter(|_| self.has_moves(seat.round));
        let to = self.next_table(seat.round, seat.table);
        moves.into_iter().flat_map(|moves| moves.numbers).map(|number| (number, to)).collect()
    }

    pub(super) fn standing_views(&self, names: Names) -> Vec<StandingView> {
        let rows = self.standings().rows.into_iter();
        rows.map(|row| StandingView {
            rank: row.rank,
            who: self.seat_view(row.number, names),
            wins: row.wins(),
            average: row.average().to_string(),
            total: row.total(),
            games: row.games(),
            provisional: row.provisional,
            wins_a_place: row.rank.is_some_and(|rank| rank <= self.settings().winners),
            out_after: row.out_after,
            house: row.house,
        })
        .collect()
    }

    /// The tables that stand still.
    pub(super) fn paused_views(&self) -> Vec<PausedView> {
        let paused = |seat: Seat| {
            let since = self.table(seat.round, seat.table)?.paused_at?;
            let during = |at: Option<crate::time::HallTime>| at.is_none_or(|at| at >= since);
            let escorts = self.hall().escorts().iter().filter(|escort| escort.seat == seat && during(escort.at));
            Some(PausedView { seat, since, escorted: escorts.map(|escort| escort.number).collect() })
        };
        self.newest_seats().into_iter().filter_map(paused).collect()
    }

    /// The tables whose scores are recorded and whose players still sit (G15).
    pub(super) fn to_dismiss(&self) -> Vec<Seat> {
        let recorded = |seat: &Seat| self.table_state(seat.round, seat.table) == Some(TableState::Recorded);
        self.newest_seats().into_iter().filter(recorded).collect()
    }

    /// The tables of the newest round that has started.
    fn newest_seats(&self) -> Vec<Seat> {
        let round = self.newest_started();
        if round == 0 {
            return Vec::new();
        }
        self.tables_of(round).into_iter().map(|table| Seat { round, table }).collect()
    }
}

/// Whether the hall may see the seating of a round. One that has to be made again is not shown until then.
pub(super) fn is_public(round: &Round) -> bool {
    round.state == RoundState::Started || round.state == RoundState::Published && !round.stale
}
