//! The turns of a finished game: what was played, the most tiles that could be laid, and what the strongest bot would have
//! done.

use trinta_bots::Reviewer;
use trinta_core::{AnyWord, Command, Event, Game, Proposal, Seat, Setup, check_play};
use trinta_solver::Budget;
use trinta_table::library::RulesOracle;

use crate::bodies::{BestView, BotActionView, BotTurnView, TurnView};
use crate::room::SolverQuery;

/// The solver's budget for one turn, small enough that a whole game is reviewed quickly.
const TURN_BUDGET: Budget = Budget::nodes(20_000);

/// All turns of a game, in order.
pub(crate) fn review(events: &[Event], setup: &Setup, oracle: &RulesOracle) -> Vec<TurnView> {
    let mut game = Game::new(setup.clone());
    let mut reviewer = Reviewer::new(setup, oracle.words().map(|words| words.vocabulary())).ok();
    let mut turns = Vec::new();
    for (index, event) in events.iter().enumerate() {
        if let Some((seat, played)) = end_of_turn(event).filter(|(seat, _)| Some(*seat) == game.turn()) {
            let (best, proved) = most_tiles(&game, seat, oracle);
            let bot = reviewer.as_mut().and_then(|reviewer| {
                let action = see_action(&game, seat, reviewer.command(seat)?)?;
                Some(BotTurnView { level: reviewer.name().to_string(), action })
            });
            turns.push(TurnView { event: index, seat, played, best, proved, bot });
        }
        game.apply(event);
        if let Some(reviewer) = &mut reviewer {
            reviewer.observe(event);
        }
    }
    turns
}

/// The player whose turn an event ends, and the number of tiles laid.
fn end_of_turn(event: &Event) -> Option<(Seat, usize)> {
    match event {
        Event::Played { seat, placed, .. } => Some((*seat, placed.len())),
        Event::Drew { seat, .. } | Event::Passed { seat, .. } => Some((*seat, 0)),
        _ => None,
    }
}

fn most_tiles(game: &Game, seat: Seat, oracle: &RulesOracle) -> (Option<BestView>, bool) {
    let Some(player) = game.seat(seat) else { return (None, false) };
    let query = SolverQuery {
        settings: game.settings().clone(),
        oracle: oracle.clone(),
        table: game.table().clone(),
        rack: player.rack.clone(),
        opened: player.opened,
        budget: TURN_BUDGET,
    };
    let (best, proved) = query.solve();
    (best.map(|(table, placed)| BestView { tiles: placed.len(), placed, table }), proved)
}

/// A bot's command as the page shows it; none if the rules refuse it, which tests of the bots exclude.
fn see_action(game: &Game, seat: Seat, command: Command) -> Option<BotActionView> {
    Some(match command {
        Command::Play { layout } => {
            let player = game.seat(seat)?;
            let proposal = Proposal { before: game.table(), rack: &player.rack, opened: player.opened, after: &layout };
            // A word of the table may have left the list since the game; the bot forms only words of the list.
            let play = check_play(game.settings(), &AnyWord, proposal);
            let refused = |error| tracing::warn!(%seat, %error, "a bot's play was refused in a review");
            let play = play.map_err(refused).ok()?;
            BotActionView::Play(BestView { tiles: play.placed.len(), placed: play.placed, table: play.table })
        }
        Command::Draw => BotActionView::Draw,
        Command::Pass => BotActionView::Pass,
        Command::NewDeal => BotActionView::NewDeal,
        Command::Challenge => BotActionView::Challenge,
        Command::Deal | Command::TimeUp { .. } | Command::Accept | Command::CloseChallenge => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use trinta_core::record::Record;
    use trinta_table::library::Library;

    use super::*;

    /// The name of a golden game, its setup, word list and events, and its review.
    type Reviewed = (String, Setup, RulesOracle, Vec<Event>, Vec<TurnView>);

    /// The golden games whose names contain this.
    fn reviews(of: &str) -> Vec<Reviewed> {
        let library = Library::default();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records");
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        names.retain(|path| path.extension().is_some_and(|kind| kind == "trinta" || kind == "jsonl"));
        names.retain(|path| path.file_stem().is_some_and(|name| name.to_string_lossy().contains(of)));
        names.sort();
        let review_file = |path: &std::path::PathBuf| {
            let record = Record::read(&fs::read_to_string(path).unwrap()).unwrap().record;
            let setup = record.header.setup().unwrap();
            let oracle = RulesOracle::new(library.words(setup.settings()).unwrap());
            let turns = review(&record.events, &setup, &oracle);
            (path.display().to_string(), setup, oracle, record.events, turns)
        };
        names.iter().map(review_file).collect()
    }

    #[test]
    fn what_the_strongest_bot_would_do_is_legal_and_named_in_every_turn_of_the_golden_games() {
        let (mut plays, mut draws) = (0, 0);
        for (name, setup, oracle, events, turns) in reviews("") {
            assert!(!turns.is_empty(), "{name}");
            let level = if setup.settings().words().is_some() { "level4" } else { "level5" };
            for turn in &turns {
                let what = format!("{name}, event {}", turn.event);
                let mut game = Game::new(setup.clone());
                events[..turn.event].iter().for_each(|event| game.apply(event));
                let player = game.seat(turn.seat).unwrap();
                let bot = turn.bot.as_ref().unwrap_or_else(|| panic!("no advice: {what}"));
                assert_eq!(bot.level, level, "{what}");
                match &bot.action {
                    BotActionView::Play(play) => {
                        let after = play.table.layout();
                        let proposal =
                            Proposal { before: game.table(), rack: &player.rack, opened: player.opened, after };
                        let checked = check_play(game.settings(), &AnyWord, proposal).expect(&what);
                        let misspelt = trinta_core::words::misspelt(&oracle, game.table(), &play.table);
                        assert!(oracle.words().is_none() || misspelt.is_empty(), "{what}: {misspelt:?}");
                        assert_eq!((&checked.placed, checked.placed.len()), (&play.placed, play.tiles), "{what}");
                        // In play A the best play is the one with the highest score.
                        let by_tiles = setup.settings().numbers().is_some() && turn.proved;
                        let most = turn.best.as_ref().map_or(0, |best| best.tiles);
                        assert!(!by_tiles || play.tiles <= most, "{what}: {} tiles of {most}", play.tiles);
                        plays += 1;
                    }
                    BotActionView::Draw => {
                        assert!(game.pool_size() > 0, "{what}");
                        draws += 1;
                    }
                    BotActionView::Pass => assert_eq!(game.pool_size(), 0, "{what}"),
                    BotActionView::NewDeal => {
                        assert!(game.view(trinta_core::Viewer::Seat(turn.seat)).may_ask_for_a_new_deal(), "{what}");
                    }
                    BotActionView::Challenge => assert!(game.contest().is_some(), "{what}"),
                }
            }
        }
        assert!(plays > 20 && draws > 20, "{plays} plays, {draws} draws");
    }

    #[test]
    fn a_review_is_the_same_every_time() {
        for of in ["hk-4-players", "school", "word-b"] {
            for ((name, .., first), (.., second)) in reviews(of).into_iter().zip(reviews(of)) {
                assert_eq!(first, second, "{name}");
            }
        }
    }
}
