//! The messages, as `docs/bot-protocol.md` describes them.

use serde::{Deserialize, Serialize};
use trinta_core::edition::{
    Family, JokerMoves, Jokers, OpeningSets, OpeningWords, PlayVariant, PoolEmpty, Settings, SpellingRule,
};
use trinta_core::{Command, Score, Seat, SeenEvent, Table, Tiles, View, Viewer};

/// The version of the protocol, increased when a change would break existing programs.
pub const PROTOCOL: u32 = 1;

/// A message to a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToProgram {
    /// The first line, answered with a hello.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The version of Trinta.
        trinta: String,
    },
    /// A game begins.
    Start {
        /// `numbers` or `words`.
        game: String,
        /// The edition's name.
        edition: String,
        /// The settings that matter to a player.
        rules: Box<Rules>,
        /// The number of players.
        players: u8,
        /// The program's seat.
        seat: Seat,
        /// Whether the game is under way and the program was restarted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        resumed: bool,
    },
    /// An event of the game.
    Event {
        /// The event as the program's seat may see it.
        event: SeenEvent,
    },
    /// It is the program's turn: a request for an answer.
    Turn {
        /// The id to repeat in the answer.
        id: u64,
        /// The time limit of the answer.
        budget_ms: u64,
        /// The view of the program's seat.
        view: SeatView,
    },
    /// Whether to challenge the last play (W8): a request for a verdict.
    Challenge {
        /// The id to repeat in the verdict.
        id: u64,
        /// The time limit of the verdict.
        budget_ms: u64,
        /// The view of the program's seat.
        view: SeatView,
    },
    /// The command was refused, and the turn is lost.
    Refused {
        /// The id of the turn.
        id: u64,
        /// The faults that the rules name.
        reason: String,
    },
    /// The game is over.
    End {
        /// The score of each seat.
        scores: Vec<Score>,
        /// The seats that won.
        winners: Vec<Seat>,
    },
    /// There are no more games; the program may exit.
    Bye,
}

/// A message from a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromProgram {
    /// The answer to a hello.
    Hello {
        /// The version of the protocol that the program speaks.
        protocol: u32,
        /// The name of the program, for reports.
        name: String,
    },
    /// The answer to a turn.
    Answer {
        /// The id of the turn.
        id: u64,
        /// The program's seat; it may be left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The command of the turn.
        command: Command,
    },
    /// The answer to a challenge request.
    Verdict {
        /// The id of the request.
        id: u64,
        /// Whether to challenge.
        challenge: bool,
    },
}

/// The settings that matter to a player, by their names in an edition's file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// How the game goes on with an empty pool: `pass`, `must-play`, `end`, `last-turn`.
    pub pool_empty: String,
    /// The points that a joker left on the rack costs.
    pub joker_left: u32,
    /// Numbers: the points that an opening needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_points: Option<u32>,
    /// Numbers: `any` or `one`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_sets: Option<String>,
    /// Numbers: `in` or `out`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jokers: Option<String>,
    /// Numbers: `another-set` where a replaced joker has to go into another set, otherwise absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joker_moves: Option<String>,
    /// Words: `a` or `b`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
    /// Words: the letters that the opening word needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_letters: Option<usize>,
    /// Words: `one` or `more`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_words: Option<String>,
    /// Words: `checked`, `charged` or `challenge`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spelling: Option<String>,
    /// Words: the name of the word list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lexicon: Option<String>,
    /// Words: the name of the theme.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
}

impl Rules {
    /// The part of the settings that a program is told.
    #[must_use]
    pub fn of(settings: &Settings) -> Rules {
        let text = |text: &str| Some(text.to_owned());
        let pool_empty = match settings.pool_empty {
            PoolEmpty::Pass => "pass",
            PoolEmpty::MustPlay => "must-play",
            PoolEmpty::End => "end",
            PoolEmpty::LastTurn => "last-turn",
        };
        let shared = Rules { pool_empty: pool_empty.to_owned(), joker_left: settings.joker_left, ..Rules::default() };
        match &settings.family {
            Family::Numbers(rules) => Rules {
                opening_points: Some(rules.opening_points),
                opening_sets: text(if rules.opening_sets == OpeningSets::One { "one" } else { "any" }),
                jokers: text(if rules.jokers == Jokers::In { "in" } else { "out" }),
                joker_moves: text("another-set").filter(|_| rules.joker_moves == JokerMoves::AnotherSet),
                ..shared
            },
            Family::Words(rules) => Rules {
                play: text(if rules.play == PlayVariant::A { "a" } else { "b" }),
                opening_letters: Some(rules.opening_letters),
                opening_words: text(if rules.opening_words == OpeningWords::One { "one" } else { "more" }),
                spelling: text(match rules.spelling {
                    SpellingRule::Checked => "checked",
                    SpellingRule::Charged => "charged",
                    SpellingRule::Challenge => "challenge",
                }),
                lexicon: Some(rules.lexicon.clone()),
                theme: rules.theme.clone(),
                ..shared
            },
        }
    }
}

/// The view of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatView {
    /// The sets on the table.
    pub table: Table,
    /// The rack of the seat.
    pub rack: Tiles,
    /// Whether the player counts as having opened.
    pub opened: bool,
    /// Whether the player may only draw in this turn (W12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw_only: bool,
    /// The number of tiles in the pool.
    pub pool: usize,
    /// The public part of each seat.
    pub seats: Vec<SeenSeat>,
    /// The last play, while it can be challenged (W8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<SeenContest>,
}

/// The public part of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenSeat {
    /// The number of tiles on the rack.
    pub tiles: u16,
    /// Whether the player has opened.
    pub opened: bool,
    /// The number of turns that the player has had.
    pub turns: u32,
    /// The points of the turns so far (W9).
    pub points: u32,
}

/// A play that can be challenged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenContest {
    /// The seat that made the play.
    pub seat: Seat,
    /// The table before the play.
    pub before: Table,
}

impl SeatView {
    /// The view of a player; none if the viewer has no seat.
    #[must_use]
    pub fn of(view: &View) -> Option<SeatView> {
        let Viewer::Seat(seat) = view.viewer else { return None };
        let seats = view.state.seats().iter().map(|player| SeenSeat {
            tiles: player.rack.count,
            opened: player.opened,
            turns: player.turns,
            points: player.points,
        });
        let contest = view.state.contest();
        Some(SeatView {
            table: view.state.table().clone(),
            rack: view.own_rack()?.clone(),
            opened: view.state.has_opened(seat),
            draw_only: view.state.draws_only(seat),
            pool: view.state.pool_size(),
            seats: seats.collect(),
            contest: contest.map(|contest| SeenContest { seat: contest.seat, before: contest.before.clone() }),
        })
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::edition::{SettingsBuilder, Value};

    use super::*;

    #[test]
    fn n14_programs_are_told_where_a_replaced_joker_has_to_go() {
        let mut builder = SettingsBuilder::edition("hk").unwrap();
        assert_eq!(Rules::of(&builder.build().unwrap()).joker_moves, None);
        builder.set("joker_moves", Value::read("another-set"));
        assert_eq!(Rules::of(&builder.build().unwrap()).joker_moves.as_deref(), Some("another-set"));
    }
}
