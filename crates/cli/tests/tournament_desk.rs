//! `trinta tournament` for people: a tournament typed by hand, bad input, lists, and a file that was tampered with.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Ran, trinta_fed};
use serde_json::Value;

/// A tournament in a folder of its own.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("cup.event")
    }

    fn fed(&self, line: &str, input: &[u8]) -> Ran {
        let file = self.file();
        let mut words = vec!["tournament".to_owned()];
        let mut quoted = false;
        words.extend(line.split('"').flat_map(|part| {
            let words: Vec<String> =
                if quoted { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() };
            quoted = !quoted;
            words
        }));
        words.extend(["--event".to_owned(), file.to_str().unwrap().to_owned()]);
        trinta_fed(&words.iter().map(String::as_str).collect::<Vec<_>>(), input)
    }

    /// Gives commands, one a line, which must be done, and returns the output of the last.
    fn say(&self, lines: &str) -> String {
        let mut out = String::new();
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let ran = self.fed(line, b"");
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{line}");
            out = ran.out;
        }
        out
    }

    /// Gives a command that must be refused with exit code 2 and leave the file as it was.
    fn refused(&self, line: &str) -> String {
        self.refused_fed(line, b"")
    }

    fn refused_fed(&self, line: &str, input: &[u8]) -> String {
        let before = fs::read(self.file()).ok();
        let ran = self.fed(line, input);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}: {}", ran.err);
        assert_eq!(fs::read(self.file()).ok(), before, "{line} changed the file");
        assert_eq!(ran.err.matches("error: ").count(), 1, "{}", ran.err);
        ran.err
    }

    fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.say(line)).unwrap()
    }
}

const MORNING: &str = r#"
    new "Spring cup" 2017-01-18 --seed 00ff --set rounds=2 --set winners=2
    players add Ana Bea Cat Dan --school North
    players add "Eva Lee" Fay Gus 陳大文
    check-in 1-4 5 6,7 8 --at 09:52
    briefing
    seat
    publish
    start --at 10:20
"#;

#[test]
fn n10_a_whole_tournament_is_typed_by_hand_to_its_winners() {
    let desk = Desk::new();
    let started = desk.say(MORNING);
    assert!(started.contains("time is up at 10:45"), "{started}");
    let first = desk.say("result 1 A 0 B 5 C 16 D 3");
    assert!(
        first.contains("+24") && first.contains("1 Ana moves to table 2.") && first.contains("4 Dan moves"),
        "{first}"
    );
    assert!(first.contains("Round 1 waits for table 2."), "{first}");
    // By player, with tiles: the program finds what player 7 could have laid.
    let second = desk.say("result 2 5 out 6 10 7 r9 b9 k9 j u 8 10");
    assert!(second.contains("36 points") && second.contains("200"), "{second}");
    assert!(second.contains("To be drawn, for 1 place: 6 Fay, 8 陳大文."), "{second}");
    let drawn = desk.say("draw 2 B r9 D k12");
    assert!(drawn.contains("8 陳大文 moves to table 1."), "{drawn}");
    assert!(desk.say("where 陳").contains("round 1: table 2, seat D"));
    desk.say("seat\npublish\nstart --at 10:50:30\nwithdraw 3 --why unwell");
    // Player 3 sat at seat D, and A to C keep their letters.
    let seating = desk.say("seating");
    assert!(seating.contains("No longer here: 3 Cat."), "{seating}");
    let fed = desk.fed("results", b"# second round\n1 A 0 B 7 C 12\n\n2 pool A 5 B 10 C 15 D 20\n");
    assert_eq!(fed.code, 0, "{}", fed.err);
    assert!(
        fed.out.contains("2 results entered.") && fed.out.contains("All results of round 2 are in."),
        "{}",
        fed.out
    );
    let standings = desk.json("standings --json");
    assert_eq!((&standings["complete"], &standings["ties"]), (&Value::from(true), &serde_json::json!([])));
    let finished = desk.say("finish");
    assert!(finished.contains("The winners:\n  5 Eva Lee\n  1 Ana"), "{finished}");
    assert!(desk.refused("warn 1 --why late").contains("finished"));
    assert!(desk.say("verify").contains("verified"));
    // The file is the one that `trinta tournament run` reads.
    let run = desk.fed("run", b"{\"do\":\"ask\",\"what\":\"standings\"}\n");
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap()["standings"], standings["standings"]);
}

#[test]
fn a_tie_over_a_place_is_played_off() {
    let desk = Desk::new();
    desk.say(
        r#"new Cup 2017-01-18 --seed 00ff --set rounds=1 --set winners=1
        players add Ana Bea Cat Dan
        check-in all
        briefing
        seat
        publish
        start
        result 1 pool A 5 B 5 C 9 D 9"#,
    );
    assert!(desk.refused("finish").contains("trinta tournament play-off"));
    assert!(desk.say("play-off").contains("Play-off at rank 1: 1 Ana, 2 Bea."));
    assert!(desk.say("result p1 A 7 B 0").contains("2 Bea has rank 1."));
    assert!(desk.say("finish").contains("The winners:\n  2 Bea\n"));
}

#[test]
fn bad_input_has_one_message_and_changes_nothing() {
    let desk = Desk::new();
    assert!(desk.refused("standings").contains("`trinta tournament new` makes a tournament"));
    assert!(desk.refused("new Cup 2017-02-30").contains("2017-02-30"));
    assert!(desk.refused("new Cup 2017-01-18 --set rounds=0").contains("rounds: this is a whole number from 1 to 99"));
    assert!(desk.refused("new Cup 2017-01-18 --preset fide").contains("`trinta tournament presets` lists them"));
    assert!(!desk.file().exists(), "a refused `new` leaves no file");
    desk.say(MORNING);
    for (line, expected) in [
        ("new Cup 2017-01-18", "take another file"),
        ("check-in 99", "there is no number 99"),
        ("check-in 7-3", "`7-3` is not a number or a range"),
        ("check-in 2", "admit"),
        ("seat 1", "round 1 has started"),
        ("seat", "enter them with `result`"),
        ("withdraw 2", "add --why"),
        ("rule --number 2 --by judge --why phone", "add --by head-judge"),
        ("result 9 A 0 B 5 C 16 D 3", "nobody sits at this table\n  `trinta tournament seating` shows who sits where"),
        ("result 9 1 0 2 5 3 16 4 3", "there is no table 9\n  `trinta tournament seating` shows the tables"),
        ("result seven A 0", "`seven` is not a table"),
        (
            "result 1 A 0 B 5 C 16",
            "the players do not match: 4 is missing\n  `trinta tournament seating` shows who sits where",
        ),
        ("result 1 1 0 2 5 3 16 7 3", "4 is missing; 7 is not expected"),
        ("result 1 A 0 B -5 C 16 D 3", "`-5` is not understood"),
        ("result 1 A 1 B 5 C 16 D 3", "nobody is out"),
        ("result 1 A 0 B 5 C 16 D 3 E 3", "`E` is not understood"),
        ("result 1 A 0 B r14 C 16 D 3", "`r14` is not understood"),
        ("result 1 A 0 B r5 =6 C 16 D 3", "the tiles add up to 5, not to 6"),
        ("result 1 A 0 B 50u C 16 D 3", "`no` (could not open) or `could`"),
        ("result 1 A 0 B r5 r5 r5 C 16 D 3", "more r5 than the box has"),
        ("result 1 A 0 B pushed C 16 D 3", "add --by head-judge"),
        ("correct 1 A 0 B 5 C 16 D 3 --why typo", "enter it with `result`"),
        ("draw 1 A r9", "there is no draw"),
        ("pause 1", "add --at"),
        ("publish 2", "round 2 has no seating yet\n  trinta tournament seat"),
        ("undo 99", "there is no entry 99\n  `trinta tournament log` numbers the entries"),
        ("undo 1", "entry 1 can't be taken back"),
        ("players import nowhere.csv", "give the path of the list of players"),
        ("rule 4 dismiss --why x", "there is no case 4"),
        ("where nobody", "there is no player `nobody`"),
        ("finish", "tables 1, 2 have no result yet"),
    ] {
        let message = desk.refused(line);
        assert!(message.contains(expected), "{line}: {message}");
    }
}

#[test]
fn what_is_too_late_says_so_and_not_how_to_correct_a_result() {
    let desk = Desk::new();
    desk.say(MORNING);
    desk.say("result 1 A 0 B 5 C 5 D 30");
    desk.say("draw 1 B r9 C k12");
    let draw = desk.refused("draw 1 B r9 C k1");
    assert!(draw.contains("this draw is decided; the head judge may replace it"), "{draw}");
    let pause = desk.refused("pause 1 --at 10:31");
    assert!(pause.contains("has a result already") && !pause.contains("correct"), "{pause}");
    desk.say("result 2 A 0 B 5 C 16 D 4");
    let finish = desk.refused("finish");
    assert!(
        finish.contains("round 2: it has not been played\n  trinta tournament seat, publish and start"),
        "{finish}"
    );
    desk.say("seat\npublish\nstart --at 10:50");
    let correct = desk.refused("correct 1/1 A 0 B 6 C 5 D 30 --why misread");
    assert!(correct.contains("the next round has started"), "{correct}");
    for number in [1, 3, 5] {
        desk.say(&format!("withdraw {number} --why ill"));
    }
    let seating = desk.say("seating 2");
    assert!(seating.contains("Round 2"), "{seating}");
}

#[test]
fn what_was_typed_by_mistake_is_taken_back() {
    let desk = Desk::new();
    desk.say(MORNING);
    desk.say("withdraw 2 --why ill");
    assert!(desk.say("undo").contains("`withdraw`, is taken back"));
    assert!(desk.say("where 2").contains("present"));
    let log = desk.say("log");
    assert!(log.lines().any(|line| line.contains("withdraw") && line.ends_with("(taken back)")), "{log}");
    assert!(desk.say("warn 3 --why noise").contains("warning 1"));
    desk.say("verify");
}

#[test]
fn a_correction_is_shown_before_it_is_made() {
    let desk = Desk::new();
    desk.say(MORNING);
    desk.say("result 1 A 0 B 5 C 16 D 3\nresult 2 A 0 B 5 C 16 D 4\nseat\npublish");
    let before = fs::read(desk.file()).unwrap();
    let preview = desk.say("correct 1/1 A 5 B 0 C 3 D 16 --preview");
    assert!(preview.contains("2 Bea: rank 5 becomes 2.") && preview.contains("no longer fits"), "{preview}");
    assert!(preview.contains("Nothing was changed"));
    assert_eq!(fs::read(desk.file()).unwrap(), before);
    desk.say("correct 1/1 A 5 B 0 C 3 D 16 --why misread");
    assert!(desk.refused("start").contains("seat it again"));
}

#[test]
fn a_list_is_imported_whole_or_not_at_all() {
    let desk = Desk::new();
    desk.say("new Cup 2017-01-18 --set capacity=3");
    let message = desk.refused_fed("players import -", b"name;school\nAna;North\n;South\nBea;East;West\n");
    assert!(message.contains("standard input, line 3: there is no name"), "{message}");
    assert!(message.contains("standard input, line 4: there are more fields"), "{message}");
    assert!(message.contains("nobody was entered"), "{message}");
    assert!(desk.refused_fed("players import -", b"name\nJo\xe3o\n").contains("line 2"));
    let list = "\u{feff}姓名;學校\r\n陳大文;北校\r\n\r\n\"=1+1\";\r\nAna;North\r\nBea;\r\n";
    let entered = desk.fed("players import -", list.as_bytes());
    assert_eq!(entered.code, 0, "{}", entered.err);
    assert!(entered.out.contains("waiting  Bea") && entered.out.contains("4 players are entered."), "{}", entered.out);
    assert!(desk.refused_fed("players import -", list.as_bytes()).contains("line 2: 陳大文 is entered already"));
    // Exported, a name can't become a formula; imported again, it is the name it was.
    let csv = desk.say("export players --csv --bom");
    assert_eq!(
        csv,
        "\u{feff}number,name,school,status\n1,陳大文,北校,entered\n2,'=1+1,,entered\n3,Ana,North,entered\n,Bea,,waiting\n"
    );
    let second = Desk::new();
    second.say("new Cup 2017-01-18 --set capacity=3");
    assert_eq!(second.fed("players import -", csv.as_bytes()).code, 0);
    assert_eq!(second.json("players list --json"), desk.json("players list --json"));
}

#[test]
fn every_list_is_exported_for_spreadsheets_and_programs() {
    let desk = Desk::new();
    desk.say(MORNING);
    desk.say("result 1 pool A 1 B 1 C 10 D 7\nannul 2 --why fire");
    let results = desk.say("export results --csv --separator semicolon");
    assert!(results.contains("\n1;1;1;A;1;Ana;pool;;1;1;;7.5;1\n"), "{results}");
    assert!(results.contains("\n1;2;1;A;5;Eva Lee;annulled;;;;;;\n"), "{results}");
    assert!(desk.say("export seating --csv").contains("\n1,2,D,8,陳大文,\n"));
    let all = desk.json("export --json");
    assert_eq!(all["standings"][0]["average"], "15/2");
    assert_eq!((all["players"].as_array().unwrap().len(), all["seating"].as_array().unwrap().len()), (8, 8));
}

#[test]
fn verify_names_the_line_that_was_tampered_with() {
    let desk = Desk::new();
    desk.say(MORNING);
    desk.say("result 1 A 0 B 5 C 16 D 3\nwarn 2 --why noise");
    let good = fs::read_to_string(desk.file()).unwrap();
    let line_of = |text: &str| good.lines().position(|line| line.contains(text)).unwrap() + 1;
    // A score, a seat, a reason, and a result that the commands do not give.
    for (from, to, line) in [
        ("\"score\":\"24\"", "\"score\":\"240\"", line_of("\"score\":\"24\"")),
        ("\"tables\":[[1,2,3,4]", "\"tables\":[[1,2,4,3]", line_of("[[1,2,3,4]")),
        ("\"why\":\"noise\",\"command\"", "\"why\":\"praise\",\"command\"", line_of("noise")),
        ("\"sum\":16", "\"sum\":15", line_of("\"sum\":16")),
    ] {
        assert!(good.contains(from), "{from} in {good}");
        fs::write(desk.file(), good.replacen(from, to, 1)).unwrap();
        let message = desk.refused("verify");
        assert!(message.contains(&format!("line {line}: entry {line}")), "{from}: {message}");
    }
    fs::write(desk.file(), good.replacen("\"seq\":3", "\"seq\":4", 1)).unwrap();
    assert!(desk.refused("verify").contains("line 3"));
    fs::write(desk.file(), good.replacen("{\"seq\":4", "{\"sequence\":4", 1)).unwrap();
    assert!(desk.refused("verify").contains("line 4 is not an entry"));
    fs::write(desk.file(), &good).unwrap();
    assert!(!desk.say("verify").contains("not whole"));
    fs::write(desk.file(), format!("{good}{{\"seq\":")).unwrap();
    assert!(desk.say("verify").contains("The last line is not whole"));
}

#[test]
fn two_desks_lose_nothing() {
    let desk = Desk::new();
    desk.say("new Cup 2017-01-18 --set capacity=64");
    std::thread::scope(|scope| {
        for clerk in 0..4 {
            let desk = &desk;
            scope.spawn(move || {
                for player in 0..5 {
                    desk.say(&format!("players add P{clerk}-{player}"));
                }
            });
        }
    });
    let players = desk.json("players list --json");
    assert_eq!(players["players"].as_array().unwrap().len(), 20);
    desk.say("verify");
}

#[test]
fn a_format_is_simulated_the_same_way_with_any_number_of_threads() {
    let simulate = |more: &[&str]| {
        let mut words = vec!["tournament", "simulate", "--players", "8", "--events", "3", "--games", "35", "--json"];
        words.extend(more);
        trinta_fed(&words, b"")
    };
    let (one, two) = (simulate(&["--threads", "1"]), simulate(&["--threads", "2"]));
    assert_eq!((one.code, &one.out), (0, &two.out), "{}", one.err);
    let report: Value = serde_json::from_str(&one.out).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let ends = row["round_ends"].as_array().unwrap();
        assert_eq!(ends.len(), 3);
        assert!(ends.windows(2).all(|pair| pair[0]["median"].as_f64() < pair[1]["median"].as_f64()), "{row}");
        assert!((0.0..=4.0).contains(&row["best_found"].as_f64().unwrap()));
    }
    // Played to the end, nothing is cut off.
    assert_eq!((&rows[1]["time"], &rows[1]["unfinished"]), (&Value::from("played-out"), &Value::from(0.0)));
    assert_eq!(simulate(&["--preset", "nowhere"]).code, 2);
    assert_eq!(simulate(&["--levels", "3-1"]).code, 2);
    assert_eq!(trinta_fed(&["tournament", "simulate", "--players", "5"], b"").code, 2);
    let short = simulate(&["--minutes", "15"]);
    assert!(short.err.contains("15 minutes are too few"), "{}", short.err);
}

#[test]
fn the_file_can_come_from_the_environment() {
    let desk = Desk::new();
    desk.say(MORNING);
    let run = |path: &Path, words: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_trinta"))
            .arg("tournament")
            .args(words)
            .env("TRINTA_EVENT", path)
            .output()
            .unwrap()
    };
    for words in [&["standings"][..], &["print", "invitation"]] {
        assert!(run(&desk.file(), words).status.success(), "{words:?}");
        assert_eq!(run(Path::new("nowhere.event"), words).status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn sheets_are_in_the_language_of_the_tournament_unless_another_is_asked_for() {
    let desk = Desk::new();
    desk.say("new Cup 2017-01-18 --set locale=pt-PT");
    assert!(desk.say("print invitation").contains("<html lang=\"pt-PT\">"));
    assert!(desk.say("print invitation --language zh-Hans").contains("<html lang=\"zh-Hans\">"));
}

#[test]
fn x05_the_keys_of_the_settings_are_printed_with_the_standings() {
    let desk = Desk::new();
    desk.say("new Cup 2017-01-18 --preset japan-2023\nplayers add Ana Bea Cat Dan\ncheck-in all\nbriefing");
    let standings = desk.say("standings");
    assert!(standings.contains("Ranked by the total score, then by wins, then by play-off."), "{standings}");
    assert!(standings.contains("Each win adds 100 points to the total."), "{standings}");
    let presets = trinta_fed(&["tournament", "presets"], b"").out;
    assert!(presets.contains("stage 1: 5 rounds with 2 games each, format random, the best 8 go on"), "{presets}");
}

#[test]
fn g09_a_warning_says_how_many_the_settings_allow() {
    let desk = Desk::new();
    desk.say("new Cup 2017-01-18 --set warnings=1\nplayers add Ana Bea Cat Dan\ncheck-in all");
    assert!(desk.say("warn 2 --why noise").contains("2 Bea: warning 1 of 1."));
    assert!(desk.say("warn 2 --why noise").contains("2 Bea has 1 warning already: case 1"));
    desk.say("withdraw 2 --why ashamed\nplayers add Eva");
    assert!(desk.say("cases").contains("2 Bea, who withdrew"));
    assert!(desk.refused("rule 1 disqualify --why noise").contains("another player's now: dismiss it"));
}

#[test]
fn a16_judges_are_imported_replaced_and_listed() {
    let desk = Desk::new();
    desk.say(MORNING);
    let list = desk.fed("judges import -", "枱號;評審員\n1;Lei Wong\n2;歐陽老師\n".as_bytes());
    assert_eq!((list.code, list.err.as_str()), (0, ""));
    assert!(list.out.contains("2  歐陽老師"), "{}", list.out);
    let without = desk.say("judges set 2");
    assert!(without.contains("No judge at table 2."), "{without}");
    assert!(desk.say("judges set 2 \"Ms Ho\" --round 1\njudges list 1").contains("2  Ms Ho"));
    let fault = desk.refused_fed("judges import -", b"1,Lei\n1,Ho\n");
    assert!(fault.contains("line 2: table 1 has Lei already") && fault.contains("no judge was entered"), "{fault}");
}

#[test]
fn a13_a_tournament_is_postponed_goes_on_and_forgets_its_people() {
    let desk = Desk::new();
    desk.say(MORNING);
    let details = desk.say("details --venue Ginásio --prize-giving \"Friday, 15:00\" --counting 20");
    assert!(details.contains("Venue: Ginásio.") && details.contains("counting 11:20 to 11:40"), "{details}");
    assert!(details.contains("Prize giving: Friday, 15:00."), "{details}");
    desk.say("postpone --why typhoon --at 10:30");
    assert!(desk.refused("result 1 A 0 B 5 C 16 D 3").contains("postponed"));
    assert!(
        desk.say("annul-round 1 --why \"to be played again\"").contains("2 games of round 1 count for nobody now.")
    );
    assert!(desk.say("continue 2017-01-25 --at 09:00").contains("on 2017-01-25"));
    assert!(desk.refused("enter-late Zoe --why \"the bus\"").contains("no seat of the ring is empty"));
    desk.say("withdraw 3 --why unwell");
    let late = desk.say("enter-late \"Zoe Late\" --why \"the bus\"");
    assert!(late.contains("9 Zoe Late plays from the next round on."), "{late}");
    assert!(desk.refused("forget --yes").contains("finish"));
    desk.say("postpone --why \"for good\"");
    assert!(desk.refused("forget").contains("erases the names and schools of 9 players"));
    desk.say("forget --yes\nverify");
    let file = fs::read_to_string(desk.file()).unwrap();
    assert!(!file.contains("Zoe") && !file.contains("陳大文") && !file.contains("North"), "{file}");
}

#[test]
fn schools_chances_and_statistics_are_shown() {
    let desk = Desk::new();
    desk.say(MORNING);
    desk.say("result 1 A 0 B 5 C 16 D 3\nresult 2 A 0 B 5 C 16 D 3");
    let teams = desk.say("teams");
    assert!(teams.contains("North") && teams.contains("The best 4 of a school count"), "{teams}");
    let chances = desk.say("chances");
    assert!(chances.lines().count() == 9 && chances.contains("possible"), "{chances}");
    assert!(desk.say("statistics").contains("rating"));
    assert_eq!(desk.json("statistics --json")["players"].as_array().unwrap().len(), 8);
}
