//! The project's own chores: `cargo xtask test` runs everything that must pass, and installs what it needs first.

mod chores;
mod fuzz;
mod lexicons;
mod metadata;
mod packages;
mod page;
mod run;
mod rust;
mod setup;
mod supply;
mod tally;
mod test;

use std::process::ExitCode;

use crate::run::Shell;

const HELP: &str = "\
cargo xtask <chore>

  test [STEP…]       everything that must pass, or some steps of it, with its own set-up (what .ci/run calls);
                     `cargo xtask test --help` lists the steps
  lexicons           builds the word lists and themes from the Debian packages scowl and wordnet-base
  lexicons --check   builds them in memory and compares with the committed files
  fuzz [SECONDS]     every fuzz target for this long (default 60 each)
  mutants [FILES]    mutation tests of the rule modules: which changes to the rules does no test notice
  kill [N]           kills a server under load N times (default 200) and looks for lost and doubled moves
  page               builds the page into web/dist, where the program takes it from
  screenshots        pictures of every screen in three sizes, light and dark, in web/shots
  frames             what a frame costs while dragging with 160 tiles out, from a trace, and on a processor slowed down six times
  echo               from the hand to the judgement, and to the other browser's felt
  bench              the benchmarks, with ratios against naive baselines in the same run
  reference [N]      the number solver against integer programming (HiGHS) on N positions (default 5000);
                     more numbers: a seed, a budget of situations; a text: only classes so named
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", rest @ ..] => return test::test(rest),
        ["lexicons"] => lexicons::build(&Shell::plain(), false),
        ["lexicons", "--check"] => lexicons::build(&Shell::plain(), true),
        ["fuzz"] => fuzz::search(60),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::search(seconds),
            Err(_) => Err(format!("`{seconds}` is not a number of seconds")),
        },
        ["mutants", files @ ..] => chores::mutants(files),
        ["kill"] => chores::kill("200"),
        ["kill", times] => chores::kill(times),
        ["page"] => page::build(),
        ["screenshots"] => page::screenshots(),
        ["frames"] => page::frames(),
        ["echo"] => page::echo(),
        ["bench"] => chores::bench(),
        ["reference", numbers @ ..] => chores::reference(numbers),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("there is no chore `{}`\n\n{HELP}", other.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
