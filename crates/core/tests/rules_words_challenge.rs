//! Spelling settled by challenge: W8.

mod common;

use common::{A, B, Bench, C, drew, list, passed, scores, settings, table, tiles};
use trinta_core::lexicon::Dictionary;
use trinta_core::{Command, CommandError, DrawReason, EndReason, Event, Fault, PassReason, Phase, Seat};

fn small() -> Dictionary {
    let words = "recover toy cape cat cats recovering";
    Dictionary::new(list(words))
}

/// A table of three at which spelling is settled by challenge.
fn bench(edition: &str, rack: &str) -> Bench {
    let by_challenge = settings(edition, &[("spelling", "challenge"), ("opening_words", "more")]);
    Bench::dealt(by_challenge, &[rack, "DOGDIS", ""], "Z X W U Q J K").spelling(small())
}

fn challenged(by: Seat, misspelt: &[&str]) -> Event {
    Event::Challenged { by, misspelt: misspelt.iter().map(ToString::to_string).collect() }
}

const fn stood(seat: Seat) -> Event {
    Event::ChallengeClosed { seat }
}

#[test]
fn w08_by_challenge_a_play_is_accepted_unchecked() {
    let mut bench = bench("word-b", "RECOVERTOY");
    let events = bench.play(A, "REVOCER").unwrap();
    let played = Event::Played {
        seat: A,
        table: table("REVOCER"),
        placed: tiles("RECOVER"),
        opening: Some(7),
        score: None,
        time_up: false,
    };
    assert_eq!(events, [played]);
    // What no word list can allow is refused all the same.
    assert_eq!(
        bench.refused(B, "REVOCER | DOGDIS | REVOCER").first(),
        Some(&Fault::WordTwice { set: 2, word: "REVOCER".into() })
    );
}

#[test]
fn w08_a_misspelt_word_sends_the_play_back_and_costs_one_tile_each() {
    let mut bench = bench("word-b", "RECOVERTOYCAPE");
    bench.play(A, "REVOCER | YOT | CAPE").unwrap();
    // Any opponent, not just the next one.
    assert_eq!(
        bench.seat(C, &Command::Challenge).unwrap(),
        [challenged(C, &["REVOCER", "YOT"]), Event::TakenBack { seat: A }, drew(A, "ZX", DrawReason::Misspelt)]
    );
    assert_eq!((bench.game.turn(), bench.on_table()), (Some(B), String::new()));
    assert_eq!(bench.game.seats()[0].rack.len(), 16);
    assert!(!bench.game.has_opened(A), "the opening is undone, too");
    assert_eq!(bench.seat(B, &Command::Challenge), Err(CommandError::NothingToChallenge));
}

#[test]
fn w08_a_challenge_that_fails_costs_the_challenger_a_tile() {
    let mut bench = bench("word-b", "RECOVERTOY");
    bench.play(A, "RECOVER").unwrap();
    assert_eq!(
        bench.seat(B, &Command::Challenge).unwrap(),
        [challenged(B, &[]), drew(B, "Z", DrawReason::FailedChallenge), stood(A)]
    );
    // B's turn goes on, the play stands for good.
    assert_eq!((bench.game.turn(), bench.on_table()), (Some(B), "RECOVER".into()));
    assert_eq!(bench.seat(C, &Command::Challenge), Err(CommandError::NothingToChallenge));
    assert_eq!(bench.game.seats()[1].rack.len(), 15);
}

#[test]
fn w08_a_challenge_is_open_until_the_next_player_acts() {
    let mut drawn = bench("word-b", "RECOVERTOY");
    drawn.play(A, "REVOCER").unwrap();
    assert_eq!(drawn.draw(B).unwrap(), [stood(A), drew(B, "Z", DrawReason::Choice)]);
    assert_eq!(drawn.seat(C, &Command::Challenge), Err(CommandError::NothingToChallenge));

    let mut answered = bench("word-b", "RECOVERTOY");
    answered.play(A, "REVOCER").unwrap();
    let events = answered.play(B, "REVOCER | DOGDIS").unwrap();
    assert_eq!(events[0], stood(A));
    // Only the words of the last play are judged: REVOCER stands.
    assert_eq!(answered.seat(A, &Command::Challenge).unwrap()[0], challenged(A, &["DOGDIS"]));
    assert_eq!(answered.on_table(), "REVOCER");
}

#[test]
fn w08_nobody_challenges_the_own_play_or_one_accepted() {
    let mut bench = bench("word-b", "RECOVERTOY");
    assert_eq!(bench.seat(B, &Command::Challenge), Err(CommandError::NothingToChallenge));
    bench.play(A, "REVOCER").unwrap();
    assert_eq!(bench.seat(A, &Command::Challenge), Err(CommandError::OwnPlay));
    assert_eq!(bench.seat(A, &Command::Accept), Err(CommandError::OwnPlay));
    assert_eq!(bench.seat(B, &Command::Accept).unwrap(), [Event::Accepted { seat: B }]);
    assert_eq!(bench.seat(B, &Command::Challenge), Err(CommandError::AlreadyAccepted));
    // When all have accepted it, it stands.
    assert_eq!(bench.seat(C, &Command::Accept).unwrap(), [Event::Accepted { seat: C }, stood(A)]);
}

#[test]
fn w08_elsewhere_there_is_nothing_to_challenge() {
    let mut bench = Bench::dealt(settings("word-b", &[]), &["RECOVER", ""], "").spelling(small());
    bench.play(A, "RECOVER").unwrap();
    assert_eq!(bench.seat(B, &Command::Challenge), Err(CommandError::NothingToChallenge));
    assert_eq!(bench.host(&Command::CloseChallenge), Err(CommandError::NothingToChallenge));
}

#[test]
fn w08_a_play_that_ends_the_game_is_provisional() {
    let mut bench = bench("word-b", "RECOVERTOYCAPE");
    assert_eq!(bench.play(A, "RECOVER | TOY | CAPE").unwrap().len(), 1);
    assert_eq!(*bench.game.phase(), Phase::Provisional(A));
    assert_eq!(bench.draw(B), Err(CommandError::AwaitingChallenge));
    assert_eq!(bench.seat(C, &Command::Accept).unwrap(), [Event::Accepted { seat: C }]);
    let events = bench.seat(B, &Command::Accept).unwrap();
    assert_eq!(events[..2], [Event::Accepted { seat: B }, stood(A)]);
    let outcome = bench.game.outcome().unwrap();
    assert_eq!((outcome.reason, &outcome.scores), (EndReason::Out, &scores(&[28, -14, -14])));
}

#[test]
fn w08_or_until_a_set_time_has_passed() {
    let mut ends = bench("word-b", "RECOVERTOYCAPE");
    ends.play(A, "RECOVER | TOY | CAPE").unwrap();
    assert_eq!(ends.seat(B, &Command::CloseChallenge), Err(CommandError::HostOnly));
    let events = ends.host(&Command::CloseChallenge).unwrap();
    assert_eq!(events[0], stood(A));
    assert_eq!(ends.game.outcome().unwrap().winners, [A]);
    // A play that ends nothing has no such time: the next player closes it.
    let mut goes_on = bench("word-b", "RECOVERTOY");
    goes_on.play(A, "RECOVER").unwrap();
    assert_eq!(goes_on.host(&Command::CloseChallenge), Err(CommandError::ChallengeStillOpen));
    assert_eq!(settings("word-b", &[]).words().unwrap().challenge_seconds, 30);
}

#[test]
fn w08_a_successful_challenge_of_the_last_play_lets_the_game_go_on() {
    let mut bench = bench("word-b", "RECOVERTOYCAPE");
    bench.play(A, "RECOVER | YOT | CAPE").unwrap();
    assert_eq!(
        bench.seat(B, &Command::Challenge).unwrap(),
        [challenged(B, &["YOT"]), Event::TakenBack { seat: A }, drew(A, "Z", DrawReason::Misspelt)]
    );
    assert_eq!((bench.game.turn(), bench.game.seats()[0].rack.len()), (Some(B), 15));
}

#[test]
fn w08_a_failed_challenge_of_the_last_play_costs_its_tile_in_the_score() {
    let mut bench = bench("word-b", "RECOVERTOYCAPE");
    bench.play(A, "RECOVER | TOY | CAPE").unwrap();
    let events = bench.seat(C, &Command::Challenge).unwrap();
    assert_eq!(events[..3], [challenged(C, &[]), drew(C, "Z", DrawReason::FailedChallenge), stood(A)]);
    assert_eq!(bench.game.outcome().unwrap().scores, scores(&[29, -14, -15]));
}

#[test]
fn w08_in_play_a_the_rack_is_filled_up_when_the_play_stands() {
    let mut stands = bench("word-a", "RECOVERINGCATS");
    let events = stands.play(A, "RECOVERING").unwrap();
    assert!(matches!(events[..], [Event::Played { score: Some(10), .. }]));
    assert_eq!(stands.draw(B).unwrap(), [stood(A), drew(A, "ZXW", DrawReason::Fill), drew(B, "U", DrawReason::Choice)]);
    // Sent back, the play is worth nothing and nothing is filled up.
    let mut back = bench("word-a", "RECOVERINGCATS");
    back.play(A, "REVOCERING").unwrap();
    back.seat(B, &Command::Challenge).unwrap();
    assert_eq!((back.game.seats()[0].points, back.game.seats()[0].rack.len()), (0, 15));
}

#[test]
fn w08_off_theme_counts_as_misspelt() {
    let by_challenge = settings("word-b", &[("spelling", "challenge"), ("theme", "own"), ("opening_letters", "3")]);
    let themed = small().with_theme(list("cat cats"));
    let mut bench = Bench::dealt(by_challenge, &["TOYCAT", ""], "Z").spelling(themed);
    bench.play(A, "TOY").unwrap();
    assert_eq!(bench.seat(B, &Command::Challenge).unwrap()[0], challenged(B, &["TOY"]));
}

#[test]
fn w08_a_play_sent_back_counts_as_a_pass_when_the_pool_is_empty() {
    let by_challenge = settings("word-b", &[("spelling", "challenge")]);
    let mut bench = Bench::dealt(by_challenge, &["RECOVER", ""], "").spelling(small());
    bench.draw_down_to(0);
    assert_eq!(bench.game.turn(), Some(A));
    bench.play(A, "REVOCER").unwrap();
    // Nothing is left to pay with (N20).
    assert_eq!(
        bench.seat(B, &Command::Challenge).unwrap(),
        [challenged(B, &["REVOCER"]), Event::TakenBack { seat: A }]
    );
    for seat in [B, A] {
        bench.pass(seat).unwrap();
        assert_eq!(bench.game.outcome(), None);
    }
    let events = bench.pass(B).unwrap();
    assert_eq!(events[0], passed(B, PassReason::Choice));
    assert_eq!(
        bench.game.outcome().unwrap().reason,
        EndReason::Passes,
        "the play that went back was the first of four"
    );
}
