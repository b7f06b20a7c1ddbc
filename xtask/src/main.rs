//! The project's tasks: `cargo xtask test` runs everything that must pass, and installs what it needs first.

mod fuzz;
mod language;
mod lexicons;
mod metadata;
mod packages;
mod page;
mod run;
mod rust;
mod services;
mod setup;
mod supply;
mod tally;
mod tasks;
mod test;

use std::process::ExitCode;

use crate::run::Shell;

const HELP: &str = "\
cargo xtask <task>

  test [STEP…]       everything that must pass, or some steps of it; installs what it needs (called by .ci/run);
                     `cargo xtask test --help` lists the steps
  lexicons           builds the word lists and themes from the Debian packages scowl and wordnet-base
  lexicons --keep-former  the same, and keeps the present lists as former ones, so that records of them can be verified
  lexicons --check   builds them in memory and compares with the committed files
  fuzz [SECONDS]     every fuzz target for this long (default 60 each)
  mutants [FILES]    mutation tests of the rule modules: finds changes to the rules that no test notices
  kill [N]           kills a server under load N times (default 200) and checks for lost and duplicated moves
  chaos [SECONDS]    random faults on a server under load for this long (default 3600), with a ledger of its moves
  cluster [N] [T]    three nodes with PostgreSQL and NATS, T tables (default 200), and N faults (default 200): kills, pauses,
                     cut cables, restarts; checks for lost and duplicated moves, and for clocks that were charged
  page               builds the page into web/dist, which is embedded in the program
  screenshots        screenshots of every screen in three sizes, light and dark, in web/shots
  frames             the cost of a frame while dragging with 160 tiles on the table, also on a processor slowed down six times
  echo               the latency from a drag to its judgement, and to the other player's browser
  film               a game against bots in four sizes, ten pictures a second, one sheet for each turn, in target/film
  bench              the benchmarks, with ratios against naive baselines in the same run
  services COMMAND…  runs a command beside a PostgreSQL and a NATS server, whose addresses it finds in
                     TRINTA_TEST_POSTGRES and TRINTA_TEST_NATS
  reference [N]      the number solver against integer programming (HiGHS) on N positions (default 5000);
                     further arguments: a seed, a budget of nodes, a text that class names must contain
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", rest @ ..] => return test::test(rest),
        ["lexicons"] => lexicons::build(&Shell::plain(), false, false),
        ["lexicons", "--keep-former"] => lexicons::build(&Shell::plain(), false, true),
        ["lexicons", "--check"] => lexicons::build(&Shell::plain(), true, false),
        ["fuzz"] => fuzz::search(60),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::search(seconds),
            Err(_) => Err(format!("`{seconds}` is not a number of seconds")),
        },
        ["mutants", files @ ..] => tasks::mutants(files),
        ["kill"] => tasks::kill("200"),
        ["kill", times] => tasks::kill(times),
        ["chaos"] => tasks::chaos("3600"),
        ["chaos", seconds] => tasks::chaos(seconds),
        ["cluster"] => tasks::cluster("200", "200"),
        ["cluster", faults] => tasks::cluster(faults, "200"),
        ["cluster", faults, tables] => tasks::cluster(faults, tables),
        ["page"] => page::build(),
        ["screenshots"] => page::screenshots(),
        ["frames"] => page::frames(),
        ["echo"] => page::echo(),
        ["film"] => page::film(),
        ["bench"] => tasks::bench(),
        ["services", name, arguments @ ..] => tasks::services(name, arguments),
        ["reference", numbers @ ..] => tasks::reference(numbers),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("there is no task `{}`\n\n{HELP}", other.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
