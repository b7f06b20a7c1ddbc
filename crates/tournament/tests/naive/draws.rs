//! Drawing number tiles for places (B06, B07, C02, X06).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::score::right_players;
use super::tiles::{self, JOKER, Tile};
use super::{Event, Fault, Outcome, fault};

/// A draw among a group for places. Whoever is chosen leaves the group.
#[derive(Clone, Debug)]
pub struct Draw {
    /// All who drew first.
    pub everybody: Vec<u32>,
    /// Groups from the best place on, each with its places. All that are not decided draw at the same time.
    groups: Vec<(Vec<u32>, usize)>,
    /// Tiles that players keep while others of their group draw again after a joker.
    kept: BTreeMap<u32, Tile>,
    /// Whether the order of those chosen matters.
    ordered: bool,
}

impl Draw {
    pub fn new(players: &[u32], places: usize, ordered: bool) -> Draw {
        let mut everybody = players.to_vec();
        everybody.sort_unstable();
        let groups = vec![(everybody.clone(), places)];
        Draw { everybody, groups, kept: BTreeMap::new(), ordered }
    }

    pub fn is_decided(&self) -> bool {
        self.groups.iter().all(|group| self.is_settled(group))
    }

    /// Nothing is to be decided in the group: everybody gets a place, and the order does not matter.
    fn is_settled(&self, (group, places): &(Vec<u32>, usize)) -> bool {
        group.len() <= *places && (!self.ordered || group.len() <= 1)
    }

    pub fn chosen(&self) -> Vec<u32> {
        let settled = self.groups.iter().filter(|group| self.is_settled(group));
        settled.flat_map(|(group, _)| group.clone()).collect()
    }

    /// The players whose tile is missing.
    pub fn now(&self) -> Vec<u32> {
        let open = self.groups.iter().filter(|group| !self.is_settled(group)).flat_map(|(group, _)| group.clone());
        let mut now: Vec<u32> = open.filter(|number| !self.kept.contains_key(number)).collect();
        now.sort_unstable();
        now
    }

    pub fn show(&self) -> Value {
        let places: usize = self.groups.iter().filter(|group| !self.is_settled(group)).map(|(_, places)| places).sum();
        if self.is_decided() { Value::Null } else { json!({"numbers": self.now(), "places": places}) }
    }

    pub fn leave(&mut self, gone: &[u32]) {
        if self.is_decided() {
            return;
        }
        for (group, _) in &mut self.groups {
            group.retain(|player| !gone.contains(player));
        }
        self.kept.retain(|player, _| !gone.contains(player));
        self.compare_tiles();
    }

    pub fn drawn(&mut self, given: &Value) -> Result<(), Fault> {
        let given = given.as_object().unwrap();
        let numbers: Vec<u32> = given.keys().map(|number| number.parse().unwrap()).collect();
        right_players(&self.now(), &numbers)?;
        let mut drawn = Vec::new();
        for (number, tile) in given {
            drawn.push((number.parse::<u32>().unwrap(), tiles::tile(tile.as_str().unwrap())?));
        }
        let mut lying: Vec<Tile> = self.kept.values().copied().collect();
        lying.extend(drawn.iter().map(|(_, tile)| *tile));
        if tiles::too_many(&lying) {
            return Err(fault("too-many-tiles"));
        }
        self.kept.extend(drawn.into_iter().filter(|(_, tile)| *tile != JOKER));
        self.compare_tiles();
        Ok(())
    }

    /// Splits the groups of which everybody has a number tile.
    fn compare_tiles(&mut self) {
        let mut split = Vec::new();
        for (group, mut places) in std::mem::take(&mut self.groups) {
            let waits = group.iter().any(|player| !self.kept.contains_key(player));
            if waits || self.is_settled(&(group.clone(), places)) {
                split.push((group, places));
                continue;
            }
            for number in (1..=13).rev() {
                let equal: Vec<u32> =
                    group.iter().copied().filter(|player| self.kept[player].number == number).collect();
                let got = places.min(equal.len());
                if got > 0 {
                    split.push((equal, got));
                }
                places -= got;
            }
            self.kept.retain(|player, _| !group.contains(player));
        }
        self.groups = split;
    }
}

impl Event {
    /// With tiles, or as the first program has drawn: then everything must be decided, and no draw made too many.
    pub fn do_draw(draw: &mut Draw, command: &Value, first: &Value) -> Result<Value, Fault> {
        if let Some(tiles) = command.get("tiles") {
            draw.drawn(tiles)?;
            return Ok(Value::Null);
        }
        let drawn = first["drawn"].as_array().expect("the tiles that the program drew");
        for tiles in drawn {
            assert!(!draw.is_decided(), "drawn too often: {first}");
            assert!(draw.drawn(tiles).is_ok(), "{tiles} can't be drawn");
        }
        assert!(draw.is_decided(), "the program draws until it is decided");
        Ok(json!(drawn))
    }

    pub fn draw_for_start(&mut self, command: &Value, first: &Value) -> Outcome {
        let (round, table, game) = self.place(command)?;
        let seats = self.round(round).unwrap().tables[&table].seats.clone();
        let place = &mut self.table_mut(round, table).games[game];
        if place.is_in() {
            return Err(fault("result-exists"));
        }
        let mut draw = place.start.clone().unwrap_or_else(|| Draw::new(&seats, 1, false));
        if draw.is_decided() {
            return Err(fault("no-draw"));
        }
        let drawn = Event::do_draw(&mut draw, command, first)?;
        place.start = Some(draw.clone());
        if !draw.is_decided() {
            return Ok(json!({"again": draw.show(), "starts": null, "order": null}));
        }
        let starter = seats.iter().position(|seat| *seat == draw.chosen()[0]).unwrap();
        let order: Vec<u32> = (0..seats.len()).map(|turn| seats[(starter + turn) % seats.len()]).collect();
        Ok(json!({"starts": draw.chosen()[0], "order": order, "drawn": drawn, "again": null}))
    }

    /// The draw of a table that is decided, while the next round has not started.
    pub fn replaces_a_draw(&self, command: &Value) -> bool {
        if command.get("for").is_some() || command.get("play_off").is_some() {
            return false;
        }
        let Ok((round, table, _)) = self.place(command) else { return false };
        let decided =
            self.round(round).unwrap().tables[&table].draw.as_ref().is_some_and(|(_, _, draw)| draw.is_decided());
        decided && !self.has_started(round + 1)
    }

    pub fn draw_for_moving(&mut self, command: &Value, first: &Value) -> Outcome {
        let (round, table, _) = self.place(command)?;
        let Some((tied, places, mut draw)) = self.round(round).unwrap().tables[&table].draw.clone() else {
            return Err(fault("no-draw"));
        };
        if self.has_started(round + 1) {
            return Err(fault("no-draw"));
        }
        if draw.is_decided() {
            let here: Vec<u32> = draw.everybody.clone();
            draw = Draw::new(&here, places, false);
            if draw.is_decided() {
                return Err(fault("no-draw"));
            }
        }
        let before = self.movers(round, table);
        let drawn = Event::do_draw(&mut draw, command, first)?;
        self.table_mut(round, table).draw = Some((tied, places, draw.clone()));
        if self.movers(round, table) != before {
            self.next_is_stale(round);
        }
        if !draw.is_decided() {
            return Ok(json!({"again": draw.show(), "moves": null}));
        }
        Ok(json!({"moves": self.moves_of(round, table), "drawn": drawn, "again": null}))
    }
}
