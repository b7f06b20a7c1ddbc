//! One suite of laws that every edition of both games must pass, over tens of thousands of random games.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use trinta_core::{EndReason, Settings, Setup};
use trinta_testkit::{Case, Library, Report, play_game};

/// What all games of a family came to.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    events: usize,
    refused: usize,
    reasons: BTreeMap<String, usize>,
}

impl Tally {
    fn count(&mut self, case: &Case, report: &Report) {
        self.games += 1;
        self.events += report.watched.events.len();
        self.refused += report.refused;
        *self.reasons.entry(format!("{} {:?}", case.setup.settings().edition, report.reason)).or_default() += 1;
    }

    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.events += other.events;
        self.refused += other.refused;
        for (reason, games) in other.reasons {
            *self.reasons.entry(reason).or_default() += games;
        }
    }
}

/// Plays the games of all seeds below a number on all cores; a failure names its seed and its settings.
fn play_all(games: u64, case_of: fn(u64) -> Case) -> Tally {
    let library = Library::everyday();
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let play = || {
        let mut tally = Tally::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= games {
                return tally;
            }
            let case = case_of(seed);
            match catch_unwind(AssertUnwindSafe(|| play_game(&case, &library))) {
                Ok(Ok(report)) => tally.count(&case, &report),
                Ok(Err(broken)) => panic!("seed {seed}, {}: {broken}", case.name),
                Err(_) => panic!("seed {seed}, {}: a panic, see above", case.name),
            }
        }
    };
    let mut all = Tally::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
        for worker in workers {
            all.add(worker.join().expect("a game broke a law: see above"));
        }
    });
    println!("{all:#?}");
    all
}

#[test]
fn every_number_game_obeys_the_laws() {
    let tally = play_all(10_400, Case::numbers);
    assert_eq!(tally.games, 10_400);
    // The players are worth something only if games come to every kind of end.
    for reason in [EndReason::Out, EndReason::Blocked, EndReason::Passes, EndReason::PoolEmpty, EndReason::LastTurns] {
        let games: usize = tally
            .reasons
            .iter()
            .filter(|(name, _)| name.ends_with(&format!("{reason:?}")))
            .map(|(_, games)| games)
            .sum();
        assert!(games >= 30, "{games} games ended by {reason:?}");
    }
}

#[test]
fn every_word_game_obeys_the_laws() {
    let tally = play_all(10_400, Case::words);
    assert_eq!(tally.games, 10_400);
    for end in ["word-a PoolEmpty", "word-b Out", "word-b Passes"] {
        assert!(tally.reasons.get(end).is_some_and(|&games| games >= 50), "{end}: {:?}", tally.reasons.get(end));
    }
}

#[test]
fn a_case_is_the_same_for_the_same_seed() {
    let library = Library::everyday();
    for case_of in [Case::numbers, Case::words] {
        let play = || play_game(&case_of(11), &library).expect("the laws hold").watched.events;
        assert_eq!(play(), play());
    }
    assert!(Setup::new(Settings::edition("cn").unwrap(), 5).is_err(), "five players need another setting");
}
