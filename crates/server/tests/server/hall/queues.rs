//! Devices without a network: what they did arrives late, in any order, more than once and from two devices at a table.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};
use trinta_server::hall::{Envelope, Hall, HallViewer, Snapshot};
use trinta_store::MemoryStore;
use trinta_testkit::Dice;
use trinta_tournament::{CodeTarget, HallTime, Number, Seat};

use crate::common::{options, start_alone, start_with};
use crate::hall::{Cup, Device, result, seating};

const TABLES: u32 = 16;

/// What a table's devices have in their queues.
struct Queues {
    envelopes: Vec<Envelope>,
    /// Tables at which the second device wrote another result down.
    disputed: BTreeSet<u32>,
    /// What each table's first device wrote down.
    results: BTreeMap<u32, Value>,
}

async fn queues(cup: &Cup, server: &trinta_server::Server, tables: &[Vec<u64>], dice: &mut Dice) -> Queues {
    let mut queues = Queues { envelopes: Vec::new(), disputed: BTreeSet::new(), results: BTreeMap::new() };
    for (table, players) in (1..=TABLES).zip(tables) {
        let code = cup.code(server, CodeTarget::Sheet { round: 1, table }).await;
        let mut first = Device::new(u8::try_from(table).unwrap());
        first.id.clone_from(&cup.id);
        let written = result(1, table, players, 5 + dice.below(90) as u64);
        let commands = [
            json!({"do": "claim", "table": table, "device": "phone"}),
            json!({"do": "step", "round": 1, "table": table, "step": "shuffle"}),
            json!({"do": "incident", "kind": "other", "round": 1, "table": table, "note": "a tile fell"}),
            json!({"do": "warn", "number": players[1], "why": "talking"}),
            written.clone(),
        ];
        queues.envelopes.extend(commands.map(|command| first.sign(command, Some(&code))));
        let mut second = Device::new(100 + u8::try_from(table).unwrap());
        second.id.clone_from(&cup.id);
        match dice.below(3) {
            0 => queues.envelopes.push(second.sign(written.clone(), Some(&code))),
            1 => {
                queues.disputed.insert(table);
                queues.envelopes.push(second.sign(result(1, table, players, 99), Some(&code)));
            }
            _ => {}
        }
        queues.results.insert(table, written);
    }
    queues
}

async fn ask(hall: &Hall, what: &str) -> Value {
    let Value::Object(question) = json!({"what": what}) else { unreachable!() };
    hall.ask(question, HallViewer::Organiser).await.unwrap()
}

async fn cup_of(server: &trinta_server::Server) -> (Cup, Vec<Vec<u64>>) {
    let cup = Cup::new(server, json!({"capacity": TABLES * 4})).await;
    let mut organiser = cup.organiser(250).await;
    cup.begin(&mut organiser, TABLES * 4).await;
    organiser.until(|message| message["view"]["round"] == 1).await;
    (cup, seating(&organiser.view, 1))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_and_nothing_counts_twice_in_any_order() {
    for case in 0..6 {
        let mut dice = Dice::new(case);
        let store = Arc::new(MemoryStore::new());
        let server = start_alone(options(), store.clone()).await;
        let (cup, tables) = cup_of(&server).await;
        let queues = queues(&cup, &server, &tables, &mut dice).await;
        let hall = server.halls().hall(&cup.id).await.unwrap();
        // Everything up to three times, in any order: some devices come back late, some send again.
        let mut arriving: Vec<&Envelope> = Vec::new();
        for envelope in &queues.envelopes {
            for _ in 0..1 + dice.below(3) {
                arriving.push(envelope);
            }
        }
        dice.shuffle(&mut arriving);
        let mut answers: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for envelope in arriving {
            let answer = hall.command(envelope.clone(), None).await.unwrap();
            answers.entry(envelope.id()).or_default().push(answer);
        }
        let standings = ask(&hall, "standings").await;
        let cases = ask(&hall, "cases").await;
        // After a restart all of it is still there.
        drop(server);
        store.end_leases();
        let server = start_alone(options(), store).await;
        let hall = server.halls().hall(&cup.id).await.unwrap();
        assert_eq!(ask(&hall, "standings").await, standings);
        let entries = hall.entries().await.unwrap();
        let mut stored: BTreeMap<String, usize> = BTreeMap::new();
        for id in entries.iter().filter_map(|entry| entry.command.get("id")?.as_str()) {
            *stored.entry(id.to_owned()).or_default() += 1;
        }
        assert!(stored.values().all(|count| *count == 1), "case {case}: twice in the log");
        for envelope in &queues.envelopes {
            let answers = &answers[&envelope.id()];
            let done = answers.iter().any(|answer| answer["ok"] == true && answer["merged"] != true);
            assert_eq!(done, stored.contains_key(&envelope.id()), "case {case}: {answers:?}");
            let what = envelope.command["do"].as_str().unwrap();
            let accepted = answers.iter().all(|answer| answer["ok"] == true);
            // A table that another device has taken, or whose game is over, takes no more steps; the rest always counts.
            assert!(accepted || what != "result", "case {case}: {what} {answers:?}");
            let warned = answers.iter().filter(|answer| answer["ok"] == true && what == "warn").count();
            assert!(warned == 0 || warned == answers.len(), "case {case}: {answers:?}");
        }
        // Two different results are a case, whichever came first.
        let conflicts: BTreeSet<u32> = cases["cases"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|case| case["kind"] == "conflict")
            .map(|case| u32::try_from(case["table"].as_u64().unwrap()).unwrap())
            .collect();
        assert_eq!(conflicts, queues.disputed, "case {case}: {cases}");
        // Where nobody disagrees, the order makes no difference: the same as on paper, table by table.
        let paper = start_with(options(), Arc::new(MemoryStore::new())).await;
        let (other, _) = cup_of(&paper).await;
        let mut organiser = other.organiser(251).await;
        for written in queues.results.values() {
            organiser.done(written.clone(), None).await;
        }
        let expected = organiser.ask(json!({"what": "standings"})).await;
        let disputed: BTreeSet<u64> =
            queues.disputed.iter().flat_map(|table| tables[*table as usize - 1].iter().copied()).collect();
        let lines = |standings: &Value| -> BTreeMap<u64, (Value, Value)> {
            let rows = standings["standings"].as_array().unwrap().iter();
            rows.map(|row| (row["number"].as_u64().unwrap(), (row["wins"].clone(), row["total"].clone())))
                .filter(|(number, _)| !disputed.contains(number))
                .collect()
        };
        assert_eq!(lines(&standings), lines(&expected), "case {case}");
        paper.stop().await.unwrap();
        server.stop().await.unwrap();
    }
}

/// A phone with its queue: it sends from the first command without an answer, in the order of the numbers.
struct Phone {
    table: u32,
    queue: Vec<Envelope>,
    answers: Vec<Value>,
}

impl Phone {
    /// Sends while the network is there; every answer may be lost on the way, and then the command is sent again.
    async fn send_some(&mut self, hall: &Hall, most: usize, dice: &mut Dice) {
        for _ in 0..most {
            let Some(envelope) = self.queue.get(self.answers.len()) else { return };
            let answer = hall.command(envelope.clone(), None).await.unwrap();
            if dice.below(4) > 0 {
                self.answers.push(answer);
            }
        }
    }

    async fn send_all(&mut self, hall: &Hall, dice: &mut Dice) {
        while self.answers.len() < self.queue.len() {
            self.send_some(hall, 4, dice).await;
        }
    }

    /// The answer to the result.
    fn result_answer(&self) -> &Value {
        let at = self.queue.iter().position(|envelope| envelope.command["do"] == "result").unwrap();
        &self.answers[at]
    }
}

/// When a round started.
async fn started(server: &trinta_server::Server, cup: &Cup, round: u32) -> HallTime {
    let mut state = server.halls().hall(&cup.id).await.unwrap().state;
    let started_at = |snapshot: &Snapshot| snapshot.tournament.round(round)?.started_at;
    // At a node that does not own the tournament it may come a moment later than the answer to the command.
    let snapshot = state.wait_for(|snapshot| started_at(snapshot).is_some()).await.unwrap();
    started_at(&snapshot).unwrap()
}

async fn phones_of(cup: &Cup, server: &trinta_server::Server, tables: &[Vec<u64>], dice: &mut Dice) -> Vec<Phone> {
    let mut phones = Vec::new();
    let now = started(server, cup, 1).await;
    for (table, players) in (1..=TABLES).zip(tables) {
        let code = cup.code(server, CodeTarget::Sheet { round: 1, table }).await;
        let mut device = Device::new(u8::try_from(table).unwrap());
        device.id.clone_from(&cup.id);
        let commands = [
            json!({"do": "claim", "table": table, "device": "phone"}),
            json!({"do": "step", "round": 1, "table": table, "step": "shuffle"}),
            json!({"do": "warn", "number": players[dice.below(4)], "why": "noise"}),
            json!({"do": "pause", "round": 1, "table": table}),
            json!({"do": "incident", "kind": "other", "round": 1, "table": table, "note": "a tile fell"}),
            json!({"do": "resume", "round": 1, "table": table}),
            // More than the others lose: no tie is left open, which would hold up the next round.
            result(1, table, players, 31 + dice.below(60) as u64),
            json!({"do": "sign", "round": 1, "table": table, "numbers": players}),
        ];
        let queue = commands.map(|command| device.sign_earlier(command, Some(&code), now)).into();
        phones.push(Phone { table, queue, answers: Vec::new() });
    }
    phones
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn phones_that_come_back_in_parts_lose_nothing_also_after_their_round_was_closed() {
    for case in 100..106 {
        let mut dice = Dice::new(case);
        let store = Arc::new(MemoryStore::new());
        let server = start_alone(options(), store.clone()).await;
        let (cup, tables) = cup_of(&server).await;
        let mut phones = phones_of(&cup, &server, &tables, &mut dice).await;
        let hall = server.halls().hall(&cup.id).await.unwrap();
        let mut organiser = cup.organiser(249).await;
        // Some stay away until the round is over; the others come and go, a few of them at a time.
        dice.shuffle(&mut phones);
        let mut away = phones.split_off(phones.len() - 2 - dice.below(4));
        // Some of these had shown that they judge their table before the network went, at least one each way.
        let mut known: BTreeSet<u32> = BTreeSet::new();
        for (at, phone) in away.iter_mut().enumerate() {
            if at == 0 || at > 1 && dice.below(2) == 0 {
                known.insert(phone.table);
                phone.answers.push(hall.command(phone.queue[0].clone(), None).await.unwrap());
            }
        }
        while phones.iter().any(|phone| phone.answers.len() < phone.queue.len()) {
            let reached: Vec<usize> = (0..phones.len()).filter(|_| dice.below(3) == 0).collect();
            for at in reached {
                let most = 1 + dice.below(5);
                phones[at].send_some(&hall, most, &mut dice).await;
            }
        }
        // The desk types the results of the others from paper, some of them wrongly, and begins the next round.
        let mut typed: BTreeMap<u32, Value> = BTreeMap::new();
        let mut disputed: BTreeSet<u32> = BTreeSet::new();
        for phone in &away {
            let written = phone.queue.iter().find(|envelope| envelope.command["do"] == "result").unwrap();
            let mut command = Value::Object(written.command.clone());
            if dice.below(2) == 0 {
                disputed.insert(phone.table);
                command = result(1, phone.table, &tables[phone.table as usize - 1], 99);
            }
            organiser.done(command.clone(), None).await;
            typed.insert(phone.table, command);
        }
        for command in ["seat", "publish", "start"] {
            organiser.done(json!({"do": command, "round": 2}), None).await;
        }
        dice.shuffle(&mut away);
        for phone in &mut away {
            phone.send_all(&hall, &mut dice).await;
            let answer = phone.result_answer();
            // The same is the same; another one is a case.
            let is_disputed = disputed.contains(&phone.table);
            assert_eq!(answer["ok"], true, "case {case}: {answer}");
            assert_eq!(answer["case"].is_u64(), is_disputed, "case {case}: {answer}");
            let closed = phone.answers.iter().filter(|answer| answer["error"]["code"] == "round-closed").count();
            if !known.contains(&phone.table) {
                // Nobody knows this device: the sheet of a round that is over gives it nothing else.
                assert_eq!(closed, phone.queue.len() - 1, "case {case}: {:?}", phone.answers);
                continue;
            }
            // Of a device that judged the table, what it saw in its round counts; what only moves the game on merges.
            for (envelope, answer) in phone.queue.iter().zip(&phone.answers) {
                let what = envelope.command["do"].as_str().unwrap();
                let counts = ["claim", "warn", "incident"].contains(&what)
                    || what == "sign" && !is_disputed
                    || what == "result" && is_disputed;
                assert_eq!(answer["ok"], true, "case {case}: {what} {answer}");
                assert_eq!(answer["merged"] != true, counts, "case {case}: {what} {answer}");
            }
            let warned = phone.queue.iter().find(|envelope| envelope.command["do"] == "warn").unwrap();
            let number = u32::try_from(warned.command["number"].as_u64().unwrap()).unwrap();
            let state = hall.state.borrow();
            let seats: Vec<Option<Seat>> =
                state.tournament.offences(Number(number)).map(|offence| offence.seat).collect();
            assert_eq!(seats, [Some(Seat { round: 1, table: phone.table })], "case {case}");
        }
        // Everything that was acknowledged is in the log once, also after a restart; nothing else is.
        let (standings, cases) = (ask(&hall, "standings").await, ask(&hall, "cases").await);
        drop((hall, organiser));
        drop(server);
        store.end_leases();
        let server = start_alone(options(), store).await;
        let hall = server.halls().hall(&cup.id).await.unwrap();
        assert_eq!(ask(&hall, "standings").await, standings, "case {case}");
        let entries = hall.entries().await.unwrap();
        let mut stored: BTreeMap<String, usize> = BTreeMap::new();
        for id in entries.iter().filter_map(|entry| entry.command.get("id")?.as_str()) {
            *stored.entry(id.to_owned()).or_default() += 1;
        }
        for phone in phones.iter().chain(&away) {
            for (envelope, answer) in phone.queue.iter().zip(&phone.answers) {
                let done = answer["ok"] == true && answer["merged"] != true;
                let times = stored.get(&envelope.id()).copied().unwrap_or(0);
                assert_eq!(times, usize::from(done), "case {case}: {answer}");
            }
        }
        for phone in &phones {
            assert!(phone.answers.iter().all(|answer| answer["ok"] == true), "case {case}: {:?}", phone.answers);
        }
        let conflicts: BTreeSet<u32> = cases["cases"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|case| case["kind"] == "conflict")
            .map(|case| u32::try_from(case["table"].as_u64().unwrap()).unwrap())
            .collect();
        assert_eq!(conflicts, disputed, "case {case}: {cases}");
        // The same results typed in the order of the tables give the same places and the same seats.
        let paper = start_with(options(), Arc::new(MemoryStore::new())).await;
        let (other, _) = cup_of(&paper).await;
        let mut clerk = other.organiser(251).await;
        let mut results = typed;
        for phone in &phones {
            let written = phone.queue.iter().find(|envelope| envelope.command["do"] == "result").unwrap();
            results.insert(phone.table, Value::Object(written.command.clone()));
        }
        for written in results.values() {
            clerk.done(written.clone(), None).await;
        }
        for command in ["seat", "publish", "start"] {
            clerk.done(json!({"do": command, "round": 2}), None).await;
        }
        let expected = clerk.ask(json!({"what": "standings"})).await;
        let places = |standings: &Value| -> Vec<(Value, Value, Value)> {
            let rows = standings["standings"].as_array().unwrap().iter();
            rows.map(|row| (row["rank"].clone(), row["number"].clone(), row["total"].clone())).collect()
        };
        assert_eq!(places(&standings), places(&expected), "case {case}");
        let seats = |state: &trinta_tournament::Tournament| -> Vec<Vec<u32>> {
            let table = |table| state.table(2, table).unwrap().players.iter().map(|number| number.0).collect();
            (1..=TABLES).map(table).collect()
        };
        let here = seats(&hall.state.borrow().tournament);
        let there = seats(&paper.halls().hall(&other.id).await.unwrap().state.borrow().tournament);
        assert_eq!(here, there, "case {case}");
        paper.stop().await.unwrap();
        server.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_that_merged_pauses_nothing_when_it_is_sent_again() {
    let server = start_with(options(), Arc::new(MemoryStore::new())).await;
    let (cup, _) = cup_of(&server).await;
    let mut organiser = cup.organiser(249).await;
    let sheet = cup.code(&server, CodeTarget::Sheet { round: 1, table: 3 }).await;
    let mut judge = Device::new(1);
    judge.connect(&cup, json!({"code": sheet})).await;
    judge.done(json!({"do": "claim", "table": 3, "device": "phone"}), Some(&sheet)).await;
    let at = json!({"round": 1, "table": 3});
    let with = |name: &str| json!({"do": name, "round": at["round"], "table": at["table"]});
    organiser.done(with("pause"), None).await;
    let pause = judge.sign(with("pause"), Some(&sheet));
    assert_eq!(judge.answer(&pause).await["merged"], true);
    organiser.done(with("resume"), None).await;
    // The answer was lost on the way to the phone.
    assert_eq!(judge.answer(&pause).await["merged"], true);
    let hall = server.halls().hall(&cup.id).await.unwrap();
    assert!(hall.state.borrow().tournament.table(1, 3).unwrap().paused_at.is_none());
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_that_comes_after_the_round_was_closed_is_a_case_unless_it_says_what_is_stored() {
    let server = start_with(options(), Arc::new(MemoryStore::new())).await;
    let (cup, tables) = cup_of(&server).await;
    let mut organiser = cup.organiser(249).await;
    let correction = |table: u32, first_loser: u64| {
        let mut command = result(1, table, &tables[table as usize - 1], first_loser);
        command["do"] = json!("correct");
        command["why"] = json!("a tile was overlooked");
        command
    };
    let mut judges: BTreeMap<u32, (Device, String)> = BTreeMap::new();
    for table in [3, 4] {
        let sheet = cup.code(&server, CodeTarget::Sheet { round: 1, table }).await;
        let mut judge = Device::new(u8::try_from(table).unwrap());
        judge.connect(&cup, json!({"code": sheet})).await;
        judge.done(json!({"do": "claim", "table": table, "device": "phone"}), Some(&sheet)).await;
        judges.insert(table, (judge, sheet));
    }
    for (table, players) in (1..).zip(&tables) {
        organiser.done(result(1, table, players, 31 + u64::from(table)), None).await;
    }
    // Meanwhile the desk has heard of one of the two corrections and has typed it from paper.
    organiser.done(correction(4, 95), None).await;
    for command in ["seat", "publish", "start"] {
        organiser.done(json!({"do": command, "round": 2}), None).await;
    }
    let closed = started(&server, &cup, 2).await;
    let stored = organiser.ask(json!({"what": "standings"})).await;
    let hall = server.halls().hall(&cup.id).await.unwrap();
    let seats = hall.state.borrow().tournament.round(2).unwrap().tables.clone();

    let (mut judge, sheet) = judges.remove(&4).unwrap();
    let same = judge.sign_earlier(correction(4, 95), Some(&sheet), closed);
    assert_eq!(judge.answer(&same).await["merged"], true);

    let (mut judge, sheet) = judges.remove(&3).unwrap();
    let other = judge.sign_earlier(correction(3, 95), Some(&sheet), closed);
    let answer = judge.answer(&other).await;
    assert_eq!((&answer["ok"], &answer["case"]), (&json!(true), &json!(1)), "{answer}");
    assert_eq!(judge.answer(&other).await["case"], 1, "one case, however often it is sent");
    // It changes no place by itself, and says of its players that theirs are provisional (G17).
    let places = |standings: &Value| -> Vec<(Value, Value, Value)> {
        let rows = standings["standings"].as_array().unwrap().iter();
        rows.map(|row| (row["rank"].clone(), row["number"].clone(), row["total"].clone())).collect()
    };
    let provisional = organiser.ask(json!({"what": "standings"})).await;
    assert_eq!(places(&provisional), places(&stored));
    let flagged = provisional["standings"].as_array().unwrap().iter().filter(|row| row["provisional"] == true);
    assert_eq!(
        flagged.map(|row| row["number"].as_u64().unwrap()).collect::<BTreeSet<u64>>(),
        tables[2].iter().copied().collect()
    );
    // The same device says the same without a time, as if it were now: its sheet is no longer good for that.
    assert_eq!(judge.refused(correction(3, 95), Some(&sheet)).await, "round-closed");
    let cases = organiser.ask(json!({"what": "cases"})).await["cases"].clone();
    assert_eq!(
        (cases.as_array().unwrap().len(), &cases[0]["kind"], &cases[0]["table"]),
        (1, &json!("conflict"), &json!(3))
    );

    // The head judge upholds it: the standings change, the seats of the round that has started do not (X19).
    let mut head_judge = Device::new(200);
    head_judge.connect(&cup, json!({"token": cup.make_token("head-judge").await})).await;
    head_judge.done(json!({"do": "rule", "case": 1, "decision": "uphold", "why": "the sheet says so"}), None).await;
    let total = |standings: &Value, number: u64| {
        let rows = standings["standings"].as_array().unwrap();
        rows.iter().find(|row| row["number"] == number).unwrap()["total"].clone()
    };
    let now = organiser.ask(json!({"what": "standings"})).await;
    let [first, second] = [tables[2][0], tables[2][1]];
    assert_eq!((total(&stored, first), total(&stored, second)), (json!("84"), json!("-34")));
    assert_eq!((total(&now, first), total(&now, second)), (json!("145"), json!("-95")));
    assert_eq!(hall.state.borrow().tournament.round(2).unwrap().tables, seats);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn g09_what_arrives_late_does_not_fall_on_whoever_has_the_number_by_now() {
    let server = start_with(options(), Arc::new(MemoryStore::new())).await;
    let cup = Cup::new(&server, json!({"capacity": 8})).await;
    let mut organiser = cup.organiser(249).await;
    let people: Vec<Value> = (1..=9).map(|number| json!({"name": format!("Player {number}")})).collect();
    organiser.done(json!({"do": "add", "players": people}), None).await;
    organiser.done(json!({"do": "check-in", "numbers": "all"}), None).await;
    let mut head_judge = Device::new(200);
    head_judge.connect(&cup, json!({"token": cup.make_token("head-judge").await})).await;
    // Number 8 goes home, and the ninth, who waited, is number 8 now.
    organiser.done(json!({"do": "withdraw", "number": 8, "why": "unwell"}), None).await;
    organiser.done(json!({"do": "check-in", "numbers": [8]}), None).await;
    let hall = server.halls().hall(&cup.id).await.unwrap();
    let given = hall.state.borrow().tournament.people().changed_hands_at(Number(8)).unwrap();
    let warn = |number: u32| json!({"do": "warn", "number": number, "why": "noise"});
    // The head judge's phone had no network when the first number 8 was warned, and caught with an aid (G03).
    let aid = json!({"do": "incident", "kind": "aid-found", "number": 8, "note": "a list"});
    for command in [warn(8), aid] {
        let late = head_judge.sign_earlier(command, None, given);
        for _ in 0..2 {
            let answer = head_judge.answer(&late).await;
            assert_eq!(answer["error"]["code"], "other-player", "{answer}");
        }
    }
    assert_eq!(hall.state.borrow().tournament.offences(Number(8)).count(), 0);
    assert!(hall.state.borrow().tournament.cases().is_empty());
    // What the second number 8 does counts, and nobody else is touched.
    assert_eq!(head_judge.done(warn(8), None).await["warnings"], 1);
    let late = head_judge.sign_earlier(warn(7), None, given);
    assert_eq!(head_judge.answer(&late).await["warnings"], 1);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn g09_a_sheets_late_warning_does_not_fall_on_a_latecomer_who_was_entered_in_place_of_another() {
    let server = start_with(options(), Arc::new(MemoryStore::new())).await;
    let cup = Cup::new(&server, json!({"format": "random", "capacity": 12})).await;
    let mut organiser = cup.organiser(249).await;
    let people: Vec<Value> = (1..=7).map(|number| json!({"name": format!("Player {number}")})).collect();
    organiser.done(json!({"do": "add", "players": people}), None).await;
    organiser.done(json!({"do": "check-in", "numbers": "all"}), None).await;
    organiser.done(json!({"do": "briefing"}), None).await;
    let mut head_judge = Device::new(200);
    head_judge.connect(&cup, json!({"token": cup.make_token("head-judge").await})).await;
    let enter = |name: &str| json!({"do": "enter-late", "player": {"name": name}, "why": "the bus"});
    let mut to_take_back = Vec::new();
    to_take_back.push(head_judge.done(enter("Zoe"), None).await["seq"].clone());
    for command in ["seat", "publish", "start"] {
        to_take_back.push(organiser.done(json!({"do": command, "round": 1}), None).await["seq"].clone());
    }
    let table_of_8 = async |server: &trinta_server::Server| {
        let hall = server.halls().hall(&cup.id).await.unwrap();
        let state = hall.state.borrow();
        let at = state.tournament.round(1).unwrap().tables.iter().position(|table| table.players.contains(&Number(8)));
        u32::try_from(at.unwrap() + 1).unwrap()
    };
    let mut judge = Device::new(7);
    judge.id.clone_from(&cup.id);
    // The latecomer was somebody else: all of it is taken back, and done again.
    for seq in to_take_back.into_iter().rev() {
        head_judge.done(json!({"do": "undo", "seq": seq}), None).await;
    }
    assert_eq!(head_judge.done(enter("Yann"), None).await["number"], 8);
    for command in ["seat", "publish", "start"] {
        organiser.done(json!({"do": command, "round": 1}), None).await;
    }
    let hall = server.halls().hall(&cup.id).await.unwrap();
    let given = hall.state.borrow().tournament.people().changed_hands_at(Number(8)).unwrap();
    let table = table_of_8(&server).await;
    let sheet = cup.code(&server, CodeTarget::Sheet { round: 1, table }).await;
    let late = judge.sign_earlier(json!({"do": "warn", "number": 8, "why": "noise"}), Some(&sheet), given);
    let answer = hall.command(late, None).await.unwrap();
    assert_eq!(answer["error"]["code"], "other-player", "{answer}");
    assert_eq!(hall.state.borrow().tournament.offences(Number(8)).count(), 0);
    server.stop().await.unwrap();
}
