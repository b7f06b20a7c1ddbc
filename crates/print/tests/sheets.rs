//! What is on the printed sheets, named by requirement.

mod common;

use common::{Desk, count, cup, options, people, text};
use serde_json::json;
use trinta_print::{Details, Document, Language, Options, PrintError, print};

fn in_all_languages(desk: &Desk, document: Document) -> Vec<(Language, String)> {
    Language::ALL.map(|language| (language, desk.print(document, &options(language)))).into()
}

#[test]
fn a15_the_invitation_has_all_eleven_lines_in_every_language() {
    let desk = Desk::new("plk-2017", &json!({}));
    let announced = ["待訂", "待定", "a anunciar", "to be announced"];
    for ((language, page), announced) in in_all_languages(&desk, Document::Invitation).into_iter().zip(announced) {
        assert_eq!(count(&page, "<tr><th>"), 11, "{language}");
        let text = text(&page);
        for expected in ["9:50", "10:00", "10:10", "10:20–11:50", "11:50–12:05", announced, "64", "16", " 3 "] {
            assert!(text.contains(expected), "{language}: {expected} in {text}");
        }
        // The remark on late comers, and three on the form of play.
        assert_eq!(count(&page, "<li>"), 4, "{language}");
        assert!(!text.contains(['{', '}']), "{language}: {text}");
    }
}

#[test]
fn a15_the_invitation_follows_the_settings() {
    let moved = Desk::new("plk-2017", &json!({"start": "10:30", "rounds": 4, "capacity": 32}));
    let text = text(&moved.print(Document::Invitation, &Options::default()));
    for expected in ["from 10:00", "10:10", "10:20", "10:30–12:30", "12:30–12:45", "32 players at 8 tables", "4 rounds"]
    {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    for format in ["no-repeat", "random", "swiss"] {
        for games in [1, 2] {
            let desk =
                Desk::new("4x4", &json!({"format": format, "games_per_round": games, "rounds": 1, "winners": 1}));
            for (language, page) in in_all_languages(&desk, Document::Invitation) {
                assert!(!page.split("<body>").nth(1).unwrap().contains(['{', '}']), "{language} {format}");
            }
        }
    }
}

#[test]
fn a02_a09_venue_and_prize_giving_are_printed_when_they_are_known() {
    let desk = cup();
    let details = Details {
        venue: Some("四樓禮堂".to_owned()),
        prize_giving: Some("25 January, 14:00".to_owned()),
        head_judge: Some("Ms Ieong".to_owned()),
        ..Details::default()
    };
    let options = Options { details, ..options(Language::En) };
    let invitation = text(&desk.print(Document::Invitation, &options));
    for expected in ["四樓禮堂", "25 January, 14:00", "Head judge: Ms Ieong"] {
        assert!(invitation.contains(expected), "{expected}");
    }
    let mut desk = desk;
    desk.begin(1);
    assert!(text(&desk.print(Document::Sheets, &options)).contains("四樓禮堂"));
}

#[test]
fn a05_the_rules_card_follows_the_rules_of_the_games() {
    let school = Desk::new("plk-2017", &json!({}));
    let text_of = |desk: &Desk| text(&desk.print(Document::Rules, &options(Language::En)));
    let rules = text_of(&school);
    for expected in ["30 points or more", "60 seconds", "draw 3 tiles", "a joker counts 30", "loses 100", "three pairs"]
    {
        assert!(rules.contains(expected), "{expected} in {rules}");
    }
    let box_rules = text_of(&Desk::new("plk-2017", &json!({"edition": "hk", "rules": {"opening_points": 25}})));
    assert!(box_rules.contains("25 points or more") && box_rules.contains("until nobody can play"), "{box_rules}");
    assert!(!box_rules.contains("loses 100") && !box_rules.contains("three pairs"), "{box_rules}");
    for (language, page) in in_all_languages(&school, Document::Rules) {
        assert_eq!(count(&page, "class=\"example\""), 7, "{language}");
    }
}

#[test]
fn g18_the_code_of_conduct_has_eighteen_points_in_every_language() {
    let desk = Desk::new("plk-2017", &json!({}));
    for (language, page) in in_all_languages(&desk, Document::Conduct) {
        let points: Vec<&str> = page.split("<li>").skip(1).collect();
        assert_eq!(points.len(), 18, "{language}");
        assert!(points[8].contains('2'), "{language}: two warnings");
        assert!(points[13].contains("200"), "{language}: 200 points");
        assert!(points[14].contains('3') && !points[14].contains('4'), "{language}: X01, three games");
        assert!(!text(&page).contains(['{', '}']), "{language}");
    }
}

#[test]
fn g18_its_figures_come_from_the_settings() {
    let desk = Desk::new("4x4", &json!({"edition": "hk"}));
    for (language, page) in in_all_languages(&desk, Document::Conduct) {
        let points: Vec<&str> = page.split("<li>").skip(1).collect();
        assert!(points[14].contains("16"), "{language}: four rounds of four games");
        assert!(!points[13].contains("200"), "{language}: this edition has no price for a pushed rack");
    }
}

#[test]
fn i01_to_i12_the_sheet_is_filled_in_before_the_round() {
    let mut desk = cup();
    desk.begin(1);
    let details = Details { judges: [((1, 7), "Ms Ieong".to_owned())].into(), ..Details::default() };
    let page = desk.print(Document::Sheets, &Options { details, ..options(Language::En) });
    let sheets: Vec<String> = page.split("<section").skip(1).map(text).collect();
    assert_eq!(sheets.len(), 16);
    let sheet = &sheets[6];
    for (requirement, expected) in [
        ("I01", "Number Tile Cup 2016–2017"),
        ("I02", "Round 1 of 3"),
        ("I03", "Judge: Ms Ieong"),
        ("I04", "Table (1–16) 7"),
        ("I05", "Wednesday, 18 January 2017"),
        ("I06", "Amelia Frost II"),
        ("I07", "25 26 27 28"),
        ("I08", "Write 1 if the player won the game, 0 if not"),
        ("I09", "Score (+/−)"),
        ("I10", "Game 1 Total"),
        ("I11", "Players are ranked by games won. Where that is equal, by the average score"),
        ("I12", "bad weather"),
    ] {
        assert!(sheet.contains(expected), "{requirement}: {expected} in {sheet}");
    }
    assert!(!sheets[0].contains("Ms Ieong"), "the judge of table 7 only");
    assert_eq!(count(&page, "class=\"qr\""), 16, "I04: a QR code of table and round");
}

#[test]
fn i13_the_sheet_has_room_for_everything_a_judge_notes() {
    let mut desk = cup();
    desk.begin(1);
    let page = desk.print(Document::Sheets, &options(Language::En));
    let sheet = text(page.split("<section").nth(1).unwrap());
    for expected in [
        "Began (number drawn)",
        "New deal asked for",
        "Out of time (3 tiles)",
        "Warning (point of the code)",
        "Not opened, could not−100",
        "Not opened, could−200",
        "Pushed over the rack−200",
        "pool empty",
        "time called",
        "Equal scores: number drawn",
        "2 move to table 2",
        "Paused (min)",
        "Players sign",
        "Judge signs",
    ] {
        assert!(sheet.contains(expected), "{expected} in {sheet}");
    }
}

#[test]
fn i10_a_round_of_four_games_has_a_row_for_each_and_the_total() {
    let mut desk = Desk::new("4x4", &json!({})).with_players(&people(16));
    desk.begin(1);
    let page = desk.print(Document::Sheets, &options(Language::En));
    let first = page.split("<section").nth(1).unwrap();
    assert!(text(first).contains("Game 1 Game 2 Game 3 Game 4 Total"), "{}", text(first));
    assert_eq!(count(&page, "<section"), 4 * 5, "a page of scores and four of records for each table");
    assert!(!text(first).contains("move to table"), "nobody moves in this format");
}

#[test]
fn i06_the_sheets_of_round_2_follow_the_rotation_and_the_last_round_has_no_moves() {
    let mut desk = cup();
    desk.play(1);
    desk.play(2);
    let page = desk.print(Document::Sheets, &Options { round: Some(2), ..options(Language::En) });
    // B04: the two best of table 16 have come to table 1.
    let first = text(page.split("<section").nth(1).unwrap());
    let seated = desk.tournament().table(2, 1).unwrap();
    let numbers: Vec<String> = seated.players.iter().map(ToString::to_string).collect();
    assert!(first.contains(&numbers.join(" ")), "{first}");
    desk.begin(3);
    let last = text(&desk.print(Document::Sheets, &options(Language::En)));
    assert!(last.contains("Round 3 of 3") && !last.contains("move to table"), "X13");
}

#[test]
fn b13_an_empty_seat_is_printed_as_one() {
    let mut desk = Desk::new("plk-2017", &json!({})).with_players(&people(7));
    desk.begin(1);
    for document in [Document::Sheets, Document::SeatingByTable] {
        assert!(text(&desk.print(document, &options(Language::En))).contains("empty seat"), "{document}");
    }
}

#[test]
fn i06_a_seat_keeps_its_letter_when_somebody_leaves() {
    let mut desk = Desk::new("plk-2017", &json!({})).with_players(&people(8));
    let seating = desk.begin(1);
    desk.done(&json!({"do": "withdraw", "number": 2, "why": "unwell"}));
    let rows = |desk: &Desk, document: Document, class: &str| -> Vec<String> {
        let page = desk.print(document, &options(Language::En));
        let part = page.split(class).nth(1).unwrap().to_owned();
        part.split("</tr>").map(text).collect()
    };
    let seats = rows(&desk, Document::SeatingByTable, "class=\"table-box\"");
    assert!(seats[1].contains("B empty seat") || seats[1].contains("Bempty seat"), "{seats:?}");
    assert!(seats[2].starts_with('C') && seats[2].contains(" 3 "), "{seats:?}");
    let sheet = text(desk.print(Document::Sheets, &options(Language::En)).split("<section").nth(1).unwrap());
    assert!(sheet.contains("Number 1 3 4"), "the number of seat B is blank: {sheet}");
    let racks = json!([{"number": 1, "sum": 0}, {"number": 3, "sum": 5}, {"number": 4, "sum": 9}]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
    desk.result(1, &seating["tables"][1]);
    for (document, class) in [(Document::Results, "class=\"result-box\""), (Document::Moves, "class=\"slip\"")] {
        let rows = rows(&desk, document, class);
        for (seat, number) in [("A", "1"), ("C", "3"), ("D", "4")] {
            assert!(rows.iter().any(|row| row.contains(&format!("{seat} {number} "))), "{document}: {rows:?}");
        }
    }
}

#[test]
fn a16_the_list_of_judges_names_tables_without_one() {
    let mut desk = cup();
    desk.begin(1);
    let judges = (1..=15).map(|table| ((1, table), format!("Judge {table}"))).collect();
    let details = Details { judges, ..Details::default() };
    let list = text(&desk.print(Document::Judges, &Options { details, ..options(Language::En) }));
    assert!(list.contains("Table 16 has no judge yet.") && list.contains("Judge 15"), "{list}");
}

#[test]
fn a16_a_replaced_judge_stays_on_the_sheets_of_the_round_before() {
    let mut desk = cup();
    desk.play(1);
    desk.begin(2);
    let judges = [((1, 7), "Mr Vong".to_owned()), ((2, 7), "Ms Ieong".to_owned())].into();
    let details = Details { judges, ..Details::default() };
    for (round, judge) in [(1, "Mr Vong"), (2, "Ms Ieong")] {
        let options = Options { round: Some(round), details: details.clone(), ..options(Language::En) };
        assert!(text(&desk.print(Document::Sheets, &options)).contains(&format!("Judge: {judge}")));
    }
}

#[test]
fn a16_judges_and_venue_come_from_the_tournament() {
    let mut desk = cup();
    desk.begin(1);
    desk.done(&serde_json::json!({"do": "details", "venue": "Fourth floor hall", "briefing": "10:05"}));
    desk.done(&serde_json::json!({"do": "judges", "round": 1, "judges": [{"table": 7, "name": "Mr Vong"}]}));
    let options = Options { details: Details::of(desk.tournament()), ..options(Language::En) };
    let sheets = text(&desk.print(Document::Sheets, &options));
    assert!(sheets.contains("Judge: Mr Vong") && sheets.contains("Fourth floor hall"), "{sheets}");
    assert!(text(&desk.print(Document::Invitation, &options)).contains("10:05"));
}

#[test]
fn a04_everybody_finds_the_table_by_number_and_by_name() {
    let mut desk = cup();
    desk.begin(1);
    let by_number = text(&desk.print(Document::SeatingByNumber, &options(Language::En)));
    assert!(
        by_number.contains("37 → 10") || by_number.contains("37→ 10") || by_number.contains("37 →10"),
        "{by_number}"
    );
    let by_name = text(&desk.print(Document::SeatingByName, &options(Language::En)));
    let at = |name: &str| by_name.find(name).unwrap_or_else(|| panic!("{name} in {by_name}"));
    assert!(at("Afonso da Luz") < at("Amelia Frost") && at("Vicente Amaral") < at("劉家朗"));
    let by_table = desk.print(Document::SeatingByTable, &options(Language::En));
    assert_eq!(count(&by_table, "class=\"table-box\""), 16);
}

#[test]
fn x21_prints_have_full_names() {
    let mut desk = cup();
    desk.play(1);
    for document in [Document::Cards, Document::Sheets, Document::SeatingByName, Document::Standings, Document::Results]
    {
        assert!(text(&desk.print(document, &options(Language::En))).contains("羅啟明 Lo Kai Meng"), "{document}");
    }
}

#[test]
fn b03_move_slips_say_who_goes_where() {
    let mut desk = cup();
    desk.play(1);
    let page = desk.print(Document::Moves, &options(Language::En));
    let slips: Vec<String> = page.split("class=\"slip\"").skip(1).map(text).collect();
    assert_eq!(slips.len(), 16);
    assert_eq!(count(&slips[15], "→ table 1"), 2, "B04: {}", slips[15]);
    assert_eq!(count(&slips[0], "stays"), 2, "{}", slips[0]);
    desk.done(&json!({"do": "seat", "round": 2}));
    assert_eq!(
        page,
        desk.print(Document::Moves, &options(Language::En)),
        "the seating of the ring is what the slips say"
    );
    let error = print(desk.tournament(), &[Document::Moves], &Options { round: Some(3), ..options(Language::En) });
    assert_eq!(error.unwrap_err(), PrintError::NotSeated(3));
}

#[test]
fn b06_an_open_draw_is_on_the_slip() {
    let mut desk = Desk::new("plk-2017", &json!({})).with_players(&people(8));
    let seating = desk.begin(1);
    let racks = json!([
        {"number": 1, "sum": 0}, {"number": 2, "sum": 5}, {"number": 3, "sum": 5}, {"number": 4, "sum": 9},
    ]);
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks}));
    desk.result(1, &seating["tables"][1]);
    let slips = text(&desk.print(Document::Moves, &options(Language::En)));
    assert!(slips.contains("One of these moves to table 2: draw number tiles"), "{slips}");
    assert_eq!(slips.matches('?').count(), 2, "{slips}");
}

#[test]
fn b10_standings_have_their_keys_and_the_cut() {
    let mut desk = cup();
    desk.play(1);
    for (language, page) in in_all_languages(&desk, Document::Standings) {
        assert_eq!(count(&page, "<tr class=\"cut\">"), 1, "{language}");
        assert_eq!(count(&page, "class=\"provisional\""), 1, "{language}: not finished");
    }
    let text = text(&desk.print(Document::Standings, &options(Language::En)));
    for expected in [
        "Standings after round 1",
        "Players are ranked by games won.",
        "the average score of all games played",
        "The 4 above the thick line win.",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
}

#[test]
fn g17_a_protest_flags_standings_and_results() {
    let mut desk = cup();
    desk.play(1);
    desk.done(&json!({"do": "protest", "round": 1, "table": 2, "why": "the sum"}));
    let standings = text(&desk.print(Document::Standings, &options(Language::En)));
    assert_eq!(standings.matches("⚑ ").count(), 4 + 1, "four players and the legend: {standings}");
    assert!(text(&desk.print(Document::Results, &options(Language::En))).contains("⚑ protest open: provisional"));
}

#[test]
fn f10_scores_are_exact() {
    let mut desk = Desk::new("plk-2017", &json!({})).with_players(&people(4));
    desk.begin(1);
    let sums = [1, 1, 10, 7];
    let racks: Vec<_> = (1..).zip(sums).map(|(number, sum)| json!({"number": number, "sum": sum})).collect();
    desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "pool", "racks": racks}));
    for document in [Document::Results, Document::Standings] {
        let text = text(&desk.print(document, &options(Language::En)));
        assert!(text.contains("+7½") && text.contains("−9") && text.contains("−6"), "{text}");
    }
}

#[test]
fn certificates_are_for_winners_without_an_order_unless_the_tournament_has_one() {
    for (play_off, expected) in [("cut", "One of the 4 winners"), ("ranks", "Place 1")] {
        let mut desk = Desk::new("plk-2017", &json!({"play_off": play_off, "rounds": 1})).with_players(&people(16));
        let error = print(desk.tournament(), &[Document::Certificates], &options(Language::En)).unwrap_err();
        assert_eq!(error, PrintError::NotFinished);
        desk.play(1);
        desk.done(&json!({"do": "finish"}));
        let page = desk.print(Document::Certificates, &options(Language::En));
        assert_eq!(count(&page, "<section"), 4);
        let text = text(&page);
        assert!(text.contains(expected) && text.contains("among 16 players"), "{text}");
    }
}

#[test]
fn signs_and_cards_have_codes_that_can_be_typed() {
    let mut desk = cup();
    desk.begin(1);
    let tournament = desk.tournament();
    for (document, pages, codes) in [(Document::Signs, 16, 32), (Document::Cards, 8, 64)] {
        let page = desk.print(document, &options(Language::En));
        assert_eq!((count(&page, "<section"), count(&page, "class=\"qr\"")), (pages, codes), "{document}");
        for label in page.split("aria-label=\"").skip(1) {
            let address = label.split('"').next().unwrap();
            let code = address.strip_prefix("http://192.168.1.20:3930/c#").unwrap();
            assert!(tournament.read_code(code).is_ok(), "{code}");
            assert!(page.contains(&format!("<b>{code}</b>")), "{code} is printed below its QR code");
        }
        let without = desk.print(document, &Options::default());
        assert_eq!(count(&without, "class=\"qr\""), 0, "no address, no QR codes");
    }
}

#[test]
fn what_people_typed_is_never_markup() {
    let hostile = [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "O'Neill & Söhne </td>",
        "עברית שם",
        "🀄🎉👩‍👩‍👧‍👦",
        "Wolfeschlegelsteinhausenbergerdorff",
        "{table} {movers:a|b}",
        "a\u{202e}b\nc",
    ];
    let players: Vec<_> = hostile.iter().map(|name| json!({"name": name, "school": name})).collect();
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": hostile[0], "date": "2017-01-18", "set": {"rounds": 1, "winners": 2}}));
    let mut desk = desk.with_players(&players);
    desk.play(1);
    desk.done(&json!({"do": "finish"}));
    let details = Details {
        venue: Some(hostile[0].to_owned()),
        prize_giving: Some(hostile[1].to_owned()),
        head_judge: Some(hostile[0].to_owned()),
        judges: [((1, 1), hostile[1].to_owned())].into(),
        ..Details::default()
    };
    let options = Options { details, ..options(Language::ZhHant) };
    for document in Document::ALL.into_iter().filter(|document| *document != Document::Moves) {
        let page = desk.print(document, &options);
        assert!(!page.contains("<script") && !page.contains("<img"), "{document}");
        assert_eq!(count(&page, "<section"), count(&page, "</section>"), "{document}");
        assert_eq!(count(&page, "<td"), count(&page, "</td>"), "{document}");
        assert_eq!(count(&page, "<bdi"), count(&page, "</bdi>"), "{document}");
    }
}

#[test]
fn a_file_needs_nothing_else() {
    let mut desk = cup();
    desk.play(1);
    desk.done(&json!({"do": "seat", "round": 2}));
    for document in Document::ALL.into_iter().filter(|document| *document != Document::Certificates) {
        let page = desk.print(document, &options(Language::ZhHans));
        for outside in ["<link", "<img", "<script", "url(", "@import", "src="] {
            assert!(!page.contains(outside), "{document}: {outside}");
        }
        assert!(page.starts_with("<!doctype html><html lang=\"zh-Hans\">"), "{document}");
    }
}

#[test]
fn what_is_not_there_yet_is_refused_with_its_reason() {
    let desk = Desk::new("plk-2017", &json!({}));
    let refused = |desk: &Desk, document, round| {
        let options = Options { round, ..options(Language::En) };
        print(desk.tournament(), &[document], &options).unwrap_err()
    };
    assert_eq!(refused(&desk, Document::Cards, None), PrintError::NoPlayers);
    assert_eq!(refused(&desk, Document::Standings, None), PrintError::NoPlayers);
    assert_eq!(refused(&desk, Document::Sheets, None), PrintError::NotSeated(1));
    assert_eq!(refused(&desk, Document::Sheets, Some(4)), PrintError::UnknownRound { round: 4, rounds: 3 });
    let mut desk = cup();
    let seating = desk.begin(1);
    assert_eq!(refused(&desk, Document::Moves, None), PrintError::MovesUnknown(1));
    seating["tables"].as_array().unwrap().iter().for_each(|table| desk.result(1, table));
    desk.done(&json!({"do": "seat", "round": 2}));
    let racks = json!([
        {"number": 1, "sum": 30}, {"number": 2, "sum": 20}, {"number": 3, "sum": 0}, {"number": 4, "sum": 5},
    ]);
    let correct = json!({"do": "correct", "round": 1, "table": 1, "ended": "out", "racks": racks, "why": "misread"});
    desk.done(&correct);
    assert_eq!(refused(&desk, Document::Sheets, Some(2)), PrintError::Stale(2));
}

#[test]
fn the_recovery_sheet_has_the_code_and_what_it_is_for_in_every_language() {
    let desk = cup();
    for language in Language::ALL {
        let page = text(&trinta_print::print_recovery(desk.tournament(), "K7X4-MNQA-F369-CDEG", &options(language)));
        assert!(page.contains("K7X4-MNQA-F369-CDEG"), "{language:?}");
        assert!(page.contains(desk.tournament().title()), "{language:?}");
    }
}
