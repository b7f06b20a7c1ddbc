//! One interface for both games.

use trinta_core::{Settings, Table, Tiles};
use trinta_solver::{Budget, Objective, Position, Proof, Rules, Solver, WordBook, solve};

fn table(text: &str) -> Table {
    Table::read(text.parse().unwrap()).unwrap()
}

#[test]
fn one_solver_serves_both_games_in_any_order() {
    let (numbers, words) = (Settings::edition("hk").unwrap(), Settings::edition("word-b").unwrap());
    let book = WordBook::from_words(["TEA", "SEAT", "EAST"]);
    let (runs, tea) = (table("r3 r4 r5"), table("TEA"));
    let (six, s): (Tiles, Tiles) = ("r6 k1".parse().unwrap(), "S".parse().unwrap());
    let number_position = Position { rules: Rules::numbers(&numbers).unwrap(), table: &runs, rack: &six, opened: true };
    let word_position =
        Position { rules: Rules::new(&words, Some(&book)).unwrap(), table: &tea, rack: &s, opened: true };
    let mut solver = Solver::new();
    for _ in 0..2 {
        for (position, tiles, value, score) in [(&number_position, 1, 6, None), (&word_position, 1, 1, Some(8))] {
            let answer = solver.solve(position, Objective::Tiles, Budget::UNLIMITED);
            let best = answer.best.clone().unwrap();
            assert_eq!((best.tiles, best.value, best.score, best.points), (tiles, value, score, None));
            assert_eq!((best.kept, best.broken, answer.proof), (0, 1, Proof::Optimal));
            assert_eq!(answer, solve(position, Objective::Tiles, Budget::UNLIMITED));
            assert_eq!(best.steps(position.table).len(), 1);
        }
    }
}

#[test]
fn the_word_game_has_no_rules_without_a_word_book() {
    let (numbers, words) = (Settings::edition("hk").unwrap(), Settings::edition("word-a").unwrap());
    assert!(Rules::new(&words, None).is_none() && Rules::numbers(&words).is_none());
    let book = WordBook::from_words(["TEA"]);
    assert!(matches!(Rules::new(&words, Some(&book)), Some(Rules::Words { .. })));
    assert!(matches!(Rules::new(&numbers, Some(&book)), Some(Rules::Numbers { .. })));
}

/// Both racks have a play with more tiles and another one that is better by the other game's criterion.
#[test]
fn objectives_that_a_game_does_not_have_are_those_of_tiles() {
    let numbers = Settings::edition("hk").unwrap();
    let (joker_group, rack) = (table("* b4 k4 y4"), "k12 k13 r1 r2 r4 r5".parse().unwrap());
    let position =
        Position { rules: Rules::numbers(&numbers).unwrap(), table: &joker_group, rack: &rack, opened: true };
    let best = |objective| solve(&position, objective, Budget::UNLIMITED).best.unwrap();
    assert_eq!(best(Objective::Score), best(Objective::Tiles));
    assert_ne!(best(Objective::Value), best(Objective::Tiles));

    let words = Settings::edition("word-a").unwrap();
    let book = WordBook::from_words(["TOY", "RECOVER", "VET", "CORE"]);
    let (toy, rack) = (table("TOY"), "RECOVERT".parse().unwrap());
    let position = Position { rules: Rules::new(&words, Some(&book)).unwrap(), table: &toy, rack: &rack, opened: true };
    let best = |objective| solve(&position, objective, Budget::UNLIMITED).best.unwrap();
    assert_eq!(best(Objective::Value), best(Objective::Tiles));
    assert_eq!(best(Objective::Score).score, Some(7));
}

#[test]
fn an_answer_says_how_much_of_its_budget_it_took() {
    let settings = Settings::edition("hk").unwrap();
    let table = table("k1 k2 k3 k4 k5 | r3 r4 r5 r6 r7 | b3 b4 b5 b6 | y5 y6 y7 y8 | k9 r9 b9 y9 | k10 r10 b10 y10");
    let rack = "k3 r5 b7 y9 k11 r11 b12 y12 k13 r1 b2 *".parse().unwrap();
    let position = Position { rules: Rules::numbers(&settings).unwrap(), table: &table, rack: &rack, opened: true };
    let full = solve(&position, Objective::Tiles, Budget::UNLIMITED);
    assert!(full.proof == Proof::Optimal && full.nodes > 10, "{}", full.nodes);
    let limited = solve(&position, Objective::Tiles, Budget::nodes(full.nodes / 2));
    assert_eq!(limited.proof, Proof::Bound);
    // A dive always goes to its end, so that there is an incumbent.
    assert!(limited.nodes <= full.nodes / 2 + 14, "{} of {}", limited.nodes, full.nodes);
    let mut solver = Solver::new();
    let mut plays = solver.plays(&position, Objective::Tiles, Budget::nodes(50));
    plays.by_ref().for_each(drop);
    assert_eq!(plays.proof(), Proof::Bound);
    assert!((1..=51).contains(&plays.nodes()), "{}", plays.nodes());
}
