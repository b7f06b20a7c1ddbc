//! One simulated tournament: the tournament's own seating and ranking, with games of the bots at its tables.

use std::collections::BTreeMap;

use serde_json::{Number as JsonNumber, Value};
use trinta_bots::Dice;
use trinta_tournament::{
    All, Command, DrawCommand, Ended, Number, Numbers, Person, RackEntry, Refusal, Request, ResultCommand, Role,
    Tournament, decide,
};

use crate::games::{Library, PlayedGame};

/// What people do at their tables, as far as it is assumed.
#[derive(Debug, Clone, Copy)]
pub struct Habits {
    /// The mean time of a turn in seconds.
    pub turn_seconds: f64,
    /// The time to shuffle and deal before each game, in seconds.
    pub setup_seconds: f64,
    /// The strength of the weakest and of the strongest player, as levels from 1 to 4.
    pub levels: (f64, f64),
}

/// How much slower or faster than the mean a player is at most.
const PACE_SPREAD: f64 = 0.3;

/// What happens to games that are not over when the time of a round is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimeRule {
    /// Time is called: the turns of the circuit are finished and racks are compared (E09, X03).
    Called,
    /// Games are played to the end, and the next round waits for them.
    PlayedOut,
}

/// The tournaments to be simulated.
pub(crate) struct Scenario<'a> {
    pub(crate) preset: &'a str,
    pub(crate) changes: &'a BTreeMap<String, Value>,
    pub(crate) players: u32,
    pub(crate) habits: Habits,
    pub(crate) time_rule: TimeRule,
    pub(crate) library: &'a Library,
}

/// What became of one tournament.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// When the play of each round ended and the next could start, in minutes after the start of the first.
    pub(crate) round_ends: Vec<f64>,
    pub(crate) games: u32,
    /// Games that were cut off by time.
    pub(crate) unfinished: u32,
    /// Games that were not begun when time was up.
    pub(crate) not_begun: u32,
    /// How many of the strongest players are among as many winners.
    pub(crate) best_found: u32,
    /// Whether the strongest player is one of the winners.
    pub(crate) strongest_won: bool,
}

/// A tournament while it is simulated.
struct Hall<'a> {
    scenario: &'a Scenario<'a>,
    tournament: Tournament,
    dice: Dice,
    /// The strength of each player, by number from 1.
    strengths: Vec<f64>,
    /// How slow each player is, by number from 1; 1 is the mean.
    paces: Vec<f64>,
    outcome: Outcome,
}

/// A number from 0 to 1.
fn fraction(dice: &mut Dice) -> f64 {
    const STEPS: usize = 1 << 30;
    (dice.below(STEPS) as f64 + 0.5) / STEPS as f64
}

/// Simulates a tournament.
///
/// # Errors
/// If the tournament refuses a command, or the bots can't play its game.
pub(crate) fn simulate(scenario: &Scenario<'_>, seed: u64) -> Result<Outcome, String> {
    let mut dice = Dice::new(seed);
    let count = scenario.players as usize;
    let (weakest, strongest) = scenario.habits.levels;
    let place = |at: usize| if count > 1 { at as f64 / (count - 1) as f64 } else { 0.0 };
    let mut strengths: Vec<f64> = (0..count).map(|at| weakest + (strongest - weakest) * place(at)).collect();
    dice.shuffle(&mut strengths);
    let paces = (0..count).map(|_| 1.0 + PACE_SPREAD * (2.0 * fraction(&mut dice) - 1.0)).collect();
    let new = Command::New {
        preset: Some(scenario.preset.to_owned()),
        title: "Simulated".to_owned(),
        date: "2027-01-01".parse().map_err(|_| "no such day")?,
        set: scenario.changes.clone(),
        seed: Some(format!("{seed:x}").parse().map_err(|_| "no such seed")?),
        code_seed: None,
    };
    let mut tournament = None;
    for event in decide(None, &request(new)).map_err(|refusal| refusal.to_string())? {
        tournament = Some(Tournament::create(&event).map_err(|error| error.to_string())?);
    }
    let outcome =
        Outcome { round_ends: Vec::new(), games: 0, unfinished: 0, not_begun: 0, best_found: 0, strongest_won: false };
    let tournament = tournament.ok_or("the tournament was not created")?;
    let mut hall = Hall { scenario, tournament, dice, strengths, paces, outcome };
    hall.run().map_err(|refusal| refusal.to_string())
}

/// The head judge may give every command, and every command may have a reason.
fn request(command: Command) -> Request {
    Request { by: Role::HeadJudge, at: None, why: Some("simulated".to_owned()), command }
}

impl Hall<'_> {
    fn give(&mut self, command: Command) -> Result<(), Refusal> {
        for event in decide(Some(&self.tournament), &request(command))? {
            let applied = self.tournament.apply(&event);
            debug_assert_eq!(applied, Ok(()), "a decided command can be applied");
        }
        Ok(())
    }

    fn run(&mut self) -> Result<Outcome, Refusal> {
        let name = |number: u32| Person { name: format!("Player {number}"), school: None };
        self.give(Command::Add { players: (1..=self.scenario.players).map(name).collect() })?;
        self.give(Command::CheckIn { numbers: Numbers::All(All::All) })?;
        self.give(Command::Briefing {})?;
        let settings = self.tournament.settings().clone();
        let changeover = f64::from(settings.slot.saturating_sub(settings.play));
        let mut start = 0.0_f64;
        for round in 1..=settings.rounds {
            self.give(Command::Seat { round: round.into(), tables: None })?;
            self.give(Command::Publish { round: round.into() })?;
            self.give(Command::Start { round: round.into() })?;
            let slowest = self.play_round(round)?;
            let end = start + slowest + changeover;
            self.outcome.round_ends.push(end);
            // Nobody is asked to begin before the time of the timetable.
            start = end.max(f64::from(round * settings.slot));
        }
        self.decide_ties()?;
        self.count_winners();
        Ok(self.outcome.clone())
    }

    /// Plays all tables of a round; returns the minutes that the slowest took.
    fn play_round(&mut self, round: u32) -> Result<f64, Refusal> {
        let tables = self.tournament.round(round).map(|round| round.tables.clone()).unwrap_or_default();
        let mut slowest = 0.0_f64;
        for (table, there) in (1..).zip(tables) {
            let mut elapsed = 0.0;
            for game in 1..=there.games.len() as u32 {
                if there.players.len() > 1 {
                    self.play_game(round, table, game, &there.players, &mut elapsed)?;
                }
            }
            if self.tournament.moves(round, table).is_some_and(|moves| !moves.decided) {
                let (round, table) = (Some(round.into()), Some(table.into()));
                self.give(Command::Draw(DrawCommand {
                    purpose: None,
                    round,
                    table,
                    game: None,
                    play_off: None,
                    tiles: None,
                }))?;
            }
            slowest = slowest.max(elapsed / 60.0);
        }
        Ok(slowest)
    }

    fn play_game(
        &mut self,
        round: u32,
        table: u32,
        game: u32,
        players: &[Number],
        elapsed: &mut f64,
    ) -> Result<(), Refusal> {
        self.outcome.games += 1;
        let limit = match self.scenario.time_rule {
            TimeRule::Called => f64::from(self.tournament.settings().play) * 60.0,
            TimeRule::PlayedOut => f64::INFINITY,
        };
        if *elapsed + self.scenario.habits.setup_seconds >= limit {
            self.outcome.not_begun += 1;
            let (round, table, game) = (round.into(), table.into(), Some(game.into()));
            return self.give(Command::Annul { round, table, game });
        }
        *elapsed += self.scenario.habits.setup_seconds;
        let (ended, racks) = self.play(players, elapsed, limit)?;
        self.outcome.unfinished += u32::from(ended == Ended::Time);
        let (round, game) = (Some(round.into()), Some(game.into()));
        self.give(Command::Result(ResultCommand { round, table: table.into(), game, play_off: None, ended, racks }))
    }

    /// Takes a game for these players from the library and lets the clock run over its turns.
    fn play(&mut self, players: &[Number], elapsed: &mut f64, limit: f64) -> Result<(Ended, Vec<RackEntry>), Refusal> {
        let mut by_level: Vec<(usize, Number)> =
            players.iter().map(|&number| (self.level_today(number), number)).collect();
        by_level.sort_unstable();
        let levels: Vec<usize> = by_level.iter().map(|(level, _)| *level).collect();
        let game = self.scenario.library.pick(&levels, &mut self.dice).map_err(Refusal::Malformed)?;
        let last = game.turns.len().saturating_sub(1);
        let mut stopped = last;
        for (turn, &mover) in game.movers.iter().enumerate() {
            let pace = self.paces[by_level[mover].1.0 as usize - 1];
            *elapsed += 2.0 * fraction(&mut self.dice) * self.scenario.habits.turn_seconds * pace;
            // Everybody has had the same number of turns when the circuit is finished.
            if *elapsed >= limit && turn < last && (turn + 1) % players.len() == 0 {
                stopped = turn;
                break;
            }
        }
        let ended = match (stopped == last, game.is_out) {
            (false, _) => Ended::Time,
            (true, true) => Ended::Out,
            (true, false) => Ended::Pool,
        };
        Ok((ended, racks_of(game, stopped, &by_level)))
    }

    /// The level at which a player plays this game: one of the two next to the strength, the nearer the likelier.
    fn level_today(&mut self, number: Number) -> usize {
        let strength = self.strengths[number.0 as usize - 1];
        let lower = strength.floor();
        let higher = fraction(&mut self.dice) < strength - lower;
        lower as usize - 1 + usize::from(higher)
    }

    fn decide_ties(&mut self) -> Result<(), Refusal> {
        while !self.tournament.standings().open_ties.is_empty() {
            self.give(Command::PlayOff { rank: None, order: None })?;
            let play_offs = self.tournament.current_play_offs().into_iter();
            let Some(open) = play_offs.into_iter().find(|play_off| play_off.ranks().is_none()).cloned() else { break };
            let rank = Some(open.rank().into());
            if open.pending().is_some() {
                self.give(Command::Draw(DrawCommand {
                    purpose: None,
                    round: None,
                    table: None,
                    game: None,
                    play_off: rank,
                    tiles: None,
                }))?;
                continue;
            }
            for (table, there) in (1..).zip(open.tables()).filter(|(_, table)| table.result.is_none()) {
                let (ended, racks) = self.play(&there.players, &mut 0.0, f64::INFINITY)?;
                self.give(Command::Result(ResultCommand {
                    round: None,
                    table,
                    game: None,
                    play_off: rank,
                    ended,
                    racks,
                }))?;
            }
        }
        Ok(())
    }

    fn count_winners(&mut self) {
        let winners = self.tournament.settings().winners;
        let mut best: Vec<Number> = (1..=self.scenario.players).map(Number).collect();
        let strength = |number: &Number| self.strengths[number.0 as usize - 1];
        best.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
        let rows = self.tournament.standings().rows;
        let won: Vec<Number> =
            rows.iter().filter(|row| row.rank.is_some_and(|rank| rank <= winners)).map(|row| row.number).collect();
        let found = best.iter().take(winners as usize).filter(|number| won.contains(number)).count();
        self.outcome.best_found = found as u32;
        self.outcome.strongest_won = best.first().is_some_and(|number| won.contains(number));
    }
}

/// The racks after a turn, as a judge writes them down.
fn racks_of(game: &PlayedGame, turn: usize, players: &[(usize, Number)]) -> Vec<RackEntry> {
    let racks = game.turns.get(turn).map(Vec::as_slice).unwrap_or_default();
    let entry = |((rack, could), (_, number)): ((&_, &Option<bool>), &(usize, Number))| {
        let rack: &crate::games::RackLeft = rack;
        RackEntry {
            number: number.0.into(),
            tiles: None,
            sum: Some(JsonNumber::from(rack.sum)),
            opened: rack.opened,
            last_drawn: None,
            could: (!rack.opened).then_some(could.unwrap_or(false)),
            pushed: false,
        }
    };
    racks.iter().zip(&game.could_open).zip(players).map(entry).collect()
}
