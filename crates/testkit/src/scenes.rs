//! The workloads of the benchmarks, each with a naive variant to compare with.

use trinta_core::{Event, Game, Layout, Play, Proposal, Settings, Setup, Table, Tiles, check_play};

use crate::case::{Case, Library, SearchKind};
use crate::laws::Watched;
use crate::naive;
use crate::run::play_game;

/// A play on a full table.
#[derive(Debug)]
pub struct FullTable {
    settings: Settings,
    before: Table,
    rack: Tiles,
    after: Layout,
}

impl Default for FullTable {
    fn default() -> Self {
        FullTable::new()
    }
}

impl FullTable {
    /// 25 sets, 13 groups and 12 runs with both jokers among them, and a play that adds one tile to a group.
    ///
    /// # Panics
    /// Never: the table is valid.
    #[must_use]
    pub fn new() -> FullTable {
        let groups = (1..=13).map(|number| match number {
            5 => "* r5 b5".to_owned(),
            _ => format!("k{number} r{number} b{number}"),
        });
        let runs = "krb".chars().flat_map(|colour| {
            [1, 4, 7, 10].map(|first| match (colour, first) {
                ('r', 7) => "r7 * r9".to_owned(),
                _ => format!("{colour}{first} {colour}{} {colour}{}", first + 1, first + 2),
            })
        });
        let text = groups.chain(runs).collect::<Vec<_>>().join(" | ");
        let before = Table::read(text.parse().expect("notation")).expect("25 sets");
        assert_eq!(before.len(), 25);
        let after = text.replacen("k1 r1 b1", "k1 r1 b1 y1", 1).parse().expect("notation");
        let rack = "y1 y5 y7 y8 y11 k13 r13 b13 y2 y3".parse().expect("notation");
        let settings = Settings::edition("hk").expect("an edition");
        FullTable { settings, before, rack, after }
    }

    /// The engine's verdict.
    ///
    /// # Panics
    /// Never: the play is legal.
    #[must_use]
    pub fn check(&self) -> Play {
        let FullTable { settings, before, rack, after } = self;
        let proposal = Proposal { before, rack, opened: true, after };
        check_play(settings, &trinta_core::AnyWord, proposal).expect("a legal play")
    }

    /// The naive verdict.
    #[must_use]
    pub fn check_naively(&self) -> bool {
        naive::may_leave(self.before.layout(), &self.rack, &self.after)
    }
}

/// The events of a long game, to be folded.
#[derive(Debug)]
pub struct LongGame {
    setup: Setup,
    /// All events of the game.
    pub events: Vec<Event>,
}

impl LongGame {
    /// The longest of some random games.
    ///
    /// # Panics
    /// When a game breaks a law.
    #[must_use]
    pub fn new(library: &Library) -> LongGame {
        let games = (0..40).map(Case::numbers).filter(|case| case.search != SearchKind::Exact).map(|case| {
            let report = play_game(&case, library).expect("the laws hold");
            LongGame { setup: case.setup, events: report.watched.events }
        });
        games.max_by_key(|game| game.events.len()).expect("some games")
    }

    /// The engine's fold.
    #[must_use]
    pub fn fold(&self) -> Game {
        let mut game = Game::new(self.setup.clone());
        self.events.iter().for_each(|event| game.apply(event));
        game
    }

    /// A fold that copies the game for every event and reads its table again.
    ///
    /// # Panics
    /// Never: all tables are valid.
    #[must_use]
    pub fn fold_naively(&self) -> Vec<Game> {
        let mut games = vec![Game::new(self.setup.clone())];
        for event in &self.events {
            let mut game = games[games.len() - 1].clone();
            game.apply(event);
            let table = Table::read(game.table().layout().clone()).expect("a valid table");
            assert_eq!(table.len(), game.table().len());
            games.push(game);
        }
        games
    }

    /// The fold with every law checked after every event.
    ///
    /// # Panics
    /// When a law is broken.
    #[must_use]
    pub fn fold_watched(&self) -> Watched {
        let mut watched = Watched::new(self.setup.clone(), false);
        for event in &self.events {
            watched.apply(event.clone()).expect("the laws hold");
        }
        watched
    }
}

/// Plays random games, checking every law, and returns the number of their events.
///
/// # Panics
/// When a law is broken.
pub fn random_games(seeds: std::ops::Range<u64>, case_of: fn(u64) -> Case, library: &Library) -> usize {
    let cases = seeds.map(case_of).filter(|case| case.search != SearchKind::Exact);
    cases.map(|case| play_game(&case, library).expect("the laws hold").watched.events.len()).sum()
}
