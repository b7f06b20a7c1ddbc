//! The solver behind the core's [`Search`] trait: can this player still play, could this rack have opened.

use std::cell::RefCell;
use std::sync::Arc;

use trinta_core::Search;
use trinta_core::edition::{NumberSettings, WordSettings};

use crate::numbers;
use crate::words::{self, Budget, WordBook};

/// A position as the rules describe it.
type Position<'a> = trinta_core::Position<'a>;

/// Answers with proof what the rules ask a search (N15, N23).
///
/// For the word game it needs a word list, and without one it does not know. Where plays are only checked when they are
/// challenged (W8), a player counts as able to play who has a correctly spelt play.
///
/// ```
/// use std::sync::Arc;
/// use trinta_core::lexicon::{Dictionary, Lexicon};
/// use trinta_core::{Position, Search, Seat, Settings, Table};
/// use trinta_solver::Referee;
/// use trinta_solver::words::WordBook;
///
/// let list = Lexicon::from_text("own", "tea\nteas\n").unwrap();
/// let referee = Referee::new().with_words(Arc::new(WordBook::new(&Dictionary::new(list))));
/// let settings = Settings::edition("word-b").unwrap();
/// let (table, rack) = (Table::read("TEA".parse()?).unwrap(), "SX".parse()?);
/// let position =
///     Position { settings: &settings, table: &table, seat: Seat(0), rack: &rack, opened: true };
/// assert_eq!(referee.can_play(&position), Some(true));
/// assert_eq!(Referee::new().can_play(&position), None);
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[derive(Debug, Default)]
pub struct Referee {
    numbers: RefCell<numbers::Solver>,
    books: Vec<Shelved>,
}

/// A word list and the games that it is for.
#[derive(Debug)]
struct Shelved {
    /// The names of list and theme in the settings; none for all games without a list of their own.
    names: Option<(String, Option<String>)>,
    book: Arc<WordBook>,
}

/// What the rules want to know.
#[derive(Debug, Clone, Copy)]
enum Query {
    CanPlay,
    CouldOpen,
}

/// The budget of each player in the first round of [`Referee::can_any_play`].
const FIRST_BUDGET: u64 = 200;

/// The factor by which the budget grows from round to round.
const BUDGET_GROWTH: u64 = 20;

/// The number of rounds with a budget; one more has none.
const LIMITED_ROUNDS: u32 = 3;

impl Referee {
    /// A referee without a word list.
    #[must_use]
    pub fn new() -> Referee {
        Referee::default()
    }

    /// The same with a word list (and theme, which is part of a [`WordBook`]) for word games.
    #[must_use]
    pub fn with_words(mut self, book: Arc<WordBook>) -> Referee {
        self.books.push(Shelved { names: None, book });
        self
    }

    /// The same with a word list for those games whose settings name this list and this theme.
    #[must_use]
    pub fn with_words_for(mut self, lexicon: &str, theme: Option<&str>, book: Arc<WordBook>) -> Referee {
        let names = Some((lexicon.to_owned(), theme.map(str::to_owned)));
        self.books.insert(0, Shelved { names, book });
        self
    }

    /// Whether any of these players can play, on which the end of a game depends (N15). None if that is not known.
    ///
    /// Budgets grow in rounds over all players: a player with an easy play decides the query, while it may take long
    /// to prove that another one has none.
    ///
    /// ```
    /// use trinta_core::{Position, Seat, Settings, Table, Tiles};
    /// use trinta_solver::Referee;
    ///
    /// let settings = Settings::edition("hk").unwrap();
    /// let table = Table::read("r3 r4 r5".parse()?).unwrap();
    /// let racks: [Tiles; 2] = ["k9 k11".parse()?, "b1 r6".parse()?];
    /// let asked = |seat: usize| Position {
    ///     settings: &settings, table: &table, seat: Seat(seat as u8), rack: &racks[seat], opened: true,
    /// };
    /// assert_eq!(Referee::new().can_any_play(&[asked(0), asked(1)]), Some(true));
    /// assert_eq!(Referee::new().can_any_play(&[asked(0)]), Some(false));
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn can_any_play(&self, players: &[Position<'_>]) -> Option<bool> {
        let mut undecided: Vec<&Position<'_>> = players.iter().collect();
        for round in 0..=LIMITED_ROUNDS {
            let budget = (round < LIMITED_ROUNDS).then(|| FIRST_BUDGET * BUDGET_GROWTH.pow(round));
            let mut unknown = Vec::new();
            for position in undecided {
                match self.ask(position, Query::CanPlay, budget) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => unknown.push(position),
                }
            }
            undecided = unknown;
        }
        undecided.is_empty().then_some(false)
    }

    fn ask(&self, position: &Position<'_>, query: Query, budget: Option<u64>) -> Option<bool> {
        match (position.settings.numbers(), position.settings.words()) {
            (Some(rules), _) => self.ask_numbers(position, rules, query, budget),
            (_, Some(rules)) => ask_words(self.book(rules)?, position, rules, query, budget),
            (None, None) => None,
        }
    }

    fn ask_numbers(
        &self,
        position: &Position<'_>,
        rules: &NumberSettings,
        query: Query,
        budget: Option<u64>,
    ) -> Option<bool> {
        let Position { settings, table, rack, opened, .. } = *position;
        let asked = numbers::Position { rules, joker_left: settings.joker_left, table, rack, opened };
        let objective = match query {
            Query::CanPlay => numbers::Objective::Any,
            Query::CouldOpen => numbers::Objective::Opening,
        };
        let answer = match budget {
            Some(budget) => numbers::Solver::with_budget(budget).solve(&asked, objective),
            None => self.numbers.borrow_mut().solve(&asked, objective),
        };
        known(answer.best.is_some(), answer.proof == numbers::Proof::Optimal)
    }

    /// The word list for a game.
    fn book(&self, rules: &WordSettings) -> Option<&WordBook> {
        let is_for = |shelved: &&Shelved| match &shelved.names {
            Some((lexicon, theme)) => (lexicon, theme) == (&rules.lexicon, &rules.theme),
            None => true,
        };
        self.books.iter().find(is_for).map(|shelved| &*shelved.book)
    }
}

fn ask_words(
    book: &WordBook,
    position: &Position<'_>,
    rules: &WordSettings,
    query: Query,
    budget: Option<u64>,
) -> Option<bool> {
    let Position { table, rack, opened, .. } = *position;
    let objective = match query {
        Query::CanPlay => words::Objective::Any,
        Query::CouldOpen => words::Objective::Opening,
    };
    let asked = words::Position { rules, table, rack, opened };
    let answer = words::solve(book, &asked, objective, Budget { nodes: budget });
    known(answer.best.is_some(), answer.proof == words::Proof::Optimal)
}

/// A play that was found exists, proved optimal or not; that there is none has to be proved.
fn known(found: bool, proved: bool) -> Option<bool> {
    (found || proved).then_some(found)
}

impl Search for Referee {
    fn can_play(&self, position: &Position<'_>) -> Option<bool> {
        self.ask(position, Query::CanPlay, None)
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        self.ask(position, Query::CouldOpen, None).unwrap_or(false)
    }
}
