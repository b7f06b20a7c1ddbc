//! The results, for people and for programs.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use trinta_bots::arena::{BotTally, Estimate, PairTally, Tally, Verdict};
use trinta_bots::program::{Fault, Record};

use crate::arena::plan::ArenaPlan;
use crate::output::{BAD, GOOD, QUIET, paint};

/// The results of an arena run.
#[derive(Serialize)]
pub(super) struct Report {
    edition: String,
    players: u8,
    jokers: bool,
    seed: u64,
    budget_ms: f64,
    effort: u64,
    threads: usize,
    groups: u64,
    groups_planned: u64,
    games: u64,
    /// Whether the run ended early because the results were conclusive.
    stopped_early: bool,
    seconds: f64,
    games_a_second: f64,
    bots: Vec<Row>,
    pairs: Vec<Pair>,
    /// The share of victories of the player who starts, comes second and so on.
    turn_order: Vec<Range>,
}

/// The results of one bot.
#[derive(Serialize)]
struct Row {
    name: String,
    seats: u64,
    wins: f64,
    win_rate: Range,
    score: Range,
    rating: f64,
    uncertainty: f64,
    turns: u32,
    refused: u32,
    out_of_time: u32,
    over_budget: u32,
    longest_ms: f64,
    effort_a_turn: f64,
    /// The conduct of a program; none for a built-in bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<ProgramRow>,
}

/// The conduct of a program.
#[derive(Serialize)]
struct ProgramRow {
    asked: u32,
    late: u32,
    nonsense: u32,
    stray: u32,
    illegal: u32,
    crashes: u32,
    given_up: u32,
    /// The first fault of each kind.
    first_faults: Vec<String>,
}

impl ProgramRow {
    fn new(record: &Record) -> ProgramRow {
        let of_kind = |fault: &Fault| std::mem::discriminant(fault);
        let is_first = |index: usize| {
            record.faults[..index].iter().all(|(_, fault)| of_kind(fault) != of_kind(&record.faults[index].1))
        };
        let faults = record.faults.iter().enumerate().filter(|&(index, _)| is_first(index));
        let faults = faults.map(|(_, (place, fault))| format!("{place}: {fault}"));
        ProgramRow {
            asked: record.requests,
            late: record.late,
            nonsense: record.malformed,
            stray: record.stray,
            illegal: record.illegal,
            crashes: record.crashes,
            given_up: record.replaced,
            first_faults: faults.collect(),
        }
    }

    fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        if self.first_faults.is_empty() {
            return Ok(());
        }
        let text = format!(
            "{name}: of {} requests {} answered too late and {} with an invalid message; {} stray lines, {} illegal \
             commands, {} crashes, {} copies given up",
            self.asked, self.late, self.nonsense, self.stray, self.illegal, self.crashes, self.given_up
        );
        writeln!(out, "{}", paint(BAD, text))?;
        for fault in &self.first_faults {
            writeln!(out, "  {fault}")?;
        }
        writeln!(out, "  `trinta bot check` explains how to fix it")
    }
}

/// The results of one bot against another.
#[derive(Serialize)]
struct Pair {
    one: String,
    other: String,
    ahead: Range,
    verdict: &'static str,
}

/// A mean and its confidence interval; infinite ends are left out.
#[derive(Clone, Copy, Serialize)]
struct Range {
    mean: f64,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Estimate> for Range {
    fn from(Estimate { mean, low, high }: Estimate) -> Range {
        let known = |end: f64| Some(end).filter(|end| end.is_finite());
        Range { mean, low: known(low), high: known(high) }
    }
}

impl Report {
    pub(super) fn new(plan: &ArenaPlan, tally: &Tally, stopped_early: bool, taken: Duration) -> Report {
        let seconds = taken.as_secs_f64();
        let mut bots: Vec<Row> =
            tally.bots.iter().enumerate().map(|(number, bot)| Row::new(plan, tally, number, bot)).collect();
        bots.sort_by(|one, other| other.win_rate.mean.total_cmp(&one.win_rate.mean));
        Report {
            edition: plan.setup.settings().edition.clone(),
            players: plan.setup.players(),
            jokers: plan.setup.tile_set().copies(trinta_core::Tile::JOKER) > 0,
            seed: plan.seed,
            budget_ms: plan.budget.time.as_secs_f64() * 1000.0,
            effort: plan.budget.effort,
            threads: plan.threads.get(),
            groups: tally.groups,
            groups_planned: plan.groups,
            games: tally.games,
            stopped_early,
            seconds,
            games_a_second: tally.games as f64 / seconds.max(1e-9),
            bots,
            pairs: tally.pairs.iter().map(|pair| Pair::new(plan, pair)).collect(),
            turn_order: tally.turn_order.iter().map(|won| won.share().into()).collect(),
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let jokers = if self.jokers { "" } else { ", no jokers" };
        writeln!(
            out,
            "{}, {} players{jokers}: {} games in {} mirrored groups, seed {}, {} ms per turn ({} nodes)",
            self.edition, self.players, self.games, self.groups, self.seed, self.budget_ms, self.effort
        )?;
        let width = self.bots.iter().map(|bot| bot.name.len()).max().unwrap_or(0).max("bot".len());
        self.write_bots(out, width)?;
        self.write_crosstable(out, width)?;
        self.write_end(out)
    }

    fn write_bots(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let head = format!(
            "\n{:<width$}  {:>7}  {:<23}  {:<24}  {}",
            "bot", "seats", "won", "mean score", "rating (Weng-Lin)"
        );
        writeln!(out, "{}", paint(QUIET, head))?;
        for bot in &self.bots {
            let score = match (bot.score.low, bot.score.high) {
                (Some(low), Some(high)) => format!("{:+.1} ({low:+.1} to {high:+.1})", bot.score.mean),
                _ => format!("{:+.1}", bot.score.mean),
            };
            writeln!(
                out,
                "{:<width$}  {:>7}  {:<23}  {score:<24}  {:.1} ± {:.1}",
                bot.name,
                bot.seats,
                percent(bot.win_rate),
                bot.rating,
                bot.uncertainty
            )?;
        }
        Ok(())
    }

    /// How often the bot of the row scored more than the bot of the column.
    fn write_crosstable(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        if self.pairs.is_empty() {
            return Ok(());
        }
        let column = width.max(7);
        let heads: String = self.bots.iter().map(|bot| format!("  {:>column$}", bot.name)).collect();
        writeln!(out, "{}", paint(QUIET, format!("\n{:<width$}{heads}", "ahead")))?;
        for row in &self.bots {
            let cells: String =
                self.bots.iter().map(|other| format!("  {:>column$}", self.cell(&row.name, &other.name))).collect();
            writeln!(out, "{:<width$}{cells}", row.name)?;
        }
        writeln!(out)?;
        for pair in &self.pairs {
            let (better, against, ahead) = if pair.ahead.mean >= 0.5 {
                (&pair.one, &pair.other, pair.ahead)
            } else {
                (&pair.other, &pair.one, pair.ahead.swapped())
            };
            let verdict = match pair.verdict {
                "open" => paint(QUIET, "inconclusive"),
                "one" => paint(GOOD, format!("{} is better", pair.one)),
                _ => paint(GOOD, format!("{} is better", pair.other)),
            };
            writeln!(out, "{better} ahead of {against}: {}, {verdict}", percent(ahead))?;
        }
        Ok(())
    }

    fn cell(&self, row: &str, column: &str) -> String {
        let found = self.pairs.iter().find_map(|pair| match (pair.one == row, pair.other == column) {
            (true, true) => Some(pair.ahead.mean),
            _ if pair.one == column && pair.other == row => Some(1.0 - pair.ahead.mean),
            _ => None,
        });
        found.map_or_else(|| "-".to_owned(), |mean| format!("{:.1} %", 100.0 * mean))
    }

    fn write_end(&self, out: &mut impl Write) -> io::Result<()> {
        let shares: Vec<String> = self.turn_order.iter().map(|&share| percent(share)).collect();
        writeln!(out, "\nvictories by order of turns: {}", shares.join(", "))?;
        if self.stopped_early {
            writeln!(
                out,
                "\nConclusive after {} of {} groups. The intervals assume a fixed number of games, so after an early stop \
                 they are a little too narrow; --all plays all games.",
                self.groups, self.groups_planned
            )?;
        }
        for bot in &self.bots {
            if let Some(program) = &bot.program {
                program.write(&bot.name, out)?;
            }
            if bot.refused > 0 {
                let text = format!("{} lost {} turns with commands that the rules refuse", bot.name, bot.refused);
                writeln!(out, "{}", paint(BAD, text))?;
            }
            if bot.out_of_time > 0 {
                writeln!(
                    out,
                    "{} ran out of time in {} of {} turns ({} of them by more than a fifth), the longest {:.0} ms; \
                     another run may differ",
                    bot.name, bot.out_of_time, bot.turns, bot.over_budget, bot.longest_ms
                )?;
            }
        }
        let threads = if self.threads == 1 { "1 thread" } else { &format!("{} threads", self.threads) };
        writeln!(out, "{:.0} games per second on {threads}", self.games_a_second)
    }
}

impl Row {
    fn new(plan: &ArenaPlan, tally: &Tally, number: usize, bot: &BotTally) -> Row {
        let rating = tally.ratings.of(number);
        let report = &bot.report;
        Row {
            name: plan.bots[number].to_string(),
            seats: bot.seats,
            wins: bot.wins,
            win_rate: bot.win_rate.share().into(),
            score: bot.score.estimate().into(),
            rating: rating.strength,
            uncertainty: rating.uncertainty,
            turns: report.turns,
            refused: report.refused,
            out_of_time: report.out_of_time,
            over_budget: report.overrun,
            longest_ms: report.longest.as_secs_f64() * 1000.0,
            effort_a_turn: report.effort as f64 / f64::from(report.turns.max(1)),
            program: plan.conducts[number].as_ref().map(|conduct| ProgramRow::new(&conduct.record())),
        }
    }
}

impl Pair {
    fn new(plan: &ArenaPlan, pair: &PairTally) -> Pair {
        Pair {
            one: plan.bots[pair.bots.0].to_string(),
            other: plan.bots[pair.bots.1].to_string(),
            ahead: pair.ahead.share().into(),
            verdict: match pair.verdict() {
                Verdict::Above => "one",
                Verdict::Below => "other",
                Verdict::Open => "open",
            },
        }
    }
}

impl Range {
    /// The share of the opponent.
    fn swapped(self) -> Range {
        let other = |end: f64| 1.0 - end;
        Range { mean: other(self.mean), low: self.high.map(other), high: self.low.map(other) }
    }
}

/// A share in percent, with its interval.
fn percent(share: Range) -> String {
    let end = |end: Option<f64>| end.map_or_else(|| "?".to_owned(), |end| format!("{:.1}", 100.0 * end));
    format!("{:.1} % ({} to {})", 100.0 * share.mean, end(share.low), end(share.high))
}
