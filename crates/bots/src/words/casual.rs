//! Bots that make the mistakes of people: they overlook tiles of their rack, don't think of every word, and look at a
//! few words of the table at a time and change fewer still.

use std::sync::Arc;

use trinta_core::words::{formed, turn_score};
use trinta_core::{AnyWord, Command, Layout, Proposal, Tiles, View, check_play};
use trinta_solver::{Objective, Position, Rules};

use super::Vocabulary;
use super::attention::{Attention, Recall};
use super::draft::Draft;
use super::{fallback_command, may_play, position, turn_solver};
use crate::bot::{Bot, Thinking};

/// The effort of considering one word in a search, in nodes.
const WORD_COST: u64 = 1;

/// How much a bot notices and changes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// The chance to notice a tile of the rack in a turn, in percent.
    pub(super) noticed: u32,
    /// How many words the bot thinks of.
    pub(super) attention: Attention,
    /// The number of table words that are looked at together.
    pub(super) window: usize,
    /// How many times a turn the bot picks table words to look at.
    pub(super) looks: usize,
    /// The maximum number of table words changed in a turn.
    pub(super) max_changed: usize,
    /// The chance to notice and challenge a misspelt word, in percent (W8).
    pub(super) catches: u32,
    /// The chance to challenge a correct word that is not an everyday one, in percent (W8).
    pub(super) doubts: u32,
}

/// A bot that notices part of what it sees.
#[derive(Debug)]
pub(super) struct Casual {
    habits: Habits,
    vocabulary: Arc<Vocabulary>,
}

impl Casual {
    pub(super) const fn new(habits: Habits, vocabulary: Arc<Vocabulary>) -> Casual {
        Casual { habits, vocabulary }
    }

    fn find_play(&self, view: &View, position: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Layout> {
        let habits = self.habits;
        // Jokers are always noticed.
        let noticed: Tiles =
            position.rack.iter().filter(|tile| tile.is_joker() || thinking.dice.chance(habits.noticed)).collect();
        let turn = u64::from_le_bytes(thinking.dice.bytes()[..8].try_into().unwrap_or_default());
        let mut search = Search {
            view,
            position,
            recall: habits.attention.recall(&self.vocabulary, view.state.players(), turn),
            effort: thinking.budget().effort / (1 + habits.looks as u64),
            best: None,
            draft: Draft::new(position.table, noticed),
        };
        search.improve_with(&[], thinking);
        // An opening does not change the table.
        let looks = if position.opened { habits.looks } else { 0 };
        for _ in 0..looks {
            if search.draft.rack().is_empty() {
                break;
            }
            let chosen = self.choose_words(&search, thinking);
            search.improve_with(&chosen, thinking);
        }
        search.best.map(|_| search.draft.layout())
    }

    /// Random words to look at together, at most as many of the original table words as may still be changed.
    fn choose_words(&self, search: &Search<'_>, thinking: &mut Thinking<'_>) -> Vec<usize> {
        let (words, table) = (search.draft.words(), search.position.table);
        let is_old = |index: usize| table.sets().any(|set| set == words[index].as_slice());
        let mut chosen: Vec<usize> = (0..words.len()).collect();
        thinking.dice.shuffle(&mut chosen);
        let kept = (0..words.len()).filter(|&index| is_old(index)).count();
        let mut left = self.habits.max_changed.saturating_sub(table.len() - kept);
        chosen.retain(|&index| {
            let old = is_old(index);
            let allowed = !old || left > 0;
            left -= usize::from(old && allowed);
            allowed
        });
        chosen.truncate(self.habits.window);
        chosen
    }
}

/// The search for a play in one turn.
struct Search<'a> {
    view: &'a View,
    position: &'a Position<'a>,
    recall: Recall<'a>,
    /// The effort that one look may take.
    effort: u64,
    /// The value of the draft, if it is a legal play.
    best: Option<(u32, usize)>,
    draft: Draft,
}

impl Search<'_> {
    /// Looks at some words together with the rack, and improves the draft if possible.
    fn improve_with(&mut self, chosen: &[usize], thinking: &mut Thinking<'_>) {
        let effort = self.recall.effort();
        if thinking.is_over() || thinking.effort_left() < effort {
            return;
        }
        thinking.spend(effort);
        let Some((part, elsewhere)) = self.draft.part(chosen) else { return };
        let book = self.recall.book(self.draft.rack(), &part, &elsewhere, thinking.effort_left() / WORD_COST);
        thinking.spend(book.len() as u64 * WORD_COST);
        let settings = self.view.state.settings();
        let Some(rules) = Rules::new(settings, Some(&book)) else { return };
        let position = Position { rules, table: &part, rack: self.draft.rack(), opened: self.position.opened };
        let nodes = self.effort.saturating_sub(effort).min(thinking.effort_left());
        let objective = Objective::default_for(settings);
        let Some(found) = turn_solver::solve_within(&position, objective, nodes, thinking) else { return };
        let Some(draft) = self.draft.replaced(chosen, found.table.layout()) else { return };
        let value = self.value(&draft);
        if value > self.best {
            (self.best, self.draft) = (value, draft);
        }
    }

    /// The value of a draft: its score in play A, then the number of tiles placed. None if it is not a legal play: two
    /// looks at the same words can give a joker of the table another letter in the same word (W7).
    fn value(&self, draft: &Draft) -> Option<(u32, usize)> {
        let Position { table, rack, opened, .. } = *self.position;
        let settings = self.view.state.settings();
        let proposal = Proposal { before: table, rack, opened, after: &draft.layout() };
        let play = check_play(settings, &AnyWord, proposal).ok()?;
        let empties = play.placed.len() == rack.len();
        let score = if settings.is_play_a() { turn_score(table, &play.table, empties) } else { 0 };
        Some((score, play.placed.len()))
    }
}

/// W8: the words of the contested play; empty if there is none.
pub(super) fn new_words(view: &View) -> Vec<String> {
    let table = view.state.table();
    view.state.contest().map(|contest| formed(&contest.before, table).collect()).unwrap_or_default()
}

impl Bot for Casual {
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        let vocabulary = Arc::clone(&self.vocabulary);
        let position = may_play(view).and_then(|_| position(view, vocabulary.book()));
        let found = position.and_then(|position| self.find_play(view, &position, thinking));
        found.map_or_else(|| fallback_command(view, &self.vocabulary), |layout| Command::Play { layout })
    }

    fn challenges(&mut self, view: &View, thinking: &mut Thinking<'_>) -> bool {
        let Habits { catches, doubts, .. } = self.habits;
        new_words(view).iter().any(|word| {
            let chance = match word {
                word if !self.vocabulary.book().contains(word) => catches,
                word if self.vocabulary.everyday().contains(word) => 0,
                _ => doubts,
            };
            thinking.dice.chance(chance)
        })
    }
}
