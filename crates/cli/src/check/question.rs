//! One question of `check`: where it comes from, and its answer.

use serde::Serialize;
use trinta_core::{
    AnyWord, Fault as PlayFault, Layout, Play, PlayError, Proposal, Settings, Setup, Spelling, Table, Tiles, check_play,
};

use crate::check::CheckArgs;
use crate::json::{Fault, Fields};
use crate::rules::{PLAYERS, RulesArgs, WordListArgs, in_box, right_game, set_up};
use crate::shelf::Shelf;

/// Is this play legal?
pub(super) struct Question {
    rules: RulesArgs,
    words: WordListArgs,
    players: u32,
    opened: bool,
    before: Layout,
    rack: Tiles,
    pub(super) after: Layout,
}

impl Question {
    /// The question that the flags ask.
    pub(super) fn from_args(args: &CheckArgs) -> Result<Question, String> {
        let table = |flag: &str, text: &str| text.parse::<Layout>().map_err(|error| format!("{flag}, {error}"));
        let rack = args.rack.as_deref().unwrap_or_default();
        Ok(Question {
            rules: args.rules.clone(),
            words: args.words.clone(),
            players: args.players,
            opened: !args.unopened,
            before: table("--before", &args.before)?,
            rack: rack.parse().map_err(|error| format!("--rack, {error}"))?,
            after: table("--after", args.after.as_deref().unwrap_or_default())?,
        })
    }

    /// The question that a line of JSON asks.
    pub(super) fn from_fields(fields: &Fields<'_>) -> Result<Question, Fault> {
        let own = ["id", "players", "opened", "before", "rack", "after"];
        fields.only(&[&own[..], &RulesArgs::FIELDS, &WordListArgs::FIELDS].concat())?;
        Ok(Question {
            rules: RulesArgs::from_fields(fields)?,
            words: WordListArgs::from_fields(fields)?,
            players: fields.get("players").map_or(Ok(PLAYERS), |field| field.count())?,
            opened: fields.get("opened").map_or(Ok(true), |field| field.truth())?,
            before: fields.need("before")?.table()?,
            rack: fields.need("rack")?.tiles()?,
            after: fields.need("after")?.table()?,
        })
    }

    /// The verdict, or why the question makes no sense.
    pub(super) fn judge(&self, shelf: &Shelf) -> Result<Verdict, String> {
        let settings = shelf.settings(&self.rules, &self.words)?;
        let dictionary = shelf.dictionary(&settings)?;
        let setup = set_up(settings, self.players as usize)?;
        let settings = setup.settings();
        let before = self.tiles_fit(&setup)?;
        let spelling: &dyn Spelling = dictionary.as_ref().map_or(&AnyWord, |dictionary| dictionary);
        let proposal = Proposal { before: &before, rack: &self.rack, opened: self.opened, after: &self.after };
        Ok(Verdict::new(settings, check_play(settings, spelling, proposal), &self.after))
    }

    /// Whether the box has these tiles, and what lies on the table is one. Gives the table.
    fn tiles_fit(&self, setup: &Setup) -> Result<Table, String> {
        let readings = self.before.pieces().iter().filter_map(|piece| piece.reading());
        right_game("before", setup.settings(), readings)?;
        right_game("rack", setup.settings(), self.rack.iter())?;
        right_game("after", setup.settings(), self.after.tiles())?;
        in_box("before and rack together", setup, self.before.tiles().chain(self.rack.iter()))?;
        in_box("after", setup, self.after.tiles())?;
        Table::read(self.before.clone()).map_err(|error| format!("before, {error}"))
    }
}

/// What the rules say.
pub(super) enum Verdict {
    /// The play is legal.
    Legal {
        /// The play.
        play: Play,
        /// What was placed: the sum of the numbers, or the number of letters.
        value: u32,
        /// Whether sets had to be put in order or jokers were read in another way than laid.
        put_in_order: bool,
    },
    /// It is not, and why.
    Illegal(PlayError),
}

impl Verdict {
    fn new(settings: &Settings, judged: Result<Play, PlayError>, laid: &Layout) -> Verdict {
        match judged {
            Ok(play) => Verdict::Legal {
                value: if settings.words().is_some() { play.placed.len() as u32 } else { play.placed.value() },
                put_in_order: !stands_as_laid(laid, &play.table),
                play,
            },
            Err(error) => Verdict::Illegal(error),
        }
    }

    /// The verdict for programs.
    pub(super) fn answer(self) -> Answer {
        match self {
            Verdict::Legal { play, value, put_in_order } => Answer::Legal {
                legal: true,
                played: play.placed,
                value,
                points: play.opening,
                table: put_in_order.then_some(play.table),
            },
            Verdict::Illegal(error) => Answer::Illegal { legal: false, faults: error.faults },
        }
    }
}

/// Whether every tile lies where it was laid, and every joker stands for what it says there.
fn stands_as_laid(laid: &Layout, table: &Table) -> bool {
    laid.tiles().eq(table.layout().tiles()) && Table::read(laid.clone()).as_ref() == Ok(table)
}

/// The verdict for programs. The order of the fields is part of the contract.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// The play is legal.
    Legal {
        legal: bool,
        played: Tiles,
        value: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<Table>,
    },
    /// It is not.
    Illegal { legal: bool, faults: Vec<PlayFault> },
}
