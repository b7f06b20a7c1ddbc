//! Random tournaments through the crate and through the naive implementation, compared answer by answer.
//!
//! `TRINTA_TOURNAMENTS=5000` tries that many random tournaments instead of a few, `TRINTA_SEED` starts at another one,
//! and `TRINTA_SHOW=1` prints every line.

mod both;
mod driver;
mod naive;

use both::Both;
use driver::Driver;
use serde_json::json;

fn tournament(seed: u64, players: Option<usize>, commands: usize) -> Both {
    let mut driver = Driver::new(seed, players);
    let mut both = Both::default();
    for _ in 0..commands {
        let line = driver.line(&both.second);
        if std::env::var_os("TRINTA_SHOW").is_some() {
            println!("{line}");
        }
        both.say(&line);
        if both.second.has_event() && both.second.is_finished() && driver.chance(30) {
            break;
        }
    }
    if both.second.has_event() {
        for what in ["standings", "players", "cases", "log"] {
            both.say(&json!({"do": "ask", "what": what}).to_string());
        }
        for round in 1..=both.second.rounds() {
            for what in ["seating", "moves", "missing"] {
                both.say(&json!({"do": "ask", "what": what, "round": round}).to_string());
            }
        }
        assert_eq!(both.first.verify(), Ok(()), "seed {seed}");
    }
    both
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

#[test]
fn both_implementations_give_the_same_answers() {
    let first = setting("TRINTA_SEED", 1);
    for seed in first..first + setting("TRINTA_TOURNAMENTS", 100) {
        let result = std::panic::catch_unwind(|| tournament(seed, None, 400));
        assert!(result.is_ok(), "seed {seed}: see above");
    }
}
