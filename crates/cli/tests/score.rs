//! `trinta score`: the contract byte for byte, the examples of the documents, and what people see.

mod common;

use common::{answer, error, trinta};

/// One request and its answer, byte for byte.
fn assert_answer(request: &str, expected: &str) {
    assert_eq!(answer("score", request), (expected.to_owned(), 0), "{request}");
}

/// The scores of a game of the school edition.
fn school(ended: &str, racks: &str) -> String {
    let request = format!(r#"{{"edition":"school","ended":"{ended}","racks":[{racks}]}}"#);
    let (line, code) = answer("score", &request);
    assert_eq!(code, 0, "{line}");
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    let scores: Vec<&str> = value["scores"].as_array().unwrap().iter().map(|score| score.as_str().unwrap()).collect();
    scores.join(" ")
}

#[test]
fn the_examples_of_the_contract() {
    assert_answer(
        r#"{"id":"s1","edition":"school","ended":"pool","racks":[{"tiles":"r1","opened":true},{"tiles":"b1","opened":true},{"tiles":"r10","opened":true},{"tiles":"b6","opened":true}]}"#,
        r#"{"id":"s1","scores":["7","7","-9","-5"],"winners":[0,1]}"#,
    );
    assert_answer(
        r#"{"id":"m1","edition":"pt","games":[["24","-5","-16","-3"],["-6","-11","22","-5"],["-32","-13","-2","47"]]}"#,
        r#"{"id":"m1","totals":["-14","-29","4","39"],"wins":[1,0,1,1],"winners":[3]}"#,
    );
}

#[test]
fn f02_to_f07_the_losers_pay_the_winner() {
    assert_eq!(school("out", r#"{"tiles":""},{"tiles":"r5"},{"tiles":"r13 b3"},{"tiles":"k3"}"#), "24 -5 -16 -3");
    assert_eq!(school("out", r#"{"tiles":""},{"tiles":"* r5"}"#), "35 -35");
    assert_eq!(school("out", r#"{"tiles":""},{"tiles":"* *"}"#), "60 -60");
    let cannot = r#"{"tiles":"r1 r1 b2 b2 k4 k4 y5 y5 r7 r7 b9 b9 k11 y13","opened":false}"#;
    assert_eq!(school("out", &format!(r#"{{"tiles":""}},{cannot}"#)), "100 -100");
    assert_eq!(school("out", r#"{"tiles":""},{"tiles":"r9 b9 k9 y1 y2","opened":false}"#), "100 -100");
    assert_eq!(school("out", r#"{"tiles":""},{"tiles":"r9 b9 k9 y1 y2 *","opened":false}"#), "200 -200");
}

#[test]
fn f05_the_rack_of_the_last_turn_is_a_setting() {
    let racks = r#""ended":"out","racks":[{"tiles":""},{"tiles":"r10 b10 k10","opened":false,"last_drawn":"k10"}]"#;
    assert_answer(
        &format!(r#"{{"edition":"school",{racks}}}"#),
        r#"{"id":null,"scores":["200","-200"],"winners":[0]}"#,
    );
    assert_answer(
        &format!(r#"{{"edition":"school","settings":{{"unopened_rack":"last-turn"}},{racks}}}"#),
        r#"{"id":null,"scores":["100","-100"],"winners":[0]}"#,
    );
}

#[test]
fn n23_a_player_without_a_turn_could_not_have_opened() {
    let racks = r#""ended":"out","racks":[{"tiles":""},{"tiles":"r10 b10 k10","opened":false,"had_turn":false}]"#;
    assert_answer(
        &format!(r#"{{"edition":"school",{racks}}}"#),
        r#"{"id":null,"scores":["200","-200"],"winners":[0]}"#,
    );
    assert_answer(
        &format!(r#"{{"edition":"school","settings":{{"unopened_rack":"last-turn"}},{racks}}}"#),
        r#"{"id":null,"scores":["100","-100"],"winners":[0]}"#,
    );
}

#[test]
fn f08_to_f10_with_the_pool_empty_the_lowest_rack_wins() {
    assert_eq!(
        school("pool", r#"{"tiles":"r5"},{"tiles":"r10"},{"tiles":"r12 b3"},{"tiles":"r13 b7"}"#),
        "30 -5 -10 -15"
    );
    assert_eq!(school("pool", r#"{"tiles":"r1"},{"tiles":"b1"},{"tiles":"r10"},{"tiles":"b7"}"#), "15/2 15/2 -9 -6");
    assert_eq!(
        school("pool", r#"{"tiles":"r4"},{"tiles":"b4"},{"tiles":"k4"},{"tiles":"b11 b3"}"#),
        "10/3 10/3 10/3 -10"
    );
    assert_eq!(school("pool", r#"{"tiles":"r9"},{"tiles":"b9"},{"tiles":"k9"},{"tiles":"y9"}"#), "0 0 0 0");
    // Face value here, opened or not (X10).
    assert_eq!(school("pool", r#"{"tiles":"r9","opened":false},{"tiles":"b10"}"#), "1 -1");
}

#[test]
fn f11_to_f15() {
    let f11 = r#"{"edition":"school","settings":{"unopened":"100-200-always"},"ended":"pool","racks":[{"tiles":"r13 b13 k13 y13 r12 b12 k12 y12 r10 b10"},{"tiles":"r1","opened":false},{"tiles":"r13 b13 k13 y13 r12 b12 k12 y12 k10 b9 r9 r2"},{"tiles":"* * y10 k10 y9 r10 b10 y11 r11 k9"}]}"#;
    assert_answer(f11, r#"{"id":null,"scores":["-20","90","-30","-40"],"winners":[1]}"#);
    for pushed in [r#"{"pushed":true}"#, r#"{"tiles":"","pushed":true}"#, r#"{"tiles":"r5 r6","pushed":true}"#] {
        assert_eq!(
            school("out", &format!(r#"{{"tiles":""}},{pushed},{{"tiles":"r10"}},{{"tiles":"b7"}}"#)),
            "217 -200 -10 -7"
        );
    }
    let f15 = r#"{"tiles":""},{"tiles":"k7 r13"},{"tiles":"r9 b9 k9 y1","opened":false},{"tiles":"r10 b10 k10","opened":false}"#;
    assert_eq!(school("out", f15), "320 -20 -100 -200");
}

#[test]
fn n26_the_score_sheets_of_the_books() {
    let sheet = r#"[["24","-5","-16","-3"],["-6","-11","22","-5"],["-32","-13","-2","47"],["-10","-25","41","-6"]]"#;
    for edition in ["hk", "cn"] {
        assert_answer(
            &format!(r#"{{"edition":"{edition}","games":{sheet}}}"#),
            r#"{"id":null,"totals":["-24","-54","45","33"],"wins":[1,0,2,1],"winners":[2]}"#,
        );
    }
    // Several rounds (N8), fractions, whole numbers without quotes.
    assert_answer(
        r#"{"games":[["15/2","15/2","-15"],[1,-1,0],["-1","1","0"],["0","0","0"]]}"#,
        r#"{"id":null,"totals":["15/2","15/2","-15"],"wins":[3,3,1],"winners":[0,1]}"#,
    );
}

#[test]
fn words_are_scored_too() {
    assert_answer(
        r#"{"id":"a","game":"words","play":"a","racks":[{"tiles":"AB","points":61},{"tiles":"Q*","points":74},{"tiles":""}]}"#,
        r#"{"id":"a","scores":["61","44","0"],"winners":[0]}"#,
    );
    assert_answer(
        r#"{"id":"b","game":"words","ended":"out","racks":[{"tiles":""},{"tiles":"AB*"}]}"#,
        r#"{"id":"b","scores":["32","-32"],"winners":[0]}"#,
    );
    assert_answer(
        r#"{"id":"m","game":"words","play":"a","games":[["61","44"],["10","70"]]}"#,
        r#"{"id":"m","totals":["71","114"],"wins":[1,1],"winners":[1]}"#,
    );
}

#[test]
fn invalid_games_are_refused_with_a_reason() {
    for (request, expected) in [
        (r#"{"edition":"hk"}"#, "line 1: racks (of a game) or games (of a match) is missing"),
        (r#"{"racks":[],"games":[],"ended":"out"}"#, "give racks for a game or games for a match, not both"),
        (r#"{"games":[["1","-1"]],"ended":"out"}"#, "ended: this goes with racks"),
        (r#"{"ended":"out","racks":[]}"#, "edition hk is for 2 to 6 players, not 0"),
        (r#"{"ended":"out","racks":[{"tiles":""}]}"#, "not 1"),
        (
            r#"{"edition":"pt","ended":"out","racks":[{"tiles":""},{"tiles":"r1"},{"tiles":"r1"},{"tiles":"r2"},{"tiles":"r2"}]}"#,
            "edition pt is for 2 to 4 players, not 5",
        ),
        (r#"{"racks":[{"tiles":""},{"tiles":"r1"}]}"#, "ended is missing: set it to out or pool"),
        (r#"{"ended":"over","racks":[{"tiles":""},{"tiles":"r1"}]}"#, "ended: `over` is not out or pool"),
        (r#"{"ended":"out","racks":[{"tiles":""},{"tiles":""}]}"#, "just one rack is empty, not 2"),
        (r#"{"ended":"out","racks":[{"tiles":"r1"},{"tiles":"r2"}]}"#, "just one rack is empty, not 0"),
        (r#"{"ended":"pool","racks":[{"tiles":"r1"},{"tiles":""}]}"#, "nobody is out, but rack 2 is empty"),
        (
            r#"{"edition":"school","ended":"pool","racks":[{"pushed":true},{"pushed":true}]}"#,
            "every rack was pushed over",
        ),
        (
            r#"{"ended":"out","racks":[{"tiles":""},{"pushed":true}]}"#,
            "rack 2: these rules have no price for a rack that was pushed over; `school` has one (F12)",
        ),
        (r#"{"edition":"word-b","ended":"out","racks":[{"tiles":""},{"pushed":true}]}"#, "have no price for a rack"),
        (
            r#"{"ended":"out","racks":[{"tiles":"","opened":false},{"tiles":"r2"}]}"#,
            "rack 1: a player who has not opened",
        ),
        (
            r#"{"ended":"out","racks":[{"tiles":""},{"tiles":"r2 r2"},{"tiles":"r2"}]}"#,
            "the racks together: too many r2; the box for 3 players has 2",
        ),
        (r#"{"ended":"out","racks":[{"tiles":""},{"tiles":"A"}]}"#, "rack 2: tiles: A is a letter"),
        (
            r#"{"ended":"out","racks":[{"tiles":""},{"tiles":"r2","last_drawn":"r3"}]}"#,
            "rack 2: r3 was drawn last, but is not on the rack",
        ),
        (r#"{"ended":"out","racks":[{"tiles":""},{"tiles":"r2","points":3}]}"#, "rack 2: points belong to play A"),
        (r#"{"ended":"out","racks":[{"tiles":""},{}]}"#, "racks[1].tiles is missing"),
        (
            r#"{"ended":"out","racks":[{"tiles":""},{"tiles":"r14"}]}"#,
            "line 1, column 48: racks[1].tiles: `r14` is not a tile",
        ),
        (r#"{"ended":"out","racks":[{"tiles":""},"r1"]}"#, "racks[1]: expected an object in { }, not a text"),
        (
            r#"{"ended":"out","racks":[{"tiles":""},{"tile":"r1"}]}"#,
            "racks[1].tile: there is no such field; there are tiles, opened",
        ),
        (r#"{"players":3,"ended":"out","racks":[{"tiles":""},{"tiles":"r1"}]}"#, "players is 3, but there are 2"),
        (
            r#"{"game":"words","play":"a","ended":"out","racks":[{"tiles":""},{"tiles":"A"}]}"#,
            "play A does not end when a rack is empty",
        ),
        (
            r#"{"game":"words","play":"a","racks":[{"tiles":"","pushed":true},{"tiles":"A"}]}"#,
            "rack 1: play A has no penalty",
        ),
        (r#"{"games":[]}"#, "there are no games"),
        (r#"{"games":[[]]}"#, "not 0"),
        (r#"{"games":[["1","-1"],["1","1"]]}"#, "game 2: the scores of a game sum to zero, not to 2"),
        (r#"{"games":[["1","-1"],["1","-1","0"]]}"#, "game 2: a game of 2 players has 2 scores, not 3"),
        (r#"{"games":[["1","x"]]}"#, "line 1, column 16: games[0][1]: `x` is not a score"),
        (r#"{"games":[["1",1.5]]}"#, "games[0][1]: expected a whole number or a text in quotes, not 1.5"),
        (r#"{"games":[["9223372036854775807","-9223372036854775808"]]}"#, "is not a score"),
        (r#"{"games":{}}"#, "games: expected a list in [ ], not an object"),
        (r#"{"lexicon":"large","games":[]}"#, "lexicon: there is no such field"),
    ] {
        let found = error("score", request);
        assert!(found.contains(expected), "{request}\n  {found}\n  {expected}");
    }
}

#[test]
fn people_see_a_small_table() {
    let racks = ["--rack", "", "--rack", "k7 r13", "--rack", "r9 b9 k9 y1", "--rack", "r10 b10 k10"];
    let ran = trinta(&[&["score", "--edition", "school"][..], &racks, &["--unopened", "3,4"]].concat());
    assert_eq!(
        ran.out,
        concat!(
            "player  score       rack\n",
            "     1    320  won  empty\n",
            "     2    -20       k7 r13\n",
            "     3   -100       k9 r9 b9 y1  (not opened, and could not have)\n",
            "     4   -200       k10 r10 b10  (not opened, but could have)\n"
        )
    );
    let ran = trinta(&["score", "--edition", "pt", "--games", "24 -5 -16 -3", "--games", "-6 -11 22 -5"]);
    assert_eq!(
        ran.out,
        concat!(
            "player     1     2     3     4\n",
            "game 1    24    -5   -16    -3\n",
            "game 2    -6   -11    22    -5\n",
            " total    18   -16     6    -8\n",
            "  wins     1     0     1     0\n",
            "Won by player 1\n"
        )
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn flags_and_json_give_the_same_result() {
    let out = |args: &[&str]| trinta(&[&["score", "--json"], args].concat()).out;
    let ended = ["--rack", "r1", "--rack", "b1", "--rack", "r10", "--rack", "b7"];
    assert_eq!(out(&ended), "{\"id\":null,\"scores\":[\"15/2\",\"15/2\",\"-9\",\"-6\"],\"winners\":[0,1]}\n");
    let pushed = ["--rack", "", "--rack", "", "--rack", "r10", "--rack", "b7", "--pushed", "2", "--ended", "out"];
    let at_school = [&["--edition", "school"], &pushed[..]].concat();
    assert_eq!(out(&at_school), "{\"id\":null,\"scores\":[\"217\",\"-200\",\"-10\",\"-7\"],\"winners\":[0]}\n");
    let own = [&["--set", "pushed=200"], &pushed[..]].concat();
    assert_eq!(out(&own), out(&at_school));
    let drawn = [
        &["--edition", "school", "--set", "unopened_rack=last-turn", "--rack", "", "--rack", "r10 b10 k10"][..],
        &["--unopened", "2", "--last-drawn", "2=k10"],
    ];
    assert_eq!(out(&drawn.concat()), "{\"id\":null,\"scores\":[\"100\",\"-100\"],\"winners\":[0]}\n");
    let no_turn = [
        &["--edition", "school", "--set", "unopened_rack=last-turn", "--rack", "", "--rack", "r10 b10 k10"][..],
        &["--unopened", "2", "--no-turn", "2"],
    ];
    assert_eq!(out(&no_turn.concat()), out(&drawn.concat()));
    let play_a = ["--edition", "word-a", "--rack", "AB", "--rack", "Q*", "--points", "61,74"];
    assert_eq!(out(&play_a), "{\"id\":null,\"scores\":[\"61\",\"44\"],\"winners\":[0]}\n");
    assert_eq!(out(&["--games", "1,-1"]), "{\"id\":null,\"totals\":[\"1\",\"-1\"],\"wins\":[1,0],\"winners\":[0]}\n");
}

#[test]
fn wrong_flags_say_what_to_do() {
    for (args, expected) in [
        (
            &["--rack", "", "--rack", "r1", "--unopened", "3"][..],
            "--unopened: there is no player 3; they are counted from 1 to 2",
        ),
        (&["--rack", "", "--rack", "r1", "--pushed", "0"], "--pushed: there is no player 0"),
        (
            &["--rack", "", "--rack", "r1", "--pushed", "2"],
            "rack 2: these rules have no price for a rack that was pushed",
        ),
        (&["--rack", "", "--rack", "r1", "--no-turn", "3"], "--no-turn: there is no player 3"),
        (&["--rack", "", "--rack", "r1", "--last-drawn", "k10"], "write it as PLAYER=TILES"),
        (&["--rack", "", "--rack", "r1 ?"], "--rack of player 2, column 4: `?` is not a tile"),
        (&["--rack", "", "--rack", "r1", "--points", "1"], "--points has 1 numbers for 2 players"),
        (&["--games", "1 -1", "--games", "2 x"], "--games, game 2: `x` is not a score"),
        (&["--games", "1 -1", "--rack", ""], "cannot be used with"),
        (&["--games", "1 -1", "--unopened", "1"], "cannot be used with"),
        (&[], "--rack"),
    ] {
        let ran = trinta(&[&["score"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains(expected), "{args:?}: {}", ran.err);
    }
}
