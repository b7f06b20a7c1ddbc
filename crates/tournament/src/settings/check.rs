//! Combinations of settings that are impossible.

use std::collections::BTreeMap;

use serde_json::Value;
use trinta_core::edition::{NewDeal, Pushed};

use crate::points::MAX_HALVINGS;
use crate::settings::{Advance, CarryOver, Format, Key, PushedRack, SettingError, Settings, UnopenedWins, error};
use crate::table_sizes::sizes;

/// The highest number of rounds.
const MAX_ROUNDS: u32 = 99;

/// The number of rounds, which follows from stages or a league where there are any.
pub(super) fn rounds(settings: &Settings, changes: &BTreeMap<String, Value>) -> Result<u32, SettingError> {
    let (rounds, from) = match (settings.stages.as_slice(), settings.league) {
        ([], None) => return Ok(settings.rounds),
        ([], Some(league)) => (u64::from(league.dates) * u64::from(league.rounds), "league"),
        (stages, None) => (stages.iter().map(|stage| u64::from(stage.rounds)).sum(), "stages"),
        (_, Some(_)) => return Err(error("league", "a league has no stages: leave one of them out")),
    };
    let rounds = u32::try_from(rounds).ok().filter(|rounds| (1..=MAX_ROUNDS).contains(rounds));
    let rounds = rounds.ok_or_else(|| error(from, format!("these are not 1 to {MAX_ROUNDS} rounds")))?;
    if changes.contains_key("rounds") && settings.rounds != rounds {
        return Err(error("rounds", format!("the `{from}` have {rounds} rounds")));
    }
    Ok(rounds)
}

/// What is impossible whoever says it.
pub(super) fn combinations(settings: &Settings) -> Result<(), SettingError> {
    let keys = &settings.keys;
    if keys.is_empty() {
        return Err(error("keys", "players are ranked by at least one key"));
    }
    if (1..keys.len()).any(|at| keys[..at].contains(&keys[at])) {
        return Err(error("keys", "a key that is named twice decides nothing the second time"));
    }
    if settings.prizes.len() > settings.winners as usize {
        let reason = format!("there are {} prizes, but only {} winners", settings.prizes.len(), settings.winners);
        return Err(error("prizes", reason));
    }
    stages(settings)?;
    league(settings)
}

fn stages(settings: &Settings) -> Result<(), SettingError> {
    let wrong = |at: usize, reason: String| Err(error("stages", format!("stage {}: {reason}", at + 1)));
    let stages = &settings.stages;
    if stages.is_empty() {
        return Ok(());
    }
    let rounds: u64 = stages.iter().map(|stage| u64::from(stage.rounds)).sum();
    if settings.rounds > MAX_ROUNDS || rounds != u64::from(settings.rounds) {
        return Err(error("stages", format!("they have {rounds} rounds, not {}", settings.rounds)));
    }
    let mut players = settings.capacity;
    for (at, stage) in stages.iter().enumerate() {
        let is_last = at + 1 == stages.len();
        if stage.rounds == 0 {
            return wrong(at, "it has no rounds".to_owned());
        }
        if stage.games_per_round.is_some_and(|games| !(1..=20).contains(&games)) {
            return wrong(at, "`games_per_round` is a whole number from 1 to 20".to_owned());
        }
        if stage.movers.is_some_and(|movers| !(1..=3).contains(&movers)) {
            return wrong(at, "`move` is a whole number from 1 to 3".to_owned());
        }
        if at == 0 && stage.carry_over != CarryOver::None {
            return wrong(at, "there is no stage before it to carry anything over from".to_owned());
        }
        if stage.carry_over == CarryOver::Half && settings.keys.contains(&Key::Average) {
            return wrong(at, "half of the points over all of the games is no average: rank by `total`".to_owned());
        }
        if !is_last && stage.format.unwrap_or(settings.format) == Format::KnockOut {
            return wrong(at, "a knock-out ends the tournament; before it, let `per_table` players advance".to_owned());
        }
        match stage.advance {
            None if is_last => {}
            None => return wrong(at, "say in `advance` who goes on to the next stage".to_owned()),
            Some(_) if is_last => return wrong(at, "nobody can advance from the last stage".to_owned()),
            Some(Advance::Best(best)) => {
                if best > players {
                    return wrong(at, format!("{best} can't advance from {players} players"));
                }
                if sizes(best as usize).is_none() {
                    return wrong(at, format!("{best} players can't sit at tables of four and three"));
                }
                players = best;
            }
            Some(Advance::PerTable(of_table)) if (1..=3).contains(&of_table) => {
                players = players.div_ceil(4).saturating_mul(of_table).min(players);
            }
            Some(Advance::PerTable(_)) => return wrong(at, "1 to 3 of each table can advance".to_owned()),
        }
    }
    let halvings = stages.iter().filter(|stage| stage.carry_over == CarryOver::Half).count();
    if halvings > MAX_HALVINGS as usize {
        return Err(error("stages", format!("points can be halved at most {MAX_HALVINGS} times")));
    }
    Ok(())
}

/// Settings about something that the rules of the game do not have.
pub(super) fn against_rules(settings: &Settings, game: &trinta_core::Settings) -> Result<(), SettingError> {
    let Some(rules) = game.numbers() else { return Ok(()) };
    if settings.unopened_wins == UnopenedWins::Never && rules.opening_points == 0 {
        return Err(error("unopened_wins", "the rules ask for no opening, so that nobody counts as unopened"));
    }
    if settings.pushed_rack == PushedRack::ToNobody && rules.pushed != Pushed::Fixed {
        return Err(error("pushed_rack", "the rules have no penalty for a rack that was pushed over"));
    }
    if settings.redeals.is_some() && rules.new_deal == NewDeal::No {
        return Err(error("redeals", "the rules have no new deal"));
    }
    Ok(())
}

fn league(settings: &Settings) -> Result<(), SettingError> {
    let Some(league) = settings.league else { return Ok(()) };
    let rounds = u64::from(league.dates) * u64::from(league.rounds);
    if rounds == 0 || rounds != u64::from(settings.rounds) {
        return Err(error("league", format!("it has {rounds} rounds, not {}", settings.rounds)));
    }
    if league.best == 0 || league.best > league.dates {
        return Err(error("league", format!("1 to {} of the dates can count, not {}", league.dates, league.best)));
    }
    match settings.format {
        Format::Ring | Format::KnockOut => {
            Err(error("format", "in a league players miss dates: neither the ring nor a knock-out allows that"))
        }
        Format::NoRepeat | Format::Random | Format::Swiss | Format::Interval | Format::Places => Ok(()),
    }
}

/// A briefing after the start of the first round, where both are stated. The other settings of the contract may have any
/// value beside each other: an event of three players with four winners has three.
pub(super) fn timetable(settings: &Settings, changes: &BTreeMap<String, Value>) -> Result<(), SettingError> {
    let is_stated = changes.contains_key("briefing") && changes.contains_key("start");
    if is_stated && settings.briefing > settings.start {
        return Err(error("briefing", format!("the first round starts before it, at {}", settings.start)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(set: &Value) -> SettingError {
        let changes: BTreeMap<String, Value> = serde_json::from_value(set.clone()).unwrap();
        Settings::new("plk-2017", &changes).expect_err(&set.to_string())
    }

    #[test]
    fn an_impossible_combination_is_refused_with_the_reason() {
        let last = json!({"rounds": 1});
        for (set, field, reason) in [
            (json!({"briefing": "10:30", "start": "10:20"}), "briefing", "10:20"),
            (json!({"prizes": ["a", "b"], "winners": 1}), "prizes", "only 1 winners"),
            (json!({"stages": [{"rounds": 0}]}), "stages", "1 to 99"),
            (json!({"stages": [{"rounds": 99, "advance": {"best": 8}}, last]}), "stages", "1 to 99"),
            (json!({"rounds": 3, "stages": [{"rounds": 1}]}), "rounds", "1 rounds"),
            (json!({"stages": [{"rounds": 1}, last]}), "stages", "stage 1: say in `advance`"),
            (json!({"stages": [{"rounds": 1, "advance": {"best": 4}}]}), "stages", "last stage"),
            (json!({"stages": [{"rounds": 1, "advance": {"best": 65}}, last]}), "stages", "65 can't advance from 64"),
            (json!({"stages": [{"rounds": 1, "advance": {"best": 5}}, last]}), "stages", "5 players can't sit"),
            (json!({"stages": [{"rounds": 1, "advance": {"per_table": 4}}, last]}), "stages", "1 to 3"),
            (
                json!({"stages": [{"rounds": 1, "advance": {"per_table": 1}}, {"rounds": 1, "advance": {"best": 20}}, last]}),
                "stages",
                "stage 2: 20 can't advance from 16",
            ),
            (json!({"stages": [{"rounds": 1, "carry_over": "all"}]}), "stages", "no stage before"),
            (
                json!({"stages": [{"rounds": 1, "advance": {"best": 4}}, {"rounds": 1, "carry_over": "half"}]}),
                "stages",
                "average",
            ),
            (
                json!({"stages": [{"rounds": 2, "format": "knock-out", "advance": {"best": 4}}, last]}),
                "stages",
                "ends the tournament",
            ),
            (json!({"stages": [{"rounds": 1, "colour": 1}]}), "stages", "colour"),
            (json!({"league": {"dates": 3, "rounds": 2, "best": 4}, "format": "swiss"}), "league", "1 to 3"),
            (json!({"league": {"dates": 3, "rounds": 2, "best": 2}}), "format", "miss dates"),
            (
                json!({"league": {"dates": 3, "rounds": 2, "best": 2}, "stages": [last], "format": "swiss"}),
                "league",
                "no stages",
            ),
        ] {
            let error = refused(&set);
            assert_eq!(error.field, field, "{set}: {error}");
            assert!(error.reason.contains(reason), "{set}: {error}");
        }
    }

    #[test]
    fn a_single_setting_of_the_contract_is_free_within_its_range() {
        for set in [json!({"winners": 100}), json!({"capacity": 3}), json!({"play": 600}), json!({"slot": 1})] {
            let changes: BTreeMap<String, Value> = serde_json::from_value(set.clone()).unwrap();
            assert!(Settings::new("plk-2017", &changes).is_ok(), "{set}");
        }
    }
}
