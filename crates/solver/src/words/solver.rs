//! A word book and a budget, for several positions.

use super::{Answer, Budget, Count, Objective, Plays, Position, WordBook, solve, solve_counted};

/// Finds best plays with one word list.
///
/// ```
/// use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
/// use trinta_core::{Settings, Table};
/// use trinta_solver::words::{Objective, Position, Solver, WordBook};
///
/// let book = WordBook::new(&Dictionary::new(Lexicon::shipped(Tier::Everyday)));
/// let settings = Settings::edition("word-a").unwrap();
/// let (table, rack) = (Table::read("APE".parse()?).unwrap(), "LTH".parse()?);
/// let position = Position { rules: settings.words().unwrap(), table: &table, rack: &rack, opened: true };
/// let solver = Solver::new(&book);
/// let best = solver.solve(&position, Objective::Tiles).best.unwrap();
/// assert_eq!(best.tiles, 3);
/// let others: Vec<_> = solver.plays(&position, Objective::Tiles).take(5).collect();
/// assert_eq!((others.len(), others[0].tiles), (5, 3));
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Solver<'b> {
    book: &'b WordBook,
    budget: Budget,
}

impl<'b> Solver<'b> {
    /// A solver without a budget, whose answers are always proved.
    #[must_use]
    pub const fn new(book: &'b WordBook) -> Solver<'b> {
        Solver { book, budget: Budget { nodes: None } }
    }

    /// A solver with a budget for each position.
    #[must_use]
    pub const fn with_budget(book: &'b WordBook, budget: Budget) -> Solver<'b> {
        Solver { book, budget }
    }

    /// The best play: see [`solve`].
    #[must_use]
    pub fn solve(&self, position: &Position<'_>, objective: Objective) -> Answer {
        solve(self.book, position, objective, self.budget)
    }

    /// The best play, and the number of nodes expanded: how much of the budget was used.
    ///
    /// ```
    /// # use trinta_core::{Settings, Table};
    /// # use trinta_solver::words::{Budget, Objective, Position, Solver, WordBook};
    /// let book = WordBook::from_words(["TEA", "SEAT", "TOES"]);
    /// let settings = Settings::edition("word-b").unwrap();
    /// let (table, rack) = (Table::read("TEA".parse()?).unwrap(), "STOE".parse()?);
    /// let position = Position { rules: settings.words().unwrap(), table: &table, rack: &rack, opened: true };
    /// let solver = Solver::with_budget(&book, Budget { nodes: Some(1000) });
    /// let (answer, nodes) = solver.solve_counted(&position, Objective::Tiles);
    /// assert_eq!(answer, solver.solve(&position, Objective::Tiles));
    /// assert!(nodes <= 1000);
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn solve_counted(&self, position: &Position<'_>, objective: Objective) -> (Answer, u64) {
        solve_counted(self.book, position, objective, self.budget)
    }

    /// All plays in order of merit. The budget is for all of them together.
    #[must_use]
    pub fn plays<'a>(&self, position: &Position<'a>, objective: Objective) -> Plays<'a>
    where
        'b: 'a,
    {
        Plays::new(self.book, position, objective, self.budget.nodes.unwrap_or(u64::MAX))
    }

    /// Counts the optimal plays up to a cap.
    ///
    /// ```
    /// use trinta_core::lexicon::{Dictionary, Lexicon};
    /// use trinta_core::{Settings, Table};
    /// use trinta_solver::words::{Count, Objective, Position, Solver, WordBook};
    ///
    /// let list = Lexicon::from_text("own", "tea\neat\nate\nseat\n").unwrap();
    /// let book = WordBook::new(&Dictionary::new(list));
    /// let settings = Settings::edition("word-b").unwrap();
    /// let (table, rack) = (Table::read("TEA".parse()?).unwrap(), "TEA".parse()?);
    /// let position = Position { rules: settings.words().unwrap(), table: &table, rack: &rack, opened: true };
    /// let solver = Solver::new(&book);
    /// assert_eq!(solver.count_best(&position, Objective::Tiles, 100), Count { plays: 2, all: true });
    /// assert_eq!(solver.count_best(&position, Objective::Tiles, 1), Count { plays: 1, all: false });
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn count_best(&self, position: &Position<'_>, objective: Objective, cap: usize) -> Count {
        Plays::new(self.book, position, objective, self.budget.nodes.unwrap_or(u64::MAX)).count_best(cap)
    }
}
