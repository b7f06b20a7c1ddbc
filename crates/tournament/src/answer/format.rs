//! Answers about stages, leagues, schools, and players who join later.

use crate::answer::Fields;
use crate::event::Event;
use crate::people::Number;
use crate::ranking::Standing;
use crate::settings::Key;
use crate::state::Tournament;
use crate::team::Team;

impl Tournament {
    /// What a row of the standings says beyond wins, average and total: further keys, and who is out or of the house.
    pub(super) fn further_fields(&self, row: &Standing) -> Fields {
        let mut fields = Fields::new();
        for key in &self.settings().keys {
            fields = match key {
                Key::Wins | Key::Average | Key::Total => fields,
                Key::BestGame => fields.with("best_game", row.tally.best_game),
                Key::WonTotal => fields.with("won_total", row.tally.won_total),
                Key::LeastLost => fields.with("lost_total", row.tally.lost_total),
            };
        }
        fields.with_some("out_after", row.out_after).with_some("house", row.house.then_some(true))
    }

    pub(super) fn answer_joined(&self, events: &[Event]) -> Fields {
        let number = events.iter().find_map(|event| match event {
            Event::Joined { number, .. } | Event::Admitted { number } | Event::Reinstated { number } => Some(*number),
            _ => None,
        });
        let seating = if self.round(self.newest_started() + 1).is_some() { "stale" } else { "none" };
        self.answer_status(number.map_or(0, |number| i64::from(number.0))).with("seating", seating)
    }

    pub(super) fn answer_sat_out(&self, date: i64, numbers: &[i64]) -> Fields {
        let mut numbers: Vec<Number> =
            numbers.iter().map(|&number| Number(u32::try_from(number).unwrap_or_default())).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let seating = if self.round(self.newest_started() + 1).is_some() { "stale" } else { "none" };
        Fields::new().with("date", date).with("numbers", numbers).with("seating", seating)
    }

    /// The standings of schools.
    pub(super) fn answer_teams(&self) -> Fields {
        let standings = self.team_standings();
        let team = |team: &Team| {
            Fields::new()
                .with("rank", team.rank)
                .with("school", &team.school)
                .with("players", team.players)
                .with("counted", &team.counted)
                .with("wins", team.tally.wins)
                .with("average", team.tally.average().to_string())
                .with("total", team.tally.total)
                .with("games", team.tally.games)
        };
        let teams: Vec<Fields> = standings.teams.iter().map(team).collect();
        Fields::new().with("teams", teams).with("best", standings.best).with("keys", &self.settings().keys)
    }
}
