//! The scores of one game from what a judge wrote down (N21 to N23, F01 to F12).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::fraction::{Fraction, ZERO};
use super::tiles::{self, Tile};
use super::{Fault, fault, fault_with};

/// What the edition and the settings say about scores.
#[derive(Clone)]
pub struct Rules {
    pub joker: i128,
    pub opening_points: i128,
    pub one_set: bool,
    /// `rack-sum`, `100-200` or `100-200-always`.
    pub unopened: String,
    pub last_turn: bool,
    pub redeal: bool,
    /// Whether a pushed rack costs 200 (F12).
    pub pushed: bool,
    pub share_wins: bool,
}

#[derive(Clone)]
pub struct Scored {
    pub scores: BTreeMap<u32, Fraction>,
    pub wins: BTreeMap<u32, Fraction>,
    pub winners: Vec<u32>,
    pub verdicts: Value,
    pub flags: Vec<&'static str>,
}

struct Rack {
    number: u32,
    tiles: Option<Vec<Tile>>,
    sum: Option<i128>,
    last_drawn: Vec<Tile>,
    could: Option<bool>,
    opened: bool,
    pushed: bool,
}

/// `players` are those whose racks are to be given; `first` is the other program's answer, whose sets are checked.
pub fn score(rules: &Rules, players: &[u32], ended: &str, racks: &Value, first: &Value) -> Result<Scored, Fault> {
    let given = racks.as_array().unwrap();
    let numbers: Vec<u32> = given.iter().map(|rack| rack["number"].as_u64().unwrap() as u32).collect();
    right_players(players, &numbers)?;
    let mut racks = read(given)?;
    racks.sort_by_key(|rack| rack.number);
    let all: Vec<Tile> = racks.iter().flat_map(|rack| rack.tiles.clone().unwrap_or_default()).collect();
    if tiles::too_many(&all) {
        return Err(fault("too-many-tiles"));
    }
    for rack in given {
        if rack.get("sum").is_some_and(|sum| !sum.is_u64()) {
            return Err(fault("bad-sum"));
        }
    }
    let by_state = |rack: &Rack| {
        let counts = rules.unopened == "100-200-always" || (rules.unopened == "100-200" && ended == "out");
        counts && !rack.opened && !rack.pushed && rules.opening_points > 0
    };
    let mut verdicts = json!({});
    let mut values: BTreeMap<u32, i128> = BTreeMap::new();
    for rack in racks.iter_mut().filter(|rack| !rack.pushed) {
        if let Some(tiles) = &rack.tiles {
            let face = tiles::face_value(tiles, rules.joker);
            if rack.sum.is_some_and(|sum| sum != face) {
                return Err(fault_with("contradiction", &json!({"number": rack.number, "field": "sum"})));
            }
            rack.sum = Some(face);
            let Some(before) = tiles::without(tiles, &rack.last_drawn) else {
                return Err(fault_with("contradiction", &json!({"number": rack.number, "field": "last_drawn"})));
            };
            let judged = if rules.last_turn { before } else { tiles.clone() };
            if !rack.opened && (by_state(rack) || rack.could.is_some()) {
                let could = tiles::could_open(&judged, rules.opening_points, rules.one_set);
                if rack.could.is_some_and(|said| said != could) {
                    return Err(fault_with("contradiction", &json!({"number": rack.number, "field": "could"})));
                }
                if by_state(rack) {
                    let shown = &first["verdicts"][rack.number.to_string()];
                    if could && first["ok"] == true {
                        check_sets(shown, &judged, rules);
                    }
                    verdicts[rack.number.to_string()] = json!({"could": could});
                    rack.could = Some(could);
                }
            }
        } else if by_state(rack) {
            let Some(could) = rack.could else {
                return Err(fault_with("tiles-needed", &json!({"number": rack.number})));
            };
            verdicts[rack.number.to_string()] = json!({"could": could, "sets": null});
        } else if rack.sum.is_none() {
            return Err(fault_with("tiles-needed", &json!({"number": rack.number})));
        }
    }
    let empty = |rack: &&Rack| !rack.pushed && rack.sum == Some(0);
    let empties = racks.iter().filter(empty).count();
    let unopened_empty = racks.iter().any(|rack| empty(&rack) && !rack.opened && rules.opening_points > 0);
    if !rules.pushed && racks.iter().any(|rack| rack.pushed) {
        return Err(fault("no-right"));
    }
    let wrong_end = if ended == "out" { empties != 1 } else { empties != 0 };
    if wrong_end || unopened_empty || racks.iter().all(|rack| rack.pushed) {
        return Err(fault("ended"));
    }
    for rack in racks.iter().filter(|rack| !rack.pushed) {
        let value = match rack.could {
            Some(true) if by_state(rack) => 200,
            Some(false) if by_state(rack) => 100,
            _ => rack.sum.unwrap(),
        };
        values.insert(rack.number, value);
    }
    let lowest = *values.values().min().unwrap();
    let winners: Vec<u32> = values.iter().filter(|(_, value)| **value == lowest).map(|(number, _)| *number).collect();
    let mut scores: BTreeMap<u32, Fraction> = BTreeMap::new();
    for rack in &racks {
        let loss = values.get(&rack.number).map_or(200, |value| value - lowest);
        scores.insert(rack.number, Fraction::whole(-loss));
    }
    let lost = scores.values().fold(ZERO, |sum, score| sum + *score);
    for winner in &winners {
        scores.insert(*winner, (-lost).divided_by(winners.len()));
    }
    let win = if rules.share_wins { Fraction::new(1, winners.len() as i128) } else { Fraction::whole(1) };
    let wins =
        racks.iter().map(|rack| (rack.number, if winners.contains(&rack.number) { win } else { ZERO })).collect();
    let mut flags = Vec::new();
    if racks.len() < 4 {
        flags.push("short");
    }
    if racks.iter().any(|rack| winners.contains(&rack.number) && !rack.opened && rules.opening_points > 0) {
        flags.push("unopened-winner");
    }
    Ok(Scored { scores, wins, winners, verdicts, flags })
}

pub fn right_players(expected: &[u32], given: &[u32]) -> Result<(), Fault> {
    let mut missing: Vec<u32> = expected.iter().filter(|number| !given.contains(number)).copied().collect();
    let mut extra: Vec<u32> = given.iter().filter(|number| !expected.contains(number)).copied().collect();
    for number in expected {
        let times = given.iter().filter(|other| *other == number).count();
        extra.extend(vec![*number; times.saturating_sub(1)]);
    }
    missing.sort_unstable();
    extra.sort_unstable();
    if missing.is_empty() && extra.is_empty() {
        return Ok(());
    }
    Err(fault_with("wrong-players", &json!({"missing": missing, "extra": extra})))
}

fn read(given: &[Value]) -> Result<Vec<Rack>, Fault> {
    let mut racks = Vec::new();
    for rack in given {
        let text = |field: &str| rack.get(field).and_then(Value::as_str);
        racks.push(Rack {
            number: rack["number"].as_u64().unwrap() as u32,
            tiles: text("tiles").map(tiles::tiles).transpose()?,
            sum: rack.get("sum").and_then(Value::as_u64).map(i128::from),
            last_drawn: text("last_drawn").map_or(Ok(Vec::new()), tiles::tiles)?,
            could: rack.get("could").and_then(Value::as_bool),
            opened: rack.get("opened").and_then(Value::as_bool).unwrap_or(true),
            pushed: rack.get("pushed").and_then(Value::as_bool).unwrap_or(false),
        });
    }
    Ok(racks)
}

/// The sets shown come from the rack, each tile once, and are worth the points shown, enough to open (F07).
fn check_sets(shown: &Value, rack: &[Tile], rules: &Rules) {
    let sets: Vec<Vec<Tile>> = shown["sets"]
        .as_array()
        .unwrap_or_else(|| panic!("no sets in {shown}"))
        .iter()
        .map(|set| tiles::tiles(set.as_str().unwrap()).unwrap_or_else(|_| panic!("no tiles: {set}")))
        .collect();
    let used: Vec<Tile> = sets.concat();
    assert!(tiles::without(rack, &used).is_some(), "{shown} is not on the rack {rack:?}");
    assert!(sets.iter().all(|set| tiles::set_worth(set) > 0), "not all of {shown} are sets");
    let worth: i128 = sets.iter().map(|set| tiles::set_worth(set)).sum();
    assert_eq!(json!(worth as i64), shown["points"], "{shown}");
    assert!(worth >= rules.opening_points, "{shown} does not open");
}
