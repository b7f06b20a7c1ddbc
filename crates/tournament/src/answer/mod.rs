//! Answers as programs read them: the contract of `trinta tournament run`.

mod ask;
mod fields;
mod format;
mod hall;

pub use ask::Question;
pub use fields::Fields;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use trinta_core::Score;

use crate::command::{Command, DrawCommand, Request, ResultCommand};
use crate::draw::Pending;
use crate::event::{CaseSubject, Drawn, Event, GameId};
use crate::people::Number;
use crate::play_off::PlayOff;
use crate::result::GameResult;
use crate::settings::Format;
use crate::state::{Offence, Outcome, RoundState, Tournament};

/// E10: a pause that is longer than this, in seconds, is called to the organiser's attention.
const LONG_PAUSE: u32 = 300;

/// What an answer says about the state before the command.
#[derive(Debug, Clone, Default)]
pub(crate) struct Before {
    scores: Option<BTreeMap<Number, Score>>,
    credit: u32,
    play_off_tables: usize,
    /// Those who entered the draw of the play-off that is open.
    drawing: Option<Vec<Number>>,
}

impl Before {
    /// What the answer to a command will need.
    pub(crate) fn of(tournament: &Tournament, events: &[Event]) -> Before {
        let mut before = Before::default();
        match events.first() {
            Some(Event::Scored { game, .. }) => before.scores = tournament.scores_of(*game),
            Some(Event::Resumed { round, table, .. }) => {
                before.credit = tournament.table(*round, *table).map_or(0, |table| table.credit);
            }
            Some(Event::PlayOffScored { rank, .. } | Event::PlayOffDrawn { rank, .. }) => {
                let play_off = tournament.play_off_at(*rank);
                before.play_off_tables = play_off.map_or(0, |play_off| play_off.tables().len());
                before.drawing = play_off.and_then(PlayOff::open_draw).map(|draw| draw.entrants().to_vec());
            }
            _ => {}
        }
        before
    }
}

/// The answer to a command that was done.
pub(crate) fn answer(request: &Request, before: &Before, events: &[Event], after: &Tournament) -> Fields {
    match &request.command {
        Command::New { .. } => after.answer_new(),
        Command::Add { .. } => {
            let numbers = events.iter().map(|event| match event {
                Event::Entered { number, .. } => json!(number),
                _ => Value::Null,
            });
            Fields::new().with("numbers", numbers.collect::<Vec<_>>()).with("waiting", after.people().waiting().len())
        }
        Command::Numbers { .. } => Fields::new().with("players", after.players(false)),
        Command::CheckIn { .. } => after.answer_check_in(request, events),
        Command::Briefing {} => {
            let barred = events.iter().flat_map(|event| match event {
                Event::BriefingBegan { barred } => barred.clone(),
                _ => Vec::new(),
            });
            Fields::new().with("present", after.people().present().len()).with("barred", barred.collect::<Vec<_>>())
        }
        Command::Admit { number } => {
            let seating = if after.round(1).is_some() { "stale" } else { "none" };
            after.answer_status(*number).with("seating", seating)
        }
        Command::EnterLate { .. } | Command::ReEnter { .. } | Command::Substitute { .. } => after.answer_joined(events),
        Command::SitOut { date, numbers } => after.answer_sat_out(*date, numbers),
        Command::Withdraw { number } => {
            let mut fields = Fields::new();
            for event in events {
                match event {
                    Event::Left { number, status } => fields = fields.with("number", number).with("status", status),
                    Event::Replaced { number } => {
                        let name = after.people().get(*number).map(|player| player.person.name.clone());
                        fields = fields.with("replaced_by", name);
                    }
                    _ => {}
                }
            }
            if events.is_empty() { after.answer_status(*number) } else { fields }
        }
        Command::Seat { round, .. } => after.answer_seating(*round as u32, true),
        Command::Publish { round } => after.answer_round(*round as u32),
        Command::Start { round } => {
            let round = *round as u32;
            after.answer_round(round).with_some("deadline", after.deadline(round, 0))
        }
        Command::Draw(draw) => after.answer_draw(draw, before, events),
        Command::Redeal { round, table, game, .. } => {
            let id = GameId { round: *round as u32, table: *table as u32, game: game.unwrap_or(1) as u32 };
            Fields::new().with("redeals", after.game(id).map_or(0, |game| game.redeals))
        }
        Command::Pause { round, table } => after.answer_clock(*round as u32, *table as u32),
        Command::Resume { round, table } => {
            let fields = after.answer_clock(*round as u32, *table as u32);
            let credit = after.table(*round as u32, *table as u32).map_or(0, |table| table.credit);
            fields.with("alert", credit - before.credit > LONG_PAUSE)
        }
        Command::Result(command) => after.answer_result(command, before, events),
        Command::Correct(command) => {
            let fields = after.answer_result(command, before, events);
            let seating = after.seating_after(command.round.unwrap_or_default() as u32);
            let fields = fields.with_some("was", before.scores.as_ref()).with("seating", seating);
            fields.with_some("outdated", after.outdated_by(command.round.unwrap_or_default() as u32))
        }
        Command::Annul { round, table, .. } => {
            let (round, table) = (*round as u32, *table as u32);
            let fields = Fields::new().with("seating", after.seating_after(round));
            fields.and(after.answer_moves(round, table)).with_some("outdated", after.outdated_by(round))
        }
        Command::Protest { .. } => Fields::new().with("case", after.cases().len()),
        Command::Warn { number, .. } => {
            let number = Number(*number as u32);
            let case = after.open_conduct_case(number);
            let fields = Fields::new().with("number", number).with("warnings", after.warnings(number));
            fields.with_some("case", case)
        }
        Command::Rule { case, decision, .. } => {
            let left = events.iter().find_map(|event| match event {
                Event::Left { number, status } => Some((number, status)),
                _ => None,
            });
            let fields = Fields::new().with_some("case", *case).with("decision", decision);
            match left {
                Some((number, status)) => fields.with("number", number).with("status", status),
                None => fields,
            }
        }
        Command::PlayOff { rank: Some(rank), .. } => {
            let ranks = after.play_off_at(*rank as u32).and_then(PlayOff::ranks);
            Fields::new().with_some("ranks", ranks)
        }
        Command::PlayOff { rank: None, .. } => {
            let play_offs: Vec<Fields> = after.current_play_offs().into_iter().map(describe_play_off).collect();
            Fields::new().with("play_offs", play_offs)
        }
        Command::Finish {} => after.answer_final(),
        Command::Printed { address, .. } => {
            let printed = after.printed().iter().filter(|printed| printed.address != *address);
            let mut others: Vec<String> = printed.map(|printed| printed.address.to_string()).collect();
            others.sort();
            others.dedup();
            Fields::new().with("address", address).with("others", others)
        }
        Command::Hall(command) => after.answer_in_hall(command, events),
    }
}

fn describe_play_off(play_off: &PlayOff) -> Fields {
    Fields::new()
        .with("rank", play_off.rank())
        .with("numbers", play_off.numbers())
        .with("tables", deciding_tables(play_off, 0))
        .with_some("draw", play_off.pending().map(pending_fields))
        .with_some("ranks", play_off.ranks())
}

fn deciding_tables(play_off: &PlayOff, after: usize) -> Vec<Fields> {
    let tables = play_off.tables_after(after).into_iter();
    tables.map(|(number, table)| Fields::new().with("table", number).with("players", &table.players)).collect()
}

fn pending_fields(pending: Pending) -> Fields {
    Fields::new().with("numbers", pending.numbers).with("places", pending.places)
}

/// The tiles of every time that players drew, if the program drew them.
fn drawn_by_program<'a>(command: &DrawCommand, drawn: impl Iterator<Item = &'a Drawn>) -> Option<Vec<Drawn>> {
    command.tiles.is_none().then(|| drawn.cloned().collect())
}

impl Tournament {
    fn scores_of(&self, id: GameId) -> Option<BTreeMap<Number, Score>> {
        match self.game(id)?.outcome.as_ref()? {
            Outcome::Scored(result) => Some(result.scores()),
            Outcome::Annulled(_) => None,
        }
    }

    fn answer_new(&self) -> Fields {
        let settings = self.settings();
        Fields::new()
            .with("settings", settings)
            .with("weekday", self.date().weekday())
            .with("plan", settings.plan().collect::<Vec<_>>())
            .with("ends", settings.ends())
            .with("seed", self.seed())
    }

    fn answer_check_in(&self, request: &Request, events: &[Event]) -> Fields {
        let is_early = request.at.is_some_and(|at| at < self.settings().check_in);
        let mut early: Vec<Number> = match events.first() {
            Some(Event::CheckedIn { numbers }) if is_early => numbers.clone(),
            _ => Vec::new(),
        };
        early.sort_unstable();
        early.dedup();
        Fields::new()
            .with("present", self.people().present().len())
            .with("entered", self.people().with(crate::people::Status::Entered).len())
            .with("early", early)
    }

    fn answer_status(&self, number: i64) -> Fields {
        let number = Number(u32::try_from(number).unwrap_or_default());
        let status = self.people().get(number).map(|player| player.status);
        Fields::new().with("number", number).with_some("status", status)
    }

    fn answer_round(&self, round: u32) -> Fields {
        let without_judge = Some(self.without_judge(round)).filter(|tables| !tables.is_empty());
        Fields::new()
            .with("round", round)
            .with("state", self.round_state(round))
            .with_some("without_judge", without_judge)
    }

    pub(crate) fn round_state(&self, round: u32) -> &'static str {
        match self.round(round) {
            Some(round) if round.stale && round.state != RoundState::Started => "stale",
            Some(round) => match round.state {
                RoundState::Proposed => "proposed",
                RoundState::Published => "published",
                RoundState::Started => "started",
            },
            None => "none",
        }
    }

    /// The tables of a round; with `checks` also which are short and how many meetings repeat.
    fn answer_seating(&self, round: u32, checks: bool) -> Fields {
        let seated = self.round(round).map(|round| round.tables.as_slice()).unwrap_or_default();
        let used: Vec<(u32, &Vec<Number>)> =
            (1..).zip(seated.iter().map(|table| &table.players)).filter(|(_, players)| !players.is_empty()).collect();
        let table =
            |(table, players): &(u32, &Vec<Number>)| Fields::new().with("table", table).with("players", players);
        let fields = self.answer_round(round).with("tables", used.iter().map(table).collect::<Vec<_>>());
        if !checks {
            return fields;
        }
        let short: Vec<u32> = used.iter().filter(|(_, players)| players.len() < 4).map(|(table, _)| *table).collect();
        let tables: Vec<Vec<Number>> = used.iter().map(|(_, players)| (*players).clone()).collect();
        let repeats = crate::seating::History::before(self, round).repeats(&tables);
        fields.with("short", short).with("repeats", repeats)
    }

    /// When play at a table with this much credit ends (A06, E10).
    #[must_use]
    pub fn deadline(&self, round: u32, credit: u32) -> Option<crate::time::HallTime> {
        let started = self.round(round)?.started_at?;
        Some(started.plus(self.settings().play * 60 + credit))
    }

    fn answer_clock(&self, round: u32, table: u32) -> Fields {
        let credit = self.table(round, table).map_or(0, |table| table.credit);
        Fields::new().with("credit", credit).with_some("deadline", self.deadline(round, credit))
    }

    /// Who moves on from a table and who has to draw for it, if anybody does and the next round has not started.
    fn answer_moves(&self, round: u32, table: u32) -> Fields {
        let Some(moves) = self.moves(round, table).filter(|_| !self.has_started(round + 1)) else {
            return Fields::new();
        };
        let pending = self.table(round, table).and_then(|table| table.draw.as_ref()?.pending());
        let fields = if self.has_moves(round) {
            let to = self.next_table(round, table);
            let moves: BTreeMap<Number, u32> = moves.numbers.into_iter().map(|number| (number, to)).collect();
            Fields::new().with("moves", moves)
        } else {
            Fields::new().with("go_on", moves.numbers)
        };
        fields.with_some("draw", pending.map(pending_fields))
    }

    /// X19: what became of the seating of the round after this one.
    fn seating_after(&self, round: u32) -> &'static str {
        match self.round(round + 1) {
            None => "none",
            Some(next) if next.state == RoundState::Started => "started",
            Some(next) if next.stale => "stale",
            Some(_) => "kept",
        }
    }

    /// The round whose proposed seating follows from standings that a change in an earlier round than the last one has
    /// changed. It stays as it is unless the organiser seats it again.
    fn outdated_by(&self, round: u32) -> Option<u32> {
        let next = self.newest_started() + 1;
        let follows = matches!(self.phase(next).format, Format::Swiss | Format::Interval);
        let seated = self.round(next).is_some_and(|next| !next.stale);
        (round + 1 < next && follows && seated).then_some(next)
    }

    fn answer_result(&self, command: &ResultCommand, before: &Before, events: &[Event]) -> Fields {
        match events.first() {
            Some(Event::Scored { game, result }) => Fields::new()
                .with("round", game.round)
                .with("table", game.table)
                .with("game", game.game)
                .and(describe_result(result))
                .and(self.answer_moves(game.round, game.table)),
            Some(Event::PlayOffScored { rank, result, .. }) => Fields::new()
                .with("table", command.table)
                .and(describe_result(result))
                .and(self.play_off_news(*rank, before)),
            _ => Fields::new(),
        }
    }

    /// What a result or a draw has led to in a play-off: new tables, a draw, the ranks, or nothing yet.
    fn play_off_news(&self, rank: u32, before: &Before) -> Fields {
        let Some(play_off) = self.play_off_at(rank) else { return Fields::new() };
        let tables = deciding_tables(play_off, before.play_off_tables);
        Fields::new()
            .with_some("tables", Some(tables).filter(|tables| !tables.is_empty()))
            .with_some("draw", play_off.pending().map(pending_fields))
            .with_some("ranks", play_off.ranks())
    }

    fn answer_draw(&self, command: &DrawCommand, before: &Before, events: &[Event]) -> Fields {
        let drawn = drawn_by_program(
            command,
            events.iter().filter_map(|event| match event {
                Event::StartDrawn { tiles, .. }
                | Event::MoveDrawn { tiles, .. }
                | Event::PlayOffDrawn { tiles, .. } => Some(tiles),
                _ => None,
            }),
        );
        let fields = match events.first() {
            Some(Event::StartDrawn { game, .. }) => self.answer_start(*game),
            Some(Event::MoveDrawn { round, table, .. } | Event::MoveDrawReopened { round, table }) => {
                let draw = self.table(*round, *table).and_then(|table| table.draw.as_ref());
                match draw.and_then(crate::draw::Draw::pending) {
                    Some(pending) => Fields::new().with("again", pending_fields(pending)),
                    None => self.answer_moves(*round, *table),
                }
            }
            Some(Event::PlayOffDrawn { rank, .. }) => self.answer_play_off_draw(*rank, before),
            _ => Fields::new(),
        };
        fields.with_some("drawn", drawn)
    }

    fn answer_start(&self, id: GameId) -> Fields {
        let draw = self.game(id).and_then(|game| game.start.as_ref());
        let Some(draw) = draw else { return Fields::new() };
        match (draw.pending(), draw.chosen().as_deref()) {
            (None, Some([starter])) => {
                let mut order = self.table(id.round, id.table).map(|table| table.players.clone()).unwrap_or_default();
                // C03: clockwise from the starter on.
                let at = order.iter().position(|number| number == starter).unwrap_or_default();
                order.rotate_left(at);
                Fields::new().with("starts", starter).with("order", order)
            }
            (Some(pending), _) => Fields::new().with("again", pending_fields(pending)),
            _ => Fields::new(),
        }
    }

    /// `again` while the draw that the tiles were for is open, otherwise what it has led to.
    fn answer_play_off_draw(&self, rank: u32, before: &Before) -> Fields {
        let draw = self.play_off_at(rank).and_then(PlayOff::open_draw);
        let is_the_same = draw.is_some_and(|draw| before.drawing.as_deref() == Some(draw.entrants()));
        match draw.and_then(crate::draw::Draw::pending).filter(|_| is_the_same) {
            Some(pending) => Fields::new().with("again", pending_fields(pending)),
            None => self.play_off_news(rank, before),
        }
    }

    fn answer_final(&self) -> Fields {
        let standings = self.standings();
        let winning = |row: &&crate::ranking::Standing| row.rank.is_some_and(|rank| rank <= self.settings().winners);
        let winners: Vec<Number> = standings.rows.iter().filter(winning).map(|row| row.number).collect();
        let rows: Vec<Fields> = standings.rows.iter().map(|row| self.row(row, true)).collect();
        Fields::new().with_rows("final", rows).with("winners", winners)
    }

    fn row(&self, row: &crate::ranking::Standing, with_school: bool) -> Fields {
        let person = self.people().get(row.number).map(|player| &player.person);
        let fields = Fields::new()
            .with("rank", row.rank)
            .with("number", row.number)
            .with("name", person.map(|person| &person.name))
            .and(result_fields(row))
            .and(self.further_fields(row));
        if with_school { fields.with_some("school", person.and_then(|person| person.school.as_ref())) } else { fields }
    }

    /// The players, in the order of their numbers.
    fn players(&self, with_status: bool) -> Vec<Fields> {
        let describe = |player: &crate::people::Player| {
            let fields = Fields::new()
                .with("number", player.number)
                .with("name", &player.person.name)
                .with_some("school", player.person.school.as_ref());
            if with_status { fields.with("status", player.status) } else { fields }
        };
        self.people().iter().map(describe).collect()
    }

    fn describe_case(&self, number: u32, case: &crate::state::Case) -> Fields {
        let state = if case.decision.is_some() { "closed" } else { "open" };
        let fields = |kind: &str| {
            let fields = Fields::new().with("case", number).with("kind", kind).with("state", state);
            fields.with_some("decision", case.decision)
        };
        let former = case.former.as_ref().map(|former| &former.name);
        match &case.subject {
            CaseSubject::Conduct { number } => {
                let offences: Vec<&Offence> = match &case.former {
                    Some(former) => former.offences.iter().collect(),
                    None => self.offences(*number).collect(),
                };
                let history = offences.into_iter().map(|offence| {
                    let seat = offence.seat;
                    Fields::new()
                        .with_some("round", seat.map(|seat| seat.round))
                        .with_some("table", seat.map(|seat| seat.table))
                        .with("why", &offence.why)
                });
                let history = history.collect::<Vec<_>>();
                fields("conduct").with("number", number).with("history", history).with_some("former", former)
            }
            CaseSubject::Cheating { number, why } => {
                fields("cheating").with("number", number).with("why", why).with_some("former", former)
            }
            CaseSubject::Protest { seat, why } => {
                fields("protest").with("round", seat.round).with("table", seat.table).with("why", why)
            }
            CaseSubject::Conflict { seat, game, result, device } => fields("conflict")
                .with("round", seat.round)
                .with("table", seat.table)
                .with("game", game)
                .with("result", result)
                .with_some("device", device.as_ref()),
        }
    }
}

fn describe_result(result: &GameResult) -> Fields {
    let each = |value: fn(&crate::result::ScoredRack) -> Value| -> BTreeMap<Number, Value> {
        result.racks.iter().map(|rack| (rack.number, value(rack))).collect()
    };
    let verdicts: BTreeMap<Number, Value> =
        result.racks.iter().filter_map(|rack| Some((rack.number, json!(rack.verdict.as_ref()?)))).collect();
    Fields::new()
        .with("scores", each(|rack| json!(rack.score)))
        .with("wins", each(|rack| json!(rack.wins)))
        .with("winners", result.winners())
        .with("verdicts", verdicts)
        .with("flags", result.flags())
}

/// What a row of the standings says about the player's results.
pub(crate) fn result_fields(row: &crate::ranking::Standing) -> Fields {
    Fields::new()
        .with("wins", row.wins())
        .with("average", row.average().to_string())
        .with("total", row.total())
        .with("games", row.games())
        .with("status", row.status)
        .with("provisional", row.provisional)
}
