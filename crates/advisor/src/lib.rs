//! The format advisor: when a tournament will end, whether it runs over, and how many of the strongest it finds (N6).
//!
//! It plays whole tournaments with the tournament's own seating and ranking and with games of the bots at the tables;
//! `docs/tournament-simulate.md` explains the method. Pure: the same inquiry gives the same report, with any number of
//! threads.

mod games;
mod hall;
mod report;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

use serde_json::Value;
use trinta_core::edition::RulesVersion;
use trinta_tournament::{SettingError, Settings, sizes};

pub use games::LEVELS;
pub use hall::Habits;
pub use report::{Report, Row, Spread};

use games::Library;
use hall::{Outcome, Scenario, TimeRule, simulate};
use report::RowOf;

/// What the advisor is asked.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// How many players there are.
    pub players: u32,
    /// The presets to compare.
    pub presets: Vec<String>,
    /// What differs from all of them.
    pub changes: BTreeMap<String, Value>,
    /// Minutes for all rounds, shared equally between them; none is as the preset plans.
    pub minutes: Option<u32>,
    /// What people do at their tables.
    pub habits: Habits,
    /// Tournaments to simulate for each preset and time rule.
    pub events: u32,
    /// Games of the bots to play for tables of four; simulated tables choose among them.
    pub games: u32,
    /// The seed.
    pub seed: u64,
    /// The threads to use.
    pub threads: NonZero<usize>,
}

/// Why the advisor has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AdviceError {
    /// This many players can't be seated (B12).
    #[error("{0} players can't sit at tables of four and three")]
    Players(u32),
    /// A setting that is impossible.
    #[error("{preset}: {error}")]
    Setting {
        /// The preset that it was to change.
        preset: String,
        /// What is wrong with it.
        error: SettingError,
    },
    /// The minutes don't suffice for the rounds.
    #[error("{preset}: {minutes} minutes are too few for {rounds} rounds")]
    TooFewMinutes {
        /// The preset.
        preset: String,
        /// The minutes there are.
        minutes: u32,
        /// The rounds to be played in them.
        rounds: u32,
    },
    /// A tournament of this kind can't be played by the bots.
    #[error("{preset} can't be simulated: {reason}")]
    Simulation {
        /// The preset.
        preset: String,
        /// The failure, in words.
        reason: String,
    },
    /// The caller did not want to go on.
    #[error("stopped")]
    Stopped,
}

impl AdviceError {
    /// Whether what was asked can't be, so that asking differently helps.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        matches!(self, AdviceError::Players(_) | AdviceError::Setting { .. } | AdviceError::TooFewMinutes { .. })
    }
}

/// A preset with everything that was chosen.
struct Candidate {
    preset: String,
    changes: BTreeMap<String, Value>,
    settings: Settings,
    minutes: u32,
}

impl Candidate {
    fn new(preset: &str, inquiry: &Inquiry) -> Result<Candidate, AdviceError> {
        let refuse = |error: SettingError| AdviceError::Setting { preset: preset.to_owned(), error };
        let mut changes = inquiry.changes.clone();
        let base = Settings::new(preset, &changes).map_err(refuse)?;
        if base.capacity < inquiry.players {
            changes.insert("capacity".to_owned(), inquiry.players.into());
        }
        if let Some(minutes) = inquiry.minutes.filter(|_| !changes.contains_key("slot")) {
            let slot = minutes / base.rounds;
            let play = slot.saturating_sub(base.slot.saturating_sub(base.play));
            if play == 0 {
                return Err(AdviceError::TooFewMinutes { preset: preset.to_owned(), minutes, rounds: base.rounds });
            }
            changes.insert("slot".to_owned(), slot.into());
            changes.entry("play".to_owned()).or_insert_with(|| play.into());
        }
        let settings = Settings::new(preset, &changes).map_err(refuse)?;
        let minutes = inquiry.minutes.unwrap_or(settings.rounds * settings.slot);
        Ok(Candidate { preset: preset.to_owned(), changes, settings, minutes })
    }
}

/// How many tournaments an inquiry simulates.
#[must_use]
pub fn tournaments(inquiry: &Inquiry) -> u64 {
    u64::from(inquiry.events) * inquiry.presets.len() as u64 * 2
}

/// Answers an inquiry. `go_on` is called with the number of tournaments done so far, and says whether to go on.
///
/// # Errors
/// Why there is no answer.
pub fn advise(inquiry: &Inquiry, go_on: &mut dyn FnMut(usize) -> bool) -> Result<Report, AdviceError> {
    if sizes(inquiry.players as usize).is_none() {
        return Err(AdviceError::Players(inquiry.players));
    }
    let candidates =
        inquiry.presets.iter().map(|preset| Candidate::new(preset.trim(), inquiry)).collect::<Result<Vec<_>, _>>()?;
    // Presets with the same rules of the game share the games of the bots.
    let mut libraries: Vec<(trinta_core::Settings, Library)> = Vec::new();
    let mut rows = Vec::new();
    let mut done = 0;
    for candidate in &candidates {
        let failed = |reason: String| AdviceError::Simulation { preset: candidate.preset.clone(), reason };
        let rules = candidate.settings.game(RulesVersion::CURRENT).map_err(|error| failed(error.to_string()))?;
        if !libraries.iter().any(|(known, _)| *known == rules) {
            let library = Library::new(rules.clone(), inquiry.seed, inquiry.games as usize);
            libraries.push((rules.clone(), library));
        }
        let Some((_, library)) = libraries.iter().find(|(known, _)| *known == rules) else { continue };
        for time_rule in [TimeRule::Called, TimeRule::PlayedOut] {
            let scenario = Scenario {
                preset: &candidate.preset,
                changes: &candidate.changes,
                players: inquiry.players,
                habits: inquiry.habits,
                time_rule,
                library,
            };
            let outcomes = simulate_all(&scenario, inquiry, &mut |finished| go_on(done + finished));
            done += inquiry.events as usize;
            let outcomes = outcomes.map_err(|error| error.map_or(AdviceError::Stopped, failed))?;
            let of = RowOf {
                preset: &candidate.preset,
                settings: &candidate.settings,
                players: inquiry.players,
                minutes: candidate.minutes,
                time_rule,
            };
            rows.push(Row::new(&of, &outcomes));
        }
    }
    Ok(Report {
        players: inquiry.players,
        turn_seconds: inquiry.habits.turn_seconds,
        setup_seconds: inquiry.habits.setup_seconds,
        levels: inquiry.habits.levels,
        events: inquiry.events,
        seed: inquiry.seed,
        games_played: libraries.iter().map(|(_, library)| library.played()).sum(),
        rows,
    })
}

/// Simulates all tournaments of a scenario on several threads, in the order of their seeds. The error is none if the
/// caller did not want to go on.
fn simulate_all(
    scenario: &Scenario<'_>,
    inquiry: &Inquiry,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Vec<Outcome>, Option<String>> {
    let threads = inquiry.threads.get().min(inquiry.events as usize);
    let next = AtomicU32::new(0);
    let stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (next, stopped, sender) = (&next, &stopped, sender.clone());
            scope.spawn(move || {
                loop {
                    let event = next.fetch_add(1, Ordering::Relaxed);
                    if event >= inquiry.events || stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    // Both time rules see the same field of players, and presets the same seeds.
                    let seed = inquiry.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(event.into());
                    if sender.send((event, simulate(scenario, seed))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut outcomes = BTreeMap::new();
        for (event, outcome) in receiver {
            outcomes.insert(event, outcome?);
            if !go_on(outcomes.len()) {
                stopped.store(true, Ordering::Relaxed);
                return Err(None);
            }
        }
        Ok(outcomes.into_values().collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inquiry() -> Inquiry {
        Inquiry {
            players: 8,
            presets: vec!["plk-2017".to_owned()],
            changes: BTreeMap::new(),
            minutes: None,
            habits: Habits { turn_seconds: 25.0, setup_seconds: 120.0, levels: (1.0, 2.0) },
            events: 3,
            games: 2,
            seed: 1,
            threads: NonZero::<usize>::MIN,
        }
    }

    #[test]
    fn the_same_inquiry_gives_the_same_report_with_any_number_of_threads() {
        let one = advise(&inquiry(), &mut |_| true).unwrap();
        let threads = NonZero::new(3).unwrap();
        let other = advise(&Inquiry { threads, ..inquiry() }, &mut |_| true).unwrap();
        let text = |report: &Report| serde_json::to_string(report).unwrap();
        assert_eq!(text(&one), text(&other));
        assert_eq!((one.rows.len(), one.rows[0].rounds), (2, 3));
    }

    #[test]
    fn what_can_not_be_is_named_and_the_caller_can_stop() {
        let wrong = |inquiry: Inquiry| advise(&inquiry, &mut |_| true).unwrap_err();
        assert_eq!(wrong(Inquiry { players: 5, ..inquiry() }), AdviceError::Players(5));
        assert!(wrong(Inquiry { minutes: Some(3), ..inquiry() }).is_input());
        assert!(wrong(Inquiry { presets: vec!["fide".to_owned()], ..inquiry() }).is_input());
        assert_eq!(advise(&inquiry(), &mut |_| false).unwrap_err(), AdviceError::Stopped);
    }
}
