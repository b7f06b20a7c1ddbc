//! Steps to the best plays of random games: they lead there, they are few, and nothing in them is idle.

use std::collections::HashMap;

use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_core::notation::SetText;
use trinta_core::{Game, Kind, Laid, Layout, Phase, Settings, Table, Tile, Tiles, numbers as rules, words as letters};
use trinta_solver::steps::{Step, replay, steps};
use trinta_solver::{numbers, words};
use trinta_testkit::{Answers, Case, Dice, Library, naive, play_game};

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
    // Games that search for their players take long, and their tables are no others.
    for case in cases.filter(|case| case.search != Answers::Search) {
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

/// The sets without what does not matter: their order, and that of the tiles of a group.
fn plain(layout: &Layout) -> Vec<Vec<Laid>> {
    let mut sets: Vec<Vec<Laid>> = layout.sets().map(<[Laid]>::to_vec).collect();
    for set in &mut sets {
        if !letters::is_word(set) && matches!(rules::standing(set).kind, Kind::Group { .. }) {
            set.sort_unstable();
        }
    }
    sets.sort_unstable();
    sets
}

/// How many of these sets are not among the others.
fn differing(sets: &[Vec<Laid>], mut others: Vec<Vec<Laid>>) -> usize {
    let mut differing = 0;
    for set in sets {
        match others.iter().position(|other| other == set) {
            Some(place) => drop(others.swap_remove(place)),
            None => differing += 1,
        }
    }
    differing
}

/// Checks the steps from one table to another; gives how many there are and how many tiles of the table they move.
fn check(before: &Table, rack: &Tiles, after: &Table) -> (usize, usize) {
    let steps = steps(before, after);
    let what = || {
        let lines: Vec<String> = steps.iter().map(ToString::to_string).collect();
        format!("{before} + {rack} -> {after}\n{}", lines.join("\n"))
    };
    let (end, left) = replay(before.layout(), rack, &steps).unwrap_or_else(|error| panic!("{error}: {}", what()));
    assert_eq!(plain(&end), plain(after.layout()), "{}", what());
    let mut all = before.tiles();
    all.add(rack.iter());
    all.take(&after.tiles()).unwrap();
    assert_eq!(left, all, "{}", what());

    // At most one step for each set that was not there, and one for what goes back to the rack.
    let (old, new) = (plain(before.layout()), plain(after.layout()));
    let goes_back = after.tiles().take(&before.tiles()).is_err();
    assert!(steps.len() <= differing(&new, old.clone()) + usize::from(goes_back), "{}", what());
    let untouched = untouched(before.layout(), &steps);
    assert_eq!(untouched, old.len() - differing(&old, new), "a set that stays is left alone: {}", what());

    moves_once(before.layout(), &steps).unwrap_or_else(|tile| panic!("{tile} moves twice: {}", what()));
    for step in &steps {
        says_all(step).unwrap_or_else(|tile| panic!("{tile} is not named: {step}"));
        assert!(step.sets.iter().all(|change| change.before != change.after), "{}", what());
    }
    let moved = steps.iter().flat_map(|step| &step.moves).filter(|step| step.from.set().is_some()).count();
    (steps.len(), moved)
}

/// How many sets no step touches.
fn untouched(before: &Layout, steps: &[Step]) -> usize {
    let mut lying: Vec<Option<usize>> = (0..before.len()).map(Some).collect();
    let mut touched = vec![false; before.len()];
    for step in steps {
        for change in &step.sets {
            match lying.get(change.set) {
                Some(Some(old)) => touched[*old] = true,
                Some(None) => {}
                None => lying.push(None),
            }
        }
        let mut place = 0;
        lying.retain(|_| {
            place += 1;
            !step.sets.iter().any(|change| change.set == place - 1 && change.is_gone())
        });
    }
    touched.iter().filter(|touched| !**touched).count()
}

/// Checks that no tile leaves a set to which a step has brought it; twins in one set are the same to everybody.
fn moves_once(before: &Layout, steps: &[Step]) -> Result<(), Tile> {
    let fresh = |set: &[Laid]| {
        let mut counts: HashMap<Tile, usize> = HashMap::new();
        set.iter().for_each(|piece| *counts.entry(piece.tile()).or_default() += 1);
        counts
    };
    let mut lying: Vec<HashMap<Tile, usize>> = before.sets().map(fresh).collect();
    for step in steps {
        for step in &step.moves {
            if let Some(set) = step.from.set() {
                let left = lying[set].get_mut(&step.tile).filter(|left| **left > 0).ok_or(step.tile)?;
                *left -= 1;
            }
        }
        lying.extend(step.sets.iter().filter(|change| change.is_new()).map(|_| HashMap::new()));
        let mut place = 0;
        lying.retain(|_| {
            place += 1;
            !step.sets.iter().any(|change| change.set == place - 1 && change.is_gone())
        });
    }
    Ok(())
}

/// Checks that the text names every tile that the step moves.
fn says_all(step: &Step) -> Result<(), Tile> {
    let text = step.to_string();
    let tokens: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    for tile in step.moves.iter().map(|step| step.tile) {
        let named = match tile {
            // In a word that is named as a whole, the small letter is the joker.
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

/// Whether a word with a joker is named as it lay.
fn names_a_joker(step: &Step, text: &str) -> bool {
    let has_joker = |set: &[Laid]| set.iter().any(|piece| piece.is_joker());
    step.sets.iter().any(|change| has_joker(&change.before) && text.contains(&SetText(&change.before).to_string()))
}

/// What the steps of many plays come to.
#[derive(Default)]
struct Sum {
    plays: usize,
    steps: usize,
    moved: usize,
    most: usize,
}

impl Sum {
    /// There, and back again.
    fn add(&mut self, before: &Table, rack: &Tiles, after: &Table) {
        let (steps, moved) = check(before, rack, after);
        let mut left = rack.clone();
        left.add(before.tiles().iter());
        left.take(&after.tiles()).unwrap();
        check(after, &left, before);
        self.plays += 1;
        self.steps += steps;
        self.moved += moved;
        self.most = self.most.max(steps);
    }

    fn average(&self, what: &str) -> f64 {
        let Sum { plays, steps, moved, most } = *self;
        let average = |count: usize| count as f64 / plays as f64;
        println!(
            "{what}: {plays} plays, {:.2} steps each ({most} at the most), which move {:.2} tiles of the table",
            average(steps),
            average(moved)
        );
        average(steps)
    }
}

#[test]
fn steps_lead_to_the_best_plays_of_number_games() {
    let mut solver = numbers::Solver::with_budget(2_000);
    let (mut proved, mut others) = (Sum::default(), Sum::default());
    for Scene { settings, table, rack, opened } in &scenes((0..30).map(Case::numbers), 3) {
        let position = numbers::Position {
            rules: settings.numbers().unwrap(),
            joker_left: settings.joker_left,
            table,
            rack,
            opened: *opened,
        };
        let answer = solver.solve(&position, numbers::Objective::Tiles);
        let Some(best) = answer.best else { continue };
        assert_eq!(best.steps(table), steps(table, &best.table));
        // Only a proved answer keeps as many sets as possible.
        let sum = if answer.proof == numbers::Proof::Optimal { &mut proved } else { &mut others };
        sum.add(table, rack, &best.table);
    }
    assert!(proved.plays > 100);
    let average = proved.average("numbers, proved");
    others.average("numbers, not proved");
    assert!(average < 6.0, "{average}");
}

#[test]
fn steps_lead_to_the_best_plays_of_word_games() {
    let book = words::WordBook::new(&Dictionary::new(Lexicon::shipped(Tier::Everyday)));
    let budget = words::Budget { nodes: Some(2_000) };
    let mut sum = Sum::default();
    let cases = (0..40).map(Case::words).filter(|case| case.book == 0);
    for Scene { settings, table, rack, opened } in &scenes(cases, 9) {
        let position = words::Position { rules: settings.words().unwrap(), table, rack, opened: *opened };
        for objective in [words::Objective::Tiles, words::Objective::Score] {
            let Some(best) = words::solve(&book, &position, objective, budget).best else { continue };
            assert_eq!(best.steps(table), steps(table, &best.table));
            sum.add(table, rack, &best.table);
        }
    }
    assert!(sum.plays > 100);
    let average = sum.average("words");
    assert!(average < 6.0, "{average}");
}

/// A table of these sets with jokers here and there; none if the sets do not go together.
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

/// Any table to any other, which no play does: everything comes and goes, jokers change what they stand for.
fn any_to_any(sets: &[Vec<Tile>], what: &str) {
    let mut sum = Sum::default();
    let mut dice = Dice::new(7);
    while sum.plays < 3_000 {
        if let (Some(before), Some(after)) = (random_table(&mut dice, sets), random_table(&mut dice, sets)) {
            sum.add(&before, &after.tiles(), &after);
        }
    }
    sum.average(what);
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
