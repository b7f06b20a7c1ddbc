//! The number solver against exhaustive search on small positions, and on cases that solvers often get wrong.

mod small;

use std::collections::BTreeMap;
use std::ops::Range;

use small::{Merit, all_plays, small_position};
use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::{Game, Laid, PlainSearch, Search, Settings, Table, Tile, Tiles};
use trinta_solver::{Answer, Budget, Count, Objective, Position, Proof, Referee, Rules, Solver, solve};
use trinta_testkit::{Case, Dice, Library, naive, play_game};

fn hk() -> Settings {
    Settings::edition("hk").unwrap()
}

fn position<'a>(settings: &'a Settings, table: &'a Table, rack: &'a Tiles, opened: bool) -> Position<'a> {
    Position { rules: Rules::numbers(settings).unwrap(), table, rack, opened }
}

fn solve_by(settings: &Settings, table: &Table, rack: &Tiles, opened: bool, objective: Objective) -> Answer {
    solve(&position(settings, table, rack, opened), objective, Budget::UNLIMITED)
}

fn solve_text(table: &str, rack: &str, opened: bool, objective: Objective) -> Answer {
    let table = Table::read(table.parse().unwrap()).unwrap();
    solve_by(&hk(), &table, &rack.parse().unwrap(), opened, objective)
}

/// The merit of the best play.
fn exhaustive(table: &[Vec<Tile>], rack: &[Tile]) -> Option<Merit> {
    all_plays(table, rack).into_values().max()
}

#[test]
fn merits_are_those_of_exhaustive_search() {
    assert!(compare_with_exhaustive_search(0..20_000) > 5_000);
}

/// `cargo test --release -p trinta-solver --test numbers -- --ignored`
#[test]
#[ignore = "takes minutes: the other test compares a part of it"]
fn merits_are_those_of_exhaustive_search_in_many_positions() {
    assert!(compare_with_exhaustive_search(20_000..130_000) > 25_000);
}

/// Returns the number of positions with a play.
fn compare_with_exhaustive_search(seeds: Range<u64>) -> usize {
    let settings = hk();
    let mut solver = Solver::new();
    let mut plays = 0;
    for seed in seeds {
        let (sets, rack) = small_position(&mut Dice::new(seed));
        let layout = sets.iter().map(|set| set.iter().copied().map(Laid::from).collect::<Vec<_>>()).collect();
        let Ok(table) = Table::read(layout) else { continue };
        let rack_tiles: Tiles = rack.iter().copied().collect();
        let position = position(&settings, &table, &rack_tiles, true);
        let answer = solver.solve(&position, Objective::Tiles, Budget::UNLIMITED);
        assert_eq!(answer.proof, Proof::Optimal);
        let ours = answer.best.as_ref().map(|best| (best.tiles as usize, best.value, best.kept));
        assert_eq!(ours, exhaustive(&sets, &rack), "seed {seed}: {table} with {rack_tiles}: {answer:?}");
        let any = solver.solve(&position, Objective::Any, Budget::UNLIMITED);
        assert_eq!(any.best.is_some(), answer.best.is_some());
        plays += usize::from(ours.is_some());
    }
    plays
}

#[test]
fn plays_come_in_order_of_merit_and_none_is_missing() {
    let settings = hk();
    let mut solver = Solver::new();
    let mut plays = 0;
    for seed in 0..3_000 {
        let (sets, rack) = small_position(&mut Dice::new(seed));
        let layout = sets.iter().map(|set| set.iter().copied().map(Laid::from).collect::<Vec<_>>()).collect();
        let Ok(table) = Table::read(layout) else { continue };
        let rack_tiles: Tiles = rack.iter().copied().collect();
        let position = position(&settings, &table, &rack_tiles, true);
        let ours: Vec<(String, Merit)> = solver
            .plays(&position, Objective::Tiles, Budget::UNLIMITED)
            .map(|best| (best.placed.to_string(), (best.tiles as usize, best.value, best.kept)))
            .collect();
        assert!(
            ours.is_sorted_by(|(_, one), (_, other)| one >= other),
            "seed {seed}: {table} with {rack_tiles}: {ours:?}"
        );
        plays += ours.len();
        let ours_in_all: BTreeMap<String, Merit> = ours.iter().cloned().collect();
        assert_eq!(ours_in_all.len(), ours.len(), "seed {seed}: {table} with {rack_tiles}: {ours:?}");
        let all = all_plays(&sets, &rack);
        assert_eq!(ours_in_all, all, "seed {seed}: {table} with {rack_tiles}");
        let best = all.values().max();
        let best = all.values().filter(|&merit| Some(merit) == best).count();
        assert_eq!(
            solver.count_best(&position, Objective::Tiles, 100, Budget::UNLIMITED),
            Count { plays: best, all: true }
        );
        if best > 1 {
            assert_eq!(
                solver.count_best(&position, Objective::Tiles, 1, Budget::UNLIMITED),
                Count { plays: 1, all: false }
            );
        }
    }
    assert!(plays > 5_000, "{plays}");
}

#[test]
fn openings_come_in_order_of_merit() {
    let settings = hk();
    let rack: Tiles = "k10 b10 y10 r11 r12 r13 k2".parse().unwrap();
    let table = Table::new();
    let opening = position(&settings, &table, &rack, false);
    let mut solver = Solver::new();
    let placed: Vec<String> =
        solver.plays(&opening, Objective::Opening, Budget::UNLIMITED).map(|best| best.placed.to_string()).collect();
    assert_eq!(placed, ["k10 r11 r12 r13 b10 y10", "r11 r12 r13", "k10 b10 y10"]);
    let mut builder = SettingsBuilder::edition("hk").unwrap();
    builder.set("opening_sets", Value::Text("one".to_owned()));
    let one = builder.build().unwrap();
    let opening = Position { rules: Rules::numbers(&one).unwrap(), ..opening };
    let placed: Vec<String> =
        solver.plays(&opening, Objective::Opening, Budget::UNLIMITED).map(|best| best.placed.to_string()).collect();
    assert_eq!(placed, ["r11 r12 r13", "k10 b10 y10"]);
}

#[test]
fn plays_end_when_the_budget_runs_out() {
    let settings = hk();
    let table = Table::read("r3 r4 r5 | k7 r7 b7".parse().unwrap()).unwrap();
    let rack: Tiles = "r6 y7 k13".parse().unwrap();
    let mut solver = Solver::new();
    let mut plays = solver.plays(&position(&settings, &table, &rack, true), Objective::Tiles, Budget::nodes(1));
    assert_eq!((plays.by_ref().count(), plays.proof()), (0, Proof::Bound));
}

#[test]
fn openings_are_those_of_exhaustive_search() {
    let mut builder = SettingsBuilder::edition("hk").unwrap();
    for (points, sets) in [(30, "any"), (20, "any"), (30, "one"), (10, "one")] {
        builder.set("opening_points", Value::Number(points));
        builder.set("opening_sets", Value::Text(sets.to_owned()));
        let settings = builder.build().unwrap();
        for seed in 0..250 {
            let (_, rack) = small_position(&mut Dice::new(seed));
            let tiles: Tiles = rack.iter().copied().collect();
            let answer = solve_by(&settings, &Table::new(), &tiles, false, Objective::Opening);
            let one = sets == "one";
            let max = if one { naive::max_points_of_one_set(&rack) } else { naive::max_opening_points(&rack) };
            assert_eq!(answer.best.is_some(), i64::from(max) >= points, "{tiles}: {answer:?}, at most {max}");
            if let Some(best) = answer.best {
                assert!((points..=i64::from(max)).contains(&i64::from(best.points.unwrap())), "{tiles}: {best:?}");
            }
        }
    }
}

#[test]
fn racks_with_barely_enough_points_open() {
    for rack in ["k10 b10 y10", "k10 b10 *", "r12 r13 *", "r13 * *", "* r9 r10"] {
        let answer = solve_text("", rack, false, Objective::Opening);
        assert_eq!(answer.best.unwrap().tiles, 3, "{rack}");
    }
    for rack in ["k9 b9 y9", "k10 b10", "* *", "r1 r2 r3 r4", "r8 r9"] {
        assert_eq!(solve_text("", rack, false, Objective::Opening).best, None, "{rack}");
    }
}

#[test]
fn a_lone_joker_goes_to_any_set_that_can_take_it() {
    assert_eq!(solve_text("k7 r7 b7", "*", true, Objective::Tiles).best.unwrap().tiles, 1);
    assert_eq!(solve_text("r1 r2 r3", "*", true, Objective::Tiles).best.unwrap().tiles, 1);
    // A full run can take none, but the two halves of it can.
    let full = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13";
    assert_eq!(solve_text(full, "*", true, Objective::Tiles).best.unwrap().tiles, 1);
    assert_eq!(solve_text("k7 r7 b7 y7", "*", true, Objective::Tiles).best, None);
    // Four jokers in a run with a single tile.
    assert_eq!(solve_text("", "k13 * * * *", true, Objective::Tiles).best.unwrap().tiles, 5);
}

#[test]
fn a_table_tile_stays_on_the_table_even_if_the_rack_has_an_equal_one() {
    let best = solve_text("r3 r4 r5", "r3 r6", true, Objective::Tiles).best.unwrap();
    assert_eq!(best.placed.to_string(), "r6");
}

#[test]
fn parallel_runs_of_one_colour_with_jokers() {
    let table = "r3 r4 r5 | r3 r4 r5 | r3 * r5";
    let best = solve_text(table, "r6 r6 r6 r4", true, Objective::Tiles).best.unwrap();
    assert_eq!((best.tiles, best.value), (4, 22));
}

#[test]
fn among_equal_plays_one_that_breaks_no_set_is_given() {
    for (table, rack, after) in [
        ("r3 r4 r5 | k7 r7 b7", "r6 y7 k13", "r3 r4 r5 r6 | k7 r7 b7 y7"),
        ("r3 r4 r5", "r1 r2 r6 b9 k9 y9", "r1 r2 r3 r4 r5 r6 | k9 b9 y9"),
        ("k7 r7 b7", "*", "k7 r7 b7 *y7"),
    ] {
        let best = solve_text(table, rack, true, Objective::Tiles).best.unwrap();
        let expected = Table::read(after.parse().unwrap()).unwrap();
        assert!(best.table.layout().same_sets(expected.layout()), "{table} with {rack}: {}", best.table);
    }
}

#[test]
fn the_joker_examples_of_the_school() {
    for (table, rack, tiles) in [
        ("b1 b2 * b4 b5", "b3 k11 k13", 3),
        ("* r6 r7", "r9", 1),
        ("* r6 r7 r8", "r10", 1),
        ("* b6 b7 b8", "y2 y3", 2),
        ("* b4 k4 y4", "k11 k13", 2),
        ("r2 k2 b2 | r3 k3 b3 | r4 k4 *", "b5", 1),
        ("r6 * r8 | r9 r10 r11", "r4 r5 b9 b10", 4),
        ("* r6 r7", "r10 b9", 0),
        ("* b6 b7", "y2 y3", 0),
        ("* b4 k4", "k11 k13", 0),
        ("b1 b2 * b4 b5", "k11 k13", 0),
    ] {
        let answer = solve_text(table, rack, true, Objective::Tiles);
        assert_eq!(answer.best.map_or(0, |best| best.tiles), tiles, "{table} with {rack}");
    }
}

#[test]
fn among_plays_with_equally_many_tiles_the_value_decides() {
    let best = solve_text("r4 r5 r6", "k9 k10 k11 b11 y11", true, Objective::Tiles).best.unwrap();
    assert_eq!((best.placed.to_string().as_str(), best.kept), ("k11 b11 y11", 1));
}

#[test]
fn the_referee_agrees_with_plain_search() {
    let library = Library::everyday();
    let referee = Referee::new();
    let mut compared = 0;
    for seed in 0..12 {
        let case = Case::numbers(seed);
        let mut game = Game::new(case.setup.clone());
        for event in play_game(&case, &library).unwrap().watched.events {
            game.apply(&event);
            let Some(seat) = game.turn() else { continue };
            let player = game.seat(seat).unwrap();
            // Plain search can only handle small tables.
            if game.table().layout().tile_count() > 30 {
                break;
            }
            let position = trinta_core::Position {
                settings: game.settings(),
                table: game.table(),
                seat,
                rack: &player.rack,
                opened: game.has_opened(seat),
            };
            if let Some(can_play) = PlainSearch.can_play(&position) {
                assert_eq!(referee.can_play(&position), Some(can_play), "{} with {}", game.table(), player.rack);
                compared += 1;
            }
            assert_eq!(referee.could_open(&position), PlainSearch.could_open(&position), "{}", player.rack);
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Positions that need a search: a table of random sets, and a rack of other tiles.
fn full_positions() -> impl Iterator<Item = (Table, Tiles)> {
    (0..40).map(|seed| {
        let mut dice = Dice::new(seed);
        let plain = naive::plain_sets();
        let mut left: BTreeMap<Tile, usize> = naive::number_tiles().map(|tile| (tile, 2)).collect();
        left.insert(Tile::JOKER, 2);
        let mut sets: Vec<Vec<Laid>> = Vec::new();
        for _ in 0..200 {
            let set = &plain[dice.below(plain.len())];
            if set.len() <= 5 && sets.len() < 12 && set.iter().all(|tile| left[tile] > 0) {
                set.iter().for_each(|tile| *left.get_mut(tile).unwrap() -= 1);
                sets.push(set.iter().map(|&tile| tile.into()).collect());
            }
        }
        let kinds: Vec<Tile> = left.iter().filter(|(_, count)| **count > 0).map(|(tile, _)| *tile).collect();
        let rack: Tiles =
            (0..14).filter_map(|_| dice.pick(&kinds)).collect::<std::collections::BTreeSet<_>>().into_iter().collect();
        (Table::read(sets.into_iter().collect()).unwrap(), rack)
    })
}

#[test]
fn a_budget_gives_a_bound() {
    let settings = hk();
    let mut bounds = 0;
    for (table, rack) in full_positions() {
        let position = position(&settings, &table, &rack, true);
        let answer = solve(&position, Objective::Tiles, Budget::UNLIMITED);
        assert_eq!(answer.proof, Proof::Optimal);
        let merit = |answer: &Answer| answer.best.as_ref().map(|best| (best.tiles, best.value, best.kept));
        let limited = solve(&position, Objective::Tiles, Budget::nodes(40));
        assert!(merit(&limited) <= merit(&answer), "{table} with {rack}");
        match limited.proof {
            Proof::Bound => bounds += 1,
            Proof::Optimal => assert_eq!(merit(&limited), merit(&answer), "{table} with {rack}"),
        }
    }
    assert!(bounds > 10, "{bounds}");
}

#[test]
fn depth_first_search_gives_the_same_answer() {
    let settings = hk();
    let (mut depth_first, mut best_first) = (Solver::with_capacity(30), Solver::new());
    let mut more_nodes = 0;
    for (table, rack) in full_positions() {
        let position = position(&settings, &table, &rack, true);
        for objective in [Objective::Tiles, Objective::Value] {
            let merit = |answer: Answer| (answer.proof, answer.best.map(|best| (best.tiles, best.value, best.kept)));
            let one = depth_first.solve(&position, objective, Budget::UNLIMITED);
            let other = best_first.solve(&position, objective, Budget::UNLIMITED);
            more_nodes += u32::from(one.nodes > other.nodes);
            assert_eq!(merit(one), merit(other), "{table} with {rack}");
        }
    }
    assert!(more_nodes > 10, "{more_nodes}");
}
