//! Views show no more than their role may see, at any moment of any tournament.

mod common;

use common::{Desk, begin, briefed, sums};
use serde_json::{Value, json};
use trinta_dice::Dice;

fn view(desk: &mut Desk, who: &Value) -> Value {
    let mut line = json!({"do": "ask", "what": "view"});
    line.as_object_mut().unwrap().extend(who.as_object().unwrap().clone());
    desk.done(&line)["view"].clone()
}

#[test]
fn x21_the_public_sees_numbers_and_short_names() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "seed": "5ec2e7"}));
    desk.done(&json!({"do": "add", "players": [
        {"name": "Ana Silva", "school": "North"}, {"name": "陳大文"}, {"name": "Bea Lopes"}, {"name": "Caio Reis"},
    ]}));
    desk.done(&json!({"do": "show", "number": 3, "as": "full"}));
    desk.done(&json!({"do": "show", "number": 4, "as": "number"}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    desk.done(&json!({"do": "briefing"}));
    desk.done(&json!({"do": "seat", "round": 1}));
    assert_eq!(view(&mut desk, &json!({"as": "public"}))["rounds"], json!([]), "a proposal is nobody's business yet");
    assert_eq!(view(&mut desk, &json!({"as": "organiser"}))["rounds"][0]["state"], "proposed");
    desk.done(&json!({"do": "publish", "round": 1}));
    let public = view(&mut desk, &json!({"as": "public"}));
    let mut seats: Vec<Value> = public["rounds"][0]["tables"][0]["players"].as_array().unwrap().clone();
    seats.sort_by_key(|seat| seat["number"].as_u64());
    assert_eq!(
        seats,
        [
            json!({"number": 1, "name": "Ana S."}),
            json!({"number": 2, "name": "大文"}),
            json!({"number": 3, "name": "Bea Lopes"}),
            json!({"number": 4}),
        ]
    );
    assert_eq!(public["standings"][0]["name"], "Ana S.");
    assert!(public.get("seed").is_none(), "whoever has the seed knows the next draw");
    assert_eq!(view(&mut desk, &json!({"as": "head-judge"}))["seed"], "5ec2e7");
    let own = view(&mut desk, &json!({"as": "player", "number": 1}));
    assert_eq!(
        (&own["name"], &own["school"], &own["table"]["table"]),
        (&json!("Ana Silva"), &json!("North"), &json!(1))
    );
    desk.refused(&json!({"do": "ask", "what": "view", "as": "player"}), "malformed");
    desk.refused(&json!({"do": "ask", "what": "view", "as": "player", "number": 9}), "unknown");
    desk.refused(&json!({"do": "ask", "what": "view", "as": "parent"}), "malformed");
}

#[test]
fn a17_the_staff_sees_pauses_and_which_tables_to_dismiss() {
    let mut desk = briefed(16, &json!({}));
    let seating = begin(&mut desk, 1);
    let racks = sums(&seating["tables"][3]["players"], &[0, 5, 20, 30]);
    desk.done(&json!({"do": "result", "round": 1, "table": 4, "ended": "out", "racks": racks}));
    desk.done(&json!({"do": "pause", "round": 1, "table": 2, "at": "10:30"}));
    desk.done(&json!({"do": "escort", "round": 1, "table": 2, "number": 6, "by": "staff", "at": "10:30:30"}));
    let staff = view(&mut desk, &json!({"as": "staff"}));
    assert_eq!(staff["to_dismiss"], json!([{"round": 1, "table": 4}]));
    assert_eq!(staff["paused"], json!([{"round": 1, "table": 2, "since": "10:30:00", "escorted": [6]}]));
    assert_eq!(staff["rounds"][0]["tables"][1]["state"], "paused");
    assert_eq!(staff["rounds"][0]["tables"][0]["players"][0]["name"], "Player 1");
    desk.done(&json!({"do": "dismiss", "round": 1, "table": 4, "by": "staff"}));
    let staff = view(&mut desk, &json!({"as": "staff"}));
    assert_eq!(staff["to_dismiss"], json!([]));
    assert_eq!(staff["rounds"][0]["tables"][3]["state"], "released");
    let public = view(&mut desk, &json!({"as": "public"}));
    assert_eq!(public["rounds"][0]["tables"][3]["state"], "released", "the table is green on the projector");
}

#[test]
fn x18_the_next_judge_sees_the_warnings_of_the_players_who_come() {
    let mut desk = briefed(8, &json!({}));
    let seating = begin(&mut desk, 1);
    desk.done(&json!({"do": "warn", "number": 1, "why": "hid a tile", "by": "judge"}));
    for table in seating["tables"].as_array().unwrap() {
        let mut players: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
        players.sort_unstable();
        let racks = sums(&json!(players), &[0, 5, 20, 30]);
        desk.done(&json!({"do": "result", "round": 1, "table": table["table"], "ended": "out", "racks": racks}));
    }
    begin(&mut desk, 2);
    let judge = view(&mut desk, &json!({"as": "judge", "table": 2}));
    let first = judge["players"].as_array().unwrap().iter().find(|player| player["number"] == 1).unwrap();
    assert_eq!((&first["warnings"], &first["offences"][0]["why"]), (&json!(1), &json!("hid a tile")));
    assert_eq!(judge["seating"]["state"], "playing");
    let other = view(&mut desk, &json!({"as": "judge", "table": 1})).to_string();
    assert!(!other.contains("hid a tile"), "the judge of another table need not know");
}

#[test]
fn b15_the_seed_is_public_when_nothing_is_drawn_any_more_and_it_opens_no_names() {
    let finished = |secret: &Value| {
        let mut desk = Desk::default();
        let mut new = json!({"do": "new", "title": "Cup", "date": "2017-01-18", "seed": "00ff"});
        new["set"] = json!({"rounds": 1, "winners": 1});
        new.as_object_mut().unwrap().extend(secret.as_object().unwrap().clone());
        desk.done(&new);
        let names: Vec<Value> = (1..=4).map(|number| json!({"name": format!("Player {number}")})).collect();
        desk.done(&json!({"do": "add", "players": names}));
        desk.done(&json!({"do": "check-in", "numbers": "all"}));
        desk.done(&json!({"do": "briefing"}));
        let seating = begin(&mut desk, 1);
        let racks = sums(&seating["tables"][0]["players"], &[0, 5, 20, 30]);
        desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
        assert_eq!(view(&mut desk, &json!({"as": "public"}))["seed"], Value::Null);
        desk.done(&json!({"do": "finish"}));
        desk
    };
    let public = json!({"as": "public"});
    assert_eq!(view(&mut finished(&json!({"code_seed": "c0de"})), &public)["seed"], "00ff");
    // Where codes follow from it, whoever knows it knows the code of every card, which shows a whole name.
    let mut desk = finished(&json!({}));
    assert_eq!(view(&mut desk, &public)["seed"], Value::Null);
    desk.done(&json!({"do": "forget"}));
    assert_eq!(view(&mut desk, &public)["seed"], "00ff");
    assert_eq!(desk.0.verify(), Ok(()));
}

/// A tournament whose every text is unlike any other, so that it can be looked for.
struct Marked {
    desk: Desk,
    dice: Dice,
    players: usize,
}

const SEED: &str = "5ec2e75eed";

impl Marked {
    fn new(seed: u64) -> Marked {
        let mut dice = Dice::new(seed);
        let players = [4, 7, 12, 23][dice.below(4)];
        let format = ["ring", "no-repeat", "random", "swiss"][dice.below(4)];
        let mut desk = Desk::default();
        let set = json!({"format": format, "rounds": 2, "winners": 2});
        desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "seed": SEED, "set": set}));
        let people: Vec<Value> = (1..=players)
            .map(|one| json!({"name": format!("First{one} Secretfamily{one}x"), "school": format!("Secretschool{one}x")}))
            .collect();
        desk.done(&json!({"do": "add", "players": people}));
        let judges: Vec<Value> =
            (1..=8).map(|table| json!({"table": table, "name": format!("Secretjudge{table}x")})).collect();
        desk.done(&json!({"do": "judges", "judges": judges}));
        desk.done(&json!({"do": "staff", "staff": [{"name": "Secretstaffx", "task": "Secrettaskx"}]}));
        desk.done(&json!({"do": "check-in", "numbers": "all"}));
        desk.done(&json!({"do": "briefing"}));
        Marked { desk, dice, players }
    }

    fn number(&mut self) -> usize {
        1 + self.dice.below(self.players)
    }

    /// Something that leaves a text behind. What the moment does not allow is refused, and that is fine.
    fn step(&mut self, at: usize) {
        let tournament = self.desk.0.tournament().unwrap();
        let round = tournament.newest_started();
        let number = self.number();
        let table = 1 + self.dice.below(6);
        let line = match self.dice.below(14) {
            0 => json!({"do": "warn", "number": number, "why": format!("Secretoffence{number}x{at}")}),
            1 => {
                json!({"do": "incident", "kind": "other", "number": number, "note": format!("Secretnote{number}x{at}")})
            }
            2 => {
                let seat = self.desk.0.tournament().unwrap().table_of(round, trinta_tournament::Number(number as u32));
                json!({"do": "incident", "kind": "touched-pool", "round": round, "table": seat, "number": number, "note": format!("Secretnote{number}x{at}")})
            }
            3 => {
                json!({"do": "incident", "kind": "aid-found", "number": number, "note": format!("Secretaid{number}x{at}")})
            }
            4 => json!({"do": "call", "round": round, "table": table, "why": format!("Secretcall{table}x{at}")}),
            5 => json!({"do": "claim", "table": table, "device": format!("Secretdevice{table}x"), "take_over": true}),
            6 => json!({"do": "protest", "round": round, "table": table, "why": format!("Secretprotest{table}x{at}")}),
            7 => json!({"do": "withdraw", "number": number, "why": format!("Secretillness{number}x")}),
            8 => json!({"do": "postpone", "why": format!("Secretreason{at}x")}),
            9 => json!({"do": "continue"}),
            10 | 11 => {
                let step = ["seat", "publish", "start"][self.dice.below(3)];
                json!({"do": step, "round": round + 1})
            }
            _ => self.result(round),
        };
        self.desk.say(&line);
    }

    fn result(&mut self, round: u32) -> Value {
        let tournament = self.desk.0.tournament().unwrap();
        let (tables, draws) = tournament.missing(round);
        if let Some(table) = self.dice.pick(&draws) {
            return json!({"do": "draw", "round": round, "table": table});
        }
        let Some(table) = self.dice.pick(&tables) else { return json!({"do": "seat", "round": round + 1}) };
        let players = json!(tournament.table(round, table).unwrap().players);
        let racks = sums(&players, &[0, 17, 18, 19]);
        json!({"do": "result", "round": round, "table": table, "ended": "out", "racks": racks})
    }

    /// Nothing of these may be in the text.
    #[track_caller]
    fn hides(text: &str, secrets: &[String]) {
        for secret in secrets {
            assert!(!text.contains(secret.as_str()), "{secret} in {text}");
        }
    }

    fn check(&mut self) {
        let texts: Vec<String> = ["offence", "note", "aid", "call", "device", "protest", "illness", "reason", "task"]
            .iter()
            .map(|kind| format!("Secret{kind}"))
            .collect();
        let with = |more: &[&str]| -> Vec<String> {
            texts.iter().cloned().chain(more.iter().map(|&more| more.to_owned())).collect()
        };
        let public = view(&mut self.desk, &json!({"as": "public"})).to_string();
        assert!(!public.contains("flagged") && !public.contains("undoable") && !public.contains("\"racks\""));
        Marked::hides(&public, &with(&["Secretfamily", "Secretschool", "Secretjudge", "Secretstaff", SEED]));
        for out in ["disqualified", "forfeit", "warnings"] {
            assert!(!public.contains(out), "the public need not know why somebody is not ranked");
        }

        let number = self.number();
        let player = view(&mut self.desk, &json!({"as": "player", "number": number})).to_string();
        Marked::hides(&player, &with(&["Secretjudge", "Secretstaff", SEED, "warnings"]));
        for other in (1..=self.players).filter(|other| *other != number) {
            Marked::hides(&player, &[format!("Secretfamily{other}x"), format!("Secretschool{other}x")]);
        }

        let staff = view(&mut self.desk, &json!({"as": "staff"})).to_string();
        Marked::hides(&staff, &with(&["Secretschool", "Secretjudge", SEED, "warnings", "standings"]));

        let table = 1 + self.dice.below(6) as u32;
        let judge = view(&mut self.desk, &json!({"as": "judge", "table": table}));
        let sitting: Vec<u64> =
            judge["players"].as_array().unwrap().iter().map(|line| line["number"].as_u64().unwrap()).collect();
        let judge = judge.to_string();
        let hidden = ["aid", "call", "protest", "illness", "reason", "task", "staff"];
        let hidden: Vec<String> = hidden.iter().map(|kind| format!("Secret{kind}")).collect();
        Marked::hides(&judge, &hidden);
        Marked::hides(&judge, &[SEED.to_owned()]);
        for other in (1..=8).filter(|other| *other != table) {
            Marked::hides(&judge, &[format!("Secretdevice{other}x")]);
        }
        for other in (1..=self.players as u64).filter(|other| !sitting.contains(other)) {
            let of = |kind: &str| format!("Secret{kind}{other}x");
            Marked::hides(&judge, &[of("family"), of("school"), of("offence")]);
        }
        for other in (1..=8).filter(|other| *other != table) {
            Marked::hides(&judge, &[format!("Secretjudge{other}x")]);
        }

        let organiser = view(&mut self.desk, &json!({"as": "organiser"}));
        let mut head_judge = view(&mut self.desk, &json!({"as": "head-judge"}));
        head_judge["as"] = json!("organiser");
        assert_eq!(organiser, head_judge);
        let organiser = organiser.to_string();
        assert!(organiser.contains("Secretfamily1x") && organiser.contains(SEED) && organiser.contains("Secretstaffx"));
    }
}

#[test]
fn a_view_shows_no_more_than_its_role_may_see() {
    for seed in 0..40 {
        let mut marked = Marked::new(seed);
        for at in 0..60 {
            marked.step(at);
            if at % 5 == 0 {
                marked.check();
            }
        }
        marked.check();
        assert_eq!(marked.desk.0.verify(), Ok(()), "seed {seed}");
    }
}
