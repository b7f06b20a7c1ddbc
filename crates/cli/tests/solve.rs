//! `trinta solve`: the JSON contract, every objective, and the output for people.

mod common;

use common::{answer, error, scratch, solved, trinta, trinta_fed};
use serde_json::{Value, json};

/// Asserts the answer to a request, except for its time and its table. Equally good plays may leave different tables,
/// so [`solved`] only checks that the play is legal.
fn assert_answer(request: &str, expected: &Value) {
    let mut found = solved(request);
    found.as_object_mut().unwrap().remove("table");
    assert_eq!(&found, expected, "{request}");
}

#[test]
fn the_examples_of_the_contract() {
    let numbers = r#"{"id":"p1","game":"numbers","edition":"hk","players":4,"opened":true,"table":["r3 r4 r5","k7 r7 b7"],"rack":"r6 y7 k13","objective":"tiles"}"#;
    assert_answer(
        numbers,
        &json!({"id":"p1","tiles":2,"value":13,"play":"r6 y7","rack":"k13","left":13,"kept":0,"broken":2,"proof":"optimal"}),
    );
    let words = r#"{"id":"w1","game":"words","play":"b","lexicon":"standard","opened":true,"table":["TRAINED","SLaP"],"rack":"AGJO*","objective":"tiles"}"#;
    let found = solved(words);
    assert_eq!((&found["tiles"], &found["value"], &found["play"]), (&json!(5), &json!(5), &json!("AGJO*")));
    assert_eq!((&found["rack"], &found["left"], &found["proof"]), (&json!(""), &json!(0), &json!("optimal")));
    assert_eq!(found.get("score"), None, "play B has no scores of turns");
}

#[test]
fn fields_come_in_the_order_of_the_contract() {
    let order = |request: &str| -> Vec<String> {
        let (line, code) = answer("solve", request);
        assert_eq!(code, 0, "{line}");
        line.split("\":").map(|part| part.rsplit('"').next().unwrap().to_owned()).filter(|name| name != "}").collect()
    };
    let mut fields = order(r#"{"id":1,"table":["r3 r4 r5"],"rack":"r6 k1"}"#);
    fields.pop();
    assert_eq!(fields, ["id", "tiles", "value", "play", "table", "rack", "left", "kept", "broken", "proof", "micros"]);
    let opening = order(r#"{"rack":"k10 r10 b10","objective":"opening"}"#);
    assert_eq!(opening[..4], ["id", "tiles", "value", "points"]);
    let score = order(r#"{"edition":"word-a","table":["APE"],"rack":"LTH"}"#);
    assert_eq!(score[..4], ["id", "tiles", "value", "score"]);
}

#[test]
fn next_best_plays_follow_the_best() {
    let found = solved(r#"{"table":["r3 r4 r5","k7 r7 b7"],"rack":"r6 y7 k13","plays":9}"#);
    assert_eq!(found["play"], "r6 y7");
    let next: Vec<&Value> = found["next"].as_array().unwrap().iter().map(|play| &play["play"]).collect();
    assert_eq!(next, ["y7", "r6"]);
    assert_eq!((&found["next"][1]["rack"], &found["next"][1]["left"]), (&json!("k13 y7"), &json!(20)));
    let two = solved(r#"{"table":["r3 r4 r5","k7 r7 b7"],"rack":"r6 y7 k13","plays":2}"#);
    assert_eq!(two["next"].as_array().unwrap().len(), 1);
    let words = solved(r#"{"game":"words","play":"b","lexicon":"everyday","table":["TEA"],"rack":"SEAT","plays":3}"#);
    assert_eq!(words["next"].as_array().unwrap().len(), 2);
    assert!(error("solve", r#"{"table":[],"rack":"r6","plays":0}"#).contains("request at least 1 play"));
    let shown = trinta(&["solve", "--table", "r3 r4 r5", "--rack", "r6 r7", "--plays", "2"]);
    assert_eq!(shown.out.matches("Best play:").count(), 1, "{}", shown.out);
    assert_eq!(shown.out.matches("Next best:").count(), 1, "{}", shown.out);
}

#[test]
fn tiles_and_value_may_want_different_plays() {
    let ask = |objective: &str| format!(r#"{{"table":[],"rack":"r1 r3 r4 k13 b13 *","objective":"{objective}"}}"#);
    assert_answer(
        &ask("tiles"),
        &json!({"id":null,"tiles":4,"value":8,"play":"r1 r3 r4 *","rack":"k13 b13","left":26,"kept":0,"broken":0,"proof":"optimal"}),
    );
    assert_answer(
        &ask("value"),
        &json!({"id":null,"tiles":3,"value":26,"play":"k13 b13 *","rack":"r1 r3 r4","left":8,"kept":0,"broken":0,"proof":"optimal"}),
    );
    // The default objective is most tiles.
    assert_eq!(solved(r#"{"table":[],"rack":"r1 r3 r4 k13 b13 *"}"#)["tiles"], 4);
}

#[test]
fn among_equal_plays_the_one_that_keeps_most_sets() {
    let found = solved(r#"{"table":["r3 r4 r5","k7 r7 b7 y7"],"rack":"r6"}"#);
    assert_eq!((&found["kept"], &found["broken"]), (&json!(1), &json!(1)));
    assert!(found["table"].as_array().unwrap().contains(&json!("r3 r4 r5 r6")), "{found}");
}

#[test]
fn an_opening_comes_from_the_rack_alone_and_says_its_points() {
    assert_answer(
        r#"{"id":"o","opened":false,"table":["y5 y6 y7"],"rack":"y8 k10 r10 *","objective":"opening"}"#,
        &json!({"id":"o","tiles":3,"value":20,"points":30,"play":"k10 r10 *","rack":"y8","left":8,"kept":1,"broken":0,"proof":"optimal"}),
    );
    // With this objective it does not matter whether the player has opened, and the table is optional.
    assert_eq!(solved(r#"{"opened":true,"rack":"k10 r10 b10","objective":"opening"}"#)["points"], 30);
    // A player who has not opened has to open, whatever the objective.
    let unopened = solved(r#"{"opened":false,"table":["y5 y6 y7"],"rack":"y8 k10 r10 *"}"#);
    assert_eq!((&unopened["play"], &unopened["points"]), (&json!("k10 r10 *"), &json!(30)));
    let none = solved(r#"{"opened":false,"table":["y5 y6 y7"],"rack":"y8 k9"}"#);
    assert_eq!((&none["tiles"], &none["table"], none.get("points")), (&json!(0), &json!(["y5 y6 y7"]), None));
    let easy = solved(r#"{"opened":false,"settings":{"opening_points":6},"table":[],"rack":"r1 r2 r3"}"#);
    assert_eq!((&easy["tiles"], &easy["points"]), (&json!(3), &json!(6)));
}

#[test]
fn any_says_whether_there_is_a_play() {
    let some = solved(r#"{"table":["r3 r4 r5"],"rack":"r6 k9","objective":"any"}"#);
    assert_eq!((&some["play"], &some["proof"]), (&json!("r6"), &json!("optimal")));
    assert_answer(
        r#"{"id":7,"table":["r3 r4 r5"],"rack":"* k9 k9","objective":"any","settings":{"opening_points":30},"players":2}"#,
        &json!({"id":7,"tiles":1,"value":0,"play":"*","rack":"k9 k9","left":18,"kept":0,"broken":1,"proof":"optimal"}),
    );
    assert_answer(
        r#"{"table":["r3 r4 r5"],"rack":"r8 k9","objective":"any"}"#,
        &json!({"id":null,"tiles":0,"value":0,"play":"","rack":"k9 r8","left":17,"kept":1,"broken":0,"proof":"optimal"}),
    );
    assert_answer(
        r#"{"table":[],"rack":"","objective":"any"}"#,
        &json!({"id":null,"tiles":0,"value":0,"play":"","rack":"","left":0,"kept":0,"broken":0,"proof":"optimal"}),
    );
}

#[test]
fn play_a_looks_for_the_best_score() {
    let expected = json!({"id":null,"tiles":2,"value":2,"score":7,"play":"LY","rack":"X","left":1,"kept":0,"broken":1,"proof":"optimal"});
    assert_answer(r#"{"game":"words","play":"a","table":["QUICK"],"rack":"LXY","objective":"score"}"#, &expected);
    assert_answer(r#"{"edition":"word-a","table":["QUICK"],"rack":"LXY"}"#, &expected);
    let nothing = solved(r#"{"edition":"word-a","table":["QUIZ"],"rack":"X"}"#);
    assert_eq!((&nothing["tiles"], &nothing["score"]), (&json!(0), &json!(0)));
    let opening = solved(r#"{"edition":"word-b","opened":false,"table":[],"rack":"RECOVE*"}"#);
    assert_eq!((&opening["tiles"], &opening["points"]), (&json!(7), &json!(7)));
    let jokers = solved(r#"{"edition":"word-b","table":[],"rack":"QX*"}"#);
    assert_eq!((&jokers["tiles"], &jokers["left"]), (&json!(0), &json!(32)), "a joker left costs 30 (W11)");
}

#[test]
fn unlisted_words_may_stay_only_where_the_rules_allow_it() {
    let ask = |spelling: &str| {
        solved(&format!(r#"{{"game":"words","settings":{{"spelling":"{spelling}"}},"table":["XQZ"],"rack":"CAT"}}"#))
    };
    assert_eq!(ask("challenge")["tiles"], 3);
    assert_eq!(ask("checked")["tiles"], 0);
    let ran = trinta(&["solve", "--game", "words", "--table", "XQZ", "--rack", "CAT"]);
    assert!(
        ran.out.starts_with("XQZ is not in the word list, so it can't stay on the table as it is.\n"),
        "{}",
        ran.out
    );
}

#[test]
fn a_theme_and_a_list_of_ones_own() {
    let pear = solved(
        r#"{"game":"words","theme":"food","opened":false,"settings":{"opening_letters":4},"table":[],"rack":"PEARS"}"#,
    );
    assert_eq!(pear["tiles"], 5);
    let path = scratch("solve-list").join("club.txt");
    std::fs::write(&path, "zap\n").unwrap();
    let ask = |rack: &str| {
        solved(&json!({"game":"words","lexicon":path.to_str().unwrap(),"table":[],"rack":rack}).to_string())
    };
    assert_eq!(ask("APZ")["table"], json!(["ZAP"]));
    assert_eq!(ask("CAT")["tiles"], 0);
}

#[test]
fn a_budget_bounds_the_search() {
    let hard = r#""table":["r3 r4 r5","k7 r7 b7","b1 b2 b3 b4","y9 y10 y11"],"rack":"r6 y7 k13 b5 y12 * r1 k1""#;
    let bound = |line: &str| solved(line)["proof"] == "bound";
    assert!(bound(&format!(r#"{{"budget":1,{hard}}}"#)));
    assert!(!bound(&format!("{{{hard}}}")));
    let flag = |budget: &str, line: &str| {
        let ran = trinta_fed(&["solve", "--budget", budget, "--jsonl"], line.as_bytes());
        ran.out.contains("\"bound\"")
    };
    assert!(flag("1", &format!("{{{hard}}}")));
    assert!(flag("1", &format!(r#"{{"budget":1000000,{hard}}}"#)), "the smaller one counts");
    assert!(flag("1000000", &format!(r#"{{"budget":1,{hard}}}"#)), "the smaller one counts");
    assert!(!flag("1000000", &format!("{{{hard}}}")));
    let ran = trinta(&["solve", "--budget", "0", "--game", "words", "--table", "APE", "--rack", "LTH"]);
    assert!(ran.out.starts_with("No play was found within the budget. There may still be one.\n"), "{}", ran.out);
    assert!(ran.out.contains("proof bound: the budget ran out before the search was finished ("), "{}", ran.out);
    assert_eq!(ran.code, 0);
}

#[test]
fn invalid_positions_are_errors() {
    for (request, expected) in [
        (
            r#"{"table":["k7 r7 b7"],"rack":"r7 r7"}"#,
            "line 1: table and rack together: too many r7; the box for 4 players has 2 of it",
        ),
        (r#"{"table":["r3 r4 r5","r1 r2"],"rack":"r3"}"#, "line 1: table, set 2: a set has at least 3 tiles"),
        (r#"{"game":"words","table":["CAT","CAT"],"rack":"A"}"#, "line 1: table, set 2: CAT lies on the table twice"),
        (r#"{"table":["CAT"],"rack":""}"#, "line 1: table: C is a letter, and this is the number game"),
        (r#"{"table":[],"rack":"CAT"}"#, "line 1: rack: A is a letter, and this is the number game"),
        (r#"{"game":"words","table":[],"rack":"r1"}"#, "line 1: rack: r1 is a number tile, and this is the word game"),
        (
            r#"{"table":[],"rack":"r1 q2"}"#,
            "line 1, column 24: rack: `q2` is not a tile: the colours are k (black), r (red), b (blue) and y (yellow or orange)",
        ),
        (r#"{"rack":"r1"}"#, "line 1: table is missing"),
        (r#"{"table":[]}"#, "line 1: rack is missing"),
        (r#"{"objective":"opening"}"#, "line 1: rack is missing"),
        (
            r#"{"table":[],"rack":"","objective":"best"}"#,
            "line 1, column 35: objective: `best` is not tiles or value or opening or any or score",
        ),
        (
            r#"{"table":[],"rack":"","objective":"score"}"#,
            "line 1: objective: score belongs to play A of the word game; the number game has tiles, value, opening and any",
        ),
        (
            r#"{"game":"words","table":[],"rack":"","objective":"score"}"#,
            "line 1: objective: score belongs to play A; play B has tiles, opening and any",
        ),
        (
            r#"{"game":"words","table":[],"rack":"","objective":"value"}"#,
            "line 1: objective: value belongs to the number game; the word game has tiles, score (in play A), opening and any",
        ),
        (r#"{"table":[],"rack":"","budget":-1}"#, "line 1, column 32: budget: expected a whole number, not -1"),
        (
            r#"{"table":[],"rack":"","before":[]}"#,
            "line 1, column 32: before: there is no such field; there are id, players, opened, table, rack, objective, plays, budget, game, edition, play, settings, lexicon, theme",
        ),
        (r#"{"table":[],"rack":"","play":"a"}"#, "line 1: play belongs to the word game; set game to words"),
        (r#"{"table":[],"rack":"","players":7}"#, "line 1: edition hk is for 2 to 6 players, not 7"),
    ] {
        assert_eq!(error("solve", request), expected, "{request}");
    }
    assert_eq!(solved(r#"{"players":5,"table":["k7 r7 b7"],"rack":"r7 r7"}"#)["tiles"], 0, "the large box has three");
}

#[test]
fn the_library_answers_a_line_as_the_program_does() {
    let line = r#"{"id":"l","table":["r3 r4 r5"],"rack":"r6"}"#;
    let mine: Value = serde_json::from_slice(&trinta::solve_line(line, None)).unwrap();
    assert_eq!(mine["table"], json!(["r3 r4 r5 r6"]));
    let words = r#"{"game":"words","table":["APE"],"rack":"LTH"}"#;
    let bound: Value = serde_json::from_slice(&trinta::solve_line(words, Some(0))).unwrap();
    assert_eq!(bound["proof"], "bound");
    let wrong: Value = serde_json::from_slice(&trinta::solve_line("{", None)).unwrap();
    assert_eq!(wrong["error"], "line 1, column 1: this is not JSON: EOF while parsing an object");
}
