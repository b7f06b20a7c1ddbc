//! `trinta solve` for people: flags, positions in files, and the picture of a play.

mod common;

use common::{scratch, trinta, trinta_fed};
use serde_json::Value;

/// What is printed, with `…` for the time.
fn said(args: &[&str]) -> String {
    shown(&[&["solve"], args].concat(), b"")
}

fn shown(args: &[&str], input: &[u8]) -> String {
    let ran = trinta_fed(args, input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    let Some((before, time)) = ran.out.rsplit_once(" (") else { return ran.out };
    assert!(time.ends_with("s)\n"), "{time}");
    format!("{before} (…)\n")
}

fn refused(args: &[&str], input: &[u8]) -> String {
    let ran = trinta_fed(&[&["solve"], args].concat(), input);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
    ran.err
}

#[test]
fn the_table_after_the_play_with_its_new_tiles_marked() {
    assert_eq!(
        said(&["--table", "r3 r4 r5 | k7 r7 b7 | y1 y2 y3", "--rack", "r2 y7 k13"]),
        concat!(
            "Best play: 2 of 3 tiles, value 9: r2 y7\n",
            "+  1 [r2] r3 r4 r5\n",
            "+  2 k7 r7 b7 [y7]\n",
            "   3 y1 y2 y3\n",
            "steps 1. Add r2 from your rack to r3 r4 r5: r2 r3 r4 r5.\n",
            "      2. Add y7 from your rack to k7 r7 b7: k7 r7 b7 y7.\n",
            "rack  k13  (left: 13)\n",
            "table 1 set kept, 2 broken\n",
            "proof optimal: there is no better play (…)\n",
        )
    );
}

#[test]
fn sets_that_were_only_rearranged_have_a_mark_of_their_own() {
    let text = said(&["--table", "r1 r2 r3 r4 r5 r6 r7", "--rack", "k4 b4"]);
    assert!(text.contains("~  "), "{text}");
    assert!(text.contains("[b4]") || text.contains("[k4 b4]"), "{text}");
    assert!(text.contains("rack  empty\ntable 0 sets kept, 1 broken\n"), "{text}");
}

#[test]
fn words_are_drawn_as_words() {
    assert_eq!(
        said(&["--game", "words", "--table", "QUICK", "--rack", "LYX"]),
        concat!(
            "Best play: 2 of 3 tiles: LY\n",
            "+  1 QUICK[LY]\n",
            "steps 1. Add L Y from your rack to QUICK: QUICKLY.\n",
            "rack  X  (left: 1)\n",
            "table 0 words kept, 1 broken\n",
            "proof optimal: there is no better play (…)\n",
        )
    );
    let score = said(&["--edition", "word-a", "--table", "QUICK", "--rack", "LYX"]);
    assert!(score.starts_with("Best play: 2 of 3 tiles, score 7: LY\n"), "{score}");
    let opening = said(&["--edition", "word-b", "--unopened", "--rack", "QUICKLY"]);
    assert!(opening.starts_with("Best play: 7 of 7 tiles, opening with a word of 7 letters: CIKLQUY\n"), "{opening}");
}

#[test]
fn verdicts_on_openings() {
    assert_eq!(
        said(&["--objective", "opening", "--rack", "k10 r10 * y2"]),
        concat!(
            "Could open: 3 of 4 tiles, value 20, opening with 30 points: k10 r10 *\n",
            "+  1 [k10 r10 *]\n",
            "steps 1. Lay a new set from your rack: k10 r10 *.\n",
            "rack  y2  (left: 2)\n",
            "proof optimal: there is no better play (…)\n",
        )
    );
    let none = |args: &[&str]| said(args).lines().next().unwrap().to_owned();
    assert_eq!(
        none(&["--objective", "opening", "--rack", "k10 r10"]),
        "Could not open. The rack has no opening of 30 points."
    );
    assert_eq!(none(&["--unopened", "--rack", "k10 r10"]), "There is no play. The rack has no opening of 30 points.");
    assert_eq!(
        none(&["--set", "opening_points=0", "--objective", "opening", "--rack", "k10"]),
        "Could not open. The rack has no set."
    );
    assert_eq!(
        none(&["--game", "words", "--unopened", "--rack", "CAT"]),
        "There is no play. The rack has no opening with a word of 6 letters."
    );
}

#[test]
fn no_play_and_any_play() {
    assert_eq!(
        said(&["--table", "r3 r4 r5", "--rack", "k9"]),
        "There is no play. No tile of the rack can be placed.\nproof optimal: every play was ruled out (…)\n"
    );
    let any = said(&["--table", "r3 r4 r5", "--rack", "r6", "--objective", "any"]);
    assert!(any.starts_with("There is a play: 1 of 1 tile, value 6: r6\n+  1 r3 r4 r5 [r6]\n"), "{any}");
    assert!(any.ends_with("proof optimal: any play is as good as another (…)\n"), "{any}");
    let none = said(&["--table", "r3 r4 r5", "--rack", "k9", "--objective", "ANY"]);
    assert!(none.ends_with("proof optimal: every play was ruled out (…)\n"), "{none}");
}

#[test]
fn flags_and_json_give_the_same_result() {
    let one = |args: &[&str]| -> Value {
        let ran = trinta(&[&["solve", "--json"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        serde_json::from_str(&ran.out).unwrap()
    };
    let found = one(&["--table", "r3 r4 r5 | k7 r7 b7", "--rack", "r2 y7 k13"]);
    assert_eq!((&found["id"], &found["tiles"], &found["left"]), (&Value::Null, &2.into(), &13.into()));
    assert_eq!(one(&["--players", "5", "--table", "k7 r7 b7", "--rack", "r7 r7"])["tiles"], 0);
    assert_eq!(
        one(&["--edition", "school", "--set", "opening_points=3", "--unopened", "--rack", "r1 b1 k1"])["points"],
        3
    );
    assert_eq!(one(&["--game", "words", "--play", "a", "--table", "QUICK", "--rack", "LY"])["score"], 14);
    let themed = ["--game", "words", "--lexicon", "large", "--theme", "food", "--table", "PEAR", "--rack", "S"];
    assert_eq!(one(&themed)["table"], serde_json::json!(["PEARS"]));
    assert_eq!(one(&["--objective", "value", "--rack", "r1 r3 r4 k13 b13 *"])["value"], 26);
}

const POSITION: &str = "\
# What lies on the table, and what is on the rack.
Edition: hk
players: 5

table: r3 r4 r5
table:   k7 r7 b7 | y1 y2 y3
rack: r2 y7 k13
settings: opening_points = 40, turn_time = 90
opened: yes
";

#[test]
fn positions_come_from_files_and_standard_input() {
    let dir = scratch("positions");
    let path = dir.join("position.txt");
    std::fs::write(&path, POSITION).unwrap();
    let path = path.to_str().unwrap();
    let text = said(&[path]);
    assert!(text.starts_with("Best play: 2 of 3 tiles, value 9: r2 y7\n"), "{text}");
    assert_eq!(shown(&["solve", "-"], POSITION.as_bytes()), text);
    assert_eq!(shown(&["solve"], POSITION.as_bytes()), text, "without a word, standard input");
    let crlf = format!("\u{feff}{}", POSITION.replace('\n', "\r\n"));
    assert_eq!(shown(&["solve", "-"], crlf.as_bytes()), text);
    // Flags override what the file says.
    let other = said(&[path, "--rack", "k13", "--objective", "any", "--set", "opening_points=20"]);
    assert!(other.starts_with("There is no play."), "{other}");
    let unopened = said(&[path, "--unopened"]);
    assert!(unopened.starts_with("There is no play. The rack has no opening of 40 points."), "{unopened}");
    let json =
        "{\n  \"id\": 5,\n  \"table\": [\"r3 r4 r5\", \"k7 r7 b7\", \"y1 y2 y3\"],\n  \"rack\": \"r2 y7 k13\"\n}\n";
    assert_eq!(shown(&["solve", "-"], json.as_bytes()), text);
    let words =
        "game: words\nplay: b\nlexicon: everyday\ntheme:\ntable: QUICK\nrack: LY\nobjective: tiles\nbudget: 100000\n";
    assert!(shown(&["solve"], words.as_bytes()).contains("+  1 QUICK[LY]\n"));
}

#[test]
fn faults_in_files_name_line_and_column() {
    let wrong = |text: &str| refused(&["-"], text.as_bytes());
    assert_eq!(
        wrong("rack: r1\ntable: r3 r4 r5 | r14"),
        "error: standard input, line 2, column 19: table: `r14` is not a tile: numbers go from 1 to 13\n"
    );
    assert_eq!(
        wrong("rack r1"),
        "error: standard input, line 1: a position has lines of key: value, such as rack: r6 y7 k13\n"
    );
    assert_eq!(
        wrong("rack: r1\nRack: r2\n"),
        "error: standard input, line 2, column 7: rack: this key is given twice\n"
    );
    assert!(wrong("colour: r1\n").starts_with(
        "error: standard input, line 1, column 9: colour: there is no such key; there are id, players, opened, table, "
    ));
    assert_eq!(wrong("opened: maybe"), "error: standard input, line 1, column 9: opened: `maybe` is not yes or no\n");
    assert_eq!(
        wrong("players: many"),
        "error: standard input, line 1, column 10: players: expected a whole number, not `many`\n"
    );
    assert_eq!(
        wrong("settings: opening_points"),
        "error: standard input, line 1, column 11: settings: write it as KEY=VALUE, such as opening_points=20\n"
    );
    let long = "table: r1 r2 r3\n".repeat(60);
    assert!(wrong(&long).contains("line 54, column 8: table: more tiles than any box has"), "{}", wrong(&long));
    assert_eq!(
        wrong("{\n \"table\": [],\n \"rack\": \"é r14\"\n}"),
        "error: standard input, line 3, column 11: rack: `é` is not a tile: write a colour (k, r, b, y) and a number (r7), a letter (A) or a joker (*)\n"
    );
    assert_eq!(
        wrong("{\n \"table\": [],\n \"rack\"\n}"),
        "error: standard input, line 4, column 1: this is not JSON: expected `:`\n"
    );
    assert_eq!(wrong("{}"), "error: standard input: table is missing\n");
    assert!(refused(&["/no/such/file"], b"").contains("/no/such/file: "));
    let missing = "error: the rack is missing: give it with --rack, or a position in a file or on standard input; trinta solve --help has examples\n";
    assert_eq!(wrong("table: r1 r2 r3\n"), missing);
    assert_eq!(refused(&[], b""), missing);
    assert_eq!(refused(&["--table", "r1 r2 r3"], b"rack: r4\n"), missing);
}

#[test]
fn wrong_flags_name_flag_and_column() {
    assert_eq!(
        refused(&["--rack", "r1 r14"], b""),
        "error: --rack, column 4: `r14` is not a tile: numbers go from 1 to 13\n"
    );
    assert!(refused(&["--rack", "r1", "--table", "r1 | | r2"], b"").starts_with("error: --table, column 5: "));
    assert!(
        refused(&["--rack", "r1", "--objective", "best"], b"")
            .contains("[possible values: tiles, value, opening, any, score]")
    );
    assert!(
        refused(&["--rack", "r1", "--objective", "score"], b"")
            .starts_with("error: objective: score belongs to play A")
    );
    assert!(refused(&["--rack", "r1", "--budget", "x"], b"").contains("--budget"));
    assert!(refused(&["--rack", "r1", "--threads", "2"], b"").contains("--threads"));
    for flag in [&["--rack", "r1"][..], &["--json"], &["--unopened"], &["--edition", "hk"], &["--theme", "food"]] {
        let said = refused(&[flag, &["--jsonl"]].concat(), b"");
        assert!(said.contains("cannot be used with") && said.contains(flag[0]), "{said}");
    }
    let plain = trinta_fed(&["solve", "--rack", "r1"], b"");
    assert!(!plain.out.contains('\x1b'), "no colours in a pipe");
}

/// The README's sample is the output of the program, but for the time of the search.
#[test]
fn the_readme_shows_what_is_printed() {
    let readme = std::fs::read_to_string("../../README.md").unwrap();
    let block = readme.split("```").find(|block| block.trim_start().starts_with("$ trinta solve")).unwrap();
    let (command, expected) = block.trim_start().split_once('\n').unwrap();
    let parts: Vec<&str> = command.split('"').collect();
    assert_eq!(command, format!("$ trinta solve --table \"{}\" --rack \"{}\"", parts[1], parts[3]));
    let (expected, time) = expected.rsplit_once(" (").unwrap();
    assert!(time.trim_end().ends_with("s)"), "{time}");
    assert_eq!(said(&["--table", parts[1], "--rack", parts[3]]), format!("{expected} (…)\n"));
}
