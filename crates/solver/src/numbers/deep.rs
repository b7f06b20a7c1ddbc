//! The search without a memory that grows: depth first, with what was found so far as the floor.
//!
//! Slower than best first, but it always comes to an end in the room it has. It is for positions with more situations
//! than there is room for.

use trinta_core::HIGHEST;

use crate::numbers::search::{Chosen, Engine, Found};
use crate::numbers::situation::{Node, Situation, Task};

/// How many situations are remembered; a new one takes the place of an old one.
const REMEMBERED: usize = 1 << 17;

/// A search on its way.
struct Dive<'a, 'b> {
    engine: &'a mut Engine,
    task: &'a mut Task<'b>,
    path: Vec<Chosen>,
    best: Option<(u32, Vec<Chosen>)>,
    /// Situations that have been looked at, with what they were worth: with no more, nothing better comes of them.
    seen: Vec<Option<(Situation, i32)>>,
}

impl Engine {
    /// Goes on from what is known to the best, depth first.
    pub(super) fn search_deep(&mut self, task: &mut Task<'_>, start: Node, known: Option<(u32, Vec<Chosen>)>) -> Found {
        let seen = vec![None; REMEMBERED];
        let mut dive = Dive { engine: self, task, path: Vec::new(), best: known, seen };
        let finished = dive.go_on(&start);
        match dive.best {
            best if !finished => Found::OutOfBudget(best),
            Some((worth, chosen)) => Found::Best(worth, chosen),
            None => Found::Nothing,
        }
    }
}

impl Dive<'_, '_> {
    /// Looks at all that can follow; says whether the budget was enough.
    fn go_on(&mut self, node: &Node) -> bool {
        if node.situation.number > HIGHEST {
            self.task.raise(node.worth);
            self.best = Some((node.worth as u32, self.path.clone()));
            return true;
        }
        let place = node.situation.hash() % REMEMBERED;
        if self.seen[place].is_some_and(|(seen, worth)| seen == node.situation && worth >= node.worth) {
            return true;
        }
        self.seen[place] = Some((node.situation, node.worth));
        if self.engine.looked_at >= self.task.goal.budget {
            return false;
        }
        self.engine.looked_at += 1;
        let mut children: Vec<(Node, Chosen)> = Vec::new();
        self.engine.each_child(self.task, node, 0..i32::MAX, |child, choices, deal| {
            children.push((child, self.engine.chosen_at(node.situation.number, choices, deal)));
        });
        children.sort_by_key(|(child, _)| std::cmp::Reverse(self.task.merit(child)));
        for (child, chosen) in children {
            if self.task.merit(&child) <= self.task.floor {
                break;
            }
            self.path.push(chosen);
            let finished = self.go_on(&child);
            self.path.pop();
            if !finished {
                return false;
            }
        }
        true
    }
}
