//! N14 with `joker_moves = "another-set"`: the number solver against exhaustive search.

mod small;

use std::collections::BTreeMap;

use small::{Marked, Merit, all_plays, plays_that, small_position};
use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::{Laid, Position as CorePosition, Search, Seat, Settings, Table, Tile, Tiles};
use trinta_solver::{Budget, Count, Objective, Position, Proof, Referee, Rules, Solver};
use trinta_testkit::Dice;
use trinta_testkit::naive_jokers::{replaced_jokers_moved_on, ways_to_lay};

fn strict_settings() -> Settings {
    let mut builder = SettingsBuilder::edition("hk").unwrap();
    builder.set("joker_moves", Value::read("another-set"));
    builder.build().unwrap()
}

/// A small position whose rack often has the tile that a joker of the table stands for.
fn position(seed: u64) -> Option<(Vec<Vec<Tile>>, Table, Vec<Tile>)> {
    let mut dice = Dice::new(seed);
    let (sets, mut rack) = small_position(&mut dice);
    let layout = sets.iter().map(|set| set.iter().copied().map(Laid::from).collect::<Vec<_>>()).collect();
    let table = Table::read(layout).ok()?;
    let jokers: Vec<Tile> =
        table.sets().flatten().filter(|piece| piece.is_joker()).filter_map(|piece| piece.reading()).collect();
    if table.layout().tiles().all(|tile| !tile.is_joker()) {
        return None;
    }
    if let Some(tile) = dice.pick(&jokers).filter(|_| dice.chance(70)) {
        rack.pop();
        rack.push(tile);
    }
    Some((sets, table, rack))
}

/// Whether some reading of the jokers of these sets obeys the rule.
fn may_lie(table: &Table, sets: &[Vec<Marked>]) -> bool {
    let before: Vec<Vec<Laid>> = table.sets().map(<[Laid]>::to_vec).collect();
    let tiles = sets.iter().map(|set| set.iter().map(|tile| tile.0).collect::<Vec<_>>());
    let with_jokers = tiles.filter(|set| set.iter().any(|tile| tile.is_joker()));
    let ways = with_jokers.map(|set| ways_to_lay(&set)).fold(vec![Vec::new()], |ways: Vec<Vec<Vec<Laid>>>, of_set| {
        let longer = |way: &Vec<Vec<Laid>>| {
            of_set.iter().map(|set| [way.clone(), vec![set.clone()]].concat()).collect::<Vec<_>>()
        };
        ways.iter().flat_map(longer).collect()
    });
    ways.iter().any(|after| replaced_jokers_moved_on(&before, after))
}

/// Compares best plays, the order of all plays, counts and whether there is a play; returns the number of positions in
/// which the rule makes a difference.
fn agree(seeds: std::ops::Range<u64>) -> usize {
    let settings = strict_settings();
    let (mut solver, referee) = (Solver::new(), Referee::new());
    let mut differ = 0;
    for seed in seeds {
        let Some((sets, table, rack)) = position(seed) else { continue };
        let tiles: Tiles = rack.iter().copied().collect();
        let rules = Rules::numbers(&settings).unwrap();
        let position = Position { rules, table: &table, rack: &tiles, opened: true };
        let what = format!("seed {seed}: {table} with {tiles}");
        let all: BTreeMap<String, Merit> = plays_that(&sets, &rack, &|sets| may_lie(&table, sets));
        differ += usize::from(all != all_plays(&sets, &rack));
        let best = all.values().max();

        let answer = solver.solve(&position, Objective::Tiles, Budget::UNLIMITED);
        assert_eq!(answer.proof, Proof::Optimal, "{what}");
        let ours = answer.best.as_ref().map(|best| (best.tiles as usize, best.value, best.kept));
        assert_eq!(ours.as_ref(), best, "{what}: {answer:?}");

        let any = solver.solve(&position, Objective::Any, Budget::UNLIMITED);
        assert_eq!((any.best.is_some(), any.proof), (best.is_some(), Proof::Optimal), "{what}");
        let core_position =
            CorePosition { settings: &settings, table: &table, seat: Seat(0), rack: &tiles, opened: true };
        assert_eq!(referee.can_play(&core_position), Some(best.is_some()), "{what}");
        assert_eq!(referee.can_any_play(&[core_position, core_position]), Some(best.is_some()), "{what}");

        let plays: Vec<(String, Merit)> = solver
            .plays(&position, Objective::Tiles, Budget::UNLIMITED)
            .map(|best| (best.placed.to_string(), (best.tiles as usize, best.value, best.kept)))
            .collect();
        assert!(plays.is_sorted_by(|(_, one), (_, other)| one >= other), "{what}: {plays:?}");
        assert_eq!(plays.len(), all.len(), "{what}: {plays:?}");
        assert_eq!(plays.into_iter().collect::<BTreeMap<_, _>>(), all, "{what}");
        let count = all.values().filter(|&merit| Some(merit) == best).count();
        assert_eq!(
            solver.count_best(&position, Objective::Tiles, 100, Budget::UNLIMITED),
            Count { plays: count, all: true },
            "{what}"
        );

        let least = solver.solve(&position, Objective::Value, Budget::UNLIMITED);
        let cheapest = all.keys().map(|placed| worth(&placed.parse().unwrap())).max();
        assert_eq!(least.best.map(|best| worth(&best.placed)), cheapest, "{what}");
    }
    differ
}

/// What placing tiles takes off the rack: a joker counts 30.
fn worth(placed: &Tiles) -> u32 {
    placed.value() + 30 * placed.jokers() as u32
}

#[test]
fn n14_plays_are_those_of_exhaustive_search() {
    let differ = agree(0..6_000);
    assert!(differ > 300, "the rule made a difference in {differ} positions");
}

/// `cargo test --release -p trinta-solver --test another_set -- --ignored`
#[test]
#[ignore = "takes minutes: the tests have a part of it"]
fn n14_plays_of_many_positions_are_those_of_exhaustive_search() {
    assert!(agree(6_000..60_000) > 3_000);
}

#[test]
fn n14_long_runs_of_the_table_are_kept_as_they_are() {
    let settings = strict_settings();
    let solve = |table: &str, rack: &str| {
        let (table, rack) = (Table::read(table.parse().unwrap()).unwrap(), rack.parse().unwrap());
        let rules = Rules::numbers(&settings).unwrap();
        let position = Position { rules, table: &table, rack: &rack, opened: true };
        let best = Solver::new().solve(&position, Objective::Tiles, Budget::UNLIMITED).best;
        best.map(|best| (best.placed.to_string(), best.kept))
    };
    assert_eq!(solve("b1 b2 *", "b3"), None);
    let long = "b1 b2 * | k1 k2 k3 * k5 k6 k7 k8";
    assert_eq!(solve(long, "b3 r9 b9 y9"), Some(("r9 b3 b9 y9".to_owned(), 1)));
    // The other joker may lie in the blue run, if the replaced one takes its place.
    assert_eq!(solve(long, "b3 k4"), Some(("k4 b3".to_owned(), 0)));
    // It is the joker of the rack that goes there.
    assert_eq!(solve("b1 b2 *", "b3 k11 k13 *"), Some(("k11 k13 b3 *".to_owned(), 0)));
}

#[test]
fn n14_a_budget_that_runs_out_is_said() {
    let settings = strict_settings();
    let table = Table::read("b1 b2 * | k7 r7 b7".parse().unwrap()).unwrap();
    let rack: Tiles = "b3 y7 k13".parse().unwrap();
    let rules = Rules::numbers(&settings).unwrap();
    let position = Position { rules, table: &table, rack: &rack, opened: true };
    for budget in [1, 20, 40, 80, 160, 1_000, 100_000] {
        let answer = Solver::new().solve(&position, Objective::Tiles, Budget::nodes(budget));
        match answer.best {
            Some(best) if answer.proof == Proof::Optimal => assert_eq!(best.placed.to_string(), "y7"),
            _ => assert_eq!(answer.proof, Proof::Bound, "budget {budget}"),
        }
    }
}
