//! Random events of every format and size: whatever anybody says at any moment, the laws of an event hold.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::Desk;
use serde_json::{Value, json};
use trinta_core::Score;
use trinta_dice::Dice;
use trinta_tournament::{Log, LogError, Number, Refusal, RoundState, Tournament, presets, sizes};

const FORMATS: [&str; 7] = ["ring", "no-repeat", "random", "swiss", "interval", "places", "knock-out"];

const KEYS: [[&str; 2]; 3] = [["wins", "average"], ["total", "best-game"], ["least-lost", "won-total"]];

fn one_of(dice: &mut Dice, choices: [&'static str; 2]) -> &'static str {
    choices[dice.below(2)]
}

/// Somebody who runs a tournament with a random hand: mostly as it should be, sometimes not.
struct Hand {
    desk: Desk,
    dice: Dice,
    /// How often, in percent, something is said that nobody asked for.
    chaos: u32,
    /// Whether the briefing has been held.
    briefed: bool,
    /// Whether the program has refused to seat the next round.
    unseatable: bool,
}

/// The first 11 seeds take a preset each, the others settings of all kinds.
fn settings(seed: u64, dice: &mut Dice) -> (&'static str, Value) {
    if let Some((preset, _)) = presets().nth(seed as usize) {
        return (preset, json!({}));
    }
    let capacity = 8 + dice.below(193);
    let format = FORMATS[dice.below(FORMATS.len())];
    let mut set = json!({
        "capacity": capacity,
        "format": format,
        "rounds": 1 + dice.below(4),
        "games_per_round": 1 + dice.below(2),
        "move": 1 + dice.below(3),
        "winners": 1 + dice.below(6),
        "interval": 1 + dice.below(4),
        "play_off": one_of(dice, ["cut", "ranks"]),
        "absent": one_of(dice, ["hole", "close"]),
        "co_winners": one_of(dice, ["one", "share"]),
        "normalise": one_of(dice, ["none", "four-thirds"]),
        "forfeits": one_of(dice, ["unranked", "last"]),
        "substitutes": one_of(dice, ["unranked", "ranked"]),
        "drawn_joker": one_of(dice, ["again", "highest"]),
        "win_bonus": 100 * dice.below(2),
        "warnings": dice.below(3),
        "keys": KEYS[dice.below(KEYS.len())],
    });
    match dice.below(4) {
        0 => {
            set["stages"] = stages(dice, set["keys"][1] == "average");
            set.as_object_mut().unwrap().remove("rounds");
        }
        1 if format != "ring" && format != "knock-out" => {
            let dates = 2 + dice.below(3);
            set["league"] = json!({"dates": dates, "rounds": 1 + dice.below(2), "best": 1 + dice.below(dates)});
            set.as_object_mut().unwrap().remove("rounds");
        }
        _ => {}
    }
    (if dice.chance(80) { "plk-2017" } else { "4x4" }, set)
}

fn stages(dice: &mut Dice, by_average: bool) -> Value {
    let mut stages = Vec::new();
    let count = 2 + dice.below(2);
    for at in 0..count {
        let is_last = at + 1 == count;
        let format = FORMATS[dice.below(if is_last { 7 } else { 6 })];
        let mut stage = json!({"rounds": 1 + dice.below(3), "games_per_round": 1 + dice.below(2), "format": format});
        if !is_last {
            let best = [8, 6, 4][at + dice.below(2)];
            stage["advance"] =
                if dice.chance(50) { json!({"best": best}) } else { json!({"per_table": 1 + dice.below(3)}) };
        }
        if at > 0 {
            stage["carry_over"] = json!(["none", "all", "half"][dice.below(if by_average { 2 } else { 3 })]);
        }
        stages.push(stage);
    }
    // What one stage lets go on must be enough for the next.
    for at in 1..count {
        if stages[at - 1]["advance"]["per_table"].is_u64() && stages[at]["advance"]["best"].is_u64() {
            stages[at]["advance"] = json!({"per_table": 1});
        }
    }
    json!(stages)
}

impl Hand {
    fn new(seed: u64, chaos: u32, players: usize) -> Hand {
        let mut dice = Dice::new(seed);
        let (preset, set) = settings(seed, &mut dice);
        let mut hand = Hand { desk: Desk::default(), dice, chaos, briefed: false, unseatable: false };
        let new =
            json!({"do": "new", "preset": preset, "title": "Cup", "date": "2026-11-18", "set": set, "seed": "5eed"});
        hand.desk.done(&new);
        let schools = ["North", "South", "East"];
        let people: Vec<Value> = (0..players)
            .map(|number| json!({"name": format!("P{number}"), "school": schools[hand.dice.below(3)]}))
            .collect();
        hand.desk.done(&json!({"do": "add", "players": people}));
        hand
    }

    /// One command, with the checks that belong to it.
    fn turn(&mut self) {
        let command = self.step();
        let entries = self.desk.0.entries().len();
        let answer = self.desk.say(&command);
        if answer["error"].is_object() {
            assert_eq!(self.desk.0.entries().len(), entries, "what is refused is not logged");
            let code = &answer["error"]["code"];
            self.unseatable |= command["do"] == "seat" && (code == "impossible" || code == "too-few");
        } else if command["do"] == "briefing" {
            self.briefed = true;
        } else if command["do"] == "seat" {
            self.unseatable = false;
            if command["tables"].is_null() {
                check_seating(self.event(), &answer);
            }
        }
    }

    fn event(&self) -> &Tournament {
        self.desk.0.tournament().unwrap()
    }

    /// The next thing that an organiser would do, or something else.
    fn step(&mut self) -> Value {
        if self.event().hall().postponed().is_some() && self.dice.chance(70) {
            return json!({"do": "continue", "at": "09:00"});
        }
        if self.dice.chance(self.chaos) {
            return if self.dice.chance(30) { self.around_the_games() } else { self.anything() };
        }
        let event = self.event();
        if !event.people().iter().any(|player| player.was_present) {
            let how = ["order", "draw", "spread"][self.dice.below(3)];
            return if self.dice.chance(30) {
                json!({"do": "numbers", "how": how})
            } else {
                json!({"do": "check-in", "numbers": "all"})
            };
        }
        let round = event.newest_started();
        let Some(incomplete) = event.first_incomplete() else {
            return self.end();
        };
        if round == 0 || incomplete > round {
            let next = round + 1;
            let state = event.round(next).filter(|next| !next.stale).map(|next| next.state);
            let due = match state {
                None => 1,
                Some(RoundState::Proposed) => 2,
                Some(RoundState::Published | RoundState::Started) => 3,
            };
            let due = if self.briefed { due } else { 0 };
            let turn = if self.chaos > 0 && self.dice.chance(30) { self.dice.below(4) } else { due };
            let step = ["briefing", "seat", "publish", "start"][turn];
            if step == "seat" && matches!(self.event().contenders(next), Err(Refusal::TiesOpen(_))) {
                return self.end();
            }
            if step == "seat" && self.unseatable {
                return self.own_seating(next);
            }
            return json!({"do": step, "round": next, "at": "10:20"}).without("round", step == "briefing");
        }
        let (tables, draws) = event.missing(round);
        if let Some(table) = self.dice.pick(&draws) {
            return json!({"do": "draw", "round": round, "table": table});
        }
        match self.dice.pick(&tables) {
            Some(table) => self.result(round, table),
            None => self.anything(),
        }
    }

    /// What an organiser does when the program can't seat those who are left: two to four at a table.
    fn own_seating(&self, round: u32) -> Value {
        let players = self.event().contenders(round).unwrap_or_default();
        let tables = players.len().div_ceil(4).max(1);
        let tables: Vec<Vec<Number>> =
            (0..tables).map(|table| players.iter().skip(table).step_by(tables).copied().collect()).collect();
        json!({"do": "seat", "round": round, "tables": tables, "why": "these are left"})
    }

    fn result(&mut self, round: u32, table: u32) -> Value {
        let (players, game, few) = {
            let there = self.event().table(round, table).unwrap();
            let game = there.games.iter().position(|game| game.outcome.is_none()).unwrap_or(0) + 1;
            (there.players.clone(), game, there.players.len() < 2)
        };
        if few {
            return json!({"do": "annul", "round": round, "table": table, "game": game, "why": "nobody left"});
        }
        let out = self.dice.chance(70);
        let winner = self.dice.below(players.len());
        let racks: Vec<Value> = players
            .iter()
            .enumerate()
            .map(|(at, number)| {
                if out && at == winner {
                    json!({"number": number, "tiles": ""})
                } else if out && self.dice.chance(20) {
                    json!({"number": number, "opened": false, "could": self.dice.chance(50)})
                } else {
                    json!({"number": number, "sum": 1 + self.dice.below(9)})
                }
            })
            .collect();
        let ended = if out { "out" } else { ["pool", "time"][self.dice.below(2)] };
        json!({"do": "result", "round": round, "table": table, "game": game, "ended": ended, "racks": racks})
    }

    fn end(&mut self) -> Value {
        match self.dice.below(4) {
            0 => json!({"do": "play-off"}),
            1 => json!({"do": "finish"}),
            _ => {
                let open = self.event().current_play_offs().into_iter().find(|play_off| play_off.ranks().is_none());
                let Some(play_off) = open else { return json!({"do": "play-off"}) };
                let rank = play_off.rank();
                if play_off.pending().is_some() {
                    return json!({"do": "draw", "play_off": rank});
                }
                let free = play_off.tables().iter().position(|table| table.result.is_none()).unwrap_or(0);
                let players = play_off.tables()[free].players.clone();
                let racks: Vec<Value> =
                    players.iter().map(|number| json!({"number": number, "sum": 1 + self.dice.below(4)})).collect();
                json!({"do": "result", "play_off": rank, "table": free + 1, "ended": "pool", "racks": racks})
            }
        }
    }

    /// Something about the hall that may be out of place, from any role.
    fn around_the_games(&mut self) -> Value {
        let by = ["organiser", "head-judge", "judge", "staff"][self.dice.below(4)];
        let number = self.dice.below(20);
        let (round, table) = (self.dice.below(4), self.dice.below(8));
        match self.dice.below(16) {
            0 => json!({"do": "details", "venue": "Hall", "counting": self.dice.below(700), "by": by}),
            1 => json!({"do": "judges", "judges": [{"table": table, "name": "Lei"}, {"table": 2}], "by": by}),
            2 => json!({"do": "claim", "table": table, "device": "phone", "by": by}),
            3 => json!({"do": "show", "number": number, "as": "full", "by": by}),
            4 => {
                let step = ["shuffle", "take", "play", "end"][self.dice.below(4)];
                json!({"do": "step", "round": round, "table": table, "step": step, "at": "10:20", "by": by})
            }
            5 => {
                let pool = self.dice.below(4);
                json!({"do": "incident", "kind": "timeout", "round": round, "table": table, "number": number, "unrestorable": 2, "pool": pool, "by": by})
            }
            6 => json!({"do": "incident", "kind": "aid-found", "number": number, "note": "a list", "by": by}),
            7 => {
                json!({"do": "incident", "kind": "acted-too-soon", "round": round, "table": table, "number": number, "turn_of": 1, "used": 99, "by": by})
            }
            8 => json!({"do": "sign", "round": round, "table": table, "numbers": [number], "by": by}),
            9 => json!({"do": "call", "round": round, "table": table, "by": by}),
            10 => json!({"do": "answer-call", "call": self.dice.below(3), "by": by}),
            11 => json!({"do": "escort", "round": round, "table": table, "number": number, "by": by}),
            12 => json!({"do": "dismiss", "round": round, "table": table, "by": by}),
            13 => json!({"do": "postpone", "why": "typhoon", "at": "10:30", "by": by}),
            14 => json!({"do": "annul-round", "round": round, "why": "alarm", "by": by}),
            _ => {
                let command = self.anything();
                let what = ["chances", "statistics", "incidents", "calls", "details"][self.dice.below(5)];
                if self.dice.chance(50) {
                    json!({"do": "ask", "what": "what-if", "command": command})
                } else {
                    json!({"do": "ask", "what": what})
                }
            }
        }
    }

    /// Something that may be out of place, from any role.
    fn anything(&mut self) -> Value {
        let by = ["organiser", "head-judge", "judge"][self.dice.below(3)];
        let number = self.dice.below(40);
        let (round, table, game) = (self.dice.below(4), self.dice.below(12), self.dice.below(3));
        let tiles: BTreeMap<String, &str> = [(number.to_string(), "r9"), ((number + 1).to_string(), "*")].into();
        match self.dice.below(24) {
            0 => json!({"do": "withdraw", "number": number, "by": by, "why": "unwell"}),
            1 => json!({"do": "warn", "number": number, "by": by, "why": "noise"}),
            2 => json!({"do": "protest", "round": round, "table": table, "by": by, "why": "wrong"}),
            3 => {
                let decision = ["dismiss", "disqualify", "uphold"][self.dice.below(3)];
                json!({"do": "rule", "case": 1 + self.dice.below(4), "decision": decision, "by": "head-judge", "why": "so"})
            }
            4 => json!({"do": "annul", "round": round, "table": table, "game": game, "by": by, "why": "alarm"}),
            5 => json!({"do": "pause", "round": round, "table": table, "at": "10:30", "by": by}),
            6 => json!({"do": "resume", "round": round, "table": table, "at": "10:31", "by": by}),
            7 => json!({"do": "draw", "round": round, "table": table, "tiles": tiles, "by": by, "why": "again"}),
            8 => json!({"do": "draw", "for": "start", "round": round, "table": table, "game": game}),
            9 => json!({"do": "add", "players": [{"name": "Late"}], "by": by}),
            10 => json!({"do": "admit", "number": number, "by": by, "why": "bus"}),
            11 => json!({"do": "check-in", "numbers": [number], "at": "09:49"}),
            12 if self.event().table(1, 1).is_some() => {
                let mut corrected = self.result(1, 1);
                corrected["do"] = json!("correct");
                corrected["why"] = json!("counted again");
                corrected["by"] = json!(by);
                corrected
            }
            13 => {
                json!({"do": "redeal", "round": round, "table": table, "number": number, "tiles": "r1 r1 b1 b1 k1 k1 r2 r3 r4 r5 r6 r7 r8 r9"})
            }
            14 => json!({"do": "enter-late", "player": {"name": "Late"}, "by": by, "why": "the bus"}),
            15 => json!({"do": "enter-late", "number": number, "by": by, "why": "the bus"}),
            16 => json!({"do": "re-enter", "number": number, "by": by, "why": "well again"}),
            17 => json!({"do": "substitute", "player": {"name": "House"}, "by": by, "why": "an empty seat"}),
            18 => json!({"do": "sit-out", "date": 1 + self.dice.below(3), "numbers": [number], "by": by}),
            19 => json!({"do": "ask", "what": "teams"}),
            20 => {
                json!({"do": "play-off", "rank": 1 + self.dice.below(3), "order": [1, 2], "by": "head-judge", "why": "so"})
            }
            _ => {
                let what = ["standings", "players", "cases", "log"][self.dice.below(4)];
                json!({"do": "ask", "what": what})
            }
        }
    }
}

/// A field that some commands don't have.
trait Without {
    fn without(self, field: &str, leave_out: bool) -> Value;
}

impl Without for Value {
    fn without(mut self, field: &str, leave_out: bool) -> Value {
        if let (true, Some(fields)) = (leave_out, self.as_object_mut()) {
            fields.remove(field);
        }
        self
    }
}

/// What must hold in every state.
fn check(event: &Tournament) {
    for round in event.rounds() {
        let mut seated = BTreeSet::new();
        for table in &round.tables {
            assert!(table.players.len() <= 4);
            assert!(table.players.iter().all(|player| seated.insert(*player)), "nobody sits twice");
            for result in table.results() {
                let sum: Score = result.racks.iter().map(|rack| rack.score).sum();
                assert_eq!(sum, Score::ZERO, "every game sums to zero");
                assert!(!result.winners().is_empty());
            }
        }
    }
    let standings = event.standings();
    let ranks: Vec<u32> = standings.rows.iter().filter_map(|row| row.rank).collect();
    assert!(ranks.is_sorted(), "{ranks:?}");
    let numbers: BTreeSet<Number> = standings.rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers.len(), standings.rows.len());
}

/// A seating that the program proposed: everybody present once, three or four at a table outside of the ring.
fn check_seating(event: &Tournament, answer: &Value) {
    let tables = answer["tables"].as_array().unwrap();
    let players = |table: &Value| -> Vec<Number> { serde_json::from_value(table["players"].clone()).unwrap() };
    let seated: BTreeSet<Number> = tables.iter().flat_map(players).collect();
    let round = answer["round"].as_u64().unwrap() as u32;
    let present: BTreeSet<Number> = event.contenders(round).unwrap().into_iter().collect();
    assert_eq!(seated, present);
    let phase = event.phase(round);
    if phase.format != trinta_tournament::Format::Ring || (round > 1 && round == phase.first) {
        let mut actual: Vec<usize> = tables.iter().map(|table| players(table).len()).collect();
        actual.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(Some(actual), sizes(present.len()));
    }
}

/// What was decided can be decided again, folded again, and written down and read again.
fn check_log(log: &Log, seed: u64) {
    assert_eq!(log.verify(), Ok(()), "seed {seed}: deciding again gives the same events");
    let reopened = Log::open(log.entries().to_vec()).unwrap();
    assert_eq!(reopened.tournament(), log.tournament(), "seed {seed}: what was folded again is the same");
    let mut dice = Dice::new(seed ^ 0x5eed);
    let (mut grown, mut rest) = (Log::default(), log.entries());
    while !rest.is_empty() {
        let (next, later) = rest.split_at(1 + dice.below(rest.len()));
        grown.extend(next.to_vec()).unwrap();
        rest = later;
    }
    let last = log.entries().last().cloned().into_iter().collect();
    assert!(matches!(grown.extend(last), Err(LogError::OutOfOrder(_))), "seed {seed}: an entry that is there already");
    assert_eq!(grown.tournament(), log.tournament(), "seed {seed}: a log that is read piece by piece is the same");
    assert_eq!(grown.entries(), log.entries());
    let text = serde_json::to_string(log.entries()).unwrap();
    assert_eq!(serde_json::from_str::<Vec<trinta_tournament::Entry>>(&text).unwrap(), log.entries());
}

#[test]
fn the_laws_of_an_event_hold_whatever_anybody_says() {
    let mut finished = 0;
    for seed in 0..150 {
        let players = 3 + Dice::new(seed).below([4, 10, 30, 60][seed as usize % 4]);
        let mut hand = Hand::new(seed, 12, players);
        for _ in 0..250 {
            hand.turn();
            if hand.event().is_finished() {
                finished += 1;
                break;
            }
        }
        check(hand.event());
        if seed % 3 == 0 {
            hand.desk.say(&json!({"do": "postpone", "why": "for good"}));
            hand.desk.done(&json!({"do": "forget"}));
        }
        check_log(&hand.desk.0, seed);
    }
    assert!(finished > 10, "{finished} events came to their end");
}

#[test]
fn every_preset_and_every_kind_of_settings_is_played_to_its_end() {
    for seed in 0..60 {
        let sizes = [3, 4, 6, 7, 12, 13, 21, 30, 32, 47, 64];
        let mut sizes = vec![sizes[seed as usize % sizes.len()], sizes[(seed as usize * 7 + 3) % sizes.len()]];
        if seed % 20 == 0 {
            sizes.push(200);
        }
        for players in sizes {
            let mut hand = Hand::new(seed, 0, players);
            let title = hand.event().settings().clone();
            for _ in 0..20_000 {
                hand.turn();
                if hand.event().is_finished() {
                    break;
                }
            }
            assert!(hand.event().is_finished(), "seed {seed}, {players} players: {title:?}");
            check(hand.event());
            check_final(hand.event());
            check_log(&hand.desk.0, seed);
        }
    }
}

#[test]
fn every_format_is_played_to_its_end_with_3_to_200_players_and_five_are_refused() {
    for format in FORMATS {
        for players in 3..=200 {
            let case = format!("{format}, {players} players");
            let mut desk = common::seeded(players, &json!({"capacity": 200, "format": format}), "5eed");
            if players == 5 {
                desk.refused(&json!({"do": "seat", "round": 1}), "impossible");
                continue;
            }
            let mut dice = Dice::new(players as u64);
            for round in 1..=3 {
                let contenders = desk.0.tournament().unwrap().contenders(round);
                let Ok(contenders) = contenders else { break };
                let own = sizes(contenders.len()).is_none();
                let seat = if own {
                    json!({"do": "seat", "round": round, "tables": [contenders], "why": "these are left"})
                } else {
                    json!({"do": "seat", "round": round})
                };
                let seating = desk.done(&seat);
                if !own {
                    check_seating(desk.0.tournament().unwrap(), &seating);
                }
                desk.done(&json!({"do": "publish", "round": round}));
                desk.done(&json!({"do": "start", "round": round}));
                for table in seating["tables"].as_array().unwrap() {
                    let mut numbers: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
                    dice.shuffle(&mut numbers);
                    let pays = [0, 1 + dice.below(9) as u32, 10 + dice.below(9) as u32, 20 + dice.below(9) as u32];
                    let racks = common::sums(&json!(numbers), &pays);
                    desk.done(&json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}));
                }
            }
            let event = desk.0.tournament().unwrap();
            assert_eq!(event.first_incomplete(), None, "{case}");
            check(event);
            check_final(event);
            check_log(&desk.0, players as u64);
        }
    }
}

/// At the end everybody who stayed has a rank, and whoever went further ranks above whoever did not (X20).
fn check_final(event: &Tournament) {
    let rows = event.standings().rows;
    let ranked: Vec<_> = rows.iter().filter(|row| row.rank.is_some()).collect();
    assert_eq!(ranked.len(), rows.len(), "nobody has left");
    let reached: Vec<u32> = ranked.iter().map(|row| row.out_after.unwrap_or(u32::MAX)).collect();
    assert!(reached.is_sorted_by(|one, other| one >= other), "{reached:?}");
    let expected = |at: usize| ranked[..at].iter().filter(|row| row.rank < ranked[at].rank).count() as u32 + 1;
    assert!((0..ranked.len()).all(|at| ranked[at].rank == Some(expected(at))), "shared ranks leave a gap after them");
}

#[test]
fn the_order_of_independent_results_does_not_matter() {
    for format in FORMATS {
        let rounds = if format == "knock-out" { 2 } else { 3 };
        let mut ends = Vec::new();
        for backwards in [false, true] {
            let mut desk = common::briefed(23, &json!({"format": format, "rounds": rounds}));
            for round in 1..=rounds {
                let seating = common::begin(&mut desk, round);
                let mut tables = seating["tables"].as_array().unwrap().clone();
                if backwards {
                    tables.reverse();
                }
                for table in tables {
                    let racks = common::sums(&table["players"], &[0, 7, 12, 25]);
                    let number = &table["table"];
                    desk.done(
                        &json!({"do": "result", "round": round, "table": number, "ended": "out", "racks": racks}),
                    );
                }
            }
            ends.push(desk.done(&json!({"do": "ask", "what": "standings"})));
        }
        assert_eq!(ends[0], ends[1], "{format}");
    }
}
