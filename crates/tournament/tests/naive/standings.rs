//! Standings: wins, then the average, then decided play-offs (B08 to B10).

use serde_json::{Value, json};

use super::Event;
use super::fraction::{Fraction, ZERO};

impl Event {
    /// Wins, points and games of a player.
    fn record(&self, number: u32) -> (Fraction, Fraction, usize) {
        let (mut wins, mut points, mut games) = (ZERO, ZERO, 0);
        for game in self.rounds.iter().flat_map(|round| round.tables.values()).flat_map(|table| &table.games) {
            if let Some(scored) = game.scored.as_ref().filter(|scored| scored.scores.contains_key(&number)) {
                wins = wins + scored.wins[&number];
                points = points + scored.scores[&number];
                games += 1;
            }
        }
        (wins, points, games)
    }

    pub fn is_unbeaten(&self, number: u32) -> bool {
        let results = self.rounds.iter().flat_map(|round| round.tables.values()).flat_map(|table| &table.games);
        let mut played =
            results.filter_map(|game| game.scored.as_ref()).filter(|game| game.scores.contains_key(&number));
        let mut any = false;
        let all = played.by_ref().all(|game| {
            any = true;
            game.winners.contains(&number)
        });
        all && any
    }

    fn keys(&self, number: u32) -> (Fraction, Fraction) {
        let (wins, points, games) = self.record(number);
        (wins, if games == 0 { ZERO } else { points.divided_by(games) })
    }

    /// Players who are equal by wins and average, the best first, each group with its rank.
    pub fn groups(&self) -> Vec<(u32, Vec<u32>)> {
        let mut ranked: Vec<((Fraction, Fraction), u32)> =
            self.with_status("present").into_iter().map(|number| (self.keys(number), number)).collect();
        ranked.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut groups: Vec<(u32, Vec<u32>)> = Vec::new();
        for (index, (keys, number)) in ranked.iter().enumerate() {
            match groups.last_mut() {
                Some((_, group)) if ranked[index - 1].0 == *keys => group.push(*number),
                _ => groups.push((index as u32 + 1, vec![*number])),
            }
        }
        groups
    }

    /// Whether a tie of this many players at this rank needs deciding.
    pub fn needs_deciding(&self, rank: u32, players: usize) -> bool {
        let winners = self.number("winners");
        let last = rank + players as u32 - 1;
        players > 1 && rank <= winners && (self.is("play_off", "ranks") || last > winners)
    }

    /// Those that need deciding and are not decided.
    pub fn open_ties(&self) -> Vec<Value> {
        let groups = self.groups().into_iter();
        let open = groups.filter(|(rank, group)| {
            let decided = self.play_off_of(*rank, group).is_some_and(|play_off| play_off.ranks.is_some());
            self.needs_deciding(*rank, group.len()) && !decided
        });
        open.map(|(rank, numbers)| json!({"rank": rank, "numbers": numbers})).collect()
    }

    fn is_provisional(&self, number: u32) -> bool {
        let open = self.cases.iter().filter(|case| case.decision.is_none());
        open.filter_map(|case| case.protest.as_ref()).any(|(round, table, _)| {
            let table = &self.round(*round).unwrap().tables[table];
            table.seats.contains(&number) || table.games.iter().any(|game| game.players.contains(&number))
        })
    }

    pub fn standings(&self) -> Vec<Value> {
        let mut ranked = Vec::new();
        for (rank, group) in self.groups() {
            let decided = self.play_off_of(rank, &group).and_then(|play_off| play_off.ranks.clone());
            for number in group {
                ranked.push((decided.as_ref().map_or(rank, |ranks| ranks[&number]), number));
            }
        }
        ranked.sort_unstable();
        let mut rows: Vec<Value> = ranked.into_iter().map(|(rank, number)| self.row(Some(rank), number)).collect();
        let mut gone =
            [self.with_status("forfeit"), self.with_status("disqualified"), self.with_status("withdrawn")].concat();
        gone.retain(|number| self.person(*number).unwrap().was_present);
        gone.sort_unstable();
        rows.extend(gone.into_iter().map(|number| self.row(None, number)));
        rows
    }

    fn row(&self, rank: Option<u32>, number: u32) -> Value {
        let (wins, points, games) = self.record(number);
        let person = self.person(number).unwrap();
        json!({
            "rank": rank, "number": number, "name": person.name, "wins": wins.to_string(),
            "average": self.keys(number).1.to_string(), "total": points.to_string(), "games": games,
            "status": person.status, "provisional": self.is_provisional(number),
        })
    }
}
