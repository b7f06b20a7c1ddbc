//! The whole morning of the document as a golden file: 64 names in, four winners out. Every answer is compared with the
//! golden file and with the naive implementation.
//!
//! `TRINTA_WRITE=1 cargo test -p trinta-tournament --test morning` composes the morning anew and writes the answers.

mod both;
mod naive;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use both::Both;
use serde_json::{Value, json};
use trinta_tournament::Log;

const NAMES: &str = "Ana Silva|陳大文|Beatriz Lopes|李小明|Carlos Nunes|黃詠詩|Daniela Reis|張家豪|Emma Clark|何嘉欣|Filipe Costa|\
    林志強|Grace Hall|周美玲|Hugo Dias|吳子軒|Inês Rocha|鄭凱琳|Jack Moore|梁偉傑|Kata Szabó|劉思穎|Léa Martin|蔡俊彥|Mia Wolf|\
    謝雅婷|Noah Berg|馮浩然|Olga Petrova|許慧敏|Pedro Alves|鄧文軒|Quinn Reed|曾樂瑤|Rita Gomes|蕭天佑|Søren Holm|余曉彤|\
    Tomás Vaz|潘家俊|Uma Patel|葉芷晴|Vera Novak|盧俊賢|Will Young|蘇穎芝|Xavier Sol|戴志明|Yara Nassar|方敏兒|Zoe King|姚宇軒|\
    Álvaro Paz|石佩珊|Bruno Melo|譚建國|Çelik Arda|范依琳|Dora Horváth|邱啟文|Ewa Kowal|丁婉儀|Fumiko Sato|龔子朗";

struct Morning {
    both: Both,
    /// Games won by each player so far.
    wins: BTreeMap<u64, u32>,
    /// Players who win all of their games, with the extra points that they win by.
    favourites: Vec<(u64, u64)>,
}

fn numbers(table: &Value) -> Vec<u64> {
    let mut numbers: Vec<u64> = table["players"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    numbers.sort_unstable();
    numbers
}

impl Morning {
    fn compose() -> Both {
        let mut morning = Morning { both: Both::default(), wins: BTreeMap::new(), favourites: Vec::new() };
        morning.registration();
        morning.arrivals();
        let seating = morning.begin(1, "10:20");
        morning.first_round(&seating);
        let seating = morning.begin(2, "10:50");
        morning.second_round(&seating);
        let seating = morning.begin(3, "11:20");
        morning.third_round(&seating);
        morning.end();
        morning.both
    }

    fn done(&mut self, command: &Value) -> Value {
        self.both.done(command)
    }

    fn registration(&mut self) {
        let title = "2016-2017 學年數字牌大賽";
        self.done(
            &json!({"do": "new", "preset": "plk-2017", "title": title, "date": "2017-01-18", "seed": "20170118"}),
        );
        let schools = ["North", "South", "East", "West", "Hill", "Lake", "Bridge", "Harbour"];
        let people: Vec<Value> = NAMES
            .split('|')
            .enumerate()
            .map(|(index, name)| json!({"name": name, "school": schools[index % schools.len()]}))
            .collect();
        self.done(&json!({"do": "add", "players": people}));
        self.done(&json!({"do": "add", "players": [{"name": "Gil Waiting", "school": "North"}]}));
        self.done(&json!({"do": "numbers", "how": "spread"}));
    }

    fn arrivals(&mut self) {
        self.done(&json!({"do": "check-in", "numbers": [5], "at": "09:49"}));
        self.done(&json!({"do": "withdraw", "number": 41, "why": "telephoned: ill", "at": "09:51"}));
        let here: Vec<u64> = (1..=64).filter(|number| ![5, 40].contains(number)).collect();
        self.done(&json!({"do": "check-in", "numbers": here, "at": "10:09:59"}));
        self.done(&json!({"do": "briefing", "at": "10:10"}));
        let late = json!({"do": "check-in", "numbers": [40], "at": "10:12"});
        self.both.refused(&late, "barred");
        self.both.refused(&json!({"do": "admit", "number": 40, "why": "the bus broke down"}), "role");
        self.done(
            &json!({"do": "admit", "number": 40, "why": "the bus broke down", "by": "head-judge", "at": "10:13"}),
        );
    }

    fn begin(&mut self, round: u64, at: &str) -> Vec<Vec<u64>> {
        let seating = self.done(&json!({"do": "seat", "round": round}));
        self.done(&json!({"do": "publish", "round": round}));
        self.done(&json!({"do": "start", "round": round, "at": at}));
        seating["tables"].as_array().unwrap().iter().map(numbers).collect()
    }

    fn result(&mut self, round: u64, table: usize, ended: &str, racks: &Value) -> Value {
        let judge =
            if racks.as_array().unwrap().iter().any(|rack| rack["pushed"] == true) { "head-judge" } else { "judge" };
        let answer = self.done(&json!({
            "do": "result", "round": round, "table": table, "ended": ended, "racks": racks, "by": judge,
        }));
        for winner in answer["winners"].as_array().unwrap() {
            *self.wins.entry(winner.as_u64().unwrap()).or_default() += 1;
        }
        answer
    }

    /// By sums: a favourite wins, or else somebody who has won least. Nobody is tied.
    fn plain(&mut self, round: u64, table: usize, players: &[u64]) {
        let favourite = self.favourites.iter().find(|(number, _)| players.contains(number)).copied();
        let least = *players.iter().min_by_key(|number| self.wins.get(number).copied().unwrap_or(0)).unwrap();
        let (winner, extra) = favourite.unwrap_or((least, 0));
        let losers = players.iter().filter(|number| **number != winner);
        let mut racks = vec![json!({"number": winner, "sum": 0})];
        racks.extend(losers.zip([10 + extra, 20, 30]).map(|(number, sum)| json!({"number": number, "sum": sum})));
        self.result(round, table, "out", &json!(racks));
    }

    fn first_round(&mut self, tables: &[Vec<u64>]) {
        self.done(&json!({"do": "ask", "what": "where", "number": 37}));
        // C01, C02: equal tiles and a joker before somebody starts.
        for tiles in
            [json!({"1": "r11", "2": "b11", "3": "k7", "4": "y9"}), json!({"1": "r4", "2": "*"}), json!({"2": "b2"})]
        {
            self.done(&json!({"do": "draw", "for": "start", "round": 1, "table": 1, "game": 1, "tiles": tiles, "by": "judge"}));
        }
        self.done(&json!({"do": "warn", "number": 9, "why": "noise", "by": "judge"}));
        let racks = |players: &[u64], racks: [Value; 4]| -> Value {
            let named = players.iter().zip(racks).map(|(number, mut rack)| {
                rack["number"] = json!(number);
                rack
            });
            named.collect()
        };
        let sum = |sum: u64| json!({"sum": sum});
        let tiles = |tiles: &str| json!({"tiles": tiles});
        let unopened = |tiles: &str| json!({"tiles": tiles, "opened": false});
        // Equal tiles and a joker at the draw for moving on (B06).
        let tied = racks(&tables[0], [tiles(""), tiles("k5"), sum(5), tiles("* r9")]);
        self.result(1, 1, "out", &tied);
        for tiles in [json!({"2": "r9", "3": "b9"}), json!({"2": "*", "3": "k3"}), json!({"2": "k12"})] {
            self.done(&json!({"do": "draw", "round": 1, "table": 1, "tiles": tiles, "by": "judge"}));
        }
        // 100 and 200 for unopened racks (F04, F05, F15).
        let could = unopened("r9 b9 k9 * y1");
        let could_not = unopened("r1 r1 b2 b2 k4 k4 y5 y5 r7 r7 b9 k11 y13");
        self.result(1, 2, "out", &racks(&tables[1], [tiles(""), sum(20), could_not, could]));
        self.result(1, 3, "out", &racks(&tables[2], [tiles(""), json!({"pushed": true}), sum(10), sum(7)]));
        // Pool empty with co-winners (F10), time up (F09).
        self.result(1, 4, "pool", &racks(&tables[3], [sum(1), sum(1), sum(10), sum(7)]));
        self.result(1, 5, "time", &racks(&tables[4], [sum(5), sum(10), sum(15), tiles("r13 y7")]));
        self.done(&json!({"do": "pause", "round": 1, "table": 6, "at": "10:31:00", "by": "judge"}));
        let six = racks(&tables[5], [sum(4), sum(0), sum(9), sum(11)]);
        self.both.refused(&json!({"do": "result", "round": 1, "table": 6, "ended": "out", "racks": six}), "paused");
        self.done(&json!({"do": "resume", "round": 1, "table": 6, "at": "10:34:20", "by": "judge"}));
        self.done(&json!({"do": "pause", "round": 1, "table": 6, "at": "10:36", "by": "judge"}));
        self.done(&json!({"do": "resume", "round": 1, "table": 6, "at": "10:41:01", "by": "judge"}));
        self.result(1, 6, "out", &six);
        let redeal = |dealt: &str| json!({"do": "redeal", "round": 1, "table": 7, "number": tables[6][3], "tiles": dealt, "by": "judge"});
        self.both.refused(&redeal("r3 r3 b8 b8 * * k1 k2 y4 y5 y6 r9 r10 b13"), "no-right");
        self.done(&redeal("r3 r3 b8 b8 y10 y10 * k1 k2 y4 y5 r9 r12 b13"));
        self.plain(1, 7, &tables[6]);
        // Three co-winners, and the program draws (B07).
        self.result(1, 8, "pool", &racks(&tables[7], [sum(4), sum(4), sum(4), sum(14)]));
        self.done(&json!({"do": "draw", "round": 1, "table": 8, "by": "judge"}));
        // Rulings of the judge's own, and a rack whose last tile made the opening.
        let judged = json!({"opened": false, "could": false});
        let last = json!({"tiles": "r10 b10 k10 y1", "opened": false, "last_drawn": "k10"});
        self.result(1, 9, "out", &racks(&tables[8], [sum(12), tiles(""), judged, last]));
        for (table, extra) in [(10, 9), (11, 6), (12, 3), (13, 0), (14, 0)] {
            self.favourites.push((tables[table - 1][2], extra));
            self.plain(1, table, &tables[table - 1]);
        }
        self.done(&json!({"do": "protest", "round": 1, "table": 2, "why": "the third rack could open", "by": "judge"}));
        self.done(&json!({"do": "ask", "what": "standings"}));
        self.both.refused(&json!({"do": "seat", "round": 2}), "results-missing");
        self.plain(1, 15, &tables[14]);
        self.plain(1, 16, &tables[15]);
        self.done(
            &json!({"do": "rule", "case": 1, "decision": "dismiss", "why": "27 points only", "by": "head-judge"}),
        );
        self.done(&json!({"do": "ask", "what": "moves", "round": 1}));
    }

    fn second_round(&mut self, tables: &[Vec<u64>]) {
        self.done(&json!({"do": "warn", "number": 9, "why": "talking", "by": "judge"}));
        // A correction after the rotation: only the head judge may, and nobody is seated again (X17, X19).
        let racks = |sums: [u64; 4]| -> Value {
            (61..=64_u64).zip(sums).map(|(number, sum)| json!({"number": number, "sum": sum})).collect()
        };
        let mut correct =
            json!({"do": "correct", "round": 1, "table": 16, "ended": "out", "racks": racks([3, 20, 0, 30])});
        correct["why"] = json!("the sheet names another winner");
        correct["by"] = json!("judge");
        self.both.refused(&correct, "role");
        correct["by"] = json!("head-judge");
        self.done(&correct);
        let gone =
            tables[4].iter().copied().find(|number| self.favourites.iter().all(|(one, _)| one != number)).unwrap();
        self.done(&json!({"do": "withdraw", "number": gone, "why": "unwell", "at": "11:01"}));
        for (index, players) in tables.iter().enumerate() {
            let here: Vec<u64> = players.iter().copied().filter(|number| *number != gone).collect();
            self.plain(2, index + 1, &here);
        }
        self.done(&json!({"do": "ask", "what": "missing", "round": 2}));
    }

    fn third_round(&mut self, tables: &[Vec<u64>]) {
        self.done(&json!({"do": "warn", "number": 9, "why": "noise again", "by": "judge"}));
        self.done(&json!({"do": "ask", "what": "cases"}));
        for (index, players) in tables.iter().enumerate() {
            self.plain(3, index + 1, players);
        }
        self.both.refused(&json!({"do": "finish"}), "cases-open");
        self.done(&json!({"do": "rule", "case": 2, "decision": "dismiss", "why": "a last word", "by": "head-judge"}));
        self.done(&json!({"do": "ask", "what": "standings"}));
    }

    fn end(&mut self) {
        self.both.refused(&json!({"do": "finish"}), "ties-open");
        let opened = self.done(&json!({"do": "play-off"}));
        let play_off = &opened["play_offs"][0];
        assert_eq!(play_off["rank"], 4, "a tie over the fourth place");
        let tied = numbers(&play_off["tables"][0]);
        let racks: Value = tied.iter().map(|number| json!({"number": number, "sum": 8})).collect();
        self.done(&json!({"do": "result", "play_off": 4, "table": 1, "ended": "pool", "racks": racks, "by": "judge"}));
        for drawn in [["r6", "y6"], ["k2", "b13"]] {
            let tiles: BTreeMap<String, &str> = tied.iter().map(u64::to_string).zip(drawn).collect();
            self.done(&json!({"do": "draw", "play_off": 4, "tiles": tiles, "by": "judge"}));
        }
        let end = self.done(&json!({"do": "finish", "at": "12:04"}));
        assert_eq!(end["winners"].as_array().unwrap().len(), 4, "four winners");
        for what in ["standings", "players", "cases"] {
            self.done(&json!({"do": "ask", "what": what}));
        }
    }
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn lines<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string() + "\n").collect()
}

fn file_of(log: &Log) -> String {
    lines(log.entries().iter().map(|entry| serde_json::to_string(entry).unwrap()))
}

fn open(file: &str) -> Log {
    Log::open(file.lines().map(|line| serde_json::from_str(line).unwrap()).collect()).unwrap()
}

#[test]
fn the_whole_morning_is_as_in_the_golden_file() {
    if std::env::var_os("TRINTA_WRITE").is_some() {
        let morning = Morning::compose();
        fs::write(golden("morning.jsonl"), lines(morning.said.iter().map(|(line, _)| line))).unwrap();
        fs::write(golden("morning-answers.jsonl"), lines(morning.said.iter().map(|(_, answer)| answer))).unwrap();
        // A file of the first version is never written again: it must open for ever.
        if !golden("event-v1.jsonl").exists() {
            fs::write(golden("event-v1.jsonl"), file_of(&morning.first)).unwrap();
        }
    }
    let commands = fs::read_to_string(golden("morning.jsonl")).unwrap();
    let answers = fs::read_to_string(golden("morning-answers.jsonl")).unwrap();
    let mut both = Both::default();
    assert_eq!(commands.lines().count(), answers.lines().count());
    for (line, answer) in commands.lines().zip(answers.lines()) {
        let expected: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(both.say(line), expected, "{line}: if that is meant, TRINTA_WRITE=1");
    }
    assert_eq!(both.first.verify(), Ok(()));
    // Folding its events gives the same tournament.
    let mut opened = open(&file_of(&both.first));
    assert_eq!(opened.verify(), Ok(()));
    for what in ["standings", "players", "cases", "log"] {
        let line = json!({"do": "ask", "what": what}).to_string();
        let again = opened.answer(&line, || unreachable!()).answer;
        assert_eq!(serde_json::to_value(again).unwrap(), both.say(&line));
    }
}

#[test]
fn a_file_of_the_first_version_opens_and_verifies_for_ever() {
    let mut log = open(&fs::read_to_string(golden("event-v1.jsonl")).unwrap());
    assert_eq!(log.verify(), Ok(()));
    let line = json!({"do": "ask", "what": "standings"}).to_string();
    let standings = serde_json::to_value(log.answer(&line, || unreachable!()).answer).unwrap();
    assert_eq!(standings["complete"], true);
    let ranks: Vec<&Value> =
        standings["standings"].as_array().unwrap().iter().map(|row| &row["rank"]).take(5).collect();
    assert_eq!(json!(ranks), json!([1, 2, 3, 4, 5]));
}
