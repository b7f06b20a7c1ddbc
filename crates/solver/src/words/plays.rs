//! All plays in the order of their worth.
//!
//! Plays of the same worth make a stage: so many tiles, so many words kept and so on. Each stage is searched when
//! somebody asks for a play of it, and only as far as asked: a few plays first, then, from the start, as many again.

use std::cmp::Reverse;
use std::collections::{HashSet, VecDeque};

use trinta_core::edition::OpeningWords;
use trinta_core::words::spelling;

use super::book::{Class, WordBook};
use super::cover::{Accept, Aim, Cover, Effort, Ended};
use super::goal::{best, longest_new, new_words, supplies};
use super::ground::Ground;
use super::lay::Layer;
use super::levels::each_way;
use super::supply::Supply;
use super::{Best, Found, Objective, Position, Proof};
use crate::Count;

/// How many plays of a stage are looked for at first.
const FIRST: usize = 16;

/// All plays that use the same number of tiles and, if that matters, have a longest new word of the same length.
#[derive(Debug, Clone, Copy)]
struct Goal {
    /// The letters of the longest new word, if they matter.
    letters: Option<u32>,
    /// How many tiles stay on the rack.
    spare: u32,
}

/// The plays of a position, the best first: an iterator that finds them one after another.
///
/// No two of them leave the same words on the table. Of plays that differ only in where the jokers lie, one is given.
/// Later plays take longer to find, for all better ones have to be found before them; with a budget the iterator ends
/// when it is used up.
///
/// ```
/// use trinta_core::lexicon::{Dictionary, Lexicon};
/// use trinta_core::{Settings, Table};
/// use trinta_solver::words::{Objective, Position, Solver, WordBook};
///
/// let list = Lexicon::from_text("own", "tea\neat\nteas\nsea\n").unwrap();
/// let book = WordBook::new(&Dictionary::new(list));
/// let settings = Settings::edition("word-b").unwrap();
/// let (table, rack) = (Table::read("TEA".parse()?).unwrap(), "SEAT".parse()?);
/// let position = Position { rules: settings.words().unwrap(), table: &table, rack: &rack, opened: true };
/// let solver = Solver::new(&book);
/// let tables: Vec<String> =
///     solver.plays(&position, Objective::Tiles).map(|play| play.table.to_string()).collect();
/// assert_eq!(tables[0], "TEA | TEAS", "all four tiles, and TEA stays");
/// assert_eq!(tables.len(), 6);
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[derive(Debug)]
pub struct Plays<'a> {
    book: &'a WordBook,
    ground: Option<Ground<'a>>,
    objective: Objective,
    touches: bool,
    nodes_left: u64,
    /// What can be reached, the best first; none before the best play is known.
    goals: Option<std::vec::IntoIter<Goal>>,
    /// What is reached at the moment, and how many words are broken for it.
    stage: Option<(Goal, u32)>,
    /// How many plays of this stage have been found.
    in_stage: usize,
    /// The words of each play found so far.
    seen: HashSet<String>,
    ready: VecDeque<Best>,
    cut_short: bool,
}

impl<'a> Plays<'a> {
    pub(super) fn new(book: &'a WordBook, position: &Position<'a>, objective: Objective, nodes: u64) -> Plays<'a> {
        // Any play is as good as another: the order of the tiles is as good as another.
        let objective = if objective == Objective::Any { Objective::Tiles } else { objective };
        Plays {
            book,
            ground: Ground::new(book, *position),
            objective,
            touches: position.opened && objective != Objective::Opening,
            nodes_left: nodes,
            goals: None,
            stage: None,
            in_stage: 0,
            seen: HashSet::new(),
            ready: VecDeque::new(),
            cut_short: false,
        }
    }

    /// Whether the budget was used up: there may be more plays than were given.
    #[must_use]
    pub const fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// Whether the plays end because there are no more, or because the budget ran out.
    #[must_use]
    pub const fn proof(&self) -> Proof {
        if self.cut_short { Proof::Bound } else { Proof::Optimal }
    }

    /// Counts the plays of the best stage, at most so many.
    pub(super) fn count(mut self, cap: usize) -> Count {
        // One more than the cap tells whether there are more.
        let all = if self.start() { self.search(cap.saturating_add(1)) == Ended::Exhausted } else { !self.cut_short };
        Count { plays: self.ready.len().min(cap), all }
    }

    /// Finds the best play and with it the first stage; false if that is all there will be.
    fn start(&mut self) -> bool {
        self.goals = Some(Vec::new().into_iter());
        let Some(ground) = &self.ground else { return false };
        let (found, proof, left) = best(self.book, ground, self.objective, self.nodes_left);
        self.nodes_left = left;
        self.cut_short = proof == Proof::Bound;
        let Some(found) = found else { return false };
        if self.cut_short {
            self.ready.push_back(Best::new(found, ground, proof));
            return false;
        }
        let mut goals = self.all_goals(ground).into_iter();
        let merit = self.merit_of(&found);
        let goal = goals.find(|goal| self.merit(ground, goal) == merit);
        self.stage = goal.map(|goal| (goal, ground.old.len() as u32 - found.kept));
        self.goals = Some(goals);
        self.stage.is_some()
    }

    /// All that can be reached, the best first.
    fn all_goals(&self, ground: &Ground<'_>) -> Vec<Goal> {
        let (rack, rules) = (ground.rack.tiles, ground.position.rules);
        if self.touches && self.objective != Objective::Score {
            return (0..rack).map(|spare| Goal { letters: None, spare }).collect();
        }
        let longest = longest_new(self.book, ground, self.touches);
        let shortest = if self.touches { 3 } else { rules.opening_letters as u32 };
        let mut goals: Vec<Goal> = (shortest..=longest)
            .flat_map(|letters| (0..rack).map(move |spare| Goal { letters: Some(letters), spare }))
            .collect();
        if !self.touches && rules.opening_words == OpeningWords::One {
            goals.retain(|goal| goal.letters == Some(rack - goal.spare));
        }
        goals.sort_by_key(|goal| Reverse(self.merit(ground, goal)));
        goals
    }

    /// What plays that reach a goal are worth before anybody looks at the words that stay, the larger the better.
    fn merit(&self, ground: &Ground<'_>, goal: &Goal) -> (u32, u32) {
        let (tiles, letters) = (ground.rack.tiles - goal.spare, goal.letters.unwrap_or(0));
        match self.objective {
            Objective::Score => (if goal.spare == 0 { 2 * letters } else { letters }, tiles),
            _ => (tiles, letters),
        }
    }

    /// The same of a play.
    fn merit_of(&self, found: &Found) -> (u32, u32) {
        match self.objective {
            Objective::Score => (found.score, found.tiles),
            _ if self.touches => (found.tiles, 0),
            _ => (found.tiles, found.longest),
        }
    }

    /// Searches the stage for so many plays that have not been seen; exhausted if there are no others.
    fn search(&mut self, wanted: usize) -> Ended {
        let (Some(ground), Some((goal, broken))) = (&self.ground, self.stage) else { return Ended::Exhausted };
        let words = goal.letters.map(|letters| {
            let classes = new_words(self.book, ground, self.touches, letters..=letters);
            supplies(self.book, ground, &classes)
        });
        let words: Option<Vec<&Supply>> = words.as_ref().map(|words| words.iter().collect());
        let merit = self.merit(ground, &goal);
        let kept = ground.old.len() as u32 - broken;
        let seen = std::mem::take(&mut self.seen);
        let mut collector = Collector {
            layer: Layer::new(self.book, ground, self.objective),
            fits: |found: &Found| self.merit_of(found) == merit && found.kept == kept,
            seen,
            found: Vec::new(),
            wanted,
        };
        let mut cover = Cover::new(self.book, ground.rack.letters, self.nodes_left);
        cover.set_aim(Aim::Every);
        cover.set_effort(Effort::Deep);
        let ended = each_way(ground, self.touches, broken, words.as_deref(), &mut |(broken, word)| {
            cover.stay(ground.staying(broken));
            collector.layer.broken = broken;
            collector.layer.first_is_new = word.is_some();
            let pool = ground.rack.and(ground.hand(broken)).pool(goal.spare);
            let ended = match word {
                Some(word) => cover.find_with(pool, word.class, &mut collector),
                None => cover.find(pool, &mut collector),
            };
            (ended != Ended::Exhausted).then_some(ended)
        });
        let Collector { seen, found, .. } = collector;
        self.seen = seen;
        self.nodes_left = cover.nodes_left();
        self.in_stage += found.len();
        self.ready.extend(found.into_iter().map(|found| Best::new(found, ground, Proof::Optimal)));
        ended.unwrap_or(Ended::Exhausted)
    }

    /// Goes on to the next stage; false if there is none.
    fn next_stage(&mut self) -> bool {
        let most = if self.touches { self.ground.as_ref().map_or(0, |ground| ground.old.len() as u32) } else { 0 };
        self.stage = match self.stage {
            Some((goal, broken)) if broken < most => Some((goal, broken + 1)),
            _ => self.goals.as_mut().and_then(Iterator::next).map(|goal| (goal, 0)),
        };
        self.in_stage = 0;
        self.stage.is_some()
    }
}

impl Iterator for Plays<'_> {
    type Item = Best;

    fn next(&mut self) -> Option<Best> {
        if self.goals.is_none() {
            self.start();
        }
        while self.ready.is_empty() && self.stage.is_some() {
            match self.search(self.in_stage.max(FIRST)) {
                Ended::Found => {}
                Ended::Exhausted => {
                    self.next_stage();
                }
                Ended::Stopped => {
                    self.cut_short = true;
                    self.stage = None;
                }
            }
        }
        self.ready.pop_front()
    }
}

/// Collects plays of one stage.
struct Collector<'a, F> {
    layer: Layer<'a>,
    /// Whether a play is of the stage.
    fits: F,
    seen: HashSet<String>,
    /// The plays that had not been seen.
    found: Vec<Found>,
    wanted: usize,
}

impl<F: Fn(&Found) -> bool> Accept for Collector<'_, F> {
    fn accept(&mut self, classes: &[Class]) -> bool {
        let Collector { layer, fits, seen, found, wanted } = self;
        layer.each(classes, &mut |play| {
            if fits(&play) && seen.insert(words_of(&play)) {
                found.push(play);
            }
            found.len() >= *wanted
        })
    }
}

/// The words that a play leaves on the table, in a fixed order: what makes it another play than others.
fn words_of(play: &Found) -> String {
    let mut words: Vec<String> = play.table.sets().filter_map(|set| spelling(set).ok()).collect();
    words.sort_unstable();
    words.join(" ")
}
