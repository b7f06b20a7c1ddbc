//! `trinta check`: the contract byte for byte, and what people see.

mod common;

use common::{answer, error, scratch, trinta, trinta_fed};

/// One request and its answer, byte for byte.
fn assert_answer(request: &str, expected: &str) {
    assert_eq!(answer("check", request), (expected.to_owned(), 0), "{request}");
}

#[test]
fn the_examples_of_the_contract() {
    assert_answer(
        r#"{"id":"c1","game":"numbers","edition":"hk","players":4,"opened":true,"before":["r3 r4 r5"],"rack":"r6 k1","after":["r3 r4 r5 r6"]}"#,
        r#"{"id":"c1","legal":true,"played":"r6","value":6}"#,
    );
    assert_answer(
        r#"{"id":"c2","game":"words","play":"b","lexicon":"standard","opened":true,"before":["APE"],"rack":"LTH","after":["PAL","THE"]}"#,
        r#"{"id":"c2","legal":true,"played":"HLT","value":3}"#,
    );
    assert_answer(
        r#"{"id":"c3","opened":false,"before":["r3 r4 r5"],"rack":"k1 k2 k3 b4","after":["r3 r4 r5","k1 k3 b4"]}"#,
        concat!(
            r#"{"id":"c3","legal":false,"faults":[{"fault":"not-a-set","set":1,"message":"set 2 is not a set: "#,
            r#"neither one number in different colours nor consecutive numbers of one colour"},"#,
            r#"{"fault":"below-opening","message":"the opening is worth 0 points, and 30 are needed"}]}"#
        ),
    );
}

#[test]
fn optional_fields_have_defaults() {
    assert_answer(
        r#"{"before":["r3 r4 r5"],"rack":"r6","after":["r3 r4 r5 r6"]}"#,
        r#"{"id":null,"legal":true,"played":"r6","value":6}"#,
    );
    assert_answer(
        r#"{"edition":null,"before":["APE"],"game":"words","rack":"LTH","after":["PAL","THE"]}"#,
        r#"{"id":null,"legal":true,"played":"HLT","value":3}"#,
    );
    // The edition implies the game.
    assert_answer(
        r#"{"edition":"word-a","before":["APE"],"rack":"S","after":["APEs"]}"#,
        concat!(
            r#"{"id":null,"legal":false,"faults":[{"fault":"not-on-rack","#,
            r#""message":"*: neither on the table nor on the rack"}]}"#
        ),
    );
}

#[test]
fn any_id_is_returned_verbatim() {
    for id in ["7", "1.50", "12345678901234567890123", "null", "true", r#"{"b": 1, "a": [2]}"#, r#""\u00e9é""#] {
        let request = format!(r#"{{"before":["r3 r4 r5"],"rack":"r6","after":["r3 r4 r5 r6"],"id":{id}}}"#);
        assert_answer(&request, &format!(r#"{{"id":{id},"legal":true,"played":"r6","value":6}}"#));
    }
}

#[test]
fn an_opening_has_points_and_jokers_count_0_in_the_value() {
    assert_answer(
        r#"{"id":1,"opened":false,"before":[],"rack":"k10 r10 * y2","after":["k10 r10 *"]}"#,
        r#"{"id":1,"legal":true,"played":"k10 r10 *","value":20,"points":30}"#,
    );
    assert_answer(
        r#"{"id":2,"opened":false,"game":"words","before":[],"rack":"RECOVE*X","after":["RECOVEr"]}"#,
        r#"{"id":2,"legal":true,"played":"CEEORV*","value":7,"points":7}"#,
    );
    assert_answer(
        r#"{"id":3,"opened":false,"settings":{"opening_points":0},"before":[],"rack":"r1 r2 r3","after":["r1 r2 r3"]}"#,
        r#"{"id":3,"legal":true,"played":"r1 r2 r3","value":6}"#,
    );
}

#[test]
fn the_table_is_returned_only_if_it_differs_from_what_was_laid() {
    let legal = |after: &str, opened: bool| {
        let request =
            format!(r#"{{"id":1,"opened":{opened},"before":[],"rack":"* * r9 r10 r12 r13","after":["{after}"]}}"#);
        let value: serde_json::Value = serde_json::from_str(&answer("check", &request).0).unwrap();
        assert_eq!(value["legal"], true, "{value}");
        value["table"].as_array().map(|sets| sets[0].as_str().unwrap().to_owned())
    };
    assert_eq!(legal("* r9 r10", true), None);
    assert_eq!(legal("*r8 r9 r10", true), None);
    assert_eq!(legal("r10 r9 *", true), Some("r9 r10 *".to_owned()));
    assert_eq!(legal("r12 r13 *", true), Some("* r12 r13".to_owned()));
    assert_eq!(legal("* r9 r10", false), Some("r9 r10 *".to_owned()), "N10: read for most");
}

#[test]
fn more_copies_than_the_box_has_are_an_error_and_not_a_verdict() {
    let three = r#"{"before":["k7 r7 b7"],"rack":"r7 r7","after":["k7 r7 b7"]}"#;
    assert_eq!(
        error("check", three),
        "line 1: before and rack together: too many r7; the box for 4 players has 2 of it"
    );
    let large = r#"{"players":5,"before":["k7 r7 b7"],"rack":"r7 r7","after":["k7 r7 b7"]}"#;
    assert_eq!(answer("check", large).1, 0);
    let after = r#"{"before":[],"rack":"r7","after":["r7 r7 r7"]}"#;
    assert_eq!(error("check", after), "line 1: after: too many r7; the box for 4 players has 2 of it");
    let letters = r#"{"game":"words","before":[],"rack":"QQ","after":[]}"#;
    assert_eq!(
        error("check", letters),
        "line 1: before and rack together: too many Q; the box for 4 players has 1 of it"
    );
}

#[test]
fn tiles_of_the_other_game_are_an_error() {
    let e = error("check", r#"{"before":[],"rack":"ABC","after":[]}"#);
    assert_eq!(e, "line 1: rack: A is a letter, and this is the number game");
    let e = error("check", r#"{"game":"words","before":["r1 r2 r3"],"rack":"ABC","after":[]}"#);
    assert_eq!(e, "line 1: before: r1 is a number tile, and this is the word game");
    let e = error("check", r#"{"game":"words","before":["*r1 r2 *r3"],"rack":"ABC","after":[]}"#);
    assert_eq!(e, "line 1: before: r1 is a number tile, and this is the word game");
}

#[test]
fn an_invalid_table_before_is_an_error() {
    let e = error("check", r#"{"before":["r3 r4 r5","r1 r2"],"rack":"r3","after":[]}"#);
    assert_eq!(e, "line 1: before, set 2: a set has at least 3 tiles");
    // Words on the table need not be in the list (W8).
    assert_answer(
        r#"{"game":"words","before":["XQZ"],"rack":"CAT","after":["XQZ","CAT"],"settings":{"spelling":"challenge"}}"#,
        r#"{"id":null,"legal":true,"played":"ACT","value":3}"#,
    );
}

#[test]
fn contradictions_about_the_game_are_errors() {
    let with = |rules: &str| error("check", &format!(r#"{{{rules},"before":[],"rack":"","after":[]}}"#));
    assert_eq!(with(r#""game":"words","edition":"hk""#), "line 1: edition hk belongs to the number game");
    assert_eq!(with(r#""game":"numbers","edition":"word-a""#), "line 1: edition word-a belongs to the word game");
    assert_eq!(with(r#""edition":"word-a","play":"b""#), "line 1: edition word-a is play a, not play b");
    assert_eq!(with(r#""play":"b""#), "line 1: play belongs to the word game; set game to words");
    assert_eq!(with(r#""theme":"food""#), "line 1: theme belongs to the word game; set game to words");
}

#[test]
fn people_see_the_verdict_and_every_fault_with_its_set_marked() {
    let table = "r3 r4 r5 | k7 r7 b7";
    let ran = trinta(&["check", "--before", table, "--rack", "r6 k1", "--after", "r3 r4 r5 r6 | k7 r7 b7"]);
    assert_eq!(ran.out, "Legal. r6 from the rack, value 6.\n   1 r3 r4 r5 r6\n   2 k7 r7 b7\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let ran = trinta(&["check", "--before", table, "--rack", "r6 k1", "--after", "r3 r4 r5 | k7 r7 b7 k1"]);
    assert_eq!(
        ran.out,
        concat!(
            "Not legal:\n",
            "  - set 2 is not a set: neither one number in different colours nor consecutive numbers of one colour\n",
            "   1 r3 r4 r5\n",
            ">  2 k7 r7 b7 k1\n"
        )
    );
    assert_eq!(ran.code, 0, "a verdict is an answer");
}

#[test]
fn flags_and_json_give_the_same_result() {
    let ran = trinta(&["check", "--unopened", "--rack", "r9 r10 *", "--after", "* r9 r10", "--json"]);
    assert_eq!(
        ran.out,
        "{\"id\":null,\"legal\":true,\"played\":\"r9 r10 *\",\"value\":19,\"points\":30,\"table\":[\"r9 r10 *\"]}\n"
    );
    let twenty = ["check", "--unopened", "--set", "opening_points=20", "--rack", "r6 r7 r8", "--after", "r6 r7 r8"];
    assert!(trinta(&twenty).out.starts_with("Legal."), "--set");
    let words = ["check", "--game", "words", "--before", "APE", "--rack", "LTH", "--after", "PAL | THE"];
    assert!(trinta(&words).out.starts_with("Legal. HLT"));
    let themed = ["check", "--edition", "word-b", "--theme", "animals", "--rack", "THE", "--after", "THE"];
    assert!(trinta(&themed).out.contains("THE does not belong to the theme"));
}

#[test]
fn editions_and_word_lists_come_from_files_too() {
    let dir = scratch("files");
    let file = |name: &str, text: &str| {
        let path = dir.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let easy = file("easy.toml", "base = \"hk\"\nopening_points = 6\n");
    let ran = trinta(&["check", "--edition", &easy, "--unopened", "--rack", "r1 r2 r3", "--after", "r1 r2 r3"]);
    assert!(ran.out.starts_with("Legal."), "{}{}", ran.out, ran.err);
    let wrong = file("wrong.toml", "base = \"hk\"\nopening_points = 60\n");
    let ran = trinta(&["check", "--edition", &wrong, "--rack", "r1", "--after", ""]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("wrong.toml, line 2, column 18: opening_points: 60 is not one of 0 to 50"), "{}", ran.err);
    let ran = trinta(&["check", "--edition", "none.toml", "--rack", "r1", "--after", ""]);
    assert_eq!(ran.err, "error: there is no file none.toml\n");

    let club = file("club.txt", "# ours\nzzz\nabc\n");
    let ask =
        |lexicon: &str| trinta(&["check", "--game", "words", "--lexicon", lexicon, "--rack", "ABC", "--after", "ABC"]);
    assert!(ask(&club).out.starts_with("Legal."));
    assert!(ask("large").out.starts_with("Not legal:"));
    let ran = ask("huge");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("there is no word list \"huge\""), "{}", ran.err);
    let empty = file("empty.txt", "a\n");
    assert!(ask(&empty).err.contains("no usable word"));
    std::fs::write(dir.join("bytes.txt"), b"abc\nx\xff\n").unwrap();
    assert!(ask(dir.join("bytes.txt").to_str().unwrap()).err.contains("bytes.txt, line 2: this is not UTF-8"));
}

#[test]
fn wrong_flags_name_flag_and_column() {
    let said = |args: &[&str]| {
        let ran = trinta(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        ran.err
    };
    let rack = said(&["check", "--rack", "r1 r14", "--after", ""]);
    assert_eq!(rack, "error: --rack, column 4: `r14` is not a tile: numbers go from 1 to 13\n");
    let after = said(&["check", "--rack", "r1", "--after", "r1 r2 r3 | | r4"]);
    assert!(after.starts_with("error: --after, column 11: "), "{after}");
    assert!(said(&["check", "--rack", "r1", "--after", "", "--set", "x"]).contains("KEY=VALUE"));
    assert!(said(&["check", "--rack", "r1", "--after", "", "--set", "x=1"]).contains("x: there is no such setting"));
    assert!(said(&["check", "--rack", "r1", "--after", "", "--players", "9"]).contains("not 9"));
    assert!(said(&["check", "--rack", "r1"]).contains("--after"));
    assert!(said(&["check", "--jsonl", "--edition", "hk"]).contains("--jsonl"));
    assert!(said(&["check", "--jsonl", "/no/such/file"]).contains("/no/such/file: "));
    assert!(said(&["check", "--jsonl", "/"]).starts_with("error: /: "));
}

#[test]
fn no_colours_when_piped() {
    for args in [
        &["check", "--rack", "r1", "--after", "r1"][..],
        &["check", "--help"],
        &["check", "--rack", "x", "--after", ""],
    ] {
        let ran = trinta_fed(args, b"");
        assert!(!ran.out.contains('\x1b') && !ran.err.contains('\x1b'), "{args:?}");
    }
}
