//! The number solver against trying everything, on small positions, and on the traps that other solvers fall into.

mod small;

use std::collections::BTreeMap;
use std::ops::Range;

use small::{Merit, all_plays, small_position};
use trinta_core::edition::{Draft, Value};
use trinta_core::{Game, Laid, PlainSearch, Search, Settings, Table, Tile, Tiles};
use trinta_solver::numbers::{Answer, Objective, Position, Proof, Solver};
use trinta_solver::{Count, Referee};
use trinta_testkit::{Case, Dice, Library, naive, play_game};

fn hk() -> Settings {
    Settings::edition("hk").unwrap()
}

fn solve_by(settings: &Settings, table: &Table, rack: &Tiles, opened: bool, objective: Objective) -> Answer {
    let rules = settings.numbers().unwrap();
    let position = Position { rules, joker_left: settings.joker_left, table, rack, opened };
    Solver::new().solve(&position, objective)
}

fn solve(table: &str, rack: &str, opened: bool, objective: Objective) -> Answer {
    let table = Table::read(table.parse().unwrap()).unwrap();
    solve_by(&hk(), &table, &rack.parse().unwrap(), opened, objective)
}

/// The best merit of a play, by trying everything.
fn exhaustive(table: &[Vec<Tile>], rack: &[Tile]) -> Option<Merit> {
    all_plays(table, rack).into_values().max()
}

#[test]
fn tiles_value_and_kept_sets_are_those_of_trying_everything() {
    assert!(agree_with_trying_everything(0..20_000) > 5_000);
}

/// `cargo test --release -p trinta-solver --test numbers -- --ignored`
#[test]
#[ignore = "takes minutes: the tests have a part of it"]
fn tiles_value_and_kept_sets_of_many_positions_are_those_of_trying_everything() {
    assert!(agree_with_trying_everything(20_000..130_000) > 25_000);
}

/// Compares, and counts the positions in which there is a play.
fn agree_with_trying_everything(seeds: Range<u64>) -> usize {
    let settings = hk();
    let mut solver = Solver::new();
    let mut plays = 0;
    for seed in seeds {
        let (sets, rack) = small_position(&mut Dice::new(seed));
        let layout = sets.iter().map(|set| set.iter().copied().map(Laid::from).collect::<Vec<_>>()).collect();
        let Ok(table) = Table::read(layout) else { continue };
        let rack_tiles: Tiles = rack.iter().copied().collect();
        let rules = settings.numbers().unwrap();
        let position =
            Position { rules, joker_left: settings.joker_left, table: &table, rack: &rack_tiles, opened: true };
        let answer = solver.solve(&position, Objective::Tiles);
        assert_eq!(answer.proof, Proof::Optimal);
        let ours = answer.best.as_ref().map(|best| (best.tiles as usize, best.value, best.kept));
        assert_eq!(ours, exhaustive(&sets, &rack), "seed {seed}: {table} with {rack_tiles}: {answer:?}");
        let any = solver.solve(&position, Objective::Any);
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
        let rules = settings.numbers().unwrap();
        let position =
            Position { rules, joker_left: settings.joker_left, table: &table, rack: &rack_tiles, opened: true };
        let ours: Vec<(String, Merit)> = solver
            .plays(&position, Objective::Tiles)
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
        assert_eq!(solver.count_best(&position, Objective::Tiles, 100), Count { plays: best, all: true });
        if best > 1 {
            assert_eq!(solver.count_best(&position, Objective::Tiles, 1), Count { plays: 1, all: false });
        }
    }
    assert!(plays > 5_000, "{plays}");
}

#[test]
fn openings_come_one_after_the_other() {
    let settings = hk();
    let rules = settings.numbers().unwrap();
    let rack: Tiles = "k10 b10 y10 r11 r12 r13 k2".parse().unwrap();
    let table = Table::new();
    let position = Position { rules, joker_left: settings.joker_left, table: &table, rack: &rack, opened: false };
    let mut solver = Solver::new();
    let placed: Vec<String> = solver.plays(&position, Objective::Opening).map(|best| best.placed.to_string()).collect();
    assert_eq!(placed, ["k10 r11 r12 r13 b10 y10", "r11 r12 r13", "k10 b10 y10"]);
    let mut draft = Draft::edition("hk").unwrap();
    draft.set("opening_sets", Value::Text("one".to_owned()));
    let one = draft.build().unwrap();
    let position = Position { rules: one.numbers().unwrap(), ..position };
    let placed: Vec<String> = solver.plays(&position, Objective::Opening).map(|best| best.placed.to_string()).collect();
    assert_eq!(placed, ["r11 r12 r13", "k10 b10 y10"]);
}

#[test]
fn plays_end_when_the_budget_does() {
    let settings = hk();
    let table = Table::read("r3 r4 r5 | k7 r7 b7".parse().unwrap()).unwrap();
    let rack: Tiles = "r6 y7 k13".parse().unwrap();
    let rules = settings.numbers().unwrap();
    let position = Position { rules, joker_left: 30, table: &table, rack: &rack, opened: true };
    let mut solver = Solver::with_budget(1);
    let mut plays = solver.plays(&position, Objective::Tiles);
    assert_eq!((plays.by_ref().count(), plays.proof()), (0, Proof::Bound));
}

#[test]
fn openings_are_those_of_trying_everything() {
    let mut draft = Draft::edition("hk").unwrap();
    for (points, sets) in [(30, "any"), (20, "any"), (30, "one"), (10, "one")] {
        draft.set("opening_points", Value::Number(points));
        draft.set("opening_sets", Value::Text(sets.to_owned()));
        let settings = draft.build().unwrap();
        for seed in 0..250 {
            let (_, rack) = small_position(&mut Dice::new(seed));
            let tiles: Tiles = rack.iter().copied().collect();
            let answer = solve_by(&settings, &Table::new(), &tiles, false, Objective::Opening);
            let one = sets == "one";
            let most = if one { naive::most_points_of_one_set(&rack) } else { naive::most_opening_points(&rack) };
            assert_eq!(answer.best.is_some(), i64::from(most) >= points, "{tiles}: {answer:?}, most {most}");
            if let Some(best) = answer.best {
                assert!((points..=i64::from(most)).contains(&i64::from(best.points.unwrap())), "{tiles}: {best:?}");
            }
        }
    }
}

#[test]
fn racks_that_just_open_open() {
    for rack in ["k10 b10 y10", "k10 b10 *", "r12 r13 *", "r13 * *", "* r9 r10"] {
        let answer = solve("", rack, false, Objective::Opening);
        assert_eq!(answer.best.unwrap().tiles, 3, "{rack}");
    }
    for rack in ["k9 b9 y9", "k10 b10", "* *", "r1 r2 r3 r4", "r8 r9"] {
        assert_eq!(solve("", rack, false, Objective::Opening).best, None, "{rack}");
    }
}

#[test]
fn a_lone_joker_goes_where_there_is_room() {
    assert_eq!(solve("k7 r7 b7", "*", true, Objective::Tiles).best.unwrap().tiles, 1);
    assert_eq!(solve("r1 r2 r3", "*", true, Objective::Tiles).best.unwrap().tiles, 1);
    // A full run has no room, but two runs have.
    let full = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13";
    assert_eq!(solve(full, "*", true, Objective::Tiles).best.unwrap().tiles, 1);
    assert_eq!(solve("k7 r7 b7 y7", "*", true, Objective::Tiles).best, None);
    // All jokers there are in front of one tile.
    assert_eq!(solve("", "k13 * * * *", true, Objective::Tiles).best.unwrap().tiles, 5);
}

#[test]
fn a_table_tile_whose_twin_is_on_the_rack_stays_on_the_table() {
    let best = solve("r3 r4 r5", "r3 r6", true, Objective::Tiles).best.unwrap();
    assert_eq!(best.placed.to_string(), "r6");
}

#[test]
fn parallel_runs_of_one_colour_with_jokers() {
    let table = "r3 r4 r5 | r3 r4 r5 | r3 * r5";
    let best = solve(table, "r6 r6 r6 r4", true, Objective::Tiles).best.unwrap();
    assert_eq!((best.tiles, best.value), (4, 22));
}

#[test]
fn of_equally_good_plays_people_get_the_one_that_takes_nothing_apart() {
    for (table, rack, after) in [
        ("r3 r4 r5 | k7 r7 b7", "r6 y7 k13", "r3 r4 r5 r6 | k7 r7 b7 y7"),
        ("r3 r4 r5", "r1 r2 r6 b9 k9 y9", "r1 r2 r3 r4 r5 r6 | k9 b9 y9"),
        ("k7 r7 b7", "*", "k7 r7 b7 *y7"),
    ] {
        let best = solve(table, rack, true, Objective::Tiles).best.unwrap();
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
        let answer = solve(table, rack, true, Objective::Tiles);
        assert_eq!(answer.best.map_or(0, |best| best.tiles), tiles, "{table} with {rack}");
    }
}

#[test]
fn among_as_many_tiles_the_value_decides() {
    let best = solve("r4 r5 r6", "k9 k10 k11 b11 y11", true, Objective::Tiles).best.unwrap();
    assert_eq!((best.placed.to_string().as_str(), best.kept), ("k11 b11 y11", 1));
}

#[test]
fn the_referee_answers_as_the_plain_search_does() {
    let library = Library::everyday();
    let referee = Referee::new();
    let mut questions = 0;
    for seed in 0..12 {
        let case = Case::numbers(seed);
        let mut game = Game::new(case.setup.clone());
        for event in play_game(&case, &library).unwrap().watched.events {
            game.apply(&event);
            let Some(seat) = game.turn() else { continue };
            let player = game.seat(seat).unwrap();
            // Plain search is for small tables.
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
            if let Some(able) = PlainSearch.can_play(&position) {
                assert_eq!(referee.can_play(&position), Some(able), "{} with {}", game.table(), player.rack);
                questions += 1;
            }
            assert_eq!(referee.could_open(&position), PlainSearch.could_open(&position), "{}", player.rack);
        }
    }
    assert!(questions > 100, "{questions}");
}

/// Positions that need a search: a table of random sets, and a rack of what is left.
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
    let rules = settings.numbers().unwrap();
    let mut bounds = 0;
    for (table, rack) in full_positions() {
        let position = Position { rules, joker_left: 30, table: &table, rack: &rack, opened: true };
        let answer = Solver::new().solve(&position, Objective::Tiles);
        assert_eq!(answer.proof, Proof::Optimal);
        let merit = |answer: &Answer| answer.best.as_ref().map(|best| (best.tiles, best.value, best.kept));
        let short = Solver::with_budget(40).solve(&position, Objective::Tiles);
        assert!(merit(&short) <= merit(&answer), "{table} with {rack}");
        match short.proof {
            Proof::Bound => bounds += 1,
            Proof::Optimal => assert_eq!(merit(&short), merit(&answer), "{table} with {rack}"),
        }
    }
    assert!(bounds > 10, "{bounds}");
}

#[test]
fn with_little_room_the_answer_is_the_same() {
    let settings = hk();
    let rules = settings.numbers().unwrap();
    let (mut narrow, mut wide) = (Solver::new().with_room(30), Solver::new());
    let mut harder = 0;
    for (table, rack) in full_positions() {
        let position = Position { rules, joker_left: 30, table: &table, rack: &rack, opened: true };
        for objective in [Objective::Tiles, Objective::Value] {
            let merit = |answer: Answer| (answer.proof, answer.best.map(|best| (best.tiles, best.value, best.kept)));
            let (one, other) = (narrow.solve(&position, objective), wide.solve(&position, objective));
            assert_eq!(merit(one), merit(other), "{table} with {rack}");
            harder += u32::from(narrow.looked_at() > wide.looked_at());
        }
    }
    assert!(harder > 10, "{harder}");
}
