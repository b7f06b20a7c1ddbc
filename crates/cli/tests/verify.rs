//! `trinta verify`: is a record what it claims to be.

mod common;

use common::{trinta, trinta_fed};

fn golden(name: &str) -> String {
    format!("../../records/{name}")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(golden(name)).unwrap()
}

#[test]
fn golden_games_verify() {
    let ran = trinta(&["verify", &golden("school-4-players-new-deal.trinta")]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("ok  shuffle  the seed matches its commitment"), "{}", ran.out);
    let ran = trinta(&["verify", "--json", &golden("word-b-4-players-animals.trinta")]);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(answer["verified"], true);
    assert_eq!(answer["shuffle"], "committed");
    assert_eq!(answer["words"], "checked");
    assert_eq!(answer["finished"], true);
}

#[test]
fn games_of_the_first_version_of_the_rules_verify_as_they_did() {
    for name in ["v1/pt-3-players-pool-empty.trinta", "v1/cn-2-players.jsonl", "v1/word-a-3-players.trinta"] {
        let ran = trinta(&["verify", &golden(name)]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        assert!(ran.out.contains("ok  shuffle  the seed matches its commitment"), "{name}: {}", ran.out);
    }
}

#[test]
fn a_wrong_seed_a_wrong_tile_and_a_wrong_score_are_found() {
    let refused = |text: &str| {
        let ran = trinta_fed(&["verify", "-"], text.as_bytes());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{text}");
        ran.err
    };
    let game = text("hk-4-players.trinta");
    let seed = game.lines().find(|line| line.starts_with("Seed: ")).unwrap();
    let other = format!("Seed: {}", "ab".repeat(32));
    assert!(refused(&game.replace(seed, &other)).contains("the seed does not fit the commitment"));
    let commitment = game.lines().find(|line| line.starts_with("Commitment: ")).unwrap();
    let uncommitted = game.replace(&format!("{commitment}\n"), "");
    assert!(refused(&uncommitted.replace(seed, &other)).contains("by the rules this is: lot A"));
    let kinder = refused(&game.replace("scores -14 -20 -17 51", "scores -13 -20 -17 50"));
    assert!(kinder.contains("by the rules this is: end out;"), "{kinder}");
    let unfinished: String = game.lines().take(20).map(|line| format!("{line}\n")).collect();
    let ran = trinta_fed(&["verify", "-"], unfinished.as_bytes());
    assert!(ran.out.contains("the game is not over"), "{}{}", ran.out, ran.err);
    let seedless = trinta_fed(&["verify", "-"], game.replace(&format!("{seed}\n"), "").as_bytes());
    assert!(seedless.out.contains("no seed, so the shuffle can't be checked"), "{}", seedless.err);
}

#[test]
fn a_record_can_not_make_us_open_files() {
    let game = text("word-a-3-players.trinta").replace("lexicon = everyday", "lexicon = /dev/zero");
    let ran = trinta_fed(&["verify", "-"], game.as_bytes());
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("give its file with --lexicon"), "{}", ran.err);
    let ran = trinta(&["verify", &golden("word-a-3-players.trinta"), "--lexicon", "/dev/zero"]);
    assert!(ran.err.contains("/dev/zero: this is not a file"), "{}", ran.err);
    let themed =
        text("word-a-3-players.trinta").replace("Lexicon: ", &format!("Theme: animals {}\nLexicon: ", "0".repeat(64)));
    let ran = trinta_fed(&["verify", "-"], themed.as_bytes());
    assert!(ran.err.contains("the record names the list animals"), "{}", ran.err);
}

#[test]
fn another_word_list_than_the_games_is_found() {
    let ran = trinta(&["verify", &golden("word-a-3-players.trinta"), "--lexicon", "large"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("the game was played with the word list everyday"), "{}", ran.err);
}
