//! A request of `solve`: read from flags, a file or JSON, and validated.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::Arc;

use trinta_core::{Layout, Setup, Table, Tiles};

use crate::catalog::Catalog;
use crate::input::{name_of, read_text_or_stdin};
use crate::json::{Fault, Fields};
use crate::rules::{PLAYERS, RulesArgs, WordListArgs, check_box, check_game, set_up};
use crate::solve::answer::Solved;
use crate::solve::objective::objective;
use crate::solve::search::{Problem, Searcher};
use crate::solve::{Objective, SolveArgs, position};

/// A position to solve.
#[derive(Debug, Default)]
pub(super) struct SolveRequest {
    pub(super) rules: RulesArgs,
    pub(super) words: WordListArgs,
    pub(super) players: Option<u32>,
    pub(super) unopened: bool,
    pub(super) table: Option<Layout>,
    pub(super) rack: Option<Tiles>,
    pub(super) objective: Option<Objective>,
    /// The number of plays: the best and the next best ones.
    pub(super) plays: Option<u32>,
    pub(super) budget: Option<u64>,
}

impl SolveRequest {
    /// The names of the fields of a request, which are also the keys of a position in a file.
    pub(super) fn names() -> Vec<&'static str> {
        let own = ["id", "players", "opened", "table", "rack", "objective", "plays", "budget"];
        [&own[..], &RulesArgs::FIELDS, &WordListArgs::FIELDS].concat()
    }

    /// The request given by the flags, with the position of a file if they name one.
    pub(super) fn from_args(args: &SolveArgs) -> Result<SolveRequest, String> {
        let stdin = || args.rack.is_none() && args.table.is_none() && !io::stdin().is_terminal();
        let base = match &args.position {
            Some(path) => SolveRequest::from_file(path)?,
            None if stdin() => SolveRequest::from_file(Path::new("-"))?,
            None => SolveRequest::default(),
        };
        let table = args.table.as_ref().map(|text| text.parse().map_err(|error| format!("--table, {error}")));
        let rack = args.rack.as_ref().map(|text| text.parse().map_err(|error| format!("--rack, {error}")));
        let (table, rack) = (table.transpose()?.or(base.table), rack.transpose()?.or(base.rack));
        if rack.is_none() {
            return Err("the rack is missing: give it with --rack, or a position in a file or on standard input; \
                        trinta solve --help has examples"
                .to_owned());
        }
        Ok(SolveRequest {
            rules: args.rules.clone().or(base.rules),
            words: args.words.clone().or(base.words),
            players: args.players.or(base.players),
            unopened: args.unopened || base.unopened,
            // On the command line the table may be omitted.
            table: table.or_else(|| Some(Layout::new())),
            rack,
            objective: args.objective.or(base.objective),
            plays: args.plays.or(base.plays),
            budget: base.budget,
        })
    }

    /// The request in a file; `-` is standard input.
    fn from_file(path: &Path) -> Result<SolveRequest, String> {
        let (name, text) = (name_of(path), read_text_or_stdin(path)?);
        let text = text.trim_start_matches('\u{feff}');
        if !text.trim_start().starts_with('{') {
            return position::read(text).map_err(|fault| format!("{name}, {fault}"));
        }
        let fields = Fields::read(text).1;
        fields.and_then(|fields| SolveRequest::from_fields(&fields)).map_err(|fault| fault.in_file(&name, text))
    }

    /// The request given by a line of JSON.
    pub(super) fn from_fields(fields: &Fields<'_>) -> Result<SolveRequest, Fault> {
        fields.only(&SolveRequest::names())?;
        let objective = fields.get("objective").map(|field| field.choice(&Objective::NAMES)).transpose()?;
        let table = match fields.get("table") {
            // An opening comes from the rack alone.
            None if objective == Some(Objective::Opening) => Layout::new(),
            _ => fields.need("table")?.table()?,
        };
        Ok(SolveRequest {
            rules: RulesArgs::from_fields(fields)?,
            words: WordListArgs::from_fields(fields)?,
            players: fields.get("players").map(|field| field.count()).transpose()?,
            unopened: !fields.get("opened").map_or(Ok(true), |field| field.boolean())?,
            table: Some(table),
            rack: Some(fields.need("rack")?.tiles()?),
            objective,
            plays: fields.get("plays").map(|field| field.count()).transpose()?,
            budget: fields.get("budget").map(|field| field.count()).transpose()?,
        })
    }

    /// The solution, or why the request is invalid.
    pub(super) fn solve(self, catalog: &Catalog, searcher: &mut Searcher) -> Result<Solved, String> {
        let settings = catalog.settings(&self.rules, &self.words)?;
        let objective = objective(&settings, self.objective)?;
        let book = catalog.words(&settings)?.map(|words| Arc::clone(words.book()));
        let plays = self.plays.unwrap_or(1);
        if plays == 0 {
            return Err("plays = 0: request at least 1 play".to_owned());
        }
        let setup = set_up(settings, self.players.unwrap_or(PLAYERS) as usize)?;
        let rack = self.rack.unwrap_or_default();
        let table = read_table(&setup, self.table.unwrap_or_default(), &rack)?;
        let settings = setup.settings().clone();
        let problem = Problem { settings, book, objective, table, rack, opened: !self.unopened };
        Ok(searcher.search(problem, plays, self.budget))
    }
}

/// Checks that the box has these tiles and that the table is valid; returns the table.
fn read_table(setup: &Setup, table: Layout, rack: &Tiles) -> Result<Table, String> {
    check_game("table", setup.settings(), table.pieces().iter().filter_map(|piece| piece.reading()))?;
    check_game("rack", setup.settings(), rack.iter())?;
    check_box("table and rack together", setup, table.tiles().chain(rack.iter()))?;
    Table::read(table).map_err(|error| format!("table, {error}"))
}
