//! The solver behind the core's [`Search`] trait: can this player still play, could this rack have opened.

use std::cell::RefCell;
use std::sync::Arc;

use trinta_core::edition::WordSettings;
use trinta_core::{Position, Search};

use crate::answer::Proof;
use crate::objective::{Budget, Objective};
use crate::position::{self, Rules};
use crate::solver::Solver;
use crate::words::WordBook;

/// Answers with proof what the rules ask a search (N15, N23), or with a limit not at all.
///
/// For the word game it needs a word list, and without one it does not know. Where plays are only checked when they are
/// challenged (W8), a player counts as able to play who has a correctly spelt play.
///
/// ```
/// use std::sync::Arc;
/// use trinta_core::lexicon::{Dictionary, Lexicon};
/// use trinta_core::{Position, Search, Seat, Settings, Table};
/// use trinta_solver::{Referee, WordBook};
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
    solver: RefCell<Solver>,
    books: Vec<WordListEntry>,
    /// The effort for one player at most.
    budget: Budget,
}

/// A word list and the games that it is for.
#[derive(Debug)]
struct WordListEntry {
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

/// The number of rounds with a smaller budget; one more has all that the referee may use.
const SMALL_ROUNDS: u32 = 3;

impl Referee {
    /// A referee without a word list.
    #[must_use]
    pub fn new() -> Referee {
        Referee::default()
    }

    /// The same with a word list (and theme, which is part of a [`WordBook`]) for word games.
    #[must_use]
    pub fn with_words(mut self, book: Arc<WordBook>) -> Referee {
        self.books.push(WordListEntry { names: None, book });
        self
    }

    /// The same with a word list for those games whose settings name this list and this theme.
    #[must_use]
    pub fn with_words_for(mut self, lexicon: &str, theme: Option<&str>, book: Arc<WordBook>) -> Referee {
        let names = Some((lexicon.to_owned(), theme.map(str::to_owned)));
        self.books.insert(0, WordListEntry { names, book });
        self
    }

    /// The same with a limit for one player and question. What takes more effort is not known: the referee then answers
    /// [`Search::can_play`] with none, so that the game goes on, and [`Search::could_open`] in favour of the player.
    ///
    /// ```
    /// use trinta_core::{Position, Search, Seat, Settings, Table};
    /// use trinta_solver::{Budget, Referee};
    ///
    /// let settings = Settings::edition("hk").unwrap();
    /// let (table, rack) = (Table::read("r3 r4 r5 | k9 r9 b9 y9".parse()?).unwrap(), "k7 k11 b1 y2".parse()?);
    /// let position =
    ///     Position { settings: &settings, table: &table, seat: Seat(0), rack: &rack, opened: true };
    /// assert_eq!(Referee::new().with_budget(Budget::nodes(2_000_000)).can_play(&position), Some(false));
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    #[must_use]
    pub const fn with_budget(mut self, budget: Budget) -> Referee {
        self.budget = budget;
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
    /// let position = |seat: Seat| Position {
    ///     settings: &settings, table: &table, seat, rack: &racks[seat.index()], opened: true,
    /// };
    /// let [first, second] = [Seat(0), Seat(1)].map(position);
    /// assert_eq!(Referee::new().can_any_play(&[first, second]), Some(true));
    /// assert_eq!(Referee::new().can_any_play(&[first]), Some(false));
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn can_any_play(&self, players: &[Position<'_>]) -> Option<bool> {
        let mut undecided: Vec<&Position<'_>> = players.iter().collect();
        for round in 0..=SMALL_ROUNDS {
            let small = (round < SMALL_ROUNDS).then(|| FIRST_BUDGET * BUDGET_GROWTH.pow(round));
            let nodes = [small, self.budget.nodes].into_iter().flatten().min();
            let mut unknown = Vec::new();
            for position in undecided {
                match self.has_play(position, Query::CanPlay, Budget { nodes }) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => unknown.push(position),
                }
            }
            undecided = unknown;
        }
        undecided.is_empty().then_some(false)
    }

    /// None if that is not known: the budget was too small, or there is no word list for the game.
    fn has_play(&self, position: &Position<'_>, query: Query, budget: Budget) -> Option<bool> {
        let Position { settings, table, rack, opened, .. } = *position;
        let rules = Rules::new(settings, settings.words().and_then(|rules| self.book(rules)))?;
        let objective = match query {
            Query::CanPlay => Objective::Any,
            Query::CouldOpen => Objective::Opening,
        };
        let position = position::Position { rules, table, rack, opened };
        let answer = self.solver.borrow_mut().solve(&position, objective, budget);
        // A play that was found exists, proved optimal or not; that there is none has to be proved.
        let found = answer.best.is_some();
        (found || answer.proof == Proof::Optimal).then_some(found)
    }

    /// The word list for a game.
    fn book(&self, rules: &WordSettings) -> Option<&WordBook> {
        let is_for = |shelved: &&WordListEntry| match &shelved.names {
            Some((lexicon, theme)) => (lexicon, theme) == (&rules.lexicon, &rules.theme),
            None => true,
        };
        self.books.iter().find(is_for).map(|shelved| &*shelved.book)
    }
}

impl Search for Referee {
    fn can_play(&self, position: &Position<'_>) -> Option<bool> {
        self.has_play(position, Query::CanPlay, self.budget)
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        self.has_play(position, Query::CouldOpen, self.budget).unwrap_or(false)
    }
}
