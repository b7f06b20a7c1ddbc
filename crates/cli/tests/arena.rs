//! `trinta arena` as people and programs use it.

mod common;

use common::{scratch, trinta};
use serde_json::Value;

fn arena(args: &[&str]) -> Value {
    let ran = trinta(&[&["arena"], args, &["--json"]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&ran.out).unwrap()
}

/// The answer without what depends on the clock.
fn timeless(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().unwrap();
    for name in ["seconds", "games_a_second", "threads"] {
        assert!(fields.remove(name).is_some(), "{name}");
    }
    for bot in fields["bots"].as_array_mut().unwrap() {
        let bot = bot.as_object_mut().unwrap();
        for name in ["longest_ms", "out_of_time", "over_budget"] {
            assert!(bot.remove(name).is_some(), "{name}");
        }
    }
    answer
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let args = ["--bots", "level1,level2,greedy", "--players", "2", "--pairs", "6", "--budget", "2s", "--all"];
    let one = timeless(arena(&[&args[..], &["--threads", "1"]].concat()));
    let many = timeless(arena(&[&args[..], &["--threads", "5"]].concat()));
    assert_eq!(one, many);
    assert_eq!((&one["games"], &one["groups"]), (&36.into(), &18.into()));
    let other = timeless(arena(&[&args[..], &["--seed", "2"]].concat()));
    assert_ne!(one, other);
}

#[test]
fn it_stops_when_it_is_clear_and_at_the_same_place_on_any_number_of_threads() {
    let args = ["--bots", "level1,greedy", "--pairs", "200", "--budget", "2s"];
    let one = timeless(arena(&[&args[..], &["--threads", "1"]].concat()));
    let many = timeless(arena(&[&args[..], &["--threads", "4"]].concat()));
    assert_eq!(one, many);
    assert_eq!(one["stopped_early"], true);
    assert_eq!(one["pairs"][0]["verdict"], "other");
    assert!(one["groups"].as_u64().unwrap() < 60, "{one}");
    assert_eq!(one["bots"][0]["name"], "greedy", "the best comes first");
    let win_rate = &one["bots"][0]["win_rate"];
    assert!(win_rate["low"].as_f64() < win_rate["mean"].as_f64(), "{win_rate}");
}

#[test]
fn equal_bots_at_mirrored_tables_come_out_even() {
    let answer = arena(&["--bots", "greedy,greedy,greedy", "--games", "10", "--edition", "cn"]);
    assert_eq!((&answer["groups"], &answer["games"]), (&4.into(), &12.into()));
    let bot = &answer["bots"][0];
    assert_eq!((&bot["seats"], bot["refused"].as_u64()), (&36.into(), Some(0)));
    assert!((bot["win_rate"]["mean"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-9);
    assert!(bot["score"]["mean"].as_f64().unwrap().abs() < 1e-9);
    assert_eq!(answer["pairs"].as_array().unwrap().len(), 0);
}

#[test]
fn records_pass_verification_and_say_who_played() {
    let folder = scratch("arena-records");
    let path = folder.join("games");
    let games = path.to_str().unwrap();
    let rules = ["--edition", "school", "--set", "opening_points=20", "--jokers", "out"];
    arena(&[&["--bots", "level2,level3,greedy", "--pairs", "1", "--records", games], &rules[..]].concat());
    let mut names: Vec<_> = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort_unstable();
    assert_eq!(names, ["00001-a.trinta", "00001-b.trinta", "00001-c.trinta"]);
    for name in names {
        let file = path.join(name);
        let ran = trinta(&["verify", "--json", file.to_str().unwrap()]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("\"finished\":true,\"shuffle\":\"committed\""), "{}", ran.out);
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.contains("jokers = out") && text.contains(": level3\n") && !text.contains('*'), "{text}");
    }
}

#[test]
fn words_are_played_too_and_their_records_pass_verification() {
    let folder = scratch("arena-words");
    let path = folder.join("games");
    let games = path.to_str().unwrap();
    for edition in ["word-a", "word-b"] {
        let rules = ["--edition", edition, "--lexicon", "everyday", "--set", "spelling=challenge", "--budget", "2s"];
        let answer =
            arena(&[&["--bots", "level4,level2,level3", "--pairs", "1", "--records", games], &rules[..]].concat());
        assert!(answer["bots"].as_array().unwrap().iter().all(|bot| bot["refused"] == 0), "{answer}");
        let order = answer["turn_order"].as_array().unwrap();
        let won: f64 = order.iter().map(|share| share["mean"].as_f64().unwrap()).sum();
        assert!(order.len() == 3 && (won - 1.0).abs() < 1e-9, "{answer}");
        for name in ["00001-a.trinta", "00001-b.trinta", "00001-c.trinta"] {
            let ran = trinta(&["verify", "--json", path.join(name).to_str().unwrap()]);
            assert_eq!(ran.code, 0, "{}", ran.err);
            assert!(ran.out.contains("\"finished\":true,\"shuffle\":\"committed\""), "{}", ran.out);
        }
    }
}

#[test]
fn people_get_a_table_of_results() {
    let ran = trinta(&["arena", "--bots", "level1,level4", "--pairs", "10", "--all", "--jokers", "out"]);
    assert_eq!(ran.code, 0);
    for part in [
        "hk, 2 players, no jokers: 20 games in 10 mirrored groups, seed 1, 50 ms per turn",
        "\nlevel4 ",
        "\nlevel1 ",
        "ahead",
        "rating (Weng-Lin)",
        "level4 ahead of level1: ",
        "victories by order of turns: ",
        "games per second on ",
    ] {
        assert!(ran.out.contains(part), "{part} is not in\n{}", ran.out);
    }
}

#[test]
fn invalid_flags_are_refused_with_a_reason() {
    let file = scratch("arena-flags").join("own.toml");
    std::fs::write(&file, "base = \"hk\"\n").unwrap();
    let own = file.to_str().unwrap();
    for (flags, reason) in [
        (&["--bots", "greedy"][..], "two bots or more"),
        (&["--bots", "greedy,grandmaster"], "there is no bot `grandmaster`; there are greedy, level1"),
        (&["--bots", "greedy,greedy", "--players", "3"], "--players 3 needs as many bots, and --bots names 2"),
        (&["--bots", "greedy,greedy", "--players", "7"], "7 is not in 2..=6"),
        (&["--bots", "greedy,greedy,greedy,greedy,greedy,greedy,greedy"], "with --players 2 to 6"),
        (&["--bots", "greedy,greedy,greedy,greedy,greedy", "--edition", "cn"], "2 to 4 players, not 5"),
        (&["--bots", "greedy,greedy", "--budget", "50"], "50ms or 2s"),
        (&["--bots", "greedy,greedy", "--pairs", "0"], "0 is not in 1.."),
        (&["--bots", "greedy,greedy", "--pairs", "5", "--games", "5"], "cannot be used with"),
        (&["--bots", "greedy,greedy", "--set", "opening_points=90"], "90 is not one of 0 to 50"),
        (&["--bots", "greedy,greedy", "--jokers", "some"], "possible values: in, out"),
        (&["--bots", "greedy,level1", "--edition", "word-b"], "greedy does not play the game of edition word-b"),
        (&["--bots", "greedy,greedy", "--edition", own, "--records", "x"], "a record can't name the edition file"),
        (&[], "--bots <NAMES>"),
    ] {
        let ran = trinta(&[&["arena"], flags].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{flags:?}");
        assert!(ran.err.contains(reason), "{flags:?}: {}", ran.err);
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let help = include_str!("../src/arena/help.txt");
    let examples: Vec<&str> = help.lines().map(str::trim).filter(|line| line.starts_with("trinta arena")).collect();
    assert!(examples.len() >= 5, "{help}");
    // Records would be written into the source.
    for example in examples.iter().filter(|line| !line.contains("--records")) {
        let ran = trinta(&example.split(' ').skip(1).collect::<Vec<_>>());
        assert_eq!(ran.code, 0, "{example}: {}", ran.err);
    }
}
