//! Deciding games for ties over a winner's place (B11).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::draws::Draw;
use super::fraction::Fraction;
use super::score::{self, Scored};
use super::{Event, Fault, Outcome, by_player, fault, unknown};

#[derive(Clone)]
pub struct PlayOffTable {
    players: Vec<u32>,
    scored: Option<Scored>,
    stage: usize,
    /// Among co-winners, for the one place in the next stage.
    draw: Option<Draw>,
}

#[derive(Clone)]
pub struct PlayOff {
    rank: u32,
    numbers: Vec<u32>,
    tables: Vec<PlayOffTable>,
    /// Draws among equal players after the last game, by their first rank.
    last_draws: BTreeMap<u32, Draw>,
    pub ranks: Option<BTreeMap<u32, u32>>,
}

impl PlayOff {
    fn new(rank: u32, numbers: &[u32]) -> PlayOff {
        PlayOff { rank, numbers: numbers.to_vec(), tables: Vec::new(), last_draws: BTreeMap::new(), ranks: None }
    }

    /// At as few tables of up to four as possible, as equal as possible, the larger first.
    fn open_tables(&mut self, players: &[u32]) {
        let stage = self.tables.last().map_or(0, |table| table.stage + 1);
        let tables = players.len().div_ceil(4);
        let mut rest = players;
        for table in 0..tables {
            let (here, others) = rest.split_at(rest.len().div_ceil(tables - table));
            self.tables.push(PlayOffTable { players: here.to_vec(), scored: None, stage, draw: None });
            rest = others;
        }
    }

    fn last_stage(&self) -> Vec<usize> {
        let stage = self.tables.last().unwrap().stage;
        (0..self.tables.len()).filter(|index| self.tables[*index].stage == stage).collect()
    }

    fn show_tables(&self, indices: &[usize]) -> Value {
        indices.iter().map(|index| json!({"table": index + 1, "players": self.tables[*index].players})).collect()
    }

    fn show_ranks(ranks: &BTreeMap<u32, u32>) -> Value {
        ranks.iter().map(|(number, rank)| (number.to_string(), json!(rank))).collect::<Map<_, _>>().into()
    }

    pub fn waiting_tables(&self) -> Vec<(u32, usize, Vec<u32>)> {
        let waiting =
            self.tables.iter().enumerate().filter(|(_, table)| self.ranks.is_none() && table.scored.is_none());
        waiting.map(|(index, table)| (self.rank, index + 1, table.players.clone())).collect()
    }

    pub fn waiting_draw(&self) -> Option<(u32, Vec<u32>)> {
        let mut copy = self.clone();
        copy.open_draw().map(|draw| (self.rank, draw.now())).filter(|_| self.ranks.is_none())
    }

    fn open_draw(&mut self) -> Option<&mut Draw> {
        let of_tables = self.tables.iter_mut().filter_map(|table| table.draw.as_mut());
        of_tables.chain(self.last_draws.values_mut()).find(|draw| !draw.is_decided())
    }
}

impl Event {
    /// A play-off counts as long as just its players are tied at its rank.
    pub fn play_off_of(&self, rank: u32, group: &[u32]) -> Option<&PlayOff> {
        self.play_offs.iter().find(|play_off| play_off.rank == rank && play_off.numbers == group)
    }

    fn open_play_off(&self, command: &Value) -> Result<usize, Fault> {
        let rank = super::whole(&command["play_off"]);
        let groups = self.groups();
        let counts = |play_off: &PlayOff| groups.contains(&(play_off.rank, play_off.numbers.clone()));
        let open =
            |play_off: &PlayOff| u64::from(play_off.rank) == rank && play_off.ranks.is_none() && counts(play_off);
        self.play_offs.iter().position(open).ok_or(unknown("play_off"))
    }

    pub fn play_off(&mut self, command: &Value) -> Outcome {
        if command.get("rank").is_some() {
            return self.rule_play_off(command);
        }
        self.all_results_in()?;
        let mut shown = Vec::new();
        for (rank, group) in self.groups() {
            if self.needs_deciding(rank, group.len()) && self.play_off_of(rank, &group).is_none() {
                let mut play_off = PlayOff::new(rank, &group);
                play_off.open_tables(&group);
                self.add_play_off(play_off);
            }
            let Some(play_off) = self.play_off_of(rank, &group) else { continue };
            let all: Vec<usize> = (0..play_off.tables.len()).collect();
            shown.push(json!({
                "rank": rank, "numbers": group, "tables": play_off.show_tables(&all),
                "ranks": play_off.ranks.as_ref().map(PlayOff::show_ranks),
                "draw": play_off.clone().open_draw().map(|draw| draw.show()),
            }));
        }
        Ok(json!({"play_offs": shown}))
    }

    /// A rank has one play-off, the newest.
    fn add_play_off(&mut self, play_off: PlayOff) {
        self.play_offs.retain(|other| other.rank != play_off.rank);
        self.play_offs.push(play_off);
    }

    fn rule_play_off(&mut self, command: &Value) -> Outcome {
        let order: Vec<u32> =
            command["order"].as_array().unwrap().iter().map(|number| super::whole(number) as u32).collect();
        let rank = super::whole(&command["rank"]);
        let groups = self.groups().into_iter();
        let mut tied = groups.filter(|(at, group)| u64::from(*at) == rank && self.needs_deciding(*at, group.len()));
        let (rank, group) = tied.next().ok_or(unknown("play_off"))?;
        self.all_results_in()?;
        score::right_players(&group, &order)?;
        let ranks: BTreeMap<u32, u32> = order.iter().zip(rank..).map(|(number, rank)| (*number, rank)).collect();
        if self.play_off_of(rank, &group).is_none() {
            self.add_play_off(PlayOff::new(rank, &group));
        }
        let index = self.play_offs.iter().position(|one| one.rank == rank && one.numbers == group).unwrap();
        let play_off = &mut self.play_offs[index];
        if play_off.tables.iter().all(|table| table.scored.is_none()) {
            play_off.tables.clear();
        }
        play_off.ranks = Some(ranks.clone());
        Ok(json!({"ranks": PlayOff::show_ranks(&ranks)}))
    }

    pub fn play_off_result(&mut self, command: &Value, first: &Value) -> Outcome {
        let index = self.open_play_off(command)?;
        let table = (super::whole(&command["table"]) as usize).wrapping_sub(1);
        let place = self.play_offs[index].tables.get(table).ok_or(unknown("table"))?.clone();
        if place.scored.is_some() {
            return Err(fault("result-exists"));
        }
        let ended = command["ended"].as_str().unwrap();
        let scored = score::score(&self.rules, &place.players, ended, &command["racks"], first)?;
        self.play_offs[index].tables[table].scored = Some(scored.clone());
        let mut answer = self.go_on(index);
        answer["scores"] = by_player(&scored.scores);
        answer["wins"] = by_player(&scored.wins);
        answer["winners"] = json!(scored.winners);
        answer["verdicts"] = scored.verdicts;
        answer["flags"] = json!(scored.flags);
        Ok(answer)
    }

    pub fn draw_in_play_off(&mut self, command: &Value, first: &Value) -> Outcome {
        let index = self.open_play_off(command)?;
        let draw = self.play_offs[index].open_draw().ok_or(fault("no-draw"))?;
        let drawn = Event::do_draw(draw, command, first)?;
        if !draw.is_decided() {
            return Ok(json!({"again": draw.show(), "draw": null, "tables": null, "ranks": null}));
        }
        let mut answer = self.go_on(index);
        answer["again"] = Value::Null;
        answer["drawn"] = drawn;
        Ok(answer)
    }

    /// What follows from the results and draws so far: one of `tables`, `draw` and `ranks`, or none.
    fn go_on(&mut self, index: usize) -> Value {
        let mut answer = json!({"tables": null, "draw": null, "ranks": null});
        let mut play_off = self.play_offs[index].clone();
        let stage = play_off.last_stage();
        if stage.iter().all(|table| play_off.tables[*table].scored.is_some()) {
            if stage.len() > 1 {
                for table in &stage {
                    let winners = play_off.tables[*table].scored.as_ref().unwrap().winners.clone();
                    let place = &mut play_off.tables[*table];
                    let draw = place.draw.get_or_insert_with(|| Draw::new(&winners, 1, false));
                    if !draw.is_decided() {
                        answer["draw"] = draw.show();
                        break;
                    }
                }
                if answer["draw"].is_null() {
                    let mut winners: Vec<u32> =
                        stage.iter().map(|table| play_off.tables[*table].draw.as_ref().unwrap().chosen()[0]).collect();
                    winners.sort_unstable();
                    play_off.open_tables(&winners);
                    answer["tables"] = play_off.show_tables(&play_off.last_stage());
                }
            } else {
                self.rank_play_off(&mut play_off, &mut answer);
            }
        }
        self.play_offs[index] = play_off;
        answer
    }

    /// By the points of the last game; below them those who did not reach it, by the points of their last one.
    fn rank_play_off(&self, play_off: &mut PlayOff, answer: &mut Value) {
        let last_stage = play_off.tables.last().unwrap().stage;
        let key = |number: u32| -> (bool, Fraction) {
            let last = play_off.tables.iter().rev().find(|table| table.players.contains(&number)).unwrap();
            (last.stage == last_stage, last.scored.as_ref().unwrap().scores[&number])
        };
        let mut order: Vec<((bool, Fraction), u32)> = play_off.numbers.iter().map(|n| (key(*n), *n)).collect();
        order.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for (index, (keys, number)) in order.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if order[index - 1].0 == *keys => group.push(*number),
                _ => groups.push(vec![*number]),
            }
        }
        let winners = self.number("winners");
        let ordered = self.is("play_off", "ranks");
        let mut ranks = BTreeMap::new();
        let mut rank = play_off.rank;
        for group in groups {
            let size = group.len() as u32;
            if self.needs_deciding(rank, group.len()) {
                let places = size.min(winners + 1 - rank);
                let draw =
                    play_off.last_draws.entry(rank).or_insert_with(|| Draw::new(&group, places as usize, ordered));
                if !draw.is_decided() {
                    answer["draw"] = draw.show();
                    return;
                }
                for number in &group {
                    let place = draw.chosen().iter().position(|chosen| chosen == number).map(|place| place as u32);
                    let below = match place {
                        Some(place) if ordered => place,
                        Some(_) => 0,
                        None => places,
                    };
                    ranks.insert(*number, rank + below);
                }
            } else {
                ranks.extend(group.iter().map(|number| (*number, rank)));
            }
            rank += size;
        }
        answer["ranks"] = PlayOff::show_ranks(&ranks);
        play_off.ranks = Some(ranks);
    }
}
