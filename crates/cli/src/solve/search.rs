//! Asks the solver, and brings what it says about numbers and about words into one form.

use std::time::{Duration, Instant};

use trinta_core::edition::{NumberSettings, PlayVariant, WordSettings};
use trinta_core::words::formed;
use trinta_core::{Settings, Table, Tiles};
use trinta_solver::words::{Budget, WordBook};
use trinta_solver::{numbers, words};

use crate::solve::answer::{Proof, Solved};
use crate::solve::game::Game;

/// A position that makes sense, and what is asked about it.
pub(super) struct Asked {
    pub(super) game: Game,
    pub(super) settings: Settings,
    pub(super) table: Table,
    pub(super) rack: Tiles,
    pub(super) opened: bool,
}

/// A play and what it is worth.
pub(super) struct Found {
    pub(super) table: Table,
    pub(super) placed: Tiles,
    /// The sum of the numbers placed, a joker counting 0; for words, the tiles placed.
    pub(super) value: u32,
    /// What an opening is worth: its points, or the letters of its longest word.
    pub(super) points: Option<u32>,
    /// What the turn scores in play A.
    pub(super) score: Option<u32>,
    pub(super) kept: u32,
    pub(super) broken: u32,
}

/// Whoever searches keeps memory from question to question, so each thread has one of its own.
#[derive(Debug)]
pub(crate) struct Searcher {
    /// The most situations for each question.
    budget: Option<u64>,
    /// The solver, and the budget that it was made with.
    numbers: (Option<u64>, numbers::Solver),
}

impl Searcher {
    /// A searcher that looks at so many situations at the most for each question; none is no limit.
    pub(crate) fn new(budget: Option<u64>) -> Searcher {
        Searcher { budget, numbers: (budget, number_solver(budget)) }
    }

    /// Finds the best play, or so many of the best. A question may bring a smaller budget of its own.
    pub(super) fn search(&mut self, asked: Asked, plays: u32, budget: Option<u64>) -> Solved {
        let budget = [budget, self.budget].into_iter().flatten().min();
        let (plays, proof, time) = match &asked.game {
            Game::Numbers { rules, objective } => self.numbers(&asked, rules, *objective, plays, budget),
            Game::Words { rules, objective, book } => words(&asked, rules, *objective, book, plays, budget),
        };
        Solved { asked, plays, proof, time }
    }

    fn numbers(
        &mut self,
        asked: &Asked,
        rules: &NumberSettings,
        objective: numbers::Objective,
        count: u32,
        budget: Option<u64>,
    ) -> Answered {
        let position = numbers::Position {
            rules,
            joker_left: asked.settings.joker_left,
            table: &asked.table,
            rack: &asked.rack,
            opened: asked.opened,
        };
        if self.numbers.0 != budget {
            self.numbers = (budget, number_solver(budget));
        }
        let start = Instant::now();
        let (plays, proof) = match count {
            1 => {
                let answer = self.numbers.1.solve(&position, objective);
                (answer.best.into_iter().collect(), answer.proof)
            }
            _ => {
                let mut plays = self.numbers.1.plays(&position, objective);
                (plays.by_ref().take(count as usize).collect::<Vec<_>>(), plays.proof())
            }
        };
        let time = start.elapsed();
        let proof = match proof {
            numbers::Proof::Optimal => Proof::Optimal,
            numbers::Proof::Bound => Proof::Bound,
        };
        (plays.into_iter().map(number_play).collect(), proof, time)
    }
}

fn number_play(best: numbers::Best) -> Found {
    Found {
        table: best.table,
        placed: best.placed,
        value: best.value,
        points: best.points,
        score: None,
        kept: best.kept,
        broken: best.broken,
    }
}

/// The plays, whether they are proved the best, and the time it took.
type Answered = (Vec<Found>, Proof, Duration);

fn number_solver(budget: Option<u64>) -> numbers::Solver {
    budget.map_or_else(numbers::Solver::new, numbers::Solver::with_budget)
}

fn words(
    asked: &Asked,
    rules: &WordSettings,
    objective: words::Objective,
    book: &WordBook,
    count: u32,
    nodes: Option<u64>,
) -> Answered {
    let position = words::Position { rules, table: &asked.table, rack: &asked.rack, opened: asked.opened };
    let solver = words::Solver::with_budget(book, Budget { nodes });
    let start = Instant::now();
    let (plays, proved) = match count {
        1 => {
            let answer = solver.solve(&position, objective);
            (answer.best.into_iter().collect(), answer.proof == words::Proof::Optimal)
        }
        _ => {
            let mut plays = solver.plays(&position, objective);
            (plays.by_ref().take(count as usize).collect::<Vec<_>>(), plays.proof() == words::Proof::Optimal)
        }
    };
    let time = start.elapsed();
    let opens = !asked.opened || objective == words::Objective::Opening;
    let found = |best: words::Best| Found {
        value: best.tiles,
        points: opens.then(|| formed(&asked.table, &best.table).map(|word| word.len()).max().unwrap_or(0) as u32),
        score: (rules.play == PlayVariant::A).then_some(best.score),
        table: best.table,
        placed: best.placed,
        kept: best.kept,
        broken: best.broken,
    };
    (plays.into_iter().map(found).collect(), if proved { Proof::Optimal } else { Proof::Bound }, time)
}
