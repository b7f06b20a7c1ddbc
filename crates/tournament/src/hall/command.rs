//! Commands about the hall: who helps, what happens at tables besides the scores, and postponement.

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::hall::incident::IncidentKind;
use crate::people::Number;
use crate::public_name::Publicity;
use crate::time::{Date, HallTime};

/// A command about the hall.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HallCommand {
    /// Says where the tournament is and what the invitation tells (A02, A05, A07, A09).
    Details(DetailsChange),
    /// Assigns judges to tables (A16).
    Judges {
        /// The tables with their judges.
        judges: Vec<JudgeAt>,
        /// The first round in which this holds; left out: the first that these tables have not finished.
        round: Option<u32>,
    },
    /// Lists the staff, in place of an earlier list (A17).
    Staff {
        /// Everybody.
        staff: Vec<StaffMember>,
    },
    /// Gives the judge's screen of a table to a device (A11).
    Claim {
        /// The table.
        table: u32,
        /// What the device calls itself.
        device: String,
        /// Whether another device loses the table by this.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        take_over: bool,
    },
    /// Says how the public sees a player (X21).
    Show {
        /// The player.
        number: Number,
        /// How much of the name is shown.
        #[serde(rename = "as")]
        publicity: Option<Publicity>,
        /// A name to be shown in its place.
        public_name: Option<String>,
    },
    /// Marks a step on the way through a game (C06, C10, G15).
    Step {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
        /// The game of the round; the first if left out.
        game: Option<i64>,
        /// The step.
        step: Step,
    },
    /// Writes an incident down.
    Incident(IncidentCommand),
    /// Players agree with a result as it was recorded (X17).
    Sign {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
        /// The game of the round; the first if left out.
        game: Option<i64>,
        /// Those who agree.
        numbers: Vec<Number>,
    },
    /// Calls the head judge to a table (G08).
    Call {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
    },
    /// The head judge, or somebody for them, has come.
    AnswerCall {
        /// The call, from 1.
        call: u32,
    },
    /// Somebody accompanies a player while the table is paused (E10, G06).
    Escort {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
        /// The player.
        number: Number,
        /// Who accompanies the player.
        name: Option<String>,
    },
    /// The players of a table may leave it (G15).
    Dismiss {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
    },
    /// Stops the whole tournament until it is continued (A13).
    Postpone {},
    /// Goes on after a postponement (A13).
    Continue {
        /// The new day, if it is another one.
        date: Option<Date>,
    },
    /// Makes all games of a round count for nobody (A13).
    AnnulRound {
        /// The round.
        round: i64,
    },
    /// Takes an entry of the log back, if everything after it would be decided just the same without it.
    Undo {
        /// The entry.
        seq: u64,
    },
    /// Opens a case about a second result of a game, which differs from the one that is stored.
    Conflict {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
        /// The game of the round; the first if left out.
        game: Option<i64>,
        /// The other result, as the command `result` that would have entered it.
        #[cfg_attr(feature = "ts", ts(type = "{ do: \"result\" } & ResultCommand"))]
        result: Map<String, Value>,
        /// The device that it came from.
        device: Option<String>,
    },
    /// Says whether a table of a round is played at the server instead of in the hall.
    Online {
        /// The round.
        round: i64,
        /// The table.
        table: i64,
        /// Whether it is.
        on: bool,
    },
    /// Erases names, schools and free texts from the state and from the log, after the end.
    Forget {},
}

impl HallCommand {
    /// The names of these commands.
    pub const NAMES: [&'static str; 19] = [
        "details",
        "judges",
        "staff",
        "claim",
        "show",
        "step",
        "incident",
        "sign",
        "call",
        "answer-call",
        "escort",
        "dismiss",
        "postpone",
        "continue",
        "annul-round",
        "undo",
        "conflict",
        "online",
        "forget",
    ];
}

/// Details of the invitation that change; what is left out stays, and an empty text clears.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct DetailsChange {
    /// The venue (A02).
    pub venue: Option<String>,
    /// Where the tables stand in it.
    pub hall_map: Option<String>,
    /// When and where prizes are given (A09).
    pub prize_giving: Option<String>,
    /// A notice at the foot of prints (A13, I12).
    pub notice: Option<String>,
    /// When players sit down (A04).
    pub seating: Option<HallTime>,
    /// When the briefing begins (A05).
    pub briefing: Option<HallTime>,
    /// Minutes to compile the scores (A07).
    pub counting: Option<u32>,
}

/// The judge of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct JudgeAt {
    /// The table.
    pub table: u32,
    /// The judge's name; none if the table has no judge any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Somebody who helps besides the judges (A17).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct StaffMember {
    /// The name.
    pub name: String,
    /// What they look after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
}

/// The steps of a game, in their order (C04 to C06, C10, G15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The tiles are shuffled.
    Shuffle,
    /// They lie in stacks of seven.
    Stack,
    /// Everybody has taken two stacks.
    Take,
    /// Racks are arranged, on the judge's sign.
    Arrange,
    /// The starter has begun.
    Play,
    /// The game is over; racks are counted.
    End,
}

impl Step {
    /// All of them, in their order.
    pub const ALL: [Step; 6] = [Step::Shuffle, Step::Stack, Step::Take, Step::Arrange, Step::Play, Step::End];
}

/// An incident with its place.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct IncidentCommand {
    /// The round; none if it happened away from the tables.
    pub round: Option<i64>,
    /// The table.
    pub table: Option<i64>,
    /// The game of the round.
    pub game: Option<i64>,
    /// The judge's own words.
    pub note: Option<String>,
    /// The incident.
    #[cfg_attr(feature = "ts", ts(flatten))]
    pub kind: IncidentKind,
}

impl<'de> Deserialize<'de> for IncidentCommand {
    /// Every kind has fields of its own beside those of the place, and any other field is refused.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<IncidentCommand, D::Error> {
        fn take<T: for<'a> Deserialize<'a>, E: de::Error>(
            fields: &mut Map<String, Value>,
            name: &str,
        ) -> Result<Option<T>, E> {
            let Some(value) = fields.remove(name) else { return Ok(None) };
            Option::deserialize(value).map_err(|error| E::custom(format!("{name}: {error}")))
        }
        let mut fields = Map::deserialize(deserializer)?;
        Ok(IncidentCommand {
            round: take(&mut fields, "round")?,
            table: take(&mut fields, "table")?,
            game: take(&mut fields, "game")?,
            note: take(&mut fields, "note")?,
            kind: IncidentKind::deserialize(Value::Object(fields)).map_err(de::Error::custom)?,
        })
    }
}
