//! The editions as data: every cell of the settings table of the rules, every override, every refusal.

mod common;

use common::settings;
use trinta_core::edition::{
    EDITIONS, FourthColour, JokerMoves, Jokers, MatchGames, MatchWinner, NewDeal, OpeningSets, OpeningWords,
    PlayVariant, PoolEmpty, Pushed, RulesVersion, SettingFault, Settings, SettingsBuilder, SpellingRule, TimeUp,
    Unopened, UnopenedRack, Unrestorable, ValidAtTimeUp, Value, online_settings, shipped, shipped_at,
};
use trinta_core::{Setup, TileSet};

const NUMBER_EDITIONS: [&str; 4] = ["hk", "cn", "pt", "school"];
const FILES: [&str; 8] = ["numbers", "hk", "cn", "pt", "school", "words", "word-a", "word-b"];

/// One row of the table: what hk, cn, pt and school say.
fn row<T: PartialEq + std::fmt::Debug>(cell: impl Fn(&Settings) -> T, expected: [T; 4]) {
    for (edition, expected) in NUMBER_EDITIONS.into_iter().zip(expected) {
        assert_eq!(cell(&settings(edition, &[])), expected, "{edition}");
    }
}

/// What is wrong with an edition once one setting is overridden.
fn refusal(edition: &str, overrides: &[(&str, &str)]) -> String {
    let mut builder = SettingsBuilder::edition(edition).unwrap();
    for (name, value) in overrides {
        builder.set(name, Value::read(value));
    }
    builder.build().map(|settings| format!("accepted: {settings:?}")).unwrap_err().to_string()
}

/// What is wrong with the text of an edition.
fn text_refusal(text: &str) -> String {
    SettingsBuilder::parse("own", text).and_then(|builder| builder.build()).unwrap_err().to_string()
}

#[test]
fn players_and_tiles() {
    row(|settings| settings.players.clone(), [2..=6, 2..=4, 2..=4, 2..=4]);
    row(|settings| settings.tile_set(4).size(), [106; 4]);
    assert_eq!(settings("hk", &[]).tile_set(5), TileSet::Large);
    for edition in NUMBER_EDITIONS {
        assert_eq!(Setup::new(settings(edition, &[("players", "2-6")]), 5).unwrap().tile_set().size(), 160);
    }
}

#[test]
fn opening_points_and_sets() {
    row(|settings| settings.numbers().unwrap().opening_points, [30; 4]);
    row(|settings| settings.numbers().unwrap().opening_sets, [OpeningSets::Any; 4]);
}

#[test]
fn joker_left_on_the_rack() {
    row(|settings| settings.joker_left, [30; 4]);
}

#[test]
fn turn_time() {
    row(|settings| settings.turn_seconds, [Some(60); 4]);
}

#[test]
fn time_up() {
    let book = TimeUp { idle: 1, invalid: 3, valid: ValidAtTimeUp::Counts };
    let school = TimeUp { idle: 3, invalid: 3, valid: ValidAtTimeUp::Back };
    row(|settings| settings.time_up, [book, book, book, school]);
}

#[test]
fn unrestorable_tiles() {
    let expected = [Unrestorable::ToPool, Unrestorable::Back, Unrestorable::ToPool, Unrestorable::DrawAsMany];
    row(|settings| settings.unrestorable, expected);
}

#[test]
fn pool_empty() {
    row(|settings| settings.pool_empty, [PoolEmpty::Pass, PoolEmpty::Pass, PoolEmpty::MustPlay, PoolEmpty::Pass]);
}

#[test]
fn unopened_at_the_end() {
    let sum = Unopened::RackSum;
    row(|settings| settings.numbers().unwrap().unopened, [sum, sum, sum, Unopened::Fixed(UnopenedRack::AtEnd)]);
}

#[test]
fn new_deal_on_three_pairs() {
    let no = NewDeal::No;
    row(|settings| settings.numbers().unwrap().new_deal, [no, no, no, NewDeal::BeforeAPlay]);
}

#[test]
fn games_in_a_match_and_its_winner() {
    let (one, free) = (MatchGames::Rounds(1), MatchGames::Free);
    row(|settings| settings.match_games, [one, one, free, free]);
    let games = MatchWinner::GamesThenPoints;
    row(|settings| settings.match_winner, [games, games, MatchWinner::Points, games]);
}

#[test]
fn jokers_are_in_every_box() {
    row(|settings| settings.numbers().unwrap().jokers, [Jokers::In; 4]);
}

#[test]
fn jokers_move_freely_and_only_school_prices_a_pushed_rack() {
    row(|settings| settings.numbers().unwrap().joker_moves, [JokerMoves::Any; 4]);
    row(|settings| settings.numbers().unwrap().pushed, [Pushed::No, Pushed::No, Pushed::No, Pushed::Fixed]);
    let letter = settings("hk", &[("joker_moves", "another-set")]);
    assert_eq!(letter.numbers().unwrap().joker_moves, JokerMoves::AnotherSet);
    assert_eq!(refusal("hk", &[("joker_moves", "free")]), "joker_moves: `free` is not one of any, another-set");
    assert_eq!(refusal("hk", &[("pushed", "100")]), "pushed: `100` is not one of no, 200");
    // The documents of the word game ask nothing of where a joker goes.
    assert!(refusal("word-b", &[("joker_moves", "any")]).starts_with("joker_moves: there is no such setting"));
}

#[test]
fn r10_on_screen_the_right_to_a_new_deal_lasts_until_the_own_first_turn_ends() {
    let mut builder = SettingsBuilder::edition("school").unwrap();
    for (setting, value) in online_settings("school") {
        builder.set(setting, Value::read(value));
    }
    assert_eq!(builder.build().unwrap().numbers().unwrap().new_deal, NewDeal::BeforeOwnTurn);
    for edition in ["hk", "cn", "pt", "word-a", "word-b"] {
        assert!(online_settings(edition).is_empty());
    }
}

#[test]
fn the_first_version_of_the_editions_is_what_it_was() {
    for edition in EDITIONS {
        let first = SettingsBuilder::edition_at(edition, RulesVersion::V1).unwrap();
        let names: Vec<&str> = first.entries().map(|(name, _)| name).collect();
        assert!(!names.contains(&"joker_moves") && !names.contains(&"pushed"), "{edition}");
        let first = first.build().unwrap();
        assert_eq!(first.version, RulesVersion::V1);
        if let Some(rules) = first.numbers() {
            // A pushed rack cost 200 everywhere, and jokers moved freely.
            assert_eq!((rules.joker_moves, rules.pushed), (JokerMoves::Any, Pushed::Fixed));
        } else {
            assert_eq!(first.time_up, TimeUp { idle: 1, invalid: 1, valid: ValidAtTimeUp::Back });
        }
        assert_eq!(settings(edition, &[]).version, RulesVersion::CURRENT);
    }
    let mut first = SettingsBuilder::edition_at("hk", RulesVersion::V1).unwrap();
    first.set("joker_moves", Value::read("any"));
    assert!(first.build().unwrap_err().to_string().starts_with("joker_moves: there is no such setting"));
    assert_ne!(shipped_at("words", RulesVersion::V1), shipped("words"));
    assert_eq!(shipped_at("hk", RulesVersion::V1), shipped("hk"));
}

#[test]
fn the_fourth_colour_has_two_names() {
    let (yellow, orange) = (FourthColour::Yellow, FourthColour::Orange);
    row(|settings| settings.numbers().unwrap().fourth_colour, [yellow, orange, orange, yellow]);
}

#[test]
fn the_word_editions() {
    let expected = [
        ("word-a", PlayVariant::A, PoolEmpty::End, Unrestorable::DrawOnlyNext),
        ("word-b", PlayVariant::B, PoolEmpty::Pass, Unrestorable::DrawAsMany),
    ];
    for (edition, play, pool_empty, unrestorable) in expected {
        let settings = settings(edition, &[]);
        let words = settings.words().unwrap();
        assert_eq!((settings.players.clone(), settings.turn_seconds, settings.joker_left), (2..=4, None, 30));
        assert_eq!(settings.time_up, TimeUp { idle: 1, invalid: 1, valid: ValidAtTimeUp::Counts });
        assert_eq!((settings.match_games, settings.match_winner), (MatchGames::Free, MatchWinner::Points));
        assert_eq!((words.play, settings.pool_empty, settings.unrestorable), (play, pool_empty, unrestorable));
        assert_eq!((words.opening_letters, words.opening_words), (6, OpeningWords::One));
        assert_eq!((words.spelling, words.challenge_seconds), (SpellingRule::Checked, 30));
        assert_eq!((words.lexicon.as_str(), words.theme.as_deref()), ("standard", None));
    }
}

#[test]
fn every_setting_line_cites_a_rule_and_its_source() {
    for file in FILES {
        let text = shipped(file).unwrap();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("base"));
        for line in lines {
            let comment = line.split_once(" # ").map_or("", |(_, comment)| comment);
            let (rules, source) = comment.split_once("; ").unwrap_or((comment, ""));
            for rule in rules.split(", ") {
                let (game, number) = rule.split_at(rule.len().min(1));
                let highest = if game == "N" { 26 } else { 15 };
                let known = number.parse().is_ok_and(|number: u32| (1..=highest).contains(&number));
                assert!(["N", "W", "F"].contains(&game) && known, "{file}: no rule in: {line}");
            }
            let sources = ["hk", "cn", "pt", "school", "word", "decision"];
            let cited = source.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| sources.contains(&word));
            assert!(cited, "{file}: no document in: {line}");
        }
    }
}

#[test]
fn every_playable_edition_is_listed_and_builds() {
    assert_eq!(EDITIONS, ["hk", "cn", "pt", "school", "word-a", "word-b"]);
    for edition in EDITIONS {
        assert_eq!(settings(edition, &[]).edition, edition);
    }
    assert_eq!(
        Settings::edition("jp").unwrap_err().to_string(),
        "there is no edition `jp`; there are hk, cn, pt, school, word-a, word-b"
    );
    // The shared bases are no editions of their own: what only one of them says is missing there.
    assert_eq!(
        Settings::edition("words").unwrap_err().to_string(),
        "unrestorable: this setting is missing; a complete edition starts with base = \"numbers\" or base = \"words\""
    );
}

#[test]
fn every_setting_of_the_number_game_can_be_overridden() {
    let set = |name: &str, value: &str| settings("hk", &[(name, value)]);
    let numbers = |name: &str, value: &str| set(name, value).numbers().unwrap().clone();
    assert_eq!(set("players", "3-5").players, 3..=5);
    assert_eq!(set("turn_time", "40").turn_seconds, Some(40));
    assert_eq!(set("turn_time", "none").turn_seconds, None);
    assert_eq!(set("time_up_idle", "0").time_up.idle, 0);
    assert_eq!(set("time_up_invalid", "1").time_up.invalid, 1);
    assert_eq!(set("time_up_valid", "back").time_up.valid, ValidAtTimeUp::Back);
    assert_eq!(set("unrestorable", "back").unrestorable, Unrestorable::Back);
    assert_eq!(set("unrestorable", "draw-as-many").unrestorable, Unrestorable::DrawAsMany);
    for (text, joker) in [("25", 25), ("50", 50), ("100", 100)] {
        assert_eq!(set("joker_left", text).joker_left, joker);
    }
    assert_eq!(set("pool_empty", "must-play").pool_empty, PoolEmpty::MustPlay);
    assert_eq!(set("pool_empty", "end").pool_empty, PoolEmpty::End);
    assert_eq!(set("pool_empty", "last-turn").pool_empty, PoolEmpty::LastTurn);
    assert_eq!(set("match_games", "7").match_games, MatchGames::Games(7));
    assert_eq!(set("match_games", "free").match_games, MatchGames::Free);
    assert_eq!(set("match_rounds", "2").match_games, MatchGames::Rounds(2));
    assert_eq!(set("match_winner", "points").match_winner, MatchWinner::Points);
    assert_eq!(numbers("opening_points", "0").opening_points, 0);
    assert_eq!(numbers("opening_points", "50").opening_points, 50);
    assert_eq!(numbers("opening_sets", "one").opening_sets, OpeningSets::One);
    assert_eq!(numbers("unopened", "100-200").unopened, Unopened::Fixed(UnopenedRack::AtEnd));
    assert_eq!(numbers("unopened", "100-200-always").unopened, Unopened::FixedAlways(UnopenedRack::AtEnd));
    let last = settings("school", &[("unopened_rack", "last-turn")]);
    assert_eq!(last.numbers().unwrap().unopened, Unopened::Fixed(UnopenedRack::LastTurn));
    assert_eq!(numbers("new_deal", "before-a-play").new_deal, NewDeal::BeforeAPlay);
    assert_eq!(numbers("new_deal", "before-own-turn").new_deal, NewDeal::BeforeOwnTurn);
    assert_eq!(numbers("jokers", "out").jokers, Jokers::Out);
    assert_eq!(settings("hk", &[("jokers", "out")]).tile_set(4), TileSet::ClassicNoJokers);
    assert_eq!(settings("hk", &[("jokers", "out")]).tile_set(6), TileSet::LargeNoJokers);
    assert_eq!(numbers("fourth_colour", "orange").fourth_colour, FourthColour::Orange);
}

#[test]
fn every_setting_of_the_word_game_can_be_overridden() {
    let words = |name: &str, value: &str| settings("word-b", &[(name, value)]).words().unwrap().clone();
    assert_eq!(words("opening_letters", "4").opening_letters, 4);
    assert_eq!(words("opening_words", "more").opening_words, OpeningWords::More);
    assert_eq!(words("spelling", "charged").spelling, SpellingRule::Charged);
    assert_eq!(words("spelling", "challenge").spelling, SpellingRule::Challenge);
    assert_eq!(words("challenge_time", "90").challenge_seconds, 90);
    assert_eq!(words("lexicon", "everyday").lexicon, "everyday");
    assert_eq!(words("theme", "food").theme.as_deref(), Some("food"));
    let a = settings("word-b", &[("play", "a"), ("pool_empty", "end")]);
    assert!(a.is_play_a());
    assert_eq!(settings("word-b", &[("pool_empty", "last-turn")]).pool_empty, PoolEmpty::LastTurn);
    assert_eq!(settings("word-a", &[("turn_time", "60")]).turn_seconds, Some(60));
}

#[test]
fn bad_values_are_refused_with_what_can_be() {
    let cases = [
        ("hk", "players", "1-4", "players: `1-4` is not one of ranges from 2-2 to 2-6, such as 2-4"),
        ("hk", "players", "2-7", "players: `2-7` is not one of ranges from 2-2 to 2-6, such as 2-4"),
        ("hk", "players", "4-2", "players: `4-2` is not one of ranges from 2-2 to 2-6, such as 2-4"),
        ("hk", "players", "4", "players: `4` is not one of ranges from 2-2 to 2-6, such as 2-4"),
        ("word-a", "players", "2-5", "players: `2-5` is not one of ranges from 2-2 to 2-4, such as 2-4"),
        ("hk", "turn_time", "4", "turn_time: 4 is not one of 5 to 3600"),
        ("hk", "turn_time", "3601", "turn_time: 3601 is not one of 5 to 3600"),
        ("hk", "turn_time", "never", "turn_time: never is not one of 5 to 3600"),
        ("hk", "time_up_idle", "11", "time_up_idle: 11 is not one of 0 to 10"),
        ("hk", "time_up_invalid", "-1", "time_up_invalid: -1 is not one of 0 to 10"),
        ("hk", "time_up_valid", "maybe", "time_up_valid: `maybe` is not one of counts, back"),
        (
            "hk",
            "unrestorable",
            "away",
            "unrestorable: `away` is not one of back, to-pool, draw-as-many, draw-only-next",
        ),
        ("hk", "joker_left", "101", "joker_left: 101 is not one of 0 to 100"),
        ("hk", "pool_empty", "stop", "pool_empty: `stop` is not one of pass, must-play, end, last-turn"),
        ("hk", "match_games", "0", "match_games: `0` is not one of players, free, 1 to 1000"),
        ("hk", "match_games", "many", "match_games: `many` is not one of players, free, 1 to 1000"),
        ("hk", "match_rounds", "0", "match_rounds: 0 is not one of 1 to 100"),
        ("hk", "match_winner", "luck", "match_winner: `luck` is not one of games-then-points, points"),
        ("hk", "opening_points", "51", "opening_points: 51 is not one of 0 to 50"),
        ("hk", "opening_points", "-1", "opening_points: -1 is not one of 0 to 50"),
        ("hk", "opening_sets", "two", "opening_sets: `two` is not one of any, one"),
        ("hk", "unopened", "100", "unopened: `100` is not one of rack-sum, 100-200, 100-200-always"),
        ("school", "unopened_rack", "first", "unopened_rack: `first` is not one of at-end, last-turn"),
        ("hk", "new_deal", "yes", "new_deal: `yes` is not one of no, before-a-play, before-own-turn"),
        ("hk", "jokers", "none", "jokers: `none` is not one of in, out"),
        ("hk", "fourth_colour", "green", "fourth_colour: `green` is not one of yellow, orange"),
        ("hk", "game", "chess", "game: `chess` is not one of numbers, words"),
        ("word-b", "play", "c", "play: `c` is not one of a, b"),
        ("word-b", "opening_letters", "2", "opening_letters: 2 is not one of 3 to 10"),
        ("word-b", "opening_letters", "11", "opening_letters: 11 is not one of 3 to 10"),
        ("word-b", "opening_words", "two", "opening_words: `two` is not one of one, more"),
        ("word-b", "spelling", "any", "spelling: `any` is not one of checked, charged, challenge"),
        ("word-b", "challenge_time", "4", "challenge_time: 4 is not one of 5 to 600"),
    ];
    for (edition, name, value, message) in cases {
        assert_eq!(refusal(edition, &[(name, value)]), message);
    }
}

#[test]
fn impossible_combinations_are_refused_with_the_reason() {
    let nobody_unopened = "unopened: with opening_points = 0 nobody counts as unopened (N10): only `rack-sum` fits";
    assert_eq!(refusal("school", &[("opening_points", "0")]), nobody_unopened);
    assert_eq!(refusal("hk", &[("opening_points", "0"), ("unopened", "100-200-always")]), nobody_unopened);
    assert_eq!(
        refusal("hk", &[("opening_points", "0"), ("opening_sets", "one")]),
        "opening_sets: with opening_points = 0 there is no opening (N10): only `any` fits"
    );
    assert_eq!(
        refusal("hk", &[("unopened_rack", "last-turn")]),
        "unopened_rack: `last-turn` needs unopened = \"100-200\": a rack sum asks nothing of the last turn"
    );
    let rounds = "match_rounds: rounds go with match_games = \"players\"; else there is only 1";
    assert_eq!(refusal("pt", &[("match_rounds", "2")]), rounds);
    assert_eq!(refusal("cn", &[("match_rounds", "2"), ("match_games", "5")]), rounds);
    for pool_empty in ["pass", "must-play", "last-turn"] {
        assert_eq!(
            refusal("word-a", &[("pool_empty", pool_empty)]),
            "pool_empty: play A ends when the pool is empty (W10), so this can only be `end`"
        );
    }
    for edition in ["hk", "word-b"] {
        assert_eq!(
            refusal(edition, &[("unrestorable", "draw-only-next")]),
            "unrestorable: `draw-only-next` belongs to play A of the word game (W12)"
        );
    }
}

#[test]
fn unknown_settings_are_refused_with_those_there_are() {
    let message = refusal("hk", &[("opening_letters", "6")]);
    assert_eq!(
        message,
        "opening_letters: there is no such setting; this game has fourth_colour, game, joker_left, joker_moves, \
         jokers, match_games, match_rounds, match_winner, new_deal, opening_points, opening_sets, players, pool_empty, \
         pushed, time_up_idle, time_up_invalid, time_up_valid, turn_time, unopened, unopened_rack, unrestorable"
    );
    assert!(refusal("word-a", &[("opening_points", "30")]).starts_with("opening_points: there is no such setting"));
}

#[test]
fn a_file_is_refused_with_line_and_column() {
    assert_eq!(
        text_refusal("base = \"hk\"\nopening_points = 60\n"),
        "line 2, column 18: opening_points: 60 is not one of 0 to 50"
    );
    assert_eq!(
        text_refusal("# own\nbase = \"hk\"\n\njoker = 30\n").split(';').next(),
        Some("line 4, column 9: joker: there is no such setting")
    );
    assert_eq!(
        text_refusal("base = \"hk\"\nturn_time = \"60\"\n"),
        "line 2, column 13: turn_time: write the number 60 without quotes"
    );
    assert_eq!(
        text_refusal("base = \"xx\"\n"),
        "line 1, column 8: base: there is no edition `xx` to build on; there are numbers, words, hk, cn, pt, school, word-a, word-b"
    );
    assert_eq!(
        text_refusal("base = \"hk\"\nturn_time = 1.5\n"),
        "line 2, column 13: turn_time: a setting is a whole number or a text in quotes"
    );
    assert_eq!(
        text_refusal("base = \"hk\"\nturn_time = [60]\n"),
        "line 2, column 13: turn_time: a setting is a whole number or a text in quotes"
    );
    assert_eq!(
        text_refusal("base = \"hk\"\nturn_time = 99999999999999999999\n"),
        "line 2, column 13: turn_time: 99999999999999999999 is too large a number"
    );
    assert_eq!(
        text_refusal("players = \"2-4\"\n"),
        "game: this setting is missing; a complete edition starts with base = \"numbers\" or base = \"words\""
    );
    // The column counts characters, not bytes.
    assert_eq!(
        text_refusal("base = \"hk\"\nmatch_winner = \"分\" # 贏家\nunopened = \"無\"\n"),
        "line 2, column 16: match_winner: `分` is not one of games-then-points, points"
    );
}

#[test]
fn what_is_not_toml_is_refused_with_line_and_column() {
    for (text, at) in [
        ("base = \"hk\"\nopening_points 30\n", (2, 16)),
        ("base = \"hk\nplayers = \"2-4\"\n", (1, 11)),
        ("base = \"hk\"\nbase = \"cn\"\n", (2, 1)),
        ("base = \"hk\"\nturn_time =\n", (2, 12)),
    ] {
        let error = SettingsBuilder::parse("own", text).unwrap_err();
        assert!(matches!(error.fault, SettingFault::NotToml(_)), "{error}");
        assert_eq!(error.at, Some(at), "{text:?}: {error}");
        assert!(error.to_string().starts_with(&format!("line {}, column {}: this is not TOML: ", at.0, at.1)));
    }
}

#[test]
fn an_own_edition_builds_on_a_shipped_one() {
    let own = SettingsBuilder::parse("club", "base = \"school\"\nturn_time = 40\nopening_points = 50\n").unwrap();
    let settings = own.build().unwrap();
    assert_eq!((settings.edition.as_str(), settings.turn_seconds), ("club", Some(40)));
    assert_eq!(settings.numbers().unwrap().new_deal, NewDeal::BeforeAPlay);
    let differences = own.differences(&SettingsBuilder::edition("school").unwrap());
    let expected = [("opening_points", 50), ("turn_time", 40)];
    assert!(
        differences
            .iter()
            .map(|(name, value)| (name.as_str(), value.clone()))
            .eq(expected.map(|(name, value)| (name, Value::Number(value))))
    );
}
