//! Steps to the best plays of random games: they lead there, they are few, and every one of them changes something.

use std::collections::HashMap;

use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_core::notation::SetText;
use trinta_core::{Game, Kind, Laid, Layout, Phase, Settings, Table, Tile, Tiles, numbers as rules, words as letters};
use trinta_solver::steps::{Step, replay, steps};
use trinta_solver::{Budget, Objective, Position, Proof, Rules, Solver, WordBook, solve};
use trinta_testkit::{Case, Dice, Library, SearchKind, naive, play_game};

struct Scene {
    settings: Settings,
    table: Table,
    rack: Tiles,
    opened: bool,
}

/// The turns of some random games.
fn scenes(cases: impl Iterator<Item = Case>, every: usize) -> Vec<Scene> {
    let library = Library::everyday();
    let mut scenes = Vec::new();
    let mut turn = 0;
    // Games with a search take long and have no other kinds of tables.
    for case in cases.filter(|case| case.search != SearchKind::Exact) {
        let mut game = Game::new(case.setup.clone());
        for event in play_game(&case, &library).unwrap().watched.events {
            game.apply(&event);
            let Phase::Turn(seat) = *game.phase() else { continue };
            turn += 1;
            if turn % every == 0
                && let Some(player) = game.seat(seat)
            {
                let (settings, table, rack) = (game.settings().clone(), game.table().clone(), player.rack.clone());
                scenes.push(Scene { settings, table, rack, opened: game.has_opened(seat) });
            }
        }
    }
    scenes
}

/// The sets in a canonical order, groups with their tiles sorted.
fn canonical(layout: &Layout) -> Vec<Vec<Laid>> {
    let mut sets: Vec<Vec<Laid>> = layout.sets().map(<[Laid]>::to_vec).collect();
    for set in &mut sets {
        if !letters::is_word(set) && matches!(rules::read_table_set(set).kind, Kind::Group { .. }) {
            set.sort_unstable();
        }
    }
    sets.sort_unstable();
    sets
}

/// The number of sets that are not among the others.
fn differing(sets: &[Vec<Laid>], mut others: Vec<Vec<Laid>>) -> usize {
    let mut differing = 0;
    for set in sets {
        match others.iter().position(|other| other == set) {
            Some(index) => drop(others.swap_remove(index)),
            None => differing += 1,
        }
    }
    differing
}

/// Checks the steps from one table to another; returns their number and the number of table tiles that they move.
fn check(before: &Table, rack: &Tiles, after: &Table) -> (usize, usize) {
    let steps = steps(before, after);
    let what = || {
        let lines: Vec<String> = steps.iter().map(ToString::to_string).collect();
        format!("{before} + {rack} -> {after}\n{}", lines.join("\n"))
    };
    let (end, left) = replay(before.layout(), rack, &steps).unwrap_or_else(|error| panic!("{error}: {}", what()));
    assert_eq!(canonical(&end), canonical(after.layout()), "{}", what());
    let mut all = before.tiles();
    all.add(rack.iter());
    all.take(&after.tiles()).unwrap();
    assert_eq!(left, all, "{}", what());

    // At most one step for each new set, and one for the tiles that go back to the rack.
    let (old, new) = (canonical(before.layout()), canonical(after.layout()));
    let goes_back = after.tiles().take(&before.tiles()).is_err();
    assert!(steps.len() <= differing(&new, old.clone()) + usize::from(goes_back), "{}", what());
    let untouched = untouched(before.layout(), &steps);
    assert_eq!(untouched, old.len() - differing(&old, new), "an unchanged set is not touched: {}", what());

    moves_once(before.layout(), &steps).unwrap_or_else(|tile| panic!("{tile} moves twice: {}", what()));
    for step in &steps {
        names_all_tiles(step).unwrap_or_else(|tile| panic!("{tile} is not named: {step}"));
        assert!(step.sets.iter().all(|change| change.before != change.after), "{}", what());
    }
    let moved = steps.iter().flat_map(|step| &step.moves).filter(|step| step.from.set().is_some()).count();
    (steps.len(), moved)
}

/// The number of sets that no step touches.
fn untouched(before: &Layout, steps: &[Step]) -> usize {
    let mut on_table: Vec<Option<usize>> = (0..before.len()).map(Some).collect();
    let mut touched = vec![false; before.len()];
    for step in steps {
        for change in &step.sets {
            match on_table.get(change.set) {
                Some(Some(old)) => touched[*old] = true,
                Some(None) => {}
                None => on_table.push(None),
            }
        }
        let mut index = 0;
        on_table.retain(|_| {
            index += 1;
            !step.sets.iter().any(|change| change.set == index - 1 && change.is_gone())
        });
    }
    touched.iter().filter(|touched| !**touched).count()
}

/// Checks that no tile leaves a set that an earlier step brought it to. Equal tiles in one set are interchangeable.
fn moves_once(before: &Layout, steps: &[Step]) -> Result<(), Tile> {
    let unmoved = |set: &[Laid]| {
        let mut counts: HashMap<Tile, usize> = HashMap::new();
        set.iter().for_each(|piece| *counts.entry(piece.tile()).or_default() += 1);
        counts
    };
    let mut on_table: Vec<HashMap<Tile, usize>> = before.sets().map(unmoved).collect();
    for step in steps {
        for step in &step.moves {
            if let Some(set) = step.from.set() {
                let left = on_table[set].get_mut(&step.tile).filter(|left| **left > 0).ok_or(step.tile)?;
                *left -= 1;
            }
        }
        on_table.extend(step.sets.iter().filter(|change| change.is_new()).map(|_| HashMap::new()));
        let mut index = 0;
        on_table.retain(|_| {
            index += 1;
            !step.sets.iter().any(|change| change.set == index - 1 && change.is_gone())
        });
    }
    Ok(())
}

/// Checks that the text names every tile that the step moves.
fn names_all_tiles(step: &Step) -> Result<(), Tile> {
    let text = step.to_string();
    let tokens: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    for tile in step.moves.iter().map(|step| step.tile) {
        let named = match tile {
            // If the whole word is named, the joker is its small letter.
            tile if tile.is_joker() => text.contains("joker") || text.contains('*') || names_a_joker(step, &text),
            tile if tile.is_letter() => text.contains(&tile.to_string()),
            tile => tokens.contains(&tile.to_string().as_str()),
        };
        if !named {
            return Err(tile);
        }
    }
    Ok(())
}

/// Whether the text names a word with a joker as it was before the step.
fn names_a_joker(step: &Step, text: &str) -> bool {
    let has_joker = |set: &[Laid]| set.iter().any(|piece| piece.is_joker());
    step.sets.iter().any(|change| has_joker(&change.before) && text.contains(&SetText(&change.before).to_string()))
}

/// Totals over the steps of many plays.
#[derive(Default)]
struct Totals {
    plays: usize,
    steps: usize,
    moved: usize,
    /// The largest number of steps to one play.
    max_steps: usize,
}

impl Totals {
    /// Checks the steps to a play, and back again.
    fn add(&mut self, before: &Table, rack: &Tiles, after: &Table) {
        let (steps, moved) = check(before, rack, after);
        let mut left = rack.clone();
        left.add(before.tiles().iter());
        left.take(&after.tiles()).unwrap();
        check(after, &left, before);
        self.plays += 1;
        self.steps += steps;
        self.moved += moved;
        self.max_steps = self.max_steps.max(steps);
    }

    /// Prints the averages; returns that of the steps.
    fn report(&self, what: &str) -> f64 {
        let Totals { plays, steps, moved, max_steps } = *self;
        let average = |count: usize| count as f64 / plays as f64;
        println!(
            "{what}: {plays} plays, {:.2} steps each (at most {max_steps}), which move {:.2} tiles of the table",
            average(steps),
            average(moved)
        );
        average(steps)
    }
}

#[test]
fn steps_lead_to_the_best_plays_of_number_games() {
    let mut solver = Solver::new();
    let (mut proved, mut unproved) = (Totals::default(), Totals::default());
    for Scene { settings, table, rack, opened } in &scenes((0..30).map(Case::numbers), 3) {
        let position = Position { rules: Rules::numbers(settings).unwrap(), table, rack, opened: *opened };
        let answer = solver.solve(&position, Objective::Tiles, Budget::nodes(2_000));
        let Some(best) = answer.best else { continue };
        assert_eq!(best.steps(table), steps(table, &best.table));
        // Only a proved answer keeps as many sets as possible.
        let totals = if answer.proof == Proof::Optimal { &mut proved } else { &mut unproved };
        totals.add(table, rack, &best.table);
    }
    assert!(proved.plays > 100);
    let average = proved.report("numbers, proved");
    unproved.report("numbers, not proved");
    assert!(average < 6.0, "{average}");
}

#[test]
fn steps_lead_to_the_best_plays_of_word_games() {
    let book = WordBook::new(&Dictionary::new(Lexicon::shipped(Tier::Everyday)));
    let mut totals = Totals::default();
    let cases = (0..40).map(Case::words).filter(|case| case.word_list == 0);
    for Scene { settings, table, rack, opened } in &scenes(cases, 9) {
        let position = Position { rules: Rules::new(settings, Some(&book)).unwrap(), table, rack, opened: *opened };
        for objective in [Objective::Tiles, Objective::Score] {
            let Some(best) = solve(&position, objective, Budget::nodes(2_000)).best else { continue };
            assert_eq!(best.steps(table), steps(table, &best.table));
            totals.add(table, rack, &best.table);
        }
    }
    assert!(totals.plays > 100);
    let average = totals.report("words");
    assert!(average < 6.0, "{average}");
}

/// A table of some of these sets with jokers at random; none if it is not valid.
fn random_table(dice: &mut Dice, sets: &[Vec<Tile>]) -> Option<Table> {
    let mut layout = Layout::new();
    for _ in 0..dice.below(7) {
        let set = &sets[dice.below(sets.len())];
        let spared = dice.below(set.len());
        layout.push(set.iter().enumerate().map(|(at, tile)| match at != spared && dice.chance(15) {
            true if tile.is_letter() || dice.chance(50) => Laid::joker_as(*tile),
            true => Laid::JOKER,
            false => (*tile).into(),
        }));
    }
    Table::read(layout).ok()
}

/// From any table to any other, which no play does: tiles come and go, and jokers change their readings.
fn any_to_any(sets: &[Vec<Tile>], what: &str) {
    let mut totals = Totals::default();
    let mut dice = Dice::new(7);
    while totals.plays < 3_000 {
        if let (Some(before), Some(after)) = (random_table(&mut dice, sets), random_table(&mut dice, sets)) {
            totals.add(&before, &after.tiles(), &after);
        }
    }
    totals.report(what);
}

#[test]
fn steps_lead_from_any_numbers_to_any_others() {
    let few = |set: &&Vec<Tile>| set.iter().all(|tile| (4..=9).contains(&tile.value()));
    any_to_any(&naive::plain_sets().iter().filter(few).cloned().collect::<Vec<_>>(), "any numbers");
}

#[test]
fn steps_lead_from_any_words_to_any_others() {
    let words = "ANNA BANANA ANAGRAM NAG GRAM MANGA NAM BAR BRAN GRAB RANG GARB BARN RAGA ABBA BAN NAB";
    let tiles = |word: &str| word.chars().filter_map(Tile::letter).collect();
    any_to_any(&words.split(' ').map(tiles).collect::<Vec<_>>(), "any words");
}
