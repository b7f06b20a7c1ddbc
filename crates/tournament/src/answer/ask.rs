//! Questions: they change nothing and are not logged.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::answer::{Fields, hall, pending_fields};
use crate::command::{read_fields, take_field};
use crate::people::{Number, Role};
use crate::refusal::Refusal;
use crate::state::{RoundState, Tournament};
use crate::time::HallTime;
use crate::view::{Viewer, ViewerRole};

/// What can be asked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// The standings.
    Standings {},
    /// The seating of a round.
    Seating {
        /// The round.
        round: i64,
    },
    /// Where a player sits.
    Where {
        /// The player.
        number: i64,
    },
    /// Who moves on after a round.
    Moves {
        /// The round.
        round: i64,
    },
    /// Which tables have no result yet.
    Missing {
        /// The round.
        round: i64,
    },
    /// The standings of schools.
    Teams {},
    /// The players and the waiting list.
    Players {},
    /// The cases for the head judge.
    Cases {},
    /// Every command that was done.
    Log {},
    /// What a command would change (X19); it is not done.
    WhatIf {
        /// The command, as it would be given.
        #[cfg_attr(feature = "ts", ts(type = "Request"))]
        command: Map<String, Value>,
    },
    /// What somebody may see.
    View {
        /// The role.
        #[serde(rename = "as")]
        role: ViewerRole,
        /// The table of a judge.
        table: Option<u32>,
        /// The number of a player.
        number: Option<Number>,
    },
    /// Who can still be among the winners.
    Chances {},
    /// Statistics of players and schools, with ratings.
    Statistics {},
    /// Venue and timetable.
    Details {},
    /// The judges of a round (A16).
    Judges {
        /// The round.
        round: i64,
    },
    /// The incidents and new deals.
    Incidents {},
    /// The calls for the head judge.
    Calls {},
    /// The reasons for a warning that need only be named.
    Reasons {},
    /// Who still plays when time is called in a player's turn (E09).
    LastTurns {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
        /// The game of the round; the first if left out.
        game: Option<i64>,
        /// The player whose turn it is.
        number: i64,
    },
}

impl Question {
    /// Reads a question from its JSON form, without its `id`.
    ///
    /// # Errors
    /// `malformed`.
    pub fn read(mut fields: Map<String, Value>) -> Result<Question, Refusal> {
        fields.remove("do");
        take_field::<Role>(&mut fields, "by")?;
        take_field::<HallTime>(&mut fields, "at")?;
        take_field::<String>(&mut fields, "why")?;
        read_fields(fields)
    }
}

impl Tournament {
    /// Answers a question about the event; the log is not part of its state.
    pub(crate) fn ask(&self, question: &Question) -> Result<Fields, Refusal> {
        match question {
            Question::Standings {} => Ok(self.answer_standings()),
            Question::Seating { round } => {
                let round = self.round_number(*round)?;
                if self.round(round).is_none() {
                    return Err(Refusal::NotSeated(round));
                }
                Ok(self.answer_seating(round, false))
            }
            Question::Where { number } => self.answer_where(*number),
            Question::Moves { round } => {
                let round = self.started_round(*round)?;
                Ok(self.answer_all_moves(round))
            }
            Question::Missing { round } => {
                let (tables, draws) = self.missing(self.started_round(*round)?);
                Ok(Fields::new().with("tables", tables).with("draws", draws))
            }
            Question::Teams {} => Ok(self.answer_teams()),
            Question::Players {} => {
                let waiting: Vec<&String> = self.people().waiting().map(|person| &person.name).collect();
                Ok(Fields::new().with("players", self.players(true)).with("waiting", waiting))
            }
            Question::Cases {} => {
                let cases = (1..).zip(self.cases()).map(|(number, case)| self.describe_case(number, case));
                Ok(Fields::new().with("cases", cases.collect::<Vec<_>>()))
            }
            // These two need the log, which answers them.
            Question::Log {} | Question::WhatIf { .. } => Ok(Fields::new()),
            Question::View { role, table, number } => {
                let viewer = self.viewer(*role, *table, *number)?;
                Ok(Fields::new().with("view", self.view(&viewer)))
            }
            Question::Chances {} => Ok(Fields::new().with("chances", self.chances())),
            Question::Statistics {} => {
                let statistics = self.statistics();
                Ok(Fields::new().with("players", statistics.players).with("schools", statistics.schools))
            }
            Question::Details {} => Ok(self.answer_details()),
            Question::Judges { round } => Ok(self.answer_judges(self.round_number(*round)?)),
            Question::Incidents {} => Ok(self.answer_incidents()),
            Question::Calls {} => Ok(self.answer_calls()),
            Question::Reasons {} => Ok(hall::reasons()),
            Question::LastTurns { round, table, game, number } => {
                let player = self.player(*number)?.number;
                let (id, _, _) = self.playing_game(*round, *table, *game)?;
                let numbers = self.last_turns(id, player).ok_or(Refusal::NoDraw)?;
                Ok(Fields::new().with("numbers", numbers))
            }
        }
    }

    fn viewer(&self, role: ViewerRole, table: Option<u32>, number: Option<Number>) -> Result<Viewer, Refusal> {
        match (role, table, number) {
            (ViewerRole::Organiser, None, None) => Ok(Viewer::Organiser),
            (ViewerRole::HeadJudge, None, None) => Ok(Viewer::HeadJudge),
            (ViewerRole::Judge, Some(table), None) => Ok(Viewer::Judge { table }),
            (ViewerRole::Staff, None, None) => Ok(Viewer::Staff),
            (ViewerRole::Player, None, Some(number)) => {
                Ok(Viewer::Player { number: self.player(i64::from(number.0))?.number })
            }
            (ViewerRole::Public, None, None) => Ok(Viewer::Public),
            _ => {
                Err(Refusal::Malformed("as: a judge has a `table`, a player a `number`, nobody else either".to_owned()))
            }
        }
    }

    fn started_round(&self, round: i64) -> Result<u32, Refusal> {
        let round = self.round_number(round)?;
        if self.has_started(round) { Ok(round) } else { Err(Refusal::NotStarted(round)) }
    }

    fn answer_standings(&self) -> Fields {
        let standings = self.standings();
        let rows: Vec<Fields> = standings.rows.iter().map(|row| self.row(row, false)).collect();
        Fields::new()
            .with_rows("standings", rows)
            .with("cut", self.settings().winners)
            .with("keys", &self.settings().keys)
            .with("complete", self.first_incomplete().is_none())
            .with("ties", standings.open_ties)
    }

    fn answer_where(&self, number: i64) -> Result<Fields, Refusal> {
        let player = self.player(number)?.number;
        let shown = |round: &u32| self.round(*round).is_some_and(|round| round.state >= RoundState::Published);
        let newest = (1..=self.rounds().len() as u32).rev().find(shown);
        let seat = newest.and_then(|round| Some((round, self.table_of(round, player)?)));
        Ok(match seat {
            Some((round, table)) => Fields::new().with("round", round).with("table", table),
            None => Fields::new(),
        })
    }

    fn answer_all_moves(&self, round: u32) -> Fields {
        let (mut moves, mut draws, mut go_on) = (std::collections::BTreeMap::new(), Vec::new(), Vec::new());
        let next_started = self.has_started(round + 1);
        for (number, table) in (1..).zip(self.round(round).into_iter().flat_map(|round| &round.tables)) {
            let Some(decided) = self.moves(round, number) else { continue };
            let to = self.next_table(round, number);
            if self.has_moves(round) {
                moves.extend(decided.numbers.into_iter().map(|player| (player, to)));
            } else {
                go_on.extend(decided.numbers);
            }
            let pending = table.draw.as_ref().and_then(crate::draw::Draw::pending);
            if let Some(pending) = pending.filter(|_| !next_started) {
                draws.push(Fields::new().with("table", number).and(pending_fields(pending)));
            }
        }
        let fields = Fields::new().with("moves", moves).with("draws", draws);
        go_on.sort_unstable();
        if self.choice(round).is_some() && !self.has_moves(round) { fields.with("go_on", go_on) } else { fields }
    }
}
