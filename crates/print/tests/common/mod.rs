//! Tournaments to print, driven by the commands of `trinta tournament run`.
#![allow(dead_code, unreachable_pub, missing_docs)] // Each test file uses a part of it.

use serde_json::{Value, json};
use trinta_print::{Document, Language, Options, Paper};
use trinta_tournament::{Log, Tournament};

#[derive(Default)]
pub struct Desk(pub Log);

impl Desk {
    #[track_caller]
    pub fn done(&mut self, line: &Value) -> Value {
        let reply = self.0.answer(&line.to_string(), || "00ff".parse().unwrap());
        let answer = serde_json::to_value(reply.answer).unwrap();
        assert_eq!(answer["ok"], true, "{line} -> {answer}");
        answer
    }

    pub fn tournament(&self) -> &Tournament {
        self.0.tournament().unwrap()
    }

    /// A tournament of a preset with some settings changed.
    pub fn new(preset: &str, set: &Value) -> Desk {
        let mut desk = Desk::default();
        let title = "Number Tile Cup 2016–2017 數字牌大賽";
        desk.done(&json!({"do": "new", "preset": preset, "title": title, "date": "2017-01-18", "set": set}));
        desk
    }

    /// Enters players and holds the briefing.
    pub fn with_players(mut self, players: &[Value]) -> Desk {
        self.done(&json!({"do": "add", "players": players}));
        self.done(&json!({"do": "check-in", "numbers": "all"}));
        self.done(&json!({"do": "briefing"}));
        self
    }

    pub fn begin(&mut self, round: u32) -> Value {
        let seating = self.done(&json!({"do": "seat", "round": round}));
        self.done(&json!({"do": "publish", "round": round}));
        self.done(&json!({"do": "start", "round": round, "at": "10:20"}));
        seating
    }

    /// Results of every game of a round; the first of each table is out, the others have different sums.
    pub fn play(&mut self, round: u32) {
        let seating = self.begin(round);
        for table in seating["tables"].as_array().unwrap() {
            self.result(round, table);
        }
    }

    pub fn result(&mut self, round: u32, table: &Value) {
        let at = table["table"].as_u64().unwrap() as u32;
        for game in 1..=self.tournament().settings().games_per_round {
            let players = table["players"].as_array().unwrap().iter().enumerate();
            let racks = players.map(|(seat, number)| match seat as u32 {
                0 => json!({"number": number, "sum": 0}),
                seat => json!({"number": number, "sum": 3 * seat + at + 7 * round}),
            });
            let racks: Vec<Value> = racks.collect();
            self.done(&json!({
                "do": "result", "round": round, "table": at, "game": game, "ended": "out", "racks": racks,
            }));
        }
    }

    pub fn print(&self, document: Document, options: &Options) -> String {
        trinta_print::print(self.tournament(), &[document], options).unwrap()
    }
}

/// Names as schools in Macau have them.
const NAMES: [&str; 16] = [
    "羅啟明 Lo Kai Meng",
    "Inês Marques",
    "陳嘉欣",
    "Hana Sato-Reed",
    "林浩然",
    "João Pedro de Almeida Sequeira",
    "劉家朗",
    "Constança Vaz",
    "張曉彤",
    "Martim Novais",
    "Amelia Frost",
    "Afonso da Luz",
    "鄭芷晴 Tang Chi Ching",
    "Nora Venn",
    "Vicente Amaral",
    "歐陽卓賢",
];
const SCHOOLS: [&str; 4] = ["青松小學", "Escola Lótus", "Harbour Primary", "Escola da Colina"];

pub fn people(count: usize) -> Vec<Value> {
    let person = |at: usize| {
        let name = match at / NAMES.len() {
            0 => NAMES[at % NAMES.len()].to_owned(),
            again => format!("{} {}", NAMES[at % NAMES.len()], ["I", "II", "III", "IV"][again % 4]),
        };
        json!({"name": name, "school": SCHOOLS[at % SCHOOLS.len()]})
    };
    (0..count).map(person).collect()
}

/// The document's tournament: 64 players.
pub fn cup() -> Desk {
    Desk::new("plk-2017", &json!({})).with_players(&people(64))
}

pub fn options(language: Language) -> Options {
    Options { language, address: Some("http://192.168.1.20:3930".parse().unwrap()), ..Options::default() }
}

pub fn on_letter(language: Language) -> Options {
    Options { paper: Paper::Letter, ..options(language) }
}

/// The text of a page without markup, style sheet and attributes.
pub fn text(page: &str) -> String {
    let body = page.split_once("<body>").map_or(page, |(_, body)| body);
    let mut text = String::new();
    for piece in body.split('<') {
        let (tag, content) = piece.split_once('>').unwrap_or(("", piece));
        // Text in different cells and paragraphs is apart, text within a sentence is not.
        if !matches!(tag.trim_start_matches('/').split(' ').next(), Some("bdi" | "b" | "i")) {
            text.push(' ');
        }
        text.push_str(content);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many pages of a class there are.
pub fn count(page: &str, what: &str) -> usize {
    page.matches(what).count()
}
