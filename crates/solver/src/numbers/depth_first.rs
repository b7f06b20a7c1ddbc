//! Branch and bound in constant memory: depth first, with the incumbent as the cutoff.
//!
//! Slower than best first, but it terminates in bounded memory. It takes over when a position has more nodes than fit.

use trinta_core::HIGHEST_NUMBER;

use crate::numbers::node::{Node, NodeKey, SearchSpace};
use crate::numbers::search::{Decision, Engine, Found};

/// The size of the memo, in which a new node replaces an old one with the same hash.
const MEMO_SIZE: usize = 1 << 17;

/// The state of a depth-first search.
struct DepthFirst<'a, 'b> {
    engine: &'a mut Engine,
    space: &'a mut SearchSpace<'b>,
    /// The decisions on the path to the current node.
    path: Vec<Decision>,
    incumbent: Option<(u32, Vec<Decision>)>,
    /// Nodes that have been expanded, with their gain: no completion from an equal key with a lower gain is better.
    memo: Vec<Option<(NodeKey, i32)>>,
}

impl Engine {
    /// Continues a search depth first, starting with its incumbent.
    pub(super) fn search_depth_first(
        &mut self,
        space: &mut SearchSpace<'_>,
        root: Node,
        incumbent: Option<(u32, Vec<Decision>)>,
    ) -> Found {
        let memo = vec![None; MEMO_SIZE];
        let mut search = DepthFirst { engine: self, space, path: Vec::new(), incumbent, memo };
        let is_complete = search.expand(&root);
        match search.incumbent {
            incumbent if !is_complete => Found::OutOfBudget(incumbent),
            Some((objective, decisions)) => Found::Best(objective, decisions),
            None => Found::Nothing,
        }
    }
}

impl DepthFirst<'_, '_> {
    /// Searches the subtree of a node; returns whether the budget was sufficient.
    fn expand(&mut self, node: &Node) -> bool {
        if node.key.number > HIGHEST_NUMBER {
            self.space.raise_cutoff(node.gain);
            self.incumbent = Some((node.gain as u32, self.path.clone()));
            return true;
        }
        let slot = node.key.hash() % MEMO_SIZE;
        if self.memo[slot].is_some_and(|(key, gain)| key == node.key && gain >= node.gain) {
            return true;
        }
        self.memo[slot] = Some((node.key, node.gain));
        if self.engine.nodes_expanded >= self.space.goal.budget {
            return false;
        }
        self.engine.nodes_expanded += 1;
        let mut children: Vec<(Node, Decision)> = Vec::new();
        self.engine.for_each_child(self.space, node, 0..i32::MAX, |child, choices, grouping| {
            children.push((child, self.engine.decision(node.key.number, choices, grouping)));
        });
        children.sort_by_key(|(child, _)| std::cmp::Reverse(self.space.bound(child)));
        for (child, decision) in children {
            if self.space.bound(&child) <= self.space.cutoff {
                break;
            }
            self.path.push(decision);
            let is_complete = self.expand(&child);
            self.path.pop();
            if !is_complete {
                return false;
            }
        }
        true
    }
}
