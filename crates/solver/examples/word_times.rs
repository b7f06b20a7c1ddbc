//! Times and memory of proved answers in the word game with the standard list.
//!
//! `cargo run --release -p trinta-solver --example word_times [games [first seed]]`
//!
//! The positions are those of random games and of self-play with 2 to 4 players, from the deal to the end. A second
//! process reads them, one a line, and measures, so that its memory is that of the word list and the searches alone.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_core::shuffle::{Bytes32, Shuffler};
use trinta_core::{Actor, Aids, Command, Game, NoSearch, Settings, Setup, Table, Tiles};
use trinta_solver::{Budget, Objective, Position, Proof, Rules, WordBook, solve};
use trinta_testkit::players::draw_or_pass;
use trinta_testkit::{Case, Dice, Library, play_game};

/// The percentage of turns spent drawing in every other game of self-play, so that racks and tables get fuller.
const DRAW_PERCENT: u32 = 40;

/// The budget of a player in self-play. The measurements themselves have none.
const BUDGET: Budget = Budget::nodes(20_000);

/// A position that takes longer is measured three times and the shortest time counts, because of other processes.
const REPEAT_ABOVE: Duration = Duration::from_millis(1);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "measure") {
        return measure();
    }
    let mut numbers = arguments.iter().map(|text| text.parse::<u64>().expect("a number"));
    let (games, first) = (numbers.next().unwrap_or(60), numbers.next().unwrap_or(0));
    let mut lines = random_games(first..first + 2 * games);
    let dictionary = Dictionary::new(Lexicon::shipped(Tier::Standard));
    let book = WordBook::new(&dictionary);
    for (class, edition, objective, games) in [
        ("A, best score", "word-a", Objective::Score, games),
        ("A, any play", "word-a", Objective::Any, games),
        // These games end after a turn or two of each player.
        ("B, most tiles", "word-b", Objective::Tiles, 4 * games),
        ("B, any play", "word-b", Objective::Any, 4 * games),
    ] {
        for seed in first..first + games {
            lines.extend(self_play(class, edition, objective, seed, &dictionary, &book));
        }
    }
    let here = std::env::current_exe().expect("this program");
    let mut child = Process::new(here).arg("measure").stdin(Stdio::piped()).spawn().expect("a second process");
    let mut pipe = child.stdin.take().expect("its input");
    pipe.write_all(lines.join("\n").as_bytes()).expect("it reads");
    drop(pipe);
    child.wait().expect("it ends");
}

/// The position of the player whose turn it is, as a line; none between turns.
fn line(class: &str, game: &Game) -> Option<String> {
    let seat = game.turn()?;
    let (rules, rack) = (game.settings().words()?, &game.seat(seat)?.rack);
    let (letters, words, spelling) = (rules.opening_letters, rules.opening_words, rules.spelling);
    let rules = format!("{letters}\t{words:?}\t{spelling:?}").to_lowercase();
    Some(format!("{class}\t{}\t{rules}\t{}\t{rack}", game.has_opened(seat), game.table()))
}

/// The turns of random games of all kinds. Where plays are not checked, there are misspelt words on the table.
fn random_games(seeds: std::ops::Range<u64>) -> Vec<String> {
    let library = Library::everyday();
    let mut lines: Vec<String> = Vec::new();
    for seed in seeds {
        let case = Case::words(seed);
        let report = play_game(&case, &library).unwrap_or_else(|broken| panic!("seed {seed}: {broken:?}"));
        let class = if case.setup.settings().is_play_a() { "A, random" } else { "B, random" };
        let mut game = Game::new(case.setup.clone());
        for event in &report.watched.events {
            let position = line(class, &game);
            lines.extend(position.filter(|line| lines.last() != Some(line)));
            game.apply(event);
        }
    }
    lines
}

/// The turns of a game in which everybody lays the solver's play.
fn self_play(
    class: &str,
    edition: &str,
    objective: Objective,
    seed: u64,
    dictionary: &Dictionary,
    book: &WordBook,
) -> Vec<String> {
    let mut dice = Dice::new(7 * seed + 1);
    let players = 2 + (seed % 3) as u8;
    let draw_percent = if (seed / 3).is_multiple_of(2) { 0 } else { DRAW_PERCENT };
    let shuffle = Shuffler::from_seed(&Bytes32(dice.bytes()), players);
    let aids = Aids { search: &NoSearch, spelling: dictionary, shuffle: &shuffle };
    let mut game = Game::new(Setup::new(Settings::edition(edition).expect("shipped"), players).expect("2 to 4"));
    let submit = |game: &mut Game, actor, command: &Command| {
        let events = game.decide(actor, command, &aids).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        events.iter().for_each(|event| game.apply(event));
    };
    submit(&mut game, Actor::Host, &Command::Deal);
    let mut lines = Vec::new();
    while let Some(seat) = game.turn() {
        lines.extend(line(class, &game));
        let rules = Rules::new(game.settings(), Some(book)).expect("there is a word book");
        let rack = &game.seats()[seat.index()].rack;
        let position = Position { rules, table: game.table(), rack, opened: game.has_opened(seat) };
        let best = match dice.chance(draw_percent) {
            true => None,
            false => solve(&position, objective, BUDGET).best,
        };
        let command =
            best.map_or_else(|| draw_or_pass(&game), |best| Command::Play { layout: best.table.into_layout() });
        submit(&mut game, Actor::Seat(seat), &command);
    }
    lines
}

/// One player's turn.
struct Scene {
    class: String,
    settings: Settings,
    table: Table,
    rack: Tiles,
    opened: bool,
}

impl Scene {
    fn read(line: &str) -> Scene {
        let fields: Vec<&str> = line.split('\t').collect();
        let mut builder = SettingsBuilder::edition("word-b").expect("shipped");
        for (name, value) in ["opening_letters", "opening_words", "spelling"].iter().zip(&fields[2..5]) {
            builder.set(name, Value::read(value));
        }
        Scene {
            class: fields[0].to_owned(),
            settings: builder.build().expect("settings of a game"),
            table: Table::read(fields[5].parse().expect("notation")).expect("a table"),
            rack: fields[6].parse().expect("notation"),
            opened: fields[1] == "true",
        }
    }

    /// The time of a proved answer.
    fn time(&self, book: &WordBook, objective: Objective) -> Duration {
        let rules = Rules::new(&self.settings, Some(book)).expect("there is a word book");
        let position = Position { rules, table: &self.table, rack: &self.rack, opened: self.opened };
        let once = || {
            let started = Instant::now();
            let answer = solve(&position, objective, Budget::UNLIMITED);
            let time = started.elapsed();
            assert_eq!(answer.proof, Proof::Optimal);
            time
        };
        let first = once();
        if first < REPEAT_ABOVE { first } else { (0..2).map(|_| once()).fold(first, Duration::min) }
    }
}

/// Measures the positions on standard input.
fn measure() {
    let scenes: Vec<Scene> = std::io::stdin().lock().lines().map(|line| Scene::read(&line.expect("text"))).collect();
    let started = Instant::now();
    let book = WordBook::new(&Dictionary::new(Lexicon::shipped(Tier::Standard)));
    println!("index of {} words in {:.0?}, {} positions", book.len(), started.elapsed(), scenes.len());
    for objective in [Objective::Tiles, Objective::Score, Objective::Any] {
        let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
        let mut slowest = (Duration::ZERO, 0);
        for (index, scene) in scenes.iter().enumerate() {
            let time = scene.time(&book, objective);
            times.entry(&scene.class).or_default().push(time);
            times.entry("all").or_default().push(time);
            slowest = slowest.max((time, index));
        }
        println!("\n{objective:?} | positions | within 10 ms | within 100 ms | median | 95 % | 99 % | slowest");
        for (class, times) in &mut times {
            report(class, times);
        }
        let Scene { table, rack, .. } = &scenes[slowest.1];
        println!("slowest: {table} + {rack}");
    }
    if let Some(peak) = peak_memory() {
        println!("\npeak memory: {peak} MB, word list and positions included");
    }
}

fn report(class: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    let within = |limit: u64| {
        let fast = times.partition_point(|&time| time <= Duration::from_millis(limit));
        100.0 * fast as f64 / times.len() as f64
    };
    println!(
        "{class} | {} | {:.2} % | {:.2} % | {:.2} ms | {:.2} ms | {:.1} ms | {:.0} ms",
        times.len(),
        within(10),
        within(100),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}

/// The peak resident memory of the process in MB; none where the system does not tell.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.div_ceil(1024))
}
