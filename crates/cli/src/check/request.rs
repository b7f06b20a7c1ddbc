//! A request of `check` and its answer.

use serde::Serialize;
use trinta_core::{
    AnyWord, Fault as PlayFault, Layout, Play, PlayError, Proposal, Settings, Setup, Spelling, Table, Tiles, check_play,
};

use crate::catalog::Catalog;
use crate::check::CheckArgs;
use crate::json::{Fault, Fields};
use crate::rules::{PLAYERS, RulesArgs, WordListArgs, check_box, check_game, set_up};

/// A play to check.
pub(super) struct CheckRequest {
    rules: RulesArgs,
    words: WordListArgs,
    players: u32,
    opened: bool,
    before: Layout,
    rack: Tiles,
    pub(super) after: Layout,
}

impl CheckRequest {
    /// The request given by the flags.
    pub(super) fn from_args(args: &CheckArgs) -> Result<CheckRequest, String> {
        let table = |flag: &str, text: &str| text.parse::<Layout>().map_err(|error| format!("{flag}, {error}"));
        let rack = args.rack.as_deref().unwrap_or_default();
        Ok(CheckRequest {
            rules: args.rules.clone(),
            words: args.words.clone(),
            players: args.players,
            opened: !args.unopened,
            before: table("--before", &args.before)?,
            rack: rack.parse().map_err(|error| format!("--rack, {error}"))?,
            after: table("--after", args.after.as_deref().unwrap_or_default())?,
        })
    }

    /// The request given by a line of JSON.
    pub(super) fn from_fields(fields: &Fields<'_>) -> Result<CheckRequest, Fault> {
        let own = ["id", "players", "opened", "before", "rack", "after"];
        fields.only(&[&own[..], &RulesArgs::FIELDS, &WordListArgs::FIELDS].concat())?;
        Ok(CheckRequest {
            rules: RulesArgs::from_fields(fields)?,
            words: WordListArgs::from_fields(fields)?,
            players: fields.get("players").map_or(Ok(PLAYERS), |field| field.count())?,
            opened: fields.get("opened").map_or(Ok(true), |field| field.boolean())?,
            before: fields.need("before")?.table()?,
            rack: fields.need("rack")?.tiles()?,
            after: fields.need("after")?.table()?,
        })
    }

    /// The verdict, or why the request is invalid.
    pub(super) fn judge(&self, catalog: &Catalog) -> Result<Verdict, String> {
        let settings = catalog.settings(&self.rules, &self.words)?;
        let words = catalog.words(&settings)?;
        let setup = set_up(settings, self.players as usize)?;
        let settings = setup.settings();
        let before = self.read_table(&setup)?;
        let spelling: &dyn Spelling = words.as_ref().map_or(&AnyWord, |words| &words.dictionary);
        let proposal = Proposal { before: &before, rack: &self.rack, opened: self.opened, after: &self.after };
        Ok(Verdict::new(settings, check_play(settings, spelling, proposal), &self.after))
    }

    /// Checks that the box has these tiles and that the table is valid; returns the table.
    fn read_table(&self, setup: &Setup) -> Result<Table, String> {
        let readings = self.before.pieces().iter().filter_map(|piece| piece.reading());
        check_game("before", setup.settings(), readings)?;
        check_game("rack", setup.settings(), self.rack.iter())?;
        check_game("after", setup.settings(), self.after.tiles())?;
        check_box("before and rack together", setup, self.before.tiles().chain(self.rack.iter()))?;
        check_box("after", setup, self.after.tiles())?;
        Table::read(self.before.clone()).map_err(|error| format!("before, {error}"))
    }
}

/// The verdict of the rules.
pub(super) enum Verdict {
    /// The play is legal.
    Legal {
        /// The play as the rules read it.
        play: Play,
        /// The sum of the numbers placed, or the number of letters.
        value: u32,
        /// Whether sets were sorted or jokers got another reading than they were laid with.
        put_in_order: bool,
    },
    /// The play is illegal, with all its faults.
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
    pub(super) fn answer(self) -> VerdictJson {
        match self {
            Verdict::Legal { play, value, put_in_order } => VerdictJson::Legal {
                legal: true,
                played: play.placed,
                value,
                points: play.opening,
                table: put_in_order.then_some(play.table),
            },
            Verdict::Illegal(error) => VerdictJson::Illegal { legal: false, faults: error.faults },
        }
    }
}

/// Whether the table has every tile where it was laid, and every joker with the reading it was laid with.
fn stands_as_laid(laid: &Layout, table: &Table) -> bool {
    laid.tiles().eq(table.layout().tiles()) && Table::read(laid.clone()).as_ref() == Ok(table)
}

/// The verdict for programs. The order of the fields is part of the contract.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum VerdictJson {
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
    /// The play is illegal.
    Illegal { legal: bool, faults: Vec<PlayFault> },
}
