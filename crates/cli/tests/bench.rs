//! `trinta bench`: the solver with and without what it measures against, and the arena.

mod common;

use common::trinta;

#[test]
#[cfg(not(feature = "bench"))]
fn an_ordinary_build_says_how_to_get_the_benchmarks() {
    let ran = trinta(&["bench", "solver"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("cargo run --release --features bench -- bench solver"), "{}", ran.err);
}

#[test]
#[cfg(feature = "bench")]
fn both_solvers_are_timed() {
    let flags = ["--positions", "2", "--compared", "1", "--seed", "3", "--only", "game", "--json"];
    let ran = trinta(&[&["bench", "solver"], &flags[..]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let classes = answer["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 6);
    for class in classes {
        assert_eq!((&class["ours"]["count"], &class["reference"]["times"]["count"]), (&2.into(), &1.into()));
        assert_eq!(class["reference"]["different"], 0);
    }
}

#[test]
#[cfg(feature = "bench")]
fn the_published_model_agrees() {
    let flags = ["--positions", "3", "--model", "published", "--only", "game, 106 tiles, 1 joker", "--json"];
    let ran = trinta(&[&["bench", "solver"], &flags[..]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(answer["classes"][0]["reference"]["times"]["count"], 3);
}

#[test]
#[cfg(feature = "bench")]
fn our_own_times_can_be_had_alone() {
    let flags = ["--positions", "1", "--no-reference", "--objective", "value", "--only", "106 tiles"];
    let ran = trinta(&[&["bench", "solver"], &flags[..]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("Best play by value") && !ran.out.contains("HiGHS"), "{}", ran.out);
    assert!(ran.out.contains("whole box, 106 tiles, 2 jokers"), "{}", ran.out);
}

#[test]
#[cfg(feature = "bench")]
fn an_unknown_class_is_refused_with_a_list_of_all() {
    let ran = trinta(&["bench", "solver", "--only", "whist"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("whist") && ran.err.contains("game, 106 tiles, 1 joker"), "{}", ran.err);
}

#[test]
fn greedy_games_are_timed_in_every_build() {
    let ran = trinta(&["bench", "arena", "--games", "3", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&answer["games"], &answer["players"]), (&3.into(), &4.into()));
    let share = answer["solver_share"].as_f64().unwrap();
    assert!(share > 0.0 && share < 1.0 && answer["games_a_second"].as_f64().unwrap() > 0.0, "{answer}");
    assert!(trinta(&["bench", "arena", "--games", "2"]).out.contains("games per second"));
    assert_eq!(trinta(&["bench", "arena", "--players", "7"]).code, 2);
}

#[test]
fn invalid_flags_are_refused() {
    for flags in [&["--positions", "0"][..], &["--objective", "opening"], &["--seed", "x"]] {
        let ran = trinta(&[&["bench", "solver"], flags].concat());
        assert_eq!(ran.code, 2, "{flags:?}: {}", ran.out);
    }
    assert!(trinta(&["bench", "solver", "--help"]).out.contains("Examples:"));
}
