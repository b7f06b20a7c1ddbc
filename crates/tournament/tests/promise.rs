//! What is promised from twenty players on, for many seeds and the sizes at which it is hardest: three rounds in which nobody
//! meets anybody twice (X14), and nobody sits at a short table twice where there are enough players for it (B14).

mod common;

use std::collections::BTreeSet;

use common::{begin, seeded, sums};
use serde_json::json;
use trinta_dice::Dice;

const ROUNDS: u32 = 3;

#[test]
fn x14_b14_three_rounds_without_a_second_meeting_or_a_second_short_table() {
    for format in ["random", "no-repeat", "swiss"] {
        for players in 20..=24 {
            for seed in 1..=16 {
                let case = format!("{format}, {players} players, seed {seed:02x}");
                let mut desk = seeded(players, &json!({"format": format, "rounds": ROUNDS}), &format!("{seed:02x}"));
                let mut were_short = BTreeSet::new();
                for round in 1..=ROUNDS {
                    let seating = begin(&mut desk, round);
                    assert_eq!(seating["repeats"], 0, "{case}, round {round}");
                    for table in seating["tables"].as_array().unwrap() {
                        let numbers: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
                        // 21 players have three short tables, nine seats: too many for three rounds.
                        if numbers.len() < 4 && players != 21 {
                            for number in &numbers {
                                assert!(were_short.insert(*number), "{case}, round {round}: {number} at a short table");
                            }
                        }
                        let racks = sums(&table["players"], &[0, 5, 10, 20]);
                        desk.done(&json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}));
                    }
                }
            }
        }
    }
}

/// Whoever has won every game has never met another who has: they won different tables, round after round.
#[test]
fn x15_players_who_have_won_every_game_fill_the_first_tables_whoever_wins() {
    for players in 20..=70 {
        for seed in [3, 4] {
            let mut dice = Dice::new(seed * 100 + players as u64);
            let mut desk = seeded(players, &json!({"format": "swiss", "rounds": ROUNDS}), &format!("{seed:02x}"));
            let mut undefeated: BTreeSet<u64> = (1..=players as u64).collect();
            for round in 1..=ROUNDS {
                let case = format!("{players} players, seed {seed}, round {round}");
                let seating = begin(&mut desk, round);
                assert_eq!(seating["repeats"], 0, "{case}");
                let mut winners = BTreeSet::new();
                for (at, table) in seating["tables"].as_array().unwrap().iter().enumerate() {
                    let mut numbers: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
                    if round > 1 && at < undefeated.len() / 4 {
                        assert!(numbers.iter().all(|number| undefeated.contains(number)), "{case}, table {}", at + 1);
                    }
                    dice.shuffle(&mut numbers);
                    winners.insert(numbers[0]);
                    let pays = [0, 1 + dice.below(9) as u32, 10 + dice.below(9) as u32, 20 + dice.below(9) as u32];
                    let racks = sums(&json!(numbers), &pays);
                    desk.done(&json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}));
                }
                undefeated.retain(|number| winners.contains(number));
            }
        }
    }
}
