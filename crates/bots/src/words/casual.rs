//! Players who err as people do: not every tile of the rack catches their eye, not every word comes to mind, and they
//! look at a few words of the table at a time and don't dare to take many of them apart.

use std::sync::Arc;

use trinta_core::words::{formed, turn_score};
use trinta_core::{AnyWord, Command, Layout, Proposal, Tiles, View, check_play};
use trinta_solver::{Objective, Position, Rules};

use super::attention::{Attention, Recall};
use super::draft::Draft;
use super::vocabulary::Vocabulary;
use super::{instead, may_play, mind, position};
use crate::bot::{Bot, Thinking};

/// What it costs in situations to hold one word in mind while looking.
const WORD: u64 = 1;

/// What a player notices and dares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// How many in a hundred tiles of the rack are noticed in a turn.
    pub(super) noticed: u32,
    /// The words that come to mind.
    pub(super) attention: Attention,
    /// How many words of the table are looked at together.
    pub(super) window: usize,
    /// How often the player looks for something to play.
    pub(super) looks: usize,
    /// How many words of the table the player dares to change in a turn.
    pub(super) dares: usize,
    /// How many in a hundred misspelt words are noticed and challenged (W8).
    pub(super) catches: u32,
    /// How many in a hundred good words that are no everyday ones are challenged (W8).
    pub(super) doubts: u32,
}

/// Somebody who notices some of what there is.
#[derive(Debug)]
pub(super) struct Casual {
    habits: Habits,
    vocabulary: Arc<Vocabulary>,
}

impl Casual {
    pub(super) const fn new(habits: Habits, vocabulary: Arc<Vocabulary>) -> Casual {
        Casual { habits, vocabulary }
    }

    /// The play to make, if one is seen.
    fn find(&self, view: &View, asked: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Layout> {
        let habits = self.habits;
        // A joker catches every eye.
        let noticed: Tiles =
            asked.rack.iter().filter(|tile| tile.is_joker() || thinking.dice.chance(habits.noticed)).collect();
        let turn = u64::from_le_bytes(thinking.dice.bytes()[..8].try_into().unwrap_or_default());
        let mut search = Search {
            view,
            asked,
            recall: habits.attention.recall(&self.vocabulary, view.state.players(), turn),
            share: thinking.budget().effort / (1 + habits.looks as u64),
            best: None,
            draft: Draft::new(asked.table, noticed),
        };
        search.look(&[], thinking);
        // The table stays as it is in an opening.
        let looks = if asked.opened { habits.looks } else { 0 };
        for _ in 0..looks {
            if search.draft.rack().is_empty() {
                break;
            }
            let chosen = self.choose(&search, thinking);
            search.look(&chosen, thinking);
        }
        search.best.map(|_| search.draft.layout())
    }

    /// Some words to look at together, whichever catch the eye, and no more old ones than may still be changed.
    fn choose(&self, search: &Search<'_>, thinking: &mut Thinking<'_>) -> Vec<usize> {
        let (words, table) = (search.draft.words(), search.asked.table);
        let is_old = |index: usize| table.sets().any(|set| set == words[index].as_slice());
        let mut chosen: Vec<usize> = (0..words.len()).collect();
        thinking.dice.shuffle(&mut chosen);
        let kept = (0..words.len()).filter(|&index| is_old(index)).count();
        let mut left = self.habits.dares.saturating_sub(table.len() - kept);
        chosen.retain(|&index| {
            let old = is_old(index);
            let looks = !old || left > 0;
            left -= usize::from(old && looks);
            looks
        });
        chosen.truncate(self.habits.window);
        chosen
    }
}

/// One turn's search for something to play.
struct Search<'a> {
    view: &'a View,
    asked: &'a Position<'a>,
    recall: Recall<'a>,
    /// The effort of one look.
    share: u64,
    /// What the draft is worth, if it is a play.
    best: Option<(u32, usize)>,
    draft: Draft,
}

impl Search<'_> {
    /// Looks at some words together with the rack, and changes the draft if that makes it better.
    fn look(&mut self, chosen: &[usize], thinking: &mut Thinking<'_>) {
        let effort = self.recall.effort();
        if thinking.is_over() || thinking.effort_left() < effort {
            return;
        }
        thinking.spend(effort);
        let Some((part, elsewhere)) = self.draft.part(chosen) else { return };
        let book = self.recall.book(self.draft.rack(), &part, &elsewhere, thinking.effort_left() / WORD);
        thinking.spend(book.len() as u64 * WORD);
        let settings = self.view.state.settings();
        let Some(rules) = Rules::new(settings, Some(&book)) else { return };
        let position = Position { rules, table: &part, rack: self.draft.rack(), opened: self.asked.opened };
        let most = self.share.saturating_sub(effort).min(thinking.effort_left());
        let objective = Objective::default_for(settings);
        let Some(found) = mind::best(&position, objective, most, thinking) else { return };
        let Some(draft) = self.draft.replaced(chosen, found.table.layout()) else { return };
        let worth = self.worth(&draft);
        if worth > self.best {
            (self.best, self.draft) = (worth, draft);
        }
    }

    /// What a draft is worth as a play: its score in play A, then the tiles laid. None if it is none: two looks at the
    /// same words can give a joker of the table another letter in the same word (W7).
    fn worth(&self, draft: &Draft) -> Option<(u32, usize)> {
        let Position { table, rack, opened, .. } = *self.asked;
        let settings = self.view.state.settings();
        let proposal = Proposal { before: table, rack, opened, after: &draft.layout() };
        let play = check_play(settings, &AnyWord, proposal).ok()?;
        let empties = play.placed.len() == rack.len();
        let score = if settings.is_play_a() { turn_score(table, &play.table, empties) } else { 0 };
        Some((score, play.placed.len()))
    }
}

/// W8: the words of the last play, which can be challenged; nothing if there is none.
pub(super) fn new_words(view: &View) -> Vec<String> {
    let table = view.state.table();
    view.state.contest().map(|contest| formed(&contest.before, table).collect()).unwrap_or_default()
}

impl Bot for Casual {
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        let vocabulary = Arc::clone(&self.vocabulary);
        let asked = may_play(view).and_then(|_| position(view, vocabulary.book()));
        let found = asked.and_then(|asked| self.find(view, &asked, thinking));
        found.map_or_else(|| instead(view, self.vocabulary.book()), |layout| Command::Play { layout })
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
