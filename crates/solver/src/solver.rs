//! The facade: one solver for both games.

use crate::answer::{Answer, Count};
use crate::objective::{Budget, Objective};
use crate::plays::Plays;
use crate::position::{Position, Rules};
use crate::{numbers, words};

/// Finds best plays in positions of either game, and reuses its memory from search to search.
///
/// ```
/// use trinta_core::{Settings, Table};
/// use trinta_solver::{Budget, Objective, Position, Proof, Rules, Solver};
///
/// let settings = Settings::edition("hk").unwrap();
/// let table = Table::read("r3 r4 r5 | k7 r7 b7".parse()?).unwrap();
/// let rack = "r6 y7 k13".parse()?;
/// let rules = Rules::numbers(&settings).unwrap();
/// let position = Position { rules, table: &table, rack: &rack, opened: true };
///
/// let mut solver = Solver::new();
/// let answer = solver.solve(&position, Objective::Tiles, Budget::UNLIMITED);
/// assert_eq!(answer.proof, Proof::Optimal);
/// assert_eq!(answer.best.unwrap().placed.to_string(), "r6 y7");
///
/// let plays = solver.plays(&position, Objective::Tiles, Budget::UNLIMITED);
/// let placed: Vec<String> = plays.map(|play| play.placed.to_string()).collect();
/// assert_eq!(placed, ["r6 y7", "y7", "r6"]);
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    /// Created by the first number position; word positions don't need it.
    numbers: Option<numbers::NumberSolver>,
    capacity: Option<usize>,
}

impl Solver {
    /// A solver that has not allocated anything yet.
    #[must_use]
    pub const fn new() -> Solver {
        Solver { numbers: None, capacity: None }
    }

    /// A solver that stores this many nodes of a number search. Beyond that the search continues depth first, which takes
    /// longer and gives the same answer. The default keeps memory below 64 MB.
    #[must_use]
    pub const fn with_capacity(nodes: usize) -> Solver {
        Solver { numbers: None, capacity: Some(nodes) }
    }

    /// Finds the best play.
    ///
    /// Without a budget the answer is always [`Proof::Optimal`](crate::Proof::Optimal), except for positions that can't
    /// occur because the table and the rack have more copies of a letter than the box (W1): they have no play and no proof.
    #[must_use = "the answer is all that a search does"]
    pub fn solve(&mut self, position: &Position<'_>, objective: Objective, budget: Budget) -> Answer {
        let Position { rules, table, rack, opened } = *position;
        match rules {
            Rules::Numbers { settings, joker_left } => {
                let position = numbers::NumberPosition { rules: settings, joker_left, table, rack, opened };
                self.numbers().solve(&position, objective, budget.max_nodes())
            }
            Rules::Words { settings, book } => {
                let position = words::WordPosition { rules: settings, table, rack, opened };
                words::solve(book, &position, objective, budget.max_nodes())
            }
        }
    }

    /// All plays in order of merit. The budget is for all of them together.
    ///
    /// ```
    /// use trinta_core::{Settings, Table};
    /// use trinta_solver::{Budget, Objective, Position, Rules, Solver, WordBook};
    ///
    /// let book = WordBook::from_words(["TEA", "EAT", "TEAS", "SEA"]);
    /// let settings = Settings::edition("word-b").unwrap();
    /// let (table, rack) = (Table::read("TEA".parse()?).unwrap(), "SEAT".parse()?);
    /// let rules = Rules::new(&settings, Some(&book)).unwrap();
    /// let position = Position { rules, table: &table, rack: &rack, opened: true };
    /// let mut solver = Solver::new();
    /// let plays = solver.plays(&position, Objective::Tiles, Budget::UNLIMITED);
    /// let tables: Vec<String> = plays.map(|play| play.table.to_string()).collect();
    /// assert_eq!(tables[0], "TEA | TEAS", "all four tiles, and TEA stays");
    /// assert_eq!(tables.len(), 6);
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    #[must_use = "plays are found when the iterator is advanced"]
    pub fn plays<'a>(&'a mut self, position: &Position<'a>, objective: Objective, budget: Budget) -> Plays<'a> {
        let Position { rules, table, rack, opened } = *position;
        match rules {
            Rules::Numbers { settings, joker_left } => {
                let position = numbers::NumberPosition { rules: settings, joker_left, table, rack, opened };
                Plays::of_numbers(self.numbers().plays(&position, objective, budget.max_nodes()))
            }
            Rules::Words { settings, book } => {
                let position = words::WordPosition { rules: settings, table, rack, opened };
                Plays::of_words(words::Plays::new(book, &position, objective, budget.max_nodes()))
            }
        }
    }

    /// Counts the optimal plays up to a cap. Plays are told apart as [`Plays`] does.
    ///
    /// ```
    /// use trinta_core::{Settings, Table};
    /// use trinta_solver::{Budget, Count, Objective, Position, Rules, Solver, WordBook};
    ///
    /// let book = WordBook::from_words(["TEA", "EAT", "ATE", "SEAT"]);
    /// let settings = Settings::edition("word-b").unwrap();
    /// let (table, rack) = (Table::read("TEA".parse()?).unwrap(), "TEA".parse()?);
    /// let rules = Rules::new(&settings, Some(&book)).unwrap();
    /// let position = Position { rules, table: &table, rack: &rack, opened: true };
    /// let mut count = |cap| Solver::new().count_best(&position, Objective::Tiles, cap, Budget::UNLIMITED);
    /// assert_eq!(count(100), Count { plays: 2, all: true });
    /// assert_eq!(count(1), Count { plays: 1, all: false });
    /// # Ok::<(), trinta_core::NotationError>(())
    /// ```
    #[must_use = "the count is all that a search does"]
    pub fn count_best(&mut self, position: &Position<'_>, objective: Objective, cap: usize, budget: Budget) -> Count {
        let Position { rules, table, rack, opened } = *position;
        match rules {
            Rules::Numbers { settings, joker_left } => {
                let position = numbers::NumberPosition { rules: settings, joker_left, table, rack, opened };
                self.numbers().count_best(&position, objective, cap, budget.max_nodes())
            }
            Rules::Words { settings, book } => {
                let position = words::WordPosition { rules: settings, table, rack, opened };
                words::Plays::new(book, &position, objective, budget.max_nodes()).count_best(cap)
            }
        }
    }

    fn numbers(&mut self) -> &mut numbers::NumberSolver {
        let capacity = self.capacity;
        self.numbers.get_or_insert_with(|| numbers::NumberSolver::new(capacity))
    }
}

/// Finds the best play in a position. A [`Solver`] does the same and reuses its memory.
///
/// ```
/// use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
/// use trinta_core::{Settings, Table};
/// use trinta_solver::{Budget, Objective, Position, Proof, Rules, WordBook, solve};
///
/// let book = WordBook::new(&Dictionary::new(Lexicon::shipped(Tier::Everyday)));
/// let settings = Settings::edition("word-b").unwrap();
/// let (table, rack) = (Table::read("APE".parse()?).unwrap(), "LTH".parse()?);
/// let rules = Rules::new(&settings, Some(&book)).unwrap();
/// let position = Position { rules, table: &table, rack: &rack, opened: true };
/// let answer = solve(&position, Objective::Tiles, Budget::nodes(10_000));
/// assert_eq!(answer.proof, Proof::Optimal);
/// assert_eq!(answer.best.unwrap().tiles, 3, "PAL and THE, or as good");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[must_use = "the answer is all that a search does"]
pub fn solve(position: &Position<'_>, objective: Objective, budget: Budget) -> Answer {
    Solver::new().solve(position, objective, budget)
}
