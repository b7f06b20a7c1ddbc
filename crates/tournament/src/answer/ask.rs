//! Questions: they change nothing and are not logged.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::answer::{Fields, pending_fields};
use crate::command::take_field;
use crate::people::Role;
use crate::refusal::Refusal;
use crate::state::{RoundState, Tournament};
use crate::time::HallTime;

/// What can be asked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
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
        Question::deserialize(Value::Object(fields)).map_err(|error| Refusal::Malformed(error.to_string()))
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
            Question::Log {} => Ok(Fields::new()),
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
        for (number, table) in (1..).zip(self.round(round).into_iter().flat_map(|round| &round.tables)) {
            let Some(decided) = self.moves(round, number) else { continue };
            let to = self.next_table(round, number);
            if self.has_moves(round) {
                moves.extend(decided.numbers.into_iter().map(|player| (player, to)));
            } else {
                go_on.extend(decided.numbers);
            }
            if let Some(pending) = table.draw.as_ref().and_then(crate::draw::Draw::pending) {
                draws.push(Fields::new().with("table", number).and(pending_fields(pending)));
            }
        }
        let fields = Fields::new().with("moves", moves).with("draws", draws);
        go_on.sort_unstable();
        if self.choice(round).is_some() && !self.has_moves(round) { fields.with("go_on", go_on) } else { fields }
    }
}
