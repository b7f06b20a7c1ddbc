//! Every way to get a record wrong gives one clear message with its line and column.

use trinta_core::record::Record;

const HEAD: &str = "Trinta: 1\nEdition: hk\nPlayer A: Ana\nPlayer B: Bo\n\n";

/// What is said about a text.
fn said(text: &str) -> String {
    match Record::read(text) {
        Ok(located) => located.replay().map_or_else(|error| error.to_string(), |_| "nothing".to_owned()),
        Err(error) => error.to_string(),
    }
}

/// What is said about an event behind a good header: always on line 6.
fn said_of_event(line: &str) -> String {
    said(&format!("{HEAD}{line}\n"))
}

#[test]
fn a_good_header_is_a_record_of_nothing_yet() {
    assert_eq!(said(HEAD), "nothing");
    assert_eq!(said(&format!("\u{feff}{HEAD}").replace('\n', "\r\n")), "nothing");
}

#[test]
fn headers() {
    let not_a_record = "line 1, column 1: a record begins with `Trinta: 1`, or with {\"trinta\":1,…} as JSON lines";
    for text in ["", "\n", "hello", "Edition: hk\n", "\n\nlot A k7\n"] {
        assert_eq!(said(text), not_a_record, "{text:?}");
    }
    let cases = [
        (
            "Trinta: 2\n",
            "line 1, column 9: version `2` of the record format is not known here; this program reads version 1",
        ),
        ("Trinta: 1\nwhat\n", "line 2, column 1: a header line is `Key: value`; an empty line ends the header"),
        ("Trinta: 1\nTrinta: 1\n", "line 2, column 1: `Trinta` comes twice"),
        ("Trinta: 1\n\n", "line 1, column 1: the header has no `Edition`"),
        (
            "Trinta: 1\nEdition: xx\nPlayer A: a\n",
            "line 3, column 1: there is no edition `xx`; there are hk, cn, pt, school, word-a, word-b",
        ),
        ("Trinta: 1\nEdition: hk\nPlayer A: a\n", "line 3, column 1: edition hk is for 2 to 6 players, not 1"),
        (
            "Trinta: 1\nPlayer B: b\n",
            "line 2, column 11: the players are seats A, B and so on without a gap; `Player B` does not follow",
        ),
        (
            "Trinta: 1\nEdition: hk\nSettings: opening_points\n",
            "line 3, column 11: a setting is `name = value`; several are separated by commas",
        ),
        ("Trinta: 1\nSeed: 12\n", "line 2, column 7: expected 64 hexadecimal digits here (0 to 9, a to f)"),
        (
            "Trinta: 1\nEntropy A: 123\n",
            "line 2, column 12: entropy is an even number of hexadecimal digits, at most 510",
        ),
        (
            "Trinta: 1\nLexicon: standard\n",
            "line 2, column 10: a word list is its name and the SHA-256 of its words, such as `standard 0123…`",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(said(text), message);
    }
    assert!(
        said("Trinta: 1\nColour: red\n")
            .starts_with("line 2, column 1: `Colour` is not a key of the header; there are Trinta,")
    );
    let with = |line: &str| said(&HEAD.replacen("\n\n", &format!("\n{line}\n\n"), 1));
    assert_eq!(with("Date: 2026-02-30"), "line 5, column 1: `2026-02-30` is not a date such as 2026-11-15");
    assert_eq!(with("Date: 2024-02-29"), "nothing");
    assert_eq!(with("Settings: opening_points = 99"), "line 5, column 1: opening_points: 99 is not one of 0 to 50");
    assert_eq!(
        with("Entropy C: 00"),
        "line 5, column 1: there is entropy, or a commitment to it, of a seat without a player"
    );
    let long = format!("Player C: {}", "x".repeat(65));
    assert!(with(&long).contains("a player's name is 1 to 64 characters long"));
}

#[test]
fn events_that_can_not_be_read() {
    let cases = [
        (
            "jump",
            "line 6, column 1: `jump` is not an event; there are lot, deal, end, and after a seat: play, draw, pass, new-deal, return, refused, challenge, accept, take-back, stood",
        ),
        ("A", "line 6, column 2: an event is missing here"),
        (
            "A fly",
            "line 6, column 3: `fly` is not an event; there are lot, deal, end, and after a seat: play, draw, pass, new-deal, return, refused, challenge, accept, take-back, stood",
        ),
        ("lot Z k7", "line 6, column 5: `Z` is not a seat; seats are A to F"),
        ("lot A k7, B", "line 6, column 11: a tile is missing here"),
        ("lot A k7, B r14", "line 6, column 13: `r14` is not a tile: numbers go from 1 to 13"),
        ("deal Q", "line 6, column 6: `Q` is not a seat; seats are A to F"),
        ("deal A; A k1; B r1", "line 6, column 19: pool is missing here"),
        ("deal A; A k1; C r1; pool k2", "line 6, column 15: pool is missing here"),
        (
            "A draw q9",
            "line 6, column 8: `q9` is not a tile: the colours are k (black), r (red), b (blue) and y (yellow or orange)",
        ),
        ("A draw k1; because", "line 6, column 12: `because` does not belong here"),
        ("A play r1 r2 r4; placed r1", "line 6, column 8: set 1: the numbers of a run follow each other without a gap"),
        ("A play r1 r2 r3", "line 6, column 16: placed is missing here"),
        ("A play r1 r2 r3; placed r1; opening much", "line 6, column 37: `much` is not a whole number of points"),
        ("A play r1 r2 r3; placed r1; early", "line 6, column 29: `early` does not belong here"),
        ("A pass; time-up soon", "line 6, column 17: `soon` does not belong here"),
        ("A pass now", "line 6, column 8: `now` does not belong here"),
        ("end", "line 6, column 4: a reason is missing here"),
        ("end soon", "line 6, column 5: `soon` does not belong here"),
        (
            "end out; A; B k1; scores 1 x; winners A",
            "line 6, column 28: `x` is not a score: write a whole number (-5) or a fraction (15/2) as shares among up to 6 players give it",
        ),
        (
            "end out; A; B k1; could-open maybe; scores 1 -1; winners A",
            "line 6, column 30: `maybe` does not belong here",
        ),
        ("end out; A; B k1; scores 1 -1", "line 6, column 30: winners is missing here"),
    ];
    for (line, message) in cases {
        assert_eq!(said_of_event(line), message, "{line}");
    }
}

#[test]
fn events_that_the_rules_refuse() {
    assert_eq!(
        said_of_event("A draw k1"),
        "line 6, column 1: the rules refuse this: the tiles have not been dealt yet"
    );
    assert_eq!(said_of_event("deal A; A k1; B r1; pool k2"), "line 6, column 1: this can't happen here by itself");
    assert_eq!(said_of_event("F pass"), "line 6, column 1: the rules refuse this: there is no seat F at this table");
    assert!(
        said_of_event("lot A k7, B r7").starts_with("line 6, column 1: the record breaks off: what follows is lot A ")
    );
    assert!(
        said_of_event("lot A k7, B r7, A k8").starts_with("line 6, column 1: by the rules this is: lot A k7, B r7")
    );
}

#[test]
fn json_lines() {
    let head = "{\"trinta\":1,\"edition\":\"hk\",\"players\":[\"Ana\",\"Bo\"]}\n";
    assert_eq!(said(head), "nothing");
    let cases = [
        ("{", "line 1, column 1: EOF while parsing an object"),
        (
            "{\"trinta\":3,\"edition\":\"hk\",\"players\":[]}",
            "line 1, column 1: version `3` of the record format is not known here; this program reads version 1",
        ),
        (
            "{\"trinta\":1,\"edition\":\"hk\",\"players\":[\"a\",\"\"]}",
            "line 1, column 1: a player's name is 1 to 64 characters long, without control characters",
        ),
        ("{\"trinta\":1,\"players\":[]}", "line 1, column 25: missing field `edition`"),
    ];
    for (text, message) in cases {
        assert_eq!(said(text), message);
    }
    assert_eq!(said(&format!("\u{feff}{head}")), "nothing");
    let event = |line: &str| said(&format!("{head}{line}\n"));
    for line in [
        "{\"event\":\"passed\",\"seat\":9,\"why\":\"choice\"}",
        "{\"event\":\"lot\",\"draws\":[]}",
        "{\"event\":\"lot\",\"draws\":[{\"seat\":0,\"tiles\":[]}]}",
        "{\"event\":\"challenged\",\"by\":0,\"misspelt\":[\"A B\"]}",
    ] {
        assert!(event(line).starts_with("line 2, column 1: no game has a value like one on this line"), "{line}");
    }
    let odd = "{\"trinta\":1,\"edition\":\"word-b\",\"settings\":{\"lexicon\":\"a,b\"},\"players\":[\"a\",\"b\"]}";
    assert!(said(odd).starts_with("line 1, column 1: no game has a value like one on this line"), "{}", said(odd));
    assert!(event("{\"event\":\"jump\"}").starts_with("line 2, column "), "{}", event("{\"event\":\"jump\"}"));
    assert!(event("{\"event\":\"jump\"}").contains("unknown variant `jump`"));
    assert!(
        event("{\"event\":\"drew\",\"seat\":0,\"tiles\":\"r99\",\"why\":\"choice\"}")
            .contains("`r99` is not a tile: numbers go from 1 to 13")
    );
    assert!(
        event("{\"event\":\"passed\",\"seat\":0,\"why\":\"choice\",\"extra\":1}").contains("unknown field `extra`")
    );
    assert!(event("{\"event\":\"passed\",\"seat\":300,\"why\":\"choice\"}").contains("expected u8"));
    assert!(event("{\"event\":\"passed\",\"seat\":200,\"why\":\"choice\"}").contains("no game has a value"));
}
