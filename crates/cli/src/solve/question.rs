//! One question of `solve`: where it comes from, and whether it makes sense.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use trinta_core::{Layout, Setup, Table, Tiles};

use crate::input::{name_of, read_text_or_stdin};
use crate::json::{Fault, Fields};
use crate::rules::{PLAYERS, RulesArgs, WordListArgs, in_box, right_game, set_up};
use crate::shelf::Shelf;
use crate::solve::answer::Solved;
use crate::solve::objective::objective;
use crate::solve::search::{Asked, Searcher};
use crate::solve::{Objective, SolveArgs, position};

/// What is the best play?
#[derive(Debug, Default)]
pub(super) struct Question {
    pub(super) rules: RulesArgs,
    pub(super) words: WordListArgs,
    pub(super) players: Option<u32>,
    pub(super) unopened: bool,
    pub(super) table: Option<Layout>,
    pub(super) rack: Option<Tiles>,
    pub(super) objective: Option<Objective>,
    /// How many plays are asked for: the best, and the next best ones.
    pub(super) plays: Option<u32>,
    pub(super) budget: Option<u64>,
}

impl Question {
    /// The names of the fields of a question, and of the keys of a position in a file.
    pub(super) fn names() -> Vec<&'static str> {
        let own = ["id", "players", "opened", "table", "rack", "objective", "plays", "budget"];
        [&own[..], &RulesArgs::FIELDS, &WordListArgs::FIELDS].concat()
    }

    /// The question that the flags ask, about the position of a file if they name one.
    pub(super) fn from_args(args: &SolveArgs) -> Result<Question, String> {
        let stdin = || args.rack.is_none() && args.table.is_none() && !io::stdin().is_terminal();
        let base = match &args.position {
            Some(path) => Question::from_file(path)?,
            None if stdin() => Question::from_file(Path::new("-"))?,
            None => Question::default(),
        };
        let table = args.table.as_ref().map(|text| text.parse().map_err(|error| format!("--table, {error}")));
        let rack = args.rack.as_ref().map(|text| text.parse().map_err(|error| format!("--rack, {error}")));
        let (table, rack) = (table.transpose()?.or(base.table), rack.transpose()?.or(base.rack));
        if rack.is_none() {
            return Err("the rack is missing: give it with --rack, or a position in a file or on standard input; \
                        trinta solve --help has examples"
                .to_owned());
        }
        Ok(Question {
            rules: args.rules.clone().over(base.rules),
            words: args.words.clone().over(base.words),
            players: args.players.or(base.players),
            unopened: args.unopened || base.unopened,
            // On the command line nothing is an empty table.
            table: table.or_else(|| Some(Layout::new())),
            rack,
            objective: args.objective.or(base.objective),
            plays: args.plays.or(base.plays),
            budget: base.budget,
        })
    }

    /// The question that a file asks; `-` is standard input.
    fn from_file(path: &Path) -> Result<Question, String> {
        let (name, text) = (name_of(path), read_text_or_stdin(path)?);
        let text = text.trim_start_matches('\u{feff}');
        if !text.trim_start().starts_with('{') {
            return position::read(text).map_err(|fault| format!("{name}, {fault}"));
        }
        let fields = Fields::read(text).1;
        fields.and_then(|fields| Question::from_fields(&fields)).map_err(|fault| fault.in_file(&name, text))
    }

    /// The question that a line of JSON asks.
    pub(super) fn from_fields(fields: &Fields<'_>) -> Result<Question, Fault> {
        fields.only(&Question::names())?;
        let objective = fields.get("objective").map(|field| field.choice(&Objective::NAMES)).transpose()?;
        let table = match fields.get("table") {
            // An opening comes from the rack alone.
            None if objective == Some(Objective::Opening) => Layout::new(),
            _ => fields.need("table")?.table()?,
        };
        Ok(Question {
            rules: RulesArgs::from_fields(fields)?,
            words: WordListArgs::from_fields(fields)?,
            players: fields.get("players").map(|field| field.count()).transpose()?,
            unopened: !fields.get("opened").map_or(Ok(true), |field| field.truth())?,
            table: Some(table),
            rack: Some(fields.need("rack")?.tiles()?),
            objective,
            plays: fields.get("plays").map(|field| field.count()).transpose()?,
            budget: fields.get("budget").map(|field| field.count()).transpose()?,
        })
    }

    /// The answer, or why the question makes no sense.
    pub(super) fn solve(self, shelf: &Shelf, searcher: &mut Searcher) -> Result<Solved, String> {
        let settings = shelf.settings(&self.rules, &self.words)?;
        let objective = objective(&settings, self.objective)?;
        let book = settings.words().map(|rules| shelf.book(rules)).transpose()?;
        let plays = self.plays.unwrap_or(1);
        if plays == 0 {
            return Err("plays = 0: ask for 1 play or more".to_owned());
        }
        let setup = set_up(settings, self.players.unwrap_or(PLAYERS) as usize)?;
        let rack = self.rack.unwrap_or_default();
        let table = tiles_fit(&setup, self.table.unwrap_or_default(), &rack)?;
        let settings = setup.settings().clone();
        let asked = Asked { settings, book, objective, table, rack, opened: !self.unopened };
        Ok(searcher.search(asked, plays, self.budget))
    }
}

/// Whether the box has these tiles, and what lies on the table is one. Gives the table.
fn tiles_fit(setup: &Setup, table: Layout, rack: &Tiles) -> Result<Table, String> {
    right_game("table", setup.settings(), table.pieces().iter().filter_map(|piece| piece.reading()))?;
    right_game("rack", setup.settings(), rack.iter())?;
    in_box("table and rack together", setup, table.tiles().chain(rack.iter()))?;
    Table::read(table).map_err(|error| format!("table, {error}"))
}
