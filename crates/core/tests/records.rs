//! Records: both forms round-trip, replay gives the game back, verification redoes it, and damage is named.

use trinta_core::record::{
    AbortedDeal, DealStage, Header, Record, ShuffleProof, VerifyError, replay, to_json_lines, to_text, verify,
};
use trinta_core::shuffle::{Bytes32, commitment, entropy_commitment};
use trinta_core::{
    Actor, Aids, AnyWord, Command, EndReason, Event, Game, NoSearch, PlainSearch, Search, Seat, Spelling,
};
use trinta_testkit::case::SearchKind;
use trinta_testkit::{Case, Dice, Library, play_game};

/// The record of the random game of a case, with its seed.
fn record(case: &Case, library: &Library) -> (Record, trinta_core::Game) {
    let report = play_game(case, library).unwrap();
    let mut header = case.header(library);
    // Names may hold what means something elsewhere in a record.
    header.players[1] = "Bo: the second; É".to_owned();
    (Record { header, events: report.watched.events }, report.watched.game)
}

fn each(games: u64, mut check: impl FnMut(&Case, &Library, &Record, &trinta_core::Game)) {
    let library = Library::everyday();
    for seed in 0..games {
        for case in [Case::numbers(seed), Case::words(seed)] {
            let (record, game) = record(&case, &library);
            check(&case, &library, &record, &game);
        }
    }
}

#[test]
fn both_forms_round_trip_and_replay_to_the_same_game() {
    each(400, |case, _, record, game| {
        let text = Record::read(&to_text(record)).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert_eq!(text.record, *record, "{}", case.name);
        let json = Record::read(&to_json_lines(record)).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert_eq!(json.record, *record, "{}", case.name);
        let replayed = text.replay().unwrap_or_else(|error| panic!("seed {} {}: {error}", case.seed, case.name));
        assert_eq!(replayed, *game, "{}", case.name);
    });
}

#[test]
fn a_record_verifies_with_its_seed_its_words_and_a_search() {
    each(60, |case, library, record, game| {
        let (dictionary, _) = &library.0[case.word_list];
        // What was played without search is verified without.
        let search: &dyn Search = match case.search {
            SearchKind::Exact => &PlainSearch,
            SearchKind::None => &NoSearch,
            SearchKind::Arbitrary => return,
        };
        let verified = verify(record, search, Some(dictionary as &dyn Spelling))
            .unwrap_or_else(|error| panic!("seed {} {}: {error}", case.seed, case.name));
        assert_eq!(verified.game, *game);
        assert_eq!(verified.shuffle, ShuffleProof::Committed);
    });
}

#[test]
fn an_end_that_the_search_can_not_tell_is_believed() {
    let library = Library::everyday();
    let blocked = |record: &Record| {
        let end = record.events.last();
        matches!(end, Some(Event::Ended { reason: EndReason::Blocked, could_open, .. }) if could_open.is_empty())
    };
    let cases = (0..4_000).map(Case::numbers).filter(|case| case.search == SearchKind::Arbitrary);
    let mut seen = 0;
    for case in cases {
        let (record, game) = record(&case, &library);
        if blocked(&record) {
            seen += 1;
            assert_eq!(verify(&record, &NoSearch, None).unwrap().game, game, "seed {}", case.seed);
        }
        if seen == 5 {
            return;
        }
    }
    panic!("only {seen} games ended blocked");
}

#[test]
fn a_seed_that_was_not_committed_to_is_found() {
    let library = Library::everyday();
    let (mut record, _) = record(&Case::numbers(1), &library);
    let wrong = Bytes32([1; 32]);
    record.header.seed = Some(wrong);
    let of_seed = commitment(&wrong);
    assert_eq!(verify(&record, &NoSearch, None), Err(VerifyError::Commitment { of_seed }));
    record.header.commitment = Some(of_seed);
    let Err(VerifyError::Replay(error)) = verify(&record, &NoSearch, None) else {
        panic!("another seed deals the same")
    };
    assert_eq!(error.event, 0);
    record.header.seed = None;
    assert_eq!(verify(&record, &NoSearch, None).unwrap().shuffle, ShuffleProof::None);
}

/// A record of a game that two of its players and the server have dealt together.
fn joint_record() -> Record {
    let library = Library::everyday();
    let case = (0..).map(Case::numbers).find(|case| case.setup.players() > 2).unwrap();
    let (mut record, _) = record(&case, &library);
    let header = &mut record.header;
    let deal = commitment(&header.seed.unwrap());
    (header.commitment, header.entropy) = (Some(deal), vec![vec![5; 32], Vec::new(), vec![6; 32]]);
    header.committed = vec![Some(entropy_commitment(&deal, &[5; 32])), None, Some(entropy_commitment(&deal, &[6; 32]))];
    header.aborted =
        vec![AbortedDeal { commitment: Bytes32([9; 32]), stage: DealStage::Reveal, missing: vec![Seat(1)] }];
    let shuffler = header.shuffler().unwrap().unwrap();
    let game = Game::new(header.setup().unwrap());
    let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &shuffler };
    record.events = game.decide(Actor::Host, &Command::Deal, &aids).unwrap();
    record
}

#[test]
fn entropy_with_commitments_is_verified_and_both_forms_round_trip() {
    let record = joint_record();
    assert_eq!(verify(&record, &NoSearch, None).unwrap().shuffle, ShuffleProof::Joint { seats: 2 });
    for text in [to_text(&record), to_json_lines(&record)] {
        assert_eq!(Record::read(&text).unwrap().record, record, "{text}");
    }
}

#[test]
fn entropy_that_was_not_committed_to_is_found() {
    let refused = |change: &dyn Fn(&mut Header)| {
        let mut record = joint_record();
        change(&mut record.header);
        verify(&record, &NoSearch, None).unwrap_err()
    };
    assert_eq!(refused(&|header| header.entropy[2][0] ^= 1), VerifyError::EntropyCommitment(Seat(2)));
    assert_eq!(refused(&|header| header.entropy[0].clear()), VerifyError::EntropyCommitment(Seat(0)));
    assert_eq!(refused(&|header| header.entropy[1] = vec![1; 32]), VerifyError::UncommittedEntropy(Seat(1)));
    assert_eq!(refused(&|header| header.committed.swap(0, 2)), VerifyError::EntropyCommitment(Seat(0)));
    assert_eq!(refused(&|header| header.commitment = None), VerifyError::UncommittedSeed);
    // Whose commitments are left out altogether proves nothing about the players.
    let mut record = joint_record();
    record.header.committed.clear();
    assert_eq!(verify(&record, &NoSearch, None).unwrap().shuffle, ShuffleProof::Committed);
}

#[test]
fn entropy_that_was_not_there_is_found() {
    let library = Library::everyday();
    let (mut record, _) = record(&Case::numbers(2), &library);
    record.header.entropy = vec![b"luck".to_vec()];
    assert!(matches!(verify(&record, &NoSearch, None), Err(VerifyError::Replay(_))));
}

#[test]
fn words_that_the_list_does_not_have_are_found() {
    struct Nothing;
    impl Spelling for Nothing {
        fn judge(&self, _word: &str) -> trinta_core::lexicon::Verdict {
            trinta_core::lexicon::Verdict::NotInList
        }
    }
    let library = Library::everyday();
    let played = |record: &Record| record.events.iter().any(|event| matches!(event, Event::Played { .. }));
    let checked = (0..).map(Case::words).find(|case| {
        let rules = case.setup.settings().words().unwrap();
        rules.spelling == trinta_core::edition::SpellingRule::Checked && played(&record(case, &library).0)
    });
    let (record, _) = record(&checked.unwrap(), &library);
    assert!(verify(&record, &NoSearch, Some(&Nothing)).is_err());
    assert!(verify(&record, &NoSearch, Some(&AnyWord)).is_ok());
}

/// A tile changed, a line lost, doubled or exchanged: the record is refused, or it is another game's honest record.
#[test]
fn damage_is_found() {
    let library = Library::everyday();
    let mut dice = Dice::new(77);
    let (mut refused, mut harmless) = (0, 0);
    for seed in 0..40 {
        let (record, game) = record(&Case::numbers(seed), &library);
        let text = to_text(&record);
        let lines: Vec<&str> = text.lines().collect();
        let first_event = lines.iter().position(|line| line.is_empty()).unwrap() + 1;
        for _ in 0..60 {
            let mut damaged: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let line = first_event + dice.below(lines.len() - first_event);
            match dice.below(4) {
                0 if line + 1 < lines.len() => drop(damaged.remove(line)),
                1 => damaged.insert(line, lines[line].to_owned()),
                2 => damaged.swap(line, first_event + dice.below(lines.len() - first_event)),
                _ => {
                    let tokens: Vec<&str> = lines[line].split(' ').collect();
                    let place = dice.below(tokens.len());
                    let tile = dice.pick(&["r7", "k1", "*", "b13", "A"]).unwrap();
                    let changed = tokens.iter().enumerate().map(|(at, token)| if at == place { tile } else { token });
                    damaged[line] = changed.collect::<Vec<_>>().join(" ");
                }
            }
            match Record::read(&(damaged.join("\n") + "\n"))
                .and_then(|located| located.replay().map(|game| (located, game)))
            {
                Err(error) => {
                    refused += 1;
                    assert!(error.line > first_event && error.line <= damaged.len(), "{error}");
                }
                // Tiles in another order in a group, or a joker written with its own reading, change nothing.
                Ok((located, again)) => {
                    harmless += 1;
                    let same = located.record == record || to_text(&located.record) != text;
                    assert!(same && (again == game || located.record != record));
                    assert_eq!(replay(&located.record).unwrap(), again);
                }
            }
        }
    }
    assert!(refused > 20 * harmless, "{refused} refused, {harmless} taken");
}
