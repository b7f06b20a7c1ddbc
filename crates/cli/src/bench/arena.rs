//! `trinta bench arena`: how many greedy games are finished in a second on one core.

use std::cell::Cell;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use trinta_bots::arena::{Hall, seed_of};
use trinta_bots::numbers::Greedy;
use trinta_bots::{Bot, Budget};
use trinta_core::{AnyWord, Position, Search, Settings};
use trinta_solver::Referee;

use crate::arena::crew::Wall;
use crate::failure::Failure;
use crate::output::{screen, write_json};
use crate::progress::Progress;
use crate::rules::set_up;

/// Greedy games in the arena, on one core.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ArenaArgs {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Players at the table
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// Which games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  trinta bench arena
  trinta bench arena --games 100 --players 2 --json

Games of the edition hk from the lots to the scores, everybody greedy: every play the solver's, proved best, decided by
the rules, applied, and shown to every player as far as they may see it. The share of the solver is the time of the
bots' turns and of the questions that the rules ask at the end of a game. On a machine with other work to do, the games
a second of CPU time say more.

Exit code: 0, or 2 for flags that can't be used.";

/// The figures.
#[derive(Serialize)]
struct Figures {
    games: u32,
    players: u8,
    seed: u64,
    turns: u32,
    seconds: f64,
    games_a_second: f64,
    /// The same in the time that the core was ours, where the system tells it.
    games_a_cpu_second: Option<f64>,
    micros_a_turn: f64,
    solver_share: f64,
}

/// A referee whose time is taken.
struct Timed {
    referee: Referee,
    taken: Cell<Duration>,
}

impl Timed {
    fn time<T>(&self, ask: impl FnOnce(&Referee) -> T) -> T {
        let started = Instant::now();
        let answer = ask(&self.referee);
        self.taken.set(self.taken.get() + started.elapsed());
        answer
    }
}

impl Search for Timed {
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
        let own = figures.games_a_cpu_second.map_or_else(String::new, |rate| format!(" ({rate:.0} of CPU time)"));
        writeln!(
            screen(),
            "{} greedy games of {} players on one core: {:.0} games a second{own}, {:.0} µs a turn, {:.0} % of the time in the \
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

/// The time that this thread has had on a core: on a machine with other work to do, less than the clock on the wall says.
fn own_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn measure(args: &ArenaArgs) -> Result<Figures, Failure> {
    let settings = Settings::edition("hk").map_err(|error| Failure::Input(error.to_string()))?;
    let setup = set_up(settings, usize::from(args.players))?;
    let (referee, clock) = (Timed { referee: Referee::new(), taken: Cell::default() }, Wall::new());
    let hall = Hall { setup: &setup, search: &referee, spelling: &AnyWord, budget: Budget::default(), clock: &clock };
    let mut bots: Vec<Greedy> = setup.seats().map(|_| Greedy::new()).collect();
    let mut bots: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| bot as &mut dyn Bot).collect();
    let mut line = Progress::new("games", Some(u64::from(args.games)));
    let (mut turns, mut thinking) = (0, Duration::ZERO);
    let (started, own) = (Instant::now(), own_time());
    for number in 0..u64::from(args.games) {
        let game = hall.play(&mut bots, &seed_of(args.seed, number), 0);
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
        games_a_cpu_second: own_time().zip(own).map(|(now, then)| f64::from(args.games) / (now - then).as_secs_f64()),
        micros_a_turn: 1e6 * seconds / f64::from(turns.max(1)),
        solver_share: (thinking + referee.taken.get()).as_secs_f64() / seconds,
    })
}
