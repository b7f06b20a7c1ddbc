//! `trinta bench arena`: greedy games per second on one core.

use std::cell::Cell;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use trinta_bots::arena::{Arena, seed_of};
use trinta_bots::numbers::Greedy;
use trinta_bots::{Bot, Budget};
use trinta_core::{AnyWord, Position, Search, Settings};
use trinta_solver::Referee;

use crate::arena::workers::WallClock;
use crate::failure::Failure;
use crate::output::{screen, write_json};
use crate::progress::Progress;
use crate::rules::set_up;

/// Play greedy games in the arena, on one core.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ArenaArgs {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Players at the table
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  trinta bench arena
  trinta bench arena --games 100 --players 2 --json

Plays games of edition hk between greedy bots from the lots to the scores: the solver proves every play optimal, the
rules decide and apply it, and every player sees the events as they may. The share of the solver is the time of the
bots' turns and of the searches that the rules need at the end of a game. On a busy machine, the games per second of CPU
time are more reliable.

Exit code: 0, or 2 for invalid flags.";

/// The results.
#[derive(Serialize)]
struct Figures {
    games: u32,
    players: u8,
    seed: u64,
    turns: u32,
    seconds: f64,
    games_a_second: f64,
    /// Games per second of CPU time, where the system measures that.
    games_a_cpu_second: Option<f64>,
    micros_a_turn: f64,
    solver_share: f64,
}

/// A referee that measures its time.
struct TimedReferee {
    referee: Referee,
    elapsed: Cell<Duration>,
}

impl TimedReferee {
    fn time<T>(&self, search: impl FnOnce(&Referee) -> T) -> T {
        let started = Instant::now();
        let answer = search(&self.referee);
        self.elapsed.set(self.elapsed.get() + started.elapsed());
        answer
    }
}

impl Search for TimedReferee {
    fn can_play(&self, position: &Position<'_>) -> Option<bool> {
        self.time(|referee| referee.can_play(position))
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        self.time(|referee| referee.could_open(position))
    }
}

pub(super) fn run(args: &ArenaArgs) -> Result<ExitCode, Failure> {
    let figures = measure(args)?;
    if args.json {
        write_json(&mut io::stdout().lock(), &figures)?;
    } else {
        let cpu = figures.games_a_cpu_second.map_or_else(String::new, |rate| format!(" ({rate:.0} of CPU time)"));
        writeln!(
            screen(),
            "{} greedy games of {} players on one core: {:.0} games per second{cpu}, {:.0} µs per turn, {:.0} % of the time in the \
             solver",
            figures.games,
            figures.players,
            figures.games_a_second,
            figures.micros_a_turn,
            100.0 * figures.solver_share
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The CPU time of this thread: less than the elapsed time on a busy machine.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn measure(args: &ArenaArgs) -> Result<Figures, Failure> {
    let settings = Settings::edition("hk").map_err(|error| Failure::Input(error.to_string()))?;
    let setup = set_up(settings, usize::from(args.players))?;
    let (referee, clock) = (TimedReferee { referee: Referee::new(), elapsed: Cell::default() }, WallClock::new());
    let arena = Arena { setup: &setup, search: &referee, spelling: &AnyWord, budget: Budget::default(), clock: &clock };
    let mut bots: Vec<Greedy> = setup.seats().map(|_| Greedy::new()).collect();
    let mut bots: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| bot as &mut dyn Bot).collect();
    let mut line = Progress::new("games", Some(u64::from(args.games)));
    let (mut turns, mut thinking) = (0, Duration::ZERO);
    let (started, cpu_started) = (Instant::now(), cpu_time());
    for number in 0..u64::from(args.games) {
        let game = arena.play(&mut bots, &seed_of(args.seed, number), 0);
        let game = game.map_err(|error| Failure::Input(error.to_string()))?;
        turns += game.seats.iter().map(|seat| seat.turns).sum::<u32>();
        thinking += game.seats.iter().map(|seat| seat.time).sum::<Duration>();
        if let Some(line) = &mut line {
            line.show(number as usize + 1, number + 1);
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Figures {
        games: args.games,
        players: args.players,
        seed: args.seed,
        turns,
        seconds,
        games_a_second: f64::from(args.games) / seconds,
        games_a_cpu_second: cpu_time()
            .zip(cpu_started)
            .map(|(now, then)| f64::from(args.games) / (now - then).as_secs_f64()),
        micros_a_turn: 1e6 * seconds / f64::from(turns.max(1)),
        solver_share: (thinking + referee.elapsed.get()).as_secs_f64() / seconds,
    })
}
