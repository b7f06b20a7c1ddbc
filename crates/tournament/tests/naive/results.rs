//! Results, corrections, annulled games, and who moves on in the ring (B03, B06, B07, X13, X17, X19).

use std::cmp::Reverse;

use serde_json::{Map, Value, json};

use super::draws::Draw;
use super::fraction::{Fraction, ZERO};
use super::{Event, Outcome, by_player, fault, score};

impl Event {
    pub fn result(&mut self, command: &Value, first: &Value) -> Outcome {
        let (round, table, game) = self.place(command)?;
        let correction = command["do"] == "correct";
        let place = self.round(round).unwrap().tables[&table].clone();
        let old = place.games[game].clone();
        if correction && !old.is_in() {
            return Err(fault("no-result"));
        }
        if !correction && old.is_in() {
            return Err(fault("result-exists"));
        }
        if !correction && place.paused.is_some() {
            return Err(fault("paused"));
        }
        // An annulled game that was never scored was played by those who sat there.
        let players = if correction && !old.players.is_empty() { old.players.clone() } else { place.seats.clone() };
        if players.len() < 2 {
            return Err(fault("too-few"));
        }
        let ended = command["ended"].as_str().unwrap();
        let scored = score::score(&self.rules, &players, ended, &command["racks"], first)?;
        let before = self.all_movers(round);
        let here = &mut self.table_mut(round, table).games[game];
        here.annulled = false;
        here.players = players;
        here.scored = Some(scored.clone());
        self.settle_ring();
        let mut answer = json!({
            "round": round, "table": table, "game": game + 1, "scores": by_player(&scored.scores),
            "wins": by_player(&scored.wins), "winners": scored.winners, "verdicts": scored.verdicts,
            "flags": scored.flags,
        });
        if correction {
            answer["was"] = old.scored.map_or(Value::Null, |scored| by_player(&scored.scores));
            answer["seating"] = json!(self.effect(round, &before));
        }
        self.show_moves(&mut answer, round, table);
        Ok(answer)
    }

    pub fn annul(&mut self, command: &Value) -> Outcome {
        let (round, table, game) = self.place(command)?;
        let before = self.all_movers(round);
        let seats = self.round(round).unwrap().tables[&table].seats.clone();
        let here = &mut self.table_mut(round, table).games[game];
        if here.annulled {
            return Err(fault("result-exists"));
        }
        if here.players.is_empty() {
            here.players = seats;
        }
        here.annulled = true;
        here.scored = None;
        self.settle_ring();
        let mut answer = json!({"seating": self.effect(round, &before)});
        self.show_moves(&mut answer, round, table);
        Ok(answer)
    }

    fn show_moves(&self, answer: &mut Value, round: u32, table: u32) {
        answer["moves"] = Value::Null;
        answer["draw"] = Value::Null;
        if !self.has_started(round + 1) && self.round(round).unwrap().tables[&table].is_in() {
            answer["moves"] = self.moves_of(round, table);
            answer["draw"] = self.open_draw(round, table).unwrap_or_default();
        }
    }

    fn rings_on(&self, round: u32) -> bool {
        self.is("format", "ring") && round < self.number("rounds")
    }

    /// Wins and points in this round.
    fn of_round(&self, round: u32, table: u32, number: u32) -> (Fraction, Fraction) {
        let mut sums = (ZERO, ZERO);
        for scored in self.round(round).unwrap().tables[&table].games.iter().filter_map(|game| game.scored.as_ref()) {
            if let Some(points) = scored.scores.get(&number) {
                sums = (sums.0 + scored.wins[&number], sums.1 + *points);
            }
        }
        sums
    }

    /// Who moves for certain, and the tie across the cut with its places.
    fn cut_of_table(&self, round: u32, table: u32) -> (Vec<u32>, Option<(Vec<u32>, usize)>) {
        let place = &self.round(round).unwrap().tables[&table];
        if !self.rings_on(round) || !place.is_in() {
            return (Vec::new(), None);
        }
        let go = self.number("move") as usize;
        let mut best = place.seats.clone();
        best.sort_by_key(|number| (Reverse(self.of_round(round, table, *number)), *number));
        if best.len() <= go {
            return (best, None);
        }
        let key = |index: usize| self.of_round(round, table, best[index]);
        if key(go - 1) != key(go) {
            return (best[..go].to_vec(), None);
        }
        let above: Vec<u32> = (0..best.len()).filter(|i| key(*i) > key(go)).map(|i| best[i]).collect();
        let mut tied: Vec<u32> = (0..best.len()).filter(|i| key(*i) == key(go)).map(|i| best[i]).collect();
        tied.sort_unstable();
        let places = go - above.len();
        (above, Some((tied, places)))
    }

    /// Opens, keeps and drops draws.
    pub fn settle_ring(&mut self) {
        for round in 1..=self.rounds.len() as u32 {
            if !self.has_started(round) {
                continue;
            }
            let tables: Vec<u32> = self.round(round).unwrap().tables.keys().copied().collect();
            for table in tables {
                let tie = self.cut_of_table(round, table).1;
                let old = self.round(round).unwrap().tables[&table].draw.clone();
                let new = tie.map(|(tied, places)| match old {
                    Some((old_tied, old_places, draw)) if old_tied == tied && old_places == places => {
                        (tied, places, draw)
                    }
                    _ => {
                        let mut draw = Draw::new(&tied, places, false);
                        let gone: Vec<u32> = tied.iter().copied().filter(|number| !self.is_present(*number)).collect();
                        draw.leave(&gone);
                        (tied, places, draw)
                    }
                });
                self.table_mut(round, table).draw = new;
            }
        }
    }

    pub fn open_draw(&self, round: u32, table: u32) -> Option<Value> {
        if self.has_started(round + 1) {
            return None;
        }
        let draw = &self.round(round).unwrap().tables[&table].draw;
        draw.as_ref().filter(|(_, _, draw)| !draw.is_decided()).map(|(_, _, draw)| draw.show())
    }

    /// All who move from this table, as far as it is decided, ascending.
    pub fn movers(&self, round: u32, table: u32) -> Vec<u32> {
        let mut movers = self.cut_of_table(round, table).0;
        if let Some((_, _, draw)) = &self.round(round).unwrap().tables[&table].draw {
            movers.extend(draw.chosen().iter().copied());
        }
        movers.sort_unstable();
        movers
    }

    pub fn moves_of(&self, round: u32, table: u32) -> Value {
        let next = table % self.round(round).unwrap().ring + 1;
        let moves = self.movers(round, table).into_iter().map(|number| (number.to_string(), json!(next)));
        moves.collect::<Map<_, _>>().into()
    }

    fn all_movers(&self, round: u32) -> Vec<Vec<u32>> {
        self.round(round).unwrap().tables.keys().map(|table| self.movers(round, *table)).collect()
    }

    pub fn next_is_stale(&mut self, round: u32) {
        if self.round(round + 1).is_some() && !self.has_started(round + 1) {
            self.round_mut(round + 1).stale = true;
        }
    }

    /// What becomes of the next round's seating after a change in this one.
    fn effect(&mut self, round: u32, before: &[Vec<u32>]) -> &'static str {
        if self.round(round + 1).is_none() {
            return "none";
        }
        if self.has_started(round + 1) {
            return "started";
        }
        let undecided = !self.missing(round).1.is_empty();
        if self.all_movers(round) != before || undecided || self.is("format", "swiss") {
            self.next_is_stale(round);
        }
        if self.round(round + 1).unwrap().stale { "stale" } else { "kept" }
    }
}
